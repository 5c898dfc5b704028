"""What may be done at a table and what is refused, by the table alone: no clock, no socket, no store."""

from __future__ import annotations

from typing import Any

import pytest

from tefuda.deal import commitment
from tefuda.server import protocol as p
from tefuda.server import table as table_module
from tefuda.server.log import Allowed, AnyEntry, Assigned, Did, Ended, Hinted, Made, Over, Published, Sat, Stood, Wished
from tefuda.server.table import Refusal, check_levels
from tests.server.test_fold import NEXT, SHARED, duplicate
from tests.server.test_table import GUEST, HOST, SEED, STRANGER, Log, made, refused


def alone(first: Made | None = None) -> Log:
    """The host against bots; the match has begun."""
    log = Log(first or made())
    log.add(log.table.sit(HOST, 0, "Aki", ""))
    return log.add(*log.table.start(HOST, "club"))


def over(log: Log) -> Log:
    return log.add(Over(NEXT))


# ---- seats


def test_sitting_down_again_in_the_own_seat_changes_name_and_face() -> None:
    log = Log(made()).add(Sat(0, HOST, "Aki", "01", "fox"))
    assert log.table.sit(HOST, 0, "", "", "owl") == Sat(0, HOST, "Aki", "", "owl")
    assert log.table.sit(HOST, 0, "Ann", "07") == Sat(0, HOST, "Ann", "07")


def test_once_the_match_has_begun_nobody_changes_the_salt() -> None:
    log = Log(made()).seated()
    assert log.table.sit(GUEST, 1, "Bea", "07") == Sat(1, GUEST, "Bea", "")
    assert over(log).table.sit(GUEST, 1, "Bea", "07") == Sat(1, GUEST, "Bea", "")
    log.add(Ended())
    assert refused(log.table.sit, GUEST, 1, "Bea", "07") == "started"


def test_nobody_sits_without_being_somebody() -> None:
    """A free seat has no person: the empty name of nobody does not mean it."""
    table = Log(made()).table
    assert table.seat_of("") is None and refused(table.stand, "") == "not-seated"


def test_seats_are_assigned_that_exist_before_the_start_at_levels_that_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(made())
    assert log.table.assign(HOST, 2, "club") == Assigned(2, "club")
    assert log.table.assign(HOST, 2, None) == Assigned(2, None)
    assert refused(log.table.assign, HOST, 3, "club") == "taken"
    monkeypatch.setattr(table_module, "levels_of", lambda game: ["casual"])
    assert log.table.assign(HOST, 2, "casual") == Assigned(2, "casual")
    assert refused(log.table.assign, HOST, 2, "club") == "option"
    check_levels("scout", [None, "casual"])
    with pytest.raises(Refusal, match="no club of scout"):
        check_levels("scout", [None, "casual", "club"])
    assert refused(log.seated().table.assign, HOST, 2, "casual") == "started"


# ---- the end


def test_a_replay_is_opened_by_the_host_when_its_match_is_over() -> None:
    log = over(Log(made()).seated())
    assert refused(log.table.publish, GUEST, 1) == "not-host"
    assert refused(log.table.publish, HOST, 0) == refused(log.table.publish, HOST, 2) == "not-started"
    assert log.table.publish(HOST, 1) == Published(1)
    log.add(Wished(0, "03"))
    log.add(log.table.rematch())
    assert log.table.publish(HOST, 1) == Published(1) and refused(log.table.publish, HOST, 2) == "started"


def test_giving_up_is_for_a_match_that_is_played() -> None:
    log = Log(made())
    log.add(log.table.sit(HOST, 0, "Aki", ""))
    assert refused(log.table.concede, HOST, NEXT) == "not-started"
    log.add(*log.table.start(HOST, "club"))
    assert log.table.concede(HOST, NEXT) == Over(NEXT, False, 0)
    assert refused(over(log).table.concede, HOST, NEXT) == "over"


