"""23: what a seat cannot know, dealt anew. Kernel Python."""

from __future__ import annotations

from tefuda.games.twentythree.rules import copies
from tefuda.games.twentythree.state import CARDS, DISCARD, DISCARDS, TOP, State, Work
from tefuda.kernel import draw, shuffle


def redeal(s: State, w: Work, seat: int) -> bool:
    """The cards that the seat has not seen go to the other hands, their discards and the box.

    Hands that are known to be low are dealt first, each from the cards low enough for it. Those sets are nested, so
    every possible world is equally likely.
    """
    if s.phase == DISCARD:
        redeal_progress(s, w, seat)
    size = shuffle_unseen(s, w, seat)
    for bound in range(1, TOP + 2):
        for other in range(s.seats):
            if other != seat and s.below[other] == bound:
                size = fill_hand(s, w, other, size)
    for other in range(s.seats):
        if other != seat:
            for i in range(s.discarded[other]):
                size -= 1
                s.discards[other][i] = w.pool[size]
    return size >= 0


def redeal_progress(s: State, w: Work, seat: int) -> None:
    """R6: how many cards another seat has already put away is hidden; somebody is not ready."""
    ready = True
    while ready:
        for other in range(s.seats):
            if other != seat:
                s.hand_size[other] += s.discarded[other]
                s.discarded[other] = draw(w, DISCARDS + 1)
                s.hand_size[other] -= s.discarded[other]
            if s.discarded[other] < DISCARDS:
                ready = False


def shuffle_unseen(s: State, w: Work, seat: int) -> int:
    """All cards but those that the seat holds or has seen, and the 1, in random order; gives their number."""
    for v in range(1, TOP + 1):
        w.count[v] = copies(v)
    for i in range(s.laid_size):
        w.count[s.laid[i]] -= 1
    if seat >= 0:
        for v in range(2, TOP + 1):
            w.count[v] -= s.hand[seat][v]
        for i in range(s.discarded[seat]):
            w.count[s.discards[seat][i]] -= 1
    size = 0
    for v in range(2, TOP + 1):
        for _ in range(w.count[v]):
            w.pool[size] = v
            size += 1
    shuffle(w, size)
    return size


def fill_hand(s: State, w: Work, seat: int, size: int) -> int:
    """Takes the hand from the pool; gives the number of cards left in it."""
    for v in range(2, TOP + 1):
        s.hand[seat][v] = 0
    wanted = s.hand_size[seat] - s.hand[seat][1]
    kept = 0
    for i in range(size):
        card = w.pool[i]
        if wanted > 0 and card < s.below[seat]:
            s.hand[seat][card] += 1
            wanted -= 1
        else:
            w.pool[kept] = card
            kept += 1
    if s.below[seat] <= TOP:
        shuffle(w, kept)  # the low cards that are left stand late otherwise
    return -CARDS if wanted > 0 else kept
