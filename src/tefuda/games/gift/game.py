"""GIFT: the interface of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tefuda.games.events import SHOWN, UNSEEN, Drawn, Private, seat_drawn
from tefuda.games.face import Face, Result, state_in
from tefuda.games.gift.fitting import arranged, wanted
from tefuda.games.gift.memory import discards_are_seen
from tefuda.games.gift.moves import CARD_TEXTS
from tefuda.games.gift.rules import idle_turns_left, next_seat
from tefuda.games.gift.state import (
    ANSWER,
    ASIDE,
    BREAK,
    CARDS,
    CREATE,
    DEAL,
    DEALER,
    DRAW,
    FAILED,
    HAND,
    KING,
    KINGS,
    NOBODY,
    NOBODY_LEFT,
    RANKS,
    REASONS,
    RISK,
    STALLED,
    SUITS,
    TOGETHER,
    WATCHER,
    WON,
    State,
)
from tefuda.games.option import Value
from tefuda.kernel.plain import Game

if TYPE_CHECKING:
    import random

PRIVATE = {"discard": Private({"card": UNSEEN}, unless="discard_face_up")}


class GiftFace(Face):
    name = "gift"
    version = 2
    replays_since = 1  # the options that came with 2 have the values of before
    alike = "shdc"
    nobody_wins_at_zero = True  # R22
    place = 4
    private = PRIVATE

    def seats(self, options: Mapping[str, Value]) -> Sequence[int]:
        return (4, 2, 3)

    def score_bounds(self, seats: int, options: Mapping[str, Value]) -> tuple[int, int]:
        """R20: a place counts at most as many points as there are seats."""
        return 0, seats

    # ---- moves

    def seen_move(self, game: Game, seat: int, action: int, reader: int | None) -> str | None:
        """R26: with how many Ks each seat lays down at a Break."""
        seen = super().seen_move(game, seat, action, reader)
        if action != BREAK:
            return seen
        s = state_of(game)
        given = [sum(s.where[suit * RANKS + KING] == p for suit in range(SUITS)) for p in range(s.seats)]
        return f"{seen}{SHOWN}{' '.join(map(str, given))}"

    def holdings(self, game: Game) -> dict[str, list[str]]:
        s = state_of(game)
        places = {**{str(seat): seat for seat in range(s.seats)}, "risk": ASIDE}
        held = {name: [CARD_TEXTS[card] for card in range(CARDS) if s.where[card] == at] for name, at in places.items()}
        if not discards_are_seen(s):
            pile = list(zip(s.pile_by[: s.pile_size], s.pile, strict=False))
            held |= {f"discards of {p}": [CARD_TEXTS[card] for by, card in pile if by == p] for p in range(s.seats)}
        return held

    def fitting(self, game: Game, reader: int, seat: int, lines: Sequence[str], rng: random.Random) -> Game | None:
        """Towards the end all cards that are drawn after one move are found in no few thousand worlds."""
        s = State.unpack(game.pack())
        found = wanted(s, seat, lines)
        if not found or not arranged(s, reader, found, rng):
            return None
        return self.engine.Game.unpack(s.pack(), s.seats)

    def forgets(self, before: Game, after: Game, reader: int | None) -> bool:
        """A13, with unseen discards: after a Break (R26), that a hand and its discards hold the Ks it was dealt; that a
        card was in no hand (R12, R16), once the same is found out again; and what lay in the pile, once it is the deck
        (R17).
        """
        was, s = state_of(before), state_of(after)
        if discards_are_seen(s):
            return False
        discarded = s.pile_size > was.pile_size and s.pile_by[was.pile_size] != reader
        again = any(0 < earlier < later for earlier, later in zip(was.since, s.since, strict=True))
        return (discarded and was.broke > 0) or again or s.turned > was.turned

    # ---- chance

    def drawn(self, game: Game) -> Drawn:
        s = state_of(game)
        if s.phase == DEALER:
            return seat_drawn("dealer", game.seats)
        if s.phase == DEAL:
            dealt = [seat for seat in range(s.seats) for _ in range(HAND)]
            return Drawn("deal", CARD_TEXTS, dealt, in_hands=True, in_order=True)
        if s.phase == RISK:
            return Drawn("risk", CARD_TEXTS, [s.dealer])
        if s.phase == KINGS:  # from the dealer on, one each
            takers = [s.dealer]
            while len(takers) < game.chance()[2]:
                takers.append(next_seat(s, takers[-1]))
            return Drawn("kings", CARD_TEXTS, takers)
        if s.phase == DRAW:
            return Drawn(f"draw {s.drawer}", CARD_TEXTS, [s.drawer])
        forced = "answer" if s.phase == ANSWER else "swap"  # R16, R27: whoever has the card
        texts = {
            card: f"{forced} {s.where[card]} {text}" for card, text in enumerate(CARD_TEXTS) if s.where[card] < s.seats
        }
        return Drawn("", texts | ({NOBODY: "nobody"} if s.phase == ANSWER else {}), [None])

    def pool_texts(self, game: Game, pool: Sequence[int]) -> list[str]:
        """The card alone, even where a record also says who has it."""
        if state_of(game).phase == DEALER:
            return [str(seat) for seat in pool]
        return ["nobody" if card == NOBODY else CARD_TEXTS[card] for card in pool]

    def seen_chance(self, game: Game, drawn: Sequence[int], reader: int | None) -> str:
        """A card of the deck that somebody knows is seen as it is drawn."""
        s = state_of(game)
        if s.phase == DRAW and s.known[drawn[0]] >> (WATCHER if reader is None else reader) & 1:
            return self.chance_text(game, drawn)
        return super().seen_chance(game, drawn, reader)

    # ---- winning together

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
            "R22c": int(s.reason == STALLED or idle_turns_left(s) <= 0),
            "R28": int(failed and not any(s.out)),
        }


def state_of(game: Game) -> State:
    return state_in(State, game)


GIFT = GiftFace()
