"""The example that solves a small game: what it says about policies is exact."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tefuda.games import GAMES
from tests.found.folders import forgetting

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def exact() -> Any:
    spec = importlib.util.spec_from_file_location("exact", EXAMPLES / "exact.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module", autouse=True)
def forget() -> Iterator[None]:
    with forgetting():
        yield


@pytest.fixture(scope="module")
def tree(exact: Any) -> Any:
    face = GAMES.load(str(EXAMPLES / "small" / "twentythree-small"))
    return exact.Tree(face, {"learn12": True, "circles": 1})


def test_the_tree_is_whole(tree: Any) -> None:
    """Every position that is not over goes on with all its moves, and what chance does adds up to 1."""
    there = tree.reach(tree.even(), None)
    over = ~np.isin(np.arange(len(tree.parent)), tree.parent)
    assert there[over].sum() == pytest.approx(1) and len(over) > 100_000
    assert np.add.reduceat(tree.even(), tree.starts) == pytest.approx(np.ones(len(tree.starts)))


def test_a_best_response_gains_what_it_says(tree: Any) -> None:
    """Played against the policy it has this value, and no policy at hand has more."""
    face = GAMES["twentythree-small"]
    club = tree.of_weights(face.weights.CLUB)
    others = [tree.even(), tree.of_weights(face.weights.CASUAL), club]
    for seat, sign in ((0, 1), (1, -1)):
        value, response = tree.values(club, seat)
        assert np.array_equal(response[tree.mover != seat], club[tree.mover != seat])
        assert tree.values(response)[0][0] == pytest.approx(value[0])
        for other in others:
            mixed = np.where(tree.mover == seat, other, club)
            assert sign * tree.values(mixed)[0][0] <= sign * value[0] + 1e-9


def test_cfr_comes_to_an_equilibrium(exact: Any, tree: Any) -> None:
    """The game is the same for both seats, so its value is 0; and nobody gains by playing otherwise."""
    gains = [sum(tree.gain(policy)) / 2 for policy in (tree.even(), exact.solve(tree, 10), exact.solve(tree, 60))]
    assert gains[0] > 1 and gains[1] < gains[0] / 10 and gains[2] < 0.01 < gains[1]
    assert tree.values(exact.solve(tree, 60))[0][0] == pytest.approx(0, abs=0.005)


def test_a_game_that_is_too_large_is_refused(exact: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "MOST", 1000)
    with pytest.raises(ValueError, match="more than 1,000 positions"):
        exact.Tree(GAMES.load(str(EXAMPLES / "small" / "twentythree-small")), {"learn12": True})
