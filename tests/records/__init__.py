"""Old records: a thousand matches of each rule set, as they were written, that every later version must still replay.

A file in tests/games/<game>/records holds the records of one rule set and one version of its game, compressed. Each
record is followed by a line with its result and a digest of everything that everybody could do after each event, so
that a rule that allows more or less than it did is noticed too. A change of the rules needs a new version of the game
and new files; the old files stay, and are then replayed by their version or refused by name (`Face.version`,
`Face.replays_since`).

    python -m tests.records              # replays all of them
    python -m tests.records --write      # makes the files of rule sets that have none for the present version
"""

from __future__ import annotations

import hashlib
import lzma
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tefuda import GAMES, Match, Record
from tefuda.bots import DECISIONS
from tefuda.games.option import Value
from tefuda.kernel import OVER
from tefuda.record import act

FOLDER = Path(__file__).parents[1] / "games"
EACH = 1000  # records in a file
EVENTS_MAX = 250  # a longer match is broken off: a record of an unfinished match is a record too
END = "=== "  # begins the line after a record

# A style decides by the moves alone or, for a bot, by what its seat may know.
Style = Callable[[Match, int, random.Random], str]


class RuleSet(NamedTuple):
    """The options that make a rule set; the others take any of their values now and then."""

    name: str
    game: str
    fixed: dict[str, Value]

    def path(self, version: int) -> Path:
        return FOLDER / self.game / "records" / f"{self.name}-{version}.txt.xz"


RULE_SETS = [
    *(RuleSet(f"scout-{edition}", "scout", {"edition": edition}) for edition in ("first", "draft", "short", "oink")),
    RuleSet("twentythree", "twentythree", {}),
    RuleSet("solo", "solo", {"target_score": 60}),  # so that many matches come to their end
    *(RuleSet(f"gift-{mode}", "gift", {"mode": mode}) for mode in ("attack", "create")),
]


# ---- playing


def bot(level: str) -> Style:
    return lambda match, seat, rng: match.decide(seat, DECISIONS[level], rng)


STYLES: dict[str, Style] = {
    "random": lambda match, seat, rng: rng.choice(match.moves(seat)),
    "club": bot("club"),
    "casual": bot("casual"),
    "first": lambda match, seat, rng: match.moves(seat)[0],
    "last": lambda match, seat, rng: match.moves(seat)[-1],
    "fickle": lambda match, seat, rng: match.moves(seat)[rng.choice((0, -1))],
}


def options_of(rule_set: RuleSet, rng: random.Random) -> dict[str, Any]:
    """The rule set's options; of the others about one in eight is not the default."""
    chosen: dict[str, Any] = {}
    for option in GAMES[rule_set.game].options:
        if option.name in rule_set.fixed:
            chosen[option.name] = rule_set.fixed[option.name]
        elif rng.random() < 1 / 8:
            if option.choices:
                chosen[option.name] = rng.choice(option.choices)
            elif isinstance(option.default, bool):
                chosen[option.name] = not option.default
            else:
                chosen[option.name] = rng.choice((option.least, option.default, option.most))
    return chosen


def play(rule_set: RuleSet, number: int) -> Match:
    """Match `number` of a rule set: each seat has a style of its own."""
    rng = random.Random(f"{rule_set.name}/{number}")
    options = options_of(rule_set, rng)
    usual = {option.name: option.default for option in GAMES[rule_set.game].options}
    seats = rng.choice(GAMES[rule_set.game].seats(usual | options))
    match = Match(rule_set.game, seats, rng.getrandbits(60), **options)
    styles = [rng.choice(list(STYLES)) for _ in range(seats)]
    while match.to_act and len(match.record.events) < EVENTS_MAX:
        seat = rng.choice(match.to_act)
        match.play(seat, STYLES[styles[seat]](match, seat, rng))
    return match


# ---- what is pinned


def after(record: Record) -> str:
    """The line after a record: a digest of all moves that each seat had after each event, and the result."""
    face, game = record.face, record.face.begin(record.seats, record.options)
    found = hashlib.blake2b(digest_size=8)
    for event in record.events:
        act(face, game, event)
        for seat in range(record.seats):
            if game.count(seat):
                found.update(f"{seat}:{','.join(face.move_texts(game.legal(seat)))};".encode())
    result = face.result(game) if game.actor() == OVER else None
    if result is None:
        return f"{END}{found.hexdigest()} unfinished"
    scores, winners = (" ".join(map(str, numbers)) for numbers in (result.scores, result.winners))
    return f"{END}{found.hexdigest()} {result.reason}: {scores}; first {winners}"


# ---- files


def write(rule_set: RuleSet) -> Path:
    lines = []
    for number in range(EACH):
        match = play(rule_set, number)
        lines.append(f"{match.record}{after(match.record)}\n")
    path = rule_set.path(GAMES[rule_set.game].version)
    path.write_bytes(lzma.compress("".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME))
    return path


def read(path: Path) -> Iterator[tuple[str, str]]:
    """The records of a file as texts, each with the line after it."""
    record: list[str] = []
    for line in lzma.decompress(path.read_bytes()).decode().splitlines():
        if line.startswith(END):
            yield "\n".join(record) + "\n", line
            record = []
        else:
            record.append(line)


def written() -> list[Path]:
    return sorted(FOLDER.glob("*/records/*.txt.xz"))


def differences(path: Path) -> Iterator[str]:
    """What is no longer as it was written, one sentence a record."""
    for number, (text, expected) in enumerate(read(path), 1):
        try:
            record = Record.parse(text)
            found = after(record)
        except ValueError as error:
            yield f"{path.name}, record {number}: {error}"
            continue
        if str(record) != text and record.face.version == version_of(path):
            yield f"{path.name}, record {number}: it is written in another way now"
        if found != expected:
            yield f"{path.name}, record {number}: {expected!r} was written, it is {found!r} now"


def version_of(path: Path) -> int:
    return int(path.name.removesuffix(".txt.xz").rpartition("-")[2])


def rule_set_of(path: Path) -> RuleSet:
    name = path.name.removesuffix(".txt.xz").rpartition("-")[0]
    return next(rule_set for rule_set in RULE_SETS if rule_set.name == name)
