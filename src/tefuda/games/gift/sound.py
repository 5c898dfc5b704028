"""GIFT: the invariants of a state. Kernel Python."""

from __future__ import annotations

from tefuda.games.gift.hidden import find_place, fits
from tefuda.games.gift.memory import discards_are_seen, is_king
from tefuda.games.gift.rows import card_at, find_nexts
from tefuda.games.gift.rules import (
    discarder_draws,
    discards_are_lost,
    goes_on_after_success,
    idle_turns_left,
    legal,
    may_break_late,
    swap_due,
)
from tefuda.games.gift.state import (
    ACTION,
    ALL,
    ASIDE,
    CARDS,
    COMMIT,
    DECK,
    END,
    GIFT,
    HAND,
    HAND_MAX,
    KING,
    LATE,
    PILE,
    PROCESS,
    RANKS,
    RISK,
    ROW,
    SUITS,
    WATCHER,
    State,
    Work,
)


def sound(s: State, w: Work) -> int:
    """0, or the number of the first broken invariant."""
    broken = sound_cards(s)
    if broken == 0:
        broken = sound_rows(s)
    if broken == 0 and s.phase >= ACTION:
        broken = sound_turn(s, w)
        for eyes in range(WATCHER + 1):
            if broken == 0 and (eyes < s.seats or eyes == WATCHER):
                broken = sound_memory(s, w, eyes)
    return broken


def sound_cards(s: State) -> int:
    deck = 0
    aside = 0
    for card in range(CARDS):
        deck += s.where[card] == DECK
        aside += s.where[card] == ASIDE
    if deck != s.deck_size or aside != (s.phase > RISK):
        return 1  # R3, R4
    for i in range(s.pile_size):
        if s.where[s.pile[i]] != PILE or (discards_are_seen(s) and s.known[s.pile[i]] != ALL):
            return 2
    for i in range(s.deck_size):
        if s.where[s.deck[i]] != DECK or s.at[s.deck[i]] != i:
            return 3
    pile = s.pile_size
    for card in range(CARDS):
        pile -= s.where[card] == PILE
        if s.where[card] == ASIDE and (card == GIFT or is_king(card)):
            return 4  # R4
    if pile:
        return 5
    for seat in range(s.seats):
        cards = 0
        kings = 0
        hidden = 0
        for card in range(CARDS):
            if s.where[card] == seat:
                cards += 1
                kings += is_king(card)
                hidden += s.known[card] != ALL
                if (s.known[card] >> seat) & 1 == 0:
                    return 6  # everybody knows their own hand
                if s.hand[seat][cards - 1] != card or (s.held[seat] >> card) & 1 == 0:
                    return 9  # ascending
        if cards != s.hand_size[seat] or cards > HAND_MAX or cards - kings > HAND:
            return 7  # R31
        if hidden != s.unseen[seat]:
            return 8
    return 0


def sound_rows(s: State) -> int:
    """R6, R9, R13."""
    in_rows = 0
    for card in range(CARDS):
        in_rows += s.where[card] == ROW
    if (s.where[GIFT] == ROW) != (s.gift_for >= 0):
        return 11
    for suit in range(SUITS):
        if (s.way[suit] == 0) != (s.size[suit] == 0) or s.size[suit] > PROCESS:
            return 12
        for position in range(1, s.size[suit] + 1):
            card = card_at(suit, s.way[suit], position)
            if (s.where[card] == ROW) == (card == s.gift_for):
                return 13
        in_rows -= s.size[suit]
        nexts = s.nexts
        find_nexts(s, suit)
        if s.nexts != nexts:
            return 16
        if s.where[suit * RANKS + KING] == ROW:
            in_rows -= 1
            closed = 0
            for seat in range(s.seats):
                closed += s.commit[seat] == suit and s.place[seat] > 0
            if closed != 1 or s.size[suit] != PROCESS:
                return 14
    return 15 if in_rows else 0


def sound_turn(s: State, w: Work) -> int:
    if swap_due(s) and s.phase != END:
        return 21  # R16
    if s.turns > (s.stall + idle_turns_left(s)) * (PROCESS * SUITS + s.seats + 1) or idle_turns_left(s) < 0:
        return 22  # R29, R31
    for seat in range(s.seats):
        if (s.out[seat] == 1) != (s.hand_size[seat] == 0 and s.place[seat] == 0):
            return 23  # R19
        if s.commit[seat] < 0 and s.turns >= s.seats:
            return 24  # R15
        for other in range(seat):
            if s.commit[seat] >= 0 and s.commit[seat] == s.commit[other]:
                return 24
    if s.phase == END:
        return 0 if s.reason else 25
    if s.deck_size == 0 and not s.final:
        return 26  # R18
    if s.final and s.deck_size and not discarder_draws(s):
        return 27  # R18, R32
    if s.pile_size and s.final and not discards_are_lost(s) and s.deck_size == 0:
        return 28
    if s.out[s.turn] or s.place[s.turn]:
        return 29  # R23
    if s.phase == COMMIT and s.commit[s.turn] >= 0:
        return 30  # R15
    if (s.phase == LATE) != (s.late == 1) or (s.late and not may_break_late(s)):
        return 33  # R30
    if s.successes and not goes_on_after_success(s):
        return 31  # R20
    return 0 if legal(s, w, s.turn) else 32  # R25: there is always a move


def sound_memory(s: State, w: Work, eyes: int) -> int:
    """The truth is one of the worlds that these eyes think possible."""
    stream = w.stream
    broken = 0
    for card in range(CARDS):
        spot = s.where[card]
        if spot >= DECK and (s.known[card] >> eyes) & 1 == 0:
            w.spot[0] = spot
            w.index[0] = 0
            while spot == PILE and s.pile[w.index[0]] != card:
                w.index[0] += 1
            if not fits(s, w, eyes, card, 0):
                broken = 41
    for seat in range(s.seats):
        if seat != eyes:
            n = s.unseen[seat]
            for i in range(n):
                w.spot[i] = seat
                w.index[i] = i
                w.held[i] = -1
                w.free[i] = i
            left = n
            for card in range(CARDS):
                if s.where[card] == seat and s.known[card] != ALL:
                    for i in range(n):
                        w.tried[i] = 0
                    if not find_place(s, w, eyes, card, n, left):
                        broken = 42
                    left -= 1
    w.stream = stream
    return broken
