"""Section 4 of the rules: after every move each reader knows of each hand what a second reading of the rules says."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tefuda.games.option import check_options
from tefuda.games.solo.game import SOLO, state_of
from tefuda.games.solo.moves import CARDS
from tefuda.games.solo.state import DEAL, DRAWING, DRAWN
from tefuda.games.solo.view import View, hand_of
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.plain import Game

from .knowing import Knowing, is_number

MOVES = 400
TELLING = ("give", "triple", "accept", "X ", "G ", "A")  # moves that let cards be known
GAMES: list[tuple[int, dict[str, Any]]] = [
    (2, {"solo_on_multi_out": True}),
    (3, {}),
    (4, {"triple_jump_in": True, "jump_in_actions": True}),
    (3, {"play_any_after_draw": True, "solo_before": True}),
    (5, {"triple_must_be_all": False, "triple_jump_in": True}),
]


@pytest.mark.parametrize(("seats", "options"), GAMES, ids=[f"{seats}-{'-'.join(o)}" for seats, o in GAMES])
def test_known_and_lacks_are_what_was_seen(seats: int, options: dict[str, Any]) -> None:
    """R8, R10, R14, R15, R18: where each card went before whose eyes; no more is known and no less."""
    rng, told = random.Random(seats), Counter[str]()
    values = check_options(SOLO.options, options)
    game = SOLO.begin(seats, values)
    knowing = Knowing(seats, bool(values["triple_must_be_all"]), not values["play_any_after_draw"])
    moves = deals = 0
    while moves < MOVES:
        s = state_of(game)
        if game.actor() == OVER:
            assert game.rounds() == deals
            game, deals = SOLO.begin(seats, values), 0
        elif game.actor() == CHANCE:
            drawn = game.draw(rng.getrandbits(62))
            if s.phase == DEAL:
                knowing.deal()
                deals += 1
            elif s.phase == DRAWING:
                knowing.draw(s.drawer, len(drawn))
            game.deal(drawn)
        else:
            assert game.rounds() == deals - 1
            for reader in knowing.readers:
                view = look(game, reader)
                assert view.known == knowing.known(reader)
                assert view.lacks == knowing.lacks(reader)
                told.update({"known": bool(view.known), "lacks": bool(view.lacks)})
                if moves % 10 == 0:
                    assert_world_fits(game.redeal(reader, moves), reader, knowing)
            seat = rng.choice([seat for seat in range(seats) if game.count(seat)])
            legal = SOLO.move_texts(game.legal(seat))
            move = rng.choices(legal, [6 if any(word in text for word in TELLING) else 1 for text in legal])[0]
            drawn_now = CARDS[s.drawn] if s.phase == DRAWN and s.turn == seat else ""
            knowing.play(seat, move, [hand_of(s, other) for other in range(seats)], s.direction, drawn_now)
            game.apply(seat, SOLO.parse_move(move))
            moves += 1
    assert told["known"] > 50
    assert told["lacks"] > 50 or not values["triple_must_be_all"]


def look(game: Game, reader: int | None) -> View:
    view = SOLO.view(game, reader)
    assert isinstance(view, View)
    return view


def assert_world_fits(world: Game, reader: int | None, knowing: Knowing) -> None:
    """What the reader knows holds in a world dealt from the real one, in which nobody else knows anything."""
    view, s = look(world, reader), state_of(world)
    assert (view.known, view.lacks) == (knowing.known(reader), knowing.lacks(reader))
    for other in knowing.readers:
        if other != reader:
            assert (look(world, other).known, look(world, other).lacks) == ({}, {})
    for seat in range(knowing.seats):
        if seat != reader:
            of, cards = knowing.hands[reader, seat], Counter(hand_of(s, seat))
            assert of.known <= cards
            for number, lacking in view.lacks.get(str(seat), {}).items():
                unknown = (cards - of.known).elements()
                assert sum(is_number(card) and card[1] == number for card in unknown) <= len(of.others) - lacking
