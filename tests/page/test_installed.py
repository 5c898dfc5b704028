"""A game from an installed package: its wheel beside ours in a fresh environment, and it is one of the games.

The environment is new, with nothing but the two wheels in it. What they depend on is lent by the environment that runs
the tests.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.page.conftest import ROOT, Server, once, visiting
from tests.page.players import MINE
from tests.page.tables import make

EXAMPLE = ROOT / "examples" / "crazy_eights"
STEPS = """
import gymnasium, tefuda.env.parallel
env = gymnasium.make_vec("tefuda/crazy_eights-v1", num_envs=8, seats=3)
observations, infos = env.reset(seed=1)
for _ in range(50):
    observations, *_, infos = env.step([env.single_action_space.sample(mask) for mask in infos["action_mask"]])
print("observed", len(observations), bool(observations.any()))
"""


class Environment:
    """A folder with a Python of its own. `python` and `site` are where it runs and where its packages are."""

    def __init__(self, folder: Path) -> None:
        self.python = folder / "bin" / "python"
        self.site = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)}))

    def run(self, *arguments: str, typed: str = "") -> str:
        """What a command prints; it must succeed."""
        outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            [self.python, *arguments], input=typed, text=True, capture_output=True, cwd=self.site.parent, env=outside
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def tefuda(self, *arguments: str, typed: str = "") -> str:
        return self.run(str(self.python.with_name("tefuda")), *arguments, typed=typed)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory, package: Path) -> Environment:
    (ours,) = package.parent.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]

    def fill(folder: Path) -> None:
        source = folder / "source"
        source.mkdir()
        for name in ("pyproject.toml", "crazy_eights"):  # a build leaves its traces beside the source
            subprocess.run(["cp", "-r", EXAMPLE / name, source], check=True)
        subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, source], check=True)
        (game,) = folder.glob("*.whl")
        venv.create(folder / "environment")
        made = Environment(folder / "environment")
        there = [*pip, "--python", str(made.python), "install", "--no-deps", "--no-index"]
        subprocess.run([*there, ours, game], check=True)
        (made.site / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n", "utf-8")

    return Environment(once(tmp_path_factory, "beside", fill) / "environment")


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory, environment: Environment) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"), environment.site, python=environment.python)
    yield server
    server.stop()


def test_an_installed_game_is_one_of_the_games(environment: Environment) -> None:
    """Its modules, and ours, are those of the wheels."""
    where = environment.run("-c", "import tefuda, crazy_eights as c; print(tefuda.__file__, c.__file__, *tefuda.GAMES)")
    ours, its, *games = where.split()
    assert Path(ours).is_relative_to(environment.site) and Path(its).is_relative_to(environment.site)
    assert games == ["scout", "twentythree", "solo", "gift", "crazy_eights"]
    assert "Crazy Eights" in environment.tefuda("games")


def test_an_installed_game_is_played_in_the_terminal(environment: Environment) -> None:
    played = environment.tefuda("play", "crazy_eights", "--seats", "3", "--seed", "1", "--lang", "en", typed="1\nq\n")
    assert "Crazy Eights" in played and "(h: help)" in played


def test_an_installed_game_is_studied(environment: Environment, tmp_path: Path) -> None:
    asked = ["crazy_eights", "--seats", "3", "--games", "20", "--folder", str(tmp_path / "rows")]
    environment.tefuda("lab", "run", *asked, "--processes", "2", "--ladder", "0", "--without", "0", "--probes", "0")
    assert list((tmp_path / "rows").rglob("*.parquet"))


def test_an_installed_game_is_an_environment(environment: Environment) -> None:
    assert environment.run("-c", STEPS) == "observed 8 True\n"


def test_an_installed_game_is_played_on_the_page(browser: Browser, beside: Server) -> None:
    with visiting(browser, beside.url) as guests:
        page = guests()
        make(page, "crazy_eights", ["club"], start=True)
        expect(page.get_by_role("heading", level=1)).to_have_text("Crazy Eights")
        for _ in range(3):
            page.wait_for_selector(MINE)
            before = page.locator(".play").get_attribute("data-n")
            page.locator(".moves button").first.click()
            expect(page.locator(".play")).not_to_have_attribute("data-n", before or "")
