"""`tefuda play`: a match at a table in the terminal."""

from __future__ import annotations

import re
import secrets
import shlex
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from tefuda.bots.entrants import find_bot
from tefuda.cli import Complaint
from tefuda.cli.parameters import Repeated, Seats
from tefuda.cli.saving import write
from tefuda.cli.sitting import Sitting
from tefuda.cli.texts import Lang, locale_lang, text
from tefuda.games import GAMES, Face
from tefuda.games.found import looks_like_a_folder
from tefuda.games.option import Value
from tefuda.match import Match, set_up

GAME = next(iter(GAMES))  # if none is named
BOT = "club"


def play(
    game: str | None = None,
    /,
    *,
    seats: Seats = None,
    bots: str = BOT,
    seat: int = 0,
    edition: str | None = None,
    option: Repeated = (),
    seed: int | None = None,
    lang: Lang | None = None,
    names: Annotated[str, Parameter(show_default=False)] = "",
    save: Path | None = None,
    load: Path | None = None,
) -> None:
    """Play a match at a table in the terminal.

    Parameters
    ----------
    game
        The game, by name or title; `tefuda games` lists them.
    bots
        The bot in all other seats, or one for each of them, with commas between: a level, or one of your own as in
        the arena (mine.toml, module:function, cmd:./mybot).
    seat
        Your seat, from 0.
    edition
        Short for --option edition=...
    option
        NAME=VALUE, as often as you like; `tefuda games` lists them.
    seed
        The same number gives the same deals and the same bots.
    lang
        The language; that of your locale if not given.
    names
        The names of the seats in their order, with commas between.
    save
        Keeps the record of the match in this file at every step.
    load
        Goes on with the match in this file; of a game in a folder, name the folder, too.
    """
    lang = lang or locale_lang()
    seed = secrets.randbits(63) if seed is None else seed
    folder = game if game and looks_like_a_folder(game) else ""
    name = game_called(game or GAME)
    if load is None:
        match = new_match(name, seats, read_options(name, edition, option), seed, names, seat, lang)
    elif (game and not folder) or seats or edition or option or names:
        raise Complaint("with --load the game, seats, options and names are those of the file")
    else:
        match = load_match(load, seed)
        if folder and match.game != name:
            raise Complaint(f"{load}: this is a match of {match.game}, not of {name}")
    if not 0 <= seat < match.seats:
        raise Complaint(f"there is no seat {seat}; seats are 0 to {match.seats - 1}")
    others = seat_bots(match, seat, bots)
    if save:
        check_save(save, load, match)
    file = shlex.quote(str(save))
    go_on = "tefuda play " + (f"{shlex.quote(folder)} " if folder else "")
    go_on += f"--load {file} --save {file}" + (f" --seat {seat}" if seat else "")
    go_on += f" --bots {bots}" if bots != BOT else ""
    go_on += f" --lang {lang}" if lang != locale_lang() else ""
    sitting = Sitting(match, seat, others, seed, lang, save, go_on)
    listed = ", ".join(f"{match.record.labels[other]} ({bot})" for other, bot in others.items())
    sitting.say("bots", bots=listed)
    sitting.run()


def game_called(word: str) -> str:
    """The name of the game with this name or title, such as `twentythree` or `23`, or of the one in this folder."""
    if not looks_like_a_folder(word):
        for name, face in GAMES.items():
            if word.lower() in (name, face.title("en").lower(), face.title("ja").lower()):
                return name
    try:
        return GAMES.find(word).name
    except ValueError as error:
        raise Complaint(error) from None


def set_up_as_asked(
    word: str, seats: int | None, edition: str | None = None, given: tuple[str, ...] = ()
) -> tuple[Face, int, dict[str, Value]]:
    """A game, its number of seats and all its options, as the command line gives them."""
    name = game_called(word)
    try:
        return set_up(name, seats, read_options(name, edition, given))
    except ValueError as error:
        raise Complaint(error) from None


def read_options(game: str, edition: str | None, given: tuple[str, ...]) -> dict[str, Any]:
    known = {option.name: option for option in GAMES[game].options}
    options: dict[str, Any] = {}
    for item in [*([f"edition={edition}"] if edition is not None else []), *given]:
        name, equals, value = item.partition("=")
        if not equals:
            raise Complaint(f"an option is NAME=VALUE, not {item!r}")
        if name not in known:
            raise Complaint(f"there is no option {name!r}; there are {', '.join(known)}")
        if name in options:
            raise Complaint(f"option {name} is given twice")
        try:
            options[name] = known[name].parse(value)
        except ValueError as error:
            raise Complaint(error) from None
    return options


def new_match(
    game: str, seats: int | None, options: dict[str, Any], seed: int, names: str, seat: int, lang: Lang
) -> Match:
    """A match with a name for every seat."""
    try:
        count = Match(game, seats, seed, **options).seats
        given = [name.strip() for name in re.split("[,、，]", names)] if names else []
        usual = text(lang, "names").split()
        usual[seat % count : seat % count] = [text(lang, "player")]
        spare = [name for name in usual if name not in given]
        for other in range(count):
            if other >= len(given):
                wanted = text(lang, "player") if other == seat and text(lang, "player") in spare else spare[0]
                given.append(wanted)
                spare.remove(wanted)
        return Match(game, seats, seed, names=given, **options)
    except ValueError as error:
        raise Complaint(error) from None


def load_match(file: Path, seed: int) -> Match:
    try:
        return Match.replay(file.read_text("utf-8-sig"), seed=seed)
    except OSError as error:
        raise Complaint(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Complaint(f"{file} is not a text file") from None
    except ValueError as error:
        raise Complaint(f"{file}: {error}") from None


def seat_bots(match: Match, seat: int, bots: str) -> dict[int, str]:
    """Which bot sits where."""
    wanted = bots.split(",")
    for bot in wanted:
        try:
            find_bot(bot, match.game)
        except ValueError as error:
            raise Complaint(error) from None
    others = [other for other in range(match.seats) if other != seat]
    if len(wanted) == 1:
        wanted *= len(others)
    if len(wanted) != len(others):
        raise Complaint(f"{len(wanted)} bots are named for {len(others)} seats; name one for all or one for each")
    return dict(zip(others, wanted, strict=True))


def check_save(save: Path, load: Path | None, match: Match) -> None:
    """Writes the file for the first time."""
    if save.exists() and save != load:
        raise Complaint(f"{save} exists already; choose another name, or go on with it by --load {save}")
    write(save, str(match.record).encode())
