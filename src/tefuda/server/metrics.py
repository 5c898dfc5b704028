"""Figures about the running server, in Prometheus' format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tefuda.server.settings import Settings

if TYPE_CHECKING:
    from tefuda.server.app import State


class Figures:
    """Reads the figures off the house when they are asked for; nothing is counted twice."""

    def __init__(self, state: State) -> None:
        self.state = state

    def collect(self) -> Iterator[Metric]:
        house = self.state.house
        yield _gauge("tefuda_tables", "Tables in memory.", len(house.tables))
        yield _gauge("tefuda_connections", "Open WebSockets.", self.state.door.sockets.total())
        yield _gauge("tefuda_thinking", "Bots that think now.", house.pools.bots.running)
        yield _counter("tefuda_entries", "Entries stored.", house.writer.entries)
        yield _counter("tefuda_commits", "Commits, each of many entries.", house.writer.batches)
        yield _counter("tefuda_refused", "Entries that could not be stored.", house.writer.refused)
        yield _counter("tefuda_commit_seconds", "Time that commits took.", house.writer.seconds)
        yield _counter("tefuda_messages", "Messages of clients.", house.messages)


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value)


def _counter(name: str, text: str, value: float) -> Metric:
    return CounterMetricFamily(name, text, value)


async def get_metrics(request: Request) -> Response:
    """Not for everybody: who watches the number of entries sees moves that players may not know of."""
    settings: Settings = request.app.state.settings
    if request.client is None or request.client.host not in settings.metrics_for:
        raise HTTPException(404)
    registry = CollectorRegistry()
    registry.register(Figures(request.app.state))
    return Response(generate_latest(registry), media_type="text/plain; version=0.0.4")
