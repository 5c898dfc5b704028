"""GIFT: what one seat, or a spectator, may know; and the worlds that fit it."""

from __future__ import annotations

from typing import Any, NamedTuple

from tefuda.games.face import UNSEEN, WithOptions
from tefuda.games.gift.moves import CARD_OF, CARD_TEXTS, SUIT_TEXTS
from tefuda.games.gift.options import OPTIONS
from tefuda.games.gift.rows import arrange
from tefuda.games.gift.rules import score
from tefuda.games.gift.state import (
    ACTION,
    ALL,
    ASIDE,
    CARDS,
    COMMIT,
    DECK,
    END,
    FOREVER,
    GIFT,
    KING,
    LATE,
    PILE,
    PROCESS,
    RANKS,
    ROW,
    SUITS,
    WATCHER,
    State,
)
from tefuda.games.option import Value, put_values, values_in

PHASES = {ACTION: "action", COMMIT: "commit", LATE: "late", END: "over"}
FINAL_DISCARDS = OPTIONS[1].choices
REASONS = ("", "success", "together", "failed", "stall", "nobody", "places")


class Seen(NamedTuple):
    """Built field by field from a state: what is not named here is not in it."""

    game: str
    options: dict[str, Value]
    seats: int
    seat: int | None  # whose eyes; None for a spectator
    round: int
    phase: str  # action, commit, late (the dealer may still break) or over
    dealer: int
    to_act: list[int]
    hand: list[str] | None
    hand_sizes: list[int]
    rows: dict[
        str, dict[str, Any]
    ]  # of each suit: direction 1, -1 or 0, size, whether its K is there, the Gift's place
    commitments: list[str | None]
    holds: list[bool]  # still unused
    offers: list[bool]
    breaks: bool
    deck: int  # its size
    discards: list[str]  # oldest first
    discarders: list[int]  # who put them there
    risk: str | None
    final: bool  # no deck any more
    out: list[bool]
    finished: list[int]  # in the order of Success
    given: list[int]  # how many Ks each seat laid down at the Break
    stall: int  # turns in a row without a card placed
    turns: int
    reason: str  # how the match ended
    scores: list[int]
    open: dict[str, int]  # cards that everybody knows to be in this seat's hand
    known: dict[str, int]  # cards that only some know to be there, of other hands
    memory: dict[str, Any]  # what can be told about the other hidden cards; see docs/games/gift.md


class View(WithOptions, Seen):
    """The same with the options by their names."""

    __slots__ = ()


def view_of(s: State, seat: int | None) -> View:
    eyes = WATCHER if seat is None else seat
    seats = range(s.seats)
    where = s.where
    risk = where.index(ASIDE)
    gift_suit = s.gift_for // RANKS  # -1 if it is in no row
    return View(
        game="gift",
        options=values_in(s, OPTIONS),
        seats=s.seats,
        seat=seat,
        round=1,
        phase=PHASES[s.phase],
        dealer=s.dealer,
        to_act=[] if s.phase == END else [s.turn],
        hand=None if seat is None else [CARD_TEXTS[card] for card in range(CARDS) if where[card] == seat],
        hand_sizes=s.hand_size[: s.seats],
        rows={
            SUIT_TEXTS[suit]: {
                "direction": s.way[suit],
                "size": s.size[suit],
                "king": where[suit * RANKS + KING] == ROW,
                "gift": position_of(s, s.gift_for) if suit == gift_suit else 0,
            }
            for suit in range(SUITS)
        },
        commitments=[None if s.commit[p] < 0 else SUIT_TEXTS[s.commit[p]] for p in seats],
        holds=[bool(s.hold[p]) for p in seats],
        offers=[bool(s.offer[p]) for p in seats],
        breaks=bool(s.unbroken),
        deck=s.deck_size,
        discards=[_shown(s, card, eyes) for card in s.pile[: s.pile_size]],
        discarders=s.pile_by[: s.pile_size],
        risk=CARD_TEXTS[risk] if s.known[risk] >> eyes & 1 else None,
        final=bool(s.final),
        out=[bool(s.out[p]) for p in seats],
        finished=sorted((p for p in seats if s.place[p]), key=lambda p: s.place[p]),
        given=s.given[: s.seats],
        stall=s.stall,
        turns=s.turns,
        reason=REASONS[s.reason],
        scores=[score(s, p) for p in seats],
        open={CARD_TEXTS[card]: where[card] for card in range(CARDS) if where[card] < DECK and s.known[card] == ALL},
        known={
            CARD_TEXTS[card]: where[card]
            for card in range(CARDS)
            if where[card] < DECK and where[card] != eyes and s.known[card] != ALL and s.known[card] >> eyes & 1
        },
        memory=_memory(s, eyes),
    )


