"""A game that `tefuda new` has written, with secret bids before the play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tefuda import GAMES, Match
from tefuda.contract import examine
from tefuda.server.protocol import encode
from tefuda.server.stream import Stream
from tests.found.test_variants import tefuda

WORDS = '["-", *map(str, range(DEALT_MAX + 1))]'
CHANGES = {
    "game.py": [
        ("DEAL, PLAY, END = range(3)", "DEAL, BID, PLAY, END = range(4)"),
        (
            'MOVES = [f"play {card}" for card in CARD_TEXTS]  # the actions, in their order\nN_ACTIONS = CARDS\n',
            "DEALT_MAX = 10\n"
            'MOVES = [f"play {card}" for card in CARD_TEXTS] + [f"bid {n}" for n in range(DEALT_MAX + 1)]\n'
            "N_ACTIONS = len(MOVES)\n"
            'PRIVATE = {"bid": Private()}\n'
            "SECRET_PHASE = BID\n",
        ),
        (
            "    won: ",
            f'    bid: Annotated[Ints, "i1", SEATS_MAX, own("text", "Your bid", "あなたの予想", {WORDS})]\n'
            f'    bids: Annotated[Ints, "i1", SEATS_MAX, each("text", "Bid", "予想", {WORDS})]\n'
            "    won: ",
        ),
        ("from tefuda.games.option", "from tefuda.games.events import Private\nfrom tefuda.games.option"),
    ],
    "rules.py": [
        ("    s.phase = g.PLAY\n", "    s.phase = g.BID\n"),
        ("OVER, shuffle", "OVER, draw, shuffle"),
        (
            "def actor(s: State) -> int:\n",
            "def actor(s: State) -> int:\n"
            "    if s.phase == g.BID:\n"
            "        for seat in range(s.seats):\n"
            "            if s.bid[seat] == 0:\n"
            "                return seat\n",
        ),
        (
            "    n = 0\n    if s.phase == g.PLAY",
            "    n = 0\n"
            "    if s.phase == g.BID and s.bid[seat] == 0:\n"
            "        for number in range(s.dealt + 1):\n"
            "            w.out[n] = g.CARDS + number\n"
            "            n += 1\n"
            "    if s.phase == g.PLAY",
        ),
        (
            "def apply(s: State, w: Work, seat: int, action: int) -> None:\n",
            "def apply(s: State, w: Work, seat: int, action: int) -> None:\n"
            "    if s.phase == g.BID:\n"
            "        s.bid[seat] = action - g.CARDS + 1\n"
            "        for other in range(s.seats):\n"
            "            if s.bid[other] == 0:\n"
            "                return\n"
            "        for other in range(s.seats):\n"
            "            s.bids[other] = s.bid[other]\n"
            "        s.phase = g.PLAY\n"
            "        return\n",
        ),
    ],
}
REDEALT = """    ready = s.phase == g.BID
    while ready:
        for other in range(s.seats):
            if other != seat:
                s.bid[other] = draw(w, s.dealt + 2)
            if s.bid[other] == 0:
                ready = False
    return size >= 0
"""
TOO_READY = """    if s.phase == g.BID:
        for other in range(s.seats):
            if other != seat:
                s.bid[other] = 1
    return size >= 0
"""


def bidding(parent: Path, redealt: str) -> str:
    """The folder of the game; the end of its `redeal` deals the bids again."""
    folder = parent / "bidding"
    made = tefuda("new", str(folder), lang="")
    assert made.returncode == 0, made.stderr
    for name, changes in {**CHANGES, "rules.py": [*CHANGES["rules.py"], ("    return size >= 0\n", redealt)]}.items():
        text = (folder / name).read_text("utf-8")
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        (folder / name).write_text(text, "utf-8")
    return str(folder)


@pytest.mark.parametrize(("redealt", "said"), [(REDEALT, ""), (TOO_READY, "it would be for chance to act now")])
def test_a_game_with_secret_moves_keeps_the_contract(tmp_path: Path, redealt: str, said: str) -> None:
    face = GAMES.load(bidding(tmp_path, redealt))
    found = [problem for finding in examine(face, "plain", seconds=4) for problem in finding.problems]
    assert any(said in problem for problem in found) if said else found == []


def test_nobody_sees_who_has_already_made_a_secret_move(tmp_path: Path) -> None:
    match = Match(bidding(tmp_path, REDEALT), seats=3, seed=1)
    match.play(1, "bid 2")
    assert told(match) == [[0, 1, 2], [0, 2], [0, 1, 2], [0, 1, 2]]
    match.play(0, "bid 0")
    assert told(match) == [[1, 2], [0, 2], [0, 1, 2], [0, 1, 2]]
    match.play(2, "bid 1")
    assert told(match) == [[0]] * 4


def test_others_are_told_of_secret_moves_when_all_have_made_theirs(tmp_path: Path) -> None:
    match = Match(bidding(tmp_path, REDEALT), seats=3, seed=1)
    assert events(match) == [1, 1, 1, 1]
    match.play(1, "bid 2")
    assert events(match) == [1, 2, 1, 1]
    match.play(0, "bid 0")
    assert events(match) == [2, 2, 1, 1]
    assert not any(text == "Cards: ?" for reader in (0, 1, 2, None) for text in match.story(reader))
    match.play(2, "bid 1")
    assert events(match) == [4, 4, 4, 4]


def events(match: Match) -> list[int]:
    """How many of them each seat and a spectator are told."""
    return [len(Stream(match, reader).catch_up("en", 0)) for reader in (*range(match.seats), None)]


def told(match: Match) -> list[list[int]]:
    """Who may act, for all that each seat and a spectator see; and what they are sent says the same."""
    readers = (*range(match.seats), None)
    for reader in readers:
        assert json.loads(match.view_json(reader, encode)) == match.view(reader).to_dict()
    return [match.view(reader).to_act for reader in readers]
