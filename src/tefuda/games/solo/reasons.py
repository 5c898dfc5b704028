"""SOLO: what can be said for and against a move, from the seat's view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tefuda.games.reasons import Point, saying
from tefuda.games.sentences import Say
from tefuda.games.solo.moves import COLOURS, Block, Done, Give, Jump, Move, Play, Triple, Word, parse
from tefuda.games.solo.view import View, taken_by

FEW = 3  # cards of a player who is about to go out
MUCH = 5  # points that are worth a word
BLACK = "WAK"
COUNTED = ("S", "R", "D", "X", "G", "W", "A", "W4", "K")  # kinds of cards, as the options count their points

TEXTS = {
    "en": {
        "out": "It lays the last card and ends the round.",
        "saves": "It saves taking {n:card|cards}.",
        "keeps": "It keeps the hand.",
        "sheds": "It gets rid of {n:card|cards} at once.",
        "points": "It gets rid of {n:point|points}.",
        "gives": "It gives away {n:point|points}.",
        "swap": "It exchanges {own:card|cards} for {theirs}.",
        "hits": "It holds up {who}, who has only {n:card|cards}.",
        "colour": "{n:card of the next colour stays|cards of the next colour stay} in the hand.",
        "next": "Next is {who}, with {n:card|cards}.",
        "actions": "It keeps {n:action card|action cards} for later.",
        "draws": "It takes {n:card|cards}.",
        "black": "It spends a black card although another one fits.",
        "call": "Without the call, two cards may have to be drawn.",
    },
    "ja": {
        "out": "最後の札を出し、ラウンドが終わります。",
        "saves": "{n}枚引かずにすみます。",
        "keeps": "手札を守れます。",
        "sheds": "一度に{n}枚減らせます。",
        "points": "{n}点分の札を減らせます。",
        "gives": "{n}点分の札を渡せます。",
        "swap": "手札{own}枚と{theirs}枚を取りかえます。",
        "hits": "残り{n}枚の{who}を止めます。",
        "colour": "次に出せる色の札が手札に{n}枚残ります。",
        "next": "次は、手札が{n}枚の{who}の番です。",
        "actions": "アクション札を{n}枚、あとに残せます。",
        "draws": "札を{n}枚引きます。",
        "black": "ほかに出せる札があるのに、黒い札を使います。",
        "call": "「ソロ！」と言わないと、2枚引くことになりかねません。",
    },
}


def points(view: View, text: str, lang: str, names: Sequence[str] = ()) -> Iterator[Point]:
    """What can be said about a move of the seat whose view it is."""
    say, move, hand = saying(TEXTS, view, lang, names), parse(text), list(view.hand or [])
    laid = cards_of(view, move)
    left = list(hand)
    for card in laid:
        if card in left:  # those of a Triple+ that is being put together have left it
            left.remove(card)
    if laid and not left:
        yield Point("out", 1, say("out"))
    if isinstance(move, Block):
        draws = view.pending == "draw"
        yield Point("saves", view.sum if draws else 1, say("saves", n=view.sum) if draws else say("keeps"))
    if len(laid) > 2:
        yield Point("sheds", len(laid), say("sheds", n=len(laid)))
    shed = sum(points_of(view, card) for card in laid)
    if shed >= MUCH:
        yield Point("points", shed, say("gives" if isinstance(move, Give) else "points", n=shed))
    if isinstance(move, Play) and left:
        yield from _effects(say, view, move, left)
    if isinstance(move, Play | Jump | Triple | Block) and left:
        last = move.colour if isinstance(move, Block) else move.card
        colour = getattr(move, "named", "") if last in ("W", "W4") else last.removeprefix("K")[0]
        same = sum(card[0] == colour or card == f"K{colour}" for card in left)
        if same:
            yield Point("colour", same, say("colour", n=same))
    if isinstance(move, Play) and left and (after := next_after(view, move)) is not None:
        yield Point("next", view.hand_sizes[after], say("next", who=say.who(after), n=view.hand_sizes[after]))
    actions = sum(not card[1:].isdigit() for card in left)
    if actions:
        yield Point("actions", actions, say("actions", n=actions))
    taken = {"draw": 1, "take": view.sum}.get(move.word, 0) if isinstance(move, Word) else 0
    if taken:
        yield Point("draws", -taken, say("draws", n=taken))
    if isinstance(move, Play) and move.card[0] in BLACK and any(fits(view, card) for card in left):
        yield Point("black", -1, say("black"))
    if laid and len(left) == 1 and not getattr(move, "call", True):
        yield Point("call", -1, say("call"))


def _effects(say: Say, view: View, move: Play, left: Sequence[str]) -> Iterator[Point]:
    """What the card does to others."""
    assert view.seat is not None
    kind = move.card[1:] if move.card[0] in COLOURS else move.card
    if kind == "X" and move.named:
        theirs = view.hand_sizes[int(move.named)]
        yield Point("swap", len(left) - theirs, say("swap", own=len(left), theirs=theirs))
    if kind == "A":
        theirs = view.hand_sizes[(view.seat - view.direction) % view.seats]
        yield Point("swap", len(left) - theirs, say("swap", own=len(left), theirs=theirs))
    victim = (view.seat + view.direction) % view.seats
    if kind in ("S", "D", "W4") and view.hand_sizes[victim] <= FEW:
        yield Point(
            "hits", FEW + 1 - view.hand_sizes[victim], say("hits", who=say.who(victim), n=view.hand_sizes[victim])
        )


def next_after(view: View, move: Play) -> int | None:
    """Who is to move after a number, a Reverse, a Skip or a Gift; None after other cards, and where two play."""
    kind = move.card[1:] if move.card[0] in COLOURS else move.card
    if kind == "G" and move.named:
        return int(move.named)
    if view.seat is None or view.seats == 2 or not (kind.isdigit() or kind in ("R", "S")):
        return None
    step = {"R": -1, "S": 2}.get(kind, 1)
    return (view.seat + step * view.direction) % view.seats


def cards_of(view: View, move: Move) -> list[str]:
    """The cards that leave the hand."""
    match move:
        case Play(card) | Jump(card) | Give(card):
            return [card]
        case Triple():
            return taken_by(move, view.hand or [], view.options)
        case Block(colour):
            return [f"K{colour}"]
        case Done():
            return list(view.triple)
    return []


def fits(view: View, card: str) -> bool:
    """R4: whether a card of a colour can be laid now."""
    if card[0] not in COLOURS:
        return False
    return view.colour in ("any", card[0]) or (view.top[0] in COLOURS and card[1:] == view.top[1:])


def points_of(view: View, card: str) -> int:
    """R25: what a card counts against its holder."""
    kind = card[1:] if card[0] in COLOURS else card
    if kind.isdigit():
        return int(kind)
    return int(view.options.points[COUNTED.index(kind[:1] if kind[0] == "K" else kind)])
