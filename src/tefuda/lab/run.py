"""Running a plan on all cores or on a cluster, batch by batch. A batch gives the same shards wherever it runs."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from tefuda.lab.levels import play_ladder, play_without
from tefuda.lab.plan import Batch, Plan, batches
from tefuda.lab.play import play_matches
from tefuda.lab.probe import probe_matches
from tefuda.lab.store import check_folder, is_done, keep, open_folder, to_parquet

WORKERS_WITHIN = 60  # seconds in which a cluster must show its first worker, or another one when all are gone
LOOK = 5  # seconds between checks that there are still workers to wait for
DO = {"matches": play_matches, "probes": probe_matches, "ladder": play_ladder, "without": play_without}
Job = TypeVar("Job")
Found = TypeVar("Found")


class NoCluster(ValueError):
    """The cluster cannot be used."""


def run(
    plan: Plan, folder: Path, processes: int = 0, cluster: str = "", tell: Callable[[int, int], None] | None = None
) -> None:
    """Plays what is not yet in the folder. `tell` is called with how many of all matches are there.

    The folder is made when there is somebody to play: what cannot begin leaves nothing behind.
    """
    plan = check_folder(folder, plan)
    todo = [batch for batch in in_step(batches(plan)) if not is_done(folder, batch)]
    there = plan.games - sum(batch.last - batch.first for batch in todo if batch.what == "matches")
    if tell:
        tell(there, plan.games)
    if not todo:
        open_folder(folder, plan)
        return
    with workers(processes, cluster) as (pool, width):
        open_folder(folder, plan)
        key = plan.key()
        for batch, shards in done_by(pool, width, work, ((plan, batch, key) for batch in todo)):
            keep(folder, batch, shards)
            if batch.what == "matches":
                there += batch.last - batch.first
                if tell:
                    tell(there, plan.games)


def in_step(every: Iterable[Batch]) -> list[Batch]:
    """All kinds of batches advance alike, so that the matches tell how much is left."""
    by_what: dict[str, list[Batch]] = {}
    for batch in every:
        by_what.setdefault(batch.what, []).append(batch)
    order = [((place + 0.5) / len(some), batch) for some in by_what.values() for place, batch in enumerate(some)]
    return [batch for _, batch in sorted(order)]


def work(job: tuple[Plan, Batch, str]) -> tuple[Batch, dict[str, bytes]]:
    """Does one batch; runs in a worker."""
    plan, batch, key = job
    check_key(plan, key)
    tables = DO[batch.what](plan, batch.first, batch.last)
    return batch, to_parquet(tables)


def check_key(plan: Plan, key: str) -> None:
    if plan.key() != key:
        raise NoCluster("a worker has other rules or weights than this machine; install the same Tefuda on all")


def done_by(
    pool: Executor, width: Callable[[], int], do: Callable[[Job], Found], jobs: Iterable[Job], ahead: int = 2
) -> Iterator[Found]:
    """What the jobs give, as it comes; only a few are handed out at a time. Workers may join meanwhile."""
    left = iter(jobs)
    waiting: set[Future[Found]] = set()
    try:
        while True:
            waiting |= {pool.submit(do, job) for job in islice(left, max(0, ahead * width() - len(waiting)))}
            if not waiting:
                return
            done, waiting = wait(waiting, LOOK, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        for future in waiting:
            future.cancel()


def cores(processes: int) -> int:
    """How many processes are meant: all cores by 0."""
    if processes < 0:
        raise ValueError(f"processes are 1 or more, or 0 for all cores, not {processes}")
    return processes or os.cpu_count() or 1


@contextmanager
def workers(processes: int = 0, cluster: str = "") -> Iterator[tuple[Executor, Callable[[], int]]]:
    """Something that does jobs, and how many at once: this process, others on this machine, or a cluster."""
    processes = cores(processes)
    if cluster:
        with dask_workers(processes, cluster) as found:
            yield found
        return
    pool: Executor
    if processes == 1:
        pool = ThreadPoolExecutor(1)
    else:
        pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"))
        with no_interrupts():
            for _ in range(processes):
                pool.submit(int)  # starts a process
    try:
        yield pool, lambda: processes
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def no_interrupts() -> Iterator[None]:
    """Processes that are started here leave Ctrl-C to the command itself, and end their batch."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set a signal handler
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def dask_workers(processes: int, cluster: str) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """`local` is a cluster on this machine; else the address of a Dask scheduler."""
    try:
        import distributed
    except ImportError:
        raise NoCluster("--cluster needs tefuda[cluster]") from None
    dask: Any = distributed  # it has no types
    with ExitStack() as stack:
        try:
            place = cluster
            if cluster == "local":
                place = stack.enter_context(
                    dask.LocalCluster(n_workers=processes, threads_per_worker=1, dashboard_address=None)
                )
            client = stack.enter_context(dask.Client(place, timeout=WORKERS_WITHIN))
        except (OSError, ValueError, RuntimeError) as error:
            what = "start" if cluster == "local" else "reach"
            raise NoCluster(f"cannot {what} the cluster {cluster}: {error or type(error).__name__}") from None
        try:
            client.wait_for_workers(1, timeout=WORKERS_WITHIN)
        except TimeoutError:
            raise NoCluster(f"the cluster {cluster} has no workers; start some: dask worker {cluster}") from None
        try:
            yield client.get_executor(pure=False, retries=3), Width(client, cluster)
        except CancelledError:
            raise NoCluster(f"the cluster {cluster} is gone; what was finished is kept") from None
        except dask.KilledWorker:
            raise NoCluster(f"workers of {cluster} die of the same batch; look at their logs and memory") from None


class Width:
    """How many batches a cluster can do at once; NoCluster if it has had no worker for a while."""

    def __init__(self, client: Any, cluster: str) -> None:
        self.client = client
        self.cluster = cluster
        self.seen = time.monotonic()  # when there was a worker

    def __call__(self) -> int:
        try:
            threads = int(sum(self.client.nthreads().values()))
        except (OSError, RuntimeError, ValueError):
            raise NoCluster(f"the cluster {self.cluster} is gone; what was finished is kept") from None
        if threads:
            self.seen = time.monotonic()
        elif time.monotonic() - self.seen > WORKERS_WITHIN:
            raise NoCluster(f"all workers of {self.cluster} are gone; what was finished is kept")
        return max(1, threads)
