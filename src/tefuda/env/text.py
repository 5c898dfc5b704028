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
import re
from typing import Any, NamedTuple

from tefuda.env.opponents import Opponents, check_seat, entrants_of
from tefuda.errors import BadNotation
from tefuda.games.showing import said
from tefuda.match import Match, set_up

BRACKETED = re.compile(r"\[([^\[\]]+)\]")
KEPT = ("seat", "_seed", "_told", "_wrong", "_lost")  # beside the match itself
TEXTS = {
    "en": {
        "you": "{game}, {seats} seats, numbered from 0. You sit at seat {seat}.",
        "happened": "What happened:",
        "see": "What you see:",
        "may": "What you may do now:",
        "moves": "Your moves:",
        "answer": "Answer with one move, as it is written in the list, alone on the last line.",
        "free": "Answer with one move in the game's notation, alone on the last line.",
        "no_move": "This is not a move: {move}",
        "not_now": "This is not possible now: {move}",
        "again": "Try again; {left} more wrong answers end the match.",
        "last": "Try again; another wrong answer ends the match.",
        "forfeit": "Too many wrong answers: the match is lost.",
        "over": "The match is over. Points by seat: {scores}. Won by seat {winners}.",
        "nobody": "The match is over. Points by seat: {scores}. Nobody won.",
    },
    "ja": {
        "you": "{game}、{seats}人。席の番号は0からで、あなたは席{seat}です。",
        "happened": "これまでの出来事:",
        "see": "見えているもの:",
        "may": "いまできること:",
        "moves": "選べる手:",
        "answer": "一覧にある手を一つ、最後の行にそのまま書いてください。",
        "free": "手を一つ、このゲームの表記で最後の行に書いてください。",
        "no_move": "手として読めません: {move}",
        "not_now": "いまはできません: {move}",
        "again": "もう一度答えてください。あと{left}回間違えると負けになります。",
        "last": "もう一度答えてください。次に間違えると負けになります。",
        "forfeit": "間違いが多すぎたので、負けになりました。",
        "over": "ゲーム終了です。席ごとの得点: {scores}。勝者: 席{winners}。",
        "nobody": "ゲーム終了です。席ごとの得点: {scores}。勝者はいません。",
    },
}


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
        if lang not in TEXTS:
            raise ValueError(f"lang must be {' or '.join(TEXTS)}, not {lang!r}")
        self.tries, self.listed, self.lang = tries, listed, lang
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
        try:
            if self.match.is_legal(self.seat, move):
                return None
            found = self.match.why_not(self.seat, move, self.lang)
        except BadNotation:
            return self._say("no_move", move=move[:80])
        if found is None:  # a move, but not written as it should be
            return self._say("no_move", move=move[:80])
        return f"{self._say('not_now', move=move)}. {found.text}" + (f" ({found.rule})" if found.rule else "")

    def text(self) -> str:
        """What the seat may know now, in words, without what happened."""
        match = self.match
        view = match.view(self.seat).to_dict()
        lines = [self._say("you", game=self.face.title(self.lang), seats=self.seats, seat=self.seat), ""]
        lines += [self._say("see")]
        for part in self.face.parts(view):
            if view.get(part.name) is not None:
                lines.append(f"- {part.label[self.lang]}: {said(view[part.name])}")
        if self.over:
            return "\n".join(lines)
        lines += ["", self._say("may"), match.rule(self.seat, self.lang), ""]
        if self.listed:
            lines += [self._say("moves"), *(f"- {move}" for move in self.moves), "", self._say("answer")]
        else:
            lines.append(self._say("free"))
        return "\n".join(lines)

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

    def _say(self, text: str, **values: Any) -> str:
        return TEXTS[self.lang][text].format(**values)

    def _refuse(self, why: str) -> Turn:
        self._wrong += 1
        left = self.tries - self._wrong
        if left <= 0:
            self._lost = True
            return Turn(f"{why}\n{self._say('forfeit')}", 0.0, True, why)
        return Turn(f"{why}\n{self._say('last') if left == 1 else self._say('again', left=left)}", 0.0, False, why)

    def _on(self) -> Turn:
        """The others act; then all that is new to the seat."""
        match = self.match
        while (actor := match.actor) is not None and actor != self.seat:
            bot = self.opponents[(actor - self.seat - 1) % self.seats]
            assert bot is not None
            match.play(actor, bot.bot(match.view(actor), match.moves(actor), self._rng))
        new = list(match.story(self.seat, self.lang, self._told))
        self._told = len(match.record.events)
        happened = [self._say("happened"), *(f"- {sentence}" for sentence in new), ""] if new else []
        first, _, rest = self.text().partition("\n\n")
        text = "\n".join([first, "", *happened, rest])
        if match.result is None:
            return Turn(text, 0.0, False)
        winners = match.result.winners
        scores = ", ".join(map(str, match.result.scores))
        end = self._say("over" if winners else "nobody", scores=scores, winners=", ".join(map(str, winners)))
        return Turn(f"{text}\n\n{end}", 1 / len(winners) if self.seat in winners else 0.0, True)


def move_in(answer: str) -> str:
    """The move in an answer: what stands in the last brackets, or else alone on the last line."""
    bracketed = BRACKETED.findall(answer)
    if bracketed:
        return " ".join(bracketed[-1].split())
    lines = [line for line in answer.splitlines() if line.strip(" \t`*.-")]
    return " ".join(lines[-1].strip(" \t`*").removeprefix("- ").split()) if lines else ""
