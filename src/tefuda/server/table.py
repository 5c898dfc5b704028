"""A table: the fold of its log. No clock, no socket and no store here; what may happen is checked in one place.

It is one file, because every command checks and changes the same state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from tefuda.bots import levels_of, quick_level
from tefuda.deal import Deal, Duplicate, commitment
from tefuda.errors import BadNotation
from tefuda.games import GAMES
from tefuda.games.option import recorded_options
from tefuda.kernel.plain import Game
from tefuda.match import Match
from tefuda.record import Event, Record
from tefuda.server import protocol as p
from tefuda.server.log import (
    Allowed,
    AnyEntry,
    Assigned,
    Began,
    Did,
    Ended,
    Hinted,
    Hosted,
    Made,
    Moved,
    Over,
    Published,
    Sat,
    Stood,
    Undone,
    Wished,
)

REMEMBERED = 32  # the last commands of a seat, or of a person, that are recognised when they are resent
PERSONS = 32  # persons whose commands are remembered


class Refusal(Exception):
    """Why a command is not carried out."""

    def __init__(self, reason: p.Reason, text: str = "") -> None:
        super().__init__(reason, text)
        self.reason = reason
        self.text = text


class Place:
    """One seat of the table."""

    __slots__ = (
        "bot",
        "by_bot",
        "commands",
        "delay",
        "eyes",
        "face",
        "gone",
        "hinted",
        "moves",
        "name",
        "person",
        "reserve",
        "salt",
        "undone",
        "wishes",
    )

    def __init__(self, bot: p.Level | None) -> None:
        self.bot = bot  # the level that plays here, or None for a person's seat
        self.person = ""
        self.name = ""
        self.face = ""
        self.salt = ""
        self.eyes = False  # spectators may see what this seat sees ...
        self.delay = 0  # ... so many seconds later
        self.hinted = False  # has used hints in this match
        self.undone = False  # has taken moves back in this match
        self.gone = False  # has stood up after the start
        self.wishes = False  # wants another match
        self.reserve = 0
        self.moves = 0  # of this match that others had to wait for ...
        self.by_bot = 0  # ... and those that a bot made
        self.commands: list[tuple[int, str]] = []  # the last ones that were carried out, with their match

    @property
    def kind(self) -> Literal["free", "person", "bot"]:
        return "bot" if self.bot else "person" if self.person else "free"

    def lend(self, eyes: bool, delay: int = 0) -> None:
        self.eyes, self.delay = eyes, delay if eyes else 0


class Step:
    """What one move was: the game before and after each of its events."""

    __slots__ = ("parts", "seat")

    def __init__(self, seat: int | None, parts: list[tuple[Game, Event, Game]]) -> None:
        self.seat = seat
        self.parts = parts


def check_levels(game: str, levels: Iterable[p.Level | None]) -> None:
    """Refuses a level that this game does not have now."""
    for level in levels:
        if level is not None and level not in levels_of(game):
            raise Refusal("option", f"there is no {level} of {game} here: its network is missing or of other rules")


class Table:
    """Everything that was decided at a table. `read` changes it; the questions below change nothing."""

    def __init__(self, code: str, made: Made) -> None:
        self.code = code
        self.face = GAMES[made.game]
        self.made = replace(made, options=recorded_options(self.face.options, made.options))
        self.places = [Place(bot) for bot in made.seats]
        self.status: p.Status = "lobby"
        self.number = 0  # of the match, from 1
        self.match: Match | None = None
        self.seed = bytes.fromhex(made.seed)
        self.revealed: bytes | None = None
        self.deal_salts: list[str] = []
        self.turned = 0  # in a duplicate: by how much the seats of the match are turned
        self.host = made.host  # the person who may start and assign seats
        self.sat: list[set[str]] = []  # the persons who sat in each match, at its start or later
        self.published: set[int] = set()  # matches whose replays the host has opened to everybody
        self.stopped = False  # the host has ended the match
        self.conceded: int | None = None  # the seat that gave the match up
        self.done: dict[str, list[str]] = {}  # the last commands of each person that were accepted
        self.since = 0  # unix time at which the present decision began, where the clock runs by the day
        self.size = 1  # entries of the log
        self.summary = b""  # of its head, as it was last stored

    @property
    def race_window(self) -> int:
        """For how many ms moves are held where several seats may react; 0 if the first that arrives counts."""
        return int(self.made.options.get(self.face.race, 0))

    @property
    def stand_in(self) -> p.Level:
        """The level that plays for people who are gone, and in seats that nobody took."""
        return quick_level(self.made.game)

    # ---- folding

    def read(self, entry: AnyEntry) -> Step | None:
        """Takes one entry of the log into account; gives what happened in the match."""
        self.size += 1
        match entry:
            case Sat(seat, person, name, salt, face):
                place = self.places[seat]
                if place.person != person:
                    place = self.places[seat] = Place(None)
                place.person, place.name, place.face, place.gone, place.bot = person, name, face, False, None
                place.salt = salt or place.salt
                if self.status == "playing":
                    self.sat[-1].add(person)
            case Stood(seat):
                if self.status == "lobby":
                    self.places[seat] = Place(None)
                else:
                    self.places[seat].gone = True
                    self.places[seat].lend(False)
            case Assigned(seat, bot):
                self.places[seat] = Place(bot)
            case Allowed(seat, eyes, delay):
                self.places[seat].lend(eyes, delay)
            case Hinted(seat):
                self.places[seat].hinted = True
            case Undone(seat, events):
                self.places[seat].undone = True
                if events < len(self.playing.record.events):  # else it is of a match that is skipped
                    self.match = self.playing.undo_to(events)
            case Published(match):
                self.published.add(match)
            case Hosted(person):
                self.host = person
            case Did(person, command):
                self.remember(person, command)
            case Wished(seat, salt):
                self.places[seat].wishes, self.places[seat].salt = True, salt
            case Began():
                return self._begin(entry)
            case Moved():
                return self._move(entry)
            case Over(seed, stopped, conceded):
                self.stopped, self.conceded = stopped, conceded
                self.status, self.revealed, self.seed = "over", self.seed, bytes.fromhex(seed)
                for place in self.places:
                    place.salt = ""
                    place.lend(False)
            case Ended():
                self.status = "ended"
        return None

    def remember(self, person: str, command: str) -> None:
        known = self.done.pop(person, [])
        self.done[person] = [*known[1 - REMEMBERED :], command]
        if len(self.done) > PERSONS:
            del self.done[next(iter(self.done))]

    def _begin(self, began: Began) -> Step:
        self.status = "playing"
        self.number += 1
        self.revealed, self.stopped, self.conceded = None, False, None
        self.deal_salts = [place.salt for place in self.places]
        self.sat.append({place.person for place in self.places if place.person and not place.gone})
        for place in self.places:
            place.wishes = place.hinted = place.undone = False
            place.moves = place.by_bot = 0
            place.reserve = self.made.clock.reserve * 1000 if self.made.clock else 0
        record = Record(self.made.game, len(self.places), dict(self.made.options), list(began.names))
        record.events = [Event(None, text) for text in began.drawn]
        deal = self._deal(self.deal_salts, self.number)
        self.match, parts = Match.begin(record, deal.draw)
        if isinstance(deal, Duplicate):
            deal.record, self.turned = self.match.record, deal.turned
        self.since = began.at
        return Step(None, parts)

    def _move(self, moved: Moved) -> Step:
        assert self.match is not None
        events = [Event(moved.seat, moved.move), *(Event(None, text) for text in moved.drawn)]
        parts = self.match.go_on(events)
        self._note(moved)
        return Step(moved.seat, parts)

    def skip(self, moved: Moved) -> None:
        """Reads a move of a match that is over: its command is remembered, but it is not made again."""
        self.size += 1
        self._did(moved)

    def _note(self, moved: Moved) -> None:
        place, counts = self.places[moved.seat], not self._disturbs_nobody(moved.move)
        place.reserve = moved.reserve
        if counts:  # nobody learns from `helped` that somebody let a chance go by
            place.moves += 1
            place.by_bot += not moved.command
        self._did(moved)
        if moved.at and counts and self.match and not self.match.is_secret:  # a hidden move gives nobody more time
            self.since = moved.at

    def _did(self, moved: Moved) -> None:
        if moved.command:
            place = self.places[moved.seat]
            place.commands = [*place.commands[1 - REMEMBERED :], (self.number, moved.command)]

    def _deal(self, salts: Sequence[str], number: int) -> Deal:
        own, shared = [bytes.fromhex(salt) for salt in salts], self.made.duplicate
        return Duplicate(self.seed, own, bytes.fromhex(shared.seed), number) if shared else Deal(self.seed, own)

    # ---- what may happen, as entries

    def sit(self, person: str, seat: int, name: str, salt: str, face: str = "") -> Sat:
        place = self._place(seat)
        own = self.seat_of(person)
        if own == seat and self.status != "ended":
            return Sat(seat, person, name or place.name, salt if self.status == "lobby" else "", face)
        if self.status != "lobby":
            raise Refusal("started", "the match has begun; you can watch it")
        if place.kind != "free":
            raise Refusal("taken", f"seat {seat} is taken")
        if own is not None:
            raise Refusal("taken", f"this person sits in seat {own} already")
        return Sat(seat, person, name, salt, face)

    def stand(self, person: str) -> Stood:
        return Stood(self._own(person))

    def assign(self, person: str, seat: int, bot: p.Level | None) -> Assigned:
        self._host(person)
        self._place(seat)
        if self.status != "lobby":
            raise Refusal("started", "seats are given before the start")
        check_levels(self.made.game, [bot])
        return Assigned(seat, bot)

    def allow(self, person: str, eyes: bool, delay: int) -> Allowed:
        return Allowed(self._own(person), eyes, delay)

    def alone(self, person: str) -> int:
        """The seat of a person who plays against bots alone; Refusal if others play, too, or a clock runs."""
        seat = self._own(person)
        if self.made.clock or any(place.kind != "bot" for other, place in enumerate(self.places) if other != seat):
            raise Refusal("not-allowed", "only against bots alone, and without a clock")
        return seat

    def undo(self, person: str) -> Undone:
        """Back to one's last decision."""
        seat = self.alone(person)
        if self.made.duplicate:
            raise Refusal("not-allowed", "others play the same cards, so no move is taken back")
        if self.status != "playing":
            raise Refusal("not-started" if self.status == "lobby" else "over", "no match is being played")
        events = self.playing.record.events
        own = [n for n, event in enumerate(events) if event.seat == seat and not self._disturbs_nobody(event.text)]
        if not own:
            raise Refusal("not-now", "you have not moved yet")
        return Undone(seat, own[-1])

    def _disturbs_nobody(self, move: str) -> bool:
        return self.face.disturbs_nobody(self.face.parse_move(move))

    def publish(self, person: str, match: int) -> Published:
        """Everybody who has the code may see the replay of this match, which is over."""
        self._host(person)
        if not 1 <= match <= self.number:
            raise Refusal("not-started", "there was no such match")
        if match == self.number and self.status == "playing":
            raise Refusal("started", "the match is not over")
        return Published(match)

    def start(self, person: str, filler: p.Level) -> list[AnyEntry]:
        """Free seats get bots, and the match begins."""
        self._host(person)
        if self.status != "lobby":
            raise Refusal("started", "the match has begun")
        filled = [Assigned(seat, filler) for seat, place in enumerate(self.places) if place.kind == "free"]
        return [*filled, self._began()]

    def wish(self, person: str, salt: str) -> Wished:
        """A seat wants another match, which begins when everybody who is still here does."""
        if self.status == "ended":
            raise Refusal("over", "the table is closed")
        if self.status != "over":
            raise Refusal("not-started" if self.status == "lobby" else "started", "the match is not over")
        seat = self._own(person)
        if self.made.duplicate and self.number >= self.made.duplicate.matches:
            raise Refusal("over", "all matches of this duplicate were played")
        return Wished(seat, salt)

    def end(self, person: str, seed: str) -> Over:
        """The host stops the match. The seed is for the next one."""
        self._host(person)
        if self.status != "playing":
            raise Refusal("not-started" if self.status == "lobby" else "over", "no match is being played")
        return Over(seed, True)

    def concede(self, person: str, seed: str) -> Over:
        """Somebody gives up. With several other people the match goes on, so one can only let a bot play."""
        seat = self._own(person)
        if self.status != "playing":
            raise Refusal("not-started" if self.status == "lobby" else "over", "no match is being played")
        others = [place for other, place in enumerate(self.places) if other != seat]
        if len(others) > 1 and any(place.person for place in others):
            raise Refusal("not-allowed", "the others play on; let a bot play for you")
        return Over(seed, False, seat)

    def outcome(self, conceded: int | None) -> tuple[str, list[int], list[int]] | None:
        """How the match has ended, or ends if this seat gives it up: the reason, the scores and the winners."""
        if self.match is None:
            return None
        if result := self.match.result:
            return result.reason, list(result.scores), list(result.winners)
        if conceded is None and not self.stopped:
            return None
        scores = self.match.view(None).to_dict()["scores"]
        if conceded is not None:
            return "conceded", scores, [seat for seat in range(len(self.places)) if seat != conceded]
        return "stopped", scores, []

    def rematch(self) -> Began:
        return self._began()

    def _began(self) -> Began:
        """The match is set up here once to see what chance does; `read` does the same from the entry."""
        names = self.names
        deal = self._deal([place.salt for place in self.places], self.number + 1)
        options: dict[str, Any] = dict(self.made.options)
        match = Match(self.made.game, len(self.places), names=names, draw=deal.draw, **options)
        return Began(names, [event.text for event in match.record.events])

    def check_text(self, move: str) -> None:
        """Refusal if nobody could make this move at any time of the match."""
        if self.status == "lobby":
            raise Refusal("not-started", "the match has not begun")
        if self.match is None or self.status != "playing":
            raise Refusal("over", "the match is over")
        try:
            self.face.parse_move(move)
        except BadNotation as error:
            raise Refusal("notation", str(error)) from None

    def check_play(self, seat: int, move: str) -> None:
        """Refusal if the seat may not make this move now. The texts say only what the seat can know."""
        self.check_text(move)
        assert self.match is not None
        if not self.match.may_act(seat):
            raise Refusal("not-now", "you have no move now")
        if not self.match.is_legal(seat, move):
            raise Refusal("illegal", f"{move!r} is not among your moves")

    def play(self, seat: int, move: str, command: str, reserve: int, at: int = 0) -> tuple[Moved, Step]:
        """Makes a move that was checked; the rules let no other in.

        This alone is done before it is stored, because the entry contains what chance then does.
        """
        assert self.match is not None
        parts = self.match.make(seat, move)
        moved = Moved(seat, move, [event.text for _, event, _ in parts[1:]], command, reserve, at)
        self._note(moved)
        self.size += 1
        return moved, Step(seat, parts)

    # ---- questions

    def matters(self, entry: AnyEntry) -> bool:
        """Whether the entry changes anything. People repeat commands, and scripts repeat them for ever."""
        match entry:
            case Sat(seat, person, name, salt, face):
                place = self.places[seat]
                same = (place.person, place.name, place.face, place.gone) == (person, name, face, False)
                return not same or salt not in ("", place.salt)
            case Stood(seat):
                return not self.places[seat].gone
            case Assigned(seat, bot):
                return bool(self.places[seat].person) or self.places[seat].bot != bot
            case Allowed(seat, eyes, delay):
                return (self.places[seat].eyes, self.places[seat].delay) != (eyes, delay if eyes else 0)
            case Wished(seat, salt):
                return not self.places[seat].wishes or self.places[seat].salt != salt
            case Hinted(seat):
                return not self.places[seat].hinted and self.status == "playing"
            case Published(match):
                return match not in self.published
        return True

    def seat_of(self, person: str) -> int | None:
        if person:
            for seat, place in enumerate(self.places):
                if place.person == person:
                    return seat
        return None

    def has_sat(self, person: str, match: int) -> bool:
        """Whether this person sat in that match, and did not leave before it began."""
        return 1 <= match <= self.number and person in self.sat[match - 1]

    def is_done(self, seat: int, match: int, command: str) -> bool:
        """Whether this command of the seat was carried out already, perhaps in the match before."""
        return (match, command) in self.places[seat].commands

    @property
    def names(self) -> list[str]:
        """The name of whoever sits, or will sit, in each seat."""
        return [place.name or BOT_NAMES[seat] for seat, place in enumerate(self.places)]

    @property
    def playing(self) -> Match:
        """The match that is played, or was played last; Refusal before the first."""
        if self.match is None:
            raise Refusal("not-started", "the match has not begun")
        return self.match

    @property
    def is_over(self) -> bool:
        return self.match is not None and self.match.actor is None

    def is_known(self, person: str, command: str) -> bool:
        """Whether this command of the person was accepted already."""
        return command in self.done.get(person, ())

    def result(self) -> p.Result | None:
        """How the match ended, who used hints in it, and for whom a bot has played."""
        outcome = self.outcome(self.conceded)
        if outcome is None:
            return None
        hinted = [seat for seat, place in enumerate(self.places) if place.hinted]
        helped = [seat for seat in range(len(self.places)) if self.is_bots_work(seat)]
        undone = [seat for seat, place in enumerate(self.places) if place.undone]
        return p.Result(*outcome, hinted, helped, undone)

    def is_bots_work(self, seat: int) -> bool:
        """Whether a bot has made half of a person's moves or more: then it is not the person's result."""
        place = self.places[seat]
        return bool(place.person) and place.by_bot > 0 and 2 * place.by_bot >= place.moves

    @property
    def wishes(self) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place.wishes]

    def deal_info(self) -> p.Deal:
        if self.status == "playing":
            return p.Deal(commitment(self.seed), self.deal_salts, None, None)
        if self.revealed is not None:
            coming = commitment(self.seed) if self.status == "over" else None
            return p.Deal(commitment(self.revealed), self.deal_salts, self.revealed.hex(), coming)
        return p.Deal(commitment(self.seed), [place.salt for place in self.places], None, None)

    def duplicate_info(self) -> p.Duplicate | None:
        shared = self.made.duplicate
        if shared is None:
            return None
        promised = commitment(bytes.fromhex(shared.seed))
        return p.Duplicate(shared.code, self.number, shared.matches, promised, int(shared.until))

    def check_running(self, now: float) -> None:
        """Refusal if the matches of this table belong to a duplicate that has ended."""
        if self.made.duplicate and now >= self.made.duplicate.until:
            raise Refusal("over", "the duplicate has ended, and its cards are known")

    def check_known(self, now: float) -> None:
        """Refusal while others may still play the same cards: until then, nobody sees more than what they saw."""
        if self.made.duplicate and now < self.made.duplicate.until:
            raise Refusal("started", "others may still play these cards; they are shown when the duplicate ends")

    def _place(self, seat: int) -> Place:
        if seat >= len(self.places):
            raise Refusal("taken", f"there is no seat {seat}")
        return self.places[seat]

    def _own(self, person: str) -> int:
        seat = self.seat_of(person)
        if seat is None:
            raise Refusal("not-seated", "only players may do that")
        return seat

    def _host(self, person: str) -> None:
        if person != self.host:
            raise Refusal("not-host", "only the host may do that")


BOT_NAMES = ("Asa", "Botan", "Chidori", "Daichi", "Ebi", "Fuji", "Goma", "Hina", "Iroha", "Jasumin")


def person_of(token: str) -> str:
    """Whom a token stands for: tokens themselves are never stored."""
    return hashlib.sha256(b"tefuda person " + token.encode()).hexdigest()


def fold(code: str, entries: Sequence[AnyEntry], whole: bool = False) -> Table:
    """The table of a log. The moves of earlier matches are made again only if the `whole` of it is wanted."""
    made = entries[0]
    assert isinstance(made, Made)
    table = Table(code, made)
    last = max((number for number, entry in enumerate(entries) if isinstance(entry, Began)), default=0)
    for number, entry in enumerate(entries[1:], 1):
        if number < last and isinstance(entry, Moved) and not whole:
            table.skip(entry)
        else:
            table.read(entry)
    return table
