"""When Python looks for garbage that refers to itself.

A look stops everything, the longer the more is in memory: by itself Python would look while thousands play, and they
would wait for a quarter of a second. But only connections and tables that have ended leave such garbage behind, and
playing leaves none. So they are counted, and Python looks when many have ended.
"""

from __future__ import annotations

import gc

MANY = 2_000  # connections and tables, of about 30 kB each
NEW = 3_000_000  # objects that are more than at the last look: in case there is garbage that nobody thought of

_ended = 0


def take_charge() -> None:
    """From here on Python looks only when it is told to. What is loaded by now stays, and is not looked at."""
    gc.freeze()
    gc.disable()


def ended() -> None:
    """A connection or a table has ended."""
    global _ended
    _ended += 1


def tidy() -> bool:
    """Looks, if it is worth it; whether it was."""
    global _ended
    if gc.isenabled() or (_ended < MANY and gc.get_count()[0] < NEW):
        return False
    _ended = 0
    gc.collect()
    return True
