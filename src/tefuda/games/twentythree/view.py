"""23: what one seat, or a spectator, may know; and the worlds that fit it."""

from __future__ import annotations

from typing import Literal, TypedDict

from tefuda.games import view
from tefuda.games.twentythree.options import Options
from tefuda.games.twentythree.rules import copies, dealt
from tefuda.games.twentythree.state import DISCARD, DISCARDS, PLAY, TOP, UPTO5, State


class Pile(TypedDict):
    value: int
    cards: list[int]  # in the order in which they were laid


class View(view.View):
    """Only what is named here is in it. The state says who sees what; the rest is made below."""

    options: Options
    round: int  # 1 or 2
    phase: Literal["holder", "deal", "discard", "play", "over"]
    holder: int  # the seat that was dealt the 1
    to_act: list[int]  # the seats that, for all this seat knows, may act now
    hand: list[int] | None  # numbers, ascending
    hand_sizes: list[int]  # of others, while cards are put away, as dealt
    discards: list[int] | None  # this seat's own
    pile: Pile  # its value, and the cards laid so far
    penalty: list[int]
    bonus: list[int]
    scores: list[int]  # minus the penalty chips, less two for each bonus chip left; at the end as R20 counts them
    out: list[Literal["", "finished", "left"]]  # "" while a seat is in the round
    forced: int | None  # the seat that a force lies on
    passes: int  # since the last play or leave
    below: list[int]  # everybody knows that this hand's cards are lower; 24 if nothing is known
    turns: int  # of this round


def put_away(options: Options) -> int:
    """R6, R21: how many cards each seat puts away after the deal."""
    return 0 if options.learn12 else DISCARDS


def chip_signs(options: Options) -> str:
    """R10: the signs with which a move says how its bonus chips shift the pile."""
    return "*" if options.bonus_shift == UPTO5 else "-+"


def seen_to_act(s: State, seat: int | None) -> list[int]:
    """While cards are put away nobody sees who is ready (R6)."""
    if s.phase == DISCARD:
        return [other for other in range(s.seats) if other != seat or s.discarded[other] < DISCARDS]
    return [s.turn] if s.phase == PLAY else []


def seen_hand_sizes(s: State, seat: int | None) -> list[int]:
    """R6: how many cards others have put away so far is hidden."""
    if s.phase == DISCARD:
        return [s.hand_size[p] if p == seat else dealt(s) for p in range(s.seats)]
    return s.hand_size[: s.seats]


def seen_discards(s: State, seat: int | None) -> list[int] | None:
    return None if seat is None else sorted(s.discards[seat][: s.discarded[seat]])


def seen_pile(s: State) -> Pile:
    return {"value": s.pile, "cards": s.laid[: s.laid_size]}


def hide(s: State, view: View) -> None:
    """Fills the other hands and discards from the cards that the view has not seen, low hands first."""
    s.turn = view.to_act[0] if s.phase == PLAY else -1
    s.pile, laid = view.pile["value"], view.pile["cards"]
    s.laid_size = len(laid)
    s.laid[: len(laid)] = laid
    s.hand_size[: s.seats] = view.hand_sizes
    count = [0, 0, *(copies(v) for v in range(2, TOP + 1))]
    for v in [*view.pile["cards"], *(view.hand or []), *(view.discards or [])]:
        count[v] -= 1
    pool = [v for v in range(2, TOP + 1) for _ in range(count[v])]
    for seat in range(s.seats):
        s.discarded[seat] = 0 if s.phase == DISCARD else put_away(s)
    if view.seat is not None and view.hand is not None and view.discards is not None:
        s.discarded[view.seat] = len(view.discards)
        s.discards[view.seat][: len(view.discards)] = view.discards
    others = [seat for seat in range(s.seats) if seat != view.seat]
    for seat in sorted(others, key=lambda seat: s.below[seat]):
        s.hand[seat][1] = int(s.phase == DISCARD and seat == s.holder)
        for _ in range(s.hand_size[seat] - s.hand[seat][1]):
            s.hand[seat][pool.pop(0)] += 1
    for seat in others:
        s.discards[seat][: s.discarded[seat]] = [pool.pop() for _ in range(s.discarded[seat])]
