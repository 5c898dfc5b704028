"""SOLO's table, drawn for one seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rich.cells import cell_len, set_cell_size
from rich.console import RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from tefuda.cli.layout import plain_table, points_table
from tefuda.games import GAMES
from tefuda.games.solo.moves import COLOURS, Block, Give, Jump, Play, Triple, With
from tefuda.games.solo.terminal.texts import text
from tefuda.games.solo.view import View
from tefuda.games.solo.words import moves_of
from tefuda.kernel.plain import Game

# All are light enough for black letters.
SHADES = {"r": "#f0807a", "g": "#86dd8c", "y": "#e6dc5a", "b": "#8ab4f8"}
BLACK = "#c8c8c8"
LABEL = 8  # columns of the words before the cards
ONE_COLUMN = 5  # so many seats stand under each other; more, in two columns
NOTE = 6  # columns of the word beside a seat with one card
ROUNDS = 8  # so many are shown one by one at the end


# ---- cards


def face(card: str, lang: str) -> str:
    """What a card shows besides its colour."""
    if card in ("W", "A", "W4"):
        return text(lang, card)
    if card[0] == "K":
        return text(lang, "short_block", face=text(lang, "K"), colour=text(lang, f"short_{card[1]}"))
    return card[1] if card[1].isdigit() else text(lang, card[1])


def label(card: str, lang: str) -> str:
    """A card with its colour, as short as possible."""
    if card[0] not in COLOURS:
        return face(card, lang)
    key = "short_number" if card[1].isdigit() else "short_action"
    return text(lang, key, colour=text(lang, f"short_{card[0]}"), face=face(card, lang))


def shade(card: str) -> str:
    return SHADES.get(card[1] if card[0] == "K" else card[0], BLACK)


def card_text(card: str, lang: str) -> Text:
    """For the list of moves."""
    return Text(label(card, lang), Style(color=shade(card), bold=True))


def card_cell(said: str, card: str, usable: bool = True) -> Text:
    """Like a card on the table; one that cannot be used now has no body."""
    if usable:
        return Text(f" {said} ", Style(color="black", bgcolor=shade(card), bold=True))
    return Text(f" {said} ", Style(color=shade(card)))


# ---- the table


def draw(view: View, names: Sequence[str], lang: str, width: int) -> Iterator[RenderableType]:
    """The table from top to bottom."""
    yield headline(view, names, lang)
    yield seats_table(view, names, lang, width)
    yield from middle(view, names, lang)
    if view.hand is not None:
        yield from hand(view, lang, width)


def headline(view: View, names: Sequence[str], lang: str) -> Text:
    line = Text().append(f" {GAMES[view.game].title(lang)} ", "bold reverse")
    line.append(f"  {text(lang, 'round', round=view.round)} · ")
    return line.append(doing(view, names, lang), "bold")


def doing(view: View, names: Sequence[str], lang: str) -> str:
    """The question that the seat has to answer."""
    if view.seat != view.turn:
        key = "your_owe" if view.seat in view.owes else "your_jump"
        return text(lang, key, name=names[view.turn])
    if view.phase == "answer":
        key = f"your_answer_{view.pending.replace(' ', '_')}"
        return text(lang, key, n=view.sum, name=names[view.source or 0])
    if view.phase == "give":
        return text(lang, "your_give", name=names[view.target or 0])
    return text(lang, {"drawn": "your_drawn", "triple": "your_triple"}.get(view.phase, "your_turn"))


def seats_table(view: View, names: Sequence[str], lang: str, width: int) -> Table:
    """A line for each seat, in two columns if there are many."""
    columns = 1 if view.seats <= ONE_COLUMN else 2
    rows = (view.seats + columns - 1) // columns
    headings = [text(lang, "col_cards"), text(lang, "col_points")]
    room = (width - 2) // 2 - sum(cell_len(heading) + 2 for heading in headings) - NOTE - 2
    table = plain_table()
    for _ in range(columns):
        table.add_column("", no_wrap=True, overflow="ellipsis", max_width=24 if columns == 1 else room)
        for heading in headings:
            table.add_column(Text(heading), justify="right", no_wrap=True)
        table.add_column("", no_wrap=True, overflow="ellipsis", min_width=NOTE if columns == 2 else None)
    for row in range(rows):
        cells = [seat_cells(view, seat, names, lang) for seat in range(row, view.seats, rows)]
        table.add_row(*(cell for seat in cells for cell in seat))
    return table


def seat_cells(view: View, seat: int, names: Sequence[str], lang: str) -> list[Text]:
    style = "bold" if seat == view.seat else ""
    mark = "▶ " if seat == view.turn else "  "
    name = text(lang, "you", name=names[seat]) if seat == view.seat else names[seat]
    said = "note_owes" if seat in view.owes else "note_called" if seat in view.called else ""
    note = Text(text(lang, said), "bold red" if said == "note_owes" else "bold green") if said else Text()
    if view.seats <= ONE_COLUMN and str(seat) in view.known:
        known = " ".join(label(card, lang) for card in view.known[str(seat)])
        note.append(("  " if said else "") + text(lang, "known", cards=known), "not bold dim")
    return [Text(mark + name, style), Text(str(view.hand_sizes[seat]), style), Text(str(-view.scores[seat])), note]


def middle(view: View, names: Sequence[str], lang: str) -> Iterator[Text]:
    """The top card and what counts now."""
    line = Text(set_cell_size(text(lang, "top"), LABEL)).append_text(card_cell(label(view.top, lang), view.top))
    if view.laid_by is not None:
        line.append(" " + text(lang, "laid_by", name=names[view.laid_by]), "dim")
    colour = text(lang, view.colour)
    line.append("  " + text(lang, "colour"))
    line.append(f" {colour} ", Style(color="black", bgcolor=SHADES.get(view.colour, BLACK), bold=True))
    parts = [text(lang, "sum", n=view.sum)] if view.sum else []
    parts.append(text(lang, "down" if view.direction > 0 else "up"))
    parts.append(text(lang, "piles", pile=view.draw_pile, discards=view.discards))
    yield line.append("  " + " · ".join(parts))
    if view.drawn is not None and view.seat == view.turn:
        yield Text(" " * LABEL + text(lang, "drawn")).append_text(card_cell(label(view.drawn, lang), view.drawn))
    if view.triple:
        line = Text(" " * LABEL + text(lang, "so_far"))
        for card in view.triple:
            line.append_text(card_cell(label(card, lang), card)).append(" ")
        yield line


def hand(view: View, lang: str, width: int) -> Iterator[Text]:
    """The own cards, a line for each colour; those that can be used now stand out."""
    usable = useful(view)
    rows = {text(lang, colour): [card for card in view.hand or [] if card[0] == colour] for colour in COLOURS}
    rows[text(lang, "black")] = [card for card in view.hand or [] if card[0] not in COLOURS]
    for colour, cards in rows.items():
        if cards:
            cells = [card_cell(face(card, lang), card, card in usable) for card in cards]
            yield from row(colour, cells, width)


def row(heading: str, cells: Sequence[Text], width: int) -> Iterator[Text]:
    """Cards side by side, on as many lines as they need."""
    line = Text(set_cell_size(heading, LABEL))
    for cell in cells:
        if line.cell_len > LABEL and line.cell_len + cell.cell_len > width:
            yield line
            line = Text(" " * LABEL)
        line.append_text(cell).append(" ")
    yield line


def useful(view: View) -> set[str]:
    """The cards that some move of this seat names."""
    found = set()
    for move in moves_of(view, view.seat) if view.seat in view.to_act else ():
        match move:
            case Play(card) | Jump(card) | With(card) | Give(card):
                found.add(card)
            case Triple(card):
                found |= {held for held in view.hand or [] if held[0] in COLOURS and held[1] == card[1]}
            case Block(colour):
                found.add(f"K{colour}")
    return found


def points(games: Sequence[Game], names: Sequence[str], winners: Sequence[int], lang: str) -> Table:
    """Minus points by round, those of many rounds together."""
    standings = [[0] * len(names), *([-score for score in game.scores()] for game in games)]
    early = max(0, len(games) - ROUNDS)
    figures = {text(lang, "earlier"): standings[early]} if early else {}
    for number, (before, after) in enumerate(pairwise(standings[early:]), early + 1):
        figures[str(number)] = [now - then for now, then in zip(after, before, strict=True)]
    return points_table({**figures, text(lang, "total"): standings[-1]}, names, winners, lang)
