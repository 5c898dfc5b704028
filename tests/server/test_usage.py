"""How processes tell each other what has been used of the limits."""

from __future__ import annotations

from limits import RateLimitItemPerHour
from limits.strategies import FixedWindowRateLimiter
from msgspec import json

from tefuda.server.usage import MESSAGE_MAX, News, Usage

LIMIT = RateLimitItemPerHour(5)


class Process:
    def __init__(self, name: str) -> None:
        self.name = name
        self.calls = 0
        self.usage = Usage(self.called)
        self.limiter = FixedWindowRateLimiter(self.usage.windows)

    def called(self) -> None:
        self.calls += 1

    def hit(self, times: int, cost: int = 1) -> list[bool]:
        return [self.limiter.hit(LIMIT, "tables", "somebody", cost=cost) for _ in range(times)]

    def tell(self, *others: Process) -> list[str]:
        messages = self.usage.news(self.name)
        for message in messages:
            for other in others:
                other.usage.hear(json.decode(message, type=News))
        return messages


def test_what_one_process_has_used_the_others_no_longer_have() -> None:
    a, b = Process("a"), Process("b")
    assert a.hit(2) == [True] * 2 and a.hit(1, cost=2) == [True] and a.calls == 3
    assert len(a.tell(b)) == 1
    assert b.hit(3) == [True, False, False]
    assert a.tell(b) == []  # once


def test_both_at_once_use_it_up() -> None:
    """More than the limit was used, and what is left is nothing, on both sides."""
    a, b = Process("a"), Process("b")
    assert all(a.hit(4)) and all(b.hit(3))
    a.tell(b)
    b.tell(a)
    assert not any(a.hit(1) + b.hit(1))


def test_what_was_heard_is_not_told_again() -> None:
    a, b = Process("a"), Process("b")
    a.hit(3)
    a.tell(b)
    assert b.tell(a) == [] and b.calls == 0


def test_connections_count_where_they_are_and_everywhere() -> None:
    a, b, c = Process("a"), Process("b"), Process("c")
    for _ in range(3):
        a.usage.arrive("x")
    b.usage.arrive("x")
    assert a.usage.of("x") == 3
    a.tell(b, c)
    b.tell(a, c)
    assert [one.usage.of("x") for one in (a, b, c)] == [4, 4, 4]
    a.usage.depart("x")
    b.usage.depart("x")
    a.tell(b, c)
    b.tell(a, c)
    assert [one.usage.of("x") for one in (a, b, c)] == [2, 2, 2]
    assert b.usage.connections == {} and c.usage.elsewhere == {"a": {"x": 2}, "b": {}}
    c.usage.forget_all_but({"b": "", "c": ""})
    assert c.usage.of("x") == 0


def test_a_newcomer_is_told_everything() -> None:
    a, b = Process("a"), Process("b")
    a.usage.arrive("x")
    a.tell()
    a.usage.hear(News("b", all=True))
    assert a.calls == 2
    a.tell(b)
    assert b.usage.of("x") == 1


def test_much_news_is_told_in_messages_that_postgresql_takes() -> None:
    a, b = Process("a"), Process("b")
    for number in range(1000):
        a.usage.arrive(f"2001:db8::{number:x}")
        a.limiter.hit(LIMIT, "tables", f"2001:db8::{number:x}")
    messages = a.tell(b)
    assert len(messages) > 1 and max(map(len, messages)) <= MESSAGE_MAX
    assert sum(b.usage.of(f"2001:db8::{number:x}") for number in range(1000)) == 1000
    assert not b.limiter.hit(LIMIT, "tables", "2001:db8::3e7", cost=5)
