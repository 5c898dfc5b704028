"""What is made of a game: words, bots, the lab, environments, tables."""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Iterator
from typing import Any

from tefuda.bots import BOTS, levels_of
from tefuda.contract.sample import Sample
from tefuda.games.showing import KINDS
from tefuda.match import Match

LANGS = ("en", "ja")


def words_for_everything(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """Stories, rules and reasons can be told to everybody, in both languages."""
    face = sample.face
    kinds: dict[str, list[int]] = {}
    for action in range(face.engine.n_actions):
        kinds.setdefault(face.move_text(action).split(" ")[0], []).append(action)
    for step in sample.steps(rng, until):
        names = [f"N{seat}" for seat in range(step.after.seats)]
        lang, reader = rng.choice(LANGS), rng.choice([None, *range(step.after.seats)])
        seat, event = step.event
        for sentence in face.story(step.before, seat, event, step.after, reader, names, lang):
            if not sentence.strip() or "{" in sentence or "\n" in sentence:
                yield f"{sentence!r} is no sentence"
        if reader is None or step.after.actor() < 0:
            continue
        view = face.view(step.after, reader)
        if not face.rule(view, lang, names).strip():
            yield f"the rules say nothing to seat {reader} at '{step.event}'"
        action = rng.choice(kinds[rng.choice(list(kinds))])
        if action not in step.after.legal(reader):
            reason = face.why_not(view, face.move_text(action), lang, names)
            if not reason.text.strip():
                yield f"there is no reason why {face.move_text(action)!r} is not possible"


def bots_play(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """All levels but the search play whole matches by their views."""
    levels = [name for name in levels_of(sample.face.name) if name not in ("expert", "master")]
    begun = 0
    while begun == 0 or time.perf_counter() < until:
        seats, options = sample.setup(rng, usual=begun == 0)
        begun += 1
        match = Match(sample.face.name, seats, rng.getrandbits(60), **dict[str, Any](options))
        while match.to_act and time.perf_counter() < until + 10:
            seat = match.to_act[0]
            moves = match.moves(seat)
            move = BOTS[levels[seat % len(levels)]](match.view(seat), moves, rng)
            if move not in moves:
                yield f"{levels[seat % len(levels)]} has chosen {move!r}, which is not among its moves"
                return
            match.play(seat, move)


def the_plain_board_shows_it(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """The plain table and board find in the view what they are told to draw."""
    seats, options = sample.setup(rng, usual=True)
    game = sample.face.begin(seats, options)
    game.settle(1)
    for reader in (None, 0):
        told = sample.face.view(game, reader).to_dict()
        for name in ("game", "seat", "seats", "to_act", "scores", "hand"):
            if name not in told:
                yield f"the view has no {name!r}"
        for part in sample.face.parts(told):
            if part.name not in told or part.kind not in KINDS or set(part.label) != set(LANGS):
                yield f"{part.name} cannot be drawn"
            elif part.owner == "each" and len(told[part.name]) != seats:
                yield f"{part.name} is not one thing for each seat"


def learners_step(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """The environment for learners runs, where its libraries are installed."""
    if not importlib.util.find_spec("gymnasium"):
        return
    from tefuda.env.parallel import ParallelEnv

    env = ParallelEnv(sample.face.name, 2)
    observations, infos = env.reset(seed=1)
    for _ in range(20):
        observations, _, _, _, infos = env.step(env.draw_actions())
        if not infos["action_mask"].any(axis=1).all() or not observations.any():
            yield "a learner gets no action, or sees nothing"


AROUND = (words_for_everything, bots_play, the_plain_board_shows_it, learners_step)
