"""The kernel: records, the forms in which rules run, and what can be done with any rules. It knows no game."""

from tefuda.kernel.chance import CHANCE, OVER, Work, draw, shuffle
from tefuda.kernel.engine import Backend, Engine, NotCompiled, backend, engine
from tefuda.kernel.play import QUICK, UNIFORM, places_after
from tefuda.kernel.record import I8, I16, I32, I64, U8, Grid, Ints, Record, Setup, checked, dtype

__all__ = [
    "CHANCE",
    "I8",
    "I16",
    "I32",
    "I64",
    "OVER",
    "QUICK",
    "U8",
    "UNIFORM",
    "Backend",
    "Engine",
    "Grid",
    "Ints",
    "NotCompiled",
    "Record",
    "Setup",
    "Work",
    "backend",
    "checked",
    "draw",
    "dtype",
    "engine",
    "places_after",
    "shuffle",
]  # fmt: skip
