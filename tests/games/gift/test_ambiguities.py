"""A1 to A26: what the rulebook leaves open, as it is decided."""

from __future__ import annotations

from typing import Any

import pytest

from tefuda import BadNotation, BadRecord, Match, Result
from tefuda.games.gift.game import GIFT

from .position import READERS, position, seen

FIVE = "_ _ _ _ _"
SPENT = [0, 0, 0, 0]


def test_a1_four_seats_or_two_or_three() -> None:
    assert Match("gift", seed=1).seats == 4
    for seats in (2, 3):
        assert Match("gift", seats, seed=1).seats == seats
    for seats in (1, 5):
        with pytest.raises(ValueError):
            Match("gift", seats)


def test_a1_rows_that_nobody_chose_stay_open_and_their_ks_can_only_be_discarded() -> None:
    table = position("c5 cK _ _ _", FIVE, rows="c3")
    assert table.moves("place") == ["place c5"]
    table = position("cK", "_", rows="c11@2", final=True)
    assert table.moves("success") == []
    assert "discard cK" in table.moves()


def test_a2_a_final_discard_is_out_of_the_game() -> None:
    table = position("c9 _", "_ _", rows="h3 d5@2", final=True)
    before = table.discards
    table.play("discard c9")
    assert (table.deck, table.discards, table.sizes) == ([], f"{before} c9", [1, 2])


@pytest.mark.parametrize(("final_discard", "sizes"), [("out", [3, 4]), ("next_draws", [3, 4]), ("draw_back", [4, 4])])
def test_a2_the_three_readings(final_discard: str, sizes: list[int]) -> None:
    table = position(
        "c9 cJ sK hK", "c10 cQ dK cK", rows="s11 h11@1 d11 c7", risk="h2", final=True, final_discard=final_discard
    ).play("discard cJ")
    assert table.sizes == sizes
    assert table.deck == (["cJ"] if final_discard == "next_draws" else [])
    assert table.discards == ("cJ" if final_discard == "out" else "")


def test_a3_one_card_a_turn() -> None:
    assert position("h5 h6 _ _ _", FIVE, rows="h3").moves("place") == ["place h5"]
    many = position("h5 h6 _ _ _", FIVE, rows="h3", multi_place=True)
    assert many.moves("place") == ["place h5", "place h5 h6"]


def test_a4_the_last_process_card_and_the_k_are_two_turns() -> None:
    table = position("sQ sK", "_ _", rows="s10 d5@2", final=True)
    assert table.moves("place") == ["place sQ"]
    assert table.moves("success") == []
    assert table.play("place sQ", "hold").moves("success") == ["success"]


def test_a5_the_gift_and_the_k() -> None:
    hands: dict[str, Any] = {"rows": "s10", "risk": "sQ", "final": True}
    assert position("sK gift", "_ _", **hands).moves("success") == []
    assert position("sK gift", "_ _", gift_before_k=True, **hands).moves("success") == ["success"]


def test_a6_a_break_does_not_use_up_the_turn() -> None:
    assert position("sK _ _ _ _", FIVE).play("break").to_act == [0]
    assert position("sK _ _ _ _", FIVE, break_ends_turn=True).play("break").to_act == [1]


def test_a7_hand_sizes_after_a_break_are_left() -> None:
    table = position(FIVE, "sK hK dK _ _", FIVE).play("break")
    assert table.sizes == [6, 3, 6]
    table.play(table.moves("discard")[0])
    assert table.sizes == [5, 3, 6]  # no draw
    table.play(table.moves("discard")[0])
    assert table.sizes == [5, 5, 6]  # two missing, and one for the discard


def test_a8_any_k_may_be_discarded() -> None:
    """Even one's own."""
    table = position("sK hK _ _ _", FIVE)
    assert table.moves("discard sK") + table.moves("discard hK") == ["discard sK", "discard hK"]
    assert table.play("discard sK").discards == "sK"


def test_a9_nobody_is_asked_for_a_k() -> None:
    assert position(FIVE, "sK _ _ _ _", rows="s11").moves("offer s") == []
    with pytest.raises(BadNotation):
        GIFT.parse_move("offer s K")


@pytest.mark.parametrize("move", ["hold", "offer s 2"])
def test_a10_hold_and_offer_in_the_first_lap(move: str) -> None:
    table = position(FIVE, FIVE, commit="--").play(move)
    assert table.kinds == ["commit"]


def test_a11_neither_the_gift_nor_the_card_it_stands_for_is_discarded() -> None:
    """Nobody ever holds that card while the Gift stands for it: it is swapped before anybody can act."""
    assert "discard gift" not in position("gift _ _ _ _", FIVE).moves()
    table = position("gift h5 h4 _ _", FIVE, rows="h2").play("place gift h5")
    assert "h4" not in table.hand(0)
    assert table.row("h") == "h4"


