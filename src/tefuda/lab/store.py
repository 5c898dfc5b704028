"""The folder of a run: the plan as `lab.json`, and a folder of Parquet shards for each table.

A shard is named by its batch and appears whole or not at all; the shard that marks its batch as done is written last.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from tefuda.games import GAMES
from tefuda.lab.plan import Batch, Plan, batches
from tefuda.lab.play import Table

PLAN = "lab.json"
MORE = ("probes", "ladder", "without")  # amounts of a plan that may grow
# The table that is written last, by what is done.
LAST = {"matches": "matches", "probes": "worth", "ladder": "ladder", "without": "without"}


class BadFolder(ValueError):
    """A folder that cannot be used as asked."""


def connect() -> Any:
    """DuckDB with one thread: the work is shared out elsewhere, and a shard is always the same bytes."""
    import duckdb

    return duckdb.connect(config={"threads": 1})


def to_parquet(tables: dict[str, Table]) -> dict[str, bytes]:
    """Their shards, made by one connection: to open one takes longer than to write a shard."""
    import duckdb

    shards = {}
    with tempfile.TemporaryDirectory() as folder, connect() as base:
        for name, table in tables.items():
            path = Path(folder) / f"{name}.parquet"
            base.register("rows", table)
            try:
                base.execute(f"copy (from rows) to '{path}' (format parquet, compression zstd)")
            except duckdb.Error as error:
                raise OSError(f"cannot write {path}: {error}") from None
            shards[name] = path.read_bytes()
    return shards


def check_folder(folder: Path, plan: Plan) -> Plan:
    """Finds that what is in the folder belongs to this plan; gives the plan with what was asked before."""
    file = folder / PLAN
    if file.exists():
        if read_json(file).get("key") != plan.key():
            raise BadFolder(f"{folder} holds a run of another plan or of other rules; choose another folder")
        kept = read_plan(folder)
        if kept.games > plan.games:
            raise BadFolder(f"{folder} holds a run of {kept.games} matches; ask for at least as many")
        plan = plan._replace(**{what: max(getattr(plan, what), getattr(kept, what)) for what in MORE})
    elif folder.exists() and any(folder.iterdir()):
        raise BadFolder(f"{folder} is not empty and holds no run; choose another folder")
    return plan


def open_folder(folder: Path, plan: Plan) -> None:
    """Makes the folder, with the plan in it, or writes what is new in the plan."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write(folder / PLAN, json.dumps(plan.to_json(), indent=1).encode())
    except OSError as error:
        raise BadFolder(f"cannot write {folder}: {error.strerror}") from None
    drop_others(folder, plan)


def read_plan(folder: Path) -> Plan:
    """The plan of a run."""
    if not (folder / PLAN).is_file():
        raise BadFolder(f"there is no run in {folder}")
    told = read_json(folder / PLAN)
    try:
        plan = Plan.from_json(told)
    except (KeyError, TypeError, AttributeError):
        raise BadFolder(f"{folder / PLAN} is no plan of a run") from None
    except ValueError as error:
        raise BadFolder(f"{folder} was written by another version: {error}") from None
    if plan.game not in GAMES:  # it is not loaded by itself, because that would run what lies in somebody's folder
        raise BadFolder(f"{folder} is a run of {plan.game}, which is no game here: also name the folder of that game")
    return plan


def played(folder: Path) -> int:
    """How many matches of a run are there without a gap, from the first on."""
    done = [batch for batch in batches(read_plan(folder)) if batch.what == "matches" and is_done(folder, batch)]
    there = {batch.first: batch.last for batch in done}
    count = 0
    while count in there:
        count = there[count]
    if not count:
        raise BadFolder(f"no match in {folder} has been played yet")
    return count


def read_table(folder: Path, table: str, count: int) -> Table:
    """The rows of the first matches, in their order."""
    path = str(folder / table / "*.parquet").replace("'", "''")
    order = "match" if table == "matches" else "match, round, seat"
    query = f"from read_parquet('{path}', hive_partitioning=false) where match < {count} order by {order}"
    with connect() as base:
        found: Table = base.execute(query).fetchnumpy()
    return found


def read_json(file: Path) -> Any:
    try:
        return json.loads(file.read_text("utf-8"))
    except ValueError:
        raise BadFolder(f"{file} is damaged") from None


def write(path: Path, data: bytes) -> None:
    """Writes a file whole: if something stops it, the file that was there stays."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def shard(folder: Path, table: str, batch: Batch) -> Path:
    return folder / table / f"{batch.name}.parquet"


def is_done(folder: Path, batch: Batch) -> bool:
    return shard(folder, LAST[batch.what], batch).exists()


def keep(folder: Path, batch: Batch, shards: dict[str, bytes]) -> None:
    last = LAST[batch.what]
    for table in sorted(shards, key=lambda name: name == last):
        path = shard(folder, table, batch)
        path.parent.mkdir(exist_ok=True)
        write(path, shards[table])


def drop_others(folder: Path, plan: Plan) -> None:
    """Shards of batches that the plan does not have: of a last, shorter batch before the run was made longer."""
    wanted = {(batch.what, batch.name) for batch in batches(plan)}
    of = {"odds": "probes", "stakes": "probes", "worth": "probes", "ladder": "ladder", "without": "without"}
    for path in folder.glob("*/*.parquet"):
        if (of.get(path.parent.name, "matches"), path.stem) not in wanted:
            path.unlink()
