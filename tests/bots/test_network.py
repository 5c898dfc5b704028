"""`expert`: its networks, their files, and that they look at nothing that a seat may not know."""

from __future__ import annotations

import json
import random
import warnings
from array import array
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from tefuda.arena import check_contest, play, summary
from tefuda.bots import BOTS, LEVELS, expert, levels_of, network, quick_level
from tefuda.bots.entrants import decide, find_bot
from tefuda.bots.master import by_network
from tefuda.bots.network import BadNetwork, NoExpert, n_inputs, rules_of, written
from tefuda.games import GAMES, Face
from tefuda.games.option import check_options
from tefuda.games.scout.inputs import SCOUTS_SEEN
from tefuda.games.scout.state import DOUBLE0, SCOUT0, SCOUTS_MAX
from tefuda.games.twentythree.state import IN, PLAY
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.engine import engine_in
from tefuda.kernel.net import TOP, network_size
from tefuda.kernel.plain import Game
from tests.setups import SETUPS, Setup

LIMIT = 200_000  # bytes of a game's networks


def some_row(face: Face, seed: int = 1) -> array[int]:
    """A network that has not learnt anything."""
    rng = random.Random(seed)
    return array("h", [rng.randint(-300, 300) for _ in range(network_size(n_inputs(face)))])


