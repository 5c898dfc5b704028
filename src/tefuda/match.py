"""The match: people and bots reach the rules only through it, and it checks every move."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, Self, cast, overload

from tefuda.errors import BadNotation, BadRecord, IllegalMove
from tefuda.games import GAMES, Face, Result
from tefuda.games.option import Value, check_options
from tefuda.games.reason import Reason
from tefuda.games.view import View
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.plain import Game
from tefuda.record import Event, Record, act, check_name, either

if TYPE_CHECKING:
    import random

    from typing_extensions import TypeVar  # for the default; type checkers bring it along

    from tefuda.games.gift import view as gift
    from tefuda.games.scout import view as scout
    from tefuda.games.solo import view as solo
    from tefuda.games.twentythree import view as twentythree

    # The view of the game; a plain `Match` is a match of any game.
    V_co = TypeVar("V_co", bound=View, default=View, covariant=True)
else:
    from typing import TypeVar

    V_co = TypeVar("V_co", covariant=True)

Step = tuple[Game, Event, Game]  # an event, with the game right before and right after it

# Decides which action a seat takes in this game.
Decision = Callable[[Face, Game, int, "random.Random"], int]

# Decides what chance draws in this game now, which will be the event of this number.
Draw = Callable[[Face, Game, int], Sequence[int]]


def set_up(game: str, seats: int | None, options: Mapping[str, object]) -> tuple[Face, int, dict[str, Value]]:
    """The face of a game (by name or folder), how many seats (None: the usual number) and all options.

    ValueError names what is wrong.
    """
    face = GAMES.find(game)
    chosen = check_options(face.options, options)
    allowed = face.seats(chosen)
    seats = allowed[0] if seats is None else seats
    if isinstance(seats, bool) or seats not in allowed:
        ways = [
            f"{option.name}={choice}"
            for option in face.options
            for choice in option.choices
            if seats in face.seats({**chosen, option.name: choice})
        ]
        hint = f"; {seats} seats go with {' or '.join(ways)}" if ways else ""
        raise ValueError(f"seats must be {either(allowed)} here, not {seats!r}{hint}")
    return face, seats, chosen


class Match(Generic[V_co]):
    """One play of a game, to its final result. Type checkers know the views of our own games.

    >>> match = Match("scout", seats=4, seed=7)
    >>> match.to_act
    (0, 1, 2, 3)
    >>> match.moves(2)
    ['keep', 'flip']
    >>> match.play(2, "flip")
    >>> match.to_act
    (0, 1, 3)
    """

    @overload
    def __init__(
        self: Match[scout.View],
        game: Literal["scout"],
        seats: int | None = None,
        seed: int | None = None,
        *,
        names: Sequence[str] = (),
        draw: Draw | None = None,
        **options: object,
    ) -> None: ...

    @overload
    def __init__(
        self: Match[twentythree.View],
        game: Literal["twentythree"],
        seats: int | None = None,
        seed: int | None = None,
        *,
        names: Sequence[str] = (),
        draw: Draw | None = None,
        **options: object,
    ) -> None: ...

    @overload
    def __init__(
        self: Match[solo.View],
        game: Literal["solo"],
        seats: int | None = None,
        seed: int | None = None,
        *,
        names: Sequence[str] = (),
        draw: Draw | None = None,
        **options: object,
    ) -> None: ...

    @overload
    def __init__(
        self: Match[gift.View],
        game: Literal["gift"],
        seats: int | None = None,
        seed: int | None = None,
        *,
        names: Sequence[str] = (),
        draw: Draw | None = None,
        **options: object,
    ) -> None: ...

    @overload
    def __init__(
        self: Match[View],
        game: str,
        seats: int | None = None,
        seed: int | None = None,
        *,
        names: Sequence[str] = (),
        draw: Draw | None = None,
        **options: object,
    ) -> None: ...

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seed: int | None = None,
        *,
        names: Sequence[str] = (),
        draw: Draw | None = None,
        **options: object,
    ) -> None:
        self._face, seats, chosen = set_up(game, seats, options)
        if len(names) > seats:
            raise ValueError(f"{len(names)} names are too many for {seats} seats")
        self._seed = _seed(seed)
        self._draw = draw or self._draw_by_seed
        checked = [check_name(name) for name in names] + [""] * (seats - len(names))
        self.record = Record(self._face.name, seats, chosen, checked)
        self._game = self._face.begin(seats, chosen)
        self._chance_acts()

    @property
    def game(self) -> str:
        return self.record.game

    @property
    def seats(self) -> int:
        return self.record.seats

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now, ascending; () when the match is over."""
        return tuple(seat for seat in range(self.seats) if self._game.count(seat))

    @property
    def rounds(self) -> int:
        """How many rounds are completed."""
        return self._game.rounds()

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The seats for whose move the match waits, as far as everybody may know."""
        return () if self._game.actor() == OVER else self._face.waits_for(self._game)

    @property
    def is_secret(self) -> bool:
        """Whether it is a secret now who has already moved."""
        return self._game.actor() != OVER and self._face.is_secret(self._game)

    @property
    def actor(self) -> int | None:
        """The seat that acts next where seats act one at a time; None when the match is over."""
        return None if self._game.actor() == OVER else self._game.actor()

    def moves(self, seat: int) -> list[str]:
        """The legal moves of a seat, in the order of docs/notation.md."""
        self._check_seat(seat)
        return self._face.move_texts(self._game.legal(seat))

    def may_act(self, seat: int) -> bool:
        """Whether a seat has any move now."""
        self._check_seat(seat)
        return self._game.count(seat) > 0

    def is_legal(self, seat: int, move: str) -> bool:
        """Whether this text is among the moves of a seat."""
        self._check_seat(seat)
        action = self._face.parse_move(move)
        return move == self._face.move_text(action) and action in self._game.legal(seat)

    def play(self, seat: int, move: str) -> None:
        """Makes a move. BadNotation if the text is not a move, IllegalMove if the seat may not make it now."""
        self.make(seat, move)

    def make(self, seat: int, move: str) -> list[Step]:
        """The same, and what happened: the move and what chance did then, each with the game before and after it."""
        if not isinstance(move, str):
            raise BadNotation(f"{move!r} is not a move; a move is a text")
        action = self._face.parse_move(move)
        self._check_seat(seat, IllegalMove)
        if self._game.actor() == OVER:
            raise IllegalMove("the match is over")
        if not self._game.count(seat):
            raise IllegalMove(f"seat {seat} may not act now")
        try:
            return self.go_on([Event(seat, self._face.move_text(action))])
        except ValueError:
            raise IllegalMove(f"{move!r} is not among the legal moves of seat {seat}") from None

    def go_on(self, events: Sequence[Event]) -> list[Step]:
        """Plays events of a record, and what chance does then. ValueError if one is not possible."""
        states, first = [self._game.clone()], len(self.record.events)
        for event in events:
            act(self._face, self._game, event)
            self.record.events.append(event)
            states.append(self._game.clone())
        while self._chance_acts_once():
            states.append(self._game.clone())
        return list(zip(states, self.record.events[first:], states[1:], strict=False))

    def view(self, seat: int | None) -> V_co:
        """What a seat may know; None is a spectator."""
        if seat is not None:
            self._check_seat(seat)
        return cast("V_co", self._face.view(self._game, seat))

    def shared_view(self, seat: int | None) -> V_co:
        """The same, to be read only: whoever asks again for the same gets the same view."""
        return self._face.shared_view(self._game, seat)  # type: ignore[return-value]  # a cast takes time

    def view_json(self, seat: int | None, encode: Callable[[dict[str, Any]], bytes]) -> bytes:
        """The JSON of the same view, made with this encoder."""
        return self._face.view_json(self._game, seat, encode)

    def decide(self, seat: int, decide: Decision, rng: random.Random) -> str:
        """The move of a bot that is given a state, not a view: one that its seat cannot tell from the true one."""
        world = self._game.redeal(seat, rng.getrandbits(62))
        return self._face.move_text(decide(self._face, world, seat, rng))

    @property
    def result(self) -> Result | None:
        return self._face.result(self._game) if self._game.actor() == OVER else None

    @classmethod
    def replay(cls, text: str | Record, draw: Draw | None = None, seed: int | None = None) -> Match:
        """The match of a record, ready to go on. BadRecord names the line that is not possible.

        What chance does from there on follows from the seed: with the match's own seed it goes on as it would have.
        """
        record = text if isinstance(text, Record) else Record.parse(text)
        return cls._of(record, record.events, _seed(seed), draw)

    @classmethod
    def begin(cls, record: Record, draw: Draw) -> tuple[Match, list[Step]]:
        """The match of a record, ready to go on, and what happened in it. ValueError if an event is not possible."""
        match = cls._before(record, _seed(None), draw)
        return match, match.go_on(record.events)

    def undo_to(self, count: int) -> Self:
        """A new match from the first `count` events."""
        if not isinstance(count, int) or not 0 <= count <= len(self.record.events):
            raise ValueError(f"the record has {len(self.record.events)} events, so {count!r} cannot be kept")
        by_seed = self._draw == self._draw_by_seed
        return self._of(self.record, self.record.events[:count], self._seed, None if by_seed else self._draw)

    def story(self, reader: int | None, lang: str = "en", since: int = 0) -> Iterator[str]:
        """What happened from event number `since` on, in sentences that the reader may read."""
        for index, (before, event, after) in enumerate(self.record.steps()):
            if index >= since:
                yield from self.told(before, event, after, reader, lang)

    def told(self, before: Game, event: Event, after: Game, reader: int | None, lang: str) -> Iterable[str]:
        """The sentences about one event."""
        return self._face.story(before, event.seat, event.text, after, reader, self.record.labels, lang)

    def rule(self, seat: int, lang: str = "en") -> str:
        """What the rules say about what the seat can do now."""
        return self._face.rule(self.view(seat), lang, self.record.labels)

    def facts(self, seat: int | None) -> dict[str, Any]:
        """What the rules say about what the seat sees and can do, for whoever draws it."""
        return self._face.facts(self.view(seat), [] if seat is None else self.moves(seat))

    def why_not(self, seat: int, move: str, lang: str = "en") -> Reason | None:
        """Why the seat cannot make this move now, as far as it may know; None if it can."""
        action = self._face.parse_move(move)
        self._check_seat(seat)
        if action in self._game.legal(seat):
            return None
        return self._face.why_not(self.view(seat), self._face.move_text(action), lang, self.record.labels)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self.record == other.record

    def __repr__(self) -> str:
        return f"<Match {self.game} seats={self.seats} events={len(self.record.events)} to_act={self.to_act}>"

    # ---- chance

    def _draw_by_seed(self, face: Face, game: Game, index: int) -> Sequence[int]:
        """Each event has a stream of its own, so that after an undo chance does as before."""
        import hashlib  # imported here, because it takes time and a replay does not need it

        key = f"{self._seed}/{index}".encode()
        return game.draw(int.from_bytes(hashlib.blake2b(key, digest_size=8).digest(), "big") >> 1)

    def _chance_acts(self) -> None:
        while self._chance_acts_once():
            pass

    def _chance_acts_once(self) -> bool:
        if self._game.actor() != CHANCE:
            return False
        drawn = self._draw(self._face, self._game, len(self.record.events))
        text = self._face.chance_text(self._game, drawn)
        self._game.deal(drawn)
        self.record.events.append(Event(None, text))
        return True

    # ---- within

    @classmethod
    def _before(cls, record: Record, seed: int, draw: Draw | None) -> Self:
        """The match of a record before its first event."""
        match = cls.__new__(cls)
        match._face = record.face
        match._seed = seed
        match._draw = draw or match._draw_by_seed
        match.record = record.header()
        match._game = record.face.begin(record.seats, record.options)
        return match

    @classmethod
    def _of(cls, record: Record, events: Sequence[Event], seed: int, draw: Draw | None) -> Self:
        match = cls._before(record, seed, draw)
        for index, event in enumerate(events):
            try:
                act(match._face, match._game, event)
            except ValueError as error:
                raise BadRecord(record.line_of(index), str(error)) from None
            match.record.events.append(event)
        match._chance_acts()
        return match

    def _check_seat(self, seat: object, error: type[ValueError] = ValueError) -> None:
        if type(seat) is not int or not 0 <= seat < self.record.seats:
            raise error(f"there is no seat {seat!r}; seats are 0 to {self.seats - 1}")


def _seed(seed: int | None) -> int:
    """The given seed, or one that nobody can guess."""
    if seed is None:
        return int.from_bytes(os.urandom(16), "big")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise ValueError(f"seed must be a number, not {seed!r}")
    return seed
