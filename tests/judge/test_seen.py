"""A seat is judged by its own record as by the whole one, where that tells all that the seat saw."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tefuda.bots import BOTS
from tefuda.errors import BadRecord
from tefuda.games import GAMES, Face
from tefuda.games.events import SHOWN
from tefuda.games.gift.game import GiftFace
from tefuda.games.view import View
from tefuda.judge import Judging
from tefuda.judge.decisions import decisions
from tefuda.judge.report import foreseen
from tefuda.judge.seen import is_seen, seen_steps
from tefuda.match import Match
from tefuda.record import Record


def played(game: str, seed: int, **options: Any) -> Match:
    match, rng = Match(game, seed=seed, **options), random.Random(seed)
    while match.result is None:
        seat = rng.choice(match.to_act)
        level = rng.choice(("random", "casual", "club"))
        match.play(seat, BOTS[level](match.view(seat), match.moves(seat), rng))
    return match


def read(match: Match, seat: int) -> Record:
    return Record.parse(str(match.record.seen_by(seat)))


def views(match: Match, seat: int) -> list[View]:
    """What the seat saw when it decided, by its own record."""
    steps, face = seen_steps(read(match, seat), seat), GAMES[match.game]
    return [face.view(world, seat) for world, event, _ in steps if event.seat == seat and world.count(seat) > 1]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("scout", {}),
        ("scout", {"seats": 3, "edition": "draft", "insert_visible": True}),
        ("scout", {"edition": "short"}),
        ("scout", {"seats": 2, "edition": "oink"}),
        ("twentythree", {}),
        ("twentythree", {"seats": 2}),
        ("solo", {"target_score": 60}),
        ("solo", {"seats": 3, "target_score": 60, "triple_must_be_all": False}),
        ("gift", {}),
        ("gift", {"discard_face_up": False}),
    ],
)
def test_the_views_of_a_seat_follow_from_its_own_record(game: str, options: dict[str, Any]) -> None:
    for seed in (7, 8):
        match = played(game, seed, **options)
        seat = seed % match.seats
        assert is_seen(read(match, seat)) and not is_seen(match.record)
        assert views(match, seat) == [one.view for one in decisions(match.record, seat)]


@pytest.mark.parametrize(
    ("game", "options"), [("scout", {}), ("twentythree", {}), ("solo", {"target_score": 20}), ("gift", {})]
)
def test_the_judgement_is_the_same_number_for_number(game: str, options: dict[str, Any]) -> None:
    match = played(game, 21, **options)
    for seat in (1, 2):
        whole, mine = (Judging(one, seat, 5, 16).finish() for one in (match.record, read(match, seat)))
        assert len(mine.judged) > 3 and mine.rounds == [] and mine.curve() == []
        for one, other in zip(whole.judged, mine.judged, strict=True):
            assert one._replace(decision=other.decision) == other
            assert one.decision._replace(event=0) == other.decision._replace(event=0)
        all_told, told = whole.as_data("en"), mine.as_data("en")
        assert all_told["like"] == told["like"]
        alike = [{**one, "event": 0} for one in all_told["decisions"]]
        assert alike == [{**one, "event": 0} for one in told["decisions"]]


def test_a_card_that_is_drawn_and_swapped_at_once_was_in_the_deck() -> None:
    """GIFT, with a deck of three cards: the swap after two draws is due because the second of them is that card."""
    match = played("gift", 502, discard_face_up=False, final_discard="next_draws", offer_own=True)
    told = list(map(str, read(match, 2).events))
    at = told.index("* swap 0 h6")
    assert told[at - 3 : at] == ["0 place gift h5", "* draw 0 ?", "* draw 0 ?"]
    assert views(match, 2) == [one.view for one in decisions(match.record, 2)]


def test_a_record_of_another_seat_is_refused() -> None:
    with pytest.raises(BadRecord, match="seat 0 cannot have seen"):
        list(seen_steps(read(played("twentythree", 1), 2), 0))


def test_what_a_record_does_not_tell_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if GIFT did not say how many Ks each lays down at a Break."""
    match = next(one for one in (played("gift", seed) for seed in range(20)) if "break" in str(one.record))
    assert views(match, 0) == [one.view for one in decisions(match.record, 0)]
    monkeypatch.setattr(GiftFace, "seen_move", Face.seen_move)
    with pytest.raises(BadRecord, match=r"does not tell all that seat 0 saw at '[0-3] break'"):
        views(match, 0)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_is_said_of_a_move_is_true_whatever_the_others_hold(game: str) -> None:
    """In SOLO the points of a round that ends, or the hand that a Swap brings, would be those of cards made up."""
    face, made_up, told = GAMES[game], 0, 0
    for seed in range(3):
        match = played(game, seed)
        for before, event, after in match.record.steps():
            seat = event.seat
            if seat is None or before.count(seat) < 2:
                continue
            view, names = face.view(before, seat), match.record.labels
            move = event.text.partition(SHOWN)[0]
            found = foreseen(before, view, move, names, "en")
            truth = list(match.told(before, event, after, seat, "en"))
            assert set(found) <= set(truth)
            assert found[:1] == truth[:1] or not found
            told += bool(found)
            world = face.world(view)
            other = world.clone()
            other.apply(seat, face.parse_move(move))
            made_up += not set(face.story(world, seat, move, other, seat, names, "en")) <= set(truth)
    assert told > 20 and (made_up or game in ("scout", "twentythree"))


@pytest.mark.parametrize(
    ("game", "shown"), [("solo", "points a b"), ("solo", "r1 q9"), ("gift", "x"), ("scout", "1/x")]
)
def test_lines_that_no_game_writes_are_refused(game: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tefuda.judge.seen.TRIES", 3)
    record = read(played(game, 1), 0)
    at = next(index for index, event in enumerate(record.events) if event.seat not in (None, 0))
    for text in (f"{record.events[at].text.partition(SHOWN)[0]}{SHOWN}{shown}", f"accept{SHOWN}{shown}", "place ="):
        record.events[at] = record.events[at]._replace(text=text)
        with pytest.raises(BadRecord, match="seat 0 cannot have seen"):
            list(seen_steps(record, 0))
