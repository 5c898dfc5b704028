"""The page behind a proxy that serves other things under the same name: everything of it is under one path."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.page.conftest import Server, Visitors, visiting
from tests.page.players import CLICKS, play_on
from tests.page.tables import join, make
from tests.page.test_everybody import read_offline
from tests.trials.running import free_port

# What is not under the path answers 404, and a browser complains about it.
NGINX = """
daemon off;
user root;
pid nginx.pid;
error_log stderr;
events {}
http {
    access_log off;
    server {
        listen 127.0.0.1:%d;
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        location / { return 404; }
        location = /favicon.ico { return 204; }
        location /cards/ { proxy_pass http://127.0.0.1:%d/; }
        location /cards/ws {
            proxy_pass http://127.0.0.1:%d/ws;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection "upgrade";
        }
    }
}
"""


@pytest.fixture
def visitors(browser: Browser, package: Path, tmp_path: Path) -> Iterator[Visitors]:
    server, port = Server(tmp_path, package, "--root-path", "/cards"), free_port()
    (tmp_path / "nginx.conf").write_text(NGINX % (port, server.port, server.port))
    (tmp_path / "logs").mkdir()
    command = [shutil.which("nginx") or "/usr/sbin/nginx", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    nginx = subprocess.Popen(command)
    try:
        with visiting(browser, f"http://127.0.0.1:{port}/cards/") as visitors:
            yield visitors
    finally:
        nginx.terminate()
        nginx.wait(60)
        server.stop()


def test_a_friend_comes_by_the_invitation(visitors: Visitors) -> None:
    host, friend = visitors(), visitors()
    path = make(host, "twentythree", [""])
    assert path.startswith("/cards/t/")
    expect(host.get_by_label("Link to this table")).to_have_value(visitors.url + path.removeprefix("/cards/"))
    drawn = host.get_by_alt_text("QR code")
    expect(drawn).to_be_visible()
    assert drawn.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 0
    join(friend, path, "Bob")
    host.locator("button.start").click()
    host.wait_for_selector(".play")
    friend.wait_for_selector(".play")


def test_a_match_its_replay_and_every_page(visitors: Visitors) -> None:
    page = visitors(flat=True)
    make(page, "twentythree", ["casual"], start=True)
    play_on(page, CLICKS["twentythree"])
    page.locator(".tally").get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="Share and verify").click()
    page.get_by_role("button", name="Verify the deal").click()
    expect(page.get_by_text("Dealt as promised.")).to_be_visible()
    with page.expect_download():
        page.get_by_role("button", name="Download the record").click()
    page.reload()
    page.wait_for_selector(".board")
    page.get_by_role("link", name="Home").click()
    page.wait_for_selector(".tile")
    for name, place in {"Statistics": "stats", "Settings": "settings"}.items():
        page.get_by_role("link", name=name).click()
        page.wait_for_url(f"**/cards/{place}")
    page.locator("a.logo").click()
    page.wait_for_selector(".tile")
    page.get_by_role("link", name="Rules of SCOUT").click()
    page.wait_for_selector("article .example")
    visitors.expected = ("404",)
    page.goto("nosuch")
    page.locator("main a").click()
    page.wait_for_selector(".tile")
    page.wait_for_url("**/cards/")


def test_it_is_there_without_a_connection(visitors: Visitors) -> None:
    read_offline(visitors, "./", "rules/gift")
