"""What a seat may know, and what it may not."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence

from tefuda.contract.sample import Sample, Step, at
from tefuda.games.derived import DerivedFace
from tefuda.games.face import UNSEEN
from tefuda.games.option import Value
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.plain import Game
from tefuda.record import Event, act

TRIES = 30  # ways to fill in what was hidden, before a world is called impossible


def readers(step: Step, rng: random.Random) -> list[int | None]:
    return [None, rng.randrange(step.after.seats)]


def views_tell_no_more(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """A view is plain JSON, and worlds that it cannot rule out give the same view, moves, numbers and worths."""
    face = sample.face
    for step in sample.steps(rng, until):
        game = step.after
        if game.actor() == CHANCE:
            continue
        for reader in readers(step, rng):
            view = face.view(game, reader)
            told = view.to_dict()
            if json.loads(json.dumps(told)) != told:
                yield f"the view is not plain JSON{at(step)}"
            world = face.redeal(view, rng)
            if face.view(world, reader).to_dict() != told:
                changed = [name for name, value in face.view(world, reader).to_dict().items() if told[name] != value]
                yield f"another world gives another view: {', '.join(changed)} differ{at(step)}"
            if broken := world.sound():
                yield f"a world breaks invariant {broken}{at(step)}"
            if reader is None or game.actor() == OVER:
                continue
            if world.legal(reader) != game.legal(reader):
                yield f"another world gives seat {reader} other moves{at(step)}"
            elif game.observe(reader) != world.observe(reader):
                yield f"another world gives seat {reader} another observation{at(step)}"
            elif game.worths(reader, face.weights.CLUB) != world.worths(reader, face.weights.CLUB):
                yield f"what moves are worth to seat {reader} depends on what it cannot know{at(step)}"


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
            told = [
                list(face.story(before, step.event.seat, step.event.text, then, reader, names, "en"))
                for before, then in ((step.before, step.after), (world, after))
            ]
            if told[0] != told[1]:
                yield f"the story tells {told[0]} in one world and {told[1]} in another{at(step)}"


def worlds_fit_the_history(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """In every redealt world, what the seat saw happen was possible."""
    face = sample.face
    if not isinstance(face, DerivedFace):
        return  # games with a face of their own have tests of their own
    events: list[Event] = []
    begun = 0  # where the round began
    for step in sample.steps(rng, until):
        if step.before.pack() == face.begin(step.before.seats, step.options).pack():
            events, begun = [], 0
        events.append(step.event)
        if step.after.rounds() > step.before.rounds():
            begun = len(events)
        if step.after.actor() in (CHANCE, OVER) or rng.random() < 0.7:
            continue
        reader = rng.randrange(step.after.seats)
        world = face.redeal(face.view(step.after, reader), rng)
        told = histories(face, events, begun, step, world, rng)
        if not any(leads_to(face, world, step.options, events, one, reader) for one in told):
            yield f"no deal leads to a world that is dealt for seat {reader}, with what it saw on the way{at(step)}"


def leads_to(
    face: DerivedFace, world: Game, options: dict[str, Value], true: Sequence[Event], told: Sequence[Event], reader: int
) -> bool:
    """Whether this history leads to the world, and looks to the reader like the true one."""
    game = face.begin(world.seats, options)
    try:
        for was, event in zip(true, told, strict=True):
            if event.seat is None:
                seen = [face.seen_chance(game, face.parse_chance(game, one.text), reader) for one in (was, event)]
                if seen[0] != seen[1]:
                    return False
            act(face, game, event)
    except ValueError:
        return False
    return game.pack() == world.pack()


def histories(
    face: DerivedFace, events: Sequence[Event], begun: int, step: Step, world: Game, rng: random.Random
) -> Iterator[list[Event]]:
    """What happened, with other cards drawn in this round: those that the seats hold in the world.

    The moves stay what they were, for all saw them. Each card has a text of its own; where two have the same, as in a
    double deck, nothing is said.
    """
    held, wanted = ([things(face, game, seat) for seat in range(world.seats)] for game in (step.after, world))
    every = [thing for hand in wanted for thing in hand]
    if len(set(every)) < len(every):
        yield list(events)
        return
    for _ in range(TRIES):
        instead: dict[str, str] = {}
        for mine, others in zip(held, wanted, strict=True):
            left = [thing for thing in mine if thing not in others]
            new = [thing for thing in others if thing not in mine]
            rng.shuffle(new)
            instead |= dict(zip(left, new, strict=False))
        given = [thing for thing in instead.values() if thing not in instead]
        back = [thing for thing in instead if thing not in instead.values()]
        instead |= dict(zip(given, back, strict=True))
        yield [
            Event(None, " ".join(instead.get(word, word) for word in event.text.split(" ")))
            if event.seat is None and number >= begun
            else event
            for number, event in enumerate(events)
        ]


def things(face: DerivedFace, game: Game, seat: int) -> list[str]:
    """All that only this seat may see."""
    view = face.view(game, seat)
    found: list[str] = []
    told = view.to_dict()
    for part in face.parts(told):
        value = told.get(part.name)
        if part.owner == "own" and isinstance(value, list):
            found += map(str, value)
    return found


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


HIDING = (views_tell_no_more, stories_tell_no_more, worlds_fit_the_history, records_hide)
