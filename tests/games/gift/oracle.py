"""A second, independent, deliberately naive reading of the game's rules.md, for tests only.

Nothing here is fast or clever: every move list is found by trying everything, and the code follows the
order of the rules page. The numbers in the comments (R12, A15, ...) are those of that page.
It is one file, because it is read beside the rules page from beginning to end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

SUITS = ["s", "h", "d", "c"]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"]  # of the process cards, R6
GIFT = "gift"
PROCESS = [suit + rank for suit in SUITS for rank in RANKS]
KINGS = [suit + "K" for suit in SUITS]
CARDS = [*PROCESS, *KINGS, GIFT]  # the 49 cards of the draw deck
FULL = 5  # R3, R14
# R6: the process cards of a complete row, as they follow the Ace, forward and reverse
LINES = {(suit, way): [suit + rank for rank in RANKS[::way]] for suit in SUITS for way in (1, -1)}


class Row:
    """One suit's row, R6: the Ace is not among the cards."""

    def __init__(self, suit: str) -> None:
        self.suit = suit
        self.direction = 0  # 1 forward, -1 reverse, 0 for a bare Ace
        self.cards: list[str] = []  # process cards and perhaps the Gift
        self.king = False

    def lacking(self) -> int:
        """R6, C1: how many of the 11 process cards are missing; the Gift counts as one."""
        return len(RANKS) - len(self.cards)

    def ways(self) -> list[tuple[int, list[str]]]:
        """R6: every direction still possible, with the process cards that follow in it."""
        directions = [self.direction] if self.direction else [1, -1]
        return [(way, LINES[self.suit, way][len(self.cards) :]) for way in directions]

    def asked(self) -> list[str]:
        """R12: the next process card, two on a bare Ace, none on a complete row."""
        return [ahead[0] for _, ahead in self.ways() if ahead]

    def snapshot(self) -> dict[str, object]:
        gift = self.cards.index(GIFT) + 1 if GIFT in self.cards else 0
        return {"direction": self.direction, "size": len(self.cards), "king": self.king, "gift": gift}


