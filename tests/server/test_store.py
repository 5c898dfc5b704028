"""The store on both databases: what was appended is there, in order, once; and who may own a table."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

from tefuda.server import schema
from tefuda.server.store import Conflict, Entry, Finished, Head, Row, StorageError, Store
from tests.server.conftest import Cluster
from tests.server.entries import CODE, entry, head


def ok(store: Store, *entries: Entry) -> None:
    assert store.append(entries) == [None] * len(entries)


def test_what_is_appended_is_loaded_after_a_restart(url: str) -> None:
    store = Store(url)
    ok(store, entry(1, rows=2, body=b"\x00\xff"), entry(1, code="B"))
    last = Entry(Head(CODE, "over", False, "solo", 7.5, b"x"), (Row(3, b"end"),))
    ok(store, last)
    store.close()
    store = Store(url)
    assert store.load(CODE) == (last.head, [Row(1, b"\x00\xff"), Row(2, b"\x00\xff"), Row(3, b"end")])
    assert store.load("B") == (head("B"), [Row(1, b"{}")])
    assert store.load("C") is None
    store.close()


def test_entries_of_one_table_follow_one_another_within_a_batch(store: Store) -> None:
    ok(store, entry(1), entry(2, rows=3), entry(5))
    loaded = store.load(CODE)
    assert loaded is not None and [row.number for row in loaded[1]] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("number", [1, 4])
def test_a_row_that_is_not_the_next_is_a_conflict_and_hurts_no_other_table(store: Store, number: int) -> None:
    ok(store, entry(1, rows=2, body=b"first"))
    answers = store.append([entry(1, code="A"), entry(number, body=b"second"), entry(number + 1), entry(1, code="Z")])
    assert [type(answer) for answer in answers] == [type(None), Conflict, Conflict, type(None)]
    loaded = store.load(CODE)
    assert loaded is not None and [row.body for row in loaded[1]] == [b"first", b"first"]
    assert store.load("A") and store.load("Z")


def test_rows_that_do_not_follow_one_another_are_a_mistake(store: Store) -> None:
    for numbers in ([], [0], [1, 3], [2, 1]):
        with pytest.raises(ValueError, match="do not follow"):
            store.append([Entry(head(), tuple(Row(number, b"") for number in numbers))])


def test_public_unfinished_and_stale_tables(store: Store) -> None:
    heads = [
        head("A", "lobby", True, 1),
        head("B", "playing", True, 3),
        head("C", "playing", False, 2),
        head("D", "over", True, 4),
        head("E", "ended", True, 5),
    ]
    ok(store, *(Entry(one, (Row(1, b""),)) for one in heads))
    assert [one.code for one in store.public(10)] == ["A", "B"]
    assert store.public(1) == [heads[0]]
    assert store.unfinished() == 3
    assert [one.code for one in store.stale(3, 10)] == ["A", "C"]
    assert store.stale(3, 1) == [heads[0]]
    ok(store, Entry(heads[1]._replace(status="ended"), (Row(2, b""),)))
    assert [one.code for one in store.public(10)] == ["A"]


def test_a_person_s_results_come_latest_first(store: Store) -> None:
    results = [Finished("aa", CODE, match, "scout", float(match), b"%d" % match) for match in (1, 2, 3)]
    other = Finished("bb", CODE, 1, "scout", 1.0, b"other")
    ok(store, entry(1, finished=(results[0], other)), entry(2, finished=(results[1],)))
    ok(store, entry(3, finished=(results[2],)))
    assert store.finished("aa", 10) == results[::-1]
    assert store.finished("aa", 1) == results[2:]
    assert store.finished("bb", 10) == [other]
    assert store.finished("cc", 10) == []


def test_results_of_a_refused_entry_are_not_kept(store: Store) -> None:
    result = Finished("aa", CODE, 1, "scout", 1.0, b"")
    assert isinstance(store.append([entry(2, finished=(result,))])[0], Conflict)
    assert store.finished("aa", 10) == []


def test_readers_read_while_the_writer_writes(store: Store) -> None:
    ok(store, entry(1))
    stop = threading.Event()

    def read() -> int:
        reads = 0
        while not stop.is_set() or not reads:
            loaded = store.load(CODE)
            assert loaded is not None and [row.number for row in loaded[1]] == list(range(1, len(loaded[1]) + 1))
            reads += 1
        return reads

    with ThreadPoolExecutor() as pool:
        readers = [pool.submit(read) for _ in range(3)]
        for number in range(2, 60):
            ok(store, entry(number))
        stop.set()
        assert all(reader.result() > 0 for reader in readers)


def test_the_migrations_make_the_schema(url: str) -> None:
    Store(url).close()
    Store(url).close()  # again, and nothing happens
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()


def test_a_database_of_a_newer_version_is_left_alone(url: str) -> None:
    Store(url).close()
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StorageError, match="newer version"):
        Store(url)


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("nonsense", "is given as"),
        ("mysql://localhost/x", "not mysql"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("sqlite:////nowhere/at/all/x.db", "cannot be opened: No such file"),
        ("postgresql://tefuda@/x?host=/nowhere/at/all", "cannot be opened"),
    ],
)
def test_a_bad_url_is_refused(url: str, complaint: str) -> None:
    with pytest.raises(StorageError, match=complaint):
        Store(url)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"something else\n" * 1000)
    with pytest.raises(StorageError, match="not a database"):
        Store(f"sqlite:///{tmp_path}/x.db")
    assert (tmp_path / "x.db").read_bytes() == b"something else\n" * 1000


def test_no_secret_is_in_errors_or_logs(url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    store = Store(url)
    ok(store, entry(1, body=b"secret"))
    bad = Entry(head(status="se\x00cret")._replace(updated="secret"), (Row(2, b"secret"),))  # type: ignore[arg-type]
    answers = [*store.append([entry(1, body=b"secret")]), *store.append([bad])]
    assert any(answers)
    assert "secret" not in " ".join(map(str, answers)) + caplog.text
    store.close()


# ---- words for pairing


def test_a_word_is_taken_once_and_in_time(store: Store) -> None:
    store.keep_pair("a", b"\x00sealed", 130.0, 10.0)
    store.keep_pair("b", b"late", 130.0, 10.0)
    assert store.take_pair("a", 130.0) == b"\x00sealed"
    assert store.take_pair("a", 130.0) is None
    assert store.take_pair("b", 131.0) is None
    assert store.take_pair("c", 11.0) is None


def test_old_words_are_forgotten(store: Store) -> None:
    store.keep_pair("a", b"old", 130.0, 10.0)
    store.keep_pair("b", b"new", 251.0, 131.0)
    assert store.take_pair("a", 10.0) is None
    assert store.take_pair("b", 131.0) == b"new"


def test_pairing_in_trouble_leaves_the_store_whole(store: Store) -> None:
    ok(store, entry(1))
    store.keep_pair("a", b"first", 130.0, 10.0)
    with pytest.raises(StorageError, match="nothing can be stored"):
        store.keep_pair("a", b"second", 130.0, 10.0)
    ok(store, entry(2))
    assert store.take_pair("a", 10.0) == b"first"


# ---- several processes


def test_of_two_owners_that_append_one_conflicts(postgres: Cluster) -> None:
    """Also for the first row, where there is no head yet to lock."""
    url = postgres.database()
    stores = [Store(url) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        for number in range(1, 21):
            answers = list(pool.map(lambda s: s.append([entry(number), entry(1, code=f"T{number}")]), stores))  # noqa: B023
            for own in zip(*answers, strict=True):
                assert sorted(type(answer).__name__ for answer in own) == ["Conflict"] * 3 + ["NoneType"]
    for store in stores:
        store.close()


def test_a_second_server_on_one_sqlite_file_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/x.db"
    store = Store(url)
    code = f"from tefuda.server.store import Store\nStore({url!r})"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "is used by another server" in other.stderr
    store.close()
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
