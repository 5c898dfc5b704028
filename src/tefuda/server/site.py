"""The page as files that any web host can serve: it plays on the visitor's own device, without a server."""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
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
from tefuda.server.openings import NUMBERS, has_openings, opening
from tefuda.server.rules_pages import rules_page

PAGE = Path(str(resources.files("tefuda.server"))) / "page"
DEVICE = Path(str(resources.files("tefuda.device"))) / "built"
INLINE = re.compile(r"<(style|script)>(.*?)</\1>", re.DOTALL)
META = '<meta name="tefuda" content="server" />'
FILES = re.compile(r"const FILES = (\[.*?\]);")
FIRST = re.compile(r"\./(device/|assets/(Home-|device-|worker-|.*\.wasm$))")  # every first page loads them
BUNDLE = 'const BUNDLE = "";'
ICON = "./icon-512.png"  # for a browser that installs the page, which it does with a connection
TYPES = {".woff2": "font/woff2", ".webmanifest": "application/manifest+json", "": "application/json"}
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
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).write_text("")  # first, so that what fails halfway can be written again
    shutil.copytree(PAGE, folder, ignore=shutil.ignore_patterns(".*"), dirs_exist_ok=True)
    shutil.copytree(DEVICE, folder / "device", ignore=shutil.ignore_patterns(".*"))
    (folder / ".nojekyll").write_text("")  # GitHub's hosting leaves files as they are then
    told = _write_answers(folder / "api")
    index = (folder / "index.html").read_text("utf-8")
    if META not in index:
        raise NotBuilt("the page was built by another version of tefuda")
    allowed = f'<meta http-equiv="Content-Security-Policy" content="{policy(index)}" />'
    index = index.replace(META, f"{allowed}\n    {meta('device', pace)}")
    (folder / "index.html").write_text(index, "utf-8")
    device = [path.relative_to(folder) for path in sorted((folder / "device").rglob("*")) if path.is_file()]
    device = [path for path in device if path.suffix != ".xz"]  # the worker keeps those, unpacked
    _keep_all(folder, index, [f"./{path.as_posix()}" for path in [*told, *device]])
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _write_answers(api: Path) -> list[Path]:
    """Writes the answers that never change as files, with the names by which the page asks a server for them.

    Gives those that are kept for times without a connection. By then no opening is needed: the device makes its own.
    """
    answers: dict[str, Any] = {"games": games()}
    answers |= {f"rules/{game}/{lang}": rules_page(game, lang) for game in GAMES for lang in LANGS}
    for name, answer in answers.items():
        (api / name).parent.mkdir(parents=True, exist_ok=True)
        (api / name).write_bytes(msgspec.json.encode(answer))
    for game in filter(has_openings, GAMES):
        for lang in LANGS:
            (api / "openings" / game / lang).mkdir(parents=True)
            for number in range(NUMBERS):
                dealt = msgspec.json.encode(opening(game, lang))
                (api / "openings" / game / lang / str(number)).write_bytes(dealt)
    return [Path("api") / name for name in answers]


def _keep_all(folder: Path, index: str, more: list[str]) -> None:
    """The service worker keeps everything: then the site needs no connection any more.

    What the first page has loaded by then is kept from there; the rest comes in one compressed file.
    """
    worker = folder / "sw.js"
    source = worker.read_text("utf-8")
    found = FILES.search(source)
    if found is None or BUNDLE not in source:
        raise NotBuilt("the page was built by another version of tefuda")
    names = sorted({*json.loads(found[1]), *more})
    first = [name for name in names if name == "./" or name in index or FIRST.match(name)]
    rest = [name for name in names if name not in first and name != ICON]
    contents = {name: (folder / name).read_bytes() for name in rest}
    listed = json.dumps([(name, _type(name), len(content)) for name, content in contents.items()]).encode()
    bundle = gzip.compress(len(listed).to_bytes(4, "little") + listed + b"".join(contents.values()), 9, mtime=0)
    name = f"bundle-{hashlib.sha256(bundle).hexdigest()[:8]}.bin"
    (folder / name).write_bytes(bundle)
    files = json.dumps(first, separators=(",", ":"))
    source = source.replace(found[0], f"const FILES = {files};").replace(BUNDLE, f'const BUNDLE = "./{name}";')
    worker.write_text(source, "utf-8")


def _type(name: str) -> str:
    end = Path(name).suffix
    return TYPES.get(end) or mimetypes.types_map.get(end, "application/octet-stream")