def test_of_two_people_either_may_give_up_of_three_none() -> None:
    two = Log(made("scout", 2, edition="oink"))
    two.add(Sat(0, HOST, "Aki", ""), Sat(1, GUEST, "Ben", ""))
    two.add(*two.table.start(HOST, "club"))
    assert two.table.concede(GUEST, NEXT) == Over(NEXT, False, 1)
    two.add(two.table.concede(GUEST, NEXT))
    told = two.table.result()
    assert told is not None and (told.reason, told.winners) == ("conceded", [0])
    assert refused(Log(made()).seated().table.concede, GUEST, NEXT) == "not-allowed"


def test_a_match_that_was_played_to_its_end_has_the_result_of_the_rules() -> None:
    log = Log(made("scout", 3, edition="short")).seated()
    log.play_on(9999)
    assert log.table.is_over
    rules = log.table.playing.result
    assert rules is not None
    assert log.table.outcome(1) == (rules.reason, list(rules.scores), list(rules.winners)), "nobody gives that up"


def test_another_match_is_wished_for_when_one_is_over() -> None:
    log = Log(made())
    log.add(log.table.sit(HOST, 0, "Aki", ""))
    assert refused(log.table.wish, HOST, "03") == "not-started"
    log.add(*log.table.start(HOST, "club"))
    assert refused(log.table.wish, HOST, "03") == "started"
    over(log)
    assert refused(log.table.wish, STRANGER, "03") == "not-seated"
    assert log.table.wish(HOST, "03") == Wished(0, "03")
    log.add(Ended())
    with pytest.raises(Refusal, match="closed") as refusal:
        log.table.wish(HOST, "03")
    assert refusal.value.reason == "over"


# ---- moves


def test_a_legal_move_is_let_in() -> None:
    log = Log(made()).seated()
    log.table.check_play(0, "keep")


def test_moves_are_taken_back_one_decision_at_a_time() -> None:
    log = alone()
    for seat in (0, 1, 2):
        log.play(seat, "keep", "c" * (seat == 0))
    while log.table.playing.to_act != (0,):
        turn = log.table.playing.to_act[0]
        log.play(turn, log.table.playing.moves(turn)[0])
    second = len(log.table.playing.record.events)
    log.play(0, log.table.playing.moves(0)[0], "d")
    undone = log.table.undo(HOST)
    assert undone.events == second, "the last decision, not the first"
    log.add(undone)
    assert len(log.table.playing.record.events) == second
    assert refused(over(log).table.undo, HOST) == "over"
    lobby = Log(made()).add(Sat(0, HOST, "Aki", ""), Assigned(1, "club"), Assigned(2, "club"))
    assert refused(lobby.table.undo, HOST) == "not-started"


def test_a_bot_s_work_is_half_of_the_moves_or_more() -> None:
    log = Log(made()).seated()
    place = log.table.places[0]
    less, half = [(0, 0), (3, 1), (4, 0), (4, 1)], [(1, 1), (4, 2), (4, 3), (5, 3)]
    for place.moves, place.by_bot in less:
        assert not log.table.is_bots_work(0)
    for place.moves, place.by_bot in half:
        assert log.table.is_bots_work(0)
    log.table.places[2].moves = log.table.places[2].by_bot = 4
    assert not log.table.is_bots_work(2), "the bot's own seat"


# ---- what changes nothing

