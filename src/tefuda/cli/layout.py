"""How things are laid out on the screen, whatever the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tefuda.cli.texts import fold, text


def plain_console() -> Console:
    return Console(highlight=False, markup=False, emoji=False)


def print_lines(console: Console, lines: Iterable[str], style: str = "") -> None:
    for piece in folded(lines, console.width):
        console.print(Text(piece, style), soft_wrap=True)


def folded(lines: Iterable[str], width: int) -> Iterator[str]:
    """Each line folded to the width of the terminal, what does not fit indented under it."""
    for line in lines:
        first, *rest = fold(line, width - 2)
        yield first
        yield from (f"  {piece}" for piece in rest)


def plain_table() -> Table:
    """An empty table without lines."""
    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")


def seat_rows(
    figures: Mapping[str, Sequence[str]],
    notes: tuple[str, Sequence[str]],
    names: Sequence[str],
    you: int | None,
    turns: Sequence[int],
    lang: str,
) -> Table:
    """A line for each seat: figures in columns, then a note if any seat has one."""
    table = plain_table()
    table.add_column("", no_wrap=True, overflow="ellipsis", max_width=24)
    for heading in figures:
        table.add_column(Text(heading), justify="right", no_wrap=True)
    heading, said = notes
    if any(said):
        table.add_column(Text(heading), style="dim", no_wrap=True, overflow="ellipsis")
    for seat, name in enumerate(names):
        mark = "▶ " if seat in turns else "  "
        cells = [mark + (text(lang, "you", name=name) if seat == you else name)]
        cells += [figure[seat] for figure in figures.values()]
        cells += [said[seat]] if any(said) else []
        table.add_row(*map(Text, cells), style="bold" if seat == you else "")
    return table


def points_table(
    figures: Mapping[str, Sequence[int]], names: Sequence[str], winners: Sequence[int], lang: str
) -> Table:
    """A line for each seat: figures in columns, and who won."""
    table = plain_table()
    table.add_column("", no_wrap=True, overflow="ellipsis", max_width=30)
    for heading in figures:
        table.add_column(Text(heading), justify="right")
    table.add_column("")
    for seat, name in enumerate(names):
        won = seat in winners
        cells = [name, *(str(figure[seat]) for figure in figures.values()), text(lang, "winner") if won else ""]
        table.add_row(*map(Text, cells), style="bold" if won else "")
    return table


def groups(items: Mapping[str, Sequence[Text]], width: int, even: bool = True) -> Table:
    """Items side by side under their headings, which stand to the left; in columns, or as close as they go."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    room = width - max(map(cell_len, items)) - 2
    for heading, some in items.items():
        widest = max(item.cell_len for item in some) if even else 0
        table.add_row(Text(heading), flow(some, room, widest))
    return table


def flow(items: Sequence[Text], width: int, least: int) -> Text:
    """Items of at least this width side by side, as many as fit on a line."""
    lines, used = [Text()], 0
    for item in items:
        wide = max(item.cell_len, least)
        if used and used + 2 + wide > width:
            lines.append(Text())
            used = 0
        lines[-1].append("  " if used else "").append_text(item).append(" " * (wide - item.cell_len))
        used += wide + (2 if used else 0)
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)
