"""The games in TextArena: scripted agents of its own kind play whole matches, nobody reads what it may not know."""

from __future__ import annotations

import copy
import random
import re
from typing import Any

import pytest
import textarena as ta

from tefuda import GAMES
from tefuda.env.textarena import TableEnv  # registers the games
from tefuda.env.words import seen_text
from tests.env.setups import FIRST

BRIEF: dict[str, dict[str, Any]] = {"scout": {"edition": "short"}, "solo": {"target_score": 1}}


def make(game: str, raw: str = "", **more: Any) -> Any:
    options = {**FIRST[game].options, **BRIEF.get(game, {}), "rules": False, **more}
    return ta.make(f"tefuda-{game}-v{GAMES[game].version}{raw}", **options)


class Scripted(ta.Agent):  # type: ignore[misc]  # TextArena has no types
    """Takes any of the moves that were listed last."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def __call__(self, observation: str) -> str:
        listed = observation.rpartition("Your moves:\n")[2].partition("\n\n")[0]
        return f"Well. [{self.rng.choice(listed.splitlines()).removeprefix('- ')}]"


def play(env: Any, players: int, seed: int) -> tuple[dict[int, int], dict[int, Any]]:
    """TextArena's own loop."""
    agents = {player: Scripted(player) for player in range(players)}
    env.reset(num_players=players, seed=seed)
    done = False
    while not done:
        player, observation = env.get_observation()
        done, _ = env.step(action=agents[player](observation))
    rewards, info = env.close()
    return rewards, info


@pytest.mark.parametrize("game", sorted(GAMES))
def test_agents_play_a_match(game: str) -> None:
    env = make(game)
    rewards, info = play(env, 3, seed=5)
    result = env.match.result
    assert result is not None and rewards.keys() == {0, 1, 2}
    if result.winners:
        assert rewards == {seat: 1 if seat in result.winners else -1 for seat in range(3)}
    assert ", ".join(map(str, result.scores)) in info[0]["reason"]
    again = make(game)
    play(again, 3, seed=5)
    assert again.match == env.match, "the same seed and answers give the same match"


def test_a_single_player_sits_among_bots() -> None:
    env = make("scout", seats=4, opponents="casual", seat=2)
    rewards, info = play(env, 1, seed=2)
    assert rewards[0] in (1, -1) and info[0]["turn_count"] > 3
    assert env.match.seats == 4 and isinstance(env.env, TableEnv)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_a_player_reads_is_what_its_seat_may_know(game: str) -> None:
    """In another world that the seat cannot tell its texts are the same; answers are told to nobody else."""
    env = make(game, raw="-raw")
    env.reset(num_players=3, seed=4)
    for _ in range(6):
        player, _ = env.get_observation()
        told = seen_text(env.match, player, "en", [])
        true = env.match._game
        env.match._game = true.redeal(player, 9)
        assert seen_text(env.match, player, "en", []) == told
        env.match._game = true
        env.step(f"my secret plan [{env.match.moves(player)[0]}]")
        for seat, waiting in env.state.observations.items():
            assert all(sender in (ta.GAME_ID, seat) for sender, _, _ in waiting)


def test_wrong_answers_get_the_reason_and_then_lose() -> None:
    env = make("scout", raw="-raw", tries=2)
    env.reset(num_players=3, seed=1)
    before = str(env.match.record)
    player, _ = env.get_observation()
    assert env.step("[joy]")[0] is False
    same, messages = env.get_observation()
    assert same == player and any("This is not a move: joy" in text for _, text, _ in messages)
    assert env.step("[keep]")[0] is False  # all tries are there again
    second, _ = env.get_observation()
    assert second != player and str(env.match.record) != before
    assert [env.step("")[0] for _ in range(2)] == [False, True]
    rewards, info = env.close()
    assert rewards == {one: -1 if one == second else 0 for one in range(3)} and info[second]["invalid_move"]
    with pytest.raises(ValueError, match="over"):
        env.step("[keep]")
    alone = make("scout", tries=1, opponents="club")
    alone.reset(num_players=1, seed=1)
    assert alone.step("joy")[0] and alone.close()[0] == {0: -1.0}


def test_a_copy_goes_on_as_the_environment_does() -> None:
    env = make("gift", raw="-raw", opponents="beginner", seats=3)
    env.reset(num_players=1, seed=3)
    other = copy.deepcopy(env)
    for _ in range(4):
        move = f"[{env.match.moves(env.players[0])[-1]}]"
        assert env.step(move) == other.step(move)
        assert env.get_observation() == other.get_observation()


def test_the_prompt_has_the_rules() -> None:
    env = make("scout", raw="-raw", rules=True)
    env.reset(num_players=3, seed=1)
    _, messages = env.get_observation()
    assert re.search(r"^SCOUT, 3 seats", messages[0][1]) and "## " in messages[0][1]


def test_bad_setups_are_refused() -> None:
    for bad in ({"lang": "de"}, {"tries": 0}, {"opponents": ["club", None], "seats": 3}, {"seat": 1}, {"joy": 1}):
        with pytest.raises(ValueError):
            make("scout", **bad)
    with pytest.raises(ValueError):
        make("scout").reset(num_players=9)
    with pytest.raises(AssertionError):
        make("scout", opponents="club").reset(num_players=3)
