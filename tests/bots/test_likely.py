"""Hands as players come to hold them: what `likely` may change of a world, what it must, and who asks it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from tefuda.bots.expert import row_for
from tefuda.games import GAMES
from tefuda.games.option import check_options
from tefuda.games.scout.likely import ALONE, KINDS, LIKELY, LONGER, SCOUTED_ALONE, count_hand
from tefuda.games.scout.rules import face as card_of
from tefuda.games.scout.state import KNOWN, PLACED, TURN, State, Work
from tefuda.kernel import OVER
from tefuda.kernel.engine import engine_in
from tefuda.kernel.plain import Game

SCOUT = GAMES["scout"]


def positions(seats: int, options: dict[str, object]) -> Iterator[Game]:
    """Some of rounds of `expert`, in the plain form, where a seat is to play or scout."""
    plain = engine_in("scout", "plain").Game
    for deal in range(5):
        game = SCOUT.begin(seats, check_options(SCOUT.options, options))
        net = row_for(SCOUT, game)
        game.settle(deal)
        while game.actor() != OVER and game.rounds() == 0:
            state = SCOUT.state(game)
            if state.phase == TURN and state.turns % 4 == deal % 4:
                yield plain.unpack(game.pack(), seats)
            game.apply(game.actor(), game.think(game.actor(), net, 1))


@pytest.mark.parametrize(
    ("seats", "options"), [(3, {}), (4, {"insert_visible": True}), (5, {"edition": "draft"}), (2, {"edition": "oink"})]
)
def test_a_likely_world_is_one_that_the_seat_cannot_rule_out(seats: int, options: dict[str, object]) -> None:
    """To the seat nothing has changed, no card is lost, and who is known to hold a card still does."""
    moved = known = placed = 0
    for number, game in enumerate(positions(seats, options)):
        seat = game.actor()
        world = game.redeal(seat, number)
        dealt = world.clone()
        world.rules.likely(world.s, world.work, seat)
        assert world.sound() == 0
        assert SCOUT.view(world, seat) == SCOUT.view(dealt, seat) == SCOUT.view(game, seat)
        assert cards(world) == cards(dealt)
        moved += world.pack() != dealt.pack()
        for other in range(seats):
            before, after = (one.s.hands[other][: one.s.hand_size[other]] for one in (dealt, world))
            assert Counter(card_of(c) for c in before if c & KNOWN) == Counter(card_of(c) for c in after if c & KNOWN)
            assert [c if c & PLACED else 0 for c in before] == [c if c & PLACED else 0 for c in after]
            known += sum(c & KNOWN > 0 for c in before)
            placed += sum(c & PLACED > 0 for c in before)
    assert known > 5
    assert placed > 5 if "insert_visible" in options else placed == 0
    assert moved == 0 if options.get("edition") == "oink" else moved > 20


def cards(game: Game) -> list[int]:
    return sorted(card_of(card) for seat in range(game.seats) for card in game.s.hands[seat][: game.s.hand_size[seat]])


def test_likely_hands_hang_together_as_real_ones_do() -> None:
    """Dealt at random they do not: of what a hand has, each kind comes nearer to what `expert` holds."""
    totals = {"real": [0] * KINDS, "dealt": [0] * KINDS, "likely": [0] * KINDS}
    for number, game in enumerate(positions(4, {})):
        seat = game.actor()
        add(totals["real"], game, seat)
        world = game.redeal(seat, number)
        add(totals["dealt"], world, seat)
        world.rules.likely(world.s, world.work, seat)
        add(totals["likely"], world, seat)
    for kind in (ALONE, LONGER, SCOUTED_ALONE):
        real, dealt, made = (totals[name][kind] for name in ("real", "dealt", "likely"))
        assert abs(made - real) < abs(dealt - real) / 2, kind


def test_moves_are_weighed_in_likely_worlds() -> None:
    """The same once more, move by move: in the world that was dealt they would often be worth something else."""
    tried = other = 0
    for number, game in enumerate(positions(4, {})):
        seat = game.actor()
        actions = game.legal(seat)[:3]
        found = [one.sum for one in game.weigh(seat, actions, 1, number, SCOUT.weights.CLUB)]
        world = game.redeal(seat, number)
        dealt = world.clone()
        world.rules.likely(world.s, world.work, seat)
        assert found == pytest.approx([gained(world, seat, action) for action in actions])
        tried += 1
        other += found != pytest.approx([gained(dealt, seat, action) for action in actions])
    assert tried > 20 and other > tried / 2


def gained(world: Game, seat: int, action: int) -> float:
    """What the seat gains by the action, less what the others gain on average, if all then play like `club`."""
    after = world.clone()
    after.apply(seat, action)
    if after.rounds() == world.rounds():
        after.play_round(1, [SCOUT.weights.CLUB] * world.seats)
    gains = [new - old for new, old in zip(after.scores(), world.scores(), strict=True)]
    return gains[seat] - (sum(gains) - gains[seat]) / (world.seats - 1)


def add(total: list[int], game: Game, seat: int) -> None:
    for other in range(game.seats):
        if other != seat:
            count_hand(game.s, game.work, other)
            for kind in range(KINDS):
                total[kind] += game.work.rank[kind]


def test_what_is_counted_of_a_hand() -> None:
    """By hand: 9 | 2 3 | 5 5 5 | 1 2 3 4 5 | 8 8, the 9 and a 5 known, against three on the table."""
    s, w = State(), Work()
    s.seats, s.turn, s.scouts, s.table_size = 3, 0, 1, 3
    s.table[:3] = [0x15, 0x25, 0x35]
    hand = [9 | KNOWN, 2, 3, 5, 5 | KNOWN, 5, 1, 2, 3, 4, 5, 8, 8]
    s.hands[2][: len(hand)] = hand
    s.hand_size[2] = len(hand)
    count_hand(s, w, 2)
    assert list(w.rank[:KINDS]) == [9, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0]
    s.scouts = 0
    count_hand(s, w, 2)
    assert list(w.rank[:KINDS]) == [9, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1]
    s.hand_size[2] = 3
    count_hand(s, w, 2)
    assert list(w.rank[:KINDS]) == [9, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    assert len(LIKELY) == 3 * KINDS
