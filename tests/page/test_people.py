"""What people do around a match: a second device, lent eyes, time that runs out, a bot in a person's place."""

from __future__ import annotations

import json

from playwright.sync_api import Page, WebSocketRoute, expect

from tefuda.server.protocol import Clock
from tests.page.conftest import PHONE, Server, Visitors
from tests.page.players import CLICKS, MINE, play_on
from tests.page.tables import hosted, join, make

HAND = ".board .hand button.card"


def more(page: Page) -> None:
    page.get_by_role("button", name="More", exact=True).click()


def cards(page: Page) -> list[str]:
    page.wait_for_selector(HAND)
    return [name or "" for name in page.locator(HAND).evaluate_all("all => all.map(card => card.ariaLabel)")]


def test_two_devices_of_one_seat(visitors: Visitors) -> None:
    page, phone = visitors(name="Aki"), visitors(size=PHONE)
    path = make(page, "scout", ["casual", "casual"], start=True)
    hand = cards(page)
    more(page)
    page.get_by_role("button", name="Show a word").click()
    word = page.locator(".word").inner_text()
    page.keyboard.press("Escape")
    phone.goto("/settings")
    phone.get_by_label("A word from another device").fill("not the word")
    phone.get_by_role("button", name="Use it").click()
    expect(phone.locator(".notice.bad")).to_be_visible()
    phone.get_by_label("A word from another device").fill(word)
    phone.get_by_role("button", name="Use it").click()
    expect(phone.locator(".notice:not(.bad)")).to_have_text("This device is now yours, too.")
    phone.goto(path)
    assert cards(phone) == hand
    before = page.locator(".play").get_attribute("data-n") or ""
    play_on(phone, CLICKS["scout"], 1)
    expect(page.locator(".play")).not_to_have_attribute("data-n", before)


def test_a_table_that_cannot_be_read_now(visitors: Visitors) -> None:
    """The page does not give up: it asks again, and the table is there."""
    page = visitors(name="Aki")
    path = make(page, "scout", ["casual", "casual"], start=True)
    page.wait_for_selector(HAND)
    refused: list[str] = []

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(socket.send)

        def say(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "open" and len(refused) < 2:
                refused.append(said["id"])
                socket.send(json.dumps({"type": "refused", "id": said["id"], "reason": "storage", "text": ""}))
            else:
                server.send(message)

        socket.on_message(say)

    page.route_web_socket("**/ws", connect)
    page.goto(path)
    page.wait_for_selector(HAND)
    assert len(refused) == 2


def test_eyes_are_lent_and_taken_back(visitors: Visitors) -> None:
    page, watcher = visitors(name="Aki"), visitors()
    path = make(page, "scout", ["casual", "casual"], start=True)
    watcher.goto(path)
    watcher.wait_for_selector(".play")
    assert watcher.locator(HAND).count() == 0
    more(page)
    page.get_by_label("Spectators may see my hand").select_option("yes, at once")
    more(watcher)
    watcher.get_by_label("See what this player sees").select_option("Aki")
    watcher.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert cards(watcher) == cards(page)
    assert watcher.locator(MINE).count() == 0
    more(page)
    page.get_by_label("Spectators may see my hand").select_option(index=0)
    expect(watcher.locator(HAND)).to_have_count(0)
    expect(watcher.locator(".play")).to_be_visible()
    page.get_by_label("Spectators may see my hand").select_option("yes, 30 seconds late")
    more(watcher)
    watcher.get_by_label("See what this player sees").select_option("Aki")
    watcher.keyboard.press("Escape")
    expect(watcher.locator(".coach")).to_contain_text("Aki: shows their hand to spectators, 30 seconds late")
    expect(watcher.locator(".stage")).to_be_visible()  # until then the table stays in sight
    assert watcher.locator(HAND).count() == 0


def test_a_person_goes_on_after_their_clock_ran_out(visitors: Visitors, server: Server) -> None:
    """The bot makes that one move; the next one is the person's again."""
    page = visitors(name="Aki")
    page.goto(hosted(server.url, "twentythree", [None, "casual"], clock=Clock(3)))
    page.get_by_role("button", name="Sit here").click()
    page.wait_for_selector(MINE)
    expect(page.locator(".board .clock")).to_have_count(2)
    expect(page.locator("aside .log")).to_contain_text("You put")  # the bot did
    page.wait_for_selector(MINE)
    before = page.locator(".play").get_attribute("data-n") or ""
    play_on(page, CLICKS["twentythree"], 1)
    expect(page.locator(".play")).not_to_have_attribute("data-n", before)


def test_a_bot_plays_for_a_person_until_they_come_back(visitors: Visitors) -> None:
    page, guest = visitors(name="Aki"), visitors()
    path = make(page, "scout", ["", "casual"])
    join(guest, path, "Ben")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector(MINE)
    more(page)
    page.get_by_role("button", name="Let a bot play for me").click()
    page.keyboard.press("Escape")
    expect(page.locator(".coach")).to_contain_text("A bot plays for you")
    page.locator(".coach").get_by_role("button", name="Play myself again").click()
    expect(page.locator(".coach")).not_to_contain_text("A bot plays for you")
    while not page.locator(MINE).count():
        play_on(guest, CLICKS["scout"], 1)
        page.wait_for_timeout(300)
    before = page.locator(".play").get_attribute("data-n") or ""
    play_on(page, CLICKS["scout"], 1)
    expect(page.locator(".play")).not_to_have_attribute("data-n", before)


def test_the_players_vote_about_one_who_is_away(visitors: Visitors, server: Server) -> None:
    path = hosted(server.url, "scout", [None, None, "casual"], away=5)
    page, friend = visitors(name="Aki"), visitors(name="Bob")
    join(page, path, "Aki")
    join(friend, path, "Bob")
    for one in (page, friend):
        one.wait_for_selector(".play", timeout=60_000)
    friend.close()
    coach = page.locator(".coach")
    expect(coach).to_contain_text("Bob is away. Wait, or let a bot play?", timeout=60_000)
    wait = coach.get_by_role("button", name="Wait")
    bot = coach.get_by_role("button", name="Let a bot play")
    expect(wait).to_have_attribute("aria-pressed", "true")
    bot.click()
    expect(coach).to_contain_text("A bot plays for Bob in")
    wait.click()
    expect(coach).to_contain_text("Bob is away.")
    bot.click()
    expect(page.locator(".seat", has_text="Bob").locator(".badge")).to_be_visible(timeout=60_000)
    expect(coach).not_to_contain_text("Bob is away.")


def test_a_match_that_is_not_dealt_as_promised_is_not_played(visitors: Visitors) -> None:
    """The server shows another commitment when the match has begun than before the salts were given."""
    page, said = visitors(name="Aki"), list[str]()

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def say(message: str | bytes) -> None:
            said.append(json.loads(message)["type"])
            server.send(message)

        def hear(message: str | bytes) -> None:
            heard = json.loads(message)
            if heard["type"] == "table" and heard["status"] == "playing":
                heard["deal"]["commitment"] = "00" * 32
            socket.send(json.dumps(heard))

        socket.on_message(say)
        server.on_message(hear)

    page.route_web_socket("**/ws", connect)
    make(page, "scout", ["casual", "casual"], start=True)
    expect(page.locator(".coach")).to_contain_text("This match is not dealt as promised. Do not play it.")
    expect(page.locator(MINE)).to_have_count(0)
    page.locator(HAND).first.click()
    page.keyboard.press("Enter")
    expect(page.locator(".coach")).to_contain_text("not dealt as promised")
    assert "start" in said and "play" not in said
