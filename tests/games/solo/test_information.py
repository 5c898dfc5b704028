"""Section 4 of the rules: who may know what."""

from __future__ import annotations

from collections import Counter

import pytest

from tefuda import Match
from tefuda.games.solo.game import SOLO
from tefuda.games.solo.legal import jumper
from tefuda.games.solo.moves import CARDS
from tefuda.kernel import OVER
from tefuda.record import Event, Part, Reading
from tests.games.walking import Table

from .position import DECK, Position, begin, deal, position, scripted
from .walk import IDS, TABLES, walk

READERS = (None, 0, 1, 2)
EACH_TABLE = pytest.mark.parametrize("table", TABLES, ids=IDS)

HANDS = (
    "r1 r2 g5 g7 bG bX W A",
    "g1 g2 g3 g4 y6 y8 b6 Kg",
    "r5 y1 y2 y3 y4 b1 b2 b3",
)


def match_with(*draws: str) -> Match:
    """Seat 2 has dealt, r5 is the start card, seat 0 begins; seat 2 holds the other r5."""
    return Match("solo", 3, draw=scripted("* dealer 2", deal(*HANDS), "* turn r5", *draws))


def lines(match: Match, reader: int | None) -> list[str]:
    """The record as the reader may read it, after the start card."""
    return [str(event) for event in match.record.seen_by(reader).events[3:]]


def same(one: Position, two: Position, reader: int | None) -> bool:
    if reader is not None and one.moves("", reader) != two.moves("", reader):
        return False
    return one.view(reader).to_dict() == two.view(reader).to_dict()


# ---- hands


def test_hand_only_its_owner_sees_it() -> None:
    """Whatever the others hold and the pile has, the view and the moves stay the same."""
    one = position("r1 g2 W", "y1 y2 Kg", "r5 b1")
    two = position("r1 g2 W", "b7 b8 b9", "y3 W4")
    assert one.view(0).hand == ["r1", "g2", "W"]
    assert one.view(None).hand is None
    for reader, alike in ((None, True), (0, True), (1, False), (2, False)):
        assert same(one, two, reader) == alike
    assert one.view(2).hand_sizes == [3, 3, 2]


@EACH_TABLE
def test_hand_no_field_of_a_view_shows_an_unseen_card(table: Table) -> None:
    """All cards that a view names fit together with its hand and the discards; known ones lie where it says."""
    for step in walk(table, seed=41):
        now = Position(step.game)
        for reader in range(table[0]):
            view = now.view(reader)
            named = Counter(view.heap) + Counter(view.hand)
            for seat, known in view.known.items():
                assert int(seat) != reader
                assert Counter(known) <= Counter(now.hand(int(seat)).split())
                named += Counter(known)
            assert named <= DECK
            assert view.drawn in (None, "?") or view.turn == reader
        spectator = now.view(None)
        assert (spectator.hand, spectator.known) == (None, {})


def test_r34_whoever_jumps_in_card_by_card_does_not_see_what_another_has_drawn() -> None:
    table = position("r1 r2", "b1 b2", "r5 g5 b5 W W4", triple_must_be_all=False, triple_jump_in=True)
    table.play("draw", "* draw 0 y9")
    assert [table.view(reader).drawn for reader in READERS] == ["?", "y9", "?", "?"]
    table.play("2 jump triple b5")
    assert table.view(2).phase == "triple"
    assert [table.view(reader).drawn for reader in READERS] == [None] * 4


def test_hand_the_deal_is_read_by_its_owner_alone() -> None:
    match = match_with()
    dealt = match.record.events[1].text.removeprefix("deal ").split(" | ")
    for reader in READERS:
        events = match.record.seen_by(reader).events
        assert [str(events[0]), str(events[2])] == ["* dealer 2", "* turn r5"]
        expected = [dealt[seat] if seat == reader else "? ? ? ? ? ? ? ?" for seat in range(3)]
        assert events[1].text == "deal " + " | ".join(expected)


# ---- drawing


def test_drawn_the_card_is_hidden() -> None:
    table = position("g1 g2", "y1 y2").play("draw", "* draw 0 r3")
    assert [table.view(reader).drawn for reader in (None, 0, 1)] == ["?", "r3", "?"]
    other = position("g1 g2", "y1 y2").play("draw", "* draw 0 b9")
    assert same(table, other, 1) and same(table, other, None)
    assert not same(table, other, 0)


