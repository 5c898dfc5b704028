"""Pages of comparisons and sweeps, runs that were played before, and what every page says about how it was made."""

from __future__ import annotations

import csv
import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tefuda import __version__
from tefuda.cli import main
from tefuda.kernel.sources import fingerprint
from tefuda.lab.compare import compare, compare_folders
from tefuda.lab.plan import Plan, check_plan
from tefuda.lab.report import html
from tefuda.lab.run import run

SWEEP = "lab sweep gift --over stall_turns=5,30 --over seats=2,3 --bots random --games 60 --processes 1"


def words(page: str) -> str:
    return re.sub(r"<style.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_run_begins_with_its_verdict_and_ends_with_what_it_was_made_from(folder: Path, plan: Plan, lang: str) -> None:
    page = html(folder, lang)
    assert page.index("class=verdict") < page.index("class=tiles")
    told = words(page)
    assert {"en": "In short", "ja": "要点"}[lang] in told
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    for part in (today, __version__, fingerprint("twentythree")[:12], plan.key()[:12]):
        assert part in told
    assert "@media print" in page


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_page_of_a_sweep(tmp_path: Path, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.html"
    shown = ["--measures", "minutes,no_winner", "--lang", lang, "--report", str(path)]
    assert main([*SWEEP.split(), *shown]) == 0
    page = path.read_text("utf-8")
    told = words(page)
    assert "stall_turns=30 seats=3" in told
    assert page.count("<svg") == 2
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert not re.search(r"\{\w+\}", told), "every text is filled in"
    assert "http://www.w3.org" in page and "@import" not in page and "<script" not in page


def test_the_page_and_the_sheet_of_a_comparison(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = "lab compare gift --seats 2 --bots random --a stall_turns=5 --b stall_turns=30 --games 200 --processes 1"
    page, sheet = tmp_path / "page.html", tmp_path / "sheet.csv"
    assert main([*command.split(), "--lang", "en", "--report", str(page), "--csv", str(sheet), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["measures"]
    told = words(page.read_text("utf-8"))
    assert "gift-2-random-stall_turns=5" in told
    assert re.search(r"minutes a match \(estimate\): [\d.]+ instead of [\d.]+, \+", told), "the longer one is longer"
    assert "simultaneously" not in told, "each interval is for itself"
    differing = sum(not one["same"] for one in found.values())
    sure = sum(not one["same"] and not one["interval"][0] <= 0 <= one["interval"][1] for one in found.values())
    assert f"{sure} of {differing} figures differ" in told
    assert page.read_text("utf-8").count("<tr class=sure>") == sure
    change = found["no_winner"]["interval"][1]
    shares = re.findall(r"matches without a winner +(\S+)\s%.*?(\S+)\spp\)", told)
    assert shares == [("100.0", f"{100 * change:+.2f}")], "in percent, and changes in percentage points"
    with sheet.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert float(rows[1]["minutes_change"]) == found["minutes"]["change"]
    assert float(rows[0]["minutes_change"]) == 0


def test_runs_that_were_played_before_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same figures as a comparison that plays them, over the matches that both have."""
    plans = [
        check_plan("gift", {"stall_turns": turns}, 2, ["random"], games, probes=0, ladder=0, without=0, sample=0)
        for turns, games in ((5, 60), (30, 40))
    ]
    for plan, name in zip(plans, "ab", strict=True):
        run(plan, tmp_path / name, processes=1)
    _, found = compare_folders(tmp_path / "a", tmp_path / "b")
    played = compare(plans[0]._replace(games=40), plans[1], processes=1)
    assert {one.measure: one for one in found} == {one.measure: one for one in played}
    sides = ["--a", f"folder={tmp_path / 'a'}", "--b", f"folder={tmp_path / 'b'}"]
    assert main(["lab", "compare", *sides, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["measures"]["minutes"]["games"] == 40
    other = check_plan("twentythree", {}, 2, ["random"], 10, probes=0, ladder=0, without=0, sample=0)
    run(other, tmp_path / "c", processes=1)
    with pytest.raises(ValueError, match="a run of gift and"):
        compare_folders(tmp_path / "a", tmp_path / "c")
    assert main(["lab", "compare", *sides[:2]]) == 2
    assert "two runs are compared with" in capsys.readouterr().err
    assert main(["lab", "compare", "--a", "folder=nowhere", *sides[2:]]) == 2
    assert "there is no run in nowhere" in capsys.readouterr().err
