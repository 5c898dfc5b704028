"""Judging on a device: small workers do the weighings, those of several events of a match side by side."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakKeyDictionary

from tefuda.judge.report import Judging, Looked
from tefuda.judge.scales import Asked, Steps
from tefuda.kernel.plain import Weighed
from tefuda.server.replays import JUDGINGS, MOMENT, so_far

Weigh = Callable[[Asked], Awaitable[list[Weighed]]]
AHEAD = 3  # events that are looked at for each worker: while one waits for its next weighing, others are weighed


class Judge:
    """Judges matches for a page, which asks for one part after another."""

    def __init__(self, weigh: Weigh, width: int) -> None:
        self._weigh = weigh
        self._most = AHEAD * width  # events that are looked at at once
        self._looks: WeakKeyDictionary[Judging, deque[asyncio.Task[Looked]]] = WeakKeyDictionary()
        self._turn = asyncio.Lock()

    async def part(self, text: str, seat: int, lang: str, worlds: int) -> dict[str, Any]:
        """As `judged_in_part` of a server. What is being looked at as the moment ends is there for the next one."""
        judging = JUDGINGS.of(text, seat, worlds)
        async with self._turn:
            await self._end_looks_at_others(judging)
            until = time.monotonic() + MOMENT
            while await self._go_on(judging) and time.monotonic() < until:
                pass
        return so_far(judging, text, lang)

    async def _end_looks_at_others(self, judging: Judging) -> None:
        """The workers have the rules of one game at a time: what is being looked at of another one comes first."""
        for other, looks in list(self._looks.items()):
            if looks and other.record.game != judging.record.game:
                await asyncio.wait(looks)

    async def _go_on(self, judging: Judging) -> bool:
        """Judges the next event; False if there was none."""
        looks = self._looks.setdefault(judging, deque())
        while len(looks) < self._most and (steps := judging.begin()) is not None:
            looks.append(asyncio.create_task(self._looked(steps)))
        if not looks:
            return False
        judging.take(await looks[0])
        looks.popleft()
        return True

    async def _looked(self, steps: Steps[Looked]) -> Looked:
        try:
            asked = next(steps)
            while True:
                asked = steps.send(await self._weigh(asked))
        except StopIteration as end:
            found: Looked = end.value
            return found
