"""One seat among bots: Gymnasium's own check, who sits where, rewards, illegal actions, and the same by the kernel."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from tefuda import GAMES
from tefuda.bots.entrants import find_bot
from tefuda.bots.levels import NOTICED
from tefuda.env.opponents import mind_of, minds_of
from tefuda.env.parallel import ParallelEnv
from tefuda.env.seat import SeatEnv
from tefuda.kernel.batch import Mind
from tefuda.kernel.engine import SWITCH
from tests.env.setups import FIRST


def make(game: str, **more: Any) -> SeatEnv:
    return SeatEnv(game, seats=3, **{**FIRST[game].options, **more})


def play(env: SeatEnv, seed: int | None = None) -> tuple[float, dict[str, Any], list[bytes]]:
    """A match by random legal actions: the sum of rewards, the last info, and all that was seen."""
    observation, info = env.reset(seed=seed)
    rng = random.Random(seed)
    total, over, seen = 0.0, False, [observation.tobytes()]
    while not over:
        assert env.observation_space.contains(observation)
        action = rng.choice(np.flatnonzero(env.action_masks()).tolist())
        observation, reward, over, _, info = env.step(action)
        total += reward
        seen.append(observation.tobytes())
    return total, info, seen


@pytest.mark.parametrize("game", sorted(GAMES))
def test_gymnasium_s_own_check(game: str) -> None:
    env = gymnasium.make(f"tefuda/{game}-v{GAMES[game].version}", opponents="casual", render_mode="ansi")
    check_env(env.unwrapped)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_rewards_add_up_and_seeds_repeat(game: str) -> None:
    env = make(game, opponents=["casual", "random"])
    start = GAMES[game].begin(3, FIRST[game].options).scores()
    total, info, seen = play(env, 5)
    own = info["seat"]
    assert total == info["final_scores"][own] - start[own]
    assert not info["action_mask"].any()
    assert play(env, 5)[2] == seen
    lead, info, other = play(make(game, opponents=["casual", "random"], reward="lead"), 5)
    assert other == seen
    gains = info["final_scores"] - np.array(start)
    assert lead == pytest.approx(gains[own] - np.delete(gains, own).mean())


def test_a_seat_of_one_s_own_or_any() -> None:
    assert {make("scout", seat=2).reset(seed=seed)[1]["seat"] for seed in range(5)} == {2}
    assert {make("scout").reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1, 2}


def test_opponents_sit_in_their_order_from_the_next_seat_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = set()

    def decide(face: Any, entrant: Any, game: Any, seat: int, rng: random.Random) -> int:
        asked.add((seat, entrant.name))
        return int(game.legal(seat)[0])

    monkeypatch.setattr("tefuda.env.seat.decide", decide)
    play(make("twentythree", opponents=["random", "club"], seat=1), 1)
    assert asked == {(2, "random"), (0, "club")}


@pytest.mark.parametrize("bot", ["beginner", "expert"])
def test_any_bot_can_sit_here(bot: str) -> None:
    env = make("twentythree", opponents=bot)
    env.reset(seed=1)
    assert env.step(int(env.action_masks().argmax()))[4]["action_mask"].any()


def test_an_illegal_action_ends_the_match_or_is_refused() -> None:
    env = make("twentythree", opponents="random", seat=0)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    low, high = env.face.score_bounds(3, env.options)
    *_, reward, over, cut, info = env.step(wrong)
    assert (reward, over, cut, info["illegal"]) == (low - 6, True, False, True)  # one has 6 at the beginning
    with pytest.raises(ResetNeeded):
        env.step(0)
    env = make("twentythree", opponents="random", seat=0, illegal="error")
    env.reset(seed=1)
    before = env.save()
    with pytest.raises(ValueError, match="not legal for seat 0"):
        env.step(wrong)
    for bad in (1.0, True, np.array([1, 2]), "1", None):
        with pytest.raises(TypeError, match="whole number"):
            env.step(bad)
    assert env.save() == before
    assert high == 6


def test_bad_setups_are_refused() -> None:
    for bad, why in (
        ({"opponents": "nobody"}, "there is no bot 'nobody'"),
        ({"opponents": ["club"]}, "2 opponents, not 1"),
        ({"opponents": ["club", None]}, "every other seat needs a bot"),
        ({"seat": 3}, "seats are 0 to 2"),
        ({"seat": True}, "seats are 0 to 2"),
        ({"reward": "glory"}, "score or lead"),
        ({"illegal": "ignore"}, "end or error"),
        ({"render_mode": "human"}, "render_mode"),
    ):
        with pytest.raises(ValueError, match=why):
            make("scout", **bad)
    for bad, why in (
        ({"opponents": "master"}, "the kernel plays random, beginner"),
        ({"opponents": "club~scout"}, "not club~scout"),
        ({"seat": 1}, "needs opponents"),
    ):
        with pytest.raises(ValueError, match=why):
            ParallelEnv("scout", 2, **bad)
    with pytest.raises(ResetNeeded):
        make("scout").step(0)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_copies_go_on_as_the_environment_does(game: str) -> None:
    env = make(game, opponents="beginner")
    env.reset(seed=2)
    for _ in range(5):
        env.step(int(env.action_masks().argmax()))
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), make(game, opponents="beginner")]
    others[2].restore(env.save())
    for _ in range(4):
        action = int(env.action_masks().argmax())
        wanted = env.step(action)[:3]
        for other in others:
            found = other.step(action)[:3]
            assert (found[0] == wanted[0]).all() and found[1:] == wanted[1:]
        if wanted[2]:
            break
    assert all((other.reset()[0] == env.reset()[0]).all() for other in others[:1])


# ---- many at once


def many(game: str, num_envs: int = 6, **more: Any) -> ParallelEnv:
    return ParallelEnv(game, num_envs, seats=3, **{**FIRST[game].options, **more})


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_kernel_plays_the_others(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one's own seat is ever asked, the sums are right, and the plain form does the same."""

    def run() -> list[bytes]:
        env = many(game, opponents=["beginner", "casual"], seat=1)
        _, infos = env.reset(seed=3)
        start, sums, kept = env.batch.scores.copy(), np.zeros((6, 3)), []
        for _ in range(25):
            assert (infos["seat"] == 1).all()
            observations, rewards, ended, _, infos = env.step(env.draw_actions())
            sums += infos["rewards"]
            for i in np.flatnonzero(ended):
                assert (sums[i] == infos["final_scores"][i] - start[i]).all()
                sums[i], start[i] = 0, env.batch.scores[i]
            kept += [observations.tobytes(), rewards.tobytes()]
        return kept

    found = run()
    monkeypatch.setenv(SWITCH, "plain")
    assert run() == found


