"""Leaks to plant in the server: each tells a reader something, by a byte, a length or a time, that it may not know.

It is a catalogue, and longer than other files for that.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from msgspec.structs import replace

from tefuda.games import GAMES
from tefuda.games.reason import Reason
from tefuda.match import Match
from tefuda.record import Event, Proof, Reading, Record
from tefuda.server import answers, audience, eyes, http, replays
from tefuda.server import protocol as p
from tefuda.server.audience import Audience
from tefuda.server.clocks import Clocks
from tefuda.server.eyes import SPECTATOR, Sight
from tefuda.server.live import Live
from tefuda.server.log import AnyEntry, Over
from tefuda.server.planner import Planner
from tefuda.server.stream import Stream
from tefuda.server.table import Refusal, Step, Table, fold
from tests.trials.twins import Twins

ALL = tuple(GAMES)
Patch = tuple[Any, str, Any]


class Leak(NamedTuple):
    name: str
    plant: Callable[[], Sequence[Patch]]
    games: tuple[str, ...]
    suits: Callable[[Twins], bool]
    pairs: int
    alone: bool  # the reader plays against bots alone

    @contextmanager
    def planted(self) -> Iterator[None]:
        with patched(self.plant()):
            yield


@contextmanager
def patched(patches: Sequence[Patch]) -> Iterator[None]:
    before = [(owner, name, owner.__dict__.get(name)) for owner, name, _ in patches]
    for owner, name, value in patches:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for owner, name, value in before:
            delattr(owner, name) if value is None else setattr(owner, name, value)


LEAKS: list[Leak] = []


def leak(
    *games: str, suits: Callable[[Twins], bool] = lambda made: True, pairs: int = 6, alone: bool = False
) -> Callable[[Callable[[], Sequence[Patch]]], Callable[[], Sequence[Patch]]]:
    def add(plant: Callable[[], Sequence[Patch]]) -> Callable[[], Sequence[Patch]]:
        LEAKS.append(Leak((plant.__doc__ or "").rstrip("."), plant, games or ALL, suits, pairs, alone))
        return plant

    return add


def secret_of(match: Match | None, reader: int | None) -> int:
    """Something that depends on the moves of all others."""
    if match is None:
        return 0
    return sum(len(" ".join(match.moves(seat))) for seat in range(match.seats) if seat != reader) % 97


def waits(made: Twins) -> bool:
    """Whether the worlds differ in chances that were let go by."""
    return any(len(turn.acts[0]) != len(turn.acts[1]) for turn in made.turns)


def has_secrets(made: Twins) -> bool:
    return any(turn.secret for turn in made.turns) and not made.bots


# ---- what is sent


def _updates(spoil: Callable[[Audience, int | None, p.Update], None]) -> list[Patch]:
    """Every update is spoiled before it goes out."""
    update = Audience.update

    def spoiled(self: Audience, seen: Sight, since: int, events: list[p.Happened]) -> bytes:
        message = p.decode_server(update(self, seen, since, events))
        assert isinstance(message, p.Update)
        spoil(self, seen.seat, message)
        return p.encode(message)

    return [(Audience, "update", spoiled)]


@leak()
def _() -> Sequence[Patch]:
    """The view shows a hand of somebody else."""

    def spoil(self: Audience, reader: int | None, message: p.Update) -> None:
        assert self.table.match
        message.view["hand"] = self.table.match.view(0 if reader != 0 else 1).to_dict()["hand"]

    return _updates(spoil)


@leak()
def _() -> Sequence[Patch]:
    """The moves are those of the next seat."""

    def spoil(self: Audience, reader: int | None, message: p.Update) -> None:
        assert self.table.match
        message.moves = self.table.match.moves(((reader or 0) + 1) % self.table.match.seats)

    return _updates(spoil)


@leak()
def _() -> Sequence[Patch]:
    """The order of what is in the view depends on hidden cards."""

    def spoil(self: Audience, reader: int | None, message: p.Update) -> None:
        if secret_of(self.table.match, reader) % 2:
            message.view = dict(reversed(message.view.items()))

    return _updates(spoil)


@leak()
def _() -> Sequence[Patch]:
    """The update is as long as the others' moves are many."""

    update = Audience.update

    def padded(self: Audience, seen: Sight, since: int, events: list[p.Happened]) -> bytes:
        return update(self, seen, since, events) + b" " * secret_of(self.table.match, seen.seat)

    return [(Audience, "update", padded)]


