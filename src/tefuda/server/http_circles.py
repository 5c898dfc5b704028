"""The HTTP part of circles: found one, list one's own, look at one, name one anew, end one."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tefuda.server import circles
from tefuda.server.answers import Bad, table_of
from tefuda.server.clean import clean
from tefuda.server.http import address_of, answer, body_of, found_at, guarded, heavy, house_of, person_of, stored

BODY_MAX = 1000  # bytes


class New(msgspec.Struct, forbid_unknown_fields=True):
    name: str


@guarded
async def list_or_found(request: Request) -> Response:
    """One's own circles; or a new one, whose code is the answer."""
    house, person = house_of(request), person_of(request)
    if person is None:
        raise Bad(401, "send the token as 'Authorization: Bearer ...'")
    if request.method in ("GET", "HEAD"):
        house.budgets.spend("replays", address_of(request))
        mine = await stored(request, circles.circles_of, house.store, person)
        return answer([{"code": one.code, "name": one.name} for one in mine])
    name = await name_in(request)
    house.budgets.spend("circles", address_of(request), person)
    circle = circles.Circle(house.new_code(), name, person, house.wall())
    await stored(request, circles.found, house.store, circle)
    return answer({"code": circle.code})


async def name_in(request: Request) -> str:
    try:
        asked = msgspec.json.decode(await body_of(request, BODY_MAX), type=New)
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError) as error:
        raise Bad(400, str(error)) from None
    name = clean(asked.name, circles.NAME_MAX)
    if not name:
        raise Bad(400, "a circle needs a name")
    return name


async def change_circle(request: Request) -> Response:
    """Names a circle anew, or ends it."""
    house, person = house_of(request), person_of(request)
    if person is None:
        raise Bad(401, "send the token as 'Authorization: Bearer ...'")
    house.budgets.spend("replays", address_of(request))
    circle = await found_at(request, lambda code: circles.look_up(house.store, code))
    if circle.person != person:
        raise Bad(403, "only who founded a circle may do that")
    if request.method == "DELETE":
        await stored(request, circles.end, house.store, circle.code)
    else:
        await stored(request, circles.rename, house.store, circle.code, await name_in(request))
    return answer({})


async def get_circle(request: Request) -> Response:
    """The people, the tables and the scores of a circle, for everybody who has its code."""
    house = house_of(request)
    house.budgets.spend("replays", address_of(request))
    circle = await found_at(request, lambda code: circles.look_up(house.store, code))
    open_now = await stored(request, circles.open_tables, house.store, circle.code)
    results = await stored(request, circles.results_in, house.store, circle.code)
    found = await heavy(request, circles.told, circle, results, person_of(request) or "")
    return answer({**found, "tables": [table_of(head) for head in open_now]})


@guarded
async def circle(request: Request) -> Response:
    return await (change_circle if request.method in ("PUT", "DELETE") else get_circle)(request)


ROUTES = [
    Route("/api/circles", list_or_found, methods=["GET", "POST"]),
    Route("/api/circles/{code}", circle, methods=["GET", "PUT", "DELETE"]),
]
