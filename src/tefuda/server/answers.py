"""Single questions and their answers, apart from play: the same over HTTP and on a player's own device."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec

from tefuda.errors import BadRecord
from tefuda.games import GAMES
from tefuda.judge import daily, puzzles
from tefuda.judge.seen import is_seen
from tefuda.match import Match
from tefuda.record import Record
from tefuda.server import catalogue, log, replays
from tefuda.server.rows import Finished, Head, Played, Row, StorageError
from tefuda.server.table import Refusal

CODE = re.compile(r"[0-9A-HJKMNP-TV-Z]{12}")
MOVES_MAX = 8_000  # characters of the moves in a deal of the day
LATE = timedelta(7)  # for how long after its day a try may be sent in
STATUS = {"over": 409, "no-table": 404, "started": 409, "too-fast": 429, "storage": 503}


class Bad(Exception):
    """A request that cannot be answered, and why; `more` tells programs."""

    def __init__(self, status: int, text: str, **more: str | int) -> None:
        super().__init__(status, text)
        self.status = status
        self.text = text
        self.more = more

    def __str__(self) -> str:
        return self.text


def why_not(error: Bad | Refusal | StorageError) -> tuple[int, dict[str, str | int]]:
    """The status and the text of the answer to a request that cannot be answered."""
    if isinstance(error, Bad):
        return error.status, {"error": str(error), **error.more}
    if isinstance(error, Refusal):
        return STATUS.get(error.reason, 400), {"error": error.text, "reason": error.reason}
    return 503, {"error": "the store cannot be read now", "reason": "storage"}


def check_code(code: str) -> str:
    if not CODE.fullmatch(code):
        raise Bad(404, "this is no code of a table")
    return code


def check_match(match: str) -> int:
    if not re.fullmatch("[0-9]{1,7}", match):
        raise Bad(404, "there was no such match")
    return int(match)


def table_of(head: Head) -> dict[str, Any]:
    summary = msgspec.json.decode(head.summary)
    return {
        "code": head.code,
        "game": head.game,
        "status": head.status,
        "updated": None if head.status == "playing" else head.updated,  # otherwise its changes would show hidden moves
        "options": summary["options"],
        "seats": summary["seats"],
        "watchers": summary["watchers"],
    }


def record_of(code: str, rows: Sequence[Row], match: int, person: str, now: float) -> Record:
    return replays.record_of(code, [log.decode(row.body) for row in rows], match, person, now)


def brought(body: bytes) -> Record:
    try:
        record = Record.parse(body.decode().removeprefix("\ufeff").replace("\r\n", "\n"))
        if is_seen(record):
            raise Bad(400, "this is the record of one seat; only a whole one can be replayed", reason="one-seat")
        match = Match.replay(record)
    except UnicodeDecodeError:
        raise Bad(400, "a record is text in UTF-8") from None
    except BadRecord as error:
        raise Bad(400, str(error), line=error.line) from None
    except ValueError as error:
        raise Bad(400, str(error)) from None
    if len(match.record.events) > len(record.events):
        end = record.line_of(len(record.events))
        raise Bad(400, "the record ends where chance is not done", line=end)
    return record


def look(query: Mapping[str, str], record: Record) -> tuple[int | None, bool, str, int, int]:
    """Whose eyes, open hands, language, first frame and how many."""
    seat = _number(query.get("seat", ""), record.seats - 1, "seat")
    lang = query.get("lang", "en")
    if lang not in catalogue.LANGS:
        raise Bad(400, "lang is en or ja")
    first = _number(query.get("from", ""), 10**6, "from") or 0
    count = _number(query.get("count", ""), replays.FRAMES_MAX, "count")
    return seat, query.get("open", "") in ("1", "true"), lang, first, replays.FRAMES_MAX if count is None else count


Part = Callable[[str, int, str, int], Awaitable[dict[str, Any]]]  # goes on judging for a moment


async def judgement_of(query: Mapping[str, str], record: Record, part: Part) -> dict[str, Any]:
    """What the judge says of a seat, moment by moment, so that others get their turn; or what one moment brings."""
    seat, _, lang, _, _ = look(query, record)
    if seat is None:
        raise Bad(400, "say whose play is to be judged, as seat=0")
    depth = query.get("depth", "full")
    if depth not in replays.DEPTHS:
        raise Bad(400, f"depth is one of {', '.join(replays.DEPTHS)}")
    asked = (str(record), seat, lang, replays.DEPTHS[depth])
    found = await part(*asked)
    while "decisions" not in found and "part" not in query:
        found = await part(*asked)
    return found


def puzzle_of(game: str, query: Mapping[str, str]) -> dict[str, Any]:
    """The puzzle of a day, or the one with a number."""
    count = len(puzzles.shipped(game)) if game in GAMES else 0
    if not count:
        raise Bad(404, "there are no puzzles of this game")
    lang = query.get("lang", "en")
    if lang not in catalogue.LANGS:
        raise Bad(400, "lang is en or ja")
    number = _number(query.get("number", ""), count, "number") or puzzles.number_of(game, _day(query))
    return puzzles.as_data(game, number, lang)


def daily_of(game: str, query: Mapping[str, str], now: float) -> dict[str, Any]:
    """The deal of a day after some moves, which are given with | between them."""
    if game not in GAMES:
        raise Bad(404, "there is no such game")
    lang, day, moves = query.get("lang", "en"), _day(query), query.get("moves", "")
    if lang not in catalogue.LANGS:
        raise Bad(400, "lang is en or ja")
    if not is_told(day, now):
        raise Bad(404, "there is no deal of this day")
    if len(moves) > MOVES_MAX:
        raise Bad(400, "these are too many moves")
    try:
        return daily.as_data(game, day, moves.split("|") if moves else [], lang)
    except ValueError as error:
        raise Bad(400, str(error)) from None


def is_told(day: date, now: float) -> bool:
    """Whether the deal of this day is one that may be seen."""
    return daily.FIRST <= day <= daily.latest(now)


class Try(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody's moves in the deal of a day."""

    day: str
    moves: list[str]


