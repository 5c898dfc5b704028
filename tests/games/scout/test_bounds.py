"""R36 to R40: the turn cap, the order in which things happen, and what follows from the rules."""

from __future__ import annotations

import pytest

from tefuda import Match, Result
from tefuda.games.scout.state import CAP, END, TURN

from .position import deck, face, position, seen, starting
from .walk import TABLES, Step, hand_of, legal_plays, table_of, walk

# ---- R36: the cap


def test_r36_a_round_can_loop_and_then_ends_at_600_turns() -> None:
    """A single is shown, scouted, and the next player must show: after six turns all is as before, but for chips."""
    match = Match("scout", 3, draw=starting(0))
    for seat in range(3):
        match.play(seat, "keep")
    for turn in range(600):
        assert seen(match, None).round == 1
        match.play(turn % 3, "scout left 1" if turn % 2 else "play 1+1")
    view = seen(match, None)
    assert (view.round, view.ending) == (2, "cap")
    assert view.scores == [100 - 12] * 3


def test_r36_nobody_is_exempt_at_the_cap() -> None:
    table = position("1 9", "4 8", "2 5 7", table="6 6 6", captured=[1, 0, 0], chips=[0, 0, 2], turns=599)
    table.play("scout left 1")
    assert table.ending == "cap"
    assert table.scores == [1 - 3, -2, 3 - 3]


def test_r36_no_edition_bonus_at_the_cap() -> None:
    table = position("1 9 9", "4 8", "2 5 7", table="6", turns=599, edition="draft").play("play 2+2")
    assert table.ending == "cap"
    assert table.scores == [1 - 1, -2, -3]


def test_r36_the_last_turn_is_completed_first() -> None:
    assert position("1 9", "4 8", "2 5", table="6", turns=598).play("scout left 1").ending == ""
    assert position("1 9", "4 8", "2 5", table="6", turns=599).play("scout left 1").ending == "cap"


def test_r36_rounds_that_the_cap_ended_are_counted() -> None:
    capped = position("1 9", "4 8", "2 5", table="6", turns=599).play("scout left 1")
    played = position("9", "4 8", "2 5", table="6", turns=599).play("play 1+1")
    assert (capped.ending, capped.s.capped) == ("cap", 1)
    assert (played.ending, played.s.capped) == ("hand", 0)


def test_r36_the_short_game_has_no_winner_at_the_cap() -> None:
    table = position("1 9", "4 8", "2 5", table="6", turns=599, edition="short").play("scout left 1")
    assert table.result == Result("cap", (0, 0, 0), ())


def test_r36_a_double_action_is_one_turn() -> None:
    table = position("2 4 9", "7 9", "1 5", table="3/8 3/9", turns=599).play("double left 2")
    assert table.ending == ""
    assert table.play("play 1+2").ending == "cap"
    table = position("2 4 9", "7 9", "1 5", table="3/8 3/9", turns=598).play("double left 2", "play 1+2")
    assert table.ending == ""


@pytest.mark.parametrize("turn_cap", [1, 2, 17])
def test_r36_the_cap_is_an_option(turn_cap: int) -> None:
    for step in walk("first", 4, seed=36, turn_cap=turn_cap):
        assert step.before.turns < turn_cap
        if step.after.round > step.before.round and step.before.turns < turn_cap - 1:
            assert step.after.ending != CAP


def test_r36_oink_has_no_cap() -> None:
    turns = 0
    for step in walk("oink", 2, seed=36, turn_cap=1):
        turns = max(turns, step.before.turns)
        assert step.after.ending != CAP
    assert turns > 1


# ---- R37: in which order


