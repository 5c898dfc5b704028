"""SOLO: the rules, in the order of the rulebook. Kernel Python; the numbers are those of rules.md.

They are one file, because a rulebook is read from beginning to end.
"""

from __future__ import annotations

from tefuda.games.solo import state as g
from tefuda.games.solo.cards import (
    add_card,
    bit,
    can_draw,
    colour_of,
    copies,
    deal_hands,
    discard,
    first_card,
    forget,
    gather,
    hand_over,
    held_copies,
    holds,
    move_hands,
    remove_card,
    remove_drawn,
    reshuffle,
    take_from_pile,
    value,
)
from tefuda.games.solo.legal import any_card_after_draw, call_comes_first, must_call_to_go_out, next_seat, takes_all
from tefuda.games.solo.memory import laid, left_none
from tefuda.games.solo.state import State, Work

# ---- set-up


def begin(s: State, w: Work, seats: int) -> None:
    s.seats = seats
    s.round = 1
    begin_round(s)
    s.phase = g.DEALER


def begin_round(s: State) -> None:
    """R3: the direction is clockwise again."""
    gather(s)
    s.phase = g.DEAL
    s.direction = 1
    s.turn = g.NOBODY
    s.turns = 0
    s.passes = 0
    s.owes = 0
    s.called = 0
    s.fined = 0
    clear_answer(s)


def deal(s: State, w: Work) -> None:
    if s.phase == g.DEALER:
        s.dealer = w.drawn[0]
        s.phase = g.DEAL
    elif s.phase == g.DEAL:
        deal_hands(s, w)
        s.phase = g.TURN_UP
    elif s.phase == g.TURN_UP:
        turn_up(s, w.drawn[0])
    else:
        cards = min(s.to_draw, s.pile_size)
        sort_drawn(w, cards)  # the record holds no order either
        s.to_draw -= cards
        for i in range(cards):
            take_from_pile(s, w.drawn[i])
            add_card(s, s.drawer, w.drawn[i])
        if s.then == g.THEN_DRAWN:
            s.drawn = w.drawn[0]
        s.passes = 0  # R28
        draw_on(s, w)


def sort_drawn(w: Work, cards: int) -> None:
    for i in range(1, cards):
        face = w.drawn[i]
        k = i
        while k > 0 and w.drawn[k - 1] > face:
            w.drawn[k] = w.drawn[k - 1]
            k -= 1
        w.drawn[k] = face


def turn_up(s: State, face: int) -> None:
    """R2, A19: until a number shows; action cards below it have no effect."""
    take_from_pile(s, face)
    discard(s, face)
    if face < g.SKIP:
        s.colour = colour_of(face)
        s.laid_by = g.NOBODY
        begin_turn(s, next_seat(s, s.dealer))  # R3
    elif s.pile_size == 0:
        s.redealt += 1
        begin_round(s)


# ---- who acts


def begin_turn(s: State, seat: int) -> None:
    """R29: a normal turn, if there may be one more (R28)."""
    clear_answer(s)
    if s.turns == g.TURNS_MAX:
        end_round(s, g.NOBODY, g.CAPPED)
        return
    s.turns += 1
    s.turn = seat
    s.phase = g.TURN


def clear_answer(s: State) -> None:
    """R29: nothing is left of what was answered, drawn or put together."""
    s.pending = g.NOTHING
    s.sum = 0
    s.source = g.NOBODY
    s.target = g.NOBODY
    s.spoke = 0
    s.blockers = 0
    s.drawn = g.NOBODY
    s.topmost = g.NOBODY
    s.jumping = 0


def apply(s: State, w: Work, seat: int, action: int) -> None:
    """R30: before a game action takes effect, the calls that other seats have missed are settled."""
    if action == g.WAIT:
        s.let_go |= bit(seat)
        return
    if action == g.CALL:
        s.owes &= ~bit(seat)
        s.called |= bit(seat)
        return
    s.let_go = 0
    if action == g.KEEP:
        begin_turn(s, next_seat(s, seat))
    elif action == g.ACCEPT:
        accept(s, w, seat)  # A23
    elif g.WITH0 <= action < g.BLOCK0:
        step(s, w, seat, action)
    elif g.GIVE0 <= action < g.DRAW:
        give(s, w, seat, (action - g.GIVE0) >> 1, action & 1)
    else:
        s.fined = s.owes & ~bit(seat)  # A22
        s.owes = 0
        s.action = action
        if s.fined:
            begin_fines(s, w, seat, g.THEN_ACT)  # A27
        else:
            act(s, w, seat, action)


