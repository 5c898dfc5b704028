"""The kernel and the oracle agree on legal moves, next states and scores, position by position."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tefuda import GAMES
from tefuda.games.gift.game import state_of
from tefuda.games.gift.moves import CARD_TEXTS, SUIT_TEXTS
from tefuda.games.gift.state import (
    ACTION,
    ANSWER,
    ASIDE,
    CARDS,
    COMMIT,
    DEAL,
    DEALER,
    DECK,
    DRAW,
    END,
    KINGS,
    LATE,
    REASONS,
    RISK,
    SWAP,
    State,
)
from tefuda.games.gift.view import position_of
from tefuda.games.option import Value
from tefuda.kernel import CHANCE
from tefuda.kernel.plain import Game
from tests.games.agree import Comparison
from tests.games.gift.oracle import GIFT as GIFT_CARD
from tests.games.gift.oracle import GiftOracle

POSITIONS = 2_500  # of each way to play, at least
MOST = 20_000  # positions, in which everything must have happened
GIFT = GAMES["gift"]
PHASES = {ACTION: "action", COMMIT: "commit", LATE: "late", END: "over"}
DEFAULTS: dict[str, Value] = {option.name: option.default for option in GIFT.options}
CHANGES: list[dict[str, Value]] = [
    {},
    {"mode": "create"},
    {"final_discard": "next_draws"},
    {"final_discard": "draw_back", "shuffle_recycle": False},
    {"multi_place": True, "discard_face_up": False, "stall_turns": 7},
    {"gift_before_k": True, "play_on": True},
    {"mode": "create", "gift_before_k": True, "break_ends_turn": True},
    {"mode": "create", "final_discard": "next_draws", "shuffle_recycle": False, "multi_place": True},
    {"final_discard": "draw_back", "break_ends_turn": True, "play_on": True, "discard_face_up": False},
    {"break_late": True, "offer_own": True, "play_on": True},
    {"mode": "create", "break_late": True, "offer_own": True, "final_discard": "next_draws"},
]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("changed", CHANGES, ids=lambda changed: "+".join(map(str, changed.values())) or "default")
def test_oracle_and_kernel_agree(seats: int, changed: dict[str, Value]) -> None:
    options = {**DEFAULTS, **changed}
    rng = random.Random(f"{seats} {changed}")
    seen: Counter[str] = Counter()
    positions = 0
    wanted = {"final": 6, "gift run": 6, "swap": 6, "answered": 6, "nobody has it": 6, "recycled": 6, "break": 6}
    wanted |= {"success": 11} | ({"chain": 6} if options["mode"] != "attack" else {})
    wanted |= {"late": 2, "asked oneself": 2} if "break_late" in changed else {}
    while positions < POSITIONS or not all(seen[what] >= often for what, often in wanted.items()):
        assert positions < MOST, seen
        game = GIFT.begin(seats, options)
        oracle = Watched(seats, **options)  # type: ignore[arg-type]  # each value is of its own type
        oracle.seen = seen
        greed = rng.choice([0.0, 0.9, 1.0, 1.0, 1.0])
        positions += BOTH.walk(game, oracle, rng, greed, ["success", "break"], rng.choice([0.0, 0.0, 0.2]))
    assert (seen["late"] > 1 and seen["asked oneself"] > 1) == ("break_late" in changed)


class Watched(GiftOracle):
    """Counts what happens."""

    seen: Counter[str]

    def play(self, seat: int, move: str) -> None:
        rights = sum(self.offers)
        self.seen["late"] += self.step == "late" and move == "break"
        self.seen["asked oneself"] += move.startswith("offer") and "".join(move.split(" ")[1:]) in self.hands[seat]
        super().play(seat, move)
        word, *cards = move.split(" ")
        self.seen[word] += 1
        self.seen["gift run"] += word == "place" and GIFT_CARD in cards
        self.seen["final"] += self.final
        self.seen["chain"] += self._chain() and self.step != "over"
        if sum(self.offers) < rights:
            self.seen["answered" if self.placed or self.stall == 0 else "nobody has it"] += 1

    def _swap(self) -> None:
        before = [hand.count(GIFT_CARD) for hand in self.hands]
        super()._swap()
        self.seen["swap"] += [hand.count(GIFT_CARD) for hand in self.hands] != before

    def _recycle(self) -> None:
        self.seen["recycled"] += bool(self.discards)
        super()._recycle()


def forced(s: State) -> bool:
    """What the oracle does by itself: all but the draws from a deck without an order."""
    return s.phase in (ANSWER, SWAP) or (s.phase == DRAW and not s.shuffle_recycle and bool(s.ordered))


def chance_acts(game: Game, oracle: GiftOracle, rng: random.Random) -> None:
    s = state_of(game)
    game.deal(drawn := game.draw(rng.getrandbits(62)))
    cards = [CARD_TEXTS[card] for card in drawn if card < CARDS]
    if forced(s):
        return
    if s.phase == DEALER:
        oracle.set_dealer(drawn[0])
    elif s.phase == DEAL:
        oracle.deal([cards[at : at + 5] for at in range(0, len(cards), 5)])
    elif s.phase == RISK:
        oracle.risk(cards[0])
    elif s.phase == KINGS:
        assert sorted(cards) == oracle.collected()
        oracle.kings(cards)
    else:
        assert s.drawer == oracle.drawing()
        assert sorted(CARD_TEXTS[card] for card in range(CARDS) if s.where[card] == DECK) == oracle.deck()
        oracle.draw(cards[0])


def snapshot(game: Game) -> dict[str, object]:
    game = game.clone()
    while game.actor() == CHANCE and forced(state_of(game)):
        game.deal(game.draw(0))
    s = state_of(game)
    seats = range(s.seats)
    over = s.phase == END
    result = GIFT.result(game)
    lying: dict[int, list[str]] = {place: [] for place in (*seats, DECK, ASIDE)}
    for card, place in enumerate(s.where[:CARDS]):
        lying.setdefault(place, []).append(CARD_TEXTS[card])
    return {
        "hands": [sorted(lying[seat]) for seat in seats],
        "rows": {
            SUIT_TEXTS[suit]: {
                "direction": s.way[suit],
                "size": s.size[suit],
                "king": any(s.place[seat] and s.commit[seat] == suit for seat in seats),
                "gift": position_of(s, s.gift_for) if s.gift_for // 12 == suit else 0,
            }
            for suit in range(4)
        },
        "commitments": [None if s.commit[seat] < 0 else SUIT_TEXTS[s.commit[seat]] for seat in seats],
        "holds": [bool(s.hold[seat]) for seat in seats],
        "offers": [bool(s.offer[seat]) for seat in seats],
        "breaks": bool(s.unbroken),
        "deck": sorted(lying[DECK]),
        "discards": [CARD_TEXTS[card] for card in s.pile[: s.pile_size]],
        "risk": next(iter(lying[ASIDE]), None),
        "dealer": None if s.dealer < 0 else s.dealer,
        "final": bool(s.final),
        "out": [bool(s.out[seat]) for seat in seats],
        "finished": sorted((seat for seat in seats if s.place[seat]), key=lambda seat: s.place[seat]),
        "stall": s.stall,
        "turn": s.turn if s.phase in (ACTION, COMMIT, LATE, DRAW, KINGS) else None,
        "phase": PHASES.get(s.phase, "chance"),
        "to_act": [seat for seat in seats if game.count(seat)],
        "winners": list(result.winners) if over else None,
        "scores": list(result.scores) if over else None,
        "reason": REASONS[s.reason] if over else None,
    }


BOTH = Comparison(GIFT, snapshot, GiftOracle.snapshot, chance_acts)
