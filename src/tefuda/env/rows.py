"""What the numbers of an observation are: its parts, in their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tefuda.games import GAMES, Face
from tefuda.kernel.plain import Game
from tefuda.kernel.record import Record, fields

EXTRA = "this needs another library: pip install 'tefuda[env]'"


class Part(NamedTuple):
    """A field of an observation: the numbers from start to stop, in this shape; () for a single number."""

    name: str
    start: int
    stop: int
    shape: tuple[int, ...]


def observation_parts(game: str) -> list[Part]:
    """The fields of what a seat may know."""
    return _parts(GAMES[game].engine.Observation)


def perfect_parts(game: str) -> list[Part]:
    """The fields of a perfect-information observation: what a seat may know, then what it may not know."""
    known = observation_parts(game)
    end = known[-1].stop
    hidden = _parts(GAMES[game].engine.Secrets)
    return known + [Part(f"hidden_{p.name}", end + p.start, end + p.stop, p.shape) for p in hidden]


def _parts(record: type[Record]) -> list[Part]:
    found, start = [], 0
    for field in fields(record):
        found.append(Part(field.name, start, start + field.size, field.shape))
        start += field.size
    return found


def width(parts: Sequence[Part]) -> int:
    return parts[-1].stop


def named(rows: Any, parts: Sequence[Part]) -> dict[str, Any]:
    """A row, or an array of rows, as one array for each field; they share the memory of the rows."""
    return {p.name: rows[..., p.start : p.stop].reshape((*rows.shape[:-1], *p.shape)) for p in parts}


def shown(face: Face, game: Game, seat: int | None) -> str:
    """What a seat, or a spectator, sees, as text."""
    return "\n".join(f"{name}: {value}" for name, value in face.view(game, seat).to_dict().items())
