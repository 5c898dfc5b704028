"""The protocol: every message of the one WebSocket between a client and the server, as JSON with a `type`.

A client asks with a command, which carries an `id` of its own choice, and every command is answered by `accepted` or
`refused` with that id. Changes at the table are sent unasked: `table` says who sits there, `update` says what
happened in the match and what this reader may now know and do. All messages are in one file,
for whoever writes a client.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, json

from tefuda.record import DUPLICATE_MAX

VERSION = 2
END = r"(?![\s\S])"  # the end of a text; a dollar sign also stands before a line break at the end
FRAME_MAX = 8192  # bytes of a client's message

Id = Annotated[
    str, Meta(min_length=1, max_length=40, pattern=r"^[\x21-\x7e]+" + END, description="of the client's choice")
]
Code = Annotated[
    str, Meta(pattern=r"^[0-9A-HJKMNP-TV-Z]{12}" + END, description="names a table; who knows it may come in")
]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}" + END, description="who one is; to be kept secret")]
Salt = Annotated[str, Meta(pattern=r"^(?:[0-9a-f]{2}){0,32}" + END, description="random bytes of a seat's own, in hex")]
Face = Annotated[
    str,
    Meta(
        pattern=r"^(?:(?:doll|animal|mask)[0-9]{1,3})?" + END,
        description="a set of pictures, and a number in it",
    ),
]
Name = Annotated[str, Meta(max_length=200, description="is cleaned and cut to 40 characters")]
Seat = Annotated[int, Meta(ge=0, le=9)]
Count = Annotated[int, Meta(ge=0, le=2**31)]
Seconds = Annotated[int, Meta(ge=0, le=24 * 3600)]
Level = Literal["random", "beginner", "casual", "club", "expert", "master"]
Lang = Literal["en", "ja"]
Speed = Literal["paused", "slow", "normal", "fast", "at-once"]
Status = Literal["lobby", "playing", "over", "ended"]  # ended: everybody has gone
Phrase = Literal[
    "hello",
    "good-luck",
    "nice",
    "thanks",
    "sorry",
    "wow",
    "oops",
    "your-turn",
    "one-moment",
    "well-played",
    "bye",
    "smile",
    "laugh",
    "cry",
    "think",
    "clap",
    "heart",
]


# ---- what a client says


class Message(Struct, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Any message."""


class Command(Message):
    """Any command: it is answered by `accepted` or `refused`."""

    id: Id


class Hello(Command):
    """The first message of a connection. Without a token, the client is given one."""

    version: int
    lang: Lang = "en"
    token: Token | None = None
    pair: Annotated[str, Meta(max_length=40)] | None = None  # instead of a token: what `pair` gave to another device
    looks: bool = False  # this client shows the end of a round, and then says `ready`
    told: bool = True  # whether it wants events in sentences, too
    facts: bool = True  # whether it wants what the rules say about each view


class Clock(Struct, forbid_unknown_fields=True, frozen=True):
    """The time for each move; what a move takes beyond it is taken from the seat's reserve."""

    move: Annotated[int, Meta(ge=3, le=24 * 3600)]
    reserve: Seconds = 0


class NewDuplicate(Struct, forbid_unknown_fields=True, frozen=True):
    """A new duplicate: so many matches, which tables can play for so many days."""

    matches: Annotated[int, Meta(ge=1, le=DUPLICATE_MAX)]
    days: Annotated[int, Meta(ge=1, le=60)] = 7


class Create(Command):
    """A new table. Its code is in the `table` that follows; its maker sits down by `sit`."""

    game: Annotated[str, Meta(max_length=20)]
    seats: Annotated[list[Level | None], Meta(max_length=10)]  # the bot of each seat; null is for a person
    options: dict[str, str | int | bool] = {}
    public: bool = False
    clock: Clock | None = None
    hints: bool = True
    watchers: bool = True  # whether spectators may watch
    away: Annotated[int, Meta(ge=5, le=24 * 3600)] = 60  # without a clock: see `vote`
    patience: Annotated[int, Meta(ge=5, le=24 * 3600)] = 120  # without a clock: see `vote`
    duplicate: NewDuplicate | Code | None = None  # deals that other tables play too: a new one, or the one of this code
    circle: Code | None = None  # whose evening its matches count for


class Open(Command):
    """Follow a table, in one's seat or as a spectator, instead of the one followed before.

    A client that knows events of it already says how many, and of which match, and gets only the later ones.
    """

    code: Code
    match: Count = 0
    since: Count = 0
    eyes: Seat | None = None  # as a spectator: see what this seat sees, if it allows that


