"""The benchmark: fixed deals, a line for any bot, and what it refuses."""

from __future__ import annotations

import json

import pytest

from tefuda.benchmark import enter
from tefuda.cli import main


def test_a_line_for_any_bot(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["benchmark", "random", "--games", "23,gift", "--deals", "3", "--processes", "1"]
    assert main(asked) == 0
    first = capsys.readouterr().out
    assert first.splitlines()[0] == "| bot | 23 | GIFT |" and first.splitlines()[2].startswith("| `random` | −")
    assert main(asked) == 0
    assert capsys.readouterr().out == first
    assert main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["game"] for one in told["entries"]] == ["twentythree", "gift"]
    assert all(one["margin"]["low"] <= one["margin"]["value"] <= one["margin"]["high"] for one in told["entries"])


def test_four_of_the_same_have_no_margin_on_any_deal() -> None:
    (entry,) = enter("club", ["scout"], 3, 400)
    assert tuple(entry.margin) == pytest.approx((0, 0, 0))


def test_what_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for asked, why in (
        (["nobody"], "there is no bot"),
        (["club", "--deals", "1"], "2 to 1,000 deals"),
        (["club", "--deals", "1001"], "2 to 1,000 deals"),
        (["club", "--games", "whist"], "whist"),
    ):
        assert main(["benchmark", *asked, "--processes", "1"]) == 2
        assert why in capsys.readouterr().err
