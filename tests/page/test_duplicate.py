"""A duplicate on the page: a table of one's own, its matches, and the comparison with another table."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import expect

from tefuda.client import Client
from tefuda.server import protocol as p
from tests.page.conftest import PHONE, Visitors
from tests.page.players import TURN
from tests.trials.running import play_on

OPTIONS: dict[str, str | int | bool] = {"edition": "short"}


def elsewhere(url: str, duplicate: str | p.NewDuplicate) -> tuple[str, str]:
    """Another table plays it to the end; the code of the duplicate, and the token of who sat there."""
    with ThreadPoolExecutor(1) as beside:  # the browser has the loop of this thread
        return beside.submit(asyncio.run, _elsewhere(url, duplicate)).result()


async def _elsewhere(url: str, duplicate: str | p.NewDuplicate) -> tuple[str, str]:
    async with Client(url) as me:
        await me.create("scout", [None, "casual", "casual"], options=OPTIONS, duplicate=duplicate)
        await me.sit(0, "Ben")
        await me.start()
        await asyncio.wait_for(play_on(me, random.Random(3)), 60)
        assert me.table is not None and me.table.duplicate is not None and me.token
        return me.table.duplicate.code, me.token


def test_two_tables_are_compared(visitors: Visitors) -> None:
    page = visitors("en", PHONE, name="Aki")
    page.goto("/")
    url = page.evaluate("location.origin")
    code, token = elsewhere(url, p.NewDuplicate(1))
    page.goto(f"/duplicate/{code}")
    expect(page.locator("main")).to_contain_text("1 match has been begun", timeout=TURN)
    assert page.locator("table").count() == 0, "nothing is shown to those who may still play it"
    page.get_by_role("button", name="Play it at a table of your own").click()
    page.wait_for_url("**/t/*", timeout=TURN)
    expect(page.locator("main")).to_contain_text("This table plays a duplicate of 1 match", timeout=TURN)

    elsewhere(url, code)
    page.evaluate("token => localStorage['tefuda.token'] = JSON.stringify(token)", token)
    page.goto(f"/duplicate/{code}")
    expect(page.locator("#totals")).to_be_visible(timeout=TURN)
    expect(page.locator("section[aria-labelledby=totals] tbody tr")).to_have_count(6)
    expect(page.locator(".own").first).to_contain_text("Ben")
    expect(page.locator(".deals section")).to_have_count(1)
