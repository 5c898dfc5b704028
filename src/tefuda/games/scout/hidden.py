"""SCOUT: what a seat cannot know, dealt anew. Kernel Python."""

from __future__ import annotations

from tefuda.games.scout.rules import can_play, face, turned, twelve_is_shown
from tefuda.games.scout.state import (
    CARD,
    CHOOSE,
    DOUBLE,
    KNOWN,
    OINK,
    PLACED,
    SEEN,
    TURN,
    TWELVE,
    State,
    Work,
)  # fmt: skip
from tefuda.kernel import draw, shuffle


def redeal(s: State, w: Work, seat: int) -> bool:
    """Deals anew what the seat cannot know. Tries until the world is one that play could have led to."""
    if s.phase == CHOOSE:
        redeal_choices(s, w, seat)
    for _ in range(1000000):
        redeal_cards(s, w, seat)
        if possible(s, w, seat):
            return True
    return False


def redeal_choices(s: State, w: Work, seat: int) -> None:
    """A17: who else has already kept or turned the hand is hidden; somebody has not."""
    someone = False
    while not someone:
        for other in range(s.seats):
            if other != seat:
                s.chosen[other] = draw(w, 2)
            if not s.chosen[other]:
                someone = True


def hidden_out(card: int, seat: int) -> bool:
    """Whether the seat does not know that this card was in round 1."""
    return not card & KNOWN and (seat < 0 or not card & (SEEN << seat))


def redeal_cards(s: State, w: Work, seat: int) -> None:
    size = 0
    for other in range(s.seats):
        if other != seat:
            for i in range(s.hand_size[other]):
                if not s.hands[other][i] & KNOWN:
                    w.pool[size] = s.hands[other][i]
                    size += 1
    in_hands = size
    for i in range(s.aside_size):
        if not known_aside(s, s.aside[i]):
            w.pool[size] = s.aside[i]
            size += 1
    for i in range(s.out_size):
        if hidden_out(s.out[i], seat):
            w.pool[size] = s.out[i]
            size += 1
    shuffle(w, size)
    if s.edition == OINK and twelve_is_shown(s) and s.round == 2:
        for i in range(in_hands, size):
            if face(w.pool[i]) == TWELVE:  # A15: it was set aside in round 1, so it is in a hand now
                j = draw(w, in_hands)
                card = w.pool[i]
                w.pool[i] = w.pool[j]
                w.pool[j] = card
    size = 0
    for other in range(s.seats):
        if other != seat:
            for i in range(s.hand_size[other]):
                if not s.hands[other][i] & KNOWN:
                    s.hands[other][i] = either_way(w, w.pool[size] & CARD)
                    size += 1
            shuffle_places(s, w, other)
    for i in range(s.aside_size):
        if not known_aside(s, s.aside[i]):
            s.aside[i] = face(w.pool[size])
            size += 1
    for i in range(s.out_size):
        if hidden_out(s.out[i], seat):
            s.out[i] = face(w.pool[size]) | (s.out[i] - (s.out[i] & CARD))
            size += 1


def known_aside(s: State, card: int) -> bool:
    """A15: everybody knows that the 1/2 is set aside when its holder would begin, and nobody was dealt it."""
    return twelve_is_shown(s) and face(card) == TWELVE


def either_way(w: Work, card: int) -> int:
    return turned(card) if draw(w, 2) else card


def shuffle_places(s: State, w: Work, seat: int) -> None:
    """Nobody else knows where in a hand its cards are, but for those that are PLACED."""
    size = 0
    for i in range(s.hand_size[seat]):
        card = s.hands[seat][i]
        if not card & PLACED:
            w.trial[size] = either_way(w, card) if card & KNOWN else card
            size += 1
    for i in range(s.hand_size[seat]):
        if not s.hands[seat][i] & PLACED:
            j = draw(w, size)
            s.hands[seat][i] = w.trial[j]
            size -= 1
            w.trial[j] = w.trial[size]


def possible(s: State, w: Work, seat: int) -> bool:
    """R20, R30: a seat that must play, or could not scout, can play; otherwise the round would be over."""
    if s.turn == seat:
        return True
    if s.phase == DOUBLE or (s.phase == TURN and s.edition == OINK and s.chips[s.turn] == 0):
        return can_play(s, w, s.turn)
    return True
