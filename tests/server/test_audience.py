"""What the followers of a table are told, message by message.

It is one file, because `Audience` is one class: each test says who is told what of one thing that happens.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import json
from msgspec.structs import replace

from tefuda.server import protocol as p
from tefuda.server.audience import CROWD, WORDS
from tefuda.server.log import Allowed, Assigned, Circled, Over, Published, Sat, Stood, Undone, Wished
from tefuda.server.stream import Stream
from tefuda.server.table import Refusal, Step
from tests.server.room import OTHER, START, Room
from tests.server.test_fold import NEXT
from tests.server.test_table import GUEST, HOST, STRANGER, made

# ---- who is here


def test_who_is_here() -> None:
    room = Room()
    audience = room.audience
    assert not audience.is_here(HOST) and audience.present() == set() and audience.longest_here() is None
    watcher = room.come(STRANGER, looks=True)
    assert audience.longest_here() == STRANGER and audience.is_here(STRANGER) and not audience.is_here(HOST)
    guest = room.come(GUEST, looks=True)
    room.come(HOST)
    assert audience.longest_here() == GUEST, "players first, the one who came first"
    assert audience.present() == {0, 1} and audience.looking() == {1}
    audience.leave(guest)
    assert audience.present() == {0} and audience.looking() == set() and not audience.is_here(GUEST)
    assert watcher in audience.followers


def test_a_person_may_have_several_connections() -> None:
    room = Room()
    phone, desk = room.come(GUEST), room.come(GUEST)
    room.audience.leave(phone)
    assert room.audience.is_here(GUEST) and room.audience.present() == {1}
    assert desk.take(p.Table)[-1].seat == 1


# ---- what a newcomer is told


def test_a_newcomer_is_told_the_table_and_the_match_as_they_may_know_them() -> None:
    room = Room()
    room.play_on(5)
    for person, seat, host in ((HOST, 0, True), (GUEST, 1, False), (STRANGER, None, False)):
        one = room.come(person)
        table, update = one.take()
        assert (table.seat, table.eyes, table.host) == (seat, seat, host)
        assert update.view == room.view(seat) and update.events == room.told(seat)
        assert (update.since, update.n) == (0, room.told(seat)[-1].n)
        assert update.moves == (room.table.playing.moves(seat) if seat is not None else [])
        facts = room.table.face.facts(room.table.playing.view(seat), update.moves)
        assert facts and update.facts == json.decode(json.encode(facts))


def test_whoever_comes_back_is_told_what_is_new() -> None:
    room = Room()
    room.play_on(5)
    told = room.told(1)
    (update,) = room.come(GUEST, known=told[2].n).take(p.Update)
    assert update.events == told[3:] and update.since == told[2].n
    (update,) = room.come(GUEST, known=told[-1].n).take(p.Update)
    assert update.events == [] and update.since == update.n == told[-1].n


def test_each_is_told_in_the_own_language() -> None:
    room = Room()
    room.play_on(4)
    english, japanese = room.come(STRANGER), room.come(OTHER, lang="ja")
    assert english.take(p.Update)[0].events == room.told(None)
    assert japanese.take(p.Update)[0].events == room.told(None, "ja") != room.told(None)
    room.play_on(1)
    assert english.take(p.Update)[0].events == room.told(None)[-1:]
    assert japanese.take(p.Update)[0].events == room.told(None, "ja")[-1:]


def test_a_client_that_draws_nothing_is_told_no_sentences_and_no_facts() -> None:
    room = Room(made(clock=p.Clock(30)))
    room.play_on(4)
    both = [room.come(GUEST, told=told, facts=facts) for told in (True, False) for facts in (True, False)]

    def check(events: list[p.Happened]) -> None:
        bare = [replace(one, told=[]) for one in events]
        for one in both:
            (update,) = one.take(p.Update)
            assert update.events == (events if one.told else bare)
            assert bool(update.facts) == one.facts
            assert update.view == room.view(1) and update.moves == room.table.playing.moves(1)

    check(room.told(1))
    assert any(event.told for event in room.told(1))
    room.play_on(1)
    check(room.told(1)[-1:])
    room.audience.tell_times()
    check([])


def test_a_newcomer_is_told_the_whole_match_after_others_were_told_its_last_event() -> None:
    room = Room()
    first = room.come(STRANGER)
    room.play_on(5)
    first.take()
    (update,) = room.come(OTHER).take(p.Update)
    assert update.events == room.told(None) and update.since == 0


def test_events_are_counted_for_spectators_while_there_are_none() -> None:
    room = Room()
    room.come(HOST)
    room.play_on(5)
    (update,) = room.come(STRANGER).take(p.Update)
    assert update.events == room.told(None) and update.n == room.told(None)[-1].n


def test_in_the_lobby_there_is_no_match_to_tell() -> None:
    room = Room(begun=False)
    assert [type(one) for one in room.come(STRANGER).take()] == [p.Table]


def test_only_what_is_lent_is_seen() -> None:
    room = Room()
    with pytest.raises(Refusal):
        room.come(STRANGER, wish=1)
    assert not room.audience.followers
    room.log.add(Allowed(1, True))
    table, update = room.come(STRANGER, wish=1).take()
    assert (table.seat, table.eyes) == (None, 1) and update.view == room.view(1) and update.moves == []


# ---- what happens


def test_each_is_told_a_move_as_they_may_know_it() -> None:
    """In SCOUT it is secret until the last one which way up a hand is held: others are not even told that one chose."""
    room = Room()
    people = {seat: room.come(person) for seat, person in ((0, HOST), (1, GUEST), (None, STRANGER))}
    for one in people.values():
        one.take()
    assert room.play(0) is False
    (update,) = people[0].take()
    assert [event.move for event in update.events] == ["keep"] and update.since == update.n - 1
    assert people[1].take() == people[None].take() == []
    room.play(1)
    assert people[0].take() == people[None].take() == [] and len(people[1].take()) == 1
    assert room.play(2) is True, "now everybody knows"
    for seat, one in people.items():
        (update,) = one.take()
        assert update.view == room.view(seat) and update.n == room.told(seat)[-1].n
        assert update.events == room.told(seat)[-len(update.events) :] and update.since == update.events[0].n - 1


def test_a_clock_knows_whether_all_know_of_a_move() -> None:
    room = Room(made(clock=p.Clock(10, 0)))
    room.come(HOST)
    room.loop.now += 4
    room.play(0)
    assert room.clocks.since[0] == START + 4 and room.clocks.known[0] == START
    room.play(1)
    room.loop.now += 1
    room.play(2)
    assert room.clocks.known == [START + 5] * 3


def test_those_who_see_the_same_are_sent_the_same_bytes() -> None:
    """What many are told is made once."""
    room = Room()
    first, second, phone = room.come(STRANGER), room.come(OTHER), room.come(GUEST)
    ways: list[Callable[[], None]] = [lambda: room.play_on(3), room.audience.tell_times, room.audience.tell_table]
    for tell in ways:
        tell()
        assert first.last is second.last is not phone.last
    assert first.take(p.Update) == second.take(p.Update) != phone.take(p.Update)


def test_a_match_is_read_once_for_all_who_see_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[int | None] = []
    catch_up = Stream.catch_up

    def counted(self: Stream, lang: p.Lang, since: int) -> list[p.Happened]:
        reads.append(self.reader)
        return catch_up(self, lang, since)

    monkeypatch.setattr(Stream, "catch_up", counted)
    room = Room()
    for person in (STRANGER, OTHER):
        room.come(person)
        room.audience.tell_times()
        assert reads == [None]
    room.come(OTHER, lang="ja")
    assert reads == [None, None]
    room.log.add(Over(NEXT), Wished(0, ""), Wished(1, ""))
    step = room.table.read(room.table.rematch())
    assert isinstance(step, Step)
    reads.clear()
    room.audience.new_match()
    room.audience.tell(step, room.loop.now)
    room.come("n" * 64)
    assert reads == [], "what all were just told is the whole match"


def test_a_stream_that_nobody_follows_any_more_is_forgotten_but_the_spectators_is_kept() -> None:
    room = Room()
    guest = room.come(GUEST)
    room.play_on(3)
    assert set(room.audience.streams) == {(1, 0), (None, 0)}
    room.audience.leave(guest)
    room.play_on(1)
    assert set(room.audience.streams) == {(None, 0)}
    assert room.come(GUEST).take(p.Update)[0].events == room.told(1)


def test_moves_are_only_for_players_and_only_while_a_match_is_played() -> None:
    room = Room()
    guest = room.come(GUEST)
    assert guest.take(p.Update)[0].moves == ["keep", "flip"]
    room.log.add(Over(NEXT, True))
    room.audience.tell_anew()
    room.audience.tell_table()
    (update,) = guest.take(p.Update)
    assert update.moves == [] and update.result is not None and update.result.reason == "stopped"


def test_the_window_is_told_in_ms() -> None:
    room = Room()
    room.clocks.until = START + 0.7
    assert room.come(GUEST).take(p.Update)[0].window == 700
    room.loop.now += 5
    assert room.come(GUEST).take(p.Update)[0].window == 0


def test_clocks_are_told_without_an_event() -> None:
    room = Room(made(clock=p.Clock(10, 7)))
    people = [room.come(GUEST), room.come(STRANGER), room.come(STRANGER)]
    for one in people:
        one.take()
    room.loop.now += 4
    room.audience.tell_times()
    for one, seat in zip(people, (1, None, None), strict=True):
        (update,) = one.take()
        assert update.events == [] and update.since == update.n == room.told(seat)[-1].n
        assert [(time.move, time.reserve) for time in update.times] == [(6000, 7000)] * 3


def test_a_new_match_is_told_from_its_beginning() -> None:
    room = Room()
    people = {seat: room.come(person) for seat, person in ((1, GUEST), (None, STRANGER))}
    room.play_on(4)
    room.log.add(Over(NEXT), Wished(0, ""), Wished(1, ""))
    step = room.table.read(room.table.rematch())
    assert isinstance(step, Step)
    for one in people.values():
        one.take()
    room.audience.new_match()
    assert room.audience.when == []
    room.audience.tell(step, room.loop.now)
    for seat, one in people.items():
        (update,) = one.take(p.Update)
        assert (update.match, update.since) == (2, 0) and update.events == room.told(seat)
        assert update.view == room.view(seat)


def test_moves_that_were_taken_back_are_told_by_the_match_from_its_beginning() -> None:
    room = Room()
    room.log.add(Assigned(1, "club"))
    host = room.come(HOST)
    begun = len(room.table.playing.record.events)
    room.play(0)
    japanese = room.come(HOST, lang="ja")
    for one in (host, japanese):
        one.take()
    room.log.add(Undone(0, begun))
    room.loop.now += 3
    room.audience.undone()
    assert room.audience.when == [(START + 3, begun)]
    room.audience.tell_table()
    for one in (host, japanese):
        (update,) = one.take(p.Update)
        assert update.since == 0 and update.events == room.told(0, one.lang) and update.moves == ["keep", "flip"]


# ---- whose eyes


def test_eyes_that_are_taken_back_show_nothing_more() -> None:
    room = Room()
    room.log.add(Allowed(1, True))
    watcher = room.come(STRANGER, wish=1)
    watcher.take()
    room.play(1)
    assert [event.move for event in watcher.take(p.Update)[0].events] == ["keep"]
    room.log.add(Allowed(1, False))
    room.audience.tell_table()
    table, update = watcher.take()
    assert table.eyes is None and update.view == room.view(None) and update.events == room.told(None)
    room.play(0)
    assert watcher.take() == []
    room.play(2)
    (update,) = watcher.take()
    assert update.view == room.view(None)
    room.log.add(Allowed(1, True))
    room.play_on(1)
    (update,) = watcher.take()
    assert update.view == room.view(1) and update.events == room.told(1), "what was asked for once is seen again"


def test_whoever_may_not_see_the_match_is_told_so_once_and_then_nothing() -> None:
    room = Room(replace(made(), watchers=False), begun=False)
    watcher, guest = room.come(STRANGER), room.come(GUEST)
    room.log.add(Sat(0, HOST, "Aki", ""), Sat(1, GUEST, "Ben", ""))
    watcher.take()
    began = room.table.start(HOST, "club")
    for entry in began[:-1]:
        room.table.read(entry)
    step = room.table.read(began[-1])
    assert isinstance(step, Step)
    room.audience.new_match()
    room.audience.tell(step, room.loop.now)
    assert watcher.take() == [p.Unfollowed("no-table")] and watcher not in room.audience.followers
    room.play_on(4)
    room.audience.said(p.Said(None, "Aki", None, "hello"))
    room.audience.tell_table()
    assert watcher.take() == []
    assert guest.take(p.Update)[0].view["seat"] == 1
    with pytest.raises(Refusal):
        room.come(STRANGER)


def test_whoever_sees_otherwise_is_told_all_while_another_is_told_what_is_new() -> None:
    room = Room()
    room.play_on(5)
    room.log.add(Allowed(1, True))
    watcher = room.come(STRANGER, wish=1)
    watcher.take()
    room.log.add(Allowed(1, False))
    guest = room.come(GUEST, known=3)
    assert guest.take(p.Update)[0].since == 3
    (update,) = watcher.take(p.Update)
    assert update.since == 0 and update.events == room.told(None)


# ---- words


def test_what_was_said_is_told_to_all_and_the_last_words_to_newcomers() -> None:
    room = Room()
    guest = room.come(GUEST)
    guest.take()
    room.audience.recall(guest)
    assert guest.take() == []
    words = [p.Said(1, "Ben", None, str(n)) for n in range(WORDS + 3)]
    for word in words:
        room.audience.said(word)
    assert guest.take() == words
    room.audience.recall(guest)
    assert guest.take() == [p.Talked(words[3:])]


# ---- the table


def test_players_are_told_at_once_who_comes_and_of_spectators_soon() -> None:
    room = Room()
    guest = room.come(GUEST)
    guest.take()
    room.come(HOST)
    (table,) = guest.take()
    assert [seat.here for seat in table.seats] == [True, True, True] and table.spectators == 0
    room.come(STRANGER)
    room.loop.pass_to(START + CROWD / 2)
    room.come(STRANGER)
    room.come(OTHER)
    assert guest.take() == []
    room.loop.pass_to(START + CROWD)
    (table,) = guest.take()
    assert table.spectators == 2, "persons, not connections"
    room.loop.pass_to(START + 9)
    assert guest.take() == []
    room.audience.tell_table_soon()
    room.loop.pass_to(START + 10)
    assert len(guest.take()) == 1, "and again the next time"


def test_what_is_told_at_once_is_not_told_again_soon() -> None:
    room = Room()
    guest = room.come(GUEST)
    room.come(STRANGER)
    room.audience.tell_table()
    guest.take()
    room.loop.pass_to(START + 9)
    assert guest.take() == []


def test_who_sits_where() -> None:
    room = Room(made("gift", 4), begun=False)
    room.log.add(Sat(0, HOST, "Aki", "01", "fox"), Sat(1, GUEST, "", ""), Assigned(2, "club"), Allowed(0, True, 7))
    seats = room.come(HOST).take(p.Table)[0].seats
    told = [(one.name, one.face, one.kind, one.here, one.eyes, one.delay) for one in seats]
    assert told == [
        ("Aki", "fox", "person", True, True, 7),
        ("", "", "person", False, False, 0),
        ("Chidori", "", "bot", True, False, 0),
        ("", "", "free", False, False, 0),
    ]
    assert [one.level for one in seats] == [room.table.stand_in, room.table.stand_in, "club", None]
    assert not any(one.helped or one.asked or one.votes or one.looking for one in seats)


def test_votes_and_the_bot_that_steps_in_are_told() -> None:
    room = Room()
    host = room.come(HOST)
    room.loop.now += 500
    room.clocks.vote(0, 1, True, room.loop.now)
    room.loop.now += 3
    room.audience.tell_table()
    seat = host.take(p.Table)[-1].seats[1]
    assert seat.asked and seat.votes == [0] and seat.bot_in == 7000 and not seat.helped
    assert host.got == [] and room.clocks.stepping
    room.loop.now += 30
    room.log.add(Stood(1))
    room.audience.tell_table()
    seat = host.take(p.Table)[-1].seats[1]
    assert seat.helped and seat.bot_in == 0 and not seat.asked


def test_who_looks_at_the_end_of_a_round_is_told() -> None:
    room = Room()
    host = room.come(HOST, looks=True)
    assert host.take(p.Table)[-1].rest is None
    room.clocks.begin_rest(room.audience.looking(), room.loop.now)
    room.loop.now += 5
    room.audience.tell_table()
    table = host.take(p.Table)[-1]
    assert [seat.looking for seat in table.seats] == [True, False, False] and table.rest == 15000


def test_how_it_is_played_is_told() -> None:
    room = Room(replace(made(clock=p.Clock(10, 7)), patience=33))
    room.audience.speed = "fast"
    (table,) = room.come(HOST).take(p.Table)
    assert (table.code, table.game, table.status, table.match) == ("0" * 12, "scout", "playing", 1)
    assert (table.clock, table.away, table.patience, table.speed) == (p.Clock(10, 7), 60, 33, "fast")
    assert (table.public, table.hints, table.watchers, table.published) == (False, True, True, True)
    assert table.deal == room.table.deal_info() and table.duplicate is None and table.again == []
    room.log.add(Over(NEXT), Wished(1, ""))
    assert room.come(HOST).take(p.Table)[0].again == [1]


def test_a_private_match_is_published_when_the_host_says_so() -> None:
    room = Room(replace(made(), watchers=False))
    host = room.come(HOST)
    assert not host.take(p.Table)[0].published
    room.log.add(Over(NEXT), Published(1))
    room.audience.tell_table()
    assert host.take(p.Table)[0].published


def test_the_circle_of_a_table_is_for_its_players_and_its_host() -> None:
    """A stranger with the code of a table does not learn whose evening it is."""
    room = Room(replace(made(), circle=Circled("C" * 12, "Friday")), begun=False)
    assert room.come(HOST).take(p.Table)[0].circle == p.Circle("C" * 12, "Friday")
    assert room.come(STRANGER).take(p.Table)[0].circle is None
    room.log.add(Sat(1, GUEST, "Ben", ""))
    assert room.come(GUEST).take(p.Table)[0].circle == p.Circle("C" * 12, "Friday")
    assert Room().come(GUEST).take(p.Table)[0].circle is None


def test_eyes_that_are_lent_again_with_a_delay_show_all_that_is_old_enough() -> None:
    """Once they went on from where they had stood, and caught up when somebody made a hidden move."""
    room = Room()
    room.table.places[0].lend(True, 10)
    watcher = room.come(OTHER, 0)
    room.loop.pass_to(START + 20)
    room.audience.tell_table()
    room.table.places[0].lend(False)
    room.audience.tell_table()
    for seat in range(3):
        room.play(seat)
    room.play_on(2)
    room.loop.pass_to(START + 60)
    watcher.take()
    room.table.places[0].lend(True, 10)
    room.audience.tell_table()
    (update,) = watcher.take(p.Update)
    assert (update.since, update.n) == (0, room.told(0)[-1].n) and update.view == room.view(0)
    room.loop.pass_to(START + 120)
    assert watcher.take(p.Update) == []


def test_a_hidden_move_shows_nobody_anything_through_delayed_eyes() -> None:
    """Not even what is old enough in a moment: the moment would tell of the move."""
    room = Room()
    room.audience.when = [(START, len(room.table.playing.record.events))]
    room.table.places[0].lend(True, 10)
    watcher = room.come(OTHER, 0)
    watcher.take()
    room.loop.now = START + 9.995
    room.play(1)
    assert watcher.take(p.Update) == []
    room.loop.pass_to(START + 10)
    assert len(watcher.take(p.Update)) == 1
