"""What the network of `expert` is told of cards that others may hold, counted once more from the view."""

from __future__ import annotations

import random
from collections import Counter

from tefuda.games.option import check_options
from tefuda.games.solo.game import SOLO
from tefuda.games.solo.inputs import KNOWN, KNOWN_FITTING, OTHERS, UNSEEN, UNSEEN_COLOURS, UNSEEN_FITTING
from tefuda.games.solo.view import View
from tefuda.kernel import OVER
from tefuda.kernel.net import FULL

from .position import COLOURS, DECK

BLACKS = ("W", "A", "W4", "K")


def fits(view: View, card: str) -> bool:
    """R4, R5."""
    same = view.top not in BLACKS and view.top[0] in COLOURS and card[1:] == view.top[1:]
    return view.colour in ("any", card[0]) or card.startswith(BLACKS) or (card[0] in COLOURS and same)


def test_unseen_and_known_cards_are_those_of_the_view() -> None:
    rng, known = random.Random(4), Counter[int]()
    for match in range(8):
        seats = 2 + match % 4
        game = SOLO.begin(seats, check_options(SOLO.options, {}))
        for event in range(90):
            if not game.settle(1000 * match + event) or game.actor() == OVER:
                break
            for seat in range(0, seats, 2):
                view, told = SOLO.view(game, seat), game.inputs(seat)
                assert isinstance(view, View) and view.hand is not None
                unseen = DECK - Counter(view.hand) - Counter(view.heap)
                fitting, counted = Counter[int](), Counter[int]()
                for other, cards in view.known.items():
                    unseen -= Counter(cards)
                    place = (int(other) - seat) * view.direction % seats
                    counted[place] = len(cards)
                    fitting[place] = sum(fits(view, card) for card in cards)
                share = sum(n for card, n in unseen.items() if fits(view, card)) * 20 // unseen.total()
                assert [k for k in range(12) if UNSEEN_FITTING + k in told] == [min(11, max(0, share - 2))]
                coloured = [
                    sum(n for card, n in unseen.items() if colour == (card[1] if card[0] == "K" else card[0]))
                    for colour in COLOURS
                ]
                assert sorted(told.get(UNSEEN_COLOURS + k, 0) for k in range(4)) == sorted(coloured)
                black = [sum(n for card, n in unseen.items() if card.rstrip("rgyb") == kind) for kind in BLACKS]
                fed = sorted(told.get(UNSEEN + kind, 0) for kind in range(len(BLACKS)))
                assert fed == sorted(n * FULL // 4 for n in black)
                for place in range(1, OTHERS + 1):
                    assert told.get(KNOWN + place - 1, 0) == min(127, FULL // 4 * counted[place])
                    at = KNOWN_FITTING + 3 * (place - 1)
                    wanted = [min(fitting[place], 3) - 1] if fitting[place] else []
                    assert [k for k in range(3) if at + k in told] == wanted
                    known[min(fitting[place], 3)] += 1
            game.apply(game.actor(), rng.choice(game.legal(game.actor())))
    assert min(known[n] for n in range(4)) > 20
