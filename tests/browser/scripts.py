"""Scripts for the rules in the browser, and what the compiled rules here answer to the same steps."""

from __future__ import annotations

import json
import random
import subprocess
import zlib
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tefuda import Match, Record
from tefuda.bots.network import n_inputs, network_for
from tefuda.cli.perft import count
from tefuda.games.option import check_options
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.net import network_size
from tefuda.kernel.plain import Game
from tests.setups import Setup

NODE = Path(__file__).with_name("node.mjs")
Step = list[Any]  # a method of `Game` as the page has it, and what it is given


class Script(NamedTuple):
    """What is asked, and what must be answered."""

    name: str
    begin: dict[str, Any]  # seats and options, or seats and state; and a network
    steps: list[Step]
    answers: list[Any]

    def json(self) -> str:
        return json.dumps({**self.begin, "steps": self.steps})


class Player:
    """Takes steps with the compiled rules, and writes them down with their results."""

    def __init__(self, game: Game, begin: dict[str, Any]) -> None:
        self.game = game
        self.script = Script("", begin, [], [])
        self.network = array("h", begin.get("network", ()))

    def __call__(self, method: str, *values: Any) -> Any:
        given = self.answer(method, *values)
        game = self.game
        self.script.steps.append([method, *values])
        legal = [game.legal(seat) for seat in range(game.seats)]
        self.script.answers.append([given, zlib.crc32(game.pack()), game.actor(), legal])
        return given

    def answer(self, method: str, *values: Any) -> Any:
        """The same as in tests/browser/steps.js."""
        try:
            match method:
                case "perft":
                    return count(self.game, *values)
                case "chance":
                    return dict(zip(("pool", "sides", "count"), self.game.chance(), strict=True))
                case "search":
                    seat, actions, budget, *how = values
                    found = self.game.search(seat, actions, budget["worlds"], *how)
                    return {**dict(zip(("sums", "squares", "moves"), found, strict=True)), **budget}
                case "lookAhead":
                    seat, actions, budget, stream, _ = values
                    found = self.game.look_ahead(seat, actions, budget["worlds"], stream, self.network)
                    return {**dict(zip(("sums", "squares", "moves"), found, strict=True)), **budget}
                case "playLater":
                    return self.game.play_later(*values)
                case "weigh":
                    return [list(row) for row in self.game.weigh(*values)]
                case "think":
                    return self.game.think(values[0], self.network, values[2])
                case "values":
                    return [list(pair) for pair in self.game.values(values[0], self.network, values[2]).items()]
                case "playRound":
                    return self.game.play_round(*values)
            given = getattr(self.game, method)(*values)
        except ValueError:
            return "refused"
        if isinstance(given, Game) or hasattr(given, "pack"):
            given = given.pack()
        return zlib.crc32(given) if isinstance(given, bytes) else given


def wander(setup: Setup, rng: random.Random, moves: int) -> Script:
    """At least so many random moves of whole matches, every now and then with all that can be asked of a position."""
    numbers = list(setup.face.numbers(setup.options))
    begin = {"seats": setup.seats, "options": numbers, "network": some_network(setup, rng)}
    ask = Player(setup.begin("compiled"), begin)
    made = 0
    while made < moves and ask.game.actor() != OVER:
        if ask.game.actor() == CHANCE:
            ask("chance")
            drawn = ask("draw", seed(rng))
            ask("deal", drawn[:-1])
            ask("deal", drawn[:-1] + [-2])
            ask("deal", drawn[:1] * len(drawn))
            ask("deal", drawn)
            continue
        able = [seat for seat in range(setup.seats) if ask.game.count(seat)]
        seat = rng.choice(able)
        action = rng.choice(ask.game.legal(seat))
        if made % 16 == 0:
            questions(ask, setup, rng, seat)
        ask("apply", seat, action)
        made += 1
    ask("playRound", seed(rng), [list(setup.face.weights.CLUB)] * setup.seats)
    ask("playout", seed(rng))
    return ask.script._replace(name=str(setup))


