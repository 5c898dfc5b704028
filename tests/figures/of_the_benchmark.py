"""What makes the lines of docs/benchmark.md."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.figures.asking import said, shell, table
from tests.figures.pages import Maker

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = ("scout", "twentythree", "solo", "gift")
COMMANDS = (
    "tefuda benchmark random --deals 40",
    "tefuda benchmark beginner --deals 20",
    "tefuda benchmark casual --deals 500",
    "tefuda benchmark club --deals 500",
    "tefuda benchmark expert --deals 500",
)
MASTER = ("tefuda benchmark master --deals 30 --playouts 100",)  # which takes long


def lines(*commands: str) -> str:
    found = [said(f"{command} --processes 1").splitlines() for command in commands]
    return shell(*commands) + "\n".join([*found[0][:2], *(one[2] for one in found)]) + "\n"


SEARCH = "tefuda benchmark ismcts:choose --games gift,23,scout --deals 3"


def search() -> str:
    """OpenSpiel's IS-MCTS, which is slow."""
    os.environ["TEFUDA_SIMULATIONS"] = "10"
    sys.path.insert(0, str(EXAMPLES))
    found = said(f"{SEARCH} --processes 1")
    return shell(f"{SEARCH}    # with TEFUDA_SIMULATIONS=10 PYTHONPATH=examples") + found


LEARNT = "python examples/ppo.py {game} --updates 40 --matches 4000 --save ppo-{game}.npz"
ENTERED = "tefuda benchmark ppo:choose --deals 100"
SMALL = "python examples/ppo.py examples/small/twentythree-small learn12=true circles=1 --seats 2 --updates 40"


def learner() -> str:
    """The line of the learner of examples/ppo.py, and what it found against `club`."""
    with tempfile.TemporaryDirectory() as folder:
        ends = {game: learnt(LEARNT.format(game=game), Path(folder)) for game in TITLES}
        os.environ["TEFUDA_PPO"] = f"{folder}/ppo-{{game}}.npz"
        sys.path.insert(0, str(EXAMPLES))
        found = said(f"{ENTERED} --processes 1")
    asked = f"TEFUDA_PPO=ppo-{{game}}.npz PYTHONPATH=examples {ENTERED}"
    rows = [[title, ends[game]] for game, title in TITLES.items()]
    return shell(LEARNT.format(game="scout") + "    # and so on", asked) + found + "\n" + table(AHEAD, rows)


TITLES = {"scout": "SCOUT", "twentythree": "23", "solo": "SOLO", "gift": "GIFT"}
AHEAD = "after learning | points a match ahead of three `club`"


def small() -> str:
    """The learner where the best response is known."""
    with tempfile.TemporaryDirectory() as folder:
        found = learnt(f"{SMALL} --matches 20000", Path(folder))
    rows = [["the best response, exactly", "0.2526"], ["learnt, points a match ahead", found]]
    return shell(f"{SMALL} --matches 20000") + table("against `club` | ", rows)


def learnt(command: str, folder: Path) -> str:
    """What the learner says of its lead: `+0.23 (+0.21 to +0.25)`."""
    words = [sys.executable, *shlex.split(command)[1:]]
    words[1] = str(EXAMPLES.parent / words[1])
    words[2] = str(EXAMPLES.parent / words[2]) if "/" in words[2] else words[2]
    one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    told = subprocess.run(words, cwd=folder, env=one_thread, check=True, capture_output=True, text=True)
    return told.stdout.splitlines()[-2].partition(" points")[0].replace("-", "−")


MAKERS = {
    "learner": Maker("benchmark.md", tuple(TITLES), False, learner),
    "exploitable": Maker("benchmark.md", ("twentythree",), False, small),
    "is-mcts": Maker("benchmark.md", ("scout", "twentythree", "gift"), False, search),
    "benchmark": Maker("benchmark.md", tuple(f"{game} expert" for game in GAMES), False, lambda: lines(*COMMANDS)),
    "benchmark-master": Maker("benchmark.md", tuple(f"{game} master" for game in GAMES), False, lambda: lines(*MASTER)),
}
