"""tefuda backup."""

from __future__ import annotations

from pathlib import Path

import pytest

from tefuda.cli import main
from tefuda.server.store import Store
from tests.server.entries import CODE, entry


def test_a_copy_taken_while_the_server_writes_can_be_served(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/live.db")
    assert store.append([entry(1, rows=500)]) == [None]
    assert main(["backup", f"{tmp_path}/copy.db", "--database", f"sqlite:///{tmp_path}/live.db"]) == 0
    assert store.append([entry(501)]) == [None]
    store.close()
    copy = Store(f"sqlite:///{tmp_path}/copy.db")
    loaded = copy.load(CODE)
    assert loaded is not None and len(loaded[1]) == 500
    assert copy.append([entry(501)]) == [None]
    copy.close()
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("file", "database", "complaint"),
    [
        ("new.db", "sqlite:///{folder}/none.db", "there is no database"),
        ("there.db", "sqlite:///{folder}/there.db", "exists already"),
        ("new.db", "postgresql://localhost/tefuda", "pg_dump"),
        ("new.db", "sqlite:///{folder}/there.db", "nothing was copied: file is not a database"),
        ("there.db/new.db", "sqlite:///{folder}/there.db", "there.db/new.db.part: Not a directory"),
        ("no/folder/new.db", "sqlite:///{folder}/there.db", "/no/folder/new.db.part: No such file"),
    ],
)
def test_what_cannot_be_copied_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str, database: str, complaint: str
) -> None:
    (tmp_path / "there.db").write_bytes(b"no database" * 100)
    assert main(["backup", f"{tmp_path}/{file}", "--database", database.format(folder=tmp_path)]) == 2
    assert complaint in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["there.db"]
