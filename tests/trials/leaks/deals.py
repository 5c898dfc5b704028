"""Leaks in the commitment to a deal."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from tefuda.server import protocol as p
from tefuda.server.table import Table
from tests.trials.leaks.planting import Patch, leak, secret_of


@leak()
def _() -> Sequence[Patch]:
    """The commitment is computed from the cards instead of the seed."""
    info = Table.deal_info

    def deal_info(self: Table) -> p.Deal:
        cards = str(self.match.record) if self.match else ""
        return p.Deal(hashlib.sha256(cards.encode()).hexdigest(), info(self).salts, None, None)

    return [(Table, "deal_info", deal_info)]


@leak(suits=lambda made: made.evening.renames and len(made.turns) > 4, pairs=24)
def _() -> Sequence[Patch]:
    """The salts are computed from the cards."""
    info = Table.deal_info

    def deal_info(self: Table) -> p.Deal:
        deal = info(self)
        salts = [f"{secret_of(self.match, None):02x}" if self.match else salt for salt in deal.salts]
        return p.Deal(deal.commitment, salts, deal.seed, deal.next)

    return [(Table, "deal_info", deal_info)]
