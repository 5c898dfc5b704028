"""Playing the matches of a plan. Bots that decide at once are played inside the kernel, without the GIL."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from tefuda.bots.entrants import Entrant, decide
from tefuda.games import Face
from tefuda.kernel import OVER
from tefuda.kernel.plain import Game
from tefuda.kernel.record import dtype
from tefuda.lab.plan import Plan
from tefuda.lab.steps import decided, is_step, steps_of

Table = dict[str, Any]  # columns: NumPy arrays of one length
MOVES_MAX = 1 << 15  # a round that is longer keeps its first moves; SOLO's longest, with 10 seats, are far shorter
COUNTS = 3  # numbers of Game.count_round that stand before those of the kinds


class Round(NamedTuple):
    """One round of a match as it was played."""

    match: int
    round: int  # from 0
    counts: Any  # a row for each seat, see Game.count_round
    moves: int
    closer: int  # who made the last move
    action: int  # ... and which
    scores: list[int]  # after it
    dealt: bytes  # the state when all was dealt
    ended: bytes


class Played(NamedTuple):
    """One match, and what the sample keeps of it."""

    rounds: list[Round]
    winners: int  # seats as bits
    moves: list[Any]  # for each round an array of seat, action, legal actions; none without room for them
    hands: list[list[str]]  # for each round and seat, as dealt
    safety: dict[str, int]


def kinds_of(face: Face) -> Any:
    """The kind of each action, as a place in the game's KINDS."""
    places = {kind: place for place, kind in enumerate(face.study.KINDS)}
    actions = range(face.engine.n_actions)
    return np.array([places[face.study.kind_of(face.moves.move_of(action))] for action in actions], np.uint8)


def seed_of(plan: Plan, match: int, number: int, part: int) -> int:
    """Every round has streams of its own, so that two setups meet the same deals, whatever came before."""
    return (plan.seed + match) << 20 | (number & 0x3FFFF) << 2 | part


def mixed(seed: int, event: int) -> int:
    """A seed for each event of a round that is not played inside the kernel."""
    return (seed + event * 0x9E3779B97F4A7C15) & (2**62 - 1)


def weights_of(face: Face, bot: Entrant) -> Sequence[int] | None:
    """What a bot weighs, inside the kernel; None is random. A beginner is taken for casual, other bots for club."""
    if bot.name == "random" or bot.weights is not None:
        return bot.weights
    found: Sequence[int] = face.weights.CASUAL if bot.name == "beginner" else face.weights.CLUB
    return found


def play_match(plan: Plan, match: int, kinds: Any, closely: bool, room: Any) -> Played:
    """Plays match number `match` of the plan; `room` is memory for the moves of a round, or None."""
    face, seats = plan.face, plan.seats
    bots = [plan.bot(match, seat) for seat in range(seats)]
    weights = [weights_of(face, bot) for bot in bots]
    game = face.begin(seats, plan.options)
    width = COUNTS + 2 * len(face.study.KINDS)
    rng = random.Random(f"{plan.seed + match}")
    rounds: list[Round] = []
    moves: list[Any] = []
    hands: list[list[str]] = []
    while game.actor() != OVER:
        number = len(rounds)
        game.settle(seed_of(plan, match, number, 0))
        dealt = game.pack()
        if closely:
            hands += [[card_text(card) for card in face.view(game, seat).hand] for seat in range(seats)]
        counts = np.zeros((seats, width), np.int32)
        seed = seed_of(plan, match, number, 1)
        if plan.instant:
            made = game.count_round(seed, weights, kinds, counts, room)
        else:
            made = ask_round(face, game, seed, bots, kinds, counts, room, rng)
        if room is not None:
            moves.append(room[: made[0]].copy())
        rounds.append(Round(match, number, counts, *made, game.scores(), dealt, game.pack()))
    winners = sum(1 << seat for seat in face.result(game).winners)
    return Played(rounds, winners, moves, hands, dict(face.safety(game)) if closely else {})


