"""The time at a table, by numbers: no loop, no socket, no waiting."""

from __future__ import annotations

from tefuda.server import protocol as p
from tefuda.server.clocks import BY_THE_DAY, COUNTDOWN, Clocks
from tests.server.test_table import GUEST, HOST, Log, made

START = 1000.0


def clocked(move: int = 10, reserve: int = 5, game: str = "gift", seats: int = 4) -> tuple[Log, Clocks]:
    """A table with a clock, whose two people are here since the start."""
    log = Log(made(game, seats, p.Clock(move, reserve))).seated()
    clocks = Clocks(log.table, START, START)
    clocks.see({0, 1}, START)
    return log, clocks


def turn_of(log: Log, seat: int) -> None:
    """Plays until this seat is waited for."""
    while log.table.playing.waits_for != (seat,):
        acts = log.table.playing.to_act[0]
        log.play(acts, log.table.playing.moves(acts)[0])


def test_only_a_seat_that_is_waited_for_uses_time_and_then_the_reserve() -> None:
    log, _ = clocked()
    turn_of(log, 1)
    clocks = Clocks(log.table, START, START)
    clocks.see({0, 1}, START)
    told = {time.seat: time for time in clocks.times(1, START + 4)}
    assert (told[1].move, told[1].reserve, told[1].running) == (6000, 5000, True)
    assert (told[0].move, told[0].reserve, told[0].running) == (10000, 5000, False)
    told = {time.seat: time for time in clocks.times(1, START + 13)}
    assert (told[1].move, told[1].reserve) == (0, 2000)
    assert clocks.reserve(1, START + 13) == 2000 and clocks.reserve(1, START + 99) == 0
    assert clocks.due(1) == START + 15 and clocks.due(0) is None


def test_the_reserve_is_what_is_left_beyond_the_time_for_a_move() -> None:
    """Nothing of it is used within that time, by whoever is not waited for, or without a clock."""
    log, _ = clocked(move=10, reserve=5)
    turn_of(log, 1)
    log.table.places[1].reserve, log.table.places[0].reserve = 3000, 1000
    clocks = Clocks(log.table, START, START)
    clocks.see({0, 1}, START)
    left = [clocks.reserve(1, START + seconds) for seconds in (0, 10, 10.5, 13, 14)]
    assert left == [3000, 3000, 2500, 0, 0]
    assert clocks.reserve(0, START + 99) == 1000
    told = {time.seat: time.reserve for time in clocks.times(None, START + 10.5)}
    assert (told[0], told[1]) == (1000, 2500)
    assert clocks.due(1) == START + 13
    free = Log(made("gift", 4)).seated()
    turn_of(free, 1)
    free.table.places[1].reserve = 7
    assert Clocks(free.table, START, START).reserve(1, START + 99) == 7


def test_nothing_is_due_while_no_player_is_here() -> None:
    log, _ = clocked()
    turn_of(log, 1)
    clocks = Clocks(log.table, START, START)
    assert clocks.due(1) is None
    clocks.see({0}, START + 100)  # time begins when somebody comes
    assert clocks.due(1) == START + 115 and clocks.stays(1)
    clocks.see({0, 1}, START + 101)
    assert not clocks.stays(1), "for somebody who is here the bot makes one move"


def test_leaving_gives_no_time_back() -> None:
    """Whoever is alone at the table could otherwise think for ever: leaving and coming back began the time anew."""
    log, _ = clocked(move=10, reserve=5)
    turn_of(log, 1)
    clocks = Clocks(log.table, START, START)
    clocks.see({0, 1}, START)
    clocks.see({1}, START + 1)
    clocks.see(set(), START + 4)  # nobody is here, and the clock stands still
    clocks.see({1}, START + 100)
    assert clocks.due(1) == START + 100 + 15 - 4
    told = {time.seat: time for time in clocks.times(None, START + 101)}
    assert (told[1].move, told[1].reserve) == (5000, 5000)
    clocks.see(set(), START + 102)
    clocks.since = [START + 150] * 4  # a bot has moved while somebody looked on
    clocks.known = list(clocks.since)
    clocks.see({1}, START + 200)
    assert clocks.due(1) == START + 200 + 15


def test_by_the_day_time_goes_on_while_nobody_is_here() -> None:
    log, _ = clocked(BY_THE_DAY, 0)
    turn_of(log, 1)
    log.table.since = 5000
    clocks = Clocks(log.table, START, 5000 + 600.0)  # ten minutes of the clock on the wall
    assert clocks.by_the_day and clocks.since[1] == START - 600
    clocks.see({1}, START + 50)
    assert clocks.due(1) == START - 600 + BY_THE_DAY


def test_time_starts_again_after_a_move_that_all_know() -> None:
    log, _ = clocked()
    turn_of(log, 1)
    clocks = Clocks(log.table, START, START)
    clocks.see({0, 1}, START)
    _, step = log.table.play(1, log.table.playing.moves(1)[0], "c", 4000)
    clocks.happened(step, True, START + 7)
    assert clocks.since[1] == START + 7 == clocks.known[1]


