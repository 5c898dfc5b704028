"""The pictures of a report, drawn by matplotlib: as SVG that takes its colours from the page, or as files."""

from __future__ import annotations

import io
import math
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from tefuda.intervals import Mean
from tefuda.lab.figures import Figures
from tefuda.lab.texts import number, text

FONTS = ("Noto Sans CJK JP", "Noto Sans JP", "IPAexGothic", "IPAGothic", "TakaoGothic")
BINS = 40
CARDS = 12  # at each end of the list
DRAWING = threading.Lock()  # matplotlib's settings are for all threads


class Ink(NamedTuple):
    """The colours of a picture."""

    text: str
    soft: str
    one: str
    two: str


PAPER = Ink("#22262b", "#9aa3ad", "#1f6f8b", "#d1702e")
PAGE = Ink("#010203", "#040506", "#070809", "#0a0b0c")  # stand for the page's own colours
STYLES = {"text": "--text", "soft": "--soft", "one": "--one", "two": "--two"}


def japanese_font() -> str | None:
    """A font that can show Japanese, if one is installed."""
    from matplotlib import font_manager

    installed = set(font_manager.get_font_names())
    return next((font for font in FONTS if font in installed), None)


def drawn(found: Figures, lang: str, form: str, ink: Ink = PAPER) -> dict[str, bytes]:
    """All pictures that these figures allow, by name. Without a Japanese font their words are English."""
    import matplotlib
    from matplotlib.figure import Figure

    lang = lang if japanese_font() else "en"
    pictures = {}
    with DRAWING, matplotlib.rc_context(settings(lang, ink)):
        for name, draw in DRAWERS.items():
            figure = Figure(figsize=(5.2, 3.0), layout="constrained")
            if draw(figure, found, lang, ink):
                data = io.BytesIO()
                metadata = {"Date": None} if form == "svg" else None
                figure.savefig(data, format=form, transparent=ink == PAGE, dpi=144, metadata=metadata)
                pictures[name] = data.getvalue()
    return pictures


def settings(lang: str, ink: Ink) -> Any:
    """Of matplotlib."""
    font = japanese_font()
    return {
        "font.family": [font, "DejaVu Sans"] if lang == "ja" else ["DejaVu Sans"],
        "font.size": 11,  # to be read on a phone
        "svg.fonttype": "none" if ink == PAGE else "path",
        "svg.hashsalt": "tefuda",
        "text.color": ink.text,
        "axes.labelcolor": ink.text,
        "axes.edgecolor": ink.soft,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "xtick.color": ink.text,
        "ytick.color": ink.text,
        "axes.unicode_minus": False,
    }


def inline(found: Figures, lang: str) -> dict[str, str]:
    """The pictures as parts of a page."""
    return {name: part_of_page(data, name) for name, data in drawn(found, lang, "svg", PAGE).items()}


