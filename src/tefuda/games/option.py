"""Options: what a game lets the table choose before a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Value = str | int | bool


class Option(NamedTuple):
    """One option. A choice is one of `choices`, a switch is a bool, a number lies between `least` and `most`."""

    name: str
    default: Value
    help_en: str
    help_ja: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

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


def check_options(options: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """All options with their values; ValueError names an unknown or bad one."""
    names = [option.name for option in options]
    for name in given:
        if name not in names:
            raise ValueError(f"there is no option {name!r}; there are {', '.join(names)}")
    return {option.name: option.check(given.get(option.name, option.default)) for option in options}
