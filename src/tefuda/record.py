"""The record: the text of a match. Header lines, then one event per line; it only ever grows.

    tefuda 1
    game scout
    seats 3
    option edition first
    ...
    name 0 Aki
    proof commitment 5d0c...
    ---
    * deal 3/7 9/1 ... | 4/2 ... | ...
    * start 1
    1 keep

An event is a seat's move, or chance's ("*"). In a record as one seat may read it, "?" stands for what it may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tefuda.errors import BadNotation, BadRecord, IllegalMove
from tefuda.games import GAMES, Face
from tefuda.games.option import Value, recorded_options
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.plain import Game

VERSION = 1
DIVIDER = "---"
NAME_MAX = 40
SECRET = 32  # bytes of a seed and of a commitment
SALT_MAX = 32  # bytes of a salt
DUPLICATE_MAX = 12  # matches of a duplicate


class Event(NamedTuple):
    """One line: a seat's move, or what chance did (seat None)."""

    seat: int | None
    text: str

    def __str__(self) -> str:
        return f"{'*' if self.seat is None else self.seat} {self.text}"


class Proof(NamedTuple):
    """What is needed to verify the deals of a live match; deal.py says how. Bytes are in lower-case hex."""

    commitment: str
    salts: tuple[str, ...]  # of the seats; "" for a seat that gave none
    seed: str = ""  # "" until it is revealed
    duplicate: str = ""  # the commitment of the duplicate to which the match belongs, if it does ...
    number: int = 0  # ... which of its matches this is, from 1 ...
    shared: str = ""  # ... and the duplicate's seed, "" until it is revealed

    def lines(self) -> list[str]:
        salts = [f"proof salt {seat} {salt}" for seat, salt in enumerate(self.salts) if salt]
        seed = [f"proof seed {self.seed}"] if self.seed else []
        duplicate = [f"proof duplicate {self.number} {self.duplicate}"] if self.duplicate else []
        shared = [f"proof shared {self.shared}"] if self.shared else []
        return [f"proof commitment {self.commitment}", *salts, *seed, *duplicate, *shared]


