"""A variant: a game with some functions of its rules replaced, and everything that depends on them.

The kernel puts the variant's functions in the place of the game's. What is plain Python around the rules (view, words,
reasons) calls rules, too; so its functions are made once more, each bound to the variant's rules.
"""

from __future__ import annotations

import copy
import importlib
import sys
from types import FunctionType, ModuleType
from typing import Any

from tefuda.games.face import PARTS, Face
from tefuda.games.option import options_in


def variant_of(base: Face, name: str, package: str) -> Face:
    """The face of a game, with other rules behind it."""
    from tefuda.kernel.sources import PACKAGES, modules_of, packages_of

    if base.base:
        raise ValueError(f"{name} is a variant of {base.name}, which is one itself; name {base.base} and copy the rest")
    rules: Any = importlib.import_module(f"{package}.rules")
    PACKAGES[name] = (*packages_of(base.name), package)
    own = [module for module in modules_of(package) if module.__name__.startswith(f"{package}.")]
    check(name, own, modules_of(packages_of(base.name)[0]))
    clones = cloned(packages_of(base.name)[0], own)
    face = copy.copy(base)
    for made in ("_state", "views"):  # from the game's own rules
        face.__dict__.pop(made, None)
    face.forget()
    face.__class__ = rebound(type(base), clones)
    for part in PARTS:
        module = getattr(base, part, None)
        if isinstance(module, ModuleType) and module.__name__ in clones:
            setattr(face, part, clones[module.__name__])
    face.name = name
    face.base = base.name
    face.bound_modules = clones
    face.titles = getattr(rules, "TITLE", None) or {lang: f"{base.title(lang)} ({name})" for lang in ("en", "ja")}
    if hasattr(rules, "Options"):
        face.options = options_in(rules.Options)
    return face


def check(name: str, own: list[ModuleType], game: list[ModuleType]) -> None:
    """ValueError unless the variant changes something that the game has."""
    there = {function for module in game for function in functions(module)}
    if not any(function in there for module in own for function in functions(module)):
        raise ValueError(f"{name} changes nothing: none of its functions is one of the game's rules")


def functions(module: ModuleType) -> dict[str, FunctionType]:
    """The functions that a module defines itself."""
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }


def cloned(package: str, own: list[ModuleType]) -> dict[str, ModuleType]:
    """Copies of all modules of the game and of the variant, in which the variant's functions replace the game's."""
    from tefuda.kernel.sources import modules_of

    modules = [module for name, module in sys.modules.items() if name.startswith(f"{package}.")] + own
    clones = {module.__name__: ModuleType(module.__name__) for module in modules}
    for module in modules:
        clones[module.__name__].__dict__.update(vars(module))
    made: dict[FunctionType, FunctionType] = {}
    for module in modules:
        for function in functions(module).values():
            made[function] = once_more(function, clones[module.__name__])
    replaced = {name: made[function] for module in own for name, function in functions(module).items()}
    rules = {name for module in modules_of(package) for name in functions(module)}
    for clone in clones.values():
        for name, value in list(vars(clone).items()):
            if isinstance(value, FunctionType) and value in made:
                instead = value.__name__ in rules and value.__module__.startswith(f"{package}.")
                clone.__dict__[name] = replaced.get(value.__name__, made[value]) if instead else made[value]
            elif isinstance(value, ModuleType) and value.__name__ in clones:
                clone.__dict__[name] = clones[value.__name__]
    return clones


def bound_module(face: Face, name: str) -> ModuleType:
    """A module of the game that was imported after the variant was made, such as its terminal table.

    It is copied, with the modules below it, and the copies are bound to the variant's rules.
    """
    importlib.import_module(name)
    clones = face.bound_modules
    later = [one for key, one in sys.modules.items() if f"{key}.".startswith(f"{name}.") and key not in clones]
    clones |= {module.__name__: ModuleType(module.__name__) for module in later}
    for module in later:
        clones[module.__name__].__dict__.update(vars(module))
    made: dict[Any, Any] = {}
    for module in later:
        for value in vars(module).values():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                made[value] = once_more(value, clones[module.__name__])
            elif isinstance(value, type) and value.__module__ == module.__name__:
                made[value] = rebound(value, clones)
    for module in later:
        clone = clones[module.__name__]
        for key, value in vars(module).items():
            if isinstance(value, ModuleType):
                clone.__dict__[key] = clones.get(value.__name__, value)
            elif isinstance(value, FunctionType | type):
                there = clones.get(value.__module__)
                clone.__dict__[key] = made.get(value) or getattr(there, value.__name__, value)
    return clones[name]


def once_more(function: FunctionType, module: ModuleType) -> FunctionType:
    new = FunctionType(
        function.__code__, module.__dict__, function.__name__, function.__defaults__, function.__closure__
    )
    new.__kwdefaults__ = function.__kwdefaults__
    new.__module__, new.__doc__ = function.__module__, function.__doc__
    return new


def rebound(known: type[Any], clones: dict[str, ModuleType]) -> type[Any]:
    """A class, of a face or of something in a terminal, with methods that know the variant's rules."""
    if known.__module__ not in clones:
        return known
    written_there = vars(sys.modules[known.__module__])
    methods = {
        name: once_more(value, clones[known.__module__])
        for name, value in vars(known).items()
        if isinstance(value, FunctionType) and value.__globals__ is written_there
    }
    return type(known.__name__, (known,), methods) if methods else known
