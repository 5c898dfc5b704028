"""The figures on the pages are made by their commands, and none of them is stale without saying so."""

from __future__ import annotations

import hashlib
import re

import pytest

from tests.figures import __main__ as command
from tests.figures import pages
from tests.figures.fingerprint import fingerprint
from tests.figures.makers import MAKERS
from tests.figures.pages import STALE, blocks, intervals, is_fresh, left

GAMES = ("scout", "twentythree", "solo", "gift")


def test_every_block_has_its_maker_and_its_page() -> None:
    assert {name: block.page.name for name, block in blocks().items()} == {
        name: maker.page for name, maker in MAKERS.items()
    }


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_what_is_stale_says_so(name: str) -> None:
    """Whoever changes how bots play makes the quick blocks again and marks the slow ones."""
    block, maker = blocks()[name], MAKERS[name]
    if maker.quick:
        assert is_fresh(block, maker), f"stale: run python -m tests.figures --write {name}"
        assert not block.is_marked
    else:
        assert block.is_marked != is_fresh(block, maker), "run python -m tests.figures --mark"


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_every_block_has_a_command_and_intervals(name: str) -> None:
    body = blocks()[name].body
    assert body.startswith(("```sh\ntefuda ", "```sh\npython examples/"))
    assert intervals(body)


def test_a_quick_block_is_what_its_commands_say() -> None:
    assert MAKERS["chips"].make() == blocks()["chips"].body


def test_a_figure_that_leaves_its_interval_is_named() -> None:
    page = "| won | 1.9 % (1.7 to 2.1) | +1,200 (+1,100 to +1,300) | −2.0 ± 0.5 |"
    assert intervals(page) == [(1.9, 1.7, 2.1), (1200, 1100, 1300), (-2.0, -2.5, -1.5)]
    assert left(page, page) == []
    assert left(page, page.replace("1.9 %", "2.05 %").replace("−2.0", "−1.8")) == []
    assert left(page, page.replace("1.9 %", "9.2 %")) == ["1.9 (1.7 to 2.1) is 9.2 now"]
    assert left(page, page.replace("−2.0", "+2.0")) == ["-2 (-2.5 to -1.5) is 2 now"]
    assert left(page, "nothing") == ["there were 3 figures with intervals, now there are 0"]


def test_the_command_fails_then(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    body = blocks()["chips"].body
    legal = re.search(r"legal moves \| ([\d.]+) (\([\d.]+ to [\d.]+\))", body)
    assert legal
    wrong = body.replace(f"{legal[1]} {legal[2]}", f"99.9 {legal[2]}")
    monkeypatch.setitem(MAKERS, "chips", MAKERS["chips"]._replace(make=lambda: wrong))
    assert command.main(["chips"]) == 1
    assert f"{legal[1]} {legal[2]} is 99.9 now" in capsys.readouterr().out
    assert command.main(["joy"]) == 2


def test_stale_blocks_are_marked_and_unmarked(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    page = folder / "bots.md"
    page.write_text("# Bots\n\n<!-- figures oracle: solo 00000000 -->\nold\n<!-- end of figures -->\n", "utf-8")
    monkeypatch.setattr(pages, "DOCS", folder)
    assert pages.mark(MAKERS) == ["oracle"]
    assert STALE + "old\n" in page.read_text("utf-8")
    pages.replace(blocks()["oracle"], pages.signature(("solo master",)), STALE + "new\n")
    assert pages.mark(MAKERS) == []
    assert STALE not in page.read_text("utf-8") and "new\n" in page.read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_a_fingerprint_is_of_how_bots_play(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same again, another with another weight."""
    from tefuda import GAMES as FACES

    before = fingerprint(game)
    fingerprint.cache_clear()
    assert fingerprint(game) == before
    fingerprint.cache_clear()
    club = FACES[game].weights.CLUB
    monkeypatch.setattr(FACES[game].weights, "CLUB", tuple(-weight for weight in club))
    changed = fingerprint(game)
    fingerprint.cache_clear()
    assert changed != before
    assert len(before) == 8 and before != hashlib.sha256().hexdigest()[:8]


def test_a_network_makes_no_figure_of_club_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.figures import fingerprint as module

    levels = ("twentythree", "twentythree expert", "twentythree master")
    before = [fingerprint(name) for name in levels]
    assert len(set(before)) == 3
    fingerprint.cache_clear()
    monkeypatch.setattr(module, "networks", lambda game: ())
    after = [fingerprint(name) for name in levels]
    fingerprint.cache_clear()
    assert [a == b for a, b in zip(before, after, strict=True)] == [True, False, False]
