"""Leaks in the answers to what somebody asks for: moves, hints, reasons, replays, chat."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from tefuda.games.reason import Reason
from tefuda.match import Match
from tefuda.record import Proof, Record
from tefuda.server import eyes, replays
from tefuda.server import protocol as p
from tefuda.server.audience import Audience
from tefuda.server.live import Live
from tefuda.server.log import AnyEntry
from tefuda.server.table import Refusal, Table, fold
from tests.trials.leaks.planting import Patch, has_secrets, leak, patched, secret_of, waits


@leak(suits=lambda made: made.reader is not None, pairs=40)
def _() -> Sequence[Patch]:
    """A refusal names the cards of the others."""
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


@leak(suits=lambda made: made.reader is not None, pairs=60)
def _() -> Sequence[Patch]:
    """The rule that a hint cites depends on the others' hands."""
    rule = Match.rule

    def telling(self: Match, seat: int, lang: str = "en") -> str:
        return f"{rule(self, seat, lang)} {secret_of(self, seat)}"

    return [(Match, "rule", telling)]


@leak()
def _() -> Sequence[Patch]:
    """An acknowledgement goes to everybody, with a hash of the move."""
    move = Live.move

    async def moving(self: Live, seat: int, text: str, command: str) -> None:
        await move(self, seat, text, command)
        self.audience.broadcast(p.Accepted(hashlib.sha256(text.encode()).hexdigest()[:8]))

    return [(Live, "move", moving)]


@leak(suits=lambda made: not made.bots, pairs=12)
def _() -> Sequence[Patch]:
    """Everybody is told when a move is refused."""
    play = Live.play

    async def playing(self: Live, follower: Any, command: p.Play) -> None:
        try:
            await play(self, follower, command)
        except Refusal:
            self.audience.broadcast(p.Said(None, "", "oops", ""))
            raise

    return [(Live, "play", playing)]


@leak(suits=lambda made: not made.evening.private and len(made.turns) > 4, pairs=40)
def _() -> Sequence[Patch]:
    """A match can be replayed before it is over."""

    def record_of(code: str, entries: Sequence[AnyEntry], number: int, person: str, now: float) -> Record:
        record = fold(code, entries).playing.record
        record.proof = Proof("00" * 32, tuple("" for _ in range(record.seats)), "")
        return record

    return [(replays, "record_of", record_of)]


@leak(suits=lambda made: made.evening.leaver is not None)
def _() -> Sequence[Patch]:
    """Somebody who left before a private match gets its replay."""

    def check_replay(table: Table, person: str, match: int) -> None:
        if table.seat_of(person) is None:
            eyes.check_replay(table, person, match)

    return [(replays, "check_replay", check_replay)]


@leak(suits=lambda made: made.reader is not None and len(made.turns) > 4, pairs=40)
def _() -> Sequence[Patch]:
    """A refusal shows whether somebody else could make the move."""
    check = Table.check_play

    def checking(self: Table, seat: int, move: str) -> None:
        try:
            check(self, seat, move)
        except Refusal as refusal:
            assert self.match
            able = any(move in self.match.moves(other) for other in range(self.match.seats))
            raise Refusal(refusal.reason, refusal.text + ("!" if able else "")) from None

    return [(Table, "check_play", checking)]


@leak(suits=lambda made: made.reader is not None and len(made.turns) > 4, pairs=40)
def _() -> Sequence[Patch]:
    """The reason of a hint depends on the others' moves."""
    hinted, asking = p.Hinted, Live.hint

    async def hint(self: Live, follower: Any, command: p.Hint) -> None:
        secret = secret_of(self.table.match, self.table.seat_of(follower.person))
        with patched([(p, "Hinted", lambda known, move, why, rule: hinted(known, move, f"{why} {secret}", rule))]):
            await asking(self, follower, command)

    return [(Live, "hint", hint)]


def _refusing(name: str) -> list[Patch]:
    """Makes the text of this command's refusals depend on the others' moves."""
    asked = getattr(Table, name)

    def counting(self: Table, person: str, *more: Any) -> Any:
        try:
            return asked(self, person, *more)
        except Refusal as refusal:
            raise Refusal(refusal.reason, f"{refusal.text} {secret_of(self.match, self.seat_of(person))}") from None

    return [(Table, name, counting)]


@leak(suits=lambda made: made.reader is not None and len(made.turns) > 4, pairs=40)
def _() -> Sequence[Patch]:
    """The reason why a move is not possible depends on the others' cards."""
    why_not = Match.why_not

    def telling(self: Match, seat: int, move: str, lang: str = "en") -> Reason | None:
        reason = why_not(self, seat, move, lang)
        return reason and reason._replace(text=f"{reason.text} {secret_of(self, seat)}")

    return [(Match, "why_not", telling)]