@leak()
def _() -> Sequence[Patch]:
    """The update comes a little later when others have more to think about."""
    from tefuda.server.connection import Connection

    send = Connection.send

    def slow(self: Connection, message: p.Message | bytes) -> None:
        seat = self.live.table.seat_of(self.person) if self.live else None
        delay = secret_of(self.live.table.match, seat) / 1000 if self.live else 0
        self.house.loop.call_later(delay, send, self, message)

    return [(Connection, "send", slow)]


@leak("solo", suits=waits)
def _() -> Sequence[Patch]:
    """The numbers count events that nobody else may know of."""
    feed = Stream.feed

    def counting(self: Stream, part: Any, langs: Any) -> Any:
        before = self.n
        found = feed(self, part, langs)
        self.n = max(self.n, before + 1)
        return found

    return [(Stream, "feed", counting)]


@leak("solo", suits=waits)
def _() -> Sequence[Patch]:
    """Who is at the table is told again after each move, hidden ones too."""
    happened = Live.happened

    def telling(self: Live, step: Step) -> None:
        happened(self, step)
        self.audience.tell_table()

    return [(Live, "happened", telling)]


@leak("solo", "twentythree", "gift")
def _() -> Sequence[Patch]:
    """Moves are told as their seat made them."""
    return [
        (type(GAMES[game]), "seen_move", lambda face, game, seat, action, reader: face.move_text(action))
        for game in ALL
    ]


@leak("solo", "scout")
def _() -> Sequence[Patch]:
    """What chance did is told in full."""

    def of(self: Reading, before: Any, event: Event, after: Any) -> list[Event]:
        return [event] if event.seat is None else reading(self, before, event, after)

    reading = Reading.of
    return [(Reading, "of", of)]


@leak("scout", "twentythree", suits=has_secrets, pairs=24)
def _() -> Sequence[Patch]:
    """Secret moves are told in the order in which they were made."""
    reading = Reading.of

    def of(self: Reading, before: Any, event: Event, after: Any) -> list[Event]:
        held = list(self.held)
        found = reading(self, before, event, after)
        return sorted(found, key=held.index) if len(found) > 1 and set(found) <= set(held) else found[::-1]

    return [(Reading, "of", of)]


@leak("solo", "scout")
def _() -> Sequence[Patch]:
    """The sentences are those of the seat that acts."""
    told = Match.told

    def telling(self: Match, before: Any, event: Event, after: Any, reader: int | None, lang: str) -> Any:
        return told(self, before, event, after, 0 if event.seat is None else event.seat, lang)

    return [(Match, "told", telling)]


@leak()
def _() -> Sequence[Patch]:
    """The commitment is made of the cards, and not of the seed."""
    info = Table.deal_info

    def deal_info(self: Table) -> p.Deal:
        cards = str(self.match.record) if self.match else ""
        return p.Deal(hashlib.sha256(cards.encode()).hexdigest(), info(self).salts, None, None)

    return [(Table, "deal_info", deal_info)]


@leak(suits=lambda made: made.reader is not None, pairs=40)
def _() -> Sequence[Patch]:
    """A refusal names a card that somebody else holds."""
    play = Live.play

    async def playing(self: Live, follower: Any, command: p.Play) -> None:
        try:
            await play(self, follower, command)
        except Refusal as refusal:
            seat = self.table.seat_of(follower.person)
            match = self.table.match
            assert match
            others = [match.view(other).to_dict()["hand"] for other in range(match.seats) if other != seat]
            raise Refusal(refusal.reason, f"{refusal.text}; others have {others}") from None

    return [(Live, "play", playing)]


@leak(suits=lambda made: made.reader is not None, pairs=16)
def _() -> Sequence[Patch]:
    """A hint looks into the others' hands."""
    rule = Match.rule

    def telling(self: Match, seat: int, lang: str = "en") -> str:
        return f"{rule(self, seat, lang)} {secret_of(self, seat)}"

    return [(Match, "rule", telling)]


