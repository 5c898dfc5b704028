"""Positions in the middle of a match, in the notation of docs/notation.md.

A hand is "h4 gift _", where _ is any card that is not needed elsewhere. Rows are "s11 h-3 d4@2": the process cards of
each row, with a minus in reverse order, and after @ the Gift's place. Cards that stand nowhere are the deck; if there
is no deck they are the discards.
"""

from __future__ import annotations

from collections.abc import Sequence

from tefuda import Match
from tefuda.games import Face, Result
from tefuda.games.gift.game import GIFT, state_of
from tefuda.games.gift.moves import CARD_OF, CARD_TEXTS, SUIT_TEXTS
from tefuda.games.gift.rows import arrange
from tefuda.games.gift.state import (
    ACTION,
    ALL,
    ASIDE,
    CARDS,
    COMMIT,
    DECK,
    DRAW,
    END,
    FOREVER,
    HAND_MAX,
    KINGS,
    OUT_OF_PLAY,
    PILE,
    PROCESS,
    RANKS,
    ROW,
    State,
)
from tefuda.games.gift.state import GIFT as GIFT_CARD
from tefuda.games.gift.view import View
from tefuda.games.option import Value, check_options
from tefuda.kernel import CHANCE
from tefuda.kernel.plain import Game
from tefuda.match import Draw

READERS = (None, 0, 1, 2, 3)


def cards_of(text: str) -> list[int]:
    return [CARD_OF[card] for card in text.split()]


def text_of(cards: Sequence[int]) -> str:
    return " ".join(CARD_TEXTS[card] for card in cards)


class Position:
    """A game with the cards as texts. Moves are made by the seat whose turn it is; then chance acts while it must."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[str] = []  # what chance did, as it stands in a record

    @property
    def s(self) -> State:
        return state_of(self.game).clone()  # to be changed at will

    # ---- what lies where

    def hand(self, seat: int) -> str:
        """Such as "h4 gift"."""
        return text_of([card for card, place in enumerate(self.s.where) if place == seat])

    @property
    def sizes(self) -> list[int]:
        return self.s.hand_size[: self.game.seats]

    def row(self, suit: str) -> str:
        """Such as "h0", "h-3", "h4@2" or "h11K"."""
        row = self.view(None).rows[suit]
        gift = f"@{row['gift']}" if row["gift"] else ""
        return f"{suit}{row['direction'] * row['size']}{gift}{'K' if row['king'] else ''}"

    @property
    def deck(self) -> list[str]:
        return [CARD_TEXTS[card] for card, place in enumerate(self.s.where) if place == DECK]

    @property
    def discards(self) -> str:
        s = self.s
        return text_of(s.pile[: s.pile_size])

    @property
    def risk(self) -> str:
        return CARD_TEXTS[self.s.where.index(ASIDE)]

    @property
    def stall(self) -> int:
        return self.s.stall

    @property
    def final(self) -> bool:
        return bool(self.s.final)

    @property
    def out(self) -> list[bool]:
        return self.view(None).out

    @property
    def to_act(self) -> list[int]:
        return [seat for seat in range(self.game.seats) if self.game.count(seat)]

    # ---- moves

    def moves(self, kind: str = "") -> list[str]:
        """The legal moves that begin with this text, of the seat whose turn it is."""
        texts = map(GIFT.move_text, self.game.legal(self.s.turn))
        return [text for text in texts if text.startswith(kind)]

    @property
    def kinds(self) -> list[str]:
        """The words of the legal moves, such as place and discard."""
        return list(dict.fromkeys(move.split()[0] for move in self.moves()))

    def play(self, *moves: str, draws: str = "", kings: str = "") -> Position:
        """Makes moves one after the other, each by the seat whose turn it then is.

        `draws` are the cards that are drawn, from the first on, and `kings` the Ks in the order in which they are
        dealt; what is not given is drawn by a fixed seed.
        """
        coming = cards_of(draws)
        for move in moves:
            self.game.apply(self.s.turn, GIFT.parse_move(move))
            while self.game.actor() == CHANCE:
                pool, _, _ = self.game.chance()
                drawn = self.game.draw(len(self.events))
                if self.s.phase == DRAW and coming and len(pool) > 1:
                    drawn = [coming.pop(0)]
                elif self.s.phase == KINGS and kings:
                    drawn = cards_of(kings)
                self.events.append(GIFT.chance_text(self.game, drawn))
                self.game.deal(drawn)
            assert self.game.sound() == 0
        assert not coming, "not all of these were drawn"
        return self

    def after(self, *moves: str, draws: str = "", kings: str = "") -> Position:
        """The same with a copy."""
        return Position(self.game.clone()).play(*moves, draws=draws, kings=kings)

    def view(self, seat: int | None) -> View:
        view = GIFT.view(self.game, seat)
        assert isinstance(view, View)
        return view

    # ---- the end

    @property
    def over(self) -> bool:
        return self.s.phase == END

    @property
    def result(self) -> Result:
        return GIFT.result(self.game)


class _Cards:
    """The cards that have no place yet."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.left = list(range(CARDS))

    def put(self, card: int, place: int, known: int) -> int:
        assert card in self.left, f"{CARD_TEXTS[card]} is already somewhere"
        self.left.remove(card)
        self.s.where[card] = place
        self.s.known[card] = self.s.seen[card] = known
        return card

    def read(self, text: str, place: int, known: int) -> list[int]:
        """The cards of a text, without those that are not named."""
        return [self.put(card, place, known) for card in cards_of(text.replace("_", ""))]

    def fill(self, text: str, place: int, known: int) -> list[int]:
        """Those that are not named: rather not the next of a row nor a K, never what the Gift stands for."""
        found = []
        for _ in range(text.count("_")):
            fitting = [card for card in self.left if card not in (GIFT_CARD, self.s.gift_for)]
            found.append(self.put(min(reversed(fitting), key=self.use), place, known))
        return found

    def use(self, card: int) -> int:
        return 2 if card % RANKS == PROCESS else int(self.is_next(card))

    def is_next(self, card: int) -> bool:
        suit, rank = divmod(card, RANKS)
        size = self.s.size[suit]
        return (self.s.way[suit] >= 0 and rank == size) or (self.s.way[suit] <= 0 and rank == PROCESS - 1 - size)