@leak(suits=lambda made: len(made.turns) > 4, pairs=40)
def _() -> Sequence[Patch]:
    """The hands of a round are revealed before it is over."""

    def revealing(self: Live, person: str, match: int, number: int) -> list[Any]:
        return [self.table.playing.view(seat)._asdict()["hand"] for seat in range(len(self.table.places))]

    return [(Live, "reveal", revealing)]


@leak(suits=lambda made: len(made.turns) > 4, pairs=40)
def _() -> Sequence[Patch]:
    """The refusal of another pace depends on the others' moves."""
    return _refusing("alone")


@leak(suits=lambda made: not made.clock and made.evening.leaver is None, pairs=24, alone=True)
def _() -> Sequence[Patch]:
    """Taking a move back sends everybody a hash of the cards."""
    undone = Audience.undone

    def telling(self: Audience) -> None:
        undone(self)
        record = str(self.table.playing.record).encode()
        self.broadcast(p.Said(None, "", None, hashlib.sha256(record).hexdigest()[:8]))

    return [(Audience, "undone", telling)]


@leak(suits=lambda made: made.evening.leaver is None and made.seats > 2 and not made.bots, pairs=24)
def _() -> Sequence[Patch]:
    """The refusal to let somebody concede depends on the others' moves."""
    return _refusing("concede")


@leak(suits=lambda made: not made.clock and made.evening.leaver is None, pairs=24, alone=True)
def _() -> Sequence[Patch]:
    """The reason of a conceded match's end depends on hidden cards."""
    outcome = Table.outcome

    def telling(self: Table, conceded: int | None) -> tuple[str, list[int], list[int]] | None:
        found = outcome(self, conceded)
        return found and (f"{found[0]} {secret_of(self.match, None)}", *found[1:])

    return [(Table, "outcome", telling)]


@leak(suits=lambda made: len(made.turns) > 4, pairs=40)
def _() -> Sequence[Patch]:
    """The chat that a newcomer gets tells something about the cards."""

    def recalling(self: Audience, follower: Any) -> None:
        follower.send(p.Talked([*self.words, p.Said(None, "", None, str(secret_of(self.table.match, None)))]))

    return [(Audience, "recall", recalling)]


def _recorded(change: Callable[[Record, Table], None]) -> list[Patch]:
    """Lets `change` spoil the record of a match that is over; it gets the table as it is now, too."""
    honest = replays.record_of

    def record_of(code: str, entries: Sequence[AnyEntry], number: int, person: str, now: float) -> Record:
        record = honest(code, entries, number, person, now)
        change(record, fold(code, entries))
        return record

    return [(replays, "record_of", record_of)]


@leak(suits=lambda made: made.evening.leaver is None, alone=True)
def _() -> Sequence[Patch]:
    """The record of a match that is over carries the seed of the next one."""

    def change(record: Record, table: Table) -> None:
        record.names = [f"Aki {table.seed.hex()[:6]}", *record.names[1:]]

    return _recorded(change)


@leak(suits=lambda made: made.evening.before and len(made.turns) > 4, pairs=40)
def _() -> Sequence[Patch]:
    """The record of the match before has a move of the one that is played."""

    def change(record: Record, table: Table) -> None:
        if table.status == "playing":
            record.names = [str(secret_of(table.match, None)), *record.names[1:]]

    return _recorded(change)


@leak(suits=lambda made: made.evening.private and made.evening.leaver is None, pairs=24, alone=True)
def _() -> Sequence[Patch]:
    """Strangers get the record of a private match that is over."""
    return [(replays, "check_replay", lambda table, person, match: None)]


@leak("solo", suits=waits, pairs=160)
def _() -> Sequence[Patch]:
    """The result lists as helped who has let a chance go by."""
    result = Table.result

    def telling(self: Table) -> p.Result | None:
        found = result(self)
        waited = {event.seat or 0 for event in self.playing.record.events if event.text == "wait"}
        return found and replace(found, helped=sorted(waited))

    return [(Table, "result", telling)]


@leak("scout", "twentythree", suits=lambda made: made.reader is not None and has_secrets(made), pairs=40)
def _() -> Sequence[Patch]:
    """Whoever asks whose turn it is learns who has moved in secret."""
    names = Table.names

    def telling(self: Table) -> list[str]:
        found: list[str] = names.__get__(self)
        if self.match and self.status == "playing" and self.match.is_secret:
            return [name if seat in self.match.to_act else "" for seat, name in enumerate(found)]
        return found

    return [(Table, "names", property(telling))]
