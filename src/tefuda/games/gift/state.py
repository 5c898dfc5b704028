"""GIFT: the constants and the records. Plain data, never compiled.

A card is suit * 12 + rank - 2 for 2 to K, then the Gift. Each card exists once, so its place says everything.
"""

from __future__ import annotations

from typing import Annotated

from tefuda.games.gift.options import Options
from tefuda.games.showing import each, own, table
from tefuda.kernel import I8, I16, I64, Grid, Ints
from tefuda.kernel import Work as KernelWork

SEATS_MAX = 4
SUITS = 4
RANKS = 12  # 2 to K
PROCESS = 11  # 2 to Q: the process cards of a suit, and so a complete row (R6, C1)
KING = 11  # the K's place in its suit
ONE = 1  # 64 bits wide in C: a bit for a card is ONE << card
KING_CARDS = (1 << 11) + (1 << 23) + (1 << 35) + (1 << 47)  # a bit for each K
SUIT_CARDS = (1 << RANKS) - 1  # shifted, those of another suit
BARE = (1 << 0) + (1 << 10)  # what comes next on a bare Ace: the 2 and the Q
GIFT = SUITS * RANKS
CARDS = GIFT + 1
HAND = 5  # R3, R14
HAND_MAX = 7  # R31
RUN_MAX = 5  # a hand has at most five cards that are not Ks: it draws only up to five, and a Break moves nothing but Ks
PILE_MAX = GIFT  # R10: never the Gift

# Choices of the options.
CREATE = 1  # mode; attack is 0
OUT_OF_PLAY = 0  # R32: the discards of the final phase
NEXT_DRAWS = 1
DRAW_BACK = 2

# Phases. Chance acts in all before ACTION; what is forced is chance that has only one thing to draw.
DEALER = 0
DEAL = 1
RISK = 2
DRAW = 3
KINGS = 4  # the Ks of a Break are dealt
ANSWER = 5  # to an Offer
SWAP = 6  # R16
ACTION = 7
COMMIT = 8
END = 9
LATE = 10  # R30: the turn is over but for a Break

# Where a card is: a seat's hand, or one of these.
DECK = 5
PILE = 6  # the discards
ROW = 7
ASIDE = 8  # the Risk
COLLECTED = 9  # a K while a Break goes on

# Who knows where a card is: a bit for each seat and one for everybody else.
WATCHER = 4
ALL = 31
FOREVER = 32767

# How the match ended.
WON = 1
TOGETHER = 2
FAILED = 3
STALLED = 4
NOBODY_LEFT = 5
PLACED = 6

# What views and records call all these.
SUIT_TEXTS = ("s", "h", "d", "c")
RANK_TEXTS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARD_TEXTS = (*(suit + rank for suit in SUIT_TEXTS for rank in RANK_TEXTS), "gift")
PHASES = (*["chance"] * 7, "action", "commit", "over", "late")
REASONS = ("", "success", "together", "failed", "stall", "nobody", "places")

# Actions, in their order.
PLACE0 = 0  # + suit * 11 + rank - 2: one natural card
WITH_GIFT0 = PLACE0 + 44  # + suit * 11 + rank - 2: the Gift and this card
RUN0 = WITH_GIFT0 + 44  # + (suit * 2 + reverse) * RUNS + run_start(position) + shape: at least two natural cards
RUNS = 104
SHAPES = 13  # 2 cards; 3 cards, without or with the Gift as number 1 or 2; 4 cards, ...; 5 cards, ...
DISCARD0 = RUN0 + 8 * RUNS  # + card
HOLD = DISCARD0 + GIFT
OFFER0 = HOLD + 1  # + suit * 11 + rank - 2
BREAK = OFFER0 + 44
SUCCESS = BREAK + 1
COMMIT0 = SUCCESS + 1  # + suit
PASS = COMMIT0 + SUITS
N_ACTIONS = PASS + 1
N_MODE = 22  # weights of policy.py for a mode
N_WEIGHTS = 2 * N_MODE
NOBODY = CARDS  # what chance draws when nobody holds the card that an Offer asks for


