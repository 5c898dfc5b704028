"""How a server is run. Everything can be given on the command line or, as TEFUDA_..., in the environment."""

from __future__ import annotations

from typing import NamedTuple


class Settings(NamedTuple):
    database: str = "sqlite:///tefuda.db"
    public_url: str = ""  # where people reach it, for links; without it, the address that the browser used
    root_path: str = ""  # the path before all paths, where a proxy serves other things too
    origins: tuple[str, ...] = ()  # further pages that may connect
    pace: float = 1.0  # how slowly bots play; 0 is at once
    master_seconds: float = 0.5
    linger: float = 30.0  # seconds for which a table without anybody stays in memory
    end_after: float = 7 * 24 * 3600.0  # seconds after which a table without anybody is ended
    keep: float = 0.0  # seconds for which tables that are done are kept; 0 is for ever
    tables_max: int = 20000  # in memory
    connections_max: int = 5000
    connections_per_address: int = 100
    messages_per_second: float = 20.0
    messages_burst: int = 60
    allowance: float = 1.0  # how many times the usual budgets of people and addresses, see budgets.py
    tables_per_hour: int = 120  # new ones, for each address
    misses_per_minute: int = 20  # codes and words tried in vain, for each address
    trusted_proxies: str = "127.0.0.1"
    metrics_for: tuple[str, ...] = ("127.0.0.1", "::1")  # addresses that may read /metrics
    lag_cap: float = 0.15  # seconds by which a far-away player's reaction is dated back at most
    workers: int = 1
    advertise: str = ""  # HOST or HOST:PORT where other servers of the same PostgreSQL reach this one
    device: bool = False  # matches against bots alone are played on the visitor's device, where its browser can
    push_services: tuple[str, ...] = ()  # hosts beside those of browsers' makers to which Web Push is sent
    reports: str = ""  # a folder with reports of the lab
