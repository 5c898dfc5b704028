"""Training the network of `expert`: regression on matches of `club`, then self-play.

The kernel plays, with the network in whole numbers as it will be used, and writes the positions after moves with what
came of them; NumPy fits a network of reals to them (Adam on the squared error), which is rounded before it plays on.
At first what came of a position is how the round ended; in self-play it is a mean of that and of the network's
estimates at the seat's next moves (lambda-returns, cut where a move was made at random to try it).

A network that plays well already can learn by comparing moves instead: at some decisions several are tried, each is
played on from the same hands, and the network is fitted to what they differ by.

What plays is not the network of the last step but a mean over the last thousands of steps, which chance moves less.
Now and then it is measured against `club`, always on the same deals, and the best one measured is what is kept.
"""

from __future__ import annotations

import json
import math
import time
from array import array
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tefuda.bots.network import n_inputs
from tefuda.games import GAMES, Face
from tefuda.games.option import Value
from tefuda.intervals import Mean, mean_of, sums_of
from tefuda.kernel import OVER
from tefuda.kernel.learn import HAS_INPUTS
from tefuda.kernel.net import FIRST, FULL, LEAK, ONE, SECOND, TOP, network_size

BATCH = 256
CHUNK = 30_000  # positions played between two rounds of learning
KEPT = 400_000  # positions that are learnt from
WARM = 0.08  # share of the time for matches of `club`
STEADY = 1 / 3000  # how far the mean of the network goes towards it with each step
LIMIT = TOP / ONE
SHARE = 0.15  # of the decisions, at which moves are compared
TOGETHER = 0.1  # how much it counts that all moves of a decision are off by the same


class Plan(NamedTuple):
    """What is trained, and how."""

    game: str
    seats: int
    options: Mapping[str, Value]
    seconds: float  # of the processor
    seed: int = 1
    odd: float = 0.05  # moves made at random to try them
    guests: float = 0.25  # seats of `club`
    trust: float = 0.8  # lambda
    start: str = ""  # the network that it begins with; without matches of `club`
    learnt: float = 1.5  # times that each position is learnt from, about
    rate: float = 1e-3  # of learning, at first
    deals: int = 500  # on which it is measured
    tries: int = 0  # moves that are compared at a decision; 0: it learns from how rounds went

    @property
    def face(self) -> Face:
        return GAMES[self.game]


class Step(NamedTuple):
    """How far the training is."""

    seconds: float
    decisions: int
    loss: float
    margin: Mean  # over `club`