class Sit(Command):
    """Take a free seat before the start. The salt goes into the shuffle, so that nobody alone decides it.

    Whoever sits there already changes name and face by it, at any time.
    """

    seat: Seat
    name: Name = ""
    salt: Salt = ""
    face: Face = ""


class Stand(Command):
    """Give one's seat back before the start; after it, let a bot play until one comes back by `sit`."""


class Assign(Command):
    """Before the start, by the host: give a seat to a bot, or free it for a person. Whoever sat there stands up."""

    seat: Seat
    bot: Level | None = None


class Start(Command):
    """By the host: free seats are filled with bots, and the match begins."""

    filler: Level | None = None  # of these bots; null is the usual one


class Play(Command):
    """A move: one of the texts in `moves` of the update with number `at`."""

    match: Count
    at: Count
    move: Annotated[str, Meta(max_length=80)]


class Again(Command):
    """After a match: I am for another one. It begins when all people here are."""

    salt: Salt = ""


class Vote(Command):
    """Let a bot play for a seat, or wait for its person.

    Without a clock players can vote when the match waits for a person who has been away for `away` seconds, or who is
    here and has not moved for `patience` seconds. When more than half of the other players who are here are for it, the
    bot steps in after a countdown.
    """

    seat: Seat
    bot: bool


class End(Command):
    """By the host: stop the match. Nobody has won, and it is not counted."""


class Allow(Command):
    """Let spectators see what one's own seat sees, or no longer. It ends with the match, and everybody sees it."""

    eyes: bool
    delay: Annotated[int, Meta(ge=0, le=3600)] = 0  # seconds by which they see it late


class Publish(Command):
    """By the host, at a table without spectators: whoever has the code may see the replay of this finished match."""

    match: Count


class Say(Command):
    """A word to the table: a phrase that every client knows in its own language, or a short text."""

    phrase: Phrase | None = None
    text: Annotated[str, Meta(max_length=400)] = ""


class Hint(Command):
    """What would a good player do now, and what do the rules say?"""


class Why(Command):
    """Why can I not make this move now? In the words of the rules, and no more than one's seat may know."""

    move: Annotated[str, Meta(max_length=80)]


class Pace(Command):
    """How fast the bots play, by a person who plays against bots alone and without a clock."""

    speed: Speed


class Undo(Command):
    """Take back one's last decision and all that came after it, against bots alone. The match is then not counted."""


class Concede(Command):
    """Give the match up, against bots alone or against one other player: the others have won."""


class Reveal(Command):
    """With which hands did this round end? It must be over."""

    match: Count
    round: Count


class Ready(Command):
    """I have looked at the end of this round. The next one begins when all who look at it have said so."""

    match: Count
    round: Count


class Pair(Command):
    """A short word with which another device of the same person can say hello, once, within two minutes."""


class Leave(Command):
    """Follow no table any more. The seat stays one's own."""


class Pong(Message):
    """The immediate answer to `ping`, by which the server measures the round trip."""

    nonce: Count


FromClient = (
    Hello
    | Create
    | Open
    | Sit
    | Stand
    | Assign
    | Start
    | Play
    | Again
    | Vote
    | End
    | Allow
    | Publish
    | Say
    | Hint
    | Why
    | Pace
    | Undo
    | Concede
    | Reveal
    | Ready
    | Pair
    | Leave
    | Pong
)

# ---- what the server says

Reason = Literal[
    "malformed",  # not a message of the protocol
    "hello-first",  # hello comes first
    "hello-twice",
    "version",  # the client speaks another version
    "token",  # the token, or the word for pairing, is not known
    "no-table",  # there is none with this code, or one may not see it
    "no-game",  # there is no such game
    "option",  # an option, a number of seats or a level that does not exist
    "not-open",  # no table is followed
    "not-host",  # only the host may
    "not-seated",  # only players may
    "taken",  # the seat is somebody else's
    "started",  # too late: the match has begun
    "not-started",  # too early
    "over",  # the match is over
    "notation",  # this is no move
    "illegal",  # not among the moves one has
    "not-now",  # one has no move now
    "stale",  # it answers an old state of the table
    "late",  # somebody else was first
    "no-hints",  # this table has none
    "not-allowed",  # the seat does not let others see through its eyes
    "full",  # too many tables, or too much at this one
    "too-fast",  # too much of that: wait a while
    "storage",  # it could not be stored, so it did not happen
]


class Welcome(Message):
    """The answer to hello. A new token is to be kept: it is sent only this once."""

    version: int
    token: Token | None = None


class Accepted(Message):
    """It happened, and it is on disk."""

    id: Id


class Refused(Message):
    """It did not happen, and why."""

    id: Id
    reason: Reason
    text: str = ""  # more about it, in English


