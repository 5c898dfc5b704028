"""`tefuda site`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tefuda.cli import main
from tefuda.server import site


def test_a_site_is_written_only_where_nothing_else_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").write_text("dear")
    assert main(["site", str(tmp_path)]) == 2
    assert "not empty" in capsys.readouterr().err and (tmp_path / "mine").read_text() == "dear"


def test_what_is_missing_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "DEVICE", tmp_path / "nowhere")
    assert main(["site", str(tmp_path / "site")]) == 2
    assert "scripts/install" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()
