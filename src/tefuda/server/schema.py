"""The tables of the database. Alembic makes them, see `migrations`; a test compares the two."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, DateTime, Double, Index, Integer, LargeBinary, MetaData, Table, Text, text

metadata = MetaData()
SOME = text("circle <> ''")  # tables that belong to a circle

heads = Table(
    "heads",
    metadata,
    Column("code", Text, primary_key=True),
    Column("status", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("game", Text, nullable=False),
    Column("updated", Double, nullable=False),
    Column("summary", LargeBinary, nullable=False),
    Column("circle", Text, nullable=False, server_default=""),
    Column("last", Integer, nullable=False),  # the number of the last row in the log; an append has to name it
    Column("owner", Text, nullable=False, server_default=""),  # the worker that may append; on SQLite there is one only
    Index("heads_status_updated", "status", "updated"),
    Index("heads_circle", "circle", sqlite_where=SOME, postgresql_where=SOME),
)

log = Table(
    "log",
    metadata,
    Column("code", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,  # the rows of one table lie together
)

# What the host of the server has ordered. Rows are only added: they are the audit log.
orders = Table(
    "orders",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("what", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("until", Double, nullable=False),
    Column("more", Text, nullable=False),
)

finished = Table(
    "finished",
    metadata,
    Column("person", Text, primary_key=True),
    Column("code", Text, primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("finished_person_at", "person", "at"),
    Index("finished_code", "code", "match"),
)

# Friends who play together on many evenings, see `circles`.

circles = Table(
    "circles",
    metadata,
    Column("code", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("at", Double, nullable=False),
    Index("circles_person", "person"),
)

# Matches that several tables play with the same cards, and what became of them.

duplicates = Table(
    "duplicates",
    metadata,
    Column("code", Text, primary_key=True),
    Column("until", Double, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

boards = Table(
    "boards",
    metadata,
    Column("duplicate", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("code", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("boards_person", "person"),
)

# What people made of the deal of a day: their first try.

dailies = Table(
    "dailies",
    metadata,
    Column("game", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("dailies_person", "person"),
)

# Where browsers have Web Push delivered, see `push`.

devices = Table(
    "devices",
    metadata,
    Column("endpoint", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("devices_person", "person"),
)

pairs = Table(
    "pairs",
    metadata,
    Column("word", Text, primary_key=True),  # its hash
    Column("sealed", LargeBinary, nullable=False),  # the token; only the word opens it
    Column("until", Double, nullable=False),  # unix time
)

# For several processes on one PostgreSQL, see `leases`.

workers = Table(
    "workers",
    metadata,
    Column("worker", Text, primary_key=True),
    Column("address", Text, nullable=False),
    Column("beat", DateTime(timezone=True), nullable=False),  # by the clock of the database
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
