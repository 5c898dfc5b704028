"""Training: the network of reals, its targets, and that it learns and can be continued."""

from __future__ import annotations

import json
from array import array
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tefuda.bots.network import n_inputs, read
from tefuda.cli import main
from tefuda.cli.train import picture
from tefuda.games import GAMES, Face
from tefuda.games.option import check_options
from tefuda.intervals import Mean
from tefuda.kernel import CHANCE
from tefuda.kernel.engine import engine_in
from tefuda.kernel.learn import HAS_INPUTS, IS_OVER
from tefuda.kernel.net import FULL, TOP
from tefuda.kernel.plain import Game
from tefuda.train import STEADY, Learner, Plan, School, Step, apart, bent, load_state, save_state, train


def plan(game: str = "twentythree", seats: int = 2, seconds: float = 0.5, **more: object) -> Plan:
    return Plan(game, seats, check_options(GAMES[game].options, {}), seconds, **more)  # type: ignore[arg-type]


def test_a_step_goes_down_the_slope() -> None:
    """The slopes are those that differences give."""
    learner = Learner(12, 3)
    rng = np.random.default_rng(1)
    rows, targets = rng.integers(0, 2 * FULL, (8, 12)).astype(np.int8), rng.normal(0, 0.1, 8).astype(np.float32)

    def error() -> float:
        w1, b1, w2, b2, w3, b3 = (part.astype(np.float64) for part in learner.parts)
        said = bent(bent(rows / FULL @ w1 + b1) @ w2.T + b2) @ w3 + b3[0]
        return float(((said - targets) ** 2).mean())

    before = learner.flat.copy()
    learner.step(rows, targets, 0.0)
    for place in rng.choice(len(before), 40, replace=False):
        learner.flat[:] = before
        learner.flat[place] += 1e-3
        up = error()
        learner.flat[place] -= 2e-3
        assert (up - error()) / 4e-3 == pytest.approx(learner.slope[place], abs=2e-3)
        learner.flat[:] = before


def test_it_learns() -> None:
    learner = Learner(12, 3)
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 2, (256, 12)).astype(np.int8) * FULL
    targets = (rows[:, 0] * rows[:, 1] / FULL**2 - 0.5 * rows[:, 2] / FULL).astype(np.float32)
    first = learner.step(rows, targets, 3e-3)
    for _ in range(300):
        last = learner.step(rows, targets, 3e-3)
    assert last < first / 20


def test_reals_and_whole_numbers_say_the_same() -> None:
    """The kernel's value is that of the network of reals, but for rounding."""
    face = GAMES["twentythree"]
    learner = Learner(n_inputs(face), 5)
    game = face.begin(3, check_options(face.options, {}))
    for event in range(40):
        if not game.settle(event):
            break
        seat = game.actor()
        game.apply(seat, game.nth(seat, event % game.count(seat)))
        if game.actor() >= 0:
            row = np.zeros((1, learner.inputs), np.int8)
            for index, amount in game.inputs(seat).items():
                row[0, index] = amount
            w1, b1, w2, b2, w3, b3 = learner.parts
            said = float((bent(bent(row / FULL @ w1 + b1) @ w2.T + b2) @ w3 + b3[0])[0])
            thought = game.rules.Thought()
            game.rules.clear_thought(thought, learner.row())
            game.rules.all_inputs(game.s, game.work, thought, seat)
            assert game.rules.judge(thought, learner.row()) / 65536 == pytest.approx(said, abs=0.05)


def test_what_came_of_a_position_is_how_the_round_ended() -> None:
    """With full trust: the margin at the end less the one that was in sight."""
    one = plan("scout", 3)
    school = School(one)
    learner = Learner(school.width, 1)
    count = school.play(learner.row(), False, 0.1, 1.0)
    assert count > 1000 and school.kept == count and school.decisions > count
    assert np.abs(school.kept_targets[:count]).max() < 6 and school.kept_targets[:count].std() > 0.1
    assert (school.kept_rows[:count].max(axis=-1) > 0).all()


