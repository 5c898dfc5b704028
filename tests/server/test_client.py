"""What the Python client does when something goes wrong for good, and how much it keeps."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace
from websockets.asyncio.server import ServerConnection, serve

from tefuda import client
from tefuda.client import Client, Refused
from tefuda.server import protocol as p
from tests.trials.running import PATIENCE, running
from tests.trials.virtual import run_virtually


async def answering(*said: str) -> list[Refused]:
    """What a client hears of it that waits for an answer and for news, when the server says hello and then this."""

    async def talk(socket: ServerConnection) -> None:
        hello = p.decode_client(await socket.recv())
        assert isinstance(hello, p.Hello)
        for message in (p.Welcome(p.VERSION, "t" * 43), p.Accepted(hello.id)):
            await socket.send(p.encode(message).decode())
        await socket.recv()
        for text in said:
            await socket.send(text)
        await socket.wait_closed()

    async with serve(talk, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with Client(f"http://127.0.0.1:{port}") as me, asyncio.timeout(PATIENCE):
            news = asyncio.create_task(me.changed())
            await asyncio.sleep(0)
            found = await asyncio.gather(me.say("hello"), news, return_exceptions=True)
            with pytest.raises(Refused):
                await me.changed()
    return [one for one in found if isinstance(one, Refused)]


@pytest.mark.parametrize("said", ['{"type": "dance"}', '{"type": "accepted"}', "{", '{"type": "ping", "nonce": "x"}'])
def test_nobody_waits_for_an_answer_that_the_client_cannot_read(said: str) -> None:
    answer, news = run_virtually(answering(said))
    assert answer is news and answer.reason == "version"


def test_nobody_waits_for_a_client_that_is_closed(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me, asyncio.timeout(PATIENCE):
            code = await me.create("scout", [None, None, None])
            async with server.house.tables[code].lock:  # so nothing is answered
                waiting = [asyncio.create_task(work) for work in (me.sit(0), me.changed())]
                await asyncio.sleep(0)
                await me.close()
                found = await asyncio.gather(*waiting, return_exceptions=True)
            assert [getattr(one, "reason", one) for one in found] == ["not-open"] * 2
            with pytest.raises(Refused, match="closed"):
                await me.leave()
            async with me:
                await me.sit(0)
                assert me.seat == 0

    run_virtually(main())


def test_whoever_is_kept_out_while_they_wait_is_told_so(tmp_path: Path) -> None:
    """Their token is taken back while they wait for news of the table."""

    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me, asyncio.timeout(PATIENCE):
            await me.create("scout", [None, None, None])
            (connection,) = server.house.connections
            news = asyncio.create_task(me.changed())
            server.house.orders._revoked.add(connection.person)
            connection.close(1012, "the server is restarted")
            with pytest.raises(Refused, match="token"):
                await news
            with pytest.raises(Refused, match="token"):
                await me.leave()

    run_virtually(main())


def test_a_client_keeps_only_the_last_promises_and_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "PROMISES", 2)
    monkeypatch.setattr(client, "WORDS", 3)

    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me, asyncio.timeout(PATIENCE):
            for _ in range(2):
                code = await me.create("scout", [None, "club", "club"])
                await me.sit(0)
                await me.start()
                for _ in range(3):
                    await me.concede()
                    await me.again()
                    while not me.table or me.table.status != "playing":
                        await me.changed()
                    assert not me.unfair
            assert list(me.promised) == [(code, 3), (code, 4)]
            assert me._given == {salt for promise in me.promised.values() for salt in promise}
            for number in range(5):
                await me.say(text=str(number))
            assert [word.text for word in me.said] == ["2", "3", "4"]
            assert me.table
            me._check_deal(replace(me.table, deal=replace(me.table.deal, commitment="0" * 64)))
            assert me.unfair, "the promise of this match is kept"

    run_virtually(main())
