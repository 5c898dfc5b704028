"""What is made of a game: words, bots, the lab, environments, tables."""

from __future__ import annotations

import importlib.util
import json
import random
import re
from collections.abc import Iterator
from typing import Any

from tefuda.contract.sample import Sample, at
from tefuda.errors import IllegalMove
from tefuda.games.showing import KINDS
from tefuda.match import Match

LANGS = ("en", "ja")
EVENTS = 60  # moves at a live table


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
            text = face.why_not(view, face.move_text(action), lang, names).text
            if not text.endswith("." if lang == "en" else "。") or re.search(r"[{}]|\bR\d", text):
                yield f"why {face.move_text(action)!r} is not possible is told as {text!r}"


def bots_play(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """All levels but the search play whole matches by their views."""
    levels = [name for name in sample.bots if name not in ("expert", "master")]
    for number in sample.numbers(until):
        seats, options = sample.setup(rng, usual=number == 0)
        match = Match(sample.face.name, seats, rng.getrandbits(60), **dict[str, Any](options))
        while match.to_act:
            seat = match.to_act[0]
            moves = match.moves(seat)
            level = levels[(seat + number) % len(levels)]
            move = sample.bots[level](match.view(seat), moves, rng)
            if move not in moves:
                yield f"{level} has chosen {move!r}, which is not among its moves"
                return
            match.play(seat, move)
        if match.result is None or len(match.result.scores) != seats or any(map(match.moves, range(seats))):
            yield "after the match there is no result, or somebody still has moves"
        try:
            match.play(0, sample.face.move_text(0))
            yield "after the match a move is accepted"
        except IllegalMove:
            pass


def the_plain_board_shows_it(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """The plain table and board find in the view what they are told to draw."""
    seats, options = sample.setup(rng, usual=True)
    game = sample.face.begin(seats, options)
    game.settle(1)
    for reader in (None, 0):
        shown = sample.face.view(game, reader).to_dict()
        for name in ("game", "seat", "seats", "to_act", "scores", "hand"):
            if name not in shown:
                yield f"the view has no {name!r}"
        for part in sample.face.parts(shown):
            if part.name not in shown or part.kind not in KINDS or set(part.label) != set(LANGS):
                yield f"{part.name} cannot be drawn"
            elif part.owner == "each" and len(shown[part.name]) != seats:
                yield f"{part.name} is not one thing for each seat"


def the_lab_counts(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """The lab knows every move by its kind, who starts, and how rounds end."""
    face = sample.face
    kinds = face.study.KINDS
    for step in sample.steps(rng, until):
        if step.event.seat is not None:
            kind = face.study.kind_of(face.moves.parse(step.event.text))
            if kind not in kinds or not all(kinds[kind]):
                yield f"the lab has no name in both languages for {step.event.text!r}"
        start = getattr(face.state(step.after), face.study.START)
        if not -1 <= start < step.after.seats:
            yield f"{face.study.START} is {start}, which is no seat{at(step)}"


def a_server_can_play_it(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """At a live table: seats that it waits for may act, what is sent is JSON, and a log of moves replays the same."""
    face = sample.face
    for number in sample.numbers(until):
        seats, options = sample.setup(rng, usual=number == 0)
        live = Match(face.name, seats, rng.getrandbits(60), **dict[str, Any](options))
        again = Match.replay(live.record)
        for _ in range(EVENTS):
            if not live.to_act:
                break
            if not live.waits_for or not set(live.waits_for) & set(range(seats)):
                yield "nobody is waited for while somebody may act"
            seat = rng.choice(live.to_act)
            sent = {"view": live.view(seat)._asdict(), "moves": live.moves(seat), "facts": live.facts(seat)}
            if json.loads(json.dumps(sent)) != sent:
                yield "what a seat is sent is not plain JSON"
            steps = live.make(seat, rng.choice(live.moves(seat)))
            again.go_on([event for _, event, _ in steps])
            before, _, after = steps[0]
            if not 0 <= face.window(before, after) <= 60_000:
                yield "a window is 0 to 60,000 ms long"
        if again != live:
            yield "a log of moves plays on to another match"
    if face.race and face.race not in {option.name for option in face.options}:
        yield f"the race is {face.race!r}, which is no option"


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


MADE = (the_plain_board_shows_it, learners_step)
AROUND = (words_for_everything, bots_play, the_lab_counts, a_server_can_play_it)
