"""A second, independent, deliberately naive reading of the game's rules.md, for tests only.

Nothing here is fast or clever: every move list is found by trying everything, and the code follows the
order of the rules page. The numbers in the comments (R12, A15, ...) are those of that page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

NUMBERS = range(1, 24)  # R1
FREE = ""  # the way of a Play without bonus chips


def copies(number: int) -> int:
    """R1: how often a number is in the box."""
    return {1: 1, 2: 2}.get(number, 3) if number in NUMBERS else 0


def skipped(base: int, number: int) -> int:
    """R9: the numbers strictly between; R11: only those that exist."""
    return sum(base < between < number for between in NUMBERS)


def ways(bonus: int, bonus_shift: str) -> list[str]:
    """R10, A7: how bonus chips can be used, as the end of a move's text."""
    signs = "-+" if bonus_shift == "exact5" else "*"
    return [FREE] + [f"{sign}{used}" for sign in signs for used in range(1, bonus + 1)]


def chips_in(way: str) -> int:
    """How many bonus chips this way uses."""
    return 0 if way == FREE else int(way[1:])


def bases(pile: int, way: str) -> list[int]:
    """R8, R10: every pile value for the comparison that this way allows."""
    shift = 5 * chips_in(way)
    if way == FREE:
        return [pile]
    if way.startswith("-"):
        return [pile - shift]
    if way.startswith("+"):
        return [pile + shift]
    return list(range(pile - shift, pile + shift + 1))  # R24, A2: up to 5 for each chip


@lru_cache(maxsize=1 << 14)
def cost(pile: int, number: int, way: str) -> int | None:
    """Penalty chips for laying this number; None if it may not be laid."""
    fitting = [base for base in bases(pile, way) if number >= base]  # R8, A1, A6
    if not fitting:
        return None
    return min(skipped(base, number) for base in fitting)  # R24: as well as possible


def read(move: str) -> tuple[int, int, str]:
    """The number, the count of cards and the way of the text of a Play."""
    words = move.split(" ")
    number, count = words[1].split("x")
    return int(number), int(count), words[2] if len(words) == 3 else FREE


