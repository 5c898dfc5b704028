"""A live table: people, bots and clocks around one table. Every change is stored before anybody hears of it.

It is one file, because all that can happen to a table meets here and is put into one order.
"""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from tefuda.server import log, planner
from tefuda.server import protocol as p
from tefuda.server.advice import advise
from tefuda.server.audience import Audience, Follower
from tefuda.server.clean import are_alike, clean
from tefuda.server.clocks import Clocks
from tefuda.server.duplicates import played, seen
from tefuda.server.eyes import sight
from tefuda.server.log import AnyEntry, Began, Did, Ended, Hinted, Hosted, Over, Undone
from tefuda.server.planner import Planner
from tefuda.server.rows import Board, Conflict, Entry, Finished, Row, StorageError, not_stored
from tefuda.server.stream import Stream
from tefuda.server.summary import head, results
from tefuda.server.table import Refusal, Step, Table

if TYPE_CHECKING:
    from tefuda.server.tables import Tables

AGAIN = 10.0  # seconds in which somebody who left after a match may come back before the others begin another one
LOG_MAX = 20_000  # entries of a table's log, of which the longest evening does not fill a tenth
NEAR = 0.05  # seconds of everybody's round trip that are not given back


class Anew(Refusal):
    """The table has to be loaded anew: what is here is not what is stored."""

    def __init__(self) -> None:
        super().__init__("storage", "the table is being loaded anew; try again")


class Changing:
    """Guards a change: one that fails halfway may leave something at the table that is not stored, or not told."""

    def __init__(self, live: Live) -> None:
        self.live = live

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if error is not None and not isinstance(error, Refusal):
            self.live.house.drop(self.live)


class Held(NamedTuple):
    """A move that waits for the end of a window."""

    time: float
    order: int
    seat: int
    move: str
    command: str
    follower: Follower | None


