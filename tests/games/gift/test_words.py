"""GIFT's sentences: they fit what happened, in both languages, and tell nobody what is hidden."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tefuda import GAMES, Match
from tefuda.games.gift.game import state_of
from tefuda.games.gift.state import DEAL, DRAW, KINGS, RISK
from tefuda.games.gift.view import View
from tefuda.games.gift.words import gift_for, rule
from tefuda.games.option import Value
from tefuda.kernel.plain import Game
from tests.games.gift.position import Position, position
from tests.games.telling import LANGS, NAMES, played, sentences

SETUPS: list[tuple[int, dict[str, Value]]] = [
    (4, {}),
    (3, {"mode": "create"}),
    (2, {"play_on": True, "multi_place": True}),
    (4, {"mode": "create", "gift_before_k": True, "break_ends_turn": True}),
    (3, {"discard_face_up": False, "final_discard": "next_draws"}),
    (2, {"final_discard": "draw_back", "stall_turns": 12}),
]
ORDERED: list[tuple[int, dict[str, Value]]] = [
    (3, {"shuffle_recycle": False}),
    (3, {"shuffle_recycle": False, "discard_face_up": False, "final_discard": "draw_back"}),
]
FACE = GAMES["gift"]


@pytest.fixture(autouse=True)
def form() -> str:
    """The sentences are made of plain records, whichever form of the rules runs: once is enough."""
    return "any"


def match_of(seats: int, options: dict[str, Value], seed: int) -> Match:
    return played("gift", seats, options, seed, "place", "success")


def after(game: Game, seat: int | None, event: str) -> Game:
    new = game.clone()
    if seat is None:
        new.deal(FACE.parse_chance(game, event))
    else:
        new.apply(seat, FACE.parse_move(event))
    return new


def told(
    before: Position, move: str, reader: int | None = None, lang: str = "en", draws: str = "", kings: str = ""
) -> list[str]:
    """What is said about a move and all that chance does then."""
    game, lines = before.game, list[str]()
    events = [(before.s.turn, move), *((None, event) for event in before.after(move, draws=draws, kings=kings).events)]
    for seat, event in events:
        new = after(game, seat, event)
        lines += FACE.story(game, seat, event, new, reader, NAMES, lang)
        game = new
    return lines


# ---- whole matches


def test_a_match_told_to_the_end() -> None:
    lines = sentences(match_of(4, {}, 1), None, "en")
    found = re.fullmatch(r"Attack game: the first Success wins\. (\w+) is the dealer and begins\.", lines[0])
    assert found
    assert lines[1:3] == ["Everybody is dealt 5 cards.", f"{found[1]} looks at the Risk and puts it aside."]
    assert sum("commits to" in line for line in lines) == 4
    assert sum("the final phase begins" in line for line in lines) == 1
    assert re.search(r"The Risk was [♠♥♦♣]\w+\.$", lines[-1])


@pytest.mark.parametrize(("seats", "options"), SETUPS)
@pytest.mark.parametrize("lang", LANGS)
def test_every_line_says_something(seats: int, options: dict[str, Value], lang: str) -> None:
    match = match_of(seats, options, 2)
    for reader in (None, *range(seats)):
        for line in sentences(match, reader, lang):
            assert line == line.strip()
            assert re.search(r"[.!?。！」]$|^(Your hand|あなたの手札)", line), line
            assert not re.search(r"[{}]|None", line)
            assert lang == "en" or not re.search("[a-z]", re.sub("|".join(NAMES), "", line))


@pytest.mark.parametrize(("seats", "options"), [*SETUPS, *ORDERED])
def test_the_cards_add_up(seats: int, options: dict[str, Value]) -> None:
    """What the sentences say that each player lays, takes and draws leaves the hands of the end."""
    for seed in range(8):
        match = match_of(seats, options, seed)
        hands = dict.fromkeys(NAMES[:seats], 5)
        for line in sentences(match, None, "en"):
            if found := re.fullmatch(r"(\w+) places (.*?)( \(.*\))?( and draws .*)?\.", line):
                hands[found[1]] -= len(found[2].split(" "))
            elif re.match(rf"({'|'.join(NAMES)}) (discards|answers with) ", line):
                hands[line.split()[0]] -= 1
            elif "Success!" in line:
                hands[line.split()[0]] -= 2 if "lays the Gift" in line else 1
            elif found := re.search(r"Ks (laid down|dealt): (.*)\.", line):
                for part in found[2].split(", "):
                    name, n = part.split(" ")
                    hands[name] += int(n) if found[1] == "dealt" else -int(n)
            elif re.fullmatch(r"\w+ draws \S+\.", line):  # where everybody knows it
                hands[line.split()[0]] += 1
            if found := re.search(r"and draws (\d) cards?\.", line):
                hands[line.split()[0]] += int(found[1])
            assert min(hands.values()) >= 0, line
        assert list(hands.values()) == state_of(match.record.last()).hand_size[:seats]


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_the_last_sentence_tells_the_result(seats: int, options: dict[str, Value]) -> None:
    for seed in range(12):
        match = match_of(seats, options, seed)
        assert match.result is not None
        last = sentences(match, None, "en")[-1]
        says = {
            "success": " wins the match.",
            "together": "everybody wins.",
            "failed": "the mission has failed.",
            "stall": "without a card placed. The match is over, and nobody wins.",
            "nobody": "The match is over, and nobody wins.",
            "places": "The match is over: 1. ",
        }
        assert says[match.result.reason] in last
        if match.result.reason in ("success", "places"):
            assert NAMES[match.result.winners[0]] in last


def test_the_reader_is_you() -> None:
    lines = [line for seed in range(6) for line in sentences(match_of(3, {}, seed), 1, "en")]
    assert not any("Ben" in line for line in lines)
    assert not any(re.search(r"\bYou \w+s\b", line) for line in lines)
    for words in ("You place ", "You draw ", "You discard ", "You commit to ", "You are the dealer and begin."):
        assert any(words in line for line in lines), words
    assert not any("You" in line for line in sentences(match_of(3, {}, 2), None, "en"))
    assert any("あなた" in line for line in sentences(match_of(3, {}, 2), 1, "ja"))


def test_seats_without_a_name() -> None:
    match = Match("gift", seed=1)
    dealer = match.record.events[0].text.removeprefix("dealer ")
    assert f"Seat {dealer} is the dealer" in next(match.story(None, "en"))
    assert f"親は席{dealer}。" in next(match.story(None, "ja"))


# ---- single moves

HANDS = ("h4 h5 sK gift _", "hQ s3 d9 _ _", "s4 _ _ _ _", "cK dK _ _ _")


@pytest.mark.parametrize(
    ("move", "english", "japanese"),
    [
        ("place h4", ["Aki places ♥4 and draws 1 card."], ["Akiが♥4を並べ、1枚引いた。"]),
        (
            "place gift h5",
            [
                "Aki places Gift ♥5 (the Gift is ♥4) and draws 2 cards.",
                "Aki puts ♥4 in place of the Gift and takes the Gift.",
            ],
            ["Akiがギフト ♥5（ギフト＝♥4）を並べ、2枚引いた。", "Akiが♥4をギフトと交換し、ギフトを手札に入れた。"],
        ),
        ("discard sK", ["Aki discards ♠K and draws 1 card."], ["Akiが♠Kを捨て、1枚引いた。"]),
        ("hold", ["Aki uses Hold and does nothing."], ["Akiはホールド。何もしない。"]),
        (
            "offer s 3",
            ["Aki makes an Offer: who has ♠3?", "Ben answers with ♠3 and draws 1 card."],
            ["Akiがオファー。「♠3を持っている人は？」", "Benが持っていた♠3を並べ、1枚引いた。"],
        ),
        (
            "offer c Q",
            ["Aki makes an Offer: who has ♣Q?", "Nobody has ♣Q: the Offer is lost."],
            ["Akiがオファー。「♣Qを持っている人は？」", "♣Qは誰も持っておらず、オファーは失敗。"],
        ),
        (
            "break",
            ["Aki uses Break. Ks laid down: Aki 1, Dan 2.", "Ks dealt: Aki 1, Ben 1, Chie 1."],
            ["Akiがブレイク。集めたK：Aki1枚、Dan2枚。", "配られたK：Aki1枚、Ben1枚、Chie1枚。"],
        ),
    ],
)
def test_r8_to_r12_r26_what_a_turn_says(move: str, english: list[str], japanese: list[str]) -> None:
    before = position(*HANDS, rows="h2 s1", risk="cQ")
    assert told(before, move) == english
    assert told(before, move, lang="ja") == japanese


def test_r14_what_is_drawn_only_the_owner_reads() -> None:
    before = position(*HANDS, rows="h2 s1")
    card = before.deck[-2]
    own = f"You draw {'♠♥♦♣'['shdc'.index(card[0])]}{card[1:]}."
    assert told(before, "place h4", 0, draws=card) == ["You place ♥4.", own]
    assert told(before, "place h4", 1, draws=card) == ["Aki places ♥4 and draws 1 card."]
    assert told(before, "offer s 3", 1, draws=card)[1:] == ["You answer with ♠3.", own]
    assert told(before, "offer s 3", 0, draws=card)[1:] == ["Ben answers with ♠3 and draws 1 card."]


def test_r26_which_ks_only_the_owner_reads() -> None:
    before = position(*HANDS, rows="h2 s1")
    assert told(before, "break", 1, kings="cK sK dK")[1] == "Ks dealt: Aki 1, You 1 (♠K), Chie 1."
    assert told(before, "break", 1, "ja", kings="cK sK dK")[1] == "配られたK：Aki1枚、あなた1枚（♠K）、Chie1枚。"
    assert told(position("_ _ _ _ _", "_ _ _ _ _"), "break") == [
        "Aki uses Break. No hand holds a K, so nothing changes."
    ]


def test_r15_commit_and_r19_pass() -> None:
    before = position("_ _ _ _ _", "_ _ _ _ _", commit="--", committing=True)
    assert told(before, "commit d") == ["Aki commits to ♦ diamonds."]
    assert told(before, "commit d", lang="ja") == ["Akiは♦ダイヤにコミット！"]
    stuck = position("gift", "_ _", final=True, hold=(0, 1), offer=(0, 1))
    assert told(stuck, "pass") == ["Aki is stuck with the Gift alone and passes."]


def test_r17_the_discards_become_the_deck() -> None:
    hands, rows = ("c4 sK hK dK gift", "c5 c6 c7 cJ cQ"), "s11 h11 d11 c2"
    many = position(*hands, rows=rows, deck="cK", discards="c10 c9", risk="c8")
    assert told(many, "discard c4") == [
        "Aki discards ♣4 and draws 1 card.",
        "The 3 discards are shuffled and become the new deck.",
    ]
    turned = position(*hands, rows=rows, deck="cK", discards="c10 c9", risk="c8", shuffle_recycle=False)
    assert told(turned, "discard c4")[1] == "The 3 discards are turned over and become the new deck."


def test_r18_r30_the_final_phase_begins() -> None:
    """Everything but the two hands, the Risk and the last card of the deck lies in rows."""
    hands, rows = ("c6 sK hK dK gift", "c7 c8 c9 c10 cJ"), "s11 h11 d11 c4"
    for choice, said in (("out", "discards leave"), ("next_draws", "until somebody"), ("draw_back", "straight back")):
        before = position(*hands, rows=rows, deck="cK", risk="cQ", final_discard=choice)
        first, second = told(before, "place c6")
        assert first == "Aki places ♣6 and draws 1 card."
        assert said in second
        assert len(told(before, "place c6", lang="ja")) == 2
    alone = position(*hands, rows=rows, deck="cK", risk="cQ")
    assert told(alone, "discard c6")[1] == "The discard alone is the new deck."


def test_r32_what_is_drawn_straight_back() -> None:
    hands, rows = ("c6 sK hK dK gift", "c7 c8 c9 c10 cJ"), "s11 h11 d11 c4"
    before = position(*hands, rows=rows, deck="cK", risk="cQ", final_discard="draw_back").after("place c6")
    assert told(before, "discard cJ") == ["Ben discards ♣J.", "Ben draws ♣J."]


def test_r13_r20_success_wins() -> None:
    before = position("sK", "_ _", "_ _", rows="s11", final=True, risk="h8")
    assert told(before, "success") == [
        "Aki closes ♠ spades with ♠K: Success!",
        "Aki wins the match. The Risk was ♥8.",
    ]
    gift = position("sK gift", "_ _", rows="s-10", final=True, risk="h8", gift_before_k=True)
    assert told(gift, "success", 0)[0] == "You lay the Gift for ♠2 and close ♠ spades with ♠K: Success!"


def test_r21_r28_the_chain() -> None:
    before = position("sK", "hK", "_ _", rows="s11 h11", final=True, mode="create", unbroken=False, risk="d8")
    assert told(before, "success")[1:] == ["That makes 1 of 3. Ben must follow at once."]
    assert told(before.after("success"), "success", 2)[1:] == [
        "You cannot have Success now: the mission has failed. The Risk was ♦8."
    ]
    both = position("sK", "hK", rows="s11 h11", final=True, mode="create", unbroken=False, finished=())
    assert "everybody wins." in told(both.after("success"), "success")[-1]


def test_r19_r22_out_and_nobody_wins() -> None:
    both = position("_", "_", final=True, risk="h8")
    card = both.hand(0)
    lines = told(both, f"discard {card}")
    assert lines[1] == "Aki has no card left and is out."
    other = both.after(f"discard {card}")
    assert told(other, f"discard {other.hand(1)}")[-1] == "The match is over, and nobody wins. The Risk was ♥8."
    stuck = position("gift", "_", final=True, hold=(0, 0), offer=(0, 0), turn=1, risk="h8")
    assert told(stuck, f"discard {stuck.hand(1)}")[-1] == (
        "Aki is the only one left and has nothing but the Gift. The match is over, and nobody wins. The Risk was ♥8."
    )
    create = position("_", "_ _", final=True, mode="create", risk="h8")
    assert told(create, f"discard {create.hand(0)}")[1:] == [
        "Aki has no card left and is out.",
        "So not everybody can have Success any more: the mission has failed. The Risk was ♥8.",
    ]
    idle = position("_ _ _ _ _", "_ _ _ _ _", stall=29, risk="h8")
    assert told(idle, "hold")[-1].startswith("There have been 30 turns in a row without a card placed. The match is")


def test_r30_a_break_that_is_kept() -> None:
    late = position("h4 _ _ _ _", "_ _ _ _ _", rows="h2", break_late=True).after("place h4")
    assert told(late, "pass") == ["Aki keeps the Break."]
    assert told(late, "pass", 0) == ["You keep the Break."]
    assert told(late, "break")[0].startswith("Aki uses Break.")


def test_r30_play_on_gives_places() -> None:
    before = position("sK", "_ _", "dK", "_", rows="s11 d11", finished=(), final=True, play_on=True, turn=0, risk="h8")
    later = before.after("success", "hold")
    lines = told(later, "success")
    assert lines == ["Chie closes ♦ diamonds with ♦K: Success!"]
    last = position("sK", "_", rows="s11", final=True, play_on=True, risk="h8")
    assert told(last, "success")[-1] == "The match is over: 1. Aki, 2. Ben. The Risk was ♥8."
    assert told(last, "success", lang="ja")[-1] == "ゲーム終了。1位 Aki、2位 Ben。リスクは♥8だった。"


@pytest.mark.parametrize(
    ("cards", "way", "stands"),
    [
        ("gift h5", 1, "h4"),
        ("gift h5", -1, "h6"),
        ("h4 gift h6 h7", 1, "h5"),
        ("gift h3", 0, "h2"),
        ("gift hJ", 0, "hQ"),
        ("hQ gift h10", 0, "hJ"),
    ],
)
def test_r9_what_the_gift_stands_for(cards: str, way: int, stands: str) -> None:
    assert gift_for(cards.split(), way) == stands


# ---- what is hidden


def events(setups: list[tuple[int, dict[str, Value]]], seeds: int) -> Iterator[tuple[int, Game, int | None, str]]:
    """Seats, the game before, and who did what."""
    for seats, options in setups:
        for seed in range(seeds):
            for game, event, _ in match_of(seats, options, seed).record.replay():
                yield seats, game, event.seat, event.text


def test_r3_r4_r14_r26_chance_reads_the_same_whatever_others_get() -> None:
    """A reader who gets none of two cards cannot tell from the story which of them another one got."""
    compared = dict.fromkeys((DEAL, RISK, DRAW, KINGS), 0)
    rng = random.Random(4)
    for seats, game, seat, text in events(SETUPS, 3):
        phase = state_of(game).phase
        if seat is not None or phase not in compared:
            continue
        drawn = FACE.parse_chance(game, text)
        other = game.draw(rng.getrandbits(60))
        for reader in (None, *range(seats)):
            seen = [FACE.seen_chance(game, cards, reader) for cards in (drawn, other)]
            phases = [state_of(after(game, None, FACE.chance_text(game, cards))).phase for cards in (drawn, other)]
            if drawn == other or seen[0] != seen[1] or phases[0] != phases[1]:
                continue  # the reader may tell the two apart, then or by what follows
            for lang in LANGS:
                stories = [
                    list(FACE.story(game, None, line, after(game, None, line), reader, NAMES, lang))
                    for line in (FACE.chance_text(game, cards) for cards in (drawn, other))
                ]
                assert stories[0] == stories[1]
            compared[phase] += 1
    assert min(compared.values()) > 3, compared


def test_discards_face_down_read_the_same() -> None:
    compared = 0
    for seats, game, seat, text in events([(3, {"discard_face_up": False}), ORDERED[1]], 2):
        others = [] if seat is None else [m for m in map(FACE.move_text, game.legal(seat)) if m.startswith("discard")]
        if seat is None or not text.startswith("discard") or len(others) < 2:
            continue
        for reader in {None, *range(seats)} - {seat}:
            for lang in LANGS:
                stories = {tuple(FACE.story(game, seat, m, after(game, seat, m), reader, NAMES, lang)) for m in others}
                assert len(stories) == 1
                compared += 1
    assert compared > 100


@pytest.mark.parametrize(("seats", "options"), [*SETUPS, *ORDERED])
def test_moves_read_the_same_in_every_world_that_the_reader_cannot_tell_apart(
    seats: int, options: dict[str, Value]
) -> None:
    rng, compared = random.Random(3), 0
    for _, game, seat, text in events([(seats, options)], 2):
        if seat is None:
            continue
        for reader in (None, (seat + 1) % seats):
            other = FACE.redeal(FACE.view(game, reader), rng)
            action = FACE.parse_move(text)
            if action not in other.legal(seat) or text.startswith("break"):  # how many Ks are given is told
                continue
            for lang in LANGS:
                first, second = (
                    list(FACE.story(g, seat, text, after(g, seat, text), reader, NAMES, lang)) for g in (game, other)
                )
                if state_of(after(game, seat, text)).phase == state_of(after(other, seat, text)).phase:
                    assert first == second
                    compared += 1
    assert compared > 40


# ---- the rules that apply now; more in test_rule_texts.py


@pytest.mark.parametrize(("seats", "options"), [*SETUPS, *ORDERED])
@pytest.mark.parametrize("lang", LANGS)
def test_every_position_has_its_rule(seats: int, options: dict[str, Value], lang: str) -> None:
    """Each kind of move is named by its rule just when it is legal."""
    numbers: dict[str, Any] = {"hold": "R11", "offer": "R12", "break": "R26", "commit": "R15", "pass": "R19"}
    match = match_of(seats, options, 7)
    for game in [*(game for game, _, _ in match.record.replay()), match.record.last()]:
        if game.actor() == -1:
            continue
        for seat in (None, *range(seats)):
            seen = FACE.view(game, seat)
            assert isinstance(seen, View)
            said = rule(seen, lang)
            assert not re.search(r"[{}]|None", said)
            if seat is None or seat not in seen.to_act:
                continue
            kinds = {FACE.move_text(action).split()[0] for action in game.legal(seat)}
            for kind, number in numbers.items():
                now = kind in kinds or (kind == "commit" and seen.commitments[seat] is None)
                assert (number in re.findall(r"R\d+", said)) == now, (kind, said)
            assert ("discard" in kinds) == bool(re.search("Discard:|捨てる：", said))
            assert ("success" in kinds) == bool(re.search("Success: |サクセス：", said))
            if "place" in kinds:
                assert re.search("Place:|並べる：", said)
