"""Several processes on one PostgreSQL, on one machine or on many: which of them live, and which of them owns a table.

Each process has a lease: a row of `workers` that it renews again and again. Another process may delete the row when it
was not renewed for TTL seconds, or at once when the session is gone that holds the advisory lock of the lease. A
process that finds its row deleted has lost everything that it owned, and begins anew under another name. Row locks put
the two in an order, so a lease is never renewed and ended at the same time.

The owner of a table stands in its head. A claim changes it only if the owner has no lease, and every append locks the
head and compares the owner and the number of the row. So a process that has lost a table cannot write to it, even if it
does not know that yet.
"""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from tefuda.server.database import reason
from tefuda.server.store import StorageError, Store

TTL = 3.0  # seconds after which a lease that was not renewed may be ended
CHANNEL = "tefuda"

HELD = "8s"  # for a claim: a dead owner's transaction holds the head until PostgreSQL ends it

LOCK = "hashtextextended(worker, 0)"
BEGIN = text("INSERT INTO workers (worker, address, beat) VALUES (:worker, :address, clock_timestamp())")
AT_ONCE = text("SET LOCAL synchronous_commit = off")  # a beat need not survive a crash, nor wait for the disk
RENEW = text("UPDATE workers SET beat = clock_timestamp() WHERE worker = :worker")
END = text("DELETE FROM workers WHERE worker = :worker")
LIVING = text("SELECT worker, address FROM workers")
# A row that somebody else has locked is being renewed or deleted right now.
END_OTHERS = text(
    f"""
    DELETE FROM workers WHERE worker IN (
        SELECT worker FROM workers
        WHERE worker <> :worker
        AND (beat < clock_timestamp() - :ttl * interval '1 second' OR pg_try_advisory_xact_lock({LOCK}))
        FOR UPDATE SKIP LOCKED
    )
    """
)
PATIENTLY = text(f"SET LOCAL lock_timeout = '{HELD}'")
CLAIM = text(
    """
    UPDATE heads SET owner = :worker
    WHERE code = :code AND (owner = :worker OR NOT EXISTS (SELECT FROM workers WHERE workers.worker = heads.owner))
    """
)
OWNER = text("SELECT owner, coalesce(address, '') FROM heads LEFT JOIN workers ON worker = owner WHERE code = :code")
RELEASE = text("UPDATE heads SET owner = '' WHERE code = :code AND owner = :worker")
SECRET = text("INSERT INTO secrets (name, value) VALUES ('peers', :value) ON CONFLICT DO NOTHING")
THE_SECRET = text("SELECT value FROM secrets WHERE name = 'peers'")
TELL = text("SELECT pg_notify(:channel, :message)")


class Owner(NamedTuple):
    worker: str
    address: str  # where others reach it


class Leases:
    """The leases of one database, as one process uses them. All of it blocks, and raises StorageError."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._session: Any = None

    def secret(self) -> str:
        """The secret by which the processes know each other: it is in the database that they share."""
        with self.store.changing() as connection:
            connection.execute(SECRET, {"value": secrets.token_hex(32)})
            return str(connection.execute(THE_SECRET).scalar_one())

    def session(self, worker: str) -> Any:
        """A connection of the driver that holds the lock of a lease, and hears what is told."""
        error_kind = self.store.engine.dialect.loaded_dbapi.Error
        try:
            pooled = self.store.engine.raw_connection()
            raw: Any = pooled.driver_connection
            pooled.detach()  # so that nobody else gets it
            try:
                raw.autocommit = True
                raw.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", (worker,))
                raw.execute(f"LISTEN {CHANNEL}")
            except error_kind:
                raw.close()
                raise
        except (SQLAlchemyError, error_kind) as error:
            raise StorageError(f"no session: {reason(error)}") from None
        self.close()
        self._session = raw  # kept here too: the caller may have been cancelled meanwhile
        return raw

    def hear(self) -> tuple[list[str], bool]:
        """What was told since the last time, and whether the session is broken."""
        heard: list[str] = []
        try:
            self._session.pgconn.consume_input()
            while notification := self._session.pgconn.notifies():
                heard.append(notification.extra)
        except self.store.engine.dialect.loaded_dbapi.Error:
            return heard, True
        return heard, False

    def close(self) -> None:
        """Ends the session, if there is one."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def begin(self, worker: str, address: str) -> None:
        with self.store.changing() as connection:
            connection.execute(BEGIN, {"worker": worker, "address": address})

    def renew(self, worker: str, ttl: float = TTL) -> dict[str, str] | None:
        """The addresses of all living processes, after ending dead leases; None if this lease has ended."""
        with self.store.changing() as connection:
            connection.execute(AT_ONCE)
            if not connection.execute(RENEW, {"worker": worker}).rowcount:
                return None
            connection.execute(END_OTHERS, {"worker": worker, "ttl": ttl})
            return {row.worker: row.address for row in connection.execute(LIVING)}

    def end(self, worker: str) -> None:
        with self.store.changing() as connection:
            connection.execute(END, {"worker": worker})

    def claim(self, code: str, worker: str) -> Owner | None:
        """Takes the table over if no living process owns it, and returns its owner. None if there is no such table."""
        with self.store.changing() as connection:
            connection.execute(PATIENTLY)
            connection.execute(CLAIM, {"code": code, "worker": worker})
            found = connection.execute(OWNER, {"code": code}).first()
        return Owner(*found) if found else None

    def owner(self, code: str) -> str | None:
        """The worker that owns the table; None if there is no such table."""
        with self.store.changing() as connection:
            return connection.execute(OWNER, {"code": code}).scalar()

    def release(self, code: str, worker: str) -> None:
        """Gives the table up, if this worker has it."""
        with self.store.changing() as connection:
            connection.execute(RELEASE, {"code": code, "worker": worker})

    def tell(self, message: str) -> None:
        """Sends a message to all processes that have a session, including this one."""
        with self.store.changing() as connection:
            connection.execute(TELL, {"channel": CHANNEL, "message": message})
