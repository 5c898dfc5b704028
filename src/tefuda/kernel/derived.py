"""What a game need not write: kernel Python that follows from its records, made when its rules are read.

The options are carried: the fields of a game's record `Options` are also the first ones of its `State` and of its
`Observation`, and are filled in before `begin` and `observe` are called.

A game without `observe` and `reveal` gets them from what the fields of its state say about who may see them
(games/showing.py); one without `sound`, `worth` or `likely` gets such that say nothing.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Sequence
from types import ModuleType
from typing import Annotated, Any

from tefuda.kernel import chance
from tefuda.kernel.names import Names, functions_of
from tefuda.kernel.record import Field, Grid, Ints, Record, fields, remarks

HEAD = "from __future__ import annotations\nfrom tefuda.kernel.play import places_after\n"
SOURCES: dict[str, str] = {}  # the texts of the modules made here, by what stands for their file
QUIET = {
    "sound": 'def sound(s: State, w: Work) -> int:\n    """Nothing is known about what must hold."""\n    return 0\n',
    "worth": "N_WEIGHTS = 1\ndef worth(s: State, w: Work, seat: int, action: int) -> int:\n"
    '    """All moves are worth the same."""\n    return 0\n',
    "likely": 'def likely(s: State, w: Work, seat: int) -> None:\n    """All worlds are as likely."""\n',
}


def whole(modules: Sequence[ModuleType], replacing: Sequence[ModuleType] = ()) -> list[ModuleType]:
    """The modules of a game's rules, those derived from them, and those of the kernel that every game has."""
    from tefuda.kernel import learn, net, play

    return [chance, *modules, derived(modules, replacing), play, *([net, learn] if has_network(modules) else [])]


def exports(modules: Sequence[ModuleType]) -> tuple[str, ...]:
    """The functions of such a game that are called from outside."""
    from tefuda.kernel import learn, net, play

    return (*play.EXPORTS, *((*net.EXPORTS, *learn.EXPORTS) if has_network(modules) else ()))


def has_network(modules: Sequence[ModuleType]) -> bool:
    return any("inputs" in functions_of(module) for module in modules)


def derived(modules: Sequence[ModuleType], replacing: Sequence[ModuleType] = ()) -> ModuleType:
    """A module with the functions and records that a game leaves to the kernel."""
    names = Names([chance, *modules], replacing)
    made = {} if "observe" in names.functions else observing(names)
    text = HEAD + take_options(names) + show_options(names, made.get("Observation"))
    text += "".join(code for name, code in QUIET.items() if name not in names.functions)
    text += "" if "observe" in names.functions else observe(names) + reveal(names)
    module = ModuleType(f"{modules[-1].__name__.rpartition('.')[0]}._derived")
    module.__file__ = f"<{module.__name__} {zlib.crc32(text.encode()):x}>"
    SOURCES[module.__file__] = text
    module.__dict__.update({**names.records, **made})
    exec(compile(text, module.__file__, "exec"), module.__dict__)
    sys.modules[module.__name__] = module
    return module


# ---- options


def options_of(names: Names) -> tuple[Field, ...]:
    options = names.records.get("Options") or names.records.get("Setup")
    return fields(options) if options else ()


def take_options(names: Names) -> str:
    """Writes `take_options`: the options from w.options, in the order in which they are declared."""
    lines, place = ["def take_options(s: State, w: Work) -> None:", '    """The options of a new match."""'], 0
    known = fields(names.records["State"]) if "State" in names.records else ()
    for field in options_of(names):
        if field.name != "seats":
            if field in known:
                lines += assigned(f"s.{field.name}", f"w.options[{place}", field)
            place += field.size
    return "\n".join([*lines, "    return", ""])


def assigned(target: str, source: str, field: Field) -> list[str]:
    if not field.shape:
        return [f"    {target} = {source}]"]
    return [f"    for i in range({field.size}):", f"        {target}[i] = {source} + i]"]


def show_options(names: Names, made: type[Record] | None) -> str:
    """Writes `show_options`: those options that the observation has, too."""
    lines = ["def show_options(s: State, o: Observation) -> None:", '    """The options, to whoever looks."""']
    record = made or names.records.get("Observation")
    shared = set(fields(record) if record else ()) & set(fields(names.records["State"]) if record else ())
    for field in options_of(names):
        if any(field.name == one.name for one in shared):
            lines += copied("o", field, "s")
    return "\n".join([*lines, "    return", ""])


