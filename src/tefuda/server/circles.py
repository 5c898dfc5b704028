"""Circles: the same friends on many evenings, with the score of an evening and of all of them, whatever they play.

A table can belong to a circle. What its people made of their matches is stored as for everybody else, so a circle keeps
nothing but its name, and whoever is forgotten is forgotten here too. Its code is all that one needs to come in; to name
it anew or to end it, one must have founded it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from msgspec.json import decode
from sqlalchemy import delete, insert, select, union, update

from tefuda.judge.anchors import ranks_of
from tefuda.server import schema
from tefuda.server.rows import Finished, Head
from tefuda.server.store import Store

NIGHT = 6 * 3600  # seconds without a match after which another evening begins
RESULTS_MAX = 5_000  # of people in matches, the latest ones
TABLES_MAX = 20  # that are open now
MINE_MAX = 50
NAME_MAX = 40  # characters


class Circle(NamedTuple):
    code: str
    name: str
    person: str  # who founded it
    at: float


class Standing(NamedTuple):
    """Somebody's score over some matches."""

    who: int
    points: float
    wins: int
    matches: int


# ---- in the database


def found(store: Store, circle: Circle) -> None:
    with store.changing() as connection:
        connection.execute(insert(schema.circles).values(tuple(circle)))


def look_up(store: Store, code: str) -> Circle | None:
    with store.reading() as connection:
        row = connection.execute(select(schema.circles).where(schema.circles.c.code == code)).first()
    return Circle(*row) if row else None


def rename(store: Store, code: str, name: str) -> None:
    with store.changing() as connection:
        connection.execute(update(schema.circles).where(schema.circles.c.code == code).values(name=name))


def end(store: Store, code: str) -> None:
    """Deletes a circle. Tables and results stay with their people."""
    with store.changing() as connection:
        connection.execute(delete(schema.circles).where(schema.circles.c.code == code))


def circles_of(store: Store, person: str) -> list[Circle]:
    """The circles that a person has founded or played in, the newest first."""
    circles, heads, finished = schema.circles.c, schema.heads.c, schema.finished.c
    played = select(heads.circle).join(schema.finished, finished.code == heads.code)
    played = played.where(finished.person == person, heads.circle != "")
    mine = union(played, select(circles.code).where(circles.person == person)).subquery()
    query = select(schema.circles).where(circles.code.in_(select(mine))).order_by(circles.at.desc(), circles.code)
    with store.reading() as connection:
        return [Circle(*row) for row in connection.execute(query.limit(MINE_MAX))]


def open_tables(store: Store, code: str) -> list[Head]:
    circle = schema.heads.c.circle
    return store.open_tables((circle == code) & (circle != ""), TABLES_MAX)


def results_in(store: Store, code: str) -> list[Finished]:
    """What people made of the latest matches of a circle, in the order of time."""
    heads, finished = schema.heads.c, schema.finished.c
    query = select(schema.finished).join(schema.heads, heads.code == finished.code)
    query = query.where(heads.circle == code, heads.circle != "")
    query = query.order_by(finished.at.desc(), finished.code, finished.match, finished.person).limit(RESULTS_MAX)
    with store.reading() as connection:
        return [Finished(*row) for row in connection.execute(query)][::-1]


# ---- what is told of it


def told(circle: Circle, results: Sequence[Finished], person: str) -> dict[str, Any]:
    """The people of a circle, its evenings with their matches, and the score of each evening and of all."""
    people = {person: number for number, person in enumerate(dict.fromkeys(row.person for row in results))}
    latest = {row.person: decode(row.body) for row in results}
    matches = [
        match_of(list(rows), people) for _, rows in groupby(results, key=lambda row: (row.at, row.code, row.match))
    ]
    evenings: list[list[dict[str, Any]]] = []
    for match in matches:
        if not evenings or match["at"] - evenings[-1][-1]["at"] > NIGHT:
            evenings.append([])
        evenings[-1].append(match)
    return {
        "code": circle.code,
        "name": circle.name,
        "own": bool(person) and circle.person == person,
        "people": [
            {
                "name": latest[one].get("name", ""),
                "face": latest[one].get("face", ""),
                "own": bool(person) and one == person,
            }
            for one in people
        ],
        "standing": standing(matches),
        "evenings": [
            {"at": evening[-1]["at"], "standing": standing(evening), "matches": evening[::-1]}
            for evening in reversed(evenings)
        ],
    }


def match_of(rows: Sequence[Finished], people: Mapping[str, int]) -> dict[str, Any]:
    """A match: who sat where, and what it was worth. One point for each friend left behind, half for one level."""
    bodies = {row.person: decode(row.body) for row in rows}
    shared = bodies[rows[0].person]
    ranks = ranks_of(shared["scores"], shared["winners"])
    seats = {body["seat"]: one for one, body in bodies.items()}
    return {
        "code": rows[0].code,
        "match": rows[0].match,
        "game": rows[0].game,
        "at": rows[0].at,
        "seats": [
            {
                "who": people[seats[seat]] if seat in seats else None,
                "bot": shared["bots"][seat] or "",
                "score": score,
                "won": seat in shared["winners"],
                "points": sum(_beats(ranks[seat], ranks[other]) for other in seats if other != seat)
                if seat in seats
                else 0.0,
            }
            for seat, score in enumerate(shared["scores"])
        ],
    }


def _beats(own: float, other: float) -> float:
    return 1.0 if own < other else 0.5 if own == other else 0.0


def standing(matches: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Everybody's score over these matches, the best first."""
    total: dict[int, Standing] = {}
    for match in matches:
        for seat in match["seats"]:
            if (who := seat["who"]) is not None:
                _, points, wins, played = total.get(who, Standing(who, 0.0, 0, 0))
                total[who] = Standing(who, points + seat["points"], wins + seat["won"], played + 1)
    best = sorted(total.values(), key=lambda one: (-one.points, -one.wins, one.matches, one.who))
    return [one._asdict() for one in best]
