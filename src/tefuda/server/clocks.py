"""The time at a table: who is here, whose time runs and since when, when a bot steps in, and what others may know."""

from __future__ import annotations

from tefuda.server import protocol as p
from tefuda.server.table import Step, Table

REST = 20.0  # seconds for which people may look at the end of a round
COUNTDOWN = 10.0  # seconds between a vote and the bot that steps in
BY_THE_DAY = 3600  # seconds for a move; from this length on people need not stay at the table

Used = tuple[list[float], list[float]]  # seconds of each seat: in truth, and as far as everybody may know


class Clocks:
    """The presence and the clock of each seat of a table. All times are those of the loop."""

    __slots__ = (
        "awaited",
        "helped",
        "here",
        "known",
        "left",
        "rest",
        "since",
        "stepping",
        "table",
        "until",
        "votes",
        "waiting",
    )

    def __init__(self, table: Table, now: float, wall: float) -> None:
        seats = len(table.places)
        self.table = table
        begun = now - max(0.0, wall - table.since) if self.by_the_day and table.since else now
        self.here: set[int] = set()  # the seats whose people are here
        self.left = [now] * seats  # when the person was last here
        self.helped: set[int] = set()  # seats for which a bot plays until the person comes back
        self.votes: dict[int, set[int]] = {}  # the seats that have voted for a bot to play for this seat
        self.stepping: dict[int, float] = {}  # when a bot steps in after a vote
        self.since = [begun] * seats  # when the seat's time to decide began
        self.known = [begun] * seats  # the same as far as everybody may know
        self.waiting = self._waits_for()  # whose time runs
        self.until = 0.0  # the end of the window
        self.rest = 0.0  # the end of the rest after a round; 0 while there is none
        self.awaited: set[int] = set()  # the seats that have not said yet that they are ready for the next round

    @property
    def by_the_day(self) -> bool:
        """Whether the clock goes on while nobody is here, and while the table is not in memory."""
        return self.table.made.clock is not None and self.table.made.clock.move >= BY_THE_DAY

    # ---- people

    def see(self, present: set[int], now: float) -> None:
        """Notes who is here now. While no player was here the clocks stood still, except those that run by the day."""
        if present and not self.here and not self.by_the_day:
            self.go_on(self.used(), now)
        for seat in self.here - present:
            self.left[seat] = now
        for seat in present - self.here:
            self.back(seat, now)
        self.here = present
        self._count(now)

    def used(self) -> Used:
        """How long each seat's time had run when the last player left."""
        stood = max(self.left)
        return [max(0.0, stood - since) for since in self.since], [max(0.0, stood - known) for known in self.known]

    def go_on(self, used: Used, now: float) -> None:
        self.since, self.known = ([now - seconds for seconds in row] for row in used)

    def back(self, seat: int, now: float) -> None:
        """The person plays again: a bot that played in their place stops, and votes about them end."""
        if seat in self.helped:
            self.helped.discard(seat)
            self.since[seat] = self.known[seat] = now
        self._forget(seat)

    def is_helped(self, seat: int) -> bool:
        """Whether a bot plays for the seat's person: one who has stood up, is away, or did not move for long."""
        return self.table.places[seat].gone or seat in self.helped

    # ---- the match

    def new_match(self) -> None:
        self.until, self.rest, self.waiting = 0.0, 0.0, ()
        self.awaited.clear()
        self.helped.clear()
        self.votes.clear()
        self.stepping.clear()

    def undone(self, now: float) -> None:
        """Moves were taken back: whoever has to decide now begins anew."""
        self.new_match()
        self.waiting = self._waits_for()
        self.since = [now] * len(self.since)
        self.known = list(self.since)

    def happened(self, step: Step, known: bool, now: float) -> None:
        """A seat's time begins anew when it has acted, or is waited for; others see that only if it is known to all."""
        waited, self.waiting = self.waiting, self._waits_for()
        if step.seat is not None and not known:
            self.since[step.seat] = now
            return
        secret = step.seat is not None and self.table.face.is_secret(step.parts[0][0])  # and now it ends
        for seat in range(len(self.since)):
            if secret or seat == step.seat or seat not in waited:
                self.since[seat] = now
                self._forget(seat)
        self.known = list(self.since)

    def _waits_for(self) -> tuple[int, ...]:
        return self.table.match.waits_for if self.table.match and self.table.status == "playing" else ()

    # ---- between two rounds

    def begin_rest(self, looking: set[int], now: float) -> None:
        """A round is over: these people look at it, and no time passes. Where a clock runs by the day nobody waits."""
        if looking and not self.by_the_day:
            self.rest, self.awaited = now + REST, set(looking)

    def looking(self) -> set[int]:
        """Who is waited for; nobody who is away, or for whom a bot plays, and nobody once the match was ended."""
        awaited = self.awaited & self.here if self.table.status == "playing" else ()
        return {seat for seat in awaited if not self.is_helped(seat)}

    def end_rest(self, now: float) -> None:
        """Everybody's time begins now."""
        self.rest = 0.0
        self.awaited.clear()
        self.since = [now] * len(self.since)
        self.known = list(self.since)

    def rest_left(self, now: float) -> int | None:
        rests = self.rest and self.table.status == "playing"  # somebody may end the match in a rest
        return max(0, round((self.rest - now) * 1000)) if rests else None

    # ---- when a bot steps in

    def due(self, seat: int) -> float | None:
        """When a bot plays for this person: the clock has run out, or the others have voted for it."""
        clock = self.table.made.clock
        if seat not in self.waiting or not self.here or self.rest:
            return None
        if clock is None:
            return self.stepping.get(seat)
        since = self.since[seat] if seat in self.here else self.known[seat]  # everybody sees who is helped
        return since + clock.move + self.table.places[seat].reserve / 1000

    def stays(self, seat: int) -> bool:
        """Whether a bot that steps in goes on until the person is back, instead of making this one move."""
        clock = self.table.made.clock
        return clock is None or (not self.by_the_day and seat not in self.here)

    def asks_at(self, seat: int) -> float | None:
        """From when on the others are asked whether a bot should play for this person. A clock decides by itself."""
        made, place = self.table.made, self.table.places[seat]
        if made.clock or seat not in self.waiting or not place.person or self.is_helped(seat) or self.rest:
            return None
        if not any(other.person for other in self.table.places if other is not place):  # nobody would be asked
            return None
        if seat in self.here:
            return self.known[seat] + made.patience
        return max(self.left[seat] + made.away, self.known[seat])

    def is_asked(self, seat: int, now: float) -> bool:
        at = self.asks_at(seat)
        return at is not None and at <= now and bool(self.here - {seat})

    def vote(self, own: int, seat: int, bot: bool, now: float) -> None:
        voters = self.votes.setdefault(seat, set())
        voters.add(own) if bot else voters.discard(own)
        self._count(now)

    def _count(self, now: float) -> None:
        """More than half of the other players who are here decide."""
        for seat, voters in self.votes.items():
            others = self.here - {seat}
            if 2 * len(voters & others) > len(others):
                self.stepping.setdefault(seat, now + COUNTDOWN)
            else:
                self.stepping.pop(seat, None)

    def _forget(self, seat: int) -> None:
        self.votes.pop(seat, None)
        self.stepping.pop(seat, None)

    # ---- what is left

    def times(self, reader: int | None, now: float) -> list[p.Times]:
        """What is left to each seat, as this reader may know it."""
        clock = self.table.made.clock
        if clock is None or self.table.status != "playing":
            return []
        found = []
        for seat, place in enumerate(self.table.places):
            since = self.since[seat] if seat == reader else self.known[seat]
            running = seat in self.waiting and not self.rest
            used = (now - since) * 1000 if running else 0
            left = max(0, round(clock.move * 1000 - used))
            over = max(0, round(used - clock.move * 1000))
            found.append(p.Times(seat, left, max(0, place.reserve - over), running))
        return found

    def reserve(self, seat: int, now: float) -> int:
        """What is left of the seat's reserve if it moves now. A secret move costs nothing: the others would see it."""
        table, clock = self.table, self.table.made.clock
        if clock is None or seat not in self.waiting or self.rest or (table.match and table.match.is_secret):
            return table.places[seat].reserve
        over = max(0, round((now - self.since[seat] - clock.move) * 1000))
        return max(0, table.places[seat].reserve - over)