@pytest.mark.parametrize("tries", [0, 3])
def test_the_same_seed_plays_the_same(tries: int) -> None:
    rows = []
    for _ in range(2):
        school = School(plan("gift", 4, tries=tries))
        school.play(Learner(school.width, 1).row(), True, 0.05, 0.8)
        rows.append((school.kept, school.kept_targets[: school.kept].tobytes(), school.kept_rows[:100].tobytes()))
    assert rows[0] == rows[1]


def test_only_what_moves_of_a_decision_are_off_against_one_another_counts_much() -> None:
    """By hand: of a decision's mean a tenth is left. A move that ends the round is never off."""
    marks = np.array([[HAS_INPUTS] * 3, [HAS_INPUTS, IS_OVER, 0]], np.uint8)
    found = apart(np.array([4.0, 2.0, 0.0, 2.0, 7.0, 7.0]), marks)
    assert found == pytest.approx([2.2, 0.2, -1.8, 1.1, 0, 0])  # means of 2 and 1, less nine tenths of them


def test_comparing_moves_teaches_which_is_better() -> None:
    """What all moves of a decision have in common is chance, and drowns what they differ by; not so here."""
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 2, (512, 2, 12)).astype(np.int8) * FULL
    better = 0.1 * rows[:, :, 0] / FULL
    targets = (better + rng.normal(0, 1.0, (512, 1))).astype(np.float32)
    marks = np.full(targets.shape, HAS_INPUTS, np.uint8)
    off = []
    for used in (None, marks):
        learner = Learner(12, 3)
        for _ in range(200):
            learner.step(rows.reshape(-1, 12), targets.reshape(-1), 1e-3, used)
        w1, b1, w2, b2, w3, b3 = learner.parts
        said = bent(bent(rows.reshape(-1, 12) / FULL @ w1 + b1) @ w2.T + b2) @ w3 + b3[0]
        off.append(np.square(apart(said - better.reshape(-1), marks)).mean())
    assert off[1] < off[0] / 4


@pytest.mark.parametrize("game", sorted(GAMES))
def test_moves_are_compared_alike_in_all_forms(game: str) -> None:
    face, found = GAMES[game], []
    options = check_options(face.options, {})
    for form in ("plain", ""):
        played = engine_in(game, form).Game(3, face.numbers(options))
        rows = compared(face, played, Learner(n_inputs(face), 1).row(), 4, 0.3)
        found.append([one.tobytes() for one in rows])
    assert found[0] == found[1]


@pytest.mark.parametrize("guests", [0.0, 1.0])
def test_after_each_move_the_round_goes_on_from_the_same_hands(guests: float) -> None:
    """In SCOUT nothing is drawn: what came of a move is how the round ends if all play on, once more in Python.

    The two moves that the network likes best come first, then any other. With guests one seat alone has the network.
    """
    face = GAMES["scout"]
    options, row = check_options(face.options, {}), Learner(n_inputs(face), 1).row()
    rules, told, last = engine_in("scout", "plain").Game.rules, 0, set()

    def usual(game: Game, own: int) -> int:
        seat = game.actor()
        return game.think(seat, row, 1) if seat == own or not guests else game.quick(seat, face.weights.CLUB)

    def after_move(game: Game, seat: int, action: int) -> Game:
        after = game.clone()
        after.apply(seat, action)
        while rules.unfinished(face.state(after), seat):
            after.apply(seat, after.think(seat, row, 1))
        return after

    for deal in range(16):
        before = face.begin(3, options)
        before.settle(deal)
        for _ in range(12 + deal % 12):
            before.apply(before.actor(), before.think(before.actor(), row, 1))
        rows, marks, targets = compared(face, before.clone(), row, 1, 1.0, guests)
        seen = [{int(i): int(one[i]) for i in one.nonzero()[0]} for one in rows]
        for _ in range(3):  # whose decision it was
            if before.actor() == CHANCE:
                continue  # the round is over
            seat, liked = before.actor(), before.values(before.actor(), row, 1)
            best = sorted(liked, key=lambda action: -liked[action])
            afters = [after_move(before, seat, action) for action in best]
            if len(best) > 2 and afters[0].inputs(seat) == seen[0]:
                break
            before.apply(seat, usual(before, -1))
        else:
            continue  # a move that ended the round, or few moves
        for k in range(2):
            if afters[k].rounds() > before.rounds():
                assert marks[k] == IS_OVER and targets[k] == 0
                continue
            assert marks[k] == HAS_INPUTS and seen[k] == afters[k].inputs(seat)
            start, own = afters[k].rules.standing(afters[k].s, seat), 0
            while afters[k].rounds() == before.rounds():  # at the eighth look it would be what the network thinks
                own += afters[k].actor() == seat
                afters[k].apply(afters[k].actor(), usual(afters[k], seat))
            if own < 8:
                gained = (afters[k].rules.standing(afters[k].s, seat) - start) / rules.spread(face.state(afters[k]))
                assert targets[k] == pytest.approx(gained)
                told += 1
        if marks[2] == HAS_INPUTS:
            last.add([after.inputs(seat) for after in afters[2:]].index(seen[2]))
    assert told > 6 and len(last) > 2


