"""GIFT's legal moves as a numbered list. Cards to place can also be typed as they are, `h4 gift h6`."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from tefuda.cli.layout import groups
from tefuda.cli.menu import BadChoice, Question
from tefuda.errors import BadNotation
from tefuda.games.gift.moves import (
    CARD_OF,
    RANK_TEXTS,
    Break,
    Commit,
    Discard,
    Hold,
    Move,
    Offer,
    Pass,
    Place,
    Success,
    parse,
)
from tefuda.games.gift.terminal.table import card_text
from tefuda.games.gift.terminal.texts import text
from tefuda.games.gift.view import View
from tefuda.games.gift.words import TEXTS as WORDS
from tefuda.games.gift.words import card_name, gift_for

ORDER = ("success", "place", "gift", "discard", "rights", "offer", "commit", "pass")


class GiftMenu:
    """Numbers to type, by kinds of moves."""

    def __init__(self, view: View, moves: Sequence[str], names: Sequence[str], lang: str) -> None:
        assert view.seat is not None
        self.view, self.seat, self.lang = view, view.seat, lang
        self.moves = sorted(moves, key=lambda move: ORDER.index(self.group(parse(move))))
        self.prompt = text(lang, "prompt")

    # ---- what is shown

    def draw(self, width: int) -> Table:
        digits = len(str(len(self.moves)))
        items: dict[str, list[Text]] = {}
        for number, move_text in enumerate(self.moves, 1):
            move = parse(move_text)
            item = Text().append(f"{number:>{digits}}) ", "cyan").append_text(self.label(move))
            items.setdefault(text(self.lang, f"menu_{self.group(move)}"), []).append(item)
        return groups(items, width)

    def label(self, move: Move) -> Text:
        match move:
            case Place(cards):
                label = Text(" ").join(card_text(card, self.lang) for card in cards)
                if "gift" in cards:
                    stands = gift_for(cards, self.view.rows[cards[-1][0]]["direction"])
                    label.append(text(self.lang, "stands_for", card=card_name(stands, self.lang)), "dim")
                return label
            case Discard(card):
                return card_text(card, self.lang)
            case Offer(suit, rank):
                return card_text(suit + rank, self.lang)
            case Commit(suit):
                return Text(WORDS[self.lang][suit])
            case Success():
                king = card_name(f"{self.view.commitments[self.seat]}K", self.lang)
                return Text(text(self.lang, "close", card=king))
            case Pass() if self.view.phase == "late":
                return Text(text(self.lang, "keep"))
            case Hold() | Break() | Pass():
                return Text(text(self.lang, str(move)))

    def group(self, move: Move) -> str:
        match move:
            case Place(cards):
                return "gift" if "gift" in cards else "place"
            case Hold() | Break():
                return "rights"
            case Pass() if self.view.phase == "late":
                return "rights"
            case _:
                return str(move).split(" ")[0]

    # ---- what is typed

    def read(self, line: str) -> list[str] | Question:
        typed = " ".join(unicodedata.normalize("NFKC", line).split())
        if typed.isascii() and typed.isdigit():
            number = int(typed[:4])
            if not 1 <= number <= len(self.moves):
                raise self.bad("bad_number", n=typed, most=len(self.moves))
            return [self.moves[number - 1]]
        words = [as_written(word) for word in typed.split(" ")]
        if all(word in CARD_OF for word in words):
            words.insert(0, "place")
        return [self.move(" ".join(words), typed)]

    def move(self, wanted: str, typed: str) -> str:
        """A move typed as its text. If it is not possible, the match says why."""
        try:
            return str(parse(wanted))
        except BadNotation:
            raise self.bad("unreadable", line=typed) from None

    def bad(self, key: str, **values: object) -> BadChoice:
        return BadChoice(text(self.lang, key, **values))


def as_written(word: str) -> str:
    """A word of a move in the case that it has there: HQ and hq are hQ."""
    written = (word[:1].lower() + word[1:].upper(), word.upper(), word.lower())
    return next((form for form in written if form in CARD_OF or form in RANK_TEXTS), word.lower())
