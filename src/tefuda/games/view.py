"""Views: what a seat, or a spectator, may know. They are made from what the fields of a state say about who sees them.

A game that has more to say has a class `View` with its fields and their types. What no field of the state says is made
by hand, by a function `seen_<field>(s, seat)` beside it, or `seen_<field>(s)` if all see the same; and `hide(s, view)`
is the way back: it puts what is hidden somewhere into a state that shows the view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self

from tefuda.games.option import Option, Value, put_values, values_in
from tefuda.games.showing import expression, names_in, shown_fields, statements
from tefuda.kernel.record import Record, layout

if TYPE_CHECKING:
    from tefuda.kernel.plain import Game

BY_HAND = "seen_"
FIRST = ("game", "options", "seats", "seat")
Common = Callable[[Any, int], dict[str, Any]]
Own = Callable[[Any, int, int | None], dict[str, Any]]
Fill = Callable[[Any, int, dict[str, Any], int | None], None]
GIVEN = ("to_act", "scores")  # known from the rules, where nothing else says them


class View:
    """The base of all views; a game's own class adds its fields. Views are immutable."""

    game: str
    options: Any  # the game's record of them, as the rules know them
    seats: int
    seat: int | None  # whose eyes; None for a spectator
    to_act: list[int]  # the seats that, for all this seat knows, may act now
    scores: list[int]
    hand: Any  # the seat's own cards; None for a spectator

    passing: ClassVar[tuple[str, ...]] = ()  # fields that are only for sentences: neither in the JSON nor in worlds

    _maker: ViewMaker
    _named: dict[str, Value]  # the options by their names, as they stand in a record

    def __init__(self, maker: ViewMaker, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)
        self.__dict__["_maker"] = maker

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view cannot be changed, so {name} cannot be set")

    if not TYPE_CHECKING:  # type checkers know the fields

        def __getattr__(self, name: str) -> Any:
            fields = self.__dict__
            hint = f"; it is an option: view.options.{name}" if name in fields.get("_named", ()) else ""
            raise AttributeError(f"the view of {fields.get('game')} has no {name!r}{hint}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._fields() == other._fields()

    __hash__ = None  # type: ignore[assignment]  # it holds lists

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._fields().items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        """A view can be pickled, because bots may think in another process."""
        fields = {name: value for name, value in self.__dict__.items() if name not in ("_maker", "options")}
        return _sent, (self.game, fields)

    def _fields(self) -> dict[str, Any]:
        """All but those that are only for sentences."""
        return {name: self.__dict__[name] for name in self._maker.json_names}

    def option(self, name: str) -> Value:
        """An option as it stands in a record, such as a text for a choice."""
        return self._named[name]

    def _named_options(self) -> dict[str, Any]:
        """The options as they stand in the JSON."""
        return dict(self._named)

    def _asdict(self) -> dict[str, Any]:
        """The same as to_dict, but its lists are the view's own."""
        fields, maker = self.__dict__, self._maker
        sent = zip(maker.sent, maker.picked(fields), strict=True)
        return {"game": fields["game"], **self._named_options(), **dict(sent)}

    def to_dict(self) -> dict[str, Any]:
        """The view as plain JSON, which shares nothing with it."""
        return {name: copied(value) for name, value in self._asdict().items()}

    def _replace(self, **changes: Any) -> Self:
        """The view with some fields changed; an option counts as one."""
        fields = {name: value for name, value in self.__dict__.items() if name != "_maker"}
        if given := {name: changes.pop(name) for name in self._named if name in changes}:
            fields["_named"] = {**self._named, **given}
            fields["options"] = self._maker.chosen(fields["_named"])
        return type(self)(self._maker, fields | changes)


def _sent(game: str, fields: dict[str, Any]) -> View:
    from tefuda.games import GAMES

    maker = GAMES[game].views
    return maker.kind(maker, {**fields, "options": maker.chosen(fields["_named"])})


def world_of(view: View) -> Any:
    """A state that shows the view; what the view hides is left out."""
    return view._maker.world(view)


def copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: copied(item) for name, item in value.items()}
    return [copied(item) for item in value] if isinstance(value, list) else value


