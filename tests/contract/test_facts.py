"""What a board is told about the rules is what the rules do; and boards know no rules of their own."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tefuda import GAMES, Match

PLACE = Path(__file__).parents[2] / "src" / "tefuda" / "games"
OWN = [name for name, face in GAMES.items() if face.board is not None]

# Options that a board may read, because they only change its words or what it warns of.
WORDS = {
    "scout": {"edition"},  # show or play, and the name of the Double Action
    "solo": {"play_any_after_draw"},
    "gift": {"mode"},
    "twentythree": set(),
}
# Sums with what a view says that are about places on the screen.
PLACES = {
    "view.discards.length - 2 + i",
    "view.turns + view.heap.length * 1000",
}


def positions(game: str, seats: int, seed: int, **options: Any) -> Iterator[tuple[Match, int, str]]:
    """A random match: before each move, who makes it and which."""
    match, rng = Match(game, seats, seed, **options), random.Random(seed)
    for _ in range(400):
        if not match.to_act:
            return
        seat = rng.choice(match.to_act)
        move = rng.choice(match.moves(seat))
        yield match, seat, move
        match.play(seat, move)


def outcome(match: Match, seat: int, move: str) -> Match:
    """The match after a move, in which chance has not acted: as a new match."""
    after = match.undo_to(len(match.record.events))
    after.play(seat, move)
    return after


def penalty(match: Match, seat: int) -> int:
    return int(match.view(seat).penalty[seat])  # type: ignore[attr-defined]  # of 23


@pytest.mark.parametrize("options", [{}, {"bonus_shift": "upto5"}, {"learn12": True}], ids=str)
def test_prices_of_23_are_what_moves_cost(options: dict[str, Any]) -> None:
    prices: Counter[str] = Counter()
    for match, seat, _ in positions("twentythree", 3, 5, **options):
        facts, view = match.facts(seat), match.view(seat).to_dict()
        if view["phase"] != "play" or view["turns"] > 25:
            continue
        for move in match.moves(seat):
            after = outcome(match, seat, move)
            if (
                after.view(None).to_dict()["round"] != view["round"]
                or not after.view(None).to_dict()["hand_sizes"][seat]
            ):
                continue  # R12: three chips less
            word = move.split(" ")[0]
            price = facts["prices"].get(word, len(facts["skips"].get(move, [])))
            assert penalty(after, seat) - penalty(match, seat) == price
            prices[word] += price
            if word == "force":
                assert after.view(None).to_dict()["forced"] == facts["next"]
            if word == "play":
                number, way = int(move.split(" ")[1].split("x")[0]), move[len(move.split("x")[0]) + 2 :]
                (told,) = [one for one in facts["ways"] if one["text"] == way]
                assert number >= told["low"]
                assert len(range(max(told["high"], 0) + 1, number)) == price
    assert min(prices[word] for word in ("play", "pass", "force", "leave")) > 0


@pytest.mark.parametrize("edition", ["first", "draft", "short", "oink"])
def test_ends_of_scout_are_the_cards_that_are_taken(edition: str) -> None:
    kinds, taken = Counter[str](), 0
    for match, seat, move in positions("scout", 2 if edition == "oink" else 3, 4, edition=edition):
        view, facts = match.view(seat).to_dict(), match.facts(seat)
        up = [card[0] for card in view["table"]]
        kinds[facts["set"]] += 1
        assert (facts["set"] == "group") == (len(up) > 1 and len(set(up)) == 1)
        assert (facts["set"] == "") == (not up)
        if move.startswith(("scout ", "double ")):
            card = view["table"][facts["ends"][move.split(" ")[1]]]
            after = outcome(match, seat, move).view(seat).to_dict()
            if after["round"] == view["round"]:
                assert sorted(map(sorted, after["hand"])) == sorted(map(sorted, [*view["hand"], card]))
                taken += 1
        elif move.startswith("play "):
            assert all(end in ("left", "right") for end in facts["ends"])
    assert taken > 3 and kinds["single"] and kinds["group"] + kinds["run"]


@pytest.mark.parametrize("options", [{}, {"multi_place": True, "gift_before_k": True, "stall_turns": 50}], ids=str)
def test_places_of_gift_are_where_cards_lie_afterwards(options: dict[str, Any]) -> None:
    seen: Counter[str] = Counter()
    for seed in range(4):
        for match, seat, _ in positions("gift", 4, seed, **options):
            view, facts = match.view(seat).to_dict(), match.facts(seat)
            assert ["break" in rights for rights in facts["rights"]] == [p == view["dealer"] for p in range(4)]
            for move, told in facts["moves"].items():
                if seen[move.split(" ")[0]] > 150 and "gift" not in told["cards"]:
                    continue
                after = outcome(match, seat, move)
                rows, before = after.facts(None)["laid"], facts["laid"]
                suit = told["at"][-1][0]
                kings = [f"{suit}K"] if after.view(None).to_dict()["rows"][suit]["king"] else []
                assert [*rows[suit], *kings] == [*before[suit], *told["at"]]
                assert set(told["cards"]) <= set(view["hand"])
                for card, place in zip(told["cards"], told["at"], strict=True):
                    assert card in (place, "gift")
                assert told["at"][0] in [*facts["next"][suit], f"{suit}K"]
                seen[move.split(" ")[0]] += 1
                seen["gift"] += "gift" in told["cards"]
    assert seen["place"] > 50 and seen["gift"] > 3


@pytest.mark.parametrize(
    ("options", "aim"),
    [
        ({}, "attack"),
        ({"play_on": True}, "attack_on"),
        ({"mode": "create"}, "create"),
        ({"mode": "create", "play_on": True}, "create"),
    ],
    ids=str,
)
def test_gift_says_what_is_played_for_and_when_its_end_is_near(options: dict[str, Any], aim: str) -> None:
    match = Match("gift", 4, 1, stall_turns=5, **options)
    near = {}
    while match.to_act:
        facts, idle = match.facts(None), match.view(None).stall
        assert facts["aim"] == aim
        near[idle] = facts["idle"]
        seat = match.to_act[0]
        moves = match.moves(seat)
        match.play(seat, next((move for move in moves if move.startswith("discard")), moves[0]))
    near[match.view(None).stall] = match.facts(None)["idle"]
    assert near == {0: 0, 1: 0, 2: 0, 3: 5, 4: 5, 5: 5}


def test_triples_and_swaps_of_solo_are_what_happens() -> None:
    seen: Counter[str] = Counter()
    for seed in range(6):
        for match, seat, move in positions("solo", 4, seed, target_score=60):
            view, facts = match.view(seat).to_dict(), match.facts(seat)
            if any(one.startswith("jump ") for one in match.moves(seat)):
                assert facts["jump"]
            for text, told in facts["moves"].items():
                assert "triple" in text
                after = outcome(match, seat, text).view(seat).to_dict()
                if after["round"] == view["round"] and len(after["hand"]) < len(view["hand"]):
                    assert sorted([*after["hand"], *told["cards"]]) == sorted(view["hand"])
                    seen["triple"] += 1
            word = move.split(" ")[0]
            if word in facts["passing"]:
                hands = [match.view(p).to_dict()["hand"] for p in range(4)]
                after_match = outcome(match, seat, move)
                if after_match.view(None).to_dict()["round"] != view["round"]:
                    continue
                laid = [f"K{move.split(' ')[1]}"] if word == "block" else []
                gives = dict(facts["passing"][word])
                for giver in range(4):
                    taker = gives.get(giver, giver)
                    left = Counter(hands[giver])
                    left.subtract(laid if giver == seat else [])
                    got = Counter(after_match.view(taker).to_dict()["hand"])
                    assert not +left - got, "a hand that is passed on arrives whole"
                seen[view["pending"]] += 1
    assert seen["triple"] and seen["swap"] and seen["swap all"]


@pytest.mark.parametrize("game", OWN)
def test_a_board_names_the_facts_that_it_is_told(game: str) -> None:
    told = set(Match(game, seed=1).facts(0))
    source = (PLACE / game / "board" / "view.ts").read_text("utf-8")
    named = re.search(r"^export interface Facts \{\n(.*?)^\}", source, re.MULTILINE | re.DOTALL)
    assert named is not None
    assert set(re.findall(r"^  (\w+)\??:", named[1], re.MULTILINE)) == told


def scripts(game: str) -> Iterator[tuple[str, str]]:
    """Each file of a board without its styles and comments."""
    for path in sorted((PLACE / game / "board").glob("*")):
        if path.suffix in (".ts", ".svelte"):
            text = re.sub(r"<style>.*</style>", "", path.read_text("utf-8"), flags=re.DOTALL)
            yield path.name, re.sub(r"/\*\*.*?\*/|^\s*//[^\n]*|<!--.*?-->", "", text, flags=re.DOTALL | re.MULTILINE)


def computed(text: str, options: set[str]) -> Iterator[str]:
    """What looks like a rule: a house rule that is read, the rules themselves, and sums with what a view says."""
    for found in re.finditer(r"\b(?:view|options|before|after)\.(\w+)", text):
        if found[1] in options:
            yield f"reads the option {found[1]}"
    if re.search(r"from \"[^\"]*/kernel\b", text):
        yield "runs the rules"
    number = r"(?:[2-9]|\d\d+)"
    for place in PLACES:
        text = text.replace(place, "")
    sums = rf"\bview(?:\.\w+|\[\w+\])+[!)]* [-+*/%] {number}\b|\b{number} [-+*/%] \(?view\.\w+"
    yield from (f"computes {found[0]}" for found in re.finditer(sums, text))


@pytest.mark.parametrize("game", OWN)
def test_a_board_computes_no_rule(game: str) -> None:
    options = {option.name for option in GAMES[game].options} - WORDS[game]
    found = [f"{name} {what}" for name, text in scripts(game) for what in computed(text, options)]
    assert found == []


PLANTED: dict[str, Callable[[str], str]] = {
    "reads the option bonus_shift": lambda text: text + 'const way = view.bonus_shift === "upto5" ? "*" : "+";',
    "computes view.pile.value + 5": lambda text: text + "const counts = view.pile.value + 5 * chips;",
    "runs the rules": lambda text: text + 'import { rules } from "$page/kernel/rules";',
}


@pytest.mark.parametrize("what", PLANTED)
def test_a_rule_that_is_planted_in_a_board_is_found(what: str) -> None:
    text = PLANTED[what]((PLACE / "twentythree" / "board" / "happened.ts").read_text("utf-8"))
    assert what in list(computed(text, {"bonus_shift"}))
