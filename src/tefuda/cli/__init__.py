"""The command `tefuda`. Each subcommand is a module of its own, imported when it is called."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError, UnknownCommandError

from tefuda import __version__

app = App(
    name="tefuda",
    help="One home for card games: play them, study them, and change their rules.",
    help_epilogue="""Examples:
  tefuda play              a match of SCOUT against three bots
  tefuda play --lang ja    the same in Japanese
  tefuda play 23           a match of 23
  tefuda games             what there is to play, and with which options""",
    version=__version__,
    help_format="plaintext",
)
app.command(
    "tefuda.cli.play:play",
    name="play",
    help="Play a match at a table in the terminal.\n\nAt the table, h shows what you can type.",
    help_epilogue="""Examples:
  tefuda play                              SCOUT, first edition, three bots
  tefuda play --edition oink --lang ja     the two-player variant, in Japanese
  tefuda play 23 --seats 2                 23 against one bot
  tefuda play --seats 3 --bots beginner,club --names Aki,Ben,Chie
  tefuda play --option insert_visible=true --save evening.txt
  tefuda play --load evening.txt --save evening.txt""",
)
app.command(
    "tefuda.cli.replay:replay",
    name="replay",
    help="Tell the story of a recorded match.\n\nAs a spectator saw it if nothing else is asked for, with the result.",
    help_epilogue="""Examples:
  tefuda replay evening.txt                what everybody could see
  tefuda replay evening.txt --seat 2       what seat 2 could see
  tefuda replay evening.txt --all          with every hand and every choice
  cat evening.txt | tefuda replay - --lang ja""",
)
app.command(
    "tefuda.cli.games:games",
    name="games",
    help="List the games, their editions and options, and the bots.",
    help_epilogue="""Examples:
  tefuda games
  tefuda games --lang ja""",
)
app.command(
    "tefuda.cli.perft:perft",
    name="perft",
    help="Count the positions that the rules lead to, or play random matches with every invariant checked.",
    help_epilogue="""Examples:
  tefuda perft scout --seats 3 --seed 7 --depth 5
  tefuda perft --record evening.txt --depth 3
  tefuda perft scout --random 1000000      a million rounds of all editions and seat counts""",
)
app.command(
    "tefuda.cli.bench:bench",
    name="bench",
    help="Measure how fast the rules run, beside other libraries where they are installed (tefuda[peers]).",
    help_epilogue="""Examples:
  tefuda bench
  tefuda bench scout --seats 4 --json""",
)
app.command(
    "tefuda.cli.arena:arena",
    name="arena",
    help="Let bots play each other, every deal in all rotations of the seats.",
    help_epilogue="""Examples:
  tefuda arena scout --seats 4 --lineup club,casual
  tefuda arena 23 --lineup master,club,club --seconds 0.1 --rounds 60
  tefuda arena solo --seats 4 --lineup club --rounds 40 --times
  tefuda arena scout --seats 4 --lineup club,casual --seeds 2000000: --json""",
)
app.command(
    "tefuda.cli.honest:honest",
    name="honest",
    help="Check that bots depend on nothing that their seat cannot know.",
    help_epilogue="""Examples:
  tefuda honest scout
  tefuda honest gift --pairs 500""",
)
app.command(
    "tefuda.cli.tune:tune_command",
    name="tune",
    help="Find weights that gain more than those of a level.",
    help_epilogue="""Examples:
  tefuda tune scout --seats 4 --start casual --against casual
  tefuda tune solo --generations 60 --deals 100""",
)


class Complaint(Exception):
    """What is wrong with what the user asked for, in one line."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; gives its exit code: 2 if it was asked for something that cannot be."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a sign shows '?' for it
    try:
        code = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
    except UnknownCommandError as error:
        commands = ", ".join(name for name in app if not name.startswith("-"))
        return complain(f"there is no command {(error.unused_tokens or [''])[0]!r}; there are {commands}")
    except (Complaint, CycloptsError) as error:
        return complain(str(error))
    except KeyboardInterrupt:
        return 130
    return code if isinstance(code, int) else 0


def complain(reason: str) -> int:
    print("tefuda:", " ".join(reason.split()), file=sys.stderr)
    return 2