def questions(ask: Player, setup: Setup, rng: random.Random, seat: int) -> None:
    level = list(rng.choice((setup.face.weights.CLUB, setup.face.weights.CASUAL)))
    legal = ask.game.legal(seat)
    ask("scores")
    ask("rounds")
    for eyes in (seat, (seat + 1) % setup.seats, None):
        ask("redeal", eyes, seed(rng))
    ask("observe", seat)
    ask("reveal", seat)
    ask("worths", seat, level)
    ask("quick", seat, level)
    ask("search", seat, legal[:4], {"worlds": 2}, seed(rng), rng.choice((None, level)), rng.random() < 0.5)
    later = ask("playLater", 2, seed(rng), level)
    ask("weigh", seat, legal[:4], 2, seed(rng), level, rng.random() < 0.5, later, rng.random() < 0.5)
    ask("weigh", seat, [], 2, seed(rng), level, True, [], False)
    ask("weigh", seat, legal[:4], 2, seed(rng), level, True, later[:-1], False)
    ask("playLater", 2000, seed(rng), level)
    ask("think", seat, "network", seed(rng))
    ask("values", seat, "network", seed(rng))
    ask("lookAhead", seat, legal[:4], {"worlds": 2}, seed(rng), "network")
    ask("apply", seat, next(action for action in range(-1, len(legal)) if action not in legal))
    ask("apply", setup.seats, legal[0])
    ask("worths", seat, level[:-1])


def some_network(setup: Setup, rng: random.Random) -> list[int]:
    """The network of the set-up, or numbers at random."""
    options = check_options(setup.face.options, setup.options)
    found = network_for(setup.game, setup.seats, options)
    return list(found.row) if found else [rng.randint(-300, 300) for _ in range(network_size(n_inputs(setup.face)))]


def seed(rng: random.Random) -> int:
    return rng.getrandbits(53)


def replay(record: Record) -> Script:
    """A recorded match, event by event."""
    numbers = list(record.face.numbers(record.options))
    ask = Player(record.face.begin(record.seats, record.options), {"seats": record.seats, "options": numbers})
    for _, event, drawn in record.replay():
        if drawn is not None:
            ask("deal", drawn)
        else:
            ask("apply", event.seat, record.face.parse_move(event.text))
    return ask.script._replace(name=f"a record of {record.game}")


def perft(game: str, position: dict[str, Any], most: int) -> Script:
    """The counts of a position, those up to `most`; the answers are those in its file."""
    match = Match.replay(position["record"])
    ask = Player(match.record.last(), {"seats": match.seats, "state": list(match.record.last().pack())})
    for depth, wanted in enumerate(position["counts"], 1):
        if wanted <= most:
            ask("perft", depth)
            ask.script.answers[-1][0] = wanted
    return ask.script._replace(name=f"{game}, {position['name']}")


def play_in_node(wasm: Path, scripts: Sequence[Script]) -> Iterator[tuple[Script, list[Any]]]:
    """The scripts with the answers that the WebAssembly rules give in Node."""
    lines = "".join(script.json() + "\n" for script in scripts)
    done = subprocess.run(["node", NODE, wasm], input=lines, text=True, capture_output=True, check=True, timeout=3600)
    yield from zip(scripts, map(json.loads, done.stdout.splitlines()), strict=True)


def difference(script: Script, answers: list[Any]) -> str:
    """Nothing, or the first step that was answered in another way."""
    for number, (step, wanted, found) in enumerate(zip(script.steps, script.answers, answers, strict=True)):
        if wanted != found:
            return f"{script.name}, step {number}: {step} gave {found}, not {wanted}"
    return ""


def moves_of(script: Script) -> int:
    return sum(
        method == "apply" and given is None
        for (method, *_), (given, *_) in zip(script.steps, script.answers, strict=True)
    )
