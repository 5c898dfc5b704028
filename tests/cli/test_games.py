"""`tefuda games`: the list of what there is."""

from __future__ import annotations

import pytest

from tefuda import GAMES
from tefuda.bots import BOTS
from tefuda.cli import main


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_game_option_and_bot_is_listed(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--lang", lang]) == 0
    shown = capsys.readouterr().out
    joined = "".join(shown.split())
    for name, face in GAMES.items():
        assert name in shown
        assert face.title(lang) in shown
        for option in face.options:
            assert option.name in shown
            assert option.text(option.default) in shown
            assert all(choice in shown for choice in option.choices)
            assert "".join((option.help_ja if lang == "ja" else option.help_en).split())[:20] in joined
    assert all(bot in shown for bot in BOTS)


def test_seats_by_edition(capsys: pytest.CaptureFixture[str]) -> None:
    main(["games", "--lang", "en"])
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["first", "3-5"] in lines
    assert ["oink", "2"] in lines