@pytest.mark.parametrize("shuffle", [True, False])
def test_a12_the_discards_are_shuffled(shuffle: bool) -> None:
    table = position(
        "d9 _ _ _ _", "gift _ _ _ _", rows="s11 h11 d7 c6", deck="cK", discards="sK hK", shuffle_recycle=shuffle
    ).play("discard d9")
    assert table.view(1).memory["order"] == ([] if shuffle else ["sK", "hK", "d9"])


@pytest.mark.parametrize("face_up", [True, False])
def test_a13_discards_lie_face_up(face_up: bool) -> None:
    table = position("c9 _ _ _ _", FIVE, discard_face_up=face_up).play("discard c9")
    assert table.view(1).discards == (["c9"] if face_up else ["?"])


@pytest.mark.parametrize("play_on", [False, True])
def test_a14_attack_stops_with_the_first_success(play_on: bool) -> None:
    table = position("sK", "_ _", "_ _", rows="s11 d5@2", final=True, play_on=play_on).play("success")
    assert table.over != play_on


def test_a15_the_risk_is_shown_at_the_end() -> None:
    table = position("sK", "_ _", "_ _", "_ _", rows="s11 d5@2", final=True, risk="c8", dealer=2)
    assert [table.view(reader).risk for reader in READERS] == [None, None, None, "c8", None]
    table.play("success")
    assert [table.view(reader).risk for reader in READERS] == ["c8"] * 5


def test_a16_a_gift_run_of_any_length_from_two_on() -> None:
    table = position("h5 h6 gift h8 h9", FIVE, rows="h3")
    runs = ["gift h6", "h5 h6 gift h8", "h5 h6 gift h8 h9"]
    assert table.moves("place") == [f"place {run}" for run in ("h5", *runs)]


def test_a17_the_layer_of_the_gift_may_hold_the_card() -> None:
    table = position("gift h4 h5 _ _", FIVE, rows="h2")
    assert "place gift h5" in table.moves()
    table.play("place gift h5")
    assert table.row("h") == "h4"
    assert "gift" in table.hand(0)


def test_a18_a_hand_of_five_or_more_is_not_refilled_by_an_offer() -> None:
    table = position(FIVE, "s5 sK _ _ _ _", rows="s3").play("offer s 5")
    assert (table.events, table.sizes) == (["answer 1 s5"], [5, 5])


def test_a19_a_break_without_ks_is_spent() -> None:
    table = position(FIVE, FIVE)
    assert "break" in table.moves()
    table.play("break")
    assert (table.view(None).breaks, table.view(None).given) == (False, [0, 0])


def test_a20_the_dealer_may_break_in_the_create_chain() -> None:
    table = position("hK", "sK", "dK", rows="s11 h11 d11@4", final=True, turn=2, mode="create").play("success")
    assert table.moves() == ["break"]


def test_a21_no_ks_for_players_who_are_out_or_finished() -> None:
    table = position("sK _", "", "dK _", "", rows="h11@3", final=True, play_on=True, finished=[1])
    table.play("break", kings="sK dK")
    assert table.sizes == [2, 0, 2, 0]


def test_a22_the_last_card_taken_by_an_offer() -> None:
    table = position("_ _", "h5", "_ _", rows="h3 d5@2", final=True).play("offer h 5")
    assert table.out == [False, True, False]
    table = position("_ _", "h5", "_ _", rows="h3 d5@2", final=True, mode="create").play("offer h 5")
    assert table.result == Result("failed", (0, 0, 0), ())


def test_a23_a_stuck_player_must_use_a_right_that_is_left() -> None:
    late: dict[str, Any] = {"rows": "h3 s11 d11", "final": True, "unbroken": False}
    assert position("gift", "_ _", hold=[1, 0], offer=SPENT, **late).kinds == ["hold"]
    assert position("gift", "_ _", hold=SPENT, offer=[1, 0], **late).kinds == ["offer"]
    assert position("gift", "_ _", hold=SPENT, offer=SPENT, **late).kinds == ["pass"]


def test_a24_all_players_must_have_success_in_create() -> None:
    """With one out the mission has failed, even before the first Success."""
    table = position("sK", "hK", "c9", rows="s11 h11@2 d4", final=True, turn=2, mode="create").play("discard c9")
    assert table.result == Result("failed", (0, 0, 0), ())


def test_a24_the_result_is_the_same_for_all() -> None:
    view = seen(Match("gift", seed=24, mode="create"), None)
    assert (view.option("mode"), view.scores) == ("create", [0, 0, 0, 0])


