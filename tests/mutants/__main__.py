"""python -m tests.mutants TARGET ...: see the package."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.games import rule_tests
from tests.mutants.changes import Mutant, mutants, originals
from tests.mutants.parts import PARTS
from tests.mutants.run import KILLED, NO_END, SURVIVED, Hunt, Verdict

ROOT = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).parent / "equivalent.toml"
GAME_MODULES = ("rules", "cards", "legal", "rows", "memory", "hidden", "view")
QUIET = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=no", "--assert=plain")  # why a test fails is not told
CONTRACT_TESTS = ("test_states.py", "test_views.py", "test_contract.py", "test_pinned.py")


def targets() -> list[str]:
    return [*sorted(path.parent.name for path in ROOT.glob("src/tefuda/games/*/rules.py")), *PARTS]


def modules(target: str) -> list[str]:
    """The modules that are changed."""
    package = f"tefuda.{target}" if target in PARTS else f"tefuda.games.{target}"
    folder = ROOT / "src" / package.replace(".", "/")
    names = PARTS[target].modules if target in PARTS else GAME_MODULES
    return [f"{package}.{name}" for name in names if (folder / f"{name}.py").exists()]


def tests(target: str, narrow: bool) -> list[str]:
    """The tests that look for a mutant: those of the rules, and, unless it shall be quick, contract and oracle."""
    if part := PARTS.get(target):
        return [str(ROOT / "tests" / target / name) for name in (part.narrow if narrow else part.tests)]
    found = rule_tests(target)
    if narrow:
        return [*map(str, found)]
    found += [ROOT / "tests" / "contract" / name for name in CONTRACT_TESTS]
    return [*map(str, found), str(ROOT / "tests" / "games" / target / "test_agrees.py")]


def found_in(target: str, make: Callable[[str, str], list[Mutant]] = mutants) -> list[Mutant]:
    found = []
    for name in modules(target):
        source = importlib.import_module(name).__file__
        assert source is not None
        found += make(name, Path(source).read_text(encoding="utf-8"))
    return found


def equivalents() -> dict[tuple[str, str, str, str], str]:
    """The mutants that mean the same as the original, with the reason."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    return {(one["module"], one["function"], one["text"], one["change"]): one["reason"] for one in listed}


def survivors(path: Path) -> list[dict[str, Any]]:
    return [one for one in json.loads(path.read_text("utf-8")) if one["end"] == SURVIVED]


def report(results: list[Verdict]) -> None:
    """Per rule number the killed and the survivors; then each survivor."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for mutant, end, _ in results:
        for number in mutant.numbers or ("-",):
            counts[number][end == SURVIVED] += 1
    order = sorted(counts, key=lambda number: (number[0], int("".join(filter(str.isdigit, number)) or 0), number))
    print("rule: killed + survived")
    print("  " + ", ".join(f"{number}: {counts[number][0]} + {counts[number][1]}" for number in order))
    for mutant, end, by in results:
        if end == SURVIVED:
            print(f"survived: {mutant}" + f"\n    {by}" * bool(by))
    survived = sum(one.end == SURVIVED for one in results)
    share = 100 * (len(results) - survived) / max(1, len(results))
    print(f"{len(results)} mutants, {survived} survived: {share:.1f} % killed")
    print(f"{sum(one.by == NO_END for one in results)} of the killed did not end")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("target", choices=targets())
    parser.add_argument("--module", default="", help="only this module, such as rules")
    parser.add_argument("--line", type=int, default=0, help="only mutants of this line")
    parser.add_argument("--sample", type=int, default=0, help="only so many mutants, drawn by --seed")
    parser.add_argument("--part", default="1/1", help="only a part of them, such as 2/8")
    parser.add_argument("--again", type=Path, default=None, help="only the survivors in what --json has written")
    parser.add_argument(
        "--narrow",
        action="store_true",
        help="only the tests of the game's rules, or of the parts of server or judge by themselves, look for them",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--seconds",
        type=float,
        default=2,
        help="that a test may take beside five times its file's slowest: a loop may never end",
    )
    parser.add_argument(
        "--budget",
        type=float,
        default=0.0,
        help="processor time of a mutant's tests, the likeliest first; else all run",
    )
    parser.add_argument("--minutes", type=float, default=0.0, help="after which it stops, and tells what it has found")
    parser.add_argument("--json", type=Path, default=None, help="where to write what became of each mutant")
    asked = parser.parse_args()
    if asked.target not in PARTS or PARTS[asked.target].plain:
        os.environ["TEFUDA_KERNEL"] = "plain"
    chosen = [one for one in found_in(asked.target) if one.key not in equivalents()]
    chosen = [one for one in chosen if not asked.module or one.module.endswith(f".{asked.module}")]
    chosen = [one for one in chosen if not asked.line or one.line == asked.line]
    if asked.again:
        left = {(one["module"], one["nth"]) for one in survivors(asked.again)}
        chosen = [one for one in chosen if (one.module, one.nth) in left]
    part, parts = map(int, asked.part.split("/"))
    chosen = chosen[part - 1 :: parts]
    if asked.sample:
        chosen = sorted(
            random.Random(asked.seed).sample(chosen, min(asked.sample, len(chosen))), key=lambda one: one[:3]
        )
    if not chosen:
        parser.error("there are no such mutants")
    hunt = Hunt(found_in(asked.target, originals), chosen, asked.target, asked.seconds, asked.minutes, asked.budget)
    status = pytest.main([*QUIET, *tests(asked.target, asked.narrow)], [hunt])
    if not hunt.results:
        print(f"the tests could not be collected (pytest ended with {status})", file=sys.stderr)
        return 2
    report(hunt.results)
    if len(hunt.results) < len(chosen):
        print(f"stopped after {len(hunt.results)} of {len(chosen)}")
    print("found most often by", *sorted(hunt.killers, key=lambda test: -hunt.killers[test])[:5], sep="\n    ")
    if asked.json:
        rows = [{**mutant._asdict(), "make": None, "end": end, "by": by} for mutant, end, by in hunt.results]
        asked.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    return 0 if all(one.end == KILLED for one in hunt.results) else 1


if __name__ == "__main__":
    sys.exit(main())
