"""SOLO: the interface of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tefuda.games.events import SHOWN, UNSEEN, Drawn, Private, seat_drawn
from tefuda.games.face import Face, Result, highest, state_in
from tefuda.games.option import Value
from tefuda.games.solo import moves, view
from tefuda.games.solo.fitting import POINTS, arranged, wanted
from tefuda.games.solo.legal import invites
from tefuda.games.solo.memory import row_of
from tefuda.games.solo.moves import CARDS
from tefuda.games.solo.state import (
    ACCEPT,
    CALL,
    DEAL,
    DEALER,
    DEALS,
    ENDINGS,
    GIFTS,
    GIVE,
    NOBODY,
    TO_GIFT,
    TO_SWAP,
    TO_SWAP_ALL,
    TRIPLE0,
    TURN_UP,
    WAIT,
    WITH0,
    State,
)
from tefuda.kernel.plain import Game

if TYPE_CHECKING:
    import random

PRIVATE = {
    "wait": Private(is_noticed=False),  # that one lets a chance go by
    "give": Private({"card": UNSEEN}, also="target"),
}


class SoloFace(Face):
    name = "solo"
    place = 3
    race = "jump_in_window_ms"
    alike = "rgyb"
    private = PRIVATE

    def seats(self, options: Mapping[str, Value]) -> Sequence[int]:
        return (4, 2, 3, 5, 6, 7, 8, 9, 10)

    def score_bounds(self, seats: int, options: Mapping[str, Value]) -> tuple[int, int]:
        """Below the target, and then the deck in hand."""
        most = max(9, *(int(value) for name, value in options.items() if name.startswith("points_")))
        return -(int(options["target_score"]) + 120 * most), 0

    # ---- moves

    def seen_move(self, game: Game, seat: int, action: int, reader: int | None) -> str | None:
        """With the cards of a Triple+, and for giver and taker with those of a Gift that takes the whole hand (R15)."""
        s, seen = state_of(game), super().seen_move(game, seat, action, reader)
        if TRIPLE0 <= action < WITH0:
            return view.with_cards(s, seat, moves.move_of(action))
        if action == ACCEPT and s.pending == TO_GIFT and s.hand_size[s.source] <= GIFTS and reader in (s.source, seat):
            return f"{seen}{SHOWN}{' '.join(view.hand_of(s, s.source))}"
        return seen

    def line(self, seen: str, before: Game, after: Game, reader: int | None) -> str:
        """R14, R18: with the hand that the reader gets; R25: with everybody's points at the end of a round."""
        was, s = state_of(before), state_of(after)
        if after.rounds() > before.rounds():
            return f"{seen}{SHOWN}{POINTS} {' '.join(map(str, s.total[: s.seats]))}"
        if reader is None or was.pending not in (TO_SWAP, TO_SWAP_ALL):
            return seen
        came = any(there == reader != here and here != NOBODY for here, there in zip(was.where, s.where, strict=True))
        return f"{seen}{SHOWN}{' '.join(view.hand_of(s, reader))}" if came else seen

    def with_told(self, game: Game, line: str) -> Game:
        """R25: the points, which follow from hands that were not seen."""
        word, *points = line.rpartition(SHOWN)[2].split(" ")
        if word != POINTS or len(points) != game.seats or not all(one.isdecimal() and len(one) < 6 for one in points):
            return game
        s = State.unpack(game.pack())
        s.total[: s.seats] = map(int, points)
        return self.engine.Game.unpack(s.pack(), s.seats)

    # ---- at a live table

    def waits_for(self, game: Game) -> tuple[int, ...]:
        return (state_of(game).turn,)

    def disturbs_nobody(self, action: int) -> bool:
        return action in (CALL, WAIT)

    def window(self, before: Game, after: Game) -> int:
        """A9: after each card on which one can jump in."""
        was, s = state_of(before), state_of(after)
        laid = s.heap_size > was.heap_size or was.phase == TURN_UP
        return s.jump_in_window_ms if laid and invites(s) else 0

    def holdings(self, game: Game) -> dict[str, list[str]]:
        s = state_of(game)
        return {str(seat): view.hand_of(s, seat) for seat in range(s.seats)}

    def fitting(self, game: Game, reader: int, seat: int, lines: Sequence[str], rng: random.Random) -> Game | None:
        """Whole hands, and the cards of a Triple+, are found in no few thousand worlds."""
        wishes = wanted(state_of(game), reader, seat, lines, rng)
        if not any(wishes.values()):
            return None
        for _ in range(DEALS):
            s = State.unpack(game.redeal(reader, rng.getrandbits(62)).pack())
            if arranged(s, reader, wishes, rng):
                return self.engine.Game.unpack(s.pack(), s.seats)
        return None

    def forgets(self, before: Game, after: Game, reader: int | None) -> bool:
        """R27: the discards, once they are the pile; R15: what it knew of a hand of which others give cards away."""
        was, s = state_of(before), state_of(after)
        if s.reshuffled > was.reshuffled:
            return True
        if was.phase != GIVE or reader in (was.turn, was.target):
            return False
        eyes = NOBODY if reader is None else reader
        known = any(
            was.where[card] == was.turn and reader is not None and was.knowers[card] >> reader & 1
            for card in range(len(was.where))
        )
        return known or any(was.lacks[row_of(was.turn, eyes)])

    # ---- chance

    def drawn(self, game: Game) -> Drawn:
        s = state_of(game)
        if s.phase == DEALER:
            return seat_drawn("dealer", game.seats)
        if s.phase == TURN_UP:
            return Drawn("turn", CARDS, [None])
        if s.phase == DEAL:
            dealt = [seat for seat in range(s.seats) for _ in range(game.chance()[2] // s.seats)]
            return Drawn("deal", CARDS, dealt, in_hands=True, in_order=True)
        return Drawn(f"draw {s.drawer}", CARDS, [s.drawer] * min(s.to_draw, s.pile_size), in_order=True)

    # ---- the end

    def result(self, game: Game) -> Result:
        """R26: ties share."""
        scores = tuple(game.scores())
        return Result(ENDINGS[state_of(game).ending], scores, highest(scores))

    def safety(self, game: Game) -> Mapping[str, int]:
        s = state_of(game)
        return {
            "R2 dealt anew": s.redealt,
            "R27 new pile": s.reshuffled,
            "R27 waived": s.waived,
            "R28 all passed": s.stuck,
            "R28 turn cap": s.capped,
        }


def state_of(game: Game) -> State:
    return state_in(State, game)


SOLO = SoloFace()
