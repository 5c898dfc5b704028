"""The application: one WebSocket, the HTTP part and the page, behind one set of headers and limits."""

from __future__ import annotations

import hmac
import logging
import os
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol
from urllib.parse import urlsplit

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from tefuda.server.connection import POLICY, TRY_LATER, Connection
from tefuda.server.house import House
from tefuda.server.http import PAGE, ROUTES, get_error, get_file
from tefuda.server.metrics import get_metrics
from tefuda.server.relay import HEADER, SECRET
from tefuda.server.settings import Settings
from tefuda.server.store import Store

SECURITY = {
    b"content-security-policy": b"default-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; "
    b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
}


class State(Protocol):
    """What the application keeps."""

    settings: Settings
    house: House
    connections: Counter[str]


def create_app(settings: Settings, address: str = "") -> Starlette:
    """The application of one process. Other processes reach it at `address`, if there are any."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = Store(settings.database)
        app.state.house = House(settings, store, address)
        await app.state.house.begin()
        try:
            yield
        finally:
            await app.state.house.close()
            store.close()

    routes = [*ROUTES, Route("/metrics", get_metrics), WebSocketRoute("/ws", serve_socket)]
    if PAGE.is_dir():
        routes.append(Mount("/assets", StaticFiles(directory=PAGE / "assets")))
        routes += [Route(f"/{path.name}", get_file) for path in PAGE.iterdir() if path.is_file()]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: get_error})
    app.state.settings, app.state.connections = settings, Counter()
    app.add_middleware(Headers)
    return app


async def serve_socket(socket: WebSocket) -> None:
    state: State = socket.app.state
    settings, host = state.settings, socket.client.host if socket.client else ""
    secret = os.environ.get(SECRET, "")
    peer = bool(secret) and hmac.compare_digest(socket.headers.get(HEADER, ""), secret)
    if not peer and not origin_is_ours(socket, settings):
        return await socket.close(POLICY, "this page may not connect")
    crowded = state.connections[host] >= settings.connections_per_address
    if not peer and (crowded or state.connections.total() >= settings.connections_max):
        return await socket.close(TRY_LATER, "too many connections")
    state.connections[host] += 1
    try:
        await Connection(state.house, socket, host, peer).run()
    finally:
        state.connections[host] -= 1
        if not state.connections[host]:
            del state.connections[host]
    return None


def origin_is_ours(socket: WebSocket, settings: Settings) -> bool:
    """A browser says which page connects; programs that are no browser say nothing."""
    origin = socket.headers.get("origin")
    if origin is None:
        return True
    own = {socket.headers.get("host", ""), urlsplit(settings.public_url).netloc}
    return urlsplit(origin).netloc in own - {""} or origin in settings.origins


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
