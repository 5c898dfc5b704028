"""Twins: two matches that differ only in what one reader, a seat or a spectator, may not know.

The second is made from the first: hidden cards change places, moves become others that look the same, secret moves are
made in another order, and chances are let go by or not. A change stays if the reader's lines, views and moves stay.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from tefuda.games import GAMES, Face
from tefuda.games.option import Value
from tefuda.kernel import CHANCE
from tefuda.record import Event, Part, Reading

WAIT = "wait"
CHANGES = 15  # that are tried
LENGTHS = (3, 5, 8, 16)
FIRST = 90  # turns that the first round of a match may have if the next one is to be seen
TRIES = 40  # to find a match with such a first round; some games have but one round
SEATS_MAX = 5

Draws = list[list[int]]


class Act(NamedTuple):
    seat: int
    move: str


class Turn(NamedTuple):
    """What happens between two moments that the reader can tell apart, in each of the worlds; and a move that the
    reader does not have."""

    acts: tuple[list[Act], list[Act]]
    secret: bool
    probe: str


class Evening(NamedTuple):
    """What people do around the match, the same in both worlds."""

    guest: int | None  # a seat where a guest lends eyes to the reader, and leaves before its player comes
    removed: bool  # the guest is removed by the host
    before: bool  # another match comes before, and is ended by the host; somebody lends eyes in it
    second: bool  # the reader has two connections
    lends: bool  # the reader, a player, lends eyes to a spectator
    private: bool  # nobody may look on, but somebody was in the lobby
    renames: bool  # players change their names
    leaver: int | None  # a seat whose player leaves after the match before, and asks for the replay of the next one


class Twins(NamedTuple):
    game: str
    seats: int
    options: dict[str, Value]
    reader: int | None
    bots: frozenset[int]
    clock: bool
    draws: tuple[Draws, Draws]
    turns: list[Turn]
    evening: Evening
    first: int = 0  # turns of a first round that is the same in both worlds; they differ after it


class Changed(Exception):
    """The reader could tell this world from the other one."""


class World:
    """A match with scripted chance, as the reader sees it."""

    def __init__(self, face: Face, seats: int, options: dict[str, Value], reader: int | None) -> None:
        self.face = face
        self.reader = reader
        self.game = face.begin(seats, options)
        self.reading = Reading(face, reader)
        self.lines: list[Event] = []
        self.draws: Draws = []
        self.pools: Draws = []

    def act(self, act: Act) -> None:
        before = self.game.clone()
        self.game.apply(act.seat, self.face.parse_move(act.move))
        self.lines += self.reading.of(Part.of(self.face, before, Event(*act), self.game))

    def chance(self, drawn: Iterator[list[int]] | random.Random) -> None:
        while self.game.actor() == CHANCE:
            self.pools.append(list(self.game.chance()[0]))
            values = list(self.game.draw(drawn.getrandbits(62)) if isinstance(drawn, random.Random) else next(drawn))
            if len(values) != self.game.chance()[2] or Counter(values) - Counter(self.pools[-1]):
                raise Changed
            before, text = self.game.clone(), self.face.chance_text(self.game, values)
            self.game.deal(values)
            self.draws.append(values)
            self.lines += self.reading.of(Part.of(self.face, before, Event(None, text), self.game))

    def moves(self, seat: int) -> list[str]:
        return [self.face.move_text(action) for action in self.game.legal(seat)]

    def seen(self, act: Act) -> str | None:
        return self.face.seen_move(self.game, act.seat, self.face.parse_move(act.move), self.reader)

    def sight(self) -> tuple[list[Event], object, list[str]]:
        """All that the reader has by now."""
        moves = [] if self.reader is None else self.moves(self.reader)
        return list(self.lines), self.face.view(self.game, self.reader), moves


def twins(rng: random.Random, game: str, alone: bool = False, rests: bool = False) -> Twins:
    """Two worlds of a match of this game. They differ.

    If `alone`, the reader plays against bots alone. If `rests`, they differ only after the first round.
    """
    for number in count():
        found = _try(rng, game, alone, rests and number < TRIES)
        if found:
            return found
    raise AssertionError


def _try(rng: random.Random, game: str, alone: bool, rests: bool) -> Twins | None:
    face = GAMES[game]
    options = {option.name: option.default for option in face.options}
    for option in face.options:
        if rng.random() < 0.2 and (option.choices or isinstance(option.default, bool)):
            options[option.name] = rng.choice(option.choices or (False, True))
    if face.race:
        options[face.race] = 1000
    seats = rng.choice([number for number in face.seats(options) if number <= SEATS_MAX])
    reader = rng.choice([None, *range(seats)])
    others = [seat for seat in range(seats) if seat != reader]
    bots = frozenset(rng.sample(others, rng.randrange(len(others)))) if rng.random() < 0.4 else frozenset[int]()
    if alone:
        bots = frozenset(others)
    if len(bots) == seats:
        return None
    first = World(face, seats, options, reader)
    first.chance(rng)
    sights = [first.sight()]
    script: list[tuple[list[Act], bool, str]] = []
    if rests and not _play_round(first, rng, script, sights):
        return None
    common = len(script), len(first.draws) - 1 if rests else 0  # turns, and draws before the deal of the next round
    for _ in range(rng.choice(LENGTHS[:3] if rests else LENGTHS)):
        acts, secret, probe = _turn(first, rng, bots), face.is_secret(first.game), _probe(first, rng)
        if not acts:
            break
        for act in acts:
            first.act(act)
        first.chance(rng)
        script.append((acts, secret, probe))
        sights.append(first.sight())
    draws, turns = first.draws, [acts for acts, _, _ in script]
    pools = first.pools
    for _ in range(CHANGES):
        changed = draws[: common[1]] + _change(draws[common[1] :], pools[common[1] :], rng)
        try:
            second = World(face, seats, options, reader)
            followed = list(_follow(second, iter(changed), turns, sights, bots, rng, common[0]))
        except (Changed, ValueError, StopIteration, RuntimeError):
            continue
        turns, draws, pools = followed, second.draws, second.pools
    if draws == first.draws and turns == [acts for acts, _, _ in script]:
        return None
    both = [Turn((one, other), secret, probe) for (one, secret, probe), other in zip(script, turns, strict=True)]
    clock, evening = rng.random() < 0.4, _evening(rng, seats, reader, bots)
    return Twins(game, seats, options, reader, bots, clock, (first.draws, draws), both, evening, common[0])


def _play_round(
    world: World,
    rng: random.Random,
    script: list[tuple[list[Act], bool, str]],
    sights: list[tuple[list[Event], object, list[str]]],
) -> bool:
    """Plays to the beginning of the next round, letting no chance go by; whether it comes soon."""
    for _ in range(FIRST):
        secret = world.face.is_secret(world.game)
        acts = _turn(world, rng, frozenset(range(world.game.seats)))
        for act in acts:
            world.act(act)
        world.chance(rng)
        script.append((acts, secret, "fly"))
        sights.append(world.sight())
        if not acts or world.game.rounds():
            return bool(acts) and any(world.game.count(seat) for seat in range(world.game.seats))
    return False


def _evening(rng: random.Random, seats: int, reader: int | None, bots: frozenset[int]) -> Evening:
    host = next(seat for seat in range(seats) if seat not in bots)
    free = [seat for seat in range(seats) if seat not in (host, reader)]
    before = rng.random() < 0.4
    leaver = rng.choice(sorted(bots)) if reader is not None and bots and before and rng.random() < 0.6 else None
    private = reader is not None and (leaver is not None or rng.random() < 0.25)
    return Evening(
        guest=rng.choice(free) if free and leaver is None and rng.random() < 0.5 else None,
        removed=rng.random() < 0.5,
        before=before,
        second=rng.random() < 0.4,
        lends=reader is not None and not private and rng.random() < 0.5,
        private=private,
        renames=rng.random() < 0.5,
        leaver=leaver,
    )


def _turn(world: World, rng: random.Random, bots: frozenset[int]) -> list[Act]:
    """What is done next: by everybody where it is secret, and else by one seat, after some have let a chance go by."""
    able = [seat for seat in range(world.game.seats) if world.game.count(seat)]
    if world.face.is_secret(world.game):
        rng.shuffle(able)
        return [Act(seat, rng.choice(world.moves(seat))) for seat in able]
    waits = _waits(world, rng, bots)
    if bots:
        able = [seat for seat in able if seat in world.face.waits_for(world.game)]
    acts = [Act(seat, move) for seat in able for move in world.moves(seat) if move != WAIT]
    waiting = {act.seat for act in waits}
    acts = [act for act in acts if act.seat not in waiting]
    return [*waits, rng.choice(acts)] if acts else []


def _waits(world: World, rng: random.Random, bots: frozenset[int]) -> list[Act]:
    """Which seats let a chance go by. Bots decide that themselves."""
    seats = [seat for seat in range(world.game.seats) if seat not in bots and seat != world.reader]
    return [Act(seat, WAIT) for seat in seats if WAIT in world.moves(seat) and rng.random() < 0.5]


def _probe(world: World, rng: random.Random) -> str:
    """A move that the reader does not have."""
    own = set() if world.reader is None else set(world.moves(world.reader))
    found = [move for seat in range(world.game.seats) for move in world.moves(seat) if move not in own]
    return rng.choice(found) if found else "fly"


def _change(draws: Draws, pools: Draws, rng: random.Random) -> Draws:
    """Some of the drawn things change places, with each other or with what was not drawn."""
    new = [list(drawn) for drawn in draws]
    for _ in range(rng.choice((0, 1, 1, 2, 4))):
        i = rng.randrange(len(new))
        p = rng.randrange(len(new[i]))
        left = list((Counter(pools[i]) - Counter(new[i])).elements())
        j = rng.choice((i, rng.randrange(len(new))))
        if left and rng.random() < 0.3:
            new[i][p] = rng.choice(left)
        else:
            q = rng.randrange(len(new[j]))
            new[i][p], new[j][q] = new[j][q], new[i][p]
    return new


def _follow(
    world: World,
    drawn: Iterator[list[int]],
    turns: list[list[Act]],
    sights: list[tuple[list[Event], object, list[str]]],
    bots: frozenset[int],
    rng: random.Random,
    same: int,
) -> Iterator[list[Act]]:
    """Turns in this world with which the reader sees the same; the first ones are the same."""
    world.chance(drawn)
    _check(world, sights[0])
    for number, (acts, sight) in enumerate(zip(turns, sights[1:], strict=True)):
        secret = world.face.is_secret(world.game)
        if number < same:
            mine = acts
        elif secret:
            mine = _others(world, acts, rng)
        else:
            mine = [*_waits(world, rng, bots), _alike(world, acts[-1], sight, rng)]
        if not secret and mine[-1].seat in {act.seat for act in mine[:-1]}:
            mine = mine[-1:]
        for act in mine:
            world.act(act)
        world.chance(drawn)
        _check(world, sight)
        yield mine


def _others(world: World, acts: list[Act], rng: random.Random) -> list[Act]:
    """Secret moves may be others, and in another order."""
    new = [
        act if act.seat == world.reader or rng.random() < 0.8 else Act(act.seat, rng.choice(world.moves(act.seat)))
        for act in acts
    ]
    rng.shuffle(new)
    return new


def _alike(world: World, act: Act, sight: tuple[list[Event], object, list[str]], rng: random.Random) -> Act:
    """A move of the same seat that the reader sees as the same."""
    if act.seat == world.reader:
        return act
    lines = sight[0][len(world.lines) :]
    shown = [line.text for line in lines if line.seat == act.seat]
    if act.move in world.moves(act.seat) and world.seen(act) in shown and rng.random() < 0.7:
        return act
    alike = [Act(act.seat, move) for move in world.moves(act.seat) if world.seen(Act(act.seat, move)) in shown]
    if not alike:
        raise Changed
    return rng.choice(alike)


def _check(world: World, sight: tuple[list[Event], object, list[str]]) -> None:
    if world.sight() != sight:
        raise Changed
