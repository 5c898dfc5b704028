"""Ratings of people: for each game, from the results that are stored, with the levels of bots as fixed points.

Nothing is stored beside the results, so whoever is forgotten has no rating either. A match counts only if every person
in it played all of it without hints, without taking moves back, and without a bot standing in, and if nobody could
have known its cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from tefuda.judge.anchors import MIDDLE, anchors, ranks_of
from tefuda.server.rows import Finished

SCALE, ZERO = 20.0, 1500.0  # as people know ratings: `club`, where everybody begins, has 1500
SURE = 1.0  # the uncertainty of an anchor


class Point(NamedTuple):
    """A rating after a match."""

    at: float  # unix time
    mu: float
    sigma: float


def courses(game: str, finished: Iterable[Finished]) -> dict[str, list[Point]]:
    """The ratings of all people after each of their matches; the results are in the order of time."""
    from openskill.models import PlackettLuce

    model, fixed = PlackettLuce(), anchors(game)
    found: dict[str, list[Point]] = {}
    for _, rows in groupby(finished, key=lambda row: (row.at, row.code, row.match)):
        match = counted(list(rows), fixed)
        if match is None:
            continue
        people, bots, ranks, at = match
        before = []
        for seat, level in enumerate(bots):
            if level is not None:
                before.append([model.rating(mu=fixed[level], sigma=SURE)])
            elif course := found.get(people[seat]):
                before.append([model.rating(mu=course[-1].mu, sigma=course[-1].sigma)])
            else:
                before.append([model.rating(mu=MIDDLE)])
        for seat, (after,) in enumerate(model.rate(before, ranks=ranks)):
            if seat in people:
                found.setdefault(people[seat], []).append(Point(at, after.mu, after.sigma))
    return found


def counted(
    rows: Sequence[Finished], fixed: dict[str, float]
) -> tuple[dict[int, str], list[str | None], list[float], float] | None:
    """The people by seat, the bots, the ranks and the time of a match; None if it does not count."""
    bodies = [msgspec.json.decode(row.body) for row in rows]
    people = {body["seat"]: row.person for row, body in zip(rows, bodies, strict=True)}
    bots: list[str | None] = bodies[0]["bots"]
    if any(body.get("hinted", True) for body in bodies) or len(bots) < 2:  # older results do not say it
        return None
    if any("helped" in body for body in bodies):  # a bot has made some of the person's moves
        return None
    if any("from" in body for body in bodies):  # it was brought from a device, whose owner could have chosen its cards
        return None
    if "duplicate" in bodies[0]:  # somebody may have seen the cards at another table
        return None
    if {seat for seat, level in enumerate(bots) if level is None} != set(people) or len(set(people.values())) < len(
        people
    ):
        return None
    if any(level not in fixed for level in bots if level is not None):
        return None
    return people, bots, ranks_of(bodies[0]["scores"], bodies[0]["winners"]), rows[0].at


def shown(mu: float) -> float:
    return round(ZERO + SCALE * (mu - MIDDLE), 1)


@lru_cache(maxsize=16)
def known_courses(game: str, finished: tuple[Finished, ...]) -> dict[str, list[Point]]:
    """The same results are rated once."""
    return courses(game, finished)


def rating_of(game: str, finished: tuple[Finished, ...], person: str) -> dict[str, Any] | None:
    """A person's rating in a game with its course, beside the levels; None without a match that counts."""
    course = known_courses(game, finished).get(person)
    if not course:
        return None
    last = course[-1]
    return {
        "rating": shown(last.mu),
        "low": shown(last.mu - 2 * last.sigma),
        "high": shown(last.mu + 2 * last.sigma),
        "course": [(point.at, shown(point.mu)) for point in course],
        "levels": {level: shown(mu) for level, mu in anchors(game).items()},
    }
