"""SCOUT: what can be said for and against a move, from the seat's view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tefuda.games.reasons import Point, saying
from tefuda.games.scout.moves import Double, Flip, Keep, Play, Scout, parse
from tefuda.games.scout.state import OINK, SHORT
from tefuda.games.scout.view import View
from tefuda.games.scout.words import kind_of

NEAR = 7  # how many plays empty a hand is said up to this number

TEXTS = {
    "en": {
        "ends": "It empties the hand and ends the round.",
        "lets_end": "It ends the round for {who}, whose hand then counts nothing.",
        "takes": "It takes {n:score card|score cards}.",
        "leaves_run": "It leaves a run of {n}.",
        "leaves_group": "It leaves a group of {n}.",
        "makes_run": "It makes a run of {n}.",
        "makes_group": "It makes a group of {n}.",
        "joins": "It brings {cards} together.",
        "higher": "The numbers are higher this way up.",
        "plays": "{n:play|plays} could then empty the hand.",
        "lays": "It lays {n} cards at once, which are hard to beat.",
        "breaks_run": "It breaks up a run of {n}.",
        "breaks_group": "It breaks up a group of {n}.",
        "marker": "It spends the right to act twice.",
        "pays": "It spends a chip.",
        "numbers": "zero one two three four five six seven eight nine ten",
    },
    "ja": {
        "ends": "手札がなくなり、ラウンドが終わります。",
        "lets_end": "{who}の勝ちでラウンドが終わり、その手札は失点になりません。",
        "takes": "得点札を{n}枚取れます。",
        "leaves_run": "{n}枚の連番が残ります。",
        "leaves_group": "同じ数{n}枚の組が残ります。",
        "makes_run": "{n}枚の連番ができます。",
        "makes_group": "同じ数{n}枚の組ができます。",
        "joins": "{cards}がつながります。",
        "higher": "この向きのほうが数が大きくなります。",
        "plays": "あと{n}回出せば手札がなくなる形です。",
        "lays": "一度に{n}枚出し、上回られにくくなります。",
        "breaks_run": "{n}枚の連番がくずれます。",
        "breaks_group": "同じ数{n}枚の組がくずれます。",
        "marker": "2回行動できる権利を使ってしまいます。",
        "pays": "チップを1枚使います。",
        "numbers": "0 1 2 3 4 5 6 7 8 9 10",
    },
}


def points(view: View, text: str, lang: str, names: Sequence[str] = ()) -> Iterator[Point]:
    """What can be said about a move of the seat whose view it is."""
    say = saying(TEXTS, view, lang, names)
    words = say("numbers").split()
    move, before = parse(text), [up for up, _ in view.hand or []]
    after = hand_after(view, text)
    edition = view.options.edition
    if isinstance(move, Play):
        if not after:
            yield Point("ends", 1, say("ends"))
        if view.table and edition != SHORT:
            yield Point("takes", len(view.table), say("takes", n=len(view.table)))
    if isinstance(move, Scout) and edition != OINK and view.scouts == view.seats - 2 and view.owner is not None:
        yield Point("lets_end", -1, say("lets_end", who=say.who(view.owner)))
    first, size = longest(after)
    if size > 1:
        new = isinstance(move, Scout | Double) and size > longest(before)[1]
        yield Point("set", size, say(f"{'makes' if new else 'leaves'}_{kind_of(after[first:][:2])}", n=words[size]))
    if after and fewest(after) <= NEAR:
        yield Point("plays", 100 - fewest(after), say("plays", n=fewest(after)))  # fewer are better
    where = move.first - 2 if isinstance(move, Play) else move.place - 1 if isinstance(move, Scout | Double) else -1
    if where >= 0 and len(after) > 1:
        start, size = around(after, where, 2 if isinstance(move, Play) and where + 1 < len(after) else 1)
        if size > 1:
            yield Point("joins", size, say("joins", cards=" ".join(map(str, after[start : start + size]))))
    if isinstance(move, Keep | Flip):
        yield Point("higher", sum(after), say("higher"))
    if isinstance(move, Play):
        if move.size > 1 and after:
            yield Point("lays", move.size, say("lays", n=words[move.size]))
        start, broken = around(before, move.first - 1, move.size)
        if broken > move.size:
            yield Point("breaks", -broken, say(f"breaks_{kind_of(before[start:][:2])}", n=words[broken]))
    if isinstance(move, Double):
        yield Point("marker", -1, say("marker"))
    if isinstance(move, Scout) and edition == OINK:
        yield Point("pays", -1, say("pays"))


def hand_after(view: View, text: str) -> list[int]:
    """The upper numbers of the seat's hand after its move."""
    hand = view.hand or []
    match parse(text):
        case Keep():
            return [up for up, _ in hand]
        case Flip():
            return [down for _, down in hand]
        case Play(first, size):
            return [up for up, _ in hand[: first - 1] + hand[first - 1 + size :]]
        case Scout(end, flip, place) | Double(end, flip, place):
            card = view.table[0 if end == "left" else -1]
            numbers = [up for up, _ in hand]
            numbers.insert(place - 1, card[1] if flip else card[0])
            return numbers


def set_from(numbers: Sequence[int], first: int) -> int:
    """R12: how many cards the longest set has that begins here."""
    best = 1
    for step in (0, 1, -1):
        size = 1
        while first + size < len(numbers) and numbers[first + size] - numbers[first + size - 1] == step:
            size += 1
        best = max(best, size)
    return best


def longest(numbers: Sequence[int]) -> tuple[int, int]:
    """Where the longest set of a hand begins, and how many cards it has; none in an empty hand."""
    sizes = [(set_from(numbers, first), -first) for first in range(len(numbers))]
    size, first = max(sizes, default=(0, 0))
    return -first, size


def around(numbers: Sequence[int], first: int, size: int) -> tuple[int, int]:
    """Where the longest set begins of which these cards are a part, and how many cards it has; 0 if there is none."""
    sets = [(start, set_from(numbers, start)) for start in range(first + 1)]
    return max(((start, n) for start, n in sets if start + n >= first + size), key=lambda one: one[1], default=(0, 0))


def fewest(numbers: Sequence[int]) -> int:
    """How many sets a hand falls into, at the least."""
    need = [0] * (len(numbers) + 1)
    for first in range(len(numbers) - 1, -1, -1):
        need[first] = 1 + min(need[first + size] for size in range(1, set_from(numbers, first) + 1))
    return need[0]
