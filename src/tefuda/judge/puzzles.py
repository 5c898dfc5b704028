"""Puzzles: positions with one clearly best move, which `club` does not see.

They are found in matches of bots. A judge finds a decision of `club` that cost a lot; a fresh and much larger search
must then confirm that one move is better than every other one. The levels that solve a puzzle say how hard it is.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from typing import Any, NamedTuple

from tefuda.bots import BOTS, LEVELS, Master
from tefuda.errors import BadRecord
from tefuda.games import GAMES
from tefuda.games.pages import text_beside
from tefuda.games.reasons import Why
from tefuda.games.view import View
from tefuda.intervals import change_of
from tefuda.judge.decisions import Decision, decisions
from tefuda.judge.levels import measured
from tefuda.judge.scales import Scales, lead_of
from tefuda.judge.values import judge, screen, seat_of
from tefuda.kernel.plain import Game
from tefuda.match import Match
from tefuda.record import Record

SCREENED = 480  # playouts of a first look, all moves together
FIRST = 256  # worlds of a second look
WORLDS = 2048  # fresh ones, of the search that confirms
RIVALS = 12  # moves that the best one must beat in it, the likeliest first
Z = 3.1  # so sure: 1 in 1,000 against each rival
AGAIN = 2.06  # ... when it is searched once more: 98 %
TRIES = 9  # of a level that chooses by chance
PLAYOUTS = 400  # of `master`
EACH = 2  # puzzles of one match at most
OTHERS = ("Botan", "Chidori", "Daichi", "Emi", "Fuyu", "Goro", "Hina", "Itsuki", "Jun")  # at the table of a puzzle
STEP = 83  # from one day's puzzle to the next, because neighbours come from the same match
ROUNDS = 2  # from which puzzles are taken, so that their records stay short


FORM = re.compile(
    r"puzzle seat (?P<seat>\d{1,2}) solved(?P<solved>(?: [a-z]+)*)\n"
    r"best (?P<best>.+)\n(?P<less>(?:less \d{1,4}\.\d\d .+\n)+)"
)


class Puzzle(NamedTuple):
    """A match up to a decision, and what should be done there."""

    record: Record
    seat: int
    best: str
    less: dict[str, float]  # other moves, and how much less they are worth, in points of the round
    solved: tuple[str, ...]  # levels that find it

    @property
    def match(self) -> Match:
        return Match.replay(self.record)

    @property
    def lead(self) -> float:
        """Over the next best move."""
        return min(self.less.values())

    def __str__(self) -> str:
        first = " ".join(("puzzle", "seat", str(self.seat), "solved", *self.solved))
        others = "".join(f"less {less:.2f} {move}\n" for move, less in self.less.items())
        return f"{first}\nbest {self.best}\n{others}{self.record}"

    @classmethod
    def parse(cls, text: str) -> Puzzle:
        """The puzzle of a text; BadRecord if it is none, or does not replay, or names a move that is not possible."""
        found = FORM.match(text)
        if not found:
            raise BadRecord(1, "this is no puzzle")
        others = [line.split(" ", 2) for line in found["less"].splitlines()]
        less = {move: float(value) for _, value, move in others}
        record = Record.parse(text[found.end() :])
        puzzle = cls(record, int(found["seat"]), found["best"], less, tuple(found["solved"].split()))
        if puzzle.seat >= record.seats:
            raise BadRecord(1, f"there is no seat {puzzle.seat}")
        possible = puzzle.match.moves(puzzle.seat)
        for line, move in enumerate((puzzle.best, *less), 2):
            if move not in possible:
                raise BadRecord(line, f"{move!r} is not possible here")
        return puzzle


@cache
def shipped(game: str) -> tuple[str, ...]:
    """The texts of the puzzles that come with the package; none for a game without any."""
    found = text_beside(game, f"{game}.puzzles") if game in GAMES else ""
    return tuple(found.split("\n\n")) if found else ()


@cache
def themes(game: str) -> dict[str, list[int]]:
    """The numbers of the puzzles by the kind of their best move, as the lab counts it; the commonest first."""
    face, found = GAMES[game], dict[str, list[int]]()
    for number, text in enumerate(shipped(game), 1):
        best = text.partition("\nbest ")[2].partition("\n")[0]
        found.setdefault(face.study.kind_of(face.moves.parse(best)), []).append(number)
    return dict(sorted(found.items(), key=lambda item: -len(item[1])))


def number_of(game: str, day: date) -> int:
    """The number, from 1, of the puzzle of a day: the same for everybody. There must be puzzles of the game."""
    return day.toordinal() * STEP % len(shipped(game)) + 1


def puzzle(game: str, number: int) -> Puzzle:
    """The puzzle of this number, from 1."""
    return Puzzle.parse(shipped(game)[number - 1])


def as_data(game: str, number: int, lang: str) -> dict[str, Any]:
    """A puzzle as the page shows it: what the seat sees, the moves, and what they are worth."""
    found = puzzle(game, number)
    seat = found.seat
    others = iter(OTHERS)
    found.record.names = ["" if one == seat else next(others) for one in range(found.record.seats)]
    match = found.match
    last = list(match.record.steps())[-1]
    return {
        "game": game,
        "number": number,
        "count": len(shipped(game)),
        "seat": seat,
        "names": found.record.names,
        "view": match.view(seat).to_dict(),
        "moves": match.moves(seat),
        "facts": match.facts(seat),
        "told": list(match.told(*last, seat, lang)),
        "best": found.best,
        "less": found.less,
        "solved": found.solved,
        "why": {move: why._asdict() for move, why in reasons(found, match.view(seat), lang).items()},
        "themes": {GAMES[game].study.KINDS[kind][lang == "ja"]: found for kind, found in themes(game).items()},
    }


def reasons(found: Puzzle, view: View, lang: str) -> dict[str, Why]:
    """Why the best move is better than each other one, as far as the game can say."""
    face, names = GAMES[view.game], found.record.names
    return {move: face.why_better(view, found.best, move, lang, names) for move in found.less}


def find(game: str, first: int) -> Iterator[Puzzle]:
    """Puzzles from matches with seeds from this one on, without end."""
    seed = first
    while True:
        yield from in_match(game, seed)
        seed += 1


def in_match(game: str, seed: int) -> Iterator[Puzzle]:
    """The puzzles of one match: `club` in one seat, anybody else in the others."""
    match, rng, face = Match(game, seed=seed), random.Random(seed), GAMES[game]
    seat = seed % match.seats
    others = [rng.choice(("casual", "club")) for _ in range(match.seats)]
    weights = {"casual": face.weights.CASUAL, "club": face.weights.CLUB}
    while match.result is None and match.rounds < ROUNDS:
        mover = match.to_act[0] if match.actor is None or match.actor < 0 else match.actor
        level = "club" if mover == seat else others[mover]
        match.play(mover, face.move_text(match._game.quick(mover, weights[level])))
    yield from of_seat(match, seat)


def of_seat(match: Match, seat: int) -> Iterator[Puzzle]:
    """The puzzles in what a seat decided in the first rounds of a match."""
    found: set[str] = set()
    for decision in decisions(match.record, seat):
        if decision.round > ROUNDS or len(found) == EACH:
            return
        puzzle = puzzle_in(match, decision)
        if puzzle and puzzle.best not in found:  # what is done in steps is one decision
            found.add(puzzle.best)
            yield puzzle


def puzzle_in(match: Match, decision: Decision) -> Puzzle | None:
    known = measured(match.game)
    if known is None or not looks_costly(decision, known.mistake / 2):
        return None
    judged = judge(decision, seed=1)
    if judged.loss < known.mistake:
        return None
    likeliest = [one.move for one in judged.candidates if one.move != judged.best][:RIVALS]
    rivals = list(dict.fromkeys((*likeliest, decision.chosen)))
    if min(leads(decision, judged.best, rivals, FIRST, seed=2, z=1.0).values()) <= 0:
        return None
    less = leads(decision, judged.best, rivals)
    if min(less.values()) < known.inaccuracy:
        return None
    record = match.undo_to(decision.event).record
    found = Puzzle(record, seat_of(decision), judged.best, less, solvers(decision, judged.best))
    return found if "club" not in found.solved and confirmed(found) else None


def looks_costly(decision: Decision, cost: float) -> bool:
    """A first look, which drops most positions: whether some other move seems to be better by this much."""
    scales, game = scales_of(decision)
    made = scales.face.parse_move(decision.chosen)
    seen = screen(scales, game, made, random.Random(0), 1, SCREENED)
    return max(one.points.value for one in seen.values()) - seen[made].points.value >= cost


def scales_of(decision: Decision) -> tuple[Scales, Game]:
    face = GAMES[decision.view.game]
    return Scales(face, seat_of(decision), not face.is_shared(decision.view)), face.world(decision.view)


def leads(
    decision: Decision, best: str, rivals: Sequence[str], worlds: int = WORLDS, seed: int = 3, z: float = Z
) -> dict[str, float]:
    """By how much the best move leads each other one, in many fresh worlds; 0 where it is not sure that it leads."""
    scales, game = scales_of(decision)
    actions = [scales.face.parse_move(move) for move in (best, *rivals)]
    first, *others = scales.weigh(game, actions, worlds, random.Random(seed))
    means = [change_of(lead_of(first, one, worlds), z=z) for one in others]
    return {move: round(mean.value, 2) if mean.low > 0 else 0.0 for move, mean in zip(rivals, means, strict=True)}


def confirmed(puzzle: Puzzle, worlds: int = 2 * WORLDS, seed: int = 4) -> bool:
    """Whether another search, in twice as many worlds that were used for nothing else, is sure of the best move."""
    match = puzzle.match
    decision = Decision(0, 0, 1, match.view(puzzle.seat), tuple(match.moves(puzzle.seat)), puzzle.best)
    return min(leads(decision, puzzle.best, list(puzzle.less), worlds, seed, AGAIN).values()) > 0


def solvers(decision: Decision, best: str) -> tuple[str, ...]:
    """The levels that find the move more often than not."""
    solved = []
    for level in LEVELS:
        bot = Master(playouts=PLAYOUTS) if level == "master" else BOTS[level]
        right = sum(bot(decision.view, decision.moves, random.Random(n)) == best for n in range(TRIES))
        solved += [level] if 2 * right > TRIES else []
    return tuple(solved)
