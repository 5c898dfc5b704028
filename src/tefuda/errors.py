"""Errors in what comes from outside. All are ValueErrors, and nothing has changed when one is raised."""

from __future__ import annotations


class BadNotation(ValueError):
    """The text is not a move."""


class IllegalMove(ValueError):
    """The move exists, but this seat may not make it now."""


class BadProof(ValueError):
    """The record is not what its deal gives, or does not say what its deal was; the message says what is wrong."""


class BadRecord(ValueError):
    """The record cannot be read or does not replay; the message names the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
