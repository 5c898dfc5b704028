"""Proximal policy optimisation in one file, for one seat of any game against a fixed bot: an approximate best response.

    python examples/ppo.py scout --opponents club --updates 100 --save ppo-scout.npz
    TEFUDA_PPO=ppo-{game}.npz PYTHONPATH=examples tefuda benchmark ppo:choose --games scout
    python examples/ppo.py examples/small/twentythree-small learn12=true circles=1 --seats 2

How well the best response to a bot does against it is how exploitable the bot is. What is learnt here is a response, so
its lead is a lower bound of that: the last line that is printed. The policy is that of `club`, softened, times what a
network has learnt to change in it, so that it does not have to learn the rules first. NumPy is all that it needs; the
others move inside the kernel.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tefuda.bots.levels import worths
from tefuda.cli.play import game_called, read_options
from tefuda.env.parallel import ParallelEnv
from tefuda.games import GAMES
from tefuda.intervals import mean_of, sums_of

Array = NDArray[Any]
ENVS, STEPS = 256, 64  # own decisions between two updates: one for each match and step
GAMMA, LAMBDA, CLIP, EPOCHS, PART = 0.99, 0.9, 0.2, 3, 1024
ENTROPY, RATE, HIDDEN, FEATURES = 0.001, 2e-3, 64, 500
NEVER = np.float32(-1e9)  # for what is illegal
SURE = 0.8  # how likely the best move of the softened `club` is on average
FRESH = 10**6  # seeds from here on are for measuring


class Setup(NamedTuple):
    game: str
    seats: int
    opponents: str
    options: tuple[tuple[str, Any], ...] = ()

    def env(self, matches: int, **more: Any) -> ParallelEnv:
        more |= dict(self.options)
        return ParallelEnv(self.game, matches, seats=self.seats, opponents=self.opponents, reward="lead", **more)


class Encoder(NamedTuple):
    """Which numbers of an observation are compared with which values: those that differ often enough."""

    places: Array
    values: Array

    @classmethod
    def of(cls, rows: Array) -> Encoder:
        found = []
        for place in range(rows.shape[1]):
            values, counts = np.unique(rows[:, place], return_counts=True)
            found += [(n * (len(rows) - n), place, v) for v, n in zip(values, counts, strict=True)]
        best = sorted(found, reverse=True)[:FEATURES]
        return cls(np.array([one[1] for one in best]), np.array([one[2] for one in best], np.int16))

    def __call__(self, rows: Array) -> Array:
        equal = (rows[:, self.places] == self.values).astype(np.float32)
        return np.concatenate([equal, np.ones((len(rows), 1), np.float32)], axis=1)


class Net:
    """An actor and a critic, each with one hidden layer and Adam."""

    def __init__(self, rng: np.random.Generator, inputs: int, actions: int) -> None:
        sizes = {"in": (inputs, HIDDEN), "out": (HIDDEN, actions), "seen": (inputs, HIDDEN), "value": (HIDDEN, 1)}
        self.w = {name: (rng.standard_normal(s) / np.sqrt(s[0])).astype(np.float32) for name, s in sizes.items()}
        self.w["out"] *= 0.01
        self.m, self.v = ({name: np.zeros_like(w) for name, w in self.w.items()} for _ in range(2))
        self.t = 0

    def policy(self, x: Array, prior: Array) -> tuple[Array, Array]:
        hidden = np.maximum(x @ self.w["in"], 0)
        return hidden, softmax(prior + hidden @ self.w["out"])

    def values(self, x: Array) -> tuple[Array, Array]:
        hidden = np.maximum(x @ self.w["seen"], 0)
        return hidden, (hidden @ self.w["value"])[:, 0]

    def push(self, x: Array, hidden: Array, by: Array, first: str, last: str) -> dict[str, Array]:
        """The gradients of two layers, from that of what comes out."""
        return {last: hidden.T @ by, first: x.T @ ((by @ self.w[last].T) * (hidden > 0))}

    def adam(self, gradients: dict[str, Array], rate: float) -> None:
        self.t += 1
        size = np.sqrt(sum(float((g * g).sum()) for g in gradients.values()))
        for name, g in gradients.items():
            g = g * min(1.0, 0.5 / (size + 1e-9))
            self.m[name] += 0.1 * (g - self.m[name])
            self.v[name] += 0.001 * (g * g - self.v[name])
            step = self.m[name] / (1 - 0.9**self.t)
            self.w[name] -= rate * step / (np.sqrt(self.v[name] / (1 - 0.999**self.t)) + 1e-5)


def softmax(logits: Array) -> Array:
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(e / e.sum(axis=1, keepdims=True))


def drawn(p: Array, rng: np.random.Generator) -> Array:
    sums = p.cumsum(axis=1)
    return np.asarray((sums > rng.random((len(p), 1)) * sums[:, -1:]).argmax(axis=1))


def priors(env: ParallelEnv, heat: float) -> Array:
    """What the moves are worth to `club`, by what the seat may know, in units of the heat."""
    face, masks = env.face, env.action_masks()
    found = np.full(masks.shape, NEVER, np.float32)
    for i in np.flatnonzero(masks.any(axis=1)):
        match, seat = face.engine.Game.unpack(env.batch.states[i].tobytes(), env.seats), int(env.batch.actors[i])
        found[i, match.legal(seat)] = np.array(match.worths(seat, face.weights.CLUB), np.float32) / np.float32(heat)
    return found


def look_round(setup: Setup, steps: int) -> tuple[Encoder, float]:
    """What varies in play, and the heat at which the softened `club` is as sure as it should be."""
    env = setup.env(64)
    rows, worths = [env.reset(seed=1)[0]], [priors(env, 1.0)]
    for _ in range(steps):
        rows.append(env.step(worths[-1].argmax(axis=1))[0])
        worths.append(priors(env, 1.0))
    some, low, high = np.concatenate(worths)[::4], 1e-3, 1e6
    for _ in range(40):
        heat = float(np.sqrt(low * high))
        low, high = (heat, high) if softmax(some / np.float32(heat)).max(axis=1).mean() > SURE else (low, heat)
    return Encoder.of(np.concatenate(rows)), heat


def collect(env: ParallelEnv, net: Net, encoder: Encoder, heat: float, now: dict[str, Any], rng: Any) -> Any:
    """Own decisions of all matches, with advantages by generalised advantage estimation."""
    kept: dict[str, list[Array]] = {name: [] for name in ("x", "prior", "action", "chance", "value", "reward", "end")}
    for _ in range(STEPS):
        x, prior = encoder(now["rows"]), priors(env, heat)
        p = net.policy(x, prior)[1]
        actions, value = drawn(p, rng), net.values(x)[1]
        rows, rewards, ended, _, _ = env.step(actions)
        for name, one in zip(
            kept, (x, prior, actions, p[np.arange(len(p)), actions], value, rewards, ended), strict=True
        ):
            kept[name].append(one)
        now["rows"] = rows
    now["scale"] = 0.9 * now.get("scale", 1.0) + 0.1 * float(np.std(np.array(kept["reward"]).sum(axis=0)) + 1e-6)
    after, advantage = net.values(encoder(now["rows"]))[1], np.zeros(ENVS, np.float32)
    advantages = []
    for t in reversed(range(STEPS)):
        on = np.where(kept["end"][t], 0, 1).astype(np.float32)
        delta = kept["reward"][t] / now["scale"] + GAMMA * on * after - kept["value"][t]
        advantage = delta + GAMMA * LAMBDA * on * advantage
        after = kept["value"][t]
        advantages.append(advantage)
    found = {name: np.concatenate(values) for name, values in kept.items()}
    return found | {"advantage": np.concatenate(advantages[::-1])}


def update(net: Net, moves: dict[str, Array], rng: np.random.Generator, rate: float) -> None:
    advantage = moves["advantage"]
    aim = (advantage + moves["value"]).astype(np.float32)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    for _ in range(EPOCHS):
        for some in np.array_split(rng.permutation(len(advantage)), max(1, len(advantage) // PART)):
            x, a, n, at = moves["x"][some], advantage[some], np.float32(len(some)), np.arange(len(some))
            hidden, p = net.policy(x, moves["prior"][some])
            ratio = p[at, moves["action"][some]] / moves["chance"][some]
            inside = np.where(a > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            weight = (np.where(inside, a * ratio, 0) / n).astype(np.float32)
            log_p = np.log(p + 1e-9)
            by = np.float32(ENTROPY) / n * p * (log_p - (p * log_p).sum(axis=1, keepdims=True)) + p * weight[:, None]
            by[at, moves["action"][some]] -= weight
            seen, value = net.values(x)
            miss = ((value - aim[some]) / n)[:, None]
            net.adam(net.push(x, hidden, by, "in", "out") | net.push(x, seen, miss, "seen", "value"), rate)


def measured(setup: Setup, net: Net, encoder: Encoder, heat: float, matches: int, seed: int = FRESH) -> Any:
    """The lead over the others at the end of so many whole matches, with the likeliest moves.

    Rewards begin with one's own first decision; the final scores hold what was before it, too.
    """
    env = setup.env(matches, autoreset_mode="disabled")
    rows, infos = env.reset(seed=seed)
    own, over, final = infos["seat"], np.zeros(matches, bool), np.zeros((matches, setup.seats))
    while not over.all():
        actions = net.policy(encoder(rows), priors(env, heat))[1].argmax(axis=1)
        rows, _, over, _, infos = env.step(actions, which=~over)
        if "_final_scores" in infos:
            final[infos["_final_scores"]] = infos["final_scores"][infos["_final_scores"]]
    mine = final[np.arange(matches), own]
    return mean_of(sums_of((mine - (final.sum(axis=1) - mine) / (setup.seats - 1)).tolist()))


def train(setup: Setup, updates: int, seed: int = 1, tell: Any = print) -> tuple[Net, Encoder, float]:
    """Learns from so many times ENVS * STEPS own decisions; the same seed learns the same."""
    rng = np.random.default_rng(seed)
    encoder, heat = look_round(setup, 50)
    env = setup.env(ENVS)
    net = Net(rng, len(encoder.places) + 1, env.face.engine.n_actions)
    now: dict[str, Any] = {"rows": env.reset(seed=seed)[0]}
    begun = time.process_time()
    for number in range(1, updates + 1):
        update(net, collect(env, net, encoder, heat, now, rng), rng, RATE * max(0.1, 1 - number / updates))
        if number % 10 == 0:
            lead, spent = measured(setup, net, encoder, heat, 200), time.process_time() - begun
            tell(f"{number * ENVS * STEPS:,} decisions, {spent:.0f} s: {lead.value:+.2f} ahead", flush=True)
    return net, encoder, heat


# ---- as a bot


@cache
def learnt(path: str) -> dict[str, Array]:
    with np.load(path) as kept:
        return dict(kept)


def choose(view: Any, moves: Sequence[str], rng: random.Random) -> str:
    """The bot `ppo:choose` for the arena and the benchmark, with the file that TEFUDA_PPO names; {game} is the game."""
    kept, face = learnt(os.environ["TEFUDA_PPO"].format(game=view.game)), GAMES[view.game]
    row = np.frombuffer(face.world(view).observe(view.seat), np.int16)
    x = Encoder(kept["places"], kept["values"])(row[None])
    change = (np.maximum(x @ kept["in"], 0) @ kept["out"])[0]
    prior = dict(zip(moves, worths(view, face.weights.CLUB), strict=True))
    return max(moves, key=lambda move: prior[move] / kept["heat"] + change[face.parse_move(move)])


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", help="its name, or the folder of a variant")
    parser.add_argument("options", nargs="*", help="of the game, as name=value")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--opponents", default="club", help="random, beginner, casual, club or a file of weights")
    parser.add_argument(
        "--updates", type=int, default=100, help=f"of the network, each after {ENVS * STEPS:,} decisions"
    )
    parser.add_argument("--matches", type=int, default=2000, help="to measure it with, on deals that it has not seen")
    parser.add_argument("--save", help="a file for the bot ppo:choose (.npz)")
    given = parser.parse_args(arguments)
    game = game_called(given.game)
    setup = Setup(game, given.seats, given.opponents, tuple(read_options(game, None, tuple(given.options)).items()))
    net, encoder, heat = train(setup, given.updates)
    if given.save:
        np.savez_compressed(given.save, places=encoder.places, values=encoder.values, heat=np.float32(heat), **net.w)
    lead = measured(setup, net, encoder, heat, given.matches, 2 * FRESH)
    print(f"{lead.value:+.2f} ({lead.low:+.2f} to {lead.high:+.2f}) points a match ahead of {given.opponents}")
    print(f"{given.opponents} in {game} is exploitable by at least {max(0.0, lead.low):.2f} points a match")


if __name__ == "__main__":
    main()
