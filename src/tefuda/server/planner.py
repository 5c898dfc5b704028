"""What happens at a table without a command: bots think and move, clocks run out, votes open, the next match begins."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import TYPE_CHECKING

from tefuda.server.table import Refusal

if TYPE_CHECKING:
    from tefuda.server.live import Live

DELAY = (0.6, 1.6)  # seconds that a bot takes, drawn before it looks at its cards
CALM = 0.5  # seconds for which bots do not move after the store has failed: people come first
SPEEDS = {"slow": 2.0, "normal": 1.0, "fast": 0.35, "at-once": 0.0}  # what a person alone with bots may choose
GRID = 0.25  # a bot that was not ready in time acts at a multiple of this
MOVES_MAX = 40_000  # entries of a table's log: a match that was begun may go on, but not for ever
HOST = 20.0  # seconds after which somebody else becomes the host of a lobby that the host has left


class Planner:
    """The bots and the alarm of one live table. `plan` is to be called after every change."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.house = live.house
        self.loop = live.loop
        self.key = live.house.random_key()
        self.thinking: dict[int, object] = {}  # the thought of a bot that counts
        self.asked: set[int] = set()  # the seats on which people have been told that they can vote ...
        self.helped: set[int] = set()  # ... and those for which they have been told that a bot plays
        self.alarm: asyncio.TimerHandle | None = None  # while something is played, and when it rings ...
        self.rings = 0.0
        self.pause: asyncio.TimerHandle | None = None  # ... and while nothing is

    def plan(self) -> None:
        """Lets the bots think that may have a move, and sets the alarm for what comes next without a command."""
        if self.pause:
            self.pause.cancel()
            self.pause = None
        if self.live.clocks.rest and self._rests():
            return
        paused = self.live.audience.speed == "paused"
        if not self._is_followed() or self.live.table.status != "playing" or paused:
            self.thinking.clear()
            self._silence()
            self._plan_pause()
            return
        match, clocks, now = self.live.table.playing, self.live.clocks, self.loop.time()
        rings, late, asked = float("inf"), set[int](), set[int]()
        for seat, place in enumerate(self.live.table.places):
            if place.person and seat in clocks.waiting and not clocks.is_helped(seat):
                due, asks = clocks.due(seat), clocks.asks_at(seat)
                if asks is not None and asks > now:
                    rings = min(rings, asks)
                elif asks is not None and clocks.is_asked(seat, now):
                    asked.add(seat)
                if due is not None and due > now:
                    rings = min(rings, due)
                elif due is not None:
                    clocks.helped.add(seat) if clocks.stays(seat) else late.add(seat)
            if (self._is_for_bot(seat) or seat in late) and seat not in self.thinking and match.may_act(seat):
                if not any(held.seat == seat for held in self.live.held):
                    self.thinking[seat] = thought = object()
                    self.house.spawn(self.bot_acts(seat, thought))
        if rings < float("inf"):
            self._ring_at(rings)
        if (asked, clocks.helped) != (self.asked, self.helped):
            self.asked, self.helped = asked, set(clocks.helped)
            self.live.audience.tell_table()

    def _rests(self) -> bool:
        """Whether people still look at the end of a round: until they have, or for a while, nobody thinks."""
        clocks = self.live.clocks
        if not clocks.looking() or clocks.rest <= self.loop.time():
            self.live.end_rest()
            return False
        self.thinking.clear()
        self._ring_at(clocks.rest)
        return True

    def _ring_at(self, time: float) -> None:
        """Plans again at this time, or before: a look too early costs less than another alarm for every move."""
        if self.alarm is None or time < self.rings:
            self._silence()
            self.alarm, self.rings = self.loop.call_at(time, self._ring), time

    def _silence(self) -> None:
        if self.alarm:
            self.alarm.cancel()
            self.alarm = None

    def _ring(self) -> None:
        self.alarm = None
        self.plan()

    def _plan_pause(self) -> None:
        """While nothing is played: when another match begins, or another person becomes the host."""
        if not self._is_followed():
            return
        if (due := self.live.again_at()) is not None:
            self.pause = self.loop.call_at(due, lambda: self.house.spawn(self.live.begin_again()))
        elif self.live.table.status == "lobby" and self.live.host_left is not None:
            self.pause = self.loop.call_at(self.live.host_left + HOST, lambda: self.house.spawn(self.live.pass_on()))

    def _is_followed(self) -> bool:
        return bool(self.live.audience.followers) and not self.live.gone and self.live.table.size < MOVES_MAX

    def _is_for_bot(self, seat: int) -> bool:
        return bool(self.live.table.places[seat].bot) or self.live.clocks.is_helped(seat)

    async def bot_acts(self, seat: int, thought: object) -> None:
        """One move of a bot."""
        if self.thinking.get(seat) is thought and not self.live.table.playing.may_act(seat):
            del self.thinking[seat]
        if self.thinking.get(seat) is not thought:
            return  # something has happened before it could begin
        due, move = await self._choose(seat)
        await asyncio.sleep(max(0.0, due - self.loop.time()))
        async with self.live.lock:
            if self.thinking.get(seat) is not thought or self.live.gone:
                return  # something has happened meanwhile
            del self.thinking[seat]
            if self.live.clocks.until:
                self.live.hold(seat, move, "", None)
                return
            with suppress(Refusal):
                self.live.table.check_play(seat, move)
                await self.live.move(seat, move, "")
            self.plan()

    async def _choose(self, seat: int) -> tuple[float, str]:
        """Chooses a bot's move, and the moment for it, which is drawn before the bot looks at its cards."""
        place, match = self.live.table.places[seat], self.live.table.playing
        key = f"{self.key}/{self.live.table.number}/{self.live.audience.stream(None).n}/{seat}/{self.live.acts[seat]}"
        rng = random.Random(key)
        begun = max(self.live.changed, self.live.clocks.since[seat], self.house.failed + CALM)
        due = begun + rng.uniform(*DELAY) * self.house.settings.pace * SPEEDS.get(self.live.audience.speed, 1.0)
        if place.person and not self.live.clocks.is_helped(seat):
            due = self.loop.time()  # the person's clock has run out
        move = await self.house.choose(place.bot or self.live.table.stand_in, self.live.table.code, match, seat, rng)
        late = self.loop.time() - due
        if late > 0 and self.house.settings.pace:
            due += GRID * (int(late / GRID) + 1)
        return due, move
