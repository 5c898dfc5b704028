"""Records of before replay to what they were, or are refused by version."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from tefuda import GAMES, Match, Record
from tefuda.errors import BadRecord
from tests.records import EACH, END, RULE_SETS, RuleSet, after, differences, read, rule_set_of, version_of, written

FILES = written()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".txt.xz"))
def test_old_records_replay_to_what_they_were_or_are_refused_by_version(path: Path) -> None:
    face = GAMES[rule_set_of(path).game]
    if version_of(path) >= (face.replays_since or face.version):
        found = list(differences(path))
        assert not found, f"a change of the rules needs a new version of {face.name} and new records: {found[:3]}"
    else:
        for text, _ in read(path):
            with pytest.raises(BadRecord, match="it was played by other rules"):
                Record.parse(text)


@pytest.mark.parametrize("rule_set", RULE_SETS, ids=lambda rule_set: rule_set.name)
def test_the_present_version_of_every_rule_set_has_a_thousand_records(rule_set: RuleSet) -> None:
    path = rule_set.path(GAMES[rule_set.game].version)
    assert path in FILES, "python -m tests.records --write makes it"
    texts = [text for text, _ in read(path)]
    assert len(texts) >= EACH
    assert len(set(texts)) == len(texts)
    for name, value in rule_set.fixed.items():
        assert all(f"\noption {name} {value}\n" in text for text in texts)


def test_every_game_has_records_of_all_its_seat_counts_and_options() -> None:
    for game, face in GAMES.items():
        texts = [text for path in FILES if rule_set_of(path).game == game for text, _ in read(path)]
        shortened = {"solo": {"target_score"}}.get(game, set())
        for option in face.options:
            if option.name in shortened:
                continue
            values = {line for text in texts for line in text.splitlines() if line.startswith(f"option {option.name} ")}
            assert len(values) >= 2, f"{game}: {option.name} has one value in all records"
        usual = {option.name: option.default for option in face.options}
        for seats in face.seats(usual):
            assert any(f"\nseats {seats}\n" in text for text in texts)


def test_most_records_are_of_whole_matches() -> None:
    """So that results are pinned, and not moves alone."""
    for path in FILES:
        whole = sum("unfinished" not in line for _, line in read(path))
        assert whole >= 300, f"{path.name}: {whole} matches came to their end"


def test_a_record_that_means_something_else_is_noticed(tmp_path: Path) -> None:
    text, line = next(read(RULE_SETS[0].path(GAMES["scout"].version)))
    lines = text.splitlines()
    move = next(number for number, found in enumerate(lines) if " play " in found)
    scores = f"{END}{line.removeprefix(END)[:16]} another result"
    allowed = f"{END}{'0' * 16}{line.removeprefix(END)[16:]}"
    impossible = "\n".join([*lines[:move], lines[move][0] + " play 1+9", *lines[move + 1 :]]) + "\n"
    path = tmp_path / f"scout-first-{GAMES['scout'].version}.txt.xz"
    path.write_bytes(
        lzma.compress(f"{text}{line}\n{text}{scores}\n{text}{allowed}\n{impossible}{line}\n".encode(), preset=0)
    )
    found = list(differences(path))
    assert [one.split(":")[0] for one in found] == [f"{path.name}, record {number}" for number in (2, 3, 4)]
    assert after(Match.replay(text).record) == line
