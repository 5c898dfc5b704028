"""The interface of a game: what the match, the bots, the server and the terminal ask of it."""

from __future__ import annotations

import importlib
import importlib.util
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tefuda.games.events import UNSEEN, Drawn, Private
from tefuda.games.option import Option, Value, options_in
from tefuda.games.reason import Reason
from tefuda.games.reasons import Why, compared
from tefuda.games.showing import Part, guessed, parts
from tefuda.games.view import View, ViewMaker
from tefuda.kernel import Engine, engine
from tefuda.kernel.plain import Game
from tefuda.kernel.record import Record

if TYPE_CHECKING:
    import random

S = TypeVar("S", bound=Record)
K = TypeVar("K")
V = TypeVar("V")
KEPT = 16  # of views, and of draws: those around one event, for all readers
PARTS = {  # what a face calls the modules of its game; a module that the game does not have is None
    "moves": "moves",  # parse, action_of, move_of
    "view_module": "view",  # View, and the functions for what no field of the state shows
    "words": "words",  # TITLE, story, rule
    "why": "why",  # why_not
    "reasons": "reasons",  # points: why one move is better than another
    "board": "facts",  # facts: what a board needs beside the view and the moves
    "weights": "policy",  # CASUAL, CLUB
    "study": "study",  # kind_of, and what the lab calls things
}


class Result(NamedTuple):
    """How a match ended."""

    reason: str  # how its last round ended, in the game's own words
    scores: tuple[int, ...]
    winners: tuple[int, ...]  # several share a win; none if nobody won


def highest(scores: Sequence[int]) -> tuple[int, ...]:
    """The seats with the highest score; they share the win."""
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def state_in(kind: type[S], game: Game) -> S:
    """The game's state as a plain record. Do not change it: the next call for the same state returns it again.

    While one move is told to all readers, the states before and after it are asked for a dozen times. The state of a
    variant may have more fields than `kind`.
    """
    found: S = _unpack(game.rules.State, game.pack())
    return found


@lru_cache(maxsize=1024)  # the state after a move is the one before the next, with many tables in between
def _unpack(kind: Any, packed: bytes) -> Any:
    return getattr(kind, "_record", kind).unpack(packed)


def _kept(kept: dict[K, V], key: K, value: V) -> V:
    """Keeps a value beside the last ones. Other threads may do so at the same time."""
    if len(kept) >= KEPT:
        oldest, *_ = kept
        kept.pop(oldest, None)
    kept[key] = value
    return value


class Texts(dict[int, str]):
    """The texts of a game's moves, each made once."""

    def __init__(self, face: Face) -> None:
        super().__init__()
        self.face = face

    def __missing__(self, action: int) -> str:
        self[action] = text = str(self.face.moves.move_of(action))
        return text


class Veils(dict[int, tuple[Private | None, str | None]]):
    """For each move what of it is private, and how those see it from whom that is hidden."""

    def __init__(self, face: Face) -> None:
        super().__init__()
        self.face = face

    def __missing__(self, action: int) -> tuple[Private | None, str | None]:
        text = self.face.move_text(action)
        private = self.face.private.get(text.partition(" ")[0])
        self[action] = found = private, private.veiled(self.face.moves.move_of(action)) if private else text
        return found


