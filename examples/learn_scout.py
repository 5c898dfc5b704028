"""Learns SCOUT by self-play: an actor-critic in plain NumPy, on the parallel environment.

    python examples/learn_scout.py    # two minutes of one core; writes scout.npz and the curve, scout.svg

One network plays all four seats. Its critic, which is only needed for learning, sees the other hands too. A move is
worth what its seat gains in the round, less what the others gain on average.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tefuda.env import named, perfect_parts
from tefuda.env.parallel import ParallelEnv

Array = NDArray[Any]
SEATS, ENVS, STEPS = 4, 256, 160  # a round takes about 30 moves
PLACES = 16  # of a hand; few hands are larger
HIDDEN, RATE, ENTROPY, CLIP, EPOCHS, PART = 96, 2e-3, 0.01, 0.2, 2, 2048
PARTS = perfect_parts("scout")
NUMBERS = np.arange(1, 11, dtype=np.int16)


def features(perfect: Array) -> tuple[Array, Array]:
    """What the actor sees, and what the critic sees besides: how many of each number the other hands show."""
    seen = named(perfect, PARTS)
    cards = np.concatenate([seen["hand"][:, :PLACES, :2], seen["table"][:, :6]], axis=1)
    seats = np.concatenate([seen[name][:, :SEATS] for name in ("hand_size", "chips", "captured", "marker")], axis=1)
    flags = [seen["phase"][:, None] == [2, 3, 4], seen["owner"][:, None] == range(SEATS), seen["scouts"][:, None] / 3]
    numbers = (cards[..., None] == NUMBERS).reshape(len(cards), -1)
    known = np.concatenate([numbers, seats / 8, *flags, np.ones((len(seats), 1))], axis=1, dtype=np.float32)
    others = seen["hidden_hands"][:, : SEATS - 1, 0::2]
    hidden = (others[..., None] == NUMBERS).sum(axis=2).reshape(len(seats), -1) / 4
    return known, hidden.astype(np.float32)


class Net:
    """One hidden layer for the actor and one for the critic, each with Adam."""

    def __init__(self, rng: np.random.Generator, known: int, secret: int, actions: int) -> None:
        sizes = {"in": (known, HIDDEN), "out": (HIDDEN, actions)}
        sizes |= {"critic_in": (known + secret, HIDDEN), "critic_out": (HIDDEN, 1)}
        self.w = {name: (rng.standard_normal(s) / np.sqrt(s[0])).astype(np.float32) for name, s in sizes.items()}
        self.w["out"] *= 0.01
        self.m, self.v = ({name: np.zeros_like(w) for name, w in self.w.items()} for _ in range(2))
        self.t = 0

    def logits(self, known: Array, mask: Array) -> tuple[Array, Array]:
        hidden = np.maximum(known @ self.w["in"], 0)
        return hidden, np.where(mask, hidden @ self.w["out"], np.float32(-1e9))

    def values(self, known: Array, secret: Array) -> tuple[Array, Array, Array]:
        both = np.concatenate([known, secret], axis=1)
        hidden = np.maximum(both @ self.w["critic_in"], 0)
        return both, hidden, (hidden @ self.w["critic_out"])[:, 0]

    def adam(self, gradients: dict[str, Array], rate: float) -> None:
        self.t += 1
        for name, g in gradients.items():
            self.m[name] += 0.1 * (g - self.m[name])
            self.v[name] += 0.001 * (g * g - self.v[name])
            step = self.m[name] / (1 - 0.9**self.t)
            self.w[name] -= rate * step / (np.sqrt(self.v[name] / (1 - 0.999**self.t)) + 1e-6)


def softmax(logits: Array) -> Array:
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(e / e.sum(axis=1, keepdims=True))


def choose(net: Net, known: Array, mask: Array, rng: np.random.Generator) -> tuple[Array, Array]:
    """Actions drawn from the policy, and how likely they were."""
    p = softmax(net.logits(known, mask)[1])
    sums = p.cumsum(axis=1)
    drawn = (sums > rng.random((len(p), 1)) * sums[:, -1:]).argmax(axis=1)
    return drawn, p[np.arange(len(p)), drawn]


def collect(env: ParallelEnv, net: Net, now: dict[str, Any], rng: np.random.Generator) -> dict[str, Array]:
    """Moves of whole rounds, each with what its seat gained in that round more than the others."""
    kept: dict[str, list[Array]] = {name: [] for name in ("known", "secret", "mask", "action", "chance", "seat")}
    gains, ends = [], []
    for _ in range(STEPS):
        known, secret = features(now["perfect"])
        mask, before = now["action_mask"].astype(bool), named(now["perfect"], PARTS)["round"]
        actions, chances = choose(net, known, mask, rng)
        for name, value in zip(kept, (known, secret, mask, actions, chances, now["seat"]), strict=True):
            kept[name].append(value)
        _, _, ended, _, infos = env.step(actions)
        now.update(infos)
        ends.append(ended | (named(now["perfect"], PARTS)["round"] != before))
        gains.append((now["rewards"] * SEATS - now["rewards"].sum(axis=1, keepdims=True)) / (SEATS - 1))
    to_come, complete = np.zeros((ENVS, SEATS), np.float32), np.zeros(ENVS, bool)
    gained, whole = np.zeros((STEPS, ENVS), np.float32), np.zeros((STEPS, ENVS), bool)
    for t in reversed(range(STEPS)):
        to_come = np.where(ends[t][:, None], gains[t], to_come)
        complete |= ends[t]
        gained[t], whole[t] = to_come[np.arange(ENVS), kept["seat"][t]], complete
    found = {name: np.concatenate(values)[whole.ravel()] for name, values in kept.items()}
    return found | {"gain": gained.ravel()[whole.ravel()] / 10}


def learn(net: Net, moves: dict[str, Array], rng: np.random.Generator, rate: float) -> None:
    """Proximal policy optimisation with the critic as the baseline."""
    advantage = moves["gain"] - net.values(moves["known"], moves["secret"])[2]
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    for _ in range(EPOCHS):
        order = rng.permutation(len(advantage))
        for at in range(0, len(order) - PART // 2, PART):
            some = order[at : at + PART]
            known, action, a, n = moves["known"][some], moves["action"][some], advantage[some], len(some)
            hidden, logits = net.logits(known, moves["mask"][some])
            p = softmax(logits)
            ratio = p[np.arange(n), action] / moves["chance"][some]
            clipped = np.where(a > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
            log_p = np.log(p + 1e-9)
            push = ENTROPY / n * p * (log_p - (p * log_p).sum(axis=1, keepdims=True))
            weight = np.where(clipped, 0, a * ratio / n).astype(np.float32)
            push += p * weight[:, None]
            push[np.arange(n), action] -= weight
            both, critic, value = net.values(known, moves["secret"][some])
            miss = ((value - moves["gain"][some]) / n)[:, None].astype(np.float32)
            gradients = {"out": hidden.T @ push, "in": known.T @ ((push @ net.w["out"].T) * (hidden > 0))}
            inner = (miss @ net.w["critic_out"].T) * (critic > 0)
            net.adam({**gradients, "critic_out": critic.T @ miss, "critic_in": both.T @ inner}, rate)


def against_random(net: Net, matches: int, seed: int) -> tuple[float, float, float]:
    """One seat by the network, the others random: its share of wins, half its 95 % interval, and its mean lead."""
    env, rng = ParallelEnv("scout", matches, seats=SEATS, perfect=True), np.random.default_rng(seed)
    _, now = env.reset(seed=seed)
    own, open_ = np.arange(matches) % SEATS, np.ones(matches, bool)
    wins, lead = np.zeros((2, matches))
    while open_.any():
        actions = env.draw_actions().astype(np.int64)
        mine = np.flatnonzero((now["seat"] == own) & open_)
        if len(mine):
            actions[mine] = choose(net, features(now["perfect"][mine])[0], now["action_mask"][mine] > 0, rng)[0]
        _, _, ended, _, now = env.step(actions)
        for i in np.flatnonzero(ended & open_):
            scores = now["final_scores"][i]
            wins[i] = (scores[own[i]] == scores.max()) / (scores == scores.max()).sum()
            lead[i], open_[i] = scores[own[i]] - np.delete(scores, own[i]).mean(), False
    share = (wins.sum() + 2) / (matches + 4)  # by Agresti and Coull, so that all wins do not look like certainty
    return float(wins.mean()), float(1.96 * np.sqrt(share * (1 - share) / (matches + 4))), float(lead.mean())


def train(updates: int, seed: int = 1, every: int = 2, matches: int = 256) -> tuple[Net, list[dict[str, float]]]:
    """The network, and how it did against random seats before learning and after every so many updates."""
    rng = np.random.default_rng(seed)
    env = ParallelEnv("scout", ENVS, seats=SEATS, perfect=True)
    _, now = env.reset(seed=seed)
    widths = [array.shape[1] for array in (*features(now["perfect"]), now["action_mask"])]
    net, curve, moves, spent = Net(rng, *widths), [], 0, 0.0
    for update in range(updates + 1):
        if update % every == 0 or update == updates:
            share, half, lead = against_random(net, matches, 10**6)
            curve.append({"moves": moves, "seconds": spent, "wins": share, "half": half, "lead": lead})
            print(", ".join(f"{name} {value:.4g}" for name, value in curve[-1].items()), flush=True)
        if update < updates:
            begun = time.process_time()
            found = collect(env, net, now, rng)
            learn(net, found, rng, RATE * (1 - 0.9 * update / updates))
            spent += time.process_time() - begun
            moves += len(found["gain"])
    return net, curve


def draw(curve: list[dict[str, float]]) -> str:
    """The mean lead over the random seats, by the moves learnt from, as a picture."""
    wide, high = curve[-1]["moves"] or 1, max(point["lead"] for point in curve) + 10
    points = " ".join(f"{60 + 520 * p['moves'] / wide:.0f},{250 - 230 * max(p['lead'], 0) / high:.0f}" for p in curve)
    marks = "".join(f'<text x="50" y="{254 - 230 * y / high:.0f}">{y}</text>' for y in range(0, int(high), 20))
    return f'''<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 300" font-family="sans-serif" font-size="13">
<rect width="600" height="300" fill="white"/><path d="M60 15V250H585" fill="none" stroke="black"/>
<g text-anchor="end">{marks}<text x="580" y="290">{wide:,} moves learnt from</text></g>
<text x="65" y="20">points ahead of three random seats, per match</text>
<polyline points="{points}" fill="none" stroke="#06c" stroke-width="2"/></svg>'''


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--updates", type=int, default=20)
    parser.add_argument("--out", type=Path, default=Path())
    given = parser.parse_args()
    net, curve = train(given.updates)
    np.savez(given.out / "scout.npz", **net.w)
    (given.out / "scout.svg").write_text(draw(curve) + "\n")
    share, half, lead = against_random(net, 2048, 2 * 10**6)
    print(f"against three random seats, 2,048 fresh matches: wins {share:.3f} ± {half:.3f}, leads by {lead:.1f} points")


if __name__ == "__main__":
    main()
