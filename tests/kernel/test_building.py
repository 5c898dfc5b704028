"""The compiled form: it is never stale, stays within bounds, and everything also runs without it."""

from __future__ import annotations

import ast
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
from tefuda.kernel.build import CACHE, NAME, SUFFIX
from tefuda.kernel.sources import KERNEL, SHAPING
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
    """The sources and the built libraries, to be spoilt."""
    shutil.copytree(ROOT / "src" / "tefuda", tmp_path / "tefuda", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


FORM = "from tefuda.kernel import backend; print(*backend({!r}), sep='|')"


def form(folder: Path, game: str = "twentythree", **environment: str) -> subprocess.CompletedProcess[str]:
    """Says which form of the game runs, with a cache of its own."""
    return run(FORM.format(game), folder, **{CACHE: str(folder / "cache"), **environment})


def test_the_compiled_form_runs_here() -> None:
    assert backend() == ("compiled", "built from these sources when they were installed")
    assert backend("scout").form == "compiled"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_changed_rules_are_compiled_on_first_use(copy: Path) -> None:
    """... and never those of before; what was built is kept."""
    code = "from tefuda.kernel.engine import engine_in as e; g = e('scout', {!r}).Game(4, (0, 0, 0, 600)); "
    code += "print(g.playout(1), g.scores()); import tefuda.kernel; print(tefuda.kernel.backend('scout').why)"
    cache = str(copy / "cache")
    before = run(code.format(""), copy, **{CACHE: cache}).stdout
    assert before.endswith("when they were installed\n")
    assert not Path(cache).exists()
    change(copy / "tefuda" / "games" / "scout" / "rules.py", "s.chips[s.owner] += 1", "s.chips[s.owner] += 2")
    after = run(code.format(""), copy, **{CACHE: cache}).stdout
    assert after.endswith("when they were first used\n")
    plain = run(code.format("plain"), copy, **{CACHE: cache}).stdout
    assert after.splitlines()[0] == plain.splitlines()[0] != before.splitlines()[0]
    (built,) = Path(cache).glob("scout-*" + SUFFIX)
    when = built.stat().st_mtime_ns
    assert run(code.format("compiled"), copy, **{CACHE: cache}).stdout == after
    assert built.stat().st_mtime_ns == when
    change(copy / "tefuda" / "games" / "scout" / "rules.py", "s.chips[s.owner] += 2", "s.chips[s.owner] += 1")
    assert run(code.format(""), copy, **{CACHE: cache}).stdout == before


SHAPELESS = {  # imported by what shapes a library, without shaping it
    "protocol.py",  # the signatures of what a game gives, for mypy
    "refusal.py",  # what is said when nothing is built
    "sources.py",  # its answer, the names of the modules, stands in the library
}


def imported_from(name: str, found: set[str]) -> set[str]:
    """The files of the kernel that one of them imports, and what these import."""
    path = KERNEL / name
    if name not in found and path.is_file():
        found.add(name)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tefuda.kernel"):
                inside = node.module.split(".")[2:] or [alias.name for alias in node.names]
                for module in inside:
                    imported_from(f"{module}.py", found)
    return found


def test_the_list_of_what_shapes_a_library_is_what_its_builder_imports() -> None:
    """A file that is forgotten there would leave a library of before in use after it is changed."""
    found = imported_from("build.py", set())
    assert found == {*SHAPING, *SHAPELESS}


@pytest.mark.parametrize("part", [*SHAPING, "../games/twentythree/state.py", "../games/twentythree/policy.py"])
def test_every_source_counts(copy: Path, part: str) -> None:
    """Without a compiler nothing is built anew, so the plain form runs, and says so."""
    path = copy / "tefuda" / "kernel" / part
    path.write_text(path.read_text("utf-8") + "\n# edited\n", "utf-8")
    found = form(copy, CC="/no/such/compiler")
    assert found.stdout.startswith("plain|there is no C compiler (/no/such/compiler was looked for"), found.stderr
    assert found.stderr.count("NotCompiled") == 1


def test_a_library_for_another_machine_is_built_anew(copy: Path) -> None:
    (copy / "tefuda" / "games" / "twentythree" / NAME).write_bytes(b"\x7fELF" + bytes(100))
    assert form(copy).stdout == "compiled|built from these sources when they were first used\n"


def test_many_processes_may_build_at_once(copy: Path) -> None:
    (copy / "tefuda" / "games" / "twentythree" / NAME).unlink()
    code = [sys.executable, "-c", FORM.format("twentythree")]
    settings = {**os.environ, "PYTHONPATH": str(copy), CACHE: str(copy / "cache")}
    at_once = [subprocess.Popen(code, env=settings, cwd=copy, text=True, stdout=subprocess.PIPE) for _ in range(4)]
    said = {one.communicate()[0] for one in at_once}
    assert said == {"compiled|built from these sources when they were first used\n"}
    kept = sorted(path.suffix for path in (copy / "cache").iterdir())
    assert kept == [".lock", SUFFIX]


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        ("compiler", "the C compiler failed (false)"),
        ("folder", "cannot be written"),
        ("others", "others may write to"),
    ],
)
def test_what_cannot_be_built_says_why(copy: Path, trouble: str, said: str) -> None:
    (copy / "tefuda" / "games" / "twentythree" / NAME).unlink()
    settings = {}
    if trouble == "compiler":
        settings["CC"] = "false"
    elif trouble == "folder":
        (copy / "cache").write_text("a file where the folder should be")
    else:
        (copy / "cache").mkdir()
        (copy / "cache").chmod(0o777)
    found = form(copy, **settings)
    assert found.stdout.startswith("plain|") and said in found.stdout
    assert "run as plain Python" in found.stderr
    refused = form(copy, TEFUDA_KERNEL="compiled", **settings)
    assert refused.returncode != 0
    assert said in refused.stderr