@leak()
def _() -> Sequence[Patch]:
    """The acknowledgement goes to all, with the move in it."""
    move = Live.move

    async def moving(self: Live, seat: int, text: str, command: str) -> None:
        await move(self, seat, text, command)
        self.audience.broadcast(p.Accepted(hashlib.sha256(text.encode()).hexdigest()[:8]))

    return [(Live, "move", moving)]


@leak(suits=lambda made: not made.bots, pairs=12)
def _() -> Sequence[Patch]:
    """All hear when a move is refused."""
    play = Live.play

    async def playing(self: Live, follower: Any, command: p.Play) -> None:
        try:
            await play(self, follower, command)
        except Refusal:
            self.audience.broadcast(p.Said(None, "", "oops", ""))
            raise

    return [(Live, "play", playing)]


@leak("solo", "scout", suits=lambda made: made.reader is None)
def _() -> Sequence[Patch]:
    """Spectators see with the eyes of seat 0."""
    view = Match.shared_view
    return [(Match, "shared_view", lambda self, seat: view(self, 0 if seat is None else seat))]


# ---- when it is sent


@leak("solo", suits=lambda made: bool(made.bots), pairs=12)
def _() -> Sequence[Patch]:
    """A bot takes longer when it has more moves."""
    acts = Planner.bot_acts

    async def acting(self: Planner, seat: int, thought: object) -> None:
        live = self.live
        assert live.table.match
        live.clocks.since[seat] = live.changed + 0.01 * len(live.table.match.moves(seat))
        await acts(self, seat, thought)

    return [(Planner, "bot_acts", acting)]


@leak("solo", suits=lambda made: len(made.turns) > 5 and waits(made), pairs=60)
def _() -> Sequence[Patch]:
    """The window opens only if somebody can react."""
    face = GAMES["solo"]
    window = type(face).window

    def opening(self: Any, before: Any, after: Any) -> int:
        able = sum(after.count(seat) > 0 for seat in range(after.seats))
        return window(self, before, after) if able > 1 else 0

    return [(type(face), "window", opening)]


@leak("solo", suits=lambda made: len(made.turns) > 5 and waits(made), pairs=60)
def _() -> Sequence[Patch]:
    """The window is shorter if nobody can react."""
    face = GAMES["solo"]
    window = type(face).window

    def opening(self: Any, before: Any, after: Any) -> int:
        able = sum(after.count(seat) > 0 for seat in range(after.seats))
        return window(self, before, after) // (1 if able > 1 else 2)

    return [(type(face), "window", opening)]


@leak("solo", suits=lambda made: made.clock and len(made.turns) > 5, pairs=20)
def _() -> Sequence[Patch]:
    """The clocks run of all who could act."""
    return [(Match, "waits_for", property(lambda self: self.to_act))]


@leak("scout", "twentythree", suits=lambda made: has_secrets(made) and made.clock, pairs=12)
def _() -> Sequence[Patch]:
    """The clock of who has made a secret move stands still."""
    return [(Match, "waits_for", property(lambda self: self.to_act))]


@leak("solo", suits=waits, pairs=16)
def _() -> Sequence[Patch]:
    """Who comes is told as many events as happened, hidden ones too."""
    catch_up = Stream.catch_up

    def catching(self: Stream, lang: str, since: int) -> list[p.Happened]:
        found = catch_up(self, lang, since)
        return found[-(len(self.match.record.events) % 5 + 1) :]

    return [(Stream, "catch_up", catching)]


@leak("solo", suits=waits, pairs=160)
def _() -> Sequence[Patch]:
    """Over HTTP everybody can ask when the last move was stored."""
    table = answers.table_of
    return [(http, "table_of", lambda head: {**table(head), "updated": head.updated})]


@leak("scout", "twentythree", suits=has_secrets)
def _() -> Sequence[Patch]:
    """A word says how many have made their secret moves."""
    happened = Live.happened

    def counting(self: Live, step: Step) -> None:
        happened(self, step)
        if self.table.match and step.seat in (0, 1):
            asyncio.get_running_loop().call_soon(self.audience.broadcast, p.Said(step.seat, "", "nice", ""))

    return [(Live, "happened", counting)]


# ---- through whose eyes


def _in_lobby(made: Twins) -> bool:
    """Whether the reader was lent eyes in the lobby that belong to nobody any more."""
    return made.reader is None and made.evening.guest is not None


