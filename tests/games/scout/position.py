"""Positions in the middle of a round, in the notation of the game's rules.md.

A card is "4/9", or only "4" where its other end does not matter; it then gets one that makes a card of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tefuda import Match
from tefuda.games import GAMES, Result
from tefuda.games.option import Value, check_options
from tefuda.games.scout.game import SCOUT, state_of
from tefuda.games.scout.state import CHOOSE, ENDINGS, KNOWN, TURN, State
from tefuda.games.scout.view import View
from tefuda.kernel.plain import Game
from tefuda.match import Draw

Card = tuple[int, int]  # the number that is up, the number at the other end


def deck(seats: int) -> set[Card]:
    """The cards in play (R1, R4, R27), lower number first."""
    cards = {(a, b) for a in range(1, 11) for b in range(a + 1, 11)}
    if seats == 3:
        return {card for card in cards if 10 not in card}
    return cards - {(9, 10)} if seats in (2, 4) else cards


def face(card: Card) -> Card:
    return (min(card), max(card))


def fill(rows: Sequence[str], seats: int) -> list[list[Card]]:
    """The cards of some rows of text; "4" gets an other end that no card here has with it."""
    free = deck(seats)
    words = [word for row in rows for word in row.split()]
    wanted = Counter(int(word) for word in words if "/" not in word)
    given: dict[int, Card] = {}
    for place, word in enumerate(words):
        if "/" in word:
            up, down = map(int, word.split("/"))
            assert face((up, down)) in free, f"there is no {word} left for {seats} seats"
            free.remove(face((up, down)))
            given[place] = (up, down)
    for place, word in enumerate(words):
        if "/" not in word:
            up = int(word)
            downs = [down for down in range(1, 11) if face((up, down)) in free]
            assert downs, f"there is no {word} left for {seats} seats"
            down = min(downs, key=lambda down: wanted[down])
            free.remove(face((up, down)))
            given[place] = (up, down)
    cards = iter(given[place] for place in range(len(words)))
    return [[next(cards) for _ in row.split()] for row in rows]


class Position:
    """A game with the cards as texts. Moves are made by the seat whose turn it is."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.begun = game.rounds()

    @property
    def s(self) -> State:
        return state_of(self.game).clone()  # to be changed at will

    # ---- what lies where

    def hand(self, seat: int) -> str:
        """Such as "4/9 5/1"."""
        return _text(self.s.hands[seat][: self.s.hand_size[seat]])

    def values(self, seat: int) -> str:
        """Such as "4 5"."""
        return _values(self.s.hands[seat][: self.s.hand_size[seat]])

    @property
    def table(self) -> str:
        return _text(self.s.table[: self.s.table_size])

    @property
    def table_values(self) -> str:
        return _values(self.s.table[: self.s.table_size])

    @property
    def owner(self) -> int:
        return self.s.owner

    @property
    def chips(self) -> list[int]:
        return self.s.chips[: self.game.seats]

    @property
    def captured(self) -> list[int]:
        return self.s.captured[: self.game.seats]

    @property
    def markers(self) -> list[int]:
        return self.s.marker[: self.game.seats]

    @property
    def to_act(self) -> list[int]:
        return [seat for seat in range(self.game.seats) if self.game.count(seat)]

    # ---- moves

    def moves(self, kind: str = "", seat: int | None = None) -> list[str]:
        """The legal moves that begin with this word, of the seat whose turn it is unless another is named."""
        actions = self.game.legal(self.s.turn if seat is None else seat)
        return [text for text in map(SCOUT.move_text, actions) if text.startswith(kind)]

    def sets(self) -> list[str]:
        """The legal Plays as the sets they would lay, such as "5 6", from left to right and short to long."""
        cards = self.values(self.s.turn).split()
        found = []
        for move in self.moves("play"):
            first, size = map(int, move.removeprefix("play ").split("+"))
            found.append(" ".join(cards[first - 1 : first - 1 + size]))
        return found

    def play(self, *moves: str) -> Position:
        """Makes moves one after the other, each by the seat whose turn it then is."""
        for move in moves:
            self.game.apply(self.s.turn, SCOUT.parse_move(move))
        return self

    def after(self, *moves: str) -> Position:
        """The same with a copy."""
        return self.copy().play(*moves)

    def copy(self) -> Position:
        return Position(self.game.clone())

    def view(self, seat: int | None) -> View:
        view = SCOUT.view(self.game, seat)
        assert isinstance(view, View)
        return view

    # ---- the end of the round

    @property
    def ending(self) -> str:
        """How the round of this position ended: hand, scouts or cap; "" while it goes on."""
        return ENDINGS[self.s.ending] if self.game.rounds() > self.begun else ""

    @property
    def scores(self) -> list[int]:
        return self.game.scores()

    @property
    def result(self) -> Result:
        return GAMES["scout"].result(self.game)


