"""Whatever is not possible says why: in both languages, by a rule that exists, from the view alone."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tefuda import GAMES, Match
from tefuda.errors import BadNotation
from tests.setups import IDS, SETUPS, Setup

PLACE = Path(__file__).parents[2] / "src" / "tefuda" / "games"
MOVES = 40  # of a match
OFTEN = 4  # every so many moves all seats try something
TRIED = 6  # actions, each in one of the languages


def numbers(game: str) -> set[str]:
    """The rules that the game's page has."""
    return set(re.findall(r"\*\*(R\d+b?)\b", (PLACE / game / "rules.md").read_text("utf-8")))


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_every_move_that_is_not_legal_has_a_reason_and_no_legal_one_has(setup: Setup) -> None:
    rng, known = random.Random(str(setup)), numbers(setup.game)
    match = Match(setup.game, setup.seats, rng.getrandbits(32), **setup.options)
    tried = 0
    for made in range(MOVES):
        if match.result:
            break
        for seat in range(setup.seats) if made % OFTEN == 0 else ():
            legal = match.moves(seat)
            for action in rng.sample(range(setup.face.engine.n_actions), TRIED):
                move, lang = setup.face.move_text(action), rng.choice(["en", "ja"])
                reason = match.why_not(seat, move, lang)
                assert (reason is None) == (move in legal)
                if reason:
                    tried += 1
                    assert reason.rule in known or reason.rule == ""
                    assert reason.text.endswith("." if lang == "en" else "。")
                    assert not re.search(r"[{}]|\bR\d", reason.text)
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))
    assert tried >= TRIED


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_end_of_a_match_and_what_is_no_move(game: str) -> None:
    match = Match(game, seed=1)
    with pytest.raises(BadNotation):
        match.why_not(0, "fly away")
    with pytest.raises(ValueError, match="there is no seat 99"):
        match.why_not(99, match.moves(match.to_act[0])[0])
    last = ""
    while not match.result:
        seat = match.to_act[0]
        last = match.moves(seat)[0]
        match.play(seat, last)
    reason = match.why_not(0, last)
    assert reason and reason.text == "The match is over."


def test_whose_turn_it_is_is_said_by_name() -> None:
    match = Match("scout", seats=3, seed=7, names=["Aki", "Ben", ""])
    for seat in range(3):
        match.play(seat, "keep")
    other = next(seat for seat in range(3) if seat not in match.to_act)
    name = ["Aki", "Ben", "seat 2"][match.to_act[0]]
    reason = match.why_not(other, "play 1+1")
    assert reason and reason.text == f"It is for {name} to act now."
