"""The hashed files of the page: the smallest form that a browser understands, kept for ever."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from tefuda.server.assets import Assets

TEXT = b"let card = 1;\n" * 100


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    (tmp_path / "a-1.js").write_bytes(TEXT)
    (tmp_path / "a-1.js.gz").write_bytes(gzip.compress(TEXT))
    (tmp_path / "b-2.woff2").write_bytes(b"small already")
    return TestClient(Starlette(routes=[Mount("/assets", Assets(directory=tmp_path))]))


@pytest.mark.parametrize(("accepted", "coding"), [("gzip, br", "gzip"), ("br", None), ("identity", None), ("", None)])
def test_the_smallest_form_that_is_understood(client: TestClient, accepted: str, coding: str | None) -> None:
    answer = client.get("/assets/a-1.js", headers={"accept-encoding": accepted})
    assert answer.status_code == 200 and answer.content == TEXT
    assert answer.headers.get("content-encoding") == coding
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"] and answer.headers["vary"] == "accept-encoding"


@pytest.mark.parametrize(("accepted", "coding"), [("gzip, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip")])
def test_brotli_comes_first_where_it_is_understood(
    client: TestClient, tmp_path: Path, accepted: str, coding: str
) -> None:
    (tmp_path / "a-1.js.br").write_bytes(b"as brotli")
    with client.stream("GET", "/assets/a-1.js", headers={"accept-encoding": accepted}) as answer:
        body = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == coding
    assert body == (b"as brotli" if coding == "br" else gzip.compress(TEXT))


def test_what_does_not_shrink_and_what_is_not_there(client: TestClient) -> None:
    answer = client.get("/assets/b-2.woff2", headers={"accept-encoding": "gzip"})
    assert answer.content == b"small already" and "content-encoding" not in answer.headers
    assert "immutable" in answer.headers["cache-control"]
    gone = client.get("/assets/nothing.js", headers={"accept-encoding": "gzip"})
    assert gone.status_code == 404 and "immutable" not in gone.headers.get("cache-control", "")
    assert client.get("/assets/../a-1.js%00").status_code in (400, 404)
