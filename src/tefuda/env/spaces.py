"""Spaces and actions, as Gymnasium and the kernel want them."""

from __future__ import annotations

import operator
import sys
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

Array = NDArray[Any]
LIMITS = np.iinfo(np.int16)


def box(size: int) -> Box:
    return Box(LIMITS.min, LIMITS.max, (size,), np.int16)


def whole_number(value: Any, what: str = "an action") -> int:
    """The number, or a TypeError if it is none."""
    if not isinstance(value, (bool, np.bool_)) and not (isinstance(value, np.ndarray) and value.ndim):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise TypeError(f"{what} is a whole number, not {value!r}")


def narrowed(actions: Any) -> Array:
    """The actions as the kernel wants them; a number that does not fit stays illegal. TypeError if they are none."""
    array = np.asarray(actions)
    if array.ndim != 1:
        raise ValueError(f"actions are a row of whole numbers, one for each match, not of shape {array.shape}")
    if array.dtype == np.int16:
        return np.ascontiguousarray(array)
    if array.dtype.kind not in "iu":
        raise TypeError(f"actions are whole numbers, not {array.dtype}")
    return np.where((array >= 0) & (array <= LIMITS.max), array, -1).astype(np.int16)


class Copies:
    """Copies of arrays, in memory that is used again as soon as nobody holds the copy any more.

    Fresh memory is dear: the system clears each page of it, which takes longer than a step of the matches.
    """

    def __init__(self, kept: int = 4) -> None:
        self._kept = kept
        self._made: list[Array] = []

    def of(self, array: Array) -> Array:
        """A copy that is the caller's own."""
        copy = self._free(array)
        np.copyto(copy, array)
        return copy

    def of_rows(self, array: Array, rows: Array) -> Array:
        """The same, but all other rows are 0."""
        copy = self._free(array)
        copy.fill(0)
        copy[rows] = array[rows]
        return copy

    def _free(self, like: Array) -> Array:
        for place in range(len(self._made)):
            if holders(self._made, place) == NOBODY:
                return self._made[place]
        made = np.empty_like(like, subok=False)
        if len(self._made) < self._kept:
            self._made.append(made)
        return made


def holders(made: list[Any], place: int) -> int:
    """How many hold what stands there; a view of an array holds it, too."""
    return sys.getrefcount(made[place])


NOBODY = holders([object()], 0)
