"""SOLO: what a Triple+ tells about the hand that it leaves (R8). Kernel Python.

Where all cards of a number must be laid, none of it is left: no card that is in the hand then can be of that number.
Cards that come later can. The cards of a hand that an observer does not know are taken to lie in the order in which
they came: of each number, so many of the oldest ones cannot be it. A card that leaves is taken to be the oldest one
that it can be: every other that is left then can be whatever an older one can be.
"""

from __future__ import annotations

from tefuda.games.solo.state import CARDS, LOOKS, NOBODY, NUMBERS, ONE, SEATS_MAX, SKIP, State, Work


def row_of(holder: int, observer: int) -> int:
    """The row of `lacks`; NOBODY is a spectator."""
    return holder * SEATS_MAX + (holder if observer == NOBODY else observer)


def left_none(s: State, holder: int, number: int) -> None:
    """R8: no card of this number is left in the hand."""
    s.lacking |= ONE << holder
    for observer in range(s.seats):
        s.lacks[row_of(holder, observer)][number] = s.hand_size[holder]
    for card in range(CARDS):
        if s.where[card] == holder and s.knowers[card]:
            for observer in range(s.seats):
                s.lacks[row_of(holder, observer)][number] -= (s.knowers[card] >> observer) & 1


def shed(s: State, row: int, face: int) -> None:
    """One of the unknown cards leaves the hand; NOBODY if the observer does not see which."""
    first = s.lacks[row][face % NUMBERS] if 0 <= face < SKIP else 0
    for number in range(NUMBERS):
        s.lacks[row][number] -= s.lacks[row][number] > first


def laid(s: State, holder: int, face: int, known: int) -> None:
    """A card leaves the hand before all eyes; these seats knew it."""
    if (s.lacking >> holder) & 1:
        for observer in range(s.seats):
            if not (known >> observer) & 1:
                shed(s, row_of(holder, observer), face)


def given(s: State, holder: int, witness: int, face: int, known: int) -> None:
    """A card leaves the hand, and only the witness sees it; these seats knew it."""
    if (s.lacking >> holder) & 1:
        for observer in range(s.seats):
            if observer != witness:
                shed(s, row_of(holder, observer), NOBODY)
            elif not (known >> witness) & 1:
                shed(s, row_of(holder, witness), face)


def swapped(s: State, w: Work) -> None:
    """Knowledge of a hand goes with the hand, as w.goes_to says; its previous holder knows all of it."""
    if s.lacking == 0:
        return
    lacking = s.lacking
    for row in range(LOOKS):
        for number in range(NUMBERS):
            w.lacks[row][number] = s.lacks[row][number]
    for holder in range(s.seats):
        taker = w.goes_to[holder]
        if taker != holder:
            s.lacking &= ~(ONE << taker)
            for observer in range(s.seats):
                before = row_of(holder, NOBODY if observer == taker else observer)
                for number in range(NUMBERS):
                    s.lacks[row_of(taker, observer)][number] = 0 if observer == holder else w.lacks[before][number]
    for holder in range(s.seats):
        if w.goes_to[holder] != holder and (lacking >> holder) & 1:
            s.lacking |= ONE << w.goes_to[holder]


def forget_everything(s: State) -> None:
    """For a new round."""
    if s.lacking:
        s.lacking = 0
        for row in range(LOOKS):
            for number in range(NUMBERS):
                s.lacks[row][number] = 0


def forget_others(s: State, seat: int) -> None:
    """Only what this seat knows is kept; NOBODY is a spectator."""
    if s.lacking == 0:
        return
    s.lacking = 0
    for holder in range(s.seats):
        own = NOBODY if holder == seat else row_of(holder, seat)
        for row in range(row_of(holder, 0), row_of(holder + 1, 0)):
            for number in range(NUMBERS):
                if row != own:
                    s.lacks[row][number] = 0
                elif s.lacks[row][number]:
                    s.lacking |= ONE << holder


def can_be(s: State, row: int, age: int, face: int) -> bool:
    """Whether the unknown card that came after so many others may be this one."""
    return face >= SKIP or s.lacks[row][face % NUMBERS] <= age
