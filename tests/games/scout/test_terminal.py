"""`tefuda play scout`, driven through its front door with piped input."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tefuda import Match
from tests.terminal import Terminal, widest

EDITIONS = ("first", "draft", "short", "oink")


class Person:
    """Answers every prompt by the numbers on the screen, now and then with nonsense."""

    def __init__(self, seed: int, japanese: bool) -> None:
        self.rng = random.Random(seed)
        self.place = "何枚目" if japanese else "To which place"
        self.end = "save ファイル名" if japanese else "save FILE"
        self.shown = ""
        self.ended = False

    def __call__(self, prompt: str) -> str:
        if prompt.startswith(self.end):
            self.ended = True
            return ""
        if prompt.startswith(self.place):
            last: list[str] = re.findall(r"\d+", prompt)
            return self.rng.choice(["", last[0], last[-1], "x"])
        return str(self.rng.randint(1, 9)) if self.rng.random() < 0.9 else self.rng.choice(["?", "h", "zz", "play 1+1"])


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_whole_match(terminal: Terminal, edition: str, lang: str, tmp_path: Path) -> None:
    person = Person(EDITIONS.index(edition), lang == "ja")
    terminal.monkeypatch.setattr("builtins.input", person)
    file = tmp_path / "match.txt"
    shown = terminal.run(f"play --edition {edition} --seed 5 --lang {lang} --save {file}")
    assert terminal.code == 0
    assert person.ended
    assert ("ゲーム終了" if lang == "ja" else "The match is over.") in shown
    match = Match.replay(file.read_text("utf-8"))
    assert match.result is not None
    assert all(str(score) in shown for score in match.result.scores)
    assert widest(shown) <= 80


def test_the_table_shows_what_counts(terminal: Terminal) -> None:
    shown = terminal.run("play --seed 3", "2", "1")
    for part in (
        "first edition · round 1/4",
        "Player (you)",
        "score cards",
        "chips",
        "marker",
        "Table",
        "Hand",
        "place",
        "Scout",
    ):
        assert part in shown
    assert "You play 4 3 (two cards, a run)." in shown


def test_moves_as_numbers_places_and_texts(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    terminal.run(f"play --seed 1 --save {file}", "flip", "play  9+2", "1", "4")
    events = [event.text for event in Match.replay(file.read_text()).record.events if event.seat == 0]
    assert events == ["flip", "play 9+2", "scout left 4"]
    terminal.run(f"play --seed 1 --save {tmp_path / 'b.txt'}", "2", "1", "1 4")
    assert (tmp_path / "b.txt").read_text() == file.read_text()
