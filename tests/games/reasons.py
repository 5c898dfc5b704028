"""For the tests of why a move is not possible: each case is a position, and a move with the rule and words expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from tefuda import GAMES
from tefuda.games.reason import Reason
from tefuda.games.sentences import Say
from tefuda.kernel.plain import Game


class HasGame(Protocol):
    game: Game


class Case(NamedTuple):
    key: str  # of the text that is expected
    rule: str
    words: str  # that the English sentence has
    position: Callable[[], HasGame]
    move: str
    seat: int = 0


def reason_of(name: str, case: Case) -> tuple[Reason, list[str]]:
    """The reason in English and the keys of the texts it is made of; the move must not be legal."""
    face, game = GAMES[name], case.position().game
    assert face.parse_move(case.move) not in game.legal(case.seat), "the move is legal"
    used: list[str] = []
    say = Say.__call__

    def noted(self: Say, key: str, **values: object) -> str:
        used.append(key)
        return say(self, key, **values)

    Say.__call__ = noted  # type: ignore[method-assign]
    try:
        return face.why_not(face.view(game, case.seat), case.move, "en"), used
    finally:
        Say.__call__ = say  # type: ignore[method-assign]


def check(name: str, case: Case) -> None:
    reason, used = reason_of(name, case)
    assert case.key in used, reason
    assert reason.rule == case.rule
    assert case.words in reason.text


def missing(texts: dict[str, str], cases: list[Case]) -> set[str]:
    """The reasons that no case has."""
    return {key for key in texts if key.startswith("why_")} - {case.key for case in cases}
