"""Eyes that are lent with a delay: nothing is told before it is old enough."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from tefuda.server import protocol as p
from tefuda.server.audience import Audience
from tefuda.server.log import Allowed, Made, Over, Wished
from tefuda.server.table import Step
from tests.server.room import OTHER, START, Person, Room
from tests.server.test_fold import NEXT
from tests.server.test_table import GUEST, HOST, STRANGER, made


def delayed(seat: int = 1, first: Made | None = None) -> tuple[Room, Person]:
    """A room in which somebody sees through the eyes of a seat, ten seconds late."""
    room = Room(first)
    room.log.add(Allowed(seat, True, 10))
    return room, room.come(STRANGER, wish=seat)


def lent_again(room: Room, seat: int) -> None:
    """The match ends and another one begins, in which the seat lends its eyes again."""
    room.log.add(Over(NEXT), Wished(0, ""), Wished(1, ""))
    step = room.table.read(room.table.rematch())
    assert isinstance(step, Step)
    room.log.add(Allowed(seat, True, 10))
    room.audience.new_match()
    room.audience.tell(step, room.loop.now)


def test_with_a_delay_nothing_is_shown_before_it_is_old_enough() -> None:
    room, watcher = delayed()
    assert [type(one) for one in watcher.take()] == [p.Table]
    room.loop.pass_to(START + 9.9)
    assert watcher.take(p.Update) == []
    room.loop.pass_to(START + 10)
    (update,) = watcher.take(p.Update)
    assert (update.since, update.events, update.view) == (0, room.told(1), room.view(1))
    assert update.moves == [] and update.window == 0 and update.times == [] and update.result is None


def test_with_a_delay_each_event_is_shown_as_late_as_that() -> None:
    room, watcher = delayed()
    room.loop.pass_to(START + 10)
    watcher.take(p.Update)
    before = room.told(1)
    room.loop.pass_to(START + 12)
    room.play(1)
    room.loop.pass_to(START + 15)
    room.play(0)
    room.play(2)
    assert watcher.take(p.Update) == []
    room.loop.pass_to(START + 21.9)
    assert watcher.take(p.Update) == []
    room.loop.pass_to(START + 22)
    (update,) = watcher.take(p.Update)
    assert [event.move for event in update.events] == ["keep"] and update.since == before[-1].n
    assert update.view["phase"] == "choose", "the others had not chosen at that time"
    room.loop.pass_to(START + 25)
    (update,) = watcher.take(p.Update)
    assert update.view == room.view(1) and update.n == room.told(1)[-1].n
    assert room.audience.late == {}, "nothing more is to come"


def test_whoever_comes_late_with_a_delay_sees_what_is_old_enough() -> None:
    room, first = delayed()
    room.loop.pass_to(START + 8)
    room.play(1)
    room.loop.pass_to(START + 12)
    second = room.come(OTHER, wish=1)
    assert second.take(p.Update)[0].view == first.take(p.Update)[0].view
    assert second.got == []
    room.loop.pass_to(START + 18)
    (one,), (other,) = first.take(p.Update), second.take(p.Update)
    assert one == other and one.view == room.view(1)


def test_whoever_comes_back_late_with_a_delay_is_told_all_in_any_language() -> None:
    """Nobody followed meanwhile, so nothing was told, and in the first one's language what was told is long ago."""
    room, first = delayed()
    room.loop.pass_to(START + 11)
    (update,) = first.take(p.Update)
    dealt = update.n
    room.play(1)
    room.loop.pass_to(START + 15)
    room.come(OTHER, wish=1)  # who is told the deal anew
    for one in list(room.audience.followers):
        room.audience.leave(one)
    room.loop.pass_to(START + 30)
    (japanese,) = room.come(STRANGER, wish=1, lang="ja").take(p.Update)
    assert japanese.events == room.told(1, "ja") and japanese.n > dealt
    (english,) = room.come(OTHER, wish=1).take(p.Update)
    assert english.events == room.told(1) and english.n == japanese.n


