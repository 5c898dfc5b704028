"""Scenes: one evening at a table in one of two twin worlds, and all that its observers are sent.

Around the scripted match people do what could open a hand to the wrong eyes: guests lend their eyes and stand up, or
are removed, before somebody else sits there; players change their names; a match is ended and another one begins; one
person has two connections; spectators are there from the lobby on, or see through eyes that are lent and taken back.
The reader asks why a move is not possible, for the hands of the round, for another pace of the bots; comes again and is
told what was said; and in the end takes a move back and gives up, where that is allowed. Between two rounds people look
at the end of the first one, and say when they are ready; some do not.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from websockets.asyncio.client import unix_connect

from tefuda.deal import Deal, commitment, proof
from tefuda.record import Proof, Record
from tefuda.server import connection, house, live, table, tables
from tefuda.server import protocol as p
from tefuda.server.replays import FRAMES_MAX, frames
from tests.trials.leaks.planting import Patch, patched
from tests.trials.persons import NAMES, PATIENCE, Frames, Person, brief
from tests.trials.running import Running
from tests.trials.twins import WAIT, Act, Twins

APART = 8.0  # a match begins at a multiple of so many seconds: so rounding is the same in both worlds
OFFSETS = (0.4, 0.9, 2.6, 4.1)  # seconds that people take: within the window of SOLO, after it, and beyond the clock
CLOCK = p.Clock(3, 2)
WATCHER, GUEST, SECOND = 5, 6, 7
LOOK = (
    0,
    1,
    3,
    WATCHER,
    GUEST,
)  # those who look at the end of a round; in the seats of the others nobody is waited for
DELAYS = (0, 0, 1)  # seconds by which lent eyes are late

STUCK = (0.0, "")
PING = '{"type":"ping"'  # compared by themselves: at the moment of an update they come before it or after it
BY_LENGTH = ("content-length:", "vary: accept-encoding")  # what is long enough may be compressed
SHOWN = ("table", "update", "said")  # messages that only followers of a table get


class Chance:
    """Stands for `secrets` and for the deal's seed, by a seed of its own."""

    def __init__(self, rng: random.Random) -> None:
        self.choice = rng.choice
        self.randbelow = lambda below: 7  # of pings: many connections draw them, in no order
        self.token_hex = lambda size: rng.randbytes(size).hex()


