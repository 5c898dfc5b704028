"""`tefuda replay`: the story of a recorded match."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tefuda.cli import Complaint
from tefuda.cli.layout import plain_console, print_lines
from tefuda.cli.sitting import rounds_of
from tefuda.cli.tables import table_of
from tefuda.cli.texts import Lang, locale_lang, text
from tefuda.errors import BadRecord
from tefuda.match import Match
from tefuda.record import Event, Record


def replay(
    file: Annotated[str, Parameter(allow_leading_hyphen=True)],
    /,
    *,
    seat: int | None = None,
    everything: Annotated[bool, Parameter(name="--all", negative="", show_default=False)] = False,
    lang: Lang | None = None,
) -> None:
    """Tell the story of a recorded match, as a spectator saw it, and its result.

    Parameters
    ----------
    file
        The record; - reads the standard input.
    seat
        Through the eyes of this seat, from 0.
    everything
        Shows every line of the record too, with all that was hidden.
    lang
        The language; that of your locale if not given.
    """
    lang = lang or locale_lang()
    record = read_record(file)
    if seat is not None and everything:
        raise Complaint("choose --seat or --all")
    if seat is not None and not 0 <= seat < record.seats:
        raise Complaint(f"there is no seat {seat}; seats are 0 to {record.seats - 1}")
    console = plain_console()
    for event, sentences in tell(record, seat, lang):
        if everything:
            print_lines(console, [str(event)], "dim")
        print_lines(console, sentences)
    match = Match.replay(record)
    console.print()
    if match.result is None:
        print_lines(console, [text(lang, "not_over")])
    if rounds := rounds_of(record):
        winners = match.result.winners if match.result else ()
        console.print(table_of(record.face).points(rounds, record.labels, winners, lang))


def read_record(file: str) -> Record:
    """The record, after a check that it replays."""
    record = parse_record(file)
    try:
        Match.replay(record)
    except BadRecord as error:
        raise Complaint(f"{file}: {error}") from None
    return record


def parse_record(file: str) -> Record:
    """The record as it can be read, whether or not it replays."""
    try:
        return Record.parse(sys.stdin.read() if file == "-" else Path(file).read_text("utf-8-sig"))
    except OSError as error:
        raise Complaint(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Complaint(f"{file} is not a text file") from None
    except BadRecord as error:
        raise Complaint(f"{file}: {error}") from None


def tell(record: Record, reader: int | None, lang: str) -> Iterator[tuple[Event, list[str]]]:
    """Each event with its sentences, and nothing beyond the record's last line."""
    games = [*(game for game, _, _ in record.replay()), record.last()]
    for event, before, after in zip(record.events, games, games[1:], strict=False):
        yield event, list(record.face.story(before, event.seat, event.text, after, reader, record.labels, lang))
