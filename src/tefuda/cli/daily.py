"""`tefuda daily`: the deal of the day, in the terminal."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path

from tefuda.cli import Complaint
from tefuda.cli.parameters import Switch
from tefuda.cli.play import GAME, game_called
from tefuda.cli.saving import put
from tefuda.cli.sitting import Leave, Sitting
from tefuda.cli.texts import Lang, locale_lang
from tefuda.games import GAMES
from tefuda.judge.daily import FIRST, Daily, compared, line_of


def daily(
    game: str = GAME,
    /,
    *,
    day: str = "",
    again: Switch = False,
    lang: Lang | None = None,
) -> int:
    """Play the deal of the day. Exit code 1 if it was not played to its end.

    Parameters
    ----------
    game
        The game, by name or title.
    day
        A day of the archive, as 2026-01-31, to practise.
    again
        Practise the deal of today, too, after its one try.
    lang
        The language; that of your locale if not given.
    """
    name, today = game_called(game), date.today()
    chosen = read_day(day) if day else today
    lang = lang or locale_lang()
    played = tried()
    counts = chosen == today and f"{name}/{today}" not in played
    if chosen == today and not counts and not again:
        raise Complaint(f"today's deal was played: {played[f'{name}/{today}']}. --again practises it")
    dealing = Dealing(Daily(name, chosen), lang)
    dealing.say("daily" if counts else "daily_practice", day=chosen, game=GAMES[name].title(lang))
    if counts:
        keep({**played, f"{name}/{today}": "not played to its end"})
    dealing.run()
    if dealing.line and counts:
        keep({**played, f"{name}/{today}": dealing.line})
    return 0 if dealing.line else 1


def read_day(written: str) -> date:
    try:
        day = date.fromisoformat(written)
    except ValueError:
        raise Complaint(f"{written!r} is not a day; write it as 2026-01-31") from None
    if not FIRST <= day <= date.today():
        raise Complaint(f"there are deals from {FIRST} to today")
    return day


def file() -> Path:
    """Where the one try of each day is noted."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tefuda" / "daily.json"


def tried() -> dict[str, str]:
    try:
        found = json.loads(file().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def keep(played: dict[str, str]) -> None:
    """Where nothing can be kept, the deal can still be played."""
    try:
        file().parent.mkdir(parents=True, exist_ok=True)
        put(file(), json.dumps(played, ensure_ascii=False, indent=1).encode())
    except OSError:
        pass


class Dealing(Sitting):
    """A table for one round, at which nothing is taken back."""

    def __init__(self, daily: Daily, lang: Lang) -> None:
        super().__init__(daily.match, daily.seat, {}, 0, lang, None, "")
        self.daily = daily
        self.line = ""  # at the end: what one may show to others

    def run(self) -> None:
        try:
            while not self.daily.is_over:
                self.turn()
                self.daily.others_act()
        except (Leave, EOFError, KeyboardInterrupt):
            self.console.print()
            return
        self.end()

    def undo(self) -> bool:
        self.say("no_undo")
        return False

    def end(self) -> None:
        daily = self.daily
        for number, step in enumerate(self.match.record.steps()):
            if number >= self.told and step[0].rounds() == 0:  # the next round may be dealt already
                self.lines(self.match.told(*step, self.seat, self.lang))
        self.say("daily_result", result=f"{float(daily.result):+.1f}")  # at once: the others' rounds take a while
        beside = compared(daily.game, daily.day, daily.result)
        for one in beside:
            self.say("daily_level", level=one.level, share=f"{one.share:.0%}", mean=f"{one.mean:+.1f}")
        self.line = line_of(GAMES[daily.game].title(self.lang), daily.day, daily.result, beside)
        self.lines(["", self.line])
