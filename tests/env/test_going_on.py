"""The parallel environment goes on as asked: new matches when, which matches step, copies, and what is refused."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from tefuda import GAMES
from tefuda.env import aec
from tefuda.env.parallel import ParallelEnv
from tefuda.env.seat import SeatEnv
from tefuda.env.spaces import Copies
from tefuda.kernel.engine import SWITCH
from tests.env.setups import FIRST


def make(game: str = "twentythree", num_envs: int = 6, **more: Any) -> ParallelEnv:
    setup = FIRST[game]
    return ParallelEnv(game, num_envs, seats=setup.seats, **{**setup.options, **more})


@pytest.mark.parametrize("form", ["compiled", "plain"])
def test_modes_differ_only_in_when_a_new_match_begins(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, form)
    same, later, never = (make(autoreset_mode=mode) for mode in ("same_step", AutoresetMode.NEXT_STEP, "disabled"))
    assert [env.metadata["autoreset_mode"] for env in (same, later, never)] == [
        AutoresetMode.SAME_STEP,
        AutoresetMode.NEXT_STEP,
        AutoresetMode.DISABLED,
    ]
    for env in (same, later, never):
        env.reset(seed=1)
    ended = np.zeros(6, bool)
    while not ended.any():
        actions = same.draw_actions()
        for other in (later, never):
            other.draw_actions()  # so that all have the same streams
        told = [env.step(actions) for env in (same, later, never)]
        ended = told[0][2]
        assert all((one[1] == told[0][1]).all() and (one[2] == ended).all() for one in told)
    over, first = ended, told[0]
    for observations, _, _, _, infos in told[1:]:
        assert (observations[over] == first[4]["final_obs"][over]).all()
        assert (observations[~over] == first[0][~over]).all()
        assert not infos["action_mask"][over].any() and "final_obs" not in infos
        assert (infos["final_scores"][over] == first[4]["final_scores"][over]).all()
    begun = later.step(np.where(over, -1, later.draw_actions()))
    assert (begun[0][over] == first[0][over]).all()  # the match that began at once in the other
    assert not begun[2][over].any() and not begun[1][over].any()
    stays = never.step(np.where(over, -1, never.draw_actions()))
    assert stays[2][over].all() and not stays[1][over].any()
    _, infos = never.reset(options={"reset_mask": over})
    assert infos["action_mask"].any(axis=1).all()


def test_only_some_matches_step() -> None:
    env = make()
    before, _ = env.reset(seed=1)
    which = np.array([True, False, False, True, False, False])
    actions = np.where(which, env.draw_actions(), -1)
    after, rewards, *_ = env.step(actions, which=which)
    assert ((after != before).any(axis=1) == which).all()
    assert not rewards[~which].any()
    for bad in (which[1:], which.astype(int), [True]):
        with pytest.raises(ValueError, match="6 truth values"):
            env.step(actions, which=bad)
        with pytest.raises(ValueError, match="6 truth values"):
            env.reset(options={"reset_mask": bad})


@pytest.mark.parametrize("form", ["compiled", "plain"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_copies_go_on_as_the_environment_does(game: str, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, form)
    env = make(game, 3, perfect=True)
    env.reset(seed=2)
    for _ in range(6):
        env.step(env.draw_actions())
    saved = env.save()
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), make(game, 3, perfect=True)]
    observations, infos = others[2].restore(saved)
    assert (observations == env.batch.observed).all() and (infos["action_mask"] == env.batch.masks).all()
    wanted = [env.step(env.draw_actions())[4]["perfect"].tobytes() for _ in range(8)]
    for other in (*others, env):
        if other is env:
            env.restore(saved)
        assert [other.step(other.draw_actions())[4]["perfect"].tobytes() for _ in range(8)] == wanted
    assert (others[0].reset()[0] == others[1].reset()[0]).all()
    with pytest.raises(ValueError, match="another kind of batch"):
        make(game, 2, perfect=True).restore(saved)


def test_what_is_shared_is_to_be_read_only() -> None:
    env = make(copy=False)
    observations, infos = env.reset(seed=1)
    for array in (observations, infos["action_mask"], infos["seat"]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    assert env.step(env.draw_actions())[0] is not observations


def test_actions_are_whole_numbers_and_come_after_a_reset() -> None:
    env = make()
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(6, np.int64))
    env.reset(seed=1)
    for bad in (np.zeros(6), np.zeros(6, bool), ["a"] * 6):
        with pytest.raises(TypeError, match="whole numbers"):
            env.step(bad)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="autoreset_mode"):
        make(autoreset_mode="sometimes")


def test_matches_can_be_shown() -> None:
    env = make("scout", 2, render_mode="ansi")
    env.reset(seed=1)
    first, second = env.render() or ("", "")
    assert "hand: None" in first and "hand: None" in second
    assert make().render() is None
    with pytest.raises(ValueError, match="render_mode"):
        make(render_mode="human")


def test_a_copy_is_used_again_only_when_nobody_holds_it() -> None:
    copies, source = Copies(), np.arange(8).reshape(4, 2)
    first = copies.of(source)
    part = first[1:]
    source += 10
    second = copies.of(source)
    assert not np.shares_memory(first, second) and first[0, 0] == 0
    place = second.ctypes.data
    del second
    assert copies.of(source).ctypes.data == place
    del first  # `part` still holds its memory
    third = copies.of_rows(source, np.array([True, False, False, False]))
    assert not np.shares_memory(part, third) and part[0].tolist() == [2, 3]
    assert third.tolist() == [[10, 11], [0, 0], [0, 0], [0, 0]]
    held = [copies.of(source) for _ in range(9)]
    assert len({one.ctypes.data for one in held}) == 9


@pytest.mark.parametrize("make", [lambda: SeatEnv("scout"), lambda: aec.RawEnv("scout")], ids=["seat", "aec"])
def test_what_something_else_saved_is_refused_and_changes_nothing(make: Any) -> None:
    env = make()
    env.reset(seed=1)
    before = env.save()
    other = type(env)("gift")
    other.reset(seed=1)
    for saved in ({}, ParallelEnv("scout", 2).save(), other.save()):
        with pytest.raises(ValueError, match=r"not saved by an environment of this kind|a state has"):
            env.restore(saved)
        assert env.save() == before


def test_a_step_before_the_reset_is_refused_without_pettingzoo_s_wrapper_too() -> None:
    with pytest.raises(ValueError, match="reset the environment"):
        aec.RawEnv("scout").step(0)
