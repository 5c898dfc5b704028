"""What the host of the server has ordered: who may not come in or speak, which tokens count no more.

Orders are rows that are only ever added, so they are the audit log too. Every process reads the new ones once a second.
"""

from __future__ import annotations

import time
from typing import Literal, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from tefuda.server import schema
from tefuda.server.table import person_of

DONE = ("over", "ended")
What = Literal["end", "delete", "remove", "ban", "mute", "pardon", "revoke", "rotate", "export", "forget", "prune"]


class Order(NamedTuple):
    number: int
    at: float  # unix time
    what: str
    who: str  # a table's code, a person, or an address
    until: float  # unix time; 0 if it does not end
    more: str


class Orders:
    """All orders up to now, as far as they still matter."""

    def __init__(self) -> None:
        self.last = 0  # the number of the last one that was read
        self._banned: dict[str, float] = {}
        self._muted: dict[str, float] = {}
        self._revoked: set[str] = set()  # hashes of tokens
        self._persons: dict[str, str] = {}  # whom a token stands for that was given instead of another one

    def read(self, order: Order) -> None:
        self.last = order.number
        match order.what:
            case "ban":
                self._banned[order.who] = order.until
            case "mute":
                self._muted[order.who] = order.until
            case "pardon":
                self._banned.pop(order.who, None)
                self._muted.pop(order.who, None)
            case "revoke":
                self._revoked |= {order.who, *(token for token, who in self._persons.items() if who == order.who)}
            case "rotate":
                self._persons[order.who] = order.more

    def person(self, token: str) -> str:
        """Whom a token stands for; empty if it counts no more."""
        found = person_of(token)
        return "" if found in self._revoked else self._persons.get(found, found)

    def is_banned(self, now: float, *names: str) -> bool:
        return any(self._banned.get(name, 0.0) > now for name in names)

    def is_muted(self, now: float, *names: str) -> bool:
        return any(self._muted.get(name, 0.0) > now for name in names)


# ---- in the database


def note(connection: Connection, what: What, who: str, until: float = 0.0, more: str = "") -> None:
    number = connection.execute(select(func.coalesce(func.max(schema.orders.c.number), 0) + 1)).scalar_one()
    connection.execute(insert(schema.orders).values(tuple(Order(number, time.time(), what, who, until, more))))


def orders_since(connection: Connection, number: int) -> list[Order]:
    query = select(schema.orders).where(schema.orders.c.number > number).order_by(schema.orders.c.number)
    return [Order(*row) for row in connection.execute(query)]


def prune(connection: Connection, before: float) -> int:
    """Deletes the tables that were done before this time; how many."""
    heads = schema.heads.c
    codes = select(heads.code).where(heads.status.in_(DONE), heads.updated < before).limit(1000)
    found = [code for (code,) in connection.execute(codes)]
    delete_tables(connection, found)
    return len(found)


def delete_tables(connection: Connection, codes: list[str]) -> None:
    for table in (schema.log, schema.finished, schema.heads):
        connection.execute(delete(table).where(table.c.code.in_(codes)))
