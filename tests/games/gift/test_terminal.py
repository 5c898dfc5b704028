"""`tefuda play gift`, driven through its front door with piped input."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, ClassVar

import pytest
from rich.console import Console

from tefuda import GAMES, Match
from tefuda.bots import BOTS
from tefuda.cli.tables import table_of
from tefuda.games.gift.view import View
from tests.games.gift.position import Position, position
from tests.setups import values
from tests.terminal import Person, Terminal, widest

SETTINGS = [(option.name, option.text(value)) for option in GAMES["gift"].options for value in values(option)]
NAMES = ["Player", "Aki", "Ben", "Chie"]
FIRST = "play gift --seed 120"  # seat 0 is the dealer and can place h2 or cQ
NUMBER = re.compile(r"(?<=\s)(\d+)\) ")


class Guest(Person):
    mistakes: ClassVar = ["99", "zz", "s2 h3", "place gift", "discard gift", "offer s K"]

    def choose(self) -> str:
        numbers: list[str] = NUMBER.findall(self.shown[self.shown.rindex(" GIFT ") :])
        return self.rng.choice([numbers[0], numbers[0], self.rng.choice(numbers)])


def whole_match(terminal: Terminal, arguments: str, lang: str, file: Path) -> tuple[Match, str, Person]:
    person = Guest(terminal, lang)
    return *person.play("gift", arguments, file), person


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(("option", "value"), SETTINGS)
def test_a_whole_match(terminal: Terminal, option: str, value: str, lang: str, tmp_path: Path) -> None:
    match, shown, person = whole_match(terminal, f"--option {option}={value} --seats 3", lang, tmp_path / "m.txt")
    assert match.result is not None
    assert match.record.options[option] == next(o for o in match.record.face.options if o.name == option).parse(value)
    _, *rows = shown.partition("\nゲーム終了\n" if lang == "ja" else "\nThe match is over.\n")[2].splitlines()
    assert all(re.search(rf" {score}( |$)", row) for row, score in zip(rows[:3], match.result.scores, strict=True))
    refused = "読み取れません|ありません|できません" if lang == "ja" else "no number|not understood|Not possible"
    assert len(re.findall(refused, shown)) == person.nonsense
    assert person.typed > person.nonsense
    assert widest(shown) <= 80


@pytest.mark.parametrize("seats", [2, 4])
def test_every_number_of_seats(terminal: Terminal, seats: int, tmp_path: Path) -> None:
    match, _, _ = whole_match(terminal, f"--seats {seats} --bots random", "en", tmp_path / "m.txt")
    assert match.result is not None
    assert match.seats == seats


# ---- the screen


def screen(at: Position, seat: int = 0, lang: str = "en") -> str:
    view, table = at.view(seat), table_of(GAMES["gift"])
    names = NAMES[: view.seats]
    console = Console(width=80, highlight=False, markup=False)
    with console.capture() as drawn:
        for part in table.draw(view, names, lang, 80):
            console.print(part)
        if seat in view.to_act:
            console.print(table.menu(view, at.moves(), names, lang).draw(80))
    return drawn.get()


def lines(shown: str, start: str) -> str:
    return next(line.rstrip() for line in shown.splitlines() if line.startswith(start))


def test_the_rows_grow_both_ways() -> None:
    at = position("s4 s10 hK dK _", "_ _ _ _ _", rows="s2 h-3@2 d11", discards="s6", risk="s8", dealer=0, commit="dh")
    shown = screen(at)
    assert "              2   3   4   5   6   7   8   9  10   J   Q   K" in shown
    assert lines(shown, "♠A") == "♠A            2   3  [4]  -   x   -   R   - (10)  -   -   -   → next 4"
    assert lines(shown, "♥A").startswith("♥A Aki    ")
    assert lines(shown, "♥A").endswith("[ ] 10   G   Q  (K)  ← next 9 G=J")
    assert lines(shown, "♦A").endswith("2   3   4   5   6   7   8   9  10   J   Q  [K]  → complete")
    assert lines(shown, "♦A").startswith("♦A you ")
    assert re.match(r"♣A {11}\[.\].*\[.\]  .   next 2 or Q$", lines(shown, "♣A"))
    assert "Risk (only you know): ♠8" in shown
    hidden = screen(at, 1)
    assert "Risk" not in hidden
    assert "R" not in lines(hidden, "♠A")
    assert "次は2かQ" in screen(at, 0, "ja")


def test_what_comes_next_may_be_gone() -> None:
    at = position("_ _ _ _ _", "_ _ _ _ _", rows="s2 h2", discards="s4", risk="h4")
    assert "[x]" in lines(screen(at), "♠A")
    assert "[R]" in lines(screen(at), "♥A")
    assert "[ ]" in lines(screen(at, 1), "♥A")


def test_the_headline_tells_mode_deck_and_phase() -> None:
    attack = position("_ _ _ _ _", "_ _ _ _ _", discards="c3 c4")
    assert f" GIFT   Attack · deck {len(attack.deck)} · discards 2, last ♣4 · your turn" in screen(attack)
    face_down = position("_ _ _ _ _", "_ _ _ _ _", discards="c3 c4", discarded_by=(1, 1), discard_face_up=False)
    assert "discards 2 · your turn" in screen(face_down)
    create = position("_ _", "_ _", final=True, mode="create", stall=20)
    assert "Create · FINAL PHASE" in screen(create)
    assert "stalled 20/30" in screen(create)
    assert "クリエイト · 終盤（山なし）" in screen(create, 0, "ja")
    chain = position("sK", "hK", rows="s11 h11", final=True, mode="create", unbroken=False).after("success")
    assert "you must follow now" in screen(chain, 1)
    assert "Success 1" in lines(screen(chain, 1), "  Player")
    committing = position("_ _ _ _ _", "_ _ _ _ _", commit="-s", committing=True)
    assert "commit to a suit" in screen(committing)
    assert "Commit 1) ♥ hearts    2) ♦ diamonds  3) ♣ clubs" in screen(committing)


def test_the_seats_show_rights_and_what_is_known() -> None:
    at = position("_ _ _", "h9 gift", "_", "", final=True, hold=(1, 0, 1, 0), offer=(0, 1, 1, 0), shown="gift h9")
    shown = screen(at)
    assert re.search(r"cards  Hold  Offer     Break  seen in hand", shown)
    assert re.search(r"▶ Player \(you\) +3 +● +- +dealer ●$", lines(shown, "▶"))
    assert re.search(r"  Aki +2 +- +● +♥9 Gift$", lines(shown, "  Aki"))
    assert re.search(r"  Chie +0 +- +- +out$", lines(shown, "  Chie"))


def test_the_menu_is_grouped() -> None:
    at = position("h4 h5 gift sK _", "_ _ _ _ _", rows="h2 s1 d1 c1")
    shown = screen(at)
    assert re.search(r"^Place +1\) ♥4", shown, re.M)
    assert "Gift ♥5 (Gift = ♥4)" in lines(shown, "With Gift")
    assert re.search(r"♥4 .*♥5 .*", lines(shown, "Discard"))
    assert "Hold: do nothing" in lines(shown, "Rights")
    assert "Break: deal the Ks again" in lines(shown, "Rights")
    assert re.match(r"Offer +\d+\) ♠3 .*♦3 .*♣3", lines(shown, "Offer"))
    ready = position("sK", "_ _", rows="s11", final=True)
    assert re.search(r"^Success +1\) close your row with ♠K", screen(ready), re.M)


@pytest.mark.parametrize("options", [{}, {"mode": "create", "multi_place": True}, {"shuffle_recycle": False}])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_position_fits_the_screen_and_every_offer_is_a_move(options: dict[str, Any], lang: str) -> None:
    """Table, menu and prompt; with a line for what each seat did that is 24."""
    table, offers = table_of(GAMES["gift"]), 0
    for seed in range(3):
        match, rng = Match("gift", 4, seed, **options), random.Random(seed)
        while match.to_act:
            seat = match.to_act[0]
            view, moves = match.view(seat), match.moves(seat)
            assert isinstance(view, View)
            menu = table.menu(view, moves, NAMES, lang)
            console = Console(width=80, highlight=False, markup=False)
            with console.capture() as drawn:
                for part in [*table.draw(view, NAMES, lang, 80), menu.draw(80)]:
                    console.print(part)
            shown = drawn.get().splitlines()
            assert len(shown) <= 18, "\n".join(shown)
            assert not any("…" in line for line in shown), "\n".join(shown)
            numbers = NUMBER.findall(drawn.get())
            assert sorted(str(menu.read(number)) for number in numbers) == sorted(str([move]) for move in moves)
            for move in moves:
                assert menu.read(move.removeprefix("place ")) == [move]
                assert menu.read(move.upper()) == [move]
                offers += 1
            match.play(seat, BOTS["club" if rng.random() < 0.8 else "random"](view, moves, rng))
    assert offers > 500


def test_colour_only_where_it_is_wanted(terminal: Terminal) -> None:
    assert "\x1b" not in terminal.run(FIRST, "h2")
    terminal.monkeypatch.setenv("FORCE_COLOR", "1")
    terminal.monkeypatch.setenv("COLORTERM", "truecolor")
    assert re.search("\x1b\\[[0-9;]*48;", terminal.run(FIRST, "h2"))


# ---- what is typed


def test_numbers_cards_and_texts(terminal: Terminal, tmp_path: Path) -> None:
    a, b, c = (tmp_path / name for name in ("a.txt", "b.txt", "c.txt"))
    shown = terminal.run(f"{FIRST} --save {a}", "2", "commit c")
    assert re.search(r"Place +1\) ♥2 +2\) ♣Q", shown)
    terminal.run(f"{FIRST} --save {b}", "place cQ", "Commit C")
    terminal.run(f"{FIRST} --save {c}", "ｃｑ", "commit  c")  # as a Japanese keyboard may have it
    assert a.read_text() == b.read_text() == c.read_text()
    moves = [event.text for event in Match.replay(a.read_text()).record.events if event.seat == 0]
    assert moves == ["place cQ", "commit c"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("0", "There is no number 0; choose from 1 to"),
        ("99", "There is no number 99; choose from 1 to"),
        ("00001", "There is no number 00001"),
        ("zz", "'zz' is not understood here"),
        ("place", "'place' is not understood here"),
        ("d3", "Not possible: You do not have ♦3. (R8)"),
        ("discard h3", "Not possible: You do not have ♥3. (R10)"),
        ("success", "Not possible: You have not chosen a suit yet. (R13)"),
        ("discard gift", "'discard gift' is not understood here"),
    ],
)
def test_wrong_input_gets_one_line(terminal: Terminal, line: str, reason: str) -> None:
    shown = terminal.run(FIRST, line).splitlines()
    told = next(i for i, line in enumerate(shown) if reason in line)
    assert shown[told + 1].endswith("(h: help): ")


def test_undo_and_a_saved_match(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "m.txt"
    shown = terminal.run(f"{FIRST} --save {file}", "cQ", "commit c", "u", "u", "u")
    assert shown.count("Taken back.") == 2
    assert "There is no move of yours to take back." in shown
    again = terminal.run(f"play --load {file} --save {file} --seed 120", "h2", "log")
    assert "You place ♥2." in again
    assert "♥A            2  [ ]" in again


def test_the_rule_and_the_help(terminal: Terminal) -> None:
    shown = terminal.run(FIRST, "?", "h")
    assert "(R7, R8)" in shown
    assert "makes move number 5 of the list" in shown
    assert "takes back your last move" in shown
    assert "（R7、R8）" in terminal.run(f"{FIRST} --lang ja", "？")


def test_replay_tells_the_points(terminal: Terminal, tmp_path: Path) -> None:
    match, rng = Match("gift", 3, 1, names=["Aki", "Ben", "Chie"], play_on=True), random.Random(1)
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, BOTS["club"](match.view(seat), match.moves(seat), rng))
    assert match.result is not None
    view = match.view(None)
    assert isinstance(view, View)
    file = tmp_path / "m.txt"
    file.write_text(str(match.record))
    rows = [line.split() for line in terminal.run(f"replay {file}").splitlines()[-3:]]
    for seat, (name, left, length, points, *_) in enumerate(rows):
        suit = view.commitments[seat]
        assert suit is not None
        own = 1 + view.rows[suit]["size"] + view.rows[suit]["king"]  # with its Ace
        assert (name, int(left)) == (match.record.names[seat], view.hand_sizes[seat])
        assert (int(length), int(points)) == (own, match.result.scores[seat])
    assert "あなたの手札：" in terminal.run(f"replay {file} --lang ja --seat 1")