def test_a_secret_move_costs_nothing_and_shows_nobody_a_clock() -> None:
    log, clocks = clocked(game="scout", seats=3)
    assert log.table.playing.is_secret
    _, step = log.table.play(1, "keep", "c", 5000)
    clocks.happened(step, False, START + 3)
    assert clocks.since[1] == START + 3 and clocks.known[1] == START
    assert clocks.reserve(0, START + 99) == 5000
    seen = {time.seat: time.move for time in clocks.times(0, START + 4)}
    assert seen[1] == 6000, "others see the time of a seat as if it had not moved"


def test_people_decide_where_there_is_no_clock() -> None:
    log = Log(made("gift", 4)).seated()
    turn_of(log, 1)
    clocks = Clocks(log.table, START, START)
    clocks.see({0, 1}, START)
    assert clocks.asks_at(1) == START + 120 and not clocks.is_asked(1, START + 119)
    assert clocks.is_asked(1, START + 120) and clocks.asks_at(0) is None
    clocks.see({0}, START + 5)
    assert clocks.asks_at(1) == START + 65, "who is away is asked about sooner"
    assert clocks.due(1) is None
    clocks.vote(0, 1, True, START + 70)
    assert clocks.due(1) == START + 70 + COUNTDOWN
    clocks.vote(0, 1, False, START + 71)
    assert clocks.due(1) is None
    clocks.vote(0, 1, True, START + 72)
    clocks.see({0, 1}, START + 73)
    assert clocks.due(1) is None and clocks.votes == {}, "who comes back is not voted on any more"


def test_more_than_half_of_those_who_are_here() -> None:
    log = Log(made("gift", 4))
    third = "t" * 64
    log.add(log.table.sit(third, 2, "Cho", ""))
    log.seated()
    turn_of(log, 1)
    clocks = Clocks(log.table, START, START)
    clocks.see({0, 1, 2}, START)
    clocks.vote(0, 1, True, START)
    assert clocks.due(1) is None, "one of two is not more than half"
    clocks.vote(2, 1, True, START + 1)
    assert clocks.due(1) == START + 1 + COUNTDOWN
    clocks.see({1, 2}, START + 2)
    assert clocks.due(1) == START + 1 + COUNTDOWN, "the other has gone; whoever is left is for it"


def test_somebody_who_stood_up_is_helped_until_they_are_back() -> None:
    log = Log(made("gift", 4)).seated()
    clocks = Clocks(log.table, START, START)
    log.add(log.table.stand(GUEST))
    assert clocks.is_helped(1) and not clocks.is_helped(0)
    log.add(log.table.sit(GUEST, 1, "Ben", ""))
    assert not clocks.is_helped(1)
    clocks.helped.add(1)
    clocks.back(1, START + 9)
    assert not clocks.is_helped(1) and clocks.since[1] == START + 9
    clocks.helped.add(1)
    clocks.new_match()
    assert not clocks.is_helped(1) and clocks.waiting == ()
    clocks.undone(START + 20)
    assert clocks.waiting == log.table.playing.waits_for and clocks.known == [START + 20] * 4


def test_there_are_no_times_without_a_clock_or_after_the_match() -> None:
    log, clocks = clocked()
    assert len(clocks.times(None, START)) == 4
    log.add(log.table.end(HOST, "cd" * 32))
    assert clocks.times(None, START) == []
    assert Clocks(Log(made()).seated().table, START, START).times(0, START) == []


def test_between_rounds_no_time_passes_and_nobody_is_asked_about() -> None:
    log, _ = clocked(move=10, reserve=5)
    turn_of(log, 1)
    clocks = Clocks(log.table, START, START)
    clocks.see({0, 1}, START)
    clocks.begin_rest({0, 1}, START)
    assert clocks.looking() == {0, 1} and clocks.rest_left(START + 5) == 15_000 and clocks.rest_left(START + 99) == 0
    assert clocks.due(1) is None and clocks.reserve(1, START + 99) == 5000
    told = {time.seat: time for time in clocks.times(1, START + 19)}
    assert (told[1].move, told[1].reserve, told[1].running) == (10_000, 5000, False)
    clocks.see({1}, START + 3)
    assert clocks.looking() == {1}  # not one who is away ...
    clocks.helped.add(1)
    assert clocks.looking() == set()  # ... nor one for whom a bot plays
    clocks.helped.clear()
    clocks.end_rest(START + 7)
    assert clocks.rest_left(START + 8) is None and clocks.looking() == set()
    assert clocks.due(1) == START + 7 + 15
    told = {time.seat: time for time in clocks.times(1, START + 8)}
    assert (told[1].move, told[1].running) == (9000, True)
    free = Log(made("gift", 4)).seated()
    turn_of(free, 1)
    slow = Clocks(free.table, START, START)
    slow.see({0, 1}, START)
    assert slow.asks_at(1) is not None
    slow.begin_rest({0}, START)
    assert slow.asks_at(1) is None
    slow.new_match()
    assert slow.rest_left(START) is None and slow.looking() == set()


