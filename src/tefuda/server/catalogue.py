"""What the page needs to know about the games: their names, options and rules, in both languages."""

from __future__ import annotations

from functools import cache
from typing import Any

from tefuda.bots import levels_of
from tefuda.games import GAMES, Face
from tefuda.games.showing import parts
from tefuda.server.boards import has_board

LANGS = ("en", "ja")


@cache
def games() -> list[dict[str, Any]]:
    return [_game(name, face) for name, face in GAMES.items()]


def _game(name: str, face: Face) -> dict[str, Any]:
    defaults = {option.name: option.default for option in face.options}
    usual = list(face.seats(defaults))
    by = {
        option.name: {choice: list(face.seats({**defaults, option.name: choice})) for choice in option.choices}
        for option in face.options
        if option.choices
    }
    return {
        "name": name,
        "title": {lang: face.title(lang) for lang in LANGS},
        "seats": usual,
        "seats_by": {option: seats for option, seats in by.items() if any(found != usual for found in seats.values())},
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "help": {"en": option.help_en, "ja": option.help_ja},
                "choices": list(option.choices),
                "least": option.least,
                "most": option.most,
                "label": dict(zip(LANGS, option.label, strict=True)),
                "called": {
                    choice: dict(zip(LANGS, called, strict=True))
                    for choice, called in zip(option.choices, option.called, strict=False)
                },
            }
            for option in face.options
        ],
        "base": face.base,
        "board": has_board(name),
        "race": face.race,
        "parts": [part._asdict() for part in parts(face.engine.State)],
        "levels": list(levels_of(name)),
    }
