"""The log of a table: what is stored of it. Folding the entries from the first to the last gives the table again."""

from __future__ import annotations

from msgspec import Struct, json

from tefuda.server.protocol import Clock, Level


class Entry(Struct, tag_field="type", tag=str.lower, frozen=True):
    """One thing that happened at a table."""


class Shared(Struct, frozen=True):
    """A duplicate: matches that several tables play with the same cards."""

    code: str
    game: str
    seats: int
    options: dict[str, str | int | bool]
    matches: int
    seed: str  # of the cards, in hex
    until: float  # unix time


class Circled(Struct, frozen=True):
    """A circle of friends to which a table belongs."""

    code: str
    name: str


class Made(Entry, frozen=True):
    game: str
    options: dict[str, str | int | bool]
    seats: list[Level | None]  # the bot of each seat; None is for a person
    host: str  # the person who made it
    public: bool
    clock: Clock | None
    hints: bool
    watchers: bool
    away: int
    seed: str  # of the first match's shuffles, in hex
    patience: int = 120
    duplicate: Shared | None = None
    circle: Circled | None = None


class Sat(Entry, frozen=True):
    seat: int
    person: str
    name: str
    salt: str
    face: str = ""


class Stood(Entry, frozen=True):
    """Somebody has stood up. Before the start the seat becomes free; after it, a bot plays until they are back."""

    seat: int


class Assigned(Entry, frozen=True):
    seat: int
    bot: Level | None


class Began(Entry, frozen=True):
    """A match begins. What chance did at its start is part of the entry."""

    names: list[str]
    drawn: list[str]
    at: int = 0  # unix time, where the clock goes by the day


class Moved(Entry, frozen=True):
    """A move, and what chance did after it."""

    seat: int
    move: str
    drawn: list[str]
    command: str = ""  # the id of the command; empty if a bot moved
    reserve: int = 0  # ms that the seat has left
    at: int = 0  # unix time, where the clock goes by the day


class Over(Entry, frozen=True):
    """The end of a match. The seed is for the next one: it is committed to before anybody adds a salt."""

    seed: str
    stopped: bool = False  # by the host, without a result
    conceded: int | None = None  # the seat that gave it up


class Wished(Entry, frozen=True):
    """A seat wants another match."""

    seat: int
    salt: str


class Allowed(Entry, frozen=True):
    """A seat lends its eyes to spectators until the match is over, or takes them back."""

    seat: int
    eyes: bool
    delay: int = 0  # seconds by which spectators see it late


class Hinted(Entry, frozen=True):
    """A seat has used its first hint of the match."""

    seat: int


class Undone(Entry, frozen=True):
    """A person who plays against bots alone has taken moves back: the match has only its first events again."""

    seat: int
    events: int


class Published(Entry, frozen=True):
    """The host lets everybody who has the code see the replay of this match."""

    match: int


class Hosted(Entry, frozen=True):
    """Another person is the host now, because the host has left the lobby."""

    person: str


class Did(Entry, frozen=True):
    """A command that the entries before this one carried out. If it is sent again, it is recognised."""

    person: str
    command: str  # a digest of it


class Ended(Entry, frozen=True):
    """The table was closed because nobody had been here for a long time."""


AnyEntry = (
    Made
    | Sat
    | Stood
    | Assigned
    | Began
    | Moved
    | Over
    | Wished
    | Allowed
    | Hinted
    | Undone
    | Published
    | Hosted
    | Did
    | Ended
)
decode = json.Decoder(AnyEntry).decode
encode = json.Encoder().encode
