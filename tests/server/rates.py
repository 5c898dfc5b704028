"""How many entries a second are stored durably, by how many tables append at once.

    python -m tests.server.rates [URL]

Without a URL it measures SQLite in a temporary folder, and a PostgreSQL of its own.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
import time

from tefuda.server.store import Entry, Head, Row, Store
from tefuda.server.writer import Writer
from tests.server.conftest import Cluster

TABLES = (1, 10, 100, 1000)
SECONDS = 3.0
BODY = b'{"event": "2 play 3+2", "at": 1700000000.123}' * 4  # about as long as a move in the log


async def measure(store: Store, tables: int) -> None:
    writer = Writer(store, asyncio.get_running_loop())
    waits: list[float] = []
    began = time.perf_counter()

    async def table(code: str) -> None:
        number = 0
        while (sent := time.perf_counter()) < began + SECONDS:
            number += 1
            head = Head(code, "playing", True, "scout", time.time(), BODY)
            await writer.append(Entry(head, (Row(number, BODY),)))
            waits.append(time.perf_counter() - sent)

    await asyncio.gather(*(table(f"{tables}T{number}") for number in range(tables)))
    passed = time.perf_counter() - began
    await writer.close()
    waits.sort()
    print(
        f"| {tables:,} | {len(waits) / passed:,.0f} | {writer.entries / writer.batches:,.1f} "
        f"| {1000 * waits[len(waits) // 2]:.1f} | {1000 * waits[len(waits) * 99 // 100]:.1f} |",
        flush=True,
    )


def show(name: str, url: str) -> None:
    print(f"\n{name}\n\n| tables | entries/s | entries per sync | median ms | 99% ms |\n|---|---|---|---|---|")
    store = Store(url)
    for tables in TABLES:
        asyncio.run(measure(store, tables))
    store.close()


def main() -> None:
    if len(sys.argv) > 1:
        show(sys.argv[1].partition(":")[0], sys.argv[1])
        return
    with tempfile.TemporaryDirectory() as folder:
        show("sqlite", f"sqlite:///{folder}/tefuda.db")
    cluster = Cluster()
    try:
        show("postgresql", cluster.database())
    finally:
        cluster.stop("immediate")
        shutil.rmtree(cluster.folder)


if __name__ == "__main__":
    main()
