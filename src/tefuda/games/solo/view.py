"""SOLO: what one seat, or a spectator, may know; and the worlds that fit it."""

from __future__ import annotations

from typing import Any, NamedTuple

from tefuda.games.face import UNSEEN, plain_json
from tefuda.games.option import Value, put_values, values_in
from tefuda.games.solo.cards import add_card, bit, copies, first_card
from tefuda.games.solo.legal import jumper, playable
from tefuda.games.solo.moves import CARDS, COLOURS, FACE_OF
from tefuda.games.solo.options import NAMED
from tefuda.games.solo.state import (
    ANSWER,
    ANY,
    DRAWN,
    END,
    FACES,
    GIVE,
    KINDS,
    NOBODY,
    NOTHING,
    NUMBERS,
    TO_DRAW,
    TO_GIFT,
    TO_SKIP,
    TO_SWAP,
    TO_SWAP_ALL,
    TRIPLE,
    TURN,
    State,
)

PHASES = {TURN: "turn", DRAWN: "drawn", ANSWER: "answer", GIVE: "give", TRIPLE: "triple", END: "over"}
PENDING = {NOTHING: "", TO_SKIP: "skip", TO_DRAW: "draw", TO_SWAP: "swap", TO_GIFT: "gift", TO_SWAP_ALL: "swap all"}
KIND_NAMES = ("skip", "reverse", "draw2", "swap", "gift", "colour", "swap_all", "draw4", "block")  # as in `points`
ENDINGS = ("out", "stuck", "capped")


class View(NamedTuple):
    """Built field by field from a state: what is not named here is not in it."""

    game: str
    options: dict[str, Value]
    points: dict[str, int]  # of the action cards
    seats: int
    seat: int | None  # whose eyes; None for a spectator
    round: int  # from 1
    phase: str  # turn, drawn, answer, give, triple or over
    dealer: int
    to_act: list[int]  # who decides, who owes a call, and this seat if it can jump in: never another that could
    turn: int  # who decides
    hand: list[str] | None  # cards in the order of docs/notation.md
    hand_sizes: list[int]
    known: dict[str, list[str]]  # of other seats' hands, by seat: cards given or swapped away that must still be there
    top: str
    colour: str  # r, g, y, b, or any
    direction: int  # 1 to the left, -1 to the right
    sum: int  # cards that the next taker takes
    draw_pile: int
    discards: int
    heap: list[str]  # the discards since the pile was last made from them, the top one last
    laid_by: int | None  # who laid the top card
    pending: str  # what is being answered: skip, draw, swap, gift or swap all
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
    ending: str  # how the last round ended: out, stuck or capped; "" before
    winner: int | None  # of the last round

    def to_dict(self) -> dict[str, Any]:
        """The view as plain JSON."""
        return plain_json(self)


def view_of(s: State, seat: int | None) -> View:
    seats = range(s.seats)
    own = seat is not None and s.turn == seat
    return View(
        game="solo",
        options=values_in(s, NAMED),
        points=dict(zip(KIND_NAMES, s.points, strict=True)),
        seats=s.seats,
        seat=seat,
        round=s.round,
        phase=PHASES.get(s.phase, "chance"),
        dealer=s.dealer,
        to_act=_to_act(s, seat),
        turn=s.turn,
        hand=None if seat is None else hand_of(s, seat),
        hand_sizes=s.hand_size[: s.seats],
        known={} if seat is None else _known(s, seat),
        top=CARDS[s.heap[s.heap_size - 1]] if s.heap_size else "",
        colour="any" if s.colour == ANY else COLOURS[s.colour],
        direction=s.direction,
        sum=s.sum,
        draw_pile=s.pile_size,
        discards=s.heap_size,
        heap=[CARDS[face] for face in s.heap[: s.heap_size]],
        laid_by=_seat(s.laid_by),
        pending=PENDING[s.pending],
        source=_seat(s.source),
        target=_seat(s.target),
        spoke=bool(s.spoke),
        blockers=_seats(s, s.blockers),
        gifts=s.gifts,
        drawn=None if s.drawn == NOBODY else CARDS[s.drawn] if own else UNSEEN,
        triple=_triple(s) if s.phase == TRIPLE else [],
        jumping=bool(s.jumping),
        owes=_seats(s, s.owes),
        called=_seats(s, s.called),
        let_go=seat is not None and bool(s.let_go & bit(seat)),
        passes=s.passes,
        turns=s.turns,
        scores=[-s.total[p] for p in seats],
        ending=ENDINGS[s.ending] if s.round > 1 or s.phase == END else "",
        winner=_seat(s.winner) if s.round > 1 or s.phase == END else None,
    )


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _seats(s: State, bits: int) -> list[int]:
    return [seat for seat in range(s.seats) if bits & bit(seat)] if bits else []


