"""Web Push: a turn at a table by mail is told to a browser whose person is away, once, and only it can read that."""

from __future__ import annotations

import asyncio
import json
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import SimpleQueue
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tefuda.client import Client
from tefuda.server import protocol as p
from tefuda.server import push
from tests.trials.running import PATIENCE, Running, running
from tests.trials.virtual import run_virtually

HERE = ("127.0.0.1",)


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """The keys of a browser, and what it makes of a push."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"

    def subscription(self, endpoint: str, lang: str = "en") -> dict[str, Any]:
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": endpoint, "keys": {"p256dh": text(point), "auth": text(self.auth)}, "lang": lang}

    def read(self, body: bytes) -> dict[str, str]:
        read: dict[str, str] = json.loads(http_ece.decrypt(body, private_key=self.private, auth_secret=self.auth))
        return read


class Service(ThreadingHTTPServer):
    """A push service; an address that ends with /gone leads to nobody any more."""

    got: SimpleQueue[tuple[str, bytes, str]]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Answer(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.got.put((self.path, body, self.headers["authorization"]))
        self.send_response(410 if self.path.endswith("/gone") else 201)
        self.end_headers()

    def log_message(self, *arguments: object) -> None:
        pass


@contextmanager
def service() -> Iterator[Service]:
    server = Service(("127.0.0.1", 0), Answer)
    server.got = SimpleQueue()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


async def ask(server: Running, method: str = "GET", body: Any = None, token: str | None = None) -> tuple[int, Any]:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    request = Request(f"{server.url}/api/push", None if body is None else json.dumps(body).encode(), headers)
    request.method = method

    def send() -> tuple[int, Any]:
        try:
            with urlopen(request) as answer:
                return answer.status, json.loads(answer.read())
        except HTTPError as error:
            return error.code, json.loads(error.read())

    return await asyncio.to_thread(send)


async def move(me: Client) -> None:
    while not me.moves:
        await me.changed(PATIENCE)
    await me.play(me.moves[0])


def test_a_turn_is_pushed_to_who_is_away_and_to_nobody_else(tmp_path: Path) -> None:
    async def main() -> None:
        phone = Browser()
        with service() as pushes:
            async with running(tmp_path, push_services=HERE) as server, server.client() as me:
                other = await server.client().__aenter__()
                code = await me.create("twentythree", [None, None], clock=p.Clock(3600 * 24))
                await me.sit(0, "Aki")
                await other.open(code)
                await other.sit(1, "Ben")
                for one, path, lang in ((me, "/aki", "en"), (other, "/ben", "ja"), (other, "/old/gone", "en")):
                    given = phone.subscription(pushes.url + path, lang)
                    assert await ask(server, "POST", given, one.token) == (200, {})
                await other.__aexit__(None, None, None)
                await me.start()
                first = [await asyncio.to_thread(pushes.got.get, True, PATIENCE) for _ in range(2)]
                assert {path for path, _, _ in first} == {"/ben", "/old/gone"}, "Aki is here, and sees it"
                _, body, signed = next(one for one in first if one[0] == "/ben")
                assert phone.read(body) == {"text": "23：あなたの番です。", "code": code}
                assert signed.startswith("vapid t=") and code.encode() not in body
                devices = server.house.store.devices
                while len(ben := devices(server.house.orders.person(other.token or "") or "")) > 1:
                    await asyncio.sleep(0.01)
                assert ben[0].endpoint.endswith("/ben"), "the address that leads to nobody is dropped"
                await move(me)
                assert await ask(server, "DELETE", {"endpoint": f"{pushes.url}/ben"}, other.token) == (200, {})
                assert devices(ben[0].person) == []
                assert pushes.got.empty(), "each turn is told once"

    run_virtually(main())


def test_a_secret_move_is_no_reason_to_push(tmp_path: Path) -> None:
    """Who was here at the beginning and left would learn from it that somebody has chosen."""

    async def main() -> None:
        async with running(tmp_path, push_services=HERE) as server, server.client() as me, server.client() as other:
            code = await me.create("scout", [None, None, None], clock=p.Clock(3600 * 24))
            for seat, one in enumerate((me, other)):
                await one.open(code)
                await one.sit(seat)
            async with server.client() as third:
                await third.open(code)
                await third.sit(2)
                await me.start()
                live = server.house.tables[code]
                await me.leave()
                await other.play("keep")
                await third.play("keep")
                assert 0 in live.table.playing.waits_for and live.nudged == set()
                await me.open(code)
                await other.leave()
                await third.leave()
                await me.play("keep")  # and everybody knows that all have chosen
                assert live.nudged == set(live.table.playing.waits_for) - {0}

    run_virtually(main())


def test_the_key_is_made_once_and_stays(tmp_path: Path) -> None:
    async def main() -> None:
        keys = []
        for _ in range(2):
            async with running(tmp_path) as server:
                keys.append((await ask(server))[1]["key"])
        assert keys[0] == keys[1] and len(urlsafe_b64decode(keys[0] + "=")) == 65

    run_virtually(main())


def test_without_the_extra_nothing_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        monkeypatch.setattr(push, "is_available", lambda: False)
        async with running(tmp_path) as server:
            assert await ask(server) == (200, {"key": None})

    run_virtually(main())


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://example.com/push",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.example.com/x",
        "https://127.0.0.1/x",
        "http://169.254.169.254/latest",
        "https://me@fcm.googleapis.com/x",
        "https://127.0.0.1\\.fcm.googleapis.com/x",  # for the library that sends, its host is 127.0.0.1
        "https://fcm.googleapis.com:port/x",
        "https://fcm.googleapis.com:81/x",  # nobody answers there: a thread would wait for it
        "https://\u212a.push.apple.com/x",
        "file:///etc/passwd",
        "fcm.googleapis.com",
    ],
)
def test_the_server_sends_nothing_to_addresses_of_strangers(endpoint: str) -> None:
    with pytest.raises(ValueError, match="push service"):
        push.read(json.dumps(Browser().subscription(endpoint)).encode(), ())


def test_services_of_browsers_are_known_and_what_is_no_subscription_is_refused(tmp_path: Path) -> None:
    for endpoint in ("https://fcm.googleapis.com/fcm/send/x", "https://updates.push.services.mozilla.com/wpush/v2/x"):
        assert push.read(json.dumps(Browser().subscription(endpoint)).encode(), ()).endpoint == endpoint

    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            good = Browser().subscription("https://web.push.apple.com/x")
            assert (await ask(server, "POST", good))[0] == 401
            wrong: list[Any] = [{}, [], {**good, "lang": "xx"}, {**good, "keys": {}}, {**good, "more": 1}, "x" * 5000]
            for bad in wrong:
                assert (await ask(server, "POST", bad, me.token))[0] in (400, 413)
            for number in range(push.DEVICES_MAX + 3):
                await ask(server, "POST", {**good, "endpoint": f"https://web.push.apple.com/{number}"}, me.token)
            person = server.house.orders.person(me.token or "") or ""
            assert len(server.house.store.devices(person)) == push.DEVICES_MAX

    run_virtually(main())