def position(
    *hands: str,
    rows: str = "",
    deck: str | None = None,
    discards: str = "",
    discarded_by: Sequence[int] = (),
    risk: str = "_",
    turn: int = 0,
    dealer: int = 0,
    commit: str = "shdc",
    hold: Sequence[int] = (1, 1, 1, 1),
    offer: Sequence[int] = (1, 1, 1, 1),
    unbroken: bool = True,
    final: bool = False,
    finished: Sequence[int] = (),
    stall: int = 0,
    shown: str = "",
    committing: bool = False,
    **options: object,
) -> Position:
    """A position with one hand per seat.

    `commit` has the suit of each seat, - for none yet; `hold` and `offer` are the rights still unused; `finished` are
    the seats in the order of their Success, and who else has no card is out; `shown` are cards in hands that everybody
    knows; `committing` is the end of a first turn.
    """
    values: dict[str, Value] = check_options(GIFT.options, options)
    seats = len(hands)
    assert seats in GIFT.seats(values), f"{seats} hands"
    s = State()
    for option in GIFT.options:
        setattr(s, option.name, option.number(values[option.name]))
    s.seats, s.turn, s.dealer, s.phase = seats, turn, dealer, COMMIT if committing else ACTION
    s.drawer = s.asked = s.gift_for = -1
    s.clock, s.until[:], s.gave[:] = 1, [FOREVER] * CARDS, [-1] * len(s.gave)
    s.stall, s.final, s.unbroken, s.successes = stall, int(final), int(unbroken), len(finished)
    s.hold[:seats], s.offer[:seats] = list(hold[:seats]), list(offer[:seats])
    s.commit[:seats] = [SUIT_TEXTS.index(suit) if suit != "-" else -1 for suit in commit[:seats]]
    s.turns = seats - commit[:seats].count("-")
    cards = _Cards(s)
    for text in rows.split():
        _lay_row(s, cards, text)
    for place, seat in enumerate(finished, 1):
        s.place[seat] = place
        cards.put(s.commit[seat] * RANKS + PROCESS, ROW, ALL)
    _put_cards(s, cards, hands, deck, discards, discarded_by, risk)
    for seat in range(seats):
        s.out[seat] = int(s.hand_size[seat] == 0 and s.place[seat] == 0)
        for card in cards_of(shown):
            s.known[card] = s.seen[card] = ALL
        s.unseen[seat] = sum(s.where[card] == seat and s.known[card] != ALL for card in range(CARDS))
        s.low[seat][:], s.high[seat][:] = [1] * HAND_MAX, [1] * HAND_MAX
    game = GIFT.engine.Game.unpack(s.pack(), seats)
    assert game.sound() == 0, f"invariant {game.sound()}"
    return Position(game)


