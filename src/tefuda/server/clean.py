"""What people write, made harmless: one line, no control or invisible characters, not too long."""

from __future__ import annotations

import unicodedata


def clean(text: str, most: int) -> str:
    """The text in one normal form, without characters that hide, reorder or stack up, cut to `most` characters."""
    found: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind[0] == "Z" or sign in "\t\n\r":
            found.append(" ")
        elif kind[0] != "C" and marks <= 2 and sign.isprintable():
            found.append(sign)
    return " ".join("".join(found).split())[:most].strip()
