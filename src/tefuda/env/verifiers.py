"""Matches as tasks of `verifiers`: a model plays one seat in words, and its part of the win is its reward.

    pip install 'tefuda[verifiers]'
    vf-eval tefuda-verifiers --env.taskset.game scout --env.taskset.opponents casual -n 8

Task number i is the match of the seed i. The tasks differ in the deal, and unless `seat` says otherwise in the seat.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from tefuda.env.text import TextEnv
from tefuda.env.words import rules_text, say

try:
    import verifiers.v1 as vf
except ImportError as error:
    raise ImportError(f"tefuda.env.verifiers: {error}; pip install 'tefuda[verifiers]'") from error

__all__ = ["TableEnv", "TableTaskset"]


class TableConfig(vf.TasksetConfig):  # type: ignore[misc]  # verifiers may not be there when types are checked
    """What is played."""

    game: str = "scout"
    seats: int | None = None
    opponents: str = "club"
    seat: int | None = None
    options: dict[str, str | int | bool] = {}  # noqa: RUF012  # pydantic copies it
    tries: int = 3
    listed: bool = True
    rules: bool = True  # whether the model reads the rules of the game first
    lang: str = "en"

    def table(self) -> TextEnv:
        options: dict[str, Any] = dict(self.options)
        return TextEnv(
            self.game, seats=self.seats, opponents=self.opponents, seat=self.seat, tries=self.tries,
            listed=self.listed, lang=self.lang, **options,
        )  # fmt: skip


class TableData(vf.TaskData):  # type: ignore[misc]
    """A match: what is played, and its seed."""

    table: TableConfig
    seed: int


class TableTask(vf.Task[TableData, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    pass


class TableTaskset(vf.Taskset[TableTask, TableConfig]):  # type: ignore[misc]
    """Any number of matches."""

    INFINITE = True

    def load(self) -> Iterator[TableTask]:
        config = self.config
        table = config.table()  # one that is wrong is refused before anything is played
        page = rules_text(table.face.name) if config.rules else ""
        system = "\n\n".join(part for part in (page, say(config.lang, "brackets")) if part)
        for seed in itertools.count():
            data = TableData(
                name=f"{table.face.name}-{seed}", prompt=table.reset(seed).text, system_prompt=system, table=config,
                seed=seed,
            )  # fmt: skip
            yield TableTask(data, config.task)


class TableEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime=vf.SubprocessConfig())


class TableEnv(vf.Env[TableEnvConfig]):  # type: ignore[misc]
    """The match answers the model's moves, until it is over."""

    async def run(self, task: TableTask, agents: Any) -> None:
        table = task.data.table.table()
        turn, refused, answers = table.reset(task.data.seed), 0, 0
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()  # the prompt is the first position
            while not segment.terminated:
                turn = table.step(segment.last_reply)
                answers, refused = answers + 1, refused + (turn.refused is not None)
                if turn.over:
                    break
                segment = await interaction.turn(turn.text)
        trace = interaction.trace
        trace.record_reward("share_of_the_win", turn.reward)  # 0 for a match that was not played to its end
        trace.record_metric("answers", float(answers))
        trace.record_metric("refused", float(refused))
        if table.match.result is not None:
            trace.info["scores"] = list(table.match.result.scores)
