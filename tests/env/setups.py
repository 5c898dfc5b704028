"""Every game, edition and seat count: the setups whose switches and numbers are the usual ones."""

from __future__ import annotations

from tests.setups import SETUPS, SHORT, Setup


def is_edition(setup: Setup) -> bool:
    usual = {option.name: option.default for option in setup.face.options if not option.choices}
    usual |= SHORT.get(setup.game, {})
    return all(setup.options[name] == value for name, value in usual.items())


EDITIONS = [setup for setup in SETUPS if is_edition(setup)]
EDITION_IDS = [str(setup) for setup in EDITIONS]
FIRST = {setup.game: setup for setup in reversed(EDITIONS)}  # of each game one
