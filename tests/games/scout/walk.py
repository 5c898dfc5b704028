"""Random matches, step by step; and the rules of R12 and R14 written down a second time, as simply as possible."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from tefuda import Match
from tefuda.games.option import check_options
from tefuda.games.scout.game import SCOUT, state_of
from tefuda.games.scout.state import N_ACTIONS, State
from tefuda.games.scout.view import View
from tefuda.kernel import CHANCE, OVER

from .position import Card, deck, seen

TABLES = [("oink", 2), *((edition, seats) for edition in ("first", "draft", "short") for seats in (3, 4, 5))]
TEXTS = [SCOUT.move_text(action) for action in range(N_ACTIONS)]


class Step(NamedTuple):
    before: State
    seat: int
    legal: list[str]  # the moves it could choose from
    move: str
    after: State  # before chance acts


def walk(edition: str, seats: int, seed: int, plays: float = 0.5, turn_cap: int = 60) -> Iterator[Step]:
    """All moves of a random match. `plays` is how likely a seat plays where it may also scout."""
    rng = random.Random(seed)
    options = check_options(SCOUT.options, {"edition": edition, "turn_cap": turn_cap})
    game = SCOUT.begin(seats, options)
    after: State | None = None
    while game.actor() != OVER:
        if game.actor() == CHANCE:
            game.deal(game.draw(rng.getrandbits(62)))
            after = None
            continue
        seat, before = game.actor(), after if after is not None else state_of(game)
        legal = [TEXTS[action] for action in game.legal(seat)]
        kinds = sorted({move.split()[0] for move in legal})
        if "play" in kinds and len(kinds) > 1:
            kinds = ["play"] if rng.random() < plays else [kind for kind in kinds if kind != "play"]
        kind = rng.choice(kinds)
        move = rng.choice([move for move in legal if move.startswith(kind)])
        game.apply(seat, SCOUT.parse_move(move))
        after = state_of(game)
        yield Step(before, seat, legal, move, after)


def first_turns(match: Match) -> list[View]:
    """Plays a match at random to its end; gives what a spectator sees at the first turn of each round."""
    rng = random.Random(25)
    found: list[View] = []
    while match.actor is not None:
        view = seen(match, None)
        if view.phase == "turn" and view.round > len(found):
            found.append(view)
        match.play(match.actor, rng.choice(match.moves(match.actor)))
    return found


def hand_of(s: State, seat: int) -> list[Card]:
    return [(card & 15, card >> 4 & 15) for card in s.hands[seat][: s.hand_size[seat]]]


def table_of(s: State) -> list[Card]:
    return [(card & 15, card >> 4 & 15) for card in s.table[: s.table_size]]


# ---- R12 and R14 once more


def is_set(values: list[int]) -> bool:
    steps = {b - a for a, b in pairwise(values)}
    return len(values) >= 1 and steps in (set(), {0}, {1}, {-1})


def stronger(values: list[int], table: list[int]) -> bool:
    if len(values) != len(table):
        return len(values) > len(table)
    if len(values) > 1 and (values[0] == values[1]) != (table[0] == table[1]):
        return values[0] == values[1]
    return min(values) > min(table)


def legal_plays(hand: list[int], table: list[int]) -> list[tuple[int, int]]:
    """(first, size) of each legal Play, the leftmost card being 1."""
    found = []
    for first in range(len(hand)):
        for stop in range(first + 1, len(hand) + 1):
            if is_set(hand[first:stop]) and (not table or stronger(hand[first:stop], table)):
                found.append((first + 1, stop - first))
    return found


def random_cards(rng: random.Random, seats: int) -> tuple[str, str]:
    """A table set and a hand of at most 15 cards, as texts; numbers are drawn so that sets are frequent."""
    free = sorted(deck(seats))
    top = 9 if seats == 3 else 10
    size, step, value = rng.choice((1, 1, 2, 2, 2, 3, 3, 4)), rng.choice((-1, 0, 1)), rng.randint(1, top)
    wanted = [value + step * i for i in range(size)]
    if min(wanted) < 1 or max(wanted) > top:
        wanted = [value] * size
    for _ in range(rng.randint(1, 15)):
        wanted.append(min(top, max(1, wanted[-1] + rng.choice((-2, -1, -1, 0, 0, 1, 1, 3)))))
    cards = []
    for up in wanted:
        fitting = [card for card in free if up in card]
        if not fitting:
            continue
        card = rng.choice(fitting)
        free.remove(card)
        cards.append(f"{up}/{sum(card) - up}")
    return " ".join(cards[:size]), " ".join(cards[size:])
