"""Options: what a game lets the table choose before a match. Each is declared once, in the game's record `Options`.

    class Options(Setup):
        open_hands: Annotated[I16, switch(False, ("Open hands", "手札を公開"), ("...", "..."), "R21")]

State, record, view, observation, the forms on the page, the tables in the docs, the lab and the terminal follow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tefuda.kernel.record import Record, remarks

Value = str | int | bool
Both = tuple[str, str]  # a text in English and in Japanese


class Option(NamedTuple):
    """One option. A choice is one of `choices`, a switch is a bool, a number lies between `least` and `most`."""

    name: str
    default: Value
    help_en: str
    help_ja: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    label: Both = ("", "")  # what the form on the page calls it
    rules: str = ""  # the numbers of the rules that it changes
    called: tuple[Both, ...] = ()  # what the form calls the choices
    older: Value | None = None  # how matches were played before there was this option, if not by its default
    row: str = ""  # the row of numbers that it is one of, and where in it
    place: int = 0  # where it stands among the numbers of the options
    before: str = ""  # the option before which it is named, if that is not where it is declared

    def check(self, value: object) -> Value:
        """The value, or a ValueError that says what is wrong with it."""
        if self.choices:
            if isinstance(value, str) and value in self.choices:
                return value
            raise ValueError(f"{self.name} must be one of {', '.join(self.choices)}, not {value!r}")
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
            raise ValueError(f"{self.name} must be True or False, not {value!r}")
        if isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most:
            return value
        raise ValueError(f"{self.name} must be a number from {self.least} to {self.most}, not {value!r}")

    def number(self, value: Value) -> int:
        """The value as the rules know it."""
        return self.choices.index(str(value)) if self.choices else int(value)

    def value(self, number: int) -> Value:
        """The number as a value; the inverse of `number`."""
        return self.choices[number] if self.choices else bool(number) if isinstance(self.default, bool) else number

    def text(self, value: Value) -> str:
        """The value as it stands in a record or on a command line."""
        return str(value).lower() if isinstance(value, bool) else str(value)

    def parse(self, text: str) -> Value:
        """The value of a text; ValueError if there is none."""
        if isinstance(self.default, bool):
            return self.check({"true": True, "false": False}.get(text, text))
        if not self.choices and text.isascii() and text.isdigit():
            return self.check(int(text))
        return self.check(text)


def switch(default: bool, label: Both, help: Both, rules: str = "") -> Option:  # noqa: A002  # it is the help text
    """A yes or no."""
    return Option("", default, *help, label=label, rules=rules)


def choice(choices: Sequence[str], label: Both, help: Both, rules: str = "", called: Sequence[Both] = ()) -> Option:  # noqa: A002
    """One of several; the first one is the default."""
    return Option("", choices[0], *help, tuple(choices), label=label, rules=rules, called=tuple(called))


def number(
    default: int,
    least: int,
    most: int,
    label: Both,
    help: Both,  # noqa: A002
    rules: str = "",
    name: str = "",
    older: int | None = None,
    before: str = "",
) -> Option:
    """A number. In a row of numbers each has a name, which stands after that of the row."""
    return Option(name, default, *help, least=least, most=most, label=label, rules=rules, older=older, before=before)


def options_in(record: type[Record]) -> tuple[Option, ...]:
    """The options that a record declares, in the order in which they are named."""
    found: list[Option] = []
    for name, said in remarks(record).items():
        for one in said:
            if isinstance(one, Option):
                row = name if one.name else ""
                called = f"{name}_{one.name}" if one.name else name
                found.append(one._replace(name=called, row=row, place=len(found)))
    for one in [option for option in found if option.before]:
        found.remove(one)
        found.insert([option.name for option in found].index(one.before), one)
    return tuple(found)


def values_in(state: Record, options: tuple[Option, ...]) -> dict[str, Value]:
    """The values of the options in a state."""
    first = _first_of_rows(options)
    return {
        option.name: option.value(
            getattr(state, option.row)[option.place - first[option.row]] if option.row else getattr(state, option.name)
        )
        for option in options
    }


def put_values(state: Record, options: tuple[Option, ...], values: Mapping[str, Value]) -> None:
    """The other way round."""
    first = _first_of_rows(options)
    for option in options:
        if option.row:
            getattr(state, option.row)[option.place - first[option.row]] = option.number(values[option.name])
        else:
            setattr(state, option.name, option.number(values[option.name]))


def _first_of_rows(options: tuple[Option, ...]) -> dict[str, int]:
    """The place of the first option of each row of numbers."""
    found: dict[str, int] = {}
    for option in options:
        found[option.row] = min(option.place, found.get(option.row, option.place))
    return found


def check_options(options: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """All options with their values; ValueError names an unknown or bad one."""
    names = [option.name for option in options]
    for name in given:
        if name not in names:
            raise ValueError(f"there is no option {name!r}; there are {', '.join(names)}")
    return {option.name: option.check(given.get(option.name, option.default)) for option in options}


def recorded_options(options: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """The same for the options of a record, which may be older than some of them."""
    older = {option.name: option.older for option in options if option.older is not None}
    return check_options(options, {**older, **given})
