"""Section 2 of the rules: who may know what."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tefuda import Match
from tefuda.games.twentythree.game import TWENTYTHREE, state_of
from tefuda.games.twentythree.state import PLAY
from tests.games.walking import Table

from .position import DECK, Position, hand_of, position, put_away, seen, starting
from .walk import IDS, TABLES, walks

READERS = (None, 0, 1, 2)


def lines(match: Match, reader: int | None, since: int = 2) -> list[str]:
    """The record as the reader may read it, without the deal."""
    return [str(event) for event in match.record.seen_by(reader).events[since:]]


# ---- hands and the 1


def test_hand_only_its_owner_sees_it() -> None:
    """Whatever the others hold, the view and the moves stay the same."""
    one = position("3 20 20", "4 5", "9", pile=8, bonus=1)
    two = position("3 20 20", "22 23", "4", pile=8, bonus=1)
    assert one.view(0).hand == [3, 20, 20]
    assert one.view(None).hand is None
    assert one.view(0).to_dict() == two.view(0).to_dict()
    assert one.view(None).to_dict() == two.view(None).to_dict()
    assert one.moves() == two.moves()
    assert one.view(1).to_dict() != two.view(1).to_dict()
    assert one.view(2).hand_sizes == [3, 2, 1]


def test_hand_the_deal_is_read_by_its_owner_alone_but_for_the_1() -> None:
    match = Match("twentythree", 3, draw=starting(1))
    whole = match.record.events[1].text.removeprefix("deal ").split(" | ")
    hidden = [" ".join(["?"] * 15), " ".join(["1", *["?"] * 14]), " ".join(["?"] * 15)]
    for reader in READERS:
        events = match.record.seen_by(reader).events
        assert str(events[0]) == "* holder 1"
        read = events[1].text.removeprefix("deal ").split(" | ")
        assert read == [whole[seat] if seat == reader else hidden[seat] for seat in range(3)]


def test_hand_who_holds_the_1_is_public() -> None:
    for reader in READERS:
        assert seen(Match("twentythree", 3, draw=starting(2)), reader).holder == 2


def test_hand_who_leaves_shows_nothing() -> None:
    one = position("3 20 20", "4 5", "9", pile=8).play("leave")
    two = position("6 7 7", "4 5", "9", pile=8).play("leave")
    for reader in (None, 1, 2):
        assert one.view(reader).to_dict() == two.view(reader).to_dict()


# ---- discards


def readiness(match: Match, reader: int | None) -> tuple[list[int], list[int], list[str], str]:
    view = seen(match, reader)
    return view.to_act, view.hand_sizes, lines(match, reader), view.phase


def test_discards_nobody_learns_who_has_already_chosen() -> None:
    """Until the last card, what the others do changes nothing that a seat or a spectator gets."""
    match = Match("twentythree", 3, draw=starting(1))
    before = {reader: (readiness(match, reader), seen(match, reader)) for reader in (None, 0)}
    assert before[None][0] == ([0, 1, 2], [15, 15, 15], [], "discard")
    for seat in (2, 1, 1, 2, 2, 1):
        match.play(seat, f"discard {hand_of(match, seat)[-1]}")
        for reader in (None, 0):
            assert (readiness(match, reader), seen(match, reader)) == before[reader]
    assert match.to_act == (0,)


def test_discards_a_seat_knows_its_own_progress() -> None:
    match = Match("twentythree", 3, draw=starting(1))
    hand = hand_of(match, 0)
    for place in (14, 3, 8):
        assert 0 in seen(match, 0).to_act
        match.play(0, f"discard {hand[place]}")
    view = seen(match, 0)
    assert view.discards == sorted(hand[place] for place in (14, 3, 8))
    assert (view.hand_sizes, view.to_act) == ([12, 15, 15], [1, 2])
    assert lines(match, 0) == [f"0 discard {hand[place]}" for place in (14, 3, 8)]
    for reader in (None, 1, 2):
        assert seen(match, reader).hand_sizes == [15, 15, 15]
        assert seen(match, reader).to_act == [0, 1, 2]
        assert lines(match, reader) == []


def test_discards_a_seat_that_is_ready_does_not_learn_who_is_missing() -> None:
    """Seat 0 is ready; whether 1 or 2 keeps all waiting, it gets the same."""
    found = []
    for slow, fast in ((1, 2), (2, 1)):
        match = put_away(Match("twentythree", 3, draw=starting(1)), [0, fast])
        assert match.to_act == (slow,)
        found.append((readiness(match, 0), seen(match, 0)))
    assert found[0] == found[1]


def test_discards_stay_secret_afterwards() -> None:
    """The order among the seats is not shown either: the others' stand by seat, and the reader's own where made."""
    match = Match("twentythree", 3, draw=starting(1))
    own: dict[int, list[str]] = {0: [], 1: [], 2: []}
    for seat in (2, 0, 2, 1, 0, 1, 1, 2, 0):
        card = hand_of(match, seat)[7]
        own[seat].append(f"{seat} discard {card}")
        match.play(seat, f"discard {card}")
    hidden = {seat: [f"{seat} ?"] * 3 for seat in range(3)}
    assert lines(match, None) == hidden[0] + hidden[1] + hidden[2]
    assert lines(match, 0) == own[0] + hidden[1] + hidden[2]
    assert lines(match, 1) == own[1] + hidden[0] + hidden[2]
    assert lines(match, 2) == own[2] + hidden[0] + hidden[1]
    for reader in READERS:
        expected = None if reader is None else sorted(int(line.split()[2]) for line in own[reader])
        assert seen(match, reader).discards == expected
    match.play(2, "pass")
    assert lines(match, 0)[-1] == lines(match, None)[-1] == "2 pass"


def test_discards_other_cards_put_away_look_the_same() -> None:
    """Seat 1 puts away three other cards of the same deal."""
    first, second = (Match("twentythree", 3, draw=starting(0)) for _ in range(2))
    for match, places in ((first, (1, 2, 3)), (second, (12, 13, 14))):
        put_away(match, [0, 2])
        for card in [hand_of(match, 1)[place] for place in places]:
            match.play(1, f"discard {card}")
        assert seen(match, None).phase == "play"
    for reader in (None, 0, 2):
        assert seen(first, reader) == seen(second, reader)
        assert str(first.record.seen_by(reader)) == str(second.record.seen_by(reader))
    assert seen(first, 1) != seen(second, 1)


def test_discards_are_not_known_in_round_2() -> None:
    match = put_away(Match("twentythree", 2, draw=starting(1)))
    match.play(0, "leave")
    match.play(1, "leave")
    assert seen(match, 0).discards == []
    assert seen(match, 0).hand_sizes == [15, 15]


# ---- removed cards


def test_removed_cards_are_seen_by_nobody() -> None:
    """A removed card and one in another hand change places: no view but that seat's changes."""
    match = put_away(Match("twentythree", 2, draw=starting(0)))
    s = state_of(match._game).clone()
    used = Counter(card for hand in match.record.events[1].text[5:].replace("|", "").split() for card in [int(hand)])
    removed = DECK - used
    assert removed.total() == 36
    mine = next(v for v in range(2, 24) if s.hand[1][v])
    box = next(v for v in removed if v != mine)
    s.hand[1][mine] -= 1
    s.hand[1][box] += 1
    other = Position(TWENTYTHREE.engine.Game.unpack(s.pack(), 2))
    for reader in (None, 0):
        assert other.view(reader) == seen(match, reader)
    assert other.view(1) != seen(match, 1)


