"""SOLO: who may do what. Kernel Python; the numbers are those of rules.md."""

from __future__ import annotations

from tefuda.games.solo import state as g
from tefuda.games.solo.cards import bit, can_draw, first_card, held_copies, holds, of_colour, top_face
from tefuda.games.solo.state import State, Work
from tefuda.kernel import CHANCE, OVER

# ---- who acts


def next_seat(s: State, seat: int) -> int:
    """In the current direction."""
    seat += s.direction
    return seat - s.seats if seat >= s.seats else seat + s.seats if seat < 0 else seat


def actor(s: State) -> int:
    """The seat that owes a call is asked first, then the one that can jump in, then the one whose turn it is."""
    if s.phase < g.TURN:
        return CHANCE
    if s.phase == g.END:
        return OVER
    able = s.owes & ~(s.let_go | bit(s.turn))
    if able:
        seat = 0
        while not (able >> seat) & 1:
            seat += 1
        return seat
    seat = jumper(s)
    return s.turn if seat == g.NOBODY or (s.let_go >> seat) & 1 else seat


def legal(s: State, w: Work, seat: int) -> int:
    """R29: what the seat may do in this phase."""
    if s.phase < g.TURN or s.phase == g.END:
        return 0
    owes = (s.owes >> seat) & 1
    if seat != s.turn:
        if (s.let_go >> seat) & 1:
            return 0
        n = legal_jumps(s, w, 0, seat) if jumper(s) == seat else 0
        w.out[n] = g.WAIT
        n += n > 0 or owes != 0
    elif s.phase == g.TURN:
        n = legal_plays(s, w, 0, seat, playable(s))
        n = legal_triples(s, w, n, seat, 0, g.NUMBERS)
        w.out[n] = g.DRAW if can_draw(s) else g.PASS  # R9, R10, R28
        n += 1
    elif s.phase == g.DRAWN:
        n = legal_drawn(s, w, seat)
    elif s.phase == g.ANSWER:
        n = legal_answers(s, w, seat)
    elif s.phase == g.GIVE:
        n = legal_gifts(s, w, seat)
    else:
        n = legal_steps(s, w, seat)
    w.out[n] = g.CALL
    return n + owes


# ---- house rules (R34)


def takes_all(s: State) -> bool:
    """R8, A6: a Triple+ takes all cards of its number."""
    return s.triple_must_be_all != 0


def any_card_after_draw(s: State) -> bool:
    """R10, A20: not only the drawn card may be laid."""
    return s.play_any_after_draw != 0


def call_comes_first(s: State) -> bool:
    """R23, A14: the call is said with the lay, or it is missed."""
    return s.solo_before != 0


def must_call_to_go_out(s: State) -> bool:
    """R31, A13: with several cards at once."""
    return s.solo_on_multi_out != 0


# ---- laying one card


def playable(s: State) -> int:
    """R4, R5: the faces that may be laid now, as bits."""
    if s.colour == g.ANY:
        return g.ALL_FACES
    top = top_face(s)
    faces = g.BLACKS | of_colour(s.colour)
    if top < g.SKIP:
        faces |= g.OF_A_NUMBER << (top % g.NUMBERS)
    elif top < g.COLOUR:
        faces |= g.OF_A_KIND << (top - top % 4)
    return faces


def may_call(s: State, left: int, gift: bool) -> bool:
    """R31: whether the call may go with a lay that leaves so many cards."""
    return left == 1 or (gift and (left == 3 or (left == 2 and must_call_to_go_out(s))))


def add_pair(w: Work, n: int, action: int, call: bool) -> int:
    """The action, and the same with the call if that is legal."""
    w.out[n] = action
    w.out[n + 1] = action + 1
    return n + 2 if call else n + 1


