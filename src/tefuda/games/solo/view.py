"""SOLO: what one seat, or a spectator, may know; and the worlds that fit it."""

from __future__ import annotations

from typing import Any, Literal

from tefuda.games import view
from tefuda.games.events import UNSEEN
from tefuda.games.solo.cards import add_card, bit, copies, first_card
from tefuda.games.solo.legal import jumper
from tefuda.games.solo.memory import can_be, row_of
from tefuda.games.solo.moves import FACE_OF, Move, Triple, move_of
from tefuda.games.solo.options import Options
from tefuda.games.solo.state import (
    CARD_TEXTS,
    DRAWING,
    END,
    ENDINGS,
    FACES,
    NOBODY,
    NUMBERS,
    THEN,
    THEN_ACT,
    TRIPLE,
    TURN,
    State,
)  # fmt: skip


class View(view.View):
    """Only what is named here is in it. The state says who sees what; the rest is made below."""

    options: Options
    round: int  # from 1
    phase: Literal["chance", "turn", "drawn", "answer", "give", "triple", "over"]
    dealer: int
    to_act: list[int]  # who decides, who owes a call, and this seat if it can jump in: never another that could
    turn: int  # who decides
    hand: list[str] | None  # cards in the order of docs/notation.md
    hand_sizes: list[int]
    known: dict[str, list[str]]  # of other seats' hands, by seat: cards given or swapped away that must still be there
    lacks: dict[str, dict[str, int]]  # of other seats' hands, by seat and number: so many unknown cards are none of it
    top: str
    colour: Literal["r", "g", "y", "b", "any"]
    direction: Literal[1, -1]  # 1 to the left, -1 to the right
    sum: int  # cards that the next taker takes
    draw_pile: int
    discards: int
    heap: list[str]  # the discards since the pile was last made from them, the top one last
    laid_by: int | None  # who laid the top card
    pending: Literal["", "skip", "draw", "swap", "gift", "swap all"]  # what is being answered
    source: int | None  # who laid it
    target: int | None
    spoke: bool  # whether its layer said the call with it
    blockers: list[int]  # of this Swap all
    gifts: int  # cards still to give
    drawn: str | None  # the card just drawn; "?" for other seats
    triple: list[str]  # a Triple+ being put together: its cards so far, the last one last
    jumping: bool  # it is a jump-in
    owes: list[int]  # seats that owe the call
    called: list[int]  # seats with one card that have called
    let_go: bool  # whether this seat has let its chance go by
    passes: int  # in a row
    turns: int  # of this round
    scores: list[int]  # minus the points so far
    ending: Literal["", "out", "stuck", "capped"]  # how the last round ended; "" before
    winner: int | None  # of the last round
    passing = ("reshuffled", "waived", "redealt", "doer", "then", "waiting")
    reshuffled: int  # how often in this match the pile was made anew
    waived: int  # ... draws were cut short
    redealt: int  # ... a round was dealt anew
    doer: int | None  # while cards are drawn: who made the move that they are drawn after,
    then: Literal["", "act", "drawn", "turn", "ask"]  # ... what comes after them; "" while none are drawn
    waiting: str  # ... and the move, with the cards that it shows

    def _named_options(self) -> dict[str, Any]:
        """The points of the action cards stand apart."""
        points = {name.removeprefix("points_"): value for name, value in self._named.items() if "points_" in name}
        others = {name: value for name, value in self._named.items() if "points_" not in name}
        return {"options": others, "points": points}


def seen_to_act(s: State, seat: int | None) -> list[int]:
    """What the rules make public: who decides and who owes a call; a seat sees of itself that it can jump in."""
    if s.phase == END or s.phase < TURN:
        return []
    found = {s.turn, *(other for other in range(s.seats) if s.owes & bit(other))} if s.owes else {s.turn}
    if seat is not None and seat != s.turn:
        found.discard(seat)
        if not s.let_go & bit(seat) and (jumper(s) == seat or s.owes & bit(seat)):
            found.add(seat)
    return sorted(found)


def seen_hand(s: State, seat: int | None) -> list[str] | None:
    return None if seat is None else hand_of(s, seat)


def hand_of(s: State, seat: int) -> list[str]:
    """The cards of a hand in their order."""
    found, card, where = [], -1, s.where
    for _ in range(s.hand_size[seat]):
        card = where.index(seat, card + 1)
        found.append(TEXTS[card])
    return found


def _cards(face: int) -> range:
    return range(first_card(face), first_card(face) + copies(face))


TEXTS = [CARD_TEXTS[face] for face in range(FACES) for _ in _cards(face)]  # of all cards


def seen_known(s: State, seat: int | None) -> dict[str, list[str]]:
    """Cards given or swapped away."""
    if seat is None or not any(s.knowers):
        return {}
    found: dict[str, list[str]] = {}
    mine = bit(seat)
    for card in [card for card, known in enumerate(s.knowers) if known & mine]:
        if s.where[card] != NOBODY:
            found.setdefault(str(s.where[card]), []).append(TEXTS[card])
    return dict(sorted(found.items()))


def seen_lacks(s: State, seat: int | None) -> dict[str, dict[str, int]]:
    """R8: what Triple+ have told, of other seats' hands."""
    found: dict[str, dict[str, int]] = {}
    for holder in range(s.seats) if s.lacking else ():
        row = s.lacks[row_of(holder, NOBODY if seat is None else seat)]
        if holder != seat and any(row):
            found[str(holder)] = {str(number + 1): cards for number, cards in enumerate(row) if cards}
    return found


