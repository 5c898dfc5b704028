"""SOLO: what the network of `expert` looks at, from what the seat may know. Kernel Python.

The position is the one after the seat's own move. No colour is better than another: they are counted from the active
one, and then from the one of which the seat holds most. The other seats are counted in the direction of play.
"""

from __future__ import annotations

from tefuda.games.solo.cards import colour_of, copies, held_copies, of_colour, top_face, value
from tefuda.games.solo.legal import legal, playable
from tefuda.games.solo.policy import CLUB, count_faces, worth
from tefuda.games.solo.state import (
    ACCEPT,
    ANSWER,
    ANY,
    BLOCK,
    BLOCK0,
    CALL,
    COLOUR,
    COLOURS,
    DONE0,
    DRAW,
    DRAWING,
    FACES,
    GIVE0,
    N_WEIGHTS,
    NOBODY,
    NUMBERS,
    SKIP,
    THEN_TURN,
    TO_GIFT,
    TO_SWAP,
    TO_SWAP_ALL,
    TRIPLE0,
    WITH0,
    State,
    Work,
)
from tefuda.kernel.net import FULL, Thought, feed, feed_full

POINTS = 50  # the network's 1
SIZES_SEEN = 16
OTHERS = 9

# Where each kind of input begins, and how many there are.
FACE = 0  # the seat's cards: by colour, counted as above, nine numbers and five actions; then the black kinds
BLACK = FACE + COLOURS * 14
BOLT = BLACK + 4  # the colour of the seat's own Block
SIZE = BOLT + COLOURS  # cards in hand
SAME = SIZE + SIZES_SEEN  # numbers of which the seat holds two, three, more
BY_COLOUR = SAME + 3  # cards of each colour
FITTING = BY_COLOUR + COLOURS * 9  # cards that could be laid now; of them those that are not black
FITTING_COLOURED = FITTING + 9
WORTH = FITTING_COLOURED + 9  # points in hand, by 20
TOP = WORTH + 13  # the top card: its number, or its kind
TOP_HELD = TOP + NUMBERS + 9  # own cards with its number or symbol
FREE = TOP_HELD + 4  # the colour is free
TWIN = FREE + 1  # the same card as the top one: in the seat's hand, or unseen
PHASE = TWIN + 2
TURN = PHASE + 7  # whose turn it is
ASKED = TURN + OTHERS + 1  # what is to be answered: of the seat, by it, or between others
SUM = ASKED + 18  # cards that will be taken, and by whom: the seat, another
DRAWS = SUM + 10  # cards that come to the seat
SIZES = DRAWS + 5  # cards in the other hands
LEAST = SIZES + OTHERS * SIZES_SEEN  # in the smallest of them
OTHER_CARDS = LEAST + SIZES_SEEN
DEBT = OTHER_CARDS + 1  # the seat owes the call; another does
UNSEEN = DEBT + 2  # black cards that the seat has not seen, by kind
UNSEEN_COLOURS = UNSEEN + 4  # others that it has not seen, by colour, with the Block
UNSEEN_FITTING = UNSEEN_COLOURS + COLOURS  # the share of them all that could be laid now, by twentieths
KNOWN = UNSEEN_FITTING + 12  # cards that the seat knows in other hands
KNOWN_FITTING = KNOWN + OTHERS  # of them those that could be laid now: one, two, more
N_INPUTS = KNOWN_FITTING + 3 * OTHERS


def standing(s: State, seat: int) -> int:
    """The seat's margin over the others after the completed rounds, times their number."""
    found = 0
    for other in range(s.seats):
        found -= s.total[other] * (s.seats - 1) if other == seat else -s.total[other]
    return found


def point(s: State) -> int:
    """What a point of the score is in a standing."""
    return s.seats - 1


def spread(s: State) -> int:
    """What a 1 of the network is in a standing."""
    return POINTS * (s.seats - 1)


def unfinished(s: State, seat: int) -> bool:
    return False


def blind(s: State, seat: int, action: int) -> bool:
    """R25: the last card shows what the others hold; R14, R15, R18: so does a hand that comes, or a last gift."""
    if action == ACCEPT:
        return s.pending == TO_SWAP or s.pending == TO_SWAP_ALL or s.pending == TO_GIFT
    if action < TRIPLE0 or BLOCK0 <= action < GIVE0:
        return s.hand_size[seat] == 1
    if action < WITH0:
        return s.tally[seat][((action - TRIPLE0) >> 1) % SKIP % NUMBERS] == s.hand_size[seat]
    return False


