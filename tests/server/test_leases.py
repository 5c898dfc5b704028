"""Leases: which process is alive, and which owns a table, in spite of faults."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tefuda.server.leases import Leases, Owner
from tefuda.server.store import Conflict, Store
from tests.server.conftest import Cluster
from tests.server.entries import CODE, entry
from tests.trials.running import running

LONG = 3600.0  # seconds


class Process:
    """What a process of the server does with leases."""

    def __init__(self, url: str, worker: str) -> None:
        self.store = Store(url)
        self.leases = Leases(self.store)
        self.worker = worker
        self.session = self.leases.session(worker)
        self.leases.begin(worker, f"at {worker}")
        self.store.owner = worker

    def renew(self, ttl: float = LONG) -> set[str] | None:
        living = self.leases.renew(self.worker, ttl)
        assert living is None or all(address == f"at {worker}" for worker, address in living.items())
        return None if living is None else set(living)

    def claim(self, code: str = CODE) -> str | None:
        owner = self.leases.claim(code, self.worker)
        assert owner is None or owner == Owner(owner.worker, f"at {owner.worker}")
        return owner.worker if owner else None

    def append(self, number: int, code: str = CODE) -> type:
        return type(self.store.append([entry(number, code=code)])[0])

    def close(self) -> None:
        self.session.close()
        self.store.close()


@pytest.fixture
def pair(postgres: Cluster) -> Iterator[tuple[Process, Process]]:
    url = postgres.database()
    processes = Process(url, "a"), Process(url, "b")
    yield processes
    for process in processes:
        process.close()


Pair = tuple[Process, Process]


def test_owner_is_known_to_all(pair: Pair) -> None:
    one, two = pair
    assert two.leases.owner(CODE) is None
    assert one.append(1) is type(None)
    assert two.leases.owner(CODE) == one.leases.owner(CODE) == "a"
    one.leases.release(CODE, "a")
    assert two.leases.owner(CODE) == ""


def test_whoever_makes_a_table_owns_it(pair: Pair) -> None:
    a, b = pair
    assert a.append(1) is type(None)
    assert b.claim() == "a"
    assert b.claim("NONE") is None


def test_a_table_that_was_released_is_another_s_to_claim(pair: Pair) -> None:
    a, b = pair
    a.append(1)
    b.leases.release(CODE, "b")  # is not its to release
    assert b.claim() == "a"
    a.leases.release(CODE, "a")
    assert b.claim() == "b"
    assert a.claim() == "b"


def test_whoever_has_lost_a_table_cannot_write_it_though_its_number_is_right(pair: Pair) -> None:
    a, b = pair
    a.append(1)
    assert b.renew(0.0) == {"b"}
    assert b.claim() == "b"
    assert a.append(2) is Conflict  # b has written nothing yet
    assert b.append(2) is type(None)


def test_a_lease_that_is_renewed_is_not_ended(pair: Pair) -> None:
    a, b = pair
    for _ in range(3):
        assert a.renew() == {"a", "b"}
        assert b.renew() == {"a", "b"}


def test_a_lease_that_was_not_renewed_in_time_is_ended_for_good(pair: Pair) -> None:
    a, b = pair
    assert b.renew(0.0) == {"b"}
    assert a.renew() is None
    assert a.renew() is None


def test_nobody_ends_its_own_lease(pair: Pair) -> None:
    a, _ = pair
    assert a.renew(0.0) == {"a"}
    assert a.renew(0.0) == {"a"}


def test_a_lease_ends_at_once_with_its_session(pair: Pair) -> None:
    a, b = pair
    a.append(1)
    a.session.close()
    for _ in range(1000):  # PostgreSQL takes a moment to notice
        if b.renew() == {"b"}:
            break
    assert b.renew() == {"b"}
    assert b.claim() == "b"


def test_a_lease_ends_when_its_process_says_so(pair: Pair) -> None:
    a, b = pair
    a.append(1)
    a.leases.end("a")
    assert b.claim() == "b"
    assert a.renew() is None


def test_a_lease_that_is_being_renewed_right_now_is_not_ended(pair: Pair) -> None:
    """The row is locked by whoever renews it, so nobody else judges it by what it was before."""
    a, b = pair
    with a.store.changing() as connection:
        connection.exec_driver_sql("UPDATE workers SET beat = clock_timestamp() WHERE worker = 'a'")
        assert b.renew(0.0) == {"a", "b"}
    assert a.renew() == {"a", "b"}


def test_of_many_claims_at_once_one_wins(postgres: Cluster) -> None:
    url = postgres.database()
    processes = [Process(url, str(number)) for number in range(4)]
    with ThreadPoolExecutor(4) as pool:
        for table in range(10):
            code = f"T{table}"
            processes[0].append(1, code)
            processes[0].leases.release(code, "0")
            assert len(set(pool.map(lambda one: one.claim(code), processes))) == 1  # noqa: B023
    for process in processes:
        process.close()


def test_all_processes_of_a_database_have_one_secret_that_others_do_not(postgres: Cluster) -> None:
    url = postgres.database()
    stores = [Store(url) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        (secret,) = set(pool.map(lambda store: Leases(store).secret(), stores))
    assert len(secret) == 64
    other = Store(postgres.database())
    assert Leases(other).secret() != secret
    for store in [*stores, other]:
        store.close()


def test_a_session_hears_what_is_told(pair: Pair) -> None:
    a, b = pair
    b.leases.tell("news")
    assert [one.payload for one in a.session.notifies(timeout=60, stop_after=1)] == ["news"]


def test_a_transaction_of_a_process_that_has_stopped_is_ended(pair: Pair) -> None:
    """By PostgreSQL: it holds the lock of a table that others wait for."""
    with pair[0].store.changing() as connection:
        found = connection.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar_one()
    assert found == "3s"


def test_a_process_that_has_ended_tells_the_others_nothing_more(postgres: Cluster, tmp_path: Path) -> None:
    """Connections are closed one by one while it ends, and each of them would be news."""

    async def main() -> None:
        async with running(tmp_path, database=postgres.database()) as server:
            peers = server.house.peers
            peers.usage.arrive("x")
            assert peers.telling is not None
        assert peers.telling is None or peers.telling.cancelled()
        peers.telling = None
        peers.usage.depart("x")
        assert peers.telling is None
        await peers._tell(["too late"])

    asyncio.run(asyncio.wait_for(main(), 60))
