"""Deals: known values, fair numbers, and records that verify or do not."""

from __future__ import annotations

import hashlib
import random
from collections import Counter

import pytest

from tefuda import GAMES, Match, Record
from tefuda.deal import Deal, below, commitment, things, verify
from tefuda.errors import BadProof
from tests.deals.matches import TAMPERS, Tamper, default_setups, some_deal, some_record, tampered
from tests.setups import SETUPS, Setup

SEED = bytes(range(32))
SALTS = [b"", b"\x01", b"tefuda", bytes(32)]
SEATS = default_setups()


# ---- the method


def test_a_commitment_is_a_plain_hash() -> None:
    assert commitment(SEED) == hashlib.sha256(b"tefuda commitment 1\n" + SEED).hexdigest()


def test_the_key_by_hand() -> None:
    """RFC 2104 written out, so that nothing depends on one library's HMAC."""

    def hmac(key: bytes, message: bytes) -> bytes:
        block = key.ljust(64, b"\0")
        inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block) + message).digest()
        return hashlib.sha256(bytes(byte ^ 0x5C for byte in block) + inner).digest()

    key = hmac(SEED, b"tefuda deal 1\n" + b"\x04" + b"\x00" + b"\x01\x01" + b"\x06tefuda" + b"\x20" + bytes(32))
    first = int.from_bytes(hmac(key, b"7/0")[:2], "big")
    assert first < 65530  # else it would be passed over: 65530 is the greatest multiple of 10 up to 65536
    pool = [str(number) for number in range(10)]
    assert Deal(SEED, SALTS).texts(pool, 1, 7) == [str(first % 10)]


def test_each_salt_and_each_place_counts() -> None:
    pool = [str(number) for number in range(100)]
    salts = [[b"a", b"b"], [b"b", b"a"], [b"ab", b""], [b"", b"ab"], [b"a", b"b", b""], [b"a", b"c"]]
    orders = {tuple(Deal(SEED, given).texts(pool, 20, index)) for given in salts for index in range(3)}
    assert len(orders) == 18


def test_numbers_are_fair() -> None:
    """Of all 65,536 words each number from 0 to 119 comes from 546; the last 16 words are passed over."""
    found = Counter(below(120, iter([word, 0])) for word in range(65520))
    assert set(found.values()) == {546} and len(found) == 120
    assert [below(120, iter([word, 7])) for word in range(65520, 65536)] == [7] * 16


def test_orders_are_fair() -> None:
    """All 24 orders of four things; 3,000 draws, so 125 each, and six standard deviations are 66."""
    orders = Counter(tuple(Deal(SEED, []).texts(["a", "b", "c", "d"], 4, index)) for index in range(3000))
    assert len(orders) == 24
    assert max(abs(count - 125) for count in orders.values()) < 66


def test_sides_are_fair() -> None:
    """Of two sides; 3,000 draws, and six standard deviations are 164."""
    up = Counter(Deal(SEED, []).texts(["1/2 2/1"], 1, index)[0] for index in range(3000))
    assert set(up) == {"1/2", "2/1"}
    assert abs(up["1/2"] - 1500) < 164


def test_a_pool_has_one_order() -> None:
    assert things(["2/1", "1/2", "1/10", "10/1"], 2) == ["1/10 10/1", "1/2 2/1"]
    assert things(["r7", "W", "b2", "r7"], 1) == ["W", "b2", "r7", "r7"]


@pytest.mark.parametrize("setup", SEATS, ids=str)
def test_a_pool_s_texts_are_those_of_the_record(setup: Setup) -> None:
    """Every word of a draw but the first is a thing of the pool, or a seat or card that the rules give."""
    record = some_record(setup, random.Random(1), 60)
    for game, event, drawn in record.replay():
        if drawn is not None:
            pool, _, _ = game.chance()
            text_of = dict(zip(pool, setup.face.pool_texts(game, pool), strict=True))
            assert len(set(text_of.values())) == len(text_of)
            assert not Counter(text_of[value] for value in drawn) - Counter(event.text.split(" "))


def test_what_is_no_deal() -> None:
    for seed in (b"", bytes(31), bytes(33)):
        with pytest.raises(ValueError, match="a seed has 32 bytes"):
            commitment(seed)
        with pytest.raises(ValueError, match="a seed has 32 bytes"):
            Deal(seed, [])
    with pytest.raises(ValueError, match="at most 32 bytes"):
        Deal(SEED, [bytes(33)])
    with pytest.raises(ValueError, match="4 seats need 4 salts, not 3"):
        Match("scout", 4, draw=Deal(SEED, [b""] * 3).draw)


