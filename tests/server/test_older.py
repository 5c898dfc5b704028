"""Tables that were made before an option existed go on by the rules of their time."""

from __future__ import annotations

from tefuda.games import GAMES
from tefuda.games.option import check_options
from tefuda.server.log import Made, Moved, Sat
from tefuda.server.table import Table

OPTIONS = check_options(GAMES["twentythree"].options, {"learn12": True, "circles": 2})


def made(options: dict[str, str | int | bool]) -> Table:
    table = Table("0" * 12, Made("twentythree", options, [None, None], "ann", False, None, True, True, 60, "7" * 64))
    for seat, person in enumerate(("ann", "ben")):
        table.read(Sat(seat, person, person, ""))
    for entry in table.start("ann", "club"):
        table.read(entry)
    return table


def test_a_table_without_circles_blocks_after_two() -> None:
    older = {name: value for name, value in OPTIONS.items() if name != "circles"}
    table = made(older)
    assert table.made.options == OPTIONS
    assert table.match and table.match.record.options["circles"] == 2
    for _ in range(4):
        seat = table.match.to_act[0]
        table.read(Moved(seat, "pass", []))
    assert "pass" not in table.match.moves(table.match.to_act[0])
    assert str(table.match.record).startswith("tefuda 1")


def test_a_new_table_keeps_what_it_was_made_with() -> None:
    assert made(OPTIONS | {"circles": 10}).made.options["circles"] == 10
