"""What `rule` says a seat can do now: the cards and numbers, and nothing that does not apply."""

from __future__ import annotations

import pytest

from tefuda.games.gift.words import rule
from tests.games.gift.position import Position, position


@pytest.fixture(autouse=True)
def form() -> str:
    """The sentences are made of plain records, whichever form of the rules runs: once is enough."""
    return "any"


def said(at: Position, seat: int | None = 0, lang: str = "en") -> str:
    return rule(at.view(seat), lang)


FIVE = "_ _ _ _ _"


def test_r6_to_r8_what_can_be_placed() -> None:
    some = position("h4 d9 d10 _ _", FIVE, rows="h2 s-3")
    assert "now ♠9, ♥4, ♦2 or ♦Q, ♣2 or ♣Q (R7, R8)." in said(some)
    assert "いまは♠9、♥4、♦2か♦Q、♣2か♣Qです（R7、R8）。" in said(some, lang="ja")
    assert "no such card" not in said(some)
    assert "bare Ace" in said(some)
    none = position("h6 d9 d10 h7 h8", FIVE, rows="h2 s-3 d1 c1")
    assert "You have no such card." in said(none)
    assert "bare Ace" not in said(none)
    assert "any in your hand that follow it" in said(position("h4 _", FIVE, rows="h2", multi_place=True))
    full = position("sK dK", "hK cK", rows="s11 h11 d11 c11@11", risk="cQ", final=True)
    assert "nothing can be placed (R6)" in said(full)
    assert "Place:" not in said(full)


def test_r9_the_gift() -> None:
    assert "stands for any of them but the last (R9)" in said(position("gift h5 _ _ _", FIVE, rows="h2"))
    assert "neither placed nor discarded" in said(position("gift h7 h8 h9 d7", FIVE, rows="h2 s1 c1"))
    assert "(R9" not in said(position("h5 _ _ _ _", FIVE, rows="h2"))


def test_r16_what_the_gift_stands_for() -> None:
    assert "The Gift stands for ♥4: whoever gets ♥4" in said(position(FIVE, FIVE, rows="h5@3"))
    assert "(R16)" not in said(position(FIVE, FIVE, rows="h5"))


def test_r10_r14_r18_discards_and_draws() -> None:
    early = said(position(FIVE, FIVE))
    assert "Discard: any one card but the Gift (R10).\n" in early
    assert "(R14)" in early
    late = said(position("_ _", "_ _", final=True))
    assert "it leaves the game (R18)" in late
    assert "(R14)" not in late
    assert "Discard:" not in said(position("gift", "_", final=True))
    six = position("sK hK _ _ _ _", "_ _ _ _ _")
    assert "(R14)" not in said(six)


@pytest.mark.parametrize(("choice", "words"), [("next_draws", "deck of the players"), ("draw_back", "straight back")])
def test_r30_r32_other_fates_of_a_discard(choice: str, words: str) -> None:
    hands = ("c6 sK hK dK gift", "c7 c8 c9 c10 cJ")
    before = position(*hands, rows="s11 h11 d11 c4", deck="cK", risk="cQ", final_discard=choice)
    assert words not in said(before)
    assert words in said(before.after("place c6"), 1)


def test_r11_r12_r26_rights() -> None:
    fresh = said(position(FIVE, FIVE))
    used = said(position(FIVE, FIVE, hold=(0, 1), offer=(0, 1), unbroken=False))
    for number in ("(R11)", "(R12, R27)", "(R26)"):
        assert number in fresh
        assert number not in used
    assert "(R26)" not in said(position(FIVE, FIVE, dealer=1))
    assert "Then your turn goes on." in fresh
    assert "That is your whole turn (R30)." in said(position(FIVE, FIVE, break_ends_turn=True))


