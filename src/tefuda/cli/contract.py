"""`tefuda contract`: whether a game has everything that the rest of Tefuda relies on."""

from __future__ import annotations

from typing import Literal

from tefuda.cli import Complaint
from tefuda.cli.play import game_called
from tefuda.contract import examine
from tefuda.games import GAMES


def contract(
    game: str,
    /,
    *,
    form: Literal["plain", "checked", "compiled"] = "checked",
    seconds: float = 20,
    seed: int = 0,
) -> int:
    """Run every check on one game and list all that is missing.

    Parameters
    ----------
    game
        The game, by name or folder.
    form
        The form of the rules; checked is plain Python with every index and value checked.
    seconds
        For how long matches are played.
    seed
        Decides everything.
    """
    if not 1 <= seconds <= 3600:
        raise Complaint("--seconds must be from 1 to 3600")
    face = GAMES[game_called(game)]
    problems = 0
    for found in examine(face, form, seconds, seed):
        print(f"{'missing' if found.problems else 'ok     '}  {found.check}")
        for problem in found.problems:
            print(f"         - {problem}")
        problems += len(found.problems)
    print(f"{face.name}: {f'{problems} problems' if problems else 'all is there'}")
    return 1 if problems else 0
