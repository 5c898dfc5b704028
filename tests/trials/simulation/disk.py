"""The database as a model: what is committed, what a cut of the power leaves, who owns what.

It stands for `Store`, `Leases` and the writer's thread. A test compares its answers with those of the real store.
SQLite: what is written survives the death of the process, and what is synced survives the machine's. PostgreSQL: a
commit that is under way when its process dies is made or not made, and nobody has heard which.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from tefuda.server import leases, rows
from tefuda.server.leases import Leases, Owner
from tefuda.server.orders import Order
from tefuda.server.rows import Conflict, Entry, Finished, Head, Row, StorageError
from tefuda.server.store import UNFINISHED
from tefuda.server.writer import Waiting, Writer
from tests.trials.simulation.world import Process, World

SYNC = 0.004  # seconds, about
Answers = list[StorageError | None]


class Stored(NamedTuple):
    """A table's head, and what else its row in the database has."""

    head: Head
    last: int
    owner: str


class Database:
    """What is committed. It outlives the processes."""

    def __init__(self, world: World, shared: bool) -> None:
        self.world = world
        self.shared = shared
        self.heads: dict[str, Stored] = {}
        self.logs: dict[str, list[bytes]] = {}
        self.durable: dict[str, list[tuple[int, float]]] = {}  # for each row of a log: the step and time of its sync
        self.loaded: dict[str, list[int]] = {}  # the steps at which a table's log was read
        self.finished: dict[tuple[str, str, int], Finished] = {}
        self.pairs: dict[str, tuple[bytes, float]] = {}
        self.workers: dict[str, tuple[str, float]] = {}
        self.sessions: dict[str, Session] = {}
        self.written: Batch | None = None  # SQLite: not synced yet
        self.failing = 0.0  # syncs fail until then
        self.away = 0.0  # it can be neither read nor written until then
        self.doubtful = 0.0  # commits are made, and their answers lost, until then
        self.syncs = self.failed = 0
        self.behind = 0.0  # the longest time that a process took to hear that something was stored

    def check(self) -> None:
        if self.world.now < self.away:
            raise StorageError("the database is away")

    def commit(self, batch: Batch) -> Answers:
        """All entries that fit, at once and for good."""
        answers: Answers = []
        for entry in batch.entries:
            code = entry.head.code
            known = self.heads.get(code)
            last, owner = (known.last, known.owner) if known else (0, batch.owner)
            if not rows.is_next(entry, last, owner, batch.owner):
                answers.append(Conflict("not the next row, or not ours"))
                continue
            log, durable = self.logs.setdefault(code, []), self.durable.setdefault(code, [])
            for row in entry.rows:
                log[row.number - 1 :] = [row.body]
                durable[row.number - 1 :] = [(self.world.step, self.world.now)]
            self.heads[code] = Stored(entry.head, entry.rows[-1].number, owner)
            self.finished |= {(one.person, one.code, one.match): one for one in entry.finished}
            answers.append(None)
        return answers

    def sync(self, batch: Batch) -> Answers:
        """The end of a commit: what it answers to the process, if that still lives."""
        self.written = None
        self.syncs += 1
        lost: Answers = [StorageError("it was not stored") for _ in batch.entries]
        if self.world.now < max(self.failing, self.away):
            self.failed += 1
            return lost
        answers = self.commit(batch)
        return lost if self.world.now < self.doubtful else answers

    def recover(self, kept: float) -> None:
        """The process is dead: its last batch is on the disk or not."""
        if self.written and self.world.rng.random() < kept:
            self.commit(self.written)
        self.written = None

    def hang_up(self, worker: str) -> None:
        """The session of a process that is dead ends."""
        self.sessions.pop(worker, None)


class Batch(NamedTuple):
    entries: tuple[Entry, ...]
    owner: str