# ---- matches


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_match_verifies(setup: Setup) -> None:
    record = some_record(setup, random.Random(str(setup)), 120)
    assert verify(Record.parse(str(record))) == sum(event.seat is None for event in record.events)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_restored_match_goes_on_with_its_deal(game: str) -> None:
    rng = random.Random(3)
    deal = some_deal(rng, Match(game).seats)
    match = Match(game, draw=deal.draw)
    match.record.proof = deal.proof
    for _ in range(200):
        if not match.to_act:
            break
        match = Match.replay(str(match.record), draw=deal.draw)
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))
    assert verify(match.record) > 1
    for count in range(len(match.record.events)):
        again = match.undo_to(count)
        assert again.record.events == match.record.events[: len(again.record.events)]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_record_that_stops_before_chance_goes_on_with_its_deal(game: str) -> None:
    deal = some_deal(random.Random(4), Match(game).seats)
    match = Match(game, draw=deal.draw)
    bare = match.record.header()
    assert Match.replay(bare, draw=deal.draw) == match
    assert Match.replay(bare) != match


@pytest.mark.parametrize("tamper", TAMPERS, ids=lambda tamper: tamper.__name__)
def test_every_tampering_is_found(tamper: Tamper) -> None:
    tried = 0
    for setup in SEATS:
        rng = random.Random(5)
        text = str(some_record(setup, rng, 40))
        for _ in range(10):
            other = tampered(text, tamper, rng)
            if other is not None:
                tried += 1
                with pytest.raises(BadProof):
                    verify(Record.parse(other))
    assert tried > 20


def test_what_is_wrong_is_named() -> None:
    deal = Deal(SEED, SALTS)
    match = Match("scout", 4, draw=deal.draw)
    with pytest.raises(BadProof, match="has no proof"):
        verify(match.record)
    match.record.proof = deal.proof._replace(seed="")
    with pytest.raises(BadProof, match="the seed is not revealed"):
        verify(match.record)
    match.record.proof = deal.proof._replace(commitment="00" * 32)
    with pytest.raises(BadProof, match="not the one that was committed to"):
        verify(match.record)
    match.record.proof = deal.proof
    start = match.record.events[1]
    match.record.events[1] = start._replace(text="start 0" if start.text == "start 1" else "start 1")
    with pytest.raises(BadProof, match=rf"line 15: 'start .' is not what the deal gives, which is '{start.text}'"):
        verify(match.record)
    match.record.events[1:] = [start._replace(seat=0, text="keep")]
    with pytest.raises(BadProof, match="line 15: 'keep' is not a legal move of seat 0 here"):
        verify(match.record)


# ---- the record


def test_the_proof_stands_in_the_header() -> None:
    deal = Deal(SEED, SALTS)
    match = Match("scout", 4, names=["Aki"], draw=deal.draw)
    match.record.proof = deal.proof
    text = str(match.record)
    assert text.split("---")[0].endswith(
        f"name 0 Aki\nproof commitment {commitment(SEED)}\nproof salt 1 01\nproof salt 2 {b'tefuda'.hex()}\n"
        f"proof salt 3 {'00' * 32}\nproof seed {SEED.hex()}\n"
    )
    assert Record.parse(text) == match.record
    assert Match.replay(text).record == match.record
    assert match.undo_to(1).record.proof == deal.proof


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_seed_is_shown_when_the_match_is_over(game: str) -> None:
    setup = next(setup for setup in SETUPS if setup.game == game)
    record = some_record(setup, random.Random(6))
    assert record.proof is not None and record.proof.seed
    last = max(index for index, event in enumerate(record.events) if event.seat is not None)
    early = Match.replay(record).undo_to(last).record
    for reader in (None, *range(setup.seats)):
        assert record.seen_by(reader).proof == record.proof
        assert early.seen_by(reader).proof == record.proof._replace(seed="")
    assert early.proof == record.proof


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("proof commitment ", "proof commitment 0", "line 8: here stand 32 bytes in lower-case hex"),
        ("proof seed 00", "proof seed ", "line 12: here stand 32 bytes in lower-case hex"),
        ("proof seed 0001", "proof seed 00G1", "line 12: here stand 32 bytes in lower-case hex"),
        ("proof salt 1 01", "proof salt 1 1", "line 9: here stand 1 to 32 bytes in lower-case hex"),
        ("proof salt 1 01", "proof salt 1 ", "line 9: here stand 1 to 32 bytes in lower-case hex"),
        ("proof salt 1 01", "proof salt 1 AB", "line 9: here stand 1 to 32 bytes in lower-case hex"),
        ("proof salt 3 ", "proof salt 3 00", "line 11: here stand 1 to 32 bytes in lower-case hex"),
        ("proof salt 1 01", "proof salt 4 01", "line 9: here stands an option, a name, a proof or '---'"),
        ("proof salt 1 01", "proof salt 2 01", "line 10: here stands an option, a name, a proof or '---'"),
        ("proof commitment ", "proof promise ", "line 8: a proof begins with its commitment"),
        ("---", "proof seed 00\n---", "line 13: here stands an option, a name, a proof or '---'"),
    ],
)
def test_a_proof_is_read_strictly(old: str, new: str, message: str) -> None:
    match = Match("scout", 4, draw=Deal(SEED, SALTS).draw)
    match.record.proof = Deal(SEED, SALTS).proof
    text = str(match.record)
    assert text.count(old) == 1
    with pytest.raises(ValueError, match=message):
        Record.parse(text.replace(old, new))
