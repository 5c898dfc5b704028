"""The page's verifier in JavaScript agrees with `tefuda verify`, which is another program."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tefuda import Match
from tefuda.deal import Deal, proof, stream
from tests.deals.matches import TAMPERS, some_record
from tests.deals.verifier import SCRIPT, Case, Said, cases, refused, said_of
from tests.setups import SETUPS

GOOD = Said(True, "", 0)
VERIFIER = SCRIPT.parents[2] / "src" / "web" / "verify.js"


def test_it_stands_alone() -> None:
    text = VERIFIER.read_text("utf-8")
    assert len(text.splitlines()) < 150
    assert "import" not in text and "require" not in text and "crypto" not in text


@pytest.fixture(scope="module")
def judged() -> list[tuple[Case, Said, Said]]:
    """Some deals of every setup, and what the page's verifier says of them before and after a tampering."""
    found = list(cases(2 * len(SETUPS), 1))
    said = said_of((proof, {}) for case in found for proof in (case.right, case.wrong))
    return list(zip(found, said[::2], said[1::2], strict=True))


def test_both_verifiers_accept_every_deal(judged: list[tuple[Case, Said, Said]]) -> None:
    assert [case.setup for case, right, _ in judged if right != GOOD] == []
    assert len(judged) > 200


def test_both_verifiers_refuse_every_tampering(judged: list[tuple[Case, Said, Said]]) -> None:
    assert [(case.setup, case.tamper) for case, _, wrong in judged if wrong.verified] == []
    assert [(case.setup, case.tamper) for case, _, _ in judged if not refused(case.wrong["record"])] == []
    assert {case.tamper for case, _, _ in judged} == {tamper.__name__ for tamper in TAMPERS}
    assert {wrong.reason for _, _, wrong in judged} == {"commitment", "draws", "draw"}


def scout(seed: int = 1) -> dict[str, Any]:
    return proof(some_record(SETUPS[0], random.Random(seed), 5))


def test_words_are_passed_over() -> None:
    """Deals whose first word is at least 65,516, the greatest multiple of 44 that fits: about one of 3,300."""
    found = []
    for number in range(20000):
        deal = Deal(number.to_bytes(32, "big"), [b""] * 4)
        if next(stream(deal._key, "0")) >= 65516:
            match = Match("scout", 4, draw=deal.draw)
            match.record.proof = deal.proof
            found.append(proof(match.record))
            assert len(found[-1]["draws"][0]["pool"]) == 44
    assert len(found) > 1
    assert said_of((one, {}) for one in found) == [GOOD] * len(found)


def test_the_order_in_which_a_pool_is_told_does_not_count() -> None:
    told = scout()
    for draw in told["draws"]:
        random.Random(1).shuffle(draw["pool"])
        draw["pool"] = [" ".join(reversed(thing.split(" "))) for thing in draw["pool"]]
    assert told != scout()
    assert said_of([(told, {})]) == [GOOD]


def test_another_pool_gives_another_draw() -> None:
    """The verifier believes what was in a pool, but only what was drawn from it then fits."""
    less, more, fewer = scout(), scout(), scout()
    less["draws"][0]["pool"].pop()
    more["draws"][0]["pool"].append("1/2 2/1")
    fewer["draws"][0]["text"] = fewer["draws"][0]["text"].removesuffix(" _")
    assert [said.reason for said in said_of([(less, {}), (more, {}), (fewer, {})])] == ["draw"] * 3


@pytest.mark.parametrize("game", ["scout", "twentythree"])
def test_no_card_comes_without_a_draw(game: str) -> None:
    """A text that names a card itself, so that nothing or less is to be drawn, is refused."""
    record = some_record(next(setup for setup in SETUPS if setup.game == game), random.Random(2), 5)
    dealt = next(index for index, event in enumerate(record.events) if event.text.startswith("deal "))
    texts = [event.text for event in record.events if event.seat is None]
    all_named, one_named, opening = proof(record), proof(record), proof(record)
    all_named["draws"][dealt] |= {"text": texts[dealt], "pool": []}
    words = one_named["draws"][dealt]["text"].split(" ")
    words[3] = texts[dealt].split(" ")[3]
    one_named["draws"][dealt]["text"] = " ".join(words)
    opening["draws"][1 - dealt] |= {"text": texts[1 - dealt], "pool": []}
    assert [said.reason for said in said_of((one, {}) for one in (all_named, one_named, opening))] == ["draw"] * 3


def test_every_draw_needs_its_pool() -> None:
    lost, moved = scout(), scout()
    del lost["draws"][1]
    moved["draws"][1]["index"] += 1
    assert [said.reason for said in said_of([(lost, {}), (moved, {})])] == ["draws"] * 2


def test_what_was_seen_beforehand_must_be_kept() -> None:
    told = scout()
    header = dict(line.rpartition(" ")[::2] for line in told["record"].splitlines() if line.startswith("proof "))
    commitment, salt = header["proof commitment"], header["proof salt 0"]
    assert said_of(
        [
            (told, {"commitment": commitment, "salts": {"0": salt}}),
            (told, {"commitment": "00" * 32}),
            (told, {"salts": {"0": "00"}}),
            (told, {"salts": {"0": ""}}),
        ]
    ) == [GOOD, *[Said(False, "seen", 0)] * 3]


def test_a_seed_that_is_not_revealed() -> None:
    told = scout()
    told["record"] = "".join(line for line in told["record"].splitlines(True) if not line.startswith("proof seed"))
    assert said_of([(told, {})]) == [Said(False, "unrevealed", 0)]


def test_the_line_that_is_wrong() -> None:
    """With four salts the header of SCOUT ends in line 14, so `start` stands in line 16."""
    deal = Deal(bytes(32), [b"a", b"b", b"c", b"d"])
    match = Match("scout", 4, draw=deal.draw)
    match.record.proof = deal.proof
    told = proof(match.record)
    start = match.record.events[1].text
    told["record"] = told["record"].replace(f"* {start}\n", f"* start {(int(start[-1]) + 1) % 4}\n")
    assert told["record"].splitlines()[15].startswith("* start")
    assert said_of([(told, {})]) == [Said(False, "draw", 16)]


def test_what_is_no_proof_at_all() -> None:
    told = scout()
    bad: list[Any] = [None, {}, [], "x", 7, {"record": "x", "draws": []}, {"record": told["record"]}]
    bad += [{"record": told["record"].replace("---", "===", 1), "draws": told["draws"]}]
    bad += [{"record": told["record"], "draws": [{"index": draw["index"]} for draw in told["draws"]]}]
    assert [said.reason for said in said_of((one, {}) for one in bad)] == ["form"] * len(bad)