class Record:
    """Everything about a match, in the order in which it happened."""

    def __init__(
        self, game: str, seats: int, options: dict[str, Value], names: list[str], proof: Proof | None = None
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.names = names  # "" for a seat without a name
        self.proof = proof  # of a live match
        self.events: list[Event] = []

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.__dict__ == other.__dict__

    @property
    def face(self) -> Face:
        return GAMES[self.game]

    @property
    def labels(self) -> list[str]:
        """The names; for a seat that has none, its number."""
        return [name or str(seat) for seat, name in enumerate(self.names)]

    def __str__(self) -> str:
        lines = [f"tefuda {VERSION}", f"game {self.game}", *_rules(self.face, self.face.version), f"seats {self.seats}"]
        lines += [f"option {option.name} {option.text(self.options[option.name])}" for option in self.face.options]
        lines += [f"name {seat} {name}" for seat, name in enumerate(self.names) if name]
        lines += self.proof.lines() if self.proof else []
        return "\n".join([*lines, DIVIDER, *map(str, self.events)]) + "\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """The record with this text. Whether its events are possible is found out by replaying it."""
        lines = text.removesuffix("\n").split("\n")
        header = _Header(lines)
        record = header.record()
        for number, line in enumerate(lines[header.at :], header.at + 1):
            record.events.append(_event(line, number, record.seats))
        return record

    def seen_by(self, reader: int | None) -> Record:
        """The same record as a seat (None: a spectator) may read it."""
        if reader is not None and not 0 <= reader < self.seats:
            raise ValueError(f"there is no seat {reader}")
        seen = self.header()
        if seen.proof and self.last().actor() != OVER:
            seen.proof = seen.proof._replace(seed="", shared="")
        reading = Reading(self.face, reader)
        for step in self.steps():
            seen.events += reading.of(Part.of(self.face, *step))
        return seen

    def steps(self) -> Iterator[tuple[Game, Event, Game]]:
        """Each event with the game right before and right after it."""
        game = self.face.begin(self.seats, self.options)
        before = game.clone()
        for event in self.events:
            act(self.face, game, event)
            after = game.clone()
            yield before, event, after
            before = after

    def replay(self) -> Iterator[tuple[Game, Event, list[int] | None]]:
        """Each event with the game right before it, and what chance draws if it is chance's; then does it."""
        game = self.face.begin(self.seats, self.options)
        for event in self.events:
            drawn = self.face.parse_chance(game, event.text) if event.seat is None else None
            yield game.clone(), event, drawn
            act(self.face, game, event)

    def last(self) -> Game:
        """The game after all events."""
        game = self.face.begin(self.seats, self.options)
        for event in self.events:
            act(self.face, game, event)
        return game

    def header(self) -> Record:
        """The same record before its first event."""
        return Record(self.game, self.seats, dict(self.options), list(self.names), self.proof)

    def line_of(self, index: int) -> int:
        """The number of the line on which event `index` stands."""
        return str(self.header()).count("\n") + 1 + index


class Part(NamedTuple):
    """An event with the game right before and right after it, and what of it is the same whoever reads it."""

    before: Game
    event: Event
    after: Game
    action: int  # of a move
    drawn: list[int]  # by chance
    is_secret: bool  # whether nobody else learns who has moved ...
    stays_secret: bool  # ... also when the next one moves

    @classmethod
    def of(cls, face: Face, before: Game, event: Event, after: Game) -> Part:
        secret, still = face.is_secret(before), face.is_secret(after)
        if event.seat is None:
            return cls(before, event, after, -1, face.parse_chance(before, event.text), secret, still)
        return cls(before, event, after, face.parse_move(event.text), [], secret, still)


class Reading:
    """What one seat (None: a spectator) may read of a match while it is played."""

    def __init__(self, face: Face, reader: int | None) -> None:
        self.face = face
        self.reader = reader
        self.held: list[Event] = []  # secret moves of others; shown, by seat, when nothing is secret any more

    def of(self, part: Part) -> list[Event]:
        """What the reader may read once this event has happened."""
        before, seat = part.before, part.event.seat
        if seat is None:
            return [Event(None, self._line(self.face.seen_chance(before, part.drawn, self.reader), part))]
        shown = self.face.seen_move(before, seat, part.action, self.reader)
        seen = [] if shown is None else [Event(seat, self._line(shown, part))]
        if part.is_secret and seat != self.reader:
            self.held += seen
            seen = []
        if self.held and not part.stays_secret:
            seen += sorted(self.held)
            self.held = []
        return seen

    def _line(self, seen: str, part: Part) -> str:
        return self.face.line(seen, part.before, part.after, self.reader)


def act(face: Face, game: Game, event: Event) -> None:
    """Does one event; BadNotation or ValueError if it is not possible, and then nothing is done."""
    if "?" in event.text:
        raise BadNotation(f"{event.text!r} hides something; only a whole record can be replayed")
    if event.seat is None:
        game.deal(face.parse_chance(game, event.text) if game.actor() == CHANCE else [])
    else:
        action = face.parse_move(event.text)
        try:
            game.apply(event.seat, action)
        except ValueError:
            raise IllegalMove(f"{event.text!r} is not a legal move of seat {event.seat} here") from None


class _Header:
    """Reads the lines up to the divider."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.at = 0
        version = self.value("tefuda", "a record begins with 'tefuda 1'")
        if version != str(VERSION):
            raise BadRecord(1, f"this is format {version!r}; this program reads format {VERSION}")
        self.game = self.value("game", "here stands 'game' and its name")
        if self.game not in GAMES:
            raise BadRecord(self.at, f"there is no game {self.game!r}; there are {', '.join(GAMES)}")
        self.check_rules()
        seats = self.value("seats", "here stands 'seats' and their number")
        options = self.options()
        allowed = GAMES[self.game].seats(options)
        if seats not in map(str, allowed):
            raise BadRecord(self.seats_at, f"{self.game} with these options has {either(allowed)} seats, not {seats!r}")
        self.seats, self.chosen = int(seats), options
        self.names = self.read_names()
        self.proof = self.read_proof()
        if self.peek() != DIVIDER:
            raise BadRecord(self.at + 1, f"here stands an option, a name, a proof or {DIVIDER!r}, not {self.peek()!r}")
        self.at += 1

    def check_rules(self) -> None:
        """Checks that these rules are those of the record, by version and fingerprint."""
        face, given = GAMES[self.game], list[str]()
        while self.peek().startswith(("version ", "rules ")):
            given.append(self.peek())
            self.at += 1
        self.seats_at = self.at + 1
        wanted = _rules(face, face.version)
        readable = range(face.replays_since or face.version, face.version + 1)
        if given not in [_rules(face, version) for version in readable]:
            said, here = " and ".join(given) or "no mark", " and ".join(wanted) or "none"
            raise BadRecord(3, f"it was played by other rules of {self.game}: the record has {said}, this game {here}")

    def peek(self) -> str:
        return self.lines[self.at] if self.at < len(self.lines) else ""

    def value(self, word: str, expected: str) -> str:
        found, _, value = self.peek().partition(" ")
        if found != word or not value:
            raise BadRecord(self.at + 1, f"{expected}, not {self.peek()!r}")
        self.at += 1
        return value

    def options(self) -> dict[str, Value]:
        known = {option.name: option for option in GAMES[self.game].options}
        given: dict[str, Value] = {}
        while self.peek().startswith("option "):
            name, _, text = self.value("option", "").partition(" ")
            if name not in known:
                raise BadRecord(self.at, f"there is no option {name!r}; there are {', '.join(known)}")
            if name in given:
                raise BadRecord(self.at, f"option {name} stands here twice")
            try:
                given[name] = known[name].parse(text)
            except ValueError as error:
                raise BadRecord(self.at, str(error)) from None
        return recorded_options(GAMES[self.game].options, given)

    def read_names(self) -> list[str]:
        names = [""] * self.seats
        while self.peek().startswith("name "):
            seat, _, name = self.value("name", "").partition(" ")
            if seat not in map(str, range(self.seats)) or names[int(seat)]:
                raise BadRecord(self.at, f"{seat!r} is not a seat that still needs a name")
            try:
                names[int(seat)] = check_name(name)
            except ValueError as error:
                raise BadRecord(self.at, str(error)) from None
        return names

    def read_proof(self) -> Proof | None:
        """The commitment, the salts in the order of the seats, and the seed if it is revealed."""
        if not self.peek().startswith("proof "):
            return None
        commitment = self.proved("commitment", SECRET, SECRET)
        if not commitment:
            raise BadRecord(self.at + 1, f"a proof begins with its commitment, not with {self.peek()!r}")
        salts = tuple(self.proved(f"salt {seat}", 1, SALT_MAX) for seat in range(self.seats))
        seed = self.proved("seed", SECRET, SECRET)
        number = self.peek().split(" ")[2] if self.peek().startswith("proof duplicate ") else ""
        if not number:
            return Proof(commitment, salts, seed)
        if number not in map(str, range(1, DUPLICATE_MAX + 1)):
            raise BadRecord(self.at + 1, f"a duplicate has matches 1 to {DUPLICATE_MAX}, not {number!r}")
        duplicate = self.proved(f"duplicate {number}", SECRET, SECRET)
        return Proof(commitment, salts, seed, duplicate, int(number), self.proved("shared", SECRET, SECRET))

    def proved(self, what: str, least: int, most: int) -> str:
        """The bytes that the proof gives for this, in hex; "" if it gives none here."""
        found = self.peek().removeprefix(f"proof {what} ")
        if found == self.peek():
            return ""
        self.at += 1
        if not is_hex(found, least, most):
            size = f"{least} to {most}" if least < most else most
            raise BadRecord(self.at, f"here stand {size} bytes in lower-case hex, not {found!r}")
        return found

    def record(self) -> Record:
        return Record(self.game, self.seats, self.chosen, self.names, self.proof)


def _rules(face: Face, version: int) -> list[str]:
    """What a record says about the rules: their version after the first, and their fingerprint if they have one."""
    return [*([f"version {version}"] if version > 1 else []), *([f"rules {face.mark}"] if face.mark else [])]


def _event(line: str, number: int, seats: int) -> Event:
    who, _, text = line.partition(" ")
    if who != "*" and who not in map(str, range(seats)):
        raise BadRecord(number, f"an event begins with a seat from 0 to {seats - 1} or with '*', not {line!r}")
    if not text:
        raise BadRecord(number, f"{line!r} says who acts, but not what is done")
    return Event(None if who == "*" else int(who), text)


def check_name(name: object) -> str:
    """The name, or a ValueError: a name is one line of at most 40 characters."""
    if not isinstance(name, str) or not name.isprintable() or len(name) > NAME_MAX or name != name.strip():
        raise ValueError(f"a name is one line of at most {NAME_MAX} characters without spaces around it, not {name!r}")
    return name


def is_hex(text: str, least: int, most: int) -> bool:
    """Whether this is so many bytes in lower-case hex."""
    return least * 2 <= len(text) <= most * 2 and len(text) % 2 == 0 and set(text) <= set("0123456789abcdef")


def either(numbers: Iterable[int]) -> str:
    """The numbers in words, as `2 or 4`, or `2 to 10` if none between them is missing."""
    found = sorted(numbers)
    if len(found) > 2 and found[-1] - found[0] == len(found) - 1:
        return f"{found[0]} to {found[-1]}"
    return " or ".join(map(str, found))
