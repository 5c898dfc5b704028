"""SCOUT: what one seat, or a spectator, may know; and the worlds that fit it."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Literal

from tefuda.games import view
from tefuda.games.events import UNSEEN
from tefuda.games.scout import rules
from tefuda.games.scout.options import Options
from tefuda.games.scout.state import (
    CARD,
    CHOOSE,
    DOUBLE,
    END,
    KNOWN,
    OINK,
    PLACED,
    SEEN,
    SHORT,
    TURN,
    TWELVE,
    State,
    Work,
    card_of,
    pair,
)  # fmt: skip

FACES = [rules.face(card) for card in range(CARD + 1)]
ORDER = [16 * (card & 15) + (card >> 4) for card in FACES]  # of a card, whichever way up: by its lower number

Pair = Annotated[list[int], "up", "down"]  # a card; where its way up is not known, the lower number comes first


class View(view.View):
    """Only what is named here is in it. The state says who sees what; the rest is made below."""

    options: Options
    round: int  # from 1
    phase: Literal["deal", "start", "choose", "turn", "double", "over"]  # double: a play must follow
    start: int  # the seat that began or begins this round
    to_act: list[int]  # the seats that, for all this seat knows, may act now
    hand: list[Pair] | None
    hand_sizes: list[int]
    table: list[Pair]
    owner: int | None  # of the table set
    scores: list[int]  # of the completed rounds
    chips: list[int]
    captured: list[int]  # how many score cards each seat has
    pile: int  # cards in the common pile of the short game
    markers: list[bool]
    scouts: int  # in a row since the last play
    turns: int  # completed in this round
    chosen: bool  # whether this seat has kept or flipped its hand
    known: list[list[Pair]]  # for each seat, cards that the whole table knows to be in its hand
    placed: list[list[Annotated[list[int], "place", "up", "down"]]]  # ... and where (A8)
    gone: list[Pair]  # cards that lay on the table in this round and left it for good
    aside: int  # oink: cards set aside for round 2
    out: list[Pair]  # oink, round 2: cards that everybody saw in round 1
    out_own: list[Pair]  # ... and those that only this seat saw, left in its hand
    out_size: int  # ... and how many cards of round 1 there are
    ending: Literal["", "hand", "scouts", "cap"]  # how the last completed round ended


def seen_to_act(s: State, seat: int | None) -> list[int]:
    """While hands are kept or flipped nobody sees who has already chosen (A17)."""
    if s.phase == CHOOSE:
        return [other for other in range(s.seats) if other != seat or not s.chosen[other]]
    return [] if s.phase == END else [s.turn]


def seen_known(s: State) -> list[list[Pair]]:
    hands = [hand[:size] for hand, size in zip(s.hands[: s.seats], s.hand_size, strict=False)]
    return [_in_order(hand, KNOWN) if hand and max(hand) > CARD else [] for hand in hands]


def _in_order(cards: list[int], flag: int) -> list[Pair]:
    """Those of the cards that have this flag, lower number first."""
    return [[order >> 4, order & 15] for order in sorted([ORDER[card & CARD] for card in cards if card & flag])]


def seen_placed(s: State) -> list[list[list[int]]]:
    hands = [hand[:size] for hand, size in zip(s.hands[: s.seats], s.hand_size, strict=False)]
    return [
        [[i, *pair(card)] for i, card in enumerate(hand, 1) if card & PLACED] if hand and max(hand) >= PLACED else []
        for hand in hands
    ]


def seen_out(s: State) -> list[Pair]:
    return _in_order(s.out[: s.out_size], KNOWN) if s.out_size else []


def seen_out_own(s: State, seat: int | None) -> list[Pair]:
    return _in_order(s.out[: s.out_size], SEEN << seat) if seat is not None and s.out_size else []


def seen_gone(s: State) -> list[Pair]:
    """Every card that is nowhere else: it lay on the table and was taken."""
    if sum(s.hand_size) + s.table_size + s.aside_size + s.out_size == len(_deck(s.seats)):
        return []
    left = [card for p in range(s.seats) for card in s.hands[p][: s.hand_size[p]]]
    left += s.table[: s.table_size] + s.aside[: s.aside_size] + s.out[: s.out_size]
    there = {FACES[card & CARD] for card in left}
    return [pair(card) for card in _deck(s.seats) if card not in there]


def seen_pile(s: State) -> int:
    return len(seen_gone(s)) if s.edition == SHORT else 0


@cache
def _deck(seats: int) -> list[int]:
    """The cards in play, lower number up."""
    s, w = State(), Work()
    s.seats = seats
    return [w.pool[2 * i] for i in range(rules.deck(s, w))]


def hide(s: State, view: View) -> None:
    """Fills the hands, and in oink the cards aside and out, from what the view knows and a pool of the rest."""
    s.turn = view.to_act[0] if s.phase in (TURN, DOUBLE) else view.start
    s.chosen[: s.seats] = [int(s.phase != CHOOSE or (p == view.seat and view.chosen)) for p in range(s.seats)]
    own = {card_of(sorted(card)) for card in view.hand or []}
    known = [[card_of(card) for card in cards] for cards in view.known]
    placed = [{place - 1: card_of([up, down]) for place, up, down in cards} for cards in view.placed]
    seen = {card_of(card) for card in [*view.out, *view.out_own]}
    taken = own | seen | {card_of(sorted(card)) for card in view.table} | {card_of(card) for card in view.gone}
    taken |= {card for cards in known for card in cards}
    pool = [card for card in _deck(view.seats) if card not in taken]
    if s.edition == OINK and rules.twelve_is_shown(s) and TWELVE in pool:
        # A15: in round 1 it is aside, so the hands are filled from the other end; in round 2 it is in a hand.
        pool.remove(TWELVE)
        pool.insert(0 if view.round == 1 else len(pool), TWELVE)
    for p in range(view.seats):
        if p == view.seat and view.hand is not None:
            flags = dict.fromkeys(known[p], KNOWN)
            hand = [card_of([up, down]) | flags.get(card_of(sorted((up, down))), 0) for up, down in view.hand]
            s.hands[p][: len(hand)] = [card | (PLACED if i in placed[p] else 0) for i, card in enumerate(hand)]
            continue
        faces = {rules.face(card) for card in placed[p].values()}
        loose = [card | KNOWN for card in known[p] if card not in faces]
        for i in range(view.hand_sizes[p]):
            if i in placed[p]:
                s.hands[p][i] = placed[p][i] | KNOWN | PLACED
            else:
                s.hands[p][i] = loose.pop() if loose else pool.pop()
    s.aside[: s.aside_size] = [pool.pop() for _ in range(view.aside)]
    me = view.seat or 0
    mine, theirs = SEEN << me, SEEN << (1 - me) % view.seats
    out = [card_of(card) | KNOWN for card in view.out] + [card_of(card) | mine for card in view.out_own]
    s.out[: s.out_size] = out + [pool.pop() | theirs for _ in range(view.out_size - len(out))]


def holding(view: View, seat: int, seen: str) -> View | None:
    """The view of a reader who knows more: that another seat has the cards of this play, and where.

    None if it is no play that a record shows so, or they can be nowhere.
    """
    told = re.fullmatch(r"play (\?|\d+)\+\d+ = (.+)", seen)
    if told is None:
        return None
    cards = [[int(number) for number in card.split("/")] for card in told[2].split(" ")]
    there = {place: card for place, *card in view.placed[seat]}
    last = view.hand_sizes[seat] - len(cards) + 1
    for first in range(1, last + 1) if told[1] == UNSEEN else [int(told[1])]:
        wanted = dict(enumerate(cards, first))
        if all(there.get(place, card) == card for place, card in wanted.items()):
            placed, known = list(view.placed), list(view.known)
            placed[seat] = [[place, *card] for place, card in sorted((there | wanted).items())]
            known[seat] = known[seat] + [sorted(card) for card in cards if sorted(card) not in known[seat]]
            return view._replace(placed=placed, known=known)
    return None
