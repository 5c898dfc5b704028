"""Scripts played by the page's own modules, as the page is served, in Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.scripts import Script

STEPS = Path(__file__).with_name("steps.js").read_text("utf-8").replace("export ", "")
RUN = f"""async ({{ kernel, game, scripts }}) => {{
  {STEPS}
  const modules = await import(kernel);
  const response = await fetch(modules.urls[game]);
  const rules = await modules.Rules.load(await response.arrayBuffer());
  return scripts.map((script) => JSON.stringify(run(modules, rules, script)));
}}"""


def kernel(package: Path) -> str:
    """The address of the page's module for the rules; its name has a hash."""
    (found,) = (package / "tefuda" / "server" / "page" / "assets").glob("kernel-*.js")
    return f"/assets/{found.name}"


def play_in_chromium(
    page: Page, kernel: str, game: str, scripts: Sequence[Script]
) -> Iterator[tuple[Script, list[Any]]]:
    """The scripts with the answers that the WebAssembly rules give on this page."""
    given = {"kernel": kernel, "game": game, "scripts": [json.loads(script.json()) for script in scripts]}
    yield from zip(scripts, map(json.loads, page.evaluate(RUN, given)), strict=True)
