"""GIFT: the rules, in the order of the rulebook. Kernel Python; the numbers are those of rules.md.

They are one file, because a rulebook is read from beginning to end.
"""

from __future__ import annotations

from tefuda.games.gift import state as g
from tefuda.games.gift.memory import (
    comes,
    deck_turned,
    discarded_unseen,
    discards_are_seen,
    goes,
    into_hand,
    kings_collected,
    none_holds,
    out_of_hand,
    rank_of,
    show,
    suit_of,
)
from tefuda.games.gift.rows import (
    arrange,
    card_laid,
    lay,
    lay_cards,
    lay_gift,
    legal_offers,
    legal_places,
    to_row,
    way_of,
)
from tefuda.games.gift.state import State, Work
from tefuda.kernel import CHANCE, OVER

# ---- set-up


def begin(s: State, w: Work, seats: int) -> None:
    s.seats = seats
    s.phase = g.DEALER
    s.dealer = -1
    s.turn = -1
    s.drawer = -1
    s.asked = -1
    s.gift_for = -1
    s.clock = 1
    s.unbroken = 1  # R5
    for seat in range(seats):
        s.commit[seat] = -1
        s.hold[seat] = 1
        s.offer[seat] = 1
    for suit in range(g.SUITS):
        s.gave[suit] = -1
    for card in range(g.CARDS):
        s.where[card] = g.DECK
        s.until[card] = g.FOREVER
        s.deck[card] = card
    s.deck_size = g.CARDS
    arrange(s)  # R1: the rows begin with the Aces


def chance(s: State, w: Work) -> int:
    """R2 to R4, R14, R26; and what is forced: R16, R27."""
    w.sides = 1
    size = 0
    if s.phase == g.DRAW and s.ordered:
        w.pool[0] = s.deck[s.deck_size - 1]
        size = 1
    elif s.phase == g.DRAW or s.phase == g.DEAL:
        size = s.deck_size
        for i in range(size):
            w.pool[i] = s.deck[i]
    elif s.phase == g.DEALER:
        for seat in range(s.seats):
            w.pool[seat] = seat
        size = s.seats
    elif s.phase == g.RISK:
        for card in range(g.GIFT):
            w.pool[size] = card
            size += s.where[card] == g.DECK and rank_of(card) < g.PROCESS
    elif s.phase == g.KINGS:
        for suit in range(g.SUITS):
            w.pool[size] = suit * g.RANKS + g.KING
            size += s.where[suit * g.RANKS + g.KING] == g.COLLECTED
    else:
        w.pool[0] = s.gift_for if s.phase == g.SWAP else s.asked if s.where[s.asked] < s.seats else g.NOBODY
        size = 1
    w.size = size
    return s.seats * g.HAND if s.phase == g.DEAL else size if s.phase == g.KINGS else 1


