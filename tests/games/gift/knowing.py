"""What readers remember, written down a second time: sets of readers and lists of times, card by card.

A time is a tick of the clock: whenever everybody learns that cards are in no hand. An unknown card of a hand came there
in a span of ticks; a card came into a hand, if at all, in another. Where these meet, the one may be the other.
"""

from __future__ import annotations

from typing import Any

from tefuda.games.gift.moves import CARD_TEXTS, SUIT_TEXTS
from tefuda.games.gift.state import ASIDE, CARDS, CREATE, END, State

Span = tuple[int, int]
EVER = 32767
KINGS = [f"{suit}K" for suit in SUIT_TEXTS]


def place_of(s: State, card: str) -> int:
    return s.where[CARD_TEXTS.index(card)]


def around(spans: list[Span]) -> Span:
    return min((low for low, _ in spans), default=EVER), max((high for _, high in spans), default=0)


class Knowing:
    """Told of everything that happens, it says what a view should show."""

    def __init__(self, seats: int, face_up: bool, shuffled: bool) -> None:
        self.seats, self.face_up, self.shuffled = seats, face_up, shuffled
        self.all = {None, *range(seats)}
        self.clock, self.turned, self.broke = 1, 0, 0
        self.since = dict.fromkeys(CARD_TEXTS, 0)
        self.until = dict.fromkeys(CARD_TEXTS, EVER)
        self.known: dict[str, set[int | None]] = {card: set() for card in CARD_TEXTS}  # who knows where it is
        self.seen: dict[str, set[int | None]] = {card: set() for card in CARD_TEXTS}  # who has ever seen it
        self.stocked: dict[str, set[int | None]] = {card: set() for card in CARD_TEXTS}
        self.hands: list[list[Span]] = [[] for _ in range(seats)]  # of the cards that not everybody knows
        self.pile: list[tuple[str, int, Span, int]] = []  # the card, who discarded it, its span, and when
        self.order: list[tuple[str, int]] = []  # a deck that is not shuffled, the top one first
        self.gave: dict[str, int] = {}  # who gave which K at the Break, and has not seen it since

    # ---- what happens to a card

    def is_open(self, card: str) -> bool:
        return self.known[card] == self.all

    def show(self, card: str, to: set[int | None]) -> None:
        self.known[card] |= to
        self.seen[card] |= to
        if card in self.gave and self.gave[card] in self.known[card]:
            del self.gave[card]

    def may_be(self, card: str, span: Span, gift_for: str) -> bool:
        low, high = span
        if card == gift_for or self.since[card] > high or self.until[card] < low:
            return False
        if not self.broke:
            return True
        return high >= self.broke if card in KINGS else span != (self.broke, self.broke)

    def comes(self, seat: int, card: str, time: int) -> None:
        self.show(card, {seat})
        if not self.is_open(card):
            self.hands[seat].append((time, time))

    def goes(self, seat: int, card: str, gift_for: str) -> None:
        """Before all eyes: it was the oldest that it can be, or, if these are not alike, any of them."""
        if self.is_open(card):
            return
        spans = self.hands[seat]
        may = [i for i, span in enumerate(spans) if self.may_be(card, span, gift_for)]
        whole = around([spans[i] for i in may])
        dealt = any(spans[i][1] == self.broke for i in may) and whole[1] != self.broke
        if dealt or any(spans[i][0] != spans[i][1] for i in may):
            for i in may:
                spans[i] = whole
        del spans[may[0]]
        self.show(card, self.all)

    def goes_unseen(self, seat: int, cards: int) -> None:
        spans = self.hands[seat]
        if self.broke or (self.face_up and spans and spans[0][0] < self.turned):
            spans[:] = [around(spans)] * len(spans)
        del spans[:cards]

    def tick(self, card: str = "") -> None:
        self.clock += 1
        if card:
            self.since[card] = self.clock

    # ---- moves and chance

    def lay(self, seat: int, cards: list[str], gift_for: str, then_for: str) -> None:
        """R8, R9: cards of a hand, in their order; what the Gift stands for before and after it is laid."""
        for card in cards:
            self.goes(seat, card, gift_for)
            gift_for = then_for if card == "gift" else gift_for

    def discard(self, seat: int, card: str, held: list[str], gift_for: str) -> None:
        """R10, R30."""
        span = around(self.hands[seat])
        if self.face_up:
            self.goes(seat, card, gift_for)
        else:
            self.goes_unseen(seat, 1)
            for other in held:
                if not self.is_open(other):
                    self.known[other] = {seat}
        self.pile.append((card, seat, span, self.clock))

    def recycle(self) -> None:
        """R17."""
        self.tick()
        self.turned = self.clock
        cards = [card for card, *_ in self.pile]
        for card in CARD_TEXTS:
            if self.face_up:
                self.until[card] = EVER if card in cards else min(self.until[card], self.clock - 1)
                self.since[card] = self.clock if card in cards else self.since[card]
            else:
                self.stocked[card] = set(self.known[card]) if card in cards else set()
        if self.shuffled and len(cards) > 1:
            for card in cards:
                self.known[card] = set()
        else:
            self.order = [(card, by) for card, by, *_ in self.pile]
        self.pile = []

    def break_up(self, s: State) -> None:
        """R26: everybody sees how many Ks each hand gives; the state is the one before."""
        self.tick()
        holder = {king: place_of(s, king) for king in KINGS if place_of(s, king) < self.seats}
        givers = set(holder.values())
        spans = [span for seat in givers for span in self.hands[seat]]
        for king in KINGS:
            if (self.is_open(king) and king in holder) or self.until[king] < EVER:
                self.since[king] = self.until[king] = self.clock
            elif not any(self.may_be(king, span, gift_card(s)) for span in spans):
                self.since[king] = self.clock + 1
        for seat in givers:
            hidden = [king for king, its in holder.items() if its == seat and not self.is_open(king)]
            if hidden:
                self.goes_unseen(seat, len(hidden))
        self.broke = self.clock
        self.gave = holder
        for king in holder:
            self.known[king] = set()
        self.clock += 1

    def after(self, s: State) -> None:
        """R28: in the chain everybody knows the hand of one who goes on; A15: at the end, the Risk."""
        breaks = s.turn == s.dealer and s.unbroken and not s.break_ends_turn
        if s.phase == END:
            for card in held_by(s, ASIDE):
                self.show(card, self.all)
        elif s.mode == CREATE and s.successes and not breaks:
            for card in held_by(s, s.turn):
                self.goes(s.turn, card, gift_card(s))

    # ---- what a view shows

    def memory(self, reader: int | None) -> dict[str, Any]:
        hidden = [card for card in CARD_TEXTS if not self.is_open(card)]
        lost = [card for card in hidden if reader not in self.known[card]]
        return {
            "clock": self.clock,
            "turned": self.turned,
            "broke": self.broke,
            "came": [[list(span) for span in hand] for hand in self.hands],
            "since": {card: self.since[card] for card in hidden if self.since[card]},
            "until": {card: self.until[card] for card in hidden if self.until[card] < EVER},
            "seen": [card for card in lost if reader in self.seen[card]],
            "stocked": [card for card in lost if reader in self.stocked[card]],
            "gave": [king for king in KINGS if king in self.gave and self.gave[king] == reader],
            "pile": [] if self.face_up else [[*span, time] for _, _, span, time in self.pile],
            "order": [self.shown(card, reader) for card, _ in self.order],
            "order_by": [by for _, by in self.order],
        }

    def shown(self, card: str, reader: int | None) -> str:
        return card if reader in self.known[card] else "?"

    def discards(self, reader: int | None) -> list[str]:
        return [self.shown(card, reader) for card, *_ in self.pile]

    def in_hands(self, s: State, reader: int | None) -> tuple[dict[str, int], dict[str, int]]:
        """The cards that everybody knows to be in a hand, and those of other hands that only some know."""
        held = {card: place_of(s, card) for card in CARD_TEXTS if place_of(s, card) < self.seats}
        known = {card: seat for card, seat in held.items() if seat != reader and reader in self.known[card]}
        everybody = {card: seat for card, seat in held.items() if self.is_open(card)}
        return everybody, {card: seat for card, seat in known.items() if card not in everybody}


def held_by(s: State, seat: int) -> list[str]:
    return [CARD_TEXTS[card] for card in range(CARDS) if s.where[card] == seat]


def gift_card(s: State) -> str:
    """The card that the Gift stands for."""
    return CARD_TEXTS[s.gift_for] if s.gift_for >= 0 else ""
