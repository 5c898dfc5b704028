"""Bots that are programs of their own: `cmd:./mybot` reads and writes lines of JSON.

For every decision it gets one line, and answers with one:

    {"game": "scout", "seat": 0, "seats": 4, "view": {...}, "moves": ["play 1+1", ...], "seed": 123}
    {"move": "play 1+1"}

The view is that of `Match.view(seat).to_dict()`, and the seed is for whoever wants to choose at random and be repeated.
The program runs until its input ends. What it writes to its standard error is shown as it is.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import queue
import random
import shlex
import subprocess
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tefuda.games.view import View

PATIENCE = 60.0  # seconds until an answer must have come
LONGEST = 1 << 16  # bytes of an answer


class Program:
    """A bot; the program is started for its first decision."""

    def __init__(self, name: str, patience: float = PATIENCE) -> None:
        self.name = name
        self.patience = patience
        try:
            self.command = shlex.split(name.partition(":")[2])
        except ValueError as error:
            raise ValueError(f"cannot read the command of {name}: {error}") from None
        if not self.command:
            raise ValueError(f"{name} names no program")
        self._running: subprocess.Popen[bytes] | None = None
        self._answers: queue.Queue[bytes] = queue.Queue()

    def __call__(self, view: View, moves: Sequence[str], rng: random.Random) -> str:
        asked = {
            "game": view.game, "seat": view.seat, "seats": view.seats, "view": view.to_dict(), "moves": list(moves),
            "seed": rng.getrandbits(32),
        }  # fmt: skip
        running = self._started()
        try:
            assert running.stdin is not None
            running.stdin.write(json.dumps(asked).encode() + b"\n")
            running.stdin.flush()
            answer = self._answers.get(timeout=self.patience)
        except OSError:
            answer = b""
        except queue.Empty:
            self.stop()
            raise ValueError(f"{self.name} has not answered within {self.patience:g} seconds") from None
        if not answer:
            code = self._ended(running)
            raise ValueError(f"{self.name} has ended (exit code {code}) instead of answering")
        return self._move(answer)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._running is not None and self._running.poll() is None:
            return self._running
        self.stop()
        try:
            running = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise ValueError(f"cannot start {self.name}: {error.strerror or error}") from None
        self._running, self._answers = running, queue.Queue()
        threading.Thread(target=_listen, args=(running, self._answers), daemon=True).start()
        atexit.register(self.stop)
        return running

    def _ended(self, running: subprocess.Popen[bytes]) -> int:
        """The exit code of a program that says no more; it is ended if it only closed its output."""
        try:
            code = running.wait(timeout=5)
        except subprocess.TimeoutExpired:
            running.kill()
            code = running.wait()
        self.stop()
        return code

    def _move(self, answer: bytes) -> str:
        try:
            told = json.loads(answer)
        except ValueError:
            told = None
        move = told.get("move") if isinstance(told, dict) else None
        if not isinstance(move, str):
            said = answer[:80].decode("utf-8", "replace").strip()
            self.stop()
            raise ValueError(f'{self.name} has answered {said!r}, not a line such as {{"move": "..."}}')
        return move

    def stop(self) -> None:
        """Ends the program, if it runs."""
        running, self._running = self._running, None
        if running is None:
            return
        atexit.unregister(self.stop)
        running.kill()
        running.wait()
        for pipe in (running.stdin, running.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:  # what was still to be written cannot be
                pass


def _listen(running: subprocess.Popen[bytes], answers: queue.Queue[bytes]) -> None:
    """Passes the program's lines on, and b"" when there are no more."""
    assert running.stdout is not None
    line = b"-"
    while line:
        try:
            line = running.stdout.readline(LONGEST)
        except (OSError, ValueError):  # it was stopped
            line = b""
        answers.put(line)


@cache
def program(name: str) -> Program:
    """The bot of this name; one program for all its decisions in this process."""
    return Program(name)


def source_of(name: str) -> str:
    """A hash of the command and of the files that it names."""
    digest = hashlib.sha256(name.encode())
    for word in Program(name).command:
        if Path(word).is_file():
            digest.update(Path(word).read_bytes())
    return digest.hexdigest()
