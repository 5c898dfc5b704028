"""With friends: talk that outlives a reload, codes to say aloud, whose turn it is, giving up, bots that fill seats."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tefuda.client import Client
from tefuda.server import protocol as p
from tests.server.tables import refused, table
from tests.trials.running import PATIENCE, Running, play_on, running
from tests.trials.virtual import run_virtually


async def asked(server: Running, path: str, me: Client | None = None) -> tuple[int, Any]:
    """The status and the answer of a request."""
    headers = {"authorization": f"Bearer {me.token}"} if me else {}

    def ask() -> tuple[int, Any]:
        try:
            with urlopen(Request(server.url + path, headers=headers)) as answer:
                return answer.status, json.loads(answer.read())
        except HTTPError as error:
            return error.code, json.loads(error.read())

    return await asyncio.to_thread(ask)


def test_words_are_there_after_a_reload(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            code = await table(server, me)
            await me.say("hello")
            await me.say(text="again")
            async with server.client() as other:
                await other.open(code)
                assert [(one.phrase, one.text, one.name) for one in other.said] == [
                    ("hello", "", "Aki"),
                    (None, "again", "Aki"),
                ]

    run_virtually(main())


def test_a_code_to_say_finds_a_lobby_and_nothing_else(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            code = await me.create("scout", [None, None, None])
            assert await asked(server, f"/api/spoken/{code[:5].lower()}") == (200, {"code": code})
            for word in (code[:4], code, "%%%%%", "_____", "ZZZZZ" if code[:5] != "ZZZZZ" else "YYYYY"):
                assert (await asked(server, f"/api/spoken/{word.replace('%', '%25')}"))[0] == 404
            await me.sit(0, "Aki")
            await me.start("beginner")
            assert me.table is not None and [seat.level for seat in me.table.seats[1:]] == ["beginner"] * 2
            assert (await asked(server, f"/api/spoken/{code[:5]}"))[0] == 404, "the match has begun"

    run_virtually(main())


def test_whose_turn_it_is_and_how_long(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me, server.client() as other:
            code = await me.create("gift", [None, None], clock=p.Clock(3600 * 24))
            await me.sit(0, "Aki")
            await other.open(code)
            await other.sit(1, "Ben")
            await me.start()
            for one, name in ((me, "Ben"), (other, "Aki")):
                while not one.update:
                    await one.changed(PATIENCE)
                status, turn = await asked(server, f"/api/tables/{code}/turn", one)
                assert status == 200 and turn["status"] == "playing"
                assert turn["mine"] == bool(one.moves) and turn["waits"] == ([] if one.moves else [name])
                assert 0 < turn["left"] <= 24 * 3600 * 1000
            assert (await asked(server, f"/api/tables/{code}/turn"))[0] == 401
            async with server.client() as stranger:
                assert (await asked(server, f"/api/tables/{code}/turn", stranger))[0] == 404

    run_virtually(main())


def test_a_match_is_given_up_and_counts(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me, server.client() as other:
            await table(server, me, "gift", 2)
            await me.concede()
            while me.result is None:
                await me.changed(PATIENCE)
            assert (me.result.reason, me.result.winners) == ("conceded", [1, 2])
            assert await refused(me.concede()) == "over"
            counted = (await asked(server, "/api/me", me))[1]["results"]
            assert [(one["reason"], one["winners"]) for one in counted] == [("conceded", [1, 2])]
            await me.again()
            while me.result:
                await me.changed(PATIENCE)
            await play_on(me, random.Random(1), 1)
            code = await me.create("gift", [None, None, "casual"])
            await me.sit(0, "Aki")
            await other.open(code)
            await other.sit(1, "Ben")
            await me.start()
            assert await refused(me.concede()) == "not-allowed", "the others play on"

    run_virtually(main())
