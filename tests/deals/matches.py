"""Matches by a deal, and what can be done to their records."""

from __future__ import annotations

import random
from collections.abc import Callable

from tefuda import Match, Record
from tefuda.deal import Deal
from tests.setups import SETUPS, Setup


def some_deal(rng: random.Random, seats: int) -> Deal:
    """A deal with salts of all lengths."""
    return Deal(rng.randbytes(32), [rng.randbytes(rng.randint(0, 32)) for _ in range(seats)])


def some_record(setup: Setup, rng: random.Random, moves: int = 10000) -> Record:
    """The record of a random match by some deal, of at most so many moves."""
    deal = some_deal(rng, setup.seats)
    match = Match(setup.game, setup.seats, draw=deal.draw, **setup.options)
    match.record.proof = deal.proof
    for _ in range(moves):
        if not match.to_act:
            break
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))
    return match.record


def default_setups() -> list[Setup]:
    """Every game with every seat count."""
    found = {(setup.game, setup.seats): setup for setup in reversed(SETUPS)}
    return list(found.values())


# ---- tampering


def flipped(digits: str, rng: random.Random) -> str:
    """The same bytes with one bit flipped."""
    data = bytearray.fromhex(digits)
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return data.hex()


def other_seed(lines: list[str], rng: random.Random) -> bool:
    return change_header(lines, "proof seed ", rng)


def other_commitment(lines: list[str], rng: random.Random) -> bool:
    return change_header(lines, "proof commitment ", rng)


def other_salt(lines: list[str], rng: random.Random) -> bool:
    return change_header(lines, "proof salt ", rng)


def change_header(lines: list[str], start: str, rng: random.Random) -> bool:
    at = [i for i, line in enumerate(lines) if line.startswith(start)]
    if not at:
        return False
    i = rng.choice(at)
    words = lines[i].split(" ")
    lines[i] = " ".join([*words[:-1], flipped(words[-1], rng)])
    return True


def no_salt(lines: list[str], rng: random.Random) -> bool:
    at = [i for i, line in enumerate(lines) if line.startswith("proof salt ")]
    if at:
        del lines[rng.choice(at)]
    return bool(at)


def swapped_cards(lines: list[str], rng: random.Random) -> bool:
    """Two cards of different hands change places."""
    i = rng.choice([i for i, line in enumerate(lines) if line.startswith("* deal ")])
    hands = [hand.split(" ") for hand in lines[i].removeprefix("* deal ").split(" | ")]
    one, other = rng.sample(hands, 2)
    a, b = rng.randrange(len(one)), rng.randrange(len(other))
    if one[a] in other or other[b] in one or "1" in (one[a], other[b]):  # the 1 of 23 has a draw of its own
        return False
    one[a], other[b] = other[b], one[a]
    lines[i] = "* deal " + " | ".join(map(" ".join, hands))
    return True


def other_order(lines: list[str], rng: random.Random) -> bool:
    """Two cards of a hand of SCOUT, where the order counts, change places."""
    at = [i for i, line in enumerate(lines) if line.startswith("* deal ") and "/" in line]
    if not at:
        return False
    i = rng.choice(at)
    words = lines[i].split(" ")
    k = rng.choice([k for k, word in enumerate(words[:-1]) if "/" in word and "/" in words[k + 1]])
    words[k], words[k + 1] = words[k + 1], words[k]
    lines[i] = " ".join(words)
    return True


def other_draw(lines: list[str], rng: random.Random) -> bool:
    """Chance drew what it drew at another time."""
    at = [i for i, line in enumerate(lines) if line.startswith("* ")]
    i, other = rng.choice(at), rng.choice(at)
    changed = lines[i] != lines[other]
    lines[i] = lines[other]
    return changed


def turned_card(lines: list[str], rng: random.Random) -> bool:
    """A card of SCOUT is dealt the other way up."""
    at = [i for i, line in enumerate(lines) if line.startswith("* deal ") and "/" in line]
    if not at:
        return False
    i = rng.choice(at)
    words = lines[i].split(" ")
    k = rng.choice([k for k, word in enumerate(words) if "/" in word])
    words[k] = "/".join(reversed(words[k].split("/")))
    lines[i] = " ".join(words)
    return True


def lost_card(lines: list[str], rng: random.Random) -> bool:
    i = rng.choice([i for i, line in enumerate(lines) if line.startswith("* deal ")])
    lines[i] = lines[i].rpartition(" ")[0]
    return True


def moved_event(lines: list[str], rng: random.Random) -> bool:
    """An event of chance comes one line later than it did."""
    at = [i for i, line in enumerate(lines) if line.startswith("* ")]
    i = rng.choice(at)
    if i + 1 == len(lines):
        return False
    lines[i], lines[i + 1] = lines[i + 1], lines[i]
    return lines[i] != lines[i + 1]


def lost_event(lines: list[str], rng: random.Random) -> bool:
    """An event before a deal is missing, so that the deal has another number."""
    last = max(i for i, line in enumerate(lines) if line.startswith("* deal "))
    first = lines.index("---") + 1
    if first == last:
        return False
    del lines[rng.randrange(first, last)]
    return True


Tamper = Callable[[list[str], random.Random], bool]  # changes the lines of a record; False if it could not
TAMPERS: list[Tamper] = [
    other_seed,
    other_commitment,
    other_salt,
    no_salt,
    swapped_cards,
    turned_card,
    other_order,
    other_draw,
    lost_card,
    moved_event,
    lost_event,
]


def tampered(text: str, tamper: Tamper, rng: random.Random) -> str | None:
    """The text of a record after the tampering; None if there was nothing to tamper with."""
    lines = text.removesuffix("\n").split("\n")
    return "\n".join(lines) + "\n" if tamper(lines, rng) else None