def test_drawn_the_record_hides_draws() -> None:
    match = match_with("* draw 0 b9")
    match.play(0, "draw")
    assert lines(match, 0) == ["0 draw", "* draw 0 b9"]
    for reader in (None, 1, 2):
        assert lines(match, reader) == ["0 draw", "* draw 0 ?"]


def test_drawn_a_penalty_shows_how_many_cards_and_not_which() -> None:
    table = position("r1 g1", "y1 y2").play("play r1", "draw", "* draw 0 b8 b9", "*", "keep")
    assert table.view(1).hand_sizes == [3, 3]
    assert table.view(1).known == {}


# ---- jump-in


def test_jump_in_to_act_never_names_another_seat_that_could() -> None:
    table = position("g1 g2", "y1 y2", "r5 b2 b3")
    assert table.to_act == [0, 2]
    assert [table.view(reader).to_act for reader in READERS] == [[0], [0], [0], [0, 2]]


def test_jump_in_letting_it_go_is_seen_by_nobody_else() -> None:
    table = position("g1 g2", "y1 y2", "r5 b2 b3")
    gone = table.after("2 wait")
    for reader in (None, 0, 1):
        assert same(table, gone, reader)
    assert (gone.view(2).to_act, gone.view(2).let_go, table.view(2).let_go) == ([0], True, False)


@EACH_TABLE
def test_jump_in_to_act_in_random_play(table: Table) -> None:
    """Others see who decides and who owes; a seat sees of itself whether it has a move."""
    jumps = 0
    for step in walk(table, seed=42):
        s = step.before
        public = sorted({s.turn, *(seat for seat in range(s.seats) if s.owes >> seat & 1)})
        now = Position(step.game)
        assert now.view(None).to_act == public
        for reader in range(s.seats):
            others = [seat for seat in public if seat != reader]
            own = [reader] if step.game.count(reader) else []
            assert now.view(reader).to_act == sorted(others + own)
        jumps += jumper(s) not in (-1, s.turn)
    assert jumps > 0 or table[0] == 2  # with two seats it is rare in so few moves


def test_wait_stands_in_nobody_else_s_record() -> None:
    match = match_with()
    match.play(2, "wait")
    assert lines(match, 2) == ["2 wait"]
    for reader in (None, 0, 1):
        assert lines(match, reader) == []
    match.play(0, "play r1")
    for reader in READERS:
        assert lines(match, reader)[-1] == "0 play r1"


def test_wait_of_a_seat_that_owes_is_not_shown_either() -> None:
    table = position("r1 g1", "y1 y2", "b1 b2").play("play r1")
    gone = table.after("0 wait")
    for reader in (None, 1, 2):
        assert same(table, gone, reader)
        assert gone.view(reader).to_act == [0, 1]
    assert gone.view(0).to_act == [1]


# ---- answers


@pytest.mark.parametrize("move", ["rS", "rD", "W4 b", "rX 1", "rG 1", "A"])
def test_answer_is_asked_with_or_without_a_block(move: str) -> None:
    card = move.split()[0]
    one = position(f"{card} g1 g2 g3", "y1 y2 Kg", "b2 b3").play(f"play {move}")
    two = position(f"{card} g1 g2 g3", "y1 y2 y3", "b2 b3").play(f"play {move}")
    for reader in (None, 0, 2):
        assert same(one, two, reader)
        assert one.view(reader).to_act == [1]


def test_answer_that_lets_it_happen_shows_no_hand() -> None:
    one = position("rS g1 g2 g3", "y1 y2 Kg", "b2 b3").play("play rS", "accept")
    two = position("rS g1 g2 g3", "y1 y2 y3", "b2 b3").play("play rS", "accept")
    assert all(same(one, two, reader) for reader in (None, 0, 2))


# ---- Gift and swaps


