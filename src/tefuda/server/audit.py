"""The orders of the host of the server, in the database, and what is deleted by them."""

from __future__ import annotations

import time

from sqlalchemy import Connection, delete, func, insert, select

from tefuda.server import schema
from tefuda.server.orders import Order, What

DONE = ("over", "ended")
PRUNED = 100  # tables that are deleted at once: meanwhile nobody's move can be stored


def note(connection: Connection, what: What, who: str, until: float = 0.0, more: str = "") -> None:
    number = connection.execute(select(func.coalesce(func.max(schema.orders.c.number), 0) + 1)).scalar_one()
    connection.execute(insert(schema.orders).values(tuple(Order(number, time.time(), what, who, until, more))))


def orders_since(connection: Connection, number: int) -> list[Order]:
    query = select(schema.orders).where(schema.orders.c.number > number).order_by(schema.orders.c.number)
    return [Order(*row) for row in connection.execute(query)]


def prune(connection: Connection, before: float) -> int:
    """Deletes some of the tables that were done before this time; how many. If they are `PRUNED`, there may be more."""
    heads = schema.heads.c
    codes = select(heads.code).where(heads.status.in_(DONE), heads.updated < before).limit(PRUNED)
    found = [code for (code,) in connection.execute(codes)]
    delete_tables(connection, found)
    return len(found)


def delete_tables(connection: Connection, codes: list[str]) -> None:
    for table in (schema.log, schema.finished, schema.boards, schema.heads):
        connection.execute(delete(table).where(table.c.code.in_(codes)))
