"""A second, independent, deliberately naive reading of the game's rules.md, for tests only.

Nothing here is fast or clever: every move list is found by trying everything, and the code follows the
order of the rules page. The numbers in the comments (R12, A15, ...) are those of that page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise

Card = tuple[int, int]  # (number that counts now, number after turning the card upside down): R2


def deck(seats: int) -> set[Card]:
    """The cards in play, each written with its smaller number first."""
    cards = set(combinations(range(1, 11), 2))  # R1: every pair of different numbers once
    if seats == 3:
        return {card for card in cards if 10 not in card}  # R4
    if seats in (2, 4):
        return cards - {(9, 10)}  # R4, R27
    return cards  # R4: five players use everything


def plain(card: Card) -> Card:
    """The card without its orientation."""
    return min(card), max(card)


def turned(card: Card) -> Card:
    """The card upside down."""
    return card[1], card[0]


@lru_cache(maxsize=1 << 16)
def strength(numbers: tuple[int, ...]) -> tuple[int, int, int] | None:
    """A bigger tuple is a stronger set; None if the numbers, in this order, are no set at all."""
    if not numbers:
        return None
    if len(numbers) == 1:
        return 1, 0, numbers[0]  # R14: a single has no type
    steps = {right - left for left, right in pairwise(numbers)}
    if steps == {0}:  # R12: a group
        return len(numbers), 1, min(numbers)
    if steps in ({1}, {-1}):  # R12: a run, in either direction (A10: no difference)
        return len(numbers), 0, min(numbers)
    return None


def plays(hand: Sequence[Card], table: Sequence[Card]) -> Iterator[tuple[int, int]]:
    """Every legal Play as (first card counted from 1, number of cards)."""
    numbers = tuple(card[0] for card in hand)
    to_beat = strength(tuple(card[0] for card in table))  # R15, A16: from the cards still there
    for first in range(len(numbers)):
        for count in range(1, len(numbers) - first + 1):
            power = strength(numbers[first : first + count])  # R12: adjacent in hand
            if power is None:
                break  # what is no set does not become one by adding cards
            if to_beat is None or power > to_beat:  # R13, R14
                yield first + 1, count


class ScoutOracle:
    """One match, from the first deal to the winners."""

    def __init__(
        self,
        seats: int,
        edition: str = "first",
        insert_visible: bool = False,
        start_player: str = "random",
        turn_cap: int = 600,
    ) -> None:
        if edition not in ("first", "draft", "short", "oink"):
            raise ValueError(f"no such edition: {edition}")
        if seats not in ((2,) if edition == "oink" else (3, 4, 5)):
            raise ValueError(f"{edition} is not for {seats} seats")
        if start_player not in ("random", "holder12"):
            raise ValueError(f"no such way to choose the start player: {start_player}")
        if turn_cap < 1:
            raise ValueError("the cap is at least one turn")
        self.seats = seats
        self.edition = edition
        self.insert_visible = insert_visible  # A8: only who sees what; the course of play is the same
        self.holder12 = start_player == "holder12" or edition == "short"  # A9, R34
        self.turn_cap = turn_cap
        self.rounds = {"short": 1, "oink": 2}.get(edition, seats)  # R26, R27, R34, R35
        self.round = 1
        self.first: int | None = None  # start player of this round
        self.scores = [0] * seats
        self.ending = ""
        self.winners: list[int] = []
        self.aside: set[Card] = set()  # R27: what oink keeps for round 2
        self._clear()

    def _clear(self) -> None:
        """Everything that belongs to one round, as it is before the deal."""
        self.phase = "deal"
        self.hands: list[list[Card]] = [[] for _ in range(self.seats)]
        self.table: list[Card] = []  # R11: empty at round start
        self.last: int | None = None  # who played last; owner as long as the table is not empty (R40)
        self.chips = [0] * self.seats
        self.captured = [0] * self.seats
        self.pile = 0
        self.markers = [False] * self.seats
        self.waiting: set[int] = set()  # seats that have not kept or turned their hand yet
        self.turn = 0
        self.scouts = 0  # plain Scouts since the last Play
        self.turns = 0

    @classmethod
    def position(
        cls,
        hands: Sequence[Sequence[Card]],
        *,
        edition: str = "first",
        table: Sequence[Card] = (),
        last: int | None = None,
        turn: int = 0,
        chips: Sequence[int] | None = None,
        captured: Sequence[int] | None = None,
        markers: Sequence[bool] | None = None,
        scores: Sequence[int] | None = None,
        scouts: int = 0,
        turns: int = 0,
        round_number: int = 1,
        first: int = 0,
        turn_cap: int = 600,
    ) -> ScoutOracle:
        """Any situation in the middle of a round, unchecked; `turn` is to act."""
        game = cls(len(hands), edition, turn_cap=turn_cap)
        game.phase = "turn"
        game.hands = [list(hand) for hand in hands]
        game.table, game.last, game.turn = list(table), last, turn
        game.chips = list(chips or [0] * game.seats)
        game.captured = list(captured or [0] * game.seats)
        game.markers = list(markers or [edition != "oink"] * game.seats)
        game.scores = list(scores or [0] * game.seats)
        game.scouts, game.turns = scouts, turns
        game.round, game.first = round_number, first
        return game

    def needs(self) -> str:
        """What has to come next."""
        return self.phase if self.phase in ("deal", "start", "over") else "moves"

    # Round set-up

    def deal(self, hands: list[list[tuple[int, int]]]) -> None:
        """Give every seat its cards, in hand order."""
        if self.phase != "deal":
            raise ValueError("no deal is due")
        size = {2: 11, 3: 12, 4: 11, 5: 9}[self.seats]  # R7, R27
        if [len(hand) for hand in hands] != [size] * self.seats:
            raise ValueError(f"every seat gets {size} cards")
        hands = [[(up, down) for up, down in hand] for hand in hands]
        dealt = [plain(card) for hand in hands for card in hand]
        cards = set(dealt)
        if len(cards) != len(dealt):
            raise ValueError("a card was dealt twice")
        if self.edition == "oink" and self.round == 1:
            if not cards <= deck(2):
                raise ValueError("a card that is not in the game was dealt")
            self.aside = deck(2) - cards  # R27
        elif cards != (self.aside if self.edition == "oink" else deck(self.seats)):  # R7, R27
            raise ValueError("not the cards of this round")
        self.hands = hands  # R8
        if self.edition == "oink":
            self.chips = [3] * self.seats  # R28
        else:
            self.markers = [True] * self.seats  # R6, A14
        if self.round == 1 and self.holder12:  # A15, R34
            for seat, hand in enumerate(hands):
                if (1, 2) in [plain(card) for card in hand]:
                    self.first = seat
        if self.first is None:
            self.phase = "start"  # R5
        else:
            self._begin()

    def start(self, seat: int) -> None:
        """Name the start player of round 1 (R5)."""
        if self.phase != "start":
            raise ValueError("no start player is due")
        if seat not in range(self.seats):
            raise ValueError(f"no such seat: {seat}")
        self.first = seat
        self._begin()

    def _begin(self) -> None:
        assert self.first is not None
        self.phase = "choose"  # R9, A19
        self.waiting = set(range(self.seats))
        self.turn = self.first  # R10

    # Turns

    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        if self.phase == "choose":
            return tuple(sorted(self.waiting))  # R9
        return (self.turn,) if self.phase in ("turn", "double") else ()  # R10, R20

    def moves(self, seat: int) -> list[str]:
        """Every legal move of this seat."""
        if seat not in self.to_act():
            return []
        if self.phase == "choose":
            return ["keep", "flip"]  # R9
        shows = [f"play {first}+{count}" for first, count in plays(self.hands[seat], self.table)]
        if self.phase == "double":
            return shows  # R20: only Plays between the two parts
        scouts: list[str] = []
        if self.edition != "oink" or self.chips[seat] > 0:  # R17; R29: a chip has to be paid
            scouts = [f"scout {choice}" for choice in self._choices(seat)]
        doubles: list[str] = []
        if self.markers[seat]:  # R20; R28: oink has no markers
            for choice in self._choices(seat):
                if any(True for _ in plays(*self._after_scout(seat, choice))):  # R20, A2, A3
                    doubles.append(f"double {choice}")
        return shows + scouts + doubles

    def _choices(self, seat: int) -> list[str]:
        """R17: every end, orientation and place; none from an empty table (R19)."""
        ends = ["left", "right"][: len(self.table)]  # a single card has one end only
        places = range(1, len(self.hands[seat]) + 2)
        return [f"{end}{flip} {place}" for end in ends for flip in ("", " flip") for place in places]

    def _after_scout(self, seat: int, choice: str) -> tuple[list[Card], list[Card]]:
        """R17: hand and table as they are after the Scout."""
        words = choice.split()
        hand, table = list(self.hands[seat]), list(self.table)
        card = table.pop(0 if words[0] == "left" else -1)
        hand.insert(int(words[-1]) - 1, turned(card) if "flip" in words else card)
        return hand, table

    def play(self, seat: int, move: str) -> None:
        """Carry out one legal move."""
        if move not in self.moves(seat):
            raise ValueError(f"seat {seat} may not: {move}")
        kind, _, rest = move.partition(" ")
        if kind in ("keep", "flip"):
            self._choose(seat, kind)
        elif kind == "play":
            first, count = rest.split("+")
            self._show(seat, int(first), int(count))
        else:
            self._scout(seat, rest, kind == "double")

    def _choose(self, seat: int, kind: str) -> None:
        if kind == "flip":
            self.hands[seat] = [turned(card) for card in self.hands[seat]]  # R9: the order stays
        self.waiting.discard(seat)
        if not self.waiting:
            self.phase = "turn"

    def _show(self, seat: int, first: int, count: int) -> None:
        # R37: the cards leave the hand, the old set is captured, the new set has its owner, counter 0
        shown = [self.hands[seat].pop(first - 1) for _ in range(count)]  # R16: the gap closes
        if self.edition == "short":
            self.pile += len(self.table)  # R34
        else:
            self.captured[seat] += len(self.table)  # R16; nothing from an empty table: R19, R21
        self.table, self.last = shown, seat  # R12: in hand order; R16
        self.scouts = 0
        self._finish_turn(seat, "hand" if not self.hands[seat] else "")  # R22

    def _scout(self, seat: int, choice: str, double: bool) -> None:
        # R37: the card leaves the table, goes into the hand, the owner gets the chip, counter +1
        self.hands[seat], self.table = self._after_scout(seat, choice)
        assert self.last is not None
        if self.edition == "oink":
            self.chips[seat] -= 1  # R29: paid to the centre, and the same player goes on
            self._check_stuck()
            return
        if self.edition != "short":  # R34: the short game pays nothing
            self.chips[self.last] += 1  # R18
        if double:
            self.markers[seat] = False  # R20
            self.phase = "double"
            return  # R37: does not count for end ii
        self.scouts += 1
        self._finish_turn(seat, "scouts" if self.scouts == self.seats - 1 else "")  # R23, R33

    def _finish_turn(self, seat: int, ending: str) -> None:
        """R37: the ends i and ii first, then the cap, then the next seat."""
        self.phase = "turn"
        if self.edition != "oink":
            self.turns += 1
        if ending:
            self._end_round(ending, self.last)
        elif self.edition != "oink" and self.turns >= self.turn_cap:
            self._end_round("cap", None)  # R36
        else:
            self.turn = (seat + 1) % self.seats  # R10
            if self.edition == "oink":
                self._check_stuck()

    def _check_stuck(self) -> None:
        """R30: oink's end ii; whoever is to act can neither Show nor Scout."""
        if not self.moves(self.turn):
            self._end_round("scouts", self.last)

    # Round end, scoring, game end

    def _end_round(self, ending: str, ender: int | None) -> None:
        self.ending = ending
        for seat in range(self.seats):
            if self.edition == "short":
                self.scores[seat] = 1 if seat == ender else 0  # R34, R36
                continue
            score = self.captured[seat] + self.chips[seat]  # R24, R31
            if seat != ender:
                score -= len(self.hands[seat])  # the ender of i has no hand anyway, that of ii is exempt
            elif self.edition == "draft":
                score += len(self.table)  # R32
            self.scores[seat] += score
        if self.round < self.rounds:
            assert self.first is not None
            self.round += 1
            self.first = (self.first + 1) % self.seats  # R25, A18
            self._clear()
            return
        self.phase = "over"
        if self.edition == "short":
            self.winners = [] if ender is None else [ender]  # R34, R36, R40
        else:
            best = max(self.scores)  # R26, R31, R35
            self.winners = [seat for seat in range(self.seats) if self.scores[seat] == best]

    def snapshot(self) -> dict[str, object]:
        """The whole state, hidden things included."""
        return {
            "hands": [[list(card) for card in hand] for hand in self.hands],
            "table": [list(card) for card in self.table],
            "owner": self.last if self.table else None,  # R40
            "chips": list(self.chips),
            "captured": list(self.captured),
            "pile": self.pile,
            "markers": list(self.markers),
            "scores": list(self.scores),
            "round": self.round,
            "start": self.first,
            "to_act": list(self.to_act()),
            "phase": self.phase,
            "turns": self.turns,
            "ending": self.ending,
            "winners": list(self.winners),
        }