def test_r37_play() -> None:
    """Hand, capture, table set and owner, counter; then end i, before the cap."""
    table = position("6 7 1", "4 8", "2 5", table="4 5", owner=1).play("play 1+2")
    assert (table.values(0), table.captured[0], table.table_values, table.owner) == ("1", 2, "6 7", 0)
    assert table.s.scouts == 0
    last = position("6 7", "4 8", "2 5", table="4 5", turns=599, edition="draft").play("play 1+2")
    assert last.ending == "hand"
    assert last.scores == [2 + 2, -2, -2]


def test_r37_scout() -> None:
    """Table, hand, chip, counter; then end ii with that chip, before the cap."""
    table = position("1 9", "4 8", "2 5", "3 3", table="5 6 7").play("scout left 1")
    assert (table.table_values, table.values(0), table.chips, table.s.scouts) == ("6 7", "5 1 9", [0, 0, 0, 1], 1)
    assert table.to_act == [1]
    last = position("1 9", "4 8", "2 5", table="5 6", owner=1, chips=[0, 1, 0], turns=599).play("scout left 1")
    assert last.ending == "scouts"
    assert last.scores == [-3, 1 + 1, -2]


def test_r37_the_scout_of_a_double_action_pays_but_does_not_count() -> None:
    """Seat 2 is the last of the others; with a plain Scout the round would end."""
    table = position("9 9", "4 8", "2 5", table="6/1 6/2 6/3", owner=0, turn=2, chips=[1, 0, 0])
    assert table.after("scout left 1").ending == "scouts"
    table = position("9 9", "4 8", "7 7 2", table="6/1 6/2 6/3", owner=0, turn=2, chips=[1, 0, 0])
    table.play("double left 4")
    assert table.ending == ""
    assert table.chips == [2, 0, 0]
    table.play("play 1+2")
    assert table.ending == ""
    assert table.s.scouts == 0
    assert table.owner == 2


# ---- R38, R39: derived


@pytest.mark.parametrize(("edition", "seats"), TABLES)
@pytest.mark.parametrize("plays", [0.1, 0.6])
def test_r38_there_is_always_a_move(edition: str, seats: int, plays: float) -> None:
    for step in walk(edition, seats, seed=38, plays=plays):
        s, hand, table = step.before, hand_of(step.before, step.seat), table_of(step.before)
        if s.phase != TURN:
            continue
        scouts = [move for move in step.legal if move.startswith("scout")]
        if not table:
            assert {f"play {place + 1}+1" for place in range(len(hand))} <= set(step.legal)
        elif edition != "oink" or s.chips[step.seat] > 0:
            assert len(scouts) == (4 if len(table) > 1 else 2) * (len(hand) + 1)
            assert s.owner != step.seat
        else:  # R40
            assert legal_plays([up for up, _ in hand], [up for up, _ in table]) != []
        assert step.legal != []


def rounds(edition: str, seats: int, seed: int, plays: float, turn_cap: int) -> list[list[Step]]:
    """A random match, round by round."""
    found: list[list[Step]] = [[] for _ in range(seats)]
    for step in walk(edition, seats, seed, plays, turn_cap):
        found[step.before.round - 1].append(step)
    return [steps for steps in found if steps]


@pytest.mark.parametrize(("edition", "seats"), TABLES)
@pytest.mark.parametrize(("plays", "turn_cap"), [(0.05, 150), (0.9, 150), (0.3, 12)])
def test_r39_bounds(edition: str, seats: int, plays: float, turn_cap: int) -> None:
    largest = {2: 14, 3: 34, 4: 41, 5: 41}[seats]
    for steps in rounds(edition, seats, 39, plays, turn_cap):
        for step in steps:
            s = step.after
            assert s.table_size <= (9 if seats == 3 else 10)
            assert all(size <= largest for size in s.hand_size)
            assert all(0 <= chips <= max(turn_cap, 3 * (edition == "oink")) for chips in s.chips)
        assert len(steps) <= (34 + 2 if edition == "oink" else turn_cap + 2 * seats)


