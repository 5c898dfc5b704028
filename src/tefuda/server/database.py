"""The two databases under the store: how each is opened, and what became of a transaction whose commit failed."""

from __future__ import annotations

import fcntl
import os
import secrets
import sqlite3
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Any, Protocol

from sqlalchemy import URL, Connection, Engine, Table, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, OperationalError, SQLAlchemyError

from tefuda.server import migrations, schema
from tefuda.server.rows import StorageError

# A connection that is dead is noticed within half a minute.
LIVENESS = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
# A transaction whose process has stopped in the middle of it is ended, because it holds locks on tables.
LOCKED_SECONDS = 0.8  # seconds to wait for another program that has locked the database
SESSION = (
    "-c synchronous_commit=on -c statement_timeout=10s -c idle_in_transaction_session_timeout=3s "
    f"-c lock_timeout={round(1000 * LOCKED_SECONDS)}"
)
LOCK_TIMEOUT = "55P03"  # PostgreSQL's code for a lock that was not to be had in time
PATIENCE = 5.0  # seconds to wait until PostgreSQL is there again and a transaction is over


def parts_of(url: str) -> URL:
    """`sqlite:///folder/file.db` or `postgresql://...`; StorageError for anything else."""
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):  # a port that is no number is the latter
        raise StorageError("the database is given as sqlite:///folder/file.db or postgresql://...") from None
    kind = parts.get_backend_name()
    if kind not in ("sqlite", "postgresql"):
        raise StorageError(f"the database is given as sqlite:///... or postgresql://..., not {kind}://")
    if kind == "sqlite" and (not parts.database or parts.database == ":memory:" or parts.query):
        raise StorageError("the database needs a file: sqlite:///folder/tefuda.db")
    return parts


def private(path: Path) -> IO[bytes]:
    """Creates the file if need be, and lets nobody but its owner read it: it holds seeds and hashes of tokens."""
    file = os.fdopen(os.open(path, os.O_CREAT | os.O_RDWR, 0o600), "r+b")
    with suppress(PermissionError):  # the file belongs to somebody else, who is responsible for it
        os.fchmod(file.fileno(), 0o600)
    return file


def reason(error: BaseException) -> str:
    """The database's own message, but never one that could quote what was to be stored."""
    origin = error.orig if isinstance(error, DBAPIError) and error.orig else error
    told = isinstance(error, (OperationalError, sqlite3.Error)) or type(error) is DatabaseError
    if isinstance(origin, sqlite3.OperationalError) and origin.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
        return "the database is locked by another program"
    if getattr(origin, "sqlstate", None) == LOCK_TIMEOUT:
        return "the database is locked by another program: lock timeout"
    return str(origin).splitlines()[0] if told and str(origin) else type(origin).__name__


@cache
def into(table: Table) -> str:
    return f"{table.name} ({', '.join(column.name for column in table.columns)})"


@cache
def insertion(table: Table) -> str:
    return f"INSERT INTO {into(table)} VALUES ({', '.join('?' * len(table.columns))}) {on_conflict(table)}"


@cache
def on_conflict(table: Table) -> str:
    """What becomes of a row that is there already: it is replaced. Only the log is never changed.

    When somebody first saw the cards of a duplicate stays as well.
    """
    if table is schema.log:
        return ""
    keys = ", ".join(column.name for column in table.primary_key)
    changed = [c for c in table.columns if not c.primary_key and c is not schema.boards.c.at]
    others = ", ".join(f"{c.name} = excluded.{c.name}" for c in changed)
    return f"ON CONFLICT ({keys}) DO UPDATE SET {others}"


