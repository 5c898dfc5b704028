"""The deal of the day at a server: everybody's first try, compared with those of the others."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tefuda.bots import BOTS
from tefuda.judge.daily import Daily
from tefuda.server import http
from tefuda.server.answers import among
from tefuda.server.office import Office
from tefuda.server.rows import Played
from tefuda.server.table import person_of
from tests.trials.running import running
from tests.trials.virtual import run_virtually

TODAY = datetime.now(UTC).date()


def moves_of(level: str, day: Any = TODAY) -> list[str]:
    daily, found, rng = Daily("scout", day), list[str](), random.Random(level)
    while not daily.is_over:
        match = daily.match
        found.append(BOTS[level](match.view(daily.seat), match.moves(daily.seat), rng))
        daily.play(found[-1])
    return found


def result(person: str, points: float) -> Played:
    return Played("scout", "2026-01-31", person, 0.0, json.dumps({"result": points}).encode())


def test_a_try_is_compared_with_those_of_others() -> None:
    everybody = [result("a", 5), result("b", 1), result("c", 1), result("d", -3)]
    assert among(everybody, result("a", 5)) == {"result": 5, "people": 3, "share": 1.0}
    assert among(everybody, result("b", 99)) == {"result": 1, "people": 3, "share": 0.5}  # the first try counts
    assert among(everybody, result("e", 99)) == {"result": 99, "people": 4, "share": 1.0}  # none was kept
    assert among([result("a", 5)], result("a", 5)) == {"result": 5, "people": 0, "share": None}


def test_tries_are_compared_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There may be ten thousand, and whoever plays elsewhere must not wait for them."""
    threads = []

    def watched(everybody: Sequence[Played], played: Played) -> dict[str, Any]:
        threads.append(threading.current_thread().name)
        return among(everybody, played)

    async def main() -> None:
        async with running(tmp_path) as server, httpx2.AsyncClient(base_url=server.url) as web:
            body = {"day": TODAY.isoformat(), "moves": moves_of("club")}
            answer = await web.post("/api/daily/scout", json=body, headers={"Authorization": f"Bearer {'A' * 43}"})
            assert answer.json()["people"] == 0

    monkeypatch.setattr(http, "among", watched)
    run_virtually(main())
    assert len(threads) == 1 and threads[0].startswith("tefuda-replays")


def test_the_first_try_counts_and_is_forgotten_with_its_person(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, httpx2.AsyncClient(base_url=server.url) as web:

            async def tell(body: Any, token: str = "A" * 43, game: str = "scout") -> tuple[int, Any]:
                content = body if isinstance(body, bytes) else json.dumps(body).encode()
                headers = {"Authorization": f"Bearer {token}"} if token else {}
                answer = await web.post(f"/api/daily/{game}", content=content, headers=headers)
                return answer.status_code, answer.json()

            day, moves = TODAY.isoformat(), moves_of("club")
            first = float(Daily("scout", TODAY, moves).result)
            assert await tell({"day": day, "moves": moves}) == (200, {"result": first, "people": 0, "share": None})
            other = moves_of("random")
            second = float(Daily("scout", TODAY, other).result)
            _, told = await tell({"day": day, "moves": other})
            assert told["result"] == first  # another try changes nothing
            _, told = await tell({"day": day, "moves": other}, "B" * 43)
            share = ((first < second) + (first <= second)) / 2
            assert told == {"result": second, "people": 1, "share": share}

            # A device that was offline tells it some days later, but not for ever.
            late, gone = TODAY - timedelta(7), TODAY - timedelta(8)
            assert (await tell({"day": late.isoformat(), "moves": moves_of("club", late)}))[0] == 200
            for token in ("A" * 43, "B" * 43):  # it is compared, but nobody is compared with it
                told = await tell({"day": gone.isoformat(), "moves": moves_of("club", gone)}, token)
                assert told[0] == 200 and told[1]["people"] == 0
            assert (await tell({"day": (TODAY + timedelta(2)).isoformat(), "moves": []}))[0] == 404

            assert (await tell({"day": day, "moves": moves}, ""))[0] == 401
            bad = [{"day": day, "moves": moves[:2]}, {"day": day, "moves": ["nonsense"]}, {"day": "today", "moves": []}]
            for form in ("%G-W%V-%u", "%Y%m%d  "):  # Python reads these, too, but they are no other days
                bad.append({"day": TODAY.strftime(form), "moves": moves})
            for body in (*bad, b"{", b"\xff", {"day": day}, {"day": day, "moves": moves, "more": 1}, {"day": 1}):
                assert (await tell(body))[0] == 400, body
            assert (await tell({"day": day, "moves": moves}, game="chess"))[0] == 404
            assert (await tell({"day": day, "moves": ["x" * 9000]}))[0] == 413

            office, who = Office(server.settings.database), person_of("A" * 43)
            assert {one["day"] for one in office.export(who)["dailies"]} == {day, late.isoformat()}
            office.forget(who)
            assert office.export(who)["dailies"] == []
            office.close()
            _, told = await tell({"day": day, "moves": other}, "B" * 43)
            assert told["people"] == 0

    run_virtually(main())
