"""What is malformed: the trial in its short form, and the HTTP part against its description."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tefuda.server import http_circles
from tefuda.server.answers import CODE
from tefuda.server.http import ROUTES
from tefuda.server.openapi import describe
from tests.trials import frames, mutants
from tests.trials.running import Running, play_on, running

SCHEMA = schemathesis.openapi.from_dict(describe())


def test_frames() -> None:
    report = frames.run(20000)
    assert report.passed, report
    assert report.answers["malformed"] > 15000 and report.answers["closed 1007"] > 100
    assert all(report.answers[f"HTTP {status}"] for status in (400, 404)), report


def test_mutants_are_mostly_malformed() -> None:
    rng = random.Random(1)
    found = [
        mutants.grammar(rng, command, "x").encode() for command in mutants.commands("0" * 12, "a" * 43, ["keep"], 1, 1)
    ] * 20
    assert sum(mutants.is_message(one) for one in found) < len(found) / 3
    assert sum(mutants.id_of(one) == "x" for one in found) > 0.9 * len(found)  # one in fifty ids is changed, too


def test_everything_under_api_is_described() -> None:
    served = {route.path for route in (*ROUTES, *http_circles.ROUTES) if route.path.startswith("/api/")}
    assert served == {path for path in describe()["paths"] if path.startswith("/api/")}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread, and after a # the code of a table whose match is over."""
    found: list[str] = []
    ready, done = threading.Event(), threading.Event()

    async def finish(server: Running) -> str:
        async with server.client() as me:
            code = await me.create("scout", [None, "random", "random"], options={"edition": "short"}, public=True)
            await me.sit(0)
            await me.start()
            await play_on(me, random.Random(1))
            return code

    async def main(folder: Path) -> None:
        async with running(folder, misses_per_minute=10**9) as server:
            found.append(f"{server.url}#{await finish(server)}")
            ready.set()
            await asyncio.to_thread(done.wait)

    thread = threading.Thread(target=asyncio.run, args=(main(tmp_path_factory.mktemp("described")),))
    thread.start()
    assert ready.wait(60)
    yield found[0]
    done.set()
    thread.join()


@SCHEMA.parametrize()
@settings(max_examples=20, derandomize=True, deadline=None, database=None)
def test_the_http_part_is_as_described(case: Case[Any], url: str) -> None:
    """What a schema allows need not be a record, or fit to one, so that may be refused."""
    address, _, code = url.rpartition("#")
    if CODE.fullmatch(str(case.path_parameters.get("code"))):
        case.path_parameters["code"] = code
        if case.path_parameters.get("match") in (0, 1, 2):
            case.path_parameters["match"] = 1
    case.call_and_validate(base_url=address, excluded_checks=[positive_data_acceptance])