class SeatInfo(Struct, frozen=True):
    name: str
    face: str  # that the person has chosen; empty if it is made from the name
    kind: Literal["free", "person", "bot"]
    level: Level | None  # of the bot that plays there, or plays while the person is gone
    here: bool  # a person with a connection, or a bot
    helped: bool  # a person for whom the bot plays now
    eyes: bool  # spectators may see what this seat sees ...
    delay: int  # ... so many seconds later
    asked: bool  # players may vote now whether a bot plays for this person
    votes: list[int]  # the seats that are for it
    bot_in: int | None  # ms until the bot steps in; null if none is about to
    looking: bool  # a person who still looks at the end of a round, and is waited for


class Deal(Struct, frozen=True):
    """How the shuffles can be verified: the seed is published when the match is over."""

    commitment: str
    salts: list[str]
    seed: str | None
    next: str | None  # the commitment of the next match, shown before anybody adds a salt to it


class Duplicate(Struct, frozen=True):
    """The duplicate to which the matches of a table belong."""

    code: Code
    number: int  # of its match that is played, or was played last; 0 before the first
    matches: int
    commitment: str  # to the seed of its cards, which is published when it ends
    until: int  # unix time


class Circle(Struct, frozen=True):
    """The circle of friends for whose evening the matches of a table count."""

    code: Code
    name: str


class Table(Message):
    """Who sits where, and how it is played. It replaces what the last one said."""

    code: Code
    game: str
    options: dict[str, str | int | bool]
    seats: list[SeatInfo]
    seat: int | None  # one's own
    eyes: int | None  # the seat whose view one sees now; null is a spectator's
    host: bool
    status: Status
    match: int  # from 1; counts the rematches
    public: bool
    hints: bool
    watchers: bool
    published: bool  # everybody who has the code may see the replay of this match
    clock: Clock | None
    away: int
    patience: int
    speed: Speed  # of the bots
    window: int  # ms for which the next action is held where one can react
    again: list[int]  # the seats that are for another match
    rest: int | None  # ms until the next round begins anyway; null if nobody is waited for
    spectators: int
    deal: Deal
    duplicate: Duplicate | None
    circle: Circle | None  # for those who play; spectators are not told


class Happened(Struct, frozen=True):
    """One event as this reader may know it. `seat` is null for chance; `move` is in the notation of records."""

    n: int
    seat: int | None
    move: str
    told: list[str]  # the same in sentences; empty for a client that does not want them


class Times(Struct, frozen=True):
    """What is left of a seat's clock, in ms when this was sent."""

    seat: int
    move: int
    reserve: int
    running: bool


class Result(Struct, frozen=True):
    reason: str
    scores: list[int]
    winners: list[int]
    hinted: list[int]  # the seats that used hints
    helped: list[int]  # the seats where a bot made half of the moves or more: not counted for these persons
    undone: list[int]  # the seats that took moves back: not counted for these persons


class Update(Message):
    """What happened since event number `since`, and how things stand after event number `n`."""

    match: int
    since: int
    n: int
    events: list[Happened]
    view: dict[str, Any]
    moves: list[str]  # one's own; empty for a spectator
    window: int  # ms for which actions are still held
    times: list[Times]
    result: Result | None
    facts: dict[str, Any]  # what the rules say about the view and the moves, for whoever draws them; empty for others


class Unfollowed(Message):
    """The table can no longer be followed, and why. Nothing more of it will come."""

    reason: Reason


class Said(Message):
    """A word to the table."""

    seat: int | None  # null: a spectator
    name: str
    phrase: Phrase | None
    text: str


class Talked(Message):
    """The last chat messages from before one came, the oldest first."""

    words: list[Said]


class Hinted(Message):
    """The answer to hint, before its `accepted`."""

    id: Id
    move: str | None
    why: str
    rule: str


class Explained(Message):
    """The answer to why, before its `accepted`."""

    id: Id
    text: str  # empty if the move is possible


class Revealed(Message):
    """The answer to reveal, before its `accepted`: each seat's hand before the last move of the round."""

    id: Id
    hands: list[Any]


class Paired(Message):
    id: Id
    word: str


class Ping(Message):
    nonce: int


FromServer = (
    Welcome
    | Accepted
    | Refused
    | Table
    | Update
    | Unfollowed
    | Said
    | Talked
    | Hinted
    | Explained
    | Revealed
    | Paired
    | Ping
)

decode_client = json.Decoder(FromClient).decode
decode_server = json.Decoder(FromServer).decode
encode = json.Encoder().encode


def schema() -> dict[str, Any]:
    """The JSON schema of all messages."""
    (client, server), parts = json.schema_components([FromClient, FromServer], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Tefuda protocol {VERSION}",
        "$defs": {"FromClient": client, "FromServer": server, **parts},
    }
