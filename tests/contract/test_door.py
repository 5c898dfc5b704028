"""Illegal moves are refused, and what is refused changes nothing."""

from __future__ import annotations

import random

import numpy as np
import pytest

import tefuda
from tefuda import GAMES, BadNotation, IllegalMove, Match
from tests.setups import FORMS, IDS, SETUPS, Setup

USUAL = [next(setup for setup in SETUPS if setup.game == game) for game in GAMES]
JUNK = ["", " ", "\0", "?", "*", "move", "🂡", "-1", "999", "None", "nan", "deal", "; drop table", "a" * 5000]


def spoiled(move: str) -> list[str]:
    """The move with something about it that is not its text."""
    wide = move.translate({ord("0") + digit: ord("０") + digit for digit in range(10)})
    spoilt = [
        move + " ",
        " " + move,
        move + "\n",
        "\t" + move,
        move.upper(),
        move + " x",
        move + " 99",
        move + "?",
        wide,
    ]
    return [text for text in spoilt if text != move]


@pytest.mark.parametrize("setup", USUAL, ids=str)
@pytest.mark.parametrize("form", FORMS)
def test_game_accepts_an_action_if_and_only_if_it_is_listed(setup: Setup, form: str) -> None:
    rng = random.Random(str(setup))
    game = setup.begin(form)
    n_actions = setup.engine(form).n_actions
    for _ in range(8):
        while game.actor() == -1:
            game.deal(game.draw(rng.getrandbits(62)))
        if game.actor() < 0:
            break
        before = game.pack()
        for seat in range(setup.seats):
            legal = game.legal(seat)
            assert legal == sorted(set(legal))
            assert [game.nth(seat, i) for i in range(game.count(seat))] == legal
            every = range(n_actions) if form == "compiled" else rng.sample(range(n_actions), 60)
            for action in [-1, n_actions, 2**40, -(2**40), *every]:
                if action not in legal:
                    with pytest.raises(ValueError, match="not legal"):
                        game.apply(seat, action)
            for action in legal:
                copy = game.clone()
                copy.apply(seat, action)
                assert copy.pack() != before
        for seat in (-1, setup.seats, 99):
            assert game.legal(seat) == []
            with pytest.raises(ValueError, match="no seat"):
                game.apply(seat, 0)
        with pytest.raises(IndexError):
            game.nth(0, game.count(0))
        with pytest.raises(ValueError, match="chance"):
            game.draw(1)
        with pytest.raises(ValueError, match="chance"):
            game.deal([])
        assert game.pack() == before
        game.apply(game.actor(), rng.choice(game.legal(game.actor())))


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
@pytest.mark.parametrize("form", FORMS)
def test_chance_accepts_only_what_can_be_drawn(setup: Setup, form: str) -> None:
    game = setup.begin(form)
    assert game.actor() == -1
    before = game.pack()
    pool, _, count = game.chance()
    drawn = game.draw(5)
    assert len(drawn) == count
    wrong = [drawn[:-1], [*drawn, drawn[0]], [-1, *drawn[1:]], [max(pool) + 1, *drawn[1:]], []]
    if count > 1:
        wrong.append([drawn[1], *drawn[1:]])
    for bad in wrong:
        with pytest.raises(ValueError, match=r"drawn|pool"):
            game.deal(bad)
    assert game.pack() == before
    game.deal(drawn)
    assert game.pack() != before


@pytest.mark.parametrize("setup", USUAL, ids=str)
def test_match_accepts_a_text_if_and_only_if_it_is_listed(setup: Setup) -> None:
    rng = random.Random(str(setup))
    match = Match(setup.game, setup.seats, seed=3, **setup.options)
    face = setup.face
    for step in range(25):
        if not match.to_act:
            break
        text = str(match.record)
        actions = range(face.engine.n_actions)
        for seat in range(setup.seats):
            legal = match.moves(seat)
            assert bool(legal) == (seat in match.to_act)
            for junk in [*JUNK, *(bad for move in rng.sample(legal, min(3, len(legal))) for bad in spoiled(move))]:
                with pytest.raises(BadNotation):
                    match.play(seat, junk)
            for action in actions if step in (0, setup.seats + 3) else rng.sample(actions, 12):
                move = face.move_text(action)
                assert face.parse_move(move) == action
                if move not in legal:
                    with pytest.raises(IllegalMove):
                        match.play(seat, move)
        assert str(match.record) == text
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))


