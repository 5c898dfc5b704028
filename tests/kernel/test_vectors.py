"""The layers of a network, several numbers at a time: the same in all forms."""

from __future__ import annotations

from pathlib import Path

import pytest

from tefuda.kernel import vectors
from tefuda.kernel.browser import build
from tefuda.kernel.front import program
from tefuda.kernel.sources import games
from tests.kernel.calling import caller
from tests.kernel.fuzz import browser_form, compare_layers
from tests.kernel.reading import module

DOT = b"\xfd\xba\x01"  # i32x4.dot_i16x8_s


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_layers_are_the_same_in_all_forms(seed: int, tmp_path: Path) -> None:
    assert compare_layers(seed, tmp_path) == 60


@pytest.mark.parametrize(("name", "wrong"), [("TOP", 4094), ("LEAK", 6), ("ONE", 128), ("SECOND", 24), ("ROW", 126)])
def test_the_comparison_would_notice(name: str, wrong: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, name, wrong)
    with pytest.raises(AssertionError, match="seed 1, browser"):
        compare_layers(1, tmp_path, {"browser": browser_form})


@pytest.mark.parametrize("game", games())
def test_every_game_thinks_in_vectors(game: str) -> None:
    made = build(game)
    assert all(code in made for code in (DOT, *(write()[1] for write in vectors.WRITTEN.values())))


def test_a_game_may_use_the_name_of_a_layer(tmp_path: Path) -> None:
    of = module(tmp_path, "\ndef last_layer(a: int) -> int:\n    return a + 1\n")
    assert caller(program([of], ["last_layer"]), tmp_path)("last_layer", 4) == (5, [])
