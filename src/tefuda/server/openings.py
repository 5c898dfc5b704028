"""Openings: matches against bots that were begun before anybody asked for them.

Python needs seconds to begin on a new device. An opening needs none: the page shows what its table says. When Python
has begun, the device takes the table up and the same match goes on. It is the log of a table in which nobody sits yet.
"""

from __future__ import annotations

import asyncio
import os
import time

from msgspec import Raw, Struct

from tefuda.bots import levels_of
from tefuda.games import GAMES
from tefuda.server import log
from tefuda.server import protocol as p
from tefuda.server.audience import Audience
from tefuda.server.catalogue import games
from tefuda.server.clocks import Clocks
from tefuda.server.log import AnyEntry
from tefuda.server.table import Table
from tefuda.server.tables import here_code, made_by

NUMBERS = 8  # openings of each game in each language
LEVEL: p.Level = "casual"  # what a door offers at first
NAMES: dict[str, str] = {"en": "Guest", "ja": "ゲスト"}  # as the page calls people who have not said theirs
NOBODY = "0" * 64  # the person in an opening


class Opening(Struct, forbid_unknown_fields=True):
    code: str
    rows: list[str]  # of the log
    table: Raw  # what the person is told first
    update: Raw


class Newcomer:
    """Hears what somebody is told who comes to a table."""

    person = NOBODY
    looks = False
    told = facts = True

    def __init__(self, lang: str) -> None:
        self.lang: p.Lang = "ja" if lang == "ja" else "en"
        self.heard: list[bytes] = []

    def send(self, message: p.Message | bytes) -> None:
        self.heard.append(message if isinstance(message, bytes) else p.encode(message))

    def lag(self) -> float:
        return 0.0

    def close(self, code: int, reason: str) -> None:
        raise AssertionError(reason)


def has_openings(game: str) -> bool:
    return game in GAMES and LEVEL in levels_of(game)


def opening(game: str, lang: str) -> Opening:
    """A new one. No salt is in its deal: the device that will play it is not known."""
    (seats,) = (one["seats"][0] for one in games() if one["name"] == game)
    made = made_by(NOBODY, p.Create("", game, [None, *[LEVEL] * (seats - 1)]), os.urandom(32))
    table = Table(here_code(), made)
    entries: list[AnyEntry] = [made, table.sit(NOBODY, 0, NAMES[lang], "")]
    table.read(entries[1])
    for entry in table.start(NOBODY, LEVEL):
        entries.append(entry)
        table.read(entry)
    loop = asyncio.new_event_loop()  # for its time alone
    try:
        clocks = Clocks(table, loop.time(), time.time())
        audience, newcomer = Audience(table, clocks, loop), Newcomer(lang)
        audience.join(newcomer, None)
        clocks.see(audience.present(), loop.time())
        audience.welcome(newcomer, 0)
    finally:
        loop.close()
    told, update = newcomer.heard
    return Opening(table.code, [log.encode(entry).decode() for entry in entries], Raw(told), Raw(update))


def rows_for(opening: Opening, person: str) -> list[bytes]:
    """The log of an opening in which this person sits."""
    return [row.replace(NOBODY, person).encode() for row in opening.rows]
