"""placeholder"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tefuda.games.twentythree.state import State
from tefuda.games.twentythree.view import View

TITLE = {"en": "23", "ja": "23"}
OPTIONS = dict.fromkeys(("bonus_shift", "forced_must_use_bonus", "forced_may_leave", "allow_negative", "learn12"), ("", ""))


def story(
    before: State, seat: int | None, event: str, after: State, reader: int | None, names: Sequence[str], lang: str
) -> Iterable[str]:
    return []


def rule(view: View, lang: str) -> str:
    return ""
