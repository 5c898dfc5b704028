"""Who may see what, by the function that decides it: no socket, no store."""

from __future__ import annotations

from typing import Any

import pytest

from tefuda.games import GAMES
from tefuda.games.option import check_options
from tefuda.server.eyes import SPECTATOR, Sight, check_replay, check_wish, sight
from tefuda.server.log import Allowed, Assigned, Began, Made, Over, Published, Sat, Shared, Stood
from tefuda.server.table import Refusal, Table

SEED = "00" * 32


def made(**more: Any) -> Table:
    given: dict[str, Any] = {"public": False, "clock": None, "hints": True, "watchers": True, "away": 60, **more}
    options = check_options(GAMES["scout"].options, {"edition": "short"})
    found = Table("0" * 12, Made("scout", options, [None, None, "club"], "host", seed=SEED, **given))
    for seat, person in enumerate(("ann", "ben")):
        found.read(Sat(seat, person, person, ""))
    return found


def begin(found: Table) -> Table:
    entry = found.start("host", "club")[-1]
    assert isinstance(entry, Began)
    found.read(entry)
    return found


def test_players_see_through_their_own_eyes_whatever_they_wish() -> None:
    found = made()
    found.read(Allowed(1, True))
    assert sight(found, "ann", 1) == Sight(0, 0, True)
    check_wish(found, "ann", 1)


def test_a_wish_is_granted_while_the_seat_lends_its_eyes() -> None:
    found = begin(made())
    assert sight(found, "zoe", 1) == SPECTATOR
    found.read(Allowed(1, True, 30))
    assert sight(found, "zoe", 1) == Sight(1, 30) and sight(found, "zoe", 0) == sight(found, "zoe") == SPECTATOR
    check_wish(found, "zoe", 1)
    found.read(Allowed(1, False))
    assert sight(found, "zoe", 1) == SPECTATOR
    for wish in (1, 3, 9):  # the table has three seats
        with pytest.raises(Refusal) as refusal:
            check_wish(found, "zoe", wish)
        assert refusal.value.reason == "not-allowed"


@pytest.mark.parametrize("entry", [Stood(1), Assigned(1, None), Assigned(1, "club"), Over(SEED)])
@pytest.mark.parametrize("begun", [False, True])
def test_lent_eyes_end_with_the_match_and_with_the_seat(entry: Any, begun: bool) -> None:
    found = begin(made()) if begun else made()
    found.read(Allowed(1, True, 5))
    found.read(entry)
    found.read(Sat(1, "vic", "vic", ""))
    assert not found.places[1].eyes and not found.places[1].delay
    assert sight(found, "zoe", 1) == SPECTATOR


def test_without_watchers_only_players_and_the_host_stay_when_it_begins() -> None:
    found = made(watchers=False)
    assert sight(found, "zoe") == SPECTATOR
    begin(found)
    assert sight(found, "ann").plays and sight(found, "host") == SPECTATOR
    with pytest.raises(Refusal):
        sight(found, "zoe")


def test_the_host_of_a_duplicate_sees_no_hands_of_those_who_play_it() -> None:
    """The host may play the same cards at another table."""
    shared = Shared("D" * 12, "scout", 3, {}, 1, SEED, 5000.0)
    with pytest.raises(Refusal):
        sight(begin(made(watchers=False, duplicate=shared)), "host")


def test_a_finished_match_is_for_those_who_sat_unless_the_host_opens_it() -> None:
    check_replay(made(), "zoe", 1)
    found = begin(made(watchers=False))
    found.read(Over(SEED))
    check_replay(found, "ann", 1)
    for person in ("zoe", "host", ""):
        with pytest.raises(Refusal):
            check_replay(found, person, 1)
    found.read(Published(1))
    check_replay(found, "", 1)
    with pytest.raises(Refusal):
        check_replay(found, "zoe", 2)


def test_a_finished_match_is_not_for_those_who_had_left_before_it() -> None:
    found = begin(made(watchers=False))
    found.read(Over(SEED))
    found.read(Stood(1))
    found.read(found.rematch())
    found.read(Over(SEED))
    for match in (1, 2):
        check_replay(found, "ann", match)
    check_replay(found, "ben", 1)
    with pytest.raises(Refusal):
        check_replay(found, "ben", 2)
    found.read(found.rematch())
    found.read(Sat(1, "ben", "ben", ""))  # back in the middle of the third
    found.read(Over(SEED))
    check_replay(found, "ben", 3)
    for match in (0, 2, 4):
        with pytest.raises(Refusal):
            check_replay(found, "ben", match)
