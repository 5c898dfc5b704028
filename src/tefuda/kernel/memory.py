"""Whole records at once; in kernel Python these two stand for a copy and a clearing of their bytes."""

from __future__ import annotations

from typing import TypeVar

from tefuda.kernel.record import Record

R = TypeVar("R", bound=Record)


def copy(source: R, into: R) -> None:
    """All fields of a record into another one of the same kind."""
    into.__dict__.update(source.clone().__dict__)


def clear(record: Record) -> None:
    """All fields of a record become zero."""
    record.__dict__.update(type(record)().__dict__)
