"""SCOUT: the invariants of a state. Kernel Python."""

from __future__ import annotations

from tefuda.games.scout.rules import actor, deck, face, legal, measure, turns_left
from tefuda.games.scout.state import (
    CAP,
    CARD,
    CHOOSE,
    DEAL,
    END,
    HAND_MAX,
    OINK,
    SET_MAX,
    SHORT,
    START,
    TURN,
    State,
    Work,
)  # fmt: skip


def sound(s: State, w: Work) -> int:
    """0, or the number of the first broken invariant."""
    size = deck(s, w)
    for i in range(CARD + 1):
        w.mark[i] = 0
    for i in range(size):
        w.mark[w.pool[2 * i]] = 1
    held = s.table_size + s.aside_size + s.out_size
    for seat in range(s.seats):
        if not 0 <= s.hand_size[seat] <= (14 if s.edition == OINK else min(HAND_MAX, size - s.seats + 1)):
            return 1  # R39
        held += s.hand_size[seat]
        for i in range(s.hand_size[seat]):
            if not take_mark(w, s.hands[seat][i]):
                return 2  # R1: each card once
    if not 0 <= s.table_size <= (SET_MAX - 1 if s.seats == 3 else SET_MAX):
        return 3  # R39
    for i in range(s.table_size):
        if not take_mark(w, s.table[i]):
            return 4
    for i in range(s.aside_size):
        if not take_mark(w, s.aside[i]):
            return 5
    for i in range(s.out_size):
        if not take_mark(w, s.out[i]):
            return 6
    gone = size - held
    for seat in range(s.seats):
        if s.chips[seat] < 0 or s.captured[seat] < 0 or s.chips[seat] > max(s.turns + turns_left(s), 3):
            return 7
        gone -= s.captured[seat]
    if s.phase >= CHOOSE and gone != 0 and s.edition != SHORT:
        return 8  # R16: every card that left the table set by a play is somebody's score card
    if s.phase == DEAL or s.phase == START:
        return 0
    measure(s.table, w, s.table_size)
    if s.table_size > 1 and w.reach[0] != s.table_size:
        return 9  # R12, R15
    if s.scouts < 0 or (s.scouts >= s.seats - 1 and s.phase != END):
        return 10  # R23
    if s.edition != OINK and turns_left(s) < 0:
        return 11  # R36
    if s.phase == TURN and s.table_size > 0 and s.owner == s.turn:
        return 12  # R38
    if s.phase != END and legal(s, w, actor(s)) == 0:
        return 13  # R38: always a move
    if s.phase == END and s.edition == OINK and s.ending == CAP:
        return 14  # R36
    return 0


def take_mark(w: Work, card: int) -> bool:
    """Whether the card is in the deck and was not met before."""
    if w.mark[face(card)] != 1:
        return False
    w.mark[face(card)] = 2
    return True
