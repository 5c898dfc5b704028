"""Runs the server: one process, or several on one port, and any number of machines, with PostgreSQL."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec
import uvicorn

from tefuda.server import garbage
from tefuda.server.app import create_app, set_up_logs
from tefuda.server.guard import Http, Socket
from tefuda.server.protocol import FRAME_MAX
from tefuda.server.settings import Settings
from tefuda.server.store import StorageError, Store

GRACE = 5  # seconds that connections have when the server stops
SETTINGS = "TEFUDA_SETTINGS"  # a worker gets its settings in its environment, which nobody else sees
SWITCH = 0.001  # seconds for which a thread beside the loop may keep it waiting
LOOK = 0.2  # seconds between two looks at the workers
RESTART = 2.0  # seconds from the start of a worker to the next, if it dies
READY = "ready"  # what a worker writes when it is ready
PING_SECONDS = 20  # between two signs of life on a connection
PEER_PING_SECONDS = 1  # the same where other machines serve the same tables: a proxy that hears nothing asks them


def config(settings: Settings, store: Store, address: str = "") -> uvicorn.Config:
    return uvicorn.Config(
        create_app(settings, store, address),
        http=Http,
        log_config=None,
        access_log=False,
        server_header=False,
        ws=Socket,
        ws_max_size=FRAME_MAX,
        ws_per_message_deflate=False,
        ws_ping_interval=PEER_PING_SECONDS if store.shared else PING_SECONDS,
        ws_ping_timeout=20,
        proxy_headers=True,
        root_path=settings.root_path,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=GRACE,
        backlog=2048,
    )


def bind(host: str, port: int) -> socket.socket:
    """A socket with an address, so that one that is taken is found before anything else begins.

    It listens when the server is ready: until then a proxy is turned away at once and asks another server.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends at once only where the protocol is told; else small messages wait for acknowledgements, up to 40 ms.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.bind((host, port))
    sock.set_inheritable(True)
    return sock


def run(settings: Settings, sock: socket.socket, started: Callable[[], None] = lambda: None) -> None:
    """Serves until it is told to stop. Raises StorageError or StartError if it cannot begin."""
    set_up_logs()
    if settings.workers > 1:
        supervise(settings, sock, started)
    else:
        host(settings, sock, 0, started)


def host(settings: Settings, sock: socket.socket, number: int, started: Callable[[], None]) -> None:
    """One process. Where the database is shared it has a port of its own, too, where the others reach it."""
    store = Store(settings.database)
    sockets, address = [sock], ""
    if store.shared:
        place, first = peer_place(settings.advertise)
        try:
            own = bind(place, first + number if first else 0)
        except OSError as error:
            raise StartError(f"cannot listen on {place} port {first + number}: {error.strerror}") from None
        sockets.append(own)
        address = f"{bracketed(place)}:{own.getsockname()[1]}"
    garbage.take_charge()
    sys.setswitchinterval(SWITCH)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # every connection is a file
    server = Server(config(settings, store, address), started)
    server.run(sockets=sockets)
    if not server.started:
        raise StartError("the server could not begin; the reason is above")


class Server(uvicorn.Server):
    """Says when it serves."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self.say = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.say()


class StartError(Exception):
    """The server cannot begin, and why."""


def peer_place(advertise: str) -> tuple[str, int]:
    """Host and first port for other servers, from HOST or HOST:PORT; 0 is any port."""
    host, colon, port = advertise.rpartition(":")
    if not colon or (":" in host and not host.startswith("[")):  # no port; or an IPv6 address without one
        host, port = advertise, "0"
    if not port.isascii() or not port.isdigit() or int(port) > 65000:
        raise ValueError(f"{advertise!r} is not HOST or HOST:PORT")
    return host.strip("[]") or "127.0.0.1", int(port)


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


# ---- several processes


class Worker:
    """A process, and a socket between it and the supervisor. Both ends notice when the other one is gone."""

    def __init__(self, number: int, settings: Settings, shared: socket.socket) -> None:
        self.control, other = socket.socketpair()
        self.control.setblocking(False)
        command = [sys.executable, "-m", "tefuda.server.serve", *map(str, (number, shared.fileno(), other.fileno()))]
        environment = {**os.environ, SETTINGS: msgspec.json.encode(settings).decode()}
        self.process = subprocess.Popen(command, env=environment, pass_fds=[shared.fileno(), other.fileno()])
        other.close()
        self.said = ""
        self.began = time.monotonic()

    def listen(self) -> str:
        """What it has said: nothing yet, READY, or why it cannot begin."""
        with suppress(BlockingIOError, ConnectionError):
            self.said += self.control.recv(4096).decode()
        return self.said

    def end(self) -> int:
        """When it has ended: with what status."""
        status = self.process.wait()
        self.control.close()
        return status


def supervise(settings: Settings, sock: socket.socket, started: Callable[[], None]) -> None:
    """Starts the workers, and restarts those that die. A worker that could not start at all is not restarted."""
    Store(settings.database).close()  # the newest schema, and trouble with the database is found here
    stopping = threading.Event()
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: stopping.set())
    workers = [Worker(number, settings, sock) for number in range(settings.workers)]
    waiting = set(range(settings.workers))  # those that have never begun
    try:
        while not stopping.wait(LOOK):
            for number, worker in enumerate(workers):
                if worker.listen() == READY and number in waiting:
                    waiting.remove(number)
                    if not waiting:
                        started()
                if worker.process.poll() is None:
                    continue
                if number in waiting:
                    raise StartError(worker.listen() or f"a worker ended with status {worker.end()} as it began")
                if time.monotonic() - worker.began > RESTART:
                    worker.end()
                    workers[number] = Worker(number, settings, sock)
    finally:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.end()


def run_worker(settings: Settings, number: int, sock: socket.socket, control: socket.socket) -> int:
    """One of several. It ends when its supervisor does, however that ends."""

    def watch() -> None:
        with suppress(OSError):
            control.recv(1)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(2 * GRACE)
        os._exit(1)

    set_up_logs()
    threading.Thread(target=watch, name="tefuda-supervisor", daemon=True).start()
    try:
        host(settings, sock, number, lambda: control.sendall(READY.encode()))
    except (StorageError, StartError) as error:
        with suppress(OSError):
            control.sendall(str(error).encode())
        return 1
    return 0


if __name__ == "__main__":
    number, shared, control = map(int, sys.argv[1:])
    given = msgspec.json.decode(os.environ[SETTINGS], type=Settings)
    sys.exit(run_worker(given, number, socket.socket(fileno=shared), socket.socket(fileno=control)))