def test_gift_the_cards_are_seen_by_giver_and_receiver_only() -> None:
    one = position("rG g1 g2 g3 g4", "y1 y2", "b1 b2").play("play rG 1", "accept", "give g1", "give g2")
    two = position("rG g1 g2 g3 g4", "y1 y2", "b1 b2").play("play rG 1", "accept", "give g3", "give g4")
    for reader, alike in ((None, True), (2, True), (0, False), (1, False)):
        assert same(one, two, reader) == alike
    assert one.view(0).known == {"1": ["g1", "g2"]}
    assert one.view(1).hand == ["g1", "g2", "y1", "y2"]
    assert one.view(1).known == one.view(2).known == {}


def test_gift_in_the_record() -> None:
    match = Match("solo", 3, draw=scripted("* dealer 2", deal(*HANDS), "* turn b5"))
    for seat, move in ((0, "play bG 1"), (1, "accept"), (0, "give W"), (0, "give r1")):
        match.play(seat, move)
    whole = ["0 play bG 1", "1 accept", "0 give W", "0 give r1"]
    assert lines(match, 0) == lines(match, 1) == whole
    assert lines(match, 2) == lines(match, None) == [*whole[:2], "0 give ?", "0 give ?"]


def test_gift_the_call_with_it_is_heard_by_all() -> None:
    table = position("bG g1 g2 g3", "y1 y2", "b1 b2", top="b5").play("play bG 1", "accept", "give g1")
    action = SOLO.parse_move("give g2 solo")
    said = [SOLO.seen_move(table.game, 0, action, reader) for reader in READERS]
    assert said == ["give ? solo", "give g2 solo", "give g2 solo", "give ? solo"]


def test_swap_only_the_former_holders_know() -> None:
    table = position("rX g1 g2", "y1 y2 y3", "b1 b2").play("play rX 1", "accept")
    assert table.view(0).known == {"1": ["g1", "g2"]}
    assert table.view(1).known == {"0": ["y1", "y2", "y3"]}
    assert table.view(2).known == table.view(None).known == {}


def told(table: Position, *events: str) -> dict[int | None, list[str]]:
    """What the record of each reader tells of these events."""
    readings, found = {reader: Reading(SOLO, reader) for reader in READERS}, dict[int | None, list[str]]()
    for event in events:
        who, _, text = event.partition(" ")
        after = table.after(event)
        part = Part.of(SOLO, table.game, Event(None if who == "*" else int(who), text), after.game)
        for reader, reading in readings.items():
            found.setdefault(reader, []).extend(map(str, reading.of(part)))
        table = after
    return found


def test_swap_the_record_tells_each_its_new_hand() -> None:
    """In two worlds that look alike to seat 2, which has no part in it, and to spectators."""
    one, two = (
        told(position(first, second, "b1 b2").play("play rX 1"), "1 accept")
        for first, second in (("rX g1 g2", "y1 y2 y3"), ("rX g7 g8", "y1 y2 b9"))
    )
    assert one == {0: ["1 accept = y1 y2 y3"], 1: ["1 accept = g1 g2"], 2: ["1 accept"], None: ["1 accept"]}
    assert two[0] == ["1 accept = y1 y2 b9"]
    assert (two[2], two[None]) == (one[2], one[None])


def test_swap_all_the_record_tells_each_its_new_hand_with_the_last_answer() -> None:
    table = position("A g1 g2", "y1 y2 y3 Kr", "b1 b2").play("play A")
    assert told(table, "1 accept", "2 accept") == {
        0: ["1 accept", "2 accept = b1 b2"],
        1: ["1 accept", "2 accept = g1 g2"],
        2: ["1 accept", "2 accept = y1 y2 y3 Kr"],
        None: ["1 accept", "2 accept"],
    }
    past = told(table, "1 block r", "2 accept")
    assert past == {
        0: ["1 block r", "2 accept = b1 b2"],
        1: ["1 block r", "2 accept"],
        2: ["1 block r", "2 accept = g1 g2"],
        None: ["1 block r", "2 accept"],
    }


def test_triple_the_record_tells_all_its_cards() -> None:
    for reader, seen in told(position("r1 g1 y1 b9", "y2 y3", "b1 b2"), "0 triple g1").items():
        assert seen == ["0 triple g1 = r1 y1 g1"], reader


def test_gift_of_the_last_cards_the_record_tells_giver_and_taker() -> None:
    """It ends the round, and with it stand everybody's points."""
    found = told(position("rG g1", "y2 y3", "b1 b2").play("play rG 1 solo"), "1 accept")
    assert found[0] == found[1] == ["1 accept = g1 = points 0 6 3"]
    assert found[2] == found[None] == ["1 accept = points 0 6 3"]