def position_of(s: State, card: int) -> int:
    """The place of a process card in its row, from 1."""
    rank = card % RANKS
    return rank + 1 if s.way[card // RANKS] > 0 else PROCESS - rank


def _shown(s: State, card: int, eyes: int) -> str:
    return CARD_TEXTS[card] if s.known[card] >> eyes & 1 else UNSEEN


def _memory(s: State, eyes: int) -> dict[str, Any]:
    """The times of memory.py, and what these eyes alone have seen of cards that they have lost sight of."""
    hidden = [card for card in range(CARDS) if s.known[card] != ALL]
    lost = [card for card in hidden if not s.known[card] >> eyes & 1]
    order = s.deck[: s.deck_size] if s.ordered else []
    unseen_pile = 0 if s.discard_face_up else s.pile_size
    return {
        "clock": s.clock,
        "turned": s.turned,
        "broke": s.broke,
        "came": [[[s.low[p][k], s.high[p][k]] for k in range(s.unseen[p])] for p in range(s.seats)],
        "since": {CARD_TEXTS[card]: s.since[card] for card in hidden if s.since[card]},
        "until": {CARD_TEXTS[card]: s.until[card] for card in hidden if s.until[card] < FOREVER},
        "seen": [CARD_TEXTS[card] for card in lost if s.seen[card] >> eyes & 1],
        "stocked": [CARD_TEXTS[card] for card in lost if s.stocked[card] >> eyes & 1],
        "gave": [SUIT_TEXTS[suit] + "K" for suit in range(SUITS) if s.gave[suit] == eyes],
        "pile": [[s.pile_low[k], s.pile_high[k], s.pile_time[k]] for k in range(unseen_pile)],
        "order": [_shown(s, card, eyes) for card in reversed(order)],
        "order_by": s.deck_by[: len(order)][::-1],
    }


def world_of(view: View) -> State:
    """A state that shows this view, with everything hidden in some fixed order; `redeal` deals that anew."""
    s = State()
    s.seats = view.seats
    put_values(s, OPTIONS, view.options)
    s.phase = next(phase for phase, name in PHASES.items() if name == view.phase)
    s.late = int(s.phase == LATE)
    s.dealer = view.dealer
    s.turn = view.to_act[0] if view.to_act else -1
    s.drawer = -1
    s.asked = -1
    s.final = int(view.final)
    s.successes = len(view.finished)
    s.reason = REASONS.index(view.reason)
    s.unbroken = int(view.breaks)
    s.deck_size = view.deck
    s.stall = view.stall
    s.turns = view.turns
    s.hold[: s.seats] = map(int, view.holds)
    s.offer[: s.seats] = map(int, view.offers)
    s.out[: s.seats] = map(int, view.out)
    s.given[: s.seats] = view.given
    s.hand_size[: s.seats] = view.hand_sizes
    for seat in range(s.seats):
        suit = view.commitments[seat]
        s.commit[seat] = -1 if suit is None else SUIT_TEXTS.index(suit)
        s.place[seat] = view.finished.index(seat) + 1 if seat in view.finished else 0
    _remember(s, view)
    _lay_out(s, view)
    _hide(s, view)
    return s


def _remember(s: State, view: View) -> None:
    eyes = WATCHER if view.seat is None else view.seat
    memory = view.memory
    s.clock, s.turned, s.broke = memory["clock"], memory["turned"], memory["broke"]
    for card, text in enumerate(CARD_TEXTS):
        s.since[card] = memory["since"].get(text, 0)
        s.until[card] = memory["until"].get(text, FOREVER)
        s.seen[card] = 1 << eyes if text in memory["seen"] else 0
        s.stocked[card] = 1 << eyes if text in memory["stocked"] else 0
    for seat, times in enumerate(memory["came"]):
        s.unseen[seat] = len(times)
        for k, (low, high) in enumerate(times):
            s.low[seat][k], s.high[seat][k] = low, high
            s.blurred[seat] |= low != high
    for k, times in enumerate(memory["pile"]):
        s.pile_low[k], s.pile_high[k], s.pile_time[k] = times
    for suit in range(SUITS):
        s.gave[suit] = eyes if SUIT_TEXTS[suit] + "K" in memory["gave"] else -1


def _lay_out(s: State, view: View) -> None:
    """The cards that the view shows; DECK stands for all others."""
    eyes = WATCHER if view.seat is None else view.seat
    s.where[:] = [DECK] * CARDS
    s.gift_for = -1
    for suit, text in enumerate(SUIT_TEXTS):
        row = view.rows[text]
        s.way[suit], s.size[suit] = row["direction"], row["size"]
        for position in range(1, row["size"] + 1):
            card = suit * RANKS + (position - 1 if row["direction"] > 0 else PROCESS - position)
            if position == row["gift"]:
                s.gift_for = card
                card = GIFT
            _show(s, card, ROW, ALL)
        if row["king"]:
            _show(s, suit * RANKS + KING, ROW, ALL)
    for text in view.hand or ():
        _show(s, CARD_OF[text], eyes, 1 << eyes)
    for text, seat in view.open.items():
        _show(s, CARD_OF[text], seat, ALL)
    for text, seat in view.known.items():
        _show(s, CARD_OF[text], seat, 1 << seat | 1 << eyes)
    if view.risk is not None:
        _show(s, CARD_OF[view.risk], ASIDE, ALL if view.phase == "over" else 1 << eyes)


def _show(s: State, card: int, place: int, to: int) -> None:
    s.where[card] = place
    s.known[card] = to
    s.seen[card] |= to


def _hide(s: State, view: View) -> None:
    """What is left goes to the Risk, the discards (never the Gift), the other hands and the deck, in card order."""
    order = view.memory["order"][::-1]
    s.ordered = int(bool(order))
    taken = {CARD_OF[text] for text in (*view.discards, *order) if text != UNSEEN}
    pool = [card for card in range(CARDS) if s.where[card] == DECK and card not in taken]
    if view.risk is None:
        risk = next(card for card in pool if card % RANKS < PROCESS and card != GIFT and card not in _seen(s, view))
        pool.remove(risk)
        _show(s, risk, ASIDE, 1 << s.dealer)
    s.pile_size = len(view.discards)
    s.pile_by[: s.pile_size] = view.discarders
    for i, text in enumerate(view.discards):
        known = ALL if s.discard_face_up else 1 << s.pile_by[i]
        s.pile[i] = CARD_OF[text] if text != UNSEEN else _discardable(pool)
        _show(s, s.pile[i], PILE, known)
    for seat in range(s.seats):
        for _ in range(s.hand_size[seat] - s.where.count(seat)):
            _show(s, pool.pop(0), seat, 1 << seat)
    s.deck_by[: len(order)] = view.memory["order_by"][::-1]
    for i, text in enumerate(order):
        s.deck[i] = CARD_OF[text] if text != UNSEEN else pool.pop(0)
        _show(s, s.deck[i], DECK, ALL if s.discard_face_up else 1 << s.deck_by[i])
    if not order:
        s.deck[: s.deck_size] = pool
    arrange(s)


def _seen(s: State, view: View) -> set[int]:
    return {CARD_OF[text] for text in view.memory["seen"]}


def _discardable(pool: list[int]) -> int:
    card = next(card for card in pool if card != GIFT)
    pool.remove(card)
    return card
