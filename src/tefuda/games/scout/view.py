"""SCOUT: what one seat, or a spectator, may know; and the worlds that fit it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tefuda.games.face import WithOptions
from tefuda.games.option import Value, put_values, values_in
from tefuda.games.scout import rules
from tefuda.games.scout.options import OPTIONS
from tefuda.games.scout.state import (
    CARD,
    CHOOSE,
    DOUBLE,
    END,
    HOLDER12,
    KNOWN,
    OINK,
    PLACED,
    SEEN,
    SHORT,
    TURN,
    TWELVE,
    State,
    Work,
)  # fmt: skip

FACES = [rules.face(card) for card in range(CARD + 1)]

Pair = list[int]  # a card: [up, down] where its way up is known, else [low, high]

PHASES = {CHOOSE: "choose", TURN: "turn", DOUBLE: "double", END: "over"}
EDITIONS = OPTIONS[0].choices
ENDINGS = ("", "hand", "scouts", "cap")


class Seen(NamedTuple):
    """Built field by field from a state: what is not named here is not in it."""

    game: str
    options: dict[str, Value]
    seats: int
    seat: int | None  # whose eyes; None for a spectator
    round: int  # from 1
    phase: str  # choose, turn, double (a play must follow) or over
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
    placed: list[list[list[int]]]  # ... and where, as [place, up, down], with insert_visible
    gone: list[Pair]  # cards that lay on the table in this round and left it for good
    aside: int  # oink: cards set aside for round 2
    out: list[Pair]  # oink, round 2: cards that everybody saw in round 1
    out_own: list[Pair]  # ... and those that only this seat saw, left in its hand
    out_size: int  # ... and how many cards of round 1 there are
    ending: str  # how the last completed round ended: hand, scouts or cap


class View(WithOptions, Seen):
    """The same with the options by their names."""

    __slots__ = ()


def pair(card: int) -> Pair:
    return [card & 15, card >> 4 & 15]


def face_pair(card: int) -> Pair:
    return pair(FACES[card & CARD])


def view_of(s: State, seat: int | None) -> View:
    sizes = s.hand_size[: s.seats]
    hands = [s.hands[p][: sizes[p]] for p in range(s.seats)]
    table = s.table[: s.table_size]
    out = s.out[: s.out_size]
    mine = 0 if seat is None or not out else SEEN << seat
    return View(
        game="scout",
        options=values_in(s, OPTIONS),
        seats=s.seats,
        seat=seat,
        round=s.round,
        phase=PHASES[s.phase],
        start=s.start,
        to_act=_to_act(s, seat),
        hand=None if seat is None else [pair(card) for card in hands[seat]],
        hand_sizes=sizes,
        table=[pair(card) for card in table],
        owner=s.owner if table else None,
        scores=s.total[: s.seats],
        chips=s.chips[: s.seats],
        captured=s.captured[: s.seats],
        pile=len(_gone(s)) if s.edition == SHORT else 0,
        markers=[bool(marker) for marker in s.marker[: s.seats]],
        scouts=s.scouts,
        turns=s.turns,
        chosen=seat is not None and bool(s.chosen[seat]),
        known=[sorted(face_pair(card) for card in hand if card & KNOWN) for hand in hands],
        placed=[[[i + 1, *pair(card)] for i, card in enumerate(hand) if card & PLACED] for hand in hands],
        gone=_gone(s),
        aside=s.aside_size,
        out=sorted(face_pair(card) for card in out if card & KNOWN),
        out_own=sorted(face_pair(card) for card in out if card & mine),
        out_size=s.out_size,
        ending=ENDINGS[s.ending],
    )


def _to_act(s: State, seat: int | None) -> list[int]:
    """While hands are kept or flipped nobody sees who has already chosen (A17)."""
    if s.phase == CHOOSE:
        return [other for other in range(s.seats) if other != seat or not s.chosen[other]]
    return [] if s.phase == END else [s.turn]


@cache
def _deck(seats: int) -> list[int]:
    """The cards in play, lower number up."""
    s, w = State(), Work()
    s.seats = seats
    return [w.pool[2 * i] for i in range(rules.deck(s, w))]


def _gone(s: State) -> list[Pair]:
    """Every card that is nowhere else: it lay on the table and was taken."""
    left = {FACES[card & CARD] for p in range(s.seats) for card in s.hands[p][: s.hand_size[p]]}
    for cards in (s.table[: s.table_size], s.aside[: s.aside_size], s.out[: s.out_size]):
        left |= {FACES[card & CARD] for card in cards}
    return [pair(card) for card in _deck(s.seats) if card not in left]


def world_of(view: View) -> State:
    """A state that shows this view, with everything hidden in some fixed order; `redeal` shuffles that."""
    s = State()
    s.seats = view.seats
    put_values(s, OPTIONS, view.options)
    s.round = view.round
    s.phase = next(phase for phase, name in PHASES.items() if name == view.phase)
    s.start = view.start
    s.turn = view.to_act[0] if s.phase in (TURN, DOUBLE) else view.start
    s.owner = -1 if view.owner is None else view.owner
    s.scouts = view.scouts
    s.turns = view.turns
    s.ending = ENDINGS.index(view.ending)
    s.total[: s.seats] = view.scores
    s.chips[: s.seats] = view.chips
    s.captured[: s.seats] = view.captured
    s.marker[: s.seats] = [int(marker) for marker in view.markers]
    s.chosen[: s.seats] = [int(s.phase != CHOOSE or (p == view.seat and view.chosen)) for p in range(s.seats)]
    s.hand_size[: s.seats] = view.hand_sizes
    s.table_size = len(view.table)
    s.table[: s.table_size] = [_card(up, down) for up, down in view.table]
    _hide(s, view)
    return s


def _card(up: int, down: int) -> int:
    return up | down << 4


def _hide(s: State, view: View) -> None:
    """Fills the hands, and in oink the cards aside and out, from what the view knows and a pool of the rest."""
    own = {_card(*sorted(card)) for card in view.hand or []}
    known = [[_card(*card) for card in cards] for cards in view.known]
    placed = [{place - 1: _card(up, down) for place, up, down in cards} for cards in view.placed]
    seen = {_card(*card) for card in [*view.out, *view.out_own]}
    taken = own | seen | {_card(*sorted(card)) for card in view.table} | {_card(*card) for card in view.gone}
    taken |= {card for cards in known for card in cards}
    pool = [card for card in _deck(view.seats) if card not in taken]
    if s.edition == OINK and s.start_player == HOLDER12 and TWELVE in pool:
        # A15: in round 1 it is aside, so the hands are filled from the other end; in round 2 it is in a hand.
        pool.remove(TWELVE)
        pool.insert(0 if view.round == 1 else len(pool), TWELVE)
    for p in range(view.seats):
        if p == view.seat and view.hand is not None:
            flags = dict.fromkeys(known[p], KNOWN)
            hand = [_card(up, down) | flags.get(_card(*sorted((up, down))), 0) for up, down in view.hand]
            s.hands[p][: len(hand)] = [card | (PLACED if i in placed[p] else 0) for i, card in enumerate(hand)]
            continue
        faces = {rules.face(card) for card in placed[p].values()}
        loose = [card | KNOWN for card in known[p] if card not in faces]
        for i in range(view.hand_sizes[p]):
            if i in placed[p]:
                s.hands[p][i] = placed[p][i] | KNOWN | PLACED
            else:
                s.hands[p][i] = loose.pop() if loose else pool.pop()
    s.aside_size = view.aside
    s.aside[: s.aside_size] = [pool.pop() for _ in range(view.aside)]
    s.out_size = view.out_size
    me = view.seat or 0
    mine, theirs = SEEN << me, SEEN << (1 - me) % view.seats
    out = [_card(*card) | KNOWN for card in view.out] + [_card(*card) | mine for card in view.out_own]
    s.out[: s.out_size] = out + [pool.pop() | theirs for _ in range(view.out_size - len(out))]
