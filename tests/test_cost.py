"""What a test costs has all processes in it that it started."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.cost import spent

WORK = """
import time
while time.process_time() < 0.5:
    pass
"""
CHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {WORK!r}]); print('done', flush=True); input()"


def test_processes_are_counted_while_they_run_and_when_they_have_ended() -> None:
    before = spent(os.getpid())
    with subprocess.Popen([sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout and child.stdout.readline() == b"done\n"
        assert spent(child.pid) > 0.4
        assert spent(os.getpid()) - before > 0.4
        child.communicate(b"\n")
    assert spent(os.getpid()) - before > 0.4
    assert spent(child.pid) == 0
