"""23's legal moves. Cards are typed as they are, `12 12`, and bonus chips after them, `12 12 -1`."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from tefuda.cli.layout import groups
from tefuda.cli.menu import BadChoice, Question
from tefuda.errors import BadNotation
from tefuda.games.sentences import Count
from tefuda.games.twentythree.moves import Discard, Play, parse
from tefuda.games.twentythree.state import DISCARDS, TOP
from tefuda.games.twentythree.terminal.texts import text
from tefuda.games.twentythree.view import View, chip_signs
from tefuda.games.twentythree.words import lowest, price

LETTERS = {"p": "pass", "f": "force", "l": "leave"}
CARDS = re.compile(r"(\d+(?: \d+)*)((?: [-+*]\d+)?)", re.ASCII)


class TwentythreeMenu:
    """Cards and letters to type."""

    def __init__(self, view: View, moves: Sequence[str], names: Sequence[str], lang: str) -> None:
        assert view.seat is not None and view.hand is not None and view.discards is not None
        self.view, self.moves, self.names, self.lang = view, moves, names, lang
        self.seat, self.hand = view.seat, Counter(view.hand)
        self.pile: int = view.pile["value"]
        self.more = DISCARDS - len(view.discards)  # cards still to put away
        self.letters = [letter for letter, move in LETTERS.items() if move in moves]
        if view.phase == "discard":
            self.prompt = text(lang, "prompt_discard", n=Count(self.more))
        elif self.letters:
            self.prompt = text(lang, "prompt_play", letters=", ".join(self.letters))
        else:
            self.prompt = text(lang, "prompt")

    # ---- what is shown

    def draw(self, width: int) -> Table:
        if self.view.phase == "discard":
            cards = " ".join(str(v) for v in sorted(self.hand.elements()) if v > 1)
            return groups({text(self.lang, "menu_discard"): [self.note("pick", n=self.more, cards=cards)]}, width)
        plays = [play for move in self.moves if isinstance(play := parse(move), Play)]
        plain = [play for play in plays if not play.chips]
        items = {
            "menu_free": [self.label(play) for play in plain if not price(self.pile, play)],
            "menu_price": [self.label(play) for play in plain if price(self.pile, play)],
            "menu_chips": [self.label(play) for play in self.sensible(plays)],
            "menu_nothing": [self.letter(letter) for letter in self.letters],
        }
        return groups({text(self.lang, group): some for group, some in items.items() if some}, width, even=False)

    def sensible(self, plays: Sequence[Play]) -> Iterator[Play]:
        """Uses of chips that make a number possible or cheaper than fewer chips do, each with all cards of it.

        Those that are worse than leaving are not shown; a chip is worth two penalty chips at the end (R19).
        """
        best: dict[int, int] = {}
        most = self.hand.total() if "leave" in self.moves else TOP
        for play in sorted(plays, key=lambda play: play.chips):
            paid = price(self.pile, play)
            if play.cards == self.hand[play.number] and paid < best.get(play.number, paid + 1):
                best[play.number] = paid
                if play.chips and paid + 2 * play.chips <= most:
                    yield play

    def label(self, play: Play) -> Text:
        label = Text(" ".join([str(play.number)] * play.cards), "cyan")
        if play.chips:
            label.append(f" {play.way}{play.chips}")
        if paid := price(self.pile, play):
            label.append(f" ({paid})", "not bold magenta")
        if play.cards == self.hand.total():
            label.append(f" {text(self.lang, 'last')}", "bold green")
        return label

    def letter(self, letter: str) -> Text:
        move = LETTERS[letter]
        paid = {"pass": 1, "force": 2, "leave": self.hand.total()}[move]  # R13, R14, R16
        label = Text(letter, "cyan").append(" ").append_text(self.note(move, name=self.names[self.next_seat()]))
        return label.append(f" ({paid})", "magenta")

    def note(self, key: str, **values: object) -> Text:
        return Text(text(self.lang, key, **values), "none")

    def next_seat(self) -> int:
        """Whom a force would bind."""
        seats = [(self.seat + i) % self.view.seats for i in range(1, self.view.seats + 1)]
        return next(seat for seat in seats if not self.view.out[seat])

    # ---- what is typed

    def read(self, line: str) -> list[str] | Question:
        typed = " ".join(unicodedata.normalize("NFKC", line).lower().split())
        found = CARDS.fullmatch(typed)
        if not found:
            return [self.move(LETTERS.get(typed, typed))]
        cards = [int(word[:4]) for word in found[1].split()]
        if missing := Counter(cards) - self.hand:
            raise self.bad("no_card", cards=" ".join(str(v) for v in cards if v in missing))
        chips = found[2].strip()
        if self.view.phase == "discard":
            return self.discard(cards, chips)
        return [self.play(cards, chips)]

    def move(self, typed: str) -> str:
        """A move typed as its text. If it is not possible, the match says why."""
        try:
            return str(parse(typed))
        except BadNotation:
            raise self.bad("unreadable", line=typed) from None

    def discard(self, cards: Sequence[int], chips: str) -> list[str]:
        if chips:
            return [str(Play(cards[0], len(cards), chips[:1], int(chips[1:] or 0)))]  # the match says why not
        if 1 in cards:
            raise self.bad("keep_one")
        if len(cards) > self.more:
            raise self.bad("too_many", n=len(cards), most=self.more)
        return [str(Discard(v)) for v in cards]

    def play(self, cards: Sequence[int], chips: str) -> str:
        if len(set(cards)) > 1:
            raise self.bad("one_number")
        if chips:
            self.check_chips(chips)
        play = Play(cards[0], len(cards), chips[:1], int(chips[1:] or 0))
        if str(play) not in self.moves:
            least = lowest(self.pile, play)
            raise self.bad("too_low_for" if chips else "too_low", n=cards[0], least=least)
        return str(play)

    def check_chips(self, chips: str) -> None:
        own = self.view.bonus[self.seat]
        ways = chip_signs(self.view.options)
        if not own:
            raise self.bad("no_chips")
        if chips[0] not in ways:
            raise self.bad("how_chips", ways=", ".join(f"{way}1" for way in ways))
        if not 1 <= int(chips[1:5]) <= own:
            raise self.bad("few_chips", n=chips[1:], most=own)

    def bad(self, key: str, **values: object) -> BadChoice:
        return BadChoice(text(self.lang, key, **values))