def act(s: State, w: Work, seat: int, action: int) -> None:
    """R30: a game action."""
    if action < g.JUMP0:
        lay(s, w, seat, (action - g.PLAY0) >> 1, action & 1)
    elif action < g.TRIPLE0:
        lay(s, w, seat, (action - g.JUMP0) >> 1, action & 1)
    elif action < g.JUMP_TRIPLE0:
        begin_triple(s, w, seat, (action - g.TRIPLE0) >> 1, action & 1, 0)
    elif action < g.WITH0:
        begin_triple(s, w, seat, (action - g.JUMP_TRIPLE0) >> 1, action & 1, 1)
    elif action < g.GIVE0:
        block(s, w, seat, (action - g.BLOCK0) >> 1, action & 1)
    elif action == g.PASS:
        pass_turn(s, seat)
    else:
        s.drawer = seat
        s.drawn = g.NOBODY
        s.to_draw = 1 if action == g.DRAW else s.sum
        s.coming = seat
        s.then = g.THEN_DRAWN if action == g.DRAW else g.THEN_TURN  # R10, R13, A3
        draw_on(s, w)


# ---- laying one card


def face_of_lay(lay: int) -> int:
    """R29: what a lay names besides the card comes after the lay that names nothing."""
    if lay < g.LAY_TARGETED:
        return lay
    if lay < g.LAY_COLOUR:
        return g.SWAP + (lay - g.LAY_TARGETED) // g.TARGETS
    if lay < g.LAY_SWAP_ALL:
        return g.COLOUR
    if lay < g.LAY_DRAW4:
        return g.SWAP_ALL
    return g.DRAW4 if lay < g.LAY_BLOCK else g.BLOCK + lay - g.LAY_BLOCK


def drawn_by(s: State, seat: int) -> int:
    """R10: the card that the seat has just drawn, where all know that it is this one that may be laid; or NOBODY."""
    return g.NOBODY if seat != s.turn or any_card_after_draw(s) else s.drawn


def put(s: State, seat: int, face: int, drawn: int) -> None:
    """The card lies on top. Everybody sees if it is the one just drawn."""
    if face == drawn:
        remove_drawn(s, seat, face)
    else:
        known = s.knowers[remove_card(s, seat, face)]
        laid(s, seat, face, known)
    discard(s, face)
    s.laid_by = seat
    s.passes = 0
    if face < g.COLOUR or face >= g.BLOCK:  # R20: a Block has the colour of its bolt
        s.colour = colour_of(face)


def lay(s: State, w: Work, seat: int, code: int, call: int) -> None:
    """R6, R11 to R18, R24: the card and what it does."""
    face = face_of_lay(code)
    put(s, seat, face, drawn_by(s, seat))
    if face == g.COLOUR:
        s.colour = max(0, code - g.LAY_COLOUR - 1)  # R16
    elif face == g.DRAW4:
        s.colour = max(0, code - g.LAY_DRAW4 - 1)  # R17
    elif face == g.SWAP_ALL:
        s.colour = g.ANY  # R18
    if s.hand_size[seat] == 0:
        end_round(s, seat, g.OUT)  # R24, A28
        return
    s.spoke = call
    if face >= g.SWAP and face < g.COLOUR:  # R14, R15
        named = (code - g.LAY_TARGETED) % g.TARGETS - 1
        ask(s, w, seat, g.TO_SWAP if face < g.GIFT else g.TO_GIFT, named)
    elif face == g.SWAP_ALL:
        ask(s, w, seat, g.TO_SWAP_ALL, next_seat(s, seat))
    else:
        owe(s, seat, call)
        if face == g.DRAW4 or g.DRAW2 <= face < g.SWAP:
            stack(s, w, seat, 4 if face == g.DRAW4 else 2)
        elif g.SKIP <= face < g.REVERSE:
            ask(s, w, seat, g.TO_SKIP, next_seat(s, seat))  # R11
        elif g.REVERSE <= face < g.DRAW2:
            s.direction = -s.direction  # R12
            again = s.seats == 2 and s.reverse2p_skips != 0  # A5
            go_on(s, w, seat, seat if again else next_seat(s, seat))
        else:
            go_on(s, w, seat, next_seat(s, seat))


def stack(s: State, w: Work, seat: int, cards: int) -> None:
    """R13, R17, R34, A4: the sum grows and passes on; R28: a stacked Draw counts as a turn."""
    if s.pending == g.TO_DRAW:
        if s.turns == g.TURNS_MAX:
            end_round(s, g.NOBODY, g.CAPPED)
            return
        s.turns += 1
    s.sum = min(g.SUM_MAX, s.sum + cards)
    ask(s, w, seat, g.TO_DRAW, next_seat(s, seat))