class State(Options):
    """Each field says who may see it; one that says nothing is hidden, or made known by hand in view.py."""

    nexts: I64  # a bit for each process card that comes next in its row
    held: Annotated[Ints, "i8", SEATS_MAX]  # a bit for each card of the hand
    # The clock ticks when cards are found to be in no hand: at a failed Offer (at most 4), at a Break (2), at a
    # recycling, and where discards are hidden when the Gift is laid. A recycling needs a discard; a discard needs a
    # turn, and so does the Gift; and there are at most 200 * 48 + 200 turns (R31).
    clock: I16
    turned: I16  # when the pile last became the deck
    broke: I16  # when the Ks were dealt, 0 before
    since: Annotated[Ints, "i2", CARDS]  # a card came into a hand, if at all, at this time or later, ...
    until: Annotated[Ints, "i2", CARDS]  # ... and at this time or earlier: then it was not in the deck any more
    low: Annotated[Grid, "i2", SEATS_MAX, HAND_MAX]  # the unknown cards of a hand came at this time or later, ...
    high: Annotated[Grid, "i2", SEATS_MAX, HAND_MAX]  # ... and at this time or earlier
    # Of a card that was discarded unseen: when it came into that hand, and when it was discarded.
    pile_low: Annotated[Ints, "i2", PILE_MAX]
    pile_high: Annotated[Ints, "i2", PILE_MAX]
    pile_time: Annotated[Ints, "i2", PILE_MAX]
    turns: Annotated[I16, table()]
    stall: Annotated[I16, table()]  # R29
    phase: Annotated[I8, table("text", texts=PHASES)]
    dealer: Annotated[I8, table()]
    turn: Annotated[I8, table("seat")]
    drawer: Annotated[I8, table("seat")]  # who draws before the turn goes on, -1 for nobody
    draws: Annotated[I8, table()]  # at most so many cards
    asked: Annotated[I8, table("text", texts=CARD_TEXTS)]  # the card that the last Offer asked for
    laid: I8  # whether a card came onto a row in this turn
    late: I8  # whether the action of this turn is over (R30)
    final: Annotated[I8, table("flag")]  # R18
    successes: I8
    reason: Annotated[I8, table("text", texts=REASONS)]  # how the match ended
    unbroken: Annotated[I8, table("flag", name="breaks")]  # whether the dealer may still break
    gift_for: I8  # the card that the Gift stands for, -1 if it is in no row
    deck_size: Annotated[I8, table(name="deck")]
    ordered: I8  # whether the deck's order is fixed
    pile_size: I8
    commit: Annotated[Ints, "i1", SEATS_MAX, each("text", texts=SUIT_TEXTS, name="commitments")]  # a suit, -1 before
    hold: Annotated[Ints, "i1", SEATS_MAX, each("flag", name="holds")]
    offer: Annotated[Ints, "i1", SEATS_MAX, each("flag", name="offers")]
    out: Annotated[Ints, "i1", SEATS_MAX, each("flag")]  # R19
    place: Annotated[Ints, "i1", SEATS_MAX]  # the order of Success from 1, 0 without
    given: Annotated[Ints, "i1", SEATS_MAX, each()]  # how many Ks a seat gave at the Break
    hand_size: Annotated[Ints, "i1", SEATS_MAX, each(name="hand_sizes")]
    unseen: Annotated[Ints, "i1", SEATS_MAX]  # how many cards of the hand not everybody knows
    blurred: Annotated[Ints, "i1", SEATS_MAX]  # whether low and high may differ
    gave: Annotated[Ints, "i1", SUITS]  # who gave this K at the Break and has not seen it since, -1 for nobody
    size: Annotated[Ints, "i1", SUITS]  # process cards in the row
    way: Annotated[Ints, "i1", SUITS]  # of the row: 1 forward, -1 reverse, 0 for a bare Ace
    where: Annotated[Ints, "i1", CARDS]
    known: Annotated[Ints, "i1", CARDS]  # who knows where the card is
    seen: Annotated[Ints, "i1", CARDS]  # who has ever known it
    stocked: Annotated[Ints, "i1", CARDS]  # who knows that it was in the deck when the pile last became the deck
    pile: Annotated[Ints, "i1", PILE_MAX]  # oldest first
    pile_by: Annotated[Ints, "i1", PILE_MAX, table(size="pile_size", name="discarders")]  # who discarded it
    deck: Annotated[Ints, "i1", CARDS]  # the top last, if it is ordered
    deck_by: Annotated[Ints, "i1", CARDS]  # of an ordered deck: who discarded it
    at: Annotated[Ints, "i1", CARDS]  # of a card in the deck: its place there
    # ascending
    hand: Annotated[Grid, "i1", SEATS_MAX, HAND_MAX, own("cards", texts=CARD_TEXTS, size="hand_size")]


class Work(KernelWork):
    out: Annotated[Ints, "i2", N_ACTIONS]
    pool: Annotated[Ints, "i2", CARDS]
    drawn: Annotated[Ints, "i2", CARDS]
    weights: Annotated[Grid, "i4", SEATS_MAX, N_WEIGHTS]
    # redeal: the places that hide something, and what goes there
    spot: Annotated[Ints, "i2", CARDS]  # a seat's hand, DECK, PILE or ASIDE
    index: Annotated[Ints, "i2", CARDS]  # the place within it
    held: Annotated[Ints, "i2", CARDS]  # the card there, -1 for none yet
    tried: Annotated[Ints, "i2", CARDS]
    free: Annotated[Ints, "i2", CARDS]
