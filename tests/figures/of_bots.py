"""What makes the figures of docs/bots.md."""

from __future__ import annotations

from tefuda.intervals import Mean
from tests.figures.asking import shell, show, table, told
from tests.figures.pages import Maker

PAGE = "bots.md"
LADDER = [
    ("SCOUT", "scout", 3),
    ("", "scout", 4),
    ("", "scout", 5),
    ("SCOUT, two-player variant", "scout", 2),
    ("23", "twentythree", 2),
    ("", "twentythree", 3),
    ("", "twentythree", 4),
    ("SOLO", "solo", 2),
    ("", "solo", 4),
    ("", "solo", 6),
    ("GIFT, Attack", "gift", 2),
    ("", "gift", 3),
    ("", "gift", 4),
]
STEPS = [("beginner", "random"), ("casual", "beginner"), ("club", "casual")]
ROUNDS = {
    "scout": (3200, 3200, 2000),
    "twentythree": (240, 240, 2000),
    "solo": (600, 1500, 4000),
    "gift": (240, 400, 2000),
}
MASTER = {  # rounds, and the budget
    ("scout", 3): (180, "--playouts 120"),
    ("scout", 4): (800, "--playouts 480"),
    ("scout", 5): (600, "--playouts 480"),
    ("scout", 2): (300, "--playouts 120"),
    ("twentythree", 2): (160, "--playouts 100 --instead 16"),
    ("twentythree", 3): (480, "--playouts 200"),
    ("twentythree", 4): (96, "--playouts 100 --instead 16"),
    ("solo", 2): (240, "--playouts 64"),
    ("solo", 4): (320, "--playouts 240 --instead 24"),
    ("solo", 6): (2400, "--playouts 64"),
    ("gift", 2): (24, "--playouts 120"),
    ("gift", 3): (15, "--playouts 120"),
    ("gift", 4): (40, "--playouts 120"),
}
EXPERT = {"scout": 6000, "twentythree": 6000, "solo": 24000, "gift": 6000}  # rounds
GAMES = ("scout", "twentythree", "solo", "gift")
SOLO = "tefuda arena solo --seats 4 --lineup {},casual --rounds {}"
TOGETHER = "tefuda arena gift --seats 4 --option mode=create --lineup {}"


def arena(game: str, seats: int, lineup: str, rounds: int, budget: str = "") -> str:
    edition = " --edition oink" if (game, seats) == ("scout", 2) else ""
    return f"tefuda arena {game} --seats {seats}{edition} --lineup {lineup} --rounds {rounds} {budget}".rstrip()


def cell(command: str) -> str:
    """The margin a round and the share of wins."""
    found = told(command)
    low, high = found["margin_ci"]
    decimals = 2 if "gift" in command or "twentythree" in command else 1
    low, high = (f"{100 * end:.0f}" for end in found["share_ci"])
    margin = f"{found['margin']:+.{decimals}f} ± {(found['margin_ci'][1] - found['margin']):.{decimals}f}"
    return f"{margin}; {100 * found['share']:.0f} % ({low} to {high})".replace("-", "−")


def ladder() -> str:
    rows = []
    for name, game, seats in LADDER:
        cells = [
            cell(arena(game, seats, f"{upper},{lower}", rounds))
            for (upper, lower), rounds in zip(STEPS, ROUNDS[game], strict=True)
        ]
        rows.append([name, str(seats), *cells, f"{100 / seats:.0f} %"])
    steps = " | ".join(f"`{upper}` over `{lower}`" for upper, lower in STEPS)
    return shell(arena("scout", 4, "club,casual", 2000) + "    # and so on; --edition oink for two") + table(
        f"game | seats | {steps} | fair share", rows
    )


def experts() -> str:
    rows = []
    for name, game, seats in LADDER:
        rounds = EXPERT[game] // seats * seats
        found = cell(arena(game, seats, "expert,club", rounds))
        rows.append([name, str(seats), found, f"{100 / seats:.0f} %", f"{rounds:,}"])
    return shell(arena("scout", 4, "expert,club", 6000) + "    # and so on") + table(
        "game | seats | `expert` over `club` | fair share | rounds", rows
    )


def masters() -> str:
    rows, title = [], ""
    for name, game, seats in LADDER:
        title = name or title
        if (game, seats) not in MASTER:
            continue
        rounds, budget = MASTER[game, seats]
        found = cell(arena(game, seats, "master,expert", rounds, budget))
        rows.append([title, str(seats), found, f"{100 / seats:.0f} %", f"{rounds:,}", f"`{budget}`"])
    return shell(arena("scout", 4, "master,expert", *MASTER["scout", 4]) + "    # and so on") + table(
        "game | seats | `master` over `expert` | fair share | rounds | budget", rows
    )


def oracle() -> str:
    budget = {"master": " --playouts 64"}
    commands = {bot: SOLO.format(bot, n) + budget.get(bot, "") for bot, n in
                {"club": 4000, "master": 240, "oracle": 240}.items()}  # fmt: skip
    rows = []
    for bot, command in commands.items():
        found = told(command)
        margin = Mean(found["margin"], *found["margin_ci"])
        rows.append([f"`{bot}`", f"{found['rounds']:,}", show(margin, signed=True)])
    return shell(*commands.values()) + table("over three `casual` | rounds | points a round", rows)


def together() -> str:
    commands = {
        "`casual`": TOGETHER.format("casual") + " --rounds 8000",
        "`club`": TOGETHER.format("club") + " --rounds 8000",
        "`master`, 24 playouts": TOGETHER.format("master") + " --rounds 120 --playouts 24",
    }
    rows = []
    for bot, command in commands.items():
        found = told(command)
        share = Mean(found["share"], *found["share_ci"])
        rows.append([bot, f"{found['rounds'] // 4:,}", show(share, share=True)])
    return shell(*commands.values()) + table("level | deals | won together", rows)


def experts_together() -> str:
    command = TOGETHER.format("expert") + " --rounds 4000"
    found = told(command)
    rows = [["`expert`", f"{found['rounds'] // 4:,}", show(Mean(found["share"], *found["share_ci"]), share=True)]]
    return shell(command) + table("level | deals | won together", rows)


EXPERTS = tuple(f"{game} expert" for game in GAMES)
SEARCHES = tuple(f"{game} master" for game in GAMES)
MAKERS = {
    "ladder": Maker(PAGE, GAMES, False, ladder),
    "experts": Maker(PAGE, EXPERTS, False, experts),
    "masters": Maker(PAGE, SEARCHES, False, masters),
    "oracle": Maker(PAGE, ("solo master",), False, oracle),
    "experts-together": Maker(PAGE, ("gift expert",), False, experts_together),
    "together": Maker(PAGE, ("gift master",), False, together),
}
