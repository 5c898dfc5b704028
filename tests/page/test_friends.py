"""Two phones and a match by mail: a spoken table code, whose turn it is, talk after a reload, giving up."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.conftest import PHONE, Visitors
from tests.page.players import CLICKS, TURN, take_turns
from tests.page.tables import form_for, make


def test_a_match_by_mail_of_two_phones(visitors: Visitors) -> None:
    visitors.expected = ("404",)  # a code that nobody said
    aki, ben = (visitors(size=PHONE, flat=True, name=name) for name in ("Aki", "Ben"))
    aki.goto("/")
    form = form_for(aki, "gift")
    form.locator("select.count").select_option("2")
    form.get_by_label("Clock").select_option(label="by mail: a day for each move")
    form.locator(".rules summary").click()
    form.get_by_label("Turns without a card until the end", exact=True).fill("5")  # so that it is not 180 turns long
    form.locator("button.make").click()
    code = aki.locator(".spoken b").inner_text()
    assert re.fullmatch(r"[0-9A-Z]{5}", code)

    ben.goto("/")
    ben.get_by_label("Table code").fill("12345" if code != "12345" else "54321")
    ben.get_by_role("button", name="Join", exact=True).click()
    expect(ben.locator(".notice.bad")).to_be_visible()
    ben.get_by_label("Table code").fill(code.lower())
    ben.get_by_role("button", name="Join", exact=True).click()
    ben.get_by_role("button", name="Sit here").first.click()
    expect(aki.locator("li.seat")).to_have_count(2)
    expect(aki.locator("li.seat").nth(1)).to_contain_text("Ben")
    aki.get_by_label("Say something").fill("See you tomorrow")
    aki.get_by_role("button", name="Say", exact=True).click()
    ben.reload()
    expect(ben.locator(".said")).to_contain_text("See you tomorrow")
    aki.get_by_role("button", name="Start").click()

    for one in (aki, ben):
        one.wait_for_selector(".play", timeout=TURN)
    faces = {page: page.locator(".arc .face svg").first.inner_html() for page in (aki, ben)}
    first, other = (aki, ben) if aki.locator(".play[data-mine]").count() else (ben, aki)
    expect(first).to_have_title(re.compile("^● Your turn"))
    expect(other).not_to_have_title(re.compile("Your turn"))
    icons = [one.locator("link[rel=icon]").get_attribute("href") or "" for one in (first, other)]
    assert ["%3Ccircle" in icon for icon in icons] == [True, False], "a red dot is on the icon of who is to move"
    first.get_by_role("button", name="Log and talk").click()
    for text in ("W" * 200, "長" * 200):  # covers no more than a few lines of the other's table
        first.get_by_label("Say something").fill(text)
        first.get_by_role("button", name="Say", exact=True).click()
        bubble = other.locator(".bubble", has_text=text)
        expect(bubble).to_be_visible()
        assert bubble.evaluate("one => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)") < 3.5
        assert bubble.evaluate("one => one.scrollWidth <= one.clientWidth")
    first.goto("/")
    expect(first.locator(".goes .whose")).to_have_text(re.compile(r"Your turn · 2[34] h \d\d"))
    other.goto("/")
    expect(other.locator(".goes .whose")).to_have_text(re.compile(r"waiting for (Aki|Ben) · 2[34] h \d\d"))
    for page, friend in ((aki, "Ben"), (ben, "Aki")):  # each sees the other's face and name, not their own
        expect(page.locator(".goes .where")).to_have_text(f"GIFT {friend}")
        expect(page.locator(".goes .face svg")).to_have_js_property("innerHTML", faces[page])
    for page in (aki, ben):
        page.locator(".goes a").click()
        page.wait_for_selector(".play", timeout=TURN)
    take_turns([aki, ben], CLICKS["gift"])
    for page in (aki, ben):
        expect(page.locator(".tally .score")).to_have_count(2)
        page.get_by_role("button", name="Play again").click()
    for page in (aki, ben):
        page.wait_for_selector(".play[data-status=playing]", timeout=TURN)
    ben.on("dialog", lambda dialog: dialog.accept())
    ben.get_by_role("button", name="More", exact=True).click()
    ben.get_by_role("button", name="Give up").click()
    expect(ben.locator(".tally h2")).to_have_text("Given up")
    expect(aki.locator(".tally h2")).to_have_text("You win!")
    expect(aki.locator(".tally header")).to_contain_text("Ben gave up.")


def test_turns_are_told_to_a_closed_page(visitors: Visitors) -> None:
    """What a browser's own push service does is pretended: it is not here. The rest is the page's and the server's."""
    page = visitors(size=PHONE, name="Aki", worker=True)
    page.context.grant_permissions(["notifications"], origin=visitors.url)
    page.add_init_script("""
        const keys = { p256dh: "B".repeat(87), auth: "a".repeat(22) };
        const given = { endpoint: "https://fcm.googleapis.com/fcm/send/1", toJSON: () => ({ ...given, keys }) };
        PushManager.prototype.subscribe = async (how) => (how.applicationServerKey ? given : null);
        PushManager.prototype.getSubscription = async () => ({ ...given, unsubscribe: async () => true });
    """)
    page.goto("/")
    assert page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("/settings")
    switch = page.get_by_label("Notify me when it is my turn")
    for method in ("POST", "DELETE"):
        with page.expect_response(lambda one, way=method: one.request.method == way) as answered:  # type: ignore[misc]
            switch.click()
        assert answered.value.status == 200 and answered.value.url.endswith("/api/push")
    expect(switch).not_to_be_checked()


def test_an_old_match_against_bots_is_put_away(visitors: Visitors) -> None:
    page = visitors(size=PHONE, name="Aki")
    page.goto("/")
    page.locator(".tile[data-game=gift]").click()
    page.wait_for_selector(".play", timeout=TURN)
    page.goto("/")
    page.get_by_role("button", name="Put this match away").click()
    expect(page.locator(".goes")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".tile:enabled")
    expect(page.locator(".goes")).to_have_count(0)


OLDER = """() => {
    const one = { ...visits()[0], status: "over", at: 0 };
    const over = Array.from({ length: 30 }, (_, i) => ({ ...one, code: `0000000000${10 + i}` }));
    localStorage["tefuda.visits"] = JSON.stringify([...over, ...visits()].slice(-30));
}"""


def test_a_table_with_friends_stays_in_the_list(visitors: Visitors) -> None:
    """However many matches were played since: those that are over give way."""
    page = visitors(size=PHONE, name="Aki")
    page.add_init_script("window.visits = () => JSON.parse(localStorage['tefuda.visits'] ?? '[]')")
    make(page, "gift", [""])
    page.wait_for_function("visits().length === 1")
    page.goto("/")
    page.evaluate(OLDER)
    page.goto("/")
    expect(page.locator(".goes")).to_have_count(1)
    make(page, "scout", ["", ""])
    page.wait_for_function("visits()[0].game === 'scout'")
    assert page.evaluate("visits().length") == 30
    page.goto("/")
    expect(page.locator(".goes")).to_have_count(2)


def test_a_full_table_says_so(visitors: Visitors) -> None:
    page, late = visitors(size=PHONE, name="Aki"), visitors(size=PHONE)
    path = make(page, "scout", ["casual", "casual"])
    late.goto(path)
    expect(late.locator(".lobby")).to_contain_text("All seats are taken. You can watch from here.")
    expect(late.get_by_label("Your name")).to_have_count(0)
    page.get_by_label("Who sits at seat 3").select_option(index=0)
    expect(late.get_by_role("button", name="Sit here")).to_be_visible()
