"""The example of an approximate best response: it begins as `club`, learns, and plays as a bot."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tefuda import GAMES, Match
from tests.found.folders import forgetting

EXAMPLE = Path(__file__).parents[2] / "examples" / "ppo.py"


@pytest.fixture
def ppo(monkeypatch: pytest.MonkeyPatch) -> Any:
    spec = importlib.util.spec_from_file_location("ppo", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, value in {"ENVS": 32, "STEPS": 32, "FEATURES": 120, "PART": 256}.items():
        monkeypatch.setattr(module, name, value)
    return module


@pytest.mark.parametrize("game", sorted(GAMES))
def test_before_it_learns_it_is_club(ppo: Any, game: str) -> None:
    setup = ppo.Setup(game, 3, "club")
    env = setup.env(8)
    env.reset(seed=1)
    weights, unpack = GAMES[game].weights.CLUB, GAMES[game].engine.Game.unpack
    for _ in range(10):
        matches = [unpack(one.tobytes(), 3) for one in env.batch.states]
        club = [one.quick(int(seat), weights) for one, seat in zip(matches, env.batch.actors, strict=True)]
        assert ppo.priors(env, 3.0).argmax(axis=1).tolist() == club
        env.step(np.array(club))


def test_it_learns_to_beat_what_can_be_beaten(ppo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against random seats, from a start without `club`, within a second of the processor."""
    plain = ppo.priors
    monkeypatch.setattr(ppo, "priors", lambda env, heat: np.where(plain(env, heat) > -1e8, 0, ppo.NEVER))
    setup, rng = ppo.Setup("scout", 3, "random"), np.random.default_rng(1)
    encoder, heat = ppo.look_round(setup, 10)
    env = setup.env(ppo.ENVS)
    net, now = ppo.Net(rng, len(encoder.places) + 1, env.face.engine.n_actions), {"rows": env.reset(seed=1)[0]}
    before = ppo.measured(setup, net, encoder, heat, 40)
    for _ in range(12):
        ppo.update(net, ppo.collect(env, net, encoder, heat, now, rng), rng, 3e-3)
    after = ppo.measured(setup, net, encoder, heat, 40)
    assert after.low > before.high


def test_the_lead_counts_what_was_before_the_first_own_decision(ppo: Any) -> None:
    """In the small game much is decided before it: `club` against `club` must come out even all the same."""
    with forgetting():
        name = GAMES.load(str(EXAMPLE.parent / "small" / "twentythree-small")).name
        setup = ppo.Setup(name, 2, "club", (("learn12", True), ("circles", 1)))
        encoder, heat = ppo.look_round(setup, 10)
        net = ppo.Net(np.random.default_rng(1), len(encoder.places) + 1, GAMES[name].engine.n_actions)
        net.w["out"] *= 0
        lead = ppo.measured(setup, net, encoder, heat, 1500)
    assert lead.low < 0 < lead.high and lead.high - lead.low < 0.2


def test_the_command_says_how_exploitable_a_bot_is(
    ppo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "gift.npz"
    asked = [
        "gift",
        "--seats",
        "3",
        "--opponents",
        "random",
        "--updates",
        "1",
        "--matches",
        "60",
        "--save",
        str(file),
    ]
    ppo.main(asked)
    told = capsys.readouterr().out.splitlines()
    bound = float(told[-1].split("at least ")[1].split()[0])
    assert told[-1].startswith("random in gift is exploitable") and bound >= 0
    assert "points a match ahead of random" in told[-2]
    monkeypatch.setenv("TEFUDA_PPO", str(tmp_path / "{game}.npz"))
    match, rng = Match("gift", seats=3, seed=1), random.Random(1)
    for _ in range(20):
        seat = match.to_act[0]
        match.play(seat, ppo.choose(match.view(seat), match.moves(seat), rng))
