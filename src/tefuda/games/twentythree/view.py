"""23: what one seat, or a spectator, may know; and the worlds that fit it."""

from __future__ import annotations

from typing import Any, NamedTuple

from tefuda.games.face import WithOptions
from tefuda.games.option import Value, put_values, values_in
from tefuda.games.twentythree.options import OPTIONS
from tefuda.games.twentythree.rules import copies, dealt, score
from tefuda.games.twentythree.state import DISCARD, DISCARDS, END, PLAY, TOP, State

PHASES = {DISCARD: "discard", PLAY: "play", END: "over"}
OUT = ("", "finished", "left")


class Seen(NamedTuple):
    """Built field by field from a state: what is not named here is not in it."""

    game: str
    options: dict[str, Value]
    seats: int
    seat: int | None  # whose eyes; None for a spectator
    round: int  # 1 or 2
    phase: str  # discard, play or over
    holder: int  # the seat that was dealt the 1
    to_act: list[int]  # the seats that, for all this seat knows, may act now
    hand: list[int] | None  # numbers, ascending
    hand_sizes: list[int]  # of others, while cards are put away, as dealt
    discards: list[int] | None  # this seat's own
    pile: dict[str, Any]  # its value, and the cards laid so far in their order
    penalty: list[int]
    bonus: list[int]
    scores: list[int]  # minus the penalty chips, less two for each bonus chip left; at the end at most 0,
    # but with allow_negative as they are
    out: list[str]  # "" while a seat is in the round, finished or left
    forced: int | None  # the seat that a force lies on
    passes: int  # since the last play or leave
    below: list[int]  # everybody knows that this hand's cards are lower; 24 if nothing is known
    turns: int  # of this round


class View(WithOptions, Seen):
    """The same with the options by their names."""

    __slots__ = ()


def view_of(s: State, seat: int | None) -> View:
    seats = range(s.seats)
    hidden = s.phase == DISCARD
    return View(
        game="twentythree",
        options=values_in(s, OPTIONS),
        seats=s.seats,
        seat=seat,
        round=s.round,
        phase=PHASES[s.phase],
        holder=s.holder,
        to_act=_to_act(s, seat),
        hand=None if seat is None else [v for v in range(TOP + 1) for _ in range(s.hand[seat][v])],
        hand_sizes=[dealt(s) if hidden and p != seat else s.hand_size[p] for p in seats],
        discards=None if seat is None else sorted(s.discards[seat][: s.discarded[seat]]),
        pile={"value": s.pile, "cards": s.laid[: s.laid_size]},
        penalty=s.penalty[: s.seats],
        bonus=s.bonus[: s.seats],
        scores=[score(s, p) for p in seats],
        out=[OUT[s.out[p]] for p in seats],
        forced=None if s.forced < 0 else s.forced,
        passes=s.passes,
        below=s.below[: s.seats],
        turns=s.turns,
    )


def _to_act(s: State, seat: int | None) -> list[int]:
    """While cards are put away nobody sees who is ready (R6)."""
    if s.phase == DISCARD:
        return [other for other in range(s.seats) if other != seat or s.discarded[other] < DISCARDS]
    return [] if s.phase == END else [s.turn]


def world_of(view: View) -> State:
    """A state that shows this view, with everything hidden in some fixed order; `redeal` shuffles that."""
    s = State()
    s.seats = view.seats
    put_values(s, OPTIONS, view.options)
    s.round = view.round
    s.phase = next(phase for phase, name in PHASES.items() if name == view.phase)
    s.holder = view.holder
    s.turn = view.to_act[0] if s.phase == PLAY else -1
    s.forced = -1 if view.forced is None else view.forced
    s.passes = view.passes
    s.turns = view.turns
    s.pile = view.pile["value"]
    laid = view.pile["cards"]
    s.laid_size = len(laid)
    s.laid[: len(laid)] = laid
    s.penalty[: s.seats] = view.penalty
    s.bonus[: s.seats] = view.bonus
    s.out[: s.seats] = [OUT.index(out) for out in view.out]
    s.below[: s.seats] = view.below
    s.hand_size[: s.seats] = view.hand_sizes
    _hide(s, view)
    return s


def _hide(s: State, view: View) -> None:
    """Fills the other hands and discards from the cards that the view has not seen, low hands first."""
    count = [0, 0, *(copies(v) for v in range(2, TOP + 1))]
    for v in [*view.pile["cards"], *(view.hand or []), *(view.discards or [])]:
        count[v] -= 1
    pool = [v for v in range(2, TOP + 1) for _ in range(count[v])]
    for seat in range(s.seats):
        s.discarded[seat] = 0 if s.phase == DISCARD or s.learn12 else DISCARDS
    if view.seat is not None and view.hand is not None and view.discards is not None:
        for v in view.hand:
            s.hand[view.seat][v] += 1
        s.discarded[view.seat] = len(view.discards)
        s.discards[view.seat][: len(view.discards)] = view.discards
    others = [seat for seat in range(s.seats) if seat != view.seat]
    for seat in sorted(others, key=lambda seat: s.below[seat]):
        s.hand[seat][1] = int(s.phase == DISCARD and seat == s.holder)
        for _ in range(s.hand_size[seat] - s.hand[seat][1]):
            s.hand[seat][pool.pop(0)] += 1
    for seat in others:
        s.discards[seat][: s.discarded[seat]] = [pool.pop() for _ in range(s.discarded[seat])]
