"""Any text is either valid or refused by one of the three errors; nothing else is raised."""

from __future__ import annotations

import contextlib

from hypothesis import given, settings
from hypothesis import strategies as st

from tefuda import GAMES, BadNotation, BadRecord, IllegalMove, Match, Record
from tests.setups import SETUPS

GAME = st.sampled_from(sorted(GAMES))
LINES = [line for game in sorted(GAMES) for line in str(Match(game, seed=1).record).splitlines()]
WORDS = sorted(
    {word for game in GAMES.values() for a in range(game.engine.n_actions) for word in game.move_text(a).split()}
)
MOVE = st.one_of(
    st.text(),
    st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join),
    st.lists(st.one_of(st.sampled_from(WORDS), st.integers(-5, 60).map(str), st.text(max_size=3)), max_size=4).map(
        " ".join
    ),
)


@given(GAME, MOVE)
@settings(max_examples=400, deadline=None)
def test_any_text_is_a_move_or_bad_notation(game: str, text: str) -> None:
    face = GAMES[game]
    try:
        action = face.parse_move(text)
    except BadNotation as error:
        assert str(error)
        return
    assert face.move_text(action) == text


@given(st.sampled_from(SETUPS), st.lists(st.tuples(st.integers(-1, 11), MOVE), max_size=12), st.integers(0, 40))
@settings(max_examples=60, deadline=None)
def test_any_text_is_played_or_refused(setup: object, tries: list[tuple[int, str]], ahead: int) -> None:
    assert isinstance(setup, type(SETUPS[0]))
    match = Match(setup.game, setup.seats, seed=2, **setup.options)
    for _ in range(ahead):
        if match.to_act:
            match.play(match.to_act[0], match.moves(match.to_act[0])[-1])
    for seat, text in tries:
        listed = 0 <= seat < match.seats and text in match.moves(seat)
        before = str(match.record)
        try:
            match.play(seat, text)
            assert listed
            assert str(match.record).startswith(before)
        except (BadNotation, IllegalMove):
            assert not listed
            assert str(match.record) == before


@given(st.lists(st.one_of(st.sampled_from(LINES), st.text(max_size=30)), max_size=14), st.booleans())
@settings(max_examples=400, deadline=None)
def test_any_text_is_a_record_or_bad(lines: list[str], headed: bool) -> None:
    head = str(Match("scout", seats=3, seed=1).record).splitlines() if headed else []
    text = "\n".join(head + lines)
    try:
        record = Record.parse(text)
    except BadRecord as error:
        assert error.line >= 1
        assert error.reason
        return
    with contextlib.suppress(BadRecord):
        Match.replay(record)
    assert Record.parse(str(record)) == record
