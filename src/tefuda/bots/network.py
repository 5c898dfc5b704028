"""The networks of `expert`: rows of 16-bit numbers in files beside the games.

A file begins with a line of JSON that says what it is for and how it was made; the numbers follow, compressed: first
the lower byte of each, then the upper ones, which are nearly all alike. The rules' fingerprint says which rules they
are for: a hash of what a round gives the network to look at and of how it goes. Rules that differ in either have
another one, so old weights are never used for new rules.
"""

from __future__ import annotations

import hashlib
import json
import warnings
import zlib
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tefuda.games import GAMES, Face
from tefuda.games.option import Value, check_options
from tefuda.kernel import OVER
from tefuda.kernel.net import TOP, network_size
from tefuda.kernel.sources import file_of, packages_of

SUFFIX = ".net"
FORMAT = "tefuda network 3"
EVENTS = 250  # of the match that is the fingerprint of the rules


class BadNetwork(ValueError):
    """A file that is missing, damaged, or made for other rules."""


class NoExpert(RuntimeWarning):
    """A network cannot be used; `expert` is not offered where there is no other."""


class Network(NamedTuple):
    about: Mapping[str, Any]
    row: array[int]

    @property
    def seats(self) -> int:
        return int(self.about["seats"])

    @property
    def other_seats(self) -> list[int]:
        """For how many seats it is better than `club`, too."""
        return list(self.about.get("also seats", ()))

    def suits(self, options: Mapping[str, Value]) -> bool:
        """Whether it is for a match with these options."""
        return all(options[name] in values for name, values in self.about["for"].items())


def n_inputs(face: Face) -> int:
    """The number of inputs of the game's networks; 0 if it has none."""
    return int(getattr(face.engine.Game.rules, "N_INPUTS", 0))


def rules_of(face: Face, seats: int, options: Mapping[str, Value]) -> str:
    """The fingerprint of rules and inputs with these options."""
    digest = hashlib.sha256(str(n_inputs(face)).encode())
    game = face.begin(seats, options)
    for event in range(EVENTS):
        count = game.settle(event + 1)
        if count == 0:
            break
        seat = game.actor()
        game.apply(seat, game.nth(seat, event * 7919 % count))
        if game.actor() != OVER:
            digest.update(repr(sorted(game.inputs(seat).items())).encode())
        digest.update(repr(game.scores()).encode())
    return digest.hexdigest()[:16]


# ---- files


def folder_of(face: Face) -> Path:
    return file_of(packages_of(face.name)[-1]).parent


def written(about: Mapping[str, Any], row: Sequence[int]) -> bytes:
    """A network as a file."""
    body = array("h", row).tobytes()
    head = {"format": FORMAT, **about, "sum": hashlib.sha256(body).hexdigest()[:16]}
    return json.dumps(head).encode() + b"\n" + zlib.compress(body[::2] + body[1::2], 9)


def read(path: Path, face: Face) -> Network:
    """The network of a file, or BadNetwork with what is wrong."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadNetwork(f"cannot read {path}: {error.strerror}") from None
    head, _, packed = data.partition(b"\n")
    try:
        about = json.loads(head)
        apart = zlib.decompress(packed)
        body = bytearray(len(apart))
        body[::2], body[1::2] = apart[: len(apart) // 2], apart[len(apart) // 2 :]
        sound = about["format"] == FORMAT and about["sum"] == hashlib.sha256(body).hexdigest()[:16]
        row = array("h", bytes(body))
        game, seats = about["game"], int(about["seats"])
        sound = sound and all(type(one) is int for one in about.get("also seats", ()))
        told = {name: values[0] for name, values in about["for"].items()}
        options = check_options(face.options, told if game == face.name else {})
    except (ValueError, LookupError, TypeError, AttributeError, zlib.error):
        raise BadNetwork(f"{path} is damaged, or no network") from None
    if game != face.name:
        raise BadNetwork(f"{path} is a network of {game}, not of {face.name}")
    if not sound or len(row) < network_size(0) or max(map(abs, row[-network_size(0) :])) > TOP:
        raise BadNetwork(f"{path} is damaged")
    current = seats in face.seats(options) and len(row) == network_size(n_inputs(face))
    if face.engine.backend.form != "hosted":  # there rules and networks were packed together, and plain rules are slow
        current = current and about.get("rules") == rules_of(face, seats, options)
    if not current:
        raise BadNetwork(f"{path} was trained for other rules or inputs; `tefuda train {game}` makes a new one")
    return Network(about, row)


@cache
def networks(game: str) -> tuple[Network, ...]:
    """The networks of a game that can be used; a warning for each that cannot."""
    face = GAMES[game]
    if n_inputs(face) == 0:
        return ()
    found = []
    for path in sorted(folder_of(face).glob(f"*{SUFFIX}")):
        try:
            found.append(read(path, face))
        except BadNetwork as error:
            warnings.warn(str(error), NoExpert, stacklevel=2)
    return tuple(found)


def network_for(game: str, seats: int, options: Mapping[str, Value]) -> Network | None:
    """The network for a match with these options and seats, or one for other seats that is good for these too."""
    found = [one for one in networks(game) if one.suits(options) and seats in (one.seats, *one.other_seats)]
    return min(found, key=lambda one: (abs(one.seats - seats), one.seats), default=None)
