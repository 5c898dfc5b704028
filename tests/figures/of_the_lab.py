"""What makes the figures of docs/lab.md."""

from __future__ import annotations

from tests.figures.asking import change, run, shell, show, table
from tests.figures.pages import Maker

PAGE = "lab.md"
EDITIONS = "tefuda lab compare scout --a edition=first --b edition=draft --games 4000"
SEATS = [
    ("SCOUT, 3", "tefuda lab run scout --seats 3 --games 6000 --probes 0 --ladder 0 --without 0"),
    ("SCOUT, 4", "tefuda lab run scout --seats 4 --games 10000 --probes 0 --ladder 0 --without 0"),
    ("SCOUT, 5", "tefuda lab run scout --seats 5 --games 6000 --probes 0 --ladder 0 --without 0"),
    ("23, 2", "tefuda lab run 23 --seats 2 --games 6000 --probes 0 --ladder 0 --without 0"),
    ("23, 3", "tefuda lab run 23 --seats 3 --games 6000 --probes 0 --ladder 0 --without 0"),
    ("23, 4", "tefuda lab run 23 --seats 4 --games 20000 --probes 0 --ladder 0 --without 0"),
    ("SOLO, 2", "tefuda lab run solo --seats 2 --games 2000 --probes 0 --ladder 0 --without 0"),
    ("SOLO, 4", "tefuda lab run solo --seats 4 --games 4000 --probes 0 --ladder 0 --without 0"),
    ("GIFT, Attack, 2", "tefuda lab run gift --seats 2 --games 10000 --probes 0 --ladder 0 --without 0"),
    ("GIFT, Attack, 3", "tefuda lab run gift --seats 3 --games 10000 --probes 0 --ladder 0 --without 0"),
    ("GIFT, Attack, 4", "tefuda lab run gift --seats 4 --games 20000 --probes 0 --ladder 0 --without 0"),
]
CHIPS = "tefuda lab compare 23 --a bonus_shift=exact5 --b bonus_shift=upto5 --games 4000"
FORCE = "tefuda lab run 23 --games 4000 --probes 300 --ladder 0 --without 0"
JUMP = "tefuda lab run solo --games 2000 --probes 100 --ladder 0 --without 0"
MIXED = "tefuda lab compare solo --a mix_draw=false --b mix_draw=true --games 3000"
DISCARD = "tefuda lab run gift --games 20000 --option final_discard={} --probes 0 --ladder 0 --without 0"
CREATE = "tefuda lab run gift --games 20000 --option mode=create --seats {} --probes 0 --without 0"
RIGHTS = "tefuda lab run gift --games 4000 --probes 300 --ladder 0 --without 0"


def differences(command: str, named: dict[str, str], shares: tuple[str, ...] = ()) -> list[list[str]]:
    rows = []
    for measure, name in named.items():
        a, b, between = change(command, measure)
        share = measure in shares
        rows.append([name, show(a, share), show(b, share), show(between, share, signed=True)])
    return rows


def editions() -> str:
    named = {
        "mean_score": "mean score",
        "best_score": "score of the best",
        "margin": "lead of the first over the second",
        "start_gain": "points a round for starting",
        "lead_changes": "lead changes a match",
        "shared_win": "shared wins",
    }
    return shell(EDITIONS) + table("| first | draft | difference", differences(EDITIONS, named, ("shared_win",)))


def seats() -> str:
    rows = []
    for name, command in SEATS:
        found = run(command)
        places = [mean for figure, mean in found.items() if figure.startswith("seat_wins_")]
        fair = sum(mean.value for mean in places) / len(places)
        last = found[f"seat_gains_{len(places) - 1}"]
        games = f"{int(command.split('--games ')[1].split()[0]):,}"
        gains = [show(one, signed=True) for one in (found["seat_gains_0"], last)]
        rows.append([name, games, show(places[0], share=True), f"{fair:.1%}".replace("%", " %"), *gains])
    head = (
        "game, seats | matches | wins of the starting seat | fair | points in a round for the seat that starts it | "
        "for the last seat"
    )
    return shell(SEATS[0][1] + "    # and so on") + table(head, rows)


