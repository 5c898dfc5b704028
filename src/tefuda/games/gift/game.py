"""GIFT: its face to people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tefuda.errors import BadNotation
from tefuda.games.face import UNSEEN, Face, Result, state_in
from tefuda.games.gift import facts, moves, study, view, weights, why, words
from tefuda.games.gift.moves import CARD_OF, CARD_TEXTS
from tefuda.games.gift.options import OPTIONS
from tefuda.games.gift.rules import next_seat
from tefuda.games.gift.state import (
    ANSWER,
    ASIDE,
    CARDS,
    CREATE,
    DEAL,
    DEALER,
    DRAW,
    FAILED,
    HAND,
    KINGS,
    NOBODY,
    NOBODY_LEFT,
    REASONS,
    RISK,
    STALLED,
    SWAP,
    TOGETHER,
    WATCHER,
    WON,
    State,
)
from tefuda.games.option import Value
from tefuda.kernel.plain import Game

EXAMPLES = {
    DEALER: "dealer 0",
    DEAL: "deal s2 h7 hK c3 gift | d2 d3 d4 d5 cQ | ...",
    RISK: "risk c7",
    DRAW: "draw 2 h4",
    KINGS: "kings sK hK",
    ANSWER: "answer 3 s4",
    SWAP: "swap 2 h4",
}


class GiftFace(Face):
    name = "gift"
    version = 2
    replays_since = 1  # the options that came with 2 have the values of before
    alike = "shdc"
    place = 4
    moves = moves
    sight = view
    words = words
    why = why
    board = facts
    weights = weights
    study = study
    options = OPTIONS

    def seats(self, options: Mapping[str, Value]) -> Sequence[int]:
        return (4, 2, 3)

    def score_bounds(self, seats: int, options: Mapping[str, Value]) -> tuple[int, int]:
        """R20: a place counts at most as many points as there are seats."""
        return 0, seats

    # ---- moves

    def is_secret(self, game: Game) -> bool:
        return False

    def seen_move(self, game: Game, seat: int, action: int, reader: int | None) -> str:
        """All is open but what others discard face down."""
        move = moves.move_of(action)
        face_down = isinstance(move, moves.Discard) and not state_of(game).discard_face_up
        return f"discard {UNSEEN}" if face_down and reader != seat else self.move_text(action)

    def holdings(self, game: Game) -> dict[str, list[str]]:
        s = state_of(game)
        places = {**{str(seat): seat for seat in range(s.seats)}, "risk": ASIDE}
        return {name: [CARD_TEXTS[card] for card in range(CARDS) if s.where[card] == at] for name, at in places.items()}

    # ---- chance

    def pool_texts(self, game: Game, pool: Sequence[int]) -> list[str]:
        if state_of(game).phase == DEALER:
            return [str(seat) for seat in pool]
        return ["nobody" if card == NOBODY else CARD_TEXTS[card] for card in pool]

    def chance_text(self, game: Game, drawn: Sequence[int]) -> str:
        return _chance_text(state_of(game), drawn, lambda seat: True)

    def seen_chance(self, game: Game, drawn: Sequence[int], reader: int | None) -> str:
        s = state_of(game)
        eyes = WATCHER if reader is None else reader
        if s.phase == DRAW and s.known[drawn[0]] >> eyes & 1:  # the deck's order is known
            return self.chance_text(game, drawn)
        return _chance_text(s, drawn, lambda seat: seat == reader)

    def parse_chance(self, game: Game, text: str) -> list[int]:
        s = state_of(game)
        word, _, rest = text.partition(" ")
        bad = BadNotation(f"{text!r}: here stands something like {EXAMPLES[s.phase]!r}")
        if word == "nobody" and s.phase == ANSWER and not rest:
            return [NOBODY]
        if word != EXAMPLES[s.phase].split(" ")[0]:
            raise bad
        if s.phase == DEALER:
            if rest not in map(str, range(s.seats)):
                raise bad
            return [int(rest)]
        if s.phase == DEAL:
            hands = [[_card(card) for card in hand.split(" ")] for hand in rest.split(" | ")]
            if [len(hand) for hand in hands] != [HAND] * s.seats:
                raise BadNotation(f"here stand {s.seats} hands of {HAND} cards, such as {EXAMPLES[DEAL]!r}")
            if any(hand != sorted(hand) for hand in hands):
                raise BadNotation("the cards of a hand stand in the order s h d c, 2 to K, gift")
            return [card for hand in hands for card in hand]
        if s.phase in (RISK, KINGS):
            return [_card(card) for card in rest.split(" ")]
        who, _, card = rest.partition(" ")
        drawn = [_card(card)]
        if who != str(_who(s, drawn[0])):
            raise BadNotation(f"{text!r}: it is not for seat {who!r} to do this")
        return drawn

    def shared_by(self, options: Mapping[str, Value]) -> bool:
        return options["mode"] == "create"

    def is_shared(self, view: Any) -> bool:
        return bool(view.options.mode == CREATE)

    # ---- the end

    def result(self, game: Game) -> Result:
        """R20 to R22."""
        s = state_of(game)
        together = s.reason == TOGETHER
        winners = tuple(p for p in range(s.seats) if s.place[p] == 1 or together) if s.reason != FAILED else ()
        return Result(REASONS[s.reason], tuple(game.scores()), winners)

    def safety(self, game: Game) -> Mapping[str, int]:
        """How the match ended: by a Success, or by a part of R22."""
        s = state_of(game)
        failed = s.reason == FAILED
        return {
            "R20": int(s.reason == WON),
            "R21": int(s.reason == TOGETHER),
            "R22a": int(s.reason == NOBODY_LEFT),
            "R22b": int(failed and any(s.out)),
            "R22c": int(s.reason == STALLED or s.stall >= s.stall_turns),
            "R28": int(failed and not any(s.out)),
        }


def state_of(game: Game) -> State:
    return state_in(State, game)


def _who(s: State, card: int) -> int:
    """Whom a draw, an answer or a swap concerns."""
    return s.drawer if s.phase == DRAW else s.where[card]


def _chance_text(s: State, drawn: Sequence[int], may_see: Callable[[int], bool]) -> str:
    word = EXAMPLES[s.phase].split(" ")[0]
    if s.phase == DEALER:
        return f"{word} {drawn[0]}"
    if s.phase == DEAL:
        hands = [sorted(drawn[p * HAND : p * HAND + HAND]) for p in range(s.seats)]
        shown = ([_shown(card, may_see(p)) for card in hand] for p, hand in enumerate(hands))
        return f"{word} " + " | ".join(map(" ".join, shown))
    if s.phase == RISK:
        return f"{word} {_shown(drawn[0], may_see(s.dealer))}"
    if s.phase == KINGS:
        seat, cards = s.dealer, []
        for card in drawn:
            cards.append(_shown(card, may_see(seat)))
            seat = next_seat(s, seat)
        return " ".join([word, *cards])
    if drawn[0] == NOBODY:
        return "nobody"
    return f"{word} {_who(s, drawn[0])} {_shown(drawn[0], s.phase != DRAW or may_see(s.drawer))}"


def _shown(card: int, may_see: bool) -> str:
    return CARD_TEXTS[card] if may_see else UNSEEN


def _card(text: str) -> int:
    if text in CARD_OF:
        return CARD_OF[text]
    raise BadNotation(f"{text!r} is not a card; a card is like h4, s10, cK, or gift")


GIFT = GiftFace()