def ask_round(
    face: Face, game: Game, seed: int, bots: Sequence[Entrant], kinds: Any, counts: Any, room: Any, rng: random.Random
) -> tuple[int, int, int]:
    """The same as Game.count_round with bots that the kernel does not know."""
    made, last, action = 0, OVER, -1
    now, n_kinds = game.rounds(), len(face.study.KINDS)
    while game.settle(mixed(seed, made)):
        seat = game.actor()
        legal = game.legal(seat)
        counts[seat, :COUNTS] += 1, len(legal) == 1, len(legal)
        for kind in {int(kinds[one]) for one in legal}:
            counts[seat, COUNTS + kind] += 1
        action = decide(face, bots[seat], game, seat, rng)
        counts[seat, COUNTS + n_kinds + kinds[action]] += 1
        if room is not None and made < len(room):
            room[made] = seat, action, len(legal)
        game.apply(seat, action)
        made, last = made + 1, seat
        if game.rounds() != now:
            break  # before the next deal
    return made, last, action


def card_text(card: Any) -> str:
    """A card of a hand; one with two sides has the lower number first, whichever is up."""
    return "/".join(map(str, sorted(card))) if isinstance(card, tuple | list) else str(card)


def play_matches(plan: Plan, first: int, last: int) -> dict[str, Table]:
    """The tables of these matches: one row per match, per round and seat, and of the sample more."""
    face = plan.face
    kinds = kinds_of(face)
    space = np.zeros((MOVES_MAX, 3), np.int16)
    played = [play_match(plan, match, kinds, match < plan.sample, space) for match in range(first, last)]
    rounds = round_rows(plan, played, kinds)
    tables = {"matches": match_rows(plan, first, played, rounds), "rounds": rounds}
    every = [(first + index, one) for index, one in enumerate(played)]
    close = [(match, one) for match, one in every if match < plan.sample]
    if kept := every if plan.all_moves else close:
        tables["moves"] = move_rows(plan, kept, kinds)
    if close:
        tables["hands"] = hand_rows(plan, close)
        tables["safety"] = {
            "match": np.array([match for match, one in close for _ in one.safety], np.int64),
            "rule": np.array([rule for _, one in close for rule in one.safety], object),
            "times": np.array([times for _, one in close for times in one.safety.values()], np.int32),
        }
    return tables


def match_rows(plan: Plan, first: int, played: Sequence[Played], rounds: Table) -> Table:
    final = np.array([one.rounds[-1].scores for one in played], np.int32)
    best = np.sort(final, axis=1)
    leads = [lead_changes([each.scores for each in one.rounds]) for one in played]
    return {
        "match": np.arange(first, first + len(played), dtype=np.int64),
        "rounds": np.array([len(one.rounds) for one in played], np.int16),
        "moves": np.bincount(rounds["match"] - first, rounds["decisions"]).astype(np.int32),
        "winners": np.array([one.winners for one in played], np.int16),
        "margin": best[:, -1] - best[:, -2],
        "spread": best[:, -1] - best[:, 0],
        "lead_changes": np.array([lead[0] for lead in leads], np.int16),
        "led_from": np.array([lead[1] for lead in leads], np.int16),
        "start": starters(plan.face, [one.rounds[0].dealt for one in played]),
    }


def lead_changes(scores: Sequence[Sequence[int]]) -> tuple[int, int]:
    """How often the lead went to other seats, and after how many rounds the final leader was in the lead for good."""
    leaders = [frozenset(seat for seat, score in enumerate(row) if score == max(row)) for row in scores]
    changes = sum(not (before & after) for before, after in pairwise(leaders))
    settled = len(leaders)
    while settled > 1 and leaders[settled - 2] == leaders[-1]:
        settled -= 1
    return changes, settled


def starters(face: Face, dealt: Sequence[bytes]) -> Any:
    return np.frombuffer(b"".join(dealt), dtype(face.engine.State))[face.study.START].astype(np.int8)


