"""23: the interface of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tefuda.games.events import Drawn, Private, seat_drawn
from tefuda.games.face import Face, Result, highest, state_in
from tefuda.games.option import Value
from tefuda.games.twentythree.rules import dealt
from tefuda.games.twentythree.state import DISCARD, HOLDER, TOP, State
from tefuda.kernel.plain import Game

NUMBERS = [str(number) for number in range(TOP + 1)]
PRIVATE = {"discard": Private()}


class TwentythreeFace(Face):
    name = "twentythree"
    version = 2
    replays_since = 1  # the options that came with 2 have the values of before
    place = 2
    rounds_hang_together = True  # R5: the chips are for both
    secret_phase = DISCARD
    private = PRIVATE

    def seats(self, options: Mapping[str, Value]) -> Sequence[int]:
        return (4, 2, 3)

    def score_bounds(self, seats: int, options: Mapping[str, Value]) -> tuple[int, int]:
        """R25, and at best all three bonus chips are left."""
        return -2 * (2 * int(options["circles"]) * (12 * seats - 1) + 276), 6

    # ---- cards

    def holdings(self, game: Game) -> dict[str, list[str]]:
        s = state_of(game)
        found = {str(p): [str(v) for v in range(2, TOP + 1) for _ in range(s.hand[p][v])] for p in range(s.seats)}
        return found | {f"away {p}": [str(v) for v in s.discards[p][: s.discarded[p]]] for p in range(s.seats)}

    def drawn(self, game: Game) -> Drawn:
        """The back of the 1 differs, so everybody sees who has it."""
        s = state_of(game)
        if s.phase == HOLDER:
            return seat_drawn("holder", game.seats)
        to = [seat for seat in range(s.seats) for _ in range(dealt(s) - (seat == s.holder))]
        return Drawn("deal", NUMBERS, to, in_hands=True, in_order=True, first={s.holder: "1"})

    # ---- the end

    def result(self, game: Game) -> Result:
        """R20: ties share."""
        scores = tuple(game.scores())
        return Result("rounds", scores, highest(scores))

    def safety(self, game: Game) -> Mapping[str, int]:
        return {"R22": state_of(game).blocked}


def state_of(game: Game) -> State:
    return state_in(State, game)


TWENTYTHREE = TwentythreeFace()