def legal_plays(s: State, w: Work, n: int, seat: int, faces: int) -> int:
    """R4, R14 to R17; R29: the last card names nothing."""
    faces &= s.held[seat]
    left = s.hand_size[seat] - 1
    call = may_call(s, left, False)
    face = 0
    while faces:
        if faces & 255 == 0:
            faces >>= 8
            face += 8
        else:
            if faces & 1:
                if face < g.SWAP:
                    n = add_pair(w, n, g.PLAY0 + 2 * face, call)
                elif face < g.COLOUR:
                    n = add_targets(s, w, n, seat, face, left)
                elif face == g.COLOUR:
                    n = add_colours(w, n, g.LAY_COLOUR, left)
                elif face == g.DRAW4:
                    n = add_colours(w, n, g.LAY_DRAW4, left)
                else:
                    n = add_pair(
                        w, n, 2 * (g.LAY_SWAP_ALL if face == g.SWAP_ALL else g.LAY_BLOCK + face - g.BLOCK), call
                    )
            faces >>= 1
            face += 1
    return n


def add_targets(s: State, w: Work, n: int, seat: int, face: int, left: int) -> int:
    first = g.PLAY0 + 2 * (g.LAY_TARGETED + (face - g.SWAP) * g.TARGETS)
    call = may_call(s, left, face >= g.GIFT)
    if left == 0:
        return add_pair(w, n, first, call)
    for other in range(s.seats):
        if other != seat:
            n = add_pair(w, n, first + 2 * (other + 1), call)
    return n


def add_colours(w: Work, n: int, lays: int, left: int) -> int:
    if left == 0:
        return add_pair(w, n, g.PLAY0 + 2 * lays, False)
    for colour in range(g.COLOURS):
        n = add_pair(w, n, g.PLAY0 + 2 * (lays + colour + 1), left == 1)
    return n


# ---- jump-in


def invites(s: State) -> bool:
    """R7, A9: whether one can jump in on the top card, with the same card in hand."""
    if s.phase != g.TURN and s.phase != g.DRAWN and s.phase != g.ANSWER:
        return False
    top = top_face(s)
    return top < g.SKIP or (top < g.SWAP and s.jump_in_actions != 0)  # A10


def jumper(s: State) -> int:
    """R7: the one seat that can jump in, or NOBODY; each number is there twice, and one lies on top."""
    if not invites(s):
        return g.NOBODY
    top = top_face(s)
    card = first_card(top)
    seat = max(s.where[card], s.where[card + 1])
    if seat == g.NOBODY or (seat == s.laid_by and not s.self_jump_in):  # A8
        return g.NOBODY
    if seat == s.turn and (s.phase == g.TURN or s.pending == g.TO_DRAW):
        return g.NOBODY  # it simply plays
    return seat


def legal_jumps(s: State, w: Work, n: int, seat: int) -> int:
    top = top_face(s)
    n = add_pair(w, n, g.JUMP0 + 2 * top, may_call(s, s.hand_size[seat] - 1, False))
    if s.triple_jump_in and top < g.SKIP:  # A7
        n = legal_jump_triples(s, w, n, seat, top)
    return n


# ---- Triple+


def below_is_fit(s: State, seat: int, last: int, faces: int) -> bool:
    """R8: whether the cards of this number without the last one hold one of these faces."""
    for colour in range(g.COLOURS):
        face = colour * g.NUMBERS + last % g.NUMBERS
        if (faces >> face) & 1 and held_copies(s, seat, face) > (face == last):
            return True
    return False


def call_with_all(s: State, seat: int, number: int) -> bool:
    left = s.hand_size[seat] - s.tally[seat][number]
    return takes_all(s) and (left == 1 or (left == 0 and must_call_to_go_out(s)))


def legal_triples(s: State, w: Work, n: int, seat: int, first: int, stop: int) -> int:
    """R8: for each number from `first` and each card that can end on top."""
    some = False
    for number in range(first, stop):
        some = some or s.tally[seat][number] >= 3
    if not some:
        return n
    faces = playable(s)
    for last in range(g.SKIP):
        number = last % g.NUMBERS
        if first <= number < stop and s.tally[seat][number] >= 3 and holds(s, seat, last):
            if below_is_fit(s, seat, last, faces):
                n = add_pair(w, n, g.TRIPLE0 + 2 * last, call_with_all(s, seat, number))
    return n


