"""The HTTP part: the catalogue, tables, replays, and what keeps a page safe."""

from __future__ import annotations

import asyncio
import gc
import random
import re
import time
import tracemalloc
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest

from tefuda import GAMES
from tefuda.client import Refused
from tefuda.deal import verify
from tefuda.match import Match
from tefuda.record import Record
from tefuda.server import catalogue, http, replays, rules_pages
from tefuda.server.http import ROUTES
from tefuda.server.http_circles import ROUTES as CIRCLES
from tefuda.server.table import Refusal
from tests.trials.running import Running, play_on, running
from tests.trials.virtual import run_virtually

Check = Callable[[Running, httpx2.AsyncClient], Awaitable[None]]


def served(folder: Path, check: Check, **more: Any) -> None:
    async def main() -> None:
        async with running(folder, **more) as server, httpx2.AsyncClient(base_url=server.url) as web:
            await check(server, web)

    run_virtually(main())


async def finished(server: Running, game: str = "scout", bots: int = 2, **options: Any) -> tuple[str, str]:
    """A table whose match is over: its code, and the token of who played."""
    async with server.client() as me:
        code = await me.create(game, [None, *["casual"] * bots], options=options, public=True)  # type: ignore[list-item]
        await me.sit(0, "Aki")
        await me.start()
        await asyncio.wait_for(play_on(me, random.Random(4)), 60)
        assert me.token
        return code, me.token


def test_every_match_of_a_table_is_kept(tmp_path: Path) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        async with server.client() as me:
            code = await me.create("scout", [None, "casual", "casual"], options={"edition": "short"})
            await me.sit(0, "Aki")
            await me.start()
            told = []
            for number in (1, 2):
                await asyncio.wait_for(play_on(me, random.Random(number)), 60)
                told.append((me.table.deal if me.table else None, me.result))
                await me.again()
            for number, (deal, result) in enumerate(told, 1):
                record = Record.parse((await web.get(f"/api/replays/{code}/{number}.txt")).text)
                assert deal and record.proof and record.proof.seed == deal.seed
                again = Match.replay(record).result
                assert again and result and list(again.scores) == result.scores
                assert verify(record) > 0
            assert (await web.get(f"/api/replays/{code}/3")).status_code == 409
            assert (await web.get(f"/api/replays/{code}/4")).status_code == 404

    served(tmp_path, check)


def test_the_catalogue(tmp_path: Path) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        games = (await web.get("/api/games")).json()
        assert [game["name"] for game in games] == list(GAMES)
        assert games[0]["seats_by"]["edition"]["oink"] == [2]
        for game in games:
            assert {option["name"] for option in game["options"]} == {o.name for o in GAMES[game["name"]].options}
            for lang in ("en", "ja"):
                page = (await web.get(f"/api/rules/{game['name']}/{lang}")).json()
                assert page["html"].startswith("<h2>") and "<a" not in page["html"] and "Actions" not in page["html"]
        assert (await web.get("/api/rules/chess/en")).status_code == 404
        assert "FromClient" in (await web.get("/api/protocol")).json()["$defs"]

    served(tmp_path, check)


def test_a_report_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def html(folder: Path, lang: str) -> str:
        drawn.append(lang)
        return f"<p>{lang}</p>"

    monkeypatch.setattr("tefuda.lab.report.html", html)
    run = tmp_path / "lab" / "scout-4"
    run.mkdir(parents=True)
    (run / "lab.json").write_text("{}")

    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        assert (await web.get("/api/lab")).json() == ["scout-4"]
        for lang in ("en", "en", "ja"):
            page = await web.get(f"/lab/scout-4/{lang}")
            assert page.text == f"<p>{lang}</p>" and "'none'" in page.headers["content-security-policy"]
        assert drawn == ["en", "ja"]
        (run / "more.parquet").write_bytes(b"")
        await web.get("/lab/scout-4/en")
        assert drawn == ["en", "ja", "en"]
        for address in ("/lab/scout-5/en", "/lab/scout-4/fr", "/lab/../en"):
            assert (await web.get(address)).status_code == 404

    served(tmp_path, check, reports=str(tmp_path / "lab"))


