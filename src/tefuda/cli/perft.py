"""tefuda perft: counting positions, and random matches with every invariant checked."""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from cyclopts import Parameter
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tefuda.cli import Complaint
from tefuda.cli.parameters import AsJson, RuleOptions, Seats, cores
from tefuda.cli.play import GAME, game_called, load_match, read_options
from tefuda.games import GAMES
from tefuda.games.option import Option, Value
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.plain import Game
from tefuda.match import Match

CHUNK = 400  # matches that one process plays before it reports


def perft(
    game: str = GAME,
    /,
    *,
    seats: Seats = None,
    seed: int = 1,
    depth: int = 4,
    option: RuleOptions = (),
    record: Path | None = None,
    random_rounds: Annotated[int | None, Parameter(name="--random")] = None,
    processes: int = 0,
    as_json: AsJson = False,
) -> int:
    """Count the positions that the rules lead to, seats acting one at a time; chance is not followed.

    Parameters
    ----------
    game
        The game.
    seed
        The deal.
    depth
        How many moves deep to count.
    record
        Count from the end of this record instead.
    random_rounds
        Instead of counting, play random matches of all options and seat counts until this many rounds are played, and
        check every invariant after every move. Exit code 1 if one breaks.
    processes
        How many processes play; all cores if 0.
    as_json
        Print one JSON object.
    """
    game = game_called(game)
    if random_rounds is not None and random_rounds < 1:
        raise Complaint("--random must be at least 1")
    if random_rounds is not None:
        return play_randomly(game, random_rounds, seed, cores(processes), as_json)
    if depth < 1:
        raise Complaint("--depth must be at least 1")
    match = load_match(record, seed) if record else new_match(game, seats, read_options(game, None, option), seed)
    start = match.record.last()
    counts = []
    for moves in range(1, depth + 1):
        begun = time.perf_counter()
        counts.append(count(start, moves))
        if not as_json:
            rate = counts[-1] / (time.perf_counter() - begun)
            print(f"depth {moves}  {counts[-1]:>15,}  {rate:>13,.0f} a second", flush=True)
    if as_json:
        print(json.dumps({"game": game, "counts": counts}))
    return 0


def new_match(game: str, seats: int | None, options: dict[str, Any], seed: int) -> Match:
    try:
        return Match(game, seats, seed, **options)
    except ValueError as error:
        raise Complaint(error) from None


def count(game: Game, depth: int) -> int:
    """The number of ways to make `depth` moves, or fewer where a round ends."""
    seat = game.actor()
    if depth == 0 or seat in (CHANCE, OVER):
        return 1
    if depth == 1:
        return game.count(seat)
    total = 0
    for action in game.legal(seat):
        after = game.clone()
        after.apply(seat, action)
        total += count(after, depth - 1)
    return total


# ---- random matches


class Tally(NamedTuple):
    """The counts of a chunk of random matches; the keys say the setup, such as "oink, 2 seats"."""

    rounds: Counter[str]
    moves: Counter[str]
    longest: Counter[str]  # moves of the longest match
    endings: Counter[str]  # how matches ended
    safety: Counter[str]  # how often safety rules fired
    breaks: list[str]


def play_randomly(game: str, rounds: int, seed: int, processes: int, as_json: bool) -> int:
    total = Tally(Counter(), Counter(), Counter(), Counter(), Counter(), [])
    console = Console(stderr=True)
    with ProcessPoolExecutor(processes) as pool:
        for step in track(range(100), f"{rounds:,} rounds of {game}", console=console, disable=not sys.stderr.isatty()):
            goal = rounds * (step + 1) // 100
            while total.rounds.total() < goal:
                for tally in pool.map(play_chunk, [game] * processes, range(seed, seed + processes)):
                    add(total, tally)
                seed += processes
    if as_json:
        print(json.dumps(total._asdict() | {"breaks": len(total.breaks), "first": total.breaks[:3]}))
    else:
        show(total)
    return 1 if total.breaks else 0


def play_chunk(game: str, seed: int) -> Tally:
    """Matches with options and seats drawn at random; the seed decides everything."""
    face = GAMES[game]
    rng = random.Random(seed)
    tally = Tally(Counter(), Counter(), Counter(), Counter(), Counter(), [])
    for _ in range(CHUNK):
        options = {option.name: rng.choice(list(some_values(option, rng))) for option in face.options}
        seats = rng.choice(face.seats(options))
        chosen = [str(options[option.name]) for option in face.options if option.choices][:1]
        setup = ", ".join([*chosen, f"{seats} seats"])
        start = face.begin(seats, options)
        number = rng.getrandbits(62)
        moves, broken = start.playout_checked(number)
        if broken:
            tally.breaks.append(
                f"{game} {seats} seats {options} playout {number}: invariant {broken} after {moves} moves"
            )
            continue
        tally.rounds[setup] += start.rounds()
        tally.moves[setup] += moves
        tally.longest[setup] = max(tally.longest[setup], moves)
        tally.endings[face.result(start).reason] += 1
        tally.safety.update(face.safety(start))
    return tally


def some_values(option: Option, rng: random.Random) -> Iterator[Value]:
    """Every choice; for a number mostly the default, sometimes a small one."""
    if option.choices:
        yield from option.choices
    elif isinstance(option.default, bool):
        yield from (False, True)
    else:
        yield from (
            option.default,
            option.default,
            option.default,
            rng.randint(option.least, min(option.most, option.least + 100)),
        )


def add(total: Tally, one: Tally) -> None:
    total.rounds.update(one.rounds)
    total.moves.update(one.moves)
    total.endings.update(one.endings)
    total.safety.update(one.safety)
    for setup, moves in one.longest.items():
        total.longest[setup] = max(total.longest[setup], moves)
    total.breaks.extend(one.breaks)


def show(total: Tally) -> None:
    table = Table("setup", "rounds", "moves", "longest match", box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for setup in sorted(total.rounds):
        table.add_row(setup, *(f"{counter[setup]:,}" for counter in (total.rounds, total.moves, total.longest)))
    table.add_row("together", f"{total.rounds.total():,}", f"{total.moves.total():,}", "")
    Console().print(table)
    print("last rounds ended by:", ", ".join(f"{reason} {times:,}" for reason, times in total.endings.most_common()))
    print("safety rules fired:", ", ".join(f"{rule} {times:,} times" for rule, times in sorted(total.safety.items())))
    print(f"breaks: {len(total.breaks)}")
    for line in total.breaks[:10]:
        print(" ", line)
