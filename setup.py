"""Builds the extension, the games' rules and the page, side by side.

Without a C compiler the package installs all the same and runs the plain rules; without Node it has no page.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT / "src"))

from tefuda.kernel import build as rules  # noqa: E402  # needs the path above
from tefuda.kernel.sources import fingerprint, games  # noqa: E402

PAGE = ROOT / "scripts" / "page"
CORE = Extension(
    "tefuda.kernel._core",
    ["src/tefuda/kernel/_core.c"],
    define_macros=[("Py_LIMITED_API", "0x030B0000")],  # for Python 3.11 and all after it
    py_limited_api=True,
)


class Build(build):
    """First what takes long, then the files of the package with what was made of them."""

    sub_commands = [("build_ext", None), ("build_py", None)]  # noqa: RUF012  # that is how setuptools has it


class BuildCompiled(build_ext):
    """The extension and the games' libraries, with the page meanwhile. What does not compile is left out: a warning."""

    def run(self):
        if not self.inplace:
            shutil.rmtree(Path(self.build_lib) / "tefuda", ignore_errors=True)  # nothing of an older build
        page = subprocess.Popen([sys.executable, PAGE]) if PAGE.exists() else None
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            made = [pool.submit(self.attempt, game, self.build_library, game) for game in games()]
            self.attempt("the extension", super().run)
            for one in made:
                one.result()
        if page and page.wait():
            sys.exit("the page was not built")

    def attempt(self, name, work, *arguments):
        try:
            work(*arguments)
        except Exception as error:  # whatever the compiler's trouble is
            print(f"WARNING: {name} stays plain Python: {error}", file=sys.stderr)
            self.extensions = [] if work.__name__ == "run" else self.extensions

    def build_library(self, game):
        place = Path("tefuda") / "games" / game / rules.NAME
        there, target = ROOT / "src" / place, (ROOT / "src" if self.inplace else Path(self.build_lib)) / place
        if there.exists() and fingerprint(game).encode() in there.read_bytes():  # compiled from these very sources
            if target != there:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(there, target)
        elif os.name == "nt":
            self.build_by_msvc(rules.source(game), target)
        else:
            rules.compile_c(rules.source(game), target)

    def build_by_msvc(self, source, target):
        from setuptools._distutils.ccompiler import new_compiler

        compiler = new_compiler()
        with tempfile.TemporaryDirectory() as folder:
            written = Path(folder) / "rules.c"
            written.write_text(source, encoding="utf-8")
            objects = compiler.compile([str(written)], output_dir=folder, extra_postargs=["/O2", "/fp:precise"])
            compiler.link_shared_object(objects, str(target))


class Wheel(bdist_wheel):
    """With the bill of what others made that is in it."""

    def egg2dist(self, egginfo_path, distinfo_path):
        super().egg2dist(egginfo_path, distinfo_path)
        folder = Path(distinfo_path) / "sboms"
        folder.mkdir()
        shutil.copy2(ROOT / "sbom.cdx.json", folder)


setup(
    ext_modules=[CORE],
    cmdclass={"build": Build, "build_ext": BuildCompiled, "bdist_wheel": Wheel},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