def deal(s: State, w: Work) -> None:
    card = w.drawn[0]
    if s.phase == g.DRAW:
        draw_card(s, card)
    elif s.phase == g.SWAP:
        swap(s, card)
    elif s.phase == g.ANSWER:
        answer(s, card)
    elif s.phase == g.KINGS:
        deal_kings(s, w)
    elif s.phase == g.DEALER:  # R2
        s.dealer = card
        s.phase = g.DEAL
    elif s.phase == g.DEAL:  # R3
        for i in range(s.seats * g.HAND):
            take(s, i // g.HAND, w.drawn[i])
        size = 0
        for card in range(g.CARDS):  # as the record knows no order within a hand, the deck must not depend on it
            s.deck[size] = card
            s.at[card] = size
            size += s.where[card] == g.DECK
        s.phase = g.RISK
    else:  # R4
        out_of_deck(s, card)
        s.where[card] = g.ASIDE
        show(s, card, 1 << s.dealer)
        begin_turn(s, s.dealer)


def out_of_deck(s: State, card: int) -> None:
    """The last card takes its place; of an ordered deck it is the last one itself."""
    s.deck_size -= 1
    last = s.deck[s.deck_size]
    s.deck[s.at[card]] = last
    s.at[last] = s.at[card]


def take(s: State, seat: int, card: int) -> None:
    """A card from the deck."""
    out_of_deck(s, card)
    into_hand(s, seat, card)
    show(s, card, 1 << seat)
    if s.known[card] != g.ALL:
        comes(s, seat, s.clock)


# ---- who acts


def actor(s: State) -> int:
    return CHANCE if s.phase < g.ACTION else OVER if s.phase == g.END else s.turn


def is_in(s: State, seat: int) -> bool:
    """R23: not out and not finished."""
    return s.out[seat] == 0 and s.place[seat] == 0


def next_seat(s: State, seat: int) -> int:
    """R23, C7: to the left; -1 if nobody is in."""
    for i in range(1, s.seats + 1):
        other = seat + i if seat + i < s.seats else seat + i - s.seats
        if is_in(s, other):
            return other
    return -1


def chain(s: State) -> bool:
    """R28: in Create, once somebody has had Success."""
    return s.mode == g.CREATE and s.successes > 0


def may_break(s: State, seat: int) -> bool:
    """R26, R32, A20."""
    return s.unbroken == 1 and seat == s.dealer and not (s.break_ends_turn and chain(s))


def late_break_is_allowed(s: State) -> bool:
    """R30, R32, A25."""
    return s.break_late == 1 and not s.break_ends_turn and not chain(s)


def may_break_late(s: State) -> bool:
    """R30: the dealer's turn is over, and the match goes on."""
    return late_break_is_allowed(s) and s.unbroken == 1 and s.turn == s.dealer and is_in(s, s.turn)


def legal(s: State, w: Work, seat: int) -> int:
    """R25."""
    if seat != s.turn or s.phase < g.ACTION or s.phase == g.END:
        return 0
    n = 0
    if s.phase == g.COMMIT:
        for suit in range(g.SUITS):
            w.out[n] = g.COMMIT0 + suit
            n += not claimed(s, suit)
        return n
    if s.phase == g.LATE:
        w.out[0] = g.BREAK
        w.out[1] = g.PASS
        return 2
    last = chain(s)
    if not last:
        n = legal_places(s, w, seat)
        for i in range(s.hand_size[seat] - (s.where[g.GIFT] == seat)):  # R10, A8: not the Gift, the last one
            w.out[n] = g.DISCARD0 + s.hand[seat][i]
            n += 1
        w.out[n] = g.HOLD
        n += s.hold[seat]
        n = legal_offers(s, w, seat, n)
    w.out[n] = g.BREAK
    n += may_break(s, seat)
    w.out[n] = g.SUCCESS
    n += ready(s, seat)
    w.out[n] = g.PASS
    return n + (not last and stuck(s, seat))


def apply(s: State, w: Work, seat: int, action: int) -> None:
    if action < g.DISCARD0:
        place(s, seat, action)
    elif action < g.HOLD:
        discard(s, seat, action - g.DISCARD0)
    elif action == g.HOLD:
        s.hold[seat] = 0  # R11
        go_on(s)
    elif action < g.BREAK:
        s.offer[seat] = 0  # R12, R27
        s.asked = (action - g.OFFER0) // g.PROCESS * g.RANKS + (action - g.OFFER0) % g.PROCESS
        s.phase = g.ANSWER
    elif action == g.BREAK:
        break_up(s)
    elif action == g.SUCCESS:
        succeed(s, seat)
    elif s.phase == g.LATE:
        begin_turn(s, next_seat(s, seat))
    elif action == g.PASS:
        goes(s, seat, g.GIFT)  # R19: whoever is stuck holds the Gift alone
        show(s, g.GIFT, g.ALL)
        go_on(s)
    else:
        s.commit[seat] = action - g.COMMIT0  # R15
        end_turn(s)


# ---- 1) Place


def place(s: State, seat: int, action: int) -> None:
    """R8, A4: this is the whole action."""
    lay_cards(s, seat, action)
    refill(s, seat, g.HAND)


# ---- 2) Discard


def discards_are_lost(s: State) -> bool:
    """R18, C4, A2: in the final phase; R32: unless somebody draws them back."""
    return s.final_discard == g.OUT_OF_PLAY


def discarder_draws(s: State) -> bool:
    """R32."""
    return s.final_discard > g.NEXT_DRAWS


def discard(s: State, seat: int, card: int) -> None:
    """R10; R18 and R30, R32 for the final phase."""
    if discards_are_seen(s):
        goes(s, seat, card)
        show(s, card, g.ALL)
    else:
        discarded_unseen(s, seat)
    out_of_hand(s, seat, card)
    s.where[card] = g.PILE
    s.pile[s.pile_size] = card
    s.pile_by[s.pile_size] = seat
    s.pile_size += 1
    if s.final and not discards_are_lost(s) and s.deck_size == 0:
        recycle(s)
    if s.final and s.final_discard == g.NEXT_DRAWS:
        s.final = 0
        go_on(s)
    else:
        refill(s, seat, g.HAND)


# ---- 3) Offer


def answer(s: State, card: int) -> None:
    """R27."""
    if card == g.NOBODY:
        none_holds(s, s.asked)
        go_on(s)
    else:
        holder = s.where[card]
        lay(s, suit_of(card), way_of(s, card, 1))
        refill(s, holder, 1)  # A18


# ---- 4) Success


def ready(s: State, seat: int) -> bool:
    """R13; R30, A5, gift_before_k."""
    suit = s.commit[seat]
    if suit < 0 or s.where[suit * g.RANKS + g.KING] != seat:
        return False
    if s.hand_size[seat] == 1:
        return s.size[suit] == g.PROCESS
    last = s.hand_size[seat] == 2 and s.where[g.GIFT] == seat and s.size[suit] == g.PROCESS - 1
    return last and s.gift_before_k == 1


def succeed(s: State, seat: int) -> None:
    suit = s.commit[seat]
    if s.hand_size[seat] == 2:
        lay_gift(s, seat, suit, s.way[suit])
    card_laid(s)
    to_row(s, suit * g.RANKS + g.KING)
    s.successes += 1
    s.place[seat] = s.successes
    go_on(s)


# ---- 5) Break


def break_up(s: State) -> None:
    """R13b, R26, C6: all Ks in hands are laid down, unseen; how many is public."""
    s.unbroken = 0
    for seat in range(s.seats):
        s.given[seat] = 0
    total = 0
    for suit in range(g.SUITS):
        holder = s.where[suit * g.RANKS + g.KING]
        if holder < s.seats:
            s.given[holder] += 1
            total += 1
    kings_collected(s)
    for suit in range(g.SUITS):
        card = suit * g.RANKS + g.KING
        holder = s.where[card]
        if holder < s.seats:
            s.gave[suit] = holder
            out_of_hand(s, holder, card)
            s.where[card] = g.COLLECTED
            s.known[card] = 0
    if total:
        s.phase = g.KINGS
    else:
        broken(s)  # A19


def deal_kings(s: State, w: Work) -> None:
    """R26, A7, A21: singly to those still in, the dealer first. A K in a hand is never seen by others."""
    total = 0
    for suit in range(g.SUITS):
        total += s.where[suit * g.RANKS + g.KING] == g.COLLECTED
    seat = s.dealer
    for i in range(total):
        into_hand(s, seat, w.drawn[i])
        comes(s, seat, s.broke)
        show(s, w.drawn[i], 1 << seat)
        seat = next_seat(s, seat)
    broken(s)


def broken(s: State) -> None:
    """R26, R28, R32."""
    s.phase = g.ACTION
    inside = leave(s)
    if s.mode == g.CREATE and inside + s.successes < s.seats:  # A24
        end(s, g.FAILED)
    elif s.late:
        begin_turn(s, next_seat(s, s.turn))
    elif s.break_ends_turn:  # A6
        go_on(s)
    else:
        check_chain(s)


# ---- the deck


def refill(s: State, seat: int, draws: int) -> None:
    """R14, R27: the hand is filled up with at most so many cards, before the turn goes on."""
    s.drawer = seat
    s.draws = draws
    go_on(s)


def draw_card(s: State, card: int) -> None:
    """R14, one card; R17 and R18 when it was the last."""
    take(s, s.drawer, card)
    s.draws -= 1
    if s.deck_size == 0:
        s.ordered = 0
        if s.pile_size:
            recycle(s)
        else:
            s.final = 1  # C3
    go_on(s)


def recycle(s: State) -> None:
    """R17: the pile becomes the deck. Turned over unshuffled (R30) it keeps its order, and so does a single card."""
    deck_turned(s)
    s.ordered = not s.shuffle_recycle or s.pile_size == 1  # A12
    for i in range(s.pile_size):
        card = s.pile[i]
        place = s.pile_size - 1 - i
        s.where[card] = g.DECK
        s.deck[place] = card
        s.at[card] = place
        s.deck_by[place] = s.pile_by[i]
        if not s.ordered:
            s.known[card] = 0
    s.deck_size = s.pile_size
    s.pile_size = 0


# ---- the Gift


def swap_due(s: State) -> bool:
    """R16, A11."""
    return s.gift_for >= 0 and s.where[s.gift_for] < s.seats


def swap(s: State, card: int) -> None:
    """R16, A17: the card goes into the row and the Gift into the hand."""
    holder = s.where[card]
    s.gift_for = -1  # before the card goes: it was in the hand
    to_row(s, card)
    into_hand(s, holder, g.GIFT)
    go_on(s)


# ---- the turn


def begin_turn(s: State, seat: int) -> None:
    s.turn = seat
    s.late = 0
    s.phase = g.ACTION
    check_chain(s)


def check_chain(s: State) -> None:
    """R28: whoever can neither have Success nor break fails; so everybody knows the hand of one who goes on."""
    if not chain(s) or may_break(s, s.turn):
        return
    if not ready(s, s.turn):
        end(s, g.FAILED)
        return
    for card in range(g.CARDS):
        if s.where[card] == s.turn:
            goes(s, s.turn, card)
            show(s, card, g.ALL)


def go_on(s: State) -> None:
    """R24: what comes next in this turn after an action, a draw or a swap."""
    if swap_due(s):
        s.phase = g.SWAP
        return
    if s.drawer >= 0:
        if s.draws > 0 and s.deck_size > 0 and s.hand_size[s.drawer] < g.HAND:
            s.phase = g.DRAW
            return
        s.drawer = -1
    if s.commit[s.turn] < 0:  # A10
        s.phase = g.COMMIT
        return
    end_turn(s)


def stuck(s: State, seat: int) -> bool:
    """R19, A23: with the Gift alone and no right left. While it is in a hand the Risk's row is open for an offer."""
    return s.hand_size[seat] == 1 and s.where[g.GIFT] == seat and s.hold[seat] == 0 and s.offer[seat] == 0


def claimed(s: State, suit: int) -> bool:
    """R15, A1."""
    for seat in range(s.seats):
        if s.commit[seat] == suit:
            return True
    return False


# ---- the end


def leave(s: State) -> int:
    """R19, A22: whoever has no card left without Success is out; gives how many are still in."""
    inside = 0
    for seat in range(s.seats):
        if s.place[seat] == 0:
            s.out[seat] = s.hand_size[seat] == 0
            inside += s.hand_size[seat] > 0
    return inside


def end_turn(s: State) -> None:
    """R20 to R22, R29, R30."""
    s.turns += 1
    s.stall += s.laid == 0
    s.laid = 0
    # With a deck every hand has cards, and nobody can have had Success (R18, C2).
    inside = s.seats if s.final == 0 and discards_are_lost(s) else leave(s)
    following = next_seat(s, s.turn)
    if s.mode == g.CREATE and inside + s.successes < s.seats:  # A24
        end(s, g.FAILED)
    elif s.mode == g.CREATE and s.successes == s.seats:
        end(s, g.TOGETHER)
    elif s.mode != g.CREATE and s.successes and (not goes_on_after_success(s) or inside < 2):
        end(s, g.PLACED if s.play_on else g.WON)
    elif inside == 0 or (inside == 1 and stuck(s, following) and not chain(s)):  # in the chain R28 says it
        end(s, g.NOBODY_LEFT)
    elif idle_turns_left(s) <= 0:
        end(s, g.PLACED if s.successes else g.STALLED)
    elif may_break_late(s):
        s.late = 1
        s.phase = g.LATE
    else:
        begin_turn(s, following)


def goes_on_after_success(s: State) -> bool:
    """R21; R30, A14: for the places."""
    return s.mode == g.CREATE or s.play_on == 1


def idle_turns_left(s: State) -> int:
    """R22: turns in a row without a card, before the match ends."""
    return s.stall_turns - s.stall


def end(s: State, reason: int) -> None:
    """The Risk is shown (A15)."""
    s.phase = g.END
    s.reason = reason
    for card in range(g.CARDS):
        if s.where[card] == g.ASIDE:
            show(s, card, g.ALL)


def score(s: State, seat: int) -> int:
    """R20, R21; R30, play_on: how many seats came behind."""
    if s.phase != g.END or s.place[seat] == 0 or s.reason == g.FAILED or s.reason == g.STALLED:
        return 0
    return s.seats - s.place[seat] if s.reason == g.PLACED else 1


def rounds(s: State) -> int:
    return 1 if s.phase == g.END else 0
