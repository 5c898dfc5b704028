"""Seats that bots play: which bots there are, and which of them the kernel plays in many matches at once."""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.bots.entrants import Entrant, find_bot
from tefuda.bots.levels import NOTICED
from tefuda.games import Face
from tefuda.kernel.batch import Mind
from tefuda.kernel.play import NOTICED_ALL

Opponents = str | Sequence[str | None]
INSIDE = "random, beginner, casual, club and files of weights"
REWARDS = ("score", "lead")


def entrants_of(face: Face, seats: int, opponents: Opponents) -> list[Entrant | None]:
    """The bots at the seats after one's own, in their order; one name stands for all. None is for no bot."""
    if not isinstance(opponents, (str, Sequence)):
        raise ValueError(f"opponents are the name of a bot, or one for each other seat, not {opponents!r}")
    names = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != seats - 1:
        raise ValueError(f"{seats} seats have {seats - 1} opponents, not {len(names)}")
    return [None if name is None else find_bot(name, face.name) for name in names]


def minds_of(face: Face, seats: int, opponents: Opponents) -> list[Mind | None]:
    """Who plays each seat from one's own on, as the kernel has it."""
    return [None, *(None if one is None else mind_of(face, one) for one in entrants_of(face, seats, opponents))]


def mind_of(face: Face, entrant: Entrant) -> Mind:
    if entrant.name == "random":
        return Mind()
    if entrant.name == "beginner":
        return Mind(tuple(face.weights.CASUAL), round(NOTICED * NOTICED_ALL))
    if entrant.instant and entrant.weights is not None:
        return Mind(tuple(entrant.weights), NOTICED_ALL)
    raise ValueError(f"in many matches at once the kernel plays {INSIDE}, not {entrant.name}; one match has all bots")


def check_seat(seat: int | None, seats: int) -> int | None:
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats):
        raise ValueError(f"there is no seat {seat!r}; seats are 0 to {seats - 1}, or None for any")
    return seat


def check_reward(reward: str) -> str:
    if reward not in REWARDS:
        raise ValueError(f"reward must be {' or '.join(REWARDS)}, not {reward!r}")
    return reward
