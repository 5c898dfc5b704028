"""Ratings follow from results, with bots as fixed points; what was helped does not count."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tefuda.games import GAMES
from tefuda.judge.anchors import anchors, play, ranks_of
from tefuda.server.ratings import courses, rating_of
from tefuda.server.rows import Finished
from tefuda.server.store import Store


def result(
    number: int, people: dict[int, str], bots: list[str | None], scores: list[int], **more: Any
) -> list[Finished]:
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return [
        Finished(
            person,
            "CODE",
            number,
            "scout",
            float(number),
            json.dumps(
                {"seat": seat, "hinted": False, "scores": scores, "winners": winners, "bots": bots, **more}
            ).encode(),
        )
        for seat, person in people.items()
    ]


CLUB: list[str | None] = [None, "club", "club", "club"]


def rated(*results: list[Finished]) -> dict[str, float]:
    found = courses("scout", [row for rows in results for row in rows])
    return {person: course[-1].mu for person, course in found.items()}


@pytest.mark.parametrize("game", GAMES)
def test_levels_were_measured_in_their_order(game: str) -> None:
    known = anchors(game)
    assert known["club"] == 25.0
    assert known["random"] < known["casual"] < known["club"] < known["expert"] <= known["master"]


def test_winners_come_first_and_ties_share_a_rank() -> None:
    assert ranks_of([5, 9, 9, 1], [1, 2]) == [2.0, 0.0, 0.0, 3.0]
    assert ranks_of([9, 9], [1]) == [1.0, 0.0], "whoever won a tie is first"


def test_who_wins_against_club_is_above_it_and_who_loses_below() -> None:
    won = rated(*(result(n, {0: "aa"}, CLUB, [9, 1, 2, 3]) for n in range(20)))
    lost = rated(*(result(n, {0: "aa"}, CLUB, [0, 1, 2, 3]) for n in range(20)))
    assert won["aa"] > 25.0 + 3 and lost["aa"] < 25.0 - 3


def test_stronger_bots_count_for_more() -> None:
    strong: list[str | None] = [None, "expert", "expert", "expert"]
    weak: list[str | None] = [None, "casual", "casual", "casual"]
    assert (
        rated(result(1, {0: "aa"}, strong, [9, 1, 2, 3]))["aa"] > rated(result(1, {0: "aa"}, weak, [9, 1, 2, 3]))["aa"]
    )


@pytest.mark.parametrize(
    "row",
    [
        result(1, {0: "aa"}, CLUB, [9, 1, 2, 3], hinted=True),
        result(1, {0: "aa"}, CLUB, [9, 1, 2, 3], helped=True),
        result(1, {0: "aa"}, CLUB, [9, 1, 2, 3], duplicate="CODE"),
        result(1, {0: "aa"}, [None, None, "club"], [9, 1, 2]),  # the other person was helped: there is no result
        result(1, {0: "aa"}, [None, "stranger"], [9, 1]),
        [Finished("aa", "CODE", 1, "scout", 1.0, b'{"seat":0,"scores":[2,1],"winners":[0],"bots":[null,"club"]}')],
    ],
)
def test_what_does_not_count(row: list[Finished]) -> None:
    assert rated(row) == {}


def test_people_are_rated_against_each_other() -> None:
    found = rated(*(result(n, {0: "aa", 1: "bb"}, [None, None], [2, 1]) for n in range(5)))
    assert found["aa"] > 25 > found["bb"]


def test_who_plays_like_a_level_comes_near_it() -> None:
    rows, rng = [], random.Random(5)
    for number in range(60):
        levels = ["casual", *rng.choices(["casual", "club"], k=3)]
        ranks = play("scout", levels, 6_000_000 + number)
        rows += result(number, {0: "aa"}, [None, *levels[1:]], [-int(rank) for rank in ranks])
    found = rating_of("scout", tuple(rows), "aa")
    assert found and len(found["course"]) == 60
    assert abs(found["rating"] - found["levels"]["casual"]) < abs(found["rating"] - found["levels"]["club"])
    assert found["low"] < found["rating"] < found["high"]
    assert rating_of("scout", tuple(rows), "nobody") is None


def test_a_rating_knows_ones_own_matches_and_those_of_people_one_has_met(store: Store) -> None:
    mine = result(1, {0: "aa", 1: "bb"}, [None, None], [2, 1])
    met = result(2, {0: "bb", 1: "cc"}, [None, None], [2, 1])  # "aa" has met "bb"
    far = result(3, {0: "cc", 1: "dd"}, [None, None], [2, 1])  # but not "cc"
    flood = [row for number in range(4, 40) for row in result(number, {0: "dd"}, CLUB, [9, 1, 2, 3])]
    other = [row._replace(game="solo") for row in result(50, {0: "aa", 1: "dd"}, [None, None], [2, 1])]
    for row in (*mine, *met, *far, *flood, *other):
        assert store.keep_brought(row, 1) == "new"
    assert store.rated("scout", "aa", 5) == [*mine, *met], "what strangers do pushes nothing out"
    assert store.rated("scout", "bb", 1) == [*met, *far], "the latest of one's own, and of those one met"
    assert store.rated("scout", "dd", 2) == flood[-2:]
    floods = [row for number in range(60, 70) for row in result(number, {0: "bb"}, CLUB, [9, 1, 2, 3])]
    for row in floods:
        store.keep_brought(row, 1)
    assert store.rated("scout", "aa", 5) == [*mine, *floods[-5:]], "one's own matches stay, whatever those one met do"
