"""The command `tefuda`. Each subcommand is a module of its own, imported when it is called."""

from __future__ import annotations

import errno
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
  tefuda play --option start_player=holder12 --save evening.txt
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
    "tefuda.cli.verify:verify",
    name="verify",
    help="Verify the deal of a match at a live table.\n\nExit code 1 if the record is not what its deal gives.",
    help_epilogue="""Examples:
  tefuda verify evening.txt
  tefuda verify evening.txt --commitment 5d0c...    what the table showed before the match
  tefuda verify evening.txt --json                  for a verifier that does not know the rules""",
)
app.command(
    "tefuda.cli.judge:judge_command",
    name="judge",
    help="Judge the decisions of a seat in a finished match.\n\nWhat they cost, and how much of the result was luck.",
    help_epilogue="""Examples:
  tefuda judge evening.txt
  tefuda judge evening.txt --seat 2 --lang ja
  tefuda judge evening.txt --worlds 1000   slower, and surer
  tefuda judge evening.txt --json""",
)
app.command(
    "tefuda.cli.daily:daily",
    name="daily",
    help="Play the deal of the day: one round, the same for everybody, one try.",
    help_epilogue="""Examples:
  tefuda daily
  tefuda daily 23 --lang ja
  tefuda daily gift --day 2026-01-31       one of the archive, to practise""",
)
puzzles = App(
    name="puzzles",
    help="Positions with one clearly best move: solve one, or find more.",
    help_epilogue="""Examples:
  tefuda puzzles solve scout               the puzzle of the day
  tefuda puzzles find gift --count 5""",
    help_format="plaintext",
)
app.command(puzzles)
puzzles.command(
    "tefuda.cli.puzzles:solve",
    name="solve",
    help="Solve a puzzle in the terminal: the one of the day, or any other.",
    help_epilogue="""Examples:
  tefuda puzzles solve scout
  tefuda puzzles solve 23 --number 17 --lang ja""",
)
puzzles.command(
    "tefuda.cli.puzzles:confirm",
    name="confirm",
    help="Search the shipped puzzles once more, in other worlds.",
    help_epilogue="""Example:
  tefuda puzzles confirm scout --first 105""",
)
puzzles.command(
    "tefuda.cli.puzzles:find_command",
    name="find",
    help="Find puzzles in matches of bots, or in a match of your own, and print them.",
    help_epilogue="""Examples:
  tefuda puzzles find scout --count 200 --seed 4000000 > scout.txt
  tefuda puzzles find --record evening.txt --seat 2""",
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
    "tefuda.cli.new:new",
    name="new",
    help="Begin a game of your own, or a variant of one: a folder that plays, with its test.",
    help_epilogue="""Examples:
  tefuda new my_game
  tefuda new scout-my-way --from scout
  tefuda new scout-my-way --from scout:strength""",
)
app.command(
    "tefuda.cli.contract:contract",
    name="contract",
    help="Check that a game has everything that the rest of Tefuda relies on, and list what is missing.",
    help_epilogue="""Examples:
  tefuda contract ./mygame
  tefuda contract scout --seconds 60 --form compiled""",
)
app.command(
    "tefuda.cli.bench:bench",
    name="bench",
    help="Measure how fast the rules run, beside other libraries where they are installed (tefuda[peers]).",
    help_epilogue="""Examples:
  tefuda bench
  tefuda bench scout --seats 4 --json
  tefuda bench scout --seats 4 --env       the environments: steps with masks and observations""",
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
    "tefuda.cli.benchmark:benchmark_command",
    name="benchmark",
    help="Measure a bot on the benchmark's fixed deals, and print its line of the table.",
    help_epilogue="""Examples:
  tefuda benchmark casual
  tefuda benchmark "cmd:./mybot" --games scout --deals 100
  tefuda benchmark mymodule:choose --json""",
)
app.command(
    "tefuda.cli.export:export_command",
    name="export",
    help="Write matches of bots as Parquet, to learn from: every decision, and every record (tefuda[lab]).",
    help_epilogue="""Examples:
  tefuda export scout scout-club --seats 4 --matches 1000
  tefuda export gift gift-master --bots master --playouts 400 --matches 20
  tefuda export 23 mixed --bots club,casual,random --seed 7""",
)
app.command(
    "tefuda.cli.mcp:mcp_command",
    name="mcp",
    help="Let a language model sit at a table: a server of the Model Context Protocol on standard input (tefuda[mcp]).",
    help_epilogue="""Example, in the settings of a client:
  {"mcpServers": {"tefuda": {"command": "tefuda", "args": ["mcp"]}}}""",
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
app.command(
    "tefuda.cli.train:train_command",
    name="train",
    help="Train a network for the level `expert` (tefuda[env]).",
    help_epilogue="""Examples:
  tefuda train scout --seats 4 --seconds 600
  tefuda train gift --option mode=create --seconds 1800 --state create.npz""",
)
lab = App(
    name="lab",
    help="Study the rules: play many matches, compare two setups, write a report (tefuda[lab]).",
    help_epilogue="""Examples:
  tefuda lab run scout --seats 4 --bots club --games 100000
  tefuda lab compare scout --a edition=first --b edition=draft
  tefuda lab report lab/scout-4-club""",
    help_format="plaintext",
)
app.command(lab)
lab.command(
    "tefuda.cli.lab.run:run_command",
    name="run",
    help="Play many matches on all cores or a cluster, and keep what happened as Parquet.\n\n"
    "The same command goes on where it was interrupted.",
    help_epilogue="""Examples:
  tefuda lab run scout --seats 4 --bots club --games 100000 --edition first
  tefuda lab run 23 --bots club,casual,casual --seats 3 --games 20000 --folder runs/23
  tefuda lab run scout --games 1000000 --bots random --cluster tcp://scheduler:8786""",
)
lab.command(
    "tefuda.cli.lab.compare:compare_command",
    name="compare",
    help="Play two setups on the same seeds, and say what differs and how certain that is.",
    help_epilogue="""Examples:
  tefuda lab compare scout --a edition=first --b edition=draft
  tefuda lab compare 23 --a seats=3 --b seats=4 --until minutes=0.1
  tefuda lab compare scout --a seats=3 --b seats=5 --games 5000
  tefuda lab compare scout ./scout-with-other-scoring
  tefuda lab compare solo --a bots=club --b bots=casual""",
)
lab.command(
    "tefuda.cli.lab.sweep:sweep_command",
    name="sweep",
    help="Play many setups on the same seeds, and compare each with the first.",
    help_epilogue="""Examples:
  tefuda lab sweep scout --over edition=first,draft --over seats=3,4,5
  tefuda lab sweep gift --over break_late=false,true --measures no_winner,minutes --csv breaks.csv
  tefuda lab sweep solo --setup "" --setup "solo_on_swap=true" --setup "solo_on_swap=true seats=6\"""",
)
lab.command(
    "tefuda.cli.lab.optimise:optimise_command",
    name="optimise",
    help="Look for the options that best meet given goals, within limits (tefuda[optimise]).",
    help_epilogue="""Examples:
  tefuda lab optimise scout --over edition=first,draft --over seats=3,4,5 --limit "minutes<=20" --most skill
  tefuda lab optimise solo --over solo_on_swap=true,false --over seats=4,6 --most skill --least minutes""",
)
lab.command(
    "tefuda.cli.lab.run:figures_command",
    name="figures",
    help="Print all figures of a run with their intervals, as CSV or JSON.",
    help_epilogue="""Examples:
  tefuda lab figures lab/scout-4-club >scout.csv
  tefuda lab figures lab/scout-4-club --json""",
)
lab.command(
    "tefuda.cli.lab.run:report_command",
    name="report",
    help="Write the report of a run: one self-contained page, and its pictures.",
    help_epilogue="""Examples:
  tefuda lab report lab/scout-4-club
  tefuda lab report lab/scout-4-club --lang ja""",
)
app.command(
    "tefuda.cli.serve:serve",
    name="serve",
    help="Host tables: the page for players, and the protocol for other clients.",
    help_epilogue="""Examples:
  tefuda serve
  tefuda serve --host 0.0.0.0 --port 80 --public-url https://cards.example
  tefuda serve --database postgresql://tefuda@localhost/tefuda --workers 4""",
)
app.command(
    "tefuda.cli.site:site",
    name="site",
    help="Write the page as files that any web host can serve: it plays on the visitor's own device.",
    help_epilogue="""Example:
  tefuda site build/site""",
)
app.command(
    "tefuda.cli.backup:backup",
    name="backup",
    help="Copy the server's database while it runs.",
    help_epilogue="""Examples:
  tefuda backup monday.db
  tefuda backup monday.db --database sqlite:////var/lib/tefuda/tefuda.db""",
)
admin = App(
    name="admin",
    help="Look after a server while it runs: tables, people, tokens. Everything is written to an audit log.",
    help_epilogue="""Examples:
  tefuda admin tables --status playing
  tefuda admin show 7H2KQ9ZD0XVA
  tefuda admin ban 192.0.2.7 --minutes 120
  tefuda admin rotate PERSON               a new token for somebody whose old one was seen
  tefuda admin prune --days 90
  tefuda admin audit""",
    help_format="plaintext",
)
app.command(admin)
for _name, _help in {
    "tables": "List tables, latest first.",
    "show": "Show a table and the people at it.",
    "end": "End a table: its match stops, and the table is kept.",
    "delete": "Delete a table with its matches and results.",
    "remove": "Take a person from their seat at a table.",
    "ban": "Keep a person or an address out, for a time.",
    "mute": "Keep a person or an address from speaking, for a time.",
    "pardon": "Take back the ban and the mute of a person or an address.",
    "revoke": "Make all tokens of a person worthless.",
    "rotate": "Give a person a new token, and make the old ones worthless.",
    "export": "Print everything that is kept of a person, as JSON.",
    "forget": "Remove all that leads to a person.",
    "prune": "Delete tables that were done so many days ago.",
    "audit": "Print all orders that were given, oldest first.",
}.items():
    admin.command(f"tefuda.cli.admin:{_name}", name=_name, help=_help)

DISK = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM)  # a disk is full, or not ours to write on