# ---- what is public


def test_pile_all_laid_cards_are_public() -> None:
    table = position("9 9", "20 21", "21 22", pile=8).play("play 9x2", "play 20x1")
    for reader in READERS:
        assert table.view(reader).pile == {"value": 20, "cards": [1, 8, 9, 9, 20]}


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_chips_counts_and_forces_are_public(table: Table) -> None:
    public = ["penalty", "bonus", "scores", "out", "forced", "passes", "below", "turns", "round", "phase", "holder"]
    public += ["pile", "seats", "bonus_shift", "forced_must_use_bonus", "forced_may_leave", "allow_negative", "learn12"]
    seats, options, _ = table
    rng = random.Random(5)
    match = Match("twentythree", seats, seed=5, **options)
    while match.actor is not None:
        spectator = seen(match, None).to_dict()
        views: list[dict[str, Any]] = [seen(match, seat).to_dict() for seat in range(seats)]
        assert all(view[name] == spectator[name] for view in views for name in public)
        if spectator["phase"] == "play":
            assert all(view["hand_sizes"] == spectator["hand_sizes"] for view in views)
            assert all(view["to_act"] == list(match.to_act) for view in views)
        match.play(match.actor, rng.choice(match.moves(match.actor)))


def test_moves_in_the_open_are_read_by_all() -> None:
    match = put_away(Match("twentythree", 3, draw=starting(2)))
    card = hand_of(match, 0)[4]
    for seat, move in ((0, f"play {card}x1 -1"), (1, "pass"), (2, "force"), (0, match_move(match, card))):
        match.play(seat, move)
        for reader in READERS:
            assert lines(match, reader)[-1] == f"{seat} {move}"


