"""`tefuda play solo`, driven through its front door with piped input."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from rich.cells import cell_len
from rich.console import Console

from tefuda import GAMES, Match
from tefuda.bots import BOTS
from tefuda.cli.menu import BadChoice, Question
from tefuda.cli.tables import table_of
from tefuda.games.solo.moves import CARDS
from tefuda.games.solo.terminal.texts import TEXTS
from tefuda.games.solo.view import View
from tests.games.solo.position import Position, hands_of, position
from tests.terminal import Person, Terminal, widest

NAMES = ["Player", "Aki", "Ben", "Chie", "Dan", "Emi", "Finn", "Gen", "Hana", "Ivo"]
SETTINGS = [
    ("mix_draw", "true"),
    ("reverse2p_skips", "true"),
    ("triple_must_be_all", "false"),
    ("triple_jump_in", "true"),
    ("self_jump_in", "false"),
    ("jump_in_actions", "true"),
    ("block_after_swap_all_free", "true"),
    ("solo_on_swap", "true"),
    ("solo_on_multi_out", "true"),
    ("solo_before", "true"),
    ("play_any_after_draw", "true"),
]
TABLE = table_of(GAMES["solo"])


class Guest(Person):
    mistakes: ClassVar = ["99", "zz", "0", "kq", "1 2 3", "play b10", "w4 w4", "-"]

    def answer(self, prompt: str) -> str:
        if TEXTS[self.lang]["back"] not in prompt:
            return ""
        return str(self.rng.choice(re.findall(r"(?:^|  )(\d) ", prompt, re.M)))

    def choose(self) -> str:
        last = self.shown[self.shown.rindex(" SOLO ") :]
        return "1" if self.rng.random() < 0.6 else str(self.rng.choice(re.findall(r"(\d+)\) ", last)))


def whole_match(terminal: Terminal, arguments: str, lang: str, file: Path) -> tuple[Match, str, Person]:
    person = Guest(terminal, lang)
    return *person.play("solo", arguments, file), person


@pytest.mark.parametrize(("option", "value"), SETTINGS)
def test_a_whole_match(terminal: Terminal, option: str, value: str, tmp_path: Path) -> None:
    lang = "ja" if len(option) % 2 else "en"
    seats = 2 if option == "reverse2p_skips" else 3
    more = f"--option {option}={value} --option target_score=40 --seats {seats}"
    match, shown, person = whole_match(terminal, more, lang, tmp_path / "m.txt")
    assert match.result is not None
    _, *rows = shown.partition("\nゲーム終了\n" if lang == "ja" else "\nThe match is over.\n")[2].splitlines()
    assert all(re.search(rf" {-score}\b", row) for row, score in zip(rows[:seats], match.result.scores, strict=True))
    refused = (
        "読み取れません|ありません。|できません|出せません" if lang == "ja" else "no number|here;|cannot|do not have"
    )
    assert len(re.findall(refused, shown)) <= person.nonsense
    assert person.typed > person.nonsense
    assert widest(shown) <= 80


@pytest.mark.parametrize(("seats", "bots"), [(2, "club"), (5, "club"), (6, "random"), (10, "club")])
def test_every_number_of_seats(terminal: Terminal, seats: int, bots: str, tmp_path: Path) -> None:
    more = f"--seats {seats} --bots {bots} --option target_score=30 --seat {seats - 1}"
    match, _, _ = whole_match(terminal, more, "en", tmp_path / "m.txt")
    assert match.result is not None
    assert match.seats == seats
    assert len(set(match.record.names)) == seats


def test_the_table_shows_what_counts(terminal: Terminal) -> None:
    shown = terminal.run("play solo --seed 8 --seats 2", "1", "1", "b swap one", "1")
    for part in ("round 1", "Player (you)", "cards", "points", "Top      b7", "colour:  blue", "play goes ↓"):
        assert part in shown
    for part in ("pile 103, discards 1", "blue     2   5   Swap one", "Lay  1) b2  2) b5", "5) draw (d)"):
        assert part in shown
    assert "You lay a blue 2." in shown
    assert "has r1 r3 r8 g8" in shown  # what was swapped away


def test_colour_only_where_it_is_wanted(terminal: Terminal) -> None:
    assert "\x1b" not in terminal.run("play solo --seed 8")
    terminal.monkeypatch.setenv("FORCE_COLOR", "1")
    terminal.monkeypatch.setenv("COLORTERM", "truecolor")
    assert re.search("\x1b\\[[0-9;]*48;", terminal.run("play solo --seed 8"))


def test_numbers_cards_letters_and_texts(terminal: Terminal, tmp_path: Path) -> None:
    a, b = tmp_path / "a.txt", tmp_path / "b.txt"
    terminal.run(f"play solo --seed 8 --seats 2 --save {a}", "1", "3", "4", "d", "k")
    terminal.run(f"play solo --seed 8 --seats 2 --save {b}", "Ｂ2", "w b", "draw", "play keep", "keep")
    assert a.read_text() == b.read_text()
    moves = [event.text for event in Match.replay(a.read_text()).record.events if event.seat == 0]
    assert moves[:4] == ["play b2", "play W b", "draw", "keep"]


def test_undo_takes_back_a_move(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "m.txt"
    shown = terminal.run(f"play solo --seed 8 --seats 2 --save {file}", "1", "1", "u", "u", "u")
    assert shown.count("Taken back.") == 2
    assert "There is no move of yours to take back." in shown
    assert not [event for event in Match.replay(file.read_text()).record.events if event.seat is not None]


def test_the_rule_and_the_help(terminal: Terminal) -> None:
    shown = terminal.run("play solo --seed 8 --seats 2", "?", "h")
    assert "Lay: one card that is blue or a 7, or a black one (R4)." in shown
    assert "w b names blue at once" in shown
    assert "（R4）" in terminal.run("play solo --seed 8 --seats 2 --lang ja", "？")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("9", "There is no number 9; choose from 1 to 5."),
        ("1 1", "Number 1 needs nothing more."),
        ("4 5", "5 is not one of the choices: 1 to 4."),
        ("4 1 1", "1 1 is not one of the choices: 1 to 4."),
        ("r1", "r1 cannot be laid now."),
        ("b9", "You do not have b9."),
        ("k", "'k' is not understood here"),
        ("take", "Not possible: There are no cards to take. (R13)"),
        ("zz", "'zz' is not understood here"),
    ],
)
def test_wrong_input_gets_one_line(terminal: Terminal, line: str, reason: str) -> None:
    shown = terminal.run("play solo --seed 8 --seats 2", line).splitlines()
    said = next(i for i, told in enumerate(shown) if reason in told)
    assert shown[said + 1].startswith("Your move (h: help): ")


# ---- one position


class Menu:
    """The menu of one position."""

    def __init__(self, table: Position, seat: int = 0, lang: str = "en") -> None:
        self.moves = table.moves(seat=seat)
        self.menu = TABLE.menu(table.view(seat), self.moves, NAMES, lang)
        self.shown = drawn([*TABLE.draw(table.view(seat), NAMES, lang, 80), self.menu.draw(80)])

    def read(self, line: str) -> list[str] | Question:
        return self.menu.read(line)


def drawn(parts: Sequence[object], width: int = 80) -> str:
    console = Console(width=width, highlight=False, markup=False)
    with console.capture() as found:
        for part in parts:
            console.print(part)
    return found.get()


def test_r23_the_call_is_a_choice_of_its_own() -> None:
    menu = Menu(position("r1 b9", "r3 y1 y2"))
    assert re.search(r'Lay \+ "Solo!" 1\) r1 *\nLay, silent +2\) r1 *\n', menu.shown)
    assert menu.read("1") == menu.read("r1 solo") == ["play r1 solo"]
    assert menu.read("2") == menu.read("r1") == ["play r1"]
    assert "Solo" not in Menu(position("r1 b9 b8", "r3 y1 y2")).shown


def test_r14_to_r17_first_the_card_then_what_it_names() -> None:
    menu = Menu(position("rX W b1 b2", "b3 b4", "b5 b6", "b7"))
    asked = menu.read("1")
    assert asked == Question("Whom?  1 Aki (2)  2 Ben (2)  3 Chie (1)  (Enter: back): ", "1")
    assert menu.read("1 3") == ["play rX 3"]
    assert menu.read("2") == Question("Which colour?  1 red  2 green  3 yellow  4 blue  (Enter: back): ", "2")
    assert menu.read("2 4") == menu.read("W b") == ["play W b"]
    two = Menu(position("rX b1 b2", "b3 b4"))
    assert two.read("1") == ["play rX 1"]  # nobody else to choose


def test_r15_both_cards_of_a_gift_at_once() -> None:
    menu = Menu(position("rG b1 b1 b2 b3", "y1 y2").after("play rG 1", "accept"))
    assert menu.menu.prompt == "Which do you give, 2 more? (h: help): "
    assert menu.read("2") == ["give b2"]
    assert menu.read("2 3") == ["give b2", "give b3"]
    assert menu.read("1 1") == ["give b1", "give b1"]
    with pytest.raises(BadChoice, match="You do not have b2 × 2"):
        menu.read("2 2")


def test_r7_r31_who_can_react_is_asked() -> None:
    jump = Menu(position("b1 b2", "r5 g1 g2"), seat=1)
    assert "you can jump in; Player is to act" in jump.shown
    assert jump.read("1") == ["jump r5"]
    assert jump.read("w") == jump.read("2") == ["wait"]
    owing = Menu(position("r1 b9", "r3 y1 y2").after("play r1"))
    assert 'call "Solo!" now' in owing.shown
    assert owing.read("s") == owing.read("1") == ["solo"]
    assert owing.read("w") == ["wait"]
    assert re.search(r"Player \(you\) +1 +0 +Solo\?", owing.shown)
    called = Menu(position("r1 b9", "r3 y1 y2").after("play r1 solo"), seat=1)
    assert re.search(r"Player +1 +0 +Solo!", called.shown)


@pytest.mark.parametrize(
    ("line", "headline", "offered"),
    [
        ("play rS", "you are to sit out", "sit out (a)"),
        ("play rD", "you are to take 2", "take 2 (t)"),
        ("play rX 1", "Player wants to swap hands with you", "swap hands (a)"),
        ("play rG 1", "Player has a Gift for you", "take the Gift (a)"),
        ("play A", "Player makes all hands move on", "let the hands move (a)"),
    ],
)
def test_r29_who_must_answer_reads_what_to(line: str, headline: str, offered: str) -> None:
    menu = Menu(position("rS rD rX rG A r1 r2", "Kg b3 b4", "b1 b2").after(line), seat=1)
    assert f"round 1 · {headline}" in menu.shown
    assert offered in menu.shown
    assert "Block 1) Block g" in menu.shown


def test_a_large_hand_is_readable() -> None:
    """Every card in hand, by colour, on a screen of 24 lines; no colour is needed to read it."""
    many = hands_of([card for card in CARDS if card not in ("r5", "y1", "y2")], 4)
    for lang in ("en", "ja"):
        shown = Menu(position(" ".join(many), *["y1"] * 2), lang=lang).shown
        assert shown.count("\n") <= 23
        assert all(cell_len(line) <= 80 for line in shown.splitlines())
    assert re.search(r"^red      1   2   3   4   6   7   8   9", Menu(position(" ".join(many), "y1")).shown, re.M)


# ---- whole matches


@pytest.mark.parametrize("seats", [2, 4, 5, 6, 10])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_position_fits_the_screen_and_every_offer_is_a_move(seats: int, lang: str) -> None:
    """Table, menu and prompt take at most 23 lines, and every legal move can be typed by numbers alone."""
    offers = 0
    for seed, must in enumerate((True, False)):
        match = Match("solo", seats, seed, target_score=60, triple_must_be_all=must, triple_jump_in=True)
        rng = random.Random(seed)
        while (seat := match.actor) is not None:
            view, moves = match.view(seat), match.moves(seat)
            assert isinstance(view, View)
            menu = TABLE.menu(view, moves, NAMES, lang)
            shown = drawn([*TABLE.draw(view, NAMES, lang, 80), menu.draw(80)])
            assert shown.count("\n") <= 22
            assert all(cell_len(line) <= 80 for line in shown.splitlines())
            found = by_numbers(menu.read, len(re.findall(r"\d+\) ", shown)))
            assert sorted(found) == sorted(moves)
            for move in moves:
                assert menu.read(move) == [move]
            offers += len(moves)
            match.play(seat, BOTS["club" if rng.random() < 0.8 else "random"](view, moves, rng))
    assert offers > 100


def by_numbers(read: Callable[[str], list[str] | Question], most: int) -> list[str]:
    """The moves behind the numbers of a menu, and behind the answers to what they ask."""
    found: list[str] = []
    for number in range(1, most + 1):
        chosen = read(str(number))
        if isinstance(chosen, Question):
            places = len(re.findall(r"(?:^|  )\d ", chosen.prompt, re.M))
            answers = [read(f"{chosen.line} {place}") for place in range(1, places + 1)]
            found += [answer[0] for answer in answers if isinstance(answer, list)]
        else:
            found += chosen
    return found


def test_r7_r31_seats_act_one_at_a_time(terminal: Terminal, tmp_path: Path) -> None:
    """Nobody moves before those who may call or jump in have decided, and a chance that they let go by is not told."""
    file = tmp_path / "m.txt"
    match, shown, _ = whole_match(terminal, "--seats 4 --bots random --option target_score=40", "en", file)
    waits = 0
    again = Match("solo", 4, seed=5, names=match.record.names, target_score=40)
    for event in match.record.events:
        if event.seat is not None:
            assert event.seat == again.actor
            again.play(event.seat, event.text)
            waits += event.text == "wait" and event.seat != 0
    assert waits > 0
    own = sum(event.text == "wait" and event.seat == 0 for event in match.record.events)
    assert shown.count("You let it go by.") == own


def test_replay_tells_the_points(terminal: Terminal, tmp_path: Path) -> None:
    """More rounds than fit are put together, and the rows still add up."""
    match, rng = Match("solo", 3, 1, names=["Aki", "Ben", "Chie"], target_score=600), random.Random(1)
    while match.actor is not None:
        match.play(match.actor, BOTS["club"](match.view(match.actor), match.moves(match.actor), rng))
    assert match.result is not None
    file = tmp_path / "m.txt"
    file.write_text(str(match.record))
    shown = terminal.run(f"replay {file}").splitlines()
    assert shown[-4].split()[0] == "before"
    for seat, row in enumerate(shown[-3:]):
        name, *figures = row.removesuffix("wins").split()
        assert name == match.record.names[seat]
        assert sum(map(int, figures[:-1])) == int(figures[-1]) == -match.result.scores[seat]
    assert "あなたの手札：" in terminal.run(f"replay {file} --lang ja --seat 1")
