"""A second, independent, deliberately naive reading of the game's rules.md, for tests only.

Nothing here is fast or clever: every move list is found by trying everything, and the code follows the
order of the rules page. The numbers in the comments (R12, A15, ...) are those of that page.
It is one file, because it is read beside the rules page from beginning to end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

COLOURS, NUMBERS = "rgyb", "123456789"
BLACK = ("W", "A", "W4", "K")  # colour change, swap all, draw 4, Block
ANY, TURNS = "any", 2000  # R5: the colour after Swap all; R28

POINTS = {"R": "reverse", "S": "skip", "D": "draw2", "X": "swap", "G": "gift"}
POINTS |= {"W": "colour", "A": "swap_all", "K": "block", "W4": "draw4"}
VALUES = {"R": 10, "S": 20, "D": 30, "X": 30, "G": 30, "W": 40, "A": 40, "K": 40, "W4": 50}  # A1
OPTIONS = {f"points_{name}": VALUES[sign] for sign, name in POINTS.items()}
OPTIONS |= {"triple_must_be_all": 1, "self_jump_in": 1}  # A6, A8
OPTIONS |= {"mix_draw": 0, "reverse2p_skips": 0, "triple_jump_in": 0, "jump_in_actions": 0}  # A2, A5, A7, A10
OPTIONS |= {"block_after_swap_all_free": 0, "solo_on_swap": 0, "solo_on_multi_out": 0}  # A11, A12, A13
OPTIONS |= {"solo_before": 0, "play_any_after_draw": 0}  # A14, A20
OPTIONS |= {"jump_in_window_ms": 0, "target_score": 500}  # A9: nothing in the rules; R26

# The deck: 72 + 32 + 16 cards
BOX = [colour + sign for colour in COLOURS for sign in NUMBERS + "RSD" for _ in range(2)]
BOX += [colour + sign for colour in COLOURS for sign in "XG"]
BOX += ["K" + colour for colour in COLOURS] + ["W", "A", "W4"] * 4


def symbol(card: str) -> str:
    if card[0] in COLOURS:
        return card[1]
    return "K" if card[0] == "K" else card


def without(cards: Sequence[str], *gone: str) -> list[str]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


class SoloOracle:
    """One match, from the first dealer to the winners."""

    def __init__(self, seats: int, **options: int) -> None:
        if not 2 <= seats <= 10 or set(options) - set(OPTIONS):  # R1
            raise ValueError(f"not for {seats} seats with {options}")
        self.seats, self.option = seats, OPTIONS | options
        self.round, self.totals = 1, [0] * seats
        self.dealer: int | None = None
        self.winners: list[int] | None = None
        self._clear()
        self.phase = "dealer"

    def _clear(self) -> None:
        """Everything that belongs to one round, as it is before the deal."""
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.pile, self.colour = list(BOX), ANY
        self.discards: list[str] = []  # the last one is the top
        self.laid_by: int | None = None  # who laid the top; nobody laid the start card
        self.direction, self.turns, self.passes = 1, 0, 0  # R3, R28
        self.owes: set[int] = set()  # R31
        self.let_go: set[int] = set()  # who waits
        self.story: Iterator[None] | None = None  # what goes on as soon as cards were drawn
        self.drawer, self.count = 0, 0  # who draws, and how many cards at once
        self.got: list[str] = []  # the cards of the last drawing
        self._decide("deal", 0)

    def _decide(self, phase: str, seat: int) -> None:
        """This seat is to decide; nothing is pending any more."""
        self.phase, self.turn = phase, seat
        self.drawn: str | None = None  # the card of R10
        self.effect, self.sum = "", 0  # S, D (a sum), X, G or A while an answer is awaited
        self.initiator, self.called = 0, False  # who laid the Swap one, Gift or Swap all, and said the call
        self.asked: list[int] = []  # R22: who has still to answer
        self.blockers: list[int] = []
        self.receiver, self.given = 0, 0  # R15
        self.chosen: list[str] = []  # A6, a Triple+ in steps: the last card, then the others
        self.jumping = False  # A7

    def needs(self) -> str:
        if self.phase in ("dealer", "deal", "turn up", "over"):
            return self.phase.removesuffix(" up")
        return "draw" if self.story else "move"

    def set_dealer(self, seat: int) -> None:
        if self.phase != "dealer" or not 0 <= seat < self.seats:
            raise ValueError(f"seat {seat} cannot be made the dealer")
        self.dealer, self.phase = seat, "deal"  # R3

    def deal(self, hands: list[list[str]]) -> None:
        """R1: the hands of a new round."""
        cards = Counter(card for hand in hands for card in hand)
        if self.phase != "deal" or [len(hand) for hand in hands] != [8] * self.seats or cards - Counter(BOX):
            raise ValueError("8 cards of one deck for each seat, before a round")
        rest = list((Counter(BOX) - cards).elements())
        if any(symbol(card) in NUMBERS for card in rest):  # R2: else the same dealer deals anew
            self.hands, self.pile, self.phase = [list(hand) for hand in hands], rest, "turn up"

    def turn_up(self, card: str) -> None:
        """R2, A19: until it is a number card."""
        if self.phase != "turn up" or card not in self.pile:
            raise ValueError(f"{card} cannot be turned up")
        self.pile.remove(card)
        self.discards.append(card)
        if symbol(card) in NUMBERS:
            self.colour = card[0]
            self._begin_turn(self._left_of_dealer())

    def _left_of_dealer(self) -> int:
        return ((self.dealer or 0) + 1) % self.seats  # R3

    def drawing(self) -> tuple[int, int]:
        if self.needs() != "draw":
            raise ValueError("nobody draws now")
        return self.drawer, self.count

    def draw(self, cards: list[str]) -> None:
        seat, count = self.drawing()
        if len(cards) != count or Counter(cards) - Counter(self.pile):
            raise ValueError(f"{count} cards of the pile")
        self.pile = without(self.pile, *cards)
        self.hands[seat] += cards
        self.got += cards
        self._go_on()

    def _go_on(self) -> None:
        """Everything that happens by itself, up to the next drawing or the next move."""
        for _ in self.story or ():
            return  # cards have to be drawn
        self.story = None

    def _draw(self, seat: int, count: int) -> Iterator[None]:
        self.got = []
        while count:
            if not self.pile:  # R27
                self.pile, self.discards = self.discards[:-1], self.discards[-1:]
            if not self.pile:
                return  # R27: the rest is waived
            self.drawer, self.count = seat, min(count, len(self.pile))
            count -= self.count
            yield

    def _next(self, seat: int) -> int:
        return (seat + self.direction) % self.seats

    def _others(self, seat: int) -> list[int]:  # in turn order
        return [(seat + step * self.direction) % self.seats for step in range(1, self.seats)]

    def _begin_turn(self, seat: int) -> None:
        if self.turns == TURNS:  # R28
            self._end_round()
        else:
            self.turns += 1
            self._decide("turn", seat)

    def _playable(self, card: str) -> bool:
        """R4, R5."""
        top = self.discards[-1]
        if symbol(card) in BLACK or self.colour == ANY or card[0] == self.colour:
            return True
        return symbol(top) not in BLACK and symbol(card) == symbol(top)

    def _open_cards(self, seat: int) -> list[str]:
        """The cards that the player to decide may `play`."""
        cards = sorted(set(self.hands[seat]))
        if self.effect == "D":  # R13, R17, A2
            kinds = ["D", "W4"] if self.option["mix_draw"] else [symbol(self.discards[-1])]
            return [card for card in cards if symbol(card) in kinds]
        if self.phase == "drawn" and not self.option["play_any_after_draw"]:  # R10, A20
            cards = [card for card in cards if card == self.drawn]
        return [card for card in cards if self.phase in ("turn", "drawn") and self._playable(card)]

    def _said(self, seat: int, move: str, laid: list[str]) -> list[str]:
        """The move, and the same with the call where that is legal: R31, R34."""
        left = len(self.hands[seat]) - len(laid)
        gift = symbol(laid[-1]) == "G"
        legal = left == 1 or (gift and left == 3)
        if self.option["solo_on_multi_out"]:  # A13
            legal = legal or (gift and left == 2) or (len(laid) >= 3 and left == 0)
        return [move, f"{move} solo"] if legal else [move]

    def _plays(self, seat: int) -> list[str]:
        found = []
        for card in self._open_cards(seat):
            names = [""]
            if len(self.hands[seat]) > 1:  # R29: a lay that empties the hand names nothing
                if card in ("W", "W4"):
                    names = [f" {colour}" for colour in COLOURS]  # R16, R17
                elif symbol(card) in ("X", "G"):
                    names = [f" {other}" for other in range(self.seats) if other != seat]  # R14, R15
            for name in names:
                found += self._said(seat, f"play {card}{name}", [card])
        return found

    def _set_fits(self, last: str, others: list[str], jumping: bool) -> bool:
        """R8, R34: may these cards of one number be laid with this one as the last?"""
        if jumping:
            return len(others) >= 2 and self.discards[-1] in others  # A7
        free = self.drawn is None or self.option["play_any_after_draw"] or self.drawn in [last, *others]  # R10
        return len(others) >= 2 and bool(free) and any(self._playable(card) for card in others)

    def _triples(self, seat: int, jumping: bool) -> list[str]:
        found = []
        of_number: dict[str, list[str]] = {number: [] for number in NUMBERS}
        for card in self.hands[seat]:
            of_number.get(symbol(card), []).append(card)
        for last in sorted(set(self.hands[seat])):
            cards = of_number.get(symbol(last), [])
            if cards and self._set_fits(last, without(cards, last), jumping):
                move = f"jump triple {last}" if jumping else f"triple {last}"
                # A6: in steps the call comes with the last of them
                found += self._said(seat, move, cards) if self.option["triple_must_be_all"] else [move]
        return found

    def _jumps(self, seat: int) -> list[str]:
        """R7, and A7, A8, A10."""
        top = self.discards[-1]
        kinds = NUMBERS + ("RSD" if self.option["jump_in_actions"] else "")
        if top not in self.hands[seat] or symbol(top) not in kinds or (seat == self.turn and self.phase == "turn"):
            return []
        if self.laid_by == seat and not self.option["self_jump_in"]:
            return []
        found = []
        if seat != self.turn or top not in self._open_cards(seat):  # A25
            found += self._said(seat, f"jump {top}", [top])
        return found + (self._triples(seat, True) if self.option["triple_jump_in"] else [])

    def _decisions(self, seat: int) -> list[str]:
        """The moves of the one to decide, in each phase of R29."""
        hand = sorted(set(self.hands[seat]))
        if self.phase in ("turn", "drawn"):
            draw = "draw" if self.pile or len(self.discards) > 1 else "pass"  # R9, R28
            found = [*self._plays(seat), *self._triples(seat, False), draw if self.phase == "turn" else "keep"]
        elif self.phase == "answer":  # whether or not there is a Block
            found = [*self._plays(seat), "take" if self.effect == "D" else "accept"]
            for card in hand:
                found += self._said(seat, f"block {card[1]}", [card]) if symbol(card) == "K" else []  # R19
        elif self.phase == "give":
            found = [f"give {card}" for card in hand]  # R15
            if self.given == 1 and len(self.hands[seat]) == 2 and not self.option["solo_before"]:  # R31
                found += [f"{move} solo" for move in found]
        else:  # A6: a Triple+ of some of the cards, in the making
            last, *others = self.chosen
            found = [f"with {card}" for card in hand if symbol(card) == symbol(last)]
            found = [move for move in found if self.hands[seat].count(move[5:]) > self.chosen.count(move[5:])]
            if self._set_fits(last, others, self.jumping):
                found += self._said(seat, "done", self.chosen)
        return found

    def moves(self, seat: int) -> list[str]:
        if self.needs() != "move" or seat in self.let_go or not 0 <= seat < self.seats:
            return []
        found = self._decisions(seat) if seat == self.turn else []
        if self.phase == "triple":
            return found  # nobody else comes between
        found += self._jumps(seat) + (["solo"] if seat in self.owes else [])
        return found + (["wait"] if found and seat != self.turn else [])

    def to_act(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if self.moves(seat))

    def actor(self) -> int:
        """Who is asked first: those who owe the call, then who can jump in, then the one to decide."""
        if self.needs() != "move":
            raise ValueError("nobody moves now")
        waiting = [seat for seat in self.to_act() if seat != self.turn]
        return [*(seat for seat in waiting if seat in self.owes), *waiting, self.turn][0]

    def play(self, seat: int, move: str) -> None:
        if move not in self.moves(seat):
            raise ValueError(f"seat {seat} cannot {move}")
        if move == "wait":
            self.let_go.add(seat)
        elif move == "solo":
            self.owes.remove(seat)  # R31
        else:
            self.let_go = set()
            self.story = self._move(seat, move.removesuffix(" solo").split(" "), move.endswith(" solo"))
            self._go_on()

    def _move(self, seat: int, words: list[str], said: bool) -> Iterator[None]:
        word = words[0]
        if word not in ("accept", "keep", "give", "with", "done"):  # R30: the game actions
            debtors = [other for other in self._others(seat) if other in self.owes]
            self.owes = set()
            for other in debtors:  # (1), R31
                yield from self._draw(other, 2)
        if word == "accept":
            yield from self._answer(seat, False)
        elif word == "keep":
            self._begin_turn(self._next(seat))
        elif word == "give":
            yield from self._give(seat, words[1], said)
        elif word == "with":
            self.chosen.append(words[1])
        elif word in ("draw", "pass"):
            yield from self._draw(seat, 1)
            self._drew(seat)
        elif word == "take":
            taken, self.sum = self.sum, 0
            yield from self._draw(seat, taken)
            self.passes = 0 if self.got else self.passes
            self._begin_turn(seat)  # R13, A3, A4
        elif "triple" in words and not self.option["triple_must_be_all"]:
            self.phase, self.turn, self.chosen, self.jumping = "triple", seat, [words[-1]], word == "jump"
        elif "triple" in words:
            cards = [card for card in self.hands[seat] if symbol(card) == symbol(words[-1])]
            yield from self._lay(seat, [*without(cards, words[-1]), words[-1]], "", said)
        elif word == "done":
            yield from self._lay(seat, [*self.chosen[1:], self.chosen[0]], "", said)
        else:
            card = "K" + words[1] if word == "block" else words[1]
            yield from self._lay(seat, [card], "".join(words[2:]), said)

    def _drew(self, seat: int) -> None:
        """R10; R28: no card, also because the last one went to a penalty, is a pass."""
        self.passes = 0 if self.got else self.passes + 1
        if self.got:
            self.phase, self.drawn = "drawn", self.got[0]
        elif self.passes == self.seats:
            self._end_round()
        else:
            self._begin_turn(self._next(seat))

    def _lay(self, seat: int, cards: list[str], name: str, said: bool) -> Iterator[None]:
        """R30 (2) to (7)."""
        sign, answering = symbol(cards[-1]), self.phase == "answer"
        self.hands[seat] = without(self.hands[seat], *cards)  # (2)
        self.discards += cards
        self.laid_by, self.passes, self.drawn = seat, 0, None
        if sign in ("W", "W4"):
            self.colour = name or self.colour
        elif sign == "A":
            self.colour = ANY
        elif sign != "K":
            self.colour = cards[-1][0]
        elif self.effect != "A" or not self.option["block_after_swap_all_free"]:  # A11
            self.colour = cards[-1][1]
        if not self.hands[seat]:  # (3), R24, A17
            yield from self._out(seat, said or len(cards) == 1)
        elif sign == "K" and answering:
            yield from self._owe(seat, said)  # R31
            yield from self._answer(seat, True)
        elif sign in ("X", "G", "A"):  # R21
            self.effect, self.initiator, self.called = sign, seat, said
            self._ask(self._others(seat) if sign == "A" else [int(name)])  # R22
        elif sign in ("S", "D", "W4"):
            if sign != "S":  # R13, R17
                self.turns += self.effect == "D"  # R28: a stack
                if self.turns > TURNS:
                    return self._end_round()
                self.sum = min(120, self.sum + (2 if sign == "D" else 4))  # R33
            self.effect = "S" if sign == "S" else "D"
            yield from self._owe(seat, said)  # (6)
            self._ask([self._next(seat)])
        else:
            self.direction *= -1 if sign == "R" else 1  # (4), R12
            yield from self._owe(seat, said)  # (6)
            again = sign == "R" and self.seats == 2 and self.option["reverse2p_skips"]  # A5
            self._begin_turn(seat if again else self._next(seat))  # R6, R32
        return None

    def _out(self, seat: int, right: bool) -> Iterator[None]:
        """R24: an empty hand; A13: many cards at once may need the call."""
        if self.option["solo_on_multi_out"] and not right:
            yield from self._draw(seat, 2)
        if self.hands[seat]:
            self._begin_turn(self._next(seat))
        else:
            self._end_round()

    def _owe(self, seat: int, said: bool) -> Iterator[None]:
        """R31: fix the debt of somebody, if there is one."""
        if len(self.hands[seat]) == 1 and not said:
            if self.option["solo_before"]:  # A14
                yield from self._draw(seat, 2)
            else:
                self.owes.add(seat)

    def _ask(self, seats: list[int]) -> None:
        self.phase, self.turn, self.asked = "answer", seats[0], seats[1:]

    def _answer(self, seat: int, blocked: bool) -> Iterator[None]:
        first = self.initiator
        if self.effect == "A":  # R22
            self.blockers += [seat] if blocked else []
            if self.asked:
                self._ask(self.asked)
            else:
                circle = [other for other in [first, *self._others(first)] if other not in self.blockers]
                yield from self._swap(circle)  # R18, R19
                self._begin_turn(self._next(first))
        elif blocked or self.effect == "S":  # R19, R11
            if self.effect in ("X", "G"):
                yield from self._owe(first, self.called)  # A16
            self._begin_turn(self._next(seat))
        elif self.effect == "X":  # R14
            yield from self._swap([first, seat])
            self._begin_turn(seat)
        elif len(self.hands[first]) > 2:  # R15, A24
            self.phase, self.turn, self.receiver, self.given = "give", first, seat, 0
        else:  # A15
            self.hands[seat] += self.hands[first]
            self.hands[first] = []
            yield from self._out(first, self.called)

    def _swap(self, circle: list[int]) -> Iterator[None]:
        """Each hand goes to the next in the circle, which begins with the initiator; then the debts."""
        hands = [self.hands[seat] for seat in circle]
        for place, seat in enumerate(circle):
            self.hands[seat] = hands[place - 1]
        if len(circle) == 1 or self.option["solo_on_swap"]:  # nothing moved; A12
            for seat in [*circle[1:], self.initiator]:  # R34: the initiator last
                yield from self._owe(seat, seat == self.initiator and self.called)

    def _give(self, seat: int, card: str, said: bool) -> Iterator[None]:
        self.hands[seat].remove(card)
        self.hands[self.receiver].append(card)
        self.given += 1
        if self.given == 2:
            yield from self._owe(seat, said or self.called)
            self._begin_turn(self._next(seat))

    def _end_round(self) -> None:
        points = {sign: self.option[f"points_{name}"] for sign, name in POINTS.items()}
        points |= {number: int(number) for number in NUMBERS}
        for seat in range(self.seats):  # R25
            self.totals[seat] += sum(points[symbol(card)] for card in self.hands[seat])
        if max(self.totals) >= self.option["target_score"]:  # R26
            self.winners = [seat for seat in range(self.seats) if self.totals[seat] == min(self.totals)]
            self.owes = set()
            self._decide("over", 0)
        else:
            self.round, self.dealer = self.round + 1, self._left_of_dealer()
            self._clear()

    def snapshot(self) -> dict[str, object]:
        names = ("colour", "direction", "sum", "round", "dealer", "turns", "passes", "winners")
        found = {name: getattr(self, name) for name in names}
        deciding = self.needs() == "move"
        found["hands"], found["pile"] = [sorted(hand) for hand in self.hands], sorted(self.pile)
        found["top"], found["discards"] = self.discards[-1] if self.discards else None, sorted(self.discards)
        found["turn"] = self.turn if deciding else None
        found["phase"] = self.phase if deciding or self.phase == "over" else "chance"
        found["drawn"] = self.drawn if found["phase"] == "drawn" else None
        found["owes"], found["to_act"], found["totals"] = sorted(self.owes), list(self.to_act()), list(self.totals)
        found["scores"] = None if self.winners is None else [-total for total in self.totals]
        return found
