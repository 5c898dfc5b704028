"""Builds the compiled rules and the page.

Without a C compiler the package installs all the same and runs the plain rules; without Node it has no page.
"""

import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT / "src"))

from tefuda.kernel import build  # needs the path above


class OptionalBuild(build_ext):
    """An extension that does not compile is left out, with a warning."""

    def build_extension(self, ext):
        try:
            super().build_extension(ext)
        except Exception as error:  # whatever the compiler's trouble is
            print(f"WARNING: {ext.name} stays plain Python: {error}", file=sys.stderr)
            self.extensions = [kept for kept in self.extensions if kept is not ext]

    def build_extensions(self):
        for ext in list(self.extensions):
            self.build_extension(ext)


class BuildWithPage(build_py):
    """The page is built before the files of the package are collected."""

    def run(self):
        if (ROOT / "scripts" / "page").exists():
            subprocess.run([sys.executable, ROOT / "scripts" / "page"], check=True)
        super().run()


setup(
    ext_modules=build.extensions(Path("build") / "generated"),
    cmdclass={"build_ext": OptionalBuild, "build_py": BuildWithPage},
)