class TwentythreeOracle:
    """One match, from the first deal to the winners."""

    def __init__(
        self,
        seats: int,
        bonus_shift: str = "exact5",
        forced_must_use_bonus: bool = False,
        forced_may_leave: bool = False,
        allow_negative: bool = False,
        learn12: bool = False,
        circles: int = 10,
    ) -> None:
        if seats not in (2, 3, 4):
            raise ValueError(f"not for {seats} seats")
        if bonus_shift not in ("exact5", "upto5"):
            raise ValueError(f"no such shift: {bonus_shift}")
        self.seats = seats
        self.bonus_shift = bonus_shift  # A2
        self.forced_must_use_bonus = forced_must_use_bonus  # A4, A18
        self.forced_may_leave = forced_may_leave  # A5, A18
        self.allow_negative = allow_negative  # A8
        self.learn12 = learn12  # R21
        self.circles = circles  # A20
        self.round = 1
        self.penalty = [0] * seats
        self.bonus = [3] * seats  # R5: once for the whole match
        self.winners: list[int] = []
        self._clear()

    def _clear(self) -> None:
        """Everything that belongs to one round, as it is before the deal."""
        self.phase = "deal"
        self.hands: list[list[int]] = [[] for _ in range(self.seats)]
        self.discards: list[list[int]] = [[] for _ in range(self.seats)]
        self.pile = 0
        self.out = [False] * self.seats
        self.turn = 0
        self.forced: int | None = None
        self.passes = 0  # c of R22

    @classmethod
    def position(
        cls,
        hands: Sequence[Sequence[int]],
        pile: int,
        *,
        turn: int = 0,
        penalty: Sequence[int] | None = None,
        bonus: Sequence[int] | None = None,
        out: Sequence[bool] | None = None,
        forced: int | None = None,
        passes: int = 0,
        round_number: int = 1,
        bonus_shift: str = "exact5",
        forced_must_use_bonus: bool = False,
        forced_may_leave: bool = False,
        allow_negative: bool = False,
        circles: int = 10,
    ) -> TwentythreeOracle:
        """Any situation in the middle of a round, unchecked; `turn` is to act; empty hands are out."""
        game = cls(len(hands), bonus_shift, forced_must_use_bonus, forced_may_leave, allow_negative, circles=circles)
        game.phase = "play"
        game.hands = [list(hand) for hand in hands]
        game.pile, game.turn, game.forced = pile, turn, forced
        game.penalty = list(penalty or [0] * game.seats)
        game.bonus = list(bonus or [0] * game.seats)
        game.out = list(out or [not hand for hand in hands])
        game.passes, game.round = passes, round_number
        return game

    def needs(self) -> str:
        """What has to come next."""
        return self.phase if self.phase in ("deal", "over") else "moves"

    # Set-up

    def deal(self, hands: list[list[int]]) -> None:
        """The cards of a new round, one list of numbers for each seat."""
        if self.phase != "deal":
            raise ValueError("there is nothing to deal now")
        if len(hands) != self.seats:
            raise ValueError("one hand for each seat")
        size = 12 if self.learn12 else 15  # R4, R21
        if any(len(hand) != size for hand in hands):
            raise ValueError(f"every hand has {size} cards")  # R3, R21: together all the cards used
        cards = [number for hand in hands for number in hand]
        for number in cards:
            if cards.count(number) > copies(number):  # R1; R18: the same 66 cards in round 2
                raise ValueError(f"too many cards with the number {number}")
        if 1 not in cards:  # R3
            raise ValueError("the 1 is always dealt")
        self.hands = [list(hand) for hand in hands]
        if self.learn12:  # R21: no discard
            self._lay_the_one()
        else:
            self.phase = "discard"

    def _discard_moves(self, seat: int) -> list[str]:
        """R6: any card but the 1, three times."""
        if len(self.discards[seat]) == 3:
            return []
        return [f"discard {number}" for number in sorted(set(self.hands[seat]) - {1})]

    def _discard(self, seat: int, number: int) -> None:
        self.hands[seat].remove(number)
        self.discards[seat].append(number)
        if all(len(gone) == 3 for gone in self.discards):  # R6: play begins when all have chosen
            self._lay_the_one()

    def _lay_the_one(self) -> None:
        """R7: by itself, without a chip or a penalty; A9: nothing can come before it."""
        holder = next(seat for seat in range(self.seats) if 1 in self.hands[seat])
        self.phase = "play"
        self.hands[holder].remove(1)
        self.pile = 1
        self.passes = 0  # R22: laying the 1 counts as a Play
        self.turn = self._next(holder)

    # Turns

    def _inside(self) -> list[int]:
        """The seats still in the round."""
        return [seat for seat in range(self.seats) if not self.out[seat]]

    def _next(self, seat: int) -> int:
        """Clockwise, without those who are out; a last player follows themself (R17)."""
        seat = (seat + 1) % self.seats
        while self.out[seat]:
            seat = (seat + 1) % self.seats
        return seat

    def to_act(self) -> tuple[int, ...]:
        """Everybody who can move now."""
        if self.phase == "discard":
            return tuple(seat for seat in range(self.seats) if len(self.discards[seat]) < 3)  # R6
        return (self.turn,) if self.phase == "play" else ()

    def _plays(self, seat: int) -> Iterator[tuple[int, int, str]]:
        """Every Play as number, count of cards and way: R8, R10, R24."""
        for number in NUMBERS:
            for count in range(1, self.hands[seat].count(number) + 1):
                for way in ways(self.bonus[seat], self.bonus_shift):
                    if cost(self.pile, number, way) is not None:
                        yield number, count, way

    def _must_play(self, seat: int) -> bool:
        """R15: does a force lie on this seat, and has it any effect?"""
        if self.forced != seat:
            return False
        if self.forced_must_use_bonus:
            return any(True for _ in self._plays(seat))  # A4, A18
        return any(way == FREE for _, _, way in self._plays(seat))

    def moves(self, seat: int) -> list[str]:
        """Every legal move of this seat."""
        if seat not in self.to_act():
            return []
        if self.phase == "discard":
            return self._discard_moves(seat)
        found = [f"play {number}x{count} {way}".strip() for number, count, way in self._plays(seat)]
        if self._must_play(seat):  # R15; R26: comes before R22
            return found + (["leave"] if self.forced_may_leave else [])  # A5
        if self.passes < self.circles * len(self._inside()):  # R22
            found.append("pass")  # R13
            if len(self._inside()) > 1:
                found.append("force")  # R14, A16
        return [*found, "leave"]  # R16

    def play(self, seat: int, move: str) -> None:
        """Make one legal move."""
        if move not in self.moves(seat):
            raise ValueError(f"seat {seat} cannot {move}")
        kind = move.split(" ")[0]
        if kind == "discard":
            self._discard(seat, int(move.split(" ")[1]))
            return
        # R23; R26: the old force is gone before a new one is set
        self.forced = None
        if kind == "play":
            self._play_cards(seat, *read(move))
        elif kind == "leave":
            self.penalty[seat] += len(self.hands[seat])  # R16: the hand stays as it is, unseen
            self.out[seat] = True
            self.passes = 0
        else:
            self.penalty[seat] += 2 if kind == "force" else 1  # R14, R13
            self.passes += 1
            if kind == "force":
                self.forced = self._next(seat)  # A12
        if self._inside():
            self.turn = self._next(seat)
        else:
            self._end_round()

    def _play_cards(self, seat: int, number: int, count: int, way: str) -> None:
        """R23: the steps of a Play."""
        taken = cost(self.pile, number, way)
        assert taken is not None
        self.bonus[seat] -= chips_in(way)  # R10
        for _ in range(count):
            self.hands[seat].remove(number)
        self.pile = number  # R8: not the shifted value
        self.penalty[seat] += taken  # R9: however many cards
        if not self.hands[seat]:  # R12, A10, A15
            self.penalty[seat] -= min(3, self.penalty[seat])
            self.out[seat] = True
        self.passes = 0

    # Ends

    def _end_round(self) -> None:
        """R17: nobody is left in the round."""
        if self.round == 1:
            self.round = 2
            self._clear()  # R18: no new bonus chips, and the penalty chips stay
            return
        self.phase = "over"
        for seat in range(self.seats):  # R19
            self.penalty[seat] -= 2 * self.bonus[seat]
            if not self.allow_negative:  # A8
                self.penalty[seat] = max(0, self.penalty[seat])
        fewest = min(self.penalty)
        self.winners = [seat for seat in range(self.seats) if self.penalty[seat] == fewest]  # R19, R20

    def snapshot(self) -> dict[str, object]:
        """Everything there is to compare."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "pile": self.pile,
            "penalty": list(self.penalty),
            "bonus": list(self.bonus),
            "out": list(self.out),
            "forced": self.forced,
            "passes": self.passes,
            "turn": self.turn if self.phase == "play" else None,
            "to_act": list(self.to_act()),
            "round": self.round,
            "phase": self.phase,
            "discarded": [len(gone) for gone in self.discards],
            "scores": [-chips for chips in self.penalty],
            "winners": list(self.winners),
        }