def caution(s: State) -> int:
    return 0


def advised(s: State, w: Work, seat: int) -> int:
    return -1


def shortlist(s: State, w: Work, seat: int) -> int:
    """Writes the moves that are looked at to w.out: with the call wherever it can be said.

    While others have missed a call (R23) chance comes before the move; then it is the one that `club` likes best.
    """
    n = legal(s, w, seat)
    kept = 0
    for k in range(n):
        action = w.out[k]
        if action == CALL:
            w.out[0] = CALL
            return 1
        paired = action < WITH0 or DONE0 <= action < DRAW
        if not (paired and k + 1 < n and w.out[k + 1] == action + 1 and action & 1 == 0):
            w.out[kept] = action
            kept += 1
    if s.owes & ~(1 << seat) == 0:
        return kept
    for i in range(N_WEIGHTS):
        w.weights[seat][i] = CLUB[i]
    best = 0
    for k in range(1, kept):
        if worth(s, w, seat, w.out[k]) > worth(s, w, seat, w.out[best]):
            best = k
    w.out[0] = w.out[best]
    return 1


def lasting(s: State, w: Work, t: Thought, seat: int) -> None:
    """Nothing that is looked at stays the same after every move."""


def inputs(s: State, w: Work, t: Thought, seat: int) -> None:
    order_colours(s, w, seat)
    count_unseen(s, w, seat)
    put_own(s, w, t, seat)
    put_top(s, w, t, seat)
    put_question(s, t, seat)
    put_others(s, t, seat)
    put_unseen(s, w, t)
    put_known(s, w, t, seat)


def count_unseen(s: State, w: Work, seat: int) -> None:
    """w.unseen: of each face the cards in the pile, and in other hands if the seat does not know of them.

    w.known and w.known_fitting: how many cards the seat knows in each other hand, and how many of them fit.
    """
    fits = playable(s)
    for other in range(s.seats):
        w.known[other] = 0
        w.known_fitting[other] = 0
    card = 0
    for face in range(FACES):
        w.unseen[face] = 0
        for _ in range(copies(face)):
            holder = s.where[card]
            if holder != NOBODY and holder != seat:
                if (s.knowers[card] >> seat) & 1:
                    w.known[holder] += 1
                    w.known_fitting[holder] += (fits >> face) & 1
                else:
                    w.unseen[face] += 1
            card += 1
    for i in range(s.pile_size):
        w.unseen[s.pile[i]] += 1


def order_colours(s: State, w: Work, seat: int) -> None:
    """w.count[colour] is the colour's place: the active one first, then by how many faces the seat holds."""
    for colour in range(COLOURS):
        own = colour_weight(s, seat, colour)
        place = 0
        for other in range(COLOURS):
            weight = colour_weight(s, seat, other)
            place += weight > own or (weight == own and other < colour)
        w.count[colour] = place


def colour_weight(s: State, seat: int, colour: int) -> int:
    return 100 if colour == s.colour else count_faces(s.held[seat] & of_colour(colour))


