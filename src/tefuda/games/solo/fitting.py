"""SOLO: a world in which hands hold the cards that a record shows, for whoever follows a record as a seat read it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from tefuda.games.events import SHOWN, UNSEEN
from tefuda.games.solo.cards import bit, copies, first_card
from tefuda.games.solo.memory import row_of
from tefuda.games.solo.moves import FACE_OF, Triple, parse
from tefuda.games.solo.rules import taker_of
from tefuda.games.solo.state import (
    CARDS,
    FACES,
    NOBODY,
    NUMBERS,
    ONE,
    SKIP,
    TO_GIFT,
    TO_SWAP,
    TO_SWAP_ALL,
    State,
)

FACES_OF = [face for face in range(FACES) for _ in range(copies(face))]  # of all cards
POINTS = "points"  # stands before the points that a record shows at the end of a round

Wanted = dict[int, list[int]]  # the faces that a seat must hold, or that must lie in the pile (NOBODY)


def wanted(s: State, reader: int, seat: int, lines: Sequence[str], rng: random.Random) -> Wanted:
    """What must be where so that a move, and what chance does then, can be told so to the reader."""
    found: Wanted = {}
    drawn: Counter[int] = Counter()
    for line in lines[1:]:
        word, *rest = line.partition(SHOWN)[0].split(" ")
        if word == "draw" and int(rest[0]) == reader:
            found[NOBODY] = found.get(NOBODY, []) + [FACE_OF[card] for card in rest[1:]]
        elif word == "draw":
            drawn[int(rest[0])] += len(rest) - 1
    move, *shown = lines[0].split(SHOWN)
    if UNSEEN in move or seat == reader or not isinstance(parse(move), Triple):
        given = list(hand_in(lines))
        giver = giver_of(s, reader, seat, move.startswith("block")) if given else NOBODY
        if giver != NOBODY:  # it may have drawn some of these cards before
            found[giver] = rng.sample(given, max(0, len(given) - drawn[giver]))
    elif shown and not shown[0].startswith(POINTS):
        found[seat] = [FACE_OF[card] for card in shown[0].split(" ")]
    return found


def hand_in(lines: Sequence[str]) -> Iterator[int]:
    """The faces that came to the reader from another hand."""
    for line in lines:
        text, *shown = line.split(SHOWN)
        if shown and text.split(" ")[0] in ("accept", "block", "draw") and not shown[0].startswith(POINTS):
            yield from (FACE_OF[card] for card in shown[0].split(" "))


def giver_of(s: State, reader: int, seat: int, blocks: bool) -> int:
    """Whose cards the reader gets if this seat accepts, or blocks as the last one; NOBODY if none."""
    if s.pending == TO_GIFT:
        return s.source if reader == seat else NOBODY
    if s.pending == TO_SWAP:
        return s.source if reader == seat else seat
    if s.pending != TO_SWAP_ALL:
        return NOBODY
    before, s.blockers = s.blockers, s.blockers | (bit(seat) if blocks else 0)
    found = next((one for one in range(s.seats) if one != reader and taker_of(s, one) == reader), NOBODY)
    s.blockers = before
    return found


class Table:
    """The cards that the reader does not know, place by place; they may change places."""

    def __init__(self, s: State, reader: int, wanted: Wanted, rng: random.Random) -> None:
        self.s, self.reader, self.rng = s, reader, rng
        self.known: dict[int, Counter[int]] = {seat: Counter() for seat in range(s.seats)}
        self.free: dict[int, list[int]] = {seat: [] for seat in range(s.seats)} | {NOBODY: s.pile[: s.pile_size]}
        for card, holder in enumerate(s.where):
            if holder != NOBODY and (holder == reader or s.knowers[card] & bit(reader)):
                self.known[holder][FACES_OF[card]] += 1
            elif holder != NOBODY:
                self.free[holder].append(FACES_OF[card])
        self.fixed = {place: Counter(faces) - self.known.get(place, Counter()) for place, faces in wanted.items()}

    def settled(self) -> bool:
        """Brings all that is wanted where it must be; False if it did not come about."""
        for place, fixed in self.fixed.items():
            for face in (fixed - Counter(self.free[place])).elements():
                if not self._bring(face, place):
                    return False
        return True

    def _bring(self, face: int, place: int) -> bool:
        mine = self._spare(place)
        theirs = [(other, at) for other in self.free if other != place for at in self._spare(other, face)]
        self.rng.shuffle(mine)
        self.rng.shuffle(theirs)
        for other, there in theirs:
            for here in mine:
                one, two = self.free[place], self.free[other]
                one[here], two[there] = two[there], one[here]
                if self._is_possible(place) and self._is_possible(other):
                    return True
                one[here], two[there] = two[there], one[here]
        return False

    def _spare(self, place: int, face: int | None = None) -> list[int]:
        """Where in a place there are cards (of this face) that need not stay."""
        left, found = Counter(self.fixed.get(place, ())), list[int]()
        if place == self.s.turn and self.s.drawn != NOBODY and place != self.reader:
            left[self.s.drawn] = max(1, left[self.s.drawn])
        for at, one in enumerate(self.free[place]):
            if left[one] > 0:
                left[one] -= 1
            elif face is None or one == face:
                found.append(at)
        return found

    def _is_possible(self, place: int) -> bool:
        """R8: some order of the cards fits what is known of the hand."""
        if place == NOBODY:
            return True
        row, faces = self.s.lacks[row_of(place, self.reader)], self.free[place]
        first = [row[face % NUMBERS] if face < SKIP else 0 for face in faces]  # how many cards came before it
        return all(sum(one >= age for one in first) <= len(faces) - age for age in set(first))

    def write(self) -> None:
        s = self.s
        for card in range(CARDS):
            if s.where[card] != self.reader and not s.knowers[card] & bit(self.reader):
                s.where[card] = NOBODY
        for seat in range(s.seats):
            for face in self.free[seat]:
                card = first_card(face)
                while s.where[card] != NOBODY:
                    card += 1
                s.where[card], s.knowers[card] = seat, 0
            held = [*self.known[seat].elements(), *self.free[seat]]
            s.held[seat] = sum(ONE << face for face in set(held))
            numbers = Counter(face % NUMBERS for face in held if face < SKIP)
            s.tally[seat][:] = [numbers[number] for number in range(NUMBERS)]
        s.pile[: s.pile_size] = self.free[NOBODY]


def arranged(s: State, reader: int, wanted: Wanted, rng: random.Random) -> bool:
    """Lets cards that the reader does not know change places until each is where it is wanted; False if in vain."""
    if s.drawn != NOBODY and s.turn != reader and wanted.get(s.turn):
        s.drawn = rng.choice(wanted[s.turn])
    table = Table(s, reader, wanted, rng)
    if not table.settled():
        return False
    table.write()
    return True
