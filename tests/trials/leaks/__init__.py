"""Leaks to plant in the server, one at a time: each tells a reader something that it may not know, by a byte, by the
length of a message or by its time. The trial `worlds` must find every one of them."""

from __future__ import annotations

from importlib import import_module

from tests.trials.leaks.planting import LEAKS, Leak

for _name in ("updates", "events", "times", "eyes", "seats", "deals", "answers", "rests"):
    import_module(f"tests.trials.leaks.{_name}")

__all__ = ["LEAKS", "Leak"]
