"""What the sentences of all games are made of: players, counted things, and texts to be filled in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

# What every game's sentences have; a game may have its own instead.
COMMON = {
    "en": {"you": "You", "seat": "Seat {seat}", "space": " ", "comma": ", ", "and": " and "},
    "ja": {"you": "あなた", "seat": "席{seat}", "space": "", "comma": "、", "and": "と"},
}


class Who(NamedTuple):
    """A player in a sentence. A format such as {who:plays|play} gives the verb for another one and for the reader."""

    name: str
    reads: bool

    def __format__(self, verbs: str) -> str:
        return verbs.split("|")[self.reads] if verbs else self.name


class Count(int):
    """A number in a sentence; {n:card|cards} gives '1 card' and '2 cards'."""

    def __format__(self, nouns: str) -> str:
        return f"{int(self)} {nouns.split('|')[self != 1]}" if nouns else str(int(self))


@lru_cache(maxsize=4096)
def _filled(text: str, values: tuple[tuple[str, object], ...], always: tuple[tuple[str, object], ...]) -> str:
    """A text filled in. A live table says the same few things again and again."""
    counted = {name: Count(value) if isinstance(value, int) else value for name, value in values}
    return text.format(**counted, **dict(always))


class Say:
    """Fills in the texts of a game, in one language and for one reader; `always` are values that any may name."""

    def __init__(
        self,
        texts: Mapping[str, Mapping[str, str]],
        lang: str,
        reader: int | None = None,
        names: Sequence[str] = (),
        **always: object,
    ) -> None:
        self.texts = texts[lang]
        self.lang = lang
        self.reader = reader
        self.names = names
        self.always = tuple(always.items())
        self._players: dict[int, Who] = {}
        self._fixed: dict[str, str] = {}  # texts that name no values of their own

    def __call__(self, key: str, **values: object) -> str:
        if not values and key in self._fixed:
            return self._fixed[key]
        text = self.texts[key] if key in self.texts else COMMON[self.lang][key]
        filled = _filled(text, tuple(values.items()), self.always)
        if not values:
            self._fixed[key] = filled
        return filled

    def who(self, seat: int) -> Who:
        if seat not in self._players:
            self._players[seat] = self._player(seat)
        return self._players[seat]

    def _player(self, seat: int) -> Who:
        if seat == self.reader:
            return Who(self("you"), True)
        name = self.name(seat)
        return Who(self("seat", seat=name) if name == str(seat) else name, False)

    def name(self, seat: int) -> str:
        """The name that was given for the seat, or its number."""
        return self.names[seat] if seat < len(self.names) else str(seat)

    def everybody(self, seats: Iterable[int]) -> str:
        """One player or several, the reader first."""
        *others, last = [self.who(seat).name for seat in sorted(seats, key=lambda seat: seat != self.reader)]
        return self("comma").join(others) + (self("and") if others else "") + last

    def winners(self, scores: Sequence[int], points: int, win: str = "win") -> str:
        """Who has won, alone or with others; `points` are those of a winner, as the game counts them."""
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if len(best) == 1:
            return self(win, who=self.who(best[0]), n=points)
        return self("share", everybody=self.everybody(best), n=points)
