"""What addresses and people have used of their limits, in this process and in the others on the same database.

Each process counts for itself and soon tells the others what it has counted. A limit can be exceeded only by what comes
in that short time.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from limits.storage import MemoryStorage
from msgspec import Struct, json

MESSAGE_MAX = 7000  # bytes; PostgreSQL takes 8,000
SWEEP_SECONDS = 10.0  # after which windows that are over are forgotten


class Hits(Struct, array_like=True):
    """Somebody has used a limit so many times."""

    key: str
    expiry: float
    amount: int


class News(Struct, omit_defaults=True):
    """What one process tells the others."""

    worker: str
    hits: list[Hits] = []
    connections: dict[str, int] = {}  # how many an address has there now
    all: bool = False  # the sender knows nothing yet: tell everything


class Windows(MemoryStorage):
    """Fixed windows, as `limits` keeps them, that remember what the others have to be told."""

    def __init__(self, changed: Callable[[], None] | None) -> None:
        super().__init__()
        self.changed = changed
        self.untold: Counter[tuple[str, float]] = Counter()
        self.swept = time.time()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        if self.changed:
            self.untold[key, expiry] += amount
            self.changed()
        return self._add(key, expiry, amount)

    def hear(self, hits: Hits) -> None:
        self._add(hits.key, hits.expiry, hits.amount)

    def _add(self, key: str, expiry: float, amount: int) -> int:
        """Counts as `limits` does, but in the loop: `limits` starts a thread after every hit, to forget old windows."""
        now = time.time()
        if now - self.swept > SWEEP_SECONDS:
            self._sweep(now)
        if self.expirations.get(key, 0.0) <= now:
            self.storage[key], self.expirations[key] = 0, now + expiry
        self.storage[key] += amount
        return self.storage[key]

    def _sweep(self, now: float) -> None:
        self.swept = now
        for key in [key for key, until in self.expirations.items() if until <= now]:
            self.clear(key)


class Usage:
    def __init__(self, changed: Callable[[], None] | None) -> None:
        self.changed = changed  # called when there is something to tell; None if there are no other processes
        self.windows = Windows(changed)
        self.connections: Counter[str] = Counter()  # here
        self.elsewhere: dict[str, dict[str, int]] = {}  # by worker
        self.untold: set[str] = set()  # addresses

    def arrive(self, address: str) -> None:
        self._count(address, 1)

    def depart(self, address: str) -> None:
        self._count(address, -1)

    def _count(self, address: str, change: int) -> None:
        self.connections[address] += change
        if not self.connections[address]:
            del self.connections[address]
        if self.changed:
            self.untold.add(address)
            self.changed()

    def of(self, address: str) -> int:
        """How many connections an address has."""
        return self.connections[address] + sum(found.get(address, 0) for found in self.elsewhere.values())

    # ---- with the others

    def news(self, worker: str) -> list[str]:
        """What the others have not been told yet, in messages that are small enough for PostgreSQL."""
        told = [News(worker, hits=[Hits(*key, amount)]) for key, amount in self.windows.untold.items()]
        told += [News(worker, connections={address: self.connections[address]}) for address in self.untold]
        self.windows.untold.clear()
        self.untold.clear()
        messages = [News(worker)]
        for one in told:
            if len(json.encode(messages[-1])) + len(json.encode(one)) > MESSAGE_MAX:
                messages.append(News(worker))
            messages[-1].hits += one.hits
            messages[-1].connections |= one.connections
        return [json.encode(message).decode() for message in messages if message.hits or message.connections]

    def hear(self, news: News) -> None:
        for hits in news.hits:
            self.windows.hear(hits)
        if news.connections:
            known = self.elsewhere.get(news.worker, {}) | news.connections
            self.elsewhere[news.worker] = {address: count for address, count in known.items() if count}
        if news.all and self.changed:
            self.untold.update(self.connections)
            self.changed()

    def forget_all_but(self, living: dict[str, str]) -> None:
        """Forgets the connections of processes that have died."""
        self.elsewhere = {worker: found for worker, found in self.elsewhere.items() if worker in living}