def test_a25_the_dealer_breaks_before_the_action() -> None:
    table = position("h4 _ _ _ _", FIVE, rows="h2")
    assert "break" in table.moves()
    assert table.play("place h4").to_act == [1]
    assert table.view(None).breaks


def test_a25_break_late_asks_once_more() -> None:
    table = position("h4 sK _ _ _", "hK _ _ _ _", rows="h2", break_late=True)
    assert "break" in table.moves()
    table.play("place h4")
    assert (table.to_act, table.moves(), table.view(1).phase) == ([0], ["break", "pass"], "late")
    kept = table.after("pass")
    assert (kept.to_act, kept.view(None).breaks, kept.s.turns) == ([1], True, 3)
    broken = table.after("break", kings="hK sK")
    assert (broken.to_act, broken.view(None).breaks, broken.s.turns) == ([1], False, 3)
    assert "hK" in broken.hand(0)
    assert "sK" in broken.hand(1)
    assert table.after("pass", "hold", "hold").moves() == ["break", "pass"]  # in the next turn again


def test_a25_break_late_after_a_break_is_not_asked() -> None:
    table = position("h4 _ _ _ _", FIVE, rows="h2", break_late=True).play("break", "place h4")
    assert table.to_act == [1]


def test_a25_break_late_only_of_the_dealer_and_after_the_commitment() -> None:
    assert position(FIVE, FIVE, FIVE, turn=1, break_late=True).play("hold").to_act == [2]
    first = position(FIVE, FIVE, commit="--", break_late=True).play("hold")
    assert first.kinds == ["commit"]
    assert first.play("commit s").moves() == ["break", "pass"]


def test_a25_break_late_not_with_break_ends_turn_nor_when_the_turn_has_ended_the_match() -> None:
    assert position(FIVE, FIVE, break_late=True, break_ends_turn=True).play("hold").to_act == [1]
    assert position(FIVE, FIVE, break_late=True, stall=29).play("hold").over
    assert position("sK", "_ _", rows="s11", final=True, break_late=True).play("success").over
    out = position("c9", "_ _", "_ _", rows="h3 d5@2", final=True, break_late=True).play("discard c9")
    assert (out.out[0], out.to_act) == (True, [1])  # no more cards for who is out


def test_a25_break_late_not_in_the_chain_but_before_the_success_as_ever() -> None:
    table = position("sK", "hK", rows="s11 h11 d3@2", final=True, turn=1, mode="create", break_late=True)
    assert table.play("success").moves() == ["break", "success"]
    assert table.play("break", "success").result.reason == "together"


def test_a25_a_late_break_can_leave_somebody_without_a_card() -> None:
    late: dict[str, Any] = {"rows": "h3 d5@2", "final": True, "break_late": True}
    table = position("_ _ _", "hK", **late).play("hold", "break")
    assert (table.out, table.to_act) == ([False, True], [0])
    assert position("_ _ _", "hK", mode="create", **late).play("hold", "break").result.reason == "failed"
    stuck = position("gift", "_ _", rows="h3", final=True, break_late=True, hold=(1, 1), offer=SPENT)
    assert stuck.play("hold").moves() == ["break", "pass"]
    assert stuck.play("break").to_act == [1]


def test_a25_a_late_break_shows_the_same_worlds() -> None:
    table = position("h4 sK _ _ _", "hK _ _ _ _", rows="h2", break_late=True).play("place h4")
    for seat in (0, 1, None):
        world = GIFT.world(table.view(seat))
        assert GIFT.view(world, seat) == table.view(seat)


def test_a26_an_offer_for_a_card_of_ones_own() -> None:
    table = position("h4 _ _ _ _", FIVE, rows="h2")
    assert "offer h 4" not in table.moves()
    own = position("h4 _ _ _ _", FIVE, rows="h2", offer_own=True)
    assert "offer h 4" in own.moves()
    own.play("offer h 4")
    assert own.events[0] == "answer 0 h4"
    assert (own.row("h"), own.sizes, own.to_act, own.view(None).offers) == ("h3", [5, 5], [1], [False, True])


def test_a26_the_last_card_of_ones_own() -> None:
    table = position("h4", "_ _", rows="h2 d5@2", final=True, offer_own=True).play("offer h 4")
    assert (table.out, table.to_act) == ([True, False], [1])


def test_a25_a26_older_records_are_read_without_these_options() -> None:
    match = Match("gift", 2, seed=3)
    match.play(match.to_act[0], "hold")
    text = str(match.record)
    older = text.replace("version 2\n", "").replace("option break_late false\noption offer_own false\n", "")
    assert len(older.splitlines()) == len(text.splitlines()) - 3
    assert Match.replay(older).record == match.record
    with pytest.raises(BadRecord, match="other rules of gift: the record has version 3, this game version 2"):
        Match.replay(text.replace("version 2", "version 3"))
