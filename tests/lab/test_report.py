"""Reports: what they say is in the rows, in both languages, on one page."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import duckdb
import pytest

from tefuda.games import GAMES
from tefuda.intervals import Mean
from tefuda.lab import pictures, texts
from tefuda.lab.figures import Figures, dead, figures
from tefuda.lab.plan import check_plan
from tefuda.lab.report import SAYS, html, quantile
from tefuda.lab.run import run
from tefuda.lab.store import BadFolder
from tefuda.lab.texts import number, spoken


@pytest.fixture(scope="module")
def found(folder: Path) -> Figures:
    return figures(folder)


def ask(folder: Path, query: str) -> float:
    (row,) = duckdb.connect().execute(query.replace("FOLDER", str(folder))).fetchall()
    return float(row[0])


def test_figures_are_those_of_the_rows(folder: Path, found: Figures) -> None:
    assert found.matches == 1200
    assert found.rounds == (2, 2, 2)
    moves = ask(folder, "select sum(moves) / sum(rounds) from 'FOLDER/matches/*.parquet'")
    assert found.round_moves.value == pytest.approx(moves)
    assert sum(found.length.values()) == 2400
    assert sum(value * count for value, count in found.length.items()) / 2400 == pytest.approx(moves)
    assert sum(mean.value for mean in found.seat_wins) == pytest.approx(1)
    assert sum(mean.value for mean in found.seat_gains) == pytest.approx(0)
    assert sum(mean.value for mean in found.endings.values()) == pytest.approx(1)
    assert sum(found.scores.values()) == 3600
    kinds = {kind.name: kind for kind in found.kinds}
    assert kinds["discard"].per_round.value == 3
    can = ask(folder, "select sum(can_force) / sum(asked) from 'FOLDER/rounds/*.parquet'")
    assert kinds["force"].can.value == pytest.approx(can)
    assert kinds["force"].can.low < can < kinds["force"].can.high
    assert kinds["play"].positions == 6
    assert [level.upper for level in found.levels] == ["casual", "club"]
    assert found.levels[0].share.value > 0.8  # casual among random
    assert found.odds[0][0] == 0 and 0 < found.odds[0][1].value < 0.7
    assert len(found.cards) == 23
    assert sum(count for _, count in found.cards.values()) <= 40 * 2 * 3 * 15


def test_dead_rules_are_named(found: Figures) -> None:
    """With the exact reading of the chips, none is ever used up to 5."""
    assert ("kind", "shift", "never") in dead(found)
    assert not any(name == "play" for _, name, _ in dead(found))


class Page(HTMLParser):
    """Collects what a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "xlink:href") and not str(value).startswith("#"):
                self.loaded.append(str(value))
            if name == "id":
                self.ids.append(str(value))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_page_needs_nothing_else(folder: Path, lang: str) -> None:
    page = Page()
    written = html(folder, lang)
    page.feed(written)
    assert page.loaded == []
    assert all(page.ids.count(name) == 1 for name in SAYS)
    assert page.tags.count("svg") == len(pictures.DRAWERS)
    assert "url(http" not in written and "@import" not in written
    assert not re.search(r"\{\w+\}", written.split("</style>")[1]), "every text is filled in"
    assert "nan" not in re.sub(r"<[^>]*>", "", written)


def test_without_a_japanese_font_the_pictures_are_english(found: Figures, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "japanese_font", lambda: None)
    assert "moves a round" in pictures.inline(found, "ja")["length"]


@pytest.mark.parametrize("game", ["scout", "solo", "gift"])
def test_every_game_has_a_report(game: str, tmp_path: Path) -> None:
    options = {"solo": {"target_score": 100}}.get(game, {})
    run(
        check_plan(game, options, bots=["random"], games=3, sample=1, probes=1, ladder=2, without=1),
        tmp_path / "run",
        processes=1,
    )
    assert "<svg" in html(tmp_path / "run", "en")


def test_nothing_played_is_nothing_to_report(tmp_path: Path) -> None:
    with pytest.raises(BadFolder, match="no run"):
        html(tmp_path, "en")
    (tmp_path / "lab.json").write_text("[1, 2]")
    with pytest.raises(BadFolder, match="no plan"):
        html(tmp_path, "en")
    (tmp_path / "lab.json").write_text('{"format": 0}')
    with pytest.raises(BadFolder, match="another version"):
        html(tmp_path, "en")


def test_both_languages_have_the_same_texts() -> None:
    assert list(texts.EN) == list(texts.JA)
    for key in texts.EN:
        fields = [sorted(re.findall(r"\{(\w+)\}", texts.TEXTS[lang][key])) for lang in ("en", "ja")]
        assert fields[0] == fields[1], key
    for face in GAMES.values():
        assert all(en and ja for en, ja in [*face.study.KINDS.values(), *face.study.ENDS.values()])


def test_numbers_and_intervals() -> None:
    assert [number(x) for x in (1234.5, 12.34, 1.2, -0.004, 0, float("inf"))] == [
        "1,234",
        "12.3",
        "1.2",
        "−0.004",
        "0",
        "∞",
    ]
    assert spoken("en", Mean(0.25, 0.2, 0.3), share=True) == "25\N{NO-BREAK SPACE}% (20 to 30\N{NO-BREAK SPACE}%)"
    assert spoken("ja", Mean(2, 1.5, 2.5), signed=True) == "+2.0（+1.5～+2.5）"
    fewer = spoken("en", Mean(-0.025, -0.058, 0.011), share=True, signed=True)
    assert fewer.replace("\N{NO-BREAK SPACE}", " ") == "−2.5 pp (−5.8 to +1.1 pp)"
    assert spoken("en", Mean(4, 4, 4)) == "4"
    assert spoken("en", Mean(0, 0, 0.00004), share=True) == "0\N{NO-BREAK SPACE}%, at most 0.004\N{NO-BREAK SPACE}%"
    assert spoken("en", Mean(1, 0.99, 1), share=True) == "100\N{NO-BREAK SPACE}%, at least 99\N{NO-BREAK SPACE}%"
    assert spoken("en", Mean(0, 0, 0.2)) == "0, at most 0.2"
    assert quantile({1: 1, 2: 2, 9: 1}, 0.5) == 2
