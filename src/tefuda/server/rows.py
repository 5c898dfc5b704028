"""What a store keeps of tables, wherever it is. Bodies hold secrets; nothing of them is in an error."""

from __future__ import annotations

from typing import NamedTuple

HERE = "HERE"  # with which the codes of a player's own device begin, and no others


class Row(NamedTuple):
    """One entry of a table's log."""

    number: int  # 1, 2, 3, ... without gaps
    body: bytes  # JSON; the store does not look into it


class Head(NamedTuple):
    """What can be asked about a table without reading its log. It is replaced with every append."""

    code: str
    status: str  # lobby, playing, over, ended
    public: bool
    game: str
    updated: float  # unix time
    summary: bytes  # JSON for the list of public tables
    circle: str = ""  # the code of the circle to which the table belongs


class Finished(NamedTuple):
    """A person's result of a match."""

    person: str  # hex of the hashed token
    code: str
    match: int
    game: str
    at: float
    body: bytes  # JSON


class Device(NamedTuple):
    """Where Web Push reaches a browser of a person."""

    endpoint: str
    person: str
    at: float
    body: bytes  # JSON of the subscription


class Board(NamedTuple):
    """A seat in a match of a duplicate: who has seen its cards, and since when; and later, what became of it."""

    duplicate: str
    number: int  # of its match
    code: str  # of the table
    seat: int
    person: str  # "" for a bot
    at: float  # unix time of the first row for this seat, which is that of the beginning for a person
    body: bytes  # JSON; empty until the match has ended, or if it ended without a result


class Played(NamedTuple):
    """A person's first try at the deal of a day."""

    game: str
    day: str
    person: str
    at: float
    body: bytes  # JSON


class Entry(NamedTuple):
    """What is appended at once, all or nothing."""

    head: Head
    rows: tuple[Row, ...]
    finished: tuple[Finished, ...] = ()
    boards: tuple[Board, ...] = ()


class StorageError(Exception):
    """It was not stored, for certain, or the store can no longer be trusted. The text says why."""


class Conflict(StorageError):
    """Somebody else has written this table's next row, or owns the table now: load it again."""


def not_stored(error: StorageError) -> str:
    """What a player is told."""
    locked = " because the database is locked" if "locked" in str(error) else ""
    return f"it could not be stored{locked}, so it did not happen"


def is_next(entry: Entry, last: int, owner: str, writer: str) -> bool:
    """Whether this writer may append the entry to a log with so many rows, which is this owner's."""
    return entry.rows[0].number == last + 1 and owner == writer


def check(entry: Entry) -> None:
    """Raises ValueError for entries that no table could append."""
    first = entry.rows[0].number if entry.rows else 0
    if first < 1 or [row.number for row in entry.rows] != list(range(first, first + len(entry.rows))):
        raise ValueError(f"rows {[row.number for row in entry.rows]} do not follow one another")
