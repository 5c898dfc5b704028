"""People at their devices: a tab keeps a connection, knows what it was told, and sends again what was not answered.

It does what `tefuda.client` does, without tasks: everything here is a callback of the world.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from tefuda.server import protocol as p
from tests.trials.simulation.servers import Servers
from tests.trials.simulation.wires import Sent, Text, Wire

BACKOFF = 0.3, 5.0
RACE_WAIT = "wait"  # the move of letting a chance go by


class Asked(NamedTuple):
    """A command when it was first sent."""

    step: int
    tab: int
    person: int
    code: str  # of the table that was open
    command: p.Command


class Told(NamedTuple):
    """A message that arrived."""

    tab: int
    wire: int
    person: int
    code: str
    wishes: tuple[int | None, ...]  # whose eyes this tab had asked for: several while that is not answered
    sent: Sent
    message: Any
    opens: tuple[tuple[int, int], ...] = ()  # match and last known event of each `open` that is not answered


class Record:
    """What all tabs said and were told, in the order in which it happened to them."""

    def __init__(self) -> None:
        self.asked: dict[str, Asked] = {}
        self.told: list[Told] = []
        self.unfair: list[str] = []
        self.resent = 0
        self.again: set[str] = set()  # commands that were sent again
        self.codes: list[str] = []  # of the tables that somebody knows


class Person:
    def __init__(self, number: int, seed: str) -> None:
        self.number = number
        self.name = f"P{number}"
        self.address = f"10.0.0.{number}"
        self.looks = number % 2 == 0  # at the end of a round
        self.token = random.Random(f"{seed}/token/{number}").randbytes(16).hex() + "t" * 11
        self.promised: dict[
            tuple[str, int], dict[str, str]
        ] = {}  # by code and match: own salts, each with what was shown, unless they were refused
        self.given: set[str] = set()  # salts that were accepted
        self.tabs: list[Tab] = []


class Tab:
    """One tab of a person's browser."""

    def __init__(self, person: Person, number: int, servers: Servers, record: Record, lang: p.Lang) -> None:
        self.person = person
        self.number = number
        self.servers = servers
        self.world = servers.world
        self.record = record
        self.lang = lang
        self.rng = random.Random(f"{self.world.seed}/tab/{number}")
        self.wire: Wire | None = None
        self.shut = False
        self.ready = False  # to send commands
        self.code = ""
        self.wish: int | None = None
        self.opening: dict[str, p.Open] = {}  # not yet answered
        self.table: p.Table | None = None
        self.update: p.Update | None = None
        self.pending: dict[str, p.Command] = {}
        self.done: list[p.Command] = []  # the last that were answered
        self.hello = self.reopening = ""
        self.asked = 0
        self.wait = BACKOFF[0]
        self.refusals = 0
        self.auto = False  # plays by itself
        person.tabs.append(self)
        self._connect()

    # ---- the connection

    def _connect(self) -> None:
        if self.shut:
            return None
        living = self.servers.living()
        wire = self.servers.connect(self.rng.choice(living), self.person.address) if living else None
        if wire is None:
            return self._retry()
        return self.use(wire)

    def use(self, wire: Wire) -> None:
        """Says hello over a new connection."""
        self.wire, self.ready = wire, False
        wire.hear = lambda text: self._hear(wire, text)
        wire.closed = lambda code: self._closed(wire, code)
        self.hello = self._id()
        hello = p.Hello(self.hello, p.VERSION, self.lang, self.person.token, looks=self.person.looks)
        wire.say(p.encode(hello).decode())
        self.world.later(12.0, lambda: self._give_up(wire))

    def _give_up(self, wire: Wire) -> None:
        """A connection on which nothing could be opened is given up."""
        if wire is self.wire and not self.ready:
            wire.hang_up()
            self._closed(wire, 1006)

    def _closed(self, wire: Wire, code: int) -> None:
        if code == 1011:
            self.world.errors.append("a connection was closed with 1011")
        if wire is self.wire:
            self.wire, self.ready = None, False
            self.opening.clear()
            self._retry()

    def _retry(self) -> None:
        self.world.later(self.wait * self.rng.uniform(0.5, 1.0), self._connect)
        self.wait = min(2 * self.wait, BACKOFF[1])

    def close(self) -> None:
        """The person closes the tab: what was not answered is not sent again."""
        self.shut = True
        self.person.tabs.remove(self)
        if self.wire:
            self.wire.hang_up()
            self.wire = None

    # ---- what is heard

    def _hear(self, wire: Wire, text: Text) -> None:
        if wire is not self.wire:
            return None
        message: Any = p.decode_server(bytes(text))
        if isinstance(message, p.Ping):
            return wire.say(p.encode(p.Pong(message.nonce)).decode())
        if isinstance(message, p.Table):
            self.code = message.code
        wishes = (self.wish, *(one.eyes for one in self.opening.values()))
        opens = tuple((one.match, one.since) for one in self.opening.values())
        self.record.told.append(
            Told(self.number, wire.number, self.person.number, self.code, wishes, text.sent, message, opens)
        )
        match message:
            case p.Accepted(id) if id == self.hello:
                self._reopen()
            case p.Accepted(id) | p.Refused(id) if id in self.opening:
                self._opened(self.opening.pop(id), message)
            case p.Accepted(id) | p.Refused(id) if id in self.pending:
                self._answered(self.pending.pop(id), message)
            case p.Table():
                self._take_table(message)
            case p.Update():
                self.update = message
            case p.Unfollowed():
                self._forget()
        return None

    def _reopen(self) -> None:
        if self.code:
            update = self.update
            since = (update.match, update.n) if update else (0, 0)
            command = p.Open(self._id(), self.code, *since, self.wish)
            self.reopening, self.opening[command.id] = command.id, command
            self._send(command)
        else:
            self._resume()

    def _opened(self, command: p.Open, answer: p.Accepted | p.Refused) -> None:
        again = command.id == self.reopening
        if isinstance(answer, p.Accepted):
            self.wish = command.eyes
        elif answer.reason == "not-allowed" and again:
            self.wish = None
            return self._reopen()
        elif answer.reason in ("storage", "too-fast", "full") and again:
            if self.wire:
                wire, self.wire = self.wire, None
                wire.hang_up()
                self.opening.clear()
                self._retry()
            return None
        else:
            self._forget()
        if again:
            self._resume()
        else:
            self._answered(self.pending.pop(command.id, command), answer)
        return None

    def _resume(self) -> None:
        self.ready, self.reopening = True, ""
        if not self.pending:
            self.wait = BACKOFF[0]
        for command in list(self.pending.values()):
            self.record.resent += 1
            self.record.again.add(command.id)
            if isinstance(command, p.Open):
                self.opening[command.id] = command
            self._send(command)

    def _answered(self, command: p.Command, answer: p.Accepted | p.Refused) -> None:
        accepted = isinstance(answer, p.Accepted)
        self.refusals = 0 if accepted else self.refusals + 1
        if accepted or answer.reason not in ("storage", "too-fast"):  # type: ignore[union-attr]
            self.wait = BACKOFF[0]
        self.done = [*self.done[-5:], command]
        if isinstance(command, p.Sit | p.Again) and command.salt and accepted:
            self.person.given.add(command.salt)
            if self.table:
                self._check_deal(self.table)
        if isinstance(command, p.Leave) and accepted:
            self._forget()

    def _take_table(self, table: p.Table) -> None:
        if table.code not in self.record.codes:
            self.record.codes.append(table.code)
        if self.table and self.table.code != table.code:
            self.update = None
        self.table = table
        self._check_deal(table)

    def _check_deal(self, table: p.Table) -> None:
        """A salt that was accepted is in the deal, or another one is. A match may begin before it is accepted.

        A salt that was refused may be in it, too: a copy of the command that came later was accepted.
        """
        promise = self.person.promised.get((table.code, table.match))
        if promise and table.seat is not None and table.status in ("playing", "over"):
            salt = table.deal.salts[table.seat]
            if salt not in promise and self.person.given.isdisjoint(promise):
                return
            if salt not in promise:
                self.record.unfair.append(f"unfair: the salt of {self.person.name} is not in the deal")
            elif table.deal.commitment != promise[salt]:
                self.record.unfair.append(f"unfair: {self.person.name} saw another commitment before giving a salt")

    def _forget(self) -> None:
        self.code, self.table, self.update, self.wish = "", None, None, None

    # ---- what is said

    def _id(self) -> str:
        self.asked += 1
        return f"t{self.number}-{self.asked}"

    def _send(self, command: p.Command) -> None:
        if self.wire:
            self.wire.say(p.encode(command).decode())

    def ask(self, kind: type[p.Command], *given: Any, **more: Any) -> None:
        command = kind(self._id(), *given, **more)
        self.record.asked[command.id] = Asked(self.world.step, self.number, self.person.number, self.code, command)
        self.pending[command.id] = command
        if self.ready:
            if isinstance(command, p.Open):
                self.opening[command.id] = command
            self._send(command)

    def say_again(self, command: p.Command) -> None:
        """Sends something again that was sent before."""
        if self.ready and not isinstance(command, p.Open | p.Leave | p.Create):
            self.record.resent += 1
            self.record.again.add(command.id)
            self._send(command)

    # ---- what people want

    @property
    def seat(self) -> int | None:
        return self.table.seat if self.table else None

    def moves(self) -> list[str]:
        if not self.update or not self.table or self.table.status != "playing" or self.update.match != self.table.match:
            return []
        return [move for move in self.update.moves if move != RACE_WAIT]

    def salt(self, command: type[p.Command], **more: Any) -> None:
        """Gives a salt for the next match, having seen the commitment to its deal."""
        assert self.table
        salt = self.rng.randbytes(8).hex()
        shown = self.table.deal.next if self.table.status == "over" else self.table.deal.commitment
        if not shown:
            self.record.unfair.append(f"unfair: {self.person.name} sees no commitment before giving a salt")
        self.person.promised.setdefault((self.code, self.table.match + 1), {})[salt] = shown or ""
        self.ask(command, **more, salt=salt)

    def go_on(self, n: int) -> None:
        """The natural thing: sit down, start, move, ask for another match."""
        table = self.table
        if table is None:
            if self.record.codes and not self.pending:
                self.ask(p.Open, self.record.codes[n % len(self.record.codes)])
            return
        match table.status:
            case "lobby":
                free = [seat for seat, one in enumerate(table.seats) if one.kind == "free"]
                people = sum(one.kind == "person" for one in table.seats)
                if table.seat is None and free:
                    self.salt(p.Sit, seat=free[n % len(free)], name=self.person.name)
                elif table.host and (people > 1 or n % 4 == 0):
                    self.ask(p.Start)
            case "playing":
                if self.update and self.moves() and not any(isinstance(one, p.Play) for one in self.pending.values()):
                    moves = self.moves()
                    self.ask(p.Play, self.update.match, self.update.n, moves[n % len(moves)])
            case "over":
                if table.seat is not None and table.seat not in table.again:
                    self.salt(p.Again)
