"""SCOUT's sentences: they fit what happened, in both languages, and tell nobody what is hidden."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from tefuda import GAMES, Match
from tefuda.games.option import Value
from tefuda.games.scout.state import CHOOSE
from tefuda.games.scout.view import View
from tefuda.games.scout.words import rule
from tefuda.games.view import world_of
from tefuda.kernel.plain import Game
from tests.games.telling import LANGS, NAMES, played, sentences

SETUPS: list[tuple[int, dict[str, Value]]] = [
    (4, {"edition": "first"}),
    (3, {"edition": "draft"}),
    (5, {"edition": "short"}),
    (2, {"edition": "oink"}),
    (3, {"edition": "first", "insert_visible": True}),
    (4, {"edition": "draft", "start_player": "holder12", "turn_cap": 9}),
    (3, {"edition": "short", "turn_cap": 5}),
    (2, {"edition": "oink", "start_player": "holder12"}),
]


@pytest.fixture(autouse=True)
def form() -> str:
    """The sentences are made of plain records, whichever form of the rules runs: once is enough."""
    return "any"


def match_of(seats: int, options: dict[str, Value], seed: int) -> Match:
    return played("scout", seats, options, seed, "play")


def test_a_round_told_to_the_end() -> None:
    match = match_of(4, {}, 1)
    told = sentences(match, None, "en")
    assert told[0] == "Round 1 of 4 begins: 11 cards each."
    assert sum(line.startswith("Round") for line in told) == 4
    assert re.match(r"(Aki|Ben|Chie|Dan) starts\.", told[1])
    assert told[-1].endswith("points.")
    assert all(f"Round {number} of 4" in "".join(told) for number in (1, 2, 3, 4))


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_points_add_up_and_end_at_the_result(seats: int, options: dict[str, Value]) -> None:
    for seed in range(4):
        match = match_of(seats, options, seed)
        assert match.result is not None
        totals = dict.fromkeys(NAMES[:seats], 0)
        for line in sentences(match, None, "en"):
            if found := re.fullmatch(r"(\w+): (.*) = (-?\d+), total (-?\d+)", line):
                name, parts, points, total = found.groups()
                counted = re.sub(r"\(.*\)", "", parts)
                terms = re.findall(r"([+-]?) ?(\d+) [a-z]", counted)
                assert sum(int(sign + number) for sign, number in terms) == int(points), line
                totals[name] += int(points)
                assert totals[name] == int(total), line
        if options["edition"] != "short":
            assert tuple(totals.values()) == match.result.scores


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_the_last_sentence_names_the_winners(seats: int, options: dict[str, Value]) -> None:
    for seed in range(4):
        match = match_of(seats, options, seed)
        assert match.result is not None
        last = sentences(match, None, "en")[-1]
        named = tuple(seat for seat in range(seats) if NAMES[seat] in last)
        assert named == match.result.winners
        assert bool(named) or last == "Nobody wins the match."


def test_the_reader_is_you() -> None:
    match = match_of(3, {"edition": "first"}, 2)
    told = "\n".join(sentences(match, 1, "en"))
    assert "Ben" not in told
    assert re.search(r"^You play ", told, re.M)
    assert not re.search(r"You (plays|scouts|gets|takes|hands|wins|starts)", told)
    assert "あなた" in "\n".join(sentences(match, 1, "ja"))
    assert "You" not in "\n".join(sentences(match, None, "en"))


def test_seats_without_a_name() -> None:
    match = Match("scout", seed=1)
    start = match.record.events[-1].text.removeprefix("start ")
    assert list(match.story(None, "en"))[-1] == f"Seat {start} starts."
    assert list(match.story(None, "ja"))[-1] == f"スタートプレイヤーは席{start}。"


def worlds(seats: int, options: dict[str, Value], reader: int | None) -> Iterator[tuple[Game, Game, int, str]]:
    """Moves of others in pairs of games between which the reader cannot tell."""
    face, rng = GAMES["scout"], random.Random(3)
    for seed in range(4):
        match = match_of(seats, options, seed)
        for game, event, _ in match.record.replay():
            if event.seat is not None and event.seat != reader and rng.random() < 0.4:
                other = face.redeal(face.view(game, reader), rng)
                yield game, other, event.seat, event.text


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_others_scouts_read_the_same_wherever_the_card_goes(seats: int, options: dict[str, Value]) -> None:
    """The same card from the same end in another hand, to another place and another way up."""
    face, names, compared = GAMES["scout"], NAMES[:seats], 0
    visible = bool(options.get("insert_visible"))
    for reader in (None, 0):
        for game, other, seat, move in worlds(seats, options, reader):
            kind, end, *_ = [*move.split(" "), ""]
            if kind not in ("scout", "double") or visible:
                continue
            alike = [
                text for action in other.legal(seat) if (text := face.move_text(action)).startswith(f"{kind} {end}")
            ]
            for text in alike[:1] + alike[-1:]:
                for lang in LANGS:
                    told, also = (
                        list(face.story(before, seat, what, after(before, seat, what), reader, names, lang))
                        for before, what in ((game, move), (other, text))
                    )
                    if options["edition"] == "oink":  # whether the round ends then shows something of the hand (R30)
                        told, also = told[:1], also[:1]
                    assert told == also
                compared += 1
    assert compared > 5 or visible


def after(game: Game, seat: int, move: str) -> Game:
    new = game.clone()
    new.apply(seat, GAMES["scout"].parse_move(move))
    return new


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_others_choices_are_not_told(seats: int, options: dict[str, Value]) -> None:
    """A17: not even that they were made, but for the last, after which all have chosen."""
    face = GAMES["scout"]
    match = match_of(seats, options, 5)
    for reader in (None, 0):
        for game, event, _ in match.record.replay():
            if event.seat is None or event.text not in ("keep", "flip") or event.seat == reader:
                continue
            told = [
                list(face.story(game, event.seat, text, after(game, event.seat, text), reader, NAMES, "en"))
                for text in ("keep", "flip")
            ]
            assert told[0] == told[1]
            assert told[0] in ([], ["Everybody has chosen a way up."])


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_deals_tell_the_reader_only_the_own_hand(seats: int, options: dict[str, Value]) -> None:
    match = match_of(seats, options, 6)
    for reader in (None, *range(seats)):
        hands = [line for line in sentences(match, reader, "en") if line.count("/") > 4]
        deals = [event.text[5:].split(" | ") for event in match.record.events if event.text.startswith("deal")]
        flips = [event for event in match.record.events if event.text == "flip" and event.seat == reader]
        assert len(hands) == (0 if reader is None else len(deals) + len(flips))
        if reader is not None:
            assert [line for line in hands if line.startswith("Your hand")] == [
                f"Your hand: {d[reader]}" for d in deals
            ]


@pytest.mark.parametrize(("seats", "options"), SETUPS)
@pytest.mark.parametrize("lang", LANGS)
def test_every_position_has_its_rule(seats: int, options: dict[str, Value], lang: str) -> None:
    match = match_of(seats, options, 7)
    for game in [*(game for game, _, _ in match.record.replay()), match.record.last()]:
        if game.actor() == -1:
            continue
        for seat in (None, *range(seats)):
            said = GAMES["scout"].rule(GAMES["scout"].view(game, seat), lang)
            assert re.search(r"[(（]R\d+", said)
            assert "{" not in said


def view(**changes: object) -> View:
    match = Match("scout", 4, seed=1)
    for seat in range(4):
        match.play(seat, "keep")
    found = match.view(match.to_act[0])
    assert isinstance(found, View)
    return found._replace(**changes)


def test_r13_r14_what_beats_the_table_set() -> None:
    def beats(table: list[list[int]], **changes: object) -> str:
        return rule(view(table=table, owner=3, **changes), "en").split("\n")[0]

    assert "one card above 4; or any set of two or more cards" in beats([[4, 1]])
    assert "(one card): any set of two or more cards" in beats([[10, 1]])
    assert "a run of two whose smallest number is above 4; or any two equal numbers; or" in beats([[4, 1], [5, 1]])
    assert ": any two equal numbers; or any set of three or more cards" in beats([[9, 1], [10, 1]])
    assert "three equal numbers above 2; or any set of four or more cards" in beats([[2, 1], [2, 3], [2, 4]])
    assert "any set of 11 or more" in beats([[n, 11 - n] for n in range(1, 11)])


def test_rules_by_phase_and_edition() -> None:
    assert "nothing to scout (R19)" in rule(view(table=[]), "en")
    table: dict[str, object] = {"table": [[4, 1]], "owner": 3}
    assert "gets a chip (R17, R18)" in rule(view(**table), "en")
    assert "nobody gets a chip" in rule(view(edition="short", **table), "en")
    assert "Scout & Play" in rule(view(edition="draft", **table), "en")
    assert "Show" in rule(view(edition="oink", **table), "en")
    assert "no chip left" in rule(view(edition="oink", chips=[0] * 4, **table), "en")
    assert "pay a chip (you have 2)" in rule(view(edition="oink", chips=[2] * 4, **table), "en")
    assert "used up" in rule(view(markers=[False] * 4, **table), "en")
    assert "ends at once" in rule(view(scouts=2, **table), "en")
    assert "must play now" in rule(view(phase="double", **table), "en")
    assert "Scout:" not in rule(view(phase="double", **table), "en")


def test_worlds_are_what_they_should_be() -> None:
    """The pairs of games that the tests above compare do differ."""
    match = Match("scout", 4, seed=1)
    seen = match.view(0)
    assert isinstance(seen, View)
    assert world_of(seen).phase == CHOOSE
    face = GAMES["scout"]
    assert len({face.redeal(seen, random.Random(n)).pack() for n in range(5)}) == 5
