"""The deals of a duplicate: the same cards at every table, in other seats and other colours."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tefuda.bots import BOTS
from tefuda.deal import Duplicate, proof, verify
from tefuda.errors import BadProof, BadRecord
from tefuda.games import GAMES
from tefuda.match import Match
from tefuda.record import Record
from tests.deals.verifier import Said, said_of

SHARED = bytes(range(32))
MANY = 1500  # moves, which no match below needs


def table(game: str, own: int, number: int = 1) -> tuple[Match, Duplicate]:
    seats = Match(game, seed=0).seats
    deal = Duplicate(bytes([own] * 32), [bytes([own, seat]) for seat in range(seats)], SHARED, number)
    match = Match(game, seats, draw=deal.draw)
    match.record.proof = deal.proof
    deal.record = match.record
    return match, deal


def play(match: Match, seed: int, rounds: int = 99, level: str = "casual") -> Match:
    rng = random.Random(seed)
    while match.result is None and match.rounds < rounds and len(match.record.events) < MANY:
        seat = match.to_act[0]
        match.play(seat, BOTS[level](match.view(seat), match.moves(seat), rng))
    return match


def others(game: str, own: int) -> Iterator[tuple[Match, Duplicate]]:
    """Tables that are turned otherwise than this one."""
    turned = table(game, own)[1].turned
    found = (table(game, other) for other in range(own + 1, own + 30))
    return (one for one in found if one[1].turned != turned)


def translated(words: str, one: Duplicate, other: Duplicate, alike: str) -> str:
    """A move at one table in the colours of another one."""
    card = re.compile(rf"[{alike or '-'}]([0-9]+|[A-Z])?|K[{alike or '-'}]")
    there = {mine: other.colours(alike)[plain] for plain, mine in one.colours(alike).items()}
    return " ".join(word.translate(there) if card.fullmatch(word) else word for word in words.split(" "))


@pytest.mark.parametrize("game", GAMES)
def test_the_same_play_at_another_table_is_the_same_match(game: str) -> None:
    """Seats are turned and colours changed; with the same moves everything else is the same to the end of a round.

    So no rule tells the colours apart, and later draws are those of the same pile.
    """
    first, deal = table(game, 1)
    second, other = next(others(game, 1))
    alike, seats = GAMES[game].alike, first.seats
    turn = (deal.turned - other.turned) % seats
    rng, told = random.Random(5), 0
    while first.result is None and first.rounds == 0:
        seat = first.to_act[0]
        move = BOTS["casual"](first.view(seat), first.moves(seat), rng)
        if re.fullmatch(r"(swap|give \S+ to) \d( solo)?", move):  # names a seat
            move = next((one for one in first.moves(seat) if not re.search(r"\b(swap|to) \d", one)), move)
        there = translated(move, deal, other, alike)
        if game == "solo":
            there = re.sub(r"(?<= )(\d)(?= |$)", lambda found: str((int(found[1]) + turn) % seats), there)
        first.play(seat, move)
        second.play((seat + turn) % seats, there)
        told += 1
    assert told > 5
    gains = [second._game.scores()[(seat + turn) % seats] for seat in range(seats)]
    assert first._game.scores() == gains
    assert second.rounds == first.rounds


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_played_the_next_deal_and_the_next_card_are_the_same(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[tuple[int, str], str]] = []
    take = Duplicate._take

    def taking(deal: Duplicate, kind: tuple[int, str], pool: list[str], count: int) -> list[str]:
        taken = take(deal, kind, pool, count)
        drawn.extend((kind, side) for side in taken)
        return taken

    monkeypatch.setattr(Duplicate, "_take", taking)
    found = []
    for own, level in ((1, "casual"), (2, "random")):
        drawn.clear()
        match, _ = table(game, own)
        play(match, own, 2, level)
        piles: dict[tuple[int, str], list[str]] = {}
        for kind, side in drawn:
            piles.setdefault(kind, []).append(side)
        found.append((piles, str(match.record)))
    (piles, record), (others, other_record) = found
    assert record.partition("---")[2] != other_record.partition("---")[2]
    shared = piles.keys() & others.keys()
    assert {kind for _, kind in shared} >= {"deal"}
    for kind in shared:
        few = min(len(piles[kind]), len(others[kind]), 15)  # before a pile is shuffled again, which may come elsewhere
        assert piles[kind][:few] == others[kind][:few]


@pytest.mark.parametrize("game", GAMES)
def test_tables_differ_in_seats_and_colours(game: str) -> None:
    found = [table(game, own)[1] for own in range(1, 25)]
    assert {deal.turned for deal in found} == set(range(table(game, 1)[0].seats))
    if alike := GAMES[game].alike:
        assert len({tuple(deal.colours(alike).items()) for deal in found}) > 10


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_is_loaded_goes_on_with_the_same_pile(game: str) -> None:
    match, deal = table(game, 3)
    play(match, 4, rounds=2)
    half = len(match.record.events) // 2
    while match.record.events[half].seat is None:  # a loaded match stands before a move
        half += 1
    again = Duplicate(deal.seed, deal.salts, SHARED, 1)
    loaded = Match._of(match.record, match.record.events[:half], 0, again.draw)
    again.record = loaded.record
    for event in match.record.events[half:]:
        if event.seat is not None:
            loaded.play(event.seat, event.text)
    assert loaded.record.events == match.record.events


@pytest.mark.parametrize("game", GAMES)
def test_it_is_verified_when_the_duplicate_has_ended(game: str) -> None:
    match, deal = table(game, 5, number=2)
    record = play(match, 6, rounds=1).record
    assert verify(Record.parse(str(record))) > 0
    assert record.proof is not None
    running = Record.parse(str(record))
    running.proof = record.proof._replace(shared="")
    with pytest.raises(BadProof, match="when the duplicate ends"):
        verify(running)
    for change in ({"shared": "00" * 32}, {"number": 3}, {"seed": "00" * 32}, {"salts": ("",) * match.seats}):
        tampered = Record.parse(str(record))
        tampered.proof = record.proof._replace(**change)
        with pytest.raises(BadProof):
            verify(tampered)
    assert deal.number == 2


def test_a_record_says_which_match_of_which_duplicate_it_is() -> None:
    match, _ = table("scout", 1, number=12)
    text = str(match.record)
    assert Record.parse(text) == match.record
    assert "proof duplicate 12 " in text
    for bad in ("0", "13", "x"):
        with pytest.raises(BadRecord, match="a duplicate has matches 1 to 12"):
            Record.parse(text.replace("proof duplicate 12 ", f"proof duplicate {bad} "))
    assert match.record.proof is not None
    assert match.record.seen_by(0).proof == match.record.proof._replace(seed="", shared="")  # while it is played


def test_the_verifier_of_the_page_agrees() -> None:
    proofs: list[tuple[dict[str, Any], dict[str, Any]]] = []
    for game in GAMES:
        for own in (7, 8):
            record = play(table(game, own)[0], own, rounds=3, level="random").record
            told = proof(record)
            swapped = swapped_draws(told)
            assert record.proof is not None
            duplicate = record.proof.duplicate
            proofs += [(told, {"duplicate": duplicate}), (swapped, {}), (told, {"duplicate": "00" * 32})]
    said = said_of(proofs)
    assert said[::3] == [Said(True, "", 0)] * (len(proofs) // 3)
    assert {one.reason for one in said[1::3]} == {"draw"}
    assert {one.reason for one in said[2::3]} == {"seen"}
    text = proofs[0][0]["record"]
    running = re.sub("proof shared .*\n", "", text)
    other = re.sub("proof shared ..", "proof shared ff", text)
    found = said_of(({**proofs[0][0], "record": one}, {}) for one in (running, other))
    assert [one.reason for one in found] == ["unrevealed", "commitment"]


def swapped_draws(told: dict[str, Any]) -> dict[str, Any]:
    """The same with two cards of the first deal changed over."""
    lines = told["record"].split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("* deal "))
    words = lines[at].split(" ")
    one, other = next(
        (i, j)
        for i in range(2, 5)
        for j in range(len(words) - 1, 5, -1)
        if words[i] not in (words[j], "1", "|") and words[j] not in ("1", "|")
    )
    words[one], words[other] = words[other], words[one]
    return {**told, "record": "\n".join([*lines[:at], " ".join(words), *lines[at + 1 :]])}