def _sight(change: Callable[[Table, str, int | None], Sight | None]) -> list[Patch]:
    """The function that decides is replaced where it has another answer."""
    honest = eyes.sight

    def deciding(table: Table, person: str, wish: int | None = None) -> Sight:
        return change(table, person, wish) or honest(table, person, wish)

    return [(audience, "sight", deciding)]


@leak(suits=_in_lobby)
def _() -> Sequence[Patch]:
    """What somebody may see is decided when they come."""
    honest, kept = eyes.sight, dict[tuple[str, str, int | None], Sight]()

    def deciding(table: Table, person: str, wish: int | None = None) -> Sight:
        found = honest(table, person, wish)
        known = table.code, person, wish
        return kept.setdefault(known, found) if wish is not None and not found.plays else found

    return [(audience, "sight", deciding)]


@leak(suits=_in_lobby)
def _() -> Sequence[Patch]:
    """Eyes that were lent stay with the seat when its person leaves it."""
    read = Table.read

    def reading(self: Table, entry: AnyEntry) -> Step | None:
        lent = [place.eyes for place in self.places]
        found = read(self, entry)
        for place, before in zip(self.places, lent, strict=True):
            place.eyes = place.eyes or before
        return found

    return [(Table, "read", reading)]


@leak(suits=lambda made: made.reader is None and made.evening.before and made.seats - len(made.bots) > 1)
def _() -> Sequence[Patch]:
    """Eyes that were lent stay so in the next match."""
    read = Table.read

    def reading(self: Table, entry: AnyEntry) -> Step | None:
        lent = [place.eyes for place in self.places]
        found = read(self, entry)
        if isinstance(entry, Over):
            for place, before in zip(self.places, lent, strict=True):
                place.eyes = before
        return found

    return [(Table, "read", reading)]


@leak(suits=_in_lobby)
def _() -> Sequence[Patch]:
    """Whoever wishes to see what a seat sees does so."""
    return _sight(
        lambda table, person, wish: Sight(wish) if wish is not None and table.seat_of(person) is None else None
    )


@leak(suits=lambda made: made.evening.private)
def _() -> Sequence[Patch]:
    """Who was in the lobby looks on where nobody may."""
    return _sight(lambda table, person, wish: SPECTATOR if table.seat_of(person) is None else None)


@leak(suits=lambda made: made.evening.lends, pairs=24)
def _() -> Sequence[Patch]:
    """Lent eyes have no delay."""

    def at_once(table: Table, person: str, wish: int | None) -> Sight | None:
        lent = wish is not None and table.places[wish].eyes and table.seat_of(person) is None
        return Sight(wish, 0) if lent else None

    return _sight(at_once)


@leak(suits=lambda made: made.evening.lends and len(made.turns) > 4, pairs=24)
def _() -> Sequence[Patch]:
    """Eyes that are taken back still see."""
    honest, lent = eyes.sight, set[tuple[str, int]]()

    def deciding(table: Table, person: str, wish: int | None = None) -> Sight:
        found = honest(table, person, wish)
        if wish is not None and found == Sight(wish, found.delay):
            lent.add((table.code, wish))
        elif wish is not None and not found.plays and (table.code, wish) in lent:
            return Sight(wish)
        return found

    return [(audience, "sight", deciding)]


@leak(suits=lambda made: made.evening.second)
def _() -> Sequence[Patch]:
    """The second connection of a person sees through the next seat's eyes."""
    sights = Audience._sights

    def seeing(self: Audience) -> dict[Any, Sight]:
        found, known = sights(self), set[str]()
        for one, seen in found.items():
            if one.person in known:
                found[one] = Sight(((-1 if seen.seat is None else seen.seat) + 1) % len(self.table.places))
            known.add(one.person)
        return found

    return [(Audience, "_sights", seeing)]


@leak(suits=lambda made: made.reader is not None and made.evening.guest is not None, pairs=96)
def _() -> Sequence[Patch]:
    """A player who once asked for other eyes gets them."""
    return _sight(lambda table, person, wish: Sight(wish) if wish is not None and table.status == "playing" else None)


# ---- who sits where


def _seats(spoil: Callable[[Audience, int, p.SeatInfo], p.SeatInfo]) -> list[Patch]:
    seat_info = Audience._seat
    return [(Audience, "_seat", lambda self, seat: spoil(self, seat, seat_info(self, seat)))]


