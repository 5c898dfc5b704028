"""SCOUT: its face to people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tefuda.errors import BadNotation
from tefuda.games.face import UNSEEN, Face, Result, highest, state_in
from tefuda.games.option import Value
from tefuda.games.scout import facts, moves, study, view, weights, why, words
from tefuda.games.scout.moves import Double, Play, Scout, move_of
from tefuda.games.scout.options import OPTIONS
from tefuda.games.scout.rules import face
from tefuda.games.scout.state import CAP, CARD, CHOOSE, ENDINGS, HOLDER12, SHORT, START, TWELVE, State, pair
from tefuda.kernel.plain import Game


class ScoutFace(Face):
    name = "scout"
    place = 1
    moves = moves
    sight = view
    words = words
    why = why
    board = facts
    weights = weights
    study = study
    options = OPTIONS

    def seats(self, options: Mapping[str, Value]) -> Sequence[int]:
        return (2,) if options["edition"] == "oink" else (4, 3, 5)

    def score_bounds(self, seats: int, options: Mapping[str, Value]) -> tuple[int, int]:
        """A round: 41 cards in hand; or 45 cards captured and laid, and a chip for each turn of another seat."""
        return -41 * seats, (45 + int(options["turn_cap"])) * seats

    # ---- moves

    def is_secret(self, game: Game) -> bool:
        return state_of(game).phase == CHOOSE

    def seen_move(self, game: Game, seat: int, action: int, reader: int | None) -> str:
        """Where in a hand cards come from or go to is its owner's alone, unless insert_visible; the cards are not."""
        s, move = state_of(game), move_of(action)
        open_places = bool(s.insert_visible)
        match move:
            case Play(first, size):
                cards = cards_text(s.hands[seat][first - 1 : first - 1 + size])
                place = str(first) if open_places or reader == seat else UNSEEN
                return f"play {place}+{size} = {cards}"
            case Scout() | Double() if not open_places and reader != seat:
                return f"{'scout' if isinstance(move, Scout) else 'double'} {move.end} {UNSEEN}"
            case Scout() | Double():
                return str(move)
        return str(move) if reader == seat else UNSEEN

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

    def pool_texts(self, game: Game, pool: Sequence[int]) -> list[str]:
        return [str(seat) for seat in pool] if state_of(game).phase == START else [TEXTS[card & CARD] for card in pool]

    def chance_text(self, game: Game, drawn: Sequence[int]) -> str:
        return self._chance_text(game, drawn, range(game.seats))

    def seen_chance(self, game: Game, drawn: Sequence[int], reader: int | None) -> str:
        text = self._chance_text(game, drawn, () if reader is None else (reader,))
        s = state_of(game)
        if s.phase == START or s.round > 1 or not (s.edition == SHORT or s.start_player == HOLDER12):
            return text
        # R34, A15: everybody learns who was dealt the 1/2, or that nobody was.
        at = next((i for i, card in enumerate(drawn) if face(card) == TWELVE), None)
        return f"{text} = 1/2 {'aside' if at is None else at * game.seats // len(drawn)}"

    def _chance_text(self, game: Game, drawn: Sequence[int], shown: Iterable[int]) -> str:
        if state_of(game).phase == START:
            return f"start {drawn[0]}"
        each = len(drawn) // game.seats
        hands = [drawn[seat * each : (seat + 1) * each] for seat in range(game.seats)]
        open_to = set(shown)
        return "deal " + " | ".join(
            cards_text(hand) if seat in open_to else " ".join(UNSEEN for _ in hand) for seat, hand in enumerate(hands)
        )

    def parse_chance(self, game: Game, text: str) -> list[int]:
        word, _, rest = text.partition(" ")
        if state_of(game).phase == START:
            if word == "start" and rest in map(str, range(game.seats)):
                return [int(rest)]
            raise BadNotation(f"{text!r}: here stands the start player, such as 'start 0'")
        hands = [hand.split(" ") for hand in rest.split(" | ")]
        if word != "deal" or len(hands) != game.seats or len({len(hand) for hand in hands}) != 1:
            raise BadNotation(f"here stand {game.seats} hands of the same size, such as 'deal 1/2 9/4 | 5/3 7/2 | ...'")
        return [parse_card(card) for hand in hands for card in hand]

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


TEXTS = ["{}/{}".format(*pair(card)) for card in range(CARD + 1)]


def cards_text(cards: Iterable[int]) -> str:
    return " ".join([TEXTS[card & CARD] for card in cards])


CARDS = {f"{up}/{down}": up | down << 4 for up in range(1, 11) for down in range(1, 11)}


def parse_card(text: str) -> int:
    if text in CARDS:
        return CARDS[text]
    raise BadNotation(f"{text!r} is not a card; a card is like 3/7, the number that is up first")


SCOUT = ScoutFace()
