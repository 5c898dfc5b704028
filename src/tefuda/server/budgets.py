"""How much of what is costly each person and each address may have."""

from __future__ import annotations

import ipaddress
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from tefuda.server.settings import Settings
from tefuda.server.table import Refusal

PREFIX = 64  # bits of an IPv6 address that are one household's


class Budget(NamedTuple):
    """As `limits` reads them: for a person, and for all people at one address."""

    person: str
    address: str
    text: str  # what there were too many of


BUDGETS = {
    "requests": Budget("", "300/10 second", "requests"),
    "replays": Budget("", "60/minute", "replays"),
    "judgements": Budget("", "12/minute", "judgements"),
    "parts": Budget("", "600/minute", "parts of judgements"),
    "matches": Budget("", "240/minute", "matches brought"),
    "circles": Budget("10/hour", "60/hour", "new circles"),
    "deals": Budget("", "300/minute", "moves in deals of the day"),
    "devices": Budget("", "30/minute", "devices to be told of turns"),
    "pictures": Budget("", "60/minute", "invitations"),
    "sockets": Budget("", "600/minute", "connections"),
    "opens": Budget("30/minute", "300/minute", "tables opened"),
    "turns": Budget("120/minute", "600/minute", "questions whose turn it is"),
    "changes": Budget("60/minute", "1200/minute", "changes at tables"),
    "moves": Budget("1200/minute", "6000/minute", "moves"),
    "words": Budget("60/minute", "600/minute", "words"),
    "hints": Budget("30/minute", "300/minute", "hints"),
    "pairs": Budget("10/minute", "60/minute", "words for pairing"),
}


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """The household of an address: for IPv6 the network, because each household has 2**64 addresses."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, PREFIX), strict=False))
    return address


class Budgets:
    """What has been spent. Nothing is counted for an empty name: another worker has done so already."""

    def __init__(self, settings: Settings, windows: MemoryStorage | None = None) -> None:
        self._windows = windows or MemoryStorage()
        self._limiter = FixedWindowRateLimiter(self._windows)
        self._items = {what: self._of(budget, settings.allowance) for what, budget in BUDGETS.items()}
        self._tables = parse(f"{settings.tables_per_hour}/hour")
        self._misses = parse(f"{settings.misses_per_minute}/minute")
        self.refused: Counter[str] = Counter()  # for metrics

    def _of(self, budget: Budget, allowance: float) -> tuple[RateLimitItem | None, RateLimitItem]:
        def times(text: str) -> RateLimitItem:
            item = parse(text)
            return type(item)(max(1, round(item.amount * allowance)), item.multiples)

        return times(budget.person) if budget.person else None, times(budget.address)

    def spend(self, what: str, address: str, person: str = "") -> None:
        """Counts one; Refusal if that is one too many."""
        by_person, by_address = self._items[what]
        if by_person and person and not self._hit(by_person, what, person):
            self._refuse(what, f"too many {BUDGETS[what].text}; wait a while")
        if address and not self._hit(by_address, what, address):
            self._refuse(what, f"too many {BUDGETS[what].text} from this address; wait a while")

    def _hit(self, item: RateLimitItem, what: str, who: str) -> bool:
        """What `limits` does for a fixed window, in a third of the time: this is done for every move."""
        expiry = item.get_expiry()
        return self._windows.incr(f"{what}/{who}/{item.amount}/{expiry}", expiry) <= item.amount

    def make_table(self, address: str) -> None:
        if address and not self._limiter.hit(self._tables, "tables", address):
            self._refuse("tables", "too many new tables from this address; wait a while")

    def miss(self, address: str) -> None:
        """Counts a code or a word that does not exist, so that guessing one takes years."""
        if address:
            self._limiter.hit(self._misses, "misses", address)

    def check_misses(self, address: str) -> None:
        if address and not self._limiter.test(self._misses, "misses", address):
            self._refuse("misses", "too many codes tried in vain; wait a minute")

    def _refuse(self, what: str, text: str) -> None:
        self.refused[what] += 1
        raise Refusal("too-fast", text)
