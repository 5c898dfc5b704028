"""The games as OpenSpiel games; importing this module registers them.

Chance deals one card at a time, so that every deal has its probability. An information state is the record as a seat
may read it, an observation the numbers of docs/environments.md.

>>> import pyspiel
>>> import tefuda.env.openspiel
>>> game = pyspiel.load_game("tefuda_scout_v1(players=3,edition=draft)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 72)
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from tefuda.env.rows import EXTRA, named, observation_parts, perfect_parts, width
from tefuda.games import GAMES, Face
from tefuda.games.option import Value
from tefuda.games.view import View
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.plain import Game
from tefuda.match import set_up

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise ImportError(f"tefuda.env.openspiel: {error}; {EXTRA}") from error

CHANCE_OUTCOMES = 256  # more than the number of any card or seat
WORLDS = 10_000  # of which one must have the same seat deciding
GAME_LENGTH = 1_000_000  # decisions and cards dealt; OpenSpiel wants a bound, and no match comes near this one


class Happened:
    """A move, or what chance drew, and the position before it."""

    def __init__(self, before: bytes, seat: int, action: int, drawn: tuple[int, ...]) -> None:
        self.before, self.seat, self.action, self.drawn = before, seat, action, drawn
        self._told: dict[int | None, tuple[str, bool]] = {}

    def read_by(self, reader: int | None, face: Face, seats: int) -> tuple[str, bool]:
        """The event as this seat may know it, or in full for None; and whether it is a secret so far."""
        if reader not in self._told:
            before = face.engine.Game.unpack(self.before, seats)
            self._told[reader] = self._text(reader, face, before), face.is_secret(before)
        return self._told[reader]

    def _text(self, reader: int | None, face: Face, before: Game) -> str:
        if self.seat == CHANCE and reader is None:
            return f"* {face.chance_text(before, self.drawn)}\n"
        if self.seat == CHANCE:
            known: str | None = face.seen_chance(before, self.drawn, reader)
        else:
            known = face.seen_move(before, self.seat, self.action, self.seat if reader is None else reader)
        if known is None:
            return ""
        who = "*" if self.seat == CHANCE else self.seat
        return f"{who} {known if reader is None else face.line(known, before, self._after(before), reader)}\n"

    def _after(self, before: Game) -> Game:
        after = before.clone()
        if self.seat == CHANCE:
            after.deal(self.drawn)
        else:
            after.apply(self.seat, self.action)
        return after


class Position:
    """What a state holds. OpenSpiel copies states deeply, and pickles them to serialize them."""

    def __init__(
        self,
        game: str,
        match: Game,
        drawn: tuple[int, ...] = (),
        happened: tuple[Happened, ...] = (),
        known: tuple[str, ...] = (),
    ) -> None:
        self.game = game
        self.match = match
        self.drawn = drawn  # by chance so far, of what it has to draw now
        self.happened = happened
        self.known = known  # in a sampled world: what each seat knew before that, and in the end a spectator

    @property
    def face(self) -> Face:
        return GAMES[self.game]

    def __deepcopy__(self, memo: object) -> Position:
        return Position(self.game, self.match.clone(), self.drawn, self.happened, self.known)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self.match.pack(), self.match.seats, self.drawn, self.happened, self.known)

    def apply(self, action: int) -> None:
        """The actor's action, or what chance draws next."""
        before, seat = self.match.pack(), self.match.actor()
        if seat != CHANCE:
            self.match.apply(seat, action)
            self.happened += (Happened(before, seat, action, ()),)
            return
        self.drawn += (action,)
        if len(self.drawn) == self.match.chance()[2]:
            self.match.deal(self.drawn)
            self.happened += (Happened(before, CHANCE, 0, self.drawn),)
            self.drawn = ()

    def read_by(self, reader: int | None) -> str:
        """All that happened, as this seat may know it, or in full for None.

        As in a record, secret moves of others appear, by seat, when nothing is secret any more.
        """
        lines = [self.known[-1 if reader is None else reader]] if self.known else []
        held: list[str] = []
        for event in self.happened:
            text, secret = event.read_by(reader, self.face, self.match.seats)
            if secret and reader not in (None, event.seat):
                held.append(text)
            else:
                lines += [*sorted(held), text] if not secret else [text]
                held = held if secret else []
        hidden = bool(held) and self.face.is_secret(self.match)
        return "".join(lines + ([] if hidden else sorted(held)))

    def sampled(self, seat: int, seed: int) -> Position:
        """A position that the seat cannot tell from this one. What the others know in it is their view there.

        Its past is not known, so it begins with what each seat knows now; the seat itself knows what it has read.
        """
        asked = self.match.actor() == seat
        world = world_in_which_it_decides(self.match, seat, seed) if asked else self.match.redeal(seat, seed)
        known = views_in(self.face, world)
        known[seat] = self.read_by(seat)
        return Position(self.game, world, (), (), tuple(known))


def world_in_which_it_decides(match: Game, seat: int, seed: int) -> Game:
    """Deals anew what the seat cannot know; which other seats still have to decide may be a secret, too."""
    for number in range(WORLDS):
        world = match.redeal(seat, seed + number)
        if world.actor() == seat:
            return world
    raise ValueError(f"no world in which seat {seat} decides was found")


