"""The plain table: it shows any game's view and lists its moves, for games that have no table of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from tefuda.cli.layout import folded, groups, points_table, seat_rows
from tefuda.cli.menu import BadChoice, Question
from tefuda.cli.texts import game_text
from tefuda.games import GAMES
from tefuda.games.showing import Part, said
from tefuda.kernel.plain import Game

EN = {
    "waiting": "others act",
    "bad_number": "There is no choice {n}; choose from 1 to {most}.",
    "help": """3             the move with that number
play s4       a move as the list shows it""",
}
JA = {
    "waiting": "ほかの人の番",
    "bad_number": "{n}という選択肢はありません。1～{most}から選んでください。",
    "help": """3             その番号の手
play s4       一覧のとおりに手を書く""",
}
TEXTS = {"en": EN, "ja": JA}
text = partial(game_text, TEXTS)
LABEL_MOST = 16  # columns of the names of things


def draw(view: Any, names: Sequence[str], lang: str, width: int) -> Iterator[RenderableType]:
    """The table from top to bottom: whose turn, the seats, what lies on the table, the reader's own cards."""
    told = view.to_dict()
    parts = GAMES[view.game].parts(told)
    line = Text().append(f" {GAMES[view.game].title(lang)} ", "bold reverse")
    yield line.append("  " + text(lang, "your_turn" if view.seat in view.to_act else "waiting"), "bold")
    yield seats_table(told, parts, names, lang)
    for owner in ("table", "own"):
        for part in parts:
            if part.owner == owner and told.get(part.name) is not None:
                yield from row(part.label[lang], told[part.name], part, names, width)


def seats_table(view: dict[str, Any], parts: Sequence[Part], names: Sequence[str], lang: str) -> Table:
    figures = {
        part.label[lang]: [value_text(value, part, names) for value in view[part.name]]
        for part in parts
        if part.owner == "each"
    }
    return seat_rows(figures, ("", [""] * len(names)), names, view["seat"], view["to_act"], lang)


def value_text(value: Any, part: Part, names: Sequence[str]) -> str:
    return names[value] if part.kind == "seat" and value is not None else said(value)


def row(label: str, value: Any, part: Part, names: Sequence[str], width: int) -> Iterator[Text]:
    """A name and what there is, folded to the width."""
    wide = max(8, min(LABEL_MOST, cell_len(label)))
    pieces = list(folded([value_text(value, part, names)], max(20, width - wide - 2)))
    for number, piece in enumerate(pieces):
        yield Text(set_cell_size(label if number == 0 else "", wide), "dim").append("  " + piece, "not dim")


class PlainMenu:
    """All moves with numbers, by their first words."""

    def __init__(self, view: Any, moves: Sequence[str], names: Sequence[str], lang: str) -> None:
        self.moves = moves
        self.lang = lang
        self.prompt = text(lang, "prompt")

    def draw(self, width: int) -> Table:
        digits = len(str(len(self.moves)))
        items: dict[str, list[Text]] = {}
        for number, move in enumerate(self.moves, 1):
            word, _, rest = move.partition(" ")
            item = Text().append(f"{number:>{digits}}) ", "cyan").append(rest or word)
            items.setdefault(word, []).append(item)
        return groups(items, width)

    def read(self, line: str) -> list[str] | Question:
        if not (line.isascii() and line.isdigit()):
            return [line]
        number = int(line[:6])
        if not 1 <= number <= len(self.moves):
            raise BadChoice(text(self.lang, "bad_number", n=line, most=len(self.moves)))
        return [self.moves[number - 1]]


def points(games: Sequence[Game], names: Sequence[str], winners: Sequence[int], lang: str) -> Table:
    """Points by round."""
    standings = [[0] * len(names), *(game.scores() for game in games)]
    figures = {
        text(lang, "round", round=number): [now - then for now, then in zip(after, before, strict=True)]
        for number, (before, after) in enumerate(pairwise(standings), 1)
    }
    return points_table({**figures, text(lang, "total"): standings[-1]}, names, winners, lang)
