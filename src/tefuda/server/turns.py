"""Fair turns when many people want something at the same time."""

from __future__ import annotations

import asyncio
from collections import Counter, deque


class Turns:
    """In each round of the loop every person begins only a few pieces of work.

    So somebody with one connection never waits for all the connections of somebody else, only for a few of them.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, most: int) -> None:
        self._loop = loop
        self._most = most
        self._begun: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def take(self, who: str) -> None:
        if not self._begun:
            self._loop.call_soon(self._next_round)
        if self._begun[who] < self._most:
            self._begun[who] += 1
            return
        turn = self._loop.create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        await turn

    def _next_round(self) -> None:
        self._begun.clear()
        for who, queue in list(self._waiting.items()):
            while queue and self._begun[who] < self._most:
                turn = queue.popleft()
                if not turn.done():  # cancelled
                    self._begun[who] += 1
                    turn.set_result(None)
            if not queue:
                del self._waiting[who]
        if self._begun:
            self._loop.call_soon(self._next_round)

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))
