"""Many people at one table, and people who say the same thing over and over."""

from __future__ import annotations

from pathlib import Path

import pytest

from tefuda.server import audience
from tefuda.server import protocol as p
from tefuda.server.audience import Audience
from tefuda.server.log import Did
from tefuda.server.stream import Stream
from tests.server.tables import table
from tests.trials.running import PATIENCE, Running, entries, running
from tests.trials.virtual import run_virtually


def size_of(server: Running, code: str) -> int:
    """The entries of a log, but for those that only note which command they came from."""
    return sum(not isinstance(entry, Did) for entry in entries(server.settings.database, code))


def test_what_changes_nothing_is_accepted_and_not_stored(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path, pace=1.0) as server, server.client() as me:
            code = await me.create("scout", [None, "casual", "casual", None])
            await me.sit(0, "Aki", "ab")
            await me.allow(True)
            await me.assign(1, "club")
            for name, salt, size in (("Aki", "ab", 4), ("Aki", "", 4), ("", "ab", 4), ("Ben", "", 5), ("Ben", "cd", 6)):
                await me.sit(0, name, salt)
                assert size_of(server, code) == size
            for eyes, bot, size in ((True, "club", 6), (False, "club", 7), (False, "casual", 8)):
                await me.allow(eyes)
                await me.assign(1, bot)  # type: ignore[arg-type]
                assert size_of(server, code) == size
            await me.assign(3, None)
            assert size_of(server, code) == 8
            await me.start()
            for _ in range(2):
                await me.stand()
            size = size_of(server, code)
            await me.sit(0, "Ben")
            assert size_of(server, code) >= size + 1, "who had left is back"

    run_virtually(main())


def test_nobody_is_told_of_what_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with running(tmp_path, pace=1.0) as server, server.client() as me:
            await me.create("scout", [None, "casual", "casual"])
            await me.sit(0, "Aki")
            told = list[Audience]()
            monkeypatch.setattr(Audience, "tell_table", lambda one: told.append(one))
            await me.sit(0, "Aki", "")
            await me.say("hello")
            assert not told
            await me.sit(0, "Ben")
            assert len(told) == 1

    run_virtually(main())


def test_spectators_who_come_at_once_are_told_of_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each of them would be told of each other one."""
    counted = 0
    count = Audience._spectators

    def counting(self: Audience) -> int:
        nonlocal counted
        counted += 1
        return count(self)

    async def main() -> None:
        async with running(tmp_path, pace=1.0) as server, server.client() as me:
            code = await table(server, me)
            watchers = [server.client() for _ in range(20)]
            monkeypatch.setattr(audience, "CROWD", 0.05)
            monkeypatch.setattr(Audience, "_spectators", counting)
            for watcher in watchers:
                await watcher.__aenter__()
                await watcher.open(code)
            while me.table is None or me.table.spectators < 20:
                await me.changed(PATIENCE)
            assert counted < 20 * 20
            for watcher in watchers:
                await watcher.close()
            while me.table.spectators:
                await me.changed(PATIENCE)

    run_virtually(main())


def test_a_match_is_read_once_for_all_who_come_before_the_next_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = 0
    catch_up = Stream.catch_up

    def counting(self: Stream, lang: p.Lang, since: int) -> list[object]:
        nonlocal read
        read += 1
        return catch_up(self, lang, since)  # type: ignore[return-value]

    async def main() -> None:
        async with running(tmp_path, pace=1000.0) as server, server.client() as me, server.client() as watcher:
            code = await table(server, me)
            await watcher.open(code)
            monkeypatch.setattr(Stream, "catch_up", counting)
            for _ in range(3):
                await watcher.open(code)
                assert watcher.events and watcher.update and watcher.events[-1].n == watcher.n
            assert read == 0
            await me.play(me.moves[0])
            await watcher.open(code)
            assert read <= 1 and watcher.n >= 2

    run_virtually(main())
