"""`tefuda serve`: host tables."""

from __future__ import annotations

import re
import sys
import threading
import webbrowser
from typing import Annotated

from cyclopts import Parameter

from tefuda.cli import Complaint
from tefuda.games import GAMES


def serve(
    *,
    host: Annotated[str, Parameter(env_var="TEFUDA_HOST", help="address to listen on")] = "127.0.0.1",
    port: Annotated[int, Parameter(env_var="TEFUDA_PORT", help="port; 0 takes a free one")] = 8000,
    database: Annotated[
        str, Parameter(env_var="TEFUDA_DATABASE", help="sqlite:///FILE or postgresql://...")
    ] = "sqlite:///tefuda.db",
    public_url: Annotated[
        str, Parameter(env_var="TEFUDA_PUBLIC_URL", help="where people reach it, for invitations")
    ] = "",
    root_path: Annotated[
        str, Parameter(env_var="TEFUDA_ROOT_PATH", help="path before all others, which the proxy takes away: /cards")
    ] = "",
    origins: Annotated[
        str, Parameter(env_var="TEFUDA_ORIGINS", help="further pages that may connect, with commas between")
    ] = "",
    workers: Annotated[int, Parameter(env_var="TEFUDA_WORKERS", help="processes; more than one needs PostgreSQL")] = 1,
    advertise: Annotated[
        str,
        Parameter(env_var="TEFUDA_ADVERTISE", help="HOST or HOST:PORT where other servers reach this one"),
    ] = "",
    pace: Annotated[float, Parameter(env_var="TEFUDA_PACE", help="how slowly bots play; 0 is at once")] = 1.0,
    master_seconds: Annotated[
        float, Parameter(env_var="TEFUDA_MASTER_SECONDS", help="how long the level master thinks")
    ] = 0.5,
    trusted_proxies: Annotated[
        str, Parameter(env_var="TEFUDA_TRUSTED_PROXIES", help="addresses whose X-Forwarded-For is believed")
    ] = "127.0.0.1",
    metrics_for: Annotated[
        str, Parameter(env_var="TEFUDA_METRICS_FOR", help="addresses that may read /metrics, with commas between")
    ] = "127.0.0.1,::1",
    end_after_days: Annotated[
        float, Parameter(env_var="TEFUDA_END_AFTER_DAYS", help="days after which a table without anybody is ended")
    ] = 7.0,
    keep_days: Annotated[
        float, Parameter(env_var="TEFUDA_KEEP_DAYS", help="days for which tables that are done are kept; 0 is for ever")
    ] = 0.0,
    connections_per_address: Annotated[
        int, Parameter(env_var="TEFUDA_CONNECTIONS_PER_ADDRESS", help="open at the same time")
    ] = 100,
    allowance: Annotated[
        float, Parameter(env_var="TEFUDA_ALLOWANCE", help="how many times the usual budgets people and addresses have")
    ] = 1.0,
    browser: Annotated[bool, Parameter(env_var="TEFUDA_BROWSER", help="open the page in a browser, too")] = False,
    device: Annotated[
        bool, Parameter(env_var="TEFUDA_DEVICE", help="play matches against bots alone on the visitor's own device")
    ] = True,
    push_services: Annotated[
        str,
        Parameter(env_var="TEFUDA_PUSH_SERVICES", help="further hosts that Web Push is sent to, with commas between"),
    ] = "",
    reports: Annotated[str, Parameter(env_var="TEFUDA_REPORTS", help="a folder with reports of the lab")] = "",
) -> int:
    """Hosts tables; see docs/hosting.md."""
    try:
        from tefuda.server.serve import StartError, bind, peer_place, run
        from tefuda.server.settings import Settings
        from tefuda.server.site import DEVICE
        from tefuda.server.store import StorageError
    except ImportError as error:
        raise Complaint(f"the server needs tefuda[server]: {error}") from None
    if workers > 1 and not database.startswith("postgresql"):
        raise Complaint("more than one worker needs PostgreSQL: give --database postgresql://...")
    if not 0 <= port < 65536:
        raise Complaint(f"--port must be from 0 to 65,535, not {port}")
    if workers < 1 or pace < 0 or master_seconds <= 0 or allowance <= 0:
        raise Complaint("workers, pace, master-seconds and allowance must be positive numbers")
    if root_path and not re.fullmatch(r"(/[A-Za-z0-9._~-]+)+/?", root_path):
        raise Complaint("the root path is like /cards")
    if device and not (DEVICE / "parts.json").is_file():  # `scripts/install site` packs it, in a checkout
        print("Python for the browser is not packed here: all matches are played at the server", file=sys.stderr)
        device = False
    try:
        peer_place(advertise)
    except ValueError as error:
        raise Complaint(f"advertise: {error}") from None
    settings = Settings(
        database=database,
        public_url=public_url,
        root_path=root_path.rstrip("/"),
        origins=listed(origins),
        pace=pace,
        master_seconds=master_seconds,
        end_after=end_after_days * 24 * 3600,
        keep=keep_days * 24 * 3600,
        connections_per_address=connections_per_address,
        allowance=allowance,
        trusted_proxies=trusted_proxies,
        metrics_for=listed(metrics_for),
        workers=workers,
        advertise=advertise,
        device=device,
        push_services=listed(push_services),
        reports=reports,
    )
    for face in GAMES.values():
        _ = face.engine  # a game in a folder is compiled now, not while people wait at a table
    try:
        sock = bind(host, port)
    except OSError as error:
        raise Complaint(f"cannot listen on {host} port {port}: {error.strerror}") from None
    url = f"http://{f'[{host}]' if ':' in host else host}:{sock.getsockname()[1]}"

    def started() -> None:
        print(f"Tefuda is at {url}", flush=True)
        if browser:
            threading.Thread(target=webbrowser.open, args=[url]).start()

    try:
        run(settings, sock, started)
    except StorageError as error:
        raise Complaint(f"the database {database.split('@')[-1]}: {error}") from None
    except StartError as error:
        raise Complaint(str(error)) from None
    return 0


def listed(text: str) -> tuple[str, ...]:
    """The parts of a list with commas between."""
    return tuple(part.strip() for part in text.split(",") if part.strip())
