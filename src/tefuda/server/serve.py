"""Runs the server: one process, or several on one port with PostgreSQL."""

from __future__ import annotations

import gc
import os
import resource
import secrets
import signal
import socket
import subprocess
import sys
import time

import msgspec
import uvicorn

from tefuda.server.app import create_app, set_up_logs
from tefuda.server.guard import Http, Socket
from tefuda.server.protocol import FRAME_MAX
from tefuda.server.relay import SECRET
from tefuda.server.settings import Settings

GRACE = 5  # seconds that connections have when the server stops
SETTINGS = "TEFUDA_SETTINGS"  # how a worker gets them: nobody else sees its environment
COLLECT = 10_000, 20, 100  # when Python looks for garbage that refers to itself; there is little
SWITCH = 0.001  # seconds for which a thread beside the loop may keep it waiting
RESTART = 0.5  # seconds before a worker that died is started again


def config(settings: Settings, address: str = "") -> uvicorn.Config:
    return uvicorn.Config(
        create_app(settings, address),
        http=Http,
        log_config=None,
        access_log=False,
        server_header=False,
        ws=Socket,
        ws_max_size=FRAME_MAX,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        proxy_headers=True,
        root_path=settings.root_path,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=GRACE,
        backlog=2048,
    )


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, so that an address that is taken is found before anything else begins."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends at once only where the protocol is told; else small messages wait for acknowledgements, up to 40 ms.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.bind((host, port))
    sock.listen(2048)
    sock.set_inheritable(True)
    return sock


def run(settings: Settings, sock: socket.socket) -> None:
    """Serves until it is told to stop."""
    set_up_logs()
    if settings.workers > 1:
        return supervise(settings, sock)
    host(config(settings), [sock])
    return None


def host(config: uvicorn.Config, sockets: list[socket.socket]) -> None:
    """What is loaded by now stays for good: the garbage collector would stop all tables to look through it."""
    gc.freeze()
    gc.set_threshold(*COLLECT)
    sys.setswitchinterval(SWITCH)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # every connection is a file
    uvicorn.Server(config).run(sockets=sockets)


# ---- several processes


def supervise(settings: Settings, sock: socket.socket) -> None:
    """Starts the workers, and starts those again that die."""
    own = {SECRET: os.environ.get(SECRET) or secrets.token_hex(32), SETTINGS: msgspec.json.encode(settings).decode()}
    environment = {**os.environ, **own}
    command = [sys.executable, "-m", "tefuda.server.serve", str(sock.fileno())]
    stopping = False

    def stop(number: int, frame: object) -> None:
        nonlocal stopping
        stopping = True

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, env=environment, pass_fds=[sock.fileno()])

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    workers = [start() for _ in range(settings.workers)]
    while not stopping:
        time.sleep(RESTART)
        workers = [worker if worker.poll() is None else start() for worker in workers]
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.wait()


def run_worker(settings: Settings, fd: int) -> None:
    """One of several: it shares the port with the others, and has one of its own where they reach it."""
    set_up_logs()
    own = listen("127.0.0.1", 0)
    address = f"127.0.0.1:{own.getsockname()[1]}"
    shared = socket.socket(fileno=fd)
    host(config(settings, address), [shared, own])


if __name__ == "__main__":
    run_worker(msgspec.json.decode(os.environ[SETTINGS], type=Settings), int(sys.argv[1]))
