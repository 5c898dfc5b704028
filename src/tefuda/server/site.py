"""The page as files that any web host can serve: it plays on the visitor's own device, without a server."""

from __future__ import annotations

import json
import re
import shutil
from base64 import b64encode
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from tefuda.games import GAMES
from tefuda.server.catalogue import LANGS, games
from tefuda.server.rules_pages import rules_page

PAGE = Path(str(resources.files("tefuda.server"))) / "page"
DEVICE = Path(str(resources.files("tefuda.device"))) / "built"
INLINE = re.compile(r"<(style|script)>(.*?)</\1>", re.DOTALL)
META = '<meta name="tefuda" content="server" />'
FILES = re.compile(r"const FILES = (\[.*?\]);")
MARK = ".tefuda-site"  # in folders that were written by this, and may be written again


def policy(page: str) -> str:
    """The content security policy of a page: it loads what is our own, and what stands in it is known by its hash."""
    inline: dict[str, list[str]] = {"style": [], "script": []}
    for kind, text in INLINE.findall(page):
        inline[kind].append(f" 'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'")
    return (
        f"default-src 'self'; script-src 'self' 'wasm-unsafe-eval'{''.join(inline['script'])}; "
        f"style-src 'self'{''.join(inline['style'])}; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'none'"
    )


def meta(places: str, pace: float) -> str:
    """Tells the page where tables are, and how slowly bots play on the device."""
    return f'<meta name="tefuda" content="{places}" data-pace="{pace:g}" />'


class NotBuilt(Exception):
    """Something is missing that a site needs."""


def write_site(folder: Path, pace: float = 1.0) -> int:
    """Writes the site over an older one, of which nothing is left; returns its size in bytes."""
    if not (PAGE / "index.html").is_file():
        raise NotBuilt("the page is not built here; scripts/install builds it, with Node")
    if not (DEVICE / "parts.json").is_file():
        raise NotBuilt("Python for the browser is not packed here; `scripts/install site` does that, in a checkout")
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
        raise FileExistsError(f"{folder} is not empty, and was not written by `tefuda site`")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(PAGE, folder, ignore=shutil.ignore_patterns(".*"))
    shutil.copytree(DEVICE, folder / "device", ignore=shutil.ignore_patterns(".*"))
    (folder / MARK).write_text("")
    (folder / ".nojekyll").write_text("")  # GitHub's hosting leaves files as they are then
    told = _write_answers(folder / "api")
    index = (folder / "index.html").read_text("utf-8")
    if META not in index:
        raise NotBuilt("the page was built by another version of tefuda")
    allowed = f'<meta http-equiv="Content-Security-Policy" content="{policy(index)}" />'
    index = index.replace(META, f"{allowed}\n    {meta('device', pace)}")
    (folder / "index.html").write_text(index, "utf-8")
    device = [path.relative_to(folder) for path in sorted((folder / "device").rglob("*")) if path.is_file()]
    _keep_all(folder / "sw.js", [f"./{path.as_posix()}" for path in [*told, *device]])
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _write_answers(api: Path) -> list[Path]:
    """Writes the answers that never change as files, with the names by which the page asks a server for them."""
    answers: dict[str, Any] = {"games": games()}
    answers |= {f"rules/{game}/{lang}": rules_page(game, lang) for game in GAMES for lang in LANGS}
    for name, answer in answers.items():
        (api / name).parent.mkdir(parents=True, exist_ok=True)
        (api / name).write_bytes(msgspec.json.encode(answer))
    return [Path("api") / name for name in answers]


def _keep_all(worker: Path, more: list[str]) -> None:
    """The service worker keeps everything: then the site needs no connection any more."""
    source = worker.read_text("utf-8")
    found = FILES.search(source)
    if found is None:
        raise NotBuilt("the page was built by another version of tefuda")
    files = json.dumps(sorted({*json.loads(found[1]), *more}), separators=(",", ":"))
    worker.write_text(source.replace(found[0], f"const FILES = {files};"), "utf-8")
