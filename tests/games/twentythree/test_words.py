"""23's sentences: they fit what happened, in both languages, and tell nobody what is hidden."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tefuda import GAMES, Match
from tefuda.games.option import Value
from tefuda.games.twentythree.state import DISCARD
from tefuda.games.twentythree.texts import EN, JA
from tefuda.games.twentythree.view import View
from tefuda.games.twentythree.words import rule
from tefuda.games.view import world_of
from tefuda.kernel.plain import Game
from tests.games.telling import LANGS, NAMES, played, sentences
from tests.games.twentythree.position import Position, position

SETUPS: list[tuple[int, dict[str, Value]]] = [
    (4, {}),
    (3, {"bonus_shift": "upto5"}),
    (2, {"learn12": True}),
    (3, {"forced_must_use_bonus": True, "forced_may_leave": True}),
    (4, {"allow_negative": True, "bonus_shift": "upto5", "learn12": True}),
]
FACE = GAMES["twentythree"]


@pytest.fixture(autouse=True)
def form() -> str:
    """The sentences are made of plain records, whichever form of the rules runs: once is enough."""
    return "any"


def match_of(seats: int, options: dict[str, Value], seed: int) -> Match:
    return played("twentythree", seats, options, seed, "play", "discard", "pass")


def after(game: Game, seat: int, move: str) -> Game:
    new = game.clone()
    new.apply(seat, FACE.parse_move(move))
    return new


def test_a_match_told_to_the_end() -> None:
    told = sentences(match_of(4, {}, 1), None, "en")
    assert told[0] == "Round 1 of 2 begins: 15 cards and 3 bonus chips each."
    assert "Round 2 of 2 begins: 15 cards each." in told
    assert re.fullmatch(r"(Aki|Ben|Chie|Dan) was dealt the 1\.", told[1])
    assert re.fullmatch(rf"Everybody has put three cards away\. {told[1].split()[0]} lays the 1\.", told[2])
    assert [line for line in told if line.endswith("is over.")] == ["Round 1 is over.", "Round 2 is over."]
    assert re.search("wins? the match with|share the win with", told[-1])


@pytest.mark.parametrize("learn12", [False, True])
def test_r21_what_is_dealt_and_put_away_is_told(learn12: bool) -> None:
    match = Match("twentythree", 3, seed=1, learn12=learn12)
    dealt = 12 if learn12 else 15
    assert next(match.story(None)) == f"Round 1 of 2 begins: {dealt} cards and 3 bonus chips each."
    assert match.facts(0)["put_away"] == dealt - 12
    if learn12:  # nobody has put anything away, in any world that fits what is seen
        assert list(world_of(match.view(0)).discarded[:3]) == [0, 0, 0]


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_the_chips_add_up(seats: int, options: dict[str, Value]) -> None:
    """What the sentences say that each player takes and gives back is what they have at the end of a round."""
    for seed in range(6):
        match = match_of(seats, options, seed)
        assert match.result is not None
        chips, bonus, final = dict.fromkeys(NAMES[:seats], 0), dict.fromkeys(NAMES[:seats], 3), dict[str, int]()
        for line in sentences(match, None, "en"):
            if found := re.fullmatch(
                r"(\w+): (\d+) penalty chips?(?: - (\d+) for (\d+) bonus chips? = (-?\d+))?", line
            ):
                name, penalty, away, kept, left = found.groups()
                assert chips[name] == int(penalty), line
                final[name] = int(penalty) - int(away or 0)
                assert left is None or (final[name] == int(left) and bonus[name] == int(kept)), line
            elif found := re.fullmatch(r"(\w+): (\d+) penalty chips?, (\d) bonus chips?", line):
                assert (chips[found[1]], bonus[found[1]]) == (int(found[2]), int(found[3])), line
            elif not re.search("share|wins", line):
                name = line.split()[0]
                bonus[name] = bonus.get(name, 0) - sum(map(int, re.findall(r"pays (\d) bonus", line)))
                taken = re.sub("for a penalty", "for 1 penalty", line)
                chips[name] = chips.get(name, 0) + sum(map(int, re.findall(r"(?:takes|for|hand:) (\d+) pen", taken)))
                chips[name] -= sum(map(int, re.findall(r"gives (\d) penalty", line)))
        assert tuple(-final[name] for name in NAMES[:seats]) == match.result.scores


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_the_last_sentence_names_the_winners(seats: int, options: dict[str, Value]) -> None:
    for seed in range(6):
        match = match_of(seats, options, seed)
        assert match.result is not None
        last = sentences(match, None, "en")[-1]
        assert tuple(seat for seat in range(seats) if NAMES[seat] in last) == match.result.winners
        assert f" {-max(match.result.scores)} penalty chip" in last


def test_the_reader_is_you() -> None:
    told = "\n".join("\n".join(sentences(match_of(3, {}, seed), 1, "en")) for seed in range(5))
    assert "Ben" not in told
    assert re.search(r"^You lay ", told, re.M)
    assert re.search(r"(Aki|Chie) passes for 2 penalty chips and forces you to lay cards\.", told)
    assert not re.search(r"You (lays|pays|passes|takes|leaves|has|is|was|wins)\b", told)
    assert "あなた" in "\n".join(sentences(match_of(3, {}, 2), 1, "ja"))
    assert "You" not in "\n".join(sentences(match_of(3, {}, 2), None, "en"))


def test_seats_without_a_name() -> None:
    match = Match("twentythree", seed=1)
    holder = match.record.events[0].text.removeprefix("holder ")
    assert list(match.story(None, "en"))[-1] == f"Seat {holder} was dealt the 1."
    assert list(match.story(None, "ja"))[-1] == f"「1」は席{holder}に配られた。"


@pytest.mark.parametrize(
    ("move", "changes", "told"),
    [
        ("play 8x2", {}, "Aki lays 8 8, skips 2 numbers and takes 2 penalty chips."),
        ("play 5x1", {}, "Aki lays 5."),
        (
            "play 8x1 -1",
            {},
            "Aki pays 1 bonus chip (the pile counts as 0), lays 8, skips 7 numbers and takes 7",
        ),
        ("play 8x1 -3", {}, "Aki pays 3 bonus chips (the pile counts as 0), lays 8, skips 7"),  # no number is below 0
        ("play 8x1 *2", {"bonus_shift": "upto5"}, "Aki pays 2 bonus chips and lays 8."),
        ("pass", {}, "Aki passes for a penalty chip."),
        ("force", {}, "Aki passes for 2 penalty chips and forces Ben to lay cards."),
        ("pass", {"forced": 0, "pile": 9}, "Aki has nothing to lay, so the force comes to nothing. Aki passes"),
        (
            "leave",
            {"forced": 0, "forced_may_leave": True},
            "Aki leaves the round with 3 cards in hand: 3 penalty chips.",
        ),
    ],
)
def test_r8_to_r16_what_a_turn_says(move: str, changes: dict[str, Any], told: str) -> None:
    before = position("5 8 8", "9", "10", **{"pile": 5, "bonus": 3, **changes})
    assert story(before, 0, move)[0].startswith(told)


def test_r12_up_to_three_chips_go_back() -> None:
    for penalty, said in ((0, "gives 2 penalty chips back"), (5, "gives 3 penalty chips back")):
        before = position("8 8", "9", pile=5, penalty=[penalty, 0])
        assert story(before, 0, "play 8x2")[0].endswith(f"Aki has no card left, {said} and is out of the round.")
    free = position("6", "9", pile=5)
    assert story(free, 0, "play 6x1") == ["Aki lays 6. Aki has no card left and is out of the round."]


def test_r19_r20_what_is_left_at_the_end() -> None:
    before = position("6", "", "", pile=5, penalty=[9, 1, 0], bonus=[2, 3, 0], in_round=2)
    assert story(before, 0, "play 6x1")[1:] == [
        "Round 2 is over.",
        "Aki: 6 penalty chips - 4 for 2 bonus chips = 2",
        "Ben: 1 penalty chip - 1 for 3 bonus chips = 0",
        "Chie: 0 penalty chips",
        "Ben and Chie share the win with 0 penalty chips.",
    ]


def story(before: Position, seat: int, move: str) -> list[str]:
    return list(FACE.story(before.game, seat, move, before.after(move).game, None, NAMES, "en"))


# ---- what is hidden


def test_r6_of_the_others_discards_nothing_is_told() -> None:
    """Not even that they were made, but for the last, after which all have put three cards away."""
    match = match_of(3, {}, 5)
    rng = random.Random(5)
    silent = 0
    for reader in (None, 0):
        for game, event, _ in match.record.replay():
            if event.seat is None or not event.text.startswith("discard") or event.seat == reader:
                continue
            other = FACE.move_text(rng.choice(game.legal(event.seat)))
            for lang in LANGS:
                told = [
                    list(FACE.story(game, event.seat, text, after(game, event.seat, text), reader, NAMES, lang))
                    for text in (event.text, other)
                ]
                assert told[0] == told[1]
                assert told[0] == [] or re.match("Everybody|全員", told[0][0])
                silent += told[0] == []
    assert silent > 10


def test_r6_the_own_discards_are_told_together() -> None:
    match = match_of(4, {}, 6)
    for reader in range(4):
        own = [e.text.split()[1] for e in match.record.events if e.seat == reader and e.text.startswith("discard")]
        told = [line for line in sentences(match, reader, "en") if line.startswith("You put")]
        assert told == [
            f"You put {' '.join(sorted(own[n : n + 3], key=int))} away." for n in (0, 3)
        ]  # one line for each round
    assert not any("put" in line and "Everybody" not in line for line in sentences(match, None, "en"))


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_deals_tell_the_reader_only_the_own_hand(seats: int, options: dict[str, Value]) -> None:
    match = match_of(seats, options, 6)
    deals = [event.text[5:].split(" | ") for event in match.record.events if event.text.startswith("deal")]
    for reader in (None, *range(seats)):
        hands = [line for line in sentences(match, reader, "en") if line.startswith("Your hand")]
        assert hands == ([] if reader is None else [f"Your hand: {deal[reader]}" for deal in deals])


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_moves_read_the_same_in_every_world_that_the_reader_cannot_tell_apart(
    seats: int, options: dict[str, Value]
) -> None:
    rng, compared = random.Random(3), 0
    for reader in (None, 0):
        for seed in range(3):
            for game, event, _ in match_of(seats, options, seed).record.replay():
                if event.seat is None or event.seat == reader or FACE.is_secret(game):
                    continue
                other = FACE.redeal(FACE.view(game, reader), rng)
                if FACE.parse_move(event.text) not in other.legal(event.seat):
                    continue
                for lang in LANGS:
                    told, also = (
                        list(
                            FACE.story(g, event.seat, event.text, after(g, event.seat, event.text), reader, NAMES, lang)
                        )
                        for g in (game, other)
                    )
                    assert told == also
                compared += 1
    assert compared > 20


def test_worlds_are_what_they_should_be() -> None:
    """The pairs of games that a test above compares do differ."""
    seen = Match("twentythree", 4, seed=1).view(0)
    assert isinstance(seen, View)
    assert world_of(seen).phase == DISCARD
    assert len({FACE.redeal(seen, random.Random(n)).pack() for n in range(5)}) == 5


# ---- the rules that apply now; more in test_rule_texts.py


@pytest.mark.parametrize(("seats", "options"), SETUPS)
@pytest.mark.parametrize("lang", LANGS)
def test_every_position_has_its_rule(seats: int, options: dict[str, Value], lang: str) -> None:
    match = match_of(seats, options, 7)
    for game in [*(game for game, _, _ in match.record.replay()), match.record.last()]:
        if game.actor() == -1:
            continue
        for seat in (None, *range(seats)):
            seen = FACE.view(game, seat)
            assert isinstance(seen, View)
            said = rule(seen, lang)
            assert re.search(r"[(（]R\d+", said) or seat not in seen.to_act
            assert "{" not in said
            if seen.phase == "play" and seat in seen.to_act:
                moves = [FACE.move_text(action) for action in game.legal(seat or 0)]
                assert ("pass" in moves) == ("R13" in said)
                assert ("leave" in moves) == ("R16" in said)
                assert ("force" in moves) == (EN["rule_pass"] in said or JA["rule_pass"] in said)
