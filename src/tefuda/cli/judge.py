"""`tefuda judge`: what the decisions of a finished match cost, and how much of its result was luck."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from tefuda.cli import Complaint
from tefuda.cli.layout import plain_console, plain_table, print_lines
from tefuda.cli.parameters import AsJson
from tefuda.cli.replay import parse_record
from tefuda.cli.texts import Lang, locale_lang, text
from tefuda.errors import BadRecord
from tefuda.intervals import Mean
from tefuda.judge import Judged, Judging, Split
from tefuda.judge.levels import kind_of, verdict
from tefuda.judge.report import is_usual
from tefuda.judge.seen import is_seen, seen_steps
from tefuda.judge.split import PARTS
from tefuda.kernel import OVER
from tefuda.kernel.plain import Game
from tefuda.match import Match
from tefuda.record import Record

SHOWN = 5  # decisions that cost most
WORLDS = 16, 100_000


def judge_command(
    file: Annotated[str, Parameter(allow_leading_hyphen=True)],
    /,
    *,
    seat: int = 0,
    worlds: int = 256,
    seed: int = 0,
    as_json: AsJson = False,
    lang: Lang | None = None,
) -> None:
    """Judge the decisions of a seat in a finished match.

    Parameters
    ----------
    file
        The record, whole or as the seat itself may read it; - reads the standard input.
    seat
        Whose decisions, from 0.
    worlds
        In how many worlds each move is compared with the best one; more take longer and tell more.
    seed
        The same number gives the same judgement.
    as_json
        Print everything as one JSON object.
    lang
        The language; that of your locale if not given.
    """
    lang = lang or locale_lang()
    record = parse_record(file)
    if not 0 <= seat < record.seats:
        raise Complaint(f"there is no seat {seat}; seats are 0 to {record.seats - 1}")
    if not WORLDS[0] <= worlds <= WORLDS[1]:
        raise Complaint(f"--worlds must be from {WORLDS[0]} to {WORLDS[1]:,}")
    if last(file, record, seat).actor() != OVER:
        raise Complaint(f"{file}: this match is not over; only a finished match is judged")
    judging = Judging(record, seat, seed, worlds)
    console = plain_console()
    shown = (TextColumn(text(lang, "judging")), BarColumn())
    with Progress(*shown, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=judging.of)
        while judging.go_on():
            progress.update(task, completed=judging.done)
    if as_json:
        print(json.dumps(judging.as_data(lang)))
        return
    judged, parts = judging.judged, judging.rounds
    print_lines(console, summary(record, judged, parts, lang))
    costly = sorted((one for one in judged if one.loss), key=lambda one: -one.loss)[:SHOWN]
    if costly:
        console.print()
        console.print(costly_table(costly, lang))
        print_lines(console, reasons(record, costly, lang))
    console.print()
    if judging.splitting:
        console.print(parts_table(parts, lang))
    else:
        print_lines(console, [text(lang, "judged_without_cards")])


def last(file: str, record: Record, seat: int) -> Game:
    """The game after all events, or one that looks the same to the seat; a complaint if they are not possible."""
    try:
        if not is_seen(record):
            return Match.replay(record)._game
        return [after for _, _, after in seen_steps(record, seat)][-1]
    except BadRecord as error:
        raise Complaint(f"{file}: {error}") from None


def summary(record: Record, judged: Sequence[Judged], parts: Sequence[Split], lang: Lang) -> list[str]:
    good = sum(kind_of(one) == "good" for one in judged)
    lines = [text(lang, "judged", decisions=len(judged), good=good)]
    if found := verdict(judged):
        lines.append(text(lang, "judged_loss", loss=f"{found.loss.value:.2f}", half=f"{half(found.loss):.2f}"))
        same = found.low == found.high
        lines.append(
            text(lang, "judged_like" if same else "judged_between", level=found.level, low=found.low, high=found.high)
        )
        lines += [] if is_usual(record) else [text(lang, "judged_form")]
    if not parts:
        return lines
    result, luck = sum(one.result for one in parts), sum(one.luck for one in parts)
    lines.append(text(lang, "judged_result", result=f"{float(result):+.1f}", luck=f"{float(luck):+.1f}"))
    return lines


def reasons(record: Record, costly: Sequence[Judged], lang: Lang) -> list[str]:
    """Why the better moves are better, as far as the game can say."""
    lines = []
    for one in costly:
        view, chosen = one.decision.view, one.decision.chosen
        better, worse = record.face.why_better(view, one.best, chosen, lang, record.labels)
        lines += [f"{move}: {' '.join(said)}" for move, said in ((one.best, better), (chosen, worse)) if said]
    return lines


def half(mean: Mean) -> float:
    return (mean.high - mean.low) / 2


def costly_table(costly: Sequence[Judged], lang: Lang) -> Table:
    table = plain_table()
    for heading in ("judged_round", "judged_made", "judged_best"):
        table.add_column(Text(text(lang, heading)))
    for heading in ("judged_cost", "judged_chance"):
        table.add_column(Text(text(lang, heading)), justify="right", no_wrap=True)
    table.add_column("")
    for one in costly:
        better, made = one.chances
        cells = [
            str(one.decision.round),
            one.decision.chosen,
            one.best,
            f"{one.loss:.2f} ±{half(one.difference):.2f}",
            f"{better.value:.0%} → {made.value:.0%}",
            "" if (kind := kind_of(one)) == "good" else text(lang, f"judged_{kind}"),
        ]
        table.add_row(*map(Text, cells))
    return table


def parts_table(parts: Sequence[Split], lang: Lang) -> Table:
    """A line for each round and one for the match."""
    table = plain_table()
    table.add_column(Text(text(lang, "judged_round")))
    for part in (*PARTS, "result"):
        table.add_column(Text(text(lang, f"part_{part}")), justify="right", no_wrap=True)
    rows = [(str(one.round), one) for one in parts]
    for label, one in rows:
        table.add_row(label, *(f"{float(getattr(one, part)):+.1f}" for part in (*PARTS, "result")))
    if len(rows) > 1:
        totals = [sum(getattr(one, part) for one in parts) for part in (*PARTS, "result")]
        table.add_row(Text(text(lang, "total")), *(f"{float(total):+.1f}" for total in totals), style="bold")
    return table