def test_r25_the_record_tells_the_points_of_a_round() -> None:
    """Two worlds with other hands and as many points look alike."""
    one = told(position("r1", "y2 y3", "b1 b2"), "0 play r1")
    two = told(position("r1", "y1 y4", "b3"), "0 play r1")
    assert set(map(tuple, one.values())) == {("0 play r1 = points 0 5 3",)}
    assert one == two


# ---- what is public


@EACH_TABLE
def test_public_fields_are_the_same_for_all(table: Table) -> None:
    own = {"seat", "hand", "known", "lacks", "drawn", "to_act", "let_go"}
    for step in walk(table, seed=43):
        now = Position(step.game)
        spectator = now.view(None).to_dict()
        for seat in range(table[0]):
            view = now.view(seat).to_dict()
            assert {name for name in view if view[name] != spectator[name]} <= own


def test_public_moves_are_read_by_all() -> None:
    match = match_with("* draw 1 b9")
    for seat, move in ((0, "play r1"), (1, "draw"), (1, "keep"), (2, "play y1"), (0, "play W g"), (1, "play g1")):
        match.play(seat, move)
        for reader in READERS:
            assert lines(match, reader)[-1] == f"{seat} {move}" or move == "draw"


def test_public_who_owes_and_who_has_called() -> None:
    table = position("r1 g1", "y1 y2", "b1 b2").play("play r1")
    assert [table.view(reader).owes for reader in READERS] == [[0]] * 4
    table.play("0 solo")
    assert [(table.view(reader).owes, table.view(reader).called) for reader in READERS] == [([], [0])] * 4


def test_public_options_and_points_stand_apart() -> None:
    shown = position("r1 g1", "y1 y2", mix_draw=True, points_skip=15).view(1).to_dict()
    assert (shown["options"]["mix_draw"], shown["options"]["target_score"]) == (True, 500)
    assert (shown["points"]["skip"], shown["points"]["block"]) == (15, 40)
    assert (len(shown["options"]), len(shown["points"])) == (13, 9)


def test_public_before_the_start_card_there_is_none_and_nobody_acts() -> None:
    view = begin(2).view(None)
    assert (view.phase, view.top, view.to_act, view.heap) == ("chance", "", [], [])
    assert (view.source, view.target, view.drawn, view.triple) == (None, None, None, [])


def test_public_nobody_acts_while_cards_are_drawn_or_when_all_is_over() -> None:
    assert position("r1 g1", "y1 y2").play("draw").view(0).to_act == []
    over = position("r1", "y1 y2", target_score=1).play("play r1")
    assert (over.view(1).phase, over.view(1).to_act, over.game.actor()) == ("over", [], OVER)


def test_public_no_triple_is_shown_once_it_lies() -> None:
    table = position("r7 g7 b7 y7 W", "y1 y2", triple_must_be_all=False)
    assert table.view(1).triple == []
    assert table.play("triple b7", "with r7").view(1).triple == ["r7", "b7"]
    assert table.play("with g7", "done").view(1).triple == []


def test_public_how_the_last_round_ended() -> None:
    """Of the first one there is nothing to tell before its end."""
    table = position("r1", "y1 y2")
    assert (table.view(0).ending, table.view(0).winner) == ("", None)
    table.play("play r1")
    assert (table.view(1).ending, table.view(1).winner) == ("out", 0)
    stuck = position("g1", "", rest=1, passes=1, target_score=5000).play("pass")
    assert (stuck.view(0).ending, stuck.view(0).winner) == ("stuck", None)
    over = position("g1", "", rest=1, passes=1).play("pass")
    assert (over.view(0).ending, over.view(0).winner) == ("stuck", None)


def test_r30_the_move_that_waits_for_a_penalty_is_seen_by_all_with_its_cards() -> None:
    table = position("r1 g1", "r7 g7 b7 y2", "b1 b2").play("play r1", "triple b7")
    assert [table.view(reader).waiting for reader in READERS] == ["triple b7 = r7 g7 b7"] * 4
    assert [table.view(reader).then for reader in READERS] == ["act"] * 4
    drawn = position("r1 g1", "y1 y2").play("draw")
    assert (drawn.view(1).waiting, drawn.view(1).then, drawn.view(1).doer) == ("draw", "drawn", drawn.view(0).doer)
    assert (drawn.play("*").view(1).waiting, drawn.view(1).then) == ("", "")


