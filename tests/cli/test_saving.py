"""Files that commands write, on a disk that is full: what was there before stays."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tefuda import Match
from tefuda.cli import daily, main
from tefuda.cli.saving import put
from tefuda.server import site
from tests.terminal import Terminal


@contextmanager
def no_room(size: int) -> Iterator[None]:
    """While no file gets larger than so many bytes; writing on fails, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    file, link = tmp_path / "mine", tmp_path / "link"
    file.write_bytes(b"before")
    link.symlink_to(file)
    with no_room(100), pytest.raises(OSError, match="too large"):
        put(link, bytes(1000))
    assert file.read_bytes() == b"before" and sorted(tmp_path.iterdir()) == [link, file]
    put(link, b"after")
    assert file.read_bytes() == b"after" and link.is_symlink() and sorted(tmp_path.iterdir()) == [link, file]


def test_a_saved_match_outlives_a_full_disk(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    terminal.run(f"play --seed 1 --save {file}", "2", "1")
    before = file.read_text("utf-8")
    with no_room(len(before.encode()) // 2):
        shown = terminal.run(f"play --load {file} --save {file} --seed 1", "1 4")
    assert terminal.code == 2 and f"cannot write {file}: File too large" in terminal.error + shown
    assert file.read_text("utf-8") == before and Match.replay(before).to_act


def test_earlier_tries_of_the_daily_deal_outlive_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    tries = {f"scout 2026-01-{day:02}": "a line" for day in range(1, 29)}
    daily.keep(tries)
    with no_room(100):
        daily.keep(tries | {"scout 2026-01-29": "another line"})
    assert daily.tried() == tries


def test_a_site_that_did_not_fit_can_be_written_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page, folder = tmp_path / "page", tmp_path / "site"
    page.mkdir()
    (page / "index.html").write_text(" " * 1000, "utf-8")
    (page / "parts.json").write_text("{}", "utf-8")
    monkeypatch.setattr(site, "PAGE", page)
    monkeypatch.setattr(site, "DEVICE", page)
    with no_room(100):
        assert main(["site", str(folder)]) == 2
    assert f"cannot write {folder}: " in (told := capsys.readouterr().err) and "File too large" in told
    assert main(["site", str(folder)]) == 2
    assert "built by another version" in capsys.readouterr().err, "it was written; only what it lacks is wrong"
    assert main(["site", str(page / "index.html")]) == 2
    assert f"cannot write {page / 'index.html'}: Not a directory" in capsys.readouterr().err


def test_a_full_disk_under_the_output_gets_one_line() -> None:
    run = [sys.executable, "-c", "import sys; from tefuda.cli import main; sys.exit(main(['games']))"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(run, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2 and done.stderr == "tefuda: the output: No space left on device\n"
