"""What is installed is known by its hash, and what is shipped of others is named with its licence."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

ROOT = Path(__file__).parent.parent
BILL = runpy.run_path(str(ROOT / "scripts" / "bill"))


def test_every_pinned_package_has_hashes() -> None:
    """uv compares them on every install; a file with another content is refused."""
    pinned = re.split(r"\n(?=\S)", (ROOT / "constraints.txt").read_text(encoding="utf-8").strip())
    assert len(pinned) > 100
    bare = [line for line in pinned if not re.search(r"==.*\\\n    --hash=sha256:[0-9a-f]{64}", line)]
    assert not bare
    locked = json.loads((ROOT / "src" / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert all(name == "" or one["integrity"].startswith("sha512-") for name, one in locked.items())


def test_the_notice_and_the_bill_are_those_of_what_is_shipped() -> None:
    """`scripts/bill` makes them anew."""
    assert (ROOT / "NOTICE.txt").read_text(encoding="utf-8") == BILL["notice"]()
    assert (ROOT / "sbom.cdx.json").read_text(encoding="utf-8") == BILL["bill"]()


def test_every_part_of_the_bill_has_a_licence_and_stands_in_the_notice() -> None:
    notice = (ROOT / "NOTICE.txt").read_text(encoding="utf-8")
    parts = json.loads((ROOT / "sbom.cdx.json").read_text(encoding="utf-8"))["components"]
    assert {"svelte", "pyodide", "CPython", "msgspec", "zen-maru-gothic"} <= {part["name"] for part in parts}
    for part in parts:
        assert part["licenses"][0]["license"]["id"]
        assert re.search(rf"^{re.escape(part['name'])}( [\d.]+)?\n=+\n", notice, re.MULTILINE), part["name"]


def test_what_the_page_imports_of_others_is_in_the_bill() -> None:
    web = ROOT / "src" / "web"
    sources = [path for kind in ("*.ts", "*.js", "*.svelte") for path in web.rglob(kind)]
    sources = [path for path in sources if "node_modules" not in path.parts and ".config." not in path.name]
    found = {
        name
        for path in sources
        for name in re.findall(r"""(?:from|import\()\s*["']([a-z@][\w@/-]*)["']""", path.read_text(encoding="utf-8"))
    }
    assert "svelte" in found
    packages = set(BILL["packages"]())
    assert {name for name in found if name.split("/")[0] not in packages} == set()
