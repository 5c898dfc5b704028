"""The WebAssembly rules in Node, by the page's own modules: the same as the compiled ones, in everything.

The long form, in Chromium too, is `python -m tests.browser 50000`.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tefuda import GAMES, Record
from tefuda.kernel.browser import build
from tests.browser.scripts import Player, Script, difference, moves_of, perft, play_in_node, replay, wander
from tests.contract.test_pinned import POSITIONS
from tests.golden import GOLDEN, VIEWS
from tests.setups import SETUPS

MOVES = 60  # at most, per setup
PERFT = 20_000


@pytest.fixture(scope="module", params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def wasm(game: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("wasm") / f"{game}.wasm"
    path.write_bytes(build(game))
    return path


def differences(wasm: Path, scripts: list[Script]) -> list[str]:
    assert scripts
    return [found for script, answers in play_in_node(wasm, scripts) if (found := difference(script, answers))]


def test_they_agree_move_by_move_and_on_all_that_can_be_asked(game: str, wasm: Path) -> None:
    scripts = [wander(setup, random.Random(str(setup)), MOVES) for setup in SETUPS if setup.game == game]
    assert differences(wasm, scripts) == []
    assert sum(map(moves_of, scripts)) > 400
    refused = sum(given == "refused" for script in scripts for given, *_ in script.answers)
    assert refused > 5 * len(scripts)


def test_options_that_are_not_given_are_zero(game: str, wasm: Path) -> None:
    setup = next(setup for setup in SETUPS if setup.game == game)
    scripts = []
    for options in ([1] * len(setup.face.options), []):
        ask = Player(setup.engine("compiled").Game(setup.seats, options), {"seats": setup.seats, "options": options})
        ask("rounds")
        scripts.append(ask.script)
    assert differences(wasm, scripts) == []
    assert scripts[0].answers != scripts[1].answers


def test_they_replay_the_golden_records(game: str, wasm: Path) -> None:
    texts = [file.read_text("utf-8") for file in GOLDEN if file.stem.startswith(f"{game}-")]
    records = [Record.parse(text.partition("\n")[2].partition(VIEWS)[0]) for text in texts]
    scripts = [replay(record) for record in records]
    assert differences(wasm, scripts) == []
    assert all(len(script.steps) == len(record.events) > 10 for script, record in zip(scripts, records, strict=True))


def test_they_count_the_same_positions(game: str, wasm: Path) -> None:
    positions: list[tuple[str, dict[str, Any]]] = [one.values for one in POSITIONS if one.values[0] == game]  # type: ignore[misc]
    assert differences(wasm, [perft(name, position, PERFT) for name, position in positions]) == []