def _put_cards(
    s: State,
    cards: _Cards,
    hands: Sequence[str],
    deck: str | None,
    discards: str,
    discarded_by: Sequence[int],
    risk: str,
) -> None:
    """What is named first, then what is not, then the rest."""
    places = [(hand, seat, 1 << seat) for seat, hand in enumerate(hands)]
    places += [(discards, PILE, ALL), (deck or "", DECK, 0), (risk, ASIDE, 1 << s.dealer)]
    named = [cards.read(*place) for place in places]
    filled = [cards.fill(*place) for place in reversed(places)][::-1]
    pile = named[s.seats] + filled[s.seats]
    if s.final and s.final_discard == OUT_OF_PLAY:
        pile = [cards.put(card, PILE, ALL) for card in list(cards.left)] + pile
    elif deck is None and not s.final:
        for card in list(cards.left):
            cards.put(card, DECK, 0)
    assert cards.left == [], f"no place for {text_of(cards.left)}"
    s.deck_size, s.pile_size = s.where.count(DECK), len(pile)
    s.deck[: s.deck_size] = [card for card, place in enumerate(s.where) if place == DECK]
    arrange(s)
    s.pile[: len(pile)] = pile
    s.pile_by[: len(discarded_by)] = discarded_by
    for card, by in zip(pile, s.pile_by, strict=False):
        s.known[card] = s.seen[card] = ALL if s.discard_face_up else 1 << by


def _lay_row(s: State, cards: _Cards, text: str) -> None:
    suit = SUIT_TEXTS.index(text[0])
    size, _, gift = text[1:].partition("@")
    s.size[suit], s.way[suit] = abs(int(size)), (int(size) > 0) - (int(size) < 0)
    for at in range(1, s.size[suit] + 1):
        card = suit * RANKS + (at - 1 if s.way[suit] > 0 else PROCESS - at)
        if str(at) == gift:
            s.gift_for = card
            card = GIFT_CARD
        cards.put(card, ROW, ALL)


# ---- matches


def dealing(hands: str, dealer: int = 0, risk: str = "", draws: str = "") -> Draw:
    """Draws for a match: this dealer, these hands with a bar between them, this Risk, these cards; then by a seed."""
    dealt = [sorted(cards_of(hand)) for hand in hands.split("|")]
    coming = [[dealer], [card for hand in dealt for card in hand], *([card] for card in cards_of(f"{risk} {draws}"))]

    def draw(face: Face, game: Game, index: int) -> Sequence[int]:
        pool, _, _ = game.chance()
        return coming.pop(0) if coming and len(pool) > 1 else game.draw(1)

    return draw


def seen(match: Match, seat: int | None) -> View:
    """What the seat, or a spectator, sees of a match."""
    view = match.view(seat)
    assert isinstance(view, View)
    return view


def lines(match: Match, reader: int | None, since: int = 3) -> list[str]:
    """The record as the reader may read it, from the first move on."""
    return [str(event) for event in match.record.seen_by(reader).events[since:]]
