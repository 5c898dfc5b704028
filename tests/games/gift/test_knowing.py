"""After every move each reader remembers what a second reading says, no more and no less."""

from __future__ import annotations

import random

import pytest

from tefuda.games.gift.game import GIFT, state_of
from tefuda.games.gift.moves import CARD_TEXTS
from tefuda.games.gift.state import ACTION, ANSWER, DEAL, DRAW, HAND, KINGS, NOBODY, RISK, SWAP, State
from tefuda.games.gift.view import View
from tefuda.games.option import check_options
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.plain import Game
from tests.games.walking import Table

from .knowing import Knowing, gift_card, held_by
from .walk import BUILDING, TABLES, WASTING

MATCHES = 3
BREAKING = BUILDING | {"break": 1, "offer": 0.5, "discard": 0.2}
MORE: list[Table] = [
    (4, {}, BREAKING),
    (3, {"discard_face_up": False}, BREAKING),
    (2, {"break_late": True}, WASTING | {"break": 1}),
    (4, {"discard_face_up": False, "shuffle_recycle": False}, WASTING | {"break": 0.3}),
    (3, {"stall_turns": 60}, WASTING | {"break": 0.02}),  # once the discards have become the deck
]
EVERY = [*TABLES, *MORE]
IDS = [f"{number}-{table[0]}-{'-'.join(table[1])}" for number, table in enumerate(EVERY)]


@pytest.mark.parametrize("table", EVERY, ids=IDS)
def test_memory_is_what_was_seen(table: Table) -> None:
    """R10, R12, R16, R17, R26, R28, R30: what each of them tells about where cards are."""
    seats, options, likely = table
    values, rng = check_options(GIFT.options, options), random.Random(seats)
    for _ in range(MATCHES):
        game = GIFT.begin(seats, values)
        knowing = Knowing(seats, bool(values["discard_face_up"]), bool(values["shuffle_recycle"]))
        while game.actor() != OVER:
            before = state_of(game).clone()
            if game.actor() == CHANCE:
                game.deal(drawn := game.draw(rng.getrandbits(62)))
                chance(knowing, before, state_of(game), drawn)
            else:
                legal = GIFT.move_texts(game.legal(before.turn))
                kinds = sorted({move.split()[0] for move in legal})
                kind = rng.choices(kinds, [likely.get(kind, 1) for kind in kinds])[0]
                move = rng.choice([move for move in legal if move.startswith(kind)])
                game.apply(before.turn, GIFT.parse_move(move))
                play(knowing, before, state_of(game), move)
            after = state_of(game)
            if knowing.pile and not after.pile_size:
                knowing.recycle()
            knowing.after(after)
            assert game.rounds() == (game.actor() == OVER)
            if after.phase >= ACTION:
                assert_seen(game, after, knowing)


def chance(knowing: Knowing, before: State, after: State, drawn: list[int]) -> None:
    cards = [CARD_TEXTS[card] if card < len(CARD_TEXTS) else "" for card in drawn]
    if before.phase == DEAL:
        for i, card in enumerate(cards):
            knowing.comes(i // HAND, card, knowing.clock)
    elif before.phase == RISK:
        knowing.show(cards[0], {before.dealer})
    elif before.phase == DRAW:
        knowing.order = knowing.order[1:]
        knowing.comes(before.drawer, cards[0], knowing.clock)
    elif before.phase == ANSWER and drawn[0] == NOBODY:
        knowing.tick(CARD_TEXTS[before.asked])  # R12
    elif before.phase in (ANSWER, SWAP):
        card = cards[0]
        gift_for = gift_card(before) if before.phase == ANSWER else ""
        knowing.goes(before.where[drawn[0]], card, gift_for)
    elif before.phase == KINGS:
        for card in cards:
            knowing.comes(after.where[CARD_TEXTS.index(card)], card, knowing.broke)


def play(knowing: Knowing, before: State, after: State, move: str) -> None:
    seat, (kind, *words) = before.turn, move.split()
    if kind == "place":
        lay(knowing, before, after, words)
    elif kind == "discard":
        knowing.discard(seat, words[0], held_by(before, seat), gift_card(before))
    elif kind == "success":
        lay(knowing, before, after, held_by(before, seat)[::-1])  # the Gift before the K
    elif kind == "break":
        knowing.break_up(before)
    elif kind == "pass" and before.phase == ACTION:
        knowing.goes(seat, "gift", "")  # R19: nobody else passes


def lay(knowing: Knowing, before: State, after: State, cards: list[str]) -> None:
    knowing.lay(before.turn, cards, gift_card(before), gift_card(after))
    if "gift" in cards and not knowing.face_up and after.where[after.gift_for] >= knowing.seats:
        knowing.tick(gift_card(after))  # R16: no swap is due


def seen(game: Game, reader: int | None) -> View:
    view = GIFT.view(game, reader)
    assert isinstance(view, View)
    return view


def assert_seen(game: Game, s: State, knowing: Knowing) -> None:
    for reader in (None, *range(knowing.seats)):
        view = seen(game, reader)
        assert view.memory == knowing.memory(reader)
        assert view.discards == knowing.discards(reader)
        assert (view.open, view.known) == knowing.in_hands(s, reader)
        assert view.drawer is None
        if s.turns % 6 == 0:
            first = state_of(GIFT.world(view))
            for seat in range(knowing.seats):
                assert all(first.known[card] >> seat & 1 for card in first.hand[seat][: first.hand_size[seat]])
            unclear = [any(low != high for low, high in hand) for hand in view.memory["came"]]
            assert [*map(bool, first.blurred[: knowing.seats])] == unclear
            assert_world_fits(game.redeal(reader, s.turns), reader, knowing)


def assert_world_fits(world: Game, reader: int | None, knowing: Knowing) -> None:
    """A world dealt from the real one shows the reader the same; of what it cannot see, nobody else has seen more."""
    assert seen(world, reader).memory == knowing.memory(reader)
    unseen = [card for card, known in knowing.known.items() if reader not in known]
    for other in range(knowing.seats):
        if other != reader:
            memory = seen(world, other).memory
            assert not [card for card in unseen if card in memory["stocked"] or card in memory["gave"]]
