"""The page that shows setups side by side, for a comparison or a sweep."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from tefuda.lab.pictures import DRAWING, PAGE, part_of_page, settings
from tefuda.lab.plan import Plan
from tefuda.lab.sheet import document, table
from tefuda.lab.sweep import Row
from tefuda.lab.texts import measure_name, number, spoken, text

MOST = 6  # changes that the verdict names


def page(plans: Sequence[Plan], rows: Sequence[Row], lang: str) -> str:
    """Each setup is compared with the first."""
    plan = plans[0]
    title = text(lang, "beside_title", game=plan.face.title(lang), n=len(rows))
    games = max(one.games for one in rows[-1].measures.values())
    lead = f"<p>{text(lang, 'swept', games=f'{games:,}', n=(len(rows) - 1) * len(rows[0].measures))}</p>"
    parts = []
    for name in rows[0].measures:
        if all(row.measures[name].same for row in rows):
            continue
        called = measure_name(lang, name, plan.face.study.KINDS, plan.face.study.ENDS)
        cells = [[called, text(lang, "h_value"), text(lang, "against_first")]]
        for row in rows:
            one = row.measures[name]
            cells.append([row.name or text(lang, "usual"), spoken(lang, one.b), spoken(lang, one.change, signed=True)])
        cells[1][2] = "–"
        sure = [place for place, row in enumerate(rows) if row.measures[name].sure and not row.measures[name].same]
        picture = forest(rows, name) if len(rows) > 2 else ""
        parts.append(f"<section>{picture}<div class=wide>{table(cells, sure)}</div></section>")
    body = f"<div class=sections>{''.join(parts)}</div>"
    return document(title, lead, verdict(plans, rows, lang), body, plans, lang)


def verdict(plans: Sequence[Plan], rows: Sequence[Row], lang: str) -> list[str]:
    """The changes whose interval excludes 0, the greatest first, measured by the first setup's value."""
    study = plans[0].face.study
    found = []
    for row in rows[1:]:
        for name, one in row.measures.items():
            if one.sure and not one.same:
                size = abs(one.change.value) / max(abs(one.a.value), one.change.high - one.change.low)
                found.append((size, row, name, one))
    found.sort(key=lambda each: -each[0])
    said = [
        text(
            lang,
            "v_change",
            setup=row.name or text(lang, "usual"),
            measure=measure_name(lang, name, study.KINDS, study.ENDS),
            a=number(one.a.value),
            b=number(one.b.value),
            change=spoken(lang, one.change, signed=True),
        )
        for _, row, name, one in found[:MOST]
    ]
    every = sum(not one.same for row in rows[1:] for one in row.measures.values())
    return [text(lang, "v_changes", n=len(found), every=every), *said]


def forest(rows: Sequence[Row], name: str) -> str:
    """The values of a measure with their intervals, below each other, from 0 on."""
    import matplotlib
    from matplotlib.figure import Figure

    with DRAWING, matplotlib.rc_context(settings("en", PAGE)):
        figure = Figure(figsize=(5.2, 0.8 + 0.27 * len(rows)), layout="constrained")
        axes: Any = figure.subplots()
        for place, row in enumerate(rows):
            mean = row.measures[name].b
            axes.plot([mean.low, mean.high], [-place, -place], color=PAGE.one, lw=1.5)
            axes.plot(mean.value, -place, "o", color=PAGE.one, ms=4)
        axes.axvline(rows[0].measures[name].b.value, color=PAGE.soft, lw=1)
        ends = [end for row in rows for end in row.measures[name].b]
        axes.set_xlim(min(0.0, 1.05 * min(ends)), max(0.0, 1.05 * max(ends)) or 1.0)
        axes.set_yticks([-place for place in range(len(rows))], [row.name or "–" for row in rows], fontsize=8)
        data = io.BytesIO()
        figure.savefig(data, format="svg", transparent=True, metadata={"Date": None})
    return part_of_page(data.getvalue(), name)
