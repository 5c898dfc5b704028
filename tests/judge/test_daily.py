"""The deal of the day is the same for everybody, and tells a seat nothing that it may not know."""

from __future__ import annotations

import json
import random
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

import pytest

from tefuda.bots import BOTS
from tefuda.errors import BadNotation, IllegalMove
from tefuda.games import GAMES
from tefuda.judge import daily as module
from tefuda.judge.daily import Compared, Daily, as_data, compared, latest, line_of, result_of, results_of
from tefuda.server.answers import Bad, daily_of, tried

DAY = date(2026, 1, 31)


def played(game: str, day: date = DAY) -> tuple[Daily, list[str]]:
    """The deal, played to its end like `club`, and the moves."""
    daily, moves = Daily(game, day), list[str]()
    while not daily.is_over:
        moves.append(BOTS["club"](daily.match.view(daily.seat), daily.match.moves(daily.seat), random.Random(1)))
        daily.play(moves[-1])
    return daily, moves


@pytest.mark.parametrize("game", GAMES)
def test_the_same_moves_meet_the_same_answers(game: str) -> None:
    daily, moves = played(game)
    again = Daily(game, DAY, moves)
    assert again.match.record == daily.match.record and again.is_over and again.result == daily.result
    assert Daily(game, date(2026, 2, 1)).match.record != Daily(game, DAY).match.record


def test_deals_of_days_never_change() -> None:
    """Whoever plays another version of Tefuda, or elsewhere, gets the same cards."""
    assert Daily("scout", DAY).key == "scout/2026-01-31"
    assert (module.number_of("scout/2026-01-31") >> 1, Daily("scout", DAY).seat) == (4664018521740424169, 2)


@pytest.mark.parametrize("game", GAMES)
def test_what_the_page_gets_is_what_the_seat_sees(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "results_of", lambda game, day, level: (Fraction(0),))
    daily, moves = played(game)
    half = len(moves) // 2
    data, part = as_data(game, DAY, moves[:half], "ja"), Daily(game, DAY, moves[:half])
    assert data["view"] == part.match.view(part.seat).to_dict() and data["moves"] == part.match.moves(part.seat)
    assert data["end"] is None and data["events"] and data["events"][0]["seat"] == data["seat"]
    seen = {str(event) for event in part.match.record.seen_by(part.seat).events}
    seats = [one for one in data["events"] if one["seat"] is not None]
    assert all(f"{one['seat']} {one['move']}" in seen for one in seats)
    end = as_data(game, DAY, moves, "en")
    assert end["moves"] == [] and end["end"]["result"] == float(daily.result)
    assert end["view"].get("round", 1) == 1


def test_a_result_is_compared_with_every_level(monkeypatch: pytest.MonkeyPatch) -> None:
    results = {"beginner": (0, 1, 2, 3), "casual": (2, 2, 2, 2), "club": (3, 3, 3, 2), "expert": (5, 5, 5, 5)}
    monkeypatch.setattr(module, "results_of", lambda game, day, level: tuple(map(Fraction, results[level])))
    beside = compared("scout", DAY, Fraction(2))
    assert [(one.level, one.share) for one in beside] == [
        ("beginner", 0.625),
        ("casual", 0.5),
        ("club", 0.125),
        ("expert", 0.0),
    ]
    assert line_of("SCOUT", DAY, Fraction(2), beside) == "Tefuda SCOUT 2026-01-31 +2.0 🟩🟨⬜⬜"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["beginner", "casual", "club"])
def test_bots_do_what_they_would_by_their_view(game: str, level: str) -> None:
    daily = Daily(game, DAY)
    for number in range(12):
        if daily.is_over:
            break
        match, seat = daily.match, daily.seat
        by_view = BOTS[level](match.view(seat), match.moves(seat), random.Random(number))
        assert module.decide(level, match, seat, random.Random(number)) == by_view
        daily.play(by_view)
    assert len(daily.match.record.events) > 3


def test_tries_are_repeatable_and_differ() -> None:
    found = results_of("twentythree", DAY, "club")
    assert len(found) == module.TRIES and len(set(found)) > 5
    assert found[3] == result_of("twentythree", DAY, "club", 3)


def test_a_deal_is_told_when_its_day_has_begun_somewhere() -> None:
    """Before that nobody can practise it."""
    tomorrow = DAY + timedelta(1)
    noon = datetime(DAY.year, DAY.month, DAY.day, 12, tzinfo=UTC)
    before, after = (noon.replace(hour=hour, minute=minute).timestamp() for hour, minute in ((9, 59), (10, 0)))
    assert (latest(before), latest(after)) == (DAY, tomorrow)
    query = {"day": tomorrow.isoformat()}
    with pytest.raises(Bad, match="no deal of this day"):
        daily_of("twentythree", query, before)
    assert daily_of("twentythree", query, after)["day"] == tomorrow.isoformat()
    with pytest.raises(Bad, match="no deal of this day"):
        daily_of("twentythree", {"day": "2025-12-31"}, after)
    told = json.dumps({**query, "moves": played("twentythree", tomorrow)[1]}).encode()
    with pytest.raises(Bad, match="no deal of this day"):
        tried("twentythree", told, "somebody", before)
    assert tried("twentythree", told, "somebody", after)[0].day == tomorrow.isoformat()


def test_the_line_tells_nothing_about_the_cards() -> None:
    line = line_of("23", DAY, Fraction(-7, 3), [Compared("club", 0.0, 0.2)])
    assert line == "Tefuda 23 2026-01-31 -2.3 ⬜"


def test_what_cannot_be_played() -> None:
    daily, moves = played("scout")
    with pytest.raises(IllegalMove, match="over"):
        daily.play(moves[-1])
    with pytest.raises(BadNotation):
        Daily("scout", DAY, ["nonsense"])
    with pytest.raises(IllegalMove):
        Daily("scout", DAY, ["scout left 1"])
