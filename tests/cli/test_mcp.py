"""The table for language models, asked by the client of the official library."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from tefuda.cli.mcp import make_server

Call = Callable[..., Awaitable[tuple[bool, str]]]


def asking(client: Client) -> Call:
    async def call(tool: str, **arguments: Any) -> tuple[bool, str]:
        """Whether it was an error, and the text."""
        result: Any = await client.call_tool(tool, arguments)
        return bool(result.is_error), "\n".join(part.text for part in result.content)

    return call


def test_a_match_is_played_with_the_tools() -> None:
    async def run() -> None:
        async with Client(make_server()) as client:
            tools = (await client.list_tools()).tools
            assert sorted(tool.name for tool in tools) == ["games", "look", "move", "rules", "sit", "why_not"]
            assert all(tool.description for tool in tools)
            call = asking(client)
            assert "twentythree: 23; seats: 2, 3, 4" in (await call("games"))[1]
            wrong, text = await call("look")
            assert wrong and "you sit at no table" in text
            wrong, text = await call("sit", game="twentythree", seats=2, opponents="casual", seat=1, seed=3)
            assert not wrong and "You sit at seat 1." in text
            assert (await call("rules"))[1].startswith("# 23")
            wrong, text = await call("move", move="jump")
            assert wrong and "This is not a move: jump" in text
            assert "This is not possible now: discard 1. " in (await call("why_not", move="discard 1"))[1]
            moves = 0
            while "The match is over." not in text:
                first = (await call("look"))[1].partition("Your moves:\n- ")[2].splitlines()[0]
                wrong, text = await call("move", move=first)
                assert not wrong
                moves += 1
            assert moves > 5

    anyio.run(run)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"game": "whist"}, "there is no game 'whist'"),
        ({"game": "./scout"}, "there is no game"),
        ({"game": "scout", "opponents": "cmd:ls"}, "there is no bot 'cmd:ls'"),
        ({"game": "scout", "opponents": "os:getcwd"}, "there is no bot"),
        ({"game": "scout", "seats": 9}, "seats must be"),
        ({"game": "scout", "options": {"edition": "gold"}}, "edition"),
        ({"game": "scout", "options": {"opponents": "cmd:ls"}}, "opponents"),
    ],
)
def test_nothing_from_outside_is_run_and_what_is_wrong_is_said(given: dict[str, Any], why: str) -> None:
    async def run() -> None:
        async with Client(make_server()) as client:
            wrong, text = await asking(client)("sit", **given)
            assert wrong and why in text

    anyio.run(run)


def test_the_command_speaks_on_standard_input() -> None:
    async def run() -> None:
        code = "from tefuda.cli import main; raise SystemExit(main(['mcp']))"
        server = StdioServerParameters(command=sys.executable, args=["-c", code])
        async with Client(stdio_client(server)) as client:
            assert "scout: SCOUT" in (await asking(client)("games"))[1]

    anyio.run(run)
