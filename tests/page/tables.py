"""Tables made by the form on the home page, as people make them, or by a program, with what the form does not offer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tefuda.client import Client
from tefuda.server.protocol import Level


def make(
    page: Page, game: str, others: Sequence[str], options: Mapping[str, object] | None = None, start: bool = False
) -> str:
    """A table for the page's person and others: bots of these levels, or people (""). Gives the path of the
    invitation."""
    page.goto("./")
    form = form_for(page, game)
    if game == "scout" and len(others) == 1:
        form.locator("input[name=edition][value=oink]").check()
    form.locator("select.count").select_option(str(len(others) + 1))
    form.locator(".seats summary").click()
    for place, level in enumerate(others):
        select = form.locator(".who select").nth(place)
        select.select_option(level) if level else select.select_option(index=0)
    for label, value in (options or {}).items():
        form.get_by_label(label, exact=True).fill(str(value))
    form.locator("button.make").click()
    page.wait_for_url("**/t/*")
    if start:
        page.locator("button.start").click()
        page.wait_for_selector(".play")
    return urlsplit(page.url).path


def form_for(page: Page, game: str) -> Locator:
    """The form for a table, opened on the home page."""
    page.locator(".friends button.primary").click()
    form = page.locator("form.create")
    form.locator(f"input[name=game][value={game}]").check(force=True)  # its label is what one sees
    return form


def join(page: Page, path: str, name: str) -> None:
    """Sits down at the first free seat. The match may begin at once, if it was the last one."""
    page.goto(path)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit here").first.click()
    expect(page.locator("li.own", has_text=name).or_(page.locator(".play")).first).to_be_visible()


def hosted(url: str, game: str, seats: Sequence[Level | None], **more: Any) -> str:
    """A table that begins when all people have come. The path of the invitation."""
    codes: SimpleQueue[str] = SimpleQueue()

    async def host() -> None:
        async with Client(url) as me:
            codes.put(await me.create(game, seats, **more))
            while not me.table or any(seat.kind == "free" for seat in me.table.seats):
                await me.changed(600)
            await me.start()

    Thread(target=lambda: asyncio.run(host()), daemon=True).start()  # Playwright's loop runs in this one
    return f"/t/{codes.get(timeout=300)}"
