"""What each entry of a log leaves of a table, and what it does not: no clock, no socket, no store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tefuda.deal import Duplicate, commitment
from tefuda.kernel.plain import Game
from tefuda.match import Match
from tefuda.record import Event
from tefuda.server import protocol as p
from tefuda.server.log import Allowed, Assigned, Began, Ended, Hinted, Moved, Over, Sat, Shared, Stood, Undone, Wished
from tefuda.server.table import Refusal, Table, fold, person_of
from tests.server.test_table import GUEST, HOST, SEED, STRANGER, Log, made

NEXT = "cd" * 32
SHARED = Shared("D" * 12, "scout", 3, {}, 2, "ef" * 32, 5000.0)


def duplicate() -> Log:
    """One of the tables that play the same cards."""
    return Log(replace(made(), duplicate=SHARED))


def state(table: Table, seat: int) -> dict[str, Any]:
    place = table.places[seat]
    return {name: getattr(place, name) for name in place.__slots__}


EMPTY: dict[str, Any] = {
    "bot": None, "by_bot": 0, "commands": [], "delay": 0, "eyes": False, "face": "", "gone": False, "hinted": False,
    "moves": 0, "name": "", "person": "", "reserve": 0, "salt": "", "undone": False, "wishes": False,
}  # fmt: skip


def test_a_table_begins_with_nothing() -> None:
    table = Log(made()).table
    assert [state(table, seat) for seat in range(3)] == [EMPTY] * 3
    assert (table.turned, table.stopped, table.since, table.size, table.summary) == (0, False, 0, 1, b"")
    assert table.status == "lobby" and table.result() is None and table.outcome(None) is None and not table.is_over
    with pytest.raises(Refusal) as refusal:
        _ = table.playing
    assert (refusal.value.reason, refusal.value.text) == ("not-started", "the match has not begun")


@pytest.mark.parametrize("entry", [Stood(1), Assigned(1, None)])
def test_a_seat_that_becomes_free_keeps_nothing_of_the_person(entry: Any) -> None:
    log = Log(made()).add(Sat(1, GUEST, "Ben", "02", "fox"), Allowed(1, True, 9), entry)
    assert state(log.table, 1) == EMPTY


def test_whoever_sits_in_the_seat_of_another_takes_over_nothing() -> None:
    log = Log(made()).add(Sat(1, GUEST, "Ben", "02", "fox"), Allowed(1, True, 9), Sat(1, STRANGER, "Cho", "", "owl"))
    assert state(log.table, 1) == EMPTY | {"person": STRANGER, "name": "Cho", "face": "owl"}


def test_whoever_sits_down_again_in_the_own_seat_keeps_what_they_do_not_change() -> None:
    log = Log(made()).add(Sat(1, GUEST, "Ben", "02"), Allowed(1, True, 9), Sat(1, GUEST, "Bea", "", "fox"))
    assert state(log.table, 1) == EMPTY | {
        "person": GUEST, "name": "Bea", "face": "fox", "salt": "02", "eyes": True, "delay": 9
    }  # fmt: skip
    log.add(Sat(1, GUEST, "Bea", "03"))
    assert log.table.places[1].salt == "03"


def test_eyes_that_are_not_lent_have_no_delay() -> None:
    log = Log(made()).seated().add(Allowed(1, True, 9), Allowed(1, False, 9))
    assert (log.table.places[1].eyes, log.table.places[1].delay) == (False, 0)


@pytest.mark.parametrize("entry", [Stood(1), Over(NEXT)])
def test_lent_eyes_end_when_their_owner_stands_up_and_with_the_match(entry: Any) -> None:
    """The owner still has the seat: whoever sees through these eyes must stop all the same."""
    log = Log(made()).seated().add(Allowed(1, True, 9), entry)
    place = log.table.places[1]
    assert place.person == GUEST and (place.eyes, place.delay) == (False, 0)
    assert place.gone is isinstance(entry, Stood)


def test_after_a_match_salts_are_given_anew() -> None:
    log = Log(made()).seated()
    assert log.table.deal_info().salts == ["01", "02", ""]
    log.add(Over(NEXT), Wished(1, "05"))
    assert [place.salt for place in log.table.places] == ["", "05", ""]
    assert log.table.wishes == [1] and log.table.deal_info().salts == ["01", "02", ""]


def test_a_new_match_begins_with_nothing_of_the_one_before() -> None:
    log = Log(made(clock=p.Clock(10, 7))).seated().add(Hinted(1))
    assert [place.hinted for place in log.table.places] == [False, True, False]
    log.play(0, "keep", "c")
    log.play(1, "keep")
    log.table.places[0].undone = True
    log.table.places[1].reserve = 1
    log.add(Over(NEXT, False, 1), Wished(0, "03"), Wished(1, "04"))
    told = log.table.result()
    assert told is not None and (told.reason, told.winners, told.hinted, told.helped, told.undone) == (
        "conceded", [0, 2], [1], [1], [0]
    )  # fmt: skip
    log.add(log.table.rematch())
    for place in log.table.places:
        assert not (place.hinted or place.undone or place.wishes or place.moves or place.by_bot)
        assert place.reserve == 7000
    assert log.table.result() is None and log.table.deal_info().salts == ["03", "04", ""]
    assert log.table.is_done(0, 1, "c"), "what was sent in the match before is still recognised"


def test_without_a_clock_nobody_has_a_reserve() -> None:
    assert [place.reserve for place in Log(made()).seated().table.places] == [0, 0, 0]


def test_a_seed_is_told_with_the_end_and_the_next_only_promised() -> None:
    log = Log(made())
    assert log.table.deal_info() == p.Deal(commitment(bytes.fromhex(SEED)), ["", "", ""], None, None)
    log.add(Sat(0, HOST, "Aki", "01"), Sat(1, GUEST, "Ben", "02"))
    assert log.table.deal_info() == p.Deal(commitment(bytes.fromhex(SEED)), ["01", "02", ""], None, None)
    log.add(*log.table.start(HOST, "club"))
    assert log.table.deal_info() == p.Deal(commitment(bytes.fromhex(SEED)), ["01", "02", ""], None, None)
    log.add(Over(NEXT))
    both = commitment(bytes.fromhex(SEED)), commitment(bytes.fromhex(NEXT))
    assert log.table.deal_info() == p.Deal(both[0], ["01", "02", ""], SEED, both[1])
    log.add(Ended())
    assert log.table.status == "ended" and log.table.deal_info() == p.Deal(both[0], ["01", "02", ""], SEED, None)
    log = Log(made()).seated().add(Over(NEXT), Wished(0, "03"))
    log.add(log.table.rematch())
    assert log.table.deal_info() == p.Deal(both[1], ["03", "", ""], None, None)


def test_a_salt_that_comes_after_the_deal_is_not_one_of_the_deal() -> None:
    log = Log(made()).seated().add(Sat(1, GUEST, "Ben", "09"))
    assert log.table.deal_info().salts == ["01", "02", ""]


def test_the_deal_of_a_match_is_what_the_log_says() -> None:
    """Not what the rules would draw today: the entry is read."""
    log = Log(made()).seated()
    began = log.entries[-1]
    assert isinstance(began, Began)
    assert [event.text for event in log.table.playing.record.events] == began.drawn and len(began.drawn) > 1
    assert log.table.playing.record.names == ["Aki", "Ben", "Chidori"]


def test_moves_are_counted_and_what_is_left_of_the_reserve_is_noted() -> None:
    log = Log(made(clock=p.Clock(10, 7))).seated()
    log.entries.append(log.table.play(0, "keep", "c", 4321)[0])
    log.entries.append(log.table.play(1, "keep", "", 7000)[0])
    assert log.table.size == len(log.entries)
    for table in (log.table, log.again()):
        assert [(one.moves, one.by_bot, one.reserve) for one in table.places] == [
            (1, 0, 4321), (1, 1, 7000), (0, 0, 7000)
        ]  # fmt: skip
        assert [one.commands for one in table.places] == [[(1, "c")], [], []]


def test_the_time_of_a_decision_begins_with_a_move_that_all_know_of() -> None:
    """Where the clock runs by the day. A secret move gives nobody more time, or everybody would see it."""
    log = Log(made(clock=p.Clock(86400, 0)))
    log.add(Sat(0, HOST, "Aki", ""), Sat(1, GUEST, "Ben", ""), Assigned(2, "club"))
    began = log.table.rematch()
    log.add(replace(began, at=100))
    assert log.table.since == 100
    for seat, at in ((0, 200), (1, 300)):
        log.table.play(seat, "keep", "c", 0, at)
        assert log.table.since == 100
    log.table.play(2, "keep", "", 0, 400)  # now everybody knows
    assert log.table.since == 400
    turn = log.table.playing.to_act[0]
    move = log.table.playing.moves(turn)[0]
    log.table.play(turn, move, "d", 0)
    assert log.table.since == 400, "a move without a time says nothing"


def with_a_chance(log: Log) -> int:
    """Plays SOLO until somebody could jump in while it is another seat's turn; which seat."""
    for number in range(200):
        match = log.table.playing
        if able := [seat for seat in match.to_act if "wait" in match.moves(seat) and seat not in match.waits_for]:
            return able[0]
        turn = match.waits_for[0]
        log.play(turn, match.moves(turn)[-1], f"c{number}")
    raise AssertionError


