"""GIFT: the rules, in the order of the rulebook. Kernel Python; the numbers are those of docs/rules/gift.md."""

from __future__ import annotations

from tefuda.games.gift.memory import (
    comes,
    deck_turned,
    discarded_unseen,
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
from tefuda.games.gift.state import (
    ACTION,
    ALL,
    ANSWER,
    ASIDE,
    BREAK,
    CARDS,
    COLLECTED,
    COMMIT,
    COMMIT0,
    CREATE,
    DEAL,
    DEALER,
    DECK,
    DISCARD0,
    DRAW,
    END,
    FAILED,
    FOREVER,
    GIFT,
    HAND,
    HOLD,
    KING,
    KINGS,
    LATE,
    NEXT_DRAWS,
    NOBODY,
    NOBODY_LEFT,
    OFFER0,
    OUT_OF_PLAY,
    PASS,
    PILE,
    PLACED,
    PROCESS,
    RANKS,
    RISK,
    STALLED,
    SUCCESS,
    SUITS,
    SWAP,
    TOGETHER,
    WON,
    State,
    Work,
)
from tefuda.kernel import CHANCE, OVER

# ---- set-up


def begin(s: State, w: Work, seats: int) -> None:
    s.seats = seats
    s.phase = DEALER
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
    for suit in range(SUITS):
        s.gave[suit] = -1
    for card in range(CARDS):
        s.where[card] = DECK
        s.until[card] = FOREVER
        s.deck[card] = card
    s.deck_size = CARDS
    arrange(s)


def chance(s: State, w: Work) -> int:
    """R2 to R4, R14, R26; and what is forced: R16, R27."""
    w.sides = 1
    size = 0
    if s.phase == DRAW and s.ordered:
        w.pool[0] = s.deck[s.deck_size - 1]
        size = 1
    elif s.phase == DRAW or s.phase == DEAL:
        size = s.deck_size
        for i in range(size):
            w.pool[i] = s.deck[i]
    elif s.phase == DEALER:
        for seat in range(s.seats):
            w.pool[seat] = seat
        size = s.seats
    elif s.phase == RISK:
        for card in range(GIFT):
            w.pool[size] = card
            size += s.where[card] == DECK and rank_of(card) < PROCESS
    elif s.phase == KINGS:
        for suit in range(SUITS):
            w.pool[size] = suit * RANKS + KING
            size += s.where[suit * RANKS + KING] == COLLECTED
    else:
        w.pool[0] = s.gift_for if s.phase == SWAP else s.asked if s.where[s.asked] < s.seats else NOBODY
        size = 1
    w.size = size
    return s.seats * HAND if s.phase == DEAL else size if s.phase == KINGS else 1


def deal(s: State, w: Work) -> None:
    card = w.drawn[0]
    if s.phase == DRAW:
        draw_card(s, card)
    elif s.phase == SWAP:
        swap(s, card)
    elif s.phase == ANSWER:
        answer(s, card)
    elif s.phase == KINGS:
        deal_kings(s, w)
    elif s.phase == DEALER:  # R2
        s.dealer = card
        s.phase = DEAL
    elif s.phase == DEAL:  # R3
        for i in range(s.seats * HAND):
            take(s, i // HAND, w.drawn[i])
        size = 0
        for card in range(CARDS):  # as the record knows no order within a hand, the deck must not depend on it
            s.deck[size] = card
            s.at[card] = size
            size += s.where[card] == DECK
        s.phase = RISK
    else:  # R4
        out_of_deck(s, card)
        s.where[card] = ASIDE
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
    if s.known[card] != ALL:
        comes(s, seat, s.clock)


# ---- who acts


def actor(s: State) -> int:
    return CHANCE if s.phase < ACTION else OVER if s.phase == END else s.turn


def is_in(s: State, seat: int) -> bool:
    """R23: not out and not finished."""
    return s.out[seat] == 0 and s.place[seat] == 0


def next_seat(s: State, seat: int) -> int:
    """R23: to the left; -1 if nobody is in."""
    for i in range(1, s.seats + 1):
        other = seat + i if seat + i < s.seats else seat + i - s.seats
        if is_in(s, other):
            return other
    return -1


def chain(s: State) -> bool:
    """R28: in Create, once somebody has had Success."""
    return s.mode == CREATE and s.successes > 0


def may_break(s: State, seat: int) -> bool:
    """R26, R32."""
    return s.unbroken == 1 and seat == s.dealer and not (s.break_ends_turn and chain(s))


def may_break_late(s: State) -> bool:
    """R30: the dealer's turn is over, and the match goes on."""
    if s.break_late == 0 or s.break_ends_turn or chain(s):
        return False
    return s.unbroken == 1 and s.turn == s.dealer and is_in(s, s.turn)


def legal(s: State, w: Work, seat: int) -> int:
    """R25."""
    if seat != s.turn or s.phase < ACTION or s.phase == END:
        return 0
    n = 0
    if s.phase == COMMIT:
        for suit in range(SUITS):
            w.out[n] = COMMIT0 + suit
            n += not claimed(s, suit)
        return n
    if s.phase == LATE:
        w.out[0] = BREAK
        w.out[1] = PASS
        return 2
    last = chain(s)
    if not last:
        n = legal_places(s, w, seat)
        for i in range(s.hand_size[seat] - (s.where[GIFT] == seat)):  # R10: not the Gift, which is the last one
            w.out[n] = DISCARD0 + s.hand[seat][i]
            n += 1
        w.out[n] = HOLD
        n += s.hold[seat]
        n = legal_offers(s, w, seat, n)
    w.out[n] = BREAK
    n += may_break(s, seat)
    w.out[n] = SUCCESS
    n += ready(s, seat)
    w.out[n] = PASS
    return n + (not last and stuck(s, seat))


def apply(s: State, w: Work, seat: int, action: int) -> None:
    if action < DISCARD0:
        place(s, seat, action)
    elif action < HOLD:
        discard(s, seat, action - DISCARD0)
    elif action == HOLD:
        s.hold[seat] = 0  # R11
        go_on(s)
    elif action < BREAK:
        s.offer[seat] = 0  # R12, R27
        s.asked = (action - OFFER0) // PROCESS * RANKS + (action - OFFER0) % PROCESS
        s.phase = ANSWER
    elif action == BREAK:
        break_up(s)
    elif action == SUCCESS:
        succeed(s, seat)
    elif s.phase == LATE:
        begin_turn(s, next_seat(s, seat))
    elif action == PASS:
        goes(s, seat, GIFT)  # R19: whoever is stuck holds the Gift alone
        show(s, GIFT, ALL)
        go_on(s)
    else:
        s.commit[seat] = action - COMMIT0  # R15
        end_turn(s)


# ---- 1) Place


def place(s: State, seat: int, action: int) -> None:
    lay_cards(s, seat, action)
    refill(s, seat, HAND)


# ---- 2) Discard


def discard(s: State, seat: int, card: int) -> None:
    """R10; R18 and R30, R32 for the final phase."""
    if s.discard_face_up:
        goes(s, seat, card)
        show(s, card, ALL)
    else:
        discarded_unseen(s, seat)
    out_of_hand(s, seat, card)
    s.where[card] = PILE
    s.pile[s.pile_size] = card
    s.pile_by[s.pile_size] = seat
    s.pile_size += 1
    if s.final and s.final_discard != OUT_OF_PLAY and s.deck_size == 0:
        recycle(s)
    if s.final and s.final_discard == NEXT_DRAWS:
        s.final = 0
        go_on(s)
    else:
        refill(s, seat, HAND)


# ---- 3) Offer


def answer(s: State, card: int) -> None:
    """R27."""
    if card == NOBODY:
        none_holds(s, s.asked)
        go_on(s)
    else:
        holder = s.where[card]
        lay(s, suit_of(card), way_of(s, card, 1))
        refill(s, holder, 1)


# ---- 4) Success


def ready(s: State, seat: int) -> bool:
    """R13; R30, gift_before_k."""
    suit = s.commit[seat]
    if suit < 0 or s.where[suit * RANKS + KING] != seat:
        return False
    if s.hand_size[seat] == 1:
        return s.size[suit] == PROCESS
    last = s.hand_size[seat] == 2 and s.where[GIFT] == seat and s.size[suit] == PROCESS - 1
    return last and s.gift_before_k == 1


def succeed(s: State, seat: int) -> None:
    suit = s.commit[seat]
    if s.hand_size[seat] == 2:
        lay_gift(s, seat, suit, s.way[suit])
    card_laid(s)
    to_row(s, suit * RANKS + KING)
    s.successes += 1
    s.place[seat] = s.successes
    go_on(s)


# ---- 5) Break


def break_up(s: State) -> None:
    """R13b, R26: all Ks in hands are laid down, unseen; how many is public."""
    s.unbroken = 0
    for seat in range(s.seats):
        s.given[seat] = 0
    total = 0
    for suit in range(SUITS):
        holder = s.where[suit * RANKS + KING]
        if holder < s.seats:
            s.given[holder] += 1
            total += 1
    kings_collected(s)
    for suit in range(SUITS):
        card = suit * RANKS + KING
        holder = s.where[card]
        if holder < s.seats:
            s.gave[suit] = holder
            out_of_hand(s, holder, card)
            s.where[card] = COLLECTED
            s.known[card] = 0
    if total:
        s.phase = KINGS
    else:
        broken(s)


def deal_kings(s: State, w: Work) -> None:
    """R26: singly to those still in, the dealer first. A K in a hand is never seen by others."""
    total = 0
    for suit in range(SUITS):
        total += s.where[suit * RANKS + KING] == COLLECTED
    seat = s.dealer
    for i in range(total):
        into_hand(s, seat, w.drawn[i])
        comes(s, seat, s.broke)
        show(s, w.drawn[i], 1 << seat)
        seat = next_seat(s, seat)
    broken(s)


def broken(s: State) -> None:
    """R26, R28, R32."""
    s.phase = ACTION
    inside = leave(s)
    if s.mode == CREATE and inside + s.successes < s.seats:
        end(s, FAILED)
    elif s.late:
        following = next_seat(s, s.turn)
        if inside == 1 and stuck(s, following):
            end(s, NOBODY_LEFT)
        else:
            begin_turn(s, following)
    elif s.break_ends_turn:
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
            s.final = 1
    go_on(s)


def recycle(s: State) -> None:
    """R17: the pile becomes the deck. Turned over unshuffled (R30) it keeps its order, and so does a single card."""
    deck_turned(s)
    s.ordered = not s.shuffle_recycle or s.pile_size == 1
    for i in range(s.pile_size):
        card = s.pile[i]
        place = s.pile_size - 1 - i
        s.where[card] = DECK
        s.deck[place] = card
        s.at[card] = place
        s.deck_by[place] = s.pile_by[i]
        if not s.ordered:
            s.known[card] = 0
    s.deck_size = s.pile_size
    s.pile_size = 0


# ---- the Gift


def swap_due(s: State) -> bool:
    """R16."""
    return s.gift_for >= 0 and s.where[s.gift_for] < s.seats


def swap(s: State, card: int) -> None:
    """R16: the card goes into the row and the Gift into the hand."""
    holder = s.where[card]
    s.gift_for = -1  # before the card goes: it was in the hand
    to_row(s, card)
    into_hand(s, holder, GIFT)
    go_on(s)


# ---- the turn


def begin_turn(s: State, seat: int) -> None:
    s.turn = seat
    s.late = 0
    s.phase = ACTION
    check_chain(s)


def check_chain(s: State) -> None:
    """R28: whoever can neither have Success nor break fails; so everybody knows the hand of one who goes on."""
    if not chain(s) or may_break(s, s.turn):
        return
    if not ready(s, s.turn):
        end(s, FAILED)
        return
    for card in range(CARDS):
        if s.where[card] == s.turn:
            goes(s, s.turn, card)
            show(s, card, ALL)


def go_on(s: State) -> None:
    """R24: what comes next in this turn after an action, a draw or a swap."""
    if swap_due(s):
        s.phase = SWAP
        return
    if s.drawer >= 0:
        if s.draws > 0 and s.deck_size > 0 and s.hand_size[s.drawer] < HAND:
            s.phase = DRAW
            return
        s.drawer = -1
    if s.commit[s.turn] < 0:
        s.phase = COMMIT
        return
    end_turn(s)


def stuck(s: State, seat: int) -> bool:
    """R19, A23."""
    if s.hand_size[seat] != 1 or s.where[GIFT] != seat or s.hold[seat]:
        return False
    rows_open = 0
    for suit in range(SUITS):
        rows_open += s.size[suit] < PROCESS
    return s.offer[seat] == 0 or rows_open == 0


def claimed(s: State, suit: int) -> bool:
    """R15."""
    for seat in range(s.seats):
        if s.commit[seat] == suit:
            return True
    return False


# ---- the end


def leave(s: State) -> int:
    """R19: whoever has no card left without Success is out; gives how many are still in."""
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
    inside = s.seats if s.final == 0 and s.final_discard == OUT_OF_PLAY else leave(s)
    following = next_seat(s, s.turn)
    if s.mode == CREATE and inside + s.successes < s.seats:
        end(s, FAILED)
    elif s.mode == CREATE and s.successes == s.seats:
        end(s, TOGETHER)
    elif s.mode != CREATE and s.successes and (not s.play_on or inside < 2):
        end(s, PLACED if s.play_on else WON)
    elif inside == 0 or (inside == 1 and stuck(s, following) and not chain(s)):  # in the chain R28 says it
        end(s, NOBODY_LEFT)
    elif s.stall >= s.stall_turns:
        end(s, PLACED if s.successes else STALLED)
    elif may_break_late(s):
        s.late = 1
        s.phase = LATE
    else:
        begin_turn(s, following)


def end(s: State, reason: int) -> None:
    """The Risk is shown (A15)."""
    s.phase = END
    s.reason = reason
    for card in range(CARDS):
        if s.where[card] == ASIDE:
            show(s, card, ALL)


def score(s: State, seat: int) -> int:
    """R20, R21; R30, play_on: how many seats came behind."""
    if s.phase != END or s.place[seat] == 0 or s.reason == FAILED or s.reason == STALLED:
        return 0
    return s.seats - s.place[seat] if s.reason == PLACED else 1


def rounds(s: State) -> int:
    return 1 if s.phase == END else 0
