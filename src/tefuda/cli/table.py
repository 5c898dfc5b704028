"""SCOUT's table, drawn for one seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import set_cell_size
from rich.console import RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from tefuda.cli.texts import text
from tefuda.games import GAMES
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
    round_text = text(lang, "round", round=f"{view.round}/{1 if view.edition == 'short' else view.seats}")
    line.append(f"  {view.edition} · {round_text} · ")
    doing = {"choose": "to_choose", "double": "your_second"}.get(view.phase, "your_turn")
    return line.append(text(lang, doing), "bold")


def seats_table(view: View, names: Sequence[str], lang: str) -> Table:
    """What lies before each seat; only what the edition uses."""
    columns: dict[str, list[str]] = {"hand": [str(size) for size in view.hand_sizes]}
    if view.edition != "short":
        columns["captured"] = [str(n) for n in view.captured]
        columns["chips"] = [str(n) for n in view.chips]
    if view.edition != "oink":
        columns["marker"] = ["●" if marker else "-" for marker in view.markers]
    if view.edition != "short":
        columns["scores"] = [str(n) for n in view.scores]
    known = [" ".join(f"{a}/{b}" for a, b in cards) if p != view.seat else "" for p, cards in enumerate(view.known)]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("", no_wrap=True, overflow="ellipsis", max_width=24)
    for name in columns:
        table.add_column(text(lang, f"col_{name}"), justify="right", no_wrap=True)
    if any(known):
        table.add_column(text(lang, "col_known"), style="dim", no_wrap=True, overflow="ellipsis")
    for seat in range(view.seats):
        mark = "▶ " if seat in view.to_act and view.phase != "choose" else "  "
        cells = [
            Text(mark + (text(lang, "you", name=names[seat]) if seat == view.seat else names[seat])),
            *(Text(column[seat]) for column in columns.values()),
        ]
        table.add_row(*cells, *([Text(known[seat])] if any(known) else []), style="bold" if seat == view.seat else "")
    return table


def table_set(view: View, names: Sequence[str], lang: str, width: int) -> Iterator[Text]:
    about = []
    if view.owner is not None:
        mine = view.owner == view.seat
        about.append(text(lang, "owner_you") if mine else text(lang, "owner", owner=names[view.owner]))
    if view.scouts and view.edition != "oink":
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


def points_table(names: Sequence[str], rounds: Sequence[Sequence[int]], winners: Sequence[int], lang: str) -> Table:
    """Points by round, a line for each seat."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("", no_wrap=True, overflow="ellipsis", max_width=30)
    for number in range(1, len(rounds) + 1):
        table.add_column(text(lang, "round", round=number), justify="right")
    table.add_column(text(lang, "total"), justify="right")
    table.add_column("")
    for seat, name in enumerate(names):
        points = [gains[seat] for gains in rounds]
        won = seat in winners
        cells = [name, *map(str, points), str(sum(points)), text(lang, "winner") if won else ""]
        table.add_row(*map(Text, cells), style="bold" if won else "")
    return table


def flow(items: Sequence[Text], width: int) -> Text:
    """Items of equal width side by side, as many as fit on a line."""
    widest = max(item.cell_len for item in items)
    across = max(1, (width + 2) // (widest + 2))
    lines = []
    for first in range(0, len(items), across):
        line = Text()
        for item in items[first : first + across]:
            line.append_text(item).append(" " * (widest - item.cell_len + 2))
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)
