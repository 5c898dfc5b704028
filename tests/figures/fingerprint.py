"""A fingerprint of how the bots play a game: it changes when a rule, a weight, a network or a search does, and at no
other time. A figure names the strongest level that it needs, so a better network makes no figure of `club` stale."""

from __future__ import annotations

import hashlib
import random
from functools import cache

import numpy as np

from tefuda.arena import Contest, play_rotation
from tefuda.bots.network import networks
from tefuda.games import GAMES
from tefuda.kernel import OVER
from tests.setups import SETUPS

MOVES = np.zeros((1 << 15, 3), np.int16)
MATCHES = 3  # of each setup and level


@cache
def fingerprint(name: str) -> str:
    """Of "scout": the levels up to `club`; "scout expert": its networks too; "scout master": everything."""
    game, _, level = name.partition(" ")
    digest = hashlib.sha256(by_weights(game) if level == "" else fingerprint(weaker(name)).encode())
    if level == "expert":
        digest.update(" ".join(str(one.about["sum"]) for one in networks(game)).encode())
    own = next(setup for setup in SETUPS if setup.game == game)
    bot = level or "beginner"
    contest = Contest(game, own.options, (bot, *["casual"] * (own.seats - 1)), playouts=24)
    lines = play_rotation(contest, random.Random(game).getrandbits(40), 0)
    digest.update(repr([(line.gain, line.rounds) for line in lines]).encode())
    return digest.hexdigest()[:8]


def weaker(name: str) -> str:
    game, _, level = name.partition(" ")
    return f"{game} expert" if level == "master" else game


def by_weights(game: str) -> bytes:
    """From every move of some matches of `random`, `casual` and `club` with every option."""
    face, digest = GAMES[game], hashlib.sha256()
    kinds = np.zeros(face.engine.n_actions, np.uint8)
    own = [setup for setup in SETUPS if setup.game == game] * MATCHES
    for number, setup in enumerate(own):
        for weights in (None, face.weights.CASUAL, face.weights.CLUB):
            played = face.begin(setup.seats, setup.options)
            counts = np.zeros((setup.seats, 5), np.int32)
            while played.actor() != OVER:
                seed = len(own) * played.rounds() + number
                made, *_ = played.count_round(seed, [weights] * setup.seats, kinds, counts, MOVES)
                digest.update(MOVES[:made].tobytes())
            digest.update(repr(played.scores()).encode())
    return digest.digest()
