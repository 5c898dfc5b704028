"""Building the compiled form: a game's rules as C, and that as a shared library, by the system's C compiler.

The libraries of the games are built when the package is installed. Other games, and rules that were changed since, are
built when they are first used, into a cache: a file there has the fingerprint of its sources in its name.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tefuda.kernel import c
from tefuda.kernel.derived import exports, whole
from tefuda.kernel.front import program
from tefuda.kernel.sources import fingerprint, fingerprint_of, games, replacing, rules_of

CACHE = "TEFUDA_CACHE"  # the variable that names another folder for the cache
SUFFIX = ".dll" if sys.platform == "win32" else ".so"
NAME = "_rules" + SUFFIX  # of a game's library, in its package
COMMON = ["-std=c11", "-fPIC", "-shared", "-fvisibility=hidden", "-ffp-contract=off"]
FLAGS = ["-O3", "-fno-tree-vectorize", "-fwrapv"]  # what is short is inlined; what loops, loops a few times only
SANITIZE = ["-O1", "-DSANITIZED", "-g", "-fsanitize=bounds-strict,undefined", "-fsanitize-undefined-trap-on-error"]


class NotBuilt(ImportError):
    """There is no C compiler, or it failed, or there is no place for what it makes."""


def source(game: str) -> str:
    """A game's rules as C."""
    modules = rules_of(game)
    names, changing = [module.__name__ for module in modules], replacing(game, modules)
    return c.emit(program(whole(modules, changing), exports(modules), changing), fingerprint_of(names), names)


def compiler() -> list[str]:
    """How to start the C compiler."""
    asked = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    for command in (shlex.split(asked), ["cc"], ["gcc"], ["clang"]):
        if command and shutil.which(command[0]):
            return command
        if os.environ.get("CC"):
            break
    raise NotBuilt(f"there is no C compiler ({shlex.split(asked)[0]} was looked for; CC names another one)")


def compile_c(text: str, into: Path, flags: list[str] = FLAGS) -> None:
    """Compiles C to a shared library. A reader sees the old file or the new one at any time, never a part."""
    into.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".tefuda-", dir=into.parent) as folder:
        written, made = Path(folder) / f"{into.stem}.c", Path(folder) / into.name
        written.write_text(text, encoding="utf-8")
        machine = shlex.split(os.environ.get("ARCHFLAGS", ""))  # how macOS is told to build for another processor
        command = [*compiler(), *machine, *COMMON, *flags, "-o", str(made), str(written)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            said = done.stderr.strip().splitlines()
            reason = said[0] if said else f"it ended with {done.returncode} and said nothing"
            raise NotBuilt(f"the C compiler failed ({shlex.join(command[:1])}): {reason}")
        os.replace(made, into)


def cache_folder() -> Path:
    """Where libraries are kept that were built on first use."""
    if named := os.environ.get(CACHE):
        return Path(named)
    home = os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else os.environ.get("XDG_CACHE_HOME")
    return Path(home or Path.home() / ".cache") / "tefuda"


def cached(game: str) -> Path:
    """The library of a game in the cache; it is built if it is not there. NotBuilt if that cannot be."""
    platform = sysconfig.get_platform()
    path = cache_folder() / f"{game}-{platform}-{fingerprint(game)[:32]}{SUFFIX}"
    if not path.exists():
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with one_at_a_time(path.with_suffix(".lock")):
                if not path.exists():
                    compile_c(source(game), path)
        except OSError as error:
            if isinstance(error, ImportError):
                raise
            raise NotBuilt(f"{path.parent} cannot be written ({error}); {CACHE} names another folder") from error
    check_owner(path)
    return path


def check_owner(path: Path) -> None:
    """NotBuilt if somebody else could have put the file there: it will be run."""
    if sys.platform == "win32":
        return
    for one in (path, path.parent):
        status = one.stat()
        if status.st_uid not in (os.getuid(), 0) or status.st_mode & 0o022:
            raise NotBuilt(f"others may write to {one}, so it is not trusted; {CACHE} names another folder")


@contextlib.contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Holds a lock on a file, where the system has such locks: one process works and the others wait."""
    try:
        import fcntl
    except ImportError:  # then each of them builds, and the last one stays
        yield
        return
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main() -> None:
    """python -m tefuda.kernel.build DIR: a sanitizer build of all games into DIR, for TEFUDA_KERNEL=DIR."""
    for game in games():
        compile_c(source(game), Path(sys.argv[1]) / f"{game}{SUFFIX}", SANITIZE)


if __name__ == "__main__":
    main()
