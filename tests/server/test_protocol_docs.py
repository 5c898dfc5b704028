"""The pages about the server are complete, and what they show works."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from tefuda.cli.serve import serve
from tefuda.server import protocol as p
from tests.trials.running import running

DOCS = Path(__file__).parents[2] / "docs"
PROTOCOL = (DOCS / "protocol.md").read_text("utf-8")
HOSTING = (DOCS / "hosting.md").read_text("utf-8")


def test_the_schema_is_current() -> None:
    assert json.loads((DOCS / "protocol.json").read_text("utf-8")) == p.schema(), "scripts/protocol writes it anew"


@pytest.mark.parametrize("kind", [*get_args(p.FromClient), *get_args(p.FromServer)])
def test_every_message_is_named(kind: type[p.Message]) -> None:
    name = kind.__name__.lower()
    assert f"`{name}`" in PROTOCOL or f'"type": "{name}"' in PROTOCOL


def test_every_reason_is_explained() -> None:
    assert re.findall(r"^\| `([a-z-]+)` \| \w", PROTOCOL.partition("## Reasons")[2], re.MULTILINE) == list(
        get_args(p.Reason)
    )


def test_the_client_s_examples_are_messages() -> None:
    shown = [line.removeprefix("> ") for line in PROTOCOL.splitlines() if line.startswith("> {")]
    assert len(shown) > 5
    for line in shown:
        assert p.decode_client(line.replace("91f0c2…", "91f0c2"))


def test_the_bot_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = PROTOCOL.partition("```python\n")[2].partition("```")[0]
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(code, "docs/protocol.md", "exec"), names)

    async def main() -> None:
        async with running(tmp_path) as server:
            await asyncio.wait_for(names["play"](server.url), 60)

    asyncio.run(main())
    assert re.search(r"\[-?\d+, -?\d+, -?\d+\]", capsys.readouterr().out)


def test_every_option_of_serve_is_in_the_table() -> None:
    shown = re.findall(r"^\| `--([a-z-]+)` \| `(TEFUDA_[A-Z_]+)` \| (.*?) \| (.*?) \|$", HOSTING, re.MULTILINE)
    known = []
    for name, one in inspect.signature(serve, eval_str=True).parameters.items():
        (parameter,) = one.annotation.__metadata__
        default = f"`{one.default}`" if one.default != "" else ""
        known.append((name.replace("_", "-"), parameter.env_var[0], default, parameter.help))
    assert shown == known