def put_own(s: State, w: Work, t: Thought, seat: int) -> None:
    points = 0
    fits = playable(s)
    fitting = 0
    coloured = 0
    for k in range(COLOURS):
        w.hand_size[k] = 0
    left = s.held[seat]
    face = 0
    while left:
        if left & 1:
            count = held_copies(s, seat, face)
            points += count * value(s, face)
            if (fits >> face) & 1:
                fitting += count
                coloured += count if face < COLOUR else 0
            amount = FULL if count == 1 else FULL + FULL // 2 * (count - 1)
            if face < COLOUR:
                place = w.count[colour_of(face)]
                kind = face % NUMBERS if face < SKIP else NUMBERS + (face - SKIP) // COLOURS
                feed(t, FACE + 14 * place + kind, amount)
                w.hand_size[place] += count
            else:
                feed(t, BLACK + min(face, BLOCK) - COLOUR, amount)
                if face >= BLOCK:
                    feed_full(t, BOLT + w.count[colour_of(face)])
        left >>= 1
        face += 1
    feed_full(t, SIZE + min(s.hand_size[seat], SIZES_SEEN - 1))
    for number in range(NUMBERS):
        if s.tally[seat][number] >= 2:
            feed(t, SAME + min(s.tally[seat][number], 4) - 2, FULL // 2)
    for k in range(COLOURS):
        feed_full(t, BY_COLOUR + 9 * k + min(w.hand_size[k], 8))
    feed_full(t, FITTING + min(fitting, 8))
    feed_full(t, FITTING_COLOURED + min(coloured, 8))
    feed_full(t, WORTH + min(points // 20, 12))


def put_top(s: State, w: Work, t: Thought, seat: int) -> None:
    top = top_face(s)
    if top < SKIP:
        feed_full(t, TOP + top % NUMBERS)
        feed_full(t, TOP_HELD + min(s.tally[seat][top % NUMBERS], 3))
        if (s.held[seat] >> top) & 1:
            feed_full(t, TWIN)
        elif w.unseen[top] > 0:
            feed_full(t, TWIN + 1)
    else:
        kind = (top - SKIP) // COLOURS if top < COLOUR else 5 + min(top, BLOCK) - COLOUR
        feed_full(t, TOP + NUMBERS + kind)
        if top < COLOUR:
            same = (s.held[seat] >> (SKIP + COLOURS * kind)) & 15
            feed_full(t, TOP_HELD + min(count_faces(same), 3))
    if s.colour == ANY:
        feed_full(t, FREE)


def places_on(s: State, seat: int, other: int) -> int:
    """How many places the other sits after the seat, in the direction of play."""
    place = (other - seat) * s.direction
    return place if place >= 0 else place + s.seats


def put_question(s: State, t: Thought, seat: int) -> None:
    """Whose turn it is, what waits for an answer, and what is drawn."""
    feed_full(t, PHASE + max(s.phase, DRAWING) - DRAWING)
    if s.phase == DRAWING:
        if s.drawer == seat:
            feed_full(t, DRAWS + min(s.to_draw, 4))
        feed_full(t, TURN + places_on(s, seat, s.coming if s.then == THEN_TURN else s.drawer))
    elif s.turn != NOBODY:
        feed_full(t, TURN + places_on(s, seat, s.turn))
    if s.phase == ANSWER:
        who = 0 if s.target == seat else 1 if s.source == seat else 2
        feed_full(t, ASKED + 3 * s.pending + who)
        if s.sum > 0:
            feed_full(t, SUM + min(s.sum // 2, 4) + (0 if s.target == seat else 5))
    if (s.owes >> seat) & 1:
        feed_full(t, DEBT)
    elif s.owes:
        feed_full(t, DEBT + 1)


def put_others(s: State, t: Thought, seat: int) -> None:
    least = SIZES_SEEN - 1
    cards = 0
    for other in range(s.seats):
        if other != seat:
            k = places_on(s, seat, other)
            size = s.hand_size[other]
            least = min(least, size)
            cards += size
            feed_full(t, SIZES + SIZES_SEEN * (k - 1) + min(size, SIZES_SEEN - 1))
    feed_full(t, LEAST + least)
    feed(t, OTHER_CARDS, max(1, min(127, cards)))


def put_unseen(s: State, w: Work, t: Thought) -> None:
    """What others may hold, and what may come."""
    fits = playable(s)
    fitting = 0
    unseen = 0
    for k in range(COLOURS):
        w.hand_size[k] = 0
    for face in range(FACES):
        n = w.unseen[face]
        unseen += n
        fitting += n if (fits >> face) & 1 else 0
        if face < COLOUR or face >= BLOCK:
            w.hand_size[w.count[colour_of(face)]] += n
    for kind in range(4):
        n = w.unseen[COLOUR + kind]
        if kind == BLOCK - COLOUR:
            n += w.unseen[BLOCK + 1] + w.unseen[BLOCK + 2] + w.unseen[BLOCK + 3]
        if n > 0:
            feed(t, UNSEEN + kind, n * FULL // 4)
    for k in range(COLOURS):
        if w.hand_size[k] > 0:
            feed(t, UNSEEN_COLOURS + k, w.hand_size[k])
    share = fitting * 20 // max(1, unseen)
    feed_full(t, UNSEEN_FITTING + min(11, max(0, share - 2)))


def put_known(s: State, w: Work, t: Thought, seat: int) -> None:
    for other in range(s.seats):
        if w.known[other] > 0:  # never its own hand
            k = places_on(s, seat, other) - 1
            feed(t, KNOWN + k, min(127, FULL // 4 * w.known[other]))
            if w.known_fitting[other] > 0:
                feed_full(t, KNOWN_FITTING + 3 * k + min(w.known_fitting[other], 3) - 1)
