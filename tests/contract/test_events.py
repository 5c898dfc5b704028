"""What chance draws and which moves are private is declared once; what each reader sees follows from it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import NamedTuple

import pytest

from tefuda.errors import BadNotation
from tefuda.games import GAMES
from tefuda.games.events import Drawn, Private, seat_drawn
from tefuda.games.face import KEPT
from tefuda.match import Match

LETTERS = "abcdef"
HANDS = Drawn("deal", LETTERS, [0, 0, 1, 1], in_hands=True)
IN_ORDER = HANDS._replace(in_order=True)
WITH_FIRST = Drawn("deal", LETTERS, [0, 0, 1], in_hands=True, first={1: "z"})


@pytest.mark.parametrize(
    ("drawn", "things", "whole", "seen"),
    [
        (HANDS, [3, 1, 0, 2], "deal d b | a c", ["deal ? ? | ? ?", "deal d b | ? ?", "deal ? ? | a c"]),
        (IN_ORDER, [3, 1, 2, 0], "deal b d | a c", ["deal ? ? | ? ?", "deal b d | ? ?", "deal ? ? | a c"]),
        (WITH_FIRST, [3, 1, 2], "deal d b | z c", ["deal ? ? | z ?", "deal d b | z ?", "deal ? ? | z c"]),
        (Drawn("draw 1", LETTERS, [1]), [4], "draw 1 e", ["draw 1 ?", "draw 1 ?", "draw 1 e"]),
        (Drawn("turn", LETTERS, [None]), [4], "turn e", ["turn e"] * 3),
        (Drawn("", {7: "answer 2 x"}, [None]), [7], "answer 2 x", ["answer 2 x"] * 3),
        (seat_drawn("start", 3), [2], "start 2", ["start 2"] * 3),
    ],
)
def test_a_draw_is_written_read_and_hidden(drawn: Drawn, things: list[int], whole: str, seen: list[str]) -> None:
    assert drawn.whole(things) == whole
    assert [drawn.seen(things, reader) for reader in (None, 0, 1)] == seen
    assert drawn.whole(drawn.parse(whole)) == whole


@pytest.mark.parametrize(
    ("drawn", "text", "reason"),
    [
        (HANDS, "dole a b | c d", "here stand 2 hands of 2 cards, such as 'deal a b ... | ...'"),
        (HANDS, "deal a b c d", "here stand 2 hands of 2 cards, such as 'deal a b ... | ...'"),
        (HANDS, "deal a b c | d", "here stand 2 hands of 2 cards, such as 'deal a b ... | ...'"),
        (HANDS, "deal a b | c x", "'x' is not what chance draws now; that is like a, b, c"),
        (IN_ORDER, "deal b a | c d", "'b a': the cards of a hand stand in their order"),
        (WITH_FIRST, "deal a b | c d", "here stand 2 hands of 2 cards, such as 'deal a b ... | ...'"),
        (seat_drawn("start", 3), "start", "'start': here stands something like 'start 0'"),
        (seat_drawn("start", 3), "start 3", "'start 3': here stands something like 'start 0'"),
    ],
)
def test_a_draw_that_cannot_be_read_says_what_is_expected(drawn: Drawn, text: str, reason: str) -> None:
    with pytest.raises(BadNotation) as error:
        drawn.parse(text)
    assert str(error.value) == reason


class Give(NamedTuple):
    card: str
    loudly: bool = False

    def __str__(self) -> str:
        return f"give {self.card}{' loudly' if self.loudly else ''}"


@pytest.mark.parametrize(
    ("private", "seen"),
    [
        (Private(), ["?", "?", "give a loudly", "?"]),
        (Private({"card": "?"}), ["give ? loudly", "give ? loudly", "give a loudly", "give ? loudly"]),
        (Private({"card": "?", "loudly": False}), ["give ?", "give ?", "give a loudly", "give ?"]),
        (Private({"card": "?"}, also="target"), ["give ? loudly", "give ? loudly", "give a loudly", "give a loudly"]),
        (Private({"card": "?"}, unless="open"), ["give a loudly"] * 4),
        (Private({"card": "?"}, unless="shut"), ["give ? loudly", "give ? loudly", "give a loudly", "give ? loudly"]),
        (Private(is_noticed=False), [None, None, "give a loudly", None]),
    ],
)
def test_what_a_reader_sees_of_a_private_move(private: Private, seen: list[str | None]) -> None:
    """Seat 1 makes it; the readers are a spectator and the seats 0 to 2."""
    state, move = SimpleNamespace(target=2, open=1, shut=0), Give("a", loudly=True)
    veiled = private.veiled(move)
    assert [
        str(move) if reader == 1 or private.shows_all(state, reader) else veiled for reader in (None, 0, 1, 2)
    ] == seen


@pytest.mark.parametrize("name", ["scout", "twentythree", "solo", "gift"])
def test_draws_that_are_kept_are_those_of_their_own_match(name: str) -> None:
    """More deals than are kept, each read twice and among the others; what one reader does to its list stays there."""
    face, matches = GAMES[name], [Match(name, seed=seed) for seed in range(KEPT)]
    for _ in range(2):
        for match in matches:
            for before, event, _ in match.record.steps():
                drawn = face.parse_chance(before, event.text)
                assert drawn == face.drawn(before).parse(event.text)
                assert [face.seen_chance(before, drawn, reader) for reader in (None, 0, 1)] == [
                    type(face)().seen_chance(before, drawn, reader) for reader in (None, 0, 1)
                ]
                drawn.clear()
    assert len(face._draws) <= KEPT and len(face._parsed) <= KEPT