def test_tables(tmp_path: Path) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        async with server.client() as me:
            hidden = await me.create("gift", [None, None, None, None])
            shown = await me.create("scout", [None, "club", None], public=True)
            listed = (await web.get("/api/tables")).json()
            assert [table["code"] for table in listed] == [shown]
            assert [seat["kind"] for seat in listed[0]["seats"]] == ["free", "bot", "free"]
            await me.sit(2, "Aki")
            seats = (await web.get(f"/api/tables/{shown}")).json()["seats"]
            assert [(seat["name"], seat["kind"]) for seat in seats] == [("", "free"), ("", "bot"), ("Aki", "person")]
            await me.stand()
            await me.assign(2, "casual")
            seats = (await web.get(f"/api/tables/{shown}")).json()["seats"]
            assert [(seat["name"], seat["kind"]) for seat in seats] == [("", "free"), ("", "bot"), ("", "bot")]
            assert (await web.get(f"/api/tables/{hidden}")).json()["game"] == "gift"
            picture = await web.get(f"/api/tables/{shown}/qr.svg")
            assert picture.headers["content-type"] == "image/svg+xml" and b"<svg" in picture.content
        for bad in ("0" * 12, "x", "%2e%2e"):
            assert (await web.get(f"/api/tables/{bad}")).status_code == 404

    served(tmp_path, check)


def test_a_replay_shows_what_was_seen_or_everything(tmp_path: Path) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        code, token = await finished(server, edition="short")
        path = f"/api/replays/{code}/1"
        text = (await web.get(f"{path}.txt")).text
        record = Record.parse(text)
        assert verify(record) > 0
        match = Match.replay(text)
        seen: list[Any] = []
        total = 1
        while len(seen) < total:
            answer = (await web.get(path, params={"seat": 1, "from": len(seen), "lang": "ja"})).json()
            total = answer["total"]
            seen += answer["frames"]
        assert [frame["n"] for frame in seen] == list(range(1, total + 1))
        assert seen[-1]["view"] == match.view(1).to_dict()
        assert "hands" not in seen[0]
        opened = (await web.get(path, params={"open": 1, "count": 3})).json()
        assert len(opened["frames"]) == 3 and len(opened["frames"][0]["hands"][2]) > 0
        assert answer["result"]["scores"] == list(match.result.scores if match.result else [])
        assert (await web.get(f"{path}/proof")).json()["record"] == text
        brought = await web.post("/api/replays", content=text)
        assert brought.json()["total"] > 0
        assert (await web.post("/api/replays", content="tefuda 9")).status_code == 400
        refused = await web.post("/api/replays", content=f"{text}0 nonsense\n")
        assert (refused.status_code, refused.json()["line"]) == (400, len(text.splitlines()) + 1)
        refused = await web.post("/api/replays", content=re.sub(r"(?m)^(\* deal) .*", r"\1 ?", text))
        assert (refused.status_code, refused.json()["reason"]) == (400, "one-seat")
        assert (await web.post("/api/replays", content=b"\xff")).status_code == 400
        assert (await web.post("/api/replays", content=b"x" * 300_000)).status_code == 413
        for bad in ({"seat": "9"}, {"lang": "fr"}, {"count": "61"}, {"from": "-1"}):
            assert (await web.get(path, params=bad)).status_code == 400
        for none in ("2", "0", "-1", "x", "9" * 5000):
            missing = await web.get(f"/api/replays/{code}/{none}")
            assert missing.status_code == 404 and missing.json()["error"]
        results = (await web.get("/api/me", headers={"authorization": f"Bearer {token}"})).json()["results"]
        assert [(one["code"], one["match"], one["seat"]) for one in results] == [(code, 1, 0)]
        assert (await web.get("/api/me")).status_code == 401

    served(tmp_path, check)