def _moves_of(self: Audience, seat: int) -> int:
    return len(self.table.match.moves(seat)) if self.table.match and self.table.status == "playing" else 0


@leak(suits=lambda made: made.evening.renames and len(made.turns) > 4, pairs=24)
def _() -> Sequence[Patch]:
    """A new name is told together with the number of moves that its person has."""
    return _seats(lambda self, seat, info: replace(info, name=f"{info.name}{_moves_of(self, seat)}"))


@leak(suits=lambda made: made.evening.renames and len(made.turns) > 4, pairs=24)
def _() -> Sequence[Patch]:
    """Somebody without a move counts as away."""
    return _seats(lambda self, seat, info: replace(info, here=info.here and _moves_of(self, seat) % 3 != 1))


@leak(suits=lambda made: made.evening.renames and len(made.turns) > 4, pairs=24)
def _() -> Sequence[Patch]:
    """The level of a bot depends on its cards."""
    return _seats(lambda self, seat, info: replace(info, level="master" if _moves_of(self, seat) % 2 else "club"))


@leak(suits=lambda made: made.evening.renames and len(made.turns) > 4, pairs=24)
def _() -> Sequence[Patch]:
    """The spectators are as many as somebody's moves."""
    return [(Audience, "_spectators", lambda self: secret_of(self.table.match, 0))]


@leak(suits=lambda made: made.evening.renames and len(made.turns) > 4, pairs=24)
def _() -> Sequence[Patch]:
    """The salts are made of the cards."""
    info = Table.deal_info

    def deal_info(self: Table) -> p.Deal:
        deal = info(self)
        salts = [f"{secret_of(self.match, None):02x}" if self.match else salt for salt in deal.salts]
        return p.Deal(deal.commitment, salts, deal.seed, deal.next)

    return [(Table, "deal_info", deal_info)]


# ---- what is answered


@leak(suits=lambda made: not made.evening.private and len(made.turns) > 4, pairs=40)
def _() -> Sequence[Patch]:
    """A match can be replayed while it is played."""

    def record_of(code: str, entries: Sequence[AnyEntry], number: int, person: str) -> Record:
        record = fold(code, entries).playing.record
        record.proof = Proof("00" * 32, tuple("" for _ in range(record.seats)), "")
        return record

    return [(replays, "record_of", record_of)]


@leak(suits=lambda made: made.evening.leaver is not None)
def _() -> Sequence[Patch]:
    """Who had left before a private match gets its replay."""

    def check_replay(table: Table, person: str, match: int) -> None:
        if table.seat_of(person) is None:
            eyes.check_replay(table, person, match)

    return [(replays, "check_replay", check_replay)]


@leak(suits=lambda made: made.reader is not None and len(made.turns) > 4, pairs=40)
def _() -> Sequence[Patch]:
    """A refusal says whether somebody else could make this move."""
    check = Table.check_play

    def checking(self: Table, seat: int, move: str) -> None:
        try:
            check(self, seat, move)
        except Refusal as refusal:
            assert self.match
            able = any(move in self.match.moves(other) for other in range(self.match.seats))
            raise Refusal(refusal.reason, refusal.text + ("!" if able else "")) from None

    return [(Table, "check_play", checking)]


@leak(suits=lambda made: made.reader is not None and len(made.turns) > 4, pairs=24)
def _() -> Sequence[Patch]:
    """An acknowledgement is slower when the others have more to think about."""
    do = Live._do

    async def slow(self: Live, follower: Any, command: p.Command) -> None:
        await asyncio.sleep(secret_of(self.table.match, self.table.seat_of(follower.person)) / 1000)
        await do(self, follower, command)

    return [(Live, "_do", slow)]


@leak(suits=lambda made: made.reader is not None and len(made.turns) > 4, pairs=40)
def _() -> Sequence[Patch]:
    """The reason of a hint counts the moves of the others."""
    hinted, asking = p.Hinted, Live.hint

    async def hint(self: Live, follower: Any, command: p.Hint) -> None:
        secret = secret_of(self.table.match, self.table.seat_of(follower.person))
        with patched([(p, "Hinted", lambda known, move, why, rule: hinted(known, move, f"{why} {secret}", rule))]):
            await asking(self, follower, command)

    return [(Live, "hint", hint)]


