"""23's table, drawn for one seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rich.cells import set_cell_size
from rich.console import RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from tefuda.cli.layout import points_table, seat_rows
from tefuda.games import GAMES
from tefuda.games.twentythree.game import state_of
from tefuda.games.twentythree.moves import Play
from tefuda.games.twentythree.rules import must_play
from tefuda.games.twentythree.state import ROUNDS, TOP
from tefuda.games.twentythree.terminal.texts import text
from tefuda.games.twentythree.view import View
from tefuda.games.twentythree.words import price
from tefuda.games.view import world_of
from tefuda.kernel.plain import Game

# What a card in hand can do now; all are light enough for black figures.
FREE = "#86dd8c"
DEAR = "#f5c04e"
LOW = "#f0807a"
LABEL = 8  # columns of the words before the numbers
PILE = Style(reverse=True, bold=True)


def draw(view: View, names: Sequence[str], lang: str, width: int) -> Iterator[RenderableType]:
    """The table from top to bottom."""
    yield headline(view, lang)
    yield seats_table(view, names, lang)
    yield from ladder(view, lang, width)


def headline(view: View, lang: str) -> Text:
    line = Text().append(f" {GAMES[view.game].title(lang)} ", "bold reverse")
    line.append(f"  {text(lang, 'round', round=f'{view.round}/{ROUNDS}')} · ")
    doing = "to_discard" if view.phase == "discard" else "your_forced" if is_bound(view) else "your_turn"
    return line.append(text(lang, doing), "bold")


def is_bound(view: View) -> bool:
    """R15: whether this seat is forced and can lay a card."""
    return view.seat is not None and view.forced == view.seat and must_play(world_of(view), view.seat)


def seats_table(view: View, names: Sequence[str], lang: str) -> Table:
    figures = {
        text(lang, "cards"): [str(size) for size in view.hand_sizes],
        text(lang, "col_bonus"): [str(n) for n in view.bonus],
        text(lang, "col_penalty"): [str(n) for n in view.penalty],
    }
    notes = [note(view, seat, lang) for seat in range(view.seats)]
    turns = view.to_act if view.phase == "play" else []
    return seat_rows(figures, ("", notes), names, view.seat, turns, lang)


def note(view: View, seat: int, lang: str) -> str:
    """What is special about a seat, as everybody knows it."""
    if view.phase == "discard":
        return text(lang, "has_one") if seat == view.holder else ""
    if view.out[seat]:
        return text(lang, view.out[seat])
    if view.forced == seat and (seat != view.seat or is_bound(view)):
        return text(lang, "forced")
    return text(lang, "below", n=view.below[seat]) if view.below[seat] <= TOP and seat != view.seat else ""


def ladder(view: View, lang: str, width: int) -> Iterator[Text]:
    """All numbers side by side, and under each what was laid, what is in hand and what it would cost without chips."""
    pile, hand = view.pile["value"], Counter(view.hand or [])
    styles = {v: card_style(pile, v) for v in hand}
    held = {v: (f"x{n}", Style(bold=True)) for v, n in hand.items()}
    if view.phase == "discard":
        rows = {text(lang, "row_numbers"): numbers(0, styles), text(lang, "row_hand"): held}
        if view.discards:
            rows[text(lang, "row_away")] = {v: (f"x{n}", Style(dim=True)) for v, n in Counter(view.discards).items()}
    else:
        laid = Counter(view.pile["cards"])
        rows = {
            text(lang, "row_pile", n=pile): numbers(pile, styles),
            text(lang, "row_laid"): {v: (f"x{n}", Style(dim=True)) for v, n in laid.items()},
            text(lang, "row_hand"): held,
            text(lang, "row_price"): {v: (price_text(pile, v), Style()) for v in hand},
        }
    cell = 4 if width > LABEL + 4 * TOP else 3
    fit = max(1, (width - LABEL - 1) // cell)
    for first in range(1, TOP + 1, fit):
        for label, cells in rows.items():
            line = Text(set_cell_size(label, LABEL))
            for v in range(first, min(first + fit, TOP + 1)):
                said, style = cells.get(v, ("", Style()))
                line.append(" " * (cell - 3)).append(f"{said:>2} ", style)
            line.rstrip()
            yield line


def numbers(pile: int, styles: Mapping[int, Style]) -> dict[int, tuple[str, Style]]:
    cells = {v: (str(v), styles.get(v, Style(dim=v < pile))) for v in range(1, TOP + 1)}
    return {**cells, pile: (str(pile), PILE)} if pile else cells


def card_style(pile: int, v: int) -> Style:
    colour = LOW if v < pile else FREE if not pile or not price(pile, Play(v, 1)) else DEAR
    return Style(color="black", bgcolor=colour, bold=True)


def price_text(pile: int, v: int) -> str:
    return "-" if v < pile else str(price(pile, Play(v, 1)))


def points(games: Sequence[Game], names: Sequence[str], winners: Sequence[int], lang: str) -> Table:
    """Penalty chips by round, what the bonus chips take away at the end, and what is left."""
    seats = range(len(names))
    totals = [[0] * len(names), *(state_of(game).penalty[: len(names)] for game in games)]
    figures = {
        text(lang, "round", round=number): [totals[number][seat] - totals[number - 1][seat] for seat in seats]
        for number in range(1, len(totals))
    }
    left = totals[-1]
    if len(games) == ROUNDS:
        left = [-score for score in games[-1].scores()]
        figures[text(lang, "bonus_effect")] = [left[seat] - totals[-1][seat] for seat in seats]
    return points_table({**figures, text(lang, "total_chips"): left}, names, winners, lang)
