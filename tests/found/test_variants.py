"""Variants: a few functions on top of a game, and everything around them follows."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from tefuda import GAMES, BadRecord, Match
from tefuda.bots import BOTS, Master
from tefuda.bots.levels import Bot
from tefuda.cli import main
from tefuda.games.face import PARTS
from tefuda.games.found import FOLDERS
from tefuda.kernel.engine import SWITCH, engine_in
from tefuda.lab.plan import check_plan
from tefuda.lab.run import run
from tefuda.server.protocol import encode
from tests.found.folders import eight_lines, folder, with_an_option
from tests.lab.conftest import shards

EXAMPLES = Path(__file__).parents[2] / "examples" / "small"
FORMS = ("plain", "checked", "compiled")
TWICE = '''VARIANT_OF = "twentythree"
from tefuda.games.twentythree.state import LEFT, State


def leave(s: State, seat: int) -> None:
    """R16, but for half."""
    s.penalty[seat] += s.hand_size[seat] // 2
    s.out[seat] = LEFT
    s.passes = 0
'''
FIVE_EACH = '''VARIANT_OF = "twentythree"
from tefuda.games.twentythree.state import State


def dealt(s: State) -> int:
    """R4, but five cards each."""
    return 5
'''


@pytest.fixture
def runs_first(tmp_path: Path) -> str:
    return str(folder(tmp_path, "scout-runs-first", rules=eight_lines()))


def finish(match: Match, rng: random.Random) -> Match:
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.moves(seat)))
    return match


def test_the_page_s_variant_has_eight_lines_of_code() -> None:
    code = [line for line in eight_lines().splitlines() if line]
    assert len(code) <= 8


@pytest.mark.parametrize("form", FORMS)
def test_a_run_beats_a_group(runs_first: str, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every form, and in why_not, which asks the rules, too."""
    monkeypatch.setenv("TEFUDA_KERNEL", form)
    first = ["5/1 5/2", "6/2 7/3", "9/8"]  # a group, and a run that follows it
    used = {frozenset(card.split("/")) for hand in first for card in hand.split(" ")}
    rest = [f"{a}/{b}" for a in range(1, 9) for b in range(a + 1, 10) if {str(a), str(b)} not in used]
    hands = [" ".join([hand, *(rest.pop() for _ in range(12 - len(hand.split(" "))))]) for hand in first]
    deal = "* deal " + " | ".join(hands)
    beaten = {}
    for game in ("scout", runs_first):
        match = Match(game, seats=3, seed=1)
        head = str(match.record.header())
        match = Match.replay(head + deal + "\n* start 0\n0 keep\n1 keep\n2 keep\n0 play 1+2\n")
        beaten[match.game] = "play 1+2" in match.moves(1), match.why_not(1, "play 1+2") is None
    assert beaten == {"scout": (False, False), "scout-runs-first": (True, True)}


def test_a_match_of_a_variant_is_played_recorded_and_told(runs_first: str) -> None:
    match = finish(Match(runs_first, seats=3, seed=7), random.Random(1))
    assert match.game == match.view(0).game == "scout-runs-first"
    assert match.result
    assert Match.replay(str(match.record)) == match
    assert match.view(1).to_dict()["game"] == "scout-runs-first"
    assert list(match.story(0)) and list(match.story(None, "ja"))
    assert GAMES["scout-runs-first"].title("en") == "SCOUT (scout-runs-first)"


def test_what_is_kept_of_a_game_is_not_taken_for_its_variant(runs_first: str, tmp_path: Path) -> None:
    """The same states are looked at in both, one right after the other."""
    rng, both = random.Random(3), [Match(game, seats=3, seed=7) for game in ("scout", runs_first)]
    for _ in range(6):
        seat = both[0].to_act[0]
        move = rng.choice(both[0].moves(seat))
        for match in both:
            match.play(seat, move)
        for reader in (None, 0, 1, 2):
            for match in both:
                assert match.shared_view(reader).game == match.game
                assert json.loads(match.view_json(reader, encode)) == match.view(reader).to_dict()
    few = str(folder(tmp_path, "five-each", rules=FIVE_EACH))
    begun = [Match(game, seats=3, seed=7).view(None).to_dict() for game in ("twentythree", few, "twentythree")]
    assert [view["hand_sizes"] for view in begun] == [[15] * 3, [5] * 3, [15] * 3]


