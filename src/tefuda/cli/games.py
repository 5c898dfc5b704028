"""`tefuda games`: what there is to play."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from tefuda.bots import BOTS
from tefuda.cli.layout import plain_console, plain_table, print_lines
from tefuda.cli.texts import Lang, fold, locale_lang, ranges, text
from tefuda.games import GAMES, Face
from tefuda.games.option import Option


def games(*, lang: Lang | None = None) -> None:
    """List the games with their editions, seats and options, and the bots.

    Parameters
    ----------
    lang
        The language; that of your locale if not given.
    """
    lang = lang or locale_lang()
    console = plain_console()
    for name, face in GAMES.items():
        console.print(Text(name, "bold").append(f"  {face.title(lang)}", "not bold"))
        console.print(seats_table(face, lang))
        console.print()
        console.print(Text(text(lang, "options")))
        console.print(options_table(face, lang, console.width))
        console.print()
    print_lines(console, [text(lang, "all_bots", bots=", ".join(BOTS))])


def seats_table(face: Face, lang: Lang) -> Table:
    """How many can play, by edition where there are several."""
    defaults = {option.name: option.default for option in face.options}
    editions = next((option.choices for option in face.options if option.name == "edition"), ())
    table = columns(lang, "editions", "seats") if editions else columns(lang, "seats")
    for edition in editions or ("",):
        seats = face.seats({**defaults, "edition": edition} if editions else defaults)
        table.add_row(*([edition] if editions else []), ranges(sorted(seats)))
    return table


def options_table(face: Face, lang: Lang, width: int) -> Table:
    table = columns(lang, "options", "default", "effect")
    table.columns[0].header = ""
    names = [option.name for option in face.options]
    room = width - max(map(len, names)) - max(len(option.text(option.default)) for option in face.options) - 6
    for option in face.options:
        effect = f"{option.help_ja if lang == 'ja' else option.help_en} [{values(option)}]"
        table.add_row(option.name, option.text(option.default), "\n".join(fold(effect, max(room, 20))))
    return table


def values(option: Option) -> str:
    if option.choices:
        return ", ".join(option.choices)
    return "true, false" if isinstance(option.default, bool) else f"{option.least}-{option.most}"


def columns(lang: Lang, *keys: str) -> Table:
    table = plain_table()
    for key in keys:
        table.add_column(Text(text(lang, key)))
    return table
