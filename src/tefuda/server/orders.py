"""What the host of the server has ordered: bans, mutes, and tokens that are no longer valid.

Orders are rows that are only ever added, so they are the audit log too. Every process reads the new ones once a second.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from tefuda.server.table import person_of

What = Literal["end", "delete", "remove", "ban", "mute", "pardon", "revoke", "rotate", "export", "forget", "prune"]


class Order(NamedTuple):
    number: int
    at: float  # unix time
    what: str
    who: str  # a table's code, a person, or an address
    until: float  # unix time; 0 if it does not end
    more: str


class Orders:
    """All orders up to now, as far as they still matter."""

    def __init__(self) -> None:
        self.last = 0  # the number of the last one that was read
        self._banned: dict[str, float] = {}
        self._muted: dict[str, float] = {}
        self._revoked: set[str] = set()  # hashes of tokens
        self._persons: dict[str, str] = {}  # the person of a token that replaced another one

    def read(self, order: Order) -> None:
        self.last = order.number
        match order.what:
            case "ban":
                self._banned[order.who] = order.until
            case "mute":
                self._muted[order.who] = order.until
            case "pardon":
                self._banned.pop(order.who, None)
                self._muted.pop(order.who, None)
            case "revoke":
                self._revoked |= {order.who, *(token for token, who in self._persons.items() if who == order.who)}
            case "rotate":
                self._persons[order.who] = order.more

    def person(self, token: str) -> str:
        """The person whom a token stands for; empty if it is no longer valid."""
        found = person_of(token)
        return "" if found in self._revoked else self._persons.get(found, found)

    def is_banned(self, now: float, *names: str) -> bool:
        return any(self._banned.get(name, 0.0) > now for name in names)

    def is_muted(self, now: float, *names: str) -> bool:
        return any(self._muted.get(name, 0.0) > now for name in names)
