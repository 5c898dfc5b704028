"""The frame of every page of the lab: its style, also in print, and what it was made from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from html import escape

from tefuda import __version__
from tefuda.kernel.sources import fingerprint
from tefuda.lab.plan import Plan
from tefuda.lab.texts import text

STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf7; --card: #fff; --text: #22262b; --soft: #8b949e; --line: #e3e0d8;
  --one: #1f6f8b; --two: #c2602a }
@media (prefers-color-scheme: dark) { :root { --paper: #14181c; --card: #1c2227; --text: #e6e4df; --soft: #8b959f;
  --line: #313a42; --one: #5fb3cf; --two: #eb9a62 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--text); line-height: 1.55;
  font-family: system-ui, "Hiragino Sans", "Noto Sans CJK JP", "Noto Sans JP", sans-serif }
main { max-width: 72rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem; margin: 0.5rem 0 0.2rem; line-height: 1.3 }
h2 { font-size: 1.15rem; margin: 0 0 0.5rem }
p { margin: 0.4rem 0; overflow-wrap: anywhere }
.soft { color: var(--soft) }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.75rem; margin: 1rem 0;
  padding: 0; list-style: none }
.tiles li { text-wrap: balance }
.tiles li, section { background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; padding: 0.9rem }
.tiles b { display: block; font-size: 1.5rem; color: var(--one) }
.sections { columns: 2 28rem; column-gap: 0.75rem }
.bands section { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 0 1.5rem }
.bands h2, .bands .whole { grid-column: 1 / -1 }
@media (max-width: 48rem) { .bands section { display: block } }
section { break-inside: avoid; margin-bottom: 0.75rem }
.long { break-inside: auto }
tr { break-inside: avoid }
svg { display: block; width: 100%; height: auto; margin: 0.3rem 0; overflow: visible }
svg text { font-family: inherit !important }
summary { cursor: pointer; color: var(--one); padding: 0.3rem 0 }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: 0.85rem; width: 100% }
th, td { text-align: left; padding: 0.25rem 0.6rem 0.25rem 0; border-top: 1px solid var(--line); vertical-align: top }
td { white-space: nowrap; font-variant-numeric: tabular-nums }
.bands td { white-space: normal; text-wrap: balance }
th { font-weight: 600; color: var(--soft) }
ul { margin: 0.4rem 0; padding-left: 1.2rem }
.verdict { border-left: 0.3rem solid var(--one); padding: 0.1rem 0 0.1rem 0.9rem; margin: 1rem 0 }
.sure { font-weight: 600 }
footer { font-size: 0.85rem; margin: 1rem 0 }
@media print { :root { color-scheme: light; --paper: #fff; --card: #fff; --text: #000; --soft: #555; --line: #bbb;
  --one: #1f6f8b; --two: #c2602a }
  main { max-width: none; padding: 0 }
  .bands table { font-size: 0.7rem } .sections { columns: 2; column-gap: 0.5rem } summary { list-style: none }
  details::details-content { content-visibility: visible; display: block } }
@page { margin: 1.5cm }
"""


def document(title: str, lead: str, verdict: Sequence[str], body: str, plans: Sequence[Plan], lang: str) -> str:
    """A whole self-contained page, with the verdict on top."""
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(title)}</h1>\n<div class=soft>{lead}</div>\n"
        f"<div class=verdict><h2>{text(lang, 'verdict')}</h2>{listed(verdict)}</div>\n"
        f"{body}<footer class=soft>{made(plans, lang)}</footer>\n</main>\n</body>\n</html>\n"
    )


def made(plans: Sequence[Plan], lang: str) -> str:
    """Date, version and fingerprints."""
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    keys = ", ".join(plan.key()[:12] for plan in plans)
    rules = fingerprint(plans[0].game)[:12]
    return escape(text(lang, "made", date=today, version=__version__, game=plans[0].game, rules=rules, keys=keys))


def listed(items: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in items)}</ul>"


def table(rows: Sequence[Sequence[str]], sure: Sequence[int] = ()) -> str:
    """The first row is the head; rows whose numbers are in `sure` are bold."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = ""
    for number, row in enumerate(rows[1:]):
        opened = "<tr class=sure>" if number in sure else "<tr>"
        body += opened + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
