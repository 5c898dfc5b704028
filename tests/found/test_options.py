"""An option stands where it is declared, where the rules read it, and perhaps where words or bounds of scores do."""

from __future__ import annotations

import pytest

from tefuda import GAMES

from .__main__ import options_in, tracked

MOST = 3
EDITIONS = ("edition", "mode")  # each is a whole set of rules; and both are plain words that mean other things too
WORDS = ("circles",)  # friends have circles, too


@pytest.mark.parametrize("game", sorted(GAMES))
def test_an_option_stands_in_at_most_three_files(game: str) -> None:
    found = options_in(game, [path for path in tracked() if path.is_file()])
    assert any(found.values()), "the search finds options"  # the points of SOLO's cards are declared by a loop
    assert {name: count for name, count in found.items() if count > MOST and name not in EDITIONS + WORDS} == {}