def chips() -> str:
    named = {
        "did_lower": "plays a round with chips that lower",
        "did_raise": "... that raise",
        "did_shift": "... of up to 5",
        "branching": "legal moves",
        "round_moves": "moves a round",
        "mean_score": "mean score (penalty chips count against it)",
    }
    return shell(CHIPS) + table("| exactly 5 | up to 5 | difference", differences(CHIPS, named))


def force() -> str:
    found = run(FORCE)
    names = {"pass": "pass", "force": "pass and force", "leave": "leave the round"}
    rows = [
        [
            name,
            show(found[f"can_{kind}"], share=True),
            show(found[f"did_{kind}"], share=True),
            show(found[f"worth_{kind}"], signed=True),
            show(found[f"chosen_{kind}"], share=True),
        ]
        for kind, name in names.items()
    ]
    return shell(FORCE) + table("| possible at | then taken | worth, chips | a search prefers it", rows)


def jump() -> str:
    found = run(JUMP)
    rows = [
        ["jump-ins a round", show(found["per_round_jump"])],
        ["rounds whose last card is one", show(found["last_jump"], share=True)],
        ["points that one gains over letting it go by", show(found["worth_jump"], signed=True)],
        ["... where a search prefers it", show(found["timely_jump"], signed=True)],
    ]
    return shell(JUMP) + table("4 seats | ", rows)


def mixed() -> str:
    named = {
        "round_moves": "moves a round",
        "mean_score": "mean score",
        "margin": "lead of the first over the second",
        "lead_changes": "lead changes a match",
        "start_gain": "points a round for starting",
    }
    return shell(MIXED) + table("| apart | mixed | difference", differences(MIXED, named))


def final_discard() -> str:
    readings = {
        "out": "`out`: it leaves the game",
        "next_draws": "`next_draws`: the next one draws it",
        "draw_back": "`draw_back`: it is drawn back at once",
    }
    rows = []
    for reading, name in readings.items():
        found = run(DISCARD.format(reading))
        ends = [found.get(f"end_{how}") for how in ("nobody", "stall")]
        shown = [show(mean, share=True) if mean else "never" for mean in ends]
        rows.append([name, show(found["no_winner"], share=True), *shown])
    return shell(DISCARD.format("out") + "    # and so on") + table(
        "`final_discard` | no winner | nobody is left | stall", rows
    )


def create() -> str:
    rows = []
    for seats in (2, 3, 4):
        found = run(CREATE.format(seats))
        rows.append([str(seats), show(found["end_together"], share=True)])
    return shell(CREATE.format(4) + "    # and so on") + table("Create, seats | won together by `club`", rows)


def rights() -> str:
    found = run(RIGHTS)
    rows = [
        [
            kind.capitalize(),
            show(found[f"can_{kind}"], share=True),
            show(found[f"did_{kind}"], share=True),
            show(found[f"worth_{kind}"], signed=True),
            show(found[f"timely_{kind}"], signed=True),
        ]
        for kind in ("hold", "offer", "break")
    ]
    head = "| possible at | then taken | worth at any time | worth when a search prefers it"
    return shell(RIGHTS) + table(head, rows)


MAKERS = {
    "editions": Maker(PAGE, ("scout",), True, editions),
    "start-seat": Maker(PAGE, ("scout", "twentythree", "solo", "gift"), True, seats),
    "chips": Maker(PAGE, ("twentythree",), True, chips),
    "force": Maker(PAGE, ("twentythree",), True, force),
    "jump-in": Maker(PAGE, ("solo",), True, jump),
    "mixed-stacking": Maker(PAGE, ("solo",), True, mixed),
    "final-discard": Maker(PAGE, ("gift",), True, final_discard),
    "create": Maker(PAGE, ("gift",), True, create),
    "rights": Maker(PAGE, ("gift",), True, rights),
}