def seen_top(s: State) -> str:
    return CARD_TEXTS[s.heap[s.heap_size - 1]] if s.heap_size else ""


def seen_drawn(s: State, seat: int | None) -> str | None:
    """That a card was drawn is seen by all, which one by who drew it."""
    if s.drawn == NOBODY:
        return None
    return CARD_TEXTS[s.drawn] if seat is not None and s.turn == seat else UNSEEN


def seen_triple(s: State) -> list[str]:
    if s.phase != TRIPLE:
        return []
    number = s.topmost % NUMBERS
    below = [CARD_TEXTS[c * NUMBERS + number] for c in range(4) for _ in range(s.picked[c])]
    return [*below, CARD_TEXTS[s.topmost]]


def seen_ending(s: State) -> str:
    return ENDINGS[s.ending] if s.round > 1 or s.phase == END else ""


def seen_winner(s: State) -> int | None:
    return s.winner if (s.round > 1 or s.phase == END) and s.winner != NOBODY else None


def seen_then(s: State) -> str:
    return THEN[s.then] if s.phase == DRAWING else ""


def seen_waiting(s: State) -> str:
    """It was made before all eyes; its cards lie in the hand as long as it waits for others to draw."""
    if s.phase != DRAWING:
        return ""
    return with_cards(s, s.doer, move_of(s.action)) if s.then == THEN_ACT else str(move_of(s.action))


def is_whole(options: Options) -> bool:
    """R8, A6: whether a Triple+ takes all cards of its number."""
    return bool(options.triple_must_be_all)


def taken_by(triple: Triple, hand: list[str], options: Options) -> list[str]:
    """R8: the cards that leave the hand at once; only the one on top where the others are named one by one (A6)."""
    if not is_whole(options):
        return [triple.card]
    return [card for card in hand if card[1:] == triple.card[1:] and card != "W4"]


def with_cards(s: State, seat: int, move: Move) -> str:
    """A move with the cards that it shows to all: R8, those of a Triple+ that takes a number, its top last."""
    if not isinstance(move, Triple):
        return str(move)
    cards = taken_by(move, hand_of(s, seat), s)
    cards.remove(move.card)
    return f"{move} = {' '.join([*cards, move.card])}" if cards else str(move)


def hide(s: State, view: View) -> None:
    """Fills hands and pile: what the view knows, then the rest in the order of the cards."""
    s.total[: s.seats] = [-score for score in view.scores]
    s.ending = ENDINGS.index(view.ending) if view.ending else 0
    s.winner = NOBODY if view.winner is None else view.winner
    s.topmost = NOBODY
    if view.triple:
        s.topmost = FACE_OF[view.triple[-1]]
        for card in view.triple[:-1]:
            s.picked[FACE_OF[card] // NUMBERS] += 1
    called = s.called
    s.hand_size[: s.seats] = [0] * s.seats
    s.where[:] = [NOBODY] * len(s.where)
    left = [copies(face) for face in range(FACES)]
    for card in view.heap:
        left[FACE_OF[card]] -= 1
    hands: list[list[str]] = [list(view.known.get(str(seat), [])) for seat in range(s.seats)]
    if view.seat is not None:
        hands[view.seat] = list(view.hand or [])
    for seat, hand in enumerate(hands):
        for card in hand:
            added = add_card(s, seat, FACE_OF[card])
            left[FACE_OF[card]] -= 1
            if view.seat is not None and seat != view.seat:
                s.knowers[added] = bit(view.seat)
    _name(s, view, left)
    rest = [face for face in range(FACES) for _ in range(left[face])]
    _remember(s, view)
    for seat in sorted(range(s.seats), key=lambda seat: str(seat) not in view.lacks):
        row = row_of(seat, NOBODY if view.seat is None else view.seat)
        for age in range(view.hand_sizes[seat] - s.hand_size[seat]):
            add_card(s, seat, rest.pop(next((i for i, face in enumerate(rest) if can_be(s, row, age, face)), 0)))
    s.pile[: len(rest)] = rest
    s.drawn = NOBODY
    if view.drawn is not None:
        s.drawn = FACE_OF[view.drawn] if view.drawn != UNSEEN else _some_card(s, view)
    s.called = called


def _remember(s: State, view: View) -> None:
    for holder, numbers in view.lacks.items():
        s.lacking |= bit(int(holder))
        for number, cards in numbers.items():
            s.lacks[row_of(int(holder), NOBODY if view.seat is None else view.seat)][int(number) - 1] = cards


def _name(s: State, view: View, left: list[int]) -> None:
    """What a Triple+ has named lies in that hand, beside or among what is known of it."""
    for card in sorted(set(view.triple)):
        face = FACE_OF[card]
        held = sum(s.where[i] == view.turn for i in _cards(face))
        for _ in range(view.triple.count(card) - held):
            add_card(s, view.turn, face)
            left[face] -= 1


def _some_card(s: State, view: View) -> int:
    """Any card that another seat may have drawn; `redeal` then draws a random one that fits."""
    if view.triple:
        return FACE_OF[view.triple[0]]
    return next(face for face in range(FACES) for i in _cards(face) if s.where[i] == s.turn and not s.knowers[i])
