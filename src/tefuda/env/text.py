"""One seat of a match in words, for players that read and write: the state as the seat may know it, an answer as text.

>>> from tefuda.env.text import TextEnv
>>> env = TextEnv("scout", seats=3, opponents="casual", seat=1)
>>> print(env.reset(seed=1).text.splitlines()[0])
SCOUT, 3 seats, numbered from 0. You sit at seat 1.
>>> turn = env.step("I like this hand.\\nkeep")
>>> turn.over, turn.refused
(False, None)
>>> env.step("play 99+1").refused
'This is not a move: play 99+1'
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from tefuda.bots import LEVELS, levels_of
from tefuda.env.opponents import Opponents, check_seat, entrants_of
from tefuda.env.words import check_lang, end_text, move_in, reason, say, seen_text
from tefuda.games import GAMES
from tefuda.games.option import check_options
from tefuda.match import Match, set_up

KEPT = ("seat", "_seed", "_told", "_wrong", "_lost")  # beside the match itself


class Turn(NamedTuple):
    """What the seat is told. At the end the reward is its part of the win, from 0 to 1; before that it is 0."""

    text: str
    reward: float
    over: bool
    refused: str | None = None  # why the answer was not accepted, if it was not


class TextEnv:
    """A match with one seat of one's own, `seat`, or with None one that is drawn for each match; bots play the others.

    An answer is a move in the game's notation: what stands in the last [brackets], or else alone on the last line. One
    that is not possible is refused with the reason, and may be mended; `tries` wrong answers in a row lose the match.
    Without `listed` the text does not list the moves.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        opponents: Opponents = "club",
        seat: int | None = None,
        tries: int = 3,
        listed: bool = True,
        lang: str = "en",
        **options: object,
    ) -> None:
        self.face, self.seats, self.options = set_up(game, seats, options)
        self.opponents = entrants_of(self.face, self.seats, opponents)
        if None in self.opponents:
            raise ValueError("every other seat needs a bot")
        self.asked_seat = check_seat(seat, self.seats)
        if tries < 1:
            raise ValueError(f"tries must be at least 1, not {tries}")
        self.tries, self.listed, self.lang = tries, listed, check_lang(lang)
        self._made_with = {
            "game": game, "seats": seats, "opponents": opponents, "seat": seat, "tries": tries, "listed": listed,
            "lang": lang, **options,
        }  # fmt: skip
        self._match: Match | None = None
        self.seat, self._seed, self._told, self._wrong, self._lost = 0, 0, 0, 0, False
        self._rng = random.Random()

    @property
    def match(self) -> Match:
        if self._match is None:
            raise ValueError("there is no match yet: reset the environment")
        return self._match

    @property
    def over(self) -> bool:
        return self._lost or self.match.actor is None

    @property
    def moves(self) -> list[str]:
        """One's own moves now."""
        return [] if self.over else self.match.moves(self.seat)

    def reset(self, seed: int | None = None) -> Turn:
        """Begins a match; the same seed and answers give the same one."""
        self._rng.seed(seed)
        self.seat = self._rng.randrange(self.seats) if self.asked_seat is None else self.asked_seat
        self._seed = self._rng.getrandbits(62)
        options: dict[str, Any] = dict(self.options)
        self._match = Match(self.face.name, self.seats, self._seed, **options)
        self._told, self._wrong, self._lost = 0, 0, False
        return self._on()

    def step(self, answer: str) -> Turn:
        """Makes the move of the answer, and the others theirs, until it is one's own turn again."""
        if self.over:
            raise ValueError("the match is over: reset the environment")
        if not isinstance(answer, str):
            raise TypeError(f"an answer is a text, not {answer!r}")
        move = move_in(answer)
        why = self.why_not(move)
        if why is not None:
            return self._refuse(why)
        self._wrong = 0
        self.match.play(self.seat, move)
        return self._on()

    def why_not(self, move: str) -> str | None:
        """Why the seat cannot make this move now, in words; None if it can."""
        return reason(self.match, self.seat, move, self.lang)

    def text(self, since: int | None = None) -> str:
        """What the seat may know now, in words; with `since` also what happened from that event on."""
        moves = None if self.over else self.moves if self.listed else []
        return seen_text(self.match, self.seat, self.lang, moves, since)

    # ---- to keep and to go on from

    def save(self) -> dict[str, Any]:
        """All that the environment is now; `restore` goes on from it, here or in another that was made alike."""
        kept = {name: getattr(self, name) for name in KEPT}
        record = None if self._match is None else str(self._match.record)
        return {**kept, "record": record, "bots": self._rng.getstate()}

    def restore(self, saved: dict[str, Any]) -> None:
        for name in KEPT:
            setattr(self, name, saved[name])
        self._rng.setstate(saved["bots"])
        record = saved["record"]
        self._match = None if record is None else Match.replay(record, seed=self._seed)

    def __getstate__(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return self._made_with, self.save()

    def __setstate__(self, state: tuple[dict[str, Any], dict[str, Any]]) -> None:
        self.__init__(**state[0])  # type: ignore[misc]  # it was made so
        self.restore(state[1])

    # ---- within

    def _refuse(self, why: str) -> Turn:
        self._wrong += 1
        left = self.tries - self._wrong
        if left <= 0:
            self._lost = True
            return Turn(f"{why}\n{say(self.lang, 'forfeit')}", 0.0, True, why)
        again = say(self.lang, "last") if left == 1 else say(self.lang, "again", left=left)
        return Turn(f"{why}\n{again}", 0.0, False, why)

    def _on(self) -> Turn:
        """The others act; then all that is new to the seat."""
        match = self.match
        while (actor := match.actor) is not None and actor != self.seat:
            bot = self.opponents[(actor - self.seat - 1) % self.seats]
            assert bot is not None
            match.play(actor, bot.bot(match.view(actor), match.moves(actor), self._rng))
        text = self.text(self._told)
        self._told = len(match.record.events)
        if match.result is None:
            return Turn(text, 0.0, False)
        winners = match.result.winners
        reward = 1 / len(winners) if self.seat in winners else 0.0
        return Turn(f"{text}\n\n{end_text(match, self.lang)}", reward, True)


def known_table(
    game: str, *, opponents: str = "club", options: Mapping[str, object] | None = None, **more: Any
) -> TextEnv:
    """A table for a stranger, who can name games and levels of bots of the project: nothing from outside is run."""
    if game not in GAMES:
        raise ValueError(f"there is no game {game!r}; there are {', '.join(GAMES)}")
    if opponents not in LEVELS:
        raise ValueError(f"there is no bot {opponents!r}; there are {', '.join(levels_of(game))}")
    chosen: dict[str, Any] = dict(check_options(GAMES[game].options, options or {}))
    return TextEnv(game, opponents=opponents, **more, **chosen)
