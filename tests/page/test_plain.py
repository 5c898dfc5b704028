"""Games without a board of their own: the plain board plays them, and a variant has the board of its game."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tefuda.cli.new import blank
from tests.found.folders import ROOT, eight_lines, folder
from tests.page.conftest import Server, Visitors, visiting
from tests.page.players import MINE, NEXT, OVER
from tests.page.tables import make

BOARD = """
export function board(place, page) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL("./look.css", import.meta.url).href;
  const top = place.appendChild(document.createElement("button"));
  top.className = "pick";
  place.append(link);
  let move = "";
  top.onclick = () => page.play(move);
  return {
    update({ view, moves }) {
      if (view.hand_size[view.seat] < 6) throw new Error("so few cards were not thought of");
      move = moves[0] ?? "";
      top.textContent = `${moves.length} moves`;
    },
  };
}
"""
EXAMPLE = ROOT / "examples" / "crazy_eights" / "crazy_eights"


@pytest.fixture(scope="module")
def with_games(tmp_path_factory: pytest.TempPathFactory, package: Path) -> Iterator[Server]:
    """A server that was told of three folders."""
    variant = folder(tmp_path_factory.mktemp("games"), "scout-runs-first", rules=eight_lines())
    before = os.environ.get("TEFUDA_GAMES")
    drawn = folder(variant.parent, "drawn_game", **{name[:-3]: text for name, text in blank("drawn_game").items()})
    (drawn / "board").mkdir()
    (drawn / "board" / "index.js").write_text(BOARD, "utf-8")
    (drawn / "board" / "look.css").write_text(".pick { color: rgb(1, 2, 3) }", "utf-8")
    os.environ["TEFUDA_GAMES"] = os.pathsep.join([str(EXAMPLE), str(variant), str(drawn)])
    server = Server(tmp_path_factory.mktemp("server"), package)
    if before is None:
        del os.environ["TEFUDA_GAMES"]
    else:
        os.environ["TEFUDA_GAMES"] = before
    yield server
    server.stop()


@pytest.fixture
def guests(browser: Browser, with_games: Server) -> Iterator[Visitors]:
    with visiting(browser, with_games.url) as visitors:
        yield visitors


@pytest.mark.parametrize(("lang", "title"), [("en", "Crazy Eights"), ("ja", "クレイジーエイト")])
def test_a_game_without_a_board_is_played_to_its_end(guests: Visitors, lang: str, title: str) -> None:
    """Seats, things, hand and moves are drawn from what the game says about its state."""
    page = guests(lang, flat=True)
    make(page, "crazy_eights", ["club", "casual"], start=True)
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.locator(".play.in-plain")).to_be_visible()
    expect(page.locator(".things dt").first).to_be_visible()
    played = 0
    for _ in range(600):
        page.wait_for_selector(f"{MINE}, {OVER}, {NEXT}")
        if page.locator(OVER).count():
            break
        if page.locator(NEXT).count():
            page.locator(NEXT).click()
            continue
        before = page.locator(".play").get_attribute("data-n")
        page.locator(".moves button").first.click()
        expect(page.locator(".play")).not_to_have_attribute("data-n", before or "")
        played += 1
    assert played > 3
    expect(page.locator(".tally .score")).to_have_count(3)


def test_a_card_of_the_hand_can_be_tapped(guests: Visitors) -> None:
    page = guests()
    make(page, "crazy_eights", ["club"], start=True)
    page.wait_for_selector(MINE)
    cards = page.locator(".holding button.thing")
    expect(cards.first).to_be_visible()
    assert cards.count() >= 5
    fits = page.locator(".holding button.thing:not(.dull)")
    before = page.locator(".play").get_attribute("data-n")
    if fits.count():
        fits.first.click()
    else:
        page.locator(".moves button", has_text="draw").click()
    expect(page.locator(".play")).not_to_have_attribute("data-n", before or "")


def test_a_variant_has_the_board_of_its_game(guests: Visitors) -> None:
    page = guests()
    make(page, "scout-runs-first", ["club", "club"], start=True)
    expect(page.locator(".play.in-scout")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("SCOUT (scout-runs-first)")
    page.locator(".acts button.main").click()
    expect(page.locator("aside .log")).to_contain_text("You keep your hand")


def test_a_game_may_bring_along_a_board_of_its_own(guests: Visitors) -> None:
    """It draws the table with its own styles and plays; when it fails, the plain board takes its place."""
    guests.expected = ("so few cards were not thought of",)
    page = guests()
    make(page, "drawn_game", ["club"], start=True)
    page.wait_for_selector(MINE)
    top = page.locator(".own-table .pick")
    expect(top).to_have_text("7 moves")
    expect(page.locator(".room .top small")).to_have_text("")  # it has no rounds
    expect(page.locator(".room .top")).to_have_css("color", "rgb(242, 245, 238)")
    expect(top).to_have_css("color", "rgb(1, 2, 3)")
    expect(page.locator(".holding button.thing")).to_have_count(7)
    for _ in range(3):
        if page.locator(".things").count():
            break
        before = page.locator(".play").get_attribute("data-n")
        top.click()
        expect(page.locator(".play")).not_to_have_attribute("data-n", before or "")
        page.wait_for_selector(MINE)
    expect(page.locator(".things dt").first).to_be_visible()
    expect(page.locator(".own-table")).to_have_count(0)
