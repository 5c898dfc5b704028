"""What a seat may know, and what it may not."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from tefuda.bots.honest import peeking
from tefuda.contract.history import Past
from tefuda.contract.sample import Sample, Step, at
from tefuda.games import Face
from tefuda.games.events import UNSEEN
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.plain import Game

LATEST = 250  # events of a match after which its past is no longer looked at
SHARE = 0.05  # of the events until then after which it is
WORLDS = 2500


def readers(step: Step, rng: random.Random) -> list[int | None]:
    return [None, rng.randrange(step.after.seats)]


def views_tell_no_more(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """A view is plain JSON, and worlds that it cannot rule out give the same view, moves, numbers and worths."""
    face, looked, differed = sample.face, 0, 0
    for step in sample.steps(rng, until):
        game = step.after
        if game.actor() == CHANCE:
            continue
        for reader in readers(step, rng):
            view = face.view(game, reader)
            shown = view.to_dict()
            if json.loads(json.dumps(shown)) != shown:
                yield f"the view is not plain JSON{at(step)}"
            world = face.redeal(view, rng)
            if world.actor() == CHANCE:
                yield f"in another world it would be for chance to act now{at(step)}"
                continue
            if face.view(world, reader).to_dict() != shown:
                changed = [name for name, value in face.view(world, reader).to_dict().items() if shown[name] != value]
                yield f"another world gives another view: {', '.join(changed)} differ{at(step)}"
            if broken := world.sound():
                yield f"a world breaks invariant {broken}{at(step)}"
            looked, differed = looked + 1, differed + (not same_hands(face, game, world))
            for value in shown.values():
                if isinstance(value, list):
                    value.clear()
            if face.view(game, reader).to_dict() == shown and any(face.view(game, reader).to_dict().values()):
                yield f"who changes the JSON of a view changes the view{at(step)}"
            if reader is None or game.actor() == OVER:
                continue
            if world.legal(reader) != game.legal(reader):
                yield f"another world gives seat {reader} other moves{at(step)}"
            elif game.observe(reader) != world.observe(reader):
                yield f"another world gives seat {reader} another observation{at(step)}"
            elif not same_hands(face, game, world) and game.reveal(reader) == world.reveal(reader):
                yield f"other hands give the same secrets to seat {reader}{at(step)}"
            elif game.worths(reader, face.weights.CLUB) != world.worths(reader, face.weights.CLUB):
                yield f"what moves are worth to seat {reader} depends on what it cannot know{at(step)}"

    if looked > 20 and not differed:
        yield "all worlds are the true one"


def same_hands(face: Face, game: Game, world: Game) -> bool:
    return face.holdings(game) == face.holdings(world)


def bots_do_not_peek(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """A bot chooses the same in all worlds that its seat cannot tell apart."""
    face = sample.face
    for step in sample.steps(rng, until):
        able = [seat for seat in range(step.after.seats) if step.after.count(seat)]
        if not able or step.after.actor() == CHANCE:
            continue
        seat = rng.choice(able)
        world = face.redeal(face.view(step.after, seat), rng)
        for name in peeking(face, sample.bots, step.after, world, seat, rng.getrandbits(62)):
            yield f"{name} chooses by what seat {seat} cannot know{at(step)}"


def stories_tell_no_more(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """A move that looks the same to a reader is told in the same words, whatever the reader cannot see."""
    face = sample.face
    for step in sample.steps(rng, until):
        if step.event.seat is None or not step.seen:
            continue
        action = face.parse_move(step.event.text)
        for reader in readers(step, rng):
            world = face.redeal(face.view(step.before, reader), rng)
            if action not in world.legal(step.event.seat):
                continue
            after = world.clone()
            after.apply(step.event.seat, action)
            same_move = face.seen_move(step.before, step.event.seat, action, reader) == face.seen_move(
                world, step.event.seat, action, reader
            )
            if not same_move or after.actor() == CHANCE or face.view(after, reader) != face.view(step.after, reader):
                continue
            names = [f"N{seat}" for seat in range(world.seats)]
            stories = [
                list(face.story(before, step.event.seat, step.event.text, then, reader, names, "en"))
                for before, then in ((step.before, step.after), (world, after))
            ]
            if stories[0] != stories[1]:
                yield f"the story tells {stories[0]} in one world and {stories[1]} in another{at(step)}"


def worlds_fit_the_history(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """In every redealt world, what the seat saw happen was possible."""
    face = sample.face
    past: Past | None = None
    for step in sample.steps(rng, until, whole=True):
        if step.number > LATEST:
            continue
        if past is None or step.number == 0:
            past = Past(face, step.before.seats, step.options, rng.randrange(step.before.seats))
        past.goes_on(step.event)
        if step.after.actor() in (CHANCE, OVER) or rng.random() > SHARE:
            continue
        world = face.redeal(face.view(step.after, past.reader), rng)
        if not past.can_lead_to(world, rng):
            yield f"no deal leads to a world of seat {past.reader}, with what it saw on the way{at(step)}"
            return  # to search in vain takes long


def worlds_reach_the_truth(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """Every card that a hand may hold turns up in some world: each world could be the true one.

    A hand holds any card that it can hold in more than one world of 100, so 2,500 worlds miss it with less than 1e-10.
    """
    face = sample.face
    for step in sample.steps(rng, until):
        if step.after.actor() in (CHANCE, OVER) or rng.random() < 0.8:
            continue
        reader = rng.randrange(step.after.seats)
        base = face.world(face.view(step.after, reader))
        held = face.holdings(step.after)
        missing = {name: rng.choice(cards) for name, cards in held.items() if cards and name != str(reader)}
        for _ in range(WORLDS):
            if not missing:
                break
            there = face.holdings(base.redeal(reader, rng.getrandbits(62)))
            missing = {name: card for name, card in missing.items() if card not in there[name]}
        for name, card in missing.items():
            yield f"{card} lies with {name}, and in none of {WORLDS:,} worlds of seat {reader}{at(step)}"


def records_hide(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """What a seat reads of a record is the same in all worlds that it cannot tell apart, and hides with '?'."""
    face = sample.face
    for step in sample.steps(rng, until):
        if step.event.seat is not None:
            continue
        drawn = face.parse_chance(step.before, step.event.text)
        whole = face.chance_text(step.before, drawn)
        for reader in readers(step, rng):
            seen = face.seen_chance(step.before, drawn, reader)
            words, all_words = seen.partition(" = ")[0].split(" "), whole.split(" ")
            if len(words) != len(all_words) or any(a not in (b, UNSEEN) for a, b in zip(words, all_words, strict=True)):
                yield f"{seen!r} is not {whole!r} with some of it hidden"


HIDING = (
    views_tell_no_more,
    bots_do_not_peek,
    stories_tell_no_more,
    worlds_fit_the_history,
    worlds_reach_the_truth,
    records_hide,
)