def test_bad_matches_are_refused_by_name() -> None:
    for arguments, word in (
        ({"game": "chess"}, "chess"),
        ({"game": "scout", "seats": 6}, "seats"),
        ({"game": "scout", "seats": True}, "seats"),
        ({"game": "scout", "seats": "4"}, "seats"),
        ({"game": "scout", "edition": "second"}, "edition"),
        ({"game": "scout", "edition": "oink", "seats": 4}, "seats"),
        ({"game": "scout", "turn_cap": 0}, "turn_cap"),
        ({"game": "scout", "turn_cap": 1.5}, "turn_cap"),
        ({"game": "scout", "insert_visible": "yes"}, "insert_visible"),
        ({"game": "scout", "jokers": 2}, "jokers"),
        ({"game": "scout", "seed": "seven"}, "seed"),
        ({"game": "scout", "names": ["a\nb"]}, "name"),
        ({"game": "scout", "names": list("abcde")}, "names"),
    ):
        with pytest.raises(ValueError, match=word):
            Match(**arguments)


def test_seats_that_are_not_there_are_refused() -> None:
    match = Match("scout", seats=3, seed=1)
    for seat in (-1, 3, "0", None, 1.0, True):
        with pytest.raises(IllegalMove, match="no seat"):
            match.play(seat, "keep")  # type: ignore[arg-type]  # wrong on purpose
        with pytest.raises(ValueError, match="no seat"):
            match.moves(seat)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(BadNotation):
        match.play(0, 7)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(ValueError, match="no seat"):
        match.view(3)


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_batch_refuses_illegal_actions_and_changes_nothing(setup: Setup) -> None:
    for form in ("plain", "compiled"):
        numbers = setup.face.numbers(setup.options)
        batch = setup.engine(form).Batch(3, setup.seats, numbers, 7)
        actions = np.zeros(3, np.int16)
        batch.draw_actions(actions)
        before = batch.states.view(np.uint8).tobytes()
        for wrong in (-1, setup.engine(form).n_actions, int(np.flatnonzero(batch.masks[2] == 0)[0])):
            bad = actions.copy()
            bad[2] = wrong
            with pytest.raises(ValueError, match="not legal in game 2"):
                batch.step(bad)
        with pytest.raises(ValueError, match="need 3 actions"):
            batch.step(actions[:2])
        with pytest.raises(IndexError):
            batch.reset([3])
        with pytest.raises(ValueError, match="seeds"):
            batch.reset([0, 1], [5])
        assert batch.states.view(np.uint8).tobytes() == before
        batch.step(actions)
        assert batch.states.view(np.uint8).tobytes() != before


def test_the_three_errors_are_value_errors() -> None:
    assert all(issubclass(error, ValueError) for error in (tefuda.BadNotation, tefuda.IllegalMove, tefuda.BadRecord))


@pytest.mark.parametrize("name", list(GAMES))
def test_a_text_is_legal_if_and_only_if_it_is_among_the_moves(name: str) -> None:
    rng = random.Random(name)
    match, texts = Match(name, seed=3), set[str]()
    for _ in range(30):
        for seat in range(match.seats):
            moves = match.moves(seat)
            texts.update(moves)
            assert match.may_act(seat) == bool(moves)
            assert {text for text in texts if match.is_legal(seat, text)} == set(moves)
        if not match.to_act:
            break
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))
    with pytest.raises(BadNotation):
        match.is_legal(0, "nonsense")
