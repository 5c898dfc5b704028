"""SCOUT: the interface of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tefuda.games.events import UNSEEN, Drawn, Private, seat_drawn
from tefuda.games.face import Face, Result, highest, state_in
from tefuda.games.option import Value
from tefuda.games.scout.moves import Play, move_of
from tefuda.games.scout.rules import face, twelve_is_shown
from tefuda.games.scout.state import CAP, CARD, CHOOSE, ENDINGS, SHORT, START, TWELVE, State
from tefuda.games.scout.view import holding
from tefuda.kernel.plain import Game

if TYPE_CHECKING:
    import random

CARD_TEXTS = {up | down << 4: f"{up}/{down}" for up in range(1, 11) for down in range(1, 11)}
PLACE = Private({"place": UNSEEN, "flip": False}, unless="insert_visible")  # and which way up the card goes there
PRIVATE = {
    "keep": Private(),
    "flip": Private(),
    "play": Private({"first": UNSEEN}, unless="insert_visible"),
    "scout": PLACE,
    "double": PLACE,
}


class ScoutFace(Face):
    name = "scout"
    nobody_wins_at_zero = True  # R36, in the short game; elsewhere hardly ever do all end with 0
    place = 1
    secret_phase = CHOOSE
    private = PRIVATE

    def seats(self, options: Mapping[str, Value]) -> Sequence[int]:
        return (2,) if options["edition"] == "oink" else (4, 3, 5)

    def score_bounds(self, seats: int, options: Mapping[str, Value]) -> tuple[int, int]:
        """A round: 41 cards in hand; or 45 cards captured and laid, and a chip for each turn of another seat."""
        return -41 * seats, (45 + int(options["turn_cap"])) * seats

    # ---- moves

    def seen_move(self, game: Game, seat: int, action: int, reader: int | None) -> str | None:
        """With the cards that a play lays on the table."""
        seen, move = super().seen_move(game, seat, action, reader), move_of(action)
        if not isinstance(move, Play):
            return seen
        return f"{seen} = {cards_text(state_of(game).hands[seat][move.first - 1 : move.first - 1 + move.size])}"

    def fitting(self, game: Game, reader: int, seat: int, lines: Sequence[str], rng: random.Random) -> Game | None:
        """Cards that stand side by side are found in no few thousand hands."""
        view: Any = self.view(game, reader)
        known = None if seat == reader else holding(view, seat, lines[0])
        return None if known is None else self.redeal(known, rng)

    def holdings(self, game: Game) -> dict[str, list[str]]:
        s = state_of(game)
        found = {str(seat): s.hands[seat][: s.hand_size[seat]] for seat in range(s.seats)}
        found |= {"aside": s.aside[: s.aside_size], "out": s.out[: s.out_size]}
        return {name: [self.card_of(cards_text([card])) for card in cards] for name, cards in found.items()}

    def opens_hands(self, options: Mapping[str, Value]) -> bool:
        """R27: in oink the cards of round 1 are out of play in round 2."""
        return options["edition"] != "oink"

    def card_of(self, text: str) -> str:
        return "/".join(sorted(text.split("/"), key=int))

    # ---- chance

    def drawn(self, game: Game) -> Drawn:
        if state_of(game).phase == START:
            return seat_drawn("start", game.seats)
        each = game.chance()[2] // game.seats
        return Drawn("deal", CARD_TEXTS, [seat for seat in range(game.seats) for _ in range(each)], in_hands=True)

    def seen_chance(self, game: Game, drawn: Sequence[int], reader: int | None) -> str:
        """R34, A15: where its holder begins, everybody learns who was dealt the 1/2, or that nobody was."""
        text, s = super().seen_chance(game, drawn, reader), state_of(game)
        if s.phase == START or s.round > 1 or not twelve_is_shown(s):
            return text
        at = next((i for i, card in enumerate(drawn) if face(card) == TWELVE), None)
        return f"{text} = 1/2 {'aside' if at is None else at * game.seats // len(drawn)}"

    # ---- the end

    def result(self, game: Game) -> Result:
        """R26: ties share; R36: at the cap of the short game nobody wins."""
        s, scores = state_of(game), tuple(game.scores())
        nobody = s.edition == SHORT and s.ending == CAP
        return Result(ENDINGS[s.ending], scores, () if nobody else highest(scores))

    def safety(self, game: Game) -> Mapping[str, int]:
        return {"R36": state_of(game).capped}


def state_of(game: Game) -> State:
    return state_in(State, game)


def cards_text(cards: Iterable[int]) -> str:
    return " ".join([CARD_TEXTS[card & CARD] for card in cards])


SCOUT = ScoutFace()
