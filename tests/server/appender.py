"""A process that appends without end and tells what was acknowledged, to be killed, cut off and hindered.

    python -m tests.server.appender URL ROUNDS [HINDRANCE]

It writes `code number digest` to its output for each acknowledged entry, as soon as `append` has returned. A hindrance
is the path of a database under the shim: now and then it makes the syncs or the writes of one append fail.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from tefuda.server.store import Entry, Head, Row, Store

TABLES = [f"TABLE{number:07}" for number in range(10)]
REOPEN = 150  # rounds after which the store is closed and opened again
Acknowledged = dict[tuple[str, int], str]  # the digests of the rows, by code and number


def body(code: str, number: int, trial: int) -> bytes:
    """A body that shows whether it is whole."""
    text = f"{code} {number} {trial} ".encode() * 20
    return text + hashlib.sha256(text).hexdigest().encode()


def digest(one: bytes) -> str:
    return hashlib.sha256(one).hexdigest()


def parse(lines: Iterable[bytes]) -> Acknowledged:
    """What was acknowledged; a last line that is not complete was not."""
    found: Acknowledged = {}
    for line in lines:
        if line.endswith(b"\n"):
            code, number, hexes = line.decode().split()
            found[code, int(number)] = hexes
    return found


def verify(store: Store, acknowledged: Acknowledged) -> int:
    """Every acknowledged row is there, unchanged; nothing is torn and nothing is missing between. Gives how many."""
    checked = 0
    for code in TABLES:
        loaded = store.load(code)
        last = max((number for table, number in acknowledged if table == code), default=0)
        if loaded is None:
            assert last == 0, f"{code}: {last} rows are lost"
            continue
        head, rows = loaded
        assert len(rows) in (last, last + 1), f"{code}: {last} rows were acknowledged, {len(rows)} are there"
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        assert head.updated == len(rows), f"{code}: the head is not that of the last row"
        for row in rows:
            text, hexes = row.body[:-64], row.body[-64:]
            assert hashlib.sha256(text).hexdigest().encode() == hexes, f"{code}: row {row.number} is torn"
            assert text.startswith(f"{code} {row.number} ".encode())
            if (code, row.number) in acknowledged:
                assert digest(row.body) == acknowledged[code, row.number], f"{code}: row {row.number} is another one"
                checked += 1
    assert checked == len(acknowledged)
    return checked


def run(url: str, rounds: int, hindrance: str) -> None:
    store = Store(url)
    last = {code: len(loaded[1]) if (loaded := store.load(code)) else 0 for code in TABLES}
    for trial in range(rounds):
        if trial % REOPEN == REOPEN - 1:
            store.close()
            store = Store(url)
        entries = []
        for code in TABLES:
            number = last[code] + 1
            head = Head(code, "playing", True, "scout", number, b"")
            entries.append(Entry(head, (Row(number, body(code, number, trial)),)))
        failure = {3: ".eio", 7: ".enospc"}.get(trial % 10) if hindrance else None
        if failure:
            Path(hindrance + failure).touch()
        answers = store.append(entries)
        if failure:
            Path(hindrance + failure).unlink()
        told = ""
        for entry, answer in zip(entries, answers, strict=True):
            code, row = entry.head.code, entry.rows[0]
            if answer is None:
                last[code] = row.number
                told += f"{code} {row.number} {digest(row.body)}\n"
        os.write(1, told.encode())
    store.close()


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "")
