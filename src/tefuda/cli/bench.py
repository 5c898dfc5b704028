"""tefuda bench: how fast the rules run, as rates and as ratios to other libraries, all measured in one run."""

from __future__ import annotations

import json
import random
import statistics
import sys
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from tefuda.cli import Complaint, peers
from tefuda.cli.parameters import AsJson, Switch
from tefuda.cli.play import GAME, set_up_as_asked
from tefuda.games import Face
from tefuda.match import set_up

Work = Callable[[], int]  # does some work, gives how much
TURNS = 7  # every rate is the median of so many turns; all measures take turns, so that they share the machine's load
BATCH = peers.BATCH

LABELS = {
    "inside": "moves a second inside the kernel",
    "python": "moves a second from Python, one call a move",
    "batch": f"moves a second as a batch of {BATCH:,} with masks",
    "clone": "clones a second from Python",
    "search": "moves a second in a search, sensible playouts",
    "first view": "views a second, each the first of its position",
    "view": "views a second of positions that were looked at before",
    "parallel": f"tefuda.env.parallel, a batch of {BATCH:,}",
    "shared": "... in shared memory (copy=False)",
    "random": "... one's own steps, the others random inside the kernel",
    "casual": "... the others casual",
    "club": "... the others club",
    "seat": "tefuda.env.seat, one match from Python, the others club",
    "aec": "tefuda.env.aec, one match from Python",
}


def bench(
    game: str = GAME,
    /,
    *,
    seats: Annotated[tuple[int, ...], Parameter(negative=(), show_default=False)] = (),
    seconds: float = 0.25,
    env: Switch = False,
    as_json: AsJson = False,
) -> int:
    """Measure how fast the rules run.

    Parameters
    ----------
    game
        The game.
    seats
        For how many seats; every number the game allows if not given. May be repeated.
    seconds
        How long each measure works in each of its turns.
    env
        Measure the environments instead: steps a second with masks and observations.
    as_json
        Print one JSON object.
    """
    if not 0.001 <= seconds <= 60:
        raise Complaint("--seconds must be from 0.001 to 60")
    face, _, options = set_up_as_asked(game, None)
    for number in seats:
        set_up_as_asked(game, number)
    found = []
    for number in seats or sorted(face.seats(options)):
        own = own_environments(face, number) if env else own_work(face, number)
        found.append(measure_all(face, number, seconds, own, (peers.environments if env else peers.measures)(number)))
        if not as_json:
            show(found[-1])
    if as_json:
        print(json.dumps(found[0] if len(found) == 1 else {"results": found}, indent=2))
    return 0


def measure_all(
    face: Face, seats: int, seconds: float, own: dict[str, Work], others: dict[str, Callable[[float], float]]
) -> dict[str, Any]:
    measures: dict[str, Callable[[float], float]] = {}
    measures |= {name: partial(peers.rate, work) for name, work in own.items()}
    rates: dict[str, list[float]] = {name: [] for name in [*measures, *others]}
    for _ in range(TURNS):
        for name, measure in [*measures.items(), *others.items()]:
            rates[name].append(measure(seconds))
    found: dict[str, Any] = {"game": face.name, "seats": seats, "backend": str(face.engine.backend)}
    found |= {name: round(statistics.median(rates[name])) for name in measures}
    found["clone_microseconds"] = round(1e6 / found["clone"], 4) if "clone" in found else None
    found["peers"] = {name: round(statistics.median(rates[name])) for name in others}
    found["ratios"] = {
        f"{ours} / {theirs}": round(
            statistics.median(a / b for a, b in zip(rates[ours], rates[theirs], strict=True)), 2
        )
        for theirs, ours in peers.BESIDE.items()
        if theirs in rates and ours in rates
    }
    return found


