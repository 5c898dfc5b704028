"""SOLO's sentences tell nobody what is hidden, and every position has its rule."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest

from tefuda.games.solo.moves import Triple
from tefuda.games.solo.options import Options
from tefuda.games.solo.say import SoloSay
from tefuda.games.solo.view import View, taken_by
from tefuda.games.solo.words import moves_of, rule
from tefuda.kernel import CHANCE
from tefuda.kernel.plain import Game
from tests.games.solo.position import position
from tests.games.solo.telling import FACE, SETUPS, match_of, told
from tests.games.telling import LANGS, NAMES

OWN = ("Your hand now: ", "あなたの新しい手札：")


@pytest.fixture(autouse=True)
def form() -> str:
    """The sentences are made of plain records, whichever form of the rules runs: once is enough."""
    return "any"


# ---- what is hidden


@pytest.mark.parametrize("setup", range(len(SETUPS)))
@pytest.mark.parametrize("lang", LANGS)
def test_events_read_the_same_in_every_world_that_the_reader_cannot_tell_apart(setup: int, lang: str) -> None:
    """Moves are made again in a world dealt anew; of a draw, a seat is told only its own cards."""
    rng, compared = random.Random(3), 0
    match = match_of(setup, 1)
    for reader in (None, 0, 1):
        for game, event, _ in match.record.replay():
            if event.seat is None or event.seat == reader or rng.random() > 0.15:
                continue
            action = FACE.parse_move(event.text)
            other = FACE.redeal(FACE.view(game, reader), rng)
            if FACE.seen_move(game, event.seat, action, reader) != event.text or action not in other.legal(event.seat):
                continue
            nexts = [after(g, event.seat, action) for g in (game, other)]
            if event.text.startswith(("triple", "jump triple")) or any(g.rounds() > game.rounds() for g in nexts):
                continue  # they show cards that were hidden, or what they are worth
            said, also = (
                [
                    line
                    for line in FACE.story(g, event.seat, event.text, next_game, reader, NAMES, lang)
                    if not line.startswith(OWN)  # a swap brings the reader what was hidden
                ]
                for g, next_game in zip((game, other), nexts, strict=True)
            )
            assert said == also
            compared += 1
    assert compared > 20


def after(game: Game, seat: int, action: int) -> Game:
    new = game.clone()
    new.apply(seat, action)
    return new


@pytest.mark.parametrize("lang", LANGS)
def test_a_gift_reads_the_same_to_the_others_whatever_it_is(lang: str) -> None:
    for first, second in (("b1", "b2"), ("b3", "b1")):
        table = position("rG b1 b2 b3 b4", "y1 y2", "g1 g2").after("play rG 1", "accept")
        for reader in (None, 2):
            lines = told(table, f"give {first}", f"give {second}", reader=reader, lang=lang)
            assert lines == told(table, "give b2", "give b4", reader=reader, lang=lang)
            assert len(lines) == 1


@pytest.mark.parametrize("setup", range(len(SETUPS)))
def test_nobody_is_told_a_card_that_another_draws(setup: int) -> None:
    match = match_of(setup, 2)
    drawn = 0
    games = [*(game for game, _, _ in match.record.replay()), match.record.last()]
    for game, event, next_game in zip(games, match.record.events, games[1:], strict=False):
        if event.seat is None and event.text.startswith("draw"):
            _, who, *cards = event.text.split()
            for reader in (None, *range(match.seats)):
                lines = list(FACE.story(game, None, event.text, next_game, reader, NAMES, "en"))
                shown = SoloSay("en").card(cards[0]) if len(cards) == 1 else ""
                assert (str(reader) == who) == (": " in lines[0] or (shown != "" and shown in lines[0]))
            drawn += 1
    assert drawn > 5


@pytest.mark.parametrize("setup", range(len(SETUPS)))
def test_deals_tell_the_reader_only_the_own_hand(setup: int) -> None:
    match = match_of(setup, 2)
    deals = [event.text[5:].split(" | ") for event in match.record.events if event.text.startswith("deal ")]
    for reader in (None, *range(match.seats)):
        hands = [line for line in match.story(reader, "en") if line.startswith("Your hand: ")]
        own = [] if reader is None else [SoloSay("en").hand(hands[reader].split()) for hands in deals]
        assert hands == [f"Your hand: {hand}" for hand in own]


# ---- the rules that apply now; more in test_rule_texts.py


def numbers(said: str) -> Sequence[str]:
    return re.findall(r"\bR\d+|(?<=[（、～])R\d+", said)


@pytest.mark.parametrize("setup", range(len(SETUPS)))
def test_every_position_has_its_rule(setup: int) -> None:
    match = match_of(setup, 3)
    for game in [*(game for game, _, _ in match.record.replay()), match.record.last()]:
        if game.actor() == CHANCE:
            continue
        for seat in (None, *range(match.seats)):
            seen = FACE.view(game, seat)
            assert isinstance(seen, View)
            said = rule(seen, "en")
            assert "{" not in said
            assert numbers(said) == numbers(rule(seen, "ja"))
            assert numbers(said) or seen.let_go
            if seat is None or seat not in seen.to_act:
                continue
            legal = [FACE.move_text(action) for action in game.legal(seat)]
            assert list(map(str, moves_of(seen, seat))) == legal
            assert ("take" in legal) == ("Take " in said)
            assert ("accept" in legal) == ("Accept: " in said)
            assert ("draw" in legal) == ("Draw, even" in said)
            assert ("wait" in legal) == ("let it go by" in said)
            assert ("solo" in legal) == ('call "Solo!"' in said and seat in seen.owes)
            assert any(move.startswith("jump") for move in legal) == ("Jump in: " in said)


@pytest.mark.parametrize(("at_once", "taken"), [(True, ["r4", "g4", "b4"]), (False, ["g4"])])
def test_r8_a6_what_a_triple_takes_and_a_draw_4_is_no_four(at_once: bool, taken: list[str]) -> None:
    options = Options()
    options.triple_must_be_all = int(at_once)
    assert taken_by(Triple("g4"), ["r4", "r5", "g4", "b4", "W4"], options) == taken
