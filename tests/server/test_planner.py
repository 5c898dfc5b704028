"""When a table is looked at again without a command: the planner's alarms. Time passes when the test says so."""

from __future__ import annotations

from types import CoroutineType, SimpleNamespace
from typing import Any, cast

from tefuda.server import protocol as p
from tefuda.server.live import Live
from tefuda.server.planner import HOST as HOST_SECONDS
from tefuda.server.planner import Planner
from tests.server.room import START, Room
from tests.server.test_table import GUEST, HOST, made

MOVE = 10


class Stage:
    """A room with a planner. What it has done beside the loop is kept, and not done."""

    def __init__(self, room: Room) -> None:
        self.room, self.loop, self.clocks = room, room.loop, room.clocks
        self.spawned: list[str] = []
        self.live = SimpleNamespace(
            house=SimpleNamespace(random_key=lambda: "key", spawn=self.spawn),
            loop=room.loop,
            clocks=room.clocks,
            table=room.table,
            audience=room.audience,
            held=[],
            gone=False,
            host_left=None,
            again_at=lambda: None,
            pass_on=self.pass_on,
            end_rest=lambda: room.clocks.end_rest(room.loop.now),
        )
        self.planner = Planner(cast(Live, self.live))

    def spawn(self, work: CoroutineType[Any, Any, None]) -> None:
        self.spawned.append(work.__name__)
        work.close()

    async def pass_on(self) -> None: ...

    def plan(self) -> list[float]:
        """The seconds from the beginning at which alarms ring now."""
        self.planner.plan()
        return self.alarms()

    def alarms(self) -> list[float]:
        return [alarm.at - START for alarm in self.loop.alarms if not alarm.cancelled]

    def pass_to(self, seconds: float) -> list[float]:
        self.loop.pass_to(START + seconds)
        return self.alarms()


def playing(clock: bool = True) -> Stage:
    room = Room(made(clock=p.Clock(MOVE, 0) if clock else None))
    for person in (HOST, GUEST):
        room.come(person)
    return Stage(room)


def test_an_alarm_stays_while_nothing_comes_before_it() -> None:
    stage = playing()
    assert stage.plan() == [MOVE]
    stage.loop.now += 4
    stage.clocks.since = [START + 4] * 3
    assert stage.plan() == [MOVE], "it rings too early, and is not set again for every move"
    assert stage.spawned == ["bot_acts"]  # the bot's own
    assert stage.pass_to(MOVE) == [MOVE + 4]
    assert stage.pass_to(MOVE + 4) == []
    assert stage.spawned == ["bot_acts"] * 3, "the clocks of both people have run out"


def test_an_alarm_is_set_again_for_what_comes_before_it() -> None:
    stage = playing()
    stage.plan()
    stage.clocks.since[0] = START - 7
    assert stage.plan() == [MOVE - 7]
    assert stage.pass_to(MOVE - 7) == [MOVE]
    assert stage.planner.thinking.keys() == {0, 2}
    stage.pass_to(MOVE)
    assert stage.planner.thinking.keys() == {0, 1, 2}


def test_nothing_rings_while_nothing_is_played() -> None:
    stage = playing()
    stage.plan()
    stage.room.audience.speed = "paused"
    assert stage.plan() == []
    stage.room.audience.speed = "normal"
    assert stage.plan() == [MOVE]
    stage.room.audience.followers.clear()
    assert stage.plan() == []


def test_a_rest_ends_by_itself() -> None:
    stage = playing()
    assert stage.plan() == [MOVE]
    stage.clocks.rest, stage.clocks.awaited = START + 15, {0}
    stage.clocks.here = {0, 1}
    assert stage.plan() == [MOVE], "a look too early"
    assert stage.pass_to(MOVE) == [15] and not stage.planner.thinking
    assert stage.pass_to(15) == [15 + MOVE] and stage.planner.thinking.keys() == {2}


def test_people_are_asked_and_bots_step_in() -> None:
    stage = playing(clock=False)
    patience = stage.room.table.made.patience
    assert stage.plan() == [patience]
    stage.clocks.known[0] = START - 5
    assert stage.plan() == [patience - 5]
    assert stage.pass_to(patience - 5) == [patience] and stage.planner.asked == {0}
    stage.clocks.vote(1, 0, True, stage.loop.now)
    countdown = stage.clocks.stepping[0] - START
    assert stage.plan() == [patience]
    assert stage.pass_to(patience) == [countdown] and stage.planner.asked == {0, 1}
    stage.pass_to(countdown)
    assert stage.planner.helped == {0}


def test_a_host_who_comes_back_has_the_whole_time_again() -> None:
    stage = Stage(Room(made(), begun=False))
    stage.room.come(GUEST)
    stage.loop.alarms.clear()  # the others are told of a spectator
    stage.live.host_left = START
    assert stage.plan() == [HOST_SECONDS]
    stage.live.host_left = None
    assert stage.plan() == []
    stage.live.host_left = START + 15
    assert stage.plan() == [15 + HOST_SECONDS]
    assert stage.pass_to(15 + HOST_SECONDS) == [] and stage.spawned == ["pass_on"]
