"""SOLO: its face to people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tefuda.errors import BadNotation
from tefuda.games.face import UNSEEN, Face, Result, highest, state_in
from tefuda.games.option import Value
from tefuda.games.solo import facts, moves, study, view, weights, why, words
from tefuda.games.solo.cards import copies
from tefuda.games.solo.legal import invites
from tefuda.games.solo.moves import CARDS, FACE_OF
from tefuda.games.solo.options import OPTIONS
from tefuda.games.solo.state import (
    ACCEPT,
    CALL,
    DEAL,
    DEALER,
    DEALT,
    DRAW,
    ENDINGS,
    GIFTS,
    GIVE0,
    TO_GIFT,
    TRIPLE0,
    TURN_UP,
    WAIT,
    WITH0,
    State,
)
from tefuda.kernel.plain import Game


class SoloFace(Face):
    name = "solo"
    place = 3
    race = "jump_in_window_ms"
    alike = "rgyb"
    forgets_discards = True  # R27
    moves = moves
    sight = view
    words = words
    why = why
    board = facts
    weights = weights
    study = study
    options = OPTIONS

    def seats(self, options: Mapping[str, Value]) -> Sequence[int]:
        return (4, 2, 3, 5, 6, 7, 8, 9, 10)

    def score_bounds(self, seats: int, options: Mapping[str, Value]) -> tuple[int, int]:
        """Below the target, and then the deck in hand."""
        most = max(9, *(int(value) for name, value in options.items() if name.startswith("points_")))
        return -(int(options["target_score"]) + 120 * most), 0

    # ---- moves

    def is_secret(self, game: Game) -> bool:
        return False

    def seen_move(self, game: Game, seat: int, action: int, reader: int | None) -> str | None:
        """Letting a chance go by is nobody else's business; a Gift is seen by its giver and its taker."""
        if action == WAIT:
            return self.move_text(action) if reader == seat else None
        if GIVE0 <= action < DRAW and reader not in (seat, state_of(game).target):
            return f"give {UNSEEN}" + (" solo" if action % 2 else "")
        return self.move_text(action)

    def shown_move(self, game: Game, seat: int, action: int, reader: int | None) -> str | None:
        """With the cards of a Triple+, and for giver and taker with those of a Gift that takes the whole hand (R15)."""
        s, seen = state_of(game), self.seen_move(game, seat, action, reader)
        if TRIPLE0 <= action < WITH0:
            return view.with_cards(s, seat, moves.move_of(action))
        if action == ACCEPT and s.pending == TO_GIFT and s.hand_size[s.source] <= GIFTS and reader in (s.source, seat):
            return f"{seen} = {' '.join(view.hand_of(s, s.source))}"
        return seen

    # ---- at a live table

    def waits_for(self, game: Game) -> tuple[int, ...]:
        return (state_of(game).turn,)

    def is_aside(self, action: int) -> bool:
        return action in (CALL, WAIT)

    def window(self, before: Game, after: Game) -> int:
        """A9: after each card on which one can jump in."""
        was, s = state_of(before), state_of(after)
        laid = s.heap_size > was.heap_size or was.phase == TURN_UP
        return s.jump_in_window_ms if laid and invites(s) else 0

    def holdings(self, game: Game) -> dict[str, list[str]]:
        s = state_of(game)
        return {str(seat): view.hand_of(s, seat) for seat in range(s.seats)}

    # ---- chance

    def pool_texts(self, game: Game, pool: Sequence[int]) -> list[str]:
        return [str(seat) for seat in pool] if state_of(game).phase == DEALER else [CARDS[face] for face in pool]

    def chance_text(self, game: Game, drawn: Sequence[int]) -> str:
        return self._chance_text(game, drawn, range(game.seats))

    def seen_chance(self, game: Game, drawn: Sequence[int], reader: int | None) -> str:
        return self._chance_text(game, drawn, () if reader is None else (reader,))

    def _chance_text(self, game: Game, drawn: Sequence[int], shown: Iterable[int]) -> str:
        s = state_of(game)
        open_to = set(shown)
        if s.phase == DEALER:
            return f"dealer {drawn[0]}"
        if s.phase == TURN_UP:
            return f"turn {CARDS[drawn[0]]}"
        if s.phase == DEAL:
            hands = [sorted(drawn[seat * DEALT : (seat + 1) * DEALT]) for seat in range(game.seats)]
            return "deal " + " | ".join(_hand(hand, seat in open_to) for seat, hand in enumerate(hands))
        return f"draw {s.drawer} {_hand(sorted(drawn), s.drawer in open_to)}"

    def parse_chance(self, game: Game, text: str) -> list[int]:
        s = state_of(game)
        word, _, rest = text.partition(" ")
        if s.phase == DEALER:
            if word == "dealer" and rest in map(str, range(game.seats)):
                return [int(rest)]
            raise BadNotation(f"{text!r}: here stands who deals, such as 'dealer 0'")
        if s.phase == TURN_UP:
            if word == "turn":
                return [_face(rest)]
            raise BadNotation(f"{text!r}: here stands the card that is turned up, such as 'turn r7'")
        if s.phase == DEAL:
            hands = [[_face(card) for card in hand.split(" ")] for hand in rest.split(" | ")] if word == "deal" else []
            if [len(hand) for hand in hands] != [DEALT] * game.seats:
                raise BadNotation(f"here stand {game.seats} hands of {DEALT} cards, such as 'deal r7 W ... | b2 ... '")
            if any(hand != sorted(hand) for hand in hands):
                raise BadNotation("the cards of a hand stand in their order: by colour, then actions, black ones last")
            faces = [face for hand in hands for face in hand]
            if any(faces.count(face) > copies(face) for face in set(faces)):
                raise BadNotation("a card stands there more often than it exists")
            return faces
        who, _, cards = rest.partition(" ")
        if word != "draw" or who != str(s.drawer):
            raise BadNotation(f"{text!r}: here stands what seat {s.drawer} draws, such as 'draw {s.drawer} r7'")
        faces = [_face(card) for card in cards.split(" ")]
        if faces != sorted(faces):
            raise BadNotation("the drawn cards stand in their order")
        return faces

    # ---- the end

    def result(self, game: Game) -> Result:
        """R26: ties share."""
        scores = tuple(game.scores())
        return Result(ENDINGS[state_of(game).ending], scores, highest(scores))

    def safety(self, game: Game) -> Mapping[str, int]:
        s = state_of(game)
        return {
            "R2 dealt anew": s.redealt,
            "R27 new pile": s.reshuffled,
            "R27 waived": s.waived,
            "R28 all passed": s.stuck,
            "R28 turn cap": s.capped,
        }


def state_of(game: Game) -> State:
    return state_in(State, game)


def _hand(faces: Iterable[int], shown: bool) -> str:
    return " ".join(CARDS[face] if shown else UNSEEN for face in faces)


def _face(text: str) -> int:
    if text in FACE_OF:
        return FACE_OF[text]
    raise BadNotation(f"{text!r} is not a card; cards are like r7, gS, yX, W, W4, A, Kb")


SOLO = SoloFace()
