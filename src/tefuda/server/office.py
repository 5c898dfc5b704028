"""What the host of the server does with its database while the server runs: `tefuda admin`.

Every change is one transaction, together with its order. A table is changed as another owner would change it: a process
that has it in memory is told by the order, or at the latest when its next append is refused, and loads it anew.
"""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import (
    Connection,
    RowMapping,
    Table,
    create_engine,
    delete,
    event,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from tefuda.server import audit, log, schema
from tefuda.server.audit import delete_tables, note, orders_since, prune
from tefuda.server.database import Sqlite, parts_of, reason
from tefuda.server.log import AnyEntry, Assigned, Began, Did, Ended, Hosted, Made, Sat, Stood
from tefuda.server.orders import Order, What
from tefuda.server.rows import StorageError
from tefuda.server.summary import head
from tefuda.server.table import fold, person_of

FORGOTTEN = "Somebody"  # the name of a person who wants to be forgotten


class Office:
    def __init__(self, url: str) -> None:
        parts = parts_of(url)
        self._lite = parts.get_backend_name() == "sqlite"
        if self._lite and not Path(parts.database or "").is_file():  # to open it would create it
            raise StorageError(f"there is no database {parts.database}; say with --database where the server has it")
        try:
            driver = "sqlite+pysqlite" if self._lite else "postgresql+psycopg"
            arguments: dict[str, Any] = {"isolation_level": None, "timeout": 5} if self._lite else {}
            self._engine = create_engine(parts.set(drivername=driver), connect_args=arguments, hide_parameters=True)
        except (SQLAlchemyError, ModuleNotFoundError) as error:
            raise StorageError(f"the database cannot be opened: {reason(error)}") from None
        if self._lite:
            event.listen(self._engine, "connect", Sqlite._connected)
            event.listen(self._engine, "begin", Sqlite._begun)
        with self._work(writes=False) as connection:
            if not inspect(connection).has_table("orders"):
                raise StorageError("this is no database of this version of tefuda; start the server once")

    @contextmanager
    def _work(self, writes: bool = True) -> Iterator[Connection]:
        """One transaction. Those that write are short: the server waits for them."""
        try:
            with self._engine.connect().execution_options(tefuda_writes=writes) as connection, connection.begin():
                yield connection
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StorageError(f"nothing was done: {reason(error)}") from None

    def close(self) -> None:
        self._engine.dispose()

    # ---- reading

    def tables(self, status: str, limit: int) -> list[dict[str, Any]]:
        heads = schema.heads.c
        query = select(schema.heads).order_by(heads.updated.desc()).limit(limit)
        with self._work(writes=False) as connection:
            rows = connection.execute(query.where(heads.status == status) if status else query).all()
        return [_told(row) for row in rows]

    def table(self, code: str) -> dict[str, Any]:
        """A table with the people at it: their names, and the hashes that stand for them."""
        with self._work(writes=False) as connection:
            row, entries = self._load(connection, code)
        table = fold(code, entries)
        people = [{"seat": seat, "name": one.name, "person": one.person} for seat, one in enumerate(table.places)]
        return {
            **_told(row),
            "entries": row.last,
            "host": table.host,
            "people": [one for one in people if one["person"]],
        }

    def orders(self, since: int = 0) -> list[Order]:
        with self._work(writes=False) as connection:
            return orders_since(connection, since)

    # ---- tables

    def end(self, code: str) -> None:
        """Nobody can play on at this table; it is kept."""
        with self._work() as connection:
            row, _ = self._load(connection, code)
            if row.status != "ended":
                self._append(connection, row, Ended(), "ended")
            note(connection, "end", code)

    def remove(self, code: str, person: str) -> None:
        """A person leaves their seat: before the start it is free, and after it a bot plays."""
        with self._work() as connection:
            row, entries = self._load(connection, code)
            table = fold(code, entries)
            seat = table.seat_of(person)
            if seat is None:
                raise StorageError("this person does not sit there")
            stood = Stood(seat)
            self._append(connection, row, stood, row.status, head(table, [stood], time.time()).summary)
            note(connection, "remove", code, more=person)

    def delete(self, code: str) -> None:
        with self._work() as connection:
            self._load(connection, code)
            delete_tables(connection, [code])
            note(connection, "delete", code)

    def prune(self, days: float) -> int:
        """Deletes tables that were done so many days ago, with their matches and results."""
        before, found, some = time.time() - days * 24 * 3600, 0, audit.PRUNED
        while some >= audit.PRUNED:
            with self._work() as connection:
                some = prune(connection, before)
            found += some
        with self._work() as connection:
            note(connection, "prune", "", more=f"{found} tables of {days:g} days")
        return found

    # ---- people

    def ban(self, who: str, minutes: float) -> None:
        self._order("ban", who, minutes)

    def mute(self, who: str, minutes: float) -> None:
        self._order("mute", who, minutes)

    def pardon(self, who: str) -> None:
        self._order("pardon", who)

    def revoke(self, person: str) -> None:
        """Makes all tokens of this person invalid."""
        self._order("revoke", person)

    def rotate(self, person: str) -> str:
        """A new token instead of all that this person had."""
        token = secrets.token_urlsafe(32)
        with self._work() as connection:
            note(connection, "revoke", person)
            note(connection, "rotate", person_of(token), more=person)
        return token

    def _order(self, what: What, who: str, minutes: float = 0.0) -> None:
        with self._work() as connection:
            note(connection, what, who, until=time.time() + 60 * minutes if minutes else 0.0)

    def export(self, person: str) -> dict[str, Any]:
        """Everything that is kept of a person, without the seeds of deals: they would open matches that are played."""
        with self._work(writes=False) as connection:
            tables = {}
            for code in self._tables_of(connection, person):
                _, entries = self._load(connection, code)
                tables[code] = [_unsealed(one) for one in entries if person.encode() in log.encode(one)]
            found = {
                "person": person,
                "tables": msgspec.to_builtins(tables),
                "results": self._rows(connection, schema.finished, person),
                "boards": self._rows(connection, schema.boards, person),
                "dailies": self._rows(connection, schema.dailies, person),
                "devices": self._rows(connection, schema.devices, person),
                "circles": [dict(one) for one in self._circles(connection, person)],
                "orders": [one._asdict() for one in orders_since(connection, 0) if person in (one.who, one.more)],
            }
        self._order("export", person)
        return found

    def forget(self, person: str) -> int:
        """Removes everything that leads to this person; returns the number of tables that were changed.

        The matches stay for the others who played them, with somebody without a name in the seat.
        """
        nobody = secrets.token_hex(32)
        with self._work(writes=False) as connection:
            codes = self._tables_of(connection, person)
        for code in codes:
            with self._work() as connection:
                self._forget_at(connection, code, person, nobody)
                note(connection, "forget", code)
        with self._work() as connection:
            for table in (schema.finished, schema.dailies, schema.devices):
                connection.execute(delete(table).where(table.c.person == person))
            self._forget_boards(connection, person, nobody)
            circles = schema.circles
            connection.execute(update(circles).where(circles.c.person == person).values(person=nobody))
            orders = schema.orders
            rotated = (orders.c.what == "rotate") & (orders.c.more == person)
            connection.execute(update(orders).where(rotated).values(who=nobody))  # no token stands for them any more
            for column in (orders.c.who, orders.c.more):
                connection.execute(update(orders).where(column == person).values({column: nobody}))
        return len(codes)

    def _forget_at(self, connection: Connection, code: str, person: str, nobody: str) -> None:
        row, entries = self._load(connection, code)
        seats = set[int]()  # where the person sits
        for number, stored in enumerate(entries, 1):
            entry = stored
            match entry:
                case Made(host=who) if who == person:
                    entry = msgspec.structs.replace(entry, host=nobody)
                case Sat(seat, who) if who == person:
                    seats.add(seat)
                    entry = msgspec.structs.replace(entry, person=nobody, name=FORGOTTEN, face="")
                case Sat(seat) | Assigned(seat):
                    seats.discard(seat)
                case Hosted(who) | Did(who) if who == person:
                    entry = msgspec.structs.replace(entry, person=nobody)
                case Began(names):
                    named = [FORGOTTEN if seat in seats else name for seat, name in enumerate(names)]
                    entry = msgspec.structs.replace(entry, names=named)
            if entry != stored:  # only a few in a long log change, and no move can be stored meanwhile
                here = (schema.log.c.code == code) & (schema.log.c.number == number)
                connection.execute(update(schema.log).where(here).values(body=log.encode(entry)))
        # One row more, so that a process with the person still in memory cannot append to this log.
        self._append(connection, row, Did(nobody, "forget"), row.status)
        summary = msgspec.json.decode(row.summary)
        for seat in seats & set(range(len(summary["seats"]))):
            summary["seats"][seat]["name"] = FORGOTTEN
        head = schema.heads.c.code == code
        connection.execute(update(schema.heads).where(head).values(summary=msgspec.json.encode(summary)))

    def _forget_boards(self, connection: Connection, person: str, nobody: str) -> None:
        """In duplicates the results stay, because others are compared with them."""
        boards = schema.boards.c
        for row in connection.execute(select(schema.boards).where(boards.person == person)).all():
            body = msgspec.json.encode({**msgspec.json.decode(row.body), "name": FORGOTTEN}) if row.body else b""
            here = (boards.duplicate == row.duplicate) & (boards.number == row.number)
            here &= (boards.code == row.code) & (boards.seat == row.seat)
            connection.execute(update(schema.boards).where(here).values(person=nobody, body=body))

    # ---- within

    def _rows(self, connection: Connection, table: Table, person: str) -> list[dict[str, Any]]:
        """What a table keeps of a person."""
        found = connection.execute(select(table).where(table.c.person == person)).mappings()
        return [{**row, "body": msgspec.json.decode(row["body"]) if row["body"] else None} for row in found]

    def _circles(self, connection: Connection, person: str) -> Sequence[RowMapping]:
        """The circles that a person has founded."""
        return connection.execute(select(schema.circles).where(schema.circles.c.person == person)).mappings().all()

    def _tables_of(self, connection: Connection, person: str) -> list[str]:
        has = "instr(body, :person) > 0" if self._lite else "position(:person in body) > 0"
        query = text(f"SELECT DISTINCT code FROM log WHERE {has} ORDER BY code")
        return [code for (code,) in connection.execute(query, {"person": person.encode()})]

    def _load(self, connection: Connection, code: str) -> tuple[Any, list[AnyEntry]]:
        head = select(schema.heads).where(schema.heads.c.code == code)
        row = connection.execute(head if self._lite else head.with_for_update()).first()
        if row is None:
            raise StorageError(f"there is no table {code}")
        bodies = select(schema.log.c.body).where(schema.log.c.code == code).order_by(schema.log.c.number)
        return row, [log.decode(body) for (body,) in connection.execute(bodies)]

    def _append(
        self, connection: Connection, row: Any, entry: AnyEntry, status: str, summary: bytes | None = None
    ) -> None:
        number = row.last + 1
        connection.execute(insert(schema.log).values(code=row.code, number=number, body=log.encode(entry)))
        changed = update(schema.heads).where(schema.heads.c.code == row.code)
        shown = row.summary if summary is None else summary
        connection.execute(changed.values(status=status, last=number, updated=time.time(), summary=shown))


def _unsealed(entry: AnyEntry) -> AnyEntry:
    """An entry without its seeds, which belong to nobody."""
    if not isinstance(entry, Made):
        return entry
    shared = entry.duplicate and msgspec.structs.replace(entry.duplicate, seed="")
    return msgspec.structs.replace(entry, seed="", duplicate=shared)


def _told(row: Any) -> dict[str, Any]:
    summary = msgspec.json.decode(row.summary)
    names = [seat["name"] or seat["kind"] for seat in summary.get("seats", [])]
    return {"code": row.code, "game": row.game, "status": row.status, "updated": row.updated, "seats": names}