@leak("scout", "twentythree", suits=lambda made: has_secrets(made) and made.clock, pairs=24)
def _() -> Sequence[Patch]:
    """The clocks show when a secret move was made."""
    happened = Clocks.happened

    def telling(self: Clocks, step: Step, known: bool, now: float) -> None:
        happened(self, step, known, now)
        self.known = list(self.since)

    return [(Clocks, "happened", telling)]


@leak(suits=lambda made: len(made.turns) > 4, pairs=24)
def _() -> Sequence[Patch]:
    """What newcomers are told is what seat 0 was told."""
    catch_up = Stream.catch_up

    def catching(self: Stream, lang: str, since: int) -> list[p.Happened]:
        return catch_up(Stream(self.match, 0), lang, since)

    return [(Stream, "catch_up", catching)]


@leak("solo", suits=waits, pairs=24)
def _() -> Sequence[Patch]:
    """An update says how many events there really were."""

    def spoil(self: Audience, reader: int | None, message: p.Update) -> None:
        assert self.table.match
        message.since = len(self.table.match.record.events)

    return _updates(spoil)


# ---- what else can be asked for


def _refusing(name: str) -> list[Patch]:
    """The refusals of this command count the moves of the others."""
    asked = getattr(Table, name)

    def counting(self: Table, person: str, *more: Any) -> Any:
        try:
            return asked(self, person, *more)
        except Refusal as refusal:
            raise Refusal(refusal.reason, f"{refusal.text} {secret_of(self.match, self.seat_of(person))}") from None

    return [(Table, name, counting)]


@leak(suits=lambda made: made.reader is not None and len(made.turns) > 4, pairs=40)
def _() -> Sequence[Patch]:
    """The reason why a move is not possible looks at the cards of the others."""
    why_not = Match.why_not

    def telling(self: Match, seat: int, move: str, lang: str = "en") -> Reason | None:
        reason = why_not(self, seat, move, lang)
        return reason and reason._replace(text=f"{reason.text} {secret_of(self, seat)}")

    return [(Match, "why_not", telling)]


@leak(suits=lambda made: len(made.turns) > 4, pairs=40)
def _() -> Sequence[Patch]:
    """The hands of a round are shown before it is over."""

    def revealing(self: Live, person: str, match: int, number: int) -> list[Any]:
        return [self.table.playing.view(seat)._asdict()["hand"] for seat in range(len(self.table.places))]

    return [(Live, "reveal", revealing)]


@leak(suits=lambda made: len(made.turns) > 4, pairs=40)
def _() -> Sequence[Patch]:
    """Who may not choose the pace of the bots is told how many moves there are."""
    return _refusing("alone")


@leak(suits=lambda made: not made.clock and made.evening.leaver is None, pairs=24, alone=True)
def _() -> Sequence[Patch]:
    """When a move is taken back all are told something of the cards."""
    undone = Audience.undone

    def telling(self: Audience) -> None:
        undone(self)
        record = str(self.table.playing.record).encode()
        self.broadcast(p.Said(None, "", None, hashlib.sha256(record).hexdigest()[:8]))

    return [(Audience, "undone", telling)]


@leak(suits=lambda made: made.evening.leaver is None and made.seats > 2 and not made.bots, pairs=24)
def _() -> Sequence[Patch]:
    """Who may not give up is told how many moves there are."""
    return _refusing("concede")


@leak(suits=lambda made: not made.clock and made.evening.leaver is None, pairs=24, alone=True)
def _() -> Sequence[Patch]:
    """How a match ended that was given up depends on hidden cards."""
    outcome = Table.outcome

    def telling(self: Table, conceded: int | None) -> tuple[str, list[int], list[int]] | None:
        found = outcome(self, conceded)
        return found and (f"{found[0]} {secret_of(self.match, None)}", *found[1:])

    return [(Table, "outcome", telling)]


@leak(suits=lambda made: len(made.turns) > 4, pairs=40)
def _() -> Sequence[Patch]:
    """Whoever comes is told something of the cards among the words that were said."""

    def recalling(self: Audience, follower: Any) -> None:
        follower.send(p.Talked([*self.words, p.Said(None, "", None, str(secret_of(self.table.match, None)))]))

    return [(Audience, "recall", recalling)]
