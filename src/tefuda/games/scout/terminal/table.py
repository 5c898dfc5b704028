"""SCOUT's table, drawn for one seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import set_cell_size
from rich.console import RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from tefuda.cli.layout import seat_rows
from tefuda.games import GAMES
from tefuda.games.scout.state import OINK, SHORT
from tefuda.games.scout.terminal.texts import text
from tefuda.games.scout.view import View

# One colour for each number, from cold to warm; all are light enough for black figures.
COLOURS = (
    "",
    "#8ab4f8",
    "#7fd0f0",
    "#6fdcc8",
    "#86dd8c",
    "#b7e06a",
    "#e6dc5a",
    "#f5c04e",
    "#f59f57",
    "#f0807a",
    "#e58ad0",
)
LABEL = 8  # columns of the words before the cards
CARD = 4  # columns of a card and the bar after it


def draw(view: View, names: Sequence[str], lang: str, width: int) -> Iterator[RenderableType]:
    """The table from top to bottom."""
    yield headline(view, lang)
    yield seats_table(view, names, lang)
    if view.phase != "choose":
        yield from table_set(view, names, lang, width)
    if view.hand is not None:
        yield from row(text(lang, "hand"), view.hand, width, text(lang, "place"))


def headline(view: View, lang: str) -> Text:
    line = Text().append(f" {GAMES[view.game].title(lang)} ", "bold reverse")
    round_text = text(lang, "round", round=f"{view.round}/{1 if view.options.edition == SHORT else view.seats}")
    edition = text(lang, f"edition_{view.option('edition')}")
    line.append(f"  {edition} · {round_text} · ")
    doing = {"choose": "to_choose", "double": "your_second"}.get(view.phase, "your_turn")
    return line.append(text(lang, doing), "bold")


def seats_table(view: View, names: Sequence[str], lang: str) -> Table:
    """What lies before each seat; only what the edition uses."""
    figures: dict[str, list[str]] = {text(lang, "cards"): [str(size) for size in view.hand_sizes]}
    if view.options.edition != SHORT:
        figures[text(lang, "col_captured")] = [str(n) for n in view.captured]
        figures[text(lang, "col_chips")] = [str(n) for n in view.chips]
    if view.options.edition != OINK:
        figures[text(lang, "col_marker")] = ["●" if marker else "-" for marker in view.markers]
    if view.options.edition != SHORT:
        figures[text(lang, "total")] = [str(n) for n in view.scores]
    known = [" ".join(f"{a}|{b}" for a, b in cards) if p != view.seat else "" for p, cards in enumerate(view.known)]
    turns = view.to_act if view.phase != "choose" else []
    return seat_rows(figures, (text(lang, "col_known"), known), names, view.seat, turns, lang)


def table_set(view: View, names: Sequence[str], lang: str, width: int) -> Iterator[Text]:
    about = []
    if view.owner is not None:
        mine = view.owner == view.seat
        about.append(text(lang, "owner_you") if mine else text(lang, "owner", owner=names[view.owner]))
    if view.scouts and view.options.edition != OINK:
        about.append(text(lang, "scouts", n=view.scouts, all=view.seats - 1))
    if view.pile:
        about.append(text(lang, "pile", n=view.pile))
    lines = list(row(text(lang, "table"), view.table, width))
    if not lines:
        lines = [Text(set_cell_size(text(lang, "table"), LABEL)).append(text(lang, "table_empty"), "dim")]
    lines[0].append("  " + " · ".join(about) if about else "")
    yield from lines


def row(label: str, cards: Sequence[Sequence[int]], width: int, place: str = "") -> Iterator[Text]:
    """Cards side by side: the number that counts, the one at the other end, and under a hand the places."""
    fit = max(1, (width - LABEL - 1) // CARD)
    for first in range(0, len(cards), fit):
        part = cards[first : first + fit]
        upper = Text(set_cell_size(label if first == 0 else "", LABEL) + "│")
        lower = Text(" " * LABEL + "│")
        for up, down in part:
            upper.append(f"{up:^3}", number_style(up)).append("│")
            lower.append(f"{down:^3}", "dim").append("│")
        yield upper
        yield lower
        if place:
            places = "".join(f"{first + i + 1:^{CARD}}" for i in range(len(part)))
            yield Text(set_cell_size(place, LABEL) + " " + places, "dim")


def number_style(number: int) -> Style:
    return Style(color="black", bgcolor=COLOURS[number], bold=True)


def cards_text(numbers: Sequence[int]) -> Text:
    """Numbers in their colours, for the list of moves."""
    return Text(" ").join(Text(f"{n}", Style(color=COLOURS[n], bold=True)) for n in numbers)
