"""Tables on a device, without a browser: the log is a dict, and the second worker a function."""

from __future__ import annotations

import asyncio
import json
import pickle
import random
from collections.abc import Awaitable, Callable
from datetime import date
from typing import Any

import pytest

from tefuda import GAMES, Match, Record
from tefuda.bots import Master
from tefuda.bots.master import Asked
from tefuda.bots.network import networks
from tefuda.deal import verify
from tefuda.device.house import thought
from tefuda.device.judging import Judge, Weigh
from tefuda.device.worker import Worker
from tefuda.judge.puzzles import number_of
from tefuda.judge.scales import Asked as Weighing
from tefuda.kernel import hosted
from tefuda.kernel.engine import engine_in
from tefuda.kernel.plain import Weighed
from tefuda.server.rows import HERE
from tefuda.server.tables import Tables

SEATS: dict[str, list[str | None]] = {
    "scout": [None, "club", "casual"],
    "twentythree": [None, "beginner"],
    "solo": [None, "random"],
    "gift": [None, "club", "random", "casual"],
}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Log:
    """As log.ts keeps it; `trouble` is what appends are answered with."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[str, Any]] = {}
        self.results: list[Any] = []
        self.trouble = ""
        self.conflicts = 0

    async def append(self, entry: str) -> str:
        if self.trouble:
            return self.trouble
        told = json.loads(entry)
        table = self.tables.setdefault(told["head"]["code"], {"head": told["head"], "rows": []})
        if told["first"] != len(table["rows"]) + 1:
            self.conflicts += 1
            return "conflict"
        table["head"] = told["head"]
        table["rows"] += told["rows"]
        self.results += told["finished"]
        return ""

    async def load(self, code: str) -> str:
        return json.dumps(self.tables[code]) if code in self.tables else ""

    async def head(self, code: str) -> str:
        return json.dumps(self.tables[code]["head"]) if code in self.tables else ""

    async def finished(self, person: str) -> str:
        return json.dumps([one for one in self.results if one["person"] == person])


async def share(asked: Asked) -> list[list[float]]:
    """What a search asks for, done by others, the last piece first."""
    found = {}
    for piece in reversed(asked.pieces):
        await asyncio.sleep(0)
        found[piece] = asked.find(piece)
    return [found[piece] for piece in asked.pieces]


async def think(work: bytes) -> bytes | None:
    return await thought(work, share, 1)


class Person:
    """Speaks the protocol over the port of a device, and plays at random."""

    def __init__(self, worker: Worker, token: str | None = None) -> None:
        self.heard: asyncio.Queue[str | None] = asyncio.Queue()
        self.hear = worker.connect(self.heard.put_nowait)
        self.count = 0
        self.token = token or ""
        self.code = ""
        self.update: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.refused: list[str] = []
        self.hinted: list[Any] = []
        self.closed = False
        self.say("hello", version=2, **({"token": token} if token else {}))

    def say(self, kind: str, **more: Any) -> None:
        self.count += 1
        self.hear(json.dumps({"type": kind, "id": f"{id(self)}-{self.count}", **more}))

    async def until(self, there: Callable[[], Any]) -> None:
        while not there():
            said = await asyncio.wait_for(self.heard.get(), 60)
            if said is None:
                self.closed = True
                return
            message = json.loads(said)
            match message["type"]:
                case "welcome":
                    self.token = message.get("token") or self.token
                case "table":
                    self.table, self.code = message, message["code"]
                case "update":
                    self.update = message
                case "refused":
                    self.refused.append(message["reason"])
                case "hinted":
                    self.hinted.append(message)

    async def begin(self, game: str, seats: list[str | None], **more: Any) -> None:
        self.say("create", game=game, seats=seats, **more)
        await self.until(lambda: self.table)
        self.say("sit", seat=0, name="Aki", salt="00ff")
        self.say("start")
        await self.until(lambda: self.update)

    async def play(self, rng: random.Random, moves: int = 100_000) -> None:
        """Plays so many moves, or to the end."""
        for _ in range(moves):
            await self.until(lambda: self.update.get("result") or self.update.get("moves"))
            if self.update.get("result") or self.closed:
                return
            update, self.update = self.update, {}
            self.say("play", match=update["match"], at=update["n"], move=rng.choice(update["moves"]))


async def weigh(asked: Weighing) -> list[Weighed]:
    return asked.find()


def a_worker(
    log: Log | None = None,
    beside: Callable[[bytes], Awaitable[bytes | None]] = think,
    weighed: Weigh = weigh,
) -> Worker:
    return Worker(log or Log(), beside, Judge(weighed, 2), 0.0)


async def leave(worker: Worker, person: Person) -> None:
    """The page is closed: nobody looks at the table any more, so nothing happens there."""
    person.hear(None)
    while worker.device.connections or any(live.lock.locked() for live in worker.device.tables.values()):
        await asyncio.sleep(0)


@pytest.mark.anyio
@pytest.mark.parametrize("game", ["scout", "twentythree", "gift"])
async def test_a_whole_match_and_all_that_is_asked_afterwards(game: str) -> None:
    worker = a_worker()
    aki = Person(worker)
    await aki.begin(game, SEATS[game])
    aki.say("hint")
    await aki.until(lambda: aki.hinted)
    await aki.play(random.Random(1))
    assert aki.refused == [] and aki.code.startswith(HERE)
    status, text = await worker.ask(f"/api/replays/{aki.code}/1.txt", aki.token, None)
    assert status == 200 and Match.replay(text).result is not None
    assert verify(Record.parse(text)) > 0
    for path in (f"tables/{aki.code}", f"replays/{aki.code}/1?lang=ja&seat=0", f"replays/{aki.code}/1/proof", "me"):
        status, answer = await worker.ask(f"/api/{path}", aki.token, None)
        assert status == 200 and json.loads(answer), path
    status, answer = await worker.ask("/api/replays?open=1", "", text)
    assert status == 200 and json.loads(answer)["frames"]


@pytest.mark.anyio
async def test_the_puzzle_and_the_deal_of_the_day_need_no_server() -> None:
    worker = a_worker()
    status, answer = await worker.ask("/api/puzzles/scout?day=2026-01-31&lang=ja", "", None)
    found = json.loads(answer)
    assert status == 200 and found["number"] == number_of("scout", date(2026, 1, 31))
    assert await worker.ask(f"/api/puzzles/scout?number={found['number']}&lang=ja", "", None) == (200, answer)
    status, answer = await worker.ask("/api/daily/scout?day=2026-01-31&lang=ja", "", None)
    assert status == 200 and json.loads(answer)["moves"]


@pytest.mark.anyio
async def test_what_cannot_be_answered_says_why() -> None:
    worker = a_worker()
    for path, body, status in [
        ("/api/tables/HERE00000000", None, 404),
        ("/api/tables/%2e%2e", None, 404),
        ("/api/replays/HERE00000000/1", None, 404),
        ("/api/replays", "no record", 400),
        ("/api/replays", "x" * 200_000, 413),
        ("/api/me", None, 404),
        ("/api/puzzles/nothing?day=2026-01-31", None, 404),
        ("/api/puzzles/scout?day=yesterday", None, 400),
        ("/elsewhere", None, 404),
    ]:
        found, text = await worker.ask(path, "", body)
        assert found == status and json.loads(text)["error"], path


@pytest.mark.anyio
async def test_another_worker_goes_on_where_the_first_one_ended() -> None:
    log = Log()
    worker = a_worker(log)
    aki = Person(worker)
    await aki.begin("scout", SEATS["scout"])
    await aki.play(random.Random(2), 4)
    await leave(worker, aki)
    rows = len(log.tables[aki.code]["rows"])
    again = Person(a_worker(log), aki.token)  # as after a reload, or a crash
    again.say("open", code=aki.code)
    await again.until(lambda: again.update)
    assert rows > 4 and again.table["seat"] == 0
    await again.play(random.Random(3))
    assert again.update["result"] and again.refused == []


@pytest.mark.anyio
async def test_two_pages_at_one_table_spoil_nothing() -> None:
    """Each has a worker of its own. Whoever writes late is told to reconnect, and the log has no gap and no row
    twice."""
    log = Log()
    one, other = a_worker(log), a_worker(log)
    first = Person(one)
    await first.begin("twentythree", SEATS["twentythree"])
    second = Person(other, first.token)
    second.say("open", code=first.code)
    await second.until(lambda: second.update)
    await first.play(random.Random(4), 3)
    await second.play(random.Random(5), 3)
    assert log.conflicts and (first.closed or second.closed)
    for worker, person in ((one, first), (other, second)):
        await leave(worker, person)
    third = Person(a_worker(log), first.token)
    third.say("open", code=first.code)
    await third.until(lambda: third.update)
    await third.play(random.Random(6))
    assert third.update["result"] and third.refused == []


@pytest.mark.anyio
async def test_what_is_not_stored_did_not_happen() -> None:
    log = Log()
    aki = Person(a_worker(log))
    await aki.begin("twentythree", SEATS["twentythree"])
    await aki.until(lambda: aki.update.get("moves"))
    rows = list(log.tables[aki.code]["rows"])
    log.trouble = "the disk is on fire"
    update = aki.update
    aki.say("play", match=update["match"], at=update["n"], move=update["moves"][0])
    await aki.until(lambda: aki.refused or aki.closed)
    assert aki.refused == ["storage"]
    assert log.tables[aki.code]["rows"] == rows


@pytest.mark.anyio
@pytest.mark.parametrize("beside", [True, False])
async def test_master_thinks_beside_the_table_or_here(beside: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    async def maybe(work: bytes) -> bytes | None:
        asked.append(work)
        return await thought(work, share, 3) if beside else None

    worker = a_worker(beside=maybe)
    worker.device.bots["master"] = Master(playouts=20)
    aki = Person(worker)
    await aki.begin("twentythree", [None, "master"])
    await aki.play(random.Random(7))
    assert aki.update["result"] and asked


@pytest.mark.anyio
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_search_that_is_shared_out_finds_the_same(game: str) -> None:
    """With the same playouts it makes the same moves, whoever plays them, and asks for several pieces at once."""
    match, sizes = Match(game, seed=5), []

    async def shared(asked: Asked) -> list[list[float]]:
        sizes.append(len(asked.pieces))
        return await share(asked)

    for turn in range(6):
        seat = match.to_act[0]
        given = (match.view(seat), match.moves(seat))
        bot = Master(playouts=60)
        beside = await thought(pickle.dumps((bot, (*given, random.Random(turn)), {})), shared, 8)
        move = bot(*given, random.Random(turn))
        assert pickle.loads(beside) == (True, move)
        match.play(seat, move)
    assert max(sizes) > 3


@pytest.mark.anyio
async def test_what_fails_beside_fails_here() -> None:
    worker = a_worker()
    with pytest.raises(ZeroDivisionError):
        await worker.device.pools.bots.run("", divmod, 1, 0)


@pytest.mark.anyio
async def test_servers_give_no_code_of_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("HERE00000000" + "THERE0000000")
    monkeypatch.setattr("tefuda.server.tables.secrets.choice", lambda _: next(letters))
    assert Tables.new_code(a_worker().device) == "THERE0000000"


class Elsewhere:
    """Does what is handed out with the plain rules."""

    def __init__(self, game: str) -> None:
        self.game, self.done = game, list[str]()

    def __getattr__(self, method: str) -> Callable[..., Any]:
        def work(position: hosted.Position, *given: Any) -> Any:
            assert position.game == self.game
            self.done.append(method)
            return getattr(engine_in(self.game, "plain").Game.unpack(position.state, position.seats), method)(*given)

        return work


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_takes_long_is_handed_out(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is handed out is enough to do it elsewhere, and without anybody there it is done here."""
    face, here = GAMES[game], engine_in(game, "hosted").Game(3)
    here.settle(11)
    seat, club = here.actor(), face.weights.CLUB
    row = networks(game)[0].row
    legal = here.legal(seat)[:3]
    questions: dict[str, tuple[Any, ...]] = {
        "search": (seat, legal, 2, 5, club, True),
        "quick": (seat, club),
        "think": (seat, row, 5),
        "values": (seat, row, 5),
        "look_ahead": (seat, legal, 2, 5, row),
        "play_later": (2, 5, club),
        "weigh": (seat, legal, 2, 5, club, True, [1, 2, 3], True),
    }
    plain = engine_in(game, "plain").Game.unpack(here.pack(), 3)
    wanted = {name: getattr(plain, name)(*given) for name, given in questions.items()}
    assert {name: getattr(here, name)(*given) for name, given in questions.items()} == wanted
    elsewhere = Elsewhere(game)
    monkeypatch.setattr(hosted, "work", elsewhere)
    assert {name: getattr(here, name)(*given) for name, given in questions.items()} == wanted
    assert elsewhere.done == list(questions)
