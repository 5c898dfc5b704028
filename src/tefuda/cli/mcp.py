"""tefuda mcp: a table for language models, by the Model Context Protocol."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from tefuda.bots import levels_of
from tefuda.cli import Complaint
from tefuda.env.text import TextEnv, known_table
from tefuda.env.words import rules_text
from tefuda.games import GAMES

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

INSTRUCTIONS = (
    "Card games with hidden hands, against bots. Begin with `games`, take a seat with `sit`, and make moves with `move`"
    " until the match is over. What you are told is what your seat may know."
)


def mcp_command() -> int:
    """Let a language model sit at a table."""
    make_server().run("stdio")
    return 0


def make_server() -> MCPServer[Any]:
    """A server with one table, for one client."""
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError:
        raise Complaint("this needs another library: pip install 'tefuda[mcp]'") from None
    server = MCPServer("tefuda", instructions=INSTRUCTIONS)
    table = Table()

    def telling(tool: Callable[..., str]) -> Callable[..., str]:
        """The same, but what is wrong is told to the client."""

        @wraps(tool)
        def called(*given: Any, **named: Any) -> str:
            try:
                return tool(*given, **named)
            except ValueError as error:
                raise ToolError(str(error)) from None

        return called

    for tool in (table.games, table.sit, table.look, table.rules, table.why_not, table.move):
        server.tool()(telling(tool))
    return server


class Table:
    """What the tools do. Names of games and bots are those of the project: nothing from outside is run."""

    def __init__(self) -> None:
        self.env: TextEnv | None = None

    def games(self) -> str:
        """The games, how many seats they have, their options with their usual values, and the bots."""
        lines = []
        for name, face in GAMES.items():
            usual = {option.name: option.default for option in face.options}
            options = ", ".join(f"{option.name}={option.text(option.default)}" for option in face.options)
            seats = ", ".join(map(str, sorted(face.seats(usual))))
            lines.append(f"{name}: {face.title('en')}; seats: {seats}; bots: {', '.join(levels_of(name))}")
            lines.append(f"  options: {options}")
        return "\n".join(lines)

    def sit(
        self,
        game: str,
        seats: int | None = None,
        opponents: str = "club",
        seat: int | None = None,
        options: dict[str, str | int | bool] | None = None,
        lang: str = "en",
        seed: int | None = None,
    ) -> str:
        """Begin a match of this game with a seat of your own (any, if not given) and bots at the others.

        It takes the place of the match before. The same seed gives the same cards.
        """
        env = known_table(game, seats=seats, opponents=opponents, seat=seat, options=options, lang=lang, tries=10**9)
        text = env.reset(seed).text
        self.env = env
        return text

    def look(self) -> str:
        """What your seat may know now, what you may do, and your moves."""
        return self._own().text()

    def rules(self, game: str = "") -> str:
        """The rules of a game, or of the one that you play."""
        name = game or self._own().face.name
        if name not in GAMES:
            raise ValueError(f"there is no game {name!r}; there are {', '.join(GAMES)}")
        page = rules_text(name)
        if not page:
            raise ValueError(f"there is no page of {name}; `look` says what you may do now")
        return page

    def why_not(self, move: str) -> str:
        """Why you cannot make this move now."""
        return self._own().why_not(" ".join(move.split())) or "This move is possible now."

    def move(self, move: str) -> str:
        """Make a move, as it is written in the list of your moves; then the others move until it is your turn again."""
        turn = self._own().step(move)
        if turn.refused is not None:
            raise ValueError(turn.refused)
        return turn.text

    def _own(self) -> TextEnv:
        if self.env is None:
            raise ValueError("you sit at no table: `sit` begins a match")
        return self.env
