"""What the names in a game's modules mean."""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType, ModuleType
from typing import Any

from tefuda.kernel.record import Record


class Names:
    """What the names in a game's modules mean."""

    def __init__(self, modules: Sequence[ModuleType], replacing: Sequence[ModuleType] = ()) -> None:
        self.modules = (*modules, *replacing)
        self.replaced = {name: f for module in replacing for name, f in functions_of(module).items()}
        self.functions: dict[str, FunctionType] = {}
        self.records: dict[str, type[Record]] = {}
        self.constants: dict[str, Any] = {}
        for module in self.modules:
            self.functions |= functions_of(module)
            self.constants |= {name: value for name, value in vars(module).items() if name.isupper()}
            for value in vars(module).values():
                if isinstance(value, type) and issubclass(value, Record) and value is not Record:
                    known = self.records.setdefault(value.__name__, value)
                    if issubclass(value, known):
                        self.records[value.__name__] = value  # a game's own Work is more than the kernel's
                    elif not issubclass(known, value):
                        raise ValueError(f"two records are called {value.__name__}: {known!r} and {value!r}")

    def look_up(self, name: str, module: ModuleType) -> Any:
        """The meaning of a name in a module, or KeyError; the game's functions and constants are known everywhere."""
        if name in self.replaced:
            return self.replaced[name]
        if name in vars(module):
            return vars(module)[name]
        return self.functions[name] if name in self.functions else self.constants[name]

    def bound(self) -> dict[str, Any]:
        """The functions themselves, each bound to what its names mean; with the records and the constants."""
        copies = {module.__name__: ModuleType(module.__name__) for module in self.modules}
        worlds = {name: vars(copy) for name, copy in copies.items()}
        for module in self.modules:
            worlds[module.__name__].update(vars(module))
        made: dict[FunctionType, FunctionType] = {}
        for module in self.modules:
            for function in functions_of(module).values():
                made[function] = FunctionType(function.__code__, worlds[module.__name__], function.__name__)
        known = {name: made[function] for name, function in {**self.functions, **self.replaced}.items()}
        for world in worlds.values():
            for name, value in world.items():
                if isinstance(value, FunctionType):
                    world[name] = made.get(self.replaced.get(value.__name__, value), value)
                elif isinstance(value, ModuleType):
                    world[name] = copies.get(value.__name__, value)  # `rules.turned` is replaced like `turned`
            for name, value in {**self.constants, **self.records, **known}.items():
                world.setdefault(name, value)
        return {**self.constants, **self.records, **known}


def functions_of(module: ModuleType) -> dict[str, FunctionType]:
    """The functions that a module defines itself."""
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__ and value.__name__ == name
    }
