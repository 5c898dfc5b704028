"""The contract: all games keep it, and what breaks it is found."""

from __future__ import annotations

import random
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tefuda import GAMES, Match
from tefuda.cli import main
from tefuda.contract import CHECKS, called, examine, findings
from tefuda.contract.hiding import stories_tell_no_more, worlds_fit_the_history
from tefuda.contract.history import Past
from tefuda.contract.playing import scores_are_bounded
from tefuda.contract.sample import Sample
from tefuda.games import Face
from tefuda.record import Event
from tests.found.folders import ROOT, folder

EXAMPLE = ROOT / "examples" / "crazy_eights" / "crazy_eights"
BLANK = ROOT / "src" / "tefuda" / "blank"


def problems(face: Face, form: str = "plain", matches: int = 3, looks: int = 12) -> dict[str, list[str]]:
    found = list(findings(Sample(face, form, matches=matches, looks=looks)))
    assert len(found) == len(CHECKS)
    return {finding.check: finding.problems for finding in found if finding.problems}


@pytest.mark.parametrize("form", ["plain", "checked", "compiled"])
def test_the_example_keeps_the_contract(form: str) -> None:
    assert problems(GAMES.load(str(EXAMPLE)), form) == {}


def test_every_check_is_called_by_a_line_of_its_own() -> None:
    names = [called(check) for check in CHECKS]
    assert len(set(names)) == len(CHECKS)
    assert [name for name in names if "\n" in name or name.endswith(".") or " " not in name] == []


def test_the_view_of_the_example_is_flat() -> None:
    """The page is sent `_asdict`, scripts take `to_dict`."""
    match = Match(str(EXAMPLE), seats=3, seed=1)
    view = match.view(1)
    assert view.to_dict() == view._asdict()
    assert view.to_dict()["hand"] == getattr(view, "hand") and len(view.to_dict()["hand"]) == 5  # noqa: B009
    assert match.view(None).to_dict()["hand"] is None
    with pytest.raises(AttributeError, match="the view of crazy_eights has no 'nothing'"):
        _ = getattr(view, "nothing")  # noqa: B009


def test_the_example_is_small() -> None:
    lines = sum(len(file.read_text("utf-8").splitlines()) for file in EXAMPLE.glob("*.py"))
    assert lines <= 400


