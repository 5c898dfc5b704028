"""A judged match as plain data: for the command, the server and the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tefuda.judge.decisions import decisions
from tefuda.judge.levels import kind_of, verdict
from tefuda.judge.split import PARTS, Split, split
from tefuda.judge.values import WORLDS, Judged, judge
from tefuda.match import Match
from tefuda.record import Record


def report(record: Record, seat: int, lang: str = "en", seed: int = 0, worlds: int = WORLDS) -> dict[str, Any]:
    """Everything that is said about a seat's play in a finished match."""
    judged = [judge(decision, seed, worlds, chances=True) for decision in decisions(record, seat)]
    return as_data(record, seat, judged, split(record, seat, seed), lang)


def as_data(record: Record, seat: int, judged: Sequence[Judged], parts: Sequence[Split], lang: str) -> dict[str, Any]:
    found = verdict(judged)
    return {
        "game": record.game,
        "seat": seat,
        "like": found and {"level": found.level, "low": found.low, "high": found.high, "loss": found.loss._asdict()},
        "decisions": [_decision(record, one, lang) for one in judged],
        "rounds": [
            {
                "round": one.round,
                "last": one.course[-1][0],
                **{part: float(getattr(one, part)) for part in (*PARTS, "luck", "result")},
            }
            for one in parts
        ],
        "curve": curve_of(parts),
    }


def curve_of(parts: Sequence[Split]) -> list[tuple[int, float]]:
    """Events, and after each the result so far with what the seat was worth in the round: the course of the match."""
    found, before = list[tuple[int, float]](), 0.0
    for one in parts:
        found += [(event, before + float(worth)) for event, worth in one.course]
        before += float(one.result)
    return found


def _decision(record: Record, judged: Judged, lang: str) -> dict[str, Any]:
    decision = judged.decision
    assert decision.view.seat is not None
    both = (decision.chosen, judged.best) if judged.loss else ()
    return {
        "event": decision.event,
        "round": decision.round,
        "chosen": decision.chosen,
        "best": judged.best,
        "told": [told_of(record, decision.event, decision.view.seat, move, lang) for move in both],  # in words
        "loss": judged.loss,
        "difference": judged.difference._asdict(),
        "over_club": judged.over_club,
        "kind": kind_of(judged),
        "chances": judged.chances and [chance._asdict() for chance in judged.chances],
        "candidates": [candidate._asdict() for candidate in judged.candidates],
    }


def told_of(record: Record, event: int, seat: int, move: str, lang: str) -> str:
    """What somebody who makes this move at this event would be told."""
    match = Match.replay(record).undo_to(event)
    match.play(seat, move)
    before, made, after = list(match.record.steps())[event]
    return " ".join(match.told(before, made, after, seat, lang))
