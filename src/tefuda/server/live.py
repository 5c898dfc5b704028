"""A live table: people, bots and clocks around one table. Every change is stored before anybody hears of it."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tefuda.match import Match
from tefuda.server import log
from tefuda.server import protocol as p
from tefuda.server.advice import advise
from tefuda.server.clean import clean
from tefuda.server.log import AnyEntry, Began, Over
from tefuda.server.store import Entry, Finished, Row, StorageError
from tefuda.server.stream import Part, Stream
from tefuda.server.summary import head, results
from tefuda.server.table import BOT_NAMES, Refusal, Step, Table

if TYPE_CHECKING:
    from tefuda.server.house import House

STAND_IN: p.Level = "club"  # plays for people who are gone, and in seats that nobody took
DELAY = (0.6, 1.6)  # seconds that a bot takes, drawn before it looks at its cards
GRID = 0.25  # a bot that was not ready in time acts at a multiple of this


class Follower(Protocol):
    """A connection that follows the table."""

    person: str
    lang: p.Lang

    def send(self, message: p.Message | bytes) -> None: ...
    def lag(self) -> float: ...
    def close(self, code: int, reason: str) -> None: ...


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

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.loop = asyncio.get_running_loop()
        self.lock = asyncio.Lock()
        self.readers: dict[Follower, int | None] = {}  # through whose eyes each follower sees
        self.streams: dict[int | None, Stream] = {}
        self.here: dict[int, int] = {}  # connections of each seat's person
        now = self.loop.time()
        self.idle_since = now
        self.left = dict.fromkeys(range(len(table.places)), now)  # when a person was last here
        self.since = dict(self.left)  # when a seat's time to decide began
        self.known = dict(self.left)  # the same as far as everybody may know
        self.changed = now  # when something happened that all know of
        self.acts = dict.fromkeys(range(len(table.places)), 0)  # moves of a seat since then
        self.until = 0.0  # the end of the window
        self.held: list[Held] = []
        self.order = 0
        self.thinking: dict[int, object] = {}  # the thought of a bot that counts
        self.waiting: tuple[int, ...] = self._waits_for()
        self.alarm: asyncio.TimerHandle | None = None
        self.helped: set[int] = set()
        self.key = house.random_key()
        self.gone = False  # dropped from memory

    # ---- following

    async def follow(self, follower: Follower, command: p.Open) -> None:
        async with self.lock:
            self._check_alive()
            seat = self.table.seat_of(follower.person)
            reader = seat
            if seat is None:
                if not self.table.made.watchers and self.table.status != "lobby" and not self._is_host(follower):
                    raise Refusal("no-table", "there is no table with this code")
                reader = self._eyes(command.eyes)
            if not self.readers:  # while nobody is here no time passes
                self.since = dict.fromkeys(self.since, self.loop.time())
                self.known = dict(self.since)
            self.readers[follower] = reader
            if seat is not None:
                self._arrive(seat)
            self.tell_table()
            self._snapshot(follower, command.since if command.match == self.table.number else 0)
            follower.send(p.Accepted(command.id))
            self.plan()

    def unfollow(self, follower: Follower) -> None:
        if follower not in self.readers:
            return
        del self.readers[follower]
        seat = self.table.seat_of(follower.person)
        if seat is not None:
            self.here[seat] = max(0, self.here.get(seat, 0) - 1)
            if not self.here[seat]:
                self.left[seat] = self.loop.time()
        followed = {self.readers[one] for one in self.readers}
        for reader in list(self.streams):
            if reader is not None and reader not in followed:
                del self.streams[reader]
        self.idle_since = self.loop.time()
        self.tell_table()
        self.plan()

    def _arrive(self, seat: int) -> None:
        self.here[seat] = self.here.get(seat, 0) + 1
        if seat in self.helped:
            self.helped.discard(seat)
            self.since[seat] = self.known[seat] = self.loop.time()
        self.thinking.pop(seat, None)

    def _eyes(self, wanted: int | None) -> int | None:
        if wanted is None:
            return None
        if wanted >= len(self.table.places) or not self.table.places[wanted].eyes:
            raise Refusal("not-allowed", f"seat {wanted} does not let others see through its eyes")
        return wanted

    def _is_host(self, follower: Follower) -> bool:
        return follower.person == self.table.made.host

    # ---- commands

    async def command(self, follower: Follower, command: p.Command) -> None:
        """Does what is asked, or raises a Refusal; answers when it is done."""
        if isinstance(command, p.Hint):
            return await self.hint(follower, command)
        async with self.lock:
            self._check_alive()
            person = follower.person
            match command:
                case p.Play():
                    return await self.play(follower, command)
                case p.Sit(_, seat, name, salt):
                    new = self.table.seat_of(person) is None
                    await self.change([self.table.sit(person, seat, clean(name, 40), salt)])
                    self._took_seat(person, seat, new)
                case p.Stand():
                    own = self.table.seat_of(person)
                    await self.change([self.table.stand(person)])
                    self._left_seat(person, own)
                case p.Assign(_, seat, bot):
                    entry = self.table.assign(person, seat, bot)
                    removed = self.table.places[seat].person
                    await self.change([entry])
                    self._left_seat(removed, seat)
                case p.Start():
                    await self.change(self.table.start(person, STAND_IN))
                case p.Again(_, salt):
                    await self.again(person, salt)
                case p.Allow(_, eyes):
                    await self.change([self.table.allow(person, eyes)])
                    self._close_eyes()
                case p.Say(_, phrase, text):
                    self.say(follower, phrase, text)
                case _:
                    raise AssertionError(command)
            self.tell_table()
            follower.send(p.Accepted(command.id))
            self.plan()
        return None

    async def again(self, person: str, salt: str) -> None:
        await self.change(list(self.table.wish(person, salt)))
        wishing = self.table.wishes
        staying = [
            seat
            for seat, place in enumerate(self.table.places)
            if place.person and not place.gone and (self.here.get(seat) or seat in wishing)
        ]
        if wishing and set(staying) <= set(wishing):
            await self.change([self.table.rematch()])

    def say(self, follower: Follower, phrase: p.Phrase | None, text: str) -> None:
        seat = self.table.seat_of(follower.person)
        cleaned = clean(text, 200)
        if not cleaned and phrase is None:
            raise Refusal("notation", "there is nothing to say")
        if seat is None and not self._is_host(follower):
            raise Refusal("not-seated", "only who sits at the table may speak")
        name = self.table.places[seat].name if seat is not None else ""
        self.broadcast(p.Said(seat, name, phrase, cleaned))

    async def hint(self, follower: Follower, command: p.Hint) -> None:
        async with self.lock:
            self._check_alive()
            seat = self.table.seat_of(follower.person)
            match = self._playing()
            if not self.table.made.hints:
                raise Refusal("no-hints", "this table is played without hints")
            if seat is None:
                raise Refusal("not-seated", "hints are for those who play")
            view, moves, rule = match.view(seat), match.moves(seat), match.rule(seat, follower.lang)
        move, why = (None, "") if not moves else await self.house.think(advise, view, moves, follower.lang)
        follower.send(p.Hinted(command.id, move, why, rule))
        follower.send(p.Accepted(command.id))

    # ---- moves

    async def play(self, follower: Follower, command: p.Play) -> None:
        seat = self.table.seat_of(follower.person)
        if seat is None:
            raise Refusal("not-seated", "only who sits at the table may play")
        if command.match == self.table.number and self.table.is_done(seat, command.id):
            follower.send(p.Accepted(command.id))
            return
        for index, held in enumerate(self.held):
            if (held.seat, held.command) == (seat, command.id):  # it came twice, perhaps over a new connection
                self.held[index] = held._replace(follower=follower)
                return
        if command.match != self.table.number:
            raise Refusal("stale", "this is for another match")
        self.table.check_text(command.move)
        aside = self._is_aside(command.move)
        self._check_fresh(self.stream(seat), command.at, aside)
        self.table.check_play(seat, command.move)
        if self.until:
            if not aside and any(held.seat == seat and not self._is_aside(held.move) for held in self.held):
                raise Refusal("not-now", "your move is already waiting")
            self.hold(seat, command.move, command.id, follower)
            return
        await self.move(seat, command.move, command.id)
        follower.send(p.Accepted(command.id))
        self.plan()

    def _check_fresh(self, stream: Stream, at: int, aside: bool) -> None:
        """Before anything else is said about a move: who was overtaken is told so, and by whom."""
        if at > stream.n:
            raise Refusal("stale", f"there is no event {at} yet")
        if at < stream.fresh and not aside:
            who = "chance" if stream.last is None else f"seat {stream.last}"
            raise Refusal("stale", f"{who} has moved since")

    def hold(self, seat: int, move: str, command: str, follower: Follower | None) -> None:
        """Until the window closes. A move from far away is dated back by the time that it was under way."""
        lag = min(follower.lag(), self.house.settings.lag_cap) if follower else 0.0
        self.order += 1
        self.held.append(Held(self.loop.time() - lag, self.order, seat, move, command, follower))

    async def close_window(self) -> None:
        """The first of the held moves counts; what does not compete with it counts as well."""
        async with self.lock:
            self.until = 0.0
            held, self.held = sorted(self.held, key=lambda one: one[:2]), []
            first: int | None = None
            for one in held:
                aside = self._is_aside(one.move)
                try:
                    if first is not None and not aside:
                        raise Refusal("late", f"seat {first} was first")
                    await self.move(one.seat, one.move, one.command)
                except Refusal as refusal:
                    if one.follower:
                        one.follower.send(p.Refused(one.command, refusal.reason, refusal.text))
                    continue
                first = first if aside else one.seat
                if one.follower:
                    one.follower.send(p.Accepted(one.command))
            self.plan()

    async def move(self, seat: int, move: str, command: str) -> None:
        """Makes a move, stores it, and tells it."""
        self._check_alive()
        moved, step = self.table.play(seat, move, command, self._reserve(seat))
        entries: list[AnyEntry] = [moved]
        if self.table.is_over:
            entries.append(Over(self.house.new_seed().hex()))
        finished = results(self.table, self.house.wall()) if self.table.is_over else ()
        await self.store(entries, self.table.size - 1, finished)
        for entry in entries[1:]:
            self.table.read(entry)
        self.happened(step)
        if self.table.status == "over":
            self.tell_table()

    async def change(self, entries: list[AnyEntry]) -> None:
        """Stores entries of the log and takes them into account."""
        if not entries:
            return
        await self.store(entries, self.table.size, ())
        for entry in entries:
            step = self.table.read(entry)
            if isinstance(entry, Began):
                self._new_match()
            if step:
                self.happened(step)

    async def store(self, entries: list[AnyEntry], size: int, finished: tuple[Finished, ...]) -> None:
        rows = tuple(Row(size + i, log.encode(entry)) for i, entry in enumerate(entries, 1))
        try:
            await self.house.writer.append(Entry(head(self.table, entries, self.house.wall()), rows, finished))
        except StorageError as error:
            self.house.logger.warning("not stored", table=self.house.alias(self.table.code), error=str(error))
            self.house.drop(self)
            raise Refusal("storage", "it could not be stored, so it did not happen") from None

    # ---- telling

    def happened(self, step: Step) -> None:
        """Tells a step of the match to all who follow, and sees whose time begins."""
        now = self.loop.time()
        window = max((self.table.face.window(before, after) for before, _, after in step.parts), default=0)
        if window and not self.table.is_over:
            self.until = now + window / 1000
            self.loop.call_later(window / 1000, lambda: self.house.spawn(self.close_window()))
        self._set_clocks(step, now)
        public = self.stream(None)
        shown = public.n
        for reader in list(self.streams):
            self._tell_step(reader, step.parts)
        if public.n != shown:
            self.changed = now
            self.acts = dict.fromkeys(self.acts, 0)
            self.thinking.clear()
        if step.seat is not None:
            self.acts[step.seat] += 1

    def _set_clocks(self, step: Step, now: float) -> None:
        """A seat's time begins anew when it has acted, or is waited for; others see that only if they know of it."""
        waited, self.waiting = self.waiting, self._waits_for()
        if step.seat is not None and self._is_hidden(step):
            self.since[step.seat] = now
            return
        secret = step.seat is not None and self.table.face.is_secret(step.parts[0][0])  # and now it ends
        for seat in self.since:
            if secret or seat == step.seat or seat not in waited:
                self.since[seat] = now
        self.known = dict(self.since)

    def _is_hidden(self, step: Step) -> bool:
        """Whether nobody but the seat may know that it has acted."""
        face, (before, event, _) = self.table.face, step.parts[0]
        if face.is_secret(before):
            return face.is_secret(step.parts[-1][2])
        return face.seen_move(before, step.seat or 0, face.parse_move(event.text), None) is None

    def _tell_step(self, reader: int | None, parts: list[Part]) -> None:
        stream = self.streams[reader]
        since = stream.n
        followers = [one for one, eyes in self.readers.items() if eyes == reader]
        events: dict[str, list[p.Happened]] = {one.lang: [] for one in followers}
        for part in parts:
            for lang, told in stream.feed(part, events).items():
                events[lang] += told
        if stream.n > since:
            encoded: dict[tuple[str, bool], bytes] = {}
            for one in followers:
                form = one.lang, self.table.seat_of(one.person) is not None
                if form not in encoded:
                    encoded[form] = self._update(reader, form[1], since, events[one.lang])
                one.send(encoded[form])

    def _update(self, reader: int | None, plays: bool, since: int, events: list[p.Happened]) -> bytes:
        match = self._playing()
        now, result = self.loop.time(), match.result
        return p.encode(
            p.Update(
                self.table.number,
                since,
                self.streams[reader].n,
                events,
                match.view(reader).to_dict(),
                match.moves(reader) if plays and reader is not None else [],
                max(0, round((self.until - now) * 1000)),
                self._times(reader),
                p.Result(result.reason, list(result.scores), list(result.winners)) if result else None,
            )
        )

    def _snapshot(self, follower: Follower, known: int) -> None:
        """How the match stands, to one who has come."""
        if self.table.match is None:
            return
        self.stream(None)  # everybody's, by which the bots pace themselves
        reader = self.readers[follower]
        fresh = Stream(self.table.match, reader)
        events = fresh.catch_up(follower.lang, known)
        self.streams.setdefault(reader, fresh)
        since = events[0].n - 1 if events else fresh.n
        follower.send(self._update(reader, self.table.seat_of(follower.person) is not None, since, events))

    def stream(self, reader: int | None) -> Stream:
        if reader not in self.streams:
            stream = Stream(self._playing(), reader)
            stream.catch_up("en", stream.n)
            self.streams[reader] = stream
        return self.streams[reader]

    def tell_table(self) -> None:
        for follower in self.readers:
            follower.send(self.info(follower))

    def info(self, follower: Follower) -> p.Table:
        table, made = self.table, self.table.made
        return p.Table(
            code=table.code,
            game=made.game,
            options=made.options,
            seats=[self._seat_info(seat) for seat in range(len(table.places))],
            seat=table.seat_of(follower.person),
            host=self._is_host(follower),
            status=table.status,
            match=table.number,
            public=made.public,
            hints=made.hints,
            watchers=made.watchers,
            clock=made.clock,
            away=made.away,
            window=int(made.options.get("jump_in_window_ms", 0)),
            again=table.wishes,
            spectators=sum(table.seat_of(one.person) is None for one in self.readers),
            deal=table.deal_info(),
        )

    def _seat_info(self, seat: int) -> p.SeatInfo:
        place = self.table.places[seat]
        here = bool(place.bot or (place.person and self.here.get(seat)))
        level = place.bot or (STAND_IN if place.person else None)
        name = place.name or (BOT_NAMES[seat] if place.bot else "")
        return p.SeatInfo(name, place.kind, level, here, seat in self.helped, place.eyes)

    def broadcast(self, message: p.Message) -> None:
        encoded = p.encode(message)
        for follower in self.readers:
            follower.send(encoded)

    # ---- seats and people

    def _took_seat(self, person: str, seat: int, new: bool) -> None:
        """Who looked on sits now."""
        for follower in [one for one in self.readers if one.person == person]:
            self.readers[follower] = seat
            if new:
                self.here[seat] = self.here.get(seat, 0) + 1
        self.helped.discard(seat)

    def _left_seat(self, person: str, seat: int | None) -> None:
        """Before the start who sat looks on."""
        if seat is None or not person or self.table.status != "lobby":
            return
        self.here[seat] = 0
        for follower in [one for one in self.readers if one.person == person]:
            self.readers[follower] = None

    def _close_eyes(self) -> None:
        """Who saw through eyes that are no longer lent sees as a spectator."""
        for follower, reader in list(self.readers.items()):
            if reader is not None and self.table.seat_of(follower.person) is None:
                if not self.table.places[reader].eyes:
                    self.readers[follower] = None
                    self._snapshot(follower, 0)

    def _new_match(self) -> None:
        self.streams = {reader: Stream(self._playing(), reader) for reader in {None, *self.readers.values()}}
        self.until, self.held, self.waiting = 0.0, [], ()
        self.helped.clear()

    # ---- bots and clocks

    def plan(self) -> None:
        """Lets the bots think whose turn it may be, and sets the alarm for the people's clocks."""
        if self.alarm:
            self.alarm.cancel()
            self.alarm = None
        if self.gone or self.table.status != "playing" or not self.readers:
            self.thinking.clear()
            return
        match, now = self._playing(), self.loop.time()
        alarms, late = [], set()
        for seat, place in enumerate(self.table.places):
            if place.person and not place.gone and (due := self._patience(seat)) is not None:
                if due > now:
                    alarms.append(due)
                elif self.here.get(seat):
                    late.add(seat)
                elif seat not in self.helped:
                    self.helped.add(seat)
                    self.tell_table()
            if (self._is_for_bot(seat) or seat in late) and seat not in self.thinking and match.moves(seat):
                if not any(held.seat == seat for held in self.held):
                    self.thinking[seat] = thought = object()
                    self.house.spawn(self.bot_acts(seat, thought))
        if alarms:
            self.alarm = self.loop.call_at(min(alarms), self.plan)

    def _patience(self, seat: int) -> float | None:
        """When a bot steps in for this person: the time is up, or the person has been gone for long."""
        if seat not in self.waiting:
            return None
        moments = []
        since = self.since[seat] if self.here.get(seat) else self.known[seat]  # everybody sees who is helped
        if not self.here.get(seat):
            moments.append(max(self.left[seat] + self.table.made.away, since))
        if clock := self.table.made.clock:
            moments.append(since + clock.move + self.table.places[seat].reserve / 1000)
        return min(moments, default=None)

    def _is_for_bot(self, seat: int) -> bool:
        place = self.table.places[seat]
        return bool(place.bot) or place.gone or seat in self.helped

    async def bot_acts(self, seat: int, thought: object) -> None:
        """One move of a bot. When it comes is drawn before the cards are looked at."""
        place, match = self.table.places[seat], self._playing()
        key = f"{self.key}/{self.table.number}/{self.stream(None).n}/{seat}/{self.acts[seat]}"
        due = max(self.changed, self.since[seat]) + random.Random(key).uniform(*DELAY) * self.house.settings.pace
        if place.person and not place.gone and self.here.get(seat):
            due = self.loop.time()  # the clock of somebody who is here has run out
        bot = self.house.bots[place.bot or STAND_IN]
        move = await self.house.think(bot, match.view(seat), match.moves(seat), random.Random(f"{key}/move"))
        late = self.loop.time() - due
        if late > 0 and self.house.settings.pace:
            due += GRID * (int(late / GRID) + 1)
        await asyncio.sleep(max(0.0, due - self.loop.time()))
        async with self.lock:
            if self.thinking.get(seat) is not thought or self.gone:
                return  # something has happened meanwhile
            del self.thinking[seat]
            if self.until:
                self.hold(seat, move, "", None)
                return
            with suppress(Refusal):
                await self.move(seat, move, "")
            self.plan()

    def _times(self, reader: int | None) -> list[p.Times]:
        clock = self.table.made.clock
        if clock is None or self.table.status != "playing":
            return []
        now = self.loop.time()
        found = []
        for seat, place in enumerate(self.table.places):
            since = self.since[seat] if seat == reader else self.known[seat]
            used = (now - since) * 1000 if seat in self.waiting else 0
            left = max(0, round(clock.move * 1000 - used))
            over = max(0, round(used - clock.move * 1000))
            found.append(p.Times(seat, left, max(0, place.reserve - over), seat in self.waiting))
        return found

    def _reserve(self, seat: int) -> int:
        """What is left of the seat's reserve if it moves now. A secret move costs nothing: the others would see it."""
        clock = self.table.made.clock
        if clock is None or seat not in self.waiting or self._playing().is_secret:
            return self.table.places[seat].reserve
        over = max(0, round((self.loop.time() - self.since[seat] - clock.move) * 1000))
        return max(0, self.table.places[seat].reserve - over)

    # ---- within

    def _waits_for(self) -> tuple[int, ...]:
        return self.table.match.waits_for if self.table.match and self.table.status == "playing" else ()

    def _playing(self) -> Match:
        if self.table.match is None:
            raise Refusal("not-started", "the match has not begun")
        return self.table.match

    def _is_aside(self, move: str) -> bool:
        return self.table.face.is_aside(self.table.face.parse_move(move))

    def _check_alive(self) -> None:
        if self.gone:
            raise Refusal("storage", "the table is being loaded anew; try again")
