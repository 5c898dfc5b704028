"""A game that has only a description, rules and perhaps some words: everything else is derived from them.

A game's package has `game.py` with TITLE, SEATS (or `seats_with`), MOVES and perhaps VERSION and `score_bounds`;
`rules.py`; `words.py`; and where it has something to say `policy.py`, `moves.py`, `why.py`, `facts.py` and `study.py`.
docs/new-game.md shows one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from tefuda.errors import BadNotation
from tefuda.games import view as views
from tefuda.games.events import UNSEEN
from tefuda.games.face import Face, Result, highest
from tefuda.games.option import Value
from tefuda.games.reason import Reason, out_of_turn
from tefuda.games.sentences import Say
from tefuda.kernel.plain import Game

TEXTS = {
    "en": {
        "made": "{who}: {text}", "chance": "Cards: {text}",
        "rule": "Your moves: {moves}.", "wait": "Others act now.",
        "not_now": "That is not possible now.",
    },
    "ja": {
        "made": "{who}：{text}", "chance": "札：{text}",
        "rule": "できること：{moves}", "wait": "ほかの人の番です。",
        "not_now": "いまはできません。",
    },
}  # fmt: skip
RULE_MOVES = 12  # so many moves are named where a game has no words for its rules


class View(views.View):
    """The view of a game that declares no class of its own: its fields are those that the state shows."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class TextMoves:
    """Moves that are nothing but their texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self.places = {text: place for place, text in enumerate(texts)}
        if len(self.places) < len(texts):
            raise ValueError("two moves have the same text")

    def parse(self, text: str) -> str:
        if text in self.places:
            return text
        first = text.split(" ")[0]
        like = [one for one in self.texts if one.split(" ")[0] == first] or self.texts
        raise BadNotation(f"{text!r} is not a move; moves are like {', '.join(like[:3])}")

    def action_of(self, move: str) -> int:
        return self.places[move]

    def move_of(self, action: int) -> str:
        if not 0 <= action < len(self.texts):
            raise ValueError(f"there is no action {action}")
        return self.texts[action]


class DerivedFace(Face):
    """The face of a game that has none of its own."""

    def __init__(self, name: str, package: str) -> None:
        super().__init__(package)
        self.name = name
        self.about: Any = self.module("game")
        self.version = int(getattr(self.about, "VERSION", 1))
        self.race = str(getattr(self.about, "RACE", ""))
        self.private = getattr(self.about, "PRIVATE", {})
        self.secret_phase = getattr(self.about, "SECRET_PHASE", None)
        self.moves = self.moves or TextMoves(self.about.MOVES)
        self.view_module = SimpleNamespace(**{"View": View, **vars(self.about)})
        none = (0,) * int(getattr(self.weights, "N_WEIGHTS", 1))
        casual = getattr(self.weights, "CASUAL", none)
        self.weights = SimpleNamespace(CASUAL=casual, CLUB=getattr(self.weights, "CLUB", casual))
        self.study = self.study or self._plain_study()

    def _plain_study(self) -> Any:
        kinds = {text.split(" ")[0]: (text.split(" ")[0],) * 2 for text in map(str, self.about.MOVES)}
        return SimpleNamespace(
            START=getattr(self.about, "START", "turn"), ENDING="", ENDINGS=(), KINDS=kinds, STEPS={}, ASIDE=(), ENDS={},
            kind_of=lambda move: str(move).split(" ")[0],
        )  # fmt: skip

    # ---- set-up

    def title(self, lang: str) -> str:
        return str(self.about.TITLE[lang])

    def seats(self, options: Mapping[str, Value]) -> Sequence[int]:
        fixed = getattr(self.about, "SEATS", ())
        found: Sequence[int] = fixed or self.about.seats_with(options)
        return found

    def score_bounds(self, seats: int, options: Mapping[str, Value]) -> tuple[int, int]:
        if not hasattr(self.about, "score_bounds"):
            return super().score_bounds(seats, options)
        low, high = self.about.score_bounds(seats, options)
        return int(low), int(high)

    # ---- what a seat may know

    def holdings(self, game: Game) -> dict[str, list[str]]:
        """All that only its owner sees, seat by seat."""
        found: dict[str, list[str]] = {}
        for seat in range(game.seats):
            shown = self.view(game, seat).to_dict()
            own = [part.name for part in self.parts(shown) if part.owner == "own"]
            found[str(seat)] = [str(one) for name in own if isinstance(shown[name], list) for one in shown[name]]
        return found

    # ---- the end

    def result(self, game: Game) -> Result:
        scores = tuple(game.scores())
        return Result("over", scores, highest(scores))

    def safety(self, game: Game) -> Mapping[str, int]:
        return {}

    # ---- words

    def sentences(
        self, before: views.View, seat: int | None, event: str, after: views.View, names: Sequence[str], lang: str
    ) -> Iterable[str]:
        if hasattr(self.words, "story"):
            return super().sentences(before, seat, event, after, names, lang)
        if seat is None and event == UNSEEN:  # somebody has made a secret move
            return ()
        say = Say(TEXTS, lang, before.seat, names)
        return [say("chance", text=event) if seat is None else say("made", who=say.who(seat), text=event)]

    def rule(self, view: Any, lang: str, names: Sequence[str] = ()) -> str:
        if hasattr(self.words, "rule"):
            return str(self.words.rule(view, lang, names))
        say = Say(TEXTS, lang, view.seat, names)
        if view.seat not in view.to_act:
            return say("wait")
        moves = self.move_texts(self.world(view).legal(view.seat))
        shown = moves[:RULE_MOVES] + (["..."] if len(moves) > RULE_MOVES else [])
        return say("rule", moves=", ".join(shown))

    def why_not(self, view: Any, move: str, lang: str, names: Sequence[str] = ()) -> Reason:
        if reason := out_of_turn(view, lang, names):
            return reason
        if self.why is not None or hasattr(self.words, "why_not"):
            reason = (self.why or self.words).why_not(view, self.moves.parse(move), lang, names)
        return reason or Reason(TEXTS[lang]["not_now"], "")
