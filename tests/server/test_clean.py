"""Names and words: invisible characters are removed, what people see stays whole."""

from __future__ import annotations

import asyncio
from itertools import combinations
from pathlib import Path

import pytest

from tefuda.server.clean import EMOJI_FORM, are_alike, clean, likeness
from tefuda.server.table import BOT_NAMES
from tests.server.tables import refused
from tests.trials.running import running, stored

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
FLAG = "\U0001f1ef\U0001f1f5"
WAVE = "\U0001f44b\U0001f3fd"
HEART = "\u2764\ufe0f\u200d\U0001f525"
ENGLAND = "\U0001f3f4" + "".join(chr(0xE0000 + ord(sign)) for sign in "gbeng") + "\U000e007f"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("  Aki\t\n Ben ", "Aki Ben"),
        ("A\u202ek\u200bi", "Aki"),
        ("e\u0301\u0301\u0301\u0301", "é\u0301\u0301"),
        ("ガ", "ガ"),
        ("か\u3099", "が"),
        *((sign, sign) for sign in (FAMILY, FLAG, WAVE, HEART)),
        (f"A{FAMILY}B", f"A{FAMILY}B"),
        ("A\u200dB", "AB"),
        (f"{FAMILY}\u200d", FAMILY),
        ("\u200d" + FLAG, FLAG),
        (ENGLAND, "\U0001f3f4"),
        *((blank, "") for blank in "\u3164\u115f\u1160\uffa0\u2800\u034f\u17b4\u180e\u00ad\ufeff\u2060\u3000"),
        ("A\ufe0fB\ufe0e", "AB"),
        ("\ufe0f\u0301", "\u0301"),
    ],
)
def test_what_is_left_of_a_text(text: str, found: str) -> None:
    assert clean(text, 40) == found
    assert clean(found, 40) == found


def test_a_text_is_cut_between_signs() -> None:
    assert clean("ab" + FAMILY, 6) == "ab"
    assert clean("ab" + FAMILY, 7) == "ab" + FAMILY
    assert clean("abc d", 4) == "abc"
    assert clean(FLAG * 3, 5) == FLAG * 2


@pytest.mark.parametrize("name", ["Aki", "AKI", " a k i", "Ａｋｉ", "áki", "Aki."])
def test_names_that_look_the_same(name: str) -> None:
    assert likeness(name) == "aki"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Aki", "\N{CYRILLIC CAPITAL LETTER A}ki"),
        ("Aki", "A\N{CYRILLIC SMALL LETTER KA}\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I}"),
        ("NINA", "\N{GREEK CAPITAL LETTER NU}I\N{GREEK CAPITAL LETTER NU}A"),
        ("Bob", "B0b"),
        ("Paul", "Pau1"),
        ("ハナ", "八ナ"),
        ("ヘレン", "へレン"),
        ("タロー", "夕口一"),
        ("Alice", "AIice"),
        ("Ian", "lan"),
        ("IAN", "|an"),
        ("Ian", "\N{CYRILLIC CAPITAL LETTER BYELORUSSIAN-UKRAINIAN I}an"),
        ("Nina", "N\N{LATIN SMALL LETTER DOTLESS I}na"),
        ("IAN", "lAN"),
        ("Ben", "B\u0336en"),
        ("はな", "は\u0301な"),
        ("はな", "は\u0336な"),
        ("はな", "は\u20ddな"),
        ("が", "か\N{KATAKANA-HIRAGANA VOICED SOUND MARK}"),
        ("ガ", "\N{HALFWIDTH KATAKANA LETTER KA}\N{HALFWIDTH KATAKANA VOICED SOUND MARK}"),
        ("葛", "葛\N{VARIATION SELECTOR-17}"),
        ("❤", f"❤{EMOJI_FORM}"),
        ("مريم", "مَريم"),
    ],
)
def test_names_of_letters_that_look_the_same(name: str, other: str) -> None:
    assert name != other and are_alike(name, other) and are_alike(other, name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ali", "All"),
        ("ALI", "ALL"),
        ("Ian", "Lan"),
        ("Iisa", "Lisa"),
        ("花", "華"),
        ("Иван", "Iван"),
        ("Nina", "Nino"),
        ("P1", "P2"),
        ("二", "三"),
        ("けん", "げん"),
        ("タイチ", "ダイチ"),
        ("はな", "ぱな"),
        ("राम", "रमा"),
        ("นิด", "นัด"),
        ("민지", "민자"),
        ("علي", "علا"),
    ],
)
def test_names_that_look_different(name: str, other: str) -> None:
    assert not are_alike(name, other) and not are_alike(other, name)


def test_no_two_bots_are_alike() -> None:
    assert not any(are_alike(one, other) for one, other in combinations(BOT_NAMES, 2))


def test_a_name_in_use_or_without_visible_characters_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as host, server.client() as guest:
            code = await host.create("scout", [None, None, "casual"])
            await host.sit(0, "Aki")
            await guest.open(code)
            for name in ("Aki", " AKI", "\N{CYRILLIC CAPITAL LETTER A}ki", "Chidori"):
                assert await refused(guest.sit(1, name)) == "taken"
            for name in ("\u3164", "\u2800 \u115f", "\U000e0041"):
                assert await refused(guest.sit(1, name)) == "notation"
            assert stored(server, code).places[1].person == ""
            await guest.sit(1, FAMILY)
            await host.sit(0, "Aki")
            assert [place.name for place in stored(server, code).places] == ["Aki", FAMILY, ""]

    asyncio.run(main())