def test_a_delay_does_not_hide_from_others_and_a_result_is_not_shown_early() -> None:
    room, watcher = delayed()
    guest = room.come(GUEST)
    guest.take()
    room.loop.pass_to(START + 10)
    watcher.take(p.Update)
    room.play(1)
    assert len(guest.take(p.Update)) == 1 and watcher.take(p.Update) == []
    room.audience.tell_times()
    assert watcher.take(p.Update) == [] and len(guest.take(p.Update)) == 1


def test_a_delayed_event_is_not_shown_once_the_eyes_are_taken_back() -> None:
    room, watcher = delayed()
    room.log.add(Allowed(1, False))
    room.audience.tell_table()
    watcher.take(p.Update)
    room.loop.pass_to(START + 60)
    assert watcher.take(p.Update) == []


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("shown", [False, True], ids=["not yet shown", "shown"])
def test_a_new_match_is_shown_as_late_as_the_one_before(seat: int, shown: bool) -> None:
    room, watcher = delayed(seat)
    begun = START + (12 if shown else 5)
    room.loop.pass_to(begun)
    assert bool(watcher.take(p.Update)) is shown
    lent_again(room, seat)
    dealt, told = room.view(seat), room.told(seat)
    room.loop.pass_to(begun + 3)
    room.play(seat)
    room.loop.pass_to(begun + 9.9)
    assert watcher.take(p.Update) == []
    room.loop.pass_to(begun + 10)
    (update,) = watcher.take(p.Update)
    assert update.match == 2 and (update.view, update.events) == (dealt, told), "not yet what happened since"
    room.loop.pass_to(begun + 13)
    assert watcher.take(p.Update)[0].view == room.view(seat)


@pytest.mark.parametrize("seat", [0, 1])
def test_with_a_delay_one_is_not_told_what_the_seat_itself_knows_already(seat: int) -> None:
    room = Room()
    room.log.add(Allowed(seat, True, 10))
    room.loop.pass_to(START + 8)
    dealt, told = room.view(seat), room.told(seat)
    room.play(seat)
    room.loop.pass_to(START + 12)
    assert room.come([HOST, GUEST][seat]).take(p.Update)[0].events == room.told(seat)
    (update,) = room.come(STRANGER, wish=seat).take(p.Update)
    assert (update.view, update.events) == (dealt, told)


def test_whoever_comes_after_a_late_event_is_told_it_too() -> None:
    room, _ = delayed()
    room.loop.pass_to(START + 8)
    room.play(1)
    room.loop.pass_to(START + 19)
    (update,) = room.come(OTHER, wish=1).take(p.Update)
    assert update.events == room.told(1) and update.view == room.view(1)


def test_with_a_delay_clocks_and_windows_are_not_shown_as_they_are_now() -> None:
    room, watcher = delayed(first=made(clock=p.Clock(60, 0)))
    room.clocks.until = START + 10.5
    room.loop.pass_to(START + 10)
    (update,) = watcher.take(p.Update)
    assert update.window == 0 and update.times == []
    room.clocks.until = START + 10.5
    assert room.come(GUEST).take(p.Update)[0].window == 500


def test_with_a_delay_the_result_is_not_shown_early() -> None:
    room = Room()
    room.loop.pass_to(START + 11)
    room.log.add(Over(NEXT, True), Allowed(1, True, 10))
    assert room.come(STRANGER, wish=1).take(p.Update)[0].result is None
    assert room.come(OTHER).take(p.Update)[0].result is not None


def test_a_table_that_was_asleep_knows_no_older_events_than_its_waking() -> None:
    """When they happened is not known any more, so a delay begins anew."""
    room = Room()
    room.play_on(4)
    room.log.add(Allowed(1, True, 10))
    room.loop.now += 100
    room.audience = Audience(room.table, room.clocks, cast(asyncio.AbstractEventLoop, room.loop))
    watcher = room.come(STRANGER, wish=1)
    assert watcher.take(p.Update) == []
    room.loop.pass_to(START + 110)
    assert watcher.take(p.Update)[0].view == room.view(1)
