"""The report of a run: one self-contained page, in Japanese or English. Pictures first, tables below."""

from __future__ import annotations

import math
from html import escape
from pathlib import Path

from tefuda.intervals import Mean
from tefuda.lab.figures import Figures, Level, dead, figures
from tefuda.lab.measures import DEAL, DECISION, FORCED
from tefuda.lab.pictures import drawn, ending_name, inline, kind_name
from tefuda.lab.sheet import document, listed, table
from tefuda.lab.store import write
from tefuda.lab.texts import number, percent, spoken, text

FEW = 20  # positions: a kind of move that was met less often is not called best or worst


def html(folder: Path, lang: str) -> str:
    """The page. A server may call this: it reads the folder and writes nothing."""
    return page(figures(Path(folder)), lang)


def write_report(folder: Path, lang: str) -> Path:
    """The page, and its pictures as SVG and PNG beside it; gives the page's path."""
    found = figures(folder)
    pictures = folder / "pictures"
    pictures.mkdir(exist_ok=True)
    for form in ("svg", "png"):
        for name, data in drawn(found, lang, form).items():
            write(pictures / f"{name}.{lang}.{form}", data)
    path = folder / f"report.{lang}.html"
    write(path, page(found, lang).encode())
    return path


def page(found: Figures, lang: str) -> str:
    plan = found.plan
    title = text(lang, "title", game=plan.face.title(lang), seats=plan.seats, bots=", ".join(dict.fromkeys(plan.bots)))
    rounds = f"{round(found.matches * found.rounds.value):,}"
    lead = [f"<p>{text(lang, 'subtitle', matches=f'{found.matches:,}', rounds=rounds)}</p>"]
    if found.matches < plan.games:
        lead.append(f"<p>{text(lang, 'partial', matches=f'{found.matches:,}', games=f'{plan.games:,}')}</p>")
    tiles = {
        "tile_minutes": number(found.minutes.value),
        "tile_moves": number(found.round_moves.value),
        "tile_choices": number(found.choices.value),
        "tile_start": percent(found.seat_wins[0].value),
    }
    if found.rounds.high > 1:
        tiles["tile_lead"] = number(found.lead_changes.value)
    shown = "".join(f"<li><b>{value}</b>{text(lang, name)}</li>" for name, value in tiles.items())
    pictures = inline(found, lang)
    sections = "".join(section(name, found, lang, pictures.get(name, "")) for name in SAYS)
    body = f"<ul class=tiles>{shown}</ul>\n<div class=sections>\n{sections}</div>\n"
    return document(title, "".join(lead), verdict(found, lang), body, [plan], lang)


