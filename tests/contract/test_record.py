"""Every match is a text that replays; a broken text is refused by its line."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tefuda import BadRecord, Match
from tests.setups import IDS, SETUPS, Setup


def played(setup: Setup, seed: int = 21, moves: int = 10**6) -> Match:
    rng = random.Random(seed)
    match = Match(setup.game, setup.seats, seed=seed, names=["Aki", "ベン"], **setup.options)
    while match.to_act and moves:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))
        moves -= 1
    return match


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_same_seed_same_match(setup: Setup) -> None:
    assert played(setup) == played(setup)
    assert played(setup, seed=1) != played(setup, seed=2)


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_a_match_goes_on_with_its_seed_as_it_would_have(setup: Setup) -> None:
    whole = played(setup)
    part = whole.undo_to(len(whole.record.events) // 2)
    again = Match.replay(str(part.record), seed=21)
    for event in whole.record.events[len(again.record.events) :]:
        if event.seat is not None:
            again.play(event.seat, event.text)
    assert again == whole
    with pytest.raises(ValueError, match="seed must be a number"):
        Match.replay(str(part.record), seed=True)


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_the_record_only_grows(setup: Setup) -> None:
    rng = random.Random(8)
    match = Match(setup.game, setup.seats, seed=8, **setup.options)
    readers = (*range(setup.seats), None)
    texts = {reader: str(match.record.seen_by(reader)) for reader in readers}
    whole = str(match.record)
    for _ in range(16):
        if not match.to_act:
            break
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))
        assert str(match.record).startswith(whole)
        whole = str(match.record)
        for reader in readers:
            seen = str(match.record.seen_by(reader))
            assert seen.startswith(texts[reader])
            texts[reader] = seen


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_a_match_is_begun_with_what_happened_in_it(setup: Setup) -> None:
    match = played(setup)
    begun, steps = Match.begin(match.record, draw=lambda face, game, index: [])
    assert begun == match and begun.to_act == match.to_act
    told = [(before.pack(), event, after.pack()) for before, event, after in steps]
    assert told == [(before.pack(), event, after.pack()) for before, event, after in match.record.steps()]


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_undo_is_a_shorter_replay(setup: Setup) -> None:
    match = played(setup)
    events = len(match.record.events)
    for count in {0, 1, setup.seats + 2, events // 2, events}:
        if count > events:
            continue
        shorter = match.undo_to(count)
        assert shorter.record.events[:count] == match.record.events[:count]
        # Only what chance does by itself may follow, and it does as before.
        assert shorter.record.events == match.record.events[: len(shorter.record.events)]
        assert all(event.seat is None for event in shorter.record.events[count:])
    assert match.undo_to(events) == match
    assert len(match.record.events) == events
    wrong: list[Any] = [-1, events + 1, "3", None]
    for bad in wrong:
        with pytest.raises(ValueError, match="cannot be kept"):
            match.undo_to(bad)


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_broken_records_name_the_line(setup: Setup) -> None:
    """Every line, left out, doubled or spoiled, is either refused by a line near it or still a possible match."""
    lines = str(played(setup, moves=24).record).splitlines()
    divider = lines.index("---")
    refused = 0
    for at in range(len(lines)):
        for wrong in (
            lines[:at] + lines[at + 1 :],
            lines[:at] + [lines[at]] + lines[at:],
            lines[:at] + [lines[at] + " x"] + lines[at + 1 :],
            lines[:at] + ["\0"] + lines[at + 1 :],
            lines[:at] + [""] + lines[at + 1 :],
            lines[:at] + ["9 keep"] + lines[at + 1 :],
        ):
            try:
                Match.replay("\n".join(wrong))
            except BadRecord as error:
                refused += 1
                assert 1 <= error.line <= len(wrong) + 1
                assert error.line >= min(at + 1, 3)
                assert str(error) == f"line {error.line}: {error.reason}"
                if at > divider:
                    assert error.line >= at + 1
    assert refused > 4 * len(lines)


def test_errors_say_what_is_wrong() -> None:
    good = str(Match("scout", seats=3, seed=1).record)
    for old, new, reason in (
        ("tefuda 1", "tefuda 2", "line 1: this is format '2'"),
        ("tefuda 1", "hello", "line 1: a record begins with"),
        ("game scout", "game chess", "line 2: there is no game 'chess'"),
        ("seats 3", "seats 6", "line 3: scout with these options has 3 to 5 seats"),
        ("option edition first", "option edition last", "line 4: edition must be one of"),
        ("option edition first", "option jokers 2", "line 4: there is no option 'jokers'"),
        ("option turn_cap 600", "option turn_cap 6e2", "line 7: turn_cap must be a number from"),
        ("option turn_cap 600", "option edition draft", "line 7: option edition stands here twice"),
        ("---", "name 7 Aki\n---", "line 8: '7' is not a seat"),
        ("---", "name 0 Aki\nname 0 Ben\n---", "line 9: '0' is not a seat that still needs a name"),
        ("---", "nonsense", "line 8: here stands an option, a name, a proof or '---'"),
        ("* deal", "* dole", "line 9: here stand 3 hands"),
        ("* start", "2 start", "line 10: 'start"),
        (" | ", " ", "line 9: here stand 3 hands"),
        ("\n* start", "\n* deal", "line 10: 'deal"),
        ("\n* start", "\n3 keep", "line 10: an event begins with a seat from 0 to 2"),
        ("\n* start", "\n2\n* start", "line 10: '2' says who acts, but not what"),
        ("\n* start", "\n2 keep\n* start", "line 10: 'keep' is not a legal move of seat 2 here"),
    ):
        assert old in good
        with pytest.raises(BadRecord) as error:
            Match.replay(good.replace(old, new, 1))
        assert str(error.value).startswith(reason), (str(error.value), reason)
    with pytest.raises(BadRecord, match="line 1"):
        Match.replay("")
    with pytest.raises(BadRecord, match="line 4"):
        Match.replay("tefuda 1\ngame scout\nseats 3")