def compared(
    face: Face, game: Game, row: array[int], decisions: int, share: float, guests: float = 0.0
) -> tuple[Any, Any, Any]:
    """Three moves at each of so many decisions of a match, with full trust in how the round ends."""
    room = 3 * decisions
    rows = np.zeros((room, n_inputs(face)), np.int8), np.zeros(room, np.uint8), np.zeros(room)
    numbers = face.numbers(check_options(face.options, {}))
    count, made = game.compare(5, row, [face.weights.CLUB] * 3, numbers, 3, share, 0.0, guests, 1.0, rows)
    assert count == room and made > decisions
    return rows


def test_a_training_by_comparing_moves_goes_on_too(tmp_path: Path) -> None:
    one, path = plan(deals=2, tries=3, start="a.net"), tmp_path / "state.npz"
    learner = Learner(n_inputs(one.face), one.seed)
    before = learner.flat.copy()
    curve = list(train(one, learner))
    assert curve[-1].decisions > 1000 and (learner.flat != before).any()
    save_state(path, one, learner, curve)
    assert load_state(path, one, Learner(n_inputs(one.face), one.seed)) == curve
    with pytest.raises(ValueError, match="of another training"):
        load_state(path, one._replace(tries=4), learner)


def test_a_training_can_be_stopped_and_goes_on(tmp_path: Path) -> None:
    one, path = plan(deals=2), tmp_path / "state.npz"
    learner = Learner(n_inputs(one.face), one.seed)
    curve = list(train(one, learner))
    assert curve[-1].seconds >= one.seconds and curve[-1].decisions > 1000
    save_state(path, one, learner, curve)
    other = Learner(n_inputs(one.face), one.seed)
    assert load_state(path, one._replace(seconds=9.0), other) == curve
    assert other.steps == learner.steps and (other.flat == learner.flat).all()
    assert list(train(one, other, curve)) == []
    with pytest.raises(ValueError, match="of another training"):
        load_state(path, one._replace(seats=3), other)
    path.write_bytes(b"nothing")
    with pytest.raises(ValueError, match="no state of a training"):
        load_state(path, one, other)


def test_what_plays_is_the_mean_of_the_last_networks() -> None:
    """It follows the network of the last step, and the slower the more steps there were."""
    learner = Learner(12, 3)
    rows, targets = np.full((1, 12), FULL, np.int8), np.zeros(1, np.float32)
    learner.flat[0] += 1
    behind = [1.0]
    for _ in range(300):
        learner.step(rows, targets, 0.0)
        behind.append(float(learner.flat[0] - learner.steady[0]))
    assert all(b < a for a, b in pairwise(behind)) and 0.01 < behind[-1] < 0.1
    assert learner.row()[0] == round(256 * float(learner.steady[0])) != round(256 * float(learner.flat[0]))
    learner.steps = 10**6
    learner.flat[1] += 1
    learner.step(rows, targets, 0.0)
    assert float(learner.flat[1] - learner.steady[1]) == pytest.approx(1 - STEADY, abs=1e-4)