def own_work(face: Face, seats: int) -> dict[str, Work]:
    _, _, options = set_up(face.name, seats, {})
    start = face.begin(seats, options)
    seeds = iter(range(10**9))

    def inside() -> int:
        return start.clone().playout(next(seeds))

    def python() -> int:
        draw, game = random.random, start.clone()
        advance, settle = game.advance, game.settle
        moves, n = 0, settle(next(seeds))
        while n:
            n = advance(int(draw() * n)) or settle(next(seeds))
            moves += 1
        return moves

    def clone() -> int:
        copy = start.clone
        for _ in range(1000):
            copy()
        return 1000

    def position() -> tuple[Any, int]:
        game = start.clone()
        game.settle(next(seeds))
        return game, game.actor()

    def search() -> int:
        game, seat = position()
        return int(game.search(seat, game.legal(seat)[:8], 20, next(seeds), face.weights.CLUB)[2])

    many_positions = positions(start, 1500)  # more than are kept readable at a time

    def first_view() -> int:
        for game, seat in many_positions:
            face.view(game, seat)
        return len(many_positions)

    def view() -> int:
        for game, seat in many_positions[:40]:
            face.view(game, seat)
        return 40

    found: dict[str, Work] = {"inside": inside, "python": python, "clone": clone, "search": search}
    found |= {"first view": first_view, "view": view}
    try:
        import numpy as np
    except ImportError:
        print("tefuda: no NumPy, so no batches: pip install 'tefuda[env]'", file=sys.stderr)
        return found
    many = face.engine.Batch(BATCH, seats, face.numbers(options), 1)
    actions = np.zeros(BATCH, np.int16)

    def batch() -> int:
        many.draw_actions(actions)
        many.step(actions)
        return BATCH

    return {**found, "batch": batch}


def positions(start: Any, count: int) -> list[tuple[Any, int]]:
    """Positions anywhere in random matches, and the seat that decides there."""
    rng = random.Random(1)
    found: list[tuple[Any, int]] = []
    while len(found) < count:
        game = start.clone()
        legal = game.settle(rng.getrandbits(62))
        for _ in range(rng.randrange(100)):
            legal = legal and (game.advance(rng.randrange(legal)) or game.settle(rng.getrandbits(62)))
        if legal:
            found.append((game, game.actor()))
    return found


def own_environments(face: Face, seats: int) -> dict[str, Work]:
    """Steps with masks and observations; the actions are drawn at random among the legal ones."""
    try:
        from tefuda.env import aec
        from tefuda.env.parallel import ParallelEnv
        from tefuda.env.seat import SeatEnv
    except ImportError as error:
        raise Complaint(str(error)) from None

    def steps(many: ParallelEnv) -> int:
        many.step(many.draw_actions())
        return many.num_envs

    found: dict[str, Work] = {}
    for name, copy in (("parallel", True), ("shared", False)):
        many = ParallelEnv(face.name, BATCH, seats=seats, copy=copy)
        many.reset(seed=1)
        found[name] = partial(steps, many)
    for level in ("random", "casual", "club"):
        many = ParallelEnv(face.name, BATCH, seats=seats, copy=False, opponents=level)
        many.reset(seed=1)
        found[level] = partial(steps, many)
    single = SeatEnv(face.name, seats=seats, opponents="club")
    single.reset(seed=1)

    def seat() -> int:
        choices = single.action_masks().nonzero()[0]
        if single.step(int(choices[int(random.random() * len(choices))]))[2]:
            single.reset()
        return 1

    return {**found, "seat": seat, "aec": partial(peers.pettingzoo_observed, aec.env(face.name, seats=seats))}


def show(found: dict[str, Any]) -> None:
    console = Console()
    table = Table(box=None, title=f"{found['game']}, {found['seats']} seats; {found['backend']}", title_justify="left")
    table.add_column("what")
    table.add_column("rate", justify="right")
    table.add_column("ratio", justify="right")
    for name, label in LABELS.items():
        if name in found:
            table.add_row(label, f"{found[name]:,}", "")
    for name, rate in found["peers"].items():
        ratio = next(value for pair, value in found["ratios"].items() if pair.endswith(f"/ {name}"))
        table.add_row(f"{peers.LABELS[name]}", f"{rate:,}", f"{ratio} times as fast ({peers.BESIDE[name]})")
    console.print(table)
    if not found["peers"]:
        print("other libraries are measured too where they are installed: pip install 'tefuda[peers]'")
    print()
