"""The application: one WebSocket, the HTTP part and the page, behind one set of headers and limits."""

from __future__ import annotations

import hmac
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Protocol
from urllib.parse import urlsplit

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tefuda.server import http_circles
from tefuda.server.assets import Assets
from tefuda.server.budgets import household
from tefuda.server.connection import Connection, Gone
from tefuda.server.guard import DIRECT, Door, Socket
from tefuda.server.house import House
from tefuda.server.http import ROUTES, answer, get_error, get_file, prepare
from tefuda.server.metrics import get_metrics
from tefuda.server.relay import CLIENT, SECRET
from tefuda.server.settings import Settings
from tefuda.server.site import DEVICE, PAGE, policy
from tefuda.server.store import Store
from tefuda.server.table import Refusal

PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}
SECURITY = {
    b"content-security-policy": f"{policy('')}; frame-ancestors 'none'".encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
}


class State(Protocol):
    """What the application keeps."""

    settings: Settings
    house: House
    door: Door


def create_app(settings: Settings, store: Store, address: str = "") -> Starlette:
    """The application of one process. Other processes reach it at `address`, if there are any."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        prepare()
        app.state.house = House(settings, store, address)
        await app.state.house.begin()
        try:
            yield
        finally:
            await app.state.house.close()
            store.close()

    routes = [*ROUTES, *http_circles.ROUTES, Route("/metrics", get_metrics), WebSocketRoute("/ws", serve_socket)]
    if PAGE.is_dir():
        routes.append(Mount("/assets", Assets(directory=PAGE / "assets")))
        routes += [Route(f"/{path.name}", get_file) for path in PAGE.iterdir() if path.is_file()]
    if settings.device:
        routes.append(Mount("/device", StaticFiles(directory=DEVICE)))
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: get_error})
    app.state.settings, app.state.door = settings, Door(settings)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    app.add_middleware(Fair)
    app.add_middleware(Headers)
    return app


async def serve_socket(socket: WebSocket) -> None:
    state: State = socket.app.state
    settings, door, house = state.settings, state.door, state.house
    host, usage, secret = household(socket.client.host if socket.client else ""), house.peers.usage, house.peers.secret
    if secret and hmac.compare_digest(socket.headers.get(SECRET, "").encode(), secret.encode()):
        return await Connection(house, Web(socket), socket.headers.get(CLIENT, ""), peer=True).run()
    if not origin_is_ours(socket, settings):
        return await deny(socket, 403, "this page may not connect")
    if house.orders.is_banned(house.wall(), host):
        return await deny(socket, 403, "this address may not come in")
    if usage.connections.total() >= settings.connections_max:
        door.refuse("full")
        return await deny(socket, 503, "this server has as many connections as it can hold")
    if usage.of(host) >= settings.connections_per_address:
        door.refuse("connections")
        return await deny(socket, 429, "too many connections from this address")
    try:
        house.budgets.spend("sockets", host)
    except Refusal as refusal:
        return await deny(socket, 429, refusal.text)
    usage.arrive(host)
    try:
        return await Connection(house, Web(socket), host, peer=False).run()
    finally:
        usage.depart(host)


class Web:
    """A WebSocket as a connection has it."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.direct: Socket = socket.scope["extensions"][DIRECT][DIRECT]
        self.accept, self.receive = socket.accept, self.direct.receive

    async def send(self, texts: Sequence[bytes]) -> None:
        await self.direct.writable.wait()
        if not self.direct.say(texts):
            raise Gone

    async def close(self, code: int, reason: str) -> None:
        try:
            await self.socket.close(code, reason)
        except (WebSocketDisconnect, RuntimeError):
            raise Gone from None


async def deny(socket: WebSocket, status: int, text: str) -> None:
    """Before the handshake there are no close codes, so the refusal is an HTTP response."""
    await socket.send_denial_response(answer({"error": text}, status))


def origin_is_ours(socket: WebSocket, settings: Settings) -> bool:
    """Browsers send the origin of the page that connects; other programs send none."""
    origin = socket.headers.get("origin")
    if origin is None:
        return True
    found = site(origin)
    scheme = urlsplit(origin).scheme
    own = {site(f"{scheme}://{socket.headers.get('host', '')}"), site(settings.public_url)}
    return bool(found) and (found in own or found in map(site, settings.origins))


def site(url: str) -> str:
    """A host and its port, which is left out where it is the scheme's usual one; empty if the URL has no host."""
    try:
        parts = urlsplit(url)
        port = parts.port or PORTS.get(parts.scheme)
    except ValueError:
        return ""
    return f"{parts.hostname}:{port}" if parts.hostname and port else ""


class Headers:
    """Adds the headers that keep a page safe to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((name, value) for name, value in SECURITY.items() if name not in given),
                ]
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


class Fair:
    """Counts requests, and handles those of one address one after the other."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            house: House = scope["app"].state.house
            address = household(scope["client"][0] if scope["client"] else "")
            if house.orders.is_banned(house.wall(), address):
                return await answer({"error": "this address may not come in"}, 403)(scope, receive, send)
            try:
                house.budgets.spend("requests", address)
            except Refusal as refusal:
                scope["app"].state.door.keep_out(address)
                refused = answer({"error": refusal.text, "reason": refusal.reason}, 429)
                refused.headers.update({"connection": "close", "retry-after": "10"})
                return await refused(scope, receive, send)
            await house.turns.take(address)
        await self.app(scope, receive, send)
        return None


def set_up_logs() -> None:
    """One line of JSON for each event, without addresses, tokens, codes or cards."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        cache_logger_on_first_use=True,
    )
