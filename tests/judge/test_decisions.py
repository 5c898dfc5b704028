"""Which decisions are judged, and what is known of each."""

from __future__ import annotations

import pytest

from tefuda.games import GAMES
from tefuda.games.events import SHOWN
from tefuda.judge import decisions
from tefuda.match import Match
from tests.judge.test_judge import played


@pytest.mark.parametrize("game", GAMES)
def test_only_decisions_with_a_choice_are_judged(game: str) -> None:
    match = played(game, 3, "casual", rounds=2)
    found = list(decisions(match.record, 0))
    events = list(enumerate(match.record.replay()))
    own = [(number, before, event) for number, (before, event, _) in events if event.seat == 0]
    choices = [(number, before, event) for number, before, event in own if len(before.legal(0)) > 1]
    assert game == "twentythree" or any(len(before.legal(0)) == 2 for _, before, _ in choices)
    assert [one.event for one in found] == [number for number, _, _ in choices]
    assert [one.number for one in found] == list(range(len(choices)))
    assert {one.round for one in found} == ({1} if game == "gift" else {1, 2}), "a match of GIFT has one round"
    for decision, (_, before, event) in zip(found, choices, strict=True):
        assert decision.round == before.rounds() + 1 and decision.chosen == event.text.partition(SHOWN)[0]
        assert len(decision.moves) > 1 and decision.chosen in decision.moves
    for decision in found[:12]:
        earlier = Match.replay(match.record).undo_to(decision.event)
        assert earlier.view(0) == decision.view and earlier.moves(0) == list(decision.moves)


def test_what_is_forced_is_no_decision() -> None:
    match = played("solo", 3, "casual", rounds=2)
    own = [before for before, event, _ in match.record.replay() if event.seat == 0]
    assert any(len(before.legal(0)) == 1 for before in own), "some of it was"
    assert len(list(decisions(match.record, 0))) == sum(len(before.legal(0)) > 1 for before in own)
