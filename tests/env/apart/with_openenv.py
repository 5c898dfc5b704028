"""Plays matches with OpenEnv's clients on its own server."""

from __future__ import annotations

import socket
import threading
from typing import Any

import uvicorn
from openenv import GenericEnvClient

from tefuda import GAMES
from tefuda.env.openenv import TableAction, TableClient, app


class Server(uvicorn.Server):
    """Says when it has started."""

    def __init__(self) -> None:
        super().__init__(uvicorn.Config(app, log_level="warning"))
        self.ready = threading.Event()

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        self.ready.set()


def refusal(call: Any, *given: Any, **named: Any) -> str:
    try:
        call(*given, **named)
    except RuntimeError as error:
        return str(error)
    raise AssertionError(f"accepted: {given} {named}")


def main() -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    server = Server()
    thread = threading.Thread(target=lambda: server.run(sockets=[listening]))
    thread.start()
    assert server.ready.wait(120)
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    brief: dict[str, dict[str, Any]] = {"scout": {"edition": "short"}, "solo": {"target_score": 1}}
    moves = 0
    with TableClient(base_url=url).sync() as table:
        for game in ("scout", "twentythree", "solo", "gift"):
            told = table.reset(game=game, seats=3, opponents="casual", seed=3, options=brief.get(game, {}))
            first = told.observation.text
            while not told.done:
                told = table.step(TableAction(answer=f"[{told.observation.moves[0]}]"))
                moves += 1
            state = table.state()
            assert state.over and state.game == game and state.seats == 3 and told.reward in (0, 1 / 3, 0.5, 1)
            assert "over" in told.observation.text and told.observation.moves == []
            again = table.reset(game=game, seats=3, opponents="casual", seed=3, options=brief.get(game, {}))
            assert again.observation.text == first, "the same seed gives the same match"
        table.reset(game="scout", seed=1)
        assert table.step(TableAction(answer="joy")).observation.refused == "This is not a move: joy"
        assert "there is no game './x'" in refusal(table.reset, game="./x")
        assert "there is no bot 'cmd:ls'" in refusal(table.reset, opponents="cmd:ls")
        assert "reset knows no joy" in refusal(table.reset, joy=1)
        assert "edition must be one of" in refusal(table.reset, options={"edition": "x"})
        assert table.step(TableAction(answer="keep")).observation.refused is None, "the match before goes on"
    with GenericEnvClient(base_url=url).sync() as plain, GenericEnvClient(base_url=url).sync() as other:
        one, two = (client.reset(game="solo", seed=5) for client in (plain, other))
        assert one.observation["text"] == two.observation["text"] and not one.done
        plain.step({"answer": one.observation["moves"][0]})
        assert other.state()["step_count"] == 0, "each client has a table of its own"
        refusal(plain.step, {"joy": 1})
    server.should_exit = True
    thread.join()
    print(f"4 matches of {', '.join(GAMES)}, {moves} moves")


if __name__ == "__main__":
    main()
