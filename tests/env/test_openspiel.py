"""The OpenSpiel games pass OpenSpiel's own random simulations; deals have the right probabilities; nobody's state
string shows what is hidden."""

from __future__ import annotations

import importlib.util
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

from tefuda import GAMES, Match
from tefuda.env import observation_parts
from tefuda.env.openspiel import state_of  # and registers the games
from tests.env.setups import EDITION_IDS, EDITIONS, FIRST
from tests.setups import Setup

EXAMPLES = Path(__file__).parents[2] / "examples"
# OpenSpiel asks everything after every move, so matches are kept short.
BRIEF: dict[str, dict[str, Any]] = {"scout": {"turn_cap": 12}, "solo": {"target_score": 1}, "gift": {"stall_turns": 6}}


def load(setup: Setup) -> Any:
    options = setup.options | BRIEF.get(setup.game, {})
    return pyspiel.load_game(f"tefuda_{setup.game}_v{setup.face.version}", {"players": setup.seats, **options})


@pytest.mark.parametrize("setup", EDITIONS, ids=EDITION_IDS)
def test_openspiel_s_own_simulations(setup: Setup) -> None:
    pyspiel.random_sim_test(load(setup), num_sims=1, serialize=setup is FIRST[setup.game], verbose=False)


def positions(game: Any, seed: int, count: int) -> list[Any]:
    """States of random matches where somebody decides, or the match is over."""
    rng = random.Random(seed)
    found: list[Any] = []
    while len(found) < count:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node() and rng.random() < 0.3:
                found.append(state.clone())
            state.apply_action(rng.choice(state.legal_actions()))
        found.append(state)
    return found[:count]


@pytest.mark.parametrize("game", sorted(FIRST))
def test_observations_are_those_of_the_kernel(game: str) -> None:
    loaded = load(FIRST[game])
    everything = pyspiel.PrivateInfoType.ALL_PLAYERS
    perfect = loaded.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=everything))
    for state in positions(loaded, 1, 20):
        match = state.position.match
        for player in range(loaded.num_players()):
            row = np.frombuffer(match.observe(player), np.int16)
            assert np.array_equal(state.observation_tensor(player), row)
            perfect.set_from(state, player)
            hidden = np.frombuffer(match.reveal(player), np.int16)
            assert np.array_equal(perfect.tensor, np.concatenate([row, hidden]))
    assert loaded.observation_tensor_shape() == [observation_parts(game)[-1].stop]


@pytest.mark.parametrize("game", sorted(FIRST))
def test_an_information_state_is_the_record_as_the_seat_may_read_it(game: str) -> None:
    """The same moves and draws as a match: the same lines."""
    from tefuda import Match

    loaded = load(FIRST[game])
    state = positions(loaded, 2, 40)[-1]
    drawn = iter([event.drawn for event in state.position.happened if event.seat < 0])
    options = FIRST[game].options | BRIEF.get(game, {})
    match = Match(game, loaded.num_players(), draw=lambda face, game, index: next(drawn), **options)
    for event in state.position.happened:
        if event.seat >= 0:
            match.play(event.seat, GAMES[game].move_text(event.action))
    for player in range(loaded.num_players()):
        told = match.record.seen_by(player).events
        assert state.information_state_string(player).splitlines() == [str(event) for event in told]


def test_a_deal_has_the_chances_of_a_shuffled_pack() -> None:
    """SCOUT for three: 36 cards, each either way up; then 35."""
    state = pyspiel.load_game("tefuda_scout_v1(players=3)").new_initial_state()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 72
    assert {chance for _, chance in outcomes} == {1 / 72}
    state.apply_action(1 + 16 * 2)
    left = [value for value, _ in state.chance_outcomes()]
    assert len(left) == 70 and 1 + 16 * 2 not in left and 2 + 16 * 1 not in left
    # 23 for two, after who gets the 1: three copies of 2 among 65 other cards.
    state = pyspiel.load_game("tefuda_twentythree_v2(players=2)").new_initial_state()
    state.apply_action(0)
    chances = dict(state.chance_outcomes())
    assert sum(chances.values()) == pytest.approx(1)
    assert chances[2] == pytest.approx(copies(2) / 65)