def verdict(found: Figures, lang: str) -> list[str]:
    """The run in a few sentences."""
    fair = sum(mean.value for mean in found.seat_wins) / found.plan.seats
    said = [text(lang, "v_length", minutes=number(found.minutes.value), rounds=number(found.rounds.value))]
    word = "fair" if found.seat_wins[0].low <= fair <= found.seat_wins[0].high else "unfair"
    share = spoken(lang, found.seat_wins[0], share=True)
    said.append(text(lang, f"v_{word}", share=share, fair=percent(fair)))
    if found.levels:
        level = found.levels[-1]
        luck = "skill" if level.matches <= 3 else "mixed" if level.matches <= 20 else "luck"
        said.append(text(lang, f"v_{luck}", upper=level.upper, lower=level.lower, matches=matches_said(level, lang)))
    if found.odds:
        half = found.decided[len(found.decided) // 2][1]
        said.append(text(lang, "v_decided", share=percent(half.value), tension=percent(found.tension.value)))
    if found.no_winner.value > 0.02:
        said.append(text(lang, "v_nobody", share=spoken(lang, found.no_winner, share=True)))
    rules = dead(found)
    dead_rules = text(lang, "v_dead_one" if len(rules) == 1 else "v_dead", n=len(rules))
    said.append(dead_rules if rules else text(lang, "dead_none"))
    return said


def section(name: str, found: Figures, lang: str, picture: str) -> str:
    said, rows = SAYS[name](found, lang)
    if not said:
        return ""
    parts = [f"<h2>{text(lang, name)}</h2>"]
    if picture:
        parts.append(picture.replace("<svg", f'<svg role="img" aria-label="{escape(text(lang, name))}"', 1))
    parts += [part if part.startswith("<") else f"<p>{part}</p>" for part in said]
    if rows:
        parts.append(f"<details><summary>{text(lang, 'table')}</summary><div class=wide>{table(rows)}</div></details>")
    return f'<section id="{name}">{"".join(parts)}</section>\n'


# ---- what each section says, and the rows of its table

Said = tuple[list[str], list[list[str]]]


def heads(lang: str, *names: str) -> list[str]:
    return [text(lang, f"h_{name}") for name in names]


def quantile(counts: dict[int, int], part: float) -> int:
    total, seen = sum(counts.values()), 0
    for value, count in sorted(counts.items()):
        seen += count
        if seen >= part * total:
            return value
    return max(counts)


def say_length(found: Figures, lang: str) -> Said:
    said = text(
        lang,
        "length_says",
        moves=spoken(lang, found.round_moves),
        rounds=spoken(lang, found.rounds),
        minutes=spoken(lang, found.minutes),
        deal=DEAL,
        decision=DECISION,
        forced=FORCED,
        q25=quantile(found.length, 0.25),
        q75=quantile(found.length, 0.75),
        q95=quantile(found.length, 0.95),
    )
    names = {"round_moves": found.round_moves, "rounds": found.rounds, "minutes": found.minutes}
    return [said], [
        heads(lang, "what", "value"),
        *([text(lang, f"m_{name}"), spoken(lang, mean)] for name, mean in names.items()),
    ]


def say_seats(found: Figures, lang: str) -> Said:
    fair = sum(mean.value for mean in found.seat_wins) / found.plan.seats
    first = found.seat_wins[0]
    word = "more" if first.low > fair else "less" if first.high < fair else "none"
    said = text(
        lang,
        "seats_sure",
        share=spoken(lang, first, share=True),
        fair=percent(fair),
        word=text(lang, f"seats_{word}"),
        gain=spoken(lang, found.seat_gains[0]),
    )
    gap = text(lang, "seats_gap", gap=spoken(lang, found.seat_gap, share=True))
    rows = [
        [
            text(lang, "after_start", n=place) if place else text(lang, "start_seat"),
            spoken(lang, wins, share=True),
            spoken(lang, gain),
        ]
        for place, (wins, gain) in enumerate(zip(found.seat_wins, found.seat_gains, strict=True))
    ]
    return [said, gap], [heads(lang, "seat", "wins", "gain"), *rows]


def say_scores(found: Figures, lang: str) -> Said:
    said = text(
        lang,
        "scores_says",
        margin=spoken(lang, found.margin),
        shared=spoken(lang, found.shared_win, share=True),
        nobody=spoken(lang, found.no_winner, share=True),
    )
    total = sum(found.scores.values())
    mean = sum(score * count for score, count in found.scores.items()) / total
    quantiles = ", ".join(str(quantile(found.scores, part)) for part in (0.05, 0.25, 0.5, 0.75, 0.95))
    rows = [
        [text(lang, "m_margin"), spoken(lang, found.margin)],
        [text(lang, "m_mean_score"), number(mean)],
        ["5, 25, 50, 75, 95 %", quantiles],
        [text(lang, "m_shared_win"), spoken(lang, found.shared_win, share=True)],
        [text(lang, "m_no_winner"), spoken(lang, found.no_winner, share=True)],
    ]
    return [said], [heads(lang, "what", "value"), *rows]


def say_lead(found: Figures, lang: str) -> Said:
    if not found.odds:
        return [], []
    half = len(found.odds) // 2
    said = [text(lang, "lead_changes", changes=spoken(lang, found.lead_changes))] if found.rounds.high > 1 else []
    said += [
        text(
            lang,
            "lead_says",
            favourites=spoken(lang, found.favourites),
            half=spoken(lang, found.odds[half][1], share=True),
            decided=spoken(lang, found.decided[half][1], share=True),
        )
    ]
    said.append(text(lang, "lead_tension", tension=spoken(lang, found.tension, share=True)))
    if found.catch_up is not None:
        fair = percent((1 - found.no_winner.value) / found.plan.seats)
        said.append(text(lang, "lead_catch_up", share=spoken(lang, found.catch_up, share=True), fair=fair))
    if found.leader_wins:
        numbers = text(lang, "comma").join(str(place + 1) for place in range(len(found.leader_wins)))
        shares = text(lang, "comma").join(spoken(lang, mean, share=True) for mean in found.leader_wins)
        said.append(text(lang, "lead_leader", rounds=numbers, shares=shares))
    rows = [
        [percent(point), spoken(lang, mean, share=True), spoken(lang, decided, share=True)]
        for (point, mean, _, _), (_, decided) in zip(found.odds, found.decided, strict=True)
    ]
    return said, [heads(lang, "point", "odds", "decided"), *rows]


def say_actions(found: Figures, lang: str) -> Said:
    kinds = [kind for kind in found.kinds if kind.can.value > 0]
    known = sorted((kind.worth.value, kind.name) for kind in kinds if kind.worth is not None and kind.positions >= FEW)
    best, worst = (kind_name(found, known[at][1], lang) if known else "–" for at in (-1, 0))
    rows = [
        [
            kind_name(found, kind.name, lang),
            spoken(lang, kind.can, share=True),
            spoken(lang, kind.did, share=True),
            spoken(lang, kind.per_round),
            spoken(lang, kind.worth) if kind.worth else "–",
            spoken(lang, kind.chosen, share=True) if kind.chosen else "–",
            spoken(lang, kind.timely) if kind.timely and kind.timely.high < math.inf else "–",
            str(kind.positions),
        ]
        for kind in kinds
    ]
    columns = ("kind", "can", "did", "per_round", "worth", "chosen", "timely", "positions")
    return [text(lang, "actions_says", best=best, worst=worst)], [heads(lang, *columns), *rows]


def say_dead(found: Figures, lang: str) -> Said:
    rules = dead(found)
    if not rules:
        return [text(lang, "dead_none")], []
    kinds = {kind.name: kind for kind in found.kinds}
    items = []
    for what, name, how in rules:
        called, share, did = name, Mean(0, 0, 0), Mean(0, 0, 0)
        if what == "kind":
            called, share, did = kind_name(found, name, lang), kinds[name].can, kinds[name].did
        elif what == "ending":
            called, share = ending_name(found, name, lang), found.endings.get(name, share)
        shown = number(found.safety[name].value) if what == "safety" else percent(share.value)
        items.append(text(lang, f"dead_{what}_{how}", name=called, share=shown, did=percent(did.value)))
    return [text(lang, "dead_says"), listed(items)], []


def say_endings(found: Figures, lang: str) -> Said:
    name, share = next(iter(found.endings.items()))
    said = text(
        lang,
        "endings_says",
        name=ending_name(found, name, lang),
        share=spoken(lang, share, share=True),
        gain=spoken(lang, found.closer),
    )
    rows = [[ending_name(found, name, lang), spoken(lang, mean, share=True)] for name, mean in found.endings.items()]
    last = [
        [text(lang, "last_move", kind=kind_name(found, name, lang)), spoken(lang, mean, share=True)]
        for name, mean in found.closings.items()
    ]
    return [said], [heads(lang, "ending", "share"), *rows, *last]


def say_branching(found: Figures, lang: str) -> Said:
    said = text(
        lang, "branching_says", choices=spoken(lang, found.choices), forced=spoken(lang, found.forced, share=True)
    )
    return [said], []


def say_skill(found: Figures, lang: str) -> Said:
    if not found.levels:
        return [], []
    parts = [
        text(
            lang,
            "skill_part",
            upper=level.upper,
            lower=level.lower,
            share=spoken(lang, level.share, share=True),
            fair=percent(level.fair),
            matches=matches_said(level, lang),
        )
        for level in found.levels
    ]
    rows = [
        [
            text(lang, "skill_among", alone=level.upper, among=level.lower),
            spoken(lang, level.share, share=True),
            number(math.ceil(level.matches) if level.matches < 1e6 else math.inf),
            spoken(lang, level.luck, share=True),
        ]
        for level in found.levels
    ]
    said = [text(lang, "skill_says", parts=text(lang, "space").join(parts))]
    said += [
        text(lang, "skill_luck", upper=level.upper, lower=level.lower, luck=spoken(lang, level.luck, share=True))
        for level in found.levels[-1:]
    ]
    if found.ratings:
        shown = (f"{level} {spoken(lang, rating)}" for level, rating in found.ratings.items())
        said.append(text(lang, "skill_ratings", ratings=text(lang, "comma").join(shown)))
    others = [
        [text(lang, "skill_among", alone=alone, among=among), spoken(lang, mean, share=True), "", ""]
        for (alone, among), mean in found.matrix.items()
        if (alone, among) not in [(level.upper, level.lower) for level in found.levels]
    ]
    return said, [heads(lang, "level", "wins", "matches", "luck"), *rows, *others]


def say_stakes(found: Figures, lang: str) -> Said:
    if not found.stakes:
        return [], []
    said = text(
        lang,
        "stakes_says",
        matter=spoken(lang, found.matter, share=True),
        stake=number(found.stake),
        at_stake=spoken(lang, found.at_stake),
    )
    return [said], []


def say_without(found: Figures, lang: str) -> Said:
    losses = sorted(((kind.loss, kind.name) for kind in found.kinds if kind.loss is not None), reverse=True)
    if not losses:
        return [], []
    sure = [(loss, name) for loss, name in losses if loss.low > 0]
    best = (
        f"{kind_name(found, sure[0][1], lang)}{text(lang, 'comma')}{spoken(lang, sure[0][0])}"
        if sure
        else text(lang, "without_none")
    )
    rows = [[kind_name(found, name, lang), spoken(lang, loss, signed=True)] for loss, name in losses]
    return [text(lang, "without_says", best=best)], [heads(lang, "kind", "loss"), *rows]


def matches_said(level: Level, lang: str) -> str:
    if level.matches > 1e6:
        return text(lang, "skill_never")
    n = math.ceil(level.matches)
    return text(lang, "skill_match") if n == 1 else text(lang, "skill_matches", n=f"{n:,}")


def say_cards(found: Figures, lang: str) -> Said:
    if len(found.cards) < 2:
        return [], []
    every = list(found.cards.items())
    best, worst = (f"{every[at][0]}{text(lang, 'comma')}{spoken(lang, every[at][1][0])}" for at in (0, -1))
    rows = [[card, spoken(lang, mean), f"{count:,}"] for card, (mean, count) in every]
    return [text(lang, "cards_says", best=best, worst=worst)], [heads(lang, "card", "gain", "hands"), *rows]


def say_how(found: Figures, lang: str) -> Said:
    plan = found.plan
    options = ", ".join(f"{option.name}={option.text(plan.options[option.name])}" for option in plan.face.options)
    said = text(lang, "how_says", first=0, last=f"{found.matches - 1:,}", seed=plan.seed, options=escape(options))
    return [said], []


SAYS = {
    "length": say_length,
    "seats": say_seats,
    "scores": say_scores,
    "lead": say_lead,
    "actions": say_actions,
    "without": say_without,
    "stakes": say_stakes,
    "dead": say_dead,
    "endings": say_endings,
    "branching": say_branching,
    "skill": say_skill,
    "cards": say_cards,
    "how": say_how,
}