def part_of_page(data: bytes, name: str) -> str:
    """An SVG in the colours of the page, as wide as it may be, with ids of its own."""
    svg = data.decode()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*" height="[^"]*"|(<svg[^>]*?) height="[^"]*" width="[^"]*"', r"\1\2", svg)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1))
    svg = re.sub(r'(id="|#)([a-zA-Z][\w.-]*")', rf"\1{name}-\2", svg)
    svg = re.sub(r"url\(#([\w.-]+)\)", rf"url(#{name}-\1)", svg)
    for place, colour in zip(PAGE._fields, PAGE, strict=True):
        svg = svg.replace(colour, f"var({STYLES[place]})")
    return svg


# ---- each picture; False if there is nothing to draw


def draw_length(figure: Any, found: Figures, lang: str, ink: Ink) -> bool:
    axes = figure.subplots()
    histogram(axes, found.length, ink)
    axes.axvline(found.round_moves.value, color=ink.two, lw=1.5)
    axes.set_xlabel(text(lang, "round_moves"))
    return True


def draw_seats(figure: Any, found: Figures, lang: str, ink: Ink) -> bool:
    shares, gains = figure.subplots(1, 2)
    labels = [text(lang, "start_seat"), *(f"+{place}" for place in range(1, found.plan.seats))]
    dots(shares, found.seat_wins, ink, percent=True)
    fair = 100 * sum(mean.value for mean in found.seat_wins) / found.plan.seats
    shares.set_ylim(0, max(2 * fair, 105 * max(mean.high for mean in found.seat_wins)))
    shares.axhline(fair, color=ink.soft, lw=1)
    shares.set_title(text(lang, "wins_percent"), fontsize=10)
    dots(gains, found.seat_gains, ink)
    gains.axhline(0, color=ink.soft, lw=1)
    most = max(found.stake, *(1.1 * abs(end) for mean in found.seat_gains for end in mean[1:] if math.isfinite(end)))
    gains.set_ylim(-(most or 1), most or 1)
    gains.set_title(text(lang, "gain_round"), fontsize=10)
    for axes in (shares, gains):
        axes.set_xticks(range(found.plan.seats), labels, fontsize=10 if found.plan.seats < 6 else 7)
    return True


def draw_scores(figure: Any, found: Figures, lang: str, ink: Ink) -> bool:
    if len(found.scores) < 4:
        return False  # won or lost: the report's sentence says everything
    axes = figure.subplots()
    histogram(axes, found.scores, ink)
    axes.set_xlabel(text(lang, "final_score"))
    return True


def draw_lead(figure: Any, found: Figures, lang: str, ink: Ink) -> bool:
    if not found.odds:
        return False
    axes = figure.subplots()
    points = [100 * point for point, *_ in found.odds]
    axes.fill_between(points, [100 * row[2] for row in found.odds], [100 * row[3] for row in found.odds],
                      color=ink.one, alpha=0.2, lw=0)  # fmt: skip
    axes.plot(points, [100 * mean.value for _, mean, _, _ in found.odds], color=ink.one, lw=2, label=text(lang, "odds"))
    axes.plot(points, [100 * mean.value for _, mean in found.decided], color=ink.two, lw=2, ls="--",
              label=text(lang, "decided"))  # fmt: skip
    axes.set_ylim(0, 100)
    axes.set_xlabel(text(lang, "match_played"))
    axes.set_ylabel("%")
    axes.legend(frameon=False, fontsize=9, loc="upper left")
    return True


def draw_actions(figure: Any, found: Figures, lang: str, ink: Ink) -> bool:
    kinds = [kind for kind in found.kinds if kind.can.value > 0][::-1]
    figure.set_size_inches(5.2, 1.1 + 0.3 * len(kinds))
    often, worth = figure.subplots(1, 2, sharey=True, width_ratios=(3, 2))
    rows = range(len(kinds))
    often.barh(rows, [100 * kind.can.value for kind in kinds], color=ink.soft, alpha=0.5, height=0.7)
    often.barh(rows, [100 * kind.can.value * kind.did.value for kind in kinds], color=ink.one, height=0.7)
    often.set_yticks(rows, [kind_name(found, kind.name, lang) for kind in kinds])
    often.set_xlabel(text(lang, "can_did"))
    known = [(row, kind.worth) for row, kind in zip(rows, kinds, strict=True) if kind.worth is not None]
    for row, mean in known:
        worth.plot([mean.low, mean.high], [row, row], color=ink.two, lw=1.5)
        worth.plot(mean.value, row, "o", color=ink.two, ms=4)
    worth.axvline(0, color=ink.soft, lw=1)
    worth.set_xlabel(text(lang, "worth"))
    return True


def draw_without(figure: Any, found: Figures, lang: str, ink: Ink) -> bool:
    kinds = [kind for kind in found.kinds if kind.loss is not None and kind.can.value > 0]
    if not kinds:
        return False
    kinds.sort(key=lambda kind: kind.loss.value if kind.loss else 0.0)
    figure.set_size_inches(5.2, 1.0 + 0.27 * len(kinds))
    axes = figure.subplots()
    for row, kind in enumerate(kinds):
        assert kind.loss is not None
        axes.plot([kind.loss.low, kind.loss.high], [row, row], color=ink.one, lw=1.5)
        axes.plot(kind.loss.value, row, "o", color=ink.one, ms=4)
    axes.set_yticks(range(len(kinds)), [kind_name(found, kind.name, lang) for kind in kinds])
    axes.axvline(0, color=ink.soft, lw=1)
    axes.set_xlabel(text(lang, "loss"))
    return True


def draw_stakes(figure: Any, found: Figures, lang: str, ink: Ink) -> bool:
    if len(found.stakes) < 2:
        return False
    axes = figure.subplots()
    axes.hist(found.stakes, BINS, weights=[100 / len(found.stakes)] * len(found.stakes), color=ink.one)
    axes.axvline(found.stake, color=ink.two, lw=1.5)
    axes.set_xlabel(text(lang, "at_stake"))
    axes.set_ylabel("%")
    return True


def draw_endings(figure: Any, found: Figures, lang: str, ink: Ink) -> bool:
    figure.set_size_inches(5.2, 0.9 + 0.35 * len(found.endings))
    axes = figure.subplots()
    endings = list(found.endings.items())[::-1]
    axes.barh(range(len(endings)), [100 * mean.value for _, mean in endings], color=ink.one, height=0.6)
    axes.set_yticks(range(len(endings)), [ending_name(found, ending, lang) for ending, _ in endings])
    for row, (_, mean) in enumerate(endings):
        axes.annotate(
            f"{number(100 * mean.value)} %", (100 * mean.value, row), (4, 0), textcoords="offset points", va="center"
        )
    axes.set_xlim(0, 115)
    axes.set_xlabel(text(lang, "of_rounds"))
    return True


def draw_branching(figure: Any, found: Figures, lang: str, ink: Ink) -> bool:
    if not found.branching:
        return False
    axes = figure.subplots()
    histogram(axes, found.branching, ink)
    axes.axvline(found.choices.value, color=ink.two, lw=1.5)
    axes.set_xlabel(text(lang, "legal_moves"))
    return True


def draw_skill(figure: Any, found: Figures, lang: str, ink: Ink) -> bool:
    if not found.levels:
        return False
    shares, axes = figure.subplots(1, 2, width_ratios=(2, 3))
    steps = [2 ** (k / 4) for k in range(33)]  # 1 to 256 matches
    for place, level in enumerate(found.levels):
        colour, style = ((ink.one, "-"), (ink.two, "--"))[place]
        shares.bar(place, 100 * level.share.value, color=colour, width=0.6)
        shares.plot([place, place], [100 * level.share.low, 100 * level.share.high], color=ink.text, lw=1.5)
        label = f"{level.upper} > {level.lower}"
        axes.plot(steps, [100 * below(level.step * n**0.5) for n in steps], color=colour, ls=style, lw=2, label=label)
        shares.plot([place - 0.4, place + 0.4], [100 * level.fair] * 2, color=ink.soft, lw=1)
    shares.set_xticks(range(len(found.levels)), [level.upper for level in found.levels])
    shares.set_ylim(0, 104)
    shares.set_title(text(lang, "wins_percent"), fontsize=10)
    axes.axhline(95, color=ink.soft, lw=1)
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_ylim(45, 102)
    axes.set_xlabel(text(lang, "matches_played"))
    axes.set_title(text(lang, "ahead"), fontsize=10)
    axes.legend(frameon=False, fontsize=9, loc="lower right")
    return True


def draw_cards(figure: Any, found: Figures, lang: str, ink: Ink) -> bool:
    if len(found.cards) < 2:
        return False
    every = list(found.cards.items())
    shown = every if len(every) <= 2 * CARDS else every[:CARDS] + every[-CARDS:]
    axes = figure.subplots()
    for place, (_, (mean, _)) in enumerate(shown):
        axes.plot([place, place], [mean.low, mean.high], color=ink.one, lw=1.5)
        axes.plot(place, mean.value, "o", color=ink.one, ms=4)
    axes.axhline(0, color=ink.soft, lw=1)
    if len(shown) < len(every):
        axes.axvline(CARDS - 0.5, color=ink.soft, lw=1, ls=":")
    axes.set_xticks(range(len(shown)), [card for card, _ in shown], rotation=90, fontsize=8)
    axes.set_ylabel(text(lang, "gain_with"))
    return True


DRAWERS: Mapping[str, Callable[[Any, Figures, str, Ink], bool]] = {
    "length": draw_length,
    "seats": draw_seats,
    "scores": draw_scores,
    "lead": draw_lead,
    "actions": draw_actions,
    "without": draw_without,
    "stakes": draw_stakes,
    "endings": draw_endings,
    "branching": draw_branching,
    "skill": draw_skill,
    "cards": draw_cards,
}


def histogram(axes: Any, counts: Mapping[int, int], ink: Ink) -> None:
    """Shares in percent, in whole steps. A tail that would squeeze the rest is one bar of another colour."""
    total, seen = sum(counts.values()), 0
    low = min(counts)
    for usual in sorted(counts):  # 19 of 20 lie up to here
        if (seen := seen + counts[usual]) >= 0.95 * total:
            break
    limit = low + 2 * (usual - low) if max(counts) > low + 4 * (usual - low) else max(counts)
    step = max(1, -(-(limit - low + 1) // BINS))
    bars: dict[int, float] = {}
    for value, count in counts.items():
        place = low + (min(value, limit + step) - low) // step * step
        bars[place] = bars.get(place, 0) + 100 * count / total
    colours = [ink.two if place > limit else ink.one for place in bars]
    axes.bar([place + (step - 1) / 2 for place in bars], list(bars.values()), width=step * 0.9, color=colours)
    if max(bars) > limit:
        axes.annotate(
            f"> {limit}", (max(bars), bars[max(bars)]), (0, 3), textcoords="offset points", ha="center", fontsize=8
        )
    axes.set_ylabel("%")


def dots(axes: Any, means: Sequence[Mean], ink: Ink, percent: bool = False) -> None:
    by = 100 if percent else 1
    for place, mean in enumerate(means):
        axes.plot([place, place], [by * mean.low, by * mean.high], color=ink.one, lw=2)
        axes.plot(place, by * mean.value, "o", color=ink.one, ms=6)
    axes.margins(x=0.15)


def below(z: float) -> float:
    """Of the normal distribution, the part below z."""
    from math import erf, sqrt

    return (1 + erf(z / sqrt(2))) / 2


def kind_name(found: Figures, kind: str, lang: str) -> str:
    return str(found.plan.face.study.KINDS[kind][lang == "ja"])


def ending_name(found: Figures, ending: str, lang: str) -> str:
    study = found.plan.face.study
    return str((study.ENDS or study.KINDS)[ending][lang == "ja"])
