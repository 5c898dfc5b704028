"""Matches of bots as Parquet, to learn from: every decision with what its seat could know, and every record.

A folder has `about.json`, and in shards `decisions-*.parquet` and `matches-*.parquet`; docs/data.md lists the columns.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tefuda.bots import Master
from tefuda.bots.entrants import Entrant, ask, decide, find_bot, kinds_of
from tefuda.env.rows import observation_parts
from tefuda.games import GAMES, Face
from tefuda.games.option import Value
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.plain import Game
from tefuda.match import set_up
from tefuda.record import Event, Record

FORMAT = 1
SHARD = 200  # matches
ABOUT = "about.json"


class Order(NamedTuple):
    """What is to be exported. The bots move on by a seat with each match."""

    game: str
    seats: int
    options: Mapping[str, Value]
    bots: tuple[str, ...]
    matches: int
    seed: int = 0
    playouts: int = 400  # of a decision of `master`

    @property
    def face(self) -> Face:
        return GAMES[self.game]


class Decision(NamedTuple):
    number: int
    round: int
    seat: int
    bot: str
    observation: bytes
    legal: list[int]
    action: int
    score: int  # of the seat, before it


class Played(NamedTuple):
    """A match with its decisions."""

    bots: list[str]
    decisions: list[Decision]
    scores: list[int]
    winners: list[int]
    rounds: int
    record: str


def check_order(
    game: str,
    options: Mapping[str, object],
    bots: Sequence[str],
    seats: int | None = None,
    matches: int = 100,
    seed: int = 0,
    playouts: int = 400,
) -> Order:
    """The order, or a ValueError that says what is wrong with it. One bot stands for all seats."""
    face, seats, chosen = set_up(game, seats if seats or len(bots) == 1 else len(bots), options)
    names = tuple(bots) * seats if len(bots) == 1 else tuple(bots)
    if len(names) != seats:
        raise ValueError(f"{seats} seats need one bot or {seats}, not {len(names)}")
    for name in names:
        find_bot(name, face.name)
    if matches < 1 or not 0 <= seed < 2**62 or not 1 <= playouts <= 10**6:
        raise ValueError("there is at least 1 match, a seed from 0 on, and 1 to a million playouts")
    return Order(face.name, seats, chosen, names, matches, seed, playouts)


def play(order: Order, number: int) -> Played:
    """Match `number` of the order; always the same, unless a bot from outside is not."""
    face, rng = order.face, random.Random(f"{order.seed} {number}")
    bots = [order.bots[(seat + number) % order.seats] for seat in range(order.seats)]
    entrants = [find_bot(name, order.game) for name in bots]
    game = face.begin(order.seats, order.options)
    record = Record(order.game, order.seats, dict(order.options), [""] * order.seats)
    decisions: list[Decision] = []
    while (seat := game.actor()) != OVER:
        if seat == CHANCE:
            drawn = game.draw(rng.getrandbits(62))
            record.events.append(Event(None, face.chance_text(game, drawn)))
            game.deal(drawn)
            continue
        legal, seen, score = game.legal(seat), game.observe(seat), game.scores()[seat]
        action = chosen(order, entrants[seat], game, seat, rng)
        found = Decision(len(decisions), game.rounds() + 1, seat, bots[seat], seen, legal, action, score)
        decisions.append(found)
        record.events.append(Event(seat, face.move_text(action)))
        game.apply(seat, action)
    result = face.result(game)
    return Played(bots, decisions, game.scores(), list(result.winners), game.rounds(), str(record))


def chosen(order: Order, entrant: Entrant, game: Game, seat: int, rng: random.Random) -> int:
    if entrant.name == "master":
        return ask(order.face, Master(playouts=order.playouts), game, seat, game.legal(seat), rng)
    return decide(order.face, entrant, game, seat, rng)


def about(order: Order) -> dict[str, Any]:
    """What one must know to read the tables."""
    from tefuda import __version__

    return {
        "format": FORMAT,
        "tefuda": __version__,
        "rules": order.face.version,
        **order._asdict(),
        "options": dict(order.options),
        "actions": order.face.engine.n_actions,
        "kinds": list(order.face.study.KINDS),
        "observation": [
            {"name": part.name, "start": part.start, "stop": part.stop, "shape": part.shape}
            for part in observation_parts(order.game)
        ],
    }


def write(order: Order, folder: Path) -> Iterator[int]:
    """Writes the folder, shard by shard; gives after each how many matches there are. ValueError if it is in use."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        begun = folder.is_dir() and not (folder / ABOUT).exists() and any(folder.glob("decisions-*.parquet"))
        what = "holds an export that was broken off" if begun else "is not empty"
        raise ValueError(f"{folder} {what}; choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    told = about(order)
    for shard, first in enumerate(range(0, order.matches, SHARD)):
        numbers = range(first, min(first + SHARD, order.matches))
        write_shard(order, told, folder, shard, {number: play(order, number) for number in numbers})
        yield numbers.stop
    (folder / ABOUT).write_text(json.dumps(told, indent=1) + "\n", "utf-8")  # last: it says that all is there


def write_shard(order: Order, told: Mapping[str, Any], folder: Path, shard: int, played: Mapping[int, Played]) -> None:
    import duckdb
    import numpy as np

    every = [(number, match, one) for number, match in played.items() for one in match.decisions]
    seen = np.frombuffer(b"".join(one.observation for _, _, one in every), np.int16).reshape(len(every), -1)
    kinds = kinds_of(order.game)
    texts = order.face.move_text
    columns: dict[str, Any] = {
        "match": np.array([number for number, _, _ in every], np.int32),
        "number": np.array([one.number for _, _, one in every], np.int32),
        "round": np.array([one.round for _, _, one in every], np.int16),
        "seat": np.array([one.seat for _, _, one in every], np.int8),
        "bot": np.array([one.bot for _, _, one in every], object),
        "action": np.array([one.action for _, _, one in every], np.int16),
        "move": np.array([texts(one.action) for _, _, one in every], object),
        "kind": np.array([kinds[one.action] for _, _, one in every], object),
        "to_gain": np.array([match.scores[one.seat] - one.score for _, match, one in every], np.int32),
        "score": np.array([match.scores[one.seat] for _, match, one in every], np.int32),
        "share": np.array([share(match, one.seat) for _, match, one in every], np.float32),
    }
    legal = {
        "place": np.repeat(np.arange(len(every)), [len(one.legal) for _, _, one in every]),
        "value": np.array([action for _, _, one in every for action in one.legal], np.int16),
    }
    wide = {f"o{k}": np.ascontiguousarray(seen[:, k]) for k in range(seen.shape[1])}
    rows = {"place": np.arange(len(every)), **columns, **wide}
    with duckdb.connect(config={"threads": 1}) as base:
        base.register("rows", rows)
        base.register("legal", legal)
        kept = ", ".join(columns)
        query = (
            f"select {kept}, [{', '.join(wide)}] as observation, actions as legal from rows join (select place,"
            " list(value order by value) as actions from legal group by place) using (place) order by place"
        )
        copy(base, query, folder / f"decisions-{shard:04}.parquet", told)
        base.execute(
            "create table matches (match int, bots text[], scores int[], winners int[], rounds int, decisions int,"
            " record text)"
        )
        base.executemany(
            "insert into matches values (?, ?, ?, ?, ?, ?, ?)",
            [
                (number, one.bots, one.scores, one.winners, one.rounds, len(one.decisions), one.record)
                for number, one in played.items()
            ],
        )
        copy(base, "from matches order by match", folder / f"matches-{shard:04}.parquet", told)


def copy(base: Any, query: str, path: Path, told: Mapping[str, Any]) -> None:
    """Writes a file whole or not at all."""
    import duckdb

    part = path.with_suffix(".part")
    text, place = (one.replace("'", "''") for one in (json.dumps(told), str(part)))
    try:
        base.execute(
            f"copy ({query}) to '{place}' (format parquet, compression zstd, kv_metadata {{tefuda: '{text}'}})"
        )
    except duckdb.Error as error:
        part.unlink(missing_ok=True)
        raise ValueError(f"cannot write {path}: {error}") from None
    part.replace(path)


def share(match: Played, seat: int) -> float:
    """The seat's part of the win."""
    return 1 / len(match.winners) if seat in match.winners else 0.0
