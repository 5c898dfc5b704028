"""Entries for the tests of the store."""

from __future__ import annotations

from tefuda.server.store import Entry, Finished, Head, Row

CODE = "0123456789AB"


def head(code: str = CODE, status: str = "playing", public: bool = True, updated: float = 1.0) -> Head:
    return Head(code, status, public, "scout", updated, b'{"seats":3}')


def entry(
    number: int, *, code: str = CODE, rows: int = 1, body: bytes = b"{}", finished: tuple[Finished, ...] = ()
) -> Entry:
    """The next rows of a table, from a number on."""
    return Entry(head(code), tuple(Row(number + i, body) for i in range(rows)), finished)
