"""tefuda export: matches of bots as Parquet, to learn from."""

from __future__ import annotations

from pathlib import Path

from tefuda.cli import Complaint
from tefuda.cli.parameters import Edition, RuleOptions, Seats
from tefuda.cli.play import game_called, read_options


def export_command(
    game: str,
    folder: Path,
    /,
    *,
    seats: Seats = None,
    bots: str = "club",
    matches: int = 100,
    edition: Edition = None,
    option: RuleOptions = (),
    seed: int = 0,
    playouts: int = 400,
) -> int:
    """Let bots play matches, and write every decision and every record as Parquet.

    Parameters
    ----------
    game
        The game.
    folder
        Where to write; it must be empty, or not there.
    bots
        The bot in all seats, or one for each, with commas between; they move on by a seat with each match. Any bot that
        `tefuda arena` knows.
    matches
        How many matches.
    seed
        Another seed gives other matches.
    playouts
        How many playouts `master` has for a decision.
    """
    from tefuda import export

    try:
        import duckdb  # noqa: F401  # before anything is played
        import numpy  # noqa: F401
    except ImportError as error:
        raise Complaint(f"{error}; this needs other libraries: pip install 'tefuda[lab]'") from None
    name = game_called(game)
    try:
        order = export.check_order(
            name, read_options(name, edition, option), bots.split(","), seats, matches, seed, playouts
        )
        for done in export.write(order, folder):
            print(f"{folder}: {done:,} of {matches:,} matches", flush=True)
    except ValueError as error:
        raise Complaint(error) from None
    except OSError as error:
        raise Complaint(f"cannot write {folder}: {error.strerror}") from None
    return 0
