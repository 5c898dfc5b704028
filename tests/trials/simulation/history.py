"""Judges a run by what people were told and by the logs that are left in the end.

Everything is derived anew from the logs, entry by entry, by code that no run has touched: a planted defect is taken out
before the judging begins.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from tefuda.server import protocol as p
from tefuda.server.audience import PUNCTUAL
from tefuda.server.clocks import REST
from tefuda.server.stream import TAIL
from tefuda.server.table import Refusal, Table, person_of
from tests.trials.simulation.disk import Database
from tests.trials.simulation.past import Past, Row, said
from tests.trials.simulation.people import Asked, Person, Record, Told

BEHIND = 0.5  # seconds by which a process may say late what it has heard to be stored
CHANGES = (p.Sit, p.Stand, p.Assign, p.Start, p.Again, p.End, p.Allow, p.Concede, p.Undo, p.Publish)


class Judge:
    """Finds what is wrong with a run."""

    def __init__(self, record: Record, database: Database, people: Sequence[Person], langs: Sequence[str]) -> None:
        self.record = record
        self.database = database
        self.persons = [person_of(person.token) for person in people]
        self.look = {person_of(person.token) for person in people if person.looks}
        self.langs = langs
        self.found: list[str] = list(record.unfair)
        self.pasts: dict[str, Past] = {}
        for code in database.logs:
            try:
                self.pasts[code] = Past(code, database)
            except Exception as error:
                self.found.append(f"unreadable: the log of {code} cannot be read: {error!r}")

    def judge(self) -> list[str]:
        if not self.found:
            self._commands()
            self._words()
            self._votes()
            self._messages()
        return self.found

    def fail(self, kind: str, told: Told | None, text: str) -> None:
        where = f"at {told.sent.time - 1000:.3f} s, P{told.person}, tab {told.tab}: " if told else ""
        self.found.append(f"{kind}: {where}{text}")

    # ---- what was asked

    def _commands(self) -> None:
        answers: dict[str, list[Told]] = defaultdict(list)
        for told in self.record.told:
            if isinstance(told.message, p.Accepted | p.Refused) and told.message.id in self.record.asked:
                answers[told.message.id].append(told)
        for asked in self.record.asked.values():
            self._command(asked, answers[asked.command.id])
        for past in self.pasts.values():
            for command, rows in past.moves.items():
                if command not in self.record.asked:
                    self.fail("invented", None, f"a move with the id {command}, which nobody sent")
                elif len(rows) > 1:
                    self.fail("twice", None, f"{command} is in the rows {rows}")
            for key, rows in past.did.items():
                if len(rows) > 1:
                    self.fail("twice", None, f"command {key[1]} is in the rows {rows}")

    def _command(self, asked: Asked, answers: list[Told]) -> None:
        command = asked.command
        accepted = [told for told in answers if isinstance(told.message, p.Accepted)]
        if isinstance(command, p.Create):
            if accepted and not any(told.code in self.pasts for told in accepted):
                self.fail("lost", accepted[0], "the table is not stored")
            return
        if not isinstance(command, (p.Play, *CHANGES)):
            return
        key = self.persons[asked.person], hashlib.sha256(p.encode(command)).hexdigest()[:16]
        tables = [one for one in self.pasts.values() if command.id in one.moves or key in one.did]
        if not tables and asked.code not in self.pasts:
            if accepted:
                self.fail("lost", accepted[0], f"the table {asked.code} is not stored")
            return
        past = tables[0] if tables else self.pasts[asked.code]
        rows = past.moves.get(command.id, []) if isinstance(command, p.Play) else past.did.get(key, [])
        for told in accepted:
            durable = past.rows_at(told.sent.step)
            if not rows and (isinstance(command, p.Play) or not self._changes_nothing(past, asked, told)):
                self.fail("lost", told, f"{command} was accepted, and is not in the log")
            elif rows and min(rows) > durable and not self._is_forgotten(past, asked, told, min(rows)):
                self.fail("early", told, f"{command} was accepted before row {min(rows)} was synced ({durable} were)")
        refused = [told for told in answers if isinstance(told.message, p.Refused)]
        if rows and refused and not accepted and refused[0].message.reason != "storage":
            self.fail("refused", refused[0], f"{command} was refused ({refused[0].message.reason}), and is in the log")

    def _is_forgotten(self, past: Past, asked: Asked, told: Told, row: int) -> bool:
        """Whether the command changed nothing at first, and was carried out by a process that did not know of that."""
        loaded = past.is_loaded(told.sent.step, past.durable[row - 1][0])
        return loaded and not isinstance(asked.command, p.Play) and self._changes_nothing(past, asked, told)

    def _words(self) -> None:
        """A word is told before it is accepted, and once to each connection while one process keeps the table."""
        heard: dict[tuple[int, str], int] = {}
        for told in self.record.told:
            match told.message:
                case p.Said(text=text):
                    before, past = heard.get((told.wire, text)), self.pasts.get(told.code)
                    if before is not None and not (past and past.is_loaded(before, told.sent.step)):
                        self.fail("twice", told, f"{text!r} is said twice")
                    heard[told.wire, text] = told.sent.step
                case p.Talked(words):
                    heard |= {(told.wire, word.text): told.sent.step for word in words}
                case p.Accepted(id) if id in self.record.asked:
                    command = self.record.asked[id].command
                    if isinstance(command, p.Say) and (told.wire, command.text) not in heard:
                        self.fail("lost", told, f"{command} was accepted, and not told")

    def _votes(self) -> None:
        """A vote that was accepted stands in what the voter was told last; and a bot steps in if most are for it."""
        tables: dict[int, p.Table] = {}
        for told in self.record.told:
            match told.message:
                case p.Table():
                    tables[told.wire] = told.message
                    for seat, one in enumerate(told.message.seats):
                        others = {
                            n for n, other in enumerate(told.message.seats) if other.here and other.kind == "person"
                        }
                        others.discard(seat)
                        if (2 * len(others.intersection(one.votes)) > len(others)) != (one.bot_in is not None):
                            self.fail("untrue", told, f"{one.votes} of {others} are for a bot in seat {seat}: {one}")
                case p.Accepted(id) if id in self.record.asked and id not in self.record.again:
                    command, table = self.record.asked[id].command, tables.get(told.wire)
                    if isinstance(command, p.Vote) and table and table.seat is not None:
                        if (table.seat in table.seats[command.seat].votes) != command.bot:
                            self.fail("lost", told, f"{command} was accepted, and does not count")

    def _changes_nothing(self, past: Past, asked: Asked, told: Told) -> bool:
        """Whether the command found at some time between question and answer that all was as it wants it."""
        table = Table(past.code, past.entries[0])  # type: ignore[arg-type]
        first, last = past.rows_at(asked.step), past.rows_at(told.sent.step)
        person, command = self.persons[asked.person], asked.command
        for number, entry in enumerate(past.entries, 1):
            if number > 1:
                table.read(entry)
            if number >= first and _is_idle(table, person, command):
                return True
            if number >= last:
                break
        return False

    # ---- what was told

    def _messages(self) -> None:
        last: dict[tuple[int, str], int] = {}  # the row that a connection was last told of
        shown: dict[int, tuple[str, int, int | None, int]] = {}  # the code, match, reader and number of its last update
        for told in self.record.told:
            if told.code not in self.pasts or not isinstance(told.message, p.Table | p.Update):
                if isinstance(told.message, p.Revealed):
                    self._revealed(told)
                continue
            past = self.pasts[told.code]
            key = told.wire, told.code
            high = past.rows_at(told.sent.step)
            low = max(last.get(key, 1), self._known_at(past, told))
            if isinstance(told.message, p.Table):
                row = self._table(past, told, low, high)
            else:
                row = self._update(past, told, low, high, shown)
            if row is None:
                return
            last[key] = row

    def _known_at(self, past: Past, told: Told) -> int:
        """The row that the sender must have known: what was durable a moment ago, unless it had lost the table."""
        if self.database.shared:
            return 1
        return max(1, past.rows_before(told.sent.time - BEHIND - self.database.behind))

    def _sight(self, row: Row, person: str, wishes: Sequence[int | None]) -> Iterator[tuple[int | None, int, bool]]:
        """Whose view a person may be shown, with what delay, and whether it is their own."""
        if person in row.who:
            yield row.who.index(person), 0, True
            return
        if row.status != "lobby" and not row.about["made"][4] and person != row.about["host"]:
            return
        for wish in wishes:
            if wish is not None and wish < len(row.places) and row.places[wish][0]:
                yield wish, row.places[wish][1], False
            else:
                yield None, 0, False

    def _table(self, past: Past, told: Told, low: int, high: int) -> int | None:
        message, person = told.message, self.persons[told.person]
        for number in range(low, high + 1):
            row = past.rows[number - 1]
            host = row.about["host"]
            if message.host != (person == host) or said(message, host) != row.about:
                continue
            if not self._rests(message, row):
                self.fail("untrue", told, f"nobody can rest so: {message}")
                return None
            for seat, _, plays in self._sight(row, person, told.wishes):
                if (message.seat, message.eyes) == (seat if plays else None, seat):
                    return number
        kind = "early" if self._later(past, told, high) else "untrue"
        self.fail(kind, told, f"no row from {low} to {high} gives this table: {message}")
        return None

    def _rests(self, message: p.Table, row: Row) -> bool:
        """Whether only people whose clients look are waited for, for a while, in a match that is being played."""
        looking = [row.who[seat] for seat, one in enumerate(message.seats) if one.looking]
        if message.rest is None:
            return not looking
        return row.status == "playing" and 0 <= message.rest <= REST * 1000 and self.look.issuperset(looking)

    def _later(self, past: Past, told: Told, high: int) -> bool:
        """Whether the message is true of a row that was not yet synced."""
        message, person = told.message, self.persons[told.person]
        for row in past.rows[high:]:
            host = row.about["host"]
            if isinstance(message, p.Table) and message.host == (person == host) and said(message, host) == row.about:
                return True
            if isinstance(message, p.Update) and row.playing[0] == message.match:
                return True
        return False

    def _update(
        self, past: Past, told: Told, low: int, high: int, shown: dict[int, tuple[str, int, int | None, int]]
    ) -> int | None:
        message, person, lang = told.message, self.persons[told.person], self.langs[told.person]
        why = "nobody could be shown this match"
        for number in range(low, high + 1):
            row = past.rows[number - 1]
            if row.playing[0] != message.match:
                continue
            index = past.record_of(number)
            for seat, delay, plays in self._sight(row, person, told.wishes):
                if seat != message.view["seat"]:
                    why = f"seat {message.view['seat']} is not the one to be shown"
                    continue
                events = row.playing[1] if not delay else self._old_events(past, number, index, delay, told)
                n = past.number_of(index, events, seat, lang) if events <= self._length(past, index) else -1
                if n != message.n and not (delay and message.n <= n):
                    why = f"event {message.n} is not the last at row {number}, which is {n}"
                    continue
                if delay:
                    events = past.events_until(index, message.n, seat, lang)
                if text := self._differs(past, index, events, seat, plays, row, lang, message):
                    why = text
                    continue
                if message.result != (None if delay else row.result):
                    why = f"the result differs: {message.result} and {row.result}"
                    continue
                before = shown.get(told.wire)
                goes_on = (
                    before is not None and before[:3] == (past.code, message.match, seat) and message.since <= before[3]
                )
                if not goes_on and not any(_is_whole(message, *known) for known in (*told.opens, (0, 0))):
                    why = f"it begins after event {message.since}"
                    continue
                shown[told.wire] = past.code, message.match, seat, message.n
                return number
        kind = "early" if self._later(past, told, high) and low <= high else "untrue"
        self.fail(
            kind, told, f"an update (match {message.match}, n {message.n}) fits no row from {low} to {high}: {why}"
        )
        return None

    def _length(self, past: Past, index: int) -> int:
        return len(past.records[index][1].record.events)

    def _old_events(self, past: Past, number: int, index: int, delay: int, told: Told) -> int:
        """How many events may be shown with a delay."""
        latest = past.rows_before(told.sent.time - delay + PUNCTUAL)
        first = past.records[index][0]
        return past.rows[latest - 1].playing[1] if latest >= first else 0

    def _differs(
        self,
        past: Past,
        index: int,
        events: int,
        seat: int | None,
        plays: bool,
        row: Row,
        lang: str,
        message: p.Update,
    ) -> str:
        """What an update says that the log does not; empty if it is right."""
        view, moves = past.view_of(index, events, seat)
        expected = past.told_of(index, message.since, message.n, seat, lang)
        if [_plain(one) for one in message.events] != [_plain(one) for one in expected]:
            return f"the events differ: {message.events} and {expected}"
        if view != message.view:
            return f"the view differs: {message.view}"
        own = moves if plays and row.status == "playing" else []
        return "" if message.moves == own else f"the moves differ: {message.moves} and {own}"

    def _revealed(self, told: Told) -> None:
        """The hands of a round may be shown only when it is over."""
        asked = self.record.asked.get(told.message.id)
        if asked is None or asked.code not in self.pasts or not isinstance(asked.command, p.Reveal):
            return
        past = self.pasts[asked.code]
        for number in range(1, past.rows_at(told.sent.step) + 1):
            index = past.record_of(number)
            row = past.rows[number - 1]
            if index >= 0 and row.playing[0] == asked.command.match and row.playing[1] <= self._length(past, index):
                view = past.view_of(index, row.playing[1], None)[0]
                if int(view.get("round", 1)) > asked.command.round or row.status != "playing":
                    return
        self.fail("leak", told, f"the hands of round {asked.command.round} are shown before it is over")


def _is_idle(table: Table, person: str, command: p.Command) -> bool:
    try:
        match command:
            case p.Sit(_, seat, name, salt):
                entry: Any = table.sit(person, seat, name, salt)
            case p.Stand():
                entry = table.stand(person)
            case p.Assign(_, seat, bot):
                entry = table.assign(person, seat, bot)
            case p.Again(_, salt):
                entry = table.wish(person, salt)
            case p.Allow(_, eyes, delay):
                entry = table.allow(person, eyes, delay)
            case p.Publish(_, match):
                entry = table.publish(person, match)
            case _:
                return False
    except Refusal:
        return False
    return not table.matters(entry)


def _is_whole(message: p.Update, match: int, known: int) -> bool:
    """Whether nothing is missing after what somebody knows who comes back; most are told the last TAIL events only."""
    return message.since <= (known if match == message.match else 0) or message.n - message.since >= TAIL


def _plain(one: p.Happened) -> tuple[int, int | None, str, tuple[str, ...]]:
    return one.n, one.seat, one.move, tuple(one.told)
