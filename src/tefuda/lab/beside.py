"""The page that shows setups side by side, for a comparison or a sweep."""

from __future__ import annotations

import io
from collections.abc import Sequence
from html import escape
from typing import Any

from tefuda.intervals import Mean
from tefuda.lab.compare import Difference
from tefuda.lab.measures import scale_of
from tefuda.lab.pictures import DRAWING, PAGE, japanese_font, part_of_page, settings
from tefuda.lab.plan import Plan
from tefuda.lab.sheet import document, table
from tefuda.lab.sweep import Row
from tefuda.lab.texts import change_in, measure_name, plain_value, text, value_of

MOST = 6  # changes that the verdict names
DRAWN = 16  # that the picture of a comparison shows
Spot = tuple[str, Mean]  # a line of a picture


def page(plans: Sequence[Plan], rows: Sequence[Row], lang: str) -> str:
    """The page of a sweep: for each measure all setups, each compared with the first."""
    plan = plans[0]
    title = text(lang, "beside_title", game=plan.face.title(lang), n=len(rows))
    games = max(one.games for one in rows[-1].measures.values())
    lead = f"<p>{text(lang, 'swept', games=f'{games:,}', n=(len(rows) - 1) * len(rows[0].measures))}</p>"
    parts = []
    for name in rows[0].measures:
        if all(row.measures[name].same for row in rows):
            continue
        cells = [["", text(lang, "h_value"), text(lang, "against_first")]]
        for row in rows:
            one = row.measures[name]
            cells.append([called(row, lang), value_of(lang, name, one.b), change_in(lang, name, one.change)])
        cells[1][2] = "–"
        sure = [place for place, row in enumerate(rows) if row.measures[name].sure and not row.measures[name].same]
        share = scale_of(name) == "share"
        spots = [(called(row, lang), times(row.measures[name].b, 100 if share else 1)) for row in rows]
        picture = forest(name, spots, spots[0][1].value, lang, "%" if share else "")
        head = f"<h2>{escape(named(plan, name, lang))}</h2>"
        parts.append(f"<section>{head}{picture}<div class=wide>{table(cells, sure)}</div></section>")
    body = f"<div class=bands>{''.join(parts)}</div>"
    return document(title, lead, verdict(plan, rows, lang), body, plans, lang)


def page_of_two(plans: Sequence[Plan], names: Sequence[str], found: Sequence[Difference], lang: str) -> str:
    """The page of a comparison: one table of all measures, and a picture of the greatest differences."""
    plan = plans[0]
    title = text(lang, "beside_title", game=plan.face.title(lang), n=2)
    sides = "<br>".join(f"{letter}: {escape(name)}" for letter, name in zip("ab", names, strict=True))
    lead = f"<p>{sides}</p><p>{text(lang, 'pairs', games=f'{max(one.games for one in found):,}')}</p>"
    differing = [one for one in found if not one.same]
    greatest = sorted((one for one in differing if one.sure), key=size_of, reverse=True)
    said = [
        text(
            lang,
            "v_differs",
            measure=named(plan, one.measure, lang),
            a=plain_value(one.measure, one.a.value),
            b=plain_value(one.measure, one.b.value),
            change=change_in(lang, one.measure, one.change),
        )
        for one in greatest[:MOST]
    ]
    said.insert(0, text(lang, "v_differ", n=len(greatest), every=len(differing)))
    spots = [
        (named(plan, one.measure, lang), times(one.change, 100 / abs(one.a.value)))
        for one in greatest
        if one.a.low * one.a.high > 0
    ][:DRAWN]
    picture = (
        f"<h2>{text(lang, 'greatest')}</h2><div class=whole>{forest('all', spots, 0.0, lang, '%', wide=True)}</div>"
    )
    cells = [["", "a", "b", "b − a"]]
    for one in found:
        sides_of = [value_of(lang, one.measure, mean) for mean in (one.a, one.b)]
        cells.append([named(plan, one.measure, lang), *sides_of, change_in(lang, one.measure, one.change)])
        if one.same:
            cells[-1][3] = "="
    sure = [place for place, one in enumerate(found) if one.sure and not one.same]
    figures = f"<h2>{text(lang, 'all_figures')}</h2><div class='wide whole'>{table(cells, sure)}</div>"
    parts = [f"<section>{picture}</section>" if spots else "", f"<section class=long>{figures}</section>"]
    return document(title, lead, said, f"<div class=bands>{''.join(parts)}</div>", plans, lang)


def called(row: Row, lang: str) -> str:
    return row.name or text(lang, "usual")


def named(plan: Plan, measure: str, lang: str) -> str:
    return measure_name(lang, measure, plan.face.study.KINDS, plan.face.study.ENDS)


def size_of(one: Difference) -> float:
    """How great a change is beside the first side's value, or beside its own interval where that is next to nothing."""
    return abs(one.change.value) / max(abs(one.a.value), one.change.high - one.change.low)


def verdict(plan: Plan, rows: Sequence[Row], lang: str) -> list[str]:
    """The changes whose interval excludes 0, the greatest first."""
    found = [(row, one) for row in rows[1:] for one in row.measures.values() if one.sure and not one.same]
    found.sort(key=lambda each: -size_of(each[1]))
    said = [
        text(
            lang,
            "v_change",
            setup=called(row, lang),
            measure=named(plan, one.measure, lang),
            a=plain_value(one.measure, one.a.value),
            b=plain_value(one.measure, one.b.value),
            change=change_in(lang, one.measure, one.change),
        )
        for row, one in found[:MOST]
    ]
    every = sum(not one.same for row in rows[1:] for one in row.measures.values())
    return [text(lang, "v_changes", n=len(found), every=every), *said]


def times(mean: Mean, factor: float) -> Mean:
    return Mean(*(factor * part for part in mean))


def forest(name: str, spots: Sequence[Spot], line: float, lang: str, unit: str, wide: bool = False) -> str:
    """Values with their intervals, below each other; 0 is always in sight."""
    import matplotlib
    from matplotlib.figure import Figure

    with DRAWING, matplotlib.rc_context(settings(lang if japanese_font() else "en", PAGE)):
        figure = Figure(figsize=(9.6 if wide else 5.2, 0.8 + 0.27 * len(spots)), layout="constrained")
        axes: Any = figure.subplots()
        for place, (_, mean) in enumerate(spots):
            axes.plot([mean.low, mean.high], [-place, -place], color=PAGE.one, lw=1.5)
            axes.plot(mean.value, -place, "o", color=PAGE.one, ms=4)
        axes.axvline(line, color=PAGE.soft, lw=1)
        ends = [end for _, mean in spots for end in mean]
        axes.set_xlim(min(0.0, 1.05 * min(ends)), max(0.0, 1.05 * max(ends)) or 1.0)
        axes.set_yticks([-place for place in range(len(spots))], [label for label, _ in spots], fontsize=9)
        axes.set_xlabel(unit)
        data = io.BytesIO()
        figure.savefig(data, format="svg", transparent=True, metadata={"Date": None})
    return part_of_page(data.getvalue(), name)
