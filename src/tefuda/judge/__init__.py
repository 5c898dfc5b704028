"""Judging a match: what every decision cost, and its result split into luck and skill. See docs/judge.md."""

from __future__ import annotations

from tefuda.judge.decisions import Decision, decisions
from tefuda.judge.report import Judging, report
from tefuda.judge.split import Split, split
from tefuda.judge.values import Judged, judge

__all__ = ["Decision", "Judged", "Judging", "Split", "decisions", "judge", "report", "split"]
