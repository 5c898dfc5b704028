"""Section 4 of the rules written down a second time: what each reader knows of each hand, as lists of cards.

For a reader, a hand is the cards that it knows to be there, and the others in the order in which they came. Of each of
the others it knows which numbers it cannot be (R8). A card that it sees leaving is one that it knew, else the oldest
that it can be; one that it does not see leaving may have been any.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tefuda.games.solo.moves import CARDS
from tefuda.games.solo.state import DEALT

COLOURS = "rgyb"


@dataclass
class Hand:
    """What one reader knows of one hand."""

    known: Counter[str] = field(default_factory=Counter)
    others: list[set[str]] = field(default_factory=list)  # the numbers that each cannot be

    def comes(self, cards: int = 1) -> None:
        self.others += [set() for _ in range(cards)]

    def goes(self, card: str) -> None:
        """The reader sees it."""
        if self.known[card]:
            self.known[card] -= 1
        else:
            del self.others[
                next(i for i, banned in enumerate(self.others) if not is_number(card) or card[1] not in banned)
            ]

    def goes_unseen(self) -> None:
        """Of the known ones none is sure any more."""
        unsure = self.known.total()
        self.known.clear()
        self.comes(unsure)
        del self.others[0]

    def has_none_of(self, number: str) -> None:
        for banned in self.others:
            banned.add(number)


def is_number(card: str) -> bool:
    return card[1:].isdigit() and card[0] in COLOURS


class Knowing:
    """Told of everything that happens, it says what `known` and `lacks` of a view should be."""

    def __init__(self, seats: int, whole_triples: bool, only_the_drawn: bool) -> None:
        self.seats = seats
        self.whole_triples = whole_triples
        self.only_the_drawn = only_the_drawn
        self.readers: list[int | None] = [None, *range(seats)]
        self.deal()

    def deal(self) -> None:
        pairs = [(reader, seat) for reader in self.readers for seat in range(self.seats) if reader != seat]
        self.hands = {pair: Hand() for pair in pairs}
        for hand in self.hands.values():
            hand.comes(DEALT)

    def of(self, seat: int) -> list[Hand]:
        """This hand for all who do not hold it."""
        return [hand for (_, holder), hand in self.hands.items() if holder == seat]

    def draw(self, seat: int, cards: int) -> None:
        for hand in self.of(seat):
            hand.comes(cards)

    def lay(self, seat: int, card: str, drawn: str = "") -> None:
        """`drawn` is what the seat has just drawn, where all know that no other of its kind may be laid (R10)."""
        for hand in self.of(seat):
            if card == drawn:
                assert not hand.others.pop()
            else:
                hand.goes(card)

    def triple(self, seat: int, cards: list[str], drawn: str) -> None:
        """The top last. R8: where all must be laid, none is left."""
        for card in cards:
            self.lay(seat, card, drawn)
            drawn = "" if card == drawn else drawn
        if self.whole_triples:
            for hand in self.of(seat):
                hand.has_none_of(cards[-1][1])

    def give(self, seat: int, to: int, card: str) -> None:
        """R15."""
        for reader in self.readers:
            if reader == to:
                self.hands[reader, seat].goes(card)
            elif reader != seat:
                self.hands[reader, seat].goes_unseen()
                self.hands[reader, to].comes()
        self.hands[seat, to].known[card] += 1

    def give_all(self, seat: int, to: int, cards: list[str]) -> None:
        """R15, A15: whoever knew one of them knows where it is now."""
        for reader in self.readers:
            if reader not in (seat, to):
                given = self.hands[reader, seat]
                self.hands[reader, to].known += given.known
                self.hands[reader, to].comes(len(given.others))
        for other in self.readers:
            if other != seat:
                self.hands[other, seat] = Hand()
        self.hands[seat, to].known += Counter(cards)

    def swap(self, goes_to: dict[int, int], cards: dict[int, list[str]]) -> None:
        """R14, R18: hands with these cards go to other seats; who held one knows it."""
        before = dict(self.hands)
        for seat, to in goes_to.items():
            for reader in self.readers:
                if reader == seat:
                    self.hands[reader, to] = Hand(Counter(cards[seat]))
                elif reader != to:
                    self.hands[reader, to] = before[reader, seat]

    # ---- what a view shows

    def known(self, reader: int | None) -> dict[str, list[str]]:
        of = {str(seat): self.hands[reader, seat].known for seat in range(self.seats) if seat != reader}
        return {seat: sorted(cards.elements(), key=CARDS.index) for seat, cards in of.items() if cards.total()}

    def lacks(self, reader: int | None) -> dict[str, dict[str, int]]:
        found: dict[str, dict[str, int]] = {}
        for seat in range(self.seats):
            if seat != reader:
                numbers = Counter(number for banned in self.hands[reader, seat].others for number in banned)
                found |= {str(seat): dict(sorted(numbers.items()))} if numbers else {}
        return found

    # ---- moves

    def play(self, seat: int, move: str, hands: list[list[str]], direction: int, drawn: str) -> None:
        """A move, with the hands before it and the card that its player has just drawn, if any."""
        kind, *words = move.removeprefix("jump triple").removesuffix(" solo").split()
        if move.startswith("jump triple"):
            kind, words, drawn = "triple", [kind], ""
        if not self.only_the_drawn:
            drawn = ""
        if kind in ("play", "jump"):
            self.lay(seat, words[0], drawn)
            self.asked, self.source, self.answers = words[0][-1], seat, 0
            self.blockers: list[int] = []
            self.target = int(words[1]) if self.asked in "XG" and len(words) > 1 else -1
        elif kind == "triple":
            self.picked = words
            if self.whole_triples:
                same = [card for card in hands[seat] if is_number(card) and card[1] == words[0][1]]
                same.remove(words[0])
                self.triple(seat, [*same, words[0]], drawn)
        elif kind == "with":
            self.picked = [*words, *self.picked]
        elif kind == "done":
            self.triple(seat, self.picked, "")
        elif kind == "give":
            self.give(seat, self.target, words[0])
        elif kind in ("block", "accept"):
            self.answer(seat, kind, f"K{words[0]}" if words else "", hands, direction)

    def answer(self, seat: int, kind: str, card: str, hands: list[list[str]], direction: int) -> None:
        """R19, R22: to what was asked."""
        cards = dict(enumerate(hands))
        self.answers += 1
        if kind == "block":
            self.lay(seat, card)
            self.blockers.append(seat)
        if self.asked == "A" and self.answers == self.seats - 1:
            order = [(self.source + direction * n) % self.seats for n in range(self.seats)]
            moving = [one for one in order if one not in self.blockers]
            if len(moving) > 1:
                self.swap(dict(zip(moving, [*moving[1:], moving[0]], strict=True)), cards)
        elif self.asked == "X" and kind == "accept":
            self.swap({self.source: seat, seat: self.source}, cards)
        elif self.asked == "G" and kind == "accept" and len(hands[self.source]) <= 2:
            self.give_all(self.source, seat, hands[self.source])
