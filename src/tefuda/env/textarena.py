"""The games for TextArena; importing this module registers them.

Observations are texts that grow with the match, as in TextArena's own games; those of `tefuda-scout-v1-raw` are
messages. Every seat is a player who reads and writes; with `opponents` there is one player, and bots sit at the other
seats.

>>> import textarena as ta
>>> import tefuda.env.textarena
>>> env = ta.make("tefuda-scout-v1", edition="short")
>>> env.reset(num_players=3, seed=1)
>>> player, observation = env.get_observation()
>>> done, info = env.step("I like this hand. [keep]")
>>> done, player
(False, 1)
"""

from __future__ import annotations

import random
from typing import Any

from tefuda.env.opponents import Opponents, check_seat, entrants_of
from tefuda.env.words import check_lang, end_text, move_in, reason, rules_text, say, seen_text
from tefuda.games import GAMES
from tefuda.match import Match, set_up

try:
    import textarena as ta
except ImportError as error:
    raise ImportError(f"tefuda.env.textarena: {error}; pip install 'tefuda[textarena]'") from error


class TableEnv(ta.Env):  # type: ignore[misc]  # TextArena has no types
    """A match. A player's own moves and what others do are told to each as its seat may know it.

    After `tries` wrong answers in a row the match is over: their player gets −1, the others 0. Otherwise winners get 1
    and the others −1; all get 0 if nobody wins, and −1 if all should have won together.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        opponents: Opponents | None = None,
        seat: int | None = None,
        tries: int = 3,
        listed: bool = True,
        rules: bool = True,
        lang: str = "en",
        **options: object,
    ) -> None:
        self.face, asked, self.options = set_up(game, seats, options)
        self.bots = None if opponents is None else entrants_of(self.face, asked, opponents)
        if opponents is None and (seats is not None or seat is not None):
            raise ValueError("without opponents every player has a seat: reset says how many there are")
        if self.bots is not None and None in self.bots:
            raise ValueError("every other seat needs a bot")
        if tries < 1:
            raise ValueError(f"tries must be at least 1, not {tries}")
        self.seats, self.asked_seat = asked, check_seat(seat, asked)
        self.tries, self.listed, self.rules, self.lang = tries, listed, rules, check_lang(lang)
        self._opponents = opponents

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begins a match; the same seed and answers give the same one."""
        self._rng = random.Random(seed)
        if self.bots is None:
            self.seats = set_up(self.face.name, num_players, self.options)[1]
            self.players = list(range(self.seats))  # the seat of each
        else:
            own = self._rng.randrange(self.seats) if self.asked_seat is None else self.asked_seat
            self.players = [own]
        make = ta.FFAMultiPlayerState if self.bots is None else ta.SinglePlayerState
        self.state = make(num_players=num_players, seed=seed, error_allowance=self.tries - 1)
        options: dict[str, Any] = dict(self.options)
        self._seed = self._rng.getrandbits(62)
        self.match = Match(self.face.name, self.seats, self._seed, **options)
        self._told = [0] * len(self.players)
        self.state.reset(game_state={}, player_prompt_function=self._prompt)
        self._go_on()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Makes the move of the answer; the next player is then the one that has to decide."""
        if self.state.done:
            raise ValueError("the match is over: reset the environment")
        player = self.state.current_player_id
        kind = ta.ObservationType.PLAYER_ACTION
        self.state.add_observation(from_id=player, to_id=player, message=action, observation_type=kind)
        move = move_in(action)
        why = reason(self.match, self.players[player], move, self.lang)
        if why is None:
            self.match.play(self.players[player], move)
            self._go_on()
        elif self.state.set_invalid_move(reason=why) and self.bots is None:
            outcome = {one: -1 if one == player else 0 for one in range(len(self.players))}
            self.state.set_game_outcome(outcome, reason=say(self.lang, "forfeit"))
        stays: dict[str, bool] = {} if self.bots is not None else {"rotate_player": False}
        done, info = self.state.step(**stays)
        return bool(done), dict(info)

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in vars(self).items() if name not in ("face", "bots", "match")}
        record = str(self.match.record) if "match" in vars(self) else None
        return {"game": self.face.name, "record": record, **kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        game, record = state.pop("game"), state.pop("record")
        self.__dict__.update(state)
        self.face = GAMES[game]
        self.bots = None if self._opponents is None else entrants_of(self.face, self.seats, self._opponents)
        if record is not None:
            self.match = Match.replay(record, seed=self._seed)

    # ---- within

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        seat = self.players[player_id]
        you = say(self.lang, "you", game=self.face.title(self.lang), seats=self.seats, seat=seat)
        page = rules_text(self.face.name) if self.rules else ""
        return "\n\n".join(part for part in (you, page, say(self.lang, "brackets")) if part)

    def _go_on(self) -> None:
        """Bots act until a player has to decide, who is then told all that is new to it; or the match is over."""
        match = self.match
        while (actor := match.actor) is not None and actor not in self.players:
            assert self.bots is not None
            bot = self.bots[(actor - self.players[0] - 1) % self.seats]
            assert bot is not None
            match.play(actor, bot.bot(match.view(actor), match.moves(actor), self._rng))
        if actor is None:
            self._end()
            return
        player = self.players.index(actor)
        if self.bots is None:
            self.state.manually_set_current_player_id(player)
        text = seen_text(match, actor, self.lang, match.moves(actor) if self.listed else [], self._told[player])
        self._told[player] = len(match.record.events)
        self.state.add_observation(to_id=player, message=text, observation_type=ta.ObservationType.GAME_BOARD)

    def _end(self) -> None:
        assert self.match.result is not None
        winners, text = self.match.result.winners, end_text(self.match, self.lang)
        lost = -1 if winners or self.face.shared_by(self.options) else 0
        rewards = {player: 1 if seat in winners else lost for player, seat in enumerate(self.players)}
        if self.bots is None:
            self.state.set_game_outcome(rewards, reason=text)
        else:
            self.state.set_outcome(rewards[0], reason=text)


for _face in GAMES.values():
    ta.envs.registration.register_with_versions(
        f"tefuda-{_face.name}-v{_face.version}",
        "tefuda.env.textarena:TableEnv",
        wrappers={"default": [ta.wrappers.LLMObservationWrapper]},
        game=_face.name,
    )