def spoilt(tmp_path: Path, check: str, file: str, *changes: tuple[str, str]) -> list[str]:
    """What this check finds in the example with something in it changed."""
    copy = tmp_path / "spoilt"
    shutil.copytree(EXAMPLE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for path in copy.glob("*.py"):
        path.write_text(path.read_text("utf-8").replace("crazy_eights", "spoilt"), "utf-8")
    text = (copy / file).read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (copy / file).write_text(text, "utf-8")
    (only,) = [one for one in CHECKS if (one.__doc__ or "").startswith(check)]
    (found,) = findings(Sample(GAMES.load(str(copy)), "plain", matches=6), checks=(only,))
    return found.problems


FORGETFUL = '''def redeal(s: State, w: Work, seat: int) -> bool:
    """The cards that the seat does not hold, as if it had seen only the last one."""
    size = 0
    gone = g.CARDS - s.stock
    for other in range(s.seats):
        gone -= s.hand_size[other]
    for card in range(g.CARDS):
        s.laid[card] = card == s.top
        for other in range(s.seats):
            if other != seat:
                s.hand[other][card] = 0
        w.pool[size] = card
        size += card != s.top and (seat < 0 or s.hand[seat][card] == 0)
    shuffle(w, size)
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.hand_size[other]):
                size -= 1
                s.hand[other][w.pool[size]] = 1
    for _ in range(gone - 1):
        size -= 1
        s.laid[w.pool[size]] = 1
    return size >= 0


'''


def test_an_unsound_redeal_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its worlds give the same view, moves and numbers; but somebody holds there what all have seen laid."""
    monkeypatch.setattr("tefuda.contract.history.TRIES", 20)
    rules = (EXAMPLE / "rules.py").read_text("utf-8")
    old = rules[rules.index("def redeal(") : rules.index("def sound(")]
    shown = 'table("counts", "Played", "出た札", CARD_TEXTS)'
    description = (EXAMPLE / "game.py").read_text("utf-8")
    copy = tmp_path / "forgetful"
    shutil.copytree(EXAMPLE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "rules.py").write_text(rules.replace(old, FORGETFUL), "utf-8")
    assert f", {shown}]" in description
    (copy / "game.py").write_text(description.replace(f", {shown}]", "]"), "utf-8")
    for path in copy.glob("*.py"):
        path.write_text(path.read_text("utf-8").replace("crazy_eights", "forgetful"), "utf-8")
    found = problems(GAMES.load(str(copy)))
    assert list(found) == ["In every redealt world, what the seat saw happen was possible"], found


def test_a_leaking_story_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    face = GAMES["scout"]
    usual = type(face).story

    def leaking(self: Any, before: Any, seat: Any, event: str, after: Any, *rest: Any) -> Sequence[str]:
        held = self.state(before).hands[0][:3]
        return [*usual(self, before, seat, event, after, *rest), f"Seat 0 holds {held}."]

    monkeypatch.setattr(type(face), "story", leaking)
    (found,) = findings(Sample(face, "compiled", looks=40), checks=(stories_tell_no_more,))
    assert found.problems and found.problems[0].startswith("the story tells")


FORGOTTEN: dict[str, dict[str, Any]] = {
    "scout": {"chips": lambda chips: [3] * len(chips)},  # R30: who has no chip left and goes on can play
    "twentythree": {"below": lambda below: [24] * len(below)},  # who passed under a force had no higher card
    "solo": {"lacking": lambda _: 0, "lacks": lambda rows: [[0] * len(row) for row in rows]},  # R8: a Triple+
    "gift": {"since": lambda since: [0] * len(since)},  # R12: after a failed Offer the card is in no hand
}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_an_unsound_redeal_of_our_own_games_is_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its worlds give the same views and moves, but they were dealt without something that the seat saw."""
    face = GAMES[game]

    def forgetful(self: Any, view: Any, rng: Any) -> Any:
        s = self.state(self.world(view)).clone()
        kept = {name: getattr(s, name) for name in FORGOTTEN[game]}
        for name, forget in FORGOTTEN[game].items():
            setattr(s, name, forget(kept[name]))
        world = self.state(self.engine.Game.unpack(s.pack(), view.seats).redeal(view.seat, rng.getrandbits(62))).clone()
        for name, value in kept.items():
            setattr(world, name, value)
        return self.engine.Game.unpack(world.pack(), view.seats)

    monkeypatch.setattr("tefuda.contract.history.TRIES", 200)
    monkeypatch.setattr("tefuda.contract.hiding.SHARE", 0.15)
    monkeypatch.setattr(type(face), "redeal", forgetful)
    options = {option.name: option.default for option in face.options}
    setup = (2, {**options, "edition": "oink"}) if game == "scout" else (3, options)
    sample = Sample(face, "compiled", setup, matches=40)
    (found,) = findings(sample, checks=(worlds_fit_the_history,))
    assert found.problems and found.problems[0].startswith("no deal leads to a world of seat")


def test_a_redeal_of_solo_that_forgets_a_triple_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """R8: none of its number is left in the hand. Seat 1 lays three sevens, and then may get some more."""
    monkeypatch.setattr("tefuda.contract.history.TRIES", 50)
    face, rng = GAMES["solo"], random.Random(8)
    past = Past(face, 2, {option.name: option.default for option in face.options}, reader=0)
    deal = "deal r8 r9 y1 y2 y3 b1 b2 W | r1 r2 r3 r4 r6 g7 y7 b7"
    for seat, text in (None, "dealer 0"), (None, deal), (None, "turn g5"), (1, "triple b7"):
        past.goes_on(Event(seat, text))
    view = face.view(past.game, 0)
    assert past.is_clear and view.to_dict()["lacks"] == {"1": {"7": 5}}
    assert all(past.can_lead_to(face.redeal(view, rng), rng) for _ in range(20))
    forgetful = face.world(view._replace(lacks={}))
    worlds = []
    for seed in range(20):
        s = face.state(forgetful.redeal(0, seed)).clone()
        s.lacks[10][6], s.lacking = 5, 2  # the view is the same
        worlds.append(face.engine.Game.unpack(s.pack(), 2))
    assert {face.view(world, 0) == view for world in worlds} == {True}
    assert [past.can_lead_to(world, rng) for world in worlds] == [
        not any(card.endswith("7") for card in face.holdings(world)["1"]) for world in worlds
    ]


def test_a_redeal_of_solo_that_forgets_what_lay_beside_a_drawn_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """R10: seat 1 draws a card and lays it at once; that seat 0 knows another such card in this hand is still true."""
    monkeypatch.setattr("tefuda.contract.history.TRIES", 50)
    face, rng = GAMES["solo"], random.Random(10)
    past = Past(face, 2, {option.name: option.default for option in face.options}, reader=0)
    deal = "deal g1 g2 g3 g4 y1 y2 y3 gX | r1 r2 r3 r4 r6 r7 r8 r9"
    for seat, text in (None, "dealer 1"), (None, deal), (None, "turn g5"), (0, "play gX 1"), (1, "accept"):
        past.goes_on(Event(seat, text))
    for seat, text in (1, "draw"), (None, "draw 1 g2"), (1, "play g2"):
        past.goes_on(Event(seat, text))
    view = face.view(past.game, 0)
    assert past.is_clear and view.to_dict()["known"] == {"1": ["g1", "g2", "g3", "g4", "y1", "y2", "y3"]}
    assert all(past.can_lead_to(face.redeal(view, rng), rng) for _ in range(5))
    forgetful = face.world(view._replace(known={"1": ["g1", "g3", "g4", "y1", "y2", "y3"]}))
    worlds = [forgetful.redeal(0, seed) for seed in range(5)]
    assert [past.can_lead_to(world, rng) for world in worlds] == ["g2" in face.holdings(world)["1"] for world in worlds]


def test_a_wrong_bound_of_scores_of_our_own_game_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    face = GAMES["scout"]
    monkeypatch.setattr(type(face), "score_bounds", lambda self, seats, options: (-5, 5))
    (found,) = findings(Sample(face, "compiled"), checks=(scores_are_bounded,))
    assert found.problems and found.problems[0].startswith("the standing")


@pytest.mark.parametrize(
    ("file", "old", "new", "check"),
    [
        ("game.py", '-(int(options["target"]) + 540)', "-10", "The standing stays within score_bounds"),
        ("rules.py", "return 2 if cards != g.CARDS else 0", "return 7", "Random matches come to an end"),
        ("words.py", '"why_pass": "Before you pass, draw a card.",', "", "Stories, rules and reasons"),
        ("words.py", "[seat for seat in range(s.seats)", "[None for seat in range(s.seats)", "In every redealt world"),
        ("policy.py", "CLUB = (2, 70, 6, -100)", "CLUB = (2, 70)", "The lab, the bots and the page"),
        ("game.py", '"Whether a queen skips the next seat."', '""', "Title, seats and options"),
        (
            "policy.py",
            "found = w.weights[seat][2] * mine",
            "found = s.hand[1 - min(seat, 1)][3]",
            "A view is plain JSON",
        ),
    ],
)
def test_what_is_planted_is_found(
    tmp_path: Path, file: str, old: str, new: str, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tefuda.contract.history.TRIES", 20)
    assert spoilt(tmp_path, check, file, (old, new))


def test_rules_that_do_not_run_are_told_with_their_line(tmp_path: Path) -> None:
    text = {path.stem: path.read_text("utf-8").replace("tefuda.blank", "brokenish") for path in BLANK.glob("*.py")}
    text["rules"] = text["rules"].replace("    s.phase = g.DEAL", "    s.phase = g.DEAD")
    (finding,) = examine(GAMES.load(str(folder(tmp_path, "brokenish", **text))), "plain", 1)
    assert "has no attribute 'DEAD'" in finding.problems[0] and "rules.py:" in finding.problems[0]


def test_rules_that_cannot_be_compiled_are_told_with_their_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = {path.stem: path.read_text("utf-8").replace("tefuda.blank", "listish") for path in BLANK.glob("*.py")}
    text["rules"] = text["rules"].replace("    s.phase = g.DEAL", "    s.phase = [g.DEAL][0]")
    assert "[g.DEAL]" in text["rules"]
    finding = next(examine(GAMES.load(str(folder(tmp_path, "listish", **text))), "plain", 2))
    assert finding.check.startswith("The rules are kernel Python")
    line = 1 + text["rules"][: text["rules"].index("[g.DEAL]")].count("\n")
    told = f"{tmp_path / 'listish' / 'rules.py'}:{line}: List is not kernel Python"
    assert finding.problems == [told]
    monkeypatch.delenv("TEFUDA_KERNEL", raising=False)
    assert main(["perft", str(tmp_path / "listish"), "--random", "1"]) == 2
    assert told in capsys.readouterr().err