def copied(into: str, field: Field, source: str) -> list[str]:
    """The lines that copy a field of one record into that of another."""
    if not field.shape:
        return [f"    {into}.{field.name} = {source}.{field.name}"]
    if len(field.shape) == 1:
        return [f"    for i in range({field.size}):", f"        {into}.{field.name}[i] = {source}.{field.name}[i]"]
    return [
        f"    for i in range({field.shape[0]}):",
        f"        for j in range({field.shape[1]}):",
        f"            {into}.{field.name}[i][j] = {source}.{field.name}[i][j]",
    ]


# ---- observations


def seen(names: Names) -> list[tuple[Field, str, str]]:
    """The fields of the state but for the options: each with whose it is ("" if it is hidden) and its kind."""
    state = names.records["State"]
    said, known = remarks(state), {field.name for field in options_of(names)}
    found = []
    for field in fields(state):
        if field.name not in known:
            remark: Any = next((one for one in said[field.name] if hasattr(one, "owner")), None)
            found.append((field, remark.owner if remark else "", remark.kind if remark else ""))
    return found


def observing(names: Names) -> dict[str, type[Record]]:
    """The records of an observation and of what it hides."""
    most = int(names.constants["SEATS_MAX"])
    shown: dict[str, Any] = {}
    hidden: dict[str, Any] = {}
    for field, owner, _ in seen(names):
        if owner in ("table", "each"):
            shown[field.name] = numbers(field.shape)
        elif owner == "own":
            shown[field.name] = numbers(field.shape[1:])
            hidden[field.name] = numbers((most - 1, *field.shape[1:]))
        else:
            hidden[field.name] = numbers(field.shape)
    base = names.records.get("Options") or names.records.get("Setup") or Record
    return {
        "Observation": type("Observation", (base,), {"__annotations__": shown}),
        "Secrets": type("Secrets", (Record,), {"__annotations__": hidden or {"nothing": numbers(())}}),
    }


def numbers(shape: tuple[int, ...]) -> Any:
    return Annotated[(int if not shape else Ints if len(shape) == 1 else Grid, "i2", *shape)]


def observe(names: Names) -> str:
    """Seats are counted from the one that looks."""
    lines = ["def observe(s: State, eyes: int, o: Observation) -> None:", '    """What the seat may know."""']
    for field, owner, kind in seen(names):
        name = field.name
        if owner == "own":
            lines += row(f"o.{name}", f"s.{name}[eyes]", field.shape[1:], "    ")
        elif owner == "each":
            lines += ["    for seat in range(s.seats):"]
            target = f"o.{name}[places_after(eyes, seat, s.seats)]"
            lines += row(target, f"s.{name}[seat]", field.shape[1:], "        ", kind == "seat")
        elif owner == "table":
            lines += row(f"o.{name}", f"s.{name}", field.shape, "    ", kind == "seat")
    return "\n".join([*lines, "    return", ""])


def reveal(names: Names) -> str:
    lines = ["def reveal(s: State, eyes: int, o: Secrets) -> None:", '    """What an observation hides."""']
    for field, owner, _ in seen(names):
        if owner == "own":
            lines += ["    for seat in range(s.seats):", "        if seat != eyes:"]
            target = f"o.{field.name}[places_after(eyes, seat, s.seats) - 1]"
            lines += row(target, f"s.{field.name}[seat]", field.shape[1:], "            ")
        elif not owner:
            lines += row(f"o.{field.name}", f"s.{field.name}", field.shape, "    ")
    return "\n".join([*lines, "    return", ""])


def row(target: str, source: str, shape: tuple[int, ...], indent: str, is_seat: bool = False) -> list[str]:
    """A number, a row or a grid, copied; a seat as how many places it sits after the one that looks."""
    places = ""
    for depth, length in enumerate(shape):
        target, source = f"{target}[i{depth}]", f"{source}[i{depth}]"
        places += f"{indent}for i{depth} in range({length}):\n"
        indent += "    "
    value = f"places_after(eyes, {source}, s.seats)" if is_seat else source
    return [*places.splitlines(), f"{indent}{target} = {value}"]
