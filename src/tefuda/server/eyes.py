"""Who may see what: the one place that decides it, from the table as it stands now and from nothing else.

These are pure functions. They are called again for every message, and their answers are never kept: when somebody
changes seats, stands up, is removed or takes back a permission, the next message already follows that.
"""

from __future__ import annotations

from typing import NamedTuple

from tefuda.server.table import Refusal, Table


class Sight(NamedTuple):
    """What somebody sees of the match: the view of a seat, or of a spectator (None)."""

    seat: int | None
    delay: int = 0  # seconds by which everything is shown late
    plays: bool = False  # the seat is one's own


SPECTATOR = Sight(None)


def sight(table: Table, person: str, wish: int | None = None) -> Sight:
    """Through whose eyes this person sees the table. Refusal if the person may not see it at all.

    Players see through their own eyes, whatever they ask for. Everybody else is a spectator; one who asked for the
    eyes of a seat sees what that seat sees for as long as it lends them.
    """
    own = table.seat_of(person)
    if own is not None:
        return Sight(own, 0, True)
    if table.status != "lobby" and not table.made.watchers and (person != table.host or table.made.duplicate):
        raise Refusal("no-table", "there is no table with this code")
    if wish is not None and wish < len(table.places) and table.places[wish].eyes:
        return Sight(wish, table.places[wish].delay)
    return SPECTATOR


def check_wish(table: Table, person: str, wish: int | None) -> None:
    """Refusal if somebody asks for eyes that are not lent. Players see through their own eyes anyway."""
    seen = sight(table, person, wish)
    if wish is not None and not seen.plays and seen.seat != wish:
        raise Refusal("not-allowed", f"seat {wish} does not let others see through its eyes")


def check_replay(table: Table, person: str, match: int) -> None:
    """Refusal if this person may not look at a finished match again, all hands included.

    At a table without spectators a match is only for the people who sat in it, not for those who left before or came
    later.
    """
    if not (table.made.watchers or match in table.published or table.has_sat(person, match)):
        raise Refusal("no-table", "there was no such match")
