"""Lighthouse on the home page, a table and a rules page: python -m tests.page.lighthouse [home|table|rules ...]

It fetches Lighthouse from npm into build/, once, and runs it with Debian's Chromium: phone, slow 4G, a processor slowed
down four times, as it does by itself.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.page.conftest import CHROMIUM, FLAGS, ROOT, Server
from tests.page.tables import hosted

VERSION = "12.8.2"  # the last for Node 20
ATTEMPTS = 3  # Chromium now and then records nothing, and Lighthouse then says: run it again
FOLDER = ROOT / "build" / "lighthouse"
KINDS = ("performance", "accessibility", "best-practices", "seo")
TIMES = {
    "first-contentful-paint": "first paint",
    "largest-contentful-paint": "largest",
    "total-blocking-time": "blocked",
}


def installed() -> Path:
    program = FOLDER / "node_modules" / ".bin" / "lighthouse"
    if not program.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--silent", "--no-save", "--prefix", str(FOLDER), f"lighthouse@{VERSION}"]
        subprocess.run(command, check=True)
    return program


def looked_at(url: str, folder: Path) -> dict[str, Any]:
    report = folder / "report.json"
    command: list[str | Path] = [installed(), url, "--quiet", "--output=json", f"--output-path={report}"]
    command += [f"--only-categories={','.join(KINDS)}", f"--chrome-flags={' '.join(FLAGS)}"]
    for attempt in range(1, ATTEMPTS + 1):
        ended = subprocess.run(command, env={**os.environ, "CHROME_PATH": str(CHROMIUM)})
        if ended.returncode == 0:
            break
        assert attempt < ATTEMPTS, f"Lighthouse failed {ATTEMPTS} times"
    found: dict[str, Any] = json.loads(report.read_text("utf-8"))
    return found


def main(asked: list[str]) -> None:
    print(f"| page | {' | '.join(KINDS)} | {' | '.join(TIMES.values())} |\n|{'---|' * (1 + len(KINDS) + len(TIMES))}")
    with tempfile.TemporaryDirectory() as name:
        server = Server(Path(name), ROOT / "src")
        table = server.url + hosted(server.url, "scout", [None, "casual", "casual", "casual"])
        complaints = []
        pages = {"home": server.url, "table": table, "rules": f"{server.url}/rules/scout"}
        for page in asked or pages:
            url = pages[page]
            found = looked_at(url, Path(name))
            scores = [f"{100 * found['categories'][kind]['score']:.0f}" for kind in KINDS]
            times = [f"{found['audits'][kind]['numericValue'] / 1000:.2f} s" for kind in TIMES]
            print(f"| {page} | {' | '.join(scores + times)} |", flush=True)
            for audit in found["audits"].values():
                if audit.get("score") is not None and audit["score"] < 0.9 and audit["scoreDisplayMode"] == "binary":
                    complaints.append(f"{page}: {audit['title']}")
        server.stop()
    print("\n".join(["", *complaints]))


if __name__ == "__main__":
    main(sys.argv[1:])
