"""SOLO's legal moves, numbered and in groups; a card can be typed too, and what needs no card by its letter."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from rich.table import Table
from rich.text import Text

from tefuda.cli.layout import flow, groups
from tefuda.cli.menu import BadChoice, Question
from tefuda.errors import BadNotation
from tefuda.games.solo.moves import CARDS, COLOURS, Block, Done, Give, Jump, Play, Triple, With, Word, parse
from tefuda.games.solo.terminal.table import card_text, label
from tefuda.games.solo.terminal.texts import text
from tefuda.games.solo.view import View

GROUPS = ("jump", "jump_triple", "play", "triple", "done", "with", "block", "give", "else")
TYPED = {card.lower(): card for card in CARDS}
PROMPT = 76  # columns of a question


class Choice(NamedTuple):
    """A number to type: moves that differ only in the colour, the player or the top card that they name."""

    group: str
    typed: str  # what can be typed instead of the number: a card, or a letter
    call: bool
    label: Text
    moves: dict[str, str]  # by what is named; the one at "" names nothing


class SoloMenu:
    """Numbers, cards and letters to type."""

    def __init__(self, view: View, moves: Sequence[str], names: Sequence[str], lang: str) -> None:
        self.view, self.moves, self.names, self.lang = view, moves, names, lang
        self.choices = choices(view, moves, lang)
        if view.phase == "give" and view.seat == view.turn:
            self.prompt = text(lang, "prompt_give", n=view.gifts)
        else:
            self.prompt = text(lang, "prompt")

    # ---- what is shown

    def draw(self, width: int) -> Table:
        digits = len(str(len(self.choices)))
        calls = {choice.group for choice in self.choices if choice.call}
        items: dict[str, list[Text]] = {}
        for number, choice in enumerate(self.choices, 1):
            heading = text(self.lang, f"menu_{choice.group}")
            if choice.group in calls:
                heading = text(self.lang, "and_call" if choice.call else "no_call", group=heading)
            item = Text().append(f"{number:>{digits}}) ", "cyan").append_text(choice.label)
            items.setdefault(heading, []).append(item)
        return groups(items, width, even=False)

    # ---- what is typed

    def read(self, line: str) -> list[str] | Question:
        typed = unicodedata.normalize("NFKC", line).lower().split()
        for move in self.moves:
            if move.lower().split() == typed:
                return [move]
        if typed and all(word.isascii() and word.isdigit() for word in typed):
            return self.numbers(typed)
        call = typed[-1:] == ["solo"]
        for number, choice in enumerate(self.choices, 1):
            if typed and (choice.typed, choice.call) == (typed[0], call):
                return self.naming(choice, str(number), typed[1:-1] if call else typed[1:])
        if typed and typed[0] in TYPED:
            held = TYPED[typed[0]] in (self.view.hand or [])
            raise self.bad("unfit" if held else "no_card", card=label(TYPED[typed[0]], self.lang))
        try:
            return [str(parse(" ".join(typed)))]  # it is not among the moves, and the match says why
        except BadNotation:
            raise self.bad("unreadable", line=line) from None

    def numbers(self, typed: Sequence[str]) -> list[str] | Question:
        """A choice with what it names; or the two cards of a Gift."""
        chosen = self.choice(typed[0])
        if len(typed) == 2 and chosen.group == "give" and self.view.gifts == 2:
            other = self.choice(typed[1])
            card = TYPED[chosen.typed]
            if other is chosen and (self.view.hand or []).count(card) == 1:
                raise self.bad("no_card", card=f"{label(card, self.lang)} × 2")
            return [chosen.moves[""], other.moves[""]]
        return self.naming(chosen, typed[0], typed[1:])

    def choice(self, number: str) -> Choice:
        if not 1 <= int(number[:4]) <= len(self.choices):
            raise self.bad("bad_number", n=number, most=len(self.choices))
        return self.choices[int(number[:4]) - 1]

    def naming(self, chosen: Choice, number: str, named: Sequence[str]) -> list[str] | Question:
        """The move with this named: by its place in the list that a question shows, or a colour or card as it is."""
        keys = list(chosen.moves)
        if len(keys) == 1 and not named:
            return list(chosen.moves.values())
        if keys == [""]:
            raise self.bad("names_nothing", n=number)
        if not named:
            return self.question(chosen, number)
        if len(named) == 1 and named[0] in keys and not named[0].isdigit():
            return [chosen.moves[named[0]]]
        if len(named) > 1 or named[0] not in map(str, range(1, len(keys) + 1)):
            raise self.bad("bad_name", n=" ".join(named), most=len(keys))
        return [chosen.moves[keys[int(named[0]) - 1]]]

    def question(self, chosen: Choice, number: str) -> Question:
        asks, *_ = chosen.moves
        key = "prompt_seat" if asks.isdigit() else "prompt_colour" if asks in COLOURS else "prompt_top"
        said = [f"{place} {self.named(named)}" for place, named in enumerate(chosen.moves, 1)]
        items = [text(self.lang, key), *said, text(self.lang, "back")]
        return Question(flow([Text(item) for item in items], PROMPT, 0).plain + ": ", number)

    def named(self, named: str) -> str:
        """A player, a colour, or the top card of a Triple+."""
        if named.isdigit():
            return f"{self.names[int(named)]} ({self.view.hand_sizes[int(named)]})"
        return text(self.lang, named) if named in COLOURS else label(named, self.lang)

    def bad(self, key: str, **values: object) -> BadChoice:
        return BadChoice(text(self.lang, key, **values))


def choices(view: View, moves: Sequence[str], lang: str) -> list[Choice]:
    """In the order of their numbers: by group, and in each the call and what goes with it first."""
    found: dict[tuple[str, str, bool], Choice] = {}
    for move_text in moves:
        named, call = "", False
        match parse(move_text):
            case Play(card, named, call):
                group = "play"
            case Jump(card, call):
                group = "jump"
            case Triple(named, jump, call):
                group, card = "jump_triple" if jump else "triple", named[1]
            case With(card):
                group = "with"
            case Done(call):
                group, card = "done", ""
            case Block(colour, call):
                group, card = "block", f"K{colour}"
            case Give(card, call):
                group = "give"
            case Word(word):
                group, card = "else", word
        key = (group, card, call)
        if key not in found:
            typed = "" if "triple" in group else card[0] if group == "else" else card.lower()
            found[key] = Choice(group, typed, call, _label(view, group, card, lang), {})
        found[key].moves[named] = move_text
    return sorted(
        found.values(), key=lambda choice: (GROUPS.index(choice.group), not choice.call and choice.typed != "s")
    )


def _label(view: View, group: str, card: str, lang: str) -> Text:
    if group == "done":
        return Text(text(lang, "done"))
    if group == "else":
        key = f"accept_{view.pending.replace(' ', '_')}" if card == "accept" else card
        return Text(text(lang, key, n=view.sum)).append(f" ({card[0]})", "dim")
    if "triple" in group:
        return Text(f"{card} × {sum(held[0] in COLOURS and held[1] == card for held in view.hand or [])}")
    return card_text(card, lang)
