"""The store: a log for each table, append-only, and what can be asked about tables without reading their logs.

What `append` does not refuse is on disk when it returns. It blocks, so the server appends through a `Writer`.
Bodies hold secrets; nothing of them is in an error or in a log.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Literal

from alembic.util.exc import CommandError
from msgspec.json import decode, encode
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Subquery,
    case,
    delete,
    func,
    insert,
    select,
    text,
    union,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tefuda.server import schema
from tefuda.server.audit import orders_since, prune
from tefuda.server.database import Database, Postgres, Sqlite, parts_of, reason
from tefuda.server.log import Shared
from tefuda.server.orders import Order
from tefuda.server.rows import (
    HERE,
    Board,
    Conflict,
    Device,
    Entry,
    Finished,
    Head,
    Played,
    Row,
    StorageError,
    check,
    is_next,
    not_stored,
)

__all__ = ["Conflict", "Entry", "Finished", "Head", "Row", "StorageError", "Store", "check", "not_stored"]

UNFINISHED = ("lobby", "playing")
HEALTH_SECONDS = 2.0  # seconds for a commit that is under way during a health check
ATTEMPTS = 5  # two owners that begin the same table at the same time collide once


class Store:
    def __init__(self, url: str) -> None:
        """`sqlite:///folder/file.db` or `postgresql://...`. Brings the database to the newest schema."""
        parts = parts_of(url)
        kind = parts.get_backend_name()
        try:
            self._database: Database = Sqlite(parts) if kind == "sqlite" else Postgres(parts)
        except CommandError:
            raise StorageError("the database belongs to a newer version of tefuda") from None
        except ModuleNotFoundError:
            raise StorageError("PostgreSQL needs: pip install 'tefuda[postgres]'") from None
        except SQLAlchemyError as error:
            raise StorageError(f"the database cannot be opened: {reason(error)}") from None
        self.shared = kind == "postgresql"  # with other processes
        self.owner = ""  # the owner that appends, if there are several: the worker of the lease, see `leases`
        self._writing = threading.Lock()

    # ---- writing

    def append(self, entries: Sequence[Entry]) -> list[StorageError | None]:
        """One transaction and one fsync for all. A Conflict concerns its entry only, other trouble all of them."""
        for entry in entries:
            check(entry)
        with self._writing:
            try:
                return self._append(entries)
            except StorageError as error:
                return [StorageError(str(error)) for _ in entries]

    def _append(self, entries: Sequence[Entry]) -> list[StorageError | None]:
        for _ in range(ATTEMPTS):
            try:
                connection = self._database.writer()
            except SQLAlchemyError as error:
                raise StorageError(f"nothing can be stored: {reason(error)}") from None
            try:
                transaction = connection.begin()
            except (SQLAlchemyError, sqlite3.Error) as error:  # SQLite's own come as they are when it is locked
                with suppress(SQLAlchemyError, sqlite3.Error):
                    connection.rollback()
                raise StorageError(f"nothing can be stored: {reason(error)}") from None
            try:
                answers = self._write(connection, entries)
                self._database.guard(connection)
            except Exception as error:
                # Without a commit nothing is stored.
                with suppress(SQLAlchemyError):
                    transaction.rollback()
                if isinstance(error, IntegrityError):
                    continue  # another process has begun the same table meanwhile: look again
                raise StorageError(f"it was not stored: {reason(error)}") from None
            try:
                transaction.commit()
            except Exception as error:
                with suppress(SQLAlchemyError):
                    transaction.rollback()
                self._database.failed()
                refused = f"it was not stored: {reason(error)}"
                return [
                    answer or (None if self._there(entry) else StorageError(refused))
                    for entry, answer in zip(entries, answers, strict=True)
                ]
            return answers
        raise StorageError("it was not stored: others write the same table")

    def _there(self, entry: Entry) -> bool:
        """Whether exactly these rows are stored."""
        log = schema.log.c
        rows = select(log.number, log.body).where(log.code == entry.head.code)
        rows = rows.where(log.number.between(entry.rows[0].number, entry.rows[-1].number)).order_by(log.number)
        with self.reading() as connection:
            return tuple(Row(*row) for row in connection.execute(rows)) == entry.rows

    def _write(self, connection: Connection, entries: Sequence[Entry]) -> list[StorageError | None]:
        codes = sorted({entry.head.code for entry in entries})
        last = self._database.lasts(connection, codes)
        answers: list[StorageError | None] = []
        heads: dict[str, tuple[object, ...]] = {}
        rows: list[tuple[object, ...]] = []
        results: dict[tuple[object, ...], Finished] = {}
        boards: dict[tuple[object, ...], Board] = {}
        for entry in entries:
            code = entry.head.code
            number, owner = last.get(code, (0, self.owner))
            if not is_next(entry, number, owner, self.owner):
                answers.append(Conflict(f"row {entry.rows[0].number} is not the next of its table, or not ours"))
                continue
            answers.append(None)
            last[code] = entry.rows[-1].number, owner
            heads[code] = (*entry.head, *last[code])
            rows += [(code, *row) for row in entry.rows]
            results |= {(result.person, result.code, result.match): result for result in entry.finished}
            boards |= {board[:4]: board for board in entry.boards}
        for table, values in (
            (schema.heads, heads.values()),
            (schema.log, rows),
            (schema.finished, results.values()),
            (schema.boards, boards.values()),
        ):
            if values:
                self._database.put(connection, table, list(values))
        return answers

    # ---- reading

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to look something up."""
        try:
            with self._database.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StorageError(f"the database cannot be read: {reason(error)}") from None

    def load(self, code: str) -> tuple[Head, list[Row]] | None:
        heads, log = schema.heads.c, schema.log.c
        with self.reading() as connection:
            found = connection.execute(select(schema.heads).where(heads.code == code)).first()
            if found is None:
                return None
            # Rows that came after the head was read wait for the next load.
            rows = select(log.number, log.body).where(log.code == code, log.number <= found.last).order_by(log.number)
            return Head(*found[:-2]), [Row(*row) for row in connection.execute(rows)]

    def head(self, code: str) -> Head | None:
        """What is known of a table without its log."""
        found = self._heads(select(schema.heads).where(schema.heads.c.code == code))
        return found[0] if found else None

    def public(self, limit: int) -> list[Head]:
        """Public tables that people play at, or could."""
        return self.open_tables(schema.heads.c.public, limit)

    def open_tables(self, which: ColumnElement[bool], limit: int) -> list[Head]:
        """Those in the lobby, latest first, then those playing, whose order must not tell of moves."""
        heads = schema.heads.c
        found = select(schema.heads).where(which, heads.status.in_(UNFINISHED))
        lobby = heads.status == "lobby"
        latest = case((lobby, heads.updated), else_=0.0)
        return self._heads(found.order_by(lobby.desc(), latest.desc(), heads.code).limit(limit))

    def spoken(self, word: str) -> Head | None:
        """The table in the lobby whose code begins with this word, if there is exactly one."""
        heads = schema.heads.c
        found = select(schema.heads).where(heads.status == "lobby", heads.code.startswith(word, autoescape=True))
        heads_found = self._heads(found.limit(2))
        return heads_found[0] if len(heads_found) == 1 else None

    def stale(self, before: float, limit: int) -> list[Head]:
        """Tables in the lobby or playing that were not updated since, oldest first."""
        heads = schema.heads.c
        found = select(schema.heads).where(heads.status.in_(UNFINISHED), heads.updated < before)
        return self._heads(found.order_by(heads.updated, heads.code).limit(limit))

    def _heads(self, query: Any) -> list[Head]:
        with self.reading() as connection:
            return [Head(*found[:-2]) for found in connection.execute(query)]

    def unfinished(self) -> int:
        """How many tables are in the lobby or playing."""
        query = select(func.count()).where(schema.heads.c.status.in_(UNFINISHED))
        with self.reading() as connection:
            return connection.execute(query).scalar_one()

    def finished(self, person: str, limit: int) -> list[Finished]:
        """A person's results, latest first."""
        results = schema.finished.c
        query = select(schema.finished).where(results.person == person)
        query = query.order_by(results.at.desc(), results.code, results.match.desc()).limit(limit)
        with self.reading() as connection:
            return [Finished(*found) for found in connection.execute(query)]

    def keep_brought(self, result: Finished, most: int) -> Literal["new", "known", "too many"]:
        """Keeps the result of a match that was played elsewhere, unless it is known or the person has so many."""
        results = schema.finished
        own = results.c.person == result.person
        same = (own, results.c.code == result.code, results.c.match == result.match)
        with self.changing() as connection:
            if connection.execute(select(results.c.at).where(*same)).first() is not None:
                return "known"
            count = select(func.count()).where(own, results.c.code.like(f"{HERE}%"))
            if connection.execute(count).scalar_one() >= most:
                return "too many"
            connection.execute(insert(results).values(tuple(result)))
        return "new"

    def rated(self, game: str, person: str, most: int) -> list[Finished]:
        """The results of a person's latest matches in a game, and of as many latest ones of the people they met there,
        in the order of time and without those brought from devices. What strangers do changes nothing in it."""
        results, met = schema.finished.c, schema.finished.alias()

        def latest(whose: ColumnElement[bool]) -> Subquery:
            query = select(results.code, results.match)
            query = query.where(whose, results.game == game, results.code.not_like(f"{HERE}%"))
            query = query.group_by(results.code, results.match)
            return query.order_by(func.max(results.at).desc(), results.code, results.match).limit(most).subquery()

        own = latest(results.person == person)
        there = (met.c.code == own.c.code) & (met.c.match == own.c.match)
        matches = union(
            select(own), select(latest(results.person.in_(select(met.c.person).join(own, there))))
        ).subquery()
        query = select(schema.finished)
        query = query.join(matches, (results.code == matches.c.code) & (results.match == matches.c.match))
        query = query.order_by(results.at, results.code, results.match, results.person)
        with self.reading() as connection:
            return [Finished(*found) for found in connection.execute(query)]

    def orders(self, since: int) -> list[Order]:
        """What the host of the server has ordered after that number."""
        with self.reading() as connection:
            return orders_since(connection, since)

    def prune(self, before: float) -> int:
        """Deletes some of the tables that were done before this time; how many."""
        with self._writing:
            connection = self._database.writer()
            try:
                with connection.begin():
                    return prune(connection, before)
            except (SQLAlchemyError, sqlite3.Error) as error:
                self._database.failed()
                raise StorageError(f"nothing was deleted: {reason(error)}") from None

    def healthy(self) -> bool:
        """Whether it can be read and written. If a commit is in doubt, this tries to settle it, as `append` does."""
        try:
            with self.reading() as connection:
                connection.execute(text("SELECT 1"))
            if self._writing.acquire(timeout=HEALTH_SECONDS):
                try:
                    self._database.writer()
                    self._database.try_write()
                finally:
                    self._writing.release()
                return self._database.healthy()
        except (StorageError, SQLAlchemyError):
            pass
        return False

    @property
    def engine(self) -> Engine:
        return self._database.engine

    def close(self) -> None:
        with self._writing:
            self._database.close()

    # ---- the same deals again

    def keep_duplicate(self, shared: Shared) -> None:
        with self.changing() as connection:
            values = {"code": shared.code, "until": shared.until, "body": encode(shared)}
            connection.execute(insert(schema.duplicates).values(values))

    def duplicate(self, code: str) -> Shared | None:
        query = select(schema.duplicates.c.body).where(schema.duplicates.c.code == code)
        with self.reading() as connection:
            found = connection.execute(query).scalar()
        return None if found is None else decode(found, type=Shared)

    def boards(self, duplicate: str) -> list[Board]:
        """The seats of all matches that were begun in a duplicate, in the order of time."""
        boards = schema.boards.c
        query = select(schema.boards).where(boards.duplicate == duplicate)
        with self.reading() as connection:
            rows = connection.execute(query.order_by(boards.at, boards.code, boards.number, boards.seat))
            return [Board(*row) for row in rows]

    def keep_daily(self, played: Played) -> None:
        """Keeps a person's first try at the deal of a day; a later one changes nothing."""
        dailies = schema.dailies
        same = (dailies.c.game == played.game, dailies.c.day == played.day, dailies.c.person == played.person)
        with self.changing() as connection:
            if connection.execute(select(dailies.c.at).where(*same)).first() is None:
                connection.execute(insert(dailies).values(tuple(played)))

    def dailies(self, game: str, day: str, limit: int) -> list[Played]:
        """What everybody made of the deal of a day, the first ones first."""
        dailies = schema.dailies.c
        query = select(schema.dailies).where(dailies.game == game, dailies.day == day)
        with self.reading() as connection:
            return [Played(*row) for row in connection.execute(query.order_by(dailies.at, dailies.person).limit(limit))]

    # ---- devices to which Web Push is sent

    def keep_device(self, device: Device, most: int) -> None:
        """Keeps where a person's browser is reached; the oldest ones beyond `most` are dropped."""
        devices = schema.devices
        with self.changing() as connection:
            connection.execute(delete(devices).where(devices.c.endpoint == device.endpoint))
            connection.execute(insert(devices).values(tuple(device)))
            latest = select(devices.c.endpoint).where(devices.c.person == device.person)
            latest = latest.order_by(devices.c.at.desc(), devices.c.endpoint).limit(most)
            kept = list(connection.execute(latest).scalars())
            connection.execute(
                delete(devices).where(devices.c.person == device.person, devices.c.endpoint.not_in(kept))
            )

    def drop_device(self, endpoint: str, person: str) -> None:
        devices = schema.devices
        with self.changing() as connection:
            connection.execute(delete(devices).where(devices.c.endpoint == endpoint, devices.c.person == person))

    def devices(self, person: str) -> list[Device]:
        with self.reading() as connection:
            query = select(schema.devices).where(schema.devices.c.person == person)
            return [Device(*row) for row in connection.execute(query.order_by(schema.devices.c.at))]

    def secret(self, name: str, new: str) -> str:
        """A secret of all processes that share the database: the new one, if there is none yet."""
        query = select(schema.secrets.c.value).where(schema.secrets.c.name == name)
        with self.changing() as connection:
            add = text("INSERT INTO secrets (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING")
            connection.execute(add, {"name": name, "value": new})
            return str(connection.execute(query).scalar_one())

    # ---- words for pairing

    def keep_pair(self, word: str, sealed: bytes, until: float, now: float) -> None:
        """Keeps what a word stands for; older ones that are over are forgotten."""
        pairs = schema.pairs
        with self.changing() as connection:
            connection.execute(delete(pairs).where(pairs.c.until < now))
            connection.execute(insert(pairs).values(word=word, sealed=sealed, until=until))

    def take_pair(self, word: str, now: float) -> bytes | None:
        """What the word stands for, once."""
        pairs = schema.pairs
        query = delete(pairs).where(pairs.c.word == word).returning(pairs.c.sealed, pairs.c.until)
        with self.changing() as connection:
            found = connection.execute(query).first()
        return bytes(found.sealed) if found and found.until >= now else None

    @contextmanager
    def changing(self) -> Iterator[Connection]:
        """A transaction beside the logs."""
        try:
            if self.shared:
                with self._database.engine.begin() as connection:
                    yield connection
                return
            with self._writing:
                connection = self._database.writer()
                try:
                    connection.begin()
                    yield connection
                except BaseException:
                    with suppress(SQLAlchemyError, sqlite3.Error):
                        connection.rollback()
                    raise
                try:
                    connection.commit()
                except SQLAlchemyError:
                    with suppress(SQLAlchemyError):
                        connection.rollback()
                    self._database.failed()
                    raise
        except (SQLAlchemyError, sqlite3.Error) as error:  # SQLite's own come as they are when it is locked
            raise StorageError(f"nothing can be stored: {reason(error)}") from None
