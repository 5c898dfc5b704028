"""The random stream: even enough for simulations, and different for every seed."""

from __future__ import annotations

from collections import Counter

from tefuda.games.scout.state import Work
from tefuda.kernel.chance import draw, draw_pool, seed_stream

# Critical values of chi squared at 1 in 100,000: a fixed seed either passes for ever or the stream is bad.
CHI_9, CHI_23, CHI_99 = 39.3, 64.1, 171.8


def chi_squared(counts: Counter[object], cells: int, total: int) -> float:
    expected = total / cells
    return sum((count - expected) ** 2 for count in counts.values()) / expected + (cells - len(counts)) * expected


def test_draws_are_even() -> None:
    w = Work()
    seed_stream(w, 1)
    draws = [draw(w, 10) for _ in range(20_000)]
    assert chi_squared(Counter(draws), 10, len(draws)) < CHI_9
    pairs = Counter(zip(draws[::2], draws[1::2], strict=True))
    assert chi_squared(Counter(pairs), 100, len(draws) // 2) < CHI_99


def test_first_draws_of_neighbouring_seeds_are_even() -> None:
    w = Work()
    for offset in (0, 2**32, 2**61):
        counts: Counter[object] = Counter()
        for seed in range(10_000):
            seed_stream(w, offset + seed)
            counts[draw(w, 10), draw(w, 10)] += 1
        assert chi_squared(counts, 100, 10_000) < CHI_99


def test_streams_stay_in_their_range() -> None:
    w = Work()
    for seed in (0, 1, 2**32 - 1, 2**32, 2**62, 2**63 - 1):
        seed_stream(w, seed)
        seen = set()
        for _ in range(2000):
            assert 0 < w.stream < 2**62
            seen.add(w.stream)
            draw(w, 6)
        assert len(seen) == 2000


def test_orders_and_sides_are_even() -> None:
    w = Work()
    seed_stream(w, 3)
    orders: Counter[object] = Counter()
    sides: Counter[object] = Counter()
    for _ in range(12_000):
        w.size, w.sides = 4, 2
        w.pool[:8] = [10, 11, 20, 21, 30, 31, 40, 41]
        draw_pool(w, 4)
        orders[tuple(card // 10 for card in w.drawn[:4])] += 1
        sides[tuple(card % 10 for card in w.drawn[:4])] += 1
    assert chi_squared(orders, 24, 12_000) < CHI_23
    assert chi_squared(sides, 16, 12_000) < CHI_23


def test_some_of_a_pool_are_different_things() -> None:
    w = Work()
    seed_stream(w, 4)
    met = set()
    for _ in range(500):
        w.size, w.sides = 5, 1
        w.pool[:5] = [0, 1, 2, 3, 4]
        draw_pool(w, 2)
        assert w.drawn[0] != w.drawn[1]
        met.add((w.drawn[0], w.drawn[1]))
    assert len(met) == 20