SITTING: list[tuple[AnyEntry, bool]] = [
    (Sat(1, GUEST, "Ben", "02", "fox"), False),
    (Sat(1, GUEST, "Ben", "", "fox"), False),
    (Sat(1, GUEST, "Ben", "03", "fox"), True),
    (Sat(1, GUEST, "Bea", "02", "fox"), True),
    (Sat(1, GUEST, "Ben", "02", "owl"), True),
    (Sat(2, GUEST, "Ben", "02", "fox"), True),
    (Stood(1), True),
    (Assigned(1, None), True),
    (Assigned(1, "club"), True),
    (Assigned(2, None), False),
    (Assigned(2, "club"), True),
    (Assigned(0, "club"), False),
    (Assigned(0, None), True),
    (Assigned(0, "casual"), True),
    (Allowed(1, False), False),
    (Allowed(1, False, 5), False),
    (Allowed(1, True), True),
    (Hinted(1), False),
    (Published(1), True),
    (Did(GUEST, "c"), True),
]


@pytest.mark.parametrize(("entry", "changes"), SITTING)
def test_in_the_lobby_an_entry_matters_if_it_changes_something(entry: Any, changes: bool) -> None:
    log = Log(made()).add(Assigned(0, "club"), Sat(1, GUEST, "Ben", "02", "fox"))
    assert log.table.matters(entry) is changes


def test_in_a_match_an_entry_matters_if_it_changes_something() -> None:
    log = Log(made()).seated()
    table = log.table
    assert table.matters(Hinted(1))
    log.add(Hinted(1))
    assert not table.matters(Hinted(1))
    log.add(Allowed(1, True, 5))
    found = [
        table.matters(one) for one in (Allowed(1, True, 5), Allowed(1, True, 6), Allowed(1, True), Allowed(1, False))
    ]
    assert found == [False, True, True, True]
    assert table.matters(Stood(1))
    log.add(Stood(1))
    assert not table.matters(Stood(1)) and table.matters(Sat(1, GUEST, "Ben", "")), "to come back"
    over(log)
    assert not table.matters(Hinted(0)) and table.matters(Published(1))
    log.add(Published(1))
    assert not table.matters(Published(1))
    assert table.matters(Wished(0, "03")) and table.matters(Wished(0, ""))
    log.add(Wished(0, "03"))
    assert not table.matters(Wished(0, "03")) and table.matters(Wished(0, "04"))


def test_a_command_that_was_carried_out_is_known_by_its_person() -> None:
    log = Log(made()).add(Did(GUEST, "c"))
    assert log.table.is_known(GUEST, "c")
    assert not log.table.is_known(GUEST, "d") and not log.table.is_known(HOST, "c")


# ---- duplicates


def test_a_duplicate_says_which_of_its_matches_is_played() -> None:
    assert Log(made()).table.duplicate_info() is None
    log = duplicate()
    promised = commitment(bytes.fromhex(SHARED.seed))
    assert log.table.duplicate_info() == p.Duplicate(SHARED.code, 0, 2, promised, 5000)
    assert log.seated().table.duplicate_info() == p.Duplicate(SHARED.code, 1, 2, promised, 5000)


def test_a_duplicate_has_so_many_matches() -> None:
    log = over(duplicate().seated())
    log.add(log.table.wish(HOST, "03"))
    over(log.add(log.table.rematch()))
    assert refused(log.table.wish, HOST, "03") == "over"


def test_no_move_is_taken_back_where_others_play_the_same_cards() -> None:
    log = duplicate()
    log.add(log.table.sit(HOST, 0, "Aki", ""))
    log.add(*log.table.start(HOST, "club"))
    log.play(0, "keep", "c")
    assert refused(log.table.undo, HOST) == "not-allowed"


def test_a_duplicate_is_played_until_it_ends_and_its_cards_are_shown_from_then_on() -> None:
    """At no moment can somebody both play the cards and see them."""
    table = duplicate().seated().table
    for now in (0.0, 4999.5):
        table.check_running(now)
        assert refused(table.check_known, now) == "started"
    for now in (5000.0, 5001.0):
        table.check_known(now)
        assert refused(table.check_running, now) == "over"
    other = Log(made()).seated().table
    for now in (0.0, 9999.0):
        other.check_known(now)
        other.check_running(now)
    assert other.deal_info().commitment == commitment(bytes.fromhex(SEED))
