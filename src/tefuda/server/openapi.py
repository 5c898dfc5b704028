"""The HTTP part in the words of OpenAPI, for those who write clients, and for the tests that take it at its word."""

from __future__ import annotations

from functools import cache
from typing import Any

from tefuda.bots import LEVELS
from tefuda.games import GAMES
from tefuda.games.showing import KINDS
from tefuda.server.catalogue import LANGS
from tefuda.server.openings import NUMBERS
from tefuda.server.replays import DEPTHS, FRAMES_MAX

Json = dict[str, Any]

TEXT: Json = {"type": "string"}
WHOLE: Json = {"type": "integer"}
ANY: Json = {"type": "object"}
IN_BOTH: Json = {"type": "object", "properties": dict.fromkeys(LANGS, TEXT), "required": list(LANGS)}


def _object(**properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _list(items: Json) -> Json:
    return {"type": "array", "items": items}


def _maybe(schema: Json) -> Json:
    return {"anyOf": [schema, {"type": "null"}]}


ERROR: Json = {
    "type": "object",
    "properties": {
        "error": TEXT,
        "reason": {**TEXT, "description": "as in `refused` of the protocol; `one-seat` for the record of one seat"},
        "line": {**WHOLE, "description": "of the record that was sent, where it is wrong"},
    },
    "required": ["error"],
}
GAME = _object(
    name={"enum": list(GAMES)},
    title=IN_BOTH,
    seats=_list(WHOLE),
    seats_by=ANY,
    options=_list(
        _object(name=TEXT, default={}, help=IN_BOTH, choices=_list({}), least={}, most={}, label=IN_BOTH, called=ANY)
    ),
    levels=_list({"enum": list(LEVELS)}),
    base=TEXT,
    board={"type": "boolean"},
    race=TEXT,
    parts=_list(
        _object(name=TEXT, owner={"enum": ["table", "each", "own"]}, kind={"enum": list(KINDS)}, label=IN_BOTH)
    ),
)
TABLE = _object(
    code=TEXT,
    game={"enum": list(GAMES)},
    status={"enum": ["lobby", "playing", "over", "ended"]},
    updated={"type": "number"},
    options=ANY,
    seats=_list(_object(name=TEXT, kind={"enum": ["free", "person", "bot"]}, level=_maybe(TEXT))),
    watchers={"type": "boolean"},
)
RESULT = _object(reason=TEXT, scores=_list(WHOLE), winners=_list(WHOLE))
REPLAY = _object(
    game={"enum": list(GAMES)},
    options=ANY,
    names=_list(TEXT),
    seats=WHOLE,
    total=WHOLE,
    result=_maybe(RESULT),
    frames=_list(_object(n=WHOLE, seat=_maybe(WHOLE), move=TEXT, told=_list(TEXT), view=ANY, facts=ANY)),
)

PUZZLE = _object(
    game={"enum": list(GAMES)},
    number=WHOLE,
    count=WHOLE,
    seat=WHOLE,
    names=_list(TEXT),
    view=ANY,
    moves=_list(TEXT),
    facts=ANY,
    told=_list(TEXT),
    best=TEXT,
    less=ANY,
    solved=_list({"enum": list(LEVELS)}),
    themes=ANY,
)

DAILY = _object(
    game={"enum": list(GAMES)},
    day=TEXT,
    seat=WHOLE,
    names=_list(TEXT),
    view=ANY,
    moves=_list(TEXT),
    facts=ANY,
    events=_list(_object(n=WHOLE, seat=_maybe(WHOLE), move=TEXT, told=_list(TEXT))),
    end=_maybe(
        _object(
            result={"type": "number"},
            levels=_list(_object(level={"enum": list(LEVELS)}, mean={"type": "number"}, share={"type": "number"})),
            line=TEXT,
        )
    ),
)

BROUGHT = _object(
    record=TEXT,
    code={**TEXT, "pattern": "^HERE[0-9A-HJKMNP-TV-Z]{8}$"},
    match={**WHOLE, "minimum": 1, "maximum": 10**6},
    at={"type": "number"},
    seat={**WHOLE, "minimum": 0, "maximum": 9},
    bots=_list(_maybe({"enum": list(LEVELS)})),
    hinted={"type": "boolean"},
)

COMPARED = {"share": _maybe({"type": "number"}), "over": _maybe({"type": "number"}), "seen": {"type": "boolean"}}
DUPLICATE = _object(
    code=TEXT,
    game={"enum": list(GAMES)},
    seats=WHOLE,
    options=ANY,
    matches=WHOLE,
    until={"type": "number"},
    ended={"type": "boolean"},
    commitment=TEXT,
    seed=_maybe(TEXT),
    begun=WHOLE,
    deals=_list(
        _object(
            number=WHOLE,
            round=WHOLE,
            lines=_list(_object(place=WHOLE, table=WHOLE, seat=WHOLE, points={"type": "number"}, **COMPARED)),
        )
    ),
    totals=_list(
        _object(
            table=WHOLE,
            seat=WHOLE,
            name=TEXT,
            bot=TEXT,
            own={"type": "boolean"},
            helped={"type": "boolean"},
            left=WHOLE,
            deals=WHOLE,
            **COMPARED,
        )
    ),
)


STANDING = _list(_object(who=WHOLE, points={"type": "number"}, wins=WHOLE, matches=WHOLE))
CIRCLE = _object(
    code=TEXT,
    name=TEXT,
    own={"type": "boolean"},
    people=_list(_object(name=TEXT, own={"type": "boolean"})),
    standing=STANDING,
    tables=_list(TABLE),
    evenings=_list(
        _object(
            at={"type": "number"},
            standing=STANDING,
            matches=_list(
                _object(
                    code=TEXT,
                    match=WHOLE,
                    game={"enum": list(GAMES)},
                    at={"type": "number"},
                    seats=_list(
                        _object(
                            who=_maybe(WHOLE),
                            bot=TEXT,
                            score=WHOLE,
                            won={"type": "boolean"},
                            points={"type": "number"},
                        )
                    ),
                )
            ),
        )
    ),
)


def _path(name: str, schema: Json) -> Json:
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _query(name: str, schema: Json, text: str) -> Json:
    return {"name": name, "in": "query", "schema": schema, "description": text}


CODE = _path("code", {**TEXT, "pattern": "^[0-9A-HJKMNP-TV-Z]{12}$"})
MATCH = _path("match", {**WHOLE, "minimum": 0, "maximum": 10**6})
LANG = _path("lang", {"enum": list(LANGS)})
LOOK = [
    _query("seat", {**WHOLE, "minimum": 0, "maximum": 9}, "whose eyes; without it, a spectator's"),
    _query("open", TEXT, "1 or true shows all hands"),
    _query("lang", {"enum": list(LANGS)}, "of the sentences"),
    _query("from", {**WHOLE, "minimum": 0, "maximum": 10**6}, "how many frames are known already"),
    _query("count", {**WHOLE, "minimum": 0, "maximum": FRAMES_MAX}, "how many to give at most"),
]


def _ask(
    text: str,
    answer: Json | str,
    bad: tuple[int, ...] = (),
    parameters: tuple[Json, ...] | list[Json] = (),
    **more: Any,
) -> Json:
    """An operation: what it gives as JSON, or as another kind of text, and how it can fail."""
    good = {"application/json": {"schema": answer}} if isinstance(answer, dict) else {answer: {"schema": TEXT}}
    error = {"application/json": {"schema": ERROR}}
    responses = {"200": {"description": "it is this", "content": good}}
    responses |= {str(status): {"description": BAD[status], "content": error} for status in bad}
    return {"summary": text, "parameters": list(parameters), "responses": responses, **more}


BAD = {
    400: "the request cannot be understood",
    401: "no token was given",
    403: "only somebody else may do that",
    404: "there is no such thing",
    409: "it is not the time for it: the match is not over, or too much was brought already",
    413: "it is too long",
    429: "too many were tried in vain",
    503: "the store cannot be read now",
}
FIND = 404, 429, 503
KNOWN: list[Json] = [{}, {"token": []}]  # the token of a player, for a table without spectators
RECORDED = 400, 404, 409, 429, 503


@cache
def describe() -> Json:
    record = {"required": True, "content": {"text/plain": {"schema": TEXT}}}
    paths = {
        "/api/games": _ask("The games and their options", _list(GAME)),
        "/api/games/{game}/board/{file}": _ask(
            "A file of the board that a game brings along",
            "text/javascript",
            (404,),
            [_path("game", {"enum": list(GAMES)}), _path("file", TEXT)],
        ),
        "/api/protocol": _ask("The JSON schema of the WebSocket's messages", ANY),
        "/api/openapi.json": _ask("This description", ANY),
        "/api/rules/{game}/{lang}": _ask(
            "The rules of a game as HTML",
            _object(title=TEXT, html=TEXT),
            (404,),
            [_path("game", {"enum": list(GAMES)}), LANG],
        ),
        "/api/openings/{game}/{lang}/{number}": _ask(
            "A match that was begun for a device which has yet to load Python",
            _object(code=TEXT, rows=_list(TEXT), table=ANY, update=ANY),
            (404, 429),
            [
                _path("game", {"enum": list(GAMES)}),
                LANG,
                _path("number", {**WHOLE, "minimum": 0, "maximum": NUMBERS - 1}),
            ],
        ),
        "/api/tables": _ask("Public tables that are not over", _list(TABLE), (503,)),
        "/api/tables/{code}": _ask("A table", TABLE, FIND, [CODE]),
        "/api/tables/{code}/qr.svg": _ask("The invitation to a table as a picture", "image/svg+xml", (404,), [CODE]),
        "/api/replays/{code}/{match}": _ask(
            "A match that is over", REPLAY, RECORDED, [CODE, MATCH, *LOOK], security=KNOWN
        ),
        "/api/replays/{code}/{match}.txt": _ask("Its record", "text/plain", RECORDED, [CODE, MATCH], security=KNOWN),
        "/api/replays/{code}/{match}/proof": _ask(
            "How its deals are verified", ANY, RECORDED, [CODE, MATCH], security=KNOWN
        ),
        "/api/tables/{code}/turn": _ask(
            "Whose turn it is at a table of one's own, and how many ms are left",
            _object(status=TEXT, mine={"type": "boolean"}, waits=_list(TEXT), left=_maybe(WHOLE)),
            (401, *FIND),
            [CODE],
            security=[{"token": []}],
        ),
        "/api/spoken/{word}": _ask(
            "The table in a lobby whose code begins with these five characters",
            _object(code=TEXT),
            FIND,
            [_path("word", {**TEXT, "pattern": "^[0-9A-Za-z]{5}$"})],
        ),
        "/api/replays/{code}/{match}/judge": _ask(
            "What a seat's decisions in it cost",
            ANY,
            RECORDED,
            [
                CODE,
                MATCH,
                *LOOK,
                _query("depth", {"enum": list(DEPTHS)}, "how long it thinks; full if not given"),
                _query("part", {"enum": ["1"]}, "goes on for a moment, and says how far it has come"),
            ],
            security=KNOWN,
        ),
        "/api/puzzles/{game}": _ask(
            "The puzzle of a day, or the one with a number",
            PUZZLE,
            (400, 404, 429),
            [
                _path("game", {"enum": list(GAMES)}),
                _query("day", {**TEXT, "format": "date"}, "the reader's date; needed without a number"),
                _query("number", {**WHOLE, "minimum": 1}, "from 1"),
                _query("lang", {"enum": list(LANGS)}, "of the sentences"),
            ],
        ),
        "/api/daily/{game}": _ask(
            "The deal of a day after some moves",
            DAILY,
            (400, 404, 429),
            [
                _path("game", {"enum": list(GAMES)}),
                {**_query("day", {**TEXT, "format": "date"}, "the reader's date"), "required": True},
                _query("moves", TEXT, "one's own so far, with | between them"),
                _query("lang", {"enum": list(LANGS)}, "of the sentences"),
            ],
        ),
        "/api/duplicates/{code}": _ask(
            "How the tables of a duplicate have played its deals, as far as the person may know",
            DUPLICATE,
            FIND,
            [CODE],
            security=KNOWN,
        ),
        "/api/circles": _ask(
            "The circles that the person has founded or played in",
            _list(_object(code=TEXT, name=TEXT)),
            (401, 429, 503),
            security=[{"token": []}],
        ),
        "/api/circles/{code}": _ask(
            "The people, the open tables and the evenings of a circle", CIRCLE, FIND, [CODE], security=KNOWN
        ),
        "/api/push": _ask(
            "The server's key for Web Push, or null where it sends none",
            _object(key=_maybe(TEXT)),
        ),
        "/api/me": _ask(
            "The results of the person whose token it is",
            _object(results=_list(ANY)),
            (401, 503),
            security=[{"token": []}],
        ),
        "/api/me/ratings": _ask(
            "The ratings of the person whose token it is, by game", ANY, (401, 429, 503), security=[{"token": []}]
        ),
        "/api/lab": _ask("The reports of the lab", _list(TEXT)),
        "/healthz": _ask("Whether the server can store", _object(healthy={"type": "boolean"})),
    }
    described = {path: {"get": operation} for path, operation in paths.items()}
    described["/api/replays"] = {
        "post": _ask("A record that somebody brings", REPLAY, (400, 413), LOOK, requestBody=record)
    }
    described["/api/me/matches"] = {
        "post": _ask(
            "A match against bots that the person has played on a device of their own; whether it is new",
            _object(new={"type": "boolean"}),
            (400, 401, 409, 413, 429, 503),
            requestBody={"required": True, "content": {"application/json": {"schema": BROUGHT}}},
            security=[{"token": []}],
        )
    }
    described["/api/daily/{game}"]["post"] = _ask(
        "A try at the deal of a day, and what others on this server made of it",
        _object(result={"type": "number"}, people=WHOLE, share=_maybe({"type": "number"})),
        (400, 401, 404, 413, 429, 503),
        [_path("game", {"enum": list(GAMES)})],
        requestBody={
            "required": True,
            "content": {"application/json": {"schema": _object(day=TEXT, moves=_list(TEXT))}},
        },
        security=[{"token": []}],
    )
    described["/api/circles"]["post"] = _ask(
        "Founds a circle",
        _object(code=TEXT),
        (400, 401, 413, 429, 503),
        requestBody={"required": True, "content": {"application/json": {"schema": _object(name=TEXT)}}},
        security=[{"token": []}],
    )
    described["/api/circles/{code}"]["put"] = _ask(
        "Names a circle anew",
        ANY,
        (400, 401, 403, 404, 413, 429, 503),
        [CODE],
        requestBody={"required": True, "content": {"application/json": {"schema": _object(name=TEXT)}}},
        security=[{"token": []}],
    )
    described["/api/circles/{code}"]["delete"] = _ask(
        "Ends a circle", ANY, (401, 403, 404, 429, 503), [CODE], security=[{"token": []}]
    )
    endpoint = {"required": True, "content": {"application/json": {"schema": ANY}}}
    for method, text in (("post", "Has turns told to a browser"), ("delete", "No longer has turns told to it")):
        described["/api/push"][method] = _ask(
            text, ANY, (400, 401, 413, 429, 503), requestBody=endpoint, security=[{"token": []}]
        )
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tefuda", "version": "1", "description": "What is asked for once. Play is at /ws."},
        "paths": described,
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }
