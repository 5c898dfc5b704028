"""What the wheel says about what is in it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.page.conftest import ROOT


def test_the_wheel_has_the_bill_and_the_notice_of_what_others_made(package: Path) -> None:
    (about,) = package.glob("tefuda-*.dist-info")
    assert json.loads((about / "sboms" / "sbom.cdx.json").read_text(encoding="utf-8"))["bomFormat"] == "CycloneDX"
    assert (about / "licenses" / "NOTICE.txt").read_bytes() == (ROOT / "NOTICE.txt").read_bytes()
