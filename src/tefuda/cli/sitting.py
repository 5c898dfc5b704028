"""A match in the terminal: one person, and bots in all other seats."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from rich.text import Text

from tefuda.bots.entrants import find_bot
from tefuda.cli import Complaint
from tefuda.cli.layout import folded, plain_console, print_lines
from tefuda.cli.menu import BadChoice, Menu, Question
from tefuda.cli.saving import put
from tefuda.cli.tables import table_of
from tefuda.cli.texts import text
from tefuda.errors import BadNotation, IllegalMove
from tefuda.kernel.plain import Game
from tefuda.match import Match
from tefuda.record import Record


class Leave(Exception):
    """The person leaves the table."""


class Sitting:
    """Shows the table to one seat, asks for its moves and lets the bots make theirs."""

    def __init__(
        self, match: Match, seat: int, bots: Mapping[int, str], seed: int, lang: str, save: Path | None, go_on: str
    ) -> None:
        self.match = match
        self.seat = seat
        self.bots = bots  # the bot of each other seat
        self.seed = seed
        self.lang = lang
        self.save = save
        self.go_on = go_on  # the command that continues the match from its saved record
        self.written = {save}  # files that may be written again
        self.told = 0  # events that the person has read about
        self.begun: list[int] = []  # how many events there were before each line that the person typed as a move
        self.table = table_of(match.record.face)
        self.console = plain_console()

    # ---- the match

    def run(self) -> None:
        """Until the match is over or the person leaves."""
        if sys.stdin.isatty():
            with suppress(ImportError):  # some systems lack it
                import readline  # noqa: F401  # gives `input` its arrow keys and its history
        try:
            while True:
                self.save_again()
                if self.match.result is not None:
                    self.end()
                elif self.seat == self.match.actor:
                    self.turn()
                else:
                    self.bot_acts()
        except (Leave, EOFError, KeyboardInterrupt):
            self.leave()

    def bot_acts(self) -> None:
        """Each choice has a random stream of its own: neither the order of seats nor an undo changes it."""
        seat = self.match.actor
        assert seat is not None
        made = sum(event.seat == seat for event in self.match.record.events)
        rng = random.Random(f"{self.seed}/{seat}/{made}")
        name, moves = self.bots[seat], self.match.moves(seat)
        try:
            move = find_bot(name, self.match.game).bot(self.match.view(seat), moves, rng)
        except ValueError as error:
            self.give_up(str(error))
        if move not in moves:
            self.give_up(f"the bot {name} has chosen {move!r}, which is not among its moves")
        self.match.play(seat, move)

    def give_up(self, reason: str) -> NoReturn:
        """A bot from outside does not go on; the match so far is kept."""
        self.leave()
        raise Complaint(reason)

    def turn(self) -> None:
        """Asks until the person has moved or taken a move back."""
        menu = self.show()
        question: Question | None = None
        while True:
            line = self.ask(question.prompt if question else menu.prompt)
            if not line:
                menu, question = menu if question else self.show(), None
                continue
            if question and line.isdigit():
                if self.move(menu, f"{question.line} {line}") is True:
                    return
                continue
            changed = self.command(line)
            if changed is None:
                made = self.move(menu, line)
                question = made if isinstance(made, Question) else question
                changed = made is True
            if changed:
                return

    def move(self, menu: Menu, line: str) -> Question | bool:
        """Makes the moves that the line names, or gives what it leaves open; False if it names none."""
        try:
            moves = menu.read(line)
            if isinstance(moves, Question):
                return moves
            self.begun.append(len(self.match.record.events))
            for move in moves:
                self.match.play(self.seat, move)
        except BadChoice as error:
            self.lines([str(error)])
            return False
        except IllegalMove:
            self.say("bad_move", reason=self.why_not(move))
            return False
        except BadNotation:
            self.say("no_move", line=line)
            return False
        return True

    def why_not(self, move: str) -> str:
        """Why this move is not possible now, with the number of the rule."""
        reason = self.match.why_not(self.seat, move, self.lang)
        assert reason is not None
        return text(self.lang, "by_rule", text=reason.text, rule=reason.rule) if reason.rule else reason.text

    # ---- what the person may say besides moves

    def command(self, line: str) -> bool | None:
        """Does what the line says and tells whether that changed the match; None if it is not a command."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "?" | "？":
                self.lines(self.match.rule(self.seat, self.lang).split("\n"))
            case "h" | "help":
                own = self.table.texts[self.lang]["help"]
                self.lines([*own.split("\n"), *text(self.lang, "help").split("\n")])
            case "log":
                self.log()
            case "save":
                self.save_as(rest.strip())
            case "u" | "undo":
                return self.undo()
            case "q" | "quit":
                raise Leave
            case _:
                return None
        return False

    def log(self) -> None:
        """The story so far, a screen at a time."""
        told = list(folded(self.match.story(self.seat, self.lang), self.console.width))
        page = max(1, self.console.height - 2 if self.console.is_terminal else len(told))
        for first in range(0, len(told), page):
            self.lines(told[first : first + page])
            if first + page < len(told) and self.ask(text(self.lang, "prompt_more")):
                return

    def undo(self) -> bool:
        """Back to before the last move of the person, or before all moves that were typed together with it."""
        own = [index for index, event in enumerate(self.match.record.events) if event.seat == self.seat]
        if not own:
            self.say("no_undo")
            return False
        begin = max((begun for begun in self.begun if begun <= own[-1]), default=own[-1])
        self.begun = [begun for begun in self.begun if begun < begin]
        self.match = self.match.undo_to(begin)
        self.told = len(self.match.record.events)
        self.say("undone")
        return True

    def save_as(self, name: str) -> None:
        if not name:
            self.say("save_what")
        elif (file := Path(name)).exists() and file not in self.written:
            self.say("save_exists", file=name)
        elif self.write(file):
            self.written.add(file)
            self.say("saved", file=name)

    def save_again(self) -> None:
        """With --save the file always holds the match as it stands."""
        if self.save and not self.write(self.save):
            self.save = None

    def write(self, file: Path) -> bool:
        try:
            put(file, str(self.match.record).encode())
        except OSError as error:
            self.say("save_failed", file=file, reason=error.strerror)
            return False
        return True

    # ---- the end

    def end(self) -> None:
        """The result, and a last chance to keep the record or to take a move back."""
        self.news()
        assert self.match.result is not None
        self.console.print()
        self.say("over_title")
        rounds = rounds_of(self.match.record)
        self.console.print(self.table.points(rounds, self.match.record.labels, self.match.result.winners, self.lang))
        while line := self.ask(text(self.lang, "prompt_end")):
            changed = self.command(line)
            if changed:
                return
            if changed is None:
                self.say("bad_command", word=line)
        raise Leave

    def leave(self) -> None:
        self.console.print()
        self.say("bye")
        if self.save:
            self.save_again()
            if self.match.result is None:
                self.say("go_on")
                self.console.print(Text(f"  {self.go_on}"), soft_wrap=True)
            else:
                self.say("saved", file=self.save)

    # ---- the terminal

    def show(self) -> Menu:
        """Draws the table and the menu of the person's moves, and gives the menu."""
        self.news()
        view, names, width = self.match.view(self.seat), self.match.record.labels, self.console.width
        menu = self.table.menu(view, self.match.moves(self.seat), names, self.lang)
        self.console.print()
        for part in self.table.draw(view, names, self.lang, width):
            self.console.print(part)
        self.console.print(menu.draw(width))
        return menu

    def news(self) -> None:
        """What has happened since the person last read."""
        if news := list(self.match.story(self.seat, self.lang, self.told)):
            self.console.print()
            self.lines(news)
        self.told = len(self.match.record.events)

    def say(self, key: str, **values: object) -> None:
        self.lines([text(self.lang, key, **values)])

    def lines(self, lines: Iterable[str]) -> None:
        print_lines(self.console, lines)

    def ask(self, prompt: str) -> str:
        """What the person types; EOFError at the end of the input."""
        line = input(prompt)
        if not self.console.is_terminal:
            self.console.print(Text(line))  # piped input is not echoed by the terminal
        return line.strip()


def rounds_of(record: Record) -> list[Game]:
    """The game as it stood after each completed round."""
    found: list[Game] = []
    for game in [*(game for game, _, _ in record.replay()), record.last()]:
        if game.rounds() > len(found):
            found.append(game)
    return found
