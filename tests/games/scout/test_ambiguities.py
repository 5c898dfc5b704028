"""A1 to A19: what the rulebooks leave open, as decided."""

from __future__ import annotations

import random

import pytest

from tefuda import Match
from tefuda.games.scout.state import CAP, END, HAND, SCOUTS

from .position import position, seen, starting
from .walk import first_turns, hand_of, walk


def chosen(match: Match) -> Match:
    for seat in range(match.seats):
        match.play(seat, "keep")
    return match


def test_a1_scouts_do_not_add_up_over_an_emptied_table() -> None:
    """Seats 1 and 2 scout, 3 must play, 0 scouts: three Scouts, but not of the same set."""
    table = position("3 3 1", "2 9", "2 8", "7 4").play("play 1+2", "scout left 1", "scout left 1")
    assert table.ending == ""
    assert table.moves() == table.moves("play")
    table.play("play 1+1", "scout left 1")
    assert table.ending == ""
    assert table.s.scouts == 1


def test_a2_no_double_action_without_a_play() -> None:
    """The marker cannot be lost for nothing: such a choice is not offered and is refused."""
    table = position("2 5", "7 7", "1 6", table="9/1 9/3 9/4")
    assert table.moves("double") == []
    with pytest.raises(ValueError, match="not legal"):
        table.play("double left 1")
    assert table.markers == [1, 1, 1]
    assert table.table == "9/1 9/3 9/4"


def test_a3_double_may_use_the_scouted_card() -> None:
    table = position("2 4", "7 7", "1 6", table="9/3 9/8", owner=2).play("double left flip 2")
    assert table.sets() == ["2 3", "2 3 4", "3 4"]
    table.play("play 1+3")
    assert table.ending == "hand"
    alone = position("1 4", "7 7", "1 6", table="5/9 6/8", owner=2).play("double left flip 1")
    assert alone.sets() == ["9"]


def test_a4_a_double_action_is_not_scouting_only() -> None:
    table = position("3 3 3 1", "2 9", "4 4 8", table="").play("play 1+3", "scout left 1", "double left 4")
    assert table.ending == ""
    table.play("play 1+2")
    assert table.ending == ""
    assert table.s.scouts == 0
    assert table.to_act == [0]


@pytest.mark.parametrize(("edition", "bonus"), [("first", 0), ("draft", 3)])
def test_a5_table_cards_at_scoring_by_edition(edition: str, bonus: int) -> None:
    table = position("6 7 8", "1 2 3", "1 5", edition=edition).play("play 1+3")
    assert table.scores == [bonus, -3, -2]


def test_a5_table_cards_at_scoring_in_oink() -> None:
    assert position("7 8 9", "1 3", chips=[0, 0], edition="oink").play("play 1+3").scores == [0, -2]


@pytest.mark.parametrize(("seats", "plays", "usual"), [(3, 0.4, SCOUTS), (4, 0.95, HAND)])
@pytest.mark.parametrize("edition", ["first", "draft", "short"])
def test_a6_both_ends_never_coincide(edition: str, seats: int, plays: float, usual: int) -> None:
    """End i comes from a Play of the whole hand, end ii from a Scout."""
    ends = {
        (step.after.ending, step.move.split()[0], step.move == f"play 1+{len(hand_of(step.before, step.seat))}")
        for seed in range(10 if edition == "short" else 3)
        for step in walk(edition, seats, seed, plays, turn_cap=200)
        if step.after.round != step.before.round or step.after.phase == END
    }
    possible = {(HAND, "play", True), (SCOUTS, "scout", False), (CAP, "play", False), (CAP, "scout", False)}
    assert ends <= possible
    assert usual in {ending for ending, _, _ in ends}


def test_a7_a_hand_is_not_turned_again() -> None:
    table = position("2 4", "7 7", "1 6", table="9 9").play("scout left 1")
    for seat in range(3):
        assert not {"keep", "flip"} & set(table.moves(seat=seat))
    with pytest.raises(ValueError, match="not legal"):
        table.play("flip")


def scouted(move: str, insert_visible: bool = False) -> Match:
    """A match in which seat 1 scouts the card that seat 0 laid."""
    match = chosen(Match("scout", 3, draw=starting(0), insert_visible=insert_visible))
    match.play(0, "play 6+1")
    match.play(1, move)
    return match


