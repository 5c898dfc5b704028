"""A client of the table server, for bots and for tests. It needs tefuda[server].

    async with Client("http://localhost:8000") as me:
        await me.create("scout", [None, "club", "club"])
        await me.sit(0, "My bot")
        await me.start()
        while me.result is None:
            if me.moves:
                await me.play(my_choice(me.view, me.moves))
            else:
                await me.changed()

Events come as moves, and in sentences, too, for Client(url, told=True); with facts=True each update has what the rules
say about its view, for whoever draws it.

It reconnects automatically when the connection breaks or the server restarts, and sends again what was not answered. It
plays no match whose deal the table had not committed itself to before this client gave its salt: see docs/deals.md.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from tefuda.deal import commitment
from tefuda.server import protocol as p

BACKOFF = 0.1, 5.0  # seconds between two tries: the first, and the longest
PROMISES = 1000  # matches whose commitments are kept
WORDS = 1000  # chat messages that are kept


class Refused(Exception):
    """The server did not do what it was asked; the reason says why."""

    def __init__(self, reason: p.Reason, text: str) -> None:
        super().__init__(f"{reason}: {text}")
        self.reason = reason
        self.text = text


class Unfair(Exception):
    """The deal is not the one that was promised before this client gave its salt."""


class Client:
    """One person's connection. What it knows is in its attributes; `changed` waits for news."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        lang: p.Lang = "en",
        pair: str | None = None,
        looks: bool = False,
        told: bool = False,
        facts: bool = False,
    ) -> None:
        scheme, _, rest = url.rstrip("/").partition("://")
        self.url = f"{'wss' if scheme in ('https', 'wss') else 'ws'}://{rest}/ws"
        self.token = token
        self.pair_word = pair
        self.lang = lang
        self.looks = looks  # the end of a round is shown, and `ready` said after it
        self.told = told  # events are wanted in sentences, too ...
        self.facts = facts  # ... and what the rules say about each view
        self.table: p.Table | None = None
        self.update: p.Update | None = None
        self.events: list[p.Happened] = []  # of the match, as far as they were told
        self.said: list[p.Said] = []
        self.hints: dict[str, p.Hinted] = {}
        self.reasons: dict[str, str] = {}
        self.hands: dict[str, list[Any]] = {}
        self.words: dict[str, str] = {}  # for pairing
        self.code = ""
        self.promised: dict[
            tuple[str, int], dict[str, str]
        ] = {}  # by code and match: our own salts, and the commitment that was shown before each
        self._given: set[str] = set()  # salts that were accepted
        self.unfair = ""  # why the match that is played, or was played last, cannot be trusted
        self.unfollowed: p.Reason | None = None  # why the last table can no longer be followed
        self.open_ = p.Open("", "0" * 12)
        self.reconnects = 0
        self.resent = 0  # commands that were sent again
        self._socket: ClientConnection | None = None
        self._asked: dict[str, tuple[p.Command, asyncio.Future[None]]] = {}
        self._news = asyncio.Event()
        self._ready = asyncio.Event()
        self._ids = itertools.count()
        self._own = secrets.token_hex(6)  # so that ids differ from those of other devices
        self._task: asyncio.Task[None] | None = None
        self._served = False  # on this connection
        self._failed: Refused | None = None

    # ---- what is known

    @property
    def view(self) -> dict[str, Any]:
        return self.update.view if self.update else {}

    @property
    def moves(self) -> list[str]:
        return self.update.moves if self.update else []

    @property
    def result(self) -> p.Result | None:
        return self.update.result if self.update else None

    @property
    def n(self) -> int:
        return self.update.n if self.update else 0

    @property
    def seat(self) -> int | None:
        return self.table.seat if self.table else None

    async def changed(self, timeout: float | None = None) -> None:
        """Waits for news. Refused if none can come any more."""
        if not self._failed:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), timeout)
        if self._failed:
            raise self._failed

    # ---- what can be asked for

    async def create(self, game: str, seats: Sequence[p.Level | None], **more: Any) -> str:
        """A new table; its code."""
        await self.ask(p.Create(self._id(), game, list(seats), **more))
        assert self.table is not None
        return self.code

    async def open(self, code: str, eyes: int | None = None) -> None:
        self._forget()
        await self.ask(p.Open(self._id(), code, eyes=eyes))

    async def sit(self, seat: int, name: str = "", salt: str | None = None, face: str = "") -> None:
        """Takes a seat, or changes name and face in one's own, whose salt then stays if no other is given.

        Unfair if the table has not committed itself to a deal before the salt is given.
        """
        own = salt if salt is not None else "" if seat == self.seat else secrets.token_hex(16)
        if own and self.table and self.table.status == "lobby":
            await self._give(own, self.table.deal.commitment, p.Sit(self._id(), seat, name, own, face))
        else:
            await self.ask(p.Sit(self._id(), seat, name, own, face))

    async def stand(self) -> None:
        await self.ask(p.Stand(self._id()))

    async def assign(self, seat: int, bot: p.Level | None) -> None:
        await self.ask(p.Assign(self._id(), seat, bot))

    async def start(self, filler: p.Level | None = None) -> None:
        await self.ask(p.Start(self._id(), filler))

    async def play(self, move: str) -> None:
        """Makes a move; returns when it is on the server's disk. Refused says why it was not made."""
        if self.unfair:
            raise Unfair(self.unfair)
        match = self.update.match if self.update else 0
        await self.ask(p.Play(self._id(), match, self.n, move))

    async def again(self) -> None:
        """Asks for another match. Unfair if the table has not committed itself to its deal before the salt is given."""
        own = secrets.token_hex(16)
        again = p.Again(self._id(), own)
        if self.table and self.table.status == "over":
            await self._give(own, self.table.deal.next, again)
        else:
            await self.ask(again)

    async def vote(self, seat: int, bot: bool) -> None:
        """Votes that a bot plays for somebody who is away or does not move, or that the table waits."""
        await self.ask(p.Vote(self._id(), seat, bot))

    async def end(self) -> None:
        """Stops the match, as its host."""
        await self.ask(p.End(self._id()))

    async def allow(self, eyes: bool, delay: int = 0) -> None:
        """Lends this seat's eyes to spectators for this match, or takes them back."""
        await self.ask(p.Allow(self._id(), eyes, delay))

    async def publish(self, match: int) -> None:
        """Opens the replay of a finished match to everybody who has the code."""
        await self.ask(p.Publish(self._id(), match))

    async def say(self, phrase: p.Phrase | None = None, text: str = "") -> None:
        await self.ask(p.Say(self._id(), phrase, text))

    async def hint(self) -> p.Hinted:
        command = p.Hint(self._id())
        await self.ask(command)
        return self.hints.pop(command.id)

    async def why(self, move: str) -> str:
        """Why this move is not possible now; empty if it is."""
        command = p.Why(self._id(), move)
        await self.ask(command)
        return self.reasons.pop(command.id)

    async def pace(self, speed: p.Speed) -> None:
        """Sets how fast the bots play, against bots alone."""
        await self.ask(p.Pace(self._id(), speed))

    async def concede(self) -> None:
        """Gives the match up."""
        await self.ask(p.Concede(self._id()))

    async def undo(self) -> None:
        """Takes back this person's last decision and all that came after it, against bots alone."""
        await self.ask(p.Undo(self._id()))

    async def reveal(self, match: int, number: int) -> list[Any]:
        """The hands with which a round ended."""
        command = p.Reveal(self._id(), match, number)
        await self.ask(command)
        return self.hands.pop(command.id)

    async def ready(self, match: int, number: int) -> None:
        """Says that this person has looked at the end of a round."""
        await self.ask(p.Ready(self._id(), match, number))

    async def pair(self) -> str:
        """A word with which another device can be this person: Client(url, pair=word)."""
        command = p.Pair(self._id())
        await self.ask(command)
        return self.words.pop(command.id)

    async def leave(self) -> None:
        await self.ask(p.Leave(self._id()))
        self._forget()

    async def ask(self, command: p.Command) -> None:
        """Sends a command and waits for its answer, over as many connections as it takes."""
        await self._ready.wait()
        if self._failed:
            raise self._failed
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._asked[command.id] = command, future
        await self._send(command)
        await future

    # ---- the deal

    async def _give(self, salt: str, shown: str | None, command: p.Command) -> None:
        """Gives a salt to the next match, and keeps what the table had committed itself to by then."""
        assert self.table is not None
        if not shown:
            raise Unfair("the table has not committed itself to the deal of the next match")
        promise = self.promised.setdefault((self.code, self.table.match + 1), {})
        promise[salt] = shown
        while len(self.promised) > PROMISES:
            self._given.difference_update(self.promised.pop(next(iter(self.promised))))
        try:
            await self.ask(command)
        except Refused as refused:
            if refused.reason != "storage":  # else it may have happened all the same
                promise.pop(salt, None)
            raise
        self._given.add(salt)
        if self.table:
            self._check_deal(self.table)

    def _check_deal(self, table: p.Table) -> None:
        """Whether the match is dealt as it was promised, as far as that can be known by now."""
        self.unfair, deal = "", table.deal
        promise = self.promised.get((table.code, table.match))
        if not promise or table.status not in ("playing", "over") or table.seat is None:
            return
        shown = promise.get(deal.salts[table.seat])
        if shown is None:  # which is fair if the match began before a salt was accepted
            self.unfair = "" if self._given.isdisjoint(promise) else "your salt is not in the deal"
        elif deal.commitment != shown:
            self.unfair = "this is not the deal that the table had committed itself to before the salts were given"
        elif deal.seed and commitment(bytes.fromhex(deal.seed)) != shown:
            self.unfair = "the seed is not the one that the table had committed itself to"

    # ---- the connection

    async def __aenter__(self) -> Self:
        self._failed = None
        self._ready.clear()
        self._task = asyncio.create_task(self._run())
        await self._ready.wait()
        if self._failed:
            raise self._failed
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._failed = self._failed or Refused("not-open", "this client is closed")
            self._give_up(self._failed)

    def _id(self) -> str:
        return f"{self._own}-{next(self._ids)}"

    async def _run(self) -> None:
        wait = BACKOFF[0]
        while True:
            try:
                async with connect(self.url, compression=None, open_timeout=5, max_size=None) as socket:
                    await self._talk(socket)
            except (OSError, TimeoutError, InvalidHandshake, WebSocketException):
                pass
            except msgspec.MsgspecError as error:
                self._failed = Refused("version", f"the server says what this client does not understand: {error}")
            self._socket = None
            if self._failed:
                return self._give_up(self._failed)
            self.reconnects += 1
            if self._served:  # and was not only let in to be told that nothing can be stored
                self._served, wait = False, BACKOFF[0]
            await asyncio.sleep(wait * random.uniform(0.5, 1.0))  # lest all clients come back at once
            wait = min(2 * wait, BACKOFF[1])

    def _give_up(self, why: Refused) -> None:
        """There will be no other connection: nobody waits any longer."""
        for _, future in self._asked.values():
            if not future.done():
                future.set_exception(why)
        self._asked.clear()
        self._ready.set()
        self._news.set()

    async def _talk(self, socket: ClientConnection) -> None:
        hello = p.Hello(
            self._id(),
            p.VERSION,
            self.lang,
            self.token,
            None if self.token else self.pair_word,
            self.looks,
            self.told,
            self.facts,
        )
        await socket.send(p.encode(hello).decode())
        reopening = ""
        async for text in socket:
            message = p.decode_server(text)
            if isinstance(message, p.Accepted) and message.id == hello.id:
                reopening = await self._reopen(socket)
            elif isinstance(message, p.Accepted | p.Refused) and message.id == reopening:
                if isinstance(message, p.Refused) and message.reason in ("storage", "too-fast"):
                    return  # not possible now: try again later
                if isinstance(message, p.Refused) and message.reason == "not-allowed":
                    self.open_.eyes, self.update, self.events = None, None, []  # those eyes are no longer lent
                    reopening = await self._reopen(socket)
                    continue
                await self._resume(socket)
            elif isinstance(message, p.Refused) and message.id == hello.id:
                self._failed = Refused(message.reason, message.text)
                return
            else:
                await self._take(socket, message)

    async def _reopen(self, socket: ClientConnection) -> str:
        """Asks for the table that was open; gives the id of the command."""
        if not self.code:
            await self._resume(socket)
            return ""
        match = self.update.match if self.update else 0
        reopen = p.Open(self._id(), self.code, match, self.n, self.open_.eyes)
        await socket.send(p.encode(reopen).decode())
        return reopen.id

    async def _resume(self, socket: ClientConnection) -> None:
        """Goes on where the last connection broke off."""
        self._socket, self._served = socket, not self._asked
        for command, _ in list(self._asked.values()):
            self.resent += 1
            await self._send(command)
        self._ready.set()

    async def _send(self, command: p.Command) -> None:
        if self._socket:
            with suppress(WebSocketException):  # it is sent again when the connection is back
                await self._socket.send(p.encode(command).decode())

    async def _take(self, socket: ClientConnection, message: Any) -> None:
        match message:
            case p.Ping(nonce):
                await socket.send(p.encode(p.Pong(nonce)).decode())
                return
            case p.Welcome():
                self.token = message.token or self.token
            case p.Table():
                if message.code != self.code:  # what this client knows is about another table
                    self._forget()
                self.unfollowed = None
                self.table, self.code = message, message.code
                self._check_deal(message)
            case p.Update():
                same = self.update and message.match == self.update.match and message.view["seat"] == self.view["seat"]
                if same and self.update and message.n >= self.update.n:  # else moves were taken back
                    self.events += [one for one in message.events if one.n > self.update.n]
                else:
                    self.events = list(message.events)
                self.update = message
            case p.Unfollowed(reason):
                self._forget()
                self.unfollowed = reason
            case p.Said():
                self.said = [*self.said[1 - WORDS :], message]
            case p.Talked(words):
                self.said = list(words)
            case p.Hinted(id):
                self.hints[id] = message
            case p.Revealed(id, hands):
                self.hands[id] = hands
            case p.Explained(id, text):
                self.reasons[id] = text
            case p.Paired(id, word):
                self.words[id] = word
            case p.Accepted() | p.Refused():
                self._answered(message)
        self._news.set()

    def _answered(self, message: p.Accepted | p.Refused) -> None:
        command, future = self._asked.pop(message.id, (None, None))
        self._served = not isinstance(message, p.Refused) or message.reason not in ("storage", "too-fast")
        if isinstance(command, p.Open):
            self.open_ = command
        if future and not future.done():
            if isinstance(message, p.Refused):
                future.set_exception(Refused(message.reason, message.text))
            else:
                future.set_result(None)

    def _forget(self) -> None:
        self.code, self.table, self.update, self.events = "", None, None, []
