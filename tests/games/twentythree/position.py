"""Positions in the middle of a round, in the notation of the game's rules.md. A hand is "3 20 20"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tefuda import Match
from tefuda.games import Result
from tefuda.games.option import Value, check_options
from tefuda.games.twentythree.game import TWENTYTHREE, state_of
from tefuda.games.twentythree.state import FINISHED, IN, LEFT, PLAY, State
from tefuda.games.twentythree.view import View
from tefuda.kernel.plain import Game
from tefuda.match import Draw

DECK = Counter({1: 1, 2: 2, **dict.fromkeys(range(3, 24), 3)})  # R1


def cards_of(text: str) -> list[int]:
    return [int(card) for card in text.split()]


class Position:
    """A game with the cards as texts. Moves are made by the seat whose turn it is; chance never acts."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def s(self) -> State:
        return state_of(self.game).clone()  # to be changed at will

    # ---- what lies where

    def hand(self, seat: int) -> str:
        """Such as "3 20 20"."""
        return " ".join(str(v) for v, count in enumerate(self.s.hand[seat]) for _ in range(count))

    @property
    def pile(self) -> int:
        return self.s.pile

    @property
    def penalty(self) -> list[int]:
        return self.s.penalty[: self.game.seats]

    @property
    def bonus(self) -> list[int]:
        return self.s.bonus[: self.game.seats]

    @property
    def forced(self) -> int | None:
        return None if self.s.forced < 0 else self.s.forced

    @property
    def to_act(self) -> list[int]:
        return [seat for seat in range(self.game.seats) if self.game.count(seat)]

    # ---- moves

    def moves(self, kind: str = "") -> list[str]:
        """The legal moves that begin with this text, of the seat whose turn it is."""
        texts = map(TWENTYTHREE.move_text, self.game.legal(self.s.turn))
        return [text for text in texts if text.startswith(kind)]

    @property
    def kinds(self) -> list[str]:
        """The words of the legal moves, such as play and leave."""
        return list(dict.fromkeys(move.split()[0] for move in self.moves()))

    def play(self, *moves: str) -> Position:
        """Makes moves one after the other, each by the seat whose turn it then is."""
        for move in moves:
            self.game.apply(self.s.turn, TWENTYTHREE.parse_move(move))
        return self

    def after(self, *moves: str) -> Position:
        """The same with a copy."""
        return Position(self.game.clone()).play(*moves)

    def cost(self, move: str) -> int:
        """The penalty chips that the seat to act has more after this move."""
        seat = self.s.turn
        return self.after(move).penalty[seat] - self.penalty[seat]

    def view(self, seat: int | None) -> View:
        view = TWENTYTHREE.view(self.game, seat)
        assert isinstance(view, View)
        return view

    # ---- the end

    @property
    def over(self) -> bool:
        """Whether the round of this position is over: chance must act, or nobody."""
        return self.s.phase != PLAY

    @property
    def result(self) -> Result:
        return TWENTYTHREE.result(self.game)

    def deal(self, holder: int, seed: int = 0) -> Position:
        """Chance begins the next round."""
        self.game.deal([holder])
        self.game.deal(self.game.draw(seed))
        return self


def position(
    *hands: str,
    pile: int = 1,
    laid: str = "",
    turn: int = 0,
    bonus: int | Sequence[int] = 0,
    penalty: Sequence[int] = (),
    forced: int | None = None,
    passes: int = 0,
    left: Sequence[int] = (),
    below: Sequence[int] = (),
    discards: Sequence[str] = (),
    in_round: int = 1,
    holder: int = 0,
    **options: object,
) -> Position:
    """A position with one hand per seat; who has no card has finished. `left` are the seats that left the round."""
    values: dict[str, Value] = check_options(TWENTYTHREE.options, options)
    seats = len(hands)
    assert seats in TWENTYTHREE.seats(values), f"{seats} hands"
    s = State()
    s.seats, s.round, s.phase, s.turn, s.holder = seats, in_round, PLAY, turn, holder
    s.bonus_shift, s.forced_must_use_bonus, s.forced_may_leave, s.allow_negative, s.learn12, s.circles = (
        option.number(values[option.name]) for option in TWENTYTHREE.options
    )
    s.pile, s.passes, s.forced = pile, passes, -1 if forced is None else forced
    lie = cards_of(laid) or ([1, pile] if pile > 1 else [1])
    assert lie[-1] == pile, "the pile's value is that of its last card"
    s.laid[: len(lie)], s.laid_size = lie, len(lie)
    used = Counter(lie)
    for seat, cards in enumerate(map(cards_of, hands)):
        used.update(cards)
        for v in cards:
            s.hand[seat][v] += 1
        s.hand_size[seat] = len(cards)
        s.out[seat] = LEFT if seat in left else IN if cards else FINISHED
        s.bonus[seat] = bonus if isinstance(bonus, int) else bonus[seat]
        s.penalty[seat] = penalty[seat] if penalty else 0
        s.below[seat] = below[seat] if below else 24
        put_away = cards_of(discards[seat]) if discards else []
        used.update(put_away)
        s.discards[seat][: len(put_away)], s.discarded[seat] = put_away, len(put_away)
    assert used <= DECK, f"there are not so many of {used - DECK}"
    assert s.out[turn] == IN, f"seat {turn} is out"
    return Position(TWENTYTHREE.engine.Game.unpack(s.pack(), seats))


# ---- matches


def starting(holder: int, seed: int = 0) -> Draw:
    """Draws for a match: this seat holds the 1, and deals by the seed."""
    return lambda face, game, index: [holder] if game.chance()[2] == 1 else game.draw(seed)


def seen(match: Match, seat: int | None) -> View:
    """What the seat, or a spectator, sees of a match."""
    view = match.view(seat)
    assert isinstance(view, View)
    return view


def hand_of(match: Match, seat: int) -> list[int]:
    hand = seen(match, seat).hand
    assert hand is not None
    return hand


def put_away(match: Match, seats: Sequence[int] | None = None) -> Match:
    """Each of these seats puts its three highest cards away, one seat after the other."""
    for seat in range(match.seats) if seats is None else seats:
        for card in hand_of(match, seat)[-3:]:
            match.play(seat, f"discard {card}")
    return match
