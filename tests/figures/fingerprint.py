"""A fingerprint of how the bots play a game: it changes when a rule, a weight or a search does, and at no other
time."""

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
EXPERT = " expert"
ASKED = ("beginner", "master")  # asked with views; a match of each


@cache
def fingerprint(game: str) -> str:
    """From every move of some matches of `random`, `casual` and `club` with every option, and the others' results.

    "scout expert" is the fingerprint of SCOUT's networks as well.
    """
    if game.endswith(EXPERT):
        base = game.removesuffix(EXPERT)
        sums = [str(one.about["sum"]) for one in networks(base)]
        return hashlib.sha256(" ".join([fingerprint(base), *sums]).encode()).hexdigest()[:8]
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
    options, seats = own[0].options, own[0].seats
    for bot in ASKED:
        contest = Contest(game, options, (bot, *["casual"] * (seats - 1)), playouts=24)
        lines = play_rotation(contest, random.Random(game).getrandbits(40), 0)
        digest.update(repr([(line.gain, line.rounds) for line in lines]).encode())
    return digest.hexdigest()[:8]
