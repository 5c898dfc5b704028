"""The processes of the server, and what starts them again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from functools import partial
from typing import Any

from tefuda.server import connection
from tefuda.server.connection import Connection
from tefuda.server.house import House
from tefuda.server.relay import CLIENT
from tefuda.server.rows import StorageError
from tefuda.server.settings import Settings
from tefuda.server.table import Refusal
from tests.trials.simulation.disk import Database, SimLeases, SimStore, SimWriter
from tests.trials.simulation.wires import Upstream, Wire
from tests.trials.simulation.world import Process, World

SETTINGS = Settings(database="", pace=1.0, linger=30.0)
BOOT = 1.0  # seconds until a process that was started serves


class Log:
    """The server's log: an error is a failure of the run."""

    def __init__(self, world: World) -> None:
        self.world = world

    def warning(self, text: str, **more: Any) -> None:
        pass

    def error(self, text: str, **more: Any) -> None:
        self.world.errors.append(f"{text}: {more.get('exc_info')!r}")


class Ordered(dict[Any, None]):
    """A set that keeps its order: that of a set of objects is another one in every run."""

    def add(self, one: Any) -> None:
        self[one] = None

    def discard(self, one: Any) -> None:
        self.pop(one, None)


class SimHouse(House):
    writes_by = SimWriter
    leased_by = SimLeases

    def __init__(self, process: Process, store: Any, address: str) -> None:
        super().__init__(SETTINGS, store, address)
        self.process = process
        self.logger = Log(process.world)
        self.rng = random.Random(f"{process.world.seed}/house/{process.name}")
        self.tasks = Ordered()  # type: ignore[assignment]
        self.connections = Ordered()  # type: ignore[assignment]
        self.peers.relays = Ordered()  # type: ignore[assignment]

    def wall(self) -> float:
        return self.process.wall()


class Servers:
    """All processes, on machines that live or not."""

    def __init__(self, world: World, database: Database, count: int, stores: type[SimStore] = SimStore) -> None:
        self.world = world
        self.database = database
        self.stores = stores
        self.houses: dict[int, SimHouse | None] = dict.fromkeys(range(count))  # by place: None while it does not serve
        self.processes: dict[int, Process] = {}
        self.all: list[Process] = []
        self.wires: list[Wire] = []
        self.ahead = [0.0] * count  # of the machines' clocks
        self.started = 0
        for place in range(count):
            self.start(place)

    def start(self, place: int) -> None:
        """A process begins, as its supervisor would begin it."""
        self.started += 1
        process = self.processes[place] = Process(self.world, f"process {self.started}")  # type: ignore[abstract]
        process.ahead = self.ahead[place]
        self.all.append(process)
        self.world.later(self.world.rng.uniform(0.5, 1.5) * BOOT, lambda: self._boot(place, process))

    def _boot(self, place: int, process: Process) -> None:
        if not process.dead:
            process.create_task(self._begin(place, process))

    async def _begin(self, place: int, process: Process) -> None:
        try:
            self.database.check()
            house = SimHouse(process, self.stores(self.database, process), f"process{self.started}-{place}:1")
            await house.begin()
        except StorageError:
            process.kill()
            self.world.later(2.0, lambda: self.start(place))
            return
        self.houses[place] = house

    # ---- connections

    def living(self) -> list[int]:
        return [place for place, house in self.houses.items() if house]

    def connect(self, place: int, host: str, far: bool = True, peer: bool = False) -> Wire | None:
        """A new connection to a process; None if nobody serves there."""
        house = self.houses[place]
        if house is None:
            return None
        wire = Wire(self.world, len(self.wires), house.process, far)
        self.wires.append(wire)
        house.process.call_soon(lambda: house.process.create_task(self._serve(house, wire, host, peer)))
        return wire

    async def _serve(self, house: SimHouse, wire: Wire, host: str, peer: bool) -> None:
        """What `serve_socket` does, without HTTP."""
        usage = house.peers.usage
        if not peer:
            try:
                house.budgets.spend("sockets", host)
            except Refusal:
                return await wire.close(connection.TRY_LATER, "")
            usage.arrive(host)
        try:
            await Connection(house, wire, host, peer).run()
        finally:
            wire.ended = True
            if not peer:
                usage.depart(host)

    def connector(self) -> Any:
        """In the place of `websockets`' own `connect`, which a relay uses."""

        async def connect(
            url: str, additional_headers: Mapping[str, str], open_timeout: float, **more: Any
        ) -> Upstream:
            loop = asyncio.get_running_loop()
            assert isinstance(loop, Process)
            address = url.removeprefix("ws://").removesuffix("/ws")
            places = [place for place, house in self.houses.items() if house and house.peers.address == address]
            await asyncio.sleep(loop.pause())
            wire = self.connect(places[0], additional_headers[CLIENT], far=False, peer=True) if places else None
            if wire is None:
                raise ConnectionRefusedError
            upstream = Upstream(wire, loop)
            until = loop.time() + open_timeout
            while not wire.up:
                if loop.time() > until or wire.is_closed:
                    wire.hang_up()
                    raise TimeoutError
                await asyncio.sleep(0.01)
            return upstream

        return connect

    # ---- trouble

    def kill(self, place: int, power: bool, back: float) -> None:
        """SIGKILL, or the power of the machine. It is started again after a while."""
        process = self.processes[place]
        if process.dead:
            return
        process.kill()
        self.houses[place] = None
        for wire in self.wires:
            if wire.process is process:
                wire.die(noticed=not power)
        for worker in [worker for worker, one in self.database.sessions.items() if one.process is process]:
            self.world.later(8.0 if power else 0.01, partial(self.database.hang_up, worker))
        if not self.database.shared:
            self.database.recover(kept=0.3 if power else 0.8)
        self.world.later(back, lambda: self.start(place))

    def end(self) -> None:
        """The run is over."""
        for process in self.all:
            process.kill()
        for process in self.all:
            process.bury()

    def restart(self, place: int) -> None:
        """The regular way: connections are closed, what waits is stored, the lease ends."""
        house, process = self.houses[place], self.processes[place]
        if house is None or process.frozen:
            return
        self.houses[place] = None

        async def stop() -> None:
            for one in list(house.connections):
                one.close(connection.RESTART, "the server ends")
            await asyncio.sleep(0.5)
            await house.close()

        stopping = process.create_task(stop())

        def over(_: object) -> None:
            if not stopping.cancelled() and stopping.exception():
                self.world.errors.append(f"it could not end: {stopping.exception()!r}")
            if not process.dead:
                self.houses[place] = house
                self.kill(place, False, 0.5)

        stopping.add_done_callback(over)

    def freeze(self, place: int, seconds: float) -> None:
        process = self.processes[place]
        if not process.dead and not process.frozen:
            process.freeze()
            self.world.later(seconds, process.thaw)

    def jump(self, place: int, seconds: float) -> None:
        self.ahead[place] += seconds
        self.processes[place].ahead += seconds
