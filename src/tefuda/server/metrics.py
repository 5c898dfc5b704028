"""Figures about the running server, in Prometheus' format."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, TypeVar

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tefuda.server.settings import Settings

if TYPE_CHECKING:
    from tefuda.server.app import State

F = TypeVar("F", GaugeMetricFamily, CounterMetricFamily)


BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # seconds


class Timings:
    """How long things take."""

    def __init__(self) -> None:
        self.acknowledgement = Timing("acknowledgement", "From a command to its answer.")
        self.store = Timing("store", "Commits, each of many entries.")
        self.broadcast = Timing("broadcast", "Telling a step of a match to all who follow the table.")


class Timing:
    """A histogram that only one thread counts in: without a lock it costs a quarter of Prometheus' own."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = f"tefuda_{name}_seconds", text
        self.counts = [0] * (len(BUCKETS) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(BUCKETS, seconds)] += 1
        self.sum += seconds

    def collect(self) -> Metric:
        buckets = list(zip([*map(str, BUCKETS), "+Inf"], accumulate(self.counts), strict=True))
        return HistogramMetricFamily(self.name, self.text, buckets, self.sum)


class Figures:
    """Reads the figures from the house when they are asked for; nothing is counted twice."""

    def __init__(self, state: State) -> None:
        self.state = state

    def collect(self) -> Iterator[Metric]:
        house, door = self.state.house, self.state.door
        for timing in vars(house.timings).values():
            yield timing.collect()
        yield _gauge("tefuda_tables", "Tables in memory.", len(house.tables))
        yield _gauge("tefuda_connections", "Open WebSockets.", house.peers.usage.connections.total())
        yield _gauge("tefuda_http_connections", "Connections that speak HTTP.", door.http.total())
        waiting = {name: pool.waiting for name, pool in house.pools.items()}
        waiting |= {"writer": house.writer.waiting, "turns": len(house.turns), "crowds": len(house.crowds)}
        yield _family(GaugeMetricFamily, "tefuda_waiting", "Pieces of work that wait, by queue.", "queue", waiting)
        running = {name: pool.running for name, pool in house.pools.items()}
        yield _family(GaugeMetricFamily, "tefuda_running", "Pieces of work under way, by pool.", "pool", running)
        yield _counter("tefuda_thoughts", "Moves for which a bot of the level master thought.", house.thoughts)
        yield _counter("tefuda_hurried", "Those of them for which it thought shorter, because many did.", house.hurried)
        yield _counter("tefuda_entries", "Entries stored.", house.writer.entries)
        yield _counter("tefuda_commits", "Commits, each of many entries.", house.writer.batches)
        yield _counter("tefuda_unstored", "Entries that could not be stored.", house.writer.refused)
        reasons = "Commands that were refused, by reason."
        yield _family(CounterMetricFamily, "tefuda_refused", reasons, "reason", house.refused)
        spent = "What was refused because a budget was spent, by budget."
        yield _family(CounterMetricFamily, "tefuda_overspent", spent, "budget", house.budgets.refused)
        ended = "Connections that were refused or cut off, by reason."
        yield _family(CounterMetricFamily, "tefuda_turned_away", ended, "reason", door.refused)
        yield _counter("tefuda_messages", "Messages of clients.", house.messages)


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value)


def _counter(name: str, text: str, value: float) -> Metric:
    return CounterMetricFamily(name, text, value)


def _family(kind: type[F], name: str, text: str, label: str, values: Mapping[str, float]) -> F:
    family = kind(name, text, labels=[label])
    for key, value in sorted(values.items()):
        family.add_metric([key], value)
    return family


async def get_metrics(request: Request) -> Response:
    """Not public: the number of entries gives away moves that players may not know of."""
    settings: Settings = request.app.state.settings
    if request.client is None or request.client.host not in settings.metrics_for:
        raise HTTPException(404)
    registry = CollectorRegistry()
    registry.register(Figures(request.app.state))
    return Response(generate_latest(registry), media_type="text/plain; version=0.0.4")
