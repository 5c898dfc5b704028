"""The trials of play, in their short forms: `python -m tests.trials` runs the long ones."""

from __future__ import annotations

from tests.trials import kills, leaving, order, races
from tests.trials.leaving import Leavings, Left
from tests.trials.races import Attempt, judge


def test_kills() -> None:
    report = kills.run(20)
    assert report.passed, report


def test_leaving() -> None:
    report = leaving.run(1)
    assert report.passed, report
    assert sum(one.back for one in report.found) >= 6, report


def test_a_long_wait_and_a_double_move_are_found() -> None:
    good = Left("solo", "turn", 15.5, True, True, 0)
    assert Leavings([good], []).passed
    for bad in (good._replace(wait=16.1), good._replace(over=False), good._replace(doubled=1)):
        assert not Leavings([good, bad], []).passed
    assert not Leavings([good], ["solo/give"]).passed


def test_races() -> None:
    report = races.run(60)
    assert report.passed, report
    assert report.races == 60 and 0 < report.late < 60
    assert report.lies == 6 and report.won >= 5


def test_unfair_and_undecided_races_are_found() -> None:
    won, late = Attempt(True, 0, ""), Attempt(False, 1, "late: seat 0 was first")
    lost, early = late._replace(near=True), won._replace(near=False)
    assert judge([(won, late), (lost, early)] * 20).passed
    assert not judge([(won, late)] * 40).passed
    assert not judge([(won, early)]).passed and not judge([(lost, late)]).passed
    assert judge([(won, late._replace(refused="late: seat 1 was first"))]).untold
    fair = judge([(won, late), (lost, early)] * 20)
    assert fair._replace(lies=100, won=95).passed and not fair._replace(lies=100, won=94).passed


def test_order() -> None:
    report = order.run(150)
    assert report.passed, report
    assert report.accepted >= 150 and report.updates > report.accepted


WRITE = b"""7 pwrite64(9</t.db-wal>, "..{\\"type\\":\\"moved\\",\\"command\\":\\"k1\\"}", 40, 0) = 40\n"""
SYNC = b"7 fdatasync(9</t.db-wal>) = 0\n"
SENT = (
    b"""6 sendto(12<socket:[5]>, "HTTP/1.1 101\\r\\n\\r\\n", 16, 0, NULL, 0) = 16\n""",
    b"""6 sendto(12<socket:[5]>, "\\201\\35{\\"type\\":\\"accepted\\",\\"id\\":\\"k1\\"}", 31, 0, NULL, 0) = 31\n""",
)


def test_an_answer_before_the_sync_is_found() -> None:
    orders = {
        (WRITE, SYNC, *SENT): 0,
        (WRITE, *SENT, SYNC): 1,
        (SYNC, WRITE, *SENT): 1,
        (WRITE, SYNC.replace(b"0\n", b"-1 EIO (Input/output error)\n"), *SENT): 1,
        (WRITE, b"7 fdatasync(9</t.db-wal> <unfinished ...>\n", *SENT, b"7 <... fdatasync resumed>) = 0\n"): 1,
        (WRITE, b"7 fdatasync(9</t.db-wal> <unfinished ...>\n", b"7 <... fdatasync resumed>) = 0\n", *SENT): 0,
    }
    for lines, early in orders.items():
        found = order.judge(order.read(lines), {}, {"k1"})
        assert (found.accepted, found.early, found.unseen) == (1, early, 0), lines