def test_a_finished_match_is_judged(tmp_path: Path) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        code, _ = await finished(server, "twentythree", 1)
        path = f"/api/replays/{code}/1"
        found = (await web.get(f"{path}/judge", params={"seat": 0, "lang": "ja"}, timeout=60)).json()
        frames = (await web.get(path, params={"seat": 0, "count": 60})).json()["frames"]
        assert found["decisions"] and found["rounds"]
        shown = [(frames[one["frame"]], one) for one in found["decisions"] if one["frame"] < len(frames)]
        open_ = [(frame["move"], one["chosen"]) for frame, one in shown if frame["seat"] == 0]  # others were secret
        assert open_ and all(move == chosen for move, chosen in open_)
        assert all(bool(one["told"]) == (one["loss"] > 0) for one in found["decisions"])
        again = [one for one in found["decisions"] if "position" in one]
        assert 1 <= len(again) <= 3 and min(one["loss"] for one in again) > 0
        assert all({one["chosen"], one["best"]} <= set(one["position"]["moves"]) for one in again)
        assert all(one["position"]["view"]["seat"] == 0 for one in again)
        assert abs(found["curve"][-1][1] - sum(one["result"] for one in found["rounds"])) < 1e-3
        assert {one["kind"] for one in found["decisions"] if one["why"]} and found["done"] == found["of"]
        quick = {"seat": "0", "lang": "ja", "depth": "quick", "part": "1"}
        parts = [(await web.get(f"{path}/judge", params=quick, timeout=60)).json()]
        while "decisions" not in parts[-1]:
            assert parts[-1]["done"] == len(parts[-1]["curve"]) < parts[-1]["of"]
            parts.append((await web.get(f"{path}/judge", params=quick, timeout=60)).json())
        assert [one["event"] for one in parts[-1]["decisions"]] == [one["event"] for one in found["decisions"]]
        assert (await web.get(f"{path}/judge", params={"seat": 0, "depth": "endless"})).status_code == 400
        assert (await web.get(f"{path}/judge")).status_code == 400
        assert (await web.get(f"{path}/judge", params={"seat": 5})).status_code == 400
        assert (await web.get(f"/api/replays/{code}/2/judge", params={"seat": 0})).status_code == 404

    served(tmp_path, check)


def test_puzzles_of_a_day_or_a_number(tmp_path: Path) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        today = (await web.get("/api/puzzles/solo", params={"day": "2026-01-31"})).json()
        again = (await web.get("/api/puzzles/solo", params={"number": today["number"]})).json()
        assert today == again and today["best"] in today["moves"]
        for asked, status in [("solo", 400), ("solo?day=20260131", 400), ("solo?number=1000000", 400), ("x", 404)]:
            assert (await web.get(f"/api/puzzles/{asked}")).status_code == status, asked
        assert (await web.get("/api/puzzles/solo?day=2026-01-31&lang=fr")).status_code == 400

    served(tmp_path, check)


def test_the_deal_of_a_day_goes_on_with_each_move(tmp_path: Path) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        asked = {"day": "2026-01-31", "lang": "ja"}
        first = (await web.get("/api/daily/solo", params=asked)).json()
        assert first["end"] is None and first["moves"]
        then = (await web.get("/api/daily/solo", params={**asked, "moves": first["moves"][0]})).json()
        assert then["events"][0]["seat"] == first["seat"]
        for wrong, status in [
            ({"moves": "nonsense"}, 400),
            ({"moves": "|".join(["draw"] * 3000)}, 400),
            ({"day": "2025-12-31"}, 404),
            ({"day": "2999-01-01"}, 404),
            ({"day": "soon"}, 400),
            ({"lang": "fr"}, 400),
        ]:
            assert (await web.get("/api/daily/solo", params={**asked, **wrong})).status_code == status, wrong
        assert (await web.get("/api/daily/x", params=asked)).status_code == 404

    served(tmp_path, check)


def test_a_person_has_a_rating(tmp_path: Path) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        _, token = await finished(server, "scout", 2, edition="short")
        found = (await web.get("/api/me/ratings", headers={"authorization": f"Bearer {token}"})).json()
        assert list(found) == ["scout"] and len(found["scout"]["course"]) == 1
        assert (await web.get("/api/me/ratings")).status_code == 401

    served(tmp_path, check)


