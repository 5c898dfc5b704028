"""Positions for looking at the boards: matches of bots, step by step, as one reader gets them.

`python -m tests.page.fixtures [NAME...]` writes src/web/fixtures/<game>.<name>.json for harness.html.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from tefuda import Match
from tefuda.bots import BOTS

OUT = Path(__file__).parents[2] / "src" / "web" / "fixtures"
NAMES = ("Aki", "Benedikta", "千恵", "Dee", "Émile", "Fumiko", "Gus", "春菜", "Ivo", "Jo")
Choose = Callable[[Any, list[str], random.Random], str]


class Fixture(NamedTuple):
    game: str
    seats: int
    options: Mapping[str, Any] = MappingProxyType({})
    reader: int | None = 0
    open: bool = False  # with all hands
    steps: int = 120
    reader_bot: Choose = BOTS["club"]
    other_bot: Choose = BOTS["club"]
    seed: int = 7


def hoard(view: Any, moves: list[str], rng: random.Random) -> str:
    """Takes whatever can be taken: for large hands."""
    taking = [move for move in moves if move.startswith(("scout", "draw", "pass", "keep"))]
    return rng.choice(taking or moves)


def press(view: Any, moves: list[str], rng: random.Random) -> str:
    """Forces the next one whenever that is possible: for a full hand that must lay a card."""
    return "force" if "force" in moves else BOTS["club"](view, moves, rng)


FIXTURES = {
    "scout.first": Fixture("scout", 3),
    "scout.big": Fixture("scout", 5, reader=2),
    "scout.hoard": Fixture("scout", 4, reader_bot=hoard, steps=400),
    "scout.draft": Fixture("scout", 4, {"edition": "draft"}),
    "scout.short": Fixture("scout", 3, {"edition": "short"}),
    "scout.taken": Fixture("scout", 3, {"edition": "short"}, reader_bot=hoard, other_bot=hoard, seed=0),
    "scout.oink": Fixture("scout", 2, {"edition": "oink"}, reader=1),
    "scout.watch": Fixture("scout", 4, reader=None),
    "scout.open": Fixture("scout", 5, reader=None, open=True),
    "twentythree.two": Fixture("twentythree", 2),
    "twentythree.big": Fixture("twentythree", 4, reader=1),
    "twentythree.forced": Fixture("twentythree", 4, reader=1, steps=14, reader_bot=press, other_bot=press, seed=0),
    "twentythree.upto5": Fixture("twentythree", 3, {"bonus_shift": "upto5"}),
    "twentythree.watch": Fixture("twentythree", 3, reader=None),
    "twentythree.open": Fixture("twentythree", 4, reader=None, open=True),
    "solo.two": Fixture("solo", 2),
    "solo.big": Fixture("solo", 10, reader=4),
    "solo.hoard": Fixture("solo", 4, reader_bot=hoard),
    "solo.watch": Fixture("solo", 5, reader=None),
    "solo.open": Fixture("solo", 10, reader=None, open=True),
    "gift.two": Fixture("gift", 2),
    "gift.big": Fixture("gift", 4, reader=1),
    "gift.watch": Fixture("gift", 4, reader=None),
    "gift.open": Fixture("gift", 4, reader=None, open=True),
}


def steps(fixture: Fixture) -> list[dict[str, Any]]:
    names = NAMES[: fixture.seats]
    match = Match(fixture.game, fixture.seats, fixture.seed, names=names, **fixture.options)
    rng = random.Random(fixture.seed)
    found = [step(match, fixture, 0, 0)]
    known, told = len(match.record.seen_by(fixture.reader).events), len(match.record.events)
    while match.to_act and len(found) < fixture.steps:
        seat = rng.choice(match.to_act)
        bot = fixture.reader_bot if seat == fixture.reader else fixture.other_bot
        match.play(seat, bot(match.view(seat), match.moves(seat), rng))
        found.append(step(match, fixture, known, told))
        known, told = len(match.record.seen_by(fixture.reader).events), len(match.record.events)
    return found


def step(match: Match, fixture: Fixture, known: int, told: int) -> dict[str, Any]:
    reader = fixture.reader
    events = match.record.seen_by(reader).events[known:]
    stories = {lang: list(match.story(reader, lang, told)) for lang in ("en", "ja")}
    last = len(events) - 1
    return {
        "view": match.view(reader).to_dict(),
        "moves": [] if reader is None else match.moves(reader),
        "facts": match.facts(reader),
        "events": [
            {
                "n": known + i + 1,
                "seat": event.seat,
                "move": event.text,
                "told": {lang: stories[lang] if i == last else [] for lang in stories},
            }
            for i, event in enumerate(events)
        ],
        "hands": [hand(match.view(seat).to_dict()) for seat in range(match.seats)] if fixture.open else None,
        "thinking": [seat for seat in match.to_act if seat != reader],
    }


def hand(view: dict[str, Any]) -> Any:
    return view["hand"]


def huge(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The most cards that a hand of SCOUT can have (R39), by hand: for the layout only."""
    first = next(step for step in found if step["moves"] and step["facts"]["ends"])
    view = first["view"]
    pairs = [(a, b) for a in range(1, 11) for b in range(a + 1, 11)]
    taken = {tuple(sorted(card)) for card in view["table"]}
    rng = random.Random(1)
    cards = [list(rng.sample(pair, 2)) for pair in rng.sample([pair for pair in pairs if pair not in taken], 41)]
    size = len(cards)
    moves = [f"play {i}+1" for i in range(1, size + 1)]
    moves += [f"scout {way} {i}" for way in ("left", "left flip", "right", "right flip") for i in range(1, size + 2)]
    sizes = [size if seat == view["seat"] else 1 for seat in range(view["seats"])]
    return [{**first, "view": {**view, "hand": cards, "hand_sizes": sizes}, "moves": moves, "events": []}]


def crowded(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Forty cards in a hand of SOLO, by hand: for the layout only."""
    first = next(step for step in found if step["moves"] and step["view"]["colour"] != "any")
    faces = [f"{colour}{face}" for colour in "rgyb" for face in "123456789SRDXG"]
    cards = (faces + ["W", "W4", "A", "Kr", "Kb"])[:: len(faces) // 40 + 1] + faces[1::6]
    view = first["view"]
    sizes = [len(cards) if seat == view["seat"] else size for seat, size in enumerate(view["hand_sizes"])]
    return [{**first, "view": {**view, "hand": cards, "hand_sizes": sizes}, "events": []}]


def main(out: Path = OUT, wanted: Sequence[str] = ()) -> None:
    out.mkdir(exist_ok=True)
    for name, fixture in FIXTURES.items():
        if wanted and not any(name.startswith(word) for word in wanted):
            continue
        found = steps(fixture)
        write(out, name, fixture, found)
        if name in ARRANGED:
            other, arrange = ARRANGED[name]
            write(out, other, fixture, arrange(found))


ARRANGED = {"scout.big": ("scout.huge", huge), "solo.big": ("solo.huge", crowded)}


def write(out: Path, name: str, fixture: Fixture, found: list[dict[str, Any]]) -> None:
    bots = [seat != fixture.reader for seat in range(fixture.seats)]
    about = {"names": NAMES[: fixture.seats], "bots": bots, "seat": fixture.reader, "open": fixture.open}
    (out / f"{name}.json").write_text(json.dumps({**about, "steps": found}, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main(wanted=sys.argv[1:])
