"""Chance: a small random stream and drawing from a pool. Kernel Python, compiled into every game.

The stream is a multiply-with-carry generator of period 2**60 whose state is one number below 2**62, so that plain
Python and 64-bit C count alike. It serves simulations and bots; a live table takes its orders from elsewhere.
"""

from __future__ import annotations

from typing import Annotated

from tefuda.kernel.record import I8, I16, I64, Grid, Ints, Record

CHANCE = -1  # the actor while cards must be ordered
OVER = -2  # the actor of a match that is over
MASK32 = 0xFFFFFFFF
MULTIPLIER = 698769069  # MULTIPLIER * 2**32 - 1 is a safe prime
SALT = 0x9E3779B9
OPTIONS_MAX = 32


class Work(Record):
    """Scratch memory, one per thread. A game's own Work gives the rows below their lengths and may add more."""

    stream: I64
    size: I16  # things in the pool
    sides: I8  # pool[i * sides] and the next sides - 1 entries are one thing, seen from its sides
    options: Annotated[Ints, "i2", OPTIONS_MAX]
    out: Annotated[Ints, "i2", 1]  # legal actions
    pool: Annotated[Ints, "i2", 1]
    drawn: Annotated[Ints, "i2", 1]
    weights: Annotated[Grid, "i4", 1, 1]  # what each seat's policy thinks of things


def scramble(x: int) -> int:
    """Mixes the bits of a number; gives 32 of them."""
    x ^= x >> 16
    x = (x * 0x45D9F3B) & MASK32
    x ^= x >> 16
    x = (x * 0x45D9F3B) & MASK32
    return x ^ (x >> 16)


def seed_stream(w: Work, seed: int) -> None:
    """Neighbouring seeds give unrelated streams. A seed is a number from 0 to 2**63 - 1."""
    low = scramble((seed & MASK32) ^ SALT)
    high = scramble(((seed >> 32) ^ low) & MASK32)
    w.stream = ((high % (MULTIPLIER - 2) + 1) << 32) | low
    for _ in range(4):
        draw(w, 1)


def draw(w: Work, n: int) -> int:
    """A number from 0 to n - 1, all equally likely up to n / 2**32."""
    x = w.stream
    x = MULTIPLIER * (x & MASK32) + (x >> 32)
    w.stream = x
    return (((x ^ (x >> 32)) & MASK32) * n) >> 32


def shuffle(w: Work, size: int) -> None:
    """Puts the first `size` entries of the pool in random order."""
    for i in range(size - 1, 0, -1):
        j = draw(w, i + 1)
        card = w.pool[i]
        w.pool[i] = w.pool[j]
        w.pool[j] = card


def draw_pool(w: Work, count: int) -> None:
    """Draws `count` different things from the pool, each with one of its sides up, into w.drawn."""
    size = w.size
    if w.sides == 1:
        for i in range(count):
            j = i + draw(w, size - i)
            w.drawn[i] = w.pool[j]
            w.pool[j] = w.pool[i]
            w.pool[i] = w.drawn[i]
        return
    sides = w.sides
    for i in range(count):
        j = i + draw(w, size - i)
        for side in range(sides):
            card = w.pool[j * sides + side]
            w.pool[j * sides + side] = w.pool[i * sides + side]
            w.pool[i * sides + side] = card
        w.drawn[i] = w.pool[i * sides + draw(w, sides)]
