"""The HTTP part: single questions and their answers. Play itself goes through the WebSocket.

It is one file of short handlers, with the list of routes at its end; longer work is done by other modules.
"""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Awaitable, Callable
from functools import cache, lru_cache, wraps
from importlib import import_module
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import msgspec
import segno
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from tefuda.deal import proof
from tefuda.games import GAMES
from tefuda.record import Record
from tefuda.server import catalogue, duplicates, ratings, replays
from tefuda.server.answers import (
    MOVES_MAX,
    Bad,
    among,
    brought,
    check_code,
    check_match,
    daily_of,
    judgement_of,
    look,
    puzzle_of,
    record_of,
    results_of,
    table_of,
    tried,
    why_not,
)
from tefuda.server.boards import board_file
from tefuda.server.brought import BODY_MAX as BROUGHT_BODY_MAX
from tefuda.server.brought import BROUGHT_MAX, finished
from tefuda.server.budgets import household
from tefuda.server.house import House
from tefuda.server.openapi import describe
from tefuda.server.openings import NUMBERS, Opening, has_openings, opening
from tefuda.server.protocol import schema
from tefuda.server.push import BODY_MAX
from tefuda.server.rows import Head, StorageError
from tefuda.server.rules_pages import rules_page
from tefuda.server.settings import Settings
from tefuda.server.site import META, PAGE, meta, policy
from tefuda.server.table import Refusal
from tefuda.server.tables import Elsewhere

