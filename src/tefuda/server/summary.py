"""What the store keeps of a table beside its log, so that it can be asked for without reading the log."""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.server import protocol as p
from tefuda.server.log import AnyEntry, Assigned, Began, Ended, Moved, Over, Sat, Stood
from tefuda.server.rows import Finished, Head
from tefuda.server.table import Table


def head(table: Table, entries: Sequence[AnyEntry], now: float) -> Head:
    """What is known of the table once these entries are in; the table has not read them yet."""
    made, circle = table.made, table.made.circle.code if table.made.circle else ""
    if table.summary and all(isinstance(entry, Moved) for entry in entries):
        return Head(table.code, table.status, made.public, made.game, now, table.summary, circle)
    status: str = table.status
    seats = [(place.name, place.kind, place.bot) for place in table.places]
    for entry in entries:
        match entry:
            case Began():
                status = "playing"
            case Over():
                status = "over"
            case Ended():
                status = "ended"
            case Sat(seat, _, name):
                seats[seat] = name, "person", None
            case Assigned(seat, bot):
                seats[seat] = "", "bot" if bot else "free", bot
            case Stood(seat) if status == "lobby":
                seats[seat] = "", "free", None
    shown = [{"name": name, "kind": kind, "level": level} for name, kind, level in seats]
    table.summary = p.encode({"options": made.options, "seats": shown, "watchers": made.watchers})
    return Head(table.code, status, made.public, made.game, now, table.summary, circle)


def results(table: Table, now: float, conceded: int | None = None) -> tuple[Finished, ...]:
    """Each person's result of the match that has just ended, or that a seat gives up.

    Nothing if it belongs to a duplicate that has ended meanwhile: whoever looked there knew all the cards.
    """
    outcome, duplicate = table.outcome(conceded), table.made.duplicate
    assert outcome is not None
    if duplicate and now >= duplicate.until:
        return ()
    shared = {
        **dict(zip(("reason", "scores", "winners"), outcome, strict=True)),
        "options": table.made.options,
        "bots": [place.bot for place in table.places],
        **({"duplicate": duplicate.code} if duplicate else {}),
    }
    return tuple(
        Finished(
            place.person,
            table.code,
            table.number,
            table.made.game,
            now,
            p.encode(
                {
                    "seat": seat,
                    "name": place.name,
                    **({"face": place.face} if place.face else {}),
                    "hinted": place.hinted,
                    **({"helped": True} if place.by_bot else {}),
                    **shared,
                }
            ),
        )
        for seat, place in enumerate(table.places)
        if place.person and not place.undone and not table.is_bots_work(seat)
    )
