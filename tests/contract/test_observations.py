"""An observation says what the view says, and nothing else; the secrets are what it hides; all forms write the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tefuda.kernel.record import fields
from tests.contract.positions import positions
from tests.setups import FORMS, IDS, SETUPS, Setup

GAMES_PLAYED = sorted({setup.game for setup in SETUPS})


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_forms_observe_alike(setup: Setup) -> None:
    for game in positions(setup, 6):
        copies = [setup.engine(form).Game.unpack(game.pack(), setup.seats) for form in FORMS]
        for seat in range(setup.seats):
            assert len({copy.observe(seat) for copy in copies}) == 1
            assert len({copy.reveal(seat) for copy in copies}) == 1


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_batches_observe_as_games_do(setup: Setup) -> None:
    numbers = setup.face.numbers(setup.options)
    batches = [
        setup.engine(form).Batch(4, setup.seats, numbers, 3, observe=True, reveal=True)
        for form in ("plain", "compiled")
    ]
    actions = np.zeros(4, np.int16)
    for _ in range(25):
        for batch in batches:
            batch.draw_actions(actions)
            batch.step(actions)
        for name in ("observed", "last", "secrets"):
            assert (getattr(batches[0], name) == getattr(batches[1], name)).all(), name
        for i, state in enumerate(batches[0].states):
            game = setup.face.engine.Game.unpack(state.tobytes(), setup.seats)
            seat = int(batches[0].actors[i])
            assert batches[1].observed[i].tobytes() == game.observe(seat)
            assert batches[1].secrets[i].tobytes() == game.reveal(seat)


@pytest.mark.parametrize("game", GAMES_PLAYED)
def test_the_last_observation_is_that_of_the_seat_that_ended_the_match(game: str) -> None:
    setup = next(setup for setup in SETUPS if setup.game == game and setup.seats == 2)
    numbers = setup.face.numbers(setup.options)
    going, stopping = (
        setup.engine("compiled").Batch(8, 2, numbers, 1, restart, observe=True) for restart in (True, False)
    )
    actions = np.zeros(8, np.int16)
    while not stopping.ended.any():
        seats = stopping.actors.copy()
        for batch in (going, stopping):
            batch.draw_actions(actions)
            batch.step(actions)
    for i in np.flatnonzero(stopping.ended):
        over = setup.face.engine.Game.unpack(stopping.states[i].tobytes(), 2)
        assert going.last[i].tobytes() == stopping.last[i].tobytes() == over.observe(int(seats[i]))
        assert going.actors[i] >= 0


@pytest.mark.parametrize("game", GAMES_PLAYED)
@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_observed_without_eyes_or_before_the_deal(game: str, form: str) -> None:
    setup = next(setup for setup in SETUPS if setup.game == game)
    new = setup.begin(form)
    for ask in (new.observe, new.reveal):
        with pytest.raises(ValueError, match="chance"):
            ask(0)
        for seat in (-1, setup.seats):
            with pytest.raises(ValueError, match="no seat"):
                ask(seat)


@pytest.mark.parametrize("game", GAMES_PLAYED)
def test_a_row_is_made_of_int16_alone(game: str) -> None:
    """So a row can be read as one flat array."""
    engine = next(setup for setup in SETUPS if setup.game == game).engine("plain")
    for record in (engine.Observation, engine.Secrets):
        assert {field.kind for field in fields(record)} == {"i2"}


# ---- the fields say what the view says


def rows_and_views(game: str) -> list[tuple[Any, Any, Any]]:
    """Observation, secrets and view of every seat, in positions of all setups of a game; plain records."""
    found = []
    for setup in SETUPS:
        if setup.game == game:
            engine = setup.engine("plain")
            for position in positions(setup, 8):
                for seat in range(setup.seats):
                    seen = engine.Observation.unpack(position.observe(seat))
                    secrets = engine.Secrets.unpack(position.reveal(seat))
                    found.append((seen, secrets, setup.face.view(position, seat)))
    return found


def turned(view: Any, per_seat: list[Any]) -> list[Any]:
    """In the order of the seats, from the one whose observation it is."""
    return per_seat[view.seat :] + per_seat[: view.seat]


def test_scout_fields() -> None:
    for seen, secrets, view in rows_and_views("scout"):
        n = view.seats
        assert [card[:2] for card in seen.hand[: seen.hand_size[0]]] == view.hand
        assert [card for card in seen.table if card != [0, 0]] == view.table
        for ours, theirs in (
            ("hand_size", view.hand_sizes),
            ("chips", view.chips),
            ("captured", view.captured),
            ("score", view.scores),
        ):
            assert getattr(seen, ours)[:n] == turned(view, theirs), ours
        pairs = [[low, high] for high in range(2, 11) for low in range(1, high)]
        for k, known in enumerate(turned(view, view.known)):
            if k > 0:
                assert sorted(pairs[i] for i in range(45) if seen.where[i] == 1 + k) == known
            else:
                assert sorted(sorted(card[:2]) for card in seen.hand if card[2]) == known
        assert sorted(pairs[i] for i in range(45) if seen.where[i] == 0) == sorted(view.gone)
        assert sorted(pairs[i] for i in range(45) if seen.where[i] == 8) == sorted(view.out + view.out_own)
        for k, placed in enumerate(turned(view, view.placed)):
            for place, up, down in placed if k > 0 else ():
                assert seen.place[pairs.index(sorted((up, down)))] == (place if up < down else -place)
        for k, row in enumerate(secrets.hands[: n - 1]):
            assert sum(number > 0 for number in row) == 2 * seen.hand_size[k + 1]


def test_twentythree_fields() -> None:
    for seen, secrets, view in rows_and_views("twentythree"):
        n = view.seats
        for ours, theirs in (("hand", view.hand), ("discards", view.discards), ("laid", view.pile["cards"])):
            assert [v for v in range(1, 24) for _ in range(getattr(seen, ours)[v - 1])] == sorted(theirs), ours
        for ours, theirs in (
            ("hand_size", view.hand_sizes),
            ("penalty", view.penalty),
            ("bonus", view.bonus),
            ("score", view.scores),
            ("below", view.below),
        ):
            assert getattr(seen, ours)[:n] == turned(view, theirs), ours
        assert seen.forced == (-1 if view.forced is None else (view.forced - view.seat) % n)
        if view.phase == "play":
            assert [sum(row) for row in secrets.hands[: n - 1]] == seen.hand_size[1:n]


def test_solo_fields() -> None:
    from tefuda.games.solo.moves import CARDS

    for seen, secrets, view in rows_and_views("solo"):
        n = view.seats
        for ours, theirs in (("hand", view.hand), ("heap", view.heap)):
            assert sorted(CARDS[f] for f in range(63) for _ in range(getattr(seen, ours)[f])) == sorted(theirs), ours
        assert seen.hand_size[:n] == turned(view, view.hand_sizes)
        assert seen.score[:n] == turned(view, view.scores)
        for name in ("owes", "called", "blockers"):
            assert getattr(seen, name)[:n] == turned(view, [int(p in getattr(view, name)) for p in range(n)]), name
        assert CARDS[seen.top - 1] == view.top
        for k in range(1, n):
            known = [CARDS[f] for f in range(63) for _ in range(seen.known[k - 1][f])]
            assert known == view.known.get(str((view.seat + k) % n), [])
            assert sum(secrets.hands[k - 1]) == seen.hand_size[k]


def test_gift_fields() -> None:
    from tefuda.games.gift.moves import CARD_TEXTS, SUIT_TEXTS

    for seen, secrets, view in rows_and_views("gift"):
        n = view.seats
        assert [CARD_TEXTS[i] for i in range(49) if seen.where[i] == 1] == view.hand
        assert [CARD_TEXTS[card - 1] if card else "?" for card in seen.pile[: seen.pile_size]] == view.discards
        assert {CARD_TEXTS[i]: (seen.where[i] - 1 + view.seat) % n for i in range(49) if 2 <= seen.where[i] <= 4} == {
            card: seat for card, seat in (view.open | view.known).items() if seat != view.seat
        }
        for ours, theirs in (
            ("hand_size", view.hand_sizes),
            ("given", view.given),
            ("score", view.scores),
            ("out", [int(out) for out in view.out]),
            ("commit", [0 if suit is None else SUIT_TEXTS.index(suit) + 1 for suit in view.commitments]),
        ):
            assert getattr(seen, ours)[:n] == turned(view, theirs), ours
        assert [row["size"] for row in view.rows.values()] == seen.size
        for k in range(1, n):
            assert sum(place == 1 + k for place in secrets.where) == seen.hand_size[k]
