"""What is installed is known by its hash, and what is shipped of others is named with its licence."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

ROOT = Path(__file__).parent.parent
# Licences of works that may be shipped beside code under MIT if they are named.
FREE = {"MIT", "ISC", "BSD-3-Clause", "Apache-2.0", "MPL-2.0", "PSF-2.0", "OFL-1.1"}
BILL = runpy.run_path(str(ROOT / "scripts" / "bill"))


def test_every_pinned_package_has_hashes() -> None:
    """uv compares them on every install; a file with another content is refused."""
    files = [ROOT / "constraints.txt", ROOT / "scripts" / "uv.txt"]  # the second one installs the first
    pinned = [one for path in files for one in re.split(r"\n(?=\S)", path.read_text(encoding="utf-8").strip())]
    assert len(pinned) > 100 and pinned[-1].startswith("uv==")
    bare = [line for line in pinned if not re.search(r"==.*\\\n    --hash=sha256:[0-9a-f]{64}", line)]
    assert not bare
    for way_in in (ROOT / "scripts" / "install", ROOT / "Dockerfile"):
        said = way_in.read_text(encoding="utf-8")
        assert "--require-hashes --requirement scripts/uv.txt" in said
        assert said.count("--constraints constraints.txt --build-constraints constraints.txt") == 1
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
        assert part["licenses"][0]["license"]["id"] in FREE, f"may {part['name']} be shipped with a game under MIT?"
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