def test_a8_insert_position_and_orientation_are_hidden() -> None:
    """However the card is put in, nobody else sees a difference, in the view or in the record."""
    first = scouted("scout left 1")
    for move in ("scout left flip 1", "scout left 7", "scout left flip 13"):
        other = scouted(move)
        for reader in (None, 0, 2):
            assert seen(other, reader).to_dict() == seen(first, reader).to_dict()
            assert str(other.record.seen_by(reader)) == str(first.record.seen_by(reader))
            assert str(other.record.seen_by(reader).events[-1]) == "1 scout left ?"
        assert str(other.record.seen_by(1).events[-1]) == f"1 {move}"
        assert seen(other, 1).hand != seen(first, 1).hand


def test_a8_also_in_a_double_action() -> None:
    texts = set()
    for move in ("double left 1", "double left flip 9"):
        match = scouted(move)
        assert str(match.record.seen_by(2).events[-1]) == "1 double left ?"
        texts.add(str(seen(match, 2).to_dict()))
    assert len(texts) == 1


def test_a8_also_the_order_of_two_scouted_cards() -> None:
    views = []
    for place in (1, 2, 4):
        table = position("2/4 6/8", "1/3 5/7", table="9/4 9/2 9/1", edition="oink")
        table.play("scout left 1", f"scout left {place}")
        views.append((table.view(1).to_dict(), table.view(None).to_dict()))
        assert table.view(1).known[0] == [[2, 9], [4, 9]]
    assert views[0] == views[1] == views[2]


def test_a8_insert_visible() -> None:
    up, down = (seen(scouted("scout left 1"), 1).hand or [])[0]
    for move, place, card in (
        ("scout left 1", 1, [up, down]),
        ("scout left flip 1", 1, [down, up]),
        ("scout left flip 13", 13, [down, up]),
    ):
        match = scouted(move, insert_visible=True)
        for reader in (None, 0, 1, 2):
            assert seen(match, reader).placed == [[], [[place, *card]], []]
            assert str(match.record.seen_by(reader).events[-1]) == f"1 {move}"


def test_a8_insert_visible_shows_no_other_card() -> None:
    match = scouted("scout left 4", insert_visible=True)
    assert seen(match, 0).known[1] == [sorted((seen(match, 1).hand or [])[3])]
    assert seen(match, 0).known[2] == seen(match, 0).known[0] == []


def test_a9_the_first_start_player_is_random_by_default() -> None:
    match = Match("scout", 3, seed=9)
    assert match.record.options["start_player"] == "random"
    assert match.record.events[-1].text.startswith("start ")
    other_than_holder = 0
    for seed in range(20):
        match = Match("scout", 3, seed=seed)
        other_than_holder += [1, 2] not in map(sorted, seen(match, seen(match, None).start).hand or [])
    assert other_than_holder > 5


@pytest.mark.parametrize("edition", ["first", "draft"])
def test_a9_or_the_holder_of_the_1_2(edition: str) -> None:
    for seed in range(20):
        match = Match("scout", 4, seed=seed, start_player="holder12", edition=edition)
        assert [1, 2] in map(sorted, seen(match, seen(match, None).start).hand or [])


def test_a10_direction_of_runs_does_not_matter() -> None:
    for table in ("4 5 6", "6 5 4"):
        assert "5 6 7" in position("5 6 7", "1", "1", table=table).sets()
        assert "7 6 5" in position("7 6 5", "1", "1", table=table).sets()
        assert position("4 5 6", "1", "1", table=table).sets() == []
        assert position("6 5 4", "1", "1", table=table).sets() == []
        assert position("5 4 3", "1", "1", table=table).sets() == []


def test_a11_in_the_draft_once_per_deal() -> None:
    used = position("2 4 9", "7 9", "1 5", table="3/8 3/9", edition="draft").play("double left 2", "play 1+2")
    assert used.markers == [0, 1, 1]
    next_deal = position("6", "1 2", "1 5", table="4", markers=[0, 0, 0], edition="draft").play("play 1+1")
    next_deal.game.deal(next_deal.game.draw(1))
    assert next_deal.markers == [1, 1, 1]


def test_a12_two_players_only_in_oink() -> None:
    for edition in ("first", "draft", "short"):
        with pytest.raises(ValueError, match="seats"):
            Match("scout", 2, edition=edition)
    assert Match("scout", 2, edition="oink").seats == 2
    for seats in (3, 4, 5, 6, 1):
        with pytest.raises(ValueError, match="seats"):
            Match("scout", seats, edition="oink")


def test_a13_chips_are_unlimited_in_the_draft() -> None:
    table = position("5 2", "3 7", "8 8", table="4 4", owner=2, chips=[6, 0, 9], edition="draft")
    assert table.play("scout left 1").chips == [6, 0, 10]


def test_a14_markers_are_in_use_in_the_short_game() -> None:
    assert position("2 4", "7 9", "1 5", table="3/8 3/9", edition="short").moves("double") != []


