"""Records: the same memory in Python, NumPy and C, and a form that checks every access."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import numpy as np
import pytest

from tefuda.kernel import I8, I16, I64, U8, Grid, Ints, Record, checked, dtype
from tefuda.kernel.record import clear, copy, fields, layout
from tests.setups import SETUPS


class Sample(Record):
    small: I8
    large: I64
    byte: U8
    row: Annotated[Ints, "i2", 3]
    grid: Annotated[Grid, "i1", 2, 4]


class Longer(Sample):
    row: Annotated[Ints, "i2", 5]
    extra: I16


def filled() -> Sample:
    sample = Sample()
    sample.small, sample.large, sample.byte = -7, 2**62, 200
    sample.row[2] = -300
    sample.grid[1][3] = 9
    return sample


def test_fields_start_at_zero_and_know_their_shape() -> None:
    assert Sample() == Sample.unpack(bytes(layout(Sample).size))
    assert [field.shape for field in fields(Sample)] == [(), (), (), (3,), (2, 4)]


def test_a_record_may_give_a_field_of_its_base_another_length() -> None:
    assert {field.name: field.shape for field in fields(Longer)}["row"] == (5,)
    assert len(Longer().row) == 5
    assert len(Sample().row) == 3


def test_pack_and_unpack_round_trip() -> None:
    assert Sample.unpack(filled().pack()) == filled()
    assert filled() != Sample()


def test_numpy_has_the_same_layout() -> None:
    array = np.frombuffer(filled().pack(), dtype(Sample))
    assert array.dtype.itemsize == layout(Sample).size
    assert array["large"][0] == 2**62
    assert array["row"][0].tolist() == [0, 0, -300]
    assert array["grid"][0][1].tolist() == [0, 0, 0, 9]


@pytest.mark.parametrize("game", sorted({setup.game for setup in SETUPS}))
def test_c_has_the_same_layout(game: str) -> None:
    engine = next(setup for setup in SETUPS if setup.game == game).engine("compiled")
    assert len(engine.Game(4, ()).pack()) == layout(engine.State).size == dtype(engine.State).itemsize


@pytest.mark.parametrize("form", ["plain", "checked", "compiled"])
def test_seats_that_do_not_fit_are_refused(form: str) -> None:
    engine = SETUPS[0].engine(form)
    for seats in (0, -1, 6, 100):
        with pytest.raises(ValueError, match="seats"):
            engine.Game(seats, ())
        with pytest.raises(ValueError, match="seats"):
            engine.Game.unpack(engine.Game(4, ()).pack(), seats)
        with pytest.raises(ValueError, match="seats"):
            engine.Batch(1, seats)
    with pytest.raises(ValueError, match="bytes"):
        engine.Game.unpack(b"short", 4)
    with pytest.raises(ValueError, match="options"):
        engine.Game(4, [0] * 33)


@pytest.mark.parametrize("form", ["plain", "compiled"])
def test_threads_do_not_disturb_each_other(form: str) -> None:
    setup = SETUPS[0]
    with ThreadPoolExecutor(4) as pool:
        moves = list(pool.map(lambda seed: setup.begin(form).playout(seed), range(24)))
    assert moves == [setup.begin(form).playout(seed) for seed in range(24)]


def test_clones_share_nothing() -> None:
    for sample in (filled(), checked(Sample).unpack(filled().pack())):
        copy = sample.clone()
        copy.row[0] = 5
        copy.grid[0][0] = 5
        copy.small = 5
        assert sample.pack() == filled().pack()
        assert copy.pack() != sample.pack()


def test_a_checked_record_refuses_what_c_would_not() -> None:
    sample = checked(Sample)()
    for bad in (-1, 3, 1.0, slice(0, 2)):
        with pytest.raises(IndexError, match="row"):
            sample.row[bad]  # type: ignore[index]  # wrong on purpose
        with pytest.raises(IndexError, match="row"):
            sample.row[bad] = 1  # type: ignore[index]  # wrong on purpose
    for index in (-1, 2):
        with pytest.raises(IndexError, match="grid"):
            sample.grid[index][0] = 1
    with pytest.raises(IndexError, match="grid"):
        sample.grid[0][-1] = 1
    for name, value in (("small", 128), ("small", -129), ("byte", -1), ("byte", 256), ("large", 2**63), ("small", 1.5)):
        with pytest.raises(OverflowError, match=name):
            setattr(sample, name, value)
    with pytest.raises(OverflowError, match="row"):
        sample.row[0] = 2**15
    with pytest.raises(AttributeError, match="other"):
        sample.other = 1  # type: ignore[attr-defined]  # wrong on purpose
    assert sample.pack() == Sample().pack()


def test_a_checked_clone_is_still_checked() -> None:
    copy = checked(Sample)().clone()
    with pytest.raises(IndexError):
        copy.row[-1] = 1
    with pytest.raises(IndexError):
        copy.grid[0][-1] = 1
    with pytest.raises(OverflowError):
        copy.small = 500


@pytest.mark.parametrize("kind", [Sample, checked(Sample)])
def test_copies_and_zeros_come_into_the_rows_that_are_there(kind: type[Sample]) -> None:
    source, into = kind(), kind()
    source.small, source.row[1], source.grid[1][2] = 3, 4, 5
    row, inner = into.row, into.grid[1]
    copy(source, into)
    assert into == source and into.pack() == source.pack()
    assert (row[1], inner[2]) == (4, 5)
    source.row[1] = source.grid[1][2] = 6
    assert (row[1], inner[2]) == (4, 5), "it is a copy"
    clear(into)
    assert into == kind()
    assert (row[1], inner[2]) == (0, 0)