def test_r13_success_and_what_it_lacks() -> None:
    assert "close it with" not in said(position("sK", "_ _", rows="s11", final=True))
    assert "Success: your row is complete and ♠K is your only card." in said(
        position("sK", "_ _", rows="s11", final=True)
    )
    assert "♠ spades complete, where 3 cards are missing, and ♠K" in said(position(FIVE, FIVE, rows="s8"))
    assert "where 1 card is missing" in said(position(FIVE, FIVE, rows="s-10"))
    assert "♠K as your only card; ♠ spades is complete" in said(position("sK _", "_", rows="s11", final=True))
    gift = position("sK gift", "_ _", rows="s10", final=True, gift_before_k=True)
    assert "lay the Gift for the last card of your row and close it with ♠K (R13, R30)" in said(gift)


def test_r15_commit() -> None:
    first = position(FIVE, FIVE, FIVE, commit="-h-")
    assert "you commit to a suit (R15)" in said(first)
    assert "Success will need" not in said(first)
    choosing = position(FIVE, FIVE, FIVE, commit="-h-", committing=True)
    assert "these suits: ♠ spades, ♦ diamonds, ♣ clubs." in said(choosing)
    assert "♠スペード、♦ダイヤ、♣クラブのどれか" in said(choosing, lang="ja")
    assert "(R10)" not in said(choosing)


def test_r19_r29_stuck_and_stalled() -> None:
    stuck = position("gift", "_ _", final=True, hold=(0, 1), offer=(0, 1), unbroken=False)
    assert "so you pass (R19)" in said(stuck)
    assert "15 turns in a row without a card placed; at 30 nobody wins" in said(position(FIVE, FIVE, stall=15))
    assert "(R22, R29)" not in said(position(FIVE, FIVE, stall=14))


def test_r28_the_chain() -> None:
    ready = position("sK", "hK", "_ _", rows="s11 h11", final=True, mode="create", unbroken=False).after("success")
    text = said(ready, 1)
    assert text.startswith("Create: 1 of 3 have had Success.")
    assert "Success: your row is complete" in text
    assert "Discard:" not in text
    assert "only a Break" not in text
    unready = position("sK", "_ _", "_ _", rows="s11", final=True, mode="create", dealer=1).after("success")
    assert "only a Break can help (R28)" in said(unready, 1)
    assert "(R26)" in said(unready, 1)


def test_r30_a_late_break_and_offers_for_cards_of_ones_own() -> None:
    early = position("h4 _ _ _ _", FIVE, rows="h2", break_late=True, offer_own=True)
    assert "You may also wait and break when your turn is over (R30)" in said(early)
    assert "and that may be you" in said(early)
    late = early.after("place h4")
    assert said(late).splitlines()[0].startswith("Break, once: all Ks")
    assert "keep the Break" in said(late)
    assert "ブレイクを残したまま" in said(late, lang="ja")
    plain = position("h4 _ _ _ _", FIVE, rows="h2")
    assert "(R30)" not in said(plain)
    assert "if you do not have it" in said(plain)


def test_rules_when_there_is_nothing_to_do() -> None:
    waiting = position(FIVE, FIVE, FIVE)
    assert said(waiting, None) == "It is the turn of another player (Seat 0)."
    assert said(waiting, 1).startswith("It is the turn of another player (Seat 0).\nIf somebody asks")
    late = position("sK", "_ _", "", rows="s11", final=True, play_on=True)
    assert "are out" in said(late, 2)
    done = position("sK", "_ _", "_", rows="s11", final=True, play_on=True).after("success")
    assert "You have had Success" in said(done, 0)
    assert "Seat 1" in said(done, 0)


def test_rules_at_the_end() -> None:
    for mode, play_on, words in (
        ("attack", False, "the first Success won"),
        ("attack", True, "order of Success"),
        ("create", False, "all win if"),
    ):
        before = position("sK", "hK", rows="s11 h11", final=True, unbroken=False, mode=mode, play_on=play_on)
        over = before.after("success", "success") if mode == "create" else before.after("success")
        assert over.over
        assert words in said(over, 1)
        assert "ゲーム終了" in said(over, None, "ja")
