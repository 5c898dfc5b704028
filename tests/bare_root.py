"""The wheel in a root that has Python and nothing else: python -m tests.bare_root, as root, with Debian's debootstrap

The wheels of the Dockerfile are made here and installed there, without a C compiler, Node or a network. A match is
played there, and `tefuda serve` answers with its page.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
SUITE = "bookworm"
PLAY = """
import shutil, tefuda
from tefuda.kernel import backend
assert not any(map(shutil.which, ("gcc", "cc", "node", "npm")))
for game in tefuda.GAMES:
    tefuda.Match(game, 4, seed=1)
    assert backend(game).form == "compiled", backend(game)
    print(game, backend(game))
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        root, wheels = Path(folder) / "root", Path(folder) / "root" / "wheels"
        packages = "--include=python3,python3-venv"
        run("debootstrap", "--variant=minbase", packages, SUITE, root)
        run(sys.executable, "-m", "pip", "wheel", "--quiet", "--wheel-dir", wheels, f"{ROOT}[server]")
        print(*sorted(f"{one.name} {one.stat().st_size:,}" for one in wheels.glob("tefuda*")), sep="\n")
        inside = ("chroot", root)
        run(*inside, "python3", "-m", "venv", "/venv")
        run(*inside, "/venv/bin/pip", "install", "--quiet", "--no-index", "--find-links", "/wheels", "tefuda[server]")
        run(*inside, "/venv/bin/python", "-W", "error", "-c", PLAY)
        with served(*inside, "/venv/bin/tefuda", "serve", "--port", "0") as url:
            for path in "/healthz", "/":
                with urlopen(url + path, timeout=60) as answer:
                    print(path, answer.status, len(answer.read()), "bytes")


@contextmanager
def served(*command: object) -> Iterator[str]:
    process = subprocess.Popen([str(one) for one in command], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield next(line.split()[-1] for line in process.stdout if line.startswith("Tefuda is at "))
    finally:
        process.terminate()
        process.wait(60)


def run(*command: object) -> None:
    subprocess.run(
        [str(one) for one in command], check=True, stdout=sys.stderr if command[0] == "debootstrap" else None
    )


if __name__ == "__main__":
    main()
