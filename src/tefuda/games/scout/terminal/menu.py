"""SCOUT's legal moves, numbered and in groups: scouts that differ only in the place share a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.table import Table
from rich.text import Text

from tefuda.cli.layout import groups
from tefuda.cli.menu import BadChoice, Question
from tefuda.cli.texts import ranges
from tefuda.games.scout.moves import Double, Play, Scout, parse
from tefuda.games.scout.state import DRAFT, OINK, SHORT
from tefuda.games.scout.terminal.table import cards_text
from tefuda.games.scout.terminal.texts import text
from tefuda.games.scout.view import View


class Choice(NamedTuple):
    group: str  # the key of its heading
    label: Text
    moves: dict[int, str]  # by place; the one at 0 needs none

    @property
    def places(self) -> str:
        return ranges(sorted(self.moves))


class ScoutMenu:
    """Numbers to type; for a scout, the place follows its number."""

    def __init__(self, view: View, moves: Sequence[str], names: Sequence[str], lang: str) -> None:
        self.choices = choices(view, moves, lang)
        self.lang = lang
        self.prompt = text(lang, "prompt")

    def draw(self, width: int) -> Table:
        digits = len(str(len(self.choices)))
        items: dict[str, list[Text]] = {}
        for number, choice in enumerate(self.choices, 1):
            item = Text().append(f"{number:>{digits}}) ", "cyan").append_text(choice.label)
            items.setdefault(text(self.lang, choice.group), []).append(item)
        return groups(items, width)

    def read(self, line: str) -> list[str] | Question:
        words = line.lower().split()
        if not all(word.isascii() and word.isdigit() for word in words) or len(words) > 2:
            return [" ".join(words)]
        number = int(words[0][:4])
        if not 1 <= number <= len(self.choices):
            raise BadChoice(text(self.lang, "bad_number", n=words[0], most=len(self.choices)))
        choice = self.choices[number - 1]
        if len(words) == 1:
            if 0 in choice.moves:
                return [choice.moves[0]]
            return Question(text(self.lang, "prompt_place", places=choice.places), line)
        if 0 in choice.moves:
            raise BadChoice(text(self.lang, "no_place", n=number))
        place = int(words[1][:4])
        if place not in choice.moves:
            raise BadChoice(text(self.lang, "bad_place", place=words[1], places=choice.places))
        return [choice.moves[place]]


def choices(view: View, moves: Sequence[str], lang: str) -> list[Choice]:
    """The choices in the order of their numbers: strongest plays first, then scouts, then double actions."""
    assert view.hand is not None
    up = [card[0] for card in view.hand]
    plays: list[tuple[tuple[int, bool, int], Choice]] = []
    others: dict[tuple[str, str, bool], Choice] = {}
    for move_text in moves:
        match parse(move_text):
            case Play(first, size):
                cards = up[first - 1 : first - 1 + size]
                label = cards_text(cards).append(f" @{first}", "dim")
                strength = (size, size > 1 and cards[0] == cards[1], min(cards))
                group = "menu_show" if view.options.edition == OINK else "menu_play"
                plays.append((strength, Choice(group, label, {0: move_text})))
            case (Scout(end, flip, place) | Double(end, flip, place)) as move:
                key = (type(move).__name__, end, flip)
                if key not in others:
                    others[key] = Choice(_group(view, move), _scout_label(view, end, flip, lang), {})
                others[key].moves[place] = move_text
            case keep_or_flip:
                turned = " ".join(str(down) for _, down in view.hand)
                label = Text(text(lang, f"menu_{keep_or_flip}", cards=turned))
                others[("", str(keep_or_flip), False)] = Choice("menu_choose", label, {0: move_text})
    found = [choice for _, choice in sorted(plays, key=lambda play: play[0], reverse=True)] + list(others.values())
    for choice in found:
        if "double" in choice.group and len(choice.moves) <= len(view.hand):  # not to every place
            choice.label.append(" " + text(lang, "at", places=choice.places), "dim")
    return found


def _group(view: View, move: Scout | Double) -> str:
    if isinstance(move, Scout):
        return "menu_scout"
    return "menu_double_draft" if view.options.edition in (DRAFT, SHORT) else "menu_double"


def _scout_label(view: View, end: str, flip: bool, lang: str) -> Text:
    up, down = view.table[0 if end == "left" else -1]
    up, down = (down, up) if flip else (up, down)
    side = text(lang, end) + " " if len(view.table) > 1 else ""
    return Text(side).append_text(cards_text([up])).append(f"/{down}", "dim")
