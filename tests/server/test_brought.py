"""Matches that were played on a device: what is brought is verified, counted once, and is nobody else's business."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tefuda import Record
from tefuda.server import brought
from tefuda.server.answers import Bad, results_of
from tefuda.server.brought import BROUGHT_MAX, finished
from tefuda.server.office import Office
from tefuda.server.ratings import courses
from tefuda.server.rows import Finished
from tefuda.server.store import Store
from tefuda.server.table import person_of
from tests.deals.matches import flipped, some_record
from tests.setups import Setup
from tests.trials.running import running
from tests.trials.virtual import run_virtually

TOKEN = "A" * 43
BOTS = [None, "club", "casual"]


def a_record(seed: int, moves: int = 100_000) -> Record:
    return some_record(Setup("twentythree", 3, {}), random.Random(seed), moves)


def body_of(record: Record | str, **more: Any) -> dict[str, Any]:
    told = {"record": str(record), "code": "HERE00000001", "match": 1, "at": 1000.0, "seat": 0, "bots": BOTS}
    return {**told, "hinted": False, **more}


def result_of(person: str, told: dict[str, Any], now: float = 2000.0) -> Finished:
    return finished(json.dumps(told).encode(), person, now)


RECORD = a_record(1)


def test_a_match_that_verifies_is_told_as_it_was_played() -> None:
    found = result_of("aa", body_of(RECORD, match=3))
    (told,) = results_of([found])["results"]
    expected = RECORD.face.result(RECORD.last())
    assert (told["code"], told["match"], told["at"], told["game"]) == ("HERE00000001", 3, 1000.0, "twentythree")
    assert (told["scores"], told["winners"]) == (list(expected.scores), list(expected.winners))
    assert (told["seat"], told["bots"], told["hinted"]) == (0, BOTS, False)


def altered(start: str) -> str:
    """The record with one bit of a line of its proof changed."""
    lines = str(RECORD).splitlines(keepends=True)
    (at,) = (i for i, line in enumerate(lines) if line.startswith(start))
    words, last = lines[at].rstrip("\n").rsplit(" ", 1)
    lines[at] = f"{words} {flipped(last, random.Random(2))}\n"
    return "".join(lines)


def without_proof() -> str:
    return "".join(line for line in str(RECORD).splitlines(keepends=True) if not line.startswith("proof "))


def without_a_move() -> str:
    return str(RECORD).rsplit("\n", 2)[0] + "\n"


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (body_of(altered("proof seed ")), "committed"),
        (body_of(altered("proof commitment ")), "committed"),
        (body_of(altered("proof salt 0 ")), "not what the deal gives"),
        (body_of(without_proof()), "nothing in the record"),
        (body_of(without_a_move()), "not over"),
        (body_of(a_record(3, 5)), "not over"),
        (body_of("no record"), "line 1"),
        (body_of(RECORD, bots=[None, "club"]), "one person"),
        (body_of(RECORD, bots=[None, None, "club"]), "one person"),
        (body_of(RECORD, seat=1), "one person"),
        (body_of(RECORD, seat=11), "seat"),
        (body_of(RECORD, bots=[None, "club", "god"]), "god"),
        (body_of(RECORD, code="THERE0000001"), "code"),
        (body_of(RECORD, more=1), "more"),
    ],
)
def test_what_does_not_verify_is_refused_with_its_reason(told: dict[str, Any], why: str) -> None:
    with pytest.raises(Bad, match=why):
        result_of("aa", told)


def test_a_deal_is_the_same_match_whatever_is_said_about_it() -> None:
    first = result_of("aa", body_of(RECORD))
    renamed = Record.parse(str(RECORD))
    renamed.names = ["Somebody", "Else", "Here"]
    assert str(renamed) != str(RECORD)
    for other in (body_of(RECORD, code="HERE99999999", match=7, at=1.0, hinted=True), body_of(renamed)):
        again = result_of("aa", other)
        assert (again.code, again.match) == (first.code, first.match)
    assert result_of("aa", body_of(a_record(4))).code != first.code


def test_the_future_is_now() -> None:
    assert result_of("aa", body_of(RECORD, at=1e12)).at == 2000.0
    assert result_of("aa", body_of(RECORD, at=-5.0)).at == 0.0


def test_ratings_do_not_know_what_was_brought(tmp_path: Path) -> None:
    """Neither by its own result, nor by pushing those of others out of the latest ones."""
    own = result_of("aa", body_of(RECORD))
    assert courses("twentythree", [own]) == {}
    body = json.loads(own.body)
    del body["from"]
    real = own._replace(code="REAL00000000", at=1.0, body=json.dumps(body).encode())
    assert list(courses("twentythree", [real])) == ["aa"]
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    assert store.keep_brought(real, 10) == store.keep_brought(own, 10) == "new"
    assert store.rated("twentythree", "aa", 1) == [real]
    assert len(store.finished("aa", 10)) == 2
    store.close()


def test_one_person_cannot_fill_the_store(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    one, other = result_of("aa", body_of(RECORD)), result_of("aa", body_of(a_record(4)))
    assert store.keep_brought(one, 1) == "new"
    assert store.keep_brought(other, 1) == "too many"
    assert store.keep_brought(one, 1) == "known"
    assert store.keep_brought(other._replace(person="bb"), 1) == "new"
    assert len(store.finished("aa", 10)) == 1
    store.close()


def test_over_http(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, httpx2.AsyncClient(base_url=server.url) as web:

            async def tell(told: Any, token: str = TOKEN) -> tuple[int, Any]:
                content = told if isinstance(told, bytes) else json.dumps(told).encode()
                headers = {"Authorization": f"Bearer {token}"} if token else {}
                answer = await web.post("/api/me/matches", content=content, headers=headers)
                return answer.status_code, answer.json()

            assert await tell(body_of(RECORD)) == (200, {"new": True})
            assert await tell(body_of(RECORD, code="HERE00000002")) == (200, {"new": False})
            assert (await tell(body_of(RECORD), token=""))[0] == 401
            assert (await tell(b"x" * (brought.BODY_MAX + 1)))[0] == 413
            status, said = await tell(body_of(altered("proof seed ")))
            assert status == 400 and said["error"]
            headers = {"Authorization": f"Bearer {TOKEN}"}
            told = (await web.get("/api/me", headers=headers)).json()["results"]
            assert [(one["code"], one["match"]) for one in told] == [("HERE00000001", 1)]
            assert (await web.get("/api/me/ratings", headers=headers)).json() == {}
            monkeypatch.setattr("tefuda.server.http.BROUGHT_MAX", 1)
            status, said = await tell(body_of(a_record(4)))
            assert status == 409 and said["error"]
            office = Office(server.settings.database)
            office.forget(person_of(TOKEN))
            office.close()
            assert (await web.get("/api/me", headers=headers)).json() == {"results": []}

    run_virtually(main())
    assert BROUGHT_MAX > 500  # what the statistics show


def test_forged_and_enormous_bodies_are_refused_and_nothing_is_kept(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, httpx2.AsyncClient(base_url=server.url) as web:
            headers = {"Authorization": f"Bearer {TOKEN}"}

            async def tell(content: Any, headers: dict[str, str] = headers) -> int:
                answer = await web.post("/api/me/matches", content=content, headers=headers)
                assert answer.status_code < 500 and (answer.status_code == 200 or answer.json()["error"])
                return answer.status_code

            async def endless() -> AsyncIterator[bytes]:
                for _ in range(brought.BODY_MAX // 50_000 + 2):  # without saying how much it will be
                    yield b" " * 50_000

            whole = json.dumps(body_of(RECORD)).encode()
            for token in ("", "Bearer", "Bearer short", f"Bearer {'A' * 44}", f"Bearer {'!' * 43}"):
                assert await tell(whole, {"Authorization": token}) == 401, token
            assert await tell(endless()) == 413
            deep = b"[" * 20_000 + b"]" * 20_000
            for content in (b"", b"null", b"[]", b"\xff\xfe", deep, whole[:-1], whole.replace(b"1000.0", b"NaN")):
                assert await tell(content) == 400, content[:20]
            assert await tell(json.dumps(body_of("\0" * 1000)).encode()) == 400
            assert (await web.get("/api/me", headers=headers)).json() == {"results": []}
            at_once = await asyncio.gather(
                *(web.post("/api/me/matches", content=whole, headers=headers) for _ in range(8))
            )
            assert [answer.status_code for answer in at_once] == [200] * 8
            assert sum(answer.json()["new"] for answer in at_once) == 1
            assert len((await web.get("/api/me", headers=headers)).json()["results"]) == 1

    run_virtually(main())
