"""The followers of a table, and what they are told. What each of them may see is decided again for every message."""

from __future__ import annotations

import asyncio
from bisect import bisect
from collections import defaultdict, deque
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple, Protocol, cast

from msgspec import Raw

from tefuda.record import Part
from tefuda.server import protocol as p
from tefuda.server.clocks import Clocks
from tefuda.server.eyes import Sight, check_wish, sight
from tefuda.server.stream import Stream, Words
from tefuda.server.table import BOT_NAMES, Refusal, Step, Table

WORDS = 60  # chat messages that a newcomer is sent
CROWD = 0.5  # seconds after which the others are told that spectators came or went
PUNCTUAL = 0.01  # seconds by which an alarm may come early

Key = tuple[int | None, int]  # whose eyes, and how late: one stream for all who see the same
EVERYBODY: Key = (None, 0)


class Follower(Protocol):
    """A connection that follows the table."""

    person: str
    lang: p.Lang
    looks: bool
    told: bool  # is sent sentences
    facts: bool

    def send(self, message: p.Message | bytes) -> None: ...
    def lag(self) -> float: ...
    def close(self, code: int, reason: str) -> None: ...


class Following(NamedTuple):
    """What a follower asked for, and whose view its last update had: another view is told from its beginning."""

    wish: int | None
    shown: Sight | None = None