def test_a_rest_ends_with_the_match() -> None:
    """Seed 25926 of the simulation: the next round, too, ended while somebody still looked at the last one."""
    log, clocks = clocked()
    clocks.begin_rest({0, 1}, START)
    assert clocks.rest_left(START) == 20_000 and clocks.looking() == {0, 1}
    log.add(log.table.end(HOST, "5eed"))
    assert clocks.rest_left(START) is None and clocks.looking() == set()


def test_where_people_need_not_stay_nobody_waits_after_a_round() -> None:
    log, clocks = clocked(move=BY_THE_DAY)
    turn_of(log, 1)
    clocks.begin_rest({0, 1}, START)
    assert clocks.rest_left(START) is None
    clocks = clocked(move=BY_THE_DAY - 1)[1]
    clocks.begin_rest(set(), START)
    assert clocks.rest_left(START) is None


def waited_for(log: Log) -> Clocks:
    """Seat 1 has the turn, and both people are here."""
    turn_of(log, 1)
    clocks = Clocks(log.table, START, START)
    clocks.see({0, 1}, START)
    return clocks


def test_who_has_chosen_in_secret_sees_the_own_clock_and_others_the_old_one() -> None:
    log, clocks = clocked(game="scout", seats=3)
    _, step = log.table.play(1, "keep", "c", 5000)
    clocks.happened(step, False, START + 3)
    assert [{time.seat: time.move for time in clocks.times(reader, START + 4)}[1] for reader in (1, 0, None)] == [
        9000,
        6000,
        6000,
    ]
    clocks.waiting = (0, 1, 2)
    assert clocks.due(1) == START + 3 + 15
    clocks.see({0}, START + 4)
    assert clocks.due(1) == START + 15, "a bot for who is away is seen by all, so it comes when all expect it"


def test_all_clocks_begin_anew_when_a_secret_choice_ends() -> None:
    log, clocks = clocked(game="scout", seats=3)
    for seat in range(3):
        _, step = log.table.play(seat, "keep", "", 5000)
        clocks.happened(step, seat == 2, START + 3 + seat)
    assert clocks.since == clocks.known == [START + 5] * 3


def test_a_move_that_all_know_leaves_the_time_of_others_who_are_waited_for() -> None:
    clocks = waited_for(log := clocked()[0])
    clocks.waiting = (1, 2)
    clocks.vote(0, 1, True, START + 1)
    _, step = log.table.play(1, log.table.playing.moves(1)[0], "c", 4000)
    clocks.happened(step, True, START + 7)
    assert clocks.since == clocks.known == [START + 7, START + 7, START, START + 7]
    assert (clocks.votes, clocks.stepping) == ({}, {}), "who has moved is not voted on any more"


def test_votes_end_with_the_match_and_when_moves_are_taken_back() -> None:
    clocks = waited_for(Log(made("gift", 4)).seated())
    for end in (clocks.new_match, lambda: clocks.undone(START + 2)):
        clocks.vote(0, 1, True, START + 1)
        assert clocks.stepping
        end()
        assert (clocks.votes, clocks.stepping) == ({}, {})


def test_votes_are_counted_again_when_somebody_leaves() -> None:
    log = Log(made("gift", 4))
    log.add(log.table.sit("t" * 64, 2, "Cho", ""))
    clocks = waited_for(log.seated())
    clocks.see({0, 1, 2}, START)
    clocks.vote(0, 1, True, START + 1)
    assert clocks.due(1) is None
    clocks.see({0, 1}, START + 2)
    assert clocks.due(1) == START + 2 + COUNTDOWN


def test_nobody_is_waited_for_before_and_after_the_match() -> None:
    log = Log(made("gift", 4))
    assert (clocks := Clocks(log.table, START, START)).waiting == () and clocks.until == 0
    assert waited_for(log.seated()).waiting == (1,)
    log.add(log.table.end(HOST, "cd" * 32))
    assert Clocks(log.table, START, START).waiting == ()


def test_who_plays_against_bots_alone_is_not_asked_about() -> None:
    log = Log(made("gift", 4))
    log.add(log.table.sit(HOST, 0, "Aki", "01"))
    log.add(*log.table.start(HOST, "club"))
    turn_of(log, 0)
    clocks = Clocks(log.table, START, START)
    clocks.see({0}, START)
    assert clocks.waiting == (0,) and clocks.asks_at(0) is None


def test_a_used_reserve_is_told_as_nothing() -> None:
    clocks = waited_for(clocked()[0])
    assert {time.seat: time.reserve for time in clocks.times(None, START + 99)}[1] == 0
    clocks.begin_rest({0, 1}, START)
    clocks.end_rest(START + 30)
    assert clocks.known == clocks.since == [START + 30] * 4


def test_time_before_the_table_came_to_memory_counts_by_the_day_only() -> None:
    for move, since, begun in ((10, 5000, START), (BY_THE_DAY, 5000, START - 600), (BY_THE_DAY, 0, START)):
        log, _ = clocked(move, 0)
        log.table.since = since
        assert Clocks(log.table, START, 5000 + 600.0).since == [begun] * 4