def about(face: Face, **more: object) -> dict[str, object]:
    seats = face.seats({option.name: option.default for option in face.options})[0]
    rules = rules_of(face, seats, check_options(face.options, {}))
    return {"game": face.name, "seats": seats, "for": {}, "rules": rules, **more}


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Another place for the networks."""
    monkeypatch.setattr(network, "folder_of", lambda face: tmp_path)
    expert.read_again()
    yield tmp_path
    monkeypatch.undo()
    expert.read_again()


def positions(setup: Setup, seed: int, moves: int = 60) -> Iterator[tuple[Game, int]]:
    """Positions of a match at random, each with the seat that decides."""
    face, rng = GAMES[setup.game], random.Random(seed)
    game = face.begin(setup.seats, setup.options)
    for event in range(moves):
        if not game.settle(1000 * seed + event):
            return
        yield game, game.actor()
        game.apply(game.actor(), rng.choice(game.legal(game.actor())))


# ---- the kernel


@pytest.mark.parametrize("game", sorted(GAMES))
def test_all_forms_give_the_same_values(game: str) -> None:
    face = GAMES[game]
    row = some_row(face)
    plain, checked = (engine_in(game, form).Game for form in ("plain", "checked"))
    seen = 0
    for setup in [one for one in SETUPS if one.game == game][::5]:
        for position, seat in positions(setup, 3, 25):
            if seen % 5 == 0:
                found = position.values(seat, row, 7)
                for form in (plain, checked):
                    assert form.unpack(position.pack(), setup.seats).values(seat, row, 7) == found
                best = max(found, key=lambda action: found[action])
                usual = position.quick(seat, face.weights.CLUB)
                limit = position.rules.UNIT * plain.rules.caution(face.state(position))
                if limit and usual in found and found[best] - found[usual] <= limit:
                    best = usual
                assert position.think(seat, row, 7) == best or position.count(seat) == 1
                if seen % 25 == 0:
                    ahead = (seat, list(found)[:3], 1, 5, row)
                    assert plain.unpack(position.pack(), setup.seats).look_ahead(*ahead) == position.look_ahead(*ahead)
            seen += 1
    assert seen > 20


def test_what_was_looked_at_before_changes_nothing() -> None:
    """Only the difference to the last position is added; the sums must be those from the beginning."""
    face = GAMES["scout"]
    row = some_row(face)
    setup = Setup("scout", 4, check_options(face.options, {}))
    for position, seat in positions(setup, 5):
        found = position.values(seat, row, 1)
        for action, value in list(found.items())[:3]:
            after = position.clone()
            after.apply(seat, action)
            if after.rounds() == position.rounds() and after.actor() != OVER and action < 576:  # no Double Action
                rules, thought = after.rules, after.rules.Thought()
                rules.clear_thought(thought, row)
                rules.all_inputs(after.s, after.work, thought, seat)
                judged = rules.judge(thought, row)
                assert rules.standing(after.s, seat) * 65536 + judged * 30 == value


def test_lasting_inputs_are_the_same_after_every_move_and_in_every_world() -> None:
    """They are put in once for all moves of a decision, also where a move is tried in worlds dealt anew."""
    plain, told = engine_in("scout", "plain").Game, 0
    for setup in [one for one in SETUPS if one.game == "scout"]:
        for position, seat in islice(positions(setup, 4, 40), 0, None, 8):
            before = plain.unpack(position.pack(), setup.seats)
            found = lasting_of(before, seat)
            assert lasting_of(before.redeal(seat, 3), seat) == found
            for action in before.legal(seat):
                after = before.clone()
                after.apply(seat, action)
                if after.rounds() == before.rounds() and after.actor() != OVER:
                    assert lasting_of(after, seat) == found
                    told += bool(found)
    assert told > 500


def lasting_of(game: Game, seat: int) -> dict[int, int]:
    thought = game.rules.Thought()
    game.rules.lasting(game.s, game.work, thought, seat)
    return {int(thought.wanted[k]): int(thought.want[thought.wanted[k]]) for k in range(thought.wants)}


def test_the_largest_weights_stay_within_32_bits() -> None:
    """On the checked form, which refuses a sum that does not fit."""
    face = GAMES["scout"]
    inputs = n_inputs(face) * 64
    for high, top in ((32767, TOP), (-32768, -TOP)):
        row = array("h", [high] * inputs + [top] * (network_size(n_inputs(face)) - inputs))
        game = engine_in("scout", "checked").Game(4, [0, 0, 0, 600])
        assert game.settle(3)
        for _ in range(4):
            game.apply(game.actor(), 0)
        assert game.values(game.actor(), row, 1)


@pytest.mark.parametrize(("game", "seats"), [("scout", 4), ("solo", 3)])
def test_looking_ahead_is_a_mean_of_later_looks_and_of_how_the_round_ends(game: str, seats: int) -> None:
    """The same once more, in Python: a tenth of what is left for each look at the best move, the rest for the end."""
    face, row = GAMES[game], some_row(GAMES[game])
    plain = engine_in(game, "plain").Game
    setup, stopped, over = Setup(game, seats, check_options(face.options, {})), 0, 0
    for number, (position, seat) in enumerate(positions(setup, 2)):
        if number % 4:
            continue
        actions = list(position.values(seat, row, 1))[:2]
        sums, _, _ = position.look_ahead(seat, actions, 1, 9, row)
        world = plain.unpack(position.pack(), seats).redeal(seat, 9)
        world.rules.likely(world.s, world.work, seat)
        stream, packed = world.work.stream, world.pack()
        for action, value in zip(actions, sums, strict=True):
            after, wanted, left = type(position).unpack(packed, seats), 0.0, 1.0
            after.work.stream = stream
            after.apply(seat, action)
            for look in range(8):
                play_until(after, seat, row, position.rounds())
                if after.rounds() > position.rounds() or after.actor() == OVER:
                    wanted += left * after.rules.standing(after.s, seat)
                    over += 1
                    break
                own = after.rules.thoughtful(after.s, *after._thinking(), row, seat)
                best = after.scratch.thought.best / after.rules.UNIT
                wanted += left * best * (0.1 if look < 7 else 1)
                left *= 0.9
                after.apply(seat, own)
            else:
                stopped += 1
            assert value == pytest.approx(wanted / after.rules.point(after.s))
    assert stopped > 3
    assert over > 3 or game == "solo"  # whose rounds are long


def play_until(game: Game, seat: int, row: array[int], rounds: int) -> None:
    """The others move, and chance acts, until the seat is asked or the round is over."""
    while game.rounds() == rounds and game.actor() not in (seat, OVER):
        if game.actor() == CHANCE:
            count = game.rules.chance(game.s, game.work)
            game.rules.draw_pool(game.work, count)
            game.rules.deal(game.s, game.work)
        else:
            own = game.rules.thoughtful(game.s, *game._thinking(), row, game.actor())
            game.apply(game.actor(), own)


def test_master_begins_with_the_move_of_expert() -> None:
    face, row = GAMES["scout"], some_row(GAMES["scout"])
    for position, seat in positions(Setup("scout", 4, check_options(face.options, {})), 4, 20):
        found = by_network(position, seat, row, random.Random(3))
        seed = random.Random(3).getrandbits(62)
        values = position.values(seat, row, seed)
        own, *_ = found
        assert own == position.think(seat, row, seed) and found[own] == 0
        assert [values[one] for one in found] == sorted(values.values(), reverse=True)[:8]
        points = position.points(seat, row, seed)
        assert all(lead == points[one] - points[own] for one, lead in found.items())


def test_who_is_alone_in_a_round_of_23_never_passes() -> None:
    """Nobody will move the pile, so a pass is a chip for nothing; a network that never saw it would not know."""
    face, row, alone = GAMES["twentythree"], some_row(GAMES["twentythree"]), 0
    for seed in range(8):
        for position, seat in positions(Setup("twentythree", 2, check_options(face.options, {})), seed, 120):
            state = face.state(position)
            texts = [face.move_text(action) for action in position.values(seat, row, 1)]
            if state.phase == PLAY and IN not in (state.out[other] for other in range(2) if other != seat):
                assert "pass" not in texts and "leave" in texts
                alone += "pass" in [face.move_text(action) for action in position.legal(seat)]
    assert alone > 10


# ---- honesty


@pytest.mark.parametrize("game", sorted(GAMES))
def test_two_worlds_that_a_seat_cannot_tell_apart_are_valued_alike(game: str) -> None:
    """Of every move that shows nothing; those that do are tried in worlds of their own."""
    face = GAMES[game]
    row = some_row(face)
    rules = engine_in(game, "plain").Game.rules
    compared = 0
    for number, setup in enumerate(one for one in SETUPS if one.game == game):
        for position, seat in positions(setup, number, 40):
            world = position.redeal(seat, number)
            state = face.state(position)
            found, other = position.values(seat, row, 1), world.values(seat, row, 1)
            assert list(found) == list(other)
            for action, value in found.items():
                if not rules.blind(state, seat, action):
                    assert other[action] == value, face.move_text(action)
                    compared += 1
    assert compared > 500


@pytest.mark.parametrize("game", sorted(GAMES))
def test_with_and_without_a_view_it_is_the_same_bot(game: str, shelf: Path) -> None:
    face = GAMES[game]
    (shelf / "some.net").write_bytes(written(about(face), some_row(face)))
    expert.read_again()
    entrant, rules, compared = find_bot("expert", game), engine_in(game, "plain").Game.rules, 0
    for setup in [one for one in SETUPS if one.game == game][::4]:
        for position, seat in positions(setup, 2, 20):
            state, legal = face.state(position), position.legal(seat)
            moves = [face.move_text(action) for action in legal]
            if moves[0].startswith("commit"):
                continue  # a view does not say whether a card was laid in this turn, and so not what the stall will be
            if not any(rules.blind(state, seat, action) for action in legal):
                chosen = BOTS["expert"](face.view(position, seat), moves, random.Random(1))
                assert chosen == face.move_text(decide(face, entrant, position, seat, random.Random(1)))
                compared += 1
    assert compared > 20


# ---- files


def test_a_network_is_read_as_it_was_written(shelf: Path) -> None:
    face = GAMES["twentythree"]
    row = some_row(face)
    (shelf / "a.net").write_bytes(written(about(face), row))
    (found,) = network.networks("twentythree")
    assert found.row == row and found.seats == 4
    assert levels_of("twentythree") == LEVELS


def test_without_networks_there_is_no_expert(shelf: Path) -> None:
    assert levels_of("scout") == tuple(level for level in LEVELS if level != "expert")
    assert quick_level("scout") == "club"
    with pytest.raises(ValueError, match="there is no expert of scout"):
        find_bot("expert", "scout")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda data: data[: len(data) // 2], "damaged"),
        (lambda data: b"", "damaged"),
        (lambda data: b"[]\n" + data.partition(b"\n")[2], "damaged"),
        (lambda data: data.replace(b'"sum": "', b'"sum": "0', 1), "damaged"),
        (lambda data: data.replace(b'"game": "scout"', b'"game": "solo"'), "a network of solo, not of scout"),
        (
            lambda data: data.replace(b'"scout"', b'"gift"', 1).replace(b"{}", b'{"mode": ["attack"]}', 1),
            "a network of gift",
        ),
        (lambda data: data.replace(b'"rules": "', b'"rules": "0', 1), "trained for other rules"),
        (lambda data: data.replace(b'"seats": 4', b'"seats": 7'), "trained for other rules"),
        (lambda data: data.replace(b'"for": {}', b'"for": {"moon": [1]}'), "damaged"),
    ],
)
def test_what_cannot_be_used_is_said_and_left_out(shelf: Path, spoil: object, reason: str) -> None:
    face = GAMES["scout"]
    data = spoil(written(about(face), some_row(face)))  # type: ignore[operator]
    (shelf / "bad.net").write_bytes(data)
    with pytest.raises(BadNetwork, match=reason):
        network.read(shelf / "bad.net", face)
    with pytest.warns(NoExpert, match=reason):
        assert "expert" not in levels_of("scout")
    move = BOTS["club"](face.view(*next(positions(SETUPS[0], 1))), ["keep", "flip"], random.Random(1))
    assert move in ("keep", "flip")


def test_weights_that_could_leave_their_bounds_are_damaged(shelf: Path) -> None:
    face = GAMES["scout"]
    row = some_row(face)
    row[-5] = TOP + 1
    (shelf / "bad.net").write_bytes(written(about(face), row))
    with pytest.raises(BadNetwork, match="damaged"):
        network.read(shelf / "bad.net", face)


def test_the_network_for_the_options_and_seats(shelf: Path) -> None:
    face = GAMES["gift"]
    for seats, mode in ((4, "attack"), (2, "attack"), (4, "create")):
        options = check_options(face.options, {"mode": mode})
        told = about(face, **{"seats": seats, "for": {"mode": [mode]}, "rules": rules_of(face, seats, options)})
        told["also seats"] = [3]
        (shelf / f"{seats}{mode}.net").write_bytes(written(told, some_row(face)))
    attack, create = (check_options(face.options, {"mode": mode}) for mode in ("attack", "create"))
    chosen = [network.network_for("gift", seats, options) for options in (attack, create) for seats in (2, 3, 4)]
    assert [one and (one.seats, one.about["for"]["mode"][0]) for one in chosen] == [
        (2, "attack"), (2, "attack"), (4, "attack"), None, (4, "create"), (4, "create"),
    ]  # fmt: skip


def test_without_a_network_for_these_options_it_plays_as_club(shelf: Path) -> None:
    face = GAMES["scout"]
    (shelf / "a.net").write_bytes(written(about(face, **{"for": {"edition": ["first"]}}), some_row(face)))
    setup = Setup("scout", 2, check_options(face.options, {"edition": "oink"}))
    for position, seat in positions(setup, 4, 30):
        moves = [face.move_text(action) for action in position.legal(seat)]
        view = face.view(position, seat)
        assert BOTS["expert"](view, moves, random.Random(1)) == BOTS["club"](view, moves, random.Random(1))


# ---- those of the repository


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_networks_of_the_games(game: str) -> None:
    """They are of these rules, small, and say how they were made."""
    files = sorted(network.folder_of(GAMES[game]).glob("*.net"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        expert.read_again()
        assert len(network.networks(game)) == len(files)
    assert sum(path.stat().st_size for path in files) <= LIMIT
    for path in files:
        told = json.loads(path.read_bytes().partition(b"\n")[0])
        assert {"seed", "seconds", "decisions", "rules", "commit", "made by"} <= set(told)
        assert "/" not in told["made by"], "no folder of the machine that trained it"


def test_expert_is_stronger_than_club() -> None:
    for game in GAMES:
        if expert.is_offered(game):
            contest = check_contest(game, {}, ["expert", *["club"] * 3])
            deals = 4000 if game == "solo" else 150  # a round of SOLO is mostly luck
            margin, _, _ = summary(play(contest, range(1_000_000, 1_000_000 + deals)), 0)
            assert margin.low > 0, game


def test_scouts_that_do_the_same_are_looked_at_once() -> None:
    """In SCOUT: of the places for a card those at the ends and next to a card that it goes with, none of them twice."""
    face, rng, looked = GAMES["scout"], random.Random(4), 0
    row = some_row(face)
    for deal in range(12):
        game = face.begin(4, check_options(face.options, {}))
        game.settle(deal)
        while game.rounds() == 0 and game.actor() >= 0:
            seat, s = game.actor(), face.state(game)
            hand = [card & 15 for card in s.hands[seat][: s.hand_size[seat]]]
            sensible = set()
            for action in game.legal(seat):
                if SCOUT0 <= action < DOUBLE0:
                    way, place = divmod(action - SCOUT0, SCOUTS_MAX)
                    card = s.table[s.table_size - 1 if way >= 2 else 0]
                    number = card >> 4 & 15 if way & 1 else card & 15
                    beside = [abs(number - one) for one in hand[max(0, place - 1) : place + 1]]
                    if place in (0, len(hand)) or min(beside) <= 1:
                        sensible.add((way, *hand[:place], number, *hand[place:]))
            listed = [divmod(one - SCOUT0, SCOUTS_MAX) for one in game.values(seat, row, 1) if SCOUT0 <= one < DOUBLE0]
            assert len(listed) == min(len(sensible), SCOUTS_SEEN)
            looked += len(sensible) < SCOUTS_SEEN and len(listed) > 0
            game.apply(seat, rng.choice(game.legal(seat)))
    assert looked > 20