# ---- a world made from a view alone


def same_world(table: Position, reader: int | None, is_sound: bool = True) -> Position:
    """It shows the reader the same, breaks no rule, and nothing that all see differs."""
    world = Position(SOLO.world(table.view(reader)))
    assert world.view(reader) == table.view(reader)
    assert world.game.sound() == 0 or not is_sound
    for name in ("topmost", "ending", "called", "owes", "pile_size", "heap_size", "total", "turn"):
        assert getattr(world.s, name) == getattr(table.s, name), name
    return world


@pytest.mark.parametrize("reader", READERS)
def test_world_of_a_turn(reader: int | None) -> None:
    same_world(position("r1 g1 W4", "y1 y2", "b1 b2", totals=[3, 20, 100]), reader)


@pytest.mark.parametrize("reader", READERS)
def test_world_of_a_second_round(reader: int | None) -> None:
    table = position("g1", "y1", "", rest=2, passes=2, target_score=5000).play("pass", deal(*HANDS), "* turn r9")
    assert table.view(reader).ending == "stuck"
    same_world(table, reader)


@pytest.mark.parametrize("reader", READERS)
def test_world_of_calls(reader: int | None) -> None:
    """Seat 1 has called, seat 2 owes."""
    table = position("r8 r9", "Kr b1", "rX g1", turn=2).play("play rX 1", "block r solo")
    assert (table.called, table.owes) == ([1], [2])
    same_world(table, reader)


@pytest.mark.parametrize("reader", READERS)
def test_world_of_a_triple(reader: int | None) -> None:
    """Seat 1 knows that seat 0 has y1; seat 0 has drawn the last card that it names. Dealt anew it can be finished."""
    table = position("rX r1 g1", "r7 b7 y1", "b1 b2", triple_must_be_all=False).play("play rX 1", "accept")
    table.play("play r1 solo", "draw", "*", "keep", "draw", "* draw 0 g7", "triple g7")
    world = same_world(table, reader, is_sound=False)
    assert CARDS[world.s.drawn] == "g7"
    assert Counter(same_world(table.after("with r7"), reader, is_sound=False).hand(0).split()) >= Counter(["r7", "g7"])


@pytest.mark.parametrize("reader", [None, 1, 2])
def test_world_of_a_drawn_card(reader: int | None) -> None:
    """It lies in the hand that drew it, and is none that was known. The red 1s are among the discards."""
    table = position("rX r1 g1", "g7 b7 y1", "b1 b2", below="r1").play(
        "play rX 1", "accept", "play r1 solo", "draw", "*"
    )
    table.play("keep", "draw", "* draw 0 W")
    world = same_world(table, reader)
    assert world.view(0).drawn in world.hand(0).split()
    if reader == 1:
        assert world.view(0).drawn not in ("g7", "b7", "y1")


def test_world_in_which_who_lacks_a_number_gets_its_cards_first() -> None:
    """Seat 2 has no sevens; the unseen cards are r1, r2 and two sevens."""
    table = position("", "r7 g7", "y7 b7 g7 r1 r2", rest=0, top="g5", turn=2).play("triple b7")
    assert same_world(table, 0).hand(2) == "r1 r2"


def test_world_that_is_no_world_yet_is_dealt_so_that_it_fits() -> None:
    """Seat 1 has no seven, seat 2 neither a seven nor a five: r3 is seat 2's, although seat 1 could have it."""
    table = position("", "g7 y7 b7 r5", "r7 g7 b7 g5 y5 b5 r3", rest=0, top="g9", turn=2)
    table.play("triple b7", "play b1", "triple g7 solo", "triple b5 solo")
    assert table.view(0).lacks == {"1": {"7": 1}, "2": {"5": 1, "7": 1}}
    world = Position(SOLO.world(table.view(0)).redeal(0, 1))
    assert (world.hand(1), world.hand(2), world.view(0)) == ("r5", "r3", table.view(0))