def copies(number: int) -> int:
    from tefuda.games.twentythree import rules

    return rules.copies(number)


def test_final_scores_are_within_their_bounds() -> None:
    for setup in FIRST.values():
        loaded = load(setup)
        for state in positions(loaded, 3, 30):
            if state.is_terminal():
                assert state.returns() == [float(score) for score in state.position.match.scores()]
                assert all(loaded.min_utility() <= score <= loaded.max_utility() for score in state.returns())
        assert setup.face.score_bounds(setup.seats, setup.options)[0] <= 0


def test_bad_setups_are_refused() -> None:
    with pytest.raises(Exception, match="seats must be"):
        pyspiel.load_game("tefuda_scout_v1(players=2)")
    with pytest.raises(Exception, match="edition must be one of"):
        pyspiel.load_game("tefuda_scout_v1(edition=gold)")


@pytest.mark.parametrize("game", sorted(FIRST))
def test_sampled_worlds_cannot_be_told_from_the_true_one(game: str) -> None:
    loaded = load(FIRST[game])
    rng, changed, moved = random.Random(4), 0, 0
    for state in positions(loaded, 4, 25):
        if state.is_terminal():
            continue
        player = state.current_player()
        world = state.resample_from_infostate(player, rng.random)
        assert world.current_player() == player
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_string(player) == state.observation_string(player)
        assert world.legal_actions() == state.legal_actions()
        assert world.history() == [] and str(state) not in str(world)
        changed += world.position.match.pack() != state.position.match.pack()
        copied = pickle.loads(pickle.dumps(world.position))
        assert copied.read_by(player) == world.position.read_by(player)
        world.apply_action(rng.choice(world.legal_actions()))
        moved += world.information_state_string(player) != state.information_state_string(player)
    assert changed > 5 and moved > 5
    with pytest.raises(ValueError, match="where somebody decides"):
        loaded.new_initial_state().resample_from_infostate(0, rng.random)


@pytest.mark.parametrize("game", sorted(FIRST))
def test_openspiel_s_is_mcts_runs(game: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    loaded = load(FIRST[game])
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(loaded, evaluator, 10.0, 4, random_state=np.random.RandomState(2))
    for state in positions(loaded, 5, 12)[::4]:
        if not state.is_terminal():
            assert bot.step(state) in state.legal_actions()


def test_the_numbers_of_an_information_state_are_those_of_an_observation() -> None:
    loaded = load(FIRST["scout"])
    for state in positions(loaded, 6, 3):
        assert state.information_state_tensor(0) == state.observation_tensor(0)
    assert loaded.information_state_tensor_shape() == loaded.observation_tensor_shape()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_state_is_made_from_a_view_for_searches_as_bots(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its seat decides there and sees the same; the example of IS-MCTS chooses one of its moves."""
    spec = importlib.util.spec_from_file_location("is_mcts", EXAMPLES / "ismcts.py")
    assert spec is not None and spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    monkeypatch.setattr(example, "SIMULATIONS", 2)
    match, rng = Match(game, seats=3, seed=2, **BRIEF.get(game, {})), random.Random(1)
    for number in range(6):
        seat = match.to_act[-1]
        view = match.view(seat)
        state = state_of(view, number)
        assert state.current_player() == seat
        assert GAMES[game].view(state.position.match, seat).to_dict() == view.to_dict()
        assert [state.action_to_string(seat, one) for one in state.legal_actions()] == match.moves(seat)
        match.play(seat, example.choose(view, match.moves(seat), rng))
    with pytest.raises(ValueError, match="spectator"):
        state_of(match.view(None))
