"""Duplicates: several tables play the same deals, and each result is compared with the others' in the same place.

A place of a duplicate is a seat of its cards; which seat of a table plays it is another one at every table. Who has
seen the cards of a match is stored when it begins, so that whoever sees them a second time is known.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.json import decode, encode

from tefuda.deal import commitment
from tefuda.judge.split import gain
from tefuda.server.log import Shared
from tefuda.server.rows import Board
from tefuda.server.table import Table


class Result(Struct, frozen=True):
    """What is stored of a seat when a match of a duplicate is over."""

    name: str
    bot: str  # its level; "" for a person
    turned: int
    gains: list[float]  # of each round, less what the others gained on average
    helped: bool = False  # a bot has made half of the person's moves or more
    ended: float = 0.0  # unix time; 0 in results of before this was kept


class Line(NamedTuple):
    """What one seat made of one deal."""

    number: int
    round: int
    place: int
    table: str
    seat: int
    points: float
    seen: bool  # the person had seen the cards at another table before this match was over


def seen(table: Table, now: float) -> tuple[Board, ...]:
    """The people who will see the cards of the match that begins now."""
    shared = table.made.duplicate
    if shared is None:
        return ()
    people = [(seat, place.person) for seat, place in enumerate(table.places) if place.person]
    return tuple(Board(shared.code, table.number + 1, table.code, seat, person, now, b"") for seat, person in people)


def played(table: Table, now: float) -> tuple[Board, ...]:
    """The results of a match that was played to its end in time."""
    shared, match = table.made.duplicate, table.match
    if shared is None or match is None or match.result is None or now >= shared.until:
        return ()
    rounds = list(gains(table))
    found = []
    for seat, place in enumerate(table.places):
        own = [gained[seat] for gained in rounds]
        result = Result(table.names[seat], place.bot or "", table.turned, own, table.is_bots_work(seat), now)
        key = (shared.code, table.number, table.code, seat)
        found.append(Board(*key, place.person, now, encode(result)))
    return tuple(found)


def gains(table: Table) -> Iterator[list[float]]:
    """What each seat gained in each round of the match, less what the others gained on average."""
    record = table.playing.record
    relative, base = not table.face.shared_by(record.options), [0] * record.seats
    for before, _, after in record.steps():
        if after.rounds() > before.rounds():
            yield [float(gain(after, base, seat, relative)) for seat in range(record.seats)]
            base = after.scores()


def compared(shared: Shared, boards: Sequence[Board], person: str, now: float) -> dict[str, Any]:
    """The comparison, deal by deal, as this person may see it: of the matches that they have played, or of all of them
    when the duplicate has ended."""
    ended = now >= shared.until
    done = [(board, decode(board.body, type=Result)) for board in boards if board.body]
    known = {board.number for board, _ in done if person and board.person == person}
    shown = [(board, result) for board, result in done if ended or board.number in known]
    tables = {code: number for number, code in enumerate(dict.fromkeys(board.code for board, _ in shown))}
    lines = list(lines_of(shared, shown, boards))
    beside = beside_others(lines)
    deals: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for line in lines:
        told = {**line._asdict(), "table": tables[line.table], **beside[line]}
        deals.setdefault((told.pop("number"), told.pop("round")), []).append(told)
    return {
        "code": shared.code,
        "game": shared.game,
        "seats": shared.seats,
        "options": shared.options,
        "matches": shared.matches,
        "until": shared.until,
        "ended": ended,
        "commitment": commitment(bytes.fromhex(shared.seed)),
        "seed": shared.seed if ended else None,
        "begun": len({(board.code, board.number) for board in boards}),
        "deals": [
            {
                "number": deal[0],
                "round": deal[1],
                "lines": sorted(found, key=lambda one: (one["place"], -one["points"])),
            }
            for deal, found in sorted(deals.items())
        ],
        "totals": totals(shown, beside, tables, person, unfinished(boards, ended)),
    }


def lines_of(shared: Shared, shown: Sequence[tuple[Board, Result]], boards: Sequence[Board]) -> Iterator[Line]:
    begun: dict[tuple[int, str], dict[str, float]] = {}  # by match and person: the first two tables, and when
    for board in boards:
        known = begun.setdefault((board.number, board.person), {})
        if board.person and len(known) < 2:
            known.setdefault(board.code, board.at)
    for board, result in shown:
        until = result.ended or board.at  # somebody can sit at two tables at a time, and look at one before they play
        known = begun[board.number, board.person]
        had_seen = any(at < until for code, at in known.items() if code != board.code)
        place = (board.seat + result.turned) % shared.seats
        for number, points in enumerate(result.gains, 1):
            yield Line(board.number, number, place, board.code, board.seat, points, had_seen)


def beside_others(lines: Sequence[Line]) -> dict[Line, dict[str, float | None]]:
    """Each result beside those of other tables in the same place; those of people who had seen the cards before do not
    count for others."""
    deals: dict[tuple[int, int, int], list[float]] = {}
    for line in lines:
        found = deals.setdefault(line[:3], [])
        if not line.seen:
            found.append(line.points)
    for found in deals.values():
        found.sort()
    sums = {deal: sum(found) for deal, found in deals.items()}
    return {line: standing(line, deals[line[:3]], sums[line[:3]]) for line in lines}


def standing(line: Line, deal: Sequence[float], total: float) -> dict[str, float | None]:
    """A result beside those in the same place, which are given in their order. A table has one of them."""
    own, own_points = (0, 0.0) if line.seen else (1, line.points)
    others = len(deal) - own
    if not others:
        return {"share": None, "over": None}
    worse = (bisect_left(deal, line.points) + bisect_right(deal, line.points) - own) / 2
    return {"share": worse / others, "over": line.points - (total - own_points) / others}


def unfinished(boards: Sequence[Board], ended: bool) -> Counter[str]:
    """How many matches each person began, and played to their end at no table."""
    latest: dict[str, int] = {}  # match of a table, which may still be played
    for board in boards:
        latest[board.code] = max(board.number, latest.get(board.code, 0))
    done = {(board.person, board.number) for board in boards if board.body}
    over = (board for board in boards if board.person and (ended or board.number < latest[board.code]))
    return Counter(person for person, _ in {(board.person, board.number) for board in over} - done)


def totals(
    shown: Sequence[tuple[Board, Result]],
    beside: dict[Line, dict[str, float | None]],
    tables: Mapping[str, int],
    person: str,
    left: Mapping[str, int],
) -> list[dict[str, Any]]:
    """Everybody's deals together, the best first; with how many matches were left, as those that go badly may be."""
    own: dict[tuple[str, int], list[Line]] = {}
    for line in beside:
        own.setdefault((line.table, line.seat), []).append(line)
    found = []
    for (code, seat), (board, result) in {(board.code, board.seat): (board, result) for board, result in shown}.items():
        lines = own.get((code, seat), [])
        shares = [share for line in lines if (share := beside[line]["share"]) is not None]
        over = [more for line in lines if (more := beside[line]["over"]) is not None]
        found.append(
            {
                "table": tables[code],
                "seat": seat,
                "name": result.name,
                "bot": result.bot,
                "own": bool(person) and board.person == person,
                "helped": result.helped,
                "seen": any(line.seen for line in lines),
                "left": left.get(board.person, 0),
                "deals": len(shares),
                "share": sum(shares) / len(shares) if shares else None,
                "over": sum(over),
            }
        )
    return sorted(found, key=lambda one: -1.0 if one["share"] is None else one["share"], reverse=True)