def legal_jump_triples(s: State, w: Work, n: int, seat: int, top: int) -> int:
    """R34: the identical card is among those below the last one."""
    number = top % g.NUMBERS
    if s.tally[seat][number] < 3:
        return n
    for colour in range(g.COLOURS):
        last = colour * g.NUMBERS + number
        if holds(s, seat, last) and below_is_fit(s, seat, last, g.ONE << top):
            n = add_pair(w, n, g.JUMP_TRIPLE0 + 2 * last, call_with_all(s, seat, number))
    return n


def legal_steps(s: State, w: Work, seat: int) -> int:
    n = 0
    cards = 1
    fit = False
    faces = g.ONE << top_face(s) if s.jumping else playable(s)
    # R10: the drawn card must be among them.
    tied = s.drawn != g.NOBODY and not s.jumping and not any_card_after_draw(s)
    for colour in range(g.COLOURS):
        face = colour * g.NUMBERS + s.topmost % g.NUMBERS
        cards += s.picked[colour]
        fit = fit or ((faces >> face) & 1 != 0 and s.picked[colour] > 0)
        tied = tied and not (face == s.drawn and s.picked[colour] + (face == s.topmost) > 0)
        w.out[n] = g.WITH0 + face
        n += held_copies(s, seat, face) > s.picked[colour] + (face == s.topmost)
    if cards >= 3 and fit and not tied:
        left = s.hand_size[seat] - cards
        n = add_pair(w, n, g.DONE0, left == 1 or (left == 0 and must_call_to_go_out(s)))
    return n


# ---- after drawing


def legal_drawn(s: State, w: Work, seat: int) -> int:
    """R10: the drawn card, alone or inside a Triple+; A20, A25."""
    faces = playable(s)
    if not any_card_after_draw(s):
        faces &= g.ONE << s.drawn
    n = legal_plays(s, w, 0, seat, faces)
    jumps = jumper(s) == seat
    top = top_face(s)
    if jumps and not (faces >> top) & 1:
        n = add_pair(w, n, g.JUMP0 + 2 * top, may_call(s, s.hand_size[seat] - 1, False))
    if any_card_after_draw(s):
        n = legal_triples(s, w, n, seat, 0, g.NUMBERS)
    elif s.drawn < g.SKIP:
        number = s.drawn % g.NUMBERS
        n = legal_triples(s, w, n, seat, number, number + 1)
    if jumps and s.triple_jump_in and top < g.SKIP:
        n = legal_jump_triples(s, w, n, seat, top)
    w.out[n] = g.KEEP
    return n + 1


# ---- answers and gifts


def legal_answers(s: State, w: Work, seat: int) -> int:
    n = 0
    if s.pending == g.TO_DRAW:
        stackable = g.ONE << g.DRAW4 if top_face(s) == g.DRAW4 else g.OF_A_KIND << g.DRAW2
        if s.mix_draw:
            stackable = g.ONE << g.DRAW4 | g.OF_A_KIND << g.DRAW2  # A2
        n = legal_plays(s, w, n, seat, stackable)
    elif jumper(s) == seat:
        n = legal_jumps(s, w, n, seat)
    for colour in range(g.COLOURS):
        if holds(s, seat, g.BLOCK + colour):
            n = add_pair(w, n, g.BLOCK0 + 2 * colour, s.hand_size[seat] == 2)
    w.out[n] = g.TAKE if s.pending == g.TO_DRAW else g.ACCEPT
    return n + 1


def legal_gifts(s: State, w: Work, seat: int) -> int:
    n = 0
    call = s.gifts == 1 and s.hand_size[seat] == 2 and not call_comes_first(s)  # R31
    for face in range(g.FACES):
        if holds(s, seat, face):
            n = add_pair(w, n, g.GIVE0 + 2 * face, call)
    return n