def tried(game: str, body: bytes, person: str, now: float) -> tuple[Played, bool]:
    """A try at the deal of a day, played through, and whether it comes too late to be kept.

    It may come some days later, from a device that was offline.
    """
    try:
        told = msgspec.json.decode(body, type=Try)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Bad(400, str(error)) from None
    day, today = _day({"day": told.day}), datetime.fromtimestamp(now, UTC).date()
    if game not in GAMES or not is_told(day, now):
        raise Bad(404, "there is no deal of this day")
    try:
        played = daily.Daily(game, day, told.moves)
    except ValueError as error:
        raise Bad(400, str(error)) from None
    if not played.is_over:
        raise Bad(400, "the round is not over")
    result = {"result": float(played.result), "moves": told.moves}
    return Played(game, told.day, person, now, msgspec.json.encode(result)), day < today - LATE


def among(everybody: Sequence[Played], played: Played) -> dict[str, Any]:
    """A person's first try, or this one if none was kept, beside those of everybody else on this server."""
    results = {one.person: float(msgspec.json.decode(one.body)["result"]) for one in (played, *everybody)}
    own = results.pop(played.person)
    others = list(results.values())
    better = sum((one < own) + (one <= own) for one in others) / 2 / len(others) if others else None
    return {"result": own, "people": len(others), "share": better}


def _day(query: Mapping[str, str]) -> date:
    """A day has one form: what is kept of it is kept under its text."""
    text = query.get("day", "")
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise Bad(400, "day is a date, as 2026-01-31")
    return day


def _number(text: str, most: int, what: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 8 and int(text) <= most):
        raise Bad(400, f"{what} is a number from 0 to {most}")
    return int(text)


def results_of(finished: Sequence[Finished]) -> dict[str, Any]:
    """A person's results."""
    return {"results": [_result(one) for one in finished]}


def _result(one: Finished) -> dict[str, Any]:
    """A match that was brought from a device is named as it is there."""
    body = msgspec.json.decode(one.body)
    code, match = body.pop("from", (one.code, one.match))
    return {"code": code, "match": match, "game": one.game, "at": one.at, **body}