def test_rules_that_are_not_kernel_python_are_refused_with_their_line(copy: Path) -> None:
    rules = copy / "tefuda" / "games" / "twentythree" / "rules.py"
    text = rules.read_text("utf-8")
    line = text[: text.index("def rounds(")].count("\n") + 2
    rules.write_text(
        text.replace("def rounds(s: State) -> int:\n", "def rounds(s: State) -> int:\n    x = [1]\n"), "utf-8"
    )
    found = form(copy)
    assert found.returncode != 0
    assert f"{rules}:{line}: List is not kernel Python" in found.stderr
    assert form(copy, TEFUDA_KERNEL="plain").stdout.startswith("plain|")


def test_without_a_library_the_plain_form_gives_the_same(copy: Path) -> None:
    compiled = run(PLAYOUTS, copy).stdout
    for library in copy.rglob("*.so"):
        library.unlink()
    plain = run(PLAYOUTS, copy)
    assert plain.stdout.removesuffix("plain\n") == compiled.removesuffix("compiled\n") != ""
    assert plain.stderr.count("NotCompiled") == 4  # once for each game
    assert form(copy, TEFUDA_KERNEL="compiled").returncode != 0
    assert form(copy, TEFUDA_KERNEL="checked").stdout == "checked|TEFUDA_KERNEL=checked\n"
    nowhere = form(copy, TEFUDA_KERNEL="/nowhere")
    assert "no compiled rules of twentythree in that folder" in nowhere.stderr


def test_installs_without_a_c_compiler(tmp_path: Path) -> None:
    for name in ("src", "setup.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE.txt", "sbom.cdx.json"):
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
    assert "NotCompiled" in plain.stderr


SANITIZED = """
import numpy as np
from tests.setups import SETUPS
moves = steps = 0
for setup in SETUPS:
    engine = setup.engine("{folder}")
    numbers = setup.face.numbers(setup.options)
    for seed in range(40):
        moves += engine.Game(setup.seats, numbers).playout(seed)
    for seed in range(40, 48):  # to check all invariants takes much longer than to move
        played, broken = engine.Game(setup.seats, numbers).playout_checked(seed)
        assert broken == 0
        moves += played
    batch = engine.Batch(16, setup.seats, numbers, 1, observe=True, reveal=True)
    actions = np.zeros(16, np.int16)
    for _ in range(200):
        batch.draw_actions(actions)
        batch.step(actions)
        steps += 16
    game = engine.Game(setup.seats, numbers)
    n = game.settle(1)
    for k in range(60):
        if n:
            seat = game.actor()
            game.search(seat, game.legal(seat)[:6], 2, k)
            game.redeal((seat + 1) % setup.seats, k)
            game.redeal(None, k)
            n = game.advance(k % n) or game.settle(k)
print(f"sound: {{moves:,}} random moves, {{steps:,}} observed steps of batches")
"""


def test_no_access_out_of_bounds(tmp_path: Path) -> None:
    build = subprocess.run(
        [sys.executable, "-m", "tefuda.kernel.build", str(tmp_path)], cwd=ROOT, text=True, capture_output=True
    )
    assert build.returncode == 0, build.stderr
    found = run(SANITIZED.format(folder=tmp_path), ROOT)
    print(found.stdout)
    assert found.stdout.startswith("sound"), (found.returncode, found.stderr)


FAULTS = {
    "a place that is not there": ("w.out[1] = g.FLIP", "w.out[s.seats + 4000] = g.FLIP"),
    "a number of more than 64 bits": ("w.out[1] = g.FLIP", "w.out[1] = g.FLIP + (4611686018427387904 * s.seats) % 2"),
    "a shift of more than 63 bits": ("w.out[1] = g.FLIP", "w.out[1] = g.FLIP + 0 * (1 << 60 + s.seats)"),
    "a division by zero": ("w.out[1] = g.FLIP", "w.out[1] = g.FLIP + 0 * (1 // (s.seats - 4))"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_sanitizer_would_have_noticed(copy: Path, fault: str) -> None:
    change(copy / "tefuda" / "games" / "scout" / "rules.py", *FAULTS[fault])
    code = f"""
from pathlib import Path
from tefuda.kernel import build
build.compile_c(build.source("scout"), Path({str(copy)!r}) / ("scout" + build.SUFFIX), build.SANITIZE)
"""
    built = run(code, copy)
    assert built.returncode == 0, built.stderr
    game = "from tefuda.kernel import engine; engine('scout').Game(4, (0, 0, 0, 600)).playout(1)"
    found = run(game, copy, TEFUDA_KERNEL=str(copy))
    assert found.returncode in (-signal.SIGILL, -signal.SIGTRAP), found.stderr


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
