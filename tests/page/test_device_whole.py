"""The cut Python of the browser has all that a device can be asked for: every option, level and question."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tefuda import GAMES, Match, Record
from tefuda.bots import levels_of
from tefuda.deal import verify
from tefuda.judge.levels import levels_measured
from tefuda.server import replays
from tests.device.test_device import Log, a_worker
from tests.page.alone import Host, arrive, visitor
from tests.setups import SETUPS

HOST = "tefuda.device.host"  # is named in the worker that has Python
DRIVE = (Path(__file__).parent / "device.js").read_text("utf-8")
WHOLE: dict[str, dict[str, Any]] = {
    "scout": {"seats": [None, "beginner", "casual"], "options": {"edition": "short"}},
    "twentythree": {"seats": [None, "club"], "options": {}},
    "solo": {"seats": [None, "beginner"], "options": {"target_score": 1, "jump_in_window_ms": 0}},
    "gift": {"seats": [None, "casual"], "options": {}},
}


def plan(game: str, seats: list[str | None], options: dict[str, Any], moves: int | None, **more: Any) -> dict[str, Any]:
    return {"game": game, "seats": seats, "options": options, "moves": moves, "lang": "ja", "hint": True, **more}


def plans(game: str) -> list[dict[str, Any]]:
    """Some options for some moves, with TEFUDA_LONG=1 each value of each; each level, and a whole match."""
    some = [one for one in SETUPS if one.game == game][:: 1 if os.environ.get("TEFUDA_LONG") else 6]
    found = [plan(game, [None, *["beginner"] * (one.seats - 1)], one.options, 2, hint=False) for one in some]
    levels, face = levels_of(game), GAMES[game]
    least = min(face.seats({option.name: option.default for option in face.options}))
    at_once = {face.race: 0} if face.race else {}
    found += [plan(game, [None, *[level] * (least - 1)], at_once, 2, hint=level == "club") for level in levels]
    return [*found, plan(game, moves=None, **WHOLE[game])]


def questions(game: str) -> list[tuple[str, str | None]]:
    today = datetime.now(UTC).date().isoformat()
    found: list[tuple[str, str | None]] = [
        (f"/api/puzzles/{game}?number=1&lang=ja", None),
        (f"/api/puzzles/{game}?day={today}&lang=en", None),
        (f"/api/puzzles/{game}?number=0x", None),
        (f"/api/daily/{game}?day={today}&lang=ja", None),
        (f"/api/daily/{game}?day=1999-01-01", None),
        (f"/api/daily/{game}?day={today}&moves=nonsense", None),
        ("/api/replays", "no record"),
        ("/api/replays", "tefuda 1\ngame nothing\n"),
        ("/api/tables/HERE00000000", None),
        ("/nowhere", None),
    ]
    return found


async def natively(asked: list[tuple[str, str | None]]) -> list[list[Any]]:
    worker = a_worker(Log())
    return [list(await worker.ask(url, "", body)) for url, body in asked]


def test_where_no_small_worker_begins_the_judge_weighs_without(browser: Browser, site: Path, tmp_path: Path) -> None:
    """Their file is missing; the numbers are the same."""
    shutil.copytree(site, tmp_path / "there")
    small = [file for file in (tmp_path / "there").rglob("worker-*.js") if HOST not in file.read_text("utf-8")]
    for file in small:
        file.unlink()
    host = Host(tmp_path / "there")
    with visitor(browser, worker=False) as context:
        page = arrive(context, host, kept=False)
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        told = page.evaluate(DRIVE, [host.url, [plan("gift", moves=None, **WHOLE["gift"])], []])
    host.stop()
    (match,) = told["matches"]
    judged = json.loads(match["judged"][1])
    assert judged["decisions"]
    assert judged == json.loads(json.dumps(replays.judged(match["record"][1], 0, "ja", replays.DEPTHS["quick"])))
    assert len(small) == 1 and any("the worker does not start" in line for line in said)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_all_options_levels_and_questions(browser: Browser, host: Host, game: str) -> None:
    wanted = plans(game)
    asked = questions(game)
    with visitor(browser, worker=False) as context:
        page = arrive(context, host, kept=False)
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        told = page.evaluate(DRIVE, [host.url, wanted, asked])
    assert len(told["matches"]) == len(wanted) > 8
    for match, one in zip(told["matches"], wanted, strict=True):
        assert "late" not in match and not match["closed"], (one, match)
        assert match["result"] and (match["refused"] == [] or GAMES[game].race), (one, match)  # in a race one is late
        assert match["hinted"] or not one["hint"]
    whole = told["matches"][-1]
    status, text = whole["record"]
    assert status == 200 and Match.replay(text).result is not None and verify(Record.parse(text)) > 0
    for part in ("proof", "frames", "judged"):
        assert whole[part][0] == 200, whole[part]
    judged = json.loads(whole["judged"][1])
    assert judged["done"] == judged["of"] and judged["rounds"] and judged["decisions"]
    assert (judged["like"] or {"levels": []})["levels"] == levels_measured(game)
    assert judged == json.loads(json.dumps(replays.judged(text, 0, "ja", replays.DEPTHS["quick"])))
    assert json.loads(told["results"][1])["results"]
    with ThreadPoolExecutor() as beside:  # in this thread Playwright's loop runs
        assert told["answers"] == beside.submit(asyncio.run, natively(asked)).result()
    assert [line for line in said if "rror" in line] == []
