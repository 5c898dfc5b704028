"""`tefuda puzzles`: one clearly best move, which has to be found."""

from __future__ import annotations

import sys
from datetime import date
from itertools import islice
from pathlib import Path

from tefuda.cli import Complaint
from tefuda.cli.menu import BadChoice, Menu, Question
from tefuda.cli.play import game_called
from tefuda.cli.replay import read_record
from tefuda.cli.sitting import Leave, Sitting
from tefuda.cli.texts import Lang, locale_lang, text
from tefuda.errors import BadNotation
from tefuda.judge.levels import measured
from tefuda.judge.puzzles import Puzzle, confirmed, find, number_of, of_seat, puzzle, reasons, shipped
from tefuda.match import Match


def solve(game: str = "scout", /, *, number: int | None = None, lang: Lang | None = None) -> int:
    """Solve a puzzle in the terminal. Exit code 1 if it was not solved.

    Parameters
    ----------
    game
        The game, by name or title.
    number
        Which puzzle, from 1; that of the day if not given.
    lang
        The language; that of your locale if not given.
    """
    name = game_called(game)
    count = len(shipped(name))
    if not count:
        raise Complaint(f"there are no puzzles of {game}")
    number = number_of(name, date.today()) if number is None else number
    if not 1 <= number <= count:
        raise Complaint(f"there is no puzzle {number}; there are 1 to {count}")
    solving = Solving(puzzle(name, number), lang or locale_lang())
    solved = ", ".join(solving.puzzle.solved) or text(solving.lang, "puzzle_nobody")
    solving.say("puzzle", number=number, count=count, solved=solved)
    solving.run()
    return 0 if solving.solved else 1


class Solving(Sitting):
    """A table at which one decision is asked for."""

    def __init__(self, puzzle: Puzzle, lang: Lang) -> None:
        super().__init__(puzzle.match, puzzle.seat, {}, 0, lang, None, "")
        self.puzzle = puzzle
        self.solved = False
        self.told = len(self.match.record.events)

    def run(self) -> None:
        try:
            self.turn()
        except (Leave, EOFError, KeyboardInterrupt):
            self.console.print()

    def move(self, menu: Menu, line: str) -> Question | bool:
        """True when the puzzle is over."""
        try:
            moves = menu.read(line)
        except BadChoice as error:
            self.lines([str(error)])
            return False
        if isinstance(moves, Question):
            return moves
        first = moves[0]
        try:
            if not self.match.is_legal(self.seat, first):
                self.say("bad_move", reason=self.why_not(first))
                return False
        except BadNotation:
            self.say("no_move", line=line)
            return False
        self.solved = first == self.puzzle.best
        if self.solved:
            self.say("puzzle_right", lead=f"{self.puzzle.lead:.1f}")
            self.explain()
        else:
            less = self.puzzle.less.get(first)
            self.say("puzzle_wrong", less="" if less is None else text(self.lang, "puzzle_less", less=f"{less:.1f}"))
        return self.solved

    def explain(self) -> None:
        """What can be seen in the best move that is not in the next best one."""
        others = reasons(self.puzzle, self.match.view(self.seat), self.lang)
        nearest = min(self.puzzle.less, key=lambda move: self.puzzle.less[move])
        self.lines(others[nearest].better)

    def command(self, line: str) -> bool | None:
        if line.lower() == "best":
            self.say("puzzle_best", best=self.puzzle.best, lead=f"{self.puzzle.lead:.1f}")
            self.explain()
            raise Leave
        return super().command(line)

    def undo(self) -> bool:
        self.say("no_undo")
        return False


def find_command(
    game: str | None = None,
    /,
    *,
    count: int = 10,
    seed: int = 4_000_000,
    record: Path | None = None,
    seat: int = 0,
) -> None:
    """Find puzzles and print them, with an empty line between two.

    Parameters
    ----------
    game
        The game, by name or title.
    count
        How many.
    seed
        Of the first match of bots in which they are looked for.
    record
        Look in this finished match instead.
    seat
        Whose decisions in it, from 0.
    """
    if (game is None) == (record is None):
        raise Complaint("name a game, or a record with --record")
    if count < 1:
        raise Complaint("--count must be at least 1")
    match = Match.replay(read_record(str(record))) if record else None
    name = match.game if match else game_called(game or "")
    if measured(name) is None:
        raise Complaint(f"it was never measured what moves cost in {name}, so no puzzles can be found")
    if match:
        if match.result is None:
            raise Complaint(f"{record}: this match is not over; puzzles are looked for in finished ones")
        if not 0 <= seat < match.seats:
            raise Complaint(f"there is no seat {seat}; seats are 0 to {match.seats - 1}")
        found = of_seat(match, seat)
    else:
        found = find(name, seed)
    number = 0
    for number, one in enumerate(islice(found, count), 1):
        print("\n" * (number > 1) + str(one), end="", flush=True)
    if not number:
        print("no decision in it had one clearly best move that was missed", file=sys.stderr)


def confirm(game: str, /, *, first: int = 1, worlds: int = 4096) -> int:
    """Search shipped puzzles once more, in other worlds. Exit code 1 if fewer than 98 % are confirmed.

    Parameters
    ----------
    game
        The game, by name or title.
    first
        The number of the first one.
    worlds
        In how many worlds.
    """
    name = game_called(game)
    count = len(shipped(name))
    if not 1 <= first <= count:
        raise Complaint(f"there is no puzzle {first}; there are 1 to {count}")
    if worlds < 8:
        raise Complaint("--worlds must be at least 8")
    good = 0
    for number in range(first, count + 1):
        sure = confirmed(puzzle(name, number), worlds)
        good += sure
        if not sure:
            print(f"{name} {number}: not confirmed", flush=True)
    of = count + 1 - first
    print(f"{name}: {good} of {of} confirmed in {worlds} worlds")
    return 0 if good >= 0.98 * of else 1
