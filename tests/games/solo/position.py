"""Positions in the middle of a round, in the notation of docs/notation.md. A hand is "r7 gS W4"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tefuda import Match
from tefuda.games import Result
from tefuda.games.option import Value, check_options
from tefuda.games.solo.cards import add_card
from tefuda.games.solo.game import SOLO, state_of
from tefuda.games.solo.moves import CARDS, FACE_OF
from tefuda.games.solo.state import ANY, DEAL, END, ENDINGS, NOBODY, PENDING, PHASES, TURN, State
from tefuda.games.solo.view import View, hand_of
from tefuda.kernel import CHANCE
from tefuda.kernel.plain import Game
from tefuda.match import Draw

COLOURS = "rgyb"
DECK = Counter(
    {colour + number: 2 for colour in COLOURS for number in "123456789"}
    | {colour + kind: 2 for colour in COLOURS for kind in "SRD"}
    | {colour + kind: 1 for colour in COLOURS for kind in "XG"}
    | {"W": 4, "A": 4, "W4": 4}
    | {"K" + colour: 1 for colour in COLOURS}
)  # R1


ALL_ACTIONS = [card for card in DECK.elements() if card in ("W4", "A", "W") or not card[1].isdigit()]


def in_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=CARDS.index)


class Position:
    """A game with the cards as texts. A move without a seat is made by the seat that decides."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def s(self) -> State:
        return state_of(self.game).clone()  # to be changed at will

    # ---- what lies where

    def hand(self, seat: int) -> str:
        """Such as "r7 gS W4", in order."""
        return " ".join(hand_of(self.s, seat))

    @property
    def sizes(self) -> list[int]:
        return self.s.hand_size[: self.game.seats]

    @property
    def top(self) -> str:
        return self.discards[-1]

    @property
    def discards(self) -> list[str]:
        """The top one last."""
        return [CARDS[face] for face in self.s.heap[: self.s.heap_size]]

    @property
    def pile(self) -> list[str]:
        return in_order(CARDS[face] for face in self.s.pile[: self.s.pile_size])

    # ---- who does what

    @property
    def phase(self) -> str:
        return PHASES[self.s.phase]

    @property
    def turn(self) -> int:
        return self.s.turn

    @property
    def now(self) -> tuple[str, int, str]:
        """The phase, who decides, and the colour."""
        return self.phase, self.turn, self.colour

    @property
    def colour(self) -> str:
        return "any" if self.s.colour == ANY else COLOURS[self.s.colour]

    @property
    def pending(self) -> str:
        return PENDING[self.s.pending]

    @property
    def drawing(self) -> tuple[int, int] | None:
        """Who draws now and how many cards at once, if chance must act."""
        return (self.s.drawer, self.game.chance()[2]) if self.game.actor() == CHANCE else None

    @property
    def owes(self) -> list[int]:
        return [seat for seat in range(self.game.seats) if self.s.owes >> seat & 1]

    @property
    def called(self) -> list[int]:
        return [seat for seat in range(self.game.seats) if self.s.called >> seat & 1]

    @property
    def to_act(self) -> list[int]:
        return [seat for seat in range(self.game.seats) if self.game.count(seat)]

    # ---- moves

    def moves(self, kind: str = "", seat: int | None = None) -> list[str]:
        """The legal moves that begin with this text, of a seat or of the one that decides."""
        texts = map(SOLO.move_text, self.game.legal(self.turn if seat is None else seat))
        return [text for text in texts if text.startswith(kind)]

    def play(self, *lines: str) -> Position:
        """Lines as in a record: "play r7" is made by the seat that decides, "3 jump r7" by seat 3.

        "* draw 0 r7" says what chance does; "*" leaves it to chance.
        """
        for line in lines:
            head, _, rest = line.partition(" ")
            if head == "*":
                self.game.deal(SOLO.parse_chance(self.game, rest) if rest else self.game.draw(0))
            elif head.isdigit():
                self.game.apply(int(head), SOLO.parse_move(rest))
            else:
                self.game.apply(self.turn, SOLO.parse_move(line))
            assert self.game.sound() == 0, line
        return self

    def after(self, *lines: str) -> Position:
        """The same with a copy."""
        return Position(self.game.clone()).play(*lines)

    def changed(self, **fields: int) -> Position:
        """A copy with some fields of the state set."""
        s = self.s
        for name, value in fields.items():
            assert hasattr(s, name)
            setattr(s, name, value)
        return _of(s)

    def view(self, seat: int | None) -> View:
        view = SOLO.view(self.game, seat)
        assert isinstance(view, View)
        return view

    # ---- the end

    @property
    def over(self) -> bool:
        """Whether the round of this position is over: a new deal comes, or nothing."""
        return self.s.phase in (DEAL, END)

    @property
    def out(self) -> int | None:
        """Who went out in the round that is over."""
        assert self.over
        return None if self.s.winner == NOBODY else self.s.winner

    @property
    def ending(self) -> str:
        assert self.over
        return ENDINGS[self.s.ending]

    @property
    def totals(self) -> list[int]:
        return self.s.total[: self.game.seats]

    @property
    def result(self) -> Result:
        return SOLO.result(self.game)