def test_the_best_network_measured_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also across a stop: what comes later takes its place only if it did better."""
    margins = iter([1.0, 3.0, 2.0, 2.5, 4.0])
    seen: list[bytes] = []

    def measured(_plan: Plan, row: array[int], _deals: range) -> Mean:
        seen.append(row.tobytes())
        return Mean(value := next(margins), value - 1, value + 1)

    monkeypatch.setattr("tefuda.train.measure", measured)
    monkeypatch.setattr("tefuda.train.CHUNK", 1000)
    one, path = plan(seconds=60.0, deals=2), tmp_path / "state.npz"
    learner = Learner(n_inputs(one.face), one.seed)
    curve: list[Step] = []
    for _ in range(5):
        curve.append(next(train(one._replace(seconds=600.0), learner, [s._replace(seconds=0.0) for s in curve])))
        save_state(path, one, learner, curve)
        learner = Learner(n_inputs(one.face), one.seed)
        assert load_state(path, one, learner) == curve
        assert learner.best.tobytes() == seen[max(range(len(curve)), key=lambda k: curve[k].margin.value)]
    assert len(set(seen)) == 5


def test_the_command_writes_a_network(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tefuda.train.CHUNK", 3000)
    file, curve = tmp_path / "a.net", tmp_path / "a.svg"
    command = ["train", "23", "--seconds", "1", "--seed", "4", "--deals", "50"]
    assert main([*command, "--seats", "2", "--save", str(file), "--curve", str(curve)]) == 0
    told = capsys.readouterr().out
    assert "over club" in told and "a.net" in told
    found = read(file, GAMES["twentythree"])
    assert found.seats == 2 and found.about["seed"] == 4 and found.about["seconds"] >= 1
    assert max(map(abs, found.row[-100:])) <= TOP
    assert curve.read_text().startswith("<svg")
    assert json.loads(file.read_bytes().partition(b"\n")[0])["rules"]
    assert main([*command, "--seats", "3", "--start", str(file), "--save", str(tmp_path / "b.net")]) == 0
    assert "b.net" in capsys.readouterr().out
    assert main([*command, "--seats", "2", "--tries", "3", "--start", str(file), "--save", str(file)]) == 0
    assert read(file, GAMES["twentythree"]).about["sum"] != found.about["sum"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("scout --seats 7", "seats must be 3 to 5 here, not 7"),
        ("scout --seconds 0", "takes 1 to 1,000,000 seconds"),
        ("scout --deals 1", "measured on 2 to 1,000,000 deals"),
        ("scout --odd 2", "shares are between 0 and 1"),
        ("scout --save here.txt", "ends in .net"),
        ("scout --save nowhere/here.net", "there is no folder nowhere"),
        ("scout --also turn_cap=3", "not for one value of 'turn_cap'"),
        ("scout --tries 4", "by a network to start with"),
        ("scout --tries 17 --start missing.net", "2 to 16 moves are compared"),
        ("scout --start missing.net", "cannot read missing.net"),
    ],
)
def test_bad_input_is_refused(words: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", *words.split()]) == 2
    assert reason in capsys.readouterr().err


def test_the_curve_is_drawn() -> None:
    steps = [Step(10.0 * k, 1000 * k, 0.1, Mean(k - 1.0, k - 1.5, k - 0.5)) for k in range(4)]
    drawn = picture(steps, "23, 2 seats")
    assert drawn.count("<polyline") == 1 and "23, 2 seats" in drawn and "+2.5" in drawn