class Audience:
    """The followers of one table."""

    __slots__ = ("clocks", "followers", "late", "later", "loop", "speed", "streams", "table", "tails", "when", "words")

    def __init__(self, table: Table, clocks: Clocks, loop: asyncio.AbstractEventLoop) -> None:
        self.table = table
        self.clocks = clocks
        self.loop = loop
        self.followers: dict[Follower, Following] = {}
        self.streams: dict[Key, Stream] = {}
        self.tails: dict[tuple[Key, Words], list[p.Happened]] = {}  # the last events for newcomers, until the next one
        events = len(table.match.record.events) if table.match else 0
        self.when = [(loop.time(), events)]  # when the match had how many events, for eyes that are lent with a delay
        self.speed: p.Speed = "normal"  # of the bots
        self.words: deque[p.Said] = deque(maxlen=WORDS)
        self.late: dict[int, asyncio.TimerHandle] = {}  # for each delay, when something becomes old enough
        self.later: asyncio.TimerHandle | None = None  # when the others are told of spectators

    # ---- who is here

    def leave(self, follower: Follower) -> None:
        del self.followers[follower]

    def is_here(self, person: str) -> bool:
        return any(one.person == person for one in self.followers)

    def present(self) -> set[int]:
        """The seats whose people are here."""
        seats = {self.table.seat_of(person) for person in {one.person for one in self.followers}}
        return {seat for seat in seats if seat is not None}

    def looking(self) -> set[int]:
        """The seats whose people look at the end of a round before they go on."""
        return {seat for one in self.followers if one.looks and (seat := self.table.seat_of(one.person)) is not None}

    def longest_here(self) -> str | None:
        """The person who has been here for the longest time; players first."""
        persons = [one.person for one in self.followers]
        return next((person for person in persons if self.table.seat_of(person) is not None), next(iter(persons), None))

    def _sights(self) -> dict[Follower, Sight]:
        """What each follower may see now. A follower who may no longer see the table is told so and removed."""
        found: dict[Follower, Sight] = {}
        for follower, following in list(self.followers.items()):
            try:
                found[follower] = sight(self.table, follower.person, following.wish)
            except Refusal as refusal:
                self.leave(follower)
                follower.send(p.Unfollowed(refusal.reason))
        return found

    # ---- the match

    def new_match(self) -> None:
        keys = {EVERYBODY, *(key for key in _grouped(self._sights()) if not key[1])}
        self.streams = {key: Stream(self.table.playing, key[0]) for key in keys}
        self.when.clear()
        for alarm in self.late.values():
            alarm.cancel()
        self.late.clear()
        self.tell_anew()

    def undone(self) -> None:
        """Moves were taken back: the match has only its first events again."""
        self.streams.clear()
        self.tails.clear()
        self.when = [(self.loop.time(), len(self.table.playing.record.events))]
        self.tell_anew()

    def tell_anew(self) -> None:
        """The next update tells everybody the match from its beginning."""
        for follower, following in self.followers.items():
            self.followers[follower] = following._replace(shown=None)

    def stream(self, seat: int | None) -> Stream:
        """What a seat, or a spectator, has been told by now."""
        return self._stream((seat, 0))

    def _stream(self, key: Key, lang: Words = None) -> Stream:
        if key not in self.streams:
            match = self.table.playing
            stream = Stream(match.undo_to(self._old_enough(key[1])) if key[1] else match, key[0])
            self.streams[key], self.tails[key, lang] = stream, stream.catch_up(lang, 0)
        return self.streams[key]

    def _old_enough(self, delay: int) -> int:
        """How many events are so old that they may be shown with this delay."""
        latest = self.loop.time() - delay + PUNCTUAL
        return self.when[number - 1][1] if (number := bisect(self.when, latest, key=lambda one: one[0])) else 0

    def _expect(self, delay: int) -> None:
        """Sets the alarm for the next event that becomes old enough for this delay."""
        number = bisect(self.when, self.loop.time() - delay + PUNCTUAL, key=lambda one: one[0])
        if delay not in self.late and number < len(self.when):
            self.late[delay] = self.loop.call_at(self.when[number][0] + delay, self._tell_late, delay)

    def show(self, follower: Follower, seen: Sight, known: int) -> None:
        """How the match stands, and what has happened since event number `known`."""
        if self.table.match is None:
            return
        if seen.delay:
            self._expect(seen.delay)
            if not self._old_enough(seen.delay):
                return
            if not any(one.shown == seen for other, one in self.followers.items() if other is not follower):
                self.streams.pop(seen[:2], None)  # while nobody followed it, it was not fed, and lacks events
                self.tails = {key: told for key, told in self.tails.items() if key[0] != seen[:2]}
        self.followers[follower] = self.followers[follower]._replace(shown=seen)
        key, lang = seen[:2], _words(follower)
        stream = self._stream(key, lang)
        self.stream(None)  # what everybody knows: bots count by it
        if (key, lang) not in self.tails:
            self.tails[key, lang] = Stream(stream.match, seen.seat).catch_up(lang, 0)
        events = [event for event in self.tails[key, lang] if event.n > known]
        since = events[0].n - 1 if events else stream.n
        follower.send(self.update(seen, since, events, follower.facts))

    def tell(self, step: Step, now: float) -> bool:
        """Tells everybody what happened, as far as they may know it; whether all now know that something has."""
        everybody = self.stream(None)
        self.when.append((now, len(self.table.playing.record.events)))
        sights = self._sights()
        seen_by = {key: ones for key, ones in _grouped(sights).items() if not key[1]}
        self.streams = {key: one for key, one in self.streams.items() if key[1] or key in seen_by or key == EVERYBODY}
        before = {key: stream.n for key, stream in self.streams.items() if not key[1]}
        parts = [Part.of(self.table.face, *part) for part in step.parts]
        events = {key: self._feed(self.streams[key], parts, seen_by.get(key, ())) for key in before}
        self.tails = {  # of those who have been told nothing before: for them this is the whole match so far
            (key, lang): told for key in before if not before[key] for lang, told in events[key].items()
        }
        known = everybody.n > before[EVERYBODY]
        self.clocks.happened(step, known, now)
        self._send({one: seen for one, seen in sights.items() if not seen.delay}, before, events)
        for delay in {place.delay for place in self.table.places if place.delay}:
            self._expect(delay)
        return known

    def _tell_late(self, delay: int) -> None:
        """An event has become old enough for spectators who see with this delay."""
        del self.late[delay]
        sights = {one: seen for one, seen in self._sights().items() if seen.delay == delay}
        before: dict[Key, int] = {}
        events: dict[Key, dict[Words, list[p.Happened]]] = {}
        for key, ones in _grouped(sights).items():
            if key in self.streams:
                stream = self.streams[key]
                before[key], past = stream.n, stream.match
                news = self.table.playing.record.events[len(past.record.events) : self._old_enough(key[1])]
                parts = [Part.of(stream.face, *part) for part in past.go_on(news)]
                events[key] = self._feed(stream, parts, ones)
        self._send(sights, before, events)
        if sights:
            self._expect(delay)

    def _feed(self, stream: Stream, parts: Sequence[Part], ones: Collection[Follower]) -> dict[Words, list[p.Happened]]:
        """What happened, in each language in which somebody follows this stream."""
        self.tails.clear()
        events: dict[Words, list[p.Happened]] = {_words(one): [] for one in ones}
        for part in parts:
            for lang, told in stream.feed(part, events).items():
                events[lang] += told
        return events

    def _send(
        self,
        sights: dict[Follower, Sight],
        before: dict[Key, int],
        events: dict[Key, dict[Words, list[p.Happened]]],
    ) -> None:
        """Sends an update to each follower with news: what is new, or the whole match where the view has changed."""
        sent: dict[tuple[Sight, Words, bool], bytes] = {}
        for one, seen in sights.items():
            key, form = seen[:2], (seen, _words(one), one.facts)
            if self.followers[one].shown != seen:
                self.show(one, seen, 0)
            elif key in before and self.streams[key].n > before[key]:
                if form not in sent:
                    sent[form] = self.update(seen, before[key], events[key][form[1]], one.facts)
                one.send(sent[form])

    def update(self, seen: Sight, since: int, events: list[p.Happened], facts: bool) -> bytes:
        stream, now = self._stream(seen[:2]), self.loop.time()
        playing, view = self.table.status == "playing", cast("dict[str, Any]", Raw(stream.view_json))
        moves = stream.match.moves(seen.seat) if seen.plays and seen.seat is not None and playing else []
        return p.encode(
            p.Update(
                self.table.number,
                since,
                stream.n,
                events,
                view,
                moves,
                0 if seen.delay else max(0, round((self.clocks.until - now) * 1000)),
                [] if seen.delay else self.clocks.times(seen.seat, now),
                None if playing or seen.delay else self.table.result(),
                self.table.face.facts(stream.view, moves) if facts else {},
            )
        )

    def tell_times(self) -> None:
        """Tells everybody how the clocks stand; nothing else is new."""
        sent: dict[tuple[Sight, bool], bytes] = {}
        for one, seen in self._sights().items():
            if not seen.delay:
                if (form := (seen, one.facts)) not in sent:
                    sent[form] = self.update(seen, self._stream(seen[:2]).n, [], one.facts)
                one.send(sent[form])

    # ---- the table

    def said(self, word: p.Said) -> None:
        """A chat message to the table; newcomers are sent the last ones."""
        self.words.append(word)
        self.broadcast(word)

    def broadcast(self, message: p.Message) -> None:
        encoded = p.encode(message)
        for follower in self._sights():
            follower.send(encoded)

    def join(self, follower: Follower, wish: int | None) -> None:
        """Adds a follower. Refusal if the person may not see the table, or not through the eyes they asked for."""
        check_wish(self.table, follower.person, wish)
        self.followers[follower] = Following(wish)

    def welcome(self, follower: Follower, known: int) -> None:
        """Tells a newcomer how things stand after event number `known`, and the others that somebody has come."""
        if self.table.seat_of(follower.person) is not None:
            self._tell_table(self._sights(), follower, known)
        else:
            seen = sight(self.table, follower.person, self.followers[follower].wish)
            self._tell_table({follower: seen}, follower, known)
            self.tell_table_soon()

    def recall(self, follower: Follower) -> None:
        """Tells a newcomer what was said before."""
        if self.words:
            follower.send(p.Talked(list(self.words)))

    def tell_table_soon(self) -> None:
        """Spectators came or went: the others are told soon, once for all of them."""
        if self.later is None:
            self.later = self.loop.call_later(CROWD, self.tell_table)

    def tell_table(self) -> None:
        if self.later:
            self.later.cancel()
            self.later = None
        self._tell_table(self._sights())

    def _tell_table(self, sights: dict[Follower, Sight], newcomer: Follower | None = None, known: int = 0) -> None:
        """Tells everybody who sits where, and sends the match to those who have not seen it yet in this view."""
        spectators = self._spectators()
        seats = [self._seat(seat) for seat in range(len(self.table.places))]
        sent: dict[tuple[Sight, bool], bytes] = {}
        for one, seen in sights.items():
            form = seen, one.person == self.table.host
            if form not in sent:
                sent[form] = p.encode(self._table(*form, seats, spectators))
            one.send(sent[form])
            if self.followers[one].shown != seen:
                self.show(one, seen, known if one is newcomer else 0)

    def _spectators(self) -> int:
        sitting = {place.person for place in self.table.places}
        return len({one.person for one in self.followers} - sitting)

    def _table(self, seen: Sight, host: bool, seats: list[p.SeatInfo], spectators: int) -> p.Table:
        table, made = self.table, self.table.made
        return p.Table(
            code=table.code,
            game=made.game,
            options=made.options,
            seats=seats,
            seat=seen.seat if seen.plays else None,
            eyes=seen.seat,
            host=host,
            status=table.status,
            match=table.number,
            public=made.public,
            hints=made.hints,
            watchers=made.watchers,
            published=made.watchers or table.number in table.published,
            clock=made.clock,
            away=made.away,
            patience=made.patience,
            speed=self.speed,
            window=table.race_window,
            again=table.wishes,
            rest=self.clocks.rest_left(self.loop.time()),
            spectators=spectators,
            deal=table.deal_info(),
            duplicate=table.duplicate_info(),
            circle=p.Circle(made.circle.code, made.circle.name) if made.circle and (seen.plays or host) else None,
        )

    def _seat(self, seat: int) -> p.SeatInfo:
        place = self.table.places[seat]
        here = bool(place.bot) or seat in self.clocks.here
        level = place.bot or (self.table.stand_in if place.person else None)
        name = place.name or (BOT_NAMES[seat] if place.bot else "")
        now, stepping = self.loop.time(), self.clocks.stepping.get(seat)
        return p.SeatInfo(
            name=name,
            face=place.face,
            kind=place.kind,
            level=level,
            here=here,
            helped=self.clocks.is_helped(seat),
            eyes=place.eyes,
            delay=place.delay,
            asked=self.clocks.is_asked(seat, now),
            votes=sorted(self.clocks.votes.get(seat, ())),
            bot_in=None if stepping is None else max(0, round((stepping - now) * 1000)),
            looking=seat in self.clocks.looking(),
        )


def _words(follower: Follower) -> Words:
    """The language in which a follower is told what happened."""
    return follower.lang if follower.told else None


def _grouped(sights: dict[Follower, Sight]) -> dict[Key, list[Follower]]:
    """Groups the followers by what they see."""
    found: dict[Key, list[Follower]] = defaultdict(list)
    for one, seen in sights.items():
        found[seen[:2]].append(one)
    return found
