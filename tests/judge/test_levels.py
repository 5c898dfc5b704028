"""The level that somebody played like, and what counts as a mistake."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from tefuda.bots import LEVELS
from tefuda.games import GAMES
from tefuda.intervals import Mean
from tefuda.judge import Judged, decisions, judge
from tefuda.judge import levels as module
from tefuda.judge.levels import Measured, Verdict, kind_of, levels_measured, measured, nearest, verdict
from tefuda.judge.measure import told_apart
from tests.judge.test_judge import played


def judged_as(*costs: float) -> list[Judged]:
    """Decisions that cost so much, beyond all doubt."""
    one = judge(next(decisions(played("scout", 3, rounds=1).record, 0)), worlds=8)
    return [one._replace(difference=Mean(cost, cost, cost)) for cost in costs]


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Measured:
    losses = {"random": Mean(2.0, 1.9, 2.1), "casual": Mean(1.0, 0.9, 1.1), "club": Mean(0.25, 0.2, 0.3)}
    found = Measured(losses, 0.1, 0.5, 1.0)
    monkeypatch.setattr(module, "measured", lambda game: found if game == "scout" else None)
    return found


def test_what_counts_as_a_mistake(known: Measured) -> None:
    costs = (-0.1, 0.0, 0.09, 0.1, 0.49, 0.5, 0.99, 1.0, 7.0)
    kinds = [kind_of(one) for one in judged_as(*costs)]
    assert kinds == ["good"] * 3 + ["inaccuracy"] * 2 + ["mistake"] * 2 + ["blunder"] * 2
    (unsure,) = judged_as(3.0)
    assert kind_of(unsure._replace(difference=Mean(3.0, 0.0, 6.0))) == "good", "chance could explain it"


def test_a_game_that_was_never_measured_knows_no_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    two = judged_as(3.0, 4.0)
    monkeypatch.setattr(module, "measured", lambda game: None)
    assert [kind_of(one) for one in two] == ["good", "good"]
    assert verdict(two) is None and levels_measured("scout") == []
    assert measured("of nobody") is None


def test_the_verdict_is_the_mean_with_what_it_could_be(known: Measured) -> None:
    """Costs 0 and 2.4: the mean 1.2 is near `casual`, and two decisions could be anything."""
    found = verdict(judged_as(0.0, 2.4))
    assert found is not None and found.loss.value == pytest.approx(1.2) and found.loss.low < 0
    assert found == Verdict(found.loss, "casual", "random", "club")
    assert verdict(judged_as(1.0, 1.0, 1.0)) == Verdict(Mean(1.0, 1.0, 1.0), "casual", "casual", "casual")
    assert verdict(judged_as(1.0)) is None, "one decision tells nothing"
    assert levels_measured("scout") == ["random", "casual", "club"]


def test_nearest_is_by_ratio_above_a_hundredth_of_the_worst() -> None:
    losses = {"random": Mean(2.0, 0, 0), "club": Mean(0.08, 0, 0), "expert": Mean(0.02, 0, 0)}
    known = Measured(losses, 0.1, 0.5, 1.0)
    assert [nearest(known, loss) for loss in (0.41, 0.39, 0.041, 0.039)] == ["random", "club", "club", "expert"]
    known.losses["master"], known.losses["expert"] = Mean(0.0, 0, 0), Mean(0.0205, 0, 0)
    assert [nearest(known, loss) for loss in (0.0, 0.0202, 0.0203)] == ["master", "master", "expert"]


def test_the_nearest_level() -> None:
    known = Measured({"random": Mean(2.0, 1.9, 2.1), "casual": Mean(1.0, 0, 0), "club": Mean(0.2, 0, 0)}, 0.1, 0.5, 1.0)
    assert [nearest(known, loss) for loss in (5.0, 1.5, 1.2, 0.3, 0.0, -1.0)] == [
        "random",
        "random",
        "casual",
        "club",
        "club",
        "club",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_what_was_measured_is_in_order(game: str) -> None:
    known = measured(game)
    assert known is not None
    assert 0 < known.inaccuracy <= known.mistake <= known.blunder
    losses = known.losses
    assert list(losses) == [level for level in LEVELS if level in losses], "the weakest first"
    assert all(stronger.high < weaker.low for weaker, stronger in pairwise(losses.values()))
    assert not losses if game == "gift" else {"random", "casual", "club"} <= set(losses)


def test_levels_that_lose_alike_are_one_level() -> None:
    losses = {
        "random": Mean(3.0, 2.8, 3.2),
        "beginner": Mean(2.0, 1.2, 2.9),
        "casual": Mean(1.0, 0.8, 1.2),
        "club": Mean(0.5, 0.3, 0.7),
        "master": Mean(0.4, 0.2, 0.6),
    }
    assert told_apart(losses) == ["random", "casual", "club"]
    assert told_apart(losses | {"beginner": Mean(2.0, 1.9, 2.1)}) == ["random", "beginner", "casual", "club"]
    assert told_apart({"random": Mean(0.1, 0.0, 0.2), "club": Mean(0.1, 0.0, 0.2)}) == []


def test_nothing_to_judge_gives_no_verdict() -> None:
    assert verdict([]) is None


def test_no_level_is_named_where_none_is_told_from_another() -> None:
    match = played("gift", 3, rounds=1)
    judged = [judge(decision, worlds=8) for decision in islice(decisions(match.record, 0), 3)]
    assert len(judged) == 3 and verdict(judged) is None
    assert verdict([judge(one, worlds=8) for one in islice(decisions(played("scout", 3, rounds=1).record, 0), 3)])