def test_letting_a_chance_go_by_gives_nobody_more_time_and_does_not_count() -> None:
    """Everybody would see both: the time when the table comes to memory again, and the count in `helped`."""
    log = Log(made("solo", 3, p.Clock(86400, 0))).seated()
    seat = with_a_chance(log)
    before = [(place.moves, place.by_bot) for place in log.table.places]
    log.table.since = 100
    log.entries.append(log.table.play(seat, "wait", "", 0, 200)[0])
    for table in (log.table, log.again()):
        assert [(place.moves, place.by_bot) for place in table.places] == before and any(before[seat])
    assert log.table.since == 100
    turn = log.table.playing.waits_for[0]
    log.table.play(turn, log.table.playing.moves(turn)[-1], "c", 0, 300)
    assert log.table.since == 300 and log.table.places[turn].moves == before[turn][0] + 1


def test_of_earlier_matches_moves_are_counted_but_not_made_again() -> None:
    log = Log(made()).seated()
    log.play(0, "keep", "c")
    log.add(Over(NEXT), Wished(0, "03"))
    first = log.table.playing
    log.add(log.table.rematch())
    log.play(1, "keep", "d")
    for whole in (False, True):
        again = fold("0" * 12, log.entries, whole)
        assert again.size == len(log.entries) and again.playing == log.table.playing
        assert again.is_done(0, 1, "c") and again.is_done(1, 2, "d")
    upto = fold("0" * 12, log.entries[:-2], whole=False)  # the first match is the last one here
    assert upto.playing == first and len(first.record.events) == len(upto.playing.record.events)


