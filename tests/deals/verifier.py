"""The page's verifier, run by Node."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tefuda import Record
from tefuda.deal import proof, verify
from tefuda.errors import BadProof
from tests.deals.matches import TAMPERS, some_record, tampered
from tests.setups import SETUPS

SCRIPT = Path(__file__).with_name("verifier.mjs")


class Said(NamedTuple):
    verified: bool
    reason: str
    line: int


def said_of(proofs: Iterable[tuple[Any, dict[str, Any]]]) -> list[Said]:
    """What the page's verifier says of each proof and what was seen beforehand; all in one process."""
    lines = "".join(json.dumps(pair) + "\n" for pair in proofs)
    done = subprocess.run(["node", str(SCRIPT)], input=lines, text=True, capture_output=True, check=True, timeout=3600)
    return [Said(**json.loads(line)) for line in done.stdout.splitlines()]


class Case(NamedTuple):
    """A proof that is right, and the same after a tampering."""

    setup: str
    draws: int
    right: dict[str, Any]
    tamper: str
    wrong: dict[str, Any]


def cases(count: int, seed: int) -> Iterator[Case]:
    """Matches of all games, seat counts and options in turn, each tampered with in one of all ways."""
    rng = random.Random(seed)
    for number in range(count):
        setup = SETUPS[number % len(SETUPS)]
        record = some_record(setup, rng, rng.randint(0, 60))
        draws = verify(record)
        right = proof(record)
        text = None
        while text is None:  # not every record can be tampered with in every way
            tamper = rng.choice(TAMPERS)
            text = tampered(right["record"], tamper, rng)
        yield Case(str(setup), draws, right, tamper.__name__, {**right, "record": text})


def refused(text: str) -> bool:
    """Whether `tefuda verify` refuses this record too."""
    try:
        verify(Record.parse(text))
    except BadProof:
        return True
    return False