@pytest.mark.parametrize("edition", ["first", "draft"])
def test_a15_holder12_decides_round_1_only(edition: str) -> None:
    moved_on = 0
    for seed in range(4):
        match = Match("scout", 4, seed=seed, start_player="holder12", edition=edition, turn_cap=5)
        start = seen(match, None).start
        assert [1, 2] in map(sorted, seen(match, start).hand or [])
        assert [view.start for view in first_turns(match)] == [(start + number) % 4 for number in range(4)]
        deals = [event.text.removeprefix("deal ").split(" | ") for event in match.record.events if event.seat is None]
        assert [len(deal) for deal in deals] == [4] * 4  # and no start player is drawn
        holders = [next(seat for seat in range(4) if {"1/2", "2/1"} & set(deal[seat].split())) for deal in deals]
        moved_on += holders != [(start + number) % 4 for number in range(4)]
    assert moved_on > 0


def test_a15_random_in_oink_if_nobody_was_dealt_the_1_2() -> None:
    starts = set()
    held = 0
    for seed in range(40):
        match = Match("scout", 2, seed=seed, edition="oink", start_player="holder12")
        holder = [seat for seat in (0, 1) if [1, 2] in map(sorted, seen(match, seat).hand or [])]
        if holder:
            held += 1
            assert seen(match, None).start == holder[0]
            assert len(match.record.events) == 1
        else:
            starts.add(seen(match, None).start)
            assert match.record.events[1].text == f"start {seen(match, None).start}"
    assert 0 < held < 40
    assert starts == {0, 1}


def test_a16_only_what_is_left_must_be_beaten() -> None:
    table = position("1", "9 9 2", "1", "1", table="4 5 6")
    assert position("9 9 2", "1", "1", "1", table="4 5 6").sets() == []
    assert table.play("scout left 1").sets() == ["9 9"]


def test_a17_whether_a_hand_was_turned_is_hidden() -> None:
    matches = []
    for move in ("keep", "flip"):
        match = Match("scout", 3, draw=starting(0))
        before = [(seen(match, reader).to_dict(), str(match.record.seen_by(reader))) for reader in (None, 0, 2)]
        match.play(1, move)
        # Nobody else even learns that the seat has chosen.
        assert [(seen(match, reader).to_dict(), str(match.record.seen_by(reader))) for reader in (None, 0, 2)] == before
        assert str(match.record.seen_by(1).events[-1]) == f"1 {move}"
        matches.append(match)
    for seat in (2, 0):
        for match in matches:
            match.play(seat, "keep")
        kept, turned = matches
        for reader in {None, 0, 2} - {2 - seat}:
            assert seen(kept, reader).to_dict() == seen(turned, reader).to_dict()
            assert str(kept.record.seen_by(reader)) == str(turned.record.seen_by(reader))
    assert [str(event) for event in turned.record.seen_by(0).events[2:]] == ["0 keep", "1 ?", "2 ?"]


def test_a17_nor_in_which_order_hands_were_chosen() -> None:
    texts = set()
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        match = Match("scout", 3, draw=starting(0))
        for seat in order:
            match.play(seat, "keep")
        chosen = tuple(str(match.record.seen_by(reader)) for reader in (None, 1))
        match.play(0, "play 1+1")
        texts.add((*chosen, *(str(match.record.seen_by(reader)) for reader in (None, 1))))
    assert len(texts) == 1


def test_a18_the_other_player_starts_round_2_of_oink() -> None:
    for start in (0, 1):
        assert [view.start for view in first_turns(Match("scout", 2, draw=starting(start), edition="oink"))] == [
            start,
            1 - start,
        ]
    for seed in range(6):
        match = Match("scout", 2, seed=seed, edition="oink", start_player="holder12")
        start = seen(match, None).start
        assert [view.start for view in first_turns(match)] == [start, 1 - start]


def test_a19_in_oink_hands_are_turned_each_round() -> None:
    rng = random.Random(19)
    match = Match("scout", 2, seed=19, edition="oink")
    rounds = []
    while match.actor is not None:
        if seen(match, None).phase != "choose":
            match.play(match.actor, rng.choice(match.moves(match.actor)))
            continue
        rounds.append(seen(match, None).round)
        for seat in (1, 0):
            assert match.moves(seat) == ["keep", "flip"]
            before = seen(match, seat).hand or []
            match.play(seat, "flip")
            assert seen(match, seat).hand == [[down, up] for up, down in before]
        assert seen(match, None).phase == "turn"
    assert rounds == [1, 2]