def views_in(face: Face, world: Game) -> list[str]:
    """What each seat knows in a position without a past, and in the end a spectator."""
    return [json.dumps(face.view(world, one).to_dict()) + "\n" for one in (*range(world.seats), None)]


def _restored(game: str, packed: bytes, seats: int, *rest: Any) -> Position:
    return Position(game, GAMES[game].engine.Game.unpack(packed, seats), *rest)


class State(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A match under way."""

    def __init__(self, game: TefudaGame) -> None:
        super().__init__(game)
        self.position = Position(game.face.name, game.face.begin(game.seats, game.options))

    def current_player(self) -> int:
        actor = self.position.match.actor()
        return {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}.get(actor, actor)

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.match.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What is drawn next: any thing left in the pool, any side up, all equally likely."""
        pool, sides, _ = self.position.match.chance()
        left = [pool[i : i + sides] for i in range(0, len(pool), sides)]
        for value in self.position.drawn:
            left.remove(next(thing for thing in left if value in thing))
        ways = Counter(value for thing in left for value in thing)
        return [(value, count / ways.total()) for value, count in sorted(ways.items())]

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self.position.face.move_text(action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that the player cannot tell from this one, for OpenSpiel's searches. It has no history."""
        position = self.position
        if position.match.actor() in (CHANCE, OVER):
            raise ValueError("worlds are sampled where somebody decides")
        found: State = self.get_game().new_initial_state()
        found.position = position.sampled(player, int(sampler() * 2**53))
        return found

    def is_terminal(self) -> bool:
        return self.position.match.actor() == OVER

    def returns(self) -> list[float]:
        """The final scores."""
        scores = self.position.match.scores()
        return [float(score) if self.is_terminal() else 0.0 for score in scores]

    def __str__(self) -> str:
        drawn = self.position.drawn
        return self.position.read_by(None) + (f"* ... {' '.join(map(str, drawn))}\n" if drawn else "")


def state_of(view: View, seed: int = 0) -> State:
    """A state in which the view's seat decides and sees this view, for searches as bots. It has no history."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    face = GAMES[view.game]
    options = {option.name: view.option(option.name) for option in face.options}
    game = pyspiel.load_game(short_name(face), {"players": view.seats, **options})
    state: State = game.new_initial_state()
    world = world_in_which_it_decides(face.world(view), view.seat, seed)
    state.position = Position(face.name, world, (), (), tuple(views_in(face, world)))
    return state


def short_name(face: Face) -> str:
    return f"tefuda_{face.name}_v{face.version}"


class Observer:
    """What a player may know now; with private_info ALL_PLAYERS also what it may not know.

    With perfect recall the text is the record as the player may read it; the numbers are the same as without.
    """

    def __init__(self, game: TefudaGame, kind: Any) -> None:
        self.perfect_recall = kind.perfect_recall
        self.perfect = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        parts = (perfect_parts if self.perfect else observation_parts)(game.face.name)
        self.tensor = np.zeros(width(parts), np.float32)
        self.dict = named(self.tensor, parts)

    def set_from(self, state: State, player: int) -> None:
        match = state.position.match
        if match.actor() == CHANCE:
            self.tensor.fill(0)
            return
        data = match.observe(player) + (match.reveal(player) if self.perfect else b"")
        self.tensor[:] = np.frombuffer(data, np.int16)

    def string_from(self, state: State, player: int) -> str:
        if self.perfect_recall:
            return state.position.read_by(player)
        match = state.position.match
        return "chance" if match.actor() == CHANCE else json.dumps(state.position.face.view(match, player).to_dict())


class TefudaGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with its number of seats and its options."""

    def __init__(self, kind: Any, face: Face, params: Mapping[str, Any]) -> None:
        given = dict(params)
        players = given.pop("players", None)
        self.face, self.seats, self.options = set_up(face.name, players, given)
        low, high = face.score_bounds(self.seats, self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=face.engine.n_actions,
            max_chance_outcomes=CHANCE_OUTCOMES,
            num_players=self.seats,
            min_utility=float(low),
            max_utility=float(high),
            utility_sum=None,
            max_game_length=GAME_LENGTH,
        )
        super().__init__(kind, info, dict(params))

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"there are no observation parameters, not even {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def register(face: Face) -> None:
    counts = {seats for value in choices(face) for seats in face.seats(value)}
    usual = {option.name: option.default for option in face.options}
    kind = pyspiel.GameType(
        short_name=short_name(face),
        long_name=f"Tefuda: {face.title('en')}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": face.seats(usual)[0], **usual},
    )

    class Registered(TefudaGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(kind, face, params or {})

    pyspiel.register_game(kind, Registered)


def choices(face: Face) -> list[dict[str, Value]]:
    """The usual options, and then each other choice on its own."""
    usual = {option.name: option.default for option in face.options}
    return [usual] + [{**usual, option.name: choice} for option in face.options for choice in option.choices]


for _face in GAMES.values():
    register(_face)