def match_move(match: Match, card: int) -> str:
    """A card of seat 0 that a force lets it lay."""
    return f"play {next(v for v in hand_of(match, 0) if v > card)}x1"


# ---- what everybody can work out


@pytest.mark.parametrize("move", ["pass", "force", "leave"])
def test_below_a_forced_seat_that_does_not_play_has_only_lower_cards(move: str) -> None:
    table = position("3 8", "20", "21", pile=9, forced=0, bonus=3).play(move)
    for reader in READERS:
        assert table.view(reader).below == [9, 24, 24]


def test_below_nothing_is_shown_without_a_force_or_by_a_play() -> None:
    for move in ("pass", "force", "leave", "play 8x1 -1"):
        assert position("3 8", "20", "21", pile=9, bonus=3).play(move).view(1).below == [24] * 3
    for move in ("play 8x1 -1", "play 3x1 -2"):
        assert position("3 8", "20", "21", pile=9, bonus=3, forced=0).play(move).view(1).below == [24] * 3
    assert position("3 9", "20", "21", pile=9, bonus=3, forced=0).play("play 9x1").view(1).below == [24] * 3


@pytest.mark.parametrize(("bonus", "bound"), [(0, 19), (1, 14), (3, 4)])
def test_below_with_forced_must_use_bonus_the_chips_count(bonus: int, bound: int) -> None:
    table = position("3", "20", "21", pile=19, forced=0, bonus=bonus, forced_must_use_bonus=True).play("pass")
    assert table.view(1).below == [bound, 24, 24]


def test_below_with_forced_may_leave_a_leave_shows_nothing() -> None:
    table = position("3 8", "20", "21", pile=9, forced=0, forced_may_leave=True)
    assert table.after("leave").view(1).below == [24, 24, 24]
    assert table.after("pass").view(1).below == [9, 24, 24]


def test_below_only_goes_down() -> None:
    """Hands only lose cards, so a higher pile later says nothing new, and a lower one does."""
    table = position("3 6", "20", "21", pile=9, forced=0, below=[7, 24, 24]).play("pass")
    assert table.view(1).below == [7, 24, 24]
    table = position("3 6", "20", "21", pile=9, forced=0, below=[12, 24, 24]).play("pass")
    assert table.view(1).below == [9, 24, 24]


def test_below_stays_while_the_round_goes_on() -> None:
    table = position("3 6", "20 21", "21 22", pile=9, forced=0, bonus=1).play("pass", "play 20x1", "pass")
    assert table.view(1).below == [9, 24, 24]
    assert table.play("leave").view(1).below == [9, 24, 24]


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_below_is_what_the_moves_show(table: Table) -> None:
    """Worked out from the open moves alone."""
    found = 0
    known: list[int] = []
    for step in walks(table, seed=29):
        s = step.before
        if s.turns == 0 and s.pile < 2 and s.passes == 0:
            known = [24] * s.seats
        assert s.below[: s.seats] == known
        shown = step.kind in ("pass", "force") or (step.kind == "leave" and not s.forced_may_leave)
        if s.phase == PLAY and s.forced == step.seat and shown:
            bound = s.pile - 5 * s.bonus[step.seat] * s.forced_must_use_bonus
            known[step.seat] = min(known[step.seat], bound)
            found += 1
        for seat in range(s.seats):
            assert all(not s.hand[seat][v] for v in range(known[seat], 24))
    assert found > 0 or table[2]["force"] < 0.4  # where force is rare, so is this