class Complaint(Exception):
    """What is wrong with what the user asked for, in one line."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; gives its exit code: 2 if it was asked for something impossible."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character shows '?' for it
    try:
        code = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
    except UnknownCommandError as error:
        commands = ", ".join(name for name in error.app or app if not name.startswith("-"))
        given = " ".join([*(error.command_chain or ()), *(error.unused_tokens or [""])[:1]])
        return complain(f"there is no command {given!r}; there are {commands}")
    except Complaint as error:
        return complain(str(error))
    except CycloptsError as error:
        from tefuda.cli.unreadable import in_words  # here, because most command lines can be read

        return complain(in_words(error))
    except SyntaxError as error:
        from tefuda.kernel.refusal import NotKernelPython  # here, because hardly anybody needs it

        if not isinstance(error, NotKernelPython):
            raise
        return complain(f"{error.msg} (docs/kernel.md says what is; TEFUDA_KERNEL=plain runs it all the same)")
    except OSError as error:
        if error.errno not in DISK:
            raise
        return complain(f"{error.filename or 'the output'}: {error.strerror}")
    except KeyboardInterrupt:
        return 130
    return code if isinstance(code, int) else 0


def complain(reason: str) -> int:
    print("tefuda:", " ".join(reason.split()), file=sys.stderr)
    return 2