class SimStore:
    """What one process has of the database, in the place of `Store`."""

    def __init__(self, database: Database, process: Process) -> None:
        self.database = database
        self.process = process
        self.shared = database.shared
        self.owner = ""

    def append(self, entries: Sequence[Entry]) -> Answers:
        return self.database.commit(Batch(tuple(entries), self.owner))

    def begin(self, entries: Sequence[Entry], done: Callable[[Answers], None]) -> None:
        """Writes a batch, syncs it after a while, and then calls back."""
        batch, world, process = Batch(tuple(entries), self.owner), self.database.world, self.process
        delay = process.rng.expovariate(1 / SYNC) * process.slow

        def sync() -> None:
            answers, synced = self.database.sync(batch), world.now

            def heard() -> None:  # late, if the process was frozen meanwhile
                self.database.behind = max(self.database.behind, world.now - synced)
                done(answers)

            process.call_later(process.pause(), heard)

        def send() -> None:
            if sent or not (process.dead or process.frozen):
                sync()
            else:
                process.call_soon(sync)  # a frozen process sends it when it goes on

        if self.shared:  # the database goes on, whatever becomes of the process; half of its commits were on their way
            sent = process.rng.random() < 0.5
            world.later(delay, send)
        else:
            self.database.written = batch
            process.call_later(delay, sync)

    def load(self, code: str) -> tuple[Head, list[Row]] | None:
        self.database.check()
        known = self.database.heads.get(code)
        if known is None:
            return None
        self.database.loaded.setdefault(code, []).append(self.database.world.step)
        return known.head, [Row(number, body) for number, body in enumerate(self.database.logs[code], 1)]

    def head(self, code: str) -> Head | None:
        self.database.check()
        known = self.database.heads.get(code)
        return known.head if known else None

    def stale(self, before: float, limit: int) -> list[Head]:
        self.database.check()
        heads = [one.head for one in self.database.heads.values()]
        found = [head for head in heads if head.status in UNFINISHED and head.updated < before]
        return sorted(found, key=lambda head: (head.updated, head.code))[:limit]

    def orders(self, since: int) -> list[Order]:
        self.database.check()
        return []

    def healthy(self) -> bool:
        return self.database.world.now >= max(self.database.away, self.database.failing)

    def keep_pair(self, word: str, sealed: bytes, until: float, now: float) -> None:
        self.database.check()
        self.database.pairs[word] = sealed, until

    def take_pair(self, word: str, now: float) -> bytes | None:
        self.database.check()
        sealed, until = self.database.pairs.pop(word, (b"", 0.0))
        return sealed if sealed and until >= now else None

    def secret(self, name: str, new: str) -> str:
        """No key: nobody is told by push here, for it is not a promise that anything arrives."""
        return ""

    def close(self) -> None:
        pass


class SimWriter(Writer):
    """The writer, whose thread is steps of the loop."""

    _store: Any
    _busy = False
    _ended: asyncio.Future[None] | None = None

    def _begin(self) -> None:
        pass

    def _hand_over(self, closing: bool = False) -> None:
        super()._hand_over(closing)
        self._go_on()

    def _go_on(self) -> None:
        if self._busy:
            return
        if self._waiting:
            self._busy = True
            batch = self._batch()
            self._store.begin([entry for entry, _ in batch], lambda answers: self._done(batch, answers))
        elif self._ended and not self._ended.done():
            self._ended.set_result(None)

    def _done(self, batch: list[Waiting], answers: Answers) -> None:
        self._finish(batch, answers)
        self._busy = False
        self._go_on()

    async def close(self) -> None:
        self._ended = self._loop.create_future()
        self._hand_over(closing=True)
        await self._ended


class Session:
    """A connection to the database that holds the lock of a lease, and hears what is told."""

    numbers = itertools.count(100)

    def __init__(self, process: Process) -> None:
        self.process = process
        self.number = next(self.numbers)
        self.heard: list[str] = []
        self.broken = False

    def fileno(self) -> int:
        return self.number


class SimLeases(Leases):
    """Who lives and who owns what, as `Leases` says it in SQL."""

    store: Any

    @property
    def _database(self) -> Database:
        database: Database = self.store.database
        database.check()
        return database

    def secret(self) -> str:
        return "secret"

    def session(self, worker: str) -> Session:
        database = self._database
        self.close()
        self._session = database.sessions[worker] = Session(self.store.process)
        return database.sessions[worker]

    def hear(self) -> tuple[list[str], bool]:
        heard, self._session.heard = self._session.heard, []
        return heard, self._session.broken

    def close(self) -> None:
        if self._session is not None:
            sessions = self.store.database.sessions
            for worker in [worker for worker, one in sessions.items() if one is self._session]:
                del sessions[worker]
            self._session = None

    def begin(self, worker: str, address: str) -> None:
        database = self._database
        database.workers[worker] = address, database.world.now

    def renew(self, worker: str, ttl: float | None = None) -> dict[str, str] | None:
        database = self._database
        workers, now = database.workers, database.world.now
        if worker not in workers:
            return None
        workers[worker] = workers[worker][0], now
        late = now - (leases.TTL if ttl is None else ttl)
        for other in [one for one in workers if one != worker]:
            if workers[other][1] < late or other not in database.sessions:
                del workers[other]
        return {one: address for one, (address, _) in workers.items()}

    def end(self, worker: str) -> None:
        self._database.workers.pop(worker, None)

    def claim(self, code: str, worker: str) -> Owner | None:
        database = self._database
        known = database.heads.get(code)
        if known is None:
            return None
        if known.owner == worker or known.owner not in database.workers:
            known = database.heads[code] = known._replace(owner=worker)
        return Owner(known.owner, database.workers.get(known.owner, ("", 0.0))[0])

    def owner(self, code: str) -> str | None:
        known = self._database.heads.get(code)
        return known.owner if known else None

    def release(self, code: str, worker: str) -> None:
        known = self._database.heads.get(code)
        if known and known.owner == worker:
            self._database.heads[code] = known._replace(owner="")

    def tell(self, message: str) -> None:
        database = self._database
        for session in list(database.sessions.values()):
            database.world.later(database.world.rng.uniform(0.001, 0.05), partial(_hear, session, message))


def _hear(session: Session, message: str) -> None:
    session.heard.append(message)
    session.process.readable(session.number)