P = ParamSpec("P")
T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]
TOKEN = re.compile(r"Bearer ([A-Za-z0-9_-]{43})")
TRIED_MAX = 10_000  # tries at the deal of a day that are compared
RATED_MAX = 1_000  # latest matches of a person, and of those they met, from which a rating is made
REPORT = re.compile(r"[\w-]{1,60}")  # the name of a report's folder
SPOKEN = re.compile(r"[0-9A-HJKMNP-TV-Z]{5}")  # the beginning of a code
HOST = re.compile(r"(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
APP_ROUTES = (
    "/",
    "/t/{code}",
    "/replay",
    "/replay/{code}/{match}",
    "/rules/{game}",
    "/learn/{game}",
    "/puzzle/{game}",
    "/daily/{game}",
    "/duplicate/{code}",
    "/circle/{code}",
    "/stats",
    "/settings",
)


def answer(value: Any, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(value), status, headers, "application/json")


def constant(describe: Callable[[], Any]) -> Response:
    """What never changes while the server runs."""
    return Response(_encoded(describe), 200, {"cache-control": "no-store"}, "application/json")


@cache
def _encoded(describe: Callable[[], Any]) -> bytes:
    return msgspec.json.encode(describe())


def prepare() -> None:
    """Works out what never changes, before anybody is served: later, all who play would wait for it."""
    for told in (catalogue.games, schema, describe):
        _encoded(told)
    for game in GAMES:
        for lang in catalogue.LANGS:
            rules_page(game, lang)


def guarded(handler: Handler) -> Handler:
    """Bad requests get a clear answer."""

    @wraps(handler)
    async def guard(request: Request) -> Response:
        try:
            return await handler(request)
        except (Bad, Refusal, StorageError) as error:
            status, said = why_not(error)
            return answer(said, status)

    return guard


async def get_error(request: Request, error: Exception) -> Response:
    """Answers a request that no route matches: people get the page, programs get JSON."""
    assert isinstance(error, HTTPException)
    index = PAGE / "index.html"
    inside = request.url.path.removeprefix(request.scope.get("root_path", ""))
    if error.status_code == 404 and not inside.startswith("/api/") and index.is_file():
        return _index(request, 404)
    response = answer({"error": error.detail}, error.status_code)
    response.headers.update(error.headers or {})
    return response


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def address_of(request: Request) -> str:
    return household(request.client.host if request.client else "")


async def stored(request: Request, ask: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T:
    """Asks the store, in another thread than the loop's."""
    return await house_of(request).pools.store.run(address_of(request), ask, *arguments, **more)


async def heavy(request: Request, work: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T:
    """Runs something that takes long: one at a time, each address in turn."""
    return await house_of(request).pools.replays.run(address_of(request), work, *arguments, **more)


# ---- the games


@guarded
async def get_games(request: Request) -> Response:
    return constant(catalogue.games)


@guarded
async def get_rules(request: Request) -> Response:
    page = rules_page(request.path_params["game"], request.path_params["lang"])
    if page is None:
        raise Bad(404, "there is no such page")
    return answer(page)


@guarded
async def get_opening(request: Request) -> Response:
    """A match that was begun for somebody whose device has yet to load Python."""
    game, lang, number = (str(request.path_params[part]) for part in ("game", "lang", "number"))
    known = house_of(request).settings.device and has_openings(game) and lang in catalogue.LANGS
    if not known or number not in map(str, range(NUMBERS)):
        raise Bad(404, "there is no such opening")
    return answer(await heavy(request, _opening, game, lang, number))


@lru_cache(maxsize=1024)
def _opening(game: str, lang: str, number: str) -> Opening:
    return opening(game, lang)


@guarded
async def get_board(request: Request) -> Response:
    found = board_file(request.path_params["game"], request.path_params["file"])
    if found is None:
        raise Bad(404, "there is no such file")
    content, kind = found
    return Response(content, 200, {"cache-control": "no-cache"}, kind)


@guarded
async def get_schema(request: Request) -> Response:
    return constant(schema)


@guarded
async def get_openapi(request: Request) -> Response:
    return constant(describe)


# ---- tables


@guarded
async def get_tables(request: Request) -> Response:
    heads = await stored(request, house_of(request).store.public, 50)
    return answer([table_of(head) for head in heads])


@guarded
async def get_table(request: Request) -> Response:
    return answer(table_of(await _head(request)))


@guarded
async def get_spoken(request: Request) -> Response:
    """The table in a lobby whose code begins with a word of five characters, as people say it to each other."""
    house, address = house_of(request), address_of(request)
    word = str(request.path_params["word"]).upper().translate(str.maketrans("OIL", "011"))
    house.budgets.check_misses(address)
    head = await stored(request, house.store.spoken, word) if SPOKEN.fullmatch(word) else None
    if head is None:
        house.budgets.miss(address)
        raise Refusal("no-table", "there is no table with this code")
    return answer({"code": head.code})


@guarded
async def get_turn(request: Request) -> Response:
    """Whose turn it is at a table where one sits, and for how long."""
    person, house, address = person_of(request), house_of(request), address_of(request)
    if person is None:
        raise Bad(401, "send the token as 'Authorization: Bearer ...'")
    house.budgets.spend("turns", address, person)
    try:
        live = await house.find(_code(request), address)
    except Elsewhere:
        raise Refusal("storage", "another worker has this table") from None
    seat = live.table.seat_of(person)
    if seat is None:
        raise Refusal("no-table", "there is no table of yours with this code")
    playing = live.table.match if live.table.status == "playing" else None
    times = {time.seat: time.move + time.reserve for time in live.clocks.times(seat, house.loop.time())}
    mine = bool(playing and playing.may_act(seat))
    waits = [other for other in (playing.waits_for if playing else ()) if other != seat]
    left = times.get(seat if mine else waits[0] if waits else -1)
    return answer(
        {"status": live.table.status, "mine": mine, "waits": [live.table.names[one] for one in waits], "left": left}
    )


@guarded
async def get_qr(request: Request) -> Response:
    """The invitation as a picture."""
    house_of(request).budgets.spend("pictures", address_of(request))
    head = await _head(request)
    drawn = await heavy(request, _picture, f"{base_url(request)}/t/{head.code}")
    return Response(drawn, media_type="image/svg+xml")


@lru_cache(maxsize=256)
def _picture(url: str) -> bytes:
    drawn = io.BytesIO()
    segno.make(url, error="m").save(drawn, kind="svg", scale=4, border=2)
    return drawn.getvalue()


def _code(request: Request) -> str:
    code = str(request.path_params["code"])
    return check_code(code)


async def _head(request: Request) -> Head:
    return await found_at(request, house_of(request).store.head)


async def found_at(request: Request, find: Callable[[str], T | None]) -> T:
    """What the store has of the table that is asked for."""
    house, code, address = house_of(request), _code(request), address_of(request)
    house.budgets.check_misses(address)
    found = await stored(request, find, code)
    if found is None:
        house.budgets.miss(address)
        raise Refusal("no-table", "there is no table with this code")
    return found


# ---- replays


@guarded
async def get_replay(request: Request) -> Response:
    record = await _record(request)
    return answer(await heavy(request, replays.frames, record, *look(request.query_params, record)))


@guarded
async def get_record(request: Request) -> Response:
    record = await _record(request)
    name = f"tefuda-{record.game}-{_code(request)[:4].lower()}-{request.path_params['match']}.txt"
    return PlainTextResponse(str(record), headers={"content-disposition": f'attachment; filename="{name}"'})


@guarded
async def get_proof(request: Request) -> Response:
    return answer(await heavy(request, proof, await _record(request)))


@guarded
async def get_judgement(request: Request) -> Response:
    """What one seat's decisions cost, and what was luck."""
    address = address_of(request)
    record = await _record(request, "parts" if "part" in request.query_params else "judgements")
    pool = house_of(request).pools.judge

    async def part(text: str, seat: int, lang: str, worlds: int) -> dict[str, Any]:
        return await pool.run(address, replays.judged_in_part, text, seat, lang, worlds, address)

    return answer(await judgement_of(request.query_params, record, part))


@guarded
async def post_replay(request: Request) -> Response:
    """A record that somebody brings."""
    house_of(request).budgets.spend("replays", address_of(request))
    record = await heavy(request, brought, await body_of(request, replays.RECORD_MAX))
    return answer(await heavy(request, replays.frames, record, *look(request.query_params, record)))


async def body_of(request: Request, most: int) -> bytes:
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > most:
                raise Bad(413, f"this may have at most {most} bytes")
    except ClientDisconnect:
        raise Bad(400, "it did not come to its end") from None
    return body


@guarded
async def get_puzzle(request: Request) -> Response:
    house_of(request).budgets.spend("replays", address_of(request))
    return answer(await heavy(request, puzzle_of, request.path_params["game"], dict(request.query_params)))


@guarded
async def get_duplicate(request: Request) -> Response:
    """How the tables of a duplicate have played its deals, as far as one may know."""
    house = house_of(request)
    house.budgets.spend("replays", address_of(request))
    shared = await found_at(request, house.store.duplicate)
    boards = await stored(request, house.store.boards, shared.code)
    return answer(await heavy(request, duplicates.compared, shared, boards, person_of(request) or "", house.wall()))


async def tell_daily(request: Request) -> Response:
    """A person's try at the deal of a day, which is kept if it is the first; and what others made of it."""
    house, person = house_of(request), person_of(request)
    house.budgets.spend("replays", address_of(request))
    if person is None:
        raise Bad(401, "send the token as 'Authorization: Bearer ...'")
    now = house.wall()
    body = await body_of(request, MOVES_MAX + 100)
    played, late = await heavy(request, tried, request.path_params["game"], body, person, now)
    if not late:
        await stored(request, house.store.keep_daily, played)
    everybody = await stored(request, house.store.dailies, played.game, played.day, TRIED_MAX)
    return answer(await heavy(request, among, everybody, played))


@guarded
async def daily(request: Request) -> Response:
    return await (tell_daily if request.method == "POST" else get_daily)(request)


async def get_daily(request: Request) -> Response:
    house_of(request).budgets.spend("deals", address_of(request))
    now = house_of(request).wall()
    return answer(await heavy(request, daily_of, request.path_params["game"], dict(request.query_params), now))


async def _record(request: Request, budget: str = "replays") -> Record:
    match = check_match(str(request.path_params["match"]))
    house_of(request).budgets.spend(budget, address_of(request))
    _, rows = await found_at(request, house_of(request).store.load)
    now = house_of(request).wall()
    return await heavy(request, record_of, _code(request), rows, match, person_of(request) or "", now)


# ---- people


def person_of(request: Request) -> str | None:
    """The person whose token the request carries; None without one. Bad for somebody who is kept out."""
    given, house = TOKEN.fullmatch(request.headers.get("authorization", "")), house_of(request)
    person = house.orders.person(given[1]) if given else ""
    if person and house.orders.is_banned(house.wall(), person):
        raise Bad(403, "the host of this server does not let you in now")
    return person or None


@guarded
async def get_me(request: Request) -> Response:
    person = person_of(request)
    if person is None:
        raise Bad(401, "send the token as 'Authorization: Bearer ...'")
    return answer(results_of(await stored(request, house_of(request).store.finished, person, 500)))


@guarded
async def post_match(request: Request) -> Response:
    """A match that the person has played on a device of their own."""
    house, person = house_of(request), person_of(request)
    house.budgets.spend("matches", address_of(request))
    if person is None:
        raise Bad(401, "send the token as 'Authorization: Bearer ...'")
    body = await body_of(request, BROUGHT_BODY_MAX)
    result = await heavy(request, finished, body, person, house.wall())
    kept = await stored(request, house.store.keep_brought, result, BROUGHT_MAX)
    if kept == "too many":
        raise Bad(409, f"{BROUGHT_MAX} matches were brought already, which is enough for statistics")
    return answer({"new": kept == "new"})


@guarded
async def get_ratings(request: Request) -> Response:
    """The person's rating in each game, with its course."""
    person, house = person_of(request), house_of(request)
    if person is None:
        raise Bad(401, "send the token as 'Authorization: Bearer ...'")
    house.budgets.spend("replays", address_of(request))
    played = {one.game for one in await stored(request, house.store.finished, person, 500)}
    found = {}
    for game in sorted(played & set(GAMES)):
        results = tuple(await stored(request, house.store.rated, game, person, RATED_MAX))
        found[game] = await heavy(request, ratings.rating_of, game, results, person)
    return answer({game: rating for game, rating in found.items() if rating})


@guarded
async def push(request: Request) -> Response:
    """The key with which a browser subscribes to pushes; and keeping or dropping what it subscribed to."""
    house, person = house_of(request), person_of(request)
    if request.method in ("GET", "HEAD"):
        return answer({"key": house.pushes.key})
    house.budgets.spend("devices", address_of(request))
    if person is None:
        raise Bad(401, "send the token as 'Authorization: Bearer ...'")
    body = await body_of(request, BODY_MAX)
    try:
        if request.method == "DELETE":
            endpoint = msgspec.json.decode(body, type=dict[str, str]).get("endpoint", "")
            await stored(request, house.store.drop_device, endpoint, person)
        else:
            await house.pushes.keep(person, body)
    except ValueError as error:  # msgspec's errors are ValueErrors, too
        raise Bad(400, str(error)) from None
    return answer({})


# ---- the lab's reports


@guarded
async def get_reports(request: Request) -> Response:
    folder = house_of(request).settings.reports
    return answer(await heavy(request, _reports, folder) if folder else [])


def _reports(folder: str) -> list[str]:
    found = [path.parent.name for path in Path(folder).glob("*/lab.json")]
    return sorted(name for name in found if REPORT.fullmatch(name))


async def get_report(request: Request) -> Response:
    """A report of the lab as a page of its own, if the lab is installed."""
    folder, name, lang = house_of(request).settings.reports, request.path_params["name"], request.path_params["lang"]
    chosen = Path(folder) / name
    known = folder and lang in catalogue.LANGS and REPORT.fullmatch(name)
    if not known or not (chosen / "lab.json").is_file():
        raise HTTPException(404, "there is no such report")
    try:
        house_of(request).budgets.spend("replays", address_of(request))
        page = await heavy(request, _drawn, chosen, lang, tuple(sorted(chosen.rglob("*"))))
    except Refusal as refusal:
        raise HTTPException(429, refusal.text) from None
    except ImportError:
        raise HTTPException(404, "the lab is not installed on this server") from None
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
    return HTMLResponse(page, headers={"content-security-policy": policy})


@lru_cache(maxsize=16)
def _drawn(folder: Path, lang: str, files: tuple[Path, ...]) -> str:
    """Drawing takes seconds: a report is kept until its run has more files."""
    page: str = import_module("tefuda.lab.report").html(folder, lang)
    return page


# ---- the page and the server itself


async def get_page(request: Request) -> Response:
    index = PAGE / "index.html"
    if not index.is_file():
        return PlainTextResponse("The page is not built here. Build it with npm in src/web, or install a wheel.\n", 503)
    return _index(request, 200)


def _index(request: Request, status: int) -> Response:
    path, root = PAGE / "index.html", request.scope.get("root_path", "")
    content, smaller, allowed = _content(path, path.stat().st_mtime_ns, root, house_of(request).settings)
    headers = {"cache-control": "no-cache", "content-security-policy": allowed, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return HTMLResponse(smaller, status, {**headers, "content-encoding": "gzip"})
    return HTMLResponse(content, status, headers)


@lru_cache(maxsize=1)
def _content(path: Path, changed: int, root: str, settings: Settings) -> tuple[bytes, bytes, str]:
    """The page, plain and compressed, and its policy. It is the same at /t/CODE, so what it loads is named from the
    root, or from the path it is under."""
    content = path.read_text("utf-8").replace('="./', f'="{root}/').replace("url(./", f"url({root}/")
    if settings.device:
        content = content.replace(META, meta("server device", settings.pace))
    whole = content.encode()
    return whole, gzip.compress(whole, 9), f"{policy(content)}; frame-ancestors 'none'"


async def get_file(request: Request) -> Response:
    """The files that a browser expects beside the page: its icons, the manifest, the service worker."""
    return FileResponse(PAGE / request.url.path.rpartition("/")[2], headers={"cache-control": "no-cache"})


async def get_health(request: Request) -> Response:
    healthy = await house_of(request).healthy()
    return answer({"healthy": healthy}, 200 if healthy else 503)


def base_url(request: Request) -> str:
    """Where people reach the server, as its host says; or else as the browser says, if that can be an address."""
    if given := house_of(request).settings.public_url:
        return given.rstrip("/")
    if not HOST.fullmatch(request.headers.get("host", "")):
        raise Bad(400, "the header Host names no host")
    return str(request.base_url).rstrip("/")


ROUTES = [
    Route("/api/games", get_games),
    Route("/api/games/{game}/board/{file}", get_board),
    Route("/api/protocol", get_schema),
    Route("/api/openapi.json", get_openapi),
    Route("/api/rules/{game}/{lang}", get_rules),
    Route("/api/openings/{game}/{lang}/{number}", get_opening),
    Route("/api/push", push, methods=["GET", "POST", "DELETE"]),
    Route("/api/tables", get_tables),
    Route("/api/tables/{code}", get_table),
    Route("/api/tables/{code}/qr.svg", get_qr),
    Route("/api/replays", post_replay, methods=["POST"]),
    Route("/api/replays/{code}/{match}.txt", get_record),
    Route("/api/replays/{code}/{match}/proof", get_proof),
    Route("/api/replays/{code}/{match}/judge", get_judgement),
    Route("/api/replays/{code}/{match}", get_replay),
    Route("/api/puzzles/{game}", get_puzzle),
    Route("/api/daily/{game}", daily, methods=["GET", "POST"]),
    Route("/api/duplicates/{code}", get_duplicate),
    Route("/api/tables/{code}/turn", get_turn),
    Route("/api/spoken/{word}", get_spoken),
    Route("/api/me", get_me),
    Route("/api/me/matches", post_match, methods=["POST"]),
    Route("/api/me/ratings", get_ratings),
    Route("/api/lab", get_reports),
    Route("/lab/{name}/{lang}", get_report),
    Route("/healthz", get_health),
    *(Route(path, get_page) for path in APP_ROUTES),
]
