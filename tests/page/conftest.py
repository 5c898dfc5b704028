"""A server of our own on a free port, from a wheel as users install it, and Debian's Chromium to look at its page."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tefuda.server.site import write_site
from tests.page.alone import Host
from tests.page.players import FLAT
from tests.trials.running import free_port

ROOT = Path(__file__).parent.parent.parent
# Chromium without windows: to start it, or to open a page, takes a quarter of the processor's time.
CHROMIUM = Path("/usr/lib/chromium/chromium-headless-shell")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
FLAGS += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
DESKTOP = (1440, 900)
PHONE = (390, 844)

PATIENCE = 60_000  # ms: a busy machine may be slow
expect.set_options(timeout=PATIENCE)


def install(folder: Path) -> None:
    """Builds the wheel and installs it, without what it depends on."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT], check=True)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--no-index", "--target", folder / "installed", wheel], check=True)


class Server:
    """`tefuda serve` in a process of its own, with bots that play at once; `package` is where tefuda is installed."""

    def __init__(
        self, folder: Path, package: Path, *settings: str, before: str = "", python: Path = Path(sys.executable)
    ) -> None:
        """`before` is Python that runs before the server starts."""
        self.folder, self.package, self.settings, self.before, self.python = folder, package, settings, before, python
        self.port = free_port()
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        code = f"import sys, tefuda.cli\n{self.before}\nprint(tefuda.__file__, flush=True); sys.exit(tefuda.cli.main())"
        database = f"sqlite:///{self.folder / 'tables.db'}"
        settings = ["--port", str(self.port), "--pace", "0", "--allowance", "1000", "--database", database]
        settings += self.settings if "--device" in self.settings else ["--no-device", *self.settings]
        self.process = subprocess.Popen(
            [self.python, "-c", code, "serve", *settings],
            stdout=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.package)},
        )
        assert self.process.stdout is not None
        assert Path(self.process.stdout.readline().strip()).is_relative_to(self.package)
        said = self.process.stdout.readline()
        assert said.startswith("Tefuda is at "), said
        self.port = int(said.rsplit(":", 1)[1])

    def stop(self, kill: bool = False) -> None:
        (self.process.kill if kill else self.process.terminate)()
        self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def restart(self) -> None:
        """As after a power cut."""
        self.stop(kill=True)
        self.start()


class Visitors:
    """People with browsers of their own. What their consoles complain about is kept."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.expected: tuple[str, ...] = ()  # parts of complaints that a test brings about itself

    def __call__(
        self,
        lang: str = "en",
        size: tuple[int, int] = DESKTOP,
        worker: bool = False,
        motion: bool = False,
        flat: bool = False,
        **chosen: Any,
    ) -> Page:
        """A person's page. `chosen` are settings; `worker` lets the service worker run, `motion` lets cards travel,
        and `flat` leaves out shadows and gradients."""
        context = self.browser.new_context(
            base_url=self.url,
            viewport={"width": size[0], "height": size[1]},
            locale=lang,
            reduced_motion="no-preference" if motion else "reduce",
            service_workers="allow" if worker else "block",
        )
        context.set_default_timeout(PATIENCE)
        settings = json.dumps({"lang": lang, "guide": False, **chosen})
        kept = f"tefuda{urlsplit(self.url).path.rstrip('/')}.settings"
        context.add_init_script(f"localStorage['{kept}'] ??= {json.dumps(settings)}")
        if flat:
            context.add_init_script(FLAT)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(part in message.text for part in self.expected):
            self.complaints.append(message.text)


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that is filled by the first worker that needs it, for all workers."""
    base = factory.getbasetemp()
    folder = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / name
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "made").exists():
            make(folder)
            (folder / "made").touch()
    return folder


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, installed."""
    return once(tmp_path_factory, "wheel", install) / "installed"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, package: Path) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"), package)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what `tefuda site` writes in a folder of its own."""

    def write(folder: Path) -> None:
        write_site(folder / "cards", pace=0)

    return once(tmp_path_factory, "site", write)


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    """It serves the site, until it is stopped."""
    host = Host(site)
    yield host
    host.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Not for longer: while Playwright runs, no other loop can run in this thread."""
    assert CHROMIUM.exists(), "Chromium is missing: scripts/debian installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def visiting(browser: Browser, url: str) -> Iterator[Visitors]:
    """Visitors to this address; at the end, no console of theirs may have complained about anything."""
    visitors = Visitors(browser, url)
    yield visitors
    for context in visitors.contexts:
        context.close()
    assert visitors.complaints == []


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    with visiting(browser, server.url) as visitors:
        yield visitors
