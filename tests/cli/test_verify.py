"""`tefuda verify`: right, wrong, or nothing to verify."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest

from tefuda.cli import main
from tefuda.deal import proof
from tefuda.record import Record
from tests.deals.matches import some_record
from tests.setups import SETUPS


@pytest.fixture
def record() -> Record:
    return some_record(SETUPS[0], random.Random(1))


@pytest.fixture
def file(record: Record, tmp_path: Path) -> Path:
    file = tmp_path / "match.txt"
    file.write_text(str(record), "utf-8")
    return file


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["verify", *arguments])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def commitment(record: Record) -> str:
    assert record.proof is not None
    return record.proof.commitment


def test_a_match_that_is_right(file: Path, record: Record, capsys: pytest.CaptureFixture[str]) -> None:
    draws = sum(event.seat is None for event in record.events)
    code, out, err = run(capsys, str(file), "--lang", "en")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"Verified: all {draws} draws of chance are what the deal gives.",
        f"This must be the commitment that the table showed before the match: {commitment(record)}",
    ]
    code, out, _ = run(capsys, str(file), "--lang", "ja")
    assert code == 0 and "検証できました" in out


def test_with_the_commitment_that_was_shown(file: Path, record: Record, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, str(file), "--lang", "en", "--commitment", commitment(record))
    assert code == 0 and out.count("\n") == 1
    code, out, _ = run(capsys, str(file), "--lang", "en", "--commitment", "00" * 32)
    assert (code, out) == (1, f"Not verified: the commitment of this record is {commitment(record)}\n")


def test_from_standard_input(
    record: Record, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(str(record)))
    assert run(capsys, "-")[0] == 0


def test_a_match_that_is_not_over(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("\n".join(file.read_text().splitlines()[:40]) + "\n")
    code, out, _ = run(capsys, str(file), "--lang", "en")
    assert code == 0 and out.endswith("The match is not over yet.\n")


def test_what_was_tampered_with(file: Path, record: Record, capsys: pytest.CaptureFixture[str]) -> None:
    text = file.read_text()
    start = str(record.events[1])
    number = text.splitlines().index(start) + 1
    file.write_text(text.replace(f"{start}\n", f"* start {(int(start[-1]) + 1) % 4}\n"))
    code, out, err = run(capsys, str(file), "--lang", "en")
    assert (code, err) == (1, "")
    assert out.startswith(f"Not verified: line {number}: 'start ")
    move = next(event for event in record.events if event.seat is not None)
    file.write_text(text.replace(f"{move}\n", f"{move.seat} play 1+1\n", 1))
    code, out, err = run(capsys, str(file), "--lang", "en", "--json")
    assert (code, err) == (1, "")
    assert "is not a legal move" in out


def test_json_is_for_other_verifiers(file: Path, record: Record, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, str(file), "--json")
    assert code == 0
    assert json.loads(out) == proof(record)


def test_nothing_to_verify(file: Path, record: Record, capsys: pytest.CaptureFixture[str]) -> None:
    text = file.read_text()
    lines = text.splitlines(True)
    for kept, reason in (
        (text[:20], "line 3: here stands 'seats'"),
        ("".join(line for line in lines if not line.startswith("proof ")), "this record has no proof"),
        ("".join(line for line in lines if not line.startswith("proof seed ")), "the seed is not revealed"),
        (text.replace("proof seed ", "proof seed 0"), "here stand 32 bytes in lower-case hex"),
    ):
        file.write_text(kept)
        code, out, err = run(capsys, str(file))
        assert (code, out) == (2, "")
        assert reason in err and err.count("\n") == 1
    code, out, err = run(capsys, str(file.with_name("none.txt")))
    assert (code, out) == (2, "") and "cannot read" in err
