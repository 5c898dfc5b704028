"""Judging rounds by the thousand, in its short form; and the scales that it weighs on."""

from __future__ import annotations

import sys

import pytest

from tefuda.games import GAMES
from tefuda.intervals import Sums
from tefuda.judge import many
from tefuda.judge.scales import MATCHES, Scales


@pytest.mark.parametrize("game", GAMES)
def test_whoever_plays_like_club_has_no_skill_of_its_own(game: str) -> None:
    found = many.measure(game, "club", 3, 8, 1)
    assert found["rounds"] == 3 and found["rounds_an_hour"] > 0
    assert found["parts"]["own"]["value"] == found["parts"]["others"]["value"] == 0
    parts = found["parts"]
    whole = sum(parts[part]["value"] for part in ("start", "luck", "hidden", "others", "own"))
    assert whole == pytest.approx(parts["result"]["value"])


def test_it_is_a_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["many", "twentythree", "--level", "random", "--rounds", "3", "--workers", "1"])
    many.main()
    told = capsys.readouterr().out
    assert "random against club, 3 rounds" in told and "standard errors away from 0" in told
    monkeypatch.setattr(sys, "argv", ["many", "twentythree", "--level", "genius"])
    with pytest.raises(SystemExit):
        many.main()
    assert "no level genius" in capsys.readouterr().err


def test_a_chance_that_rests_on_few_matches_is_less_certain() -> None:
    wins = Sums(1000, 300.0, 200.0)  # worlds in which the chance was 0.3 on average
    sure, unsure = (Scales(GAMES["scout"], 0, True, later).chance(wins) for later in ((), [(0,) * 4] * MATCHES))
    assert sure.value == unsure.value == 0.3
    assert unsure.low < sure.low < 0.3 < sure.high < unsure.high
    assert 0.18 < unsure.low < 0.23, "0.3 less about 1.96 times the root of 0.3 * 0.7 / 96"
