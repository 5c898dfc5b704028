"""The writer answers when entries are on disk, gathers batches, and drains when it stops."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import pytest

from tefuda.server import writer as writing
from tefuda.server.store import Conflict, Entry, StorageError, Store
from tefuda.server.writer import CROWD, Writer
from tests.server.entries import CODE, entry

pytestmark = pytest.mark.anyio


class Slow(Store):
    """Waits with its first batch until it is let go, and remembers the sizes of all."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.begun, self.go = threading.Event(), threading.Event()

    def append(self, entries: Sequence[Entry]) -> list[StorageError | None]:
        self.sizes.append(len(entries))
        self.begun.set()
        assert self.go.wait(60)
        return [None] * len(entries)


async def test_many_tables_append_at_once(store: Store) -> None:
    seconds = list[float]()
    writer = Writer(store, asyncio.get_running_loop(), max_batch=64, observe=seconds.append)

    async def table(code: str) -> None:
        for number in range(1, 11):
            await writer.append(entry(number, code=code))

    await asyncio.gather(*(table(f"T{n}") for n in range(100)))
    await writer.close()
    assert (writer.entries, writer.refused) == (1000, 0)
    assert 1000 / 64 < writer.batches < 1000
    assert len(seconds) == writer.batches and min(seconds) > 0
    for n in range(100):
        loaded = store.load(f"T{n}")
        assert loaded is not None and len(loaded[1]) == 10


async def test_a_conflict_is_raised_to_its_table_only(store: Store) -> None:
    writer = Writer(store, asyncio.get_running_loop())
    await writer.append(entry(1))
    good, bad = await asyncio.gather(writer.append(entry(2)), writer.append(entry(2, rows=2)), return_exceptions=True)
    assert good is None and isinstance(bad, Conflict)
    assert (writer.entries, writer.refused) == (2, 1)
    await writer.close()


async def test_what_comes_during_a_commit_is_the_next_batch() -> None:
    store = Slow()
    writer = Writer(store, asyncio.get_running_loop(), max_batch=6)
    tasks = [asyncio.create_task(writer.append(entry(1)))]
    await asyncio.to_thread(store.begun.wait)
    tasks += [asyncio.create_task(writer.append(entry(number))) for number in range(2, 12)]
    await asyncio.sleep(0)
    assert not any(task.done() for task in tasks)
    store.go.set()
    await asyncio.gather(*tasks)
    assert store.sizes == [1, 6, 4]
    await writer.close()


async def test_under_pressure_more_is_gathered_until_the_writer_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "RATE", 0)
    monkeypatch.setattr(writing, "GATHERING", 60.0)
    store = Slow()
    store.go.set()
    writer = Writer(store, asyncio.get_running_loop())
    await asyncio.gather(*(writer.append(entry(1, code=f"T{n}")) for n in range(CROWD)))  # these are answered at once
    first = asyncio.create_task(writer.append(entry(2)))
    assert not (await asyncio.wait([first], timeout=0.1))[0]
    second = asyncio.create_task(writer.append(entry(3)))
    await asyncio.sleep(0)
    await writer.close()
    await asyncio.gather(first, second)
    assert store.sizes == [CROWD, 2]


@pytest.mark.parametrize(("entries", "rate"), [(CROWD - 1, 0), (CROWD, 10**9)])
async def test_few_entries_or_rare_ones_are_not_kept_waiting(
    entries: int, rate: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "RATE", rate)
    monkeypatch.setattr(writing, "GATHERING", 60.0)
    store = Slow()
    store.go.set()
    writer = Writer(store, asyncio.get_running_loop())
    await asyncio.gather(*(writer.append(entry(1, code=f"T{n}")) for n in range(entries)))
    await asyncio.wait_for(writer.append(entry(2)), 30)
    assert store.sizes == [entries, 1]
    await writer.close()


async def test_what_comes_in_one_round_of_the_loop_is_one_batch(store: Store) -> None:
    writer = Writer(store, asyncio.get_running_loop())
    await asyncio.gather(*(writer.append(entry(1, code=f"T{n}")) for n in range(50)))
    assert (writer.entries, writer.batches) == (50, 1)
    late = asyncio.gather(*(writer.append(entry(2, code=f"T{n}")) for n in range(50)))
    await asyncio.sleep(0)
    assert writer.waiting == 50
    await writer.close()
    await late
    assert writer.entries == 100


async def test_close_stores_what_waits_and_refuses_what_comes_later() -> None:
    store = Slow()
    writer = Writer(store, asyncio.get_running_loop(), max_batch=1)
    tasks = [asyncio.create_task(writer.append(entry(number))) for number in (1, 2, 3)]
    await asyncio.sleep(0)
    closing = asyncio.create_task(writer.close())
    await asyncio.sleep(0)
    with pytest.raises(StorageError, match="closed"):
        await writer.append(entry(4))
    store.go.set()
    await asyncio.gather(closing, *tasks)
    assert store.sizes == [1, 1, 1]


async def test_one_who_is_cancelled_disturbs_nobody(store: Store) -> None:
    writer = Writer(store, asyncio.get_running_loop())
    first = asyncio.create_task(writer.append(entry(1)))
    second = asyncio.create_task(writer.append(entry(2)))
    await asyncio.sleep(0)
    first.cancel()
    await second
    assert first.cancelled()
    await writer.close()
    loaded = store.load(CODE)
    assert loaded is not None and len(loaded[1]) == 2


async def test_an_entry_that_cannot_be_is_refused_at_once(store: Store) -> None:
    writer = Writer(store, asyncio.get_running_loop())
    with pytest.raises(ValueError):
        await writer.append(entry(0))
    await writer.close()