def test_a_whole_log_makes_all_moves_and_a_short_one_only_the_last_match_s(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(made()).seated()
    log.play(0, "keep", "c")
    log.add(Over(NEXT), Wished(0, "03"))
    log.add(log.table.rematch())
    log.play(1, "keep", "d")
    made_again: list[Event] = []
    go_on = Match.go_on

    def counted(self: Match, news: Sequence[Event]) -> list[tuple[Game, Event, Game]]:
        made_again.extend(event for event in news if event.seat is not None)
        return go_on(self, news)

    monkeypatch.setattr(Match, "go_on", counted)
    for whole, moves in ((False, [Event(1, "keep")]), (True, [Event(0, "keep"), Event(1, "keep")])):
        made_again.clear()
        fold("0" * 12, log.entries, whole)
        assert made_again == moves


def test_moves_taken_back_in_a_match_that_is_skipped_change_nothing() -> None:
    """Its moves were not made again, so there is nothing to take back."""
    log = Log(made())
    log.add(log.table.sit(HOST, 0, "Aki", "01"))
    log.add(*log.table.start(HOST, "club"))
    begun = len(log.table.playing.record.events)
    log.play(0, "keep", "c")
    log.play(1, "keep")
    log.add(Undone(0, begun + 1))
    assert len(log.table.playing.record.events) == begun + 1
    log.add(Over(NEXT), Wished(0, "03"))
    log.add(log.table.rematch())
    again = fold("0" * 12, log.entries)
    assert again.playing == log.table.playing and again.number == 2


def test_taking_back_to_where_the_match_stands_leaves_the_match() -> None:
    log = Log(made())
    log.add(log.table.sit(HOST, 0, "Aki", "01"))
    log.add(*log.table.start(HOST, "club"))
    before = log.table.match
    log.add(Undone(0, len(log.table.playing.record.events)))
    assert log.table.match is before and log.table.places[0].undone


def test_a_duplicate_deals_the_cards_of_its_seed_turned_by_its_match() -> None:
    log = duplicate().seated()
    own = [bytes.fromhex(salt) for salt in ("01", "02", "")]
    for number in (1, 2):
        deal = Duplicate(bytes.fromhex(SEED if number == 1 else NEXT), own, bytes.fromhex(SHARED.seed), number)
        assert log.table.turned == deal.turned
        match = Match("scout", 3, names=log.table.names, draw=deal.draw)
        assert match.record.events == log.table.playing.record.events
        if number == 1:
            log.add(Over(NEXT), Wished(0, "01"), Wished(1, "02"))
            log.add(log.table.rematch())


def test_the_match_of_a_duplicate_turns_with_the_seats() -> None:
    """So that a table which is read again names seats as before."""
    log = duplicate().seated()
    again = fold("0" * 12, log.entries)
    assert again.turned == log.table.turned and again.playing == log.table.playing


def test_a_token_stands_for_one_person() -> None:
    assert person_of("a") != person_of("b") and len(person_of("a")) == 64


def test_a_move_that_is_skipped_is_not_made() -> None:
    log = Log(made()).seated()
    events = len(log.table.playing.record.events)
    log.table.skip(Moved(0, "a word that the game had once", [], "c"))
    assert len(log.table.playing.record.events) == events and log.table.size == len(log.entries) + 1
    assert log.table.places[0].moves == 0 and log.table.is_done(0, 1, "c")
