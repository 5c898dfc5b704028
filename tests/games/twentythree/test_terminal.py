"""`tefuda play twentythree`, driven through its front door with piped input."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import ClassVar

import pytest
from rich.console import Console

from tefuda import GAMES, Match
from tefuda.bots import BOTS
from tefuda.cli.tables import table_of
from tefuda.games.twentythree.terminal.texts import TEXTS
from tefuda.games.twentythree.view import View
from tests.setups import values
from tests.terminal import Person, Terminal, widest

SETTINGS = [(option.name, option.text(value)) for option in GAMES["twentythree"].options for value in values(option)]
GROUPS = ("menu_free", "menu_price", "menu_chips", "menu_nothing")


class Guest(Person):
    mistakes: ClassVar = ["99", "zz", "4 5", "1", "7 -9", "play 1x1", "discard 1"]

    @property
    def texts(self) -> dict[str, str]:
        return TEXTS[self.lang]

    def choose(self) -> str:
        lines = self.shown.splitlines()
        if any(line.startswith(self.texts["menu_discard"]) for line in lines[-2:]):
            cards = re.findall(r"\d+", re.split("[:：]", self.shown.splitlines()[-1])[1])
            return " ".join(self.rng.sample(cards, min(3, len(cards))))
        return self.rng.choice(self.offered())

    def offered(self) -> list[str]:
        """What stands beside and under the headings of the last menu."""
        found = re.split("|".join(re.escape(self.texts[group]) for group in GROUPS), self.shown)
        last = self.shown[self.shown.rindex(self.texts["row_price"] + " ") :]
        menu = found[-sum(self.texts[group] in last for group in GROUPS) :]
        items = [item for part in menu for item in re.split(r"\s{2,}", part) if item.strip()]
        return [re.sub(r" \(\d+\).*| [^\W\d].*", "", item.strip()) for item in items]


def whole_match(terminal: Terminal, arguments: str, lang: str, file: Path) -> tuple[Match, str, Person]:
    person = Guest(terminal, lang)
    return *person.play("23", arguments, file), person


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(("option", "value"), SETTINGS)
def test_a_whole_match(terminal: Terminal, option: str, value: str, lang: str, tmp_path: Path) -> None:
    match, shown, person = whole_match(terminal, f"--option {option}={value} --seats 3", lang, tmp_path / "m.txt")
    assert match.result is not None
    assert match.record.options[option] == next(o for o in match.record.face.options if o.name == option).parse(value)
    _, *rows = shown.partition("\nゲーム終了\n" if lang == "ja" else "\nThe match is over.\n")[2].splitlines()
    assert all(re.search(rf" {-score}\b", row) for row, score in zip(rows[:3], match.result.scores, strict=True))
    refused = (
        "読み取れません|ありません|できません|出せません|小さすぎ"
        if lang == "ja"
        else "do not have|too low|cannot|here;"
    )
    assert len(re.findall(refused, shown)) <= 2 * person.nonsense  # a refusal may say two of these
    assert person.typed > person.nonsense
    assert widest(shown) <= 80


@pytest.mark.parametrize("seats", [2, 4])
def test_every_number_of_seats(terminal: Terminal, seats: int, tmp_path: Path) -> None:
    match, _, _ = whole_match(terminal, f"--seats {seats} --bots random", "en", tmp_path / "m.txt")
    assert match.result is not None
    assert match.seats == seats


def test_the_table_shows_what_counts(terminal: Terminal) -> None:
    shown = terminal.run("play 23 --seed 5", "4 22 23", "6 6")
    for part in ("round 1/2", "Player (you)", "bonus chips", "penalty chips", "has the 1", "Put away 3 of these: 4 6"):
        assert part in shown
    for part in ("Pile 3", "laid    x1 x2 x1", "6 6 (2)", "8 +1", "p pass (1)", "f force Aki (2)", "l leave (11)"):
        assert part in shown
    assert "You lay 6 6, skip 2 numbers and take 2 penalty chips." in shown


def test_colour_only_where_it_is_wanted(terminal: Terminal) -> None:
    assert "\x1b" not in terminal.run("play 23 --seed 5")
    terminal.monkeypatch.setenv("FORCE_COLOR", "1")
    terminal.monkeypatch.setenv("COLORTERM", "truecolor")
    assert re.search("\x1b\\[[0-9;]*48;", terminal.run("play 23 --seed 5"))


def test_cards_letters_and_texts(terminal: Terminal, tmp_path: Path) -> None:
    a, b = tmp_path / "a.txt", tmp_path / "b.txt"
    terminal.run(f"play 23 --seed 5 --save {a}", "4 23 22", "6 6", "20 +1", "p")
    terminal.run(
        f"play 23 --seed 5 --save {b}", "discard 4", "discard  23", "22", "play 6x2", "２０　＋１", "pass"
    )  # the last but one as a Japanese keyboard has it
    assert a.read_text() == b.read_text()
    moves = [event.text for event in Match.replay(a.read_text()).record.events if event.seat == 0]
    assert moves[:6] == ["discard 4", "discard 23", "discard 22", "play 6x2", "play 20x1 +1", "pass"]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (("4 5 6",), "You do not have 5."),
        (("6 6 6",), "You do not have 6 6 6."),
        (("1 4 6",), "The 1 cannot be put away."),
        (("4 6 7 8",), "4 cards are too many; you still put 3 away."),
        (("4", "6 7 8"), "3 cards are too many; you still put 2 away."),
        (("4 -1",), "Not possible: First put 3 more cards away. (R6)"),
        (("p",), "Not possible: First put 3 more cards away. (R6)"),
        (("zz",), "'zz' is not understood here"),
        (("4 22 23", "7 8"), "Cards of different numbers cannot be laid together."),
        (("4 22 23", "6 6", "7", "8"), "8 is too low: the pile stands at 10."),
        (("4 22 23", "6 +1"), "6 is too low: with those chips 8 is the lowest number."),
        (("4 22 23", "6 -4"), "You do not have 4 bonus chips; you have 3."),
        (("4 22 23", "6 *1"), "Bonus chips are written like -1, +1 here."),
        (("4 22 23", "discard 6"), "Not possible: Cards are put away only before a round begins. (R6)"),
    ],
)
def test_wrong_input_gets_one_line(terminal: Terminal, lines: tuple[str, ...], reason: str) -> None:
    shown = terminal.run("play 23 --seed 5", *lines).splitlines()
    told = next(i for i, line in enumerate(shown) if reason in line)
    assert shown[told + 1].endswith("(h: help): ")


def test_undo_takes_back_what_was_typed_together(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "m.txt"
    shown = terminal.run(f"play 23 --seed 5 --save {file}", "4 22 23", "6 6", "u", "u", "u")
    assert shown.count("Taken back.") == 2
    assert "There is no move of yours to take back." in shown
    assert not [event for event in Match.replay(file.read_text()).record.events if event.seat is not None]
    terminal.run(f"play 23 --seed 5 --save {tmp_path / 'n.txt'}", "4", "22 23", "u")
    assert (tmp_path / "n.txt").read_text().endswith("0 discard 4\n")


def test_a_saved_match_goes_on(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "m.txt"
    terminal.run(f"play 23 --seed 5 --save {file}", "4 22")
    shown = terminal.run(f"play --load {file} --save {file} --seed 5", "u", "u", "4 23 22", "log")
    assert "You put 4 22 23 away." in shown
    assert "You lay the 1." in shown


def test_the_rule_and_the_help(terminal: Terminal) -> None:
    shown = terminal.run("play 23 --seed 5", "?", "h", "4 22 23", "?")
    assert "(R6, R7)" in shown
    assert "lays two 12s" in shown
    assert "takes back your last move" in shown
    assert "11 now (R16)" in shown
    assert "（R6、R7）" in terminal.run("play 23 --seed 5 --lang ja", "？")


def test_replay_tells_the_chips(terminal: Terminal, tmp_path: Path) -> None:
    match, rng = Match("twentythree", 3, 1, names=["Aki", "Ben", "Chie"]), random.Random(1)
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, BOTS["club"](match.view(seat), match.moves(seat), rng))
    assert match.result is not None
    file = tmp_path / "m.txt"
    file.write_text(str(match.record))
    rows = [line.split() for line in terminal.run(f"replay {file}").splitlines()[-3:]]
    for seat, (name, first, second, bonus, left, *_) in enumerate(rows):
        assert name == match.record.names[seat]
        assert int(first) + int(second) + int(bonus) == int(left) == -match.result.scores[seat]
    assert terminal.run(f"replay {file} --lang ja --seat 1").count("あなたの手札：") == 2


@pytest.mark.parametrize("shift", ["exact5", "upto5"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_position_fits_the_screen_and_every_offer_is_a_move(shift: str, lang: str) -> None:
    """Table, menu and prompt; with a line for what each seat did that is 24."""
    table, names, offers = table_of(GAMES["twentythree"]), ["Player", "Aki", "Ben", "Chie"], 0
    for seed in range(8):
        match, rng = Match("twentythree", 4, seed, bonus_shift=shift), random.Random(seed)
        while match.to_act:
            seat = match.to_act[0]
            view, moves = match.view(seat), match.moves(seat)
            assert isinstance(view, View)
            menu = table.menu(view, moves, names, lang)
            console = Console(width=80, highlight=False, markup=False)
            with console.capture() as drawn:
                for part in [*table.draw(view, names, lang, 80), menu.draw(80)]:
                    console.print(part)
            assert drawn.get().count("\n") <= 19
            for move in moves:
                typed = re.sub(r"^play (\d+)x(\d)", lambda m: " ".join([m[1]] * int(m[2])), move)
                assert menu.read(typed.removeprefix("discard ")) == [move]
                offers += 1
            match.play(seat, BOTS["club" if rng.random() < 0.8 else "random"](view, moves, rng))
    assert offers > 1000
