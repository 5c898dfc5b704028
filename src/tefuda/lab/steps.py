"""Decisions that are taken in several moves count once: a Double Action, the cards of a Triple+, two cards given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tefuda.games import Face


class Steps(NamedTuple):
    """Which moves complete a decision that the same seat has just begun, by the kinds of the two moves."""

    after: Any  # [kind before, kind]: whether it does
    again: Any  # [kind]: whether a step repeats its kind, so that it is not counted a second time


def steps_of(face: Face) -> Steps:
    """From the game's STEPS."""
    kinds = list(face.study.KINDS)
    after = np.zeros((len(kinds), len(kinds)), bool)
    for kind, begun in face.study.STEPS.items():
        after[[kinds.index(one) for one in begun], kinds.index(kind)] = True
    return Steps(after, after.diagonal().copy())


def is_step(steps: Steps, seats: Any, kinds: Any, firsts: Any) -> Any:
    """Of moves in their order: which of them complete a decision. `firsts` are the places where rounds begin."""
    found = np.zeros(len(seats), bool)
    found[1:] = (seats[1:] == seats[:-1]) & steps.after[kinds[:-1], kinds[1:]]
    found[firsts] = False
    return found


class Decided(NamedTuple):
    """What a seat decided in a round: an array of each, with a value for each round and seat."""

    decisions: Any
    forced: Any  # those in which no step left a choice
    asked: Any  # how often it chose: the decisions, and the steps that are something else than what they complete
    choices: Any  # the legal moves of these in total
    again: dict[int, Any]  # by kind: moves that are not counted again


def decided(steps: Steps, seats: int, rounds: Sequence[Any], kinds: Any) -> Decided:
    """From the moves of each round: rows of seat, action and number of legal actions."""
    lengths = [len(moves) for moves in rounds]
    moves = np.concatenate(rounds)
    kind = kinds[moves[:, 1]]
    step = is_step(steps, moves[:, 0], kind, np.cumsum([0, *lengths[:-1]]))
    again = step & steps.again[kind]
    cell = np.repeat(np.arange(len(rounds), dtype=np.int32) * seats, lengths) + moves[:, 0]
    begins = np.flatnonzero(~step)
    forced = begins[np.logical_and.reduceat(moves[:, 2] == 1, begins)]

    def counted(places: Any, weights: Any = None) -> Any:
        return np.bincount(cell[places], weights, len(rounds) * seats).astype(np.int32)

    return Decided(
        decisions=counted(begins),
        forced=counted(forced),
        asked=counted(~again),
        choices=counted(~again, moves[~again, 2]),
        again={int(one): counted(again & (kind == one)) for one in np.flatnonzero(steps.again)},
    )