def _of(s: State) -> Position:
    table = Position(SOLO.engine.Game.unpack(s.pack(), s.seats))
    assert table.game.sound() == 0
    return table


def position(
    *hands: str,
    top: str = "r5",
    colour: str = "",
    below: str = "",
    pile: str = "",
    rest: str | int = "pile",
    turn: int = 0,
    direction: int = 1,
    totals: Sequence[int] = (),
    turns: int = 1,
    passes: int = 0,
    laid_by: int = NOBODY,
    dealer: int = 0,
    in_round: int = 1,
    **options: object,
) -> Position:
    """A normal turn with one hand per seat. `rest` says where the cards lie that are named nowhere.

    That is "pile", "below" for the discards below the top, or a seat whose hand has them too.
    """
    values: dict[str, Value] = check_options(SOLO.options, options)
    dealt = [hand.split() for hand in hands]
    heap, drawable = [*below.split(), top], pile.split()
    used = Counter(card for cards in (*dealt, heap, drawable) for card in cards)
    assert used <= DECK, f"there are not so many of {used - DECK}"
    left = in_order((DECK - used).elements())
    if rest == "pile":
        drawable += left
    elif rest == "below":
        heap = left + heap
    else:
        dealt[int(rest)] += left
    s = State()
    for option in SOLO.options:
        if not option.name.startswith("points_"):
            setattr(s, option.name, option.number(values[option.name]))
    s.points[:] = [option.number(values[option.name]) for option in SOLO.options if option.name.startswith("points_")]
    s.seats, s.round, s.phase, s.turn, s.dealer = len(hands), in_round, TURN, turn, dealer
    s.direction, s.turns, s.passes, s.laid_by = direction, turns, passes, laid_by
    s.source = s.target = s.drawn = s.topmost = NOBODY
    s.where[:] = [NOBODY] * len(s.where)
    for seat, cards in enumerate(dealt):
        for card in cards:
            add_card(s, seat, FACE_OF[card])
    s.heap[: len(heap)], s.heap_size = [FACE_OF[card] for card in heap], len(heap)
    s.pile[: len(drawable)], s.pile_size = [FACE_OF[card] for card in drawable], len(drawable)
    named = colour or ("any" if top == "A" else top[1] if top[0] == "K" else top[0])
    s.colour = ANY if named == "any" else COLOURS.index(named)
    s.total[: len(hands)] = totals or [0] * len(hands)
    return _of(s)


# ---- from the beginning


def deal(*hands: str) -> str:
    """The line of a record in which chance deals these hands."""
    return "* deal " + " | ".join(" ".join(in_order(hand.split())) for hand in hands)


def hands_of(cards: Iterable[str], seats: int) -> list[str]:
    """The cards in order, eight to each seat, and no more."""
    found = list(cards)
    return [" ".join(found[8 * seat : 8 * seat + 8]) for seat in range(seats)]


def begin(seats: int, dealer: int = 0, **options: object) -> Position:
    """A new match after the dealer is known."""
    table = Position(SOLO.begin(seats, check_options(SOLO.options, options)))
    return table.play(f"* dealer {dealer}")


def scripted(*lines: str) -> Draw:
    """Draws for a match: what these lines of a record say, and then anything."""
    left = list(lines)
    return lambda face, game, index: SOLO.parse_chance(game, left.pop(0).removeprefix("* ")) if left else game.draw(0)


def seen(match: Match, seat: int | None) -> View:
    """What the seat, or a spectator, sees of a match."""
    view = match.view(seat)
    assert isinstance(view, View)
    return view