def beats(cards: str, table: str) -> bool:
    """Whether these cards may be played on that table set, all of them at once; five seats, so that all cards exist."""
    return f"play 1+{len(cards.split())}" in position(cards, "1", "1", "1", "1", table=table).moves()


def seen(match: Match, seat: int | None) -> View:
    """What the seat, or a spectator, sees of a match."""
    view = match.view(seat)
    assert isinstance(view, View)
    return view


def starting(start: int, seed: int = 0) -> Draw:
    """Draws for a match: this start player, and deals by the seed."""
    return lambda face, game, index: [start] if game.chance()[1] == 1 else game.draw(seed)


def _pairs(cards: Sequence[int]) -> list[Card]:
    return [(card & 15, card >> 4 & 15) for card in cards]


def _text(cards: Sequence[int]) -> str:
    return " ".join(f"{up}/{down}" for up, down in _pairs(cards))


def _values(cards: Sequence[int]) -> str:
    return " ".join(str(up) for up, _ in _pairs(cards))


def position(
    *hands: str,
    table: str = "",
    owner: int | None = None,
    turn: int = 0,
    chips: Sequence[int] = (),
    captured: Sequence[int] = (),
    markers: Sequence[int] | None = None,
    total: Sequence[int] = (),
    turns: int = 0,
    in_round: int = 1,
    start: int = 0,
    phase: str = "turn",
    **options: object,
) -> Position:
    """A position with one hand per seat. The table set is of the seat before the one to act unless `owner` says."""
    values: dict[str, Value] = check_options(SCOUT.options, options)
    seats = len(hands)
    assert seats in SCOUT.seats(values), f"{seats} hands"
    oink = values["edition"] == "oink"
    rows = fill([*hands, table], seats)
    s = State()
    s.seats, s.round, s.start, s.turn, s.turns = seats, in_round, start, turn, turns
    s.phase = {"choose": CHOOSE, "turn": TURN}[phase]
    s.edition, s.insert_visible, s.start_player, s.turn_cap = (
        option.number(values[option.name]) for option in SCOUT.options
    )
    s.owner = (turn - 1) % seats if owner is None and table else -1 if owner is None else owner
    if s.owner >= 0 and not oink:
        s.scouts = (turn - s.owner - 1) % seats  # R23: all between the owner and the seat to act have scouted
    packed = [[up | down << 4 for up, down in row] for row in rows]
    for seat in range(seats):
        s.hands[seat][: len(packed[seat])] = packed[seat]
        s.hand_size[seat] = len(packed[seat])
        s.chosen[seat] = int(s.phase != CHOOSE)
        s.marker[seat] = int(not oink) if markers is None else markers[seat]
        s.chips[seat] = chips[seat] if chips else 3 * oink
        s.captured[seat] = captured[seat] if captured else 0
        s.total[seat] = total[seat] if total else 0
    s.table[: len(packed[-1])] = packed[-1]
    s.table_size = len(packed[-1])
    if oink:  # R27: half of the cards are of the other round; here those that are not needed
        used = {face(card) for row in rows for card in row}
        rest = [low | high << 4 for low, high in sorted(deck(seats) - used)][:22]
        if in_round == 1:
            s.aside, s.aside_size = rest, 22
        else:
            s.out, s.out_size = [card | KNOWN for card in rest], 22
    return Position(SCOUT.engine.Game.unpack(s.pack(), seats))
