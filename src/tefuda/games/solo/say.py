"""SOLO: cards and players in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tefuda.games.sentences import Say, Who
from tefuda.games.solo.moves import COLOURS
from tefuda.games.solo.texts import TEXTS


class SoloSay(Say):
    """SOLO's own: cards in words, and players who are not the subject."""

    def __init__(self, lang: str, reader: int | None = None, names: Sequence[str] = ()) -> None:
        super().__init__(TEXTS, lang, reader, names)

    def face(self, card: str) -> str:
        """What a card shows besides its colour: a number or its kind."""
        if card in ("W", "A", "W4"):
            return self(card)
        if card[0] == "K":
            return self("block", colour=self(card[1]))
        return card[1] if card[1].isdigit() else self(card[1])

    def card(self, card: str) -> str:
        if card[0] not in COLOURS:
            return self.face(card)
        return self("card", colour=self(card[0]), face=self.face(card))

    def row(self, cards: Iterable[str]) -> str:
        """Cards in this order."""
        return self("comma").join(map(self.card, cards))

    def hand(self, cards: Sequence[str]) -> str:
        """Cards by colour."""
        found = []
        for colour in COLOURS:
            if faces := [self.face(card) for card in cards if card[0] == colour]:
                found.append(self("of_colour", colour=self(colour), faces=self("face_comma").join(faces)))
        return self("colour_comma").join([*found, *(self.face(card) for card in cards if card[0] not in COLOURS)])

    def called(self, call: bool) -> str:
        """The end of the sentence about a lay."""
        return self("call") if call else ""

    def other(self, seat: int) -> Who:
        """A player who is not the first word."""
        if seat == self.reader:
            return Who(self("you_object"), True)
        name = self.name(seat)
        return Who(self("seat_object", seat=name) if name == str(seat) else name, False)

    def others(self, seats: Sequence[int]) -> str:
        *some, last = [self.other(seat).name for seat in seats]
        return self("comma").join(some) + (self("and") if some else "") + last