def round_rows(plan: Plan, played: Sequence[Played], kinds: Any) -> Table:
    face, seats = plan.face, plan.seats
    rounds = [each for one in played for each in one.rounds]
    made = decided(steps_of(face), seats, [moves for one in played for moves in one.moves], kinds)
    n = len(rounds)
    match = np.array([each.match for each in rounds], np.int64)
    number = np.array([each.round for each in rounds], np.int16)
    scores = np.array([each.scores for each in rounds], np.int32)
    begin = np.array(face.begin(seats, plan.options).scores(), np.int32)
    before = np.where((number == 0)[:, None], begin, np.roll(scores, 1, axis=0))
    seat = np.tile(np.arange(seats), n)
    counts = np.concatenate([each.counts for each in rounds])
    start = starters(face, [each.dealt for each in rounds])
    rows: Table = {
        "match": np.repeat(match, seats),
        "round": np.repeat(number, seats),
        "seat": seat.astype(np.int8),
        "place": ((seat - np.repeat(match, seats)) % seats).astype(np.int8),
        "after_start": ((seat - np.repeat(start, seats)) % seats).astype(np.int8),
        "gain": (scores - before).reshape(-1),
        "score": scores.reshape(-1),
        "round_moves": np.repeat(made.decisions.reshape(n, seats).sum(1).astype(np.int32), seats),
        "closed": seat == np.repeat(np.array([each.closer for each in rounds]), seats),
        "last_kind": np.repeat(kinds[[each.action for each in rounds]].astype(np.int8), seats),
        "ending": np.repeat(endings(face, rounds), seats),
        "decisions": made.decisions.astype(np.int16),
        "forced": made.forced.astype(np.int16),
        "asked": made.asked.astype(np.int16),
        "choices": made.choices,
    }
    names = list(face.study.KINDS)
    for place, kind in enumerate(names):
        again = made.again.get(place, 0)
        rows[f"can_{kind}"] = (counts[:, COUNTS + place] - again).astype(np.int16)
        rows[f"did_{kind}"] = (counts[:, COUNTS + len(names) + place] - again).astype(np.int16)
    return rows


def endings(face: Face, rounds: Sequence[Round]) -> Any:
    """How each round ended, in the game's words; the kind of the last move where the game has no such words."""
    study = face.study
    if not study.ENDING:
        return np.array([study.kind_of(face.moves.move_of(each.action)) for each in rounds], object)
    states = np.frombuffer(b"".join(each.ended for each in rounds), dtype(face.engine.State))
    return np.array(study.ENDINGS, object)[states[study.ENDING]]


def move_rows(plan: Plan, kept: Sequence[tuple[int, Played]], kinds: Any) -> Table:
    made = [(match, number, moves) for match, one in kept for number, moves in enumerate(one.moves)]
    lengths = [len(moves) for _, _, moves in made]
    every = np.concatenate([moves for _, _, moves in made])
    kind = kinds[every[:, 1]]
    return {
        "match": np.repeat(np.array([match for match, _, _ in made], np.int64), lengths),
        "round": np.repeat(np.array([number for _, number, _ in made], np.int16), lengths),
        "move": np.concatenate([np.arange(length, dtype=np.int32) for length in lengths]),
        "seat": every[:, 0].astype(np.int8),
        "action": every[:, 1],
        "kind": kind.astype(np.int8),
        "step": is_step(steps_of(plan.face), every[:, 0], kind, np.cumsum([0, *lengths[:-1]])),
        "legal": every[:, 2],
    }


def hand_rows(plan: Plan, close: Sequence[tuple[int, Played]]) -> Table:
    rows = [
        (match, index // plan.seats, index % plan.seats, card)
        for match, one in close
        for index, hand in enumerate(one.hands)
        for card in hand
    ]
    match, number, seat, card = zip(*rows, strict=True)
    return {
        "match": np.array(match, np.int64),
        "round": np.array(number, np.int16),
        "seat": np.array(seat, np.int8),
        "card": np.array(card, object),
    }