class ViewMaker:
    """How the views of one game are made, and worlds from them."""

    def __init__(
        self, state: type[Record], options: tuple[Option, ...], own: Any, secret_phase: int | None = None
    ) -> None:
        """`own` is the game's module with its class View and what is made by hand; it may have neither."""
        self.state = state
        self.options = options
        self.kind: type[View] = getattr(own, "View", View)
        self.hide: Callable[[Any, Any], None] | None = getattr(own, "hide", None)
        self.hand_made: dict[str, Callable[..., Any]] = {
            name.removeprefix(BY_HAND): made for name, made in vars(own).items() if name.startswith(BY_HAND)
        }
        self.shown = shown_fields(state)
        self.hides_who_moved = None if "to_act" in self.hand_made else secret_phase
        self.json_names = tuple(name for name in self.names if name not in self.kind.passing)
        self.sent = tuple(name for name in self.json_names if name not in ("game", "options"))
        self.picked = itemgetter(*self.sent)
        self._chosen: dict[bytes, tuple[Record, dict[str, Value]]] = {}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The fields of the view in their order."""
        declared = () if self.kind is View else self.kind.__annotations__
        own = [name for name in declared if name not in (*FIRST, "passing")]
        made = {*self.shown, *self.hand_made}
        if own and (wrong := made.union(GIVEN) ^ set(own).union(GIVEN)):
            raise ValueError(
                f"what a view of {self.kind.__module__} shows, and what it is to show, differ: {sorted(wrong)}"
            )
        return tuple(dict.fromkeys([*FIRST, *own, *GIVEN, "hand", *self.shown, *self.hand_made]))

    @cached_property
    def sent_to_all(self) -> tuple[str, ...]:
        """The fields of the JSON that are the same for all ..."""
        own = {"seat", *(["to_act"] if self.hides_who_moved is not None else [])}
        return tuple(name for name in self.sent if name not in own and not self._is_own(name))

    @cached_property
    def sent_to_one(self) -> tuple[str, ...]:
        """... and those that depend on who looks."""
        return tuple(name for name in self.sent if name not in self.sent_to_all)

    @cached_property
    def common(self) -> Common:
        """The function that makes the fields of a view that are the same for all: one expression for each."""
        found: Common = self._looking("common(s, n)", [name for name in self.names if not self._is_own(name)])
        return found

    @cached_property
    def own(self) -> Own:
        """The same for the fields that depend on who looks."""
        found: Own = self._looking("own(s, n, seat)", [name for name in self.names if self._is_own(name)])
        return found

    def _is_own(self, name: str) -> bool:
        if name in self.hand_made:
            count: int = self.hand_made[name].__code__.co_argcount
            return count > 1
        return name in self.shown and self.shown[name][1].owner == "own"

    def _looking(self, head: str, names: list[str]) -> Any:
        lines = []
        for name in names:
            if name in self.hand_made:
                lines.append(f"{name!r}: {BY_HAND}{name}({'s, seat' if self._is_own(name) else 's'}),")
            else:  # what is not shown is known from elsewhere
                lines.append(f"{name!r}: {expression(*self.shown[name]) if name in self.shown else None},")
        return self._compiled(head, ["return {", *lines, "}"])

    @cached_property
    def fill(self) -> Fill:
        """The function that writes what was seen into a zeroed state."""
        lines = [f"s.{name} = o.{name}{'[:]' if row else ''}" for name, row in self._option_fields]
        for name, (field, shown) in self.shown.items():
            lines += [] if name in self.kind.passing else statements(name, field, shown)
        found: Fill = self._compiled("fill(s, n, v, seat)", ["o = v['options']", *lines])
        return found

    def _compiled(self, head: str, lines: list[str]) -> Any:
        known: dict[str, Any] = {f"{BY_HAND}{name}": made for name, made in self.hand_made.items()}
        for field, shown in self.shown.values():
            known |= names_in(field, shown)
        exec(f"def {head}:\n    " + "\n    ".join(lines), known)
        return known[head.partition("(")[0]]

    def view(self, name: str, game: Game, s: Record, packed: bytes, seat: int | None) -> View:
        """What the seat sees of a game whose state is `s`."""
        return self.seen_by(seat, self.all_see(name, game, s, packed), s)

    def all_see(self, name: str, game: Game, s: Record, packed: bytes) -> dict[str, Any]:
        """The fields that are the same whoever looks."""
        fields = self.common(s, game.seats)
        fields["game"] = name
        fields["options"], fields["_named"] = self._options_in(s, packed)
        fields["seats"] = game.seats
        if fields.get("to_act", ()) is None:
            fields["to_act"] = [other for other in range(game.seats) if game.count(other)]
        if fields.get("scores", ()) is None:
            fields["scores"] = game.scores()
        return fields

    def seen_by(self, seat: int | None, common: dict[str, Any], s: Any) -> View:
        """The view of a seat, from the fields that all see."""
        return self.kind(self, common | self.seen_alone(seat, common, s))

    def seen_alone(self, seat: int | None, common: dict[str, Any], s: Any) -> dict[str, Any]:
        """The fields that depend on who looks."""
        fields = self.own(s, common["seats"], seat)
        fields["seat"] = seat
        if self.hides_who_moved is not None:
            fields["to_act"] = common["to_act"]
            if s.phase == self.hides_who_moved:  # any other may still have to move
                fields["to_act"] = [one for one in range(common["seats"]) if one != seat or one in common["to_act"]]
        return fields

    def json_for_all(self, common: dict[str, Any]) -> dict[str, Any]:
        """What the JSON of every view of a state begins with."""
        named = self.kind(self, {"_named": common["_named"]})._named_options()
        return {"game": common["game"], **named, **{name: common[name] for name in self.sent_to_all}}

    def json_for_one(self, fields: dict[str, Any]) -> dict[str, Any]:
        """What follows in the JSON of the view of one reader."""
        return {name: fields[name] for name in self.sent_to_one}

    def world(self, view: View) -> Any:
        """A state that shows the view, with what is hidden in some fixed order, or nowhere yet."""
        s: Any = self.state()
        s.seats = view.seats
        self.fill(s, view.seats, view.__dict__, view.seat)
        if self.hide:
            self.hide(s, view)
        return s

    # ---- options

    @cached_property
    def _option_bytes(self) -> int:
        """How many bytes of a state its set-up takes, which comes first."""
        return layout(self._set_up).size

    @cached_property
    def _option_fields(self) -> list[tuple[str, bool]]:
        """The fields of the options, each with whether it is a row."""
        return list(dict.fromkeys((option.row or option.name, bool(option.row)) for option in self.options))

    @cached_property
    def _set_up(self) -> type[Record]:
        return self.state.__mro__[1]

    def _options_in(self, s: Record, packed: bytes) -> tuple[Record, dict[str, Value]]:
        """The options that a state carries, and the same by their names. All views of a match share them."""
        key = packed[: self._option_bytes]
        if key not in self._chosen:
            if len(self._chosen) > 1000:
                self._chosen.clear()
            values = values_in(s, self.options)
            self._chosen[key] = self.chosen(values), values
        return self._chosen[key]

    def chosen(self, values: Mapping[str, Value]) -> Record:
        """The record of these options, as a view has it."""
        found = self._set_up()
        put_values(found, self.options, values)
        return found
