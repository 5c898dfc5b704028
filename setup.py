"""Builds the compiled rules and the page.

Without a C compiler the package installs all the same and runs the plain rules; without Node it has no page.
"""

import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).parent / "src"))

from tefuda.kernel import build, sources  # needs the path above

PAGE = Path(__file__).parent / "scripts" / "page"


def compiled(game):
    """The game's extensions, by name, if they are there already: compiled for this Python from these very sources."""
    try:
        found = [import_module(f"tefuda.games.{game}.{name}") for name in sources.EXTENSIONS]
    except ImportError:
        return {}
    current = all(sources.fingerprint(game) == module.FINGERPRINT for module in found)
    return {module.__name__: Path(module.__file__) for module in found} if current else {}


FOUND = {game: compiled(game) for game in sources.games()}
MISSING = [game for game, found in FOUND.items() if not found]
READY = {name: path for found in FOUND.values() for name, path in found.items()}


class OptionalBuild(build_ext):
    """What is compiled already is taken as it is. An extension that does not compile is left out, with a warning."""

    def build_extension(self, ext):
        if ext.name in READY:
            target = Path(self.get_ext_fullpath(ext.name))
            target.parent.mkdir(parents=True, exist_ok=True)
            if target != READY[ext.name]:
                shutil.copy2(READY[ext.name], target)
            return
        try:
            super().build_extension(ext)
        except Exception as error:  # whatever the compiler's trouble is
            print(f"WARNING: {ext.name} stays plain Python: {error}", file=sys.stderr)
            self.extensions = [kept for kept in self.extensions if kept is not ext]

    def build_extensions(self):
        for ext in list(self.extensions):
            self.build_extension(ext)


class BuildWithPage(build_py):
    """The page is built before the files of the package are collected; nothing of an older build is among them."""

    def run(self):
        if PAGE.exists():
            subprocess.run([sys.executable, PAGE], check=True)
        if not self.editable_mode:
            shutil.rmtree(Path(self.build_lib) / "tefuda", ignore_errors=True)
        super().run()


setup(
    ext_modules=[Extension(name, []) for name in READY] + build.extensions(Path("build") / "generated", MISSING),
    cmdclass={"build_ext": OptionalBuild, "build_py": BuildWithPage},
)
