"""A match as one seat saw it: worlds that look to the seat as the match did, event by event.

What a seat sees after an event follows from what it saw before and from what it saw of the event. So, to know its
views, any world will do that looks the same to it and in which the event can happen: hidden cards are dealt anew until
it can. Then the event is done there, and the next world is found from that one. What chance does after a move is found
together with the move, because hidden cards are dealt anew only where somebody decides.

Some events show a seat more than its record tells, such as the hand that it gets by a Swap. Then the seat would see
different things in different worlds; that is found by doing each event in several, and refused.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from tefuda.errors import BadNotation, BadRecord
from tefuda.games.events import SHOWN, UNSEEN
from tefuda.games.face import Face
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.plain import Game
from tefuda.record import Event, Record

TRIES = 20_000  # worlds, before an event counts as impossible
OTHERS = 12  # worlds in which the seat must see the same after an event
TRIES_EACH = 60  # ... and for each of them so many are dealt

Step = tuple[Game, Event, Game]


def is_seen(record: Record) -> bool:
    """Whether something is hidden in the record, so that only the seat that read it can be judged by it."""
    return any(UNSEEN in event.text for event in record.events)


def seen_steps(record: Record, seat: int) -> Iterator[Step]:
    """Each event with a world right before and right after it, in which the seat sees what it saw then.

    BadRecord at an event that this seat cannot have seen so, or of which the record does not tell all that it saw.
    """
    following = Following(record.face, seat)
    game, at = record.face.begin(record.seats, record.options), 0
    while at < len(record.events):
        events = together(record.events[at:])
        rest = record.events[at + len(events) :]
        following.next = rest[0] if rest else None
        found = following.possible(game, events)
        if found is None and not rest:
            following.ends = False
            found = following.possible(game, events)
        if found is None:
            impossible = f"seat {seat} cannot have seen {str(events[0])!r} here; it may be the record of another seat"
            raise BadRecord(record.line_of(at), impossible)
        if any(event.seat == seat for event in rest) and not following.is_told(game, events, found):
            told = f"the record does not tell all that seat {seat} saw at {str(events[0])!r}"
            raise BadRecord(record.line_of(at), told)
        yield from found
        game, at = found[-1][-1], at + len(events)


def together(events: Sequence[Event]) -> list[Event]:
    """The first of the events, and what chance does after it."""
    found = [events[0]]
    for event in events[1:]:
        if event.seat is not None:
            break
        found.append(event)
    return found


class Following:
    """Follows what a seat saw."""

    def __init__(self, face: Face, seat: int) -> None:
        self.face = face
        self.seat = seat
        self.next: Event | None = None  # what comes after the events that are followed
        self.ends = True  # whether the match is over where nothing comes
        self.rng = random.Random(0)  # nothing that the seat sees depends on it

    def is_told(self, game: Game, events: Sequence[Event], steps: Sequence[Step]) -> bool:
        """Whether the seat sees the same after these events in other worlds, too."""
        if game.actor() == CHANCE or self.face.is_secret(game):  # all see a deal as it is told, and no secret choice
            return True
        seen = self.face.view(steps[-1][-1], self.seat)
        for _ in range(OTHERS):
            other = self.steps(game.redeal(self.seat, self.rng.getrandbits(62)), events, TRIES_EACH)
            if other and self.face.view(other[-1][-1], self.seat) != seen:
                return False
        return True

    def possible(self, game: Game, events: Sequence[Event]) -> list[Step] | None:
        """These events in a world that looks to the seat like this one; None, too, for lines that no game writes."""
        try:
            return self.steps(game, events, TRIES)
        except (ValueError, LookupError):
            return None

    def steps(self, game: Game, events: Sequence[Event], tries: int) -> list[Step] | None:
        """These events in a world that looks to the seat like this one; None if there is none in which they happen."""
        for world in self.worlds(game, events, tries):
            found = list[Step]()
            for event in events:
                step = self.step(found[-1][-1] if found else world, event)
                if step is None:
                    break
                found.append(step)
            else:
                if self.goes_on(found[-1][-1]):
                    return found
        return None

    def goes_on(self, game: Game) -> bool:
        """Whether the match goes on here as it did: with the one who moved next, or with nobody."""
        if self.next is None:
            return game.actor() == OVER or not self.ends
        return self.next.seat is None or game.count(self.next.seat) > 0

    def worlds(self, game: Game, events: Sequence[Event], tries: int) -> Iterator[Game]:
        """Worlds that look like this one to the seat: this one, such as suit the events, or any others."""
        yield game
        mover, lines, wished = events[0].seat, [event.text for event in events], None
        for number in range(tries):
            if mover is not None and (wished or number == 0):
                wished = self.face.fitting(game, self.seat, mover, lines, self.rng)
            yield wished or (game if mover is None else game.redeal(self.seat, self.rng.getrandbits(62)))

    def step(self, world: Game, event: Event) -> Step | None:
        """The event, after others have made moves that nobody notices, if need be; None if it is not possible here."""
        before = world.clone()
        while True:
            after = self.chance(before, event) if event.seat is None else self.move(before, event.seat, event)
            if after is not None:
                return before, event, self.face.with_told(after, event.text)
            if not self.unnoticed(before):
                return None

    def chance(self, game: Game, event: Event) -> Game | None:
        """The game after chance does what was seen, and anything where nothing was."""
        if game.actor() != CHANCE:
            return None
        pool, sides, _ = game.chance()
        left = [tuple(pool[at : at + sides]) for at in range(0, len(pool), sides)]
        self.rng.shuffle(left)
        try:
            drawn = self.face.known_of_chance(game, event.text.partition(SHOWN)[0])
        except BadNotation:
            return None
        for thing in drawn:
            card = next((card for card in left if thing in card), None)
            if thing is not None and card is None:
                return None
            if card is not None:
                left.remove(card)
        things = [self.rng.choice(left.pop()) if thing is None else thing for thing in drawn]
        seen, after = self.face.seen_chance(game, things, self.seat), game.clone()
        after.deal(things)
        return after if self.is_told_so(seen, game, event, after) else None

    def move(self, game: Game, mover: int, event: Event) -> Game | None:
        """The game after a move of this seat that is told so."""
        for action in game.legal(mover):
            seen = self.face.seen_move(game, mover, action, self.seat)
            if seen is not None and event.text.startswith(seen):
                after = game.clone()
                after.apply(mover, action)
                if self.is_told_so(seen, game, event, after):
                    return after
        return None

    def is_told_so(self, seen: str, before: Game, event: Event, after: Game) -> bool:
        """Whether the event stands so in the seat's record, but for what may be put into the state after it."""
        return self.face.line(seen, before, self.face.with_told(after, event.text), self.seat) == event.text

    def unnoticed(self, game: Game) -> bool:
        """Somebody else makes a move that nobody notices; False if nobody can."""
        for other in range(game.seats):
            if other != self.seat:
                for action in game.legal(other):
                    if self.face.seen_move(game, other, action, self.seat) is None:
                        game.apply(other, action)
                        return True
        return False