def test_what_somebody_waits_for_is_not_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is room for two matches that are being judged; a third one must wait."""
    texts = []
    for seed in (1, 2, 3):
        match, rng = Match("gift", 2, seed), random.Random(seed)
        while match.result is None:
            match.play(match.to_act[0], rng.choice(match.moves(match.to_act[0])))
        texts.append(str(match.record))
    known = replays.Judgings(2)
    first, second = known.of(texts[0], 0, 8, "Aki"), known.of(texts[1], 0, 8, "Ben")
    first.go_on()
    with pytest.raises(Refusal, match="too many"):
        known.of(texts[2], 0, 8, "Chie")
    assert known.of(texts[0], 0, 8, "Aki") is first and first.done == 1
    known.of(texts[2], 0, 8, "Aki")
    assert known.of(texts[1], 0, 8, "Ben") is second, "whoever wants more than the others gives up their own"
    assert known.of(texts[0], 0, 8, "Aki") is not first
    known.of(texts[1], 0, 8, "Ben").finish()
    assert known.of(texts[2], 0, 8, "Chie").done == 0, "one that is finished makes room"
    later = time.monotonic() + replays.PATIENCE + 1
    monkeypatch.setattr("tefuda.server.replays.time.monotonic", lambda: later)
    assert known.of(texts[1], 0, 8, "Dan").done == 0, "so does one that nobody has waited for in a while"


def test_a_long_judgement_in_parts_is_not_refused_as_many_replays(tmp_path: Path) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        code, _ = await finished(server, "scout", 2, edition="short")
        for _ in range(70):  # a page asks for the next part as soon as it has one
            part = await web.get(f"/api/replays/{code}/1/judge", params={"seat": 0, "depth": "quick", "part": 1})
            assert part.status_code == 200, part.text

    served(tmp_path, check, allowance=1.0)


def test_judging_has_a_budget(tmp_path: Path) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        found = [(await web.get(f"/api/replays/{'A' * 12}/1/judge")).status_code for _ in range(14)]
        assert found[:12] == [404] * 12 and found[12:] == [429] * 2

    served(tmp_path, check, allowance=1.0)


def test_a_replay_shows_nothing_in_the_middle_of_what_chance_does(tmp_path: Path) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        text = str(Match("scout", 3, seed=1).record)
        brought = await web.post("/api/replays", params={"open": 1}, content=text)
        assert [frame["move"].split()[0] for frame in brought.json()["frames"]] == ["deal", "start"]
        assert {frame["view"]["phase"] for frame in brought.json()["frames"]} == {"choose"}
        cut = await web.post("/api/replays", content=text.partition("* start")[0])
        assert cut.status_code == 400 and "chance" in cut.json()["error"]
        windows = await web.post("/api/replays", params={"open": 1}, content="\ufeff" + text.replace("\n", "\r\n"))
        assert windows.json() == brought.json(), "an editor there saves it so"

    served(tmp_path, check)


def test_a_match_that_goes_on_is_not_shown(tmp_path: Path) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        async with server.client() as me:
            code = await me.create("scout", [None, "casual", "casual"])
            await me.sit(0)
            await me.start()
            for path in ("", ".txt", "/proof", "/judge?seat=0"):
                assert (await web.get(f"/api/replays/{code}/1{path}")).status_code == 409

    served(tmp_path, check, pace=1.0)


def test_guessing_codes_is_stopped(tmp_path: Path) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        found = [(await web.get("/api/tables/" + "A" * 12)).status_code for _ in range(5)]
        assert found == [404, 404, 404, 429, 429]

    served(tmp_path, check, misses_per_minute=3)


def test_the_first_who_asks_for_the_games_keeps_nobody_waiting(tmp_path: Path) -> None:
    """Once this took a fifth of a second, in which no move was acknowledged."""
    for known in (catalogue.games, http._encoded, rules_pages._rendered):
        known.cache_clear()

    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        kept = [catalogue.games, http._encoded, rules_pages._rendered]
        before = [known.cache_info().misses for known in kept]
        for path in ("games", "protocol", "openapi.json", *(f"rules/{game}/ja" for game in GAMES)):
            assert (await web.get(f"/api/{path}")).status_code == 200
        assert [known.cache_info().misses for known in kept] == before

    served(tmp_path, check)


@pytest.mark.parametrize("path", ["/", "/t/ABCDEFGHJKMN", "/api/games", "/healthz", "/nothing"])
def test_every_answer_has_the_headers(tmp_path: Path, path: str) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        headers = (await web.get(path)).headers
        assert "'unsafe-inline'" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers

    served(tmp_path, check)


def test_health_and_figures(tmp_path: Path) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        assert (await web.get("/healthz")).json() == {"healthy": True}
        async with server.client() as me:
            await me.create("scout", [None, "casual", "casual"])
            with pytest.raises(Refused):
                await me.hint()
            figures = (await web.get("/metrics")).text
            through_proxy = await web.get("/metrics", headers={"x-forwarded-for": "192.0.2.1"})
        assert "tefuda_tables 1.0" in figures and "tefuda_entries_total 1.0" in figures
        assert 'tefuda_refused_total{reason="not-started"} 1.0' in figures
        assert "tefuda_store_seconds_count 1.0" in figures and "tefuda_broadcast_seconds_count 0.0" in figures
        assert "tefuda_acknowledgement_seconds_count 3.0" in figures  # hello, create and hint
        for queue in ("bots", "hints", "judge", "replays", "store", "writer", "turns", "crowds"):
            assert f'tefuda_waiting{{queue="{queue}"}} 0.0' in figures
        assert through_proxy.status_code == 404, "only this machine may count hidden moves"

    served(tmp_path, check)


def test_an_invitation_is_drawn_for_tables_that_there_are_and_names_that_can_be(tmp_path: Path) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        async with server.client() as me:
            code = await me.create("scout", [None, "casual", "casual"])
            drawn = await web.get(f"/api/tables/{code}/qr.svg")
            assert drawn.status_code == 200 and b"<svg" in drawn.content
            assert (await web.get("/api/tables/AAAAAAAAAAAA/qr.svg")).status_code == 404
            for host in ("x" * 300, "a b", "evil.example/t", "a@b", "[::1", "x:123456"):
                assert (await web.get(f"/api/tables/{code}/qr.svg", headers={"host": host})).status_code == 400
            for host in ("cards.example", "cards.example:8443", "[2001:db8::1]:80"):
                assert (await web.get(f"/api/tables/{code}/qr.svg", headers={"host": host})).status_code == 200

    served(tmp_path, check)


def test_what_is_known_of_a_table_is_told_without_its_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        async with server.client() as me:
            code = await me.create("scout", [None, "casual", "casual"])
            monkeypatch.setattr(server.house.store, "load", None)
            assert (await web.get(f"/api/tables/{code}")).json()["code"] == code

    served(tmp_path, check)


def test_what_strangers_ask_for_is_not_kept(tmp_path: Path) -> None:
    """Long names of things that do not exist leave nothing in memory, at whatever address."""
    long, often = 25_000, 12
    paths = {route.path for route in (*ROUTES, *CIRCLES) if re.match("/api/.*{", route.path)}

    def kept() -> int:
        urlsplit.cache_clear()  # type: ignore[attr-defined]  # it keeps the last addresses
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        async def ask(what: str) -> None:
            for path in paths:
                await web.get(re.sub("{.*?}", "en", re.sub("{.*?}", what, path, count=1)))

        await ask("x" * long)  # whatever the first requests need
        before = kept()
        for number in range(often):
            await ask(f"{number}" + "x" * long)
        assert kept() - before < long * often / 2, "less than what one of the paths would keep"

    tracemalloc.start(1)
    try:
        served(tmp_path, check)
    finally:
        tracemalloc.stop()


def test_requests_have_a_budget(tmp_path: Path) -> None:
    async def check(server: Running, web: httpx2.AsyncClient) -> None:
        found = [await web.get("/api/games") for _ in range(4)]
        assert [one.status_code for one in found] == [200, 200, 200, 429]
        assert found[-1].json()["reason"] == "too-fast" and found[-1].headers["retry-after"]
        assert "content-security-policy" in found[-1].headers

    served(tmp_path, check, allowance=0.01)