@pytest.mark.parametrize("part", PARTS)
def test_every_module_of_a_face_follows_the_variant(runs_first: str, part: str) -> None:
    """Its functions are bound to copies, in which the rules are the variant's."""
    module, base = (getattr(face, part) for face in (GAMES.load(runs_first), GAMES["scout"]))
    made = [value for value in vars(module).values() if getattr(value, "__module__", "") == base.__name__]
    functions = [value for value in made if isinstance(value, FunctionType)]
    assert functions
    assert all(function.__globals__ is vars(module) is not vars(base) for function in functions)


def test_bots_play_a_variant(runs_first: str) -> None:
    match = Match(runs_first, seats=3, seed=7)
    rng = random.Random(1)
    bots: list[Bot] = [*(BOTS[name] for name in BOTS if name != "master"), Master(playouts=30)]
    for number in range(40):
        seat = match.to_act[0]
        match.play(seat, bots[number % len(bots)](match.view(seat), match.moves(seat), rng))


def test_workers_of_the_lab_know_a_variant(runs_first: str, tmp_path: Path) -> None:
    """Those are new processes, which have to load the folder themselves."""
    plan = check_plan(runs_first, {}, 3, ["casual"], 12, sample=2, probes=1, ladder=2, without=1)
    for processes in (1, 2):
        run(plan, tmp_path / str(processes), processes)
    assert shards(tmp_path / "1") == shards(tmp_path / "2") != {}


