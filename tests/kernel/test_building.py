"""The compiled form: never stale, never out of bounds, never needed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import pytest

from tefuda.kernel import backend
from tests.setups import SETUPS

ROOT = Path(__file__).parents[2]
PLAYOUTS = """
import random, sys
from tefuda import GAMES, Match
from tefuda.kernel import backend
rng = random.Random(1)
for name, face in GAMES.items():
    options = {option.name: option.default for option in face.options}
    for seats in face.seats(options):
        for seed in range(3):
            game = face.begin(seats, options)
            moves = game.playout(seed)
            print(name, seats, moves, game.scores(), game.sound())
print(backend().form)
"""


def run(code: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Python with the package of that folder."""
    kept = {name: value for name, value in os.environ.items() if name != "TEFUDA_KERNEL"}
    settings = {**kept, "PYTHONPATH": str(folder), **environment}
    return subprocess.run([sys.executable, "-c", code], env=settings, cwd=folder, text=True, capture_output=True)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources and the built extensions, to be spoilt."""
    shutil.copytree(ROOT / "src" / "tefuda", tmp_path / "tefuda", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_the_compiled_form_runs_here() -> None:
    assert backend() == ("compiled", "the extension was built from these sources")
    assert backend("scout").form == "compiled"


def test_edited_rules_win_over_a_stale_extension(copy: Path) -> None:
    assert run(PLAYOUTS, copy).stdout.endswith("compiled\n")
    rules = copy / "tefuda" / "games" / "scout" / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("s.chips[s.owner] += 1", "s.chips[s.owner] += 2"), "utf-8")
    code = "from tefuda.kernel import backend; print(*backend(), sep='|')"
    stale = run(code, copy)
    assert stale.stdout.startswith("plain|")
    assert "built from other sources" in stale.stdout
    assert "StaleExtension" in stale.stderr
    refused = run(code, copy, TEFUDA_KERNEL="compiled")
    assert refused.returncode != 0
    assert "ImportError" in refused.stderr


@pytest.mark.parametrize("part", ["kernel/chance.py", "kernel/play.py", "kernel/record.py", "games/scout/state.py"])
def test_every_source_counts(copy: Path, part: str) -> None:
    path = copy / "tefuda" / part
    path.write_text(path.read_text("utf-8") + "\n# edited\n", "utf-8")
    assert run("from tefuda.kernel import backend; print(backend().form)", copy).stdout == "plain\n"


def test_without_an_extension_the_plain_form_gives_the_same(copy: Path) -> None:
    compiled = run(PLAYOUTS, copy).stdout
    for extension in copy.rglob("*.so"):
        extension.unlink()
    plain = run(PLAYOUTS, copy)
    assert plain.stdout.removesuffix("plain\n") == compiled.removesuffix("compiled\n") != ""
    missing = run("import tefuda; from tefuda.kernel import backend; print(backend().why)", copy)
    assert "there is no compiled form" in missing.stdout
    assert run("from tefuda.kernel import backend; backend()", copy, TEFUDA_KERNEL="compiled").returncode != 0
    checked = run("from tefuda.kernel import backend; print(backend())", copy, TEFUDA_KERNEL="checked")
    assert checked.stdout == "checked: TEFUDA_KERNEL=checked\n"
    nowhere = run("from tefuda.kernel import backend; backend()", copy, TEFUDA_KERNEL="/nowhere")
    assert "no compiled rules of gift in that folder" in nowhere.stderr  # the first game


def test_installs_without_a_c_compiler(tmp_path: Path) -> None:
    for name in ("src", "setup.py", "pyproject.toml", "README.md", "LICENSE"):
        source = ROOT / name
        ignore = shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info")
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=ignore)
        else:
            shutil.copy(source, tmp_path / name)
    built = subprocess.run(
        [sys.executable, "-c", "import setuptools.build_meta as b; print(b.build_wheel('dist'))"],
        cwd=tmp_path, env={**os.environ, "CC": "/no/such/compiler"}, text=True, capture_output=True,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    assert "stays plain Python" in built.stderr
    with zipfile.ZipFile(next((tmp_path / "dist").glob("*.whl"))) as wheel:
        assert not [name for name in wheel.namelist() if name.endswith(".so")]
        wheel.extractall(tmp_path / "installed")
    plain = run(PLAYOUTS, tmp_path / "installed")
    assert plain.stdout.endswith("plain\n"), plain.stderr


SANITIZED = """
import numpy as np
from tests.setups import SETUPS
from tefuda.kernel import backend
for setup in SETUPS:
    engine = setup.engine("{folder}")
    numbers = setup.face.numbers(setup.options)
    for seed in range(40):
        game = engine.Game(setup.seats, numbers)
        assert game.playout_checked(seed)[1] == 0
    batch = engine.Batch(16, setup.seats, numbers, 1)
    actions = np.zeros(16, np.int16)
    for _ in range(200):
        batch.draw_actions(actions)
        batch.step(actions)
    game = engine.Game(setup.seats, numbers)
    n = game.settle(1)
    for k in range(60):
        if n:
            seat = game.actor()
            game.search(seat, game.legal(seat)[:6], 2, k)
            game.redeal((seat + 1) % setup.seats, k)
            game.redeal(None, k)
            n = game.advance(k % n) or game.settle(k)
print("sound")
"""


def test_no_access_out_of_bounds(tmp_path: Path) -> None:
    build = subprocess.run(
        [sys.executable, "-m", "tefuda.kernel.build", str(tmp_path)], cwd=ROOT, text=True, capture_output=True
    )
    assert build.returncode == 0, build.stderr
    found = run(SANITIZED.format(folder=tmp_path), ROOT)
    assert found.stdout == "sound\n", (found.returncode, found.stderr)


def test_the_sanitizer_would_have_noticed(copy: Path) -> None:
    rules = copy / "tefuda" / "games" / "scout" / "rules.py"
    source = rules.read_text("utf-8")
    assert "w.out[1] = FLIP" in source
    rules.write_text(source.replace("w.out[1] = FLIP", "w.out[s.seats + 4000] = FLIP"), "utf-8")
    code = f"import sys; sys.argv = ['build', {str(copy)!r}]; from tefuda.kernel import build; build.main()"
    built = run(code, copy)
    assert built.returncode == 0, built.stderr
    game = "from tefuda.kernel import engine; engine('scout').Game(4, (0, 0, 0, 600)).playout(1)"
    assert run(game, copy, TEFUDA_KERNEL=str(copy)).returncode in (-signal.SIGILL, -signal.SIGTRAP)


@pytest.mark.parametrize("game", sorted({setup.game for setup in SETUPS}))
def test_a_search_lets_other_threads_run(game: str) -> None:
    setup = next(setup for setup in SETUPS if setup.game == game)
    position = setup.begin("compiled")
    position.settle(1)
    done = threading.Event()

    def work() -> None:
        position.search(position.actor(), position.legal(position.actor())[:2], 5000, 1)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    steps = 0
    while not done.is_set():
        steps += 1
    thread.join()
    assert steps > 1000  # with the GIL held there would be none but those before the search began
