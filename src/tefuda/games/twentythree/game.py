"""23: its face to people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tefuda.errors import BadNotation
from tefuda.games.face import UNSEEN, Face, Result, highest, state_in
from tefuda.games.notation import is_number
from tefuda.games.option import Value
from tefuda.games.twentythree import facts, moves, study, view, weights, why, words
from tefuda.games.twentythree.options import OPTIONS
from tefuda.games.twentythree.state import DISCARD, HOLDER, TOP, State
from tefuda.kernel.plain import Game


class TwentythreeFace(Face):
    name = "twentythree"
    version = 2
    replays_since = 1  # the options that came with 2 have the values of before
    place = 2
    moves = moves
    sight = view
    words = words
    why = why
    board = facts
    weights = weights
    study = study
    rounds_hang_together = True  # R5: the chips are for both
    options = OPTIONS

    def seats(self, options: Mapping[str, Value]) -> Sequence[int]:
        return (4, 2, 3)

    def score_bounds(self, seats: int, options: Mapping[str, Value]) -> tuple[int, int]:
        """R25; three bonus chips."""
        return -2 * (2 * int(options["circles"]) * (12 * seats - 1) + 276), 6

    # ---- moves

    def is_secret(self, game: Game) -> bool:
        return state_of(game).phase == DISCARD

    def seen_move(self, game: Game, seat: int, action: int, reader: int | None) -> str:
        """All is open but what others put away."""
        return UNSEEN if self.is_secret(game) and reader != seat else self.move_text(action)

    def holdings(self, game: Game) -> dict[str, list[str]]:
        s = state_of(game)
        found = {str(p): [str(v) for v in range(2, TOP + 1) for _ in range(s.hand[p][v])] for p in range(s.seats)}
        return found | {f"away {p}": [str(v) for v in s.discards[p][: s.discarded[p]]] for p in range(s.seats)}

    # ---- chance

    def pool_texts(self, game: Game, pool: Sequence[int]) -> list[str]:
        return [str(thing) for thing in pool]

    def chance_text(self, game: Game, drawn: Sequence[int]) -> str:
        return self._chance_text(game, drawn, range(game.seats))

    def seen_chance(self, game: Game, drawn: Sequence[int], reader: int | None) -> str:
        return self._chance_text(game, drawn, () if reader is None else (reader,))

    def _chance_text(self, game: Game, drawn: Sequence[int], shown: Iterable[int]) -> str:
        """The back of the 1 differs, so everybody sees who has it."""
        s = state_of(game)
        if s.phase == HOLDER:
            return f"holder {drawn[0]}"
        open_to = set(shown)
        hands, at, each = [], 0, (len(drawn) + 1) // game.seats
        for seat in range(game.seats):
            one = ["1"] if seat == s.holder else []
            others = sorted(drawn[at : at + each - len(one)])
            at += len(others)
            hands.append(" ".join([*one, *(str(v) if seat in open_to else UNSEEN for v in others)]))
        return "deal " + " | ".join(hands)

    def parse_chance(self, game: Game, text: str) -> list[int]:
        s = state_of(game)
        word, _, rest = text.partition(" ")
        if s.phase == HOLDER:
            if word == "holder" and rest in map(str, range(game.seats)):
                return [int(rest)]
            raise BadNotation(f"{text!r}: here stands who is dealt the 1, such as 'holder 0'")
        hands = [[_card(card) for card in hand.split(" ")] for hand in rest.split(" | ")] if word == "deal" else []
        if len(hands) != game.seats or len({len(hand) for hand in hands}) != 1:
            raise BadNotation(
                f"here stand {game.seats} hands of the same size, such as 'deal 1 7 7 20 | 3 4 9 9 | ...'"
            )
        if [seat for seat, hand in enumerate(hands) if 1 in hand] != [s.holder]:
            raise BadNotation(f"the 1 is seat {s.holder}'s alone")
        if any(hand != sorted(hand) for hand in hands):
            raise BadNotation("the cards of a hand stand in ascending order")
        hands[s.holder].remove(1)
        return [v for hand in hands for v in hand]

    # ---- the end

    def result(self, game: Game) -> Result:
        """R20: ties share."""
        scores = tuple(game.scores())
        return Result("rounds", scores, highest(scores))

    def safety(self, game: Game) -> Mapping[str, int]:
        return {"R22": state_of(game).blocked}


def state_of(game: Game) -> State:
    return state_in(State, game)


def _card(text: str) -> int:
    if is_number(text, TOP):
        return int(text)
    raise BadNotation(f"{text!r} is not a card; a card is a number from 1 to {TOP}")


TWENTYTHREE = TwentythreeFace()
