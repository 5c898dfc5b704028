"""23: what can be said for and against a move, from the seat's view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tefuda.games.reasons import Point, saying
from tefuda.games.sentences import Say
from tefuda.games.twentythree.moves import Discard, Force, Leave, Pass, Play, parse
from tefuda.games.twentythree.rules import passing_costs
from tefuda.games.twentythree.state import FORCE, PASS
from tefuda.games.twentythree.view import View
from tefuda.games.twentythree.words import price

TEXTS = {
    "en": {
        "out": "It lays the last cards, and up to three penalty chips go back.",
        "cost": "It costs {n:penalty chip|penalty chips}.",
        "left": "The hand costs {n:chip|chips} now; to lay it down would cost more.",
        "gaps": "The cards that are left skip {n:number|numbers} in all.",
        "free": "The cards that are left skip no number at all.",
        "below": "It leaves {n:card|cards} below the pile.",
        "cards": "It lays {n:card|cards} at once.",
        "split": "It parts equal cards: {n:one|of them} must be laid another time.",
        "bonus": "It spends {n:bonus chip|bonus chips}.",
        "lone": "The {number} lies {n:number|numbers} away from the other cards.",
        "parts": "It parts equal cards.",
        "waits": "It waits: the next card of the hand would skip {n:number|numbers} now.",
        "force": "It makes the next player lay cards.",
    },
    "ja": {
        "out": "最後の札を出し、ペナルティチップが最大3枚戻ります。",
        "cost": "ペナルティチップが{n}枚かかります。",
        "left": "いま抜ければチップ{n}枚ですみます。出し切るにはもっとかかります。",
        "gaps": "残る札で飛ばす数は、合わせて{n}個です。",
        "free": "残る札は、数を飛ばさずに出せます。",
        "below": "場より小さい札が{n}枚残ります。",
        "cards": "一度に{n}枚出せます。",
        "split": "同じ数の札を分けてしまい、{n}枚を別に出すことになります。",
        "bonus": "ボーナスチップを{n}枚使います。",
        "lone": "{number}は、ほかの札から{n}離れています。",
        "parts": "同じ数の札を分けてしまいます。",
        "waits": "待つ手です。いま次の札を出すと{n}個の数を飛ばします。",
        "force": "次の人に札を出させます。",
    },
}


def points(view: View, text: str, lang: str, names: Sequence[str] = ()) -> Iterator[Point]:
    """What can be said about a move of the seat whose view it is."""
    say = saying(TEXTS, view, lang, names)
    move, hand, pile = parse(text), list(view.hand or []), view.pile["value"]
    if isinstance(move, Play):
        left = [number for number in hand if number != move.number]
        split = hand.count(move.number) - move.cards
        left = sorted(left + [move.number] * split)
        if not left:
            yield Point("out", 1, say("out"))
        yield from _cost(say, price(pile, move))
        yield from _gaps(say, left, move.number)
        below = sum(number < move.number for number in left)
        if below:
            yield Point("below", -below, say("below", n=below))
        if move.cards > 1:
            yield Point("cards", move.cards, say("cards", n=move.cards))
        if split:
            yield Point("split", -split, say("split", n=split))
        if move.chips:
            yield Point("bonus", -move.chips, say("bonus", n=move.chips))
    elif isinstance(move, Discard):
        hand.remove(move.number)
        yield from _gaps(say, hand, 1)
        away = min((abs(number - move.number) for number in hand), default=0)
        if away > 1:
            yield Point("lone", away, say("lone", number=str(move.number), n=away))
        if away == 0:
            yield Point("parts", -1, say("parts"))
    elif isinstance(move, Leave):
        if skipped(hand, pile) > len(hand):
            yield Point("left", 1, say("left", n=len(hand)))
        yield from _cost(say, len(hand))
    elif isinstance(move, Pass | Force):
        if isinstance(move, Force):
            yield Point("force", 1, say("force"))
        above = [number for number in hand if number >= pile]
        gap = max(0, above[0] - pile - 1) if above else 0
        if gap:
            yield Point("waits", gap, say("waits", n=gap))
        yield from _cost(say, passing_costs(FORCE if isinstance(move, Force) else PASS))


def _cost(say: Say, chips: int) -> Iterator[Point]:
    if chips:
        yield Point("cost", -chips, say("cost", n=chips))


def _gaps(say: Say, hand: Sequence[int], pile: int) -> Iterator[Point]:
    """Fewer are better. Not where cards are left that could not be laid at all."""
    if hand and min(hand) >= pile:
        gaps = skipped(hand, pile)
        yield Point("gaps", 1000 - gaps, say("gaps", n=gaps) if gaps else say("free"))


def skipped(hand: Sequence[int], pile: int) -> int:
    """R9: how many numbers are skipped if the cards of a hand from the pile on are laid one after another."""
    total = 0
    for number in sorted(set(hand)):
        if number >= pile:
            total += max(0, number - pile - 1)
            pile = number
    return total
