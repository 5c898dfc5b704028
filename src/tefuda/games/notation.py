"""Numbers in the texts of moves, as all games read them."""

from __future__ import annotations

from tefuda.errors import BadNotation


def is_number(digits: str, most: int) -> bool:
    """Whether these are the plain digits of a number from 1 to `most`."""
    return digits.isascii() and digits.isdigit() and not digits.startswith("0") and int(digits[:6]) <= most


def number_in(move: str, digits: str, most: int) -> int:
    """A number from 1 to `most` in a move's text, or BadNotation."""
    if is_number(digits, most):
        return int(digits)
    raise BadNotation(f"{move!r} is not a move: {digits!r} must be a number from 1 to {most}")
