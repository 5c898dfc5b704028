"""Random matches, step by step; and the legal moves of R25 written down a second time, as simply as possible."""

from __future__ import annotations

from collections.abc import Iterator

from tefuda.games.gift.game import GIFT
from tefuda.games.gift.moves import CARD_TEXTS, SUIT_TEXTS
from tefuda.games.gift.state import COMMIT, CREATE, LATE, N_ACTIONS, State
from tests.games import walking
from tests.games.walking import Step, Table

TEXTS = [GIFT.move_text(action) for action in range(N_ACTIONS)]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"]

BUILDING = {"place": 1, "discard": 0.05, "hold": 0.02, "offer": 0.1, "break": 0.02, "success": 5}
WASTING = {"place": 0.3, "discard": 1, "hold": 0.1, "offer": 0.1, "break": 0.05, "success": 1}
TABLES: list[Table] = [
    (2, {}, BUILDING),
    (3, {}, BUILDING),
    (4, {}, BUILDING),
    (4, {"mode": "create"}, BUILDING),
    (2, {"mode": "create", "gift_before_k": True}, BUILDING),
    (4, {"final_discard": "next_draws", "multi_place": True}, BUILDING),
    (3, {"final_discard": "draw_back", "break_ends_turn": True}, BUILDING),
    (3, {"play_on": True, "multi_place": True, "gift_before_k": True}, BUILDING),
    (4, {"discard_face_up": False, "shuffle_recycle": False}, BUILDING),
    (2, {"shuffle_recycle": False, "stall_turns": 60}, WASTING),
    (4, {"discard_face_up": False, "stall_turns": 12}, WASTING),
    (3, {"break_late": True, "offer_own": True}, BUILDING),
    (2, {"break_late": True, "mode": "create", "stall_turns": 60}, WASTING),
]
IDS = walking.ids(TABLES, {"building": BUILDING, "wasting": WASTING})


def walk(table: Table, seed: int) -> Iterator[Step[State]]:
    """All moves of a random match, with the states after chance has acted."""
    return walking.walk(GIFT, State, table, seed, past_chance=True)


def walks(table: Table, seed: int, matches: int = 3) -> Iterator[Step[State]]:
    """The same for some matches one after the other."""
    for match in range(matches):
        yield from walk(table, seed + 1000 * match)


# ---- R8 to R13b, R19, R25, R28 and R30 once more


def row_cards(s: State, suit: int) -> list[list[str]]:
    """What may still come onto a row, in order; on a bare Ace in both directions."""
    forward = [SUIT_TEXTS[suit] + rank for rank in RANKS]
    if s.size[suit] == 0:
        return [forward, forward[::-1]]
    return [(forward if s.way[suit] > 0 else forward[::-1])[s.size[suit] :]]


def runs(s: State, hand: list[str], cards: list[str]) -> Iterator[str]:
    """Every run of the next cards that the hand can lay."""
    for length in range(1, len(cards) + 1):
        run = cards[:length]
        if (length == 1 or s.multi_place) and set(run) <= set(hand):
            yield " ".join(["place", *run])
        for at in range(length - 1) if "gift" in hand else ():
            natural = run[:at] + run[at + 1 :]
            if set(natural) <= set(hand):
                yield " ".join(["place", *run[:at], "gift", *run[at + 1 :]])


def is_ready(s: State, seat: int, hand: list[str]) -> bool:
    suit = s.commit[seat]
    own = SUIT_TEXTS[suit] + "K"
    if suit < 0 or own not in hand:
        return False
    if s.gift_before_k and sorted(hand) == sorted([own, "gift"]) and s.size[suit] == 10:
        return True
    return hand == [own] and s.size[suit] == 11


def legal_moves(s: State, seat: int) -> list[str]:
    """For the seat whose turn it is."""
    if s.phase == COMMIT:
        return [f"commit {suit}" for i, suit in enumerate(SUIT_TEXTS) if i not in s.commit[: s.seats]]
    if s.phase == LATE:
        return ["break", "pass"]
    hand = [text for card, text in enumerate(CARD_TEXTS) if s.where[card] == seat]
    chain = s.mode == CREATE and s.successes > 0
    always = ["success"] * is_ready(s, seat, hand)
    always += ["break"] * (s.dealer == seat and bool(s.unbroken) and not (chain and s.break_ends_turn))
    if chain:
        return always
    asks = [row[0] for suit in range(4) for row in row_cards(s, suit) if row and (s.offer_own or row[0] not in hand)]
    offers = [f"offer {card[0]} {card[1:]}" for card in asks] if s.offer[seat] else []
    holds = ["hold"] if s.hold[seat] else []
    places = [move for suit in range(4) for cards in row_cards(s, suit) for move in runs(s, hand, cards)]
    discards = [f"discard {card}" for card in hand if card != "gift"]
    stuck = ["pass"] if hand == ["gift"] and not holds and not offers else []
    return places + discards + holds + offers + always + stuck