class GiftOracle:
    """One match, from the choice of the dealer to the winners."""

    def __init__(
        self,
        seats: int,
        mode: str = "attack",
        final_discard: str = "out",
        multi_place: bool = False,
        gift_before_k: bool = False,
        break_ends_turn: bool = False,
        shuffle_recycle: bool = True,
        discard_face_up: bool = True,
        stall_turns: int = 30,
        play_on: bool = False,
        table_talk: bool = False,
        break_late: bool = False,
        offer_own: bool = False,
    ) -> None:
        if seats not in (2, 3, 4) or mode not in ("attack", "create"):  # A1
            raise ValueError(f"no such game: {mode} for {seats} seats")
        if final_discard not in ("out", "next_draws", "draw_back") or not 1 <= stall_turns <= 200:
            raise ValueError(f"no such options: {final_discard}, {stall_turns}")
        self.seats, self.mode = seats, mode  # A1; R20, R21
        self.final_discard = final_discard  # A2
        self.multi_place = multi_place  # A3
        self.gift_before_k = gift_before_k  # A5
        self.break_ends_turn = break_ends_turn  # A6
        self.shuffle_recycle = shuffle_recycle  # A12
        self.stall_turns = stall_turns  # R29
        self.play_on = play_on and mode == "attack"  # A14
        self.break_late = break_late  # A25
        self.offer_own = offer_own  # A26
        # No rule depends on discard_face_up (A13) and table_talk.
        self.step = "dealer"  # dealer, deal, risk, action, draw, kings, commit, late, over
        self.rows = {suit: Row(suit) for suit in SUITS}  # R1
        self.dealer: int | None = None
        self.deck_cards = list(CARDS)
        self.ordered = False  # R30: a pile that was turned over; the first card is on top
        self.discards: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.risk_card: str | None = None
        self.holds, self.offers, self.breaks = [True] * seats, [True] * seats, True  # R5
        self.commitments: list[str | None] = [None] * seats
        self.final = False  # R18
        self.out = [False] * seats  # R19
        self.finished: list[int] = []  # in the order of Success
        self.stall = 0  # R29
        self.turn, self.placed = 0, False  # R29: has a card come onto a row in this turn?
        self.drawer, self.target = 0, 0  # who draws now, and up to how many cards
        self.broken: list[str] = []  # R26: the Ks on the table
        self.late = False  # R30: the Break came at the end of the turn
        self.winners: list[int] | None = None
        self.scores: list[int] | None = None
        self.reason: str | None = None

    def needs(self) -> str:
        """What has to come next."""
        return "move" if self.step in ("action", "commit", "late") else self.step

    def _expect(self, step: str) -> None:
        if self.step != step:
            raise ValueError(f"now it is time for {self.needs()}, not for {step}")

    # Set-up

    def set_dealer(self, seat: int) -> None:
        """R2."""
        self._expect("dealer")
        if seat not in range(self.seats):
            raise ValueError(f"no seat {seat}")
        self.dealer, self.step = seat, "deal"

    def deal(self, hands: Sequence[Sequence[str]]) -> None:
        """R3: five cards for each seat."""
        self._expect("deal")
        cards = [card for hand in hands for card in hand]
        if [len(hand) for hand in hands] != [FULL] * self.seats or len(set(cards) & set(CARDS)) != len(cards):
            raise ValueError("five cards for each seat, and every card exists once")
        self.hands = [list(hand) for hand in hands]
        self.deck_cards = [card for card in CARDS if card not in cards]
        self.step = "risk"

    def risk(self, card: str) -> None:
        """R4: a process card of the deck, out of the game."""
        self._expect("risk")
        if card not in self.deck():
            raise ValueError(f"{card} cannot be the Risk card")
        self.deck_cards.remove(card)
        self.risk_card = card
        assert self.dealer is not None
        self._begin_turn(self.dealer)  # R2

    def deck(self) -> list[str]:
        """The cards that can come now, sorted."""
        if self.step == "risk":
            return sorted(card for card in self.deck_cards if card in PROCESS)  # R4
        return sorted(self.deck_cards)

    # The moves

    def _runs(self, seat: int) -> Iterator[tuple[str, int, list[str]]]:
        """R7, R8, R9: every way to lay cards, as suit, direction and the cards in their order."""
        hand = self.hands[seat]
        for suit, row in self.rows.items():
            for direction, ahead in row.ways():
                for length in range(1, min(len(ahead), len(hand)) + 1):
                    natural = ahead[:length]
                    if sum(card not in hand for card in natural) > 1:
                        break  # there is only one Gift
                    if all(card in hand for card in natural) and (length == 1 or self.multi_place):  # R8, A3
                        yield suit, direction, natural
                    for place in range(length - 1):  # R9: the last one is natural; A16: any length; A17
                        laid = natural[:place] + [GIFT] + natural[place + 1 :]
                        if all(card in hand for card in laid):
                            yield suit, direction, laid

    def _offers(self, seat: int) -> list[str]:
        """R12: the cards this seat could ask for."""
        if not self.offers[seat]:
            return []
        asked = [card for row in self.rows.values() for card in row.asked()]
        return [card for card in asked if self.offer_own or card not in self.hands[seat]]  # A26

    def _ready(self, seat: int) -> bool:
        """R13, and giftBeforeK of R30."""
        suit = self.commitments[seat]
        if suit is None:
            return False
        row, king = self.rows[suit], suit + "K"
        if self.gift_before_k and row.lacking() == 1 and sorted(self.hands[seat]) == sorted([GIFT, king]):
            return True
        return row.lacking() == 0 and self.hands[seat] == [king]

    def _stuck(self, seat: int) -> bool:
        """R19, A23; R32: a Break does not matter. R25: before the final phase no hand is like this."""
        return self.hands[seat] == [GIFT] and not self.holds[seat] and not self._offers(seat)

    def _chain(self) -> bool:
        """R28: are we after the first Success of a Create game?"""
        return self.mode == "create" and bool(self.finished)

    def to_act(self) -> tuple[int, ...]:
        """Everybody who can move now."""
        return (self.turn,) if self.step in ("action", "commit", "late") else ()

    def moves(self, seat: int) -> list[str]:
        """Every legal move of this seat."""
        if seat not in self.to_act():
            return []
        if self.step == "commit":  # R15
            return [f"commit {suit}" for suit in SUITS if suit not in self.commitments]
        if self.step == "late":  # R30
            return ["break", "pass"]
        found = ["success"] if self._ready(seat) else []
        if seat == self.dealer and self.breaks and not (self._chain() and self.break_ends_turn):  # R26, A20, R32
            found.append("break")
        if self._chain():
            return found  # R28: nothing else
        found += ["place " + " ".join(laid) for _, _, laid in self._runs(seat)]
        found += [f"discard {card}" for card in self.hands[seat] if card != GIFT]  # R10, A8, A11
        found += ["hold"] if self.holds[seat] else []  # R11
        found += [f"offer {card[0]} {card[1:]}" for card in self._offers(seat)]
        return [*found, "pass"] if self._stuck(seat) else found

    def play(self, seat: int, move: str) -> None:
        """Make one legal move."""
        if move not in self.moves(seat):
            raise ValueError(f"seat {seat} cannot {move}")
        kind, *words = move.split(" ")
        if kind == "place":
            self._place(seat, words)
        elif kind == "discard":
            self._discard(seat, words[0])
        elif kind == "offer":
            self._offer(seat, words[0] + words[1])
        elif kind == "success":
            self._success(seat)
        elif kind == "break":
            self._break()
        elif kind == "commit":
            self.commitments[seat] = words[0]
            self._end_turn()
        elif self.step == "late":
            self._begin_turn(self._next(seat))  # R30: the Break is kept
        else:  # R11: hold; R19: pass
            self.holds[seat] = False
            self._after_draw()  # without a draw

    # The actions

    def _lay(self, seat: int, suit: str, direction: int, laid: list[str]) -> None:
        """Cards from a hand onto a row."""
        for card in laid:
            self.hands[seat].remove(card)
        self.rows[suit].cards += laid
        self.rows[suit].direction = direction
        self.placed, self.stall = True, 0  # R29
        self._swap()

    def _swap(self) -> None:
        """R16: who has the card the Gift stands for takes the Gift instead of it."""
        for row in self.rows.values():
            for hand in self.hands if GIFT in row.cards else []:
                wanted = LINES[row.suit, row.direction][row.cards.index(GIFT)]
                if wanted in hand:
                    hand[hand.index(wanted)] = GIFT
                    row.cards[row.cards.index(GIFT)] = wanted
                    return

    def _place(self, seat: int, laid: list[str]) -> None:
        """R8, R9."""
        suit, direction = next((suit, direction) for suit, direction, run in self._runs(seat) if run == laid)
        self._lay(seat, suit, direction, laid)
        self._start_draw(seat, FULL)  # R14

    def _discard(self, seat: int, card: str) -> None:
        """R10."""
        self.hands[seat].remove(card)
        self.discards.append(card)
        over = not self.deck_cards
        if over and self.final_discard != "out":
            self._recycle()  # R30
        if over and self.final_discard == "next_draws":
            self._after_draw()  # R32: only for the others
        else:
            self._start_draw(seat, FULL)  # R14; R18: without a deck there is nothing to draw

    def _offer(self, seat: int, card: str) -> None:
        """R12, R27."""
        self.offers[seat] = False
        for holder in range(self.seats):
            if card in self.hands[holder]:
                suit = card[0]
                direction = next(way for way, ahead in self.rows[suit].ways() if ahead and ahead[0] == card)
                self._lay(holder, suit, direction, [card])
                self._start_draw(holder, min(FULL, len(self.hands[holder]) + 1))  # A18
                return
        self._after_draw()

    def _success(self, seat: int) -> None:
        """R13; with giftBeforeK the Gift is laid before the K."""
        suit = self.commitments[seat]
        assert suit is not None
        self.rows[suit].cards += [GIFT] * self.hands[seat].count(GIFT)
        self.rows[suit].king = True
        self.hands[seat] = []
        self.finished.append(seat)
        self.placed, self.stall = True, 0  # R29
        self._swap()  # R24
        self._after_draw()

    def _inside(self) -> list[int]:
        """R23: the seats still in."""
        return [seat for seat in range(self.seats) if not self.out[seat] and seat not in self.finished]

    def _break(self) -> None:
        """R26: all Ks of the players still in (A21) come together."""
        self.breaks, self.late = False, self.step == "late"
        for seat in self._inside():
            self.broken += [card for card in self.hands[seat] if card in KINGS]
            self.hands[seat] = [card for card in self.hands[seat] if card not in KINGS]
        self.step = "kings"
        if not self.broken:
            self._after_break()  # A19

    def collected(self) -> list[str]:
        """R26: the Ks on the table."""
        return sorted(self.broken)

    def kings(self, cards: Sequence[str]) -> None:
        """R26: dealt singly, the dealer first, then to the left, round and round."""
        self._expect("kings")
        if sorted(cards) != self.collected():
            raise ValueError("these are not the collected Ks")
        seat = self.turn  # only the dealer can Break, and only in their own turn
        for card in cards:
            self.hands[seat].append(card)
            seat = self._next(seat)
        self.broken = []
        self._after_break()

    def _after_break(self) -> None:
        """R26, R32: what a Break leads to."""
        self._mark_out()
        if self.mode == "create" and any(self.out):
            self._end("failed")  # R32: at once
        elif self.late and len(self._inside()) == 1 and self._stuck(self._inside()[0]):
            self._end("nobody")  # R22(a)
        elif self.late:
            self._begin_turn(self._next(self.turn))  # R30
        elif self.break_ends_turn:
            self._after_draw()  # R30: no action and no draw
        else:
            self._begin_action()  # A6

    # Drawing

    def _start_draw(self, seat: int, target: int) -> None:
        """R14, R27: this seat draws until it has so many cards or the deck is finished."""
        self.drawer, self.target = seat, target
        self._go_on_drawing()

    def _go_on_drawing(self) -> None:
        while self.deck_cards and len(self.hands[self.drawer]) < self.target:
            if not self.ordered:
                self.step = "draw"
                return
            self._take(self.deck_cards[0])  # A12: the order is known
        self._after_draw()

    def drawing(self) -> int:
        """The seat that draws now."""
        return self.drawer

    def draw(self, card: str) -> None:
        """One card from the deck."""
        self._expect("draw")
        if card not in self.deck_cards:
            raise ValueError(f"{card} is not in the deck")
        self._take(card)
        self._go_on_drawing()

    def _take(self, card: str) -> None:
        """R24: after every single card R17 or R18, then R16."""
        self.deck_cards.remove(card)
        self.hands[self.drawer].append(card)
        if not self.deck_cards:
            self._recycle()
        self._swap()

    def _recycle(self) -> None:
        """R17, and R18 if there is nothing to recycle."""
        if not self.discards:
            self.final = True
            return
        self.deck_cards, self.discards = self.discards, []
        self.ordered = not self.shuffle_recycle  # A12: the oldest on top
        if self.final_discard == "next_draws":
            self.final = False  # R32: suspended while there is a deck

    # Ends

    def _next(self, seat: int) -> int:
        """R23: the next to the left who is still in; a last player follows themself."""
        to_the_left = [(seat + steps) % self.seats for steps in range(1, self.seats + 1)]
        return next(other for other in to_the_left if other in self._inside())

    def _mark_out(self) -> None:
        """R19, A22: an empty hand without Success."""
        for seat in self._inside():
            self.out[seat] = not self.hands[seat]

    def _after_draw(self) -> None:
        """R24: after the action and its draw, in the first turn the commitment."""
        self._mark_out()
        if self.commitments[self.turn] is None:
            self.step = "commit"  # R15, A10
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        """R24: the ends, then the next player."""
        if not self.placed:
            self.stall += 1  # R29
        inside = self._inside()
        if self.mode == "attack" and self.finished and (not self.play_on or len(inside) <= 1):
            self._end("success")  # R20; R30
        elif self.mode == "create" and len(self.finished) == self.seats:
            self._end("together")  # R21, A24
        elif self.mode == "create" and any(self.out):
            self._end("failed")  # R22(b)
        elif not inside or (len(inside) == 1 and self._stuck(inside[0]) and not self._chain()):
            self._end("nobody")  # R22(a); in the chain R28 comes first
        elif self.stall >= self.stall_turns:
            self._end("stall")  # R22(c)
        elif self.break_late and self.breaks and self.turn == self.dealer and self._goes_on():
            self.step = "late"  # R30
        else:
            self._begin_turn(self._next(self.turn))

    def _goes_on(self) -> bool:
        """R30: may a Break come at the end of this turn?"""
        return self.turn in self._inside() and not self._chain() and not self.break_ends_turn

    def _begin_turn(self, seat: int) -> None:
        self.turn, self.placed = seat, False
        self._begin_action()

    def _begin_action(self) -> None:
        self.step = "action"
        if self._chain() and not self.moves(self.turn):
            self._end("failed")  # R28: neither Success nor Break

    def _end(self, reason: str) -> None:
        self.step = "over"
        self.reason = "places" if self.play_on and self.finished else reason  # R30
        first = self.finished[:1] if self.mode == "attack" else []  # R20: nobody or one
        self.winners = list(range(self.seats)) if reason == "together" else first
        self.scores = [int(seat in self.winners) for seat in range(self.seats)]
        if self.reason == "places":
            for place, seat in enumerate(self.finished):
                self.scores[seat] = self.seats - 1 - place

    def snapshot(self) -> dict[str, object]:
        """Everything there is to compare."""
        same = "commitments holds offers breaks discards dealer final out finished stall winners scores reason"
        return {name: copy(getattr(self, name)) for name in same.split()} | {
            "hands": [sorted(hand) for hand in self.hands],
            "rows": {suit: row.snapshot() for suit, row in self.rows.items()},
            "deck": sorted(self.deck_cards),
            "risk": self.risk_card,
            "turn": self.turn if self.step in ("action", "commit", "late", "draw", "kings") else None,
            "phase": self.step if self.step in ("action", "commit", "late", "over") else "chance",
            "to_act": list(self.to_act()),
        }
