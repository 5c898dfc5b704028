"""An environment with one extra, and a script that runs in it."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]
HERE = Path(__file__).parent
NAMES = ("openenv", "verifiers")


def run(name: str) -> str:
    """What the script says in the end. CalledProcessError if it fails."""
    python = made(name)
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "PATH": f"{UV.parent}:{os.environ['PATH']}"}
    command = [python, HERE / f"with_{name}.py"]  # what goes wrong is told on the standard error
    done = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True, timeout=900)
    return done.stdout.strip().splitlines()[-1]


UV = Path(sys.executable).parent / "uv"


def made(name: str) -> Path:
    """The Python of the environment in build/apart, which is made if there is none for this extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"][name]]
    folder = ROOT / "build" / "apart" / name
    python, stamp = folder / "bin" / "python", folder / "wanted"
    if not stamp.is_file() or stamp.read_text("utf-8") != repr(wanted):
        subprocess.run([UV, "venv", "--quiet", "--clear", "--python", sys.executable, folder], check=True)
        subprocess.run([UV, "pip", "install", "--quiet", "--python", python, *wanted], check=True)
        stamp.write_text(repr(wanted), "utf-8")
    return python
