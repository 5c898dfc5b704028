"""What people write, made harmless: one line, nothing that is hidden or looks like nothing, not too long."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

JOINER = "\u200d"  # between the parts of one emoji
EMOJI_FORM = "\ufe0f"
# These count as letters, symbols or marks, and show nothing: fillers of Hangul, an empty pattern of Braille, vowels of
# Khmer that are never drawn, selectors.
BLANKS = {
    *"\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f\ufffc",
    *map(chr, range(0xFE00, 0xFE0F)),
}
TONES = {chr(number) for number in range(0x1F3FB, 0x1F400)}
MARKS = 2  # on one sign
SELECTORS = {EMOJI_FORM, *map(chr, range(0xE0100, 0xE01F0))}  # marks that show nothing themselves
LETTERS_WITH_MARKS = "\u0900"  # from here on; marks of the scripts before are accents and points, often left out
ACCENTS = 200  # marks from this class on are accents in all scripts; those of class 1 strike a letter out
# Letters of Cyrillic and Greek that look like Latin ones, large and then small; digits that look like letters; signs
# of Japanese scripts that look like each other.
LARGE = str.maketrans("АВЕЅІЈКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABESIJKMHOPCTYXABEZHIKMNOPTYX")
ALIKE = str.maketrans("аеѕіјкорсухαικνορτυχı01|へり二口力八卜工夕一", "aesijkopcyxaikvoptuxiollヘリニロカハトエター")


def clean(text: str, most: int) -> str:
    """The text in one normal form, without signs that hide, reorder or stack up, cut to `most` characters.

    An emoji of several parts stays whole, or goes whole.
    """
    found = ""
    for sign in signs(" ".join("".join(_spaced(unicodedata.normalize("NFC", text))).split())):
        if len(found) + len(sign) > most:
            break
        found += sign
    return found.strip()


def _spaced(text: str) -> Iterable[str]:
    """What can be seen, with plain spaces between."""
    for sign in text:
        kind = unicodedata.category(sign)
        if kind[0] == "Z" or sign in "\t\n\r":
            yield " "
        elif sign in (JOINER, EMOJI_FORM) or (kind[0] != "C" and sign not in BLANKS and sign.isprintable()):
            yield sign


def signs(text: str) -> list[str]:
    """What people see as one sign each: a letter with its marks, or an emoji with its parts."""
    found: list[str] = []
    for at, sign in enumerate(text):
        last = found[-1] if found else ""
        if sign == JOINER:
            if last and _is_picture(last) and at + 1 < len(text) and _is_picture(text[at + 1]):
                found[-1] += sign
        elif sign == EMOJI_FORM:
            if last and not last.isalpha() and not last.endswith((JOINER, EMOJI_FORM)):
                found[-1] += sign
        elif last.endswith(JOINER) or (sign in TONES and last and _is_picture(last)) or _pairs(last, sign):
            found[-1] += sign
        elif last and unicodedata.category(sign) in ("Mn", "Me"):
            if sum(unicodedata.category(mark) in ("Mn", "Me") for mark in last) < MARKS:
                found[-1] += sign
        else:
            found.append(sign)
    return found


def _is_picture(sign: str) -> bool:
    return unicodedata.category(sign[0]) == "So"


def _pairs(last: str, sign: str) -> bool:
    """Two letters that make a flag."""
    return len(last) == 1 and all("\U0001f1e6" <= letter <= "\U0001f1ff" for letter in (last, sign))


def are_alike(one: str, other: str) -> bool:
    """Whether two names look the same to a hurried reader."""
    return likeness(one) == likeness(other) or strokes(one) == strokes(other)


def likeness(name: str) -> str:
    """Is the same for names whose letters, small or large, look the same."""
    plain = unicodedata.normalize("NFKD", name).translate(LARGE).casefold().translate(ALIKE)
    found = ""
    for sign in plain:
        if sign.isalnum() or unicodedata.category(sign) == "So" or (found and _makes_another(found[-1], sign)):
            found += sign
    return found or name


def _makes_another(last: str, sign: str) -> bool:
    """Whether a mark makes another letter of the one before it, as of か a が, or is a vowel of Thai or Hindi."""
    if unicodedata.category(sign) not in ("Mn", "Mc") or sign in SELECTORS:
        return False
    return last >= LETTERS_WITH_MARKS and 1 != unicodedata.combining(sign) < ACCENTS


def strokes(name: str) -> str:
    """The same with each large i read as a small L: on most screens both are one stroke. A large L is none."""
    plain = unicodedata.normalize("NFKD", name).translate(LARGE).replace("I", "l")
    return "L".join(likeness(part) if part else "" for part in plain.split("L"))
