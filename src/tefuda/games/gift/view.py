"""GIFT: what one seat, or a spectator, may know; and the worlds that fit it."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from tefuda.games import view
from tefuda.games.events import UNSEEN
from tefuda.games.gift.memory import discards_are_seen
from tefuda.games.gift.moves import CARD_OF
from tefuda.games.gift.options import Options
from tefuda.games.gift.rows import arrange
from tefuda.games.gift.state import (
    ALL,
    ASIDE,
    CARD_TEXTS,
    CARDS,
    DECK,
    DRAW,
    END,
    FOREVER,
    GIFT,
    KING,
    LATE,
    PILE,
    PROCESS,
    RANKS,
    ROW,
    SUIT_TEXTS,
    SUITS,
    WATCHER,
    State,
)

Suit = Literal["s", "h", "d", "c"]


class Row(TypedDict):
    direction: int  # 1, -1, or 0 on a bare Ace
    size: int  # process cards
    king: bool  # whether its K is there
    gift: int  # the Gift's place from 1, 0 if it is not there


class Memory(TypedDict):
    """The times of memory.py, and what these eyes alone have seen of cards that they have lost sight of."""

    clock: int
    turned: int
    broke: int
    came: list[list[list[int]]]
    since: dict[str, int]
    until: dict[str, int]
    seen: list[str]
    stocked: list[str]
    gave: list[str]
    pile: list[list[int]]
    order: list[str]
    order_by: list[int]


class View(view.View):
    """Only what is named here is in it. The state says who sees what; the rest is made below."""

    options: Options
    round: int
    phase: Literal["chance", "action", "commit", "late", "over"]  # late: the dealer may still break
    dealer: int
    to_act: list[int]
    hand: list[str] | None
    hand_sizes: list[int]
    rows: Annotated[dict[str, Row], Suit]
    commitments: list[Suit | None]
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
    reason: Literal["", "success", "together", "failed", "stall", "nobody", "places"]  # how the match ended
    scores: list[int]
    open: dict[str, int]  # cards that everybody knows to be in this seat's hand
    known: dict[str, int]  # cards that only some know to be there, of other hands
    memory: Memory  # what can be told about the other hidden cards; see page.en.md
    passing = ("turn", "drawing", "drawer", "draws", "asked")
    turn: int | None
    drawing: bool  # whether a card is drawn now
    drawer: int | None  # who draws before the turn goes on
    draws: int  # at most so many cards
    asked: str | None  # the card that the last Offer asked for


def seen_round(s: State) -> int:
    return 1


def seen_to_act(s: State) -> list[int]:
    return [] if s.phase == END else [s.turn]


def seen_rows(s: State) -> dict[str, Row]:
    gift_suit = s.gift_for // RANKS  # -1 if it is in no row
    return {
        text: {
            "direction": s.way[suit],
            "size": s.size[suit],
            "king": s.where[suit * RANKS + KING] == ROW,
            "gift": position_of(s, s.gift_for) if suit == gift_suit else 0,
        }
        for suit, text in enumerate(SUIT_TEXTS)
    }


def seen_discards(s: State, seat: int | None) -> list[str]:
    eyes = WATCHER if seat is None else seat
    return [_shown(s, card, eyes) for card in s.pile[: s.pile_size]]


def seen_risk(s: State, seat: int | None) -> str | None:
    """The dealer knows it, at the end everybody; before it is put aside there is none."""
    eyes = WATCHER if seat is None else seat
    risk = s.where.index(ASIDE) if ASIDE in s.where else -1
    return CARD_TEXTS[risk] if risk >= 0 and s.known[risk] >> eyes & 1 else None


def seen_finished(s: State) -> list[int]:
    return sorted((p for p in range(s.seats) if s.place[p]), key=lambda p: s.place[p])


def seen_open(s: State) -> dict[str, int]:
    found = [(card, p) for p in range(s.seats) for card in s.hand[p][: s.hand_size[p]] if s.known[card] == ALL]
    return {CARD_TEXTS[card]: p for card, p in sorted(found)}


def seen_known(s: State, seat: int | None) -> dict[str, int]:
    eyes = WATCHER if seat is None else seat
    found = [
        (card, p)
        for p in range(s.seats)
        if p != eyes
        for card in s.hand[p][: s.hand_size[p]]
        if s.known[card] >> eyes & 1 and s.known[card] != ALL
    ]
    return {CARD_TEXTS[card]: p for card, p in sorted(found)}


def seen_drawing(s: State) -> bool:
    return s.phase == DRAW


def position_of(s: State, card: int) -> int:
    """The place of a process card in its row, from 1."""
    rank = card % RANKS
    return rank + 1 if s.way[card // RANKS] > 0 else PROCESS - rank


def _shown(s: State, card: int, eyes: int) -> str:
    return CARD_TEXTS[card] if s.known[card] >> eyes & 1 else UNSEEN


def seen_memory(s: State, seat: int | None) -> Memory:
    eyes = WATCHER if seat is None else seat
    hidden = [card for card, known in enumerate(s.known) if known != ALL]
    lost = [card for card in hidden if not s.known[card] >> eyes & 1]
    order = s.deck[: s.deck_size] if s.ordered else []
    unseen_pile = 0 if discards_are_seen(s) else s.pile_size
    return {
        "clock": s.clock,
        "turned": s.turned,
        "broke": s.broke,
        "came": [[[s.low[p][k], s.high[p][k]] for k in range(s.unseen[p])] for p in range(s.seats)],
        "since": {CARD_TEXTS[card]: s.since[card] for card in hidden if s.since[card]} if any(s.since) else {},
        "until": _until(s, hidden) if min(s.until) < FOREVER else {},
        "seen": [CARD_TEXTS[card] for card in lost if s.seen[card] >> eyes & 1],
        "stocked": [CARD_TEXTS[card] for card in lost if s.stocked[card] >> eyes & 1] if any(s.stocked) else [],
        "gave": [SUIT_TEXTS[suit] + "K" for suit in range(SUITS) if s.gave[suit] == eyes],
        "pile": [[s.pile_low[k], s.pile_high[k], s.pile_time[k]] for k in range(unseen_pile)],
        "order": [_shown(s, card, eyes) for card in reversed(order)],
        "order_by": s.deck_by[: len(order)][::-1],
    }


def _until(s: State, cards: list[int]) -> dict[str, int]:
    return {CARD_TEXTS[card]: s.until[card] for card in cards if s.until[card] < FOREVER}


def hide(s: State, view: View) -> None:
    """Everything hidden gets some place in a fixed order; `redeal` deals it anew."""
    s.late = int(s.phase == LATE)
    s.turn = view.to_act[0] if view.to_act else -1
    s.drawer = -1
    s.asked = -1
    s.successes = len(view.finished)
    for place, seat in enumerate(view.finished, 1):
        s.place[seat] = place
    _remember(s, view)
    _lay_out(s, view)
    _hide(s, view)


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
    for k, (low, high, time) in enumerate(memory["pile"]):
        s.pile_low[k], s.pile_high[k], s.pile_time[k] = low, high, time
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
    """The other cards go to the Risk, the discards (never the Gift), the other hands and the deck, in card order."""
    order = view.memory["order"][::-1]
    s.ordered = int(bool(order))
    taken = {CARD_OF[text] for text in (*view.discards, *order) if text != UNSEEN}
    pool = [card for card in range(CARDS) if s.where[card] == DECK and card not in taken]
    if view.risk is None:
        risk = next(card for card in pool if card % RANKS < PROCESS and card != GIFT and card not in _seen(s, view))
        pool.remove(risk)
        _show(s, risk, ASIDE, 1 << s.dealer)
    for i, text in enumerate(view.discards):
        known = ALL if discards_are_seen(s) else 1 << s.pile_by[i]
        s.pile[i] = CARD_OF[text] if text != UNSEEN else _discardable(pool)
        _show(s, s.pile[i], PILE, known)
    for seat in range(s.seats):
        for _ in range(s.hand_size[seat] - s.where.count(seat)):
            _show(s, pool.pop(0), seat, 1 << seat)
    s.deck_by[: len(order)] = view.memory["order_by"][::-1]
    for i, text in enumerate(order):
        s.deck[i] = CARD_OF[text] if text != UNSEEN else pool.pop(0)
        _show(s, s.deck[i], DECK, ALL if discards_are_seen(s) else 1 << s.deck_by[i])
    if not order:
        s.deck[: s.deck_size] = pool
    arrange(s)


def _seen(s: State, view: View) -> set[int]:
    return {CARD_OF[text] for text in view.memory["seen"]}


def _discardable(pool: list[int]) -> int:
    card = next(card for card in pool if card != GIFT)
    pool.remove(card)
    return card
