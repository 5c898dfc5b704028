"""`tefuda verify`: whether chance did in a match what its deal gives."""

from __future__ import annotations

import json
from typing import Annotated

from cyclopts import Parameter

from tefuda.cli import Complaint
from tefuda.cli.parameters import AsJson
from tefuda.cli.replay import parse_record
from tefuda.cli.texts import Lang, locale_lang, text
from tefuda.deal import proof
from tefuda.deal import verify as verify_record
from tefuda.errors import BadProof
from tefuda.kernel import OVER


def verify(
    file: Annotated[str, Parameter(allow_leading_hyphen=True)],
    /,
    *,
    commitment: str | None = None,
    as_json: AsJson = False,
    lang: Lang | None = None,
) -> int:
    """Verify the deal of a match at a live table. Exit code 1 if the record is not what its deal gives.

    Parameters
    ----------
    file
        The record; - reads the standard input.
    commitment
        What the table showed you before the match; the record must have the same.
    as_json
        Print what a verifier needs that does not know the rules, as one JSON object.
    lang
        The language; that of your locale if not given.
    """
    lang = lang or locale_lang()
    record = parse_record(file)
    try:
        draws = verify_record(record)
        if commitment is not None and record.proof and commitment != record.proof.commitment:
            raise BadProof(f"the commitment of this record is {record.proof.commitment}")
    except BadProof as error:
        given = record.proof
        if given is None or not given.seed or (given.duplicate and not given.shared):  # there is nothing to verify
            raise Complaint(f"{file}: {error}") from None
        print(text(lang, "not_verified", reason=error))
        return 1
    if as_json:
        print(json.dumps(proof(record)))
        return 0
    print(text(lang, "verified", draws=draws))
    if commitment is None and record.proof:
        print(text(lang, "compare_commitment", commitment=record.proof.commitment))
    if record.last().actor() != OVER:
        print(text(lang, "not_over"))
    return 0
