"""Judging on a device: other workers do the weighings, and answer in any order."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import Any

import pytest

from tefuda import Match
from tefuda.bots import BOTS
from tefuda.device.judging import AHEAD, Judge
from tefuda.judge.scales import Asked
from tefuda.kernel.plain import Weighed
from tefuda.server import replays
from tests.device.test_device import SEATS, Person, a_worker

WIDTH = 3


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def played(game: str, seed: int) -> str:
    """The record of a match of `casual`."""
    match, rng = Match(game, seed=seed), random.Random(seed)
    while match.result is None:
        seat = match.to_act[0]
        match.play(seat, BOTS["casual"](match.view(seat), match.moves(seat), rng))
    return str(match.record)


class Workers:
    """Answer what was asked in any order, and count how many questions wait."""

    def __init__(self) -> None:
        self.rng = random.Random(1)
        self.waiting = self.most = self.asked = 0
        self.games = Counter[str]()  # of the questions that wait
        self.mixed = False  # whether there have been two

    async def weigh(self, asked: Asked) -> list[Weighed]:
        self.asked += 1
        self.waiting += 1
        self.games[asked.name] += 1
        self.mixed |= len(+self.games) > 1
        self.most = max(self.most, self.waiting)
        for _ in range(self.rng.randrange(1, 6)):
            await asyncio.sleep(0)
        self.waiting -= 1
        self.games[asked.name] -= 1
        return asked.find()


async def whole(judge: Judge, text: str, seat: int) -> dict[str, Any]:
    """All parts of a judgement; the last one tells it."""
    parts = [await judge.part(text, seat, "en", 8)]
    while "decisions" not in parts[-1]:
        parts.append(await judge.part(text, seat, "en", 8))
    assert [one["done"] for one in parts] == sorted({one["done"] for one in parts})
    return parts[-1]


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was judged before, and a part is as short as can be."""
    known = replays.Judgings(9)
    replays.judged.cache_clear()
    monkeypatch.setattr(replays, "JUDGINGS", known)
    monkeypatch.setattr("tefuda.device.judging.JUDGINGS", known)
    monkeypatch.setattr("tefuda.device.judging.MOMENT", 0.0)


@pytest.mark.anyio
@pytest.mark.parametrize("game", ["scout", "twentythree", "gift"])
async def test_what_is_judged_side_by_side_is_judged_the_same(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, workers = played(game, 3), Workers()
    forget(monkeypatch)
    there = replays.judged(text, 0, "en", 8)
    forget(monkeypatch)
    assert await whole(Judge(workers.weigh, WIDTH), text, 0) == there
    assert workers.most == AHEAD * WIDTH


@pytest.mark.anyio
async def test_two_judgements_at_once_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    text, workers, alone = played("twentythree", 4), Workers(), []
    for seat in (0, 1):
        forget(monkeypatch)
        alone.append(await whole(Judge(workers.weigh, WIDTH), text, seat))
    forget(monkeypatch)
    judge = Judge(workers.weigh, WIDTH)
    assert await asyncio.gather(*(whole(judge, text, seat) for seat in (0, 1))) == alone
    assert workers.most > AHEAD * WIDTH


@pytest.mark.anyio
async def test_matches_of_two_games_are_judged_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when somebody looks at another match before the first is judged. The workers have the rules of one game."""
    forget(monkeypatch)
    games, workers = ("twentythree", "gift"), Workers()
    judge = Judge(workers.weigh, WIDTH)
    found = await asyncio.gather(*(whole(judge, played(game, 4), 0) for game in games))
    assert [one["game"] for one in found] == list(games)
    assert workers.most == AHEAD * WIDTH and not workers.mixed


@pytest.mark.anyio
async def test_who_asks_twice_for_a_part_gets_the_same_judgement(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when somebody closes the judge's dialog, and opens it again before the answer is there."""
    forget(monkeypatch)
    text, judge = played("twentythree", 5), Judge(Workers().weigh, WIDTH)
    first, other = await asyncio.gather(whole(judge, text, 0), whole(judge, text, 0))
    assert first == other and first["done"] == first["of"]


@pytest.mark.anyio
async def test_a_judgement_that_nobody_waits_for_ends_with_what_was_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    forget(monkeypatch)
    workers = Workers()
    judge = Judge(workers.weigh, WIDTH)
    part = await judge.part(played("scout", 6), 1, "en", 8)
    for _ in range(10_000):
        await asyncio.sleep(0)
    assert part["done"] < part["of"]
    assert workers.waiting == 0 and workers.asked < 6 * AHEAD * WIDTH


@pytest.mark.anyio
async def test_a_weighing_that_fails_fails_the_judgement_again() -> None:
    async def broken(asked: Asked) -> list[Weighed]:
        raise ValueError("no world fits what this seat knows")

    judge, text = Judge(broken, WIDTH), played("scout", 7)
    for _ in range(2):
        with pytest.raises(ValueError, match="no world"):
            await judge.part(text, 0, "en", 8)


@pytest.mark.anyio
async def test_a_match_of_a_table_is_judged_without_the_second_worker() -> None:
    """To start one takes longer than the first look at a match."""
    asked = list[bytes]()

    async def nobody(work: bytes) -> bytes | None:
        asked.append(work)
        return None

    workers = Workers()
    worker = a_worker(beside=nobody, weighed=workers.weigh)
    aki = Person(worker)
    await aki.begin("twentythree", SEATS["twentythree"])
    await aki.play(random.Random(1))
    path = f"/api/replays/{aki.code}/1"
    status, answer = await worker.ask(f"{path}/judge?seat=0&depth=quick", aki.token, None)
    assert status == 200 and json.loads(answer)["decisions"] and workers.asked
    assert (await worker.ask(path, aki.token, None))[0] == 200
    assert not asked