def go_on(s: State, w: Work, source: int, seat: int) -> None:
    """R32: the seat's turn, after those have drawn who had to call before (R34)."""
    s.coming = seat
    if s.fined:
        begin_fines(s, w, source, g.THEN_TURN)
    else:
        begin_turn(s, seat)


# ---- Triple+


def begin_triple(s: State, w: Work, seat: int, last: int, call: int, jumping: int) -> None:
    """All cards of the number at once, or one by one (A6); the move itself says so (A26)."""
    for colour in range(g.COLOURS):
        face = colour * g.NUMBERS + last % g.NUMBERS
        s.picked[colour] = (held_copies(s, seat, face) - (face == last)) if takes_all(s) else 0
    s.topmost = last
    if jumping:
        s.drawn = g.NOBODY  # whoever drew it keeps it, or lays it unseen among the others
    if takes_all(s):
        lay_triple(s, w, seat, call)
        return
    s.turn = seat
    s.jumping = jumping
    s.phase = g.TRIPLE


def step(s: State, w: Work, seat: int, action: int) -> None:
    if action < g.DONE0:
        s.picked[(action - g.WITH0) // g.NUMBERS] += 1
    else:
        lay_triple(s, w, seat, action - g.DONE0)


def lay_triple(s: State, w: Work, seat: int, call: int) -> None:
    """R8: the last card is the new top; no effects. If some are kept back, nobody sees which of these was drawn."""
    last = s.topmost
    drawn = drawn_by(s, seat) if takes_all(s) else g.NOBODY
    for colour in range(g.COLOURS):
        face = colour * g.NUMBERS + last % g.NUMBERS
        for _ in range(s.picked[colour]):
            put(s, seat, face, drawn)
            drawn = g.NOBODY if face == drawn else drawn
    put(s, seat, last, drawn)
    if takes_all(s):
        left_none(s, seat, last % g.NUMBERS)
    if s.hand_size[seat] == 0:  # R24
        go_out(s, w, seat, call)
        return
    owe(s, seat, call)  # R31
    go_on(s, w, seat, next_seat(s, seat))  # R32


# ---- drawing


def begin_fines(s: State, w: Work, doer: int, then: int) -> None:
    """R23: those who are fined draw, in turn order after the doer, the doer last."""
    s.doer = doer
    s.then = then
    draw_on(s, w)


def draw_on(s: State, w: Work) -> None:
    """Until chance must act, or all is drawn."""
    while s.to_draw > 0 or s.fined:
        if s.to_draw > 0:
            if s.pile_size == 0 and s.heap_size > 1:
                reshuffle(s)  # R27, A18
            if s.pile_size > 0:
                s.phase = g.DRAWING
                return
            s.to_draw = 0  # R27: the rest is waived
            s.waived += 1
        else:
            seat = next_seat(s, s.doer)
            while not (s.fined >> seat) & 1:
                seat = next_seat(s, seat)
            s.fined &= ~bit(seat)
            s.drawer = seat
            s.to_draw = g.FINE
    after_draws(s, w)


def after_draws(s: State, w: Work) -> None:
    if s.then == g.THEN_ACT:
        act(s, w, s.doer, s.action)
    elif s.then == g.THEN_ASK:
        s.phase = g.ANSWER
    elif s.then == g.THEN_TURN:
        begin_turn(s, s.coming)
    elif s.drawn == g.NOBODY:
        pass_turn(s, s.coming)  # R28: a penalty took the last card
    else:
        s.phase = g.DRAWN


def pass_turn(s: State, seat: int) -> None:
    """R28."""
    s.passes += 1
    if s.passes == s.seats:
        end_round(s, g.NOBODY, g.STUCK)
    else:
        begin_turn(s, next_seat(s, seat))


# ---- answers and effects


def ask(s: State, w: Work, source: int, pending: int, target: int) -> None:
    """R21, R29: the answer step is there whether or not the target can block."""
    s.pending = pending
    s.source = source
    s.target = target
    s.turn = target
    s.drawn = g.NOBODY
    s.phase = g.ANSWER
    if s.fined:
        begin_fines(s, w, source, g.THEN_ASK)


def accept(s: State, w: Work, seat: int) -> None:
    source = s.source
    if s.pending == g.TO_SKIP:
        begin_turn(s, next_seat(s, seat))  # R11
    elif s.pending == g.TO_SWAP:
        stay(s, w)
        w.goes_to[source] = seat
        w.goes_to[seat] = source
        swap(s, w)
        go_on(s, w, source, seat)  # R14
    elif s.pending == g.TO_SWAP_ALL:
        ask_next(s, w, seat)
    elif s.hand_size[source] > g.GIFTS:  # R15, A15
        s.turn = source
        s.gifts = g.GIFTS
        s.phase = g.GIVE  # A24
    else:
        while s.hand_size[source]:
            face = 0
            while not holds(s, source, face):
                face += 1
            hand_over(s, source, seat, face)
        go_out(s, w, source, s.spoke)


def give(s: State, w: Work, seat: int, face: int, call: int) -> None:
    """R15: one card after the other."""
    card = hand_over(s, seat, s.target, face)
    s.knowers[card] = bit(seat)
    forget(s, seat, s.target)
    s.spoke |= call
    s.gifts -= 1
    if s.gifts == 0:
        owe(s, seat, s.spoke)
        go_on(s, w, seat, next_seat(s, seat))


def stay(s: State, w: Work) -> None:
    for seat in range(s.seats):
        w.goes_to[seat] = seat


def swap(s: State, w: Work) -> None:
    """R14, R18, and the calls then owed: by a source that kept its hand (R31), or by all (A12)."""
    move_hands(s, w)
    for seat in range(s.seats):
        moved = w.goes_to[seat] != seat
        if (moved and s.solo_on_swap) or (not moved and seat == s.source):
            owe(s, seat, s.spoke if seat == s.source else 0)


def ask_next(s: State, w: Work, seat: int) -> None:
    """R22: every other seat answers once; R18, R19: then the hands move, past those who have blocked."""
    source = s.source
    other = next_seat(s, seat)
    if other != source:
        ask(s, w, source, g.TO_SWAP_ALL, other)
        return
    for giver in range(s.seats):
        w.goes_to[giver] = taker_of(s, giver)
    swap(s, w)
    go_on(s, w, source, next_seat(s, source))


def taker_of(s: State, giver: int) -> int:
    """R18, R19: the seat that gets this seat's hand; whoever has blocked keeps their own."""
    if (s.blockers >> giver) & 1:
        return giver
    taker = next_seat(s, giver)
    while (s.blockers >> taker) & 1:
        taker = next_seat(s, taker)
    return taker


def block(s: State, w: Work, seat: int, colour: int, call: int) -> None:
    """R19: the effect is stopped."""
    source = s.source
    put(s, seat, g.BLOCK + colour, g.NOBODY)
    if s.hand_size[seat] == 0:
        end_round(s, seat, g.OUT)  # A17
        return
    owe(s, seat, call)
    if s.pending == g.TO_SWAP_ALL:
        if s.block_after_swap_all_free:
            s.colour = g.ANY  # A11
        s.blockers |= bit(seat)
        ask_next(s, w, seat)
        return
    if s.pending == g.TO_SWAP or s.pending == g.TO_GIFT:  # R31, A16: the source keeps its hand
        owe(s, source, s.spoke)
    go_on(s, w, source, next_seat(s, seat))  # A21


# ---- the call


def owe(s: State, seat: int, call: int) -> None:
    """R31: with one card left the call is owed, if it was not said with the lay."""
    if s.hand_size[seat] != 1:
        return
    if call:
        s.called |= bit(seat)
    elif call_comes_first(s):
        s.fined |= bit(seat)  # A14
    else:
        s.owes |= bit(seat)


def go_out(s: State, w: Work, seat: int, call: int) -> None:
    """R24; A13: several cards at once may need the call."""
    if must_call_to_go_out(s) and not call and can_draw(s):
        s.fined |= bit(seat)
        go_on(s, w, seat, next_seat(s, seat))
    else:
        end_round(s, seat, g.OUT)


# ---- the end


def end_round(s: State, winner: int, ending: int) -> None:
    """R25, R26."""
    clear_answer(s)
    s.winner = winner
    s.ending = ending
    s.stuck += ending == g.STUCK
    s.capped += ending == g.CAPPED
    over = False
    for face in range(g.FACES):
        card = first_card(face)
        for i in range(copies(face)):
            if s.where[card + i] != g.NOBODY:
                s.total[s.where[card + i]] += value(s, face)
    for seat in range(s.seats):
        over = over or s.total[seat] >= s.target_score
    if over:
        s.phase = g.END
        return
    s.round += 1
    s.dealer = s.dealer + 1 if s.dealer + 1 < s.seats else 0  # R3
    begin_round(s)


def score(s: State, seat: int) -> int:
    return -s.total[seat]


def rounds(s: State) -> int:
    return s.round if s.phase == g.END else s.round - 1