class Scene:
    """One match of one world."""

    def __init__(self, server: Running, people: list[Person], made: Twins, which: int, number: int) -> None:
        self.server = server
        self.people = people
        self.made = made
        self.which = which
        self.number = number
        self.loop = asyncio.get_running_loop()
        self.rng = random.Random(number)  # for what is the same in both worlds
        self.more = random.Random(f"{number}/more")  # the same for what is asked for beside the match
        self.asks = random.Random(f"{number}/asks")  # ... and over HTTP, of which some belongs to a person
        self.own = random.Random(f"{number}/{which}")  # for what the reader may not know
        self.reader = people[WATCHER if made.reader is None else made.reader]
        self.watcher = people[WATCHER]
        self.second: Person | None = None  # another connection of the reader
        self.drawn = iter(made.draws[which])
        self.code = ""
        self.lent: list[tuple[float, bool, int]] = []  # when the reader lent eyes or took them back, and the delay
        self.done = 0  # turns
        self.acted: Counter[int] = Counter()  # moves of each seat
        self.moved = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def play(self) -> Frames:
        start = APART * (self.loop.time() // APART + 1)
        await self._until(start)
        chance = Chance(random.Random(f"{self.number}/chance"))
        self.server.house.rng = random.Random(f"{self.number}/house")
        self.server.house.bots = dict.fromkeys(self.server.house.bots, self._bot)
        self.server.house.decisions = {}
        patches: list[Patch] = [
            (connection, "secrets", chance),
            (house, "secrets", chance),
            (tables, "secrets", chance),
            (Deal, "draw", self._draw(Deal.draw)),
            (live.Live, "happened", self._watch(live.Live.happened)),
        ]
        for person in self.people:
            person.frames.clear()
            person.scene, person.asked = self.number, 0
        with patched(patches):
            try:
                await self._gather()
                if self.made.first:
                    await self._first_round()
                while self.done < len(self.made.turns):
                    await self._turn(self.done)
                await asyncio.sleep(0.5)  # no bot is so fast: what comes after the script does not count
                if self.made.evening.leaver is None:
                    await self.reader.ask(p.Undo)
                    await self.reader.ask(p.Concede)
                    await self._ask_for_the_record()
                seen = self._observed()
                if self.made.evening.leaver is not None:
                    seen += await self._ask_for_the_replay()
                pings = [(at, text) for at, text in seen if text.startswith(PING)]
                seen = [(at, text) for at, text in seen if not text.startswith(PING)] + pings
                return [(round(at - start, 6), text) for at, text in seen]
            finally:
                for task in self.tasks:
                    task.cancel()
                for person in self.people:
                    await person.ask(p.Leave)
                if self.second:
                    self.second.task.cancel()
                    await self.second.socket.close()

    # ---- what is observed

    def _observed(self) -> Frames:
        """Everything that was sent to those who may know what the reader may know, and what nobody should have got."""
        evening, frames = self.made.evening, list(self.reader.frames)
        if self.second:
            frames += self.second.frames
        if evening.lends:
            frames += [*self.watcher.frames, *self._too_much()]
        if evening.private:
            kinds = [brief(text).type for _, text in self.watcher.frames]
            after = kinds[kinds.index("unfollowed") + 1 :] if "unfollowed" in kinds else ["table"]
            frames += [
                *self.watcher.frames,
                *((0.0, f"{kind} in world {self.which}") for kind in after if kind in SHOWN),
            ]
        return frames

    def _too_much(self) -> Frames:
        """Updates through eyes that were not lent at that moment, or that came too early."""
        first: dict[tuple[int, int], float] = {}  # when the reader knew of an event
        for at, text in self.reader.frames:
            update = brief(text if text.startswith("{") else "{}")  # answers to requests are there too
            for n in range(update.n, 0, -1) if update.type == "update" else ():
                if (update.match, n) in first:
                    break
                first[update.match, n] = at
        found: Frames = []
        for at, text in self.watcher.frames:
            update = brief(text)
            if update.type == "update" and update.view and update.view.seat is not None:
                lent, delay = next(((eyes, late) for when, eyes, late in reversed(self.lent) if when <= at), (False, 0))
                at_once = any(when == at for when, _, _ in self.lent)
                if not at_once and (not lent or at < first[update.match, update.n] + delay - 0.02):
                    found.append((at, f"too much in world {self.which}"))
        return found

    # ---- before the match

    async def _gather(self) -> None:
        """The lobby, perhaps with a guest and another match, until the match of the script begins."""
        made, evening = self.made, self.made.evening
        persons = [seat for seat in range(made.seats) if seat not in made.bots]
        host = self.people[persons[0]]
        seats: list[p.Level | None] = ["club" if seat in made.bots else None for seat in range(made.seats)]
        for seat in (evening.guest, evening.leaver):
            if seat is not None:
                seats[seat] = None
        clock = CLOCK if made.clock else None
        await host.ask(
            p.Create, game=made.game, seats=seats, options=made.options, clock=clock, watchers=not evening.private
        )
        self.code = host.code
        await host.ask(p.Sit, seat=persons[0], name=host.name)
        if evening.private:
            await self.watcher.ask(p.Open, code=self.code)
        if evening.guest is not None:
            await self._leave_a_guest(host, evening.guest)
        if evening.second:
            await self._connect_again()
        for seat in persons[1:]:
            await self.people[seat].ask(p.Open, code=self.code, eyes=None)
            await self.people[seat].ask(p.Sit, seat=seat, name=NAMES[seat])
        if made.reader is None and evening.guest is None:
            await self.reader.ask(p.Open, code=self.code)
        if evening.before:
            leaver = await self._sit_down_to_leave(evening.leaver) if evening.leaver is not None else None
            await self._play_another(host, [self.people[seat] for seat in persons], leaver)
        else:
            await host.ask(p.Start)
        if evening.lends:
            await self._lend(True)
            await self.watcher.ask(p.Open, code=self.code, eyes=made.reader)

    async def _leave_a_guest(self, host: Person, seat: int) -> None:
        """A guest lends eyes to the reader and leaves the seat, to a player who comes later or to a bot."""
        guest = self.people[GUEST]
        await guest.ask(p.Open, code=self.code)
        await guest.ask(p.Sit, seat=seat, name=guest.name)
        await guest.ask(p.Allow, eyes=True)
        if self.reader is not host:
            await self.reader.ask(p.Open, code=self.code, eyes=seat)
        if self.made.evening.removed:
            await host.ask(p.Assign, seat=seat, bot=None)
        else:
            await guest.ask(p.Stand)
        if seat in self.made.bots:
            await host.ask(p.Assign, seat=seat, bot="club")

    async def _connect_again(self) -> None:
        socket = await unix_connect(self.server.url, uri="ws://table/ws", compression=None)
        self.second = Person(socket, SECOND)
        await self.second.ask(p.Hello, version=p.VERSION, token=f"{self.reader.number:x}" * 43, told=False, facts=False)
        await self.second.ask(p.Open, code=self.code)

    async def _sit_down_to_leave(self, seat: int) -> Person:
        leaver = self.people[GUEST]
        await leaver.ask(p.Open, code=self.code)
        await leaver.ask(p.Sit, seat=seat, name=leaver.name)
        return leaver

    async def _ask_for_the_replay(self) -> Frames:
        """Lets somebody who sat only in the match before ask for the replay of this one, once the host has ended it."""
        await self.people[min(set(range(self.made.seats)) - self.made.bots)].ask(p.End)
        replay = f"replays/{self.code}/2"
        return [
            (0.0, await self._get(path, GUEST)) for path in (f"{replay}?open=1", f"{replay}.txt", f"{replay}/proof")
        ]

    async def _ask_for_the_record(self) -> None:
        """Lets a stranger, somebody who was in the lobby, and the reader ask for the match, which may be over."""
        for person in (None, WATCHER, self.reader.number):
            ending = self.asks.choice(("?open=1", ".txt", "/proof"))
            await self._look(f"replays/{self.code}/{1 + self.made.evening.before}{ending}", person)

    async def _play_another(self, host: Person, players: list[Person], leaver: Person | None) -> None:
        """A match that is the same in both worlds, in which somebody lends eyes; then comes the one of the script."""
        self.drawn = iter(self.made.draws[0])
        await host.ask(p.Start)
        lender = next((one for one in players if one is not self.reader), None)
        if lender:
            await lender.ask(p.Allow, eyes=True)
            if self.reader is self.watcher:
                await self.reader.ask(p.Open, code=self.code, eyes=lender.number)
        await host.ask(p.End)
        self.drawn = iter(self.made.draws[self.which])
        if leaver:
            await leaver.ask(p.Stand)
            await leaver.ask(p.Leave)
        for player in players:
            await player.ask(p.Again)

    async def _lend(self, eyes: bool) -> None:
        """The reader lends eyes to spectators, or takes them back."""
        delay = self.rng.choice(DELAYS) if eyes else 0
        await self.reader.ask(p.Allow, eyes=eyes, delay=delay)
        self.lent.append((self.loop.time(), eyes, delay))

    # ---- turns

    def _left(self, seat: int, turns: int) -> list[str]:
        """What a seat still has to do in so many turns."""
        script = [act for turn in self.made.turns[:turns] for act in turn.acts[self.which]]
        return [act.move for act in script if act.seat == seat and act.move != WAIT][self.acted[seat] :]

    def _is_over(self, turns: int) -> bool:
        return not any(self._left(seat, turns) for seat in range(self.made.seats))

    async def _first_round(self) -> None:
        """Everybody moves at once, the same in both worlds, until the second round is dealt."""
        while self.done < self.made.first:
            number = self.done
            for act in self.made.turns[number].acts[self.which]:
                if act.seat not in self.made.bots and self._left(act.seat, number + 1):
                    await asyncio.sleep(0.01)  # until everybody has heard of the last move
                    await self.people[act.seat].play(act.move)
            await asyncio.wait_for(self.moved.wait(), PATIENCE)
            self.moved.clear()

    async def _turn(self, number: int) -> None:
        """Everybody does what the script says, the reader tries things, and others too."""
        turn = self.made.turns[number]
        acts = [act for act in turn.acts[self.which] if act.seat not in self.made.bots]
        begun = self.loop.time()
        for seat in range(self.made.seats) if self.made.first else ():
            if seat not in self.made.bots and self.more.random() < 0.4:
                apart = 0.0013 * seat  # what two people send at one moment arrives in no certain order
                self._at(begun + self.more.choice((0.0217, 0.3371, 1.7139)) + apart, self.people[seat].ready)
        for delay, act in self._delays(acts, turn.secret):
            self._at(begun + delay, self._act, act, number)
        if self.rng.random() < 0.3:
            self._at(begun + 0.05, self.reader.play, turn.probe)
        if self.rng.random() < 0.1:
            self._at(begun + 0.06, self.reader.ask, p.Hint)
        if self.more.random() < 0.3:
            self._at(begun + 0.055, self.reader.why, turn.probe)
        if self.more.random() < 0.2:
            self._at(begun + 0.045, self.reader.reveal)
        if self.more.random() < 0.2:
            self._at(begun + 0.04, self.reader.pace, self.more.choice(("slow", "normal")))
        if self.more.random() < 0.2:
            self._at(begun + 0.035, self.more.choice(self.people[: self.made.seats]).speak)
        if self.rng.random() < 0.2:
            self._at(begun + self.rng.uniform(0.05, 1.2), self._come_again)
        if self.rng.random() < 0.4:
            match = f"replays/{self.code}/{1 + self.made.evening.before}"
            path = self.rng.choice((f"tables/{self.code}", f"{match}?open=1", f"{match}.txt", f"{match}/proof"))
            self._at(begun + self.rng.uniform(0.05, 1.9), self._look, path)
        if self.made.reader is not None and self.asks.random() < 0.3:
            self._at(begun + self.asks.uniform(0.05, 1.9), self._look, f"tables/{self.code}/turn", self.reader.number)
        if self.made.evening.before and self.asks.random() < 0.2:
            self._at(begun + self.asks.uniform(0.05, 1.9), self._look, f"replays/{self.code}/1.txt", self.reader.number)
        if self.made.evening.lends and self.rng.random() < 0.3:
            await self._lend(self.rng.random() < 0.5)
        if self.made.evening.renames and self.rng.random() < 0.3:
            seat = self.rng.choice([seat for seat in range(self.made.seats) if seat not in self.made.bots])
            self._at(begun + 0.07, self.people[seat].rename, seat, number)
        others = [seat for seat in range(self.made.seats) if seat not in self.made.bots and seat != self.made.reader]
        if others and self.own.random() < 0.3:
            self._at(begun + 0.08, self.people[self.own.choice(others)].play, "fly")
        await asyncio.wait_for(self.moved.wait(), PATIENCE)
        self.moved.clear()

    def _delays(self, given: list[Act], secret: bool) -> list[tuple[float, Act]]:
        """When each acts. Secret moves come in the order and at the times of their world, the last at the same time."""
        if secret and given:
            pace = self.rng.choice((0.2, 0.5))
            slots = [0.3 + pace * place for place in range(len(given))]
            own = self.rng.randrange(len(slots))
            acts = [act for act in given if act.seat != self.made.reader]
            mine = [act for act in given if act.seat == self.made.reader]
            timed = list(zip(slots, [*acts[:own], *mine, *acts[own:]], strict=True))
            free = [act not in mine and when < slots[-1] for when, act in timed]
            return [(when + 0.1 * self.own.random() * may, act) for may, (when, act) in zip(free, timed, strict=True)]
        last = self.rng.choice(OFFSETS)
        if any(act.seat not in self._waited() for act in given[-1:]):
            last = min(last, OFFSETS[2])  # somebody jumps in, before the clock of the seat whose turn it is runs out
        return [(last if act.move != WAIT else 0.1 + 0.2 * self.own.random(), act) for act in given]

    def _waited(self) -> tuple[int, ...]:
        """The seats that the match waits for."""
        found = self.server.house.tables[self.code].table.match
        return found.waits_for if found else ()

    def _at(self, when: float, work: Callable[..., Awaitable[None]], *given: Any) -> None:
        async def later() -> None:
            await self._until(when)
            await work(*given)

        self.tasks.append(asyncio.create_task(later()))

    async def _until(self, when: float) -> None:
        await asyncio.sleep(max(0.0, when - self.loop.time()))

    async def _act(self, act: Act, turn: int) -> None:
        """Makes a move, unless it is too late: the clock ran out, and a bot has made one."""
        if self.done == turn if act.move == WAIT else self._left(act.seat, turn + 1):
            await self.people[act.seat].play(act.move)

    async def _come_again(self) -> None:
        await self.reader.ask(p.Open, code=self.code)

    async def _look(self, path: str, person: int | None = None) -> None:
        """Asks for the table, or for the match that is played, over HTTP: that goes among the frames."""
        answer = await self._get(path, person)
        self.reader.frames.append((self.loop.time(), self._unless_by_right(path, person, answer)))

    def _unless_by_right(self, path: str, person: int | None, answer: str) -> str:
        """The answer; but the same in both worlds where it is the record of a match that is over, and nothing else, to
        somebody who may read it. That differs by right, and so does its length, which two headers depend on."""
        found = self.server.house.tables[self.code].table
        is_this = path.startswith(f"replays/{self.code}/{found.number}")
        may_read = found.made.watchers or (person is not None and person == self.made.reader)
        if found.status != "over" or not is_this or not may_read:
            return answer
        assert found.revealed is not None
        record = Record.parse(str(found.playing.record))
        record.proof = Proof(commitment(found.revealed), tuple(found.deal_salts), found.revealed.hex())
        body = str(record)
        if not path.endswith(".txt"):
            told = proof(record) if path.endswith("/proof") else frames(record, None, True, "en", 0, FRAMES_MAX)
            body = msgspec.json.encode(told).decode()
        head, _, given = answer.partition("\n\n")
        if given != body:
            return answer
        lines = [line for line in head.split("\n") if not line.startswith(BY_LENGTH)]
        return "\n".join([*lines, "", "by right"])

    async def _get(self, path: str, person: int | None = None) -> str:
        token = "" if person is None else f"Authorization: Bearer {f'{person:x}' * 43}\r\n"
        incoming, outgoing = await asyncio.open_unix_connection(self.server.url)
        outgoing.write(f"GET /api/{path} HTTP/1.1\r\nHost: x\r\n{token}Connection: close\r\n\r\n".encode())
        answer = (await incoming.read()).decode()
        outgoing.close()
        return "\n".join(line for line in answer.split("\r\n") if not line.lower().startswith("date:"))

    def _draw(self, draw: Any) -> Any:
        """Chance follows the script; where a planted leak has led the match beyond its end, it follows the deal."""

        def drawn(deal: Deal, face: Any, game: Any, index: int) -> list[int]:
            found: list[int] = next(self.drawn, []) or draw(deal, face, game, index)
            return found

        return drawn

    def _watch(self, happened: Any) -> Any:
        """Notes when the turn is over, whoever has moved."""

        def watch(one: live.Live, step: table.Step) -> None:
            happened(one, step)
            if step.seat is not None and step.parts[0][1].text != WAIT:
                self.acted[step.seat] += 1
                while self.done < len(self.made.turns) and self._is_over(self.done + 1):
                    self.done += 1
                    self.moved.set()

        return watch

    def _bot(self, view: Any, moves: Sequence[str], rng: random.Random) -> str:
        """Plays the script; chances that are not in it go by. Where all move in secret nobody waits for the others."""
        turns = self.done + 1
        while turns < len(self.made.turns) and self.made.turns[turns - 1].secret and self.made.turns[turns].secret:
            turns += 1
        own = self._left(view.seat, turns)
        return own[0] if own and own[0] in moves else WAIT if WAIT in moves else moves[-1]