class Database(Protocol):
    engine: Engine

    def writer(self) -> Connection:
        """The connection that writes. Raises StorageError while an earlier commit is in doubt."""

    def lasts(self, connection: Connection, codes: Sequence[str]) -> dict[str, tuple[int, str]]:
        """The number of the last row of each table, and its owner. Nobody else changes them until the commit."""

    def put(self, connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
        """Inserts rows, with the columns in their order. Those of the log must be new; others replace older ones."""

    def guard(self, connection: Connection) -> None:
        """Before the commit: makes `failed` able to wait for it."""

    def failed(self) -> None:
        """After a failed commit: returns when it is over, so that one can look what is stored.

        Raises StorageError if that cannot be said yet. Then all commits are in doubt until it can.
        """

    def try_write(self) -> None:
        """Writes something without a meaning, and syncs it. Raises StorageError if that fails."""

    def healthy(self) -> bool:
        """Whether no commit is in doubt."""

    def close(self) -> None: ...


class Sqlite:
    """One file, one process, one connection that writes.

    When a commit fails (no space, or fsync reports an error), its frames may stand in the write-ahead log, complete,
    though the database does not count them: a restart would find and believe them. Nor may the log be read again to
    see whether they are there: after a failed fsync the kernel shows pages that never reached the disk, and whatever
    is appended behind them would be lost with them. So the connection stays open, which keeps the place where the log
    ends, and a tiny transaction is written over the failed one. When that one is on disk the failed one is gone for
    certain, because each frame's checksum includes those before it. Until then everything is refused.
    """

    def __init__(self, url: URL) -> None:
        self.path = Path(url.database or "")
        try:
            # A lock of the process, in a file of its own: it ends with the process, however that ends, and bots in
            # forked processes do not inherit it.
            self._lock = private(self.path.with_name(self.path.name + "-lock"))
            fcntl.lockf(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for file in (self.path, *map(self.path.with_name, (f"{self.path.name}-wal", f"{self.path.name}-shm"))):
                if file == self.path or file.exists():
                    private(file).close()  # SQLite makes its journal with the mode of the database
        except BlockingIOError:
            self._lock.close()
            raise StorageError(f"{self.path} is used by another server") from None
        except OSError as error:
            raise StorageError(f"{self.path} cannot be opened: {error.strerror}") from None
        self.engine = create_engine(
            url.set(drivername="sqlite+pysqlite"),
            connect_args={"isolation_level": None, "check_same_thread": False, "timeout": LOCKED_SECONDS},
            hide_parameters=True,
            max_overflow=-1,
        )
        event.listen(self.engine, "connect", self._connected)
        event.listen(self.engine, "begin", self._begun)
        self._doubt = False
        try:
            self._connection = self.engine.connect().execution_options(tefuda_writes=True)
            with self._connection.begin():
                migrations.upgrade(self._connection)
            # An earlier process may have failed to sync the log that it left, see above. So nothing is appended to
            # that log: what is in it goes into the database, and is synced there, before anything is acknowledged.
            busy = self._raw().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            if busy:
                raise StorageError(f"{self.path} is used by another program, such as a backup")
        except BaseException:
            self.close()
            raise

    @staticmethod
    def _connected(raw: Any, _: Any) -> None:
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",  # every commit is synced
            "fullfsync = ON",  # on macOS, where fsync alone does not reach the disk
            "checkpoint_fullfsync = ON",
            "mmap_size = 0",
        ):
            raw.execute(f"PRAGMA {pragma}")

    @staticmethod
    def _begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get("tefuda_writes")
        connection.connection.cursor().execute("BEGIN IMMEDIATE" if writes else "BEGIN")

    def _raw(self) -> Any:
        return self._connection.connection.dbapi_connection

    def writer(self) -> Connection:
        if self._doubt or self._raw().in_transaction:
            self._overwrite()
        return self._connection

    def lasts(self, connection: Connection, codes: Sequence[str]) -> dict[str, tuple[int, str]]:
        marks = ", ".join("?" * len(codes))
        statement = f"SELECT code, last, owner FROM heads WHERE code IN ({marks})"
        return {code: (last, owner) for code, last, owner in self._raw().execute(statement, codes)}

    def put(self, connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
        self._raw().executemany(insertion(table), rows)

    def guard(self, connection: Connection) -> None:
        pass

    def failed(self) -> None:
        self._doubt = True
        self._overwrite()

    def try_write(self) -> None:
        self._overwrite()

    def _overwrite(self) -> None:
        raw = self._raw()
        try:
            raw.rollback()
            raw.execute("BEGIN IMMEDIATE")
            (version,) = raw.execute("PRAGMA user_version").fetchone()
            raw.execute(f"PRAGMA user_version = {(version + 1) % 2**31}")
            raw.commit()
        except Exception as error:
            with suppress(Exception):
                raw.rollback()
            raise StorageError(f"nothing can be stored: {reason(error)}") from None
        self._doubt = False

    def healthy(self) -> bool:
        return not self._doubt

    def close(self) -> None:
        if hasattr(self, "_connection"):
            with suppress(SQLAlchemyError):
                self._connection.close()
        self.engine.dispose()
        self._lock.close()


class Postgres:
    """A server that any number of processes share.

    When the connection is lost during a commit, the transaction may be stored or not, or not yet: its process on the
    server can live on. So each transaction takes a lock of ours, which PostgreSQL lets go only when the transaction is
    over; once we have the lock, the rows tell what became of it. The transaction's id would be no help: after a crash
    PostgreSQL gives the ids of lost transactions to others. It makes a commit visible only when its own log is synced,
    and stops as a whole if that fails, so what one sees can be trusted.
    """

    def __init__(self, url: URL) -> None:
        asked = url.query.get("options", "")
        options = f"{asked if isinstance(asked, str) else ' '.join(asked)} {SESSION}"
        self.engine = create_engine(
            url.set(drivername="postgresql+psycopg", query={**LIVENESS, **url.query, "options": options}),
            hide_parameters=True,
            pool_pre_ping=True,
            max_overflow=-1,
        )
        self._connection: Connection | None = None
        self._doubt = False
        self._lock = text(f"SELECT pg_advisory_xact_lock({secrets.randbits(63)})")
        try:
            with self.engine.begin() as connection:
                if connection.scalar(text("SHOW fsync")) != "on":
                    raise StorageError("PostgreSQL runs with fsync = off: it would lose what it says it has stored")
                connection.execute(text("SET LOCAL lock_timeout = 0"))  # other processes begin at the same time
                connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('tefuda migrations'))"))
                migrations.upgrade(connection)
        except BaseException:
            self.close()
            raise

    def writer(self) -> Connection:
        if self._doubt:
            self._wait()
        if self._connection is None or self._connection.invalidated:
            self._connection = self.engine.connect()
        return self._connection

    def lasts(self, connection: Connection, codes: Sequence[str]) -> dict[str, tuple[int, str]]:
        # All processes lock in the same order, so none waits in a circle.
        statement = "SELECT code, last, owner FROM heads WHERE code = ANY(%b::text[]) ORDER BY code FOR UPDATE"
        return {code: (last, owner) for code, last, owner in connection.exec_driver_sql(statement, (list(codes),))}

    def put(self, connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
        # One statement with an array for each column is several times as fast as one for each row.
        types = [column.type.compile(self.engine.dialect) for column in table.columns]
        arrays = ", ".join(f"%b::{name}[]" for name in types)
        statement = f"INSERT INTO {into(table)} SELECT * FROM unnest({arrays}) {on_conflict(table)}"
        connection.exec_driver_sql(statement, tuple(map(list, zip(*rows, strict=True))))

    def guard(self, connection: Connection) -> None:
        connection.execute(self._lock)

    def failed(self) -> None:
        self._doubt = True
        if self._connection is not None:
            with suppress(SQLAlchemyError):
                self._connection.invalidate()
                self._connection.close()
            self._connection = None
        until = time.monotonic() + PATIENCE
        while self._doubt:
            try:
                self._wait()
            except StorageError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)

    def try_write(self) -> None:
        try:
            with self.engine.begin() as connection:
                connection.execute(text("SELECT pg_logical_emit_message(true, 'tefuda', 'health')"))
        except SQLAlchemyError as error:
            raise StorageError(f"nothing can be stored: {reason(error)}") from None

    def _wait(self) -> None:
        try:
            with self.engine.connect() as connection:
                connection.execute(text(f"SET LOCAL lock_timeout = {round(1000 * PATIENCE)}"))
                connection.execute(self._lock)
        except SQLAlchemyError as error:
            raise StorageError(f"nothing can be stored: {reason(error)}") from None
        self._doubt = False

    def healthy(self) -> bool:
        return not self._doubt

    def close(self) -> None:
        if self._connection is not None:
            with suppress(SQLAlchemyError):
                self._connection.close()
        self.engine.dispose()
