"""What tests of live tables share."""

from __future__ import annotations

from typing import Any

import pytest

from tefuda.client import Client, Refused
from tefuda.server import protocol as p
from tests.trials.running import Running


async def refused(work: Any) -> str:
    with pytest.raises(Refused) as found:
        await work
    return found.value.reason


async def table(server: Running, me: Client, game: str = "scout", bots: int = 2, **more: Any) -> str:
    """A table of `me` and bots, begun."""
    seats: list[p.Level | None] = [None, *["casual"] * bots]  # type: ignore[list-item]
    code = await me.create(game, seats, **more)
    await me.sit(0, "Aki")
    await me.start()
    return code
