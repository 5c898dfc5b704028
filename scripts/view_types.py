"""scripts/view_types.py: writes board/seen.ts of every game anew, the TypeScript types of the games' views.

They follow from the class `View` of each game's view.py. The options of a match are not among them: a board names those
that it reads.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from tefuda.games.option import Option

PLACE = Path(__file__).parents[1] / "src" / "tefuda" / "games"
PLAIN = {int: "number", str: "string", bool: "boolean", NoneType: "null"}


def type_of(kind: Any) -> str:
    """The TypeScript type of a field.

    An annotation says more than Python needs: Annotated[list[int], "up", "down"] is a tuple of two numbers with these
    names, and Annotated[dict[str, bool], Literal["left", "right"]] a record with these keys.
    """
    given = get_args(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if is_typeddict(kind):
        return str(kind.__name__)
    match get_origin(kind):
        case origin if origin is Annotated and get_origin(given[0]) is dict:
            return f"Record<{type_of(given[1])}, {type_of(get_args(given[0])[1])}>"
        case origin if origin is Annotated:
            return "[{}]".format(", ".join(f"{name}: {type_of(get_args(given[0])[0])}" for name in given[1:]))
        case origin if origin is Literal:
            return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in given)
        case origin if origin in (Union, UnionType):
            return " | ".join(map(type_of, given))
        case origin if origin is list:
            inner = type_of(given[0])
            return f"({inner})[]" if " | " in inner and not inner.startswith("[") else f"{inner}[]"
        case origin if origin is dict:
            return f"Record<{type_of(given[0])}, {type_of(given[1])}>"
    raise ValueError(f"no type is known for {kind}")


def type_of_option(option: Option) -> str:
    """The type of an option as a view has it."""
    if option.choices:
        return " | ".join(f'"{choice}"' for choice in option.choices)
    return "boolean" if isinstance(option.default, bool) else "number"


def interface(name: str, fields: dict[str, Any], more: str = "") -> list[str]:
    return ["", f"export interface {name} {{", *filter(None, [more]), *rows(fields), "}"]


def rows(fields: dict[str, Any]) -> list[str]:
    return [f"  {name}: {type_of(kind)};" for name, kind in fields.items()]


def types(game: str) -> str:
    """The file of a game."""
    module: Any = import_module(f"tefuda.games.{game}.view")
    hints = get_type_hints(module.View, include_extras=True)
    shown = [name for name in module.View.__annotations__ if name != "options" and name not in module.View.passing]
    fields = {name: hints[name] for name in dict.fromkeys(["seats", "seat", *shown])}
    lines = ["// Made by scripts/view_types.py from view.py of the game; do not edit."]
    lines.append("// page.en.md of the game explains every field.")
    for value in vars(module).values():
        if is_typeddict(value):
            lines += interface(value.__name__, get_type_hints(value, include_extras=True))
    return "\n".join([*lines, *interface("Seen", fields, f'  game: "{game}";')]) + "\n"


if __name__ == "__main__":
    for board in sorted(PLACE.glob("*/board/view.ts")):
        (board.parent / "seen.ts").write_text(types(board.parents[1].name), "utf-8")