class Live:
    """One table in memory, and those who follow it."""

    def __init__(self, house: Tables, table: Table) -> None:
        self.house = house
        self.table = table
        self.loop = house.loop
        self.lock = asyncio.Lock()
        now = self.loop.time()
        self.clocks = Clocks(table, now, house.wall())
        self.audience = Audience(table, self.clocks, self.loop)
        self.idle_since = now
        self.host_left: float | None = now  # since when the host has been away
        self.changed = now  # when everybody last learnt of an event
        self.acts = [0] * len(table.places)  # how many moves a seat has made since then
        self.held: list[Held] = []
        self.order = 0
        self.rounds = table.match.rounds if table.match else 0  # how many are completed
        self.round = self._round()  # the round that the match was in when it was last looked at
        self.rested = 0, 0  # the match and the round after which there was a rest
        self.opened: dict[
            tuple[int, int], list[Any]
        ] = {}  # the hands at the end of the last rounds, by match and round
        self.gone = False  # dropped from memory
        self.nudged: set[int] = set()  # seats whose people were told elsewhere that it is their turn
        self.planner = Planner(self)

    # ---- following

    async def follow(self, follower: Follower, command: p.Open) -> None:
        async with self.lock:
            self._check_alive()
            self.audience.join(follower, command.eyes)
            self._see()
            self.audience.welcome(follower, command.since if command.match == self.table.number else 0)
            self.audience.recall(follower)
            follower.send(p.Accepted(command.id))
            self.planner.plan()

    def unfollow(self, follower: Follower) -> None:
        if follower not in self.audience.followers:
            return
        self.audience.leave(follower)
        self.idle_since = self.loop.time()
        self._see()
        if self.table.seat_of(follower.person) is None:
            self.audience.tell_table_soon()
        else:
            self.audience.tell_table()
        self.planner.plan()

    def _see(self) -> None:
        """Notes who is here, after somebody has come, gone, sat down or stood up."""
        present = self.audience.present()
        for seat in present - self.clocks.here:
            self.planner.thinking.pop(seat, None)
        now = self.loop.time()
        self.clocks.see(present, now)
        if self.audience.is_here(self.table.host):
            self.host_left = None
        elif self.host_left is None:
            self.host_left = now

    # ---- commands

    async def command(self, follower: Follower, command: p.Command) -> None:
        """Carries a command out and answers it. Do not cancel it halfway: the table must know what is stored."""
        if self.gone:  # the connection is being closed; the client resends the command over the next one
            return None
        if follower not in self.audience.followers:
            raise Refusal("not-open", "this table can no longer be followed")
        if isinstance(command, p.Hint):
            return await self.hint(follower, command)
        if isinstance(command, p.Why):
            return self.why(follower, command)
        return await self._command(follower, command)

    async def _command(self, follower: Follower, command: p.Command) -> None:
        try:
            async with self.lock:
                self._check_alive()
                await self._do(follower, command)
        except Refusal as refusal:
            _refuse(follower, command.id, refusal)

    async def _do(self, follower: Follower, command: p.Command) -> None:
        if isinstance(command, p.Play):
            return await self.play(follower, command)
        before = self._standing()
        match command:
            case p.Ready(_, match, number):
                self.ready(follower.person, match, number)
            case p.Reveal(_, match, number):
                follower.send(p.Revealed(command.id, self.reveal(follower.person, match, number)))
            case _:
                await self._once(follower.person, command)
        self._see()
        if self._standing() != before:
            self.audience.tell_table()
        follower.send(p.Accepted(command.id))
        self.planner.plan()
        return None

    async def _once(self, person: str, command: p.Command) -> None:
        """Carries out a command. One that comes again is only answered, even if it changed nothing the first time."""
        did = Did(person, hashlib.sha256(p.encode(command)).hexdigest()[:16])
        if self.table.is_known(person, did.command):
            return
        match command:
            case p.Say(_, phrase, text):
                self.say(person, phrase, text)
            case p.Vote(_, seat, bot):
                self.vote(person, seat, bot)
            case p.Pace(_, speed):
                self.table.alone(person)
                self.audience.speed = speed
            case _:
                await self.change(self._entries(person, command), did)
        if not self.table.is_known(person, did.command):  # nothing was stored, so it is known here only
            self.table.remember(person, did.command)
        if isinstance(command, p.Sit):
            self.clocks.back(command.seat, self.loop.time())
        if isinstance(command, p.Again):
            await self._rematch()

    def _entries(self, person: str, command: p.Command) -> list[AnyEntry]:
        """The log entries that a command leads to. Refusal if it is not allowed."""
        match command:
            case p.Sit(_, seat, name, salt, face):
                return [self.table.sit(person, seat, self._name(seat, name), salt, face)]
            case p.Stand():
                return [self.table.stand(person)]
            case p.Assign(_, seat, bot):
                return [self.table.assign(person, seat, bot)]
            case p.Start():
                self.table.check_running(self.house.wall())
                return self.table.start(person, command.filler or self.table.stand_in)
            case p.Again(_, salt):
                self.table.check_running(self.house.wall())
                return [self.table.wish(person, salt)]
            case p.End():
                return [self.table.end(person, self.house.new_seed().hex())]
            case p.Allow(_, eyes, delay):
                return [self.table.allow(person, eyes, delay)]
            case p.Concede():
                return [self.table.concede(person, self.house.new_seed().hex())]
            case p.Undo():
                return [self.table.undo(person)]
            case p.Publish(_, match):
                return [self.table.publish(person, match)]
        raise AssertionError(command)

    def vote(self, person: str, seat: int, bot: bool) -> None:
        """Counts a vote on whether a bot plays for somebody who is away or does not move."""
        own, now = self.table.seat_of(person), self.loop.time()
        if own is None:
            raise Refusal("not-seated", "only players may vote")
        if own == seat or seat >= len(self.table.places) or not self.clocks.is_asked(seat, now):
            raise Refusal("not-now", f"there is no vote about seat {seat} now")
        self.clocks.vote(own, seat, bot, now)

    def ready(self, person: str, match: int, number: int) -> None:
        """A person has looked at the end of a round. What is said about another one changes nothing."""
        seat = self.table.seat_of(person)
        if seat is None:
            raise Refusal("not-seated", "only players are waited for")
        if (match, number) == self.rested:
            self.clocks.awaited.discard(seat)

    def end_rest(self) -> None:
        """The rest after a round is over: the next round begins."""
        self.clocks.end_rest(self.loop.time())
        self.audience.tell_table()
        if self.table.made.clock:
            self.audience.tell_times()

    async def _rematch(self) -> None:
        if (due := self.again_at()) is not None and due <= self.loop.time():
            await self.change([self.table.rematch()])

    def again_at(self) -> float | None:
        """When another match begins: everybody who is here, or has only just left, must want it."""
        if self.table.status != "over" or not self.table.wishes:
            return None
        others = [seat for seat, place in enumerate(self.table.places) if place.person and not place.gone]
        others = [seat for seat in others if seat not in self.table.wishes]
        if self.clocks.here.intersection(others):
            return None
        return max((self.clocks.left[seat] + AGAIN for seat in others), default=self.loop.time())

    async def begin_again(self) -> None:
        """The next match begins without those who have not come back."""
        async with self.lock:
            with suppress(Refusal):
                self._check_alive()
                await self._rematch()
                self.audience.tell_table()
            self.planner.plan()

    async def pass_on(self) -> None:
        """The host has left the lobby: another person becomes the host."""
        async with self.lock:
            with suppress(Refusal):
                self._check_alive()
                person = self.audience.longest_here()
                if self.table.status == "lobby" and self.host_left is not None and person:
                    await self.change([Hosted(person)])
                    self._see()
                    self.audience.tell_table()
            self.planner.plan()

    def say(self, person: str, phrase: p.Phrase | None, text: str) -> None:
        seat = self.table.seat_of(person)
        cleaned = clean(text, 200)
        if not cleaned and phrase is None:
            raise Refusal("notation", "there is nothing to say")
        if seat is None and person != self.table.host:
            raise Refusal("not-seated", "only players and the host may speak")
        name = self.table.places[seat].name if seat is not None else ""
        self.audience.said(p.Said(seat, name, phrase, cleaned))

    async def hint(self, follower: Follower, command: p.Hint) -> None:
        async with self.lock:
            self._check_alive()
            match = self.table.playing
            if not self.table.made.hints:
                raise Refusal("no-hints", "this table is played without hints")
            seat, _, plays = sight(self.table, follower.person)
            if seat is None or not plays:
                raise Refusal("not-seated", "hints are for those who play")
            await self.change([Hinted(seat)])
            view, moves, rule = match.view(seat), match.moves(seat), match.rule(seat, follower.lang)
            names = list(self.table.names)
        hinted = p.Hinted(command.id, None, "", rule)
        if moves:
            pool = self.house.pools.hints
            hinted.move, hinted.why = await pool.run(follower.person, advise, view, moves, follower.lang, names)
        follower.send(hinted)
        follower.send(p.Accepted(command.id))

    def why(self, follower: Follower, command: p.Why) -> None:
        """Why a seat cannot make a move now, from its view alone."""
        self._check_alive()
        seat = self.table.seat_of(follower.person)
        if seat is None:
            raise Refusal("not-seated", "only players have moves")
        self.table.check_text(command.move)
        reason = self.table.playing.why_not(seat, command.move, follower.lang)
        follower.send(p.Explained(command.id, reason.text if reason else ""))
        follower.send(p.Accepted(command.id))

    # ---- moves

    async def play(self, follower: Follower, command: p.Play) -> None:
        seat = self.table.seat_of(follower.person)
        if seat is None:
            raise Refusal("not-seated", "only players may play")
        if self.table.is_done(seat, command.match, command.id):
            follower.send(p.Accepted(command.id))
            return
        for index, held in enumerate(self.held):
            if (held.seat, held.command) == (seat, command.id):  # it came twice, perhaps over a new connection
                self.held[index] = held._replace(follower=follower)
                return
        if command.match != self.table.number:
            raise Refusal("stale", "this is for another match")
        self.table.check_text(command.move)
        harmless = self._disturbs_nobody(command.move)
        self._check_fresh(self.audience.stream(seat), command.at, harmless)
        self.table.check_play(seat, command.move)
        if seat in self.clocks.helped:  # the person plays again
            self.clocks.back(seat, self.loop.time())
            self.planner.thinking.pop(seat, None)
            self.audience.tell_table()
        if self.clocks.until:
            if not harmless and any(held.seat == seat and not self._disturbs_nobody(held.move) for held in self.held):
                raise Refusal("not-now", "your move is already waiting")
            self.hold(seat, command.move, command.id, follower)
            return
        await self.move(seat, command.move, command.id)
        follower.send(p.Accepted(command.id))
        self.planner.plan()

    def _check_fresh(self, stream: Stream, at: int, harmless: bool) -> None:
        """Checked before anything else about a move: a player who was overtaken is told so, and by whom."""
        if at > stream.n:
            raise Refusal("stale", f"there is no event {at} yet")
        if at < stream.fresh and not harmless:
            who = "chance" if stream.last is None else f"seat {stream.last}"
            raise Refusal("stale", f"{who} has moved since")

    def hold(self, seat: int, move: str, command: str, follower: Follower | None) -> None:
        """Holds a move until the window closes. The time that it was under way is given back, up to a limit.

        The first 50 ms are taken from everybody alike, so those who are nearer are dated forward: that way a player who
        is 200 ms away is equal to one who is near, and still nobody gains more than the limit by answering pings late.
        """
        given_back = min((follower.lag() if follower else 0.0) - NEAR, self.house.settings.lag_cap)
        self.order += 1
        self.held.append(Held(self.loop.time() - given_back, self.order, seat, move, command, follower))

    async def close_window(self, until: float) -> None:
        """The first of the held moves counts; what does not compete with it counts as well."""
        async with self.lock:
            if self.clocks.until != until:
                return  # the match was stopped, and this is another window
            self.clocks.until = 0.0
            held, self.held = sorted(self.held, key=lambda one: one[:2]), []
            first: int | None = None
            for one in held:
                harmless = self._disturbs_nobody(one.move)
                try:
                    if first is not None and not harmless:
                        raise Refusal("late", f"seat {first} was first")
                    self._check_alive()
                    self.table.check_play(one.seat, one.move)
                    await self.move(one.seat, one.move, one.command)
                except Refusal as refusal:
                    if one.follower:
                        _refuse(one.follower, one.command, refusal)
                    continue
                first = first if harmless else one.seat
                if one.follower:
                    one.follower.send(p.Accepted(one.command))
            self.planner.plan()

    async def move(self, seat: int, move: str, command: str) -> None:
        """Makes a move that was checked, stores it, and tells it."""
        self._check_alive()
        self._check_room(planner.MOVES_MAX)
        with Changing(self):
            reserve = self.clocks.reserve(seat, self.loop.time())
            moved, step = self.table.play(seat, move, command, reserve, self._stamp())
            entries: list[AnyEntry] = [moved]
            if self.table.is_over:
                entries.append(Over(self.house.new_seed().hex()))
            finished = results(self.table, self.house.wall()) if self.table.is_over else ()
            boards = played(self.table, self.house.wall()) if self.table.is_over else ()
            await self.store(entries, self.table.size - 1, finished, boards)
            for entry in entries[1:]:
                self.table.read(entry)
            self.happened(step)
            if self.table.status == "over":
                self.audience.tell_table()

    async def change(self, entries: list[AnyEntry], did: Did | None = None) -> None:
        """Stores entries of the log and takes them into account. What changes nothing is not stored."""
        entries = [entry for entry in entries if self.table.matters(entry)]
        if not entries:
            return
        if not isinstance(entries[0], Ended | Over):
            self._check_room(LOG_MAX)
        if did:
            entries.append(did)
        entries = [replace(entry, at=self._stamp()) if isinstance(entry, Began) else entry for entry in entries]
        with Changing(self):
            gave_up = next((one.conceded for one in entries if isinstance(one, Over)), None)
            finished = () if gave_up is None else results(self.table, self.house.wall(), gave_up)
            begun = any(isinstance(one, Began) for one in entries)
            boards = seen(self.table, self.house.wall()) if begun else ()
            await self.store(entries, self.table.size, finished, boards)
            for entry in entries:
                step = self.table.read(entry)
                if isinstance(entry, Began):
                    self.clocks.new_match()
                    self.audience.new_match()
                    self.held = []
                elif isinstance(entry, Over):
                    self._stop()
                elif isinstance(entry, Undone):
                    self._undone()
                if step:
                    self.happened(step)

    def _undone(self) -> None:
        """Moves were taken back: what was held or thought out no longer counts."""
        self._let_go("stale", "moves were taken back")
        self.opened, self.round, self.rounds = {}, self._round(), self.table.playing.rounds
        self.changed = self.loop.time()
        self.clocks.undone(self.changed)
        self.audience.undone()
        self.planner.thinking.clear()

    def reveal(self, person: str, match: int, number: int) -> list[Any]:
        """The hands with which a round of this match ended, before its last move."""
        sight(self.table, person)  # refused to those who may not see the table
        self.table.check_known(self.house.wall())
        if (match, number) not in self.opened:
            raise Refusal("not-now", "this round is not over, or was long ago")
        if self.table.status == "playing" and not self.table.face.opens_hands(self.table.made.options):
            raise Refusal("not-now", "its cards are hidden until the match is over")
        return self.opened[match, number]

    def _round(self) -> int:
        return int(self.table.match.shared_view(None)._asdict().get("round", 1)) if self.table.match else 0

    def _open_hands(self, step: Step) -> None:
        """Keeps the hands with which a round ended, when the next one is dealt or the match is over."""
        match = self.table.playing
        if match.rounds == self.rounds and match.actor is not None and step.seat is not None:
            return
        number = self._round()
        before = step.parts[0][0]
        if step.seat is not None and (number != self.round or match.actor is None):
            views = [self.table.face.shared_view(before, seat) for seat in range(match.seats)]
            hands = [view._asdict().get("hand") for view in views]
            self.opened = {**dict(list(self.opened.items())[-1:]), (self.table.number, self.round): hands}
        self.round, self.rounds = number, match.rounds

    def _stop(self) -> None:
        """The host has ended the match: moves that were held no longer count."""
        self.clocks.new_match()
        self._let_go("over", "the match was stopped")
        self.audience.tell_anew()

    def _let_go(self, reason: p.Reason, text: str) -> None:
        """Refuses the moves that were held."""
        held, self.held = self.held, []
        for one in held:
            if one.follower:
                one.follower.send(p.Refused(one.command, reason, text))

    async def store(
        self, entries: list[AnyEntry], size: int, finished: tuple[Finished, ...], boards: tuple[Board, ...] = ()
    ) -> None:
        rows = tuple(Row(size + i, log.encode(entry)) for i, entry in enumerate(entries, 1))
        try:
            entry = Entry(head(self.table, entries, self.house.wall()), rows, finished, boards)
            await self.house.writer.append(entry)
        except Conflict:
            self.house.drop(self)
            raise Anew from None
        except StorageError as error:
            self.house.logger.warning("not stored", table=self.house.alias(self.table.code), error=str(error))
            self.house.failed = self.loop.time()
            self.house.drop(self)
            raise Refusal("storage", not_stored(error)) from None

    def happened(self, step: Step) -> None:
        """Tells all followers a step of the match, and starts the clocks that it starts."""
        number, now = self.round, self.loop.time()
        self._open_hands(step)
        ended = step.seat is not None and self.round != number and not self.table.is_over
        if ended:
            self.rested = self.table.number, number
            self.clocks.begin_rest(self.audience.looking(), now)
        window = max((self.table.face.window(before, after) for before, _, after in step.parts), default=0)
        if window and not self.table.is_over:
            self.clocks.until = until = now + window / 1000
            self.loop.call_later(window / 1000, lambda: self.house.spawn(self.close_window(until)))
        began = perf_counter()
        known = self.audience.tell(step, now)
        self.house.timings.broadcast.observe(perf_counter() - began)
        if known:
            self.changed = now
            self.acts = [0] * len(self.acts)
            self.planner.thinking.clear()
        if step.seat is not None:
            self.acts[step.seat] += 1
        if self.clocks.by_the_day and known:  # a push that comes with a hidden move would tell of it
            self.house.nudge(self)
        if self.clocks.rest and known:
            secret = self.table.face.is_secret(step.parts[0][0])  # and must not show who has moved
            if step.seat is not None and not ended and not secret:
                self.clocks.awaited.discard(step.seat)
            self.audience.tell_table()

    # ---- within

    def _stamp(self) -> int:
        """The wall-clock time, for clocks that run on while the table is not in memory."""
        return int(self.house.wall()) if self.clocks.by_the_day else 0

    def _name(self, seat: int, name: str) -> str:
        """The name as it will be shown; Refusal if nothing of it can be shown, or if somebody else here has it."""
        cleaned = clean(name, 40)
        if name.strip() and not cleaned:
            raise Refusal("notation", "this name shows nothing")
        others = [one for other, one in enumerate(self.table.names) if other != seat]
        if cleaned and any(are_alike(cleaned, one) for one in others):
            raise Refusal("taken", "somebody else at this table has this name")
        return cleaned

    def _standing(self) -> tuple[object, ...]:
        """Compares equal for as long as nothing has changed that the table is told of."""
        votes = {seat: frozenset(voters) for seat, voters in self.clocks.votes.items()}
        return self.table.size, frozenset(self.clocks.helped), votes, self.audience.speed, len(self.clocks.awaited)

    def _disturbs_nobody(self, move: str) -> bool:
        return self.table.face.disturbs_nobody(self.table.face.parse_move(move))

    def _check_room(self, most: int) -> None:
        if self.table.size >= most:
            raise Refusal("full", f"this table has {self.table.size} entries in its log; go on at a new one")

    def _check_alive(self) -> None:
        if self.gone:
            raise Anew


def _refuse(follower: Follower, command: str, refusal: Refusal) -> None:
    """Refuses a command, unless the client has to reconnect: it then resends the command, and is answered."""
    if not isinstance(refusal, Anew):
        follower.send(p.Refused(command, refusal.reason, refusal.text))