@pytest.mark.parametrize(("seats", "most"), [(3, 34), (4, 41), (5, 41)])
def test_r39_the_largest_hand(seats: int, most: int) -> None:
    """One card on the table, one in every other hand, all others in one hand: each move there can be made."""
    faces = sorted(deck(seats), key=lambda card: (card[0] * 7 + card[1] * 3) % 11)
    texts = [f"{a}/{b}" if (a + b) % 2 else f"{b}/{a}" for a, b in faces]
    hand, others, table = " ".join(texts[seats:]), texts[1:seats], texts[0]
    full = position(hand, *others, table=table)
    assert len(full.hand(0).split()) == most - 1
    assert len(full.moves("scout")) == len(full.moves("double")) == 2 * most
    for move in full.moves():
        after = full.after(move)
        assert after.ending == ""
        if not move.startswith("play"):
            assert len(after.hand(0).split()) == most
        if move.startswith("double"):
            assert after.moves() == after.moves("play")
            assert after.moves()[-1] == f"play {most}+1"
            assert after.play(after.moves()[-1]).ending == ""


@pytest.mark.parametrize(
    ("seats", "table"), [(3, "1 2 3 4 5 6 7 8 9"), (5, "10 9 8 7 6 5 4 3 2 1"), (5, "2 3 4 5 6 7 8 9 10")]
)
def test_r39_the_largest_table_set(seats: int, table: str) -> None:
    size = len(table.split())
    shown = position(f"{table} 5", *["1 4", "1 4", "1 4", "1 4"][: seats - 1]).play(f"play 1+{size}")
    assert shown.table_values == table
    assert shown.moves("play") == []
    assert shown.play("scout right 1").table_values == table.rsplit(" ", 1)[0]


def test_r39_a_number_is_on_at_most_nine_cards() -> None:
    for seats in (2, 3, 4, 5):
        assert all(sum(number in card for card in deck(seats)) <= 9 for number in range(1, 11))
    assert face((7, 2)) in deck(3)


# ---- R40: exactness


def test_r40_in_oink_a_scout_needs_a_chip() -> None:
    assert position("9 4", "7 1", table="5", chips=[0, 3], edition="oink").moves("scout") == []


def test_r40_in_oink_the_owner_gets_no_chip_and_a_scout_is_no_end() -> None:
    table = position("2 4", "7 1", table="9 9", edition="oink").play("scout left 1")
    assert table.chips == [2, 3]
    assert table.ending == ""


def test_r40_in_oink_without_a_chip_there_may_be_no_move() -> None:
    assert position("9 9 1", "7 3", chips=[0, 0], edition="oink").play("play 1+2").ending == "scouts"


def test_r40_in_the_short_game_no_chip_is_paid_and_the_cap_is_no_tie() -> None:
    table = position("1 9", "4 8", "2 5", table="6 7", turn_cap=5, turns=4, edition="short")
    assert table.after("scout left 1").result == Result("cap", (0, 0, 0), ())
    assert table.play("scout left 1").chips == [0, 0, 0]
    assert table.s.phase == END


def test_r40_an_emptied_table_has_no_owner_to_show() -> None:
    table = position("6 1", "4 8", "2 5").play("play 1+1")
    assert table.view(1).owner == 0
    table.play("scout left 1")
    assert [table.view(reader).owner for reader in (None, 0, 1, 2)] == [None] * 4
    ends = position("6 6 1 1 1", "4 8", "2 5").play("play 1+2", "scout left 1", "scout left 1")
    assert ends.scores == [2, -3, -3]  # R23 knows whose set it was


def test_r40_600_is_turn_cap() -> None:
    assert position("1 9", "4 8", "2 5", table="6", turns=599, turn_cap=601).play("scout left 1").ending == ""
    assert position("1 9", "4 8", "2 5", table="6", turns=600, turn_cap=601).play("scout left 1").ending == "cap"
    match = Match("scout", 3, seed=1)
    assert match.record.options["turn_cap"] == seen(match, None).options.turn_cap == 600
