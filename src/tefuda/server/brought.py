"""Matches that somebody has played against bots on a device of their own, and brings for their statistics here.

The server verifies what can be verified: that every move was legal, that the match is over, and that chance did what
follows from the seed and the salts. It cannot know who made the moves, how strong the bots were, or whether matches
were begun until one went well: whoever owns the device owns the seed. So these results are the person's own, and nobody
else's numbers depend on them.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from tefuda.deal import verify
from tefuda.errors import BadProof
from tefuda.kernel import OVER
from tefuda.record import Record
from tefuda.server import protocol as p
from tefuda.server.answers import Bad, brought
from tefuda.server.replays import RECORD_MAX
from tefuda.server.rows import HERE, Finished
from tefuda.server.tables import ALPHABET, CODE_LENGTH

BODY_MAX = RECORD_MAX + 2000
BROUGHT_MAX = 2000  # matches of one person


class Brought(Struct, forbid_unknown_fields=True):
    """A match as a device tells it. Everything that is not in the record has to be believed."""

    record: str
    code: Annotated[str, Meta(pattern=f"^{HERE}[{ALPHABET}]{{{CODE_LENGTH - len(HERE)}}}$")]  # on the device
    match: Annotated[int, Meta(ge=1, le=10**6)]
    at: float  # unix time of its end
    seat: p.Seat
    bots: list[p.Level | None]
    hinted: bool


def finished(body: bytes, person: str, now: float) -> Finished:
    """The person's result of a match that is brought; Bad, with the reason, if it does not verify."""
    try:
        told = msgspec.json.decode(body, type=Brought)
        text = told.record.encode()
    except ValueError as error:  # msgspec's errors are ValueErrors, too
        raise Bad(400, str(error)) from None
    record = brought(text)
    if [level is None for level in told.bots] != [seat == told.seat for seat in range(record.seats)]:
        raise Bad(400, "a match that is brought has one person, and bots in all other seats")
    last = record.last()
    if last.actor() != OVER:
        raise Bad(400, "the match is not over")
    if record.proof is None or record.proof.duplicate:
        raise Bad(400, "there is nothing in the record that its deals could be verified by")
    try:
        verify(record)
    except BadProof as error:
        raise Bad(400, str(error)) from None
    result = record.face.result(last)
    return Finished(
        person,
        identity(record),
        1,
        record.game,
        min(max(told.at, 0.0), now),
        msgspec.json.encode(
            {
                "seat": told.seat,
                "hinted": told.hinted,
                "reason": result.reason,
                "scores": list(result.scores),
                "winners": list(result.winners),
                "options": record.options,
                "bots": told.bots,
                "from": [told.code, told.match],
            }
        ),
    )


def identity(record: Record) -> str:
    """The code under which a match is kept. It follows from its deal alone, so that no deal counts twice."""
    assert record.proof is not None
    dealt = f"{record.game} {record.proof.commitment} {' '.join(record.proof.salts)}"
    digest = int.from_bytes(sha256(dealt.encode()).digest())
    return HERE + "".join(ALPHABET[digest >> 5 * place & 31] for place in range(CODE_LENGTH - len(HERE)))