class Learner:
    """A network of reals, with Adam."""

    def __init__(self, inputs: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.inputs = inputs
        shapes = [(inputs, FIRST), (FIRST,), (SECOND, FIRST), (SECOND,), (SECOND,), (1,)]
        scale = [0.12, 0.0, (2 / FIRST) ** 0.5, 0.0, 0.3 * SECOND**-0.5, 0.0]
        self.flat = np.zeros(network_size(inputs), np.float32)
        self.parts = views(self.flat, shapes)
        for part, spread in zip(self.parts, scale, strict=True):
            part[...] = rng.normal(0, spread or 1, part.shape) * bool(spread)
        self.slope = np.zeros_like(self.flat)
        self.slopes = views(self.slope, shapes)
        self.mean = np.zeros_like(self.flat)
        self.square = np.zeros_like(self.flat)
        self.steady = self.flat.copy()
        self.best = self.row()
        self.steps = 0

    def begin_with(self, row: Sequence[int]) -> None:
        """Takes over a network in whole numbers."""
        self.flat[:] = np.array(row, np.float32) / ONE
        self.steady[:] = self.flat

    def step(self, rows: Any, targets: Any, rate: float, marks: Any = None) -> float:
        """One step on a batch; gives the mean squared error before it.

        With marks, which have a row for each decision, it is the error of the differences between its moves that
        counts, and that of their mean only a little.
        """
        w1, b1, w2, b2, w3, b3 = self.parts
        g1, c1, g2, c2, g3, c3 = self.slopes
        x = rows.astype(np.float32)
        x *= 1 / FULL
        z1 = x @ w1 + b1
        h1 = bent(z1)
        z2 = h1 @ w2.T + b2
        h2 = bent(z2)
        error = h2 @ w3 + b3[0] - targets
        if marks is not None:
            error = apart(error, marks)
        d = np.clip(error, -2, 2).astype(np.float32) / len(targets)
        g3[:] = d @ h2
        c3[0] = d.sum()
        d2 = np.outer(d, w3) * slope(z2)
        g2[:] = d2.T @ h1
        c2[:] = d2.sum(0)
        d1 = (d2 @ w2) * slope(z1)
        g1[:] = x.T @ d1
        c1[:] = d1.sum(0)
        self.steps += 1
        self.mean += 0.1 * (self.slope - self.mean)
        self.square += 0.001 * (self.slope * self.slope - self.square)
        unbiased = np.sqrt(self.square / (1 - 0.999**self.steps)) + 1e-7
        self.flat -= rate / (1 - 0.9**self.steps) * self.mean / unbiased
        np.clip(self.flat[self.inputs * FIRST :], -LIMIT, LIMIT, out=self.flat[self.inputs * FIRST :])
        self.steady += max(STEADY, 1 / (self.steps + 9)) * (self.flat - self.steady)
        return float((error * error).mean())

    def row(self) -> array[int]:
        """The mean of the last networks, in whole numbers."""
        top = np.full(len(self.steady), 32767)
        top[self.inputs * FIRST :] = TOP
        return array("h", np.clip(np.rint(self.steady * ONE), -top, top).astype(np.int16).tobytes())


def views(flat: Any, shapes: list[tuple[int, ...]]) -> list[Any]:
    """The parts of a row, in these shapes."""
    found, at = [], 0
    for shape in shapes:
        size = int(np.prod(shape))
        found.append(flat[at : at + size].reshape(shape))
        at += size
    return found


def bent(z: Any) -> Any:
    return np.clip(np.where(z < 0, z * np.float32(2**-LEAK), z), np.float32(-LIMIT), np.float32(LIMIT))


def slope(z: Any) -> Any:
    return np.where(z < 0, np.float32(2**-LEAK), np.where(z < LIMIT, np.float32(1), np.float32(0)))


def apart(error: Any, marks: Any) -> Any:
    """How far the moves of each decision are off against one another, and all of them together by TOGETHER of that.

    What ends the round is known, so that its error is 0; what is no move does not count.
    """
    error = error.reshape(marks.shape) * (marks == HAS_INPUTS)
    middle = error.sum(1, keepdims=True) / np.maximum(1, (marks > 0).sum(1, keepdims=True))
    return ((error - (1 - TOGETHER) * middle) * (marks == HAS_INPUTS)).reshape(-1)


class School:
    """Plays, and keeps what is learnt from: positions, or decisions with the positions after several moves."""

    def __init__(self, plan: Plan, steps: int = 0) -> None:
        self.plan = plan
        self.width = n_inputs(plan.face)
        self.rng = np.random.default_rng([plan.seed, steps])  # a training that goes on meets other deals
        self.game = plan.face.begin(plan.seats, plan.options)
        self.each = max(1, plan.tries)  # positions that are kept together
        room = CHUNK // self.each * self.each
        self.rows = np.zeros((room, self.width), np.int8)
        self.targets = np.zeros(room, np.float64)
        self.owners = np.zeros(room, np.int8)
        self.marks = np.zeros(room, np.uint8)
        self.bases = np.zeros(room, np.int64)
        self.bests = np.zeros(room, np.int64)
        self.room = KEPT // self.each
        self.kept_rows = np.zeros((self.room, self.each, self.width), np.int8)
        self.kept_targets = np.zeros((self.room, self.each), np.float32)
        self.kept_marks = np.zeros((self.room, self.each), np.uint8)
        self.kept = 0
        self.decisions = 0

    def forget(self) -> None:
        self.kept = 0

    def play(self, row: array[int], self_play: bool, odd: float, trust: float) -> int:
        """Plays a chunk and keeps its positions, in the place of any others where there is no room; gives how many."""
        plan, seed = self.plan, int(self.rng.integers(2**62))
        given = (seed, row, [plan.face.weights.CLUB] * plan.seats, plan.face.numbers(plan.options))
        if plan.tries:
            rows = (self.rows, self.marks, self.targets)
            n, made = self.game.compare(*given, plan.tries, SHARE, odd, plan.guests, trust, rows)
        else:
            kept = (self.rows, self.owners, self.marks, self.bases, self.bests, self.targets)
            n, made = self.game.study(*given, self_play, odd, plan.guests, trust, kept)
        self.decisions += made
        self.keep(n // self.each)
        return n

    def keep(self, n: int) -> None:
        free = min(n, self.room - self.kept)
        places = np.arange(self.kept, self.kept + free)
        if n > free:
            places = np.concatenate([places, self.rng.choice(self.room, n - free, replace=False)])
        for kept, new in (
            (self.kept_rows, self.rows), (self.kept_targets, self.targets), (self.kept_marks, self.marks),
        ):  # fmt: skip
            kept[places] = new[: n * self.each].reshape(n, *kept.shape[1:])
        self.kept += free

    def learn(self, learner: Learner, steps: int, rate: float) -> float:
        total = 0.0
        for _ in range(steps):
            places = self.rng.integers(self.kept, size=BATCH // self.each)
            rows, targets = self.kept_rows[places].reshape(-1, self.width), self.kept_targets[places].reshape(-1)
            total += learner.step(rows, targets, rate, self.kept_marks[places] if self.plan.tries else None)
        return total / max(1, steps)


def train(plan: Plan, learner: Learner, curve: Sequence[Step] = ()) -> Iterator[Step]:
    """Trains until the time is up, from where the curve ends. Gives a step now and then, and at the end."""
    school = School(plan, learner.steps)
    seen = curve[-1].seconds if curve else 0.0
    top = max((step.margin.value for step in curve), default=-math.inf)
    begun = time.process_time()
    away = 0.0  # time for measuring
    due = 0.0

    def used() -> float:
        return seen + time.process_time() - begun - away

    warm = used() < WARM * plan.seconds and not plan.start and not plan.tries
    while True:
        share = used() / plan.seconds
        if share >= 1:
            break
        if warm and share >= WARM:
            warm = False
            school.forget()
        if warm:
            n = school.play(learner.row(), False, 3 * plan.odd, 1.0)
            loss = school.learn(learner, int(plan.learnt * n / BATCH), 1.5 * plan.rate)
        else:
            n = school.play(learner.row(), True, plan.odd, plan.trust)
            loss = school.learn(learner, int(plan.learnt * n / BATCH), plan.rate * (0.05 + 0.95 * (1 - share)))
        if used() >= due or used() >= plan.seconds:
            now = time.process_time()
            margin = measure(plan, learner.row(), range(plan.deals))
            if margin.value > top:
                learner.best, top = learner.row(), margin.value
            yield Step(used(), school.decisions, loss, margin)
            away += time.process_time() - now
            due = used() + max(20.0, plan.seconds / 12)


def measure(plan: Plan, row: array[int], deals: range) -> Mean:
    """What one seat with this network gains over `club` in the others, a round; each deal in all rotations."""
    face = plan.face
    shared = face.shared_by(plan.options)
    found = []
    for deal in deals:
        total = 0.0
        for own in range(plan.seats):
            game = face.begin(plan.seats, plan.options)
            start = game.scores()
            weights = [None if shared or seat == own else face.weights.CLUB for seat in range(plan.seats)]
            game.play_round_with(deal, row, weights)
            while face.rounds_hang_together and game.actor() != OVER:
                game.play_round_with(deal + game.rounds(), row, weights)
            gains = [b - a for a, b in zip(start, game.scores(), strict=True)]
            others = 0 if shared else (sum(gains) - gains[own]) / (plan.seats - 1)
            total += (gains[own] - others) / max(1, game.rounds())
        found.append(total / plan.seats)
    return mean_of(sums_of(found))


# ---- to go on later

KEPT_ROWS = ("flat", "mean", "square", "steady", "best")


def save_state(path: Path, plan: Plan, learner: Learner, curve: list[Step]) -> None:
    """Keeps what is needed to go on; the file is always either the old one or the new one, whole."""
    told = {"plan": told_of(plan), "steps": learner.steps, "curve": [[*step[:3], *step.margin] for step in curve]}
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        np.savez(file, told=json.dumps(told), **{name: getattr(learner, name) for name in KEPT_ROWS})
    part.replace(path)


def load_state(path: Path, plan: Plan, learner: Learner) -> list[Step]:
    """The curve so far, with the learner as it was; ValueError if the file is of another training."""
    try:
        with np.load(path) as kept:
            told = json.loads(str(kept["told"]))
            rows = {name: kept[name] for name in KEPT_ROWS}
    except (OSError, LookupError, ValueError) as error:
        raise ValueError(f"{path} is no state of a training ({error})") from None
    if told["plan"] != told_of(plan) or rows["flat"].shape != learner.flat.shape:
        raise ValueError(f"{path} is of another training")
    learner.best = array("h", rows.pop("best").tobytes())
    for name, row in rows.items():
        getattr(learner, name)[:] = row
    learner.steps = int(told["steps"])
    return [Step(row[0], row[1], row[2], Mean(*row[3:])) for row in told["curve"]]


def told_of(plan: Plan) -> dict[str, Any]:
    """What must be the same for a training to be continued: everything but its length."""
    return {**plan._asdict(), "options": dict(plan.options), "seconds": 0}