def test_a_run_of_a_variant_is_read_where_its_folder_is_named(
    runs_first: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is never loaded by itself: that would execute what lies in somebody's folder."""
    run(check_plan(runs_first, {}, 3, ["casual"], 6, sample=2, probes=0, ladder=0, without=0), tmp_path / "run", 1)
    read = ["lab", "figures", str(tmp_path / "run")]
    monkeypatch.setattr(GAMES, "_loaded", {})  # as in another shell
    monkeypatch.delenv(FOLDERS)
    assert main(read) == 2
    assert "also name the folder of that game" in capsys.readouterr().err
    assert main([*read, runs_first]) == 0
    assert "did_scout" in capsys.readouterr().out
    sides = ["--a", f"folder={tmp_path / 'run'}", "--b", f"folder={tmp_path / 'run'}"]
    assert main(["lab", "compare", runs_first, *sides, "--json"]) == 0


@pytest.mark.parametrize(
    ("name", "brief", "cards"),
    [
        ("twentythree-small", {"learn12": True}, 2),
        ("scout-small", {"edition": "short"}, 2),
        ("solo-small", {"target_score": 1}, 2),
        ("gift-small", {}, 5),
    ],
)
def test_small_versions_play(name: str, brief: dict[str, Any], cards: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the examples; `tefuda contract` checks them further."""
    monkeypatch.setenv("TEFUDA_KERNEL", "checked")
    for seats, seed in ((3, 1), (3, 2), (4, 1), (4, 2)):
        match = Match(str(EXAMPLES / name), seats=seats, seed=seed, **brief)
        assert max(match.view(0).to_dict()["hand_sizes"]) == cards, "one of them may lie on the table already"
        assert finish(match, random.Random(seed)).result
        assert Match.replay(str(match.record)) == match


def test_a_record_of_a_variant_never_passes_for_one_of_the_game(runs_first: str, tmp_path: Path) -> None:
    text = str(Match(runs_first, seats=3, seed=7).record)
    mark = next(line for line in text.splitlines() if line.startswith("rules "))
    with pytest.raises(BadRecord, match=r"played by other rules of scout: the record has rules .*, this game none"):
        Match.replay(text.replace("game scout-runs-first", "game scout"))
    with pytest.raises(BadRecord, match="other rules of scout-runs-first: the record has no mark"):
        Match.replay(text.replace(mark + "\n", ""))
    with pytest.raises(BadRecord, match="other rules of scout-runs-first"):
        Match.replay(text.replace(mark, "rules 0123456789abcdef"))
    with pytest.raises(BadRecord, match="other rules of scout: the record has version 2"):
        Match.replay(text.replace("game scout-runs-first", "game scout").replace(mark, "version 2"))


def test_the_game_itself_is_as_before(runs_first: str) -> None:
    before = finish(Match("scout", seats=3, seed=7), random.Random(1))
    finish(Match(runs_first, seats=3, seed=7), random.Random(1))
    again = finish(Match("scout", seats=3, seed=7), random.Random(1))
    assert again == before
    assert "rules" not in str(again.record)


def test_all_forms_of_a_variant_agree(tmp_path: Path) -> None:
    name = GAMES.load(str(folder(tmp_path, "half", rules=TWICE))).name
    face = GAMES[name]
    options = {option.name: option.default for option in face.options}
    played = set()
    for form in FORMS:
        game = engine_in(name, form).Game(3, face.numbers(options))
        played.add((game.playout(5), tuple(game.scores()), game.pack()))
    usual = engine_in("twentythree", "plain").Game(3, face.numbers(options))
    usual.playout(5)
    assert len(played) == 1
    assert played != {(0, tuple(usual.scores()), usual.pack())}
    assert game.scores() != usual.scores()


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ('VARIANT_OF = "chess"', "there is no game 'chess'"),
        ('VARIANT_OF = "scout"\ndef strenght() -> int:\n    return 1\n', "changes nothing"),
        ('VARIANT_OF = "scout"\nimport nothing_so_called\n', "ModuleNotFoundError"),
        ("def strength(:\n", "SyntaxError"),
        ("x = 1\n", "cannot be loaded: ModuleNotFoundError"),
    ],
)
def test_what_is_no_variant_is_refused_with_its_reason(tmp_path: Path, rules: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Match(str(folder(tmp_path, "broken", rules=rules)))
    assert "broken" not in GAMES


def test_folders_that_cannot_be_games(tmp_path: Path, runs_first: str) -> None:
    with pytest.raises(ValueError, match=r"it has no rules.py"):
        Match(str(tmp_path))
    with pytest.raises(ValueError, match="there is already a game 'scout'"):
        Match(str(folder(tmp_path, "scout", rules=eight_lines())))
    with pytest.raises(ValueError, match="is no name for a game"):
        Match(str(folder(tmp_path, "a b", rules=eight_lines())))
    Match(runs_first)
    (tmp_path / "other").mkdir()
    second = folder(tmp_path / "other", "scout-runs-first", rules=eight_lines())
    with pytest.raises(ValueError, match="there is already a game"):
        Match(str(second))


def tefuda(*words: str, typed: str = "", lang: str = "en") -> subprocess.CompletedProcess[str]:
    asked = [*words, *(["--lang", lang] if lang else [])]
    code = f"import sys; from tefuda.cli import main; sys.exit(main({asked!r}))"
    return subprocess.run([sys.executable, "-c", code], input=typed, text=True, capture_output=True)


def test_the_command_line_takes_folders(runs_first: str) -> None:
    found = tefuda("lab", "compare", "scout", runs_first, "--games", "60", "--processes", "1")
    assert "b: scout-runs-first-4-club" in found.stdout, found.stderr
    unlike = tefuda("lab", "compare", "scout", "gift")
    assert "have different moves" in unlike.stderr and unlike.returncode == 2
    played = tefuda("play", runs_first, "--seats", "3", "--seed", "1", typed="1\nq\n")
    assert "SCOUT (scout-runs-first)" in played.stdout, played.stderr
    nothing = tefuda("play", "./nothing")
    assert "there is no game in ./nothing" in nothing.stderr and nothing.returncode == 2


def test_a_variant_has_options_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In views, worlds, records, the lab and the terminal; without a compiler."""
    monkeypatch.setenv(SWITCH, "plain")
    made = str(folder(tmp_path, "scout-handicap", rules=with_an_option()))
    match = Match(made, seats=3, seed=7, handicap=4)
    assert match.view(None).to_dict()["handicap"] == 4 and match.view(None).to_dict()["scores"] == [0, 0, 0]
    again = Match.replay(str(match.record))
    assert "option handicap 4" in str(match.record) and again.view(1) == match.view(1)
    rng = random.Random(1)
    for _ in range(12):
        seat = match.to_act[0]
        match.play(seat, BOTS["casual"](match.view(seat), match.moves(seat), rng))
    world = GAMES["scout-handicap"].redeal(match.view(1), rng)
    assert GAMES["scout-handicap"].view(world, 1) == match.view(1)
    assert world.scores()[0] == GAMES["scout-handicap"].state(world).total[0] - 4
    assert "handicap" not in Match("scout", seats=3, seed=7).view(0).to_dict()
    with pytest.raises(ValueError, match="handicap must be a number from 0 to 9"):
        Match(made, handicap=10)
    assert check_plan(made, {"handicap": 4}, 3).options["handicap"] == 4
    played = tefuda("play", made, "--seats", "3", "--seed", "1", "--option", "handicap=4", typed="1\nq\n")
    assert "SCOUT (scout-handicap)" in played.stdout, played.stderr


def test_a_child_process_knows_the_folder(runs_first: str) -> None:
    Match(runs_first)
    code = "import tefuda; print(tefuda.Match('scout-runs-first', seats=3, seed=1).game)"
    found = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True)
    assert found.stdout == "scout-runs-first\n", found.stderr
