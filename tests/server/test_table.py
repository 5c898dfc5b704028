"""The table on its own: what may happen at it, and that its log restores it. No clock, no socket, no store."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tefuda import GAMES
from tefuda.errors import IllegalMove
from tefuda.server import protocol as p
from tefuda.server import table as table_module
from tefuda.server.log import AnyEntry, Did, Hosted, Made
from tefuda.server.summary import results
from tefuda.server.table import PERSONS, REMEMBERED, Refusal, Table, fold

HOST, GUEST, STRANGER = "h" * 64, "g" * 64, "s" * 64
SEED = "ab" * 32


def made(game: str = "scout", seats: int = 3, clock: p.Clock | None = None, **options: Any) -> Made:
    """A table with seats for people alone."""
    return Made(game, options, [None] * seats, HOST, False, clock, True, True, 60, SEED)


class Log:
    """A table, and the entries from which it came."""

    def __init__(self, first: Made) -> None:
        self.entries: list[AnyEntry] = [first]
        self.table = Table("0" * 12, first)

    def add(self, *entries: AnyEntry) -> Log:
        for entry in entries:
            self.entries.append(entry)
            self.table.read(entry)
        return self

    def seated(self) -> Log:
        """The host and a guest, and a bot in the other seats; the match has begun."""
        self.add(self.table.sit(HOST, 0, "Aki", "01"), self.table.sit(GUEST, 1, "Ben", "02"))
        return self.add(*self.table.start(HOST, "club"))

    def play(self, seat: int, move: str, command: str = "") -> None:
        moved, _ = self.table.play(seat, move, command, self.table.places[seat].reserve)
        self.entries.append(moved)

    def play_on(self, moves: int, seed: int = 1) -> None:
        rng = random.Random(seed)
        for _ in range(moves):
            if self.table.is_over:
                return
            seat = rng.choice(self.table.playing.to_act)
            self.play(seat, rng.choice(self.table.playing.moves(seat)), f"c{len(self.entries)}")

    def again(self) -> Table:
        return fold("0" * 12, self.entries, whole=True)


def refused(work: Any, *given: Any) -> str:
    with pytest.raises(Refusal) as found:
        work(*given)
    return found.value.reason


@pytest.mark.parametrize("game", [name for name, face in GAMES.items() if not face.folder])
def test_the_log_gives_the_table_again(game: str) -> None:
    log = Log(made(game, max(3, GAMES[game].seats({o.name: o.default for o in GAMES[game].options})[0]))).seated()
    log.play_on(40)
    again = log.again()
    assert again.playing == log.table.playing and again.size == len(log.entries)
    assert [place.moves for place in again.places] == [place.moves for place in log.table.places]
    assert again.names[:2] == ["Aki", "Ben"] and again.sat == [{HOST, GUEST}]


def test_a_seat_is_somebody_s_until_they_stand() -> None:
    log = Log(made()).add(Table("0" * 12, made()).sit(HOST, 0, "Aki", ""))
    own = log.table
    assert refused(own.sit, GUEST, 0, "Ben", "") == "taken"
    assert refused(own.sit, HOST, 1, "Aki", "") == "taken"
    assert refused(own.sit, GUEST, 3, "Ben", "") == "taken"
    log.add(own.stand(HOST))
    log.add(own.sit(GUEST, 0, "Ben", ""))
    assert own.seat_of(GUEST) == 0 and own.seat_of(HOST) is None


def test_what_only_the_host_may_do() -> None:
    table = Log(made()).table
    assert refused(table.start, STRANGER, "club") == "not-host"
    assert refused(table.assign, STRANGER, 0, None) == "not-host"
    assert refused(table.end, STRANGER, SEED) == "not-host"
    assert refused(table.end, HOST, SEED) == "not-started"
    table.read(Hosted(GUEST))
    assert refused(table.start, HOST, "club") == "not-host"


def test_what_is_refused_after_the_start() -> None:
    table = Log(made()).seated().table
    assert refused(table.sit, STRANGER, 2, "Cho", "") == "started"
    assert refused(table.start, HOST, "club") == "started"
    assert refused(table.assign, HOST, 2, None) == "started"
    assert refused(table.wish, HOST, "") == "started"
    assert refused(table.publish, HOST, 1) == "started"
    assert refused(table.publish, HOST, 2) == "not-started"


def test_a_move_is_refused_with_its_reason_and_changes_nothing() -> None:
    lobby = Log(made()).table
    assert refused(lobby.check_text, "keep") == "not-started"
    log = Log(made()).seated()
    before = str(log.table.playing.record)
    assert refused(log.table.check_play, 0, "jump over") == "notation"
    assert refused(log.table.check_play, 0, "play 1+1") == "illegal"
    log.play(0, "keep")
    assert refused(log.table.check_play, 0, "keep") == "not-now"
    with pytest.raises(IllegalMove):  # the rules let nothing in that was not checked
        log.table.play(0, "keep", "", 0)
    assert str(log.table.playing.record).startswith(before)
    log.add(log.table.end(HOST, SEED))
    assert refused(log.table.check_play, 1, "keep") == "over"


def test_a_move_goes_through_the_match_s_own_door() -> None:
    """What the table stores is what the match did: the move, and what chance did then."""
    log = Log(made("twentythree")).seated()
    for seat in (0, 1, 2):
        for _ in range(3):
            moves = log.table.playing.moves(seat)
            moved, step = log.table.play(seat, moves[0], "", 0)
            assert step.seat == seat and [event.text for _, event, _ in step.parts] == [moved.move, *moved.drawn]
            assert step.parts[0][0].legal(seat) and step.parts[-1][2].actor() == log.table.playing.actor


def test_a_command_that_comes_twice_is_known() -> None:
    log = Log(made()).seated()
    log.play(0, "keep", "first")
    assert log.table.is_done(0, 1, "first") and not log.table.is_done(0, 2, "first")
    assert not log.table.is_done(1, 1, "first")


def test_the_last_commands_of_a_seat_and_of_a_person_are_remembered() -> None:
    """As many as `REMEMBERED`, and of the persons those who did something last."""
    log = Log(made()).seated()
    log.table.places[0].commands = [(1, str(n)) for n in range(REMEMBERED)]
    log.play(0, "keep", "new")
    assert log.table.places[0].commands == [*((1, str(n)) for n in range(1, REMEMBERED)), (1, "new")]
    for n in range(REMEMBERED + 2):
        log.add(Did(HOST, str(n)))
    assert log.table.done == {HOST: [str(n) for n in range(2, REMEMBERED + 2)]}
    for n in range(1, PERSONS):
        log.add(Did(f"{n:064}", "x"))
    assert len(log.table.done) == PERSONS and HOST in log.table.done
    log.add(Did(STRANGER, "x"))
    assert len(log.table.done) == PERSONS and HOST not in log.table.done
    log.add(Did(f"{1:064}", "y"), Did(GUEST, "x"))  # who does something again is not the oldest any more
    assert log.table.done[f"{1:064}"] == ["x", "y"] and f"{2:064}" not in log.table.done


def test_a_result_is_a_bot_s_work_if_it_made_the_moves() -> None:
    log = Log(made()).seated()
    log.play(0, "keep", "by me")
    log.play(1, "keep")
    assert not log.table.is_bots_work(0) and log.table.is_bots_work(1) and not log.table.is_bots_work(2)


def test_a_result_says_that_a_bot_made_one_of_the_moves() -> None:
    log = Log(made()).seated()
    log.play(0, "keep", "by me")
    log.play(1, "keep", "by me")
    for place in log.table.places[:2]:
        place.moves = 3
    log.table.places[1].by_bot = 1
    log.add(log.table.end(HOST, "cd" * 32))
    told = {row.person: msgspec.json.decode(row.body) for row in results(log.table, 0.0)}
    assert "helped" not in told[HOST] and told[GUEST]["helped"] is True


def test_a_seed_is_told_when_the_match_is_over() -> None:
    log = Log(made()).seated()
    assert log.table.deal_info().seed is None
    assert log.table.outcome(None) is None
    log.add(log.table.end(HOST, "cd" * 32))
    told = log.table.deal_info()
    assert told.seed == SEED and told.next is not None and log.table.result() is not None
    assert log.table.outcome(None) == ("stopped", [0, 0, 0], [])
    log.add(log.table.wish(HOST, "03"), log.table.wish(GUEST, "04"), log.table.rematch())
    assert log.table.number == 2 and log.table.deal_info().seed is None and log.again().number == 2


def test_giving_up() -> None:
    several = Log(made()).seated().table
    assert refused(several.concede, STRANGER, SEED) == "not-seated"
    assert refused(several.concede, HOST, SEED) == "not-allowed"
    alone = Log(made())
    alone.add(alone.table.sit(HOST, 0, "Aki", ""))
    alone.add(*alone.table.start(HOST, "club"))
    assert alone.table.alone(HOST) == 0 and refused(several.alone, HOST) == "not-allowed"
    alone.add(alone.table.concede(HOST, SEED))
    assert alone.table.outcome(0) == ("conceded", [0, 0, 0], [1, 2])


def test_undo_is_for_a_person_who_plays_against_bots_alone() -> None:
    log = Log(made())
    log.add(log.table.sit(HOST, 0, "Aki", ""))
    log.add(*log.table.start(HOST, "club"))
    assert refused(log.table.undo, HOST) == "not-now"
    begun = str(log.table.playing.record)
    log.play(0, "keep", "c")
    log.add(log.table.undo(HOST))
    assert str(log.table.playing.record) == begun and log.table.places[0].undone
    assert str(log.again().playing.record) == begun


@pytest.mark.parametrize("game", list(GAMES))
def test_the_window_of_a_race_is_what_the_game_declares(game: str) -> None:
    """The server knows no game: whichever option a game names as its race is the window."""
    face = GAMES[game]
    seats = face.seats({option.name: option.default for option in face.options})[0]
    options: dict[str, Any] = {face.race: 1500} if face.race else {}
    assert Table("0" * 12, made(game, seats, **options)).race_window == (1500 if face.race else 0)
    assert not face.race or face.race in {option.name for option in face.options}


def test_the_server_knows_no_game() -> None:
    folder = Path(table_module.__file__).parent
    names = [name for name, face in GAMES.items() if not face.folder] + [
        face.race for face in GAMES.values() if face.race
    ]
    for path in sorted(folder.glob("*.py")):
        text = path.read_text("utf-8")
        assert [name for name in names if f'"{name}"' in text] == [], path