def hand_of(s: State, seat: int) -> list[str]:
    """The cards of a hand in their order."""
    return [TEXTS[card] for card, holder in enumerate(s.where) if holder == seat]


def _cards(face: int) -> range:
    return range(first_card(face), first_card(face) + copies(face))


TEXTS = [CARDS[face] for face in range(FACES) for _ in _cards(face)]  # of all cards


def _known(s: State, seat: int) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for card, known in enumerate(s.knowers):
        if known and known & bit(seat) and s.where[card] != NOBODY:
            found.setdefault(str(s.where[card]), []).append(TEXTS[card])
    return dict(sorted(found.items()))


def _triple(s: State) -> list[str]:
    number = s.topmost % NUMBERS
    return [CARDS[c * NUMBERS + number] for c in range(4) for _ in range(s.picked[c])] + [CARDS[s.topmost]]


def _to_act(s: State, seat: int | None) -> list[int]:
    """What the rules make public: who decides and who owes a call; a seat sees of itself that it can jump in."""
    if s.phase == END or s.phase < TURN:
        return []
    found = {s.turn, *_seats(s, s.owes)}
    if seat is not None and seat != s.turn:
        found.discard(seat)
        if not s.let_go & bit(seat) and (jumper(s) == seat or s.owes & bit(seat)):
            found.add(seat)
    return sorted(found)


def can_lay(view: View) -> list[str]:
    """The cards of the hand that may be laid on the top card, effects aside."""
    faces = playable(world_of(view))
    return [card for card in view.hand or [] if faces >> FACE_OF[card] & 1]


def can_be_drawn(view: View) -> bool:
    """R27, R28: whether there is a card to draw."""
    return view.draw_pile > 0 or view.discards > 1


def world_of(view: View) -> State:
    """A state that shows this view, with everything hidden in some fixed order; `redeal` shuffles that."""
    s = State()
    put_values(s, NAMED, view.options)
    s.points[:KINDS] = view.points.values()
    s.seats = view.seats
    s.round = view.round
    s.phase = next(phase for phase, name in PHASES.items() if name == view.phase)
    s.dealer = view.dealer
    s.turn = view.turn
    s.colour = ANY if view.colour == "any" else COLOURS.index(view.colour)
    s.direction = view.direction
    s.sum = view.sum
    s.heap_size = len(view.heap)
    s.heap[: s.heap_size] = [FACE_OF[card] for card in view.heap]
    s.laid_by = _place(view.laid_by)
    s.pending = next(pending for pending, name in PENDING.items() if name == view.pending)
    s.source = _place(view.source)
    s.target = _place(view.target)
    s.spoke = int(view.spoke)
    s.blockers = sum(map(bit, view.blockers))
    s.gifts = view.gifts
    s.passes = view.passes
    s.turns = view.turns
    s.total[: s.seats] = [-score for score in view.scores]
    s.ending = ENDINGS.index(view.ending) if view.ending else 0
    s.winner = _place(view.winner)
    s.topmost = NOBODY
    if view.triple:
        s.topmost = FACE_OF[view.triple[-1]]
        for card in view.triple[:-1]:
            s.picked[FACE_OF[card] // NUMBERS] += 1
    s.jumping = int(view.jumping)
    _hide(s, view)
    s.owes = sum(map(bit, view.owes))
    s.called = sum(map(bit, view.called))
    s.let_go = bit(view.seat) if view.let_go and view.seat is not None else 0
    return s


def _place(seat: int | None) -> int:
    return NOBODY if seat is None else seat


def _hide(s: State, view: View) -> None:
    """Fills hands and pile: what the view knows, then the rest in the order of the cards."""
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
    if view.triple and view.turn != view.seat:
        _name(s, view, left)
    rest = [face for face in range(FACES) for _ in range(left[face])]
    for seat in range(s.seats):
        while s.hand_size[seat] < view.hand_sizes[seat]:
            add_card(s, seat, rest.pop(0))
    s.pile_size = len(rest)
    s.pile[: len(rest)] = rest
    s.drawn = NOBODY
    if view.drawn is not None:
        s.drawn = FACE_OF[view.drawn] if view.drawn != UNSEEN else _some_card(s, view)


def _name(s: State, view: View, left: list[int]) -> None:
    """What a Triple+ has named lies in that hand, beside or among what is known of it."""
    for card in sorted(set(view.triple)):
        face = FACE_OF[card]
        held = sum(s.where[i] == view.turn for i in _cards(face))
        for _ in range(view.triple.count(card) - held):
            add_card(s, view.turn, face)
            left[face] -= 1


def _some_card(s: State, view: View) -> int:
    """A card that another seat may have drawn; `redeal` chooses it well."""
    if view.triple:
        return FACE_OF[view.triple[-1]]
    return next(face for face in range(FACES) for i in _cards(face) if s.where[i] == s.turn and not s.knowers[i])
