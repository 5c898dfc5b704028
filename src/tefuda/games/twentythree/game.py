"""23: its face to people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tefuda.errors import BadNotation
from tefuda.games.face import Result
from tefuda.games.option import Option, Value
from tefuda.games.twentythree import words
from tefuda.games.twentythree.moves import action_of, move_of, parse
from tefuda.games.twentythree.state import DISCARD, HOLDER, TOP, State
from tefuda.games.twentythree.view import SHIFTS, View, view_of, world_of
from tefuda.kernel import Engine, engine
from tefuda.kernel.plain import Game

if TYPE_CHECKING:
    import random

UNSEEN = "?"


class TwentythreeFace:
    name = "twentythree"
    options = (
        Option("bonus_shift", "exact5", *words.OPTIONS["bonus_shift"], choices=SHIFTS),
        Option("forced_must_use_bonus", False, *words.OPTIONS["forced_must_use_bonus"]),
        Option("forced_may_leave", False, *words.OPTIONS["forced_may_leave"]),
        Option("allow_negative", False, *words.OPTIONS["allow_negative"]),
        Option("learn12", False, *words.OPTIONS["learn12"]),
    )

    @property
    def engine(self) -> Engine:
        return engine("twentythree")

    def title(self, lang: str) -> str:
        return words.TITLE[lang]

    def seats(self, options: Mapping[str, Value]) -> Sequence[int]:
        return (4, 2, 3)

    def begin(self, seats: int, options: Mapping[str, Value]) -> Game:
        numbers = [option.number(options[option.name]) for option in self.options]
        return self.engine.Game(seats, numbers)

    # ---- moves

    def move_text(self, action: int) -> str:
        return str(move_of(action))

    def parse_move(self, text: str) -> int:
        return action_of(parse(text))

    def is_secret(self, game: Game) -> bool:
        return state_of(game).phase == DISCARD

    def seen_move(self, game: Game, seat: int, action: int, reader: int | None) -> str:
        """All is open but what others put away."""
        return UNSEEN if self.is_secret(game) and reader != seat else self.move_text(action)

    # ---- chance

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

    # ---- what a seat may know

    def view(self, game: Game, seat: int | None) -> View:
        return view_of(state_of(game), seat)

    def world(self, view: View) -> Game:
        return self.engine.Game.unpack(world_of(view).pack(), view.seats)

    def redeal(self, view: View, rng: random.Random) -> Game:
        return self.world(view).redeal(view.seat, rng.getrandbits(62))

    # ---- the end

    def result(self, game: Game) -> Result:
        """R20: ties share."""
        scores = tuple(game.scores())
        return Result("rounds", scores, tuple(seat for seat, score in enumerate(scores) if score == max(scores)))

    def safety(self, game: Game) -> Mapping[str, int]:
        return {"R22": state_of(game).blocked}

    # ---- words

    def story(
        self,
        before: Game,
        seat: int | None,
        event: str,
        after: Game,
        reader: int | None,
        names: Sequence[str],
        lang: str,
    ) -> Iterable[str]:
        return words.story(state_of(before), seat, event, state_of(after), reader, names, lang)

    def rule(self, view: View, lang: str) -> str:
        return words.rule(view, lang)


def state_of(game: Game) -> State:
    return State.unpack(game.pack())


def _card(text: str) -> int:
    if text.isascii() and text.isdigit() and not text.startswith("0") and int(text[:3]) <= TOP:
        return int(text)
    raise BadNotation(f"{text!r} is not a card; a card is a number from 1 to {TOP}")


TWENTYTHREE = TwentythreeFace()
