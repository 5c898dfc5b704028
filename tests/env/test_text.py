"""The environment in words: what is told, which answers are moves, wrong answers, the end, and copies."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

from tefuda import GAMES
from tefuda.env.text import TextEnv, Turn
from tefuda.env.words import TEXTS, move_in
from tests.env.setups import FIRST

BRIEF: dict[str, dict[str, Any]] = {"scout": {"edition": "short"}, "solo": {"target_score": 1}}


def make(game: str, **more: Any) -> TextEnv:
    return TextEnv(game, seats=3, **{**FIRST[game].options, **BRIEF.get(game, {}), "opponents": "casual", **more})


@pytest.mark.parametrize("lang", TEXTS)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_scripted_player_plays_a_match(game: str, lang: str) -> None:
    env, rng = make(game, lang=lang), random.Random(1)
    turn, answers = env.reset(seed=3), 0
    while not turn.over:
        assert all(f"- {move}" in turn.text for move in env.moves)
        turn = env.step(f"...\n{rng.choice(env.moves)}\n")
        answers += 1
    result = env.match.result
    assert result is not None and answers > 2
    assert turn.reward == (1 / len(result.winners) if env.seat in result.winners else 0)
    assert ", ".join(map(str, result.scores)) in turn.text and env.moves == []
    with pytest.raises(ValueError, match="over"):
        env.step("keep")
    assert env.reset(seed=3).text == make(game, lang=lang).reset(seed=3).text


@pytest.mark.parametrize("game", sorted(GAMES))
def test_another_world_that_the_seat_cannot_tell_gives_the_same_text(game: str) -> None:
    env = make(game, seat=0)
    env.reset(seed=4)
    for _ in range(3):
        told = env.text()
        true = env.match._game
        env.match._game = true.redeal(0, 9)
        assert env.text() == told
        env.match._game = true
        env.step(env.moves[0])


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ("play 3+2", "play 3+2"),
        ("I think so.\n\n  `play  3+2`\n", "play 3+2"),
        ("I would take [play 1+1], no: [play 3+2]. That is good.", "play 3+2"),
        ("- play 3+2", "play 3+2"),
        ("**play 3+2**\n```\n", "play 3+2"),
        ("", ""),
        ("\n \n", ""),
    ],
)
def test_the_move_in_an_answer(answer: str, move: str) -> None:
    assert move_in(answer) == move


def test_wrong_answers_get_the_reason_and_a_few_more_tries() -> None:
    env = make("scout", seat=0)
    env.reset(seed=1)
    before = str(env.match.record)
    first, second = env.step("joy"), env.step("play 1+1")
    assert first == Turn(
        "This is not a move: joy\nTry again; 2 more wrong answers end the match.", 0.0, False, "This is not a move: joy"
    )
    assert second.refused is not None and second.refused.startswith("This is not possible now: play 1+1. ")
    assert str(env.match.record) == before
    assert env.step("keep").refused is None  # and all tries are there again
    last = [env.step("") for _ in range(3)][-1]
    assert (last.over, last.reward, env.over, env.moves) == (True, 0.0, True, [])
    env.reset(seed=1)
    with pytest.raises(TypeError, match="a text"):
        env.step(3)  # type: ignore[arg-type]


def test_moves_need_not_be_listed() -> None:
    turn = make("scout", listed=False).reset(seed=1)
    assert "- keep" not in turn.text and "notation" in turn.text


@pytest.mark.parametrize("game", sorted(GAMES))
def test_copies_go_on_as_the_environment_does(game: str) -> None:
    env = make(game, opponents="beginner")
    env.reset(seed=2)
    for _ in range(3):
        env.step(env.moves[0])
    fresh = make(game, opponents="beginner")
    fresh.restore(env.save())
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), fresh]
    for _ in range(2):
        move = env.moves[-1]
        wanted = env.step(move)
        assert all(other.step(move) == wanted for other in others)


def test_bad_setups_are_refused() -> None:
    for bad in ({"lang": "de"}, {"tries": 0}, {"opponents": ["club", None]}, {"seat": 3}, {"opponents": "nobody"}):
        with pytest.raises(ValueError):
            make("scout", **bad)
    with pytest.raises(ValueError, match="no match yet"):
        make("scout").step("keep")
