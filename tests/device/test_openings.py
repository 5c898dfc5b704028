"""Openings: what a new device shows before Python has begun is the match that is then played."""

from __future__ import annotations

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest

from tefuda import GAMES, Match, Record
from tefuda.deal import verify
from tefuda.server import protocol as p
from tefuda.server.catalogue import games
from tefuda.server.openings import LEVEL, NAMES, NOBODY, NUMBERS, Opening, opening
from tests.device.test_device import Log, Person, a_worker
from tests.trials.running import running

WEB = Path(__file__).parents[2] / "src" / "web"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def taken_up(dealt: Opening, log: Log) -> Person:
    worker = a_worker(log)
    aki = Person(worker)
    await aki.until(lambda: aki.token)
    assert await worker.ask("/api/openings", aki.token, msgspec.json.encode(dealt).decode()) == (200, "{}")
    return aki


@pytest.mark.anyio
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_what_an_opening_shows_is_what_its_table_says(game: str, lang: p.Lang) -> None:
    dealt = opening(game, lang)
    aki = await taken_up(dealt, log := Log())
    table: dict[str, Any] = msgspec.json.decode(dealt.table)
    shown: dict[str, Any] = msgspec.json.decode(dealt.update)
    aki.say("open", code=dealt.code, match=1, since=shown["n"])
    await aki.until(lambda: aki.update)
    assert aki.table == table and table["seat"] == 0 and table["code"] == dealt.code
    assert {**aki.update, "since": 0, "events": shown["events"]} == shown
    assert [one["level"] for one in table["seats"][1:]] == [LEVEL] * (len(table["seats"]) - 1)
    assert len(table["seats"]) == next(one["seats"][0] for one in games() if one["name"] == game)
    assert NOBODY not in json.dumps(log.tables[dealt.code])


@pytest.mark.anyio
async def test_an_opening_is_played_to_its_end_and_its_deals_verify() -> None:
    log = Log()
    aki = await taken_up(dealt := opening("twentythree", "en"), log)
    aki.say("open", code=dealt.code)
    await aki.play(random.Random(8))
    worker = a_worker(log)
    status, text = await worker.ask(f"/api/replays/{dealt.code}/1.txt", aki.token, None)
    assert status == 200 and Match.replay(text).result is not None
    proof = Record.parse(text).proof
    assert verify(Record.parse(text)) > 0 and proof and proof.commitment in bytes(dealt.table).decode()


@pytest.mark.anyio
async def test_an_opening_that_was_taken_up_stays_as_it_is() -> None:
    log = Log()
    aki = await taken_up(dealt := opening("twentythree", "en"), log)
    aki.say("open", code=dealt.code)
    await aki.play(random.Random(9), 2)
    rows = len(log.tables[dealt.code]["rows"])
    assert rows > len(dealt.rows)
    body = msgspec.json.encode(dealt).decode()
    assert await a_worker(log).ask("/api/openings", "somebody else", body) == (200, "{}")
    assert len(log.tables[dealt.code]["rows"]) >= rows and log.conflicts == 0


@pytest.mark.anyio
@pytest.mark.parametrize("body", ["", "{}", "[]", '{"code": 1}', "\ud800"])
async def test_what_is_no_opening_is_refused(body: str) -> None:
    log = Log()
    status, text = await a_worker(log).ask("/api/openings", "t" * 43, body)
    assert status == 400 and json.loads(text)["error"] and log.tables == {}


@pytest.mark.parametrize("device", [True, False])
def test_a_server_deals_openings_where_devices_play(device: bool, tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path, device=device) as server, httpx2.AsyncClient(base_url=server.url) as web:
            answer = await web.get("/api/openings/gift/ja/7")
            assert answer.status_code == (200 if device else 404)
            if device:
                assert msgspec.json.decode(answer.content, type=Opening).rows[0].startswith('{"type":"made"')
                assert (await web.get("/api/openings/gift/ja/7")).content == answer.content
            for path in ("gift/ja/8", "gift/ja/07", "gift/fr/1", "nothing/ja/1", "gift/ja/-1"):
                assert (await web.get(f"/api/openings/{path}")).status_code == 404

    asyncio.run(main())


def test_two_openings_differ() -> None:
    one, other = opening("scout", "en"), opening("scout", "en")
    assert one.code != other.code and one.rows[-1] != other.rows[-1]


def test_the_page_knows_the_same_names_and_numbers() -> None:
    for lang, name in NAMES.items():
        texts = json.loads((WEB / "texts" / f"shell.{lang}.json").read_text("utf-8"))
        assert texts["name.placeholder"] == name
    assert re.search(r"const OPENINGS = (\d+)", (WEB / "ahead.ts").read_text("utf-8"))[1] == str(NUMBERS)  # type: ignore[index]
    assert f'level: "{LEVEL}" }}' in (WEB / "start.ts").read_text("utf-8")
