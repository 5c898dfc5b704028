"""The time at a table: who is here, whose time runs and since when, and what the others may know of that."""

from __future__ import annotations

from tefuda.server import protocol as p
from tefuda.server.table import Step, Table


class Clocks:
    """What a table's people and clocks are at, seat by seat. All moments are those of the loop."""

    __slots__ = ("helped", "here", "known", "left", "since", "table", "until", "waiting")

    def __init__(self, table: Table, now: float) -> None:
        seats = len(table.places)
        self.table = table
        self.here: set[int] = set()  # the seats whose people are here
        self.left = [now] * seats  # when the person was last here
        self.helped: set[int] = set()  # persons away for so long that a bot plays for them
        self.since = [now] * seats  # when the seat's time to decide began
        self.known = [now] * seats  # the same as far as everybody may know
        self.waiting = self._waits_for()  # whose time runs
        self.until = 0.0  # the end of the window

    # ---- people

    def see(self, present: set[int], now: float) -> None:
        """Who is here now. While no player was here no time has passed, whoever looked on."""
        if present and not self.here:
            self.since = [now] * len(self.since)
            self.known = list(self.since)
        for seat in self.here - present:
            self.left[seat] = now
        for seat in self.helped & present:
            self.helped.discard(seat)
            self.since[seat] = self.known[seat] = now
        self.here = present

    def is_helped(self, seat: int) -> bool:
        """Whether a bot plays for the seat's person: one who has stood up, or has been away for long."""
        return self.table.places[seat].gone or seat in self.helped

    # ---- the match

    def new_match(self) -> None:
        self.until, self.waiting = 0.0, ()
        self.helped.clear()

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
        self.known = list(self.since)

    def _waits_for(self) -> tuple[int, ...]:
        return self.table.match.waits_for if self.table.match and self.table.status == "playing" else ()

    # ---- what is left

    def patience(self, seat: int) -> float | None:
        """When a bot steps in for this person: the time is up, or the person has been gone for long."""
        if seat not in self.waiting:
            return None
        moments = []
        since = self.since[seat] if seat in self.here else self.known[seat]  # everybody sees who is helped
        if seat not in self.here:
            moments.append(max(self.left[seat] + self.table.made.away, since))
        if clock := self.table.made.clock:
            moments.append(since + clock.move + self.table.places[seat].reserve / 1000)
        return min(moments, default=None)

    def times(self, reader: int | None, now: float) -> list[p.Times]:
        """What is left to each seat, as this reader may know it."""
        clock = self.table.made.clock
        if clock is None or self.table.status != "playing":
            return []
        found = []
        for seat, place in enumerate(self.table.places):
            since = self.since[seat] if seat == reader else self.known[seat]
            used = (now - since) * 1000 if seat in self.waiting else 0
            left = max(0, round(clock.move * 1000 - used))
            over = max(0, round(used - clock.move * 1000))
            found.append(p.Times(seat, left, max(0, place.reserve - over), seat in self.waiting))
        return found

    def reserve(self, seat: int, now: float) -> int:
        """What is left of the seat's reserve if it moves now. A secret move costs nothing: the others would see it."""
        table, clock = self.table, self.table.made.clock
        if clock is None or seat not in self.waiting or (table.match and table.match.is_secret):
            return table.places[seat].reserve
        over = max(0, round((now - self.since[seat] - clock.move) * 1000))
        return max(0, table.places[seat].reserve - over)