class Face(ABC):
    """One game. A state is passed as the kernel's `Game`; moves are texts or action numbers.

    What is the same for all games is written here; each game provides the abstract methods.
    """

    name: str
    options: tuple[Option, ...]
    package: str  # its modules are found here
    moves: Any
    view_module: Any
    words: Any
    why: Any
    reasons: Any
    board: Any
    weights: Any
    study: Any
    rounds_hang_together = False  # whether something carries over to the next round, so that only matches compare
    nobody_wins_at_zero = False  # whether nobody has won a match that all end with 0 points
    version = 1  # goes up when the same thing means another: a rule, an action, a number of an observation
    replays_since = 0  # records of this version and later still mean the same; 0 if only this version's do
    private: Mapping[str, Private] = {}  # by the first word of a move: what of it only its own seat sees
    secret_phase: int | None = None  # the phase in which nobody learns who has already moved
    race = ""  # the option, if there is one, that says for how many ms `window` holds the next action
    alike = ""  # the signs of colours or suits, in the texts of cards, that no rule tells apart
    place = 100  # where it stands among our games
    base = ""  # the game of which this is a variant
    folder = ""  # where it was loaded from, if it is neither ours nor installed
    bound_modules: dict[str, ModuleType]  # of a variant: the modules of its game, bound to the rules of the variant
    titles: Mapping[str, str] | None = None  # of a variant

    def __init__(self, package: str = "") -> None:
        """The package is that in which the face is written, unless it is named."""
        self.package = package or type(self).__module__.rpartition(".")[0]
        for part, module in PARTS.items():
            setattr(self, part, self.module(module))
        declared = self.module("options") or self.module("game")
        self.options = options_in(declared.Options) if hasattr(declared, "Options") else ()
        self.forget()

    def forget(self) -> None:
        """Drops what is kept of moves, states and draws. A variant begins so: what its game has kept is not its own."""
        self._texts = Texts(self)  # of the moves asked for so far
        self._veils = Veils(self)
        self._actions: dict[str, int] = {}  # and the other way round
        self._views: dict[tuple[bytes, int | None], View] = {}  # the last ones ...
        self._all_see: dict[bytes, dict[str, Any]] = {}  # ... and what all see of their states,
        self._heads: dict[bytes, bytes] = {}  # ... as JSON
        self._draws: dict[bytes, Drawn] = {}  # what chance drew lately, by the state before it ...
        self._parsed: dict[tuple[bytes, str], tuple[int, ...]] = {}  # ... and what texts of it named

    def module(self, name: str) -> Any:
        """The game's module of this name; None if it has none."""
        full = f"{self.package}.{name}"
        return importlib.import_module(full) if importlib.util.find_spec(full) else None

    # ---- set-up

    @property
    def engine(self) -> Engine:
        """The rules, in the form that runs."""
        return engine(self.name)

    @cached_property
    def _state(self) -> Any:
        """The plain record, which is the same whatever form runs."""
        return self.engine.State

    def title(self, lang: str) -> str:
        return str((self.titles or self.words.TITLE)[lang])

    @property
    def mark(self) -> str:
        """Which rules these are, where a name does not say it: of a variant, and of a game in a folder."""
        from tefuda.kernel.sources import own_fingerprint

        return own_fingerprint(self.name) if self.base or self.folder else ""

    def score_bounds(self, seats: int, options: Mapping[str, Value]) -> tuple[int, int]:
        """The lowest and the highest score that are possible, at the end of a match and before."""
        return -(2**31), 2**31 - 1

    @abstractmethod
    def seats(self, options: Mapping[str, Value]) -> Sequence[int]:
        """How many seats these options allow, the usual number first."""

    def numbers(self, options: Mapping[str, Value]) -> list[int]:
        """The options as the rules know them."""
        carried = sorted(self.options, key=lambda option: option.place)
        return [option.number(options[option.name]) for option in carried]

    def begin(self, seats: int, options: Mapping[str, Value]) -> Game:
        """A new match, before the first deal."""
        return self.engine.Game(seats, self.numbers(options))

    def state(self, game: Game) -> Any:
        """The game's state as a plain record, to be read only."""
        return _unpack(game.rules.State, game.pack())

    # ---- moves

    def move_text(self, action: int) -> str:
        return self._texts[action]

    def move_texts(self, actions: Iterable[int]) -> list[str]:
        return list(map(self._texts.__getitem__, actions))

    def parse_move(self, text: str) -> int:
        """The action of a move's text, or BadNotation."""
        if text in self._actions:
            return self._actions[text]
        action = int(self.moves.action_of(self.moves.parse(text)))
        if text == self.move_text(action):  # others could be written in any number of ways
            self._actions[text] = action
        return action

    def is_secret(self, game: Game) -> bool:
        """Whether the moves made now are secret: nobody else even learns who has already moved."""
        return self.secret_phase is not None and self.state(game).phase == self.secret_phase

    def seen_move(self, game: Game, seat: int, action: int, reader: int | None) -> str | None:
        """The move as the reader may know it, with what it shows; None if the reader may not know that it was made."""
        private, veiled = self._veils[action]
        if private and (seat == reader or private.shows_all(self.state(game), reader)):
            return self.move_text(action)
        return veiled

    def line(self, seen: str, before: Game, after: Game, reader: int | None) -> str:
        """An event as the reader's record tells it: what is seen of it, and what else it lets this reader see."""
        return seen

    def with_told(self, game: Game, line: str) -> Game:
        """The state after an event with that in it which the line tells and which follows from nothing before."""
        return game

    # ---- at a live table

    def waits_for(self, game: Game) -> tuple[int, ...]:
        """The seats that the match waits for, as far as everybody may know."""
        seats = range(game.seats)
        return tuple(seats) if self.is_secret(game) else tuple(seat for seat in seats if game.count(seat))

    def disturbs_nobody(self, action: int) -> bool:
        """Whether others may go on deciding while this move is made, because it changes nothing for them."""
        return False

    def window(self, before: Game, after: Game) -> int:
        """For how many ms the next action is held after this event, so that everybody who can react has a fair chance.

        It depends on what everybody knows, and not on whether somebody can.
        """
        return 0

    # ---- chance

    def drawn(self, game: Game) -> Drawn:
        """What chance draws now, and who sees it."""
        found: Drawn = self.words.drawn(self.state(game))
        return found

    def _drawn(self, game: Game) -> Drawn:
        """The same; the last ones are kept, because a deal is made, written, and read again for every reader."""
        packed = game.pack()
        found = self._draws.get(packed)
        if found is None:
            found = _kept(self._draws, packed, self.drawn(game))
        return found

    def pool_texts(self, game: Game, pool: Sequence[int]) -> list[str]:
        """How a record writes each thing that chance can draw."""
        texts = self._drawn(game).texts
        return [texts[thing] for thing in pool]

    def chance_text(self, game: Game, drawn: Sequence[int]) -> str:
        """What chance draws now, as it stands in the record."""
        return self._drawn(game).whole(drawn)

    def seen_chance(self, game: Game, drawn: Sequence[int], reader: int | None) -> str:
        """The same as the reader may know it."""
        return self._drawn(game).seen(drawn, reader)

    def parse_chance(self, game: Game, text: str) -> list[int]:
        """What a record says that chance draws now, or BadNotation."""
        key = game.pack(), text
        found = self._parsed.get(key)
        if found is None:
            found = _kept(self._parsed, key, tuple(self._drawn(game).parse(text)))
        return list(found)

    def known_of_chance(self, game: Game, text: str) -> list[int | None]:
        """What a record as somebody may read it says that chance draws now, None for what is hidden; or BadNotation."""
        return self._drawn(game).parse_seen(text)

    # ---- what a seat may know

    @cached_property
    def views(self) -> ViewMaker:
        """What makes the views of this game."""
        return ViewMaker(self._state, self.options, self.view_module, self.secret_phase)

    def view(self, game: Game, seat: int | None) -> View:
        """What a seat may know; None is a spectator."""
        return self.views.view(self.name, game, *self._packed(game), seat)

    def shared_view(self, game: Game, seat: int | None) -> View:
        """The same view, for reading only: views of one state share what is the same for all readers.

        The last ones are kept: in a story the view after an event is the one before the next.
        """
        s, packed = self._packed(game)
        found = self._views.get((packed, seat))
        if found is None:
            found = _kept(self._views, (packed, seat), self.views.seen_by(seat, self._common(game, s, packed), s))
        return found

    def view_json(self, game: Game, seat: int | None, encode: Callable[[dict[str, Any]], bytes]) -> bytes:
        """The JSON of the same view. What is the same for all readers is encoded once."""
        s, packed = self._packed(game)
        common, head = self._common(game, s, packed), self._heads.get(packed)
        if head is None:
            head = _kept(self._heads, packed, encode(self.views.json_for_all(common))[:-1])
        view = self._views.get((packed, seat))
        fields = view.__dict__ if view else self.views.seen_alone(seat, common, s)
        return b"%b,%b" % (head, encode(self.views.json_for_one(fields))[1:])

    def _common(self, game: Game, s: Record, packed: bytes) -> dict[str, Any]:
        found = self._all_see.get(packed)
        if found is None:
            found = _kept(self._all_see, packed, self.views.all_see(self.name, game, s, packed))
        return found

    def _packed(self, game: Game) -> tuple[Record, bytes]:
        packed = game.pack()
        return _unpack(game.rules.State, packed), packed

    def world(self, view: Any) -> Game:
        """A state that shows this view. Hidden cards lie in some fixed order, or as the rules deal them."""
        game = self.engine.Game.unpack(self.views.world(view).pack(), view.seats)
        return game if self.views.hide else game.redeal(view.seat, 0)

    def redeal(self, view: Any, rng: random.Random) -> Game:
        """A random state among those that this view cannot rule out."""
        return self.world(view).redeal(view.seat, rng.getrandbits(62))

    def fitting(self, game: Game, reader: int, seat: int, lines: Sequence[str], rng: random.Random) -> Game | None:
        """A state that looks to the reader like this one and in which a seat can make a move that is told so.

        The other lines are what chance does after it. None if a few thousand worlds, dealt at random, will have one.
        """
        return None

    def holdings(self, game: Game) -> dict[str, list[str]]:
        """What each seat holds, and what lies unseen elsewhere, place by place, as records write the cards.

        The places of the seats are called by their numbers.
        """
        return {}

    def card_of(self, text: str) -> str:
        """The card that a text names, whichever way up it is written."""
        return text

    def forgets(self, before: Game, after: Game, reader: int | None) -> bool:
        """Whether, with this event, the reader's worlds no longer know something that the reader has seen before."""
        return False

    def opens_hands(self, options: Mapping[str, Value]) -> bool:
        """Whether the hands with which a round ended may be shown before the match is over.

        Not if the next round is played without their cards: whoever knew them would know what is in it.
        """
        return True

    def shared_by(self, options: Mapping[str, Value]) -> bool:
        """Whether, with these options, all seats win or lose together."""
        return False

    def is_shared(self, view: Any) -> bool:
        """The same, of the match that a view shows."""
        return False

    def parts(self, view: Mapping[str, Any]) -> list[Part]:
        """What a plain table draws of a view, which is given as its JSON."""
        known = parts(self.engine.State)
        return known or guessed(dict(view), [option.name for option in self.options])

    def facts(self, view: Any, moves: Sequence[str]) -> dict[str, Any]:
        """What the rules say about a view and about the moves of its seat, so that a board needs no rules."""
        found: dict[str, Any] = self.board.facts(view, moves) if self.board else {}
        return found

    # ---- the end

    @abstractmethod
    def result(self, game: Game) -> Result: ...

    @abstractmethod
    def safety(self, game: Game) -> Mapping[str, int]:
        """How often each safety rule, by its number, fired in this match so far."""

    # ---- words

    def story(
        self,
        before: Game,
        seat: int | None,
        event: str,
        after: Game,
        reader: int | None,
        names: Sequence[str],
        lang: str,
    ) -> Iterable[str]:
        """What happened, in sentences. The game's words are given what the reader saw, and nothing else."""
        seen = self.seen_event(before, seat, event, reader)
        if seen is None:
            return ()
        who, what = seen
        return self.sentences(self.shared_view(before, reader), who, what, self.shared_view(after, reader), names, lang)

    def sentences(
        self, before: View, seat: int | None, event: str, after: View, names: Sequence[str], lang: str
    ) -> Iterable[str]:
        """What a reader saw, in words: the event as `seen_event` gives it, and the reader's views around it."""
        told: Iterable[str] = self.words.story(before, seat, event, after, names, lang)
        return told

    def seen_event(
        self, before: Game, seat: int | None, event: str, reader: int | None
    ) -> tuple[int | None, str] | None:
        """Who did what, as the reader saw it, with what it showed; None if the reader may not know that it was done.

        Of a secret move of somebody else nothing is seen, not even whose it is.
        """
        if seat is None:
            return None, self.seen_chance(before, self.parse_chance(before, event), reader)
        if seat != reader and self.is_secret(before):
            return None, UNSEEN
        shown = self.seen_move(before, seat, self.parse_move(event), reader)
        return None if shown is None else (seat, shown)

    def rule(self, view: Any, lang: str, names: Sequence[str] = ()) -> str:
        """What the rules say about what this seat can do now."""
        return str(self.words.rule(view, lang, names))

    def why_not(self, view: Any, move: str, lang: str, names: Sequence[str] = ()) -> Reason:
        """Why the seat whose view it is cannot make this move now, which is not among its legal ones."""
        reason: Reason = self.why.why_not(view, self.moves.parse(move), lang, names)
        return reason

    def why_better(self, view: Any, move: str, other: str, lang: str, names: Sequence[str] = ()) -> Why:
        """Why one move of the seat whose view it is may be better than another one; from the view alone."""
        if self.reasons is None:
            return Why([], [])
        return compared(*(self.reasons.points(view, text, lang, names) for text in (move, other)))
