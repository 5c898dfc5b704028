"""Events: how records write what happens, and what of it each reader may know.

A game declares it once: `drawn` says what chance draws and who sees each card, PRIVATE which moves, or which parts of
them, only some seats see. The record, the record as a seat may read it, and what is told at a table follow from that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tefuda.errors import BadNotation

UNSEEN = "?"  # stands in a record for what its reader may not know
BETWEEN = " | "  # stands between hands
SHOWN = " = "  # stands before what an event shows


class Drawn(NamedTuple):
    """What chance draws now: the word for it, the text of each thing that can be drawn, and who sees what is drawn."""

    word: str
    texts: Sequence[str] | Mapping[int, str]
    seen_by: Sequence[int | None]  # one for each thing that is drawn; None: all see it
    in_hands: bool = False  # the things of each seat stand together, as in "deal 3 7 | 4 4"
    in_order: bool = False  # ... in ascending order: in which order they were drawn is not told
    first: Mapping[int, str] = {}  # by seat: a card with which the hand begins; chance does not draw it, and all see it

    def whole(self, things: Sequence[int]) -> str:
        """These things as they stand in a record."""
        return self._text(things, [True] * len(self.seen_by))

    def seen(self, things: Sequence[int], reader: int | None) -> str:
        """The same as a reader may know it; None is a spectator."""
        return self._text(things, [who is None or who == reader for who in self.seen_by])

    def _text(self, things: Sequence[int], seen: Sequence[bool]) -> str:
        hands = []
        for places in self._hands():
            hand = [things[at] for at in places]
            shown = zip(sorted(hand) if self.in_order else hand, (seen[at] for at in places), strict=True)
            texts = [self.texts[thing] if is_seen else UNSEEN for thing, is_seen in shown]
            hands.append(" ".join([*self._first(places), *texts]))
        return self._before() + BETWEEN.join(hands)

    def parse(self, text: str) -> list[int]:
        """The things that a record names, or BadNotation."""
        found = self.parse_seen(text, ())
        return [thing for thing in found if thing is not None]

    def parse_seen(self, text: str, unseen: Sequence[str] = (UNSEEN,)) -> list[int | None]:
        """The same of a record as somebody may read it; None for what is unseen."""
        rest, parts = text.removeprefix(self._before()), self._hands()
        hands = rest.split(BETWEEN) if self.in_hands else [rest]
        pairs = self.texts.items() if isinstance(self.texts, Mapping) else enumerate(self.texts)
        thing_of: dict[str, int | None] = {name: thing for thing, name in pairs} | dict.fromkeys(unseen)
        found: list[int | None] = []
        if not text.startswith(self._before()) or len(hands) != len(parts):
            raise self._bad(text)
        for hand, places in zip(hands, parts, strict=True):
            words = hand.split(" ") if len(self.seen_by) > 1 else [hand]
            first = self._first(places)
            if words[: len(first)] != first or len(words) != len(first) + len(places):
                raise self._bad(text)
            if unknown := [word for word in words[len(first) :] if word not in thing_of]:
                is_alone = len(self.seen_by) == 1
                reason = f"{unknown[0]!r} is not what chance draws now; that is like {self._some(3, ', ')}"
                raise self._bad(text) if is_alone else BadNotation(reason)
            things = [thing_of[word] for word in words[len(first) :]]
            named = [thing for thing in things if thing is not None]
            if self.in_order and named != sorted(named):
                raise BadNotation(f"{hand!r}: the cards of a hand stand in their order")
            found += things
        return found

    def _before(self) -> str:
        return f"{self.word} " if self.word else ""

    def _hands(self) -> list[range]:
        """The places of the things that stand together."""
        seen_by, size = self.seen_by, len(self.seen_by)
        if not self.in_hands:
            return [range(size)]
        starts = [at for at in range(size) if at == 0 or seen_by[at] != seen_by[at - 1]]
        return [range(start, stop) for start, stop in zip(starts, [*starts[1:], size], strict=True)]

    def _first(self, places: range) -> list[str]:
        who = self.seen_by[places[0]]
        return [self.first[who]] if who is not None and who in self.first else []

    def _some(self, count: int, between: str = " ") -> str:
        texts = self.texts.values() if isinstance(self.texts, Mapping) else self.texts
        return between.join(list(texts)[:count])

    def _bad(self, text: str) -> BadNotation:
        hands = self._hands()
        if len(hands) == 1:
            like = self._before() + self._some(len(self.seen_by))
            return BadNotation(f"{text!r}: here stands something like {like!r}")
        sizes = sorted({len(places) + len(self._first(places)) for places in hands})
        like = f"{self.word} {self._some(2)} ... | ..."
        return BadNotation(f"here stand {len(hands)} hands of {' or '.join(map(str, sizes))} cards, such as {like!r}")


def seat_drawn(word: str, seats: int) -> Drawn:
    """Chance chooses a seat, and everybody sees which."""
    return Drawn(word, [str(seat) for seat in range(seats)], [None])


class Private(NamedTuple):
    """What of a move only the seat that makes it may know."""

    parts: Mapping[str, Any] = {}  # parts of the move, with what others see instead; if none are named, all of it
    unless: str = ""  # the option with which everybody sees all of it
    also: str = ""  # the field of the state that names another seat which sees all of it
    is_noticed: bool = True  # whether others learn that the move was made

    def shows_all(self, state: Any, reader: int | None) -> bool:
        """Whether this reader, who did not make the move, sees all of it."""
        if self.unless and getattr(state, self.unless):
            return True
        return bool(self.also) and reader is not None and reader == getattr(state, self.also)

    def veiled(self, move: Any) -> str | None:
        """The move as all others see it; None if they do not learn that it was made."""
        if not self.is_noticed:
            return None
        return str(move._replace(**self.parts)) if self.parts else UNSEEN