def test_the_kernel_s_opponents_move_as_the_bots_do() -> None:
    """23 with one's own seat last to decide: what `casual` and a file of weights did stands in the state."""
    env = many("scout", 1, opponents="casual", seat=0)
    env.reset(seed=4)
    face = env.face
    before = face.engine.Game.unpack(env.batch.states[0].tobytes(), 3)
    env.step(env.draw_actions() * 0)  # keep
    after = env.batch.states[0].tobytes()
    before.apply(0, 0)
    while before.actor() > 0:
        before.apply(before.actor(), before.quick(before.actor(), face.weights.CASUAL))
    assert before.pack() == after


def test_what_a_mind_is(tmp_path: Path) -> None:
    face = GAMES["scout"]
    path = tmp_path / "mine.toml"
    path.write_text(f'game = "scout"\nweights = {list(face.weights.CLUB)}\n')
    club = Mind(tuple(face.weights.CLUB), 1000)
    assert minds_of(face, 4, ["random", "club", str(path)]) == [None, Mind(), club, club]
    assert minds_of(face, 3, "beginner")[2] == Mind(tuple(face.weights.CASUAL), round(1000 * NOTICED))
    expert = find_bot("expert", "scout")
    with pytest.raises(ValueError, match="expert"):
        mind_of(face, expert)


def test_seats_of_one_s_own_are_drawn_for_each_match_and_may_be_several() -> None:
    env = many("twentythree", 64, opponents="random")
    _, infos = env.reset(seed=1)
    assert set(infos["seat"]) == {0, 1, 2}
    before, changed = infos["seat"], 0
    for _ in range(60):
        *_, ended, _, infos = env.step(env.draw_actions())
        changed += int((infos["seat"] != before)[ended].sum())
        assert (infos["seat"] == before)[~ended].all()
        before = infos["seat"]
    assert changed > 10
    two = many("twentythree", 8, opponents=[None, "random"], seat=1)
    asked = set(two.reset(seed=1)[1]["seat"])
    for _ in range(20):
        asked |= set(two.step(two.draw_actions())[4]["seat"])
    assert asked == {1, 2}


def test_bad_minds_are_refused() -> None:
    batch = GAMES["scout"].engine.Batch
    for minds, own, why in (
        ([None, Mind()], 0, "3 minds"),
        ([Mind()] * 3, 0, "at least one of them None"),
        ([None, None, Mind((1,), 1000)], 0, "21 weights, not 1"),
        ([None, None, Mind((), 1001)], 0, "0 to 1000 are noticed"),
        ([None] * 3, 3, "there is no seat 3"),
    ):
        with pytest.raises(ValueError, match=why):
            batch(2, 3, minds=minds, own=own)
