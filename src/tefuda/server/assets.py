"""The hashed files of the page: never stale, and sent compressed as the build has left them beside the plain ones."""

from __future__ import annotations

import os
import re

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOREVER = "public, max-age=31536000, immutable"  # a file that changes gets another name
CODINGS = (("br", ".br"), ("gzip", ".gz"))


def understood(header: str) -> set[str]:
    """The codings of an Accept-Encoding that are not refused by a weight of 0."""
    found = set()
    for part in header.split(","):
        coding, _, weight = part.partition(";")
        if not re.fullmatch(r"q=0(\.0*)?", weight.replace(" ", "").lower()):
            found.add(coding.strip().lower())
    return found


class Assets(StaticFiles):
    """Static files: a browser gets the smallest form that it understands."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        accepted = understood(Headers(scope=scope).get("accept-encoding", ""))
        for coding, end in CODINGS:
            if coding in accepted and not path.endswith(end):
                found, stat = self.lookup_path(path + end)
                if stat is not None:
                    return self._smaller(path, found, stat, coding)
        response = await super().get_response(path, scope)
        if response.status_code in (200, 304):
            response.headers.update({"cache-control": FOREVER, "vary": "accept-encoding"})
        return response

    def _smaller(self, path: str, found: str, stat: os.stat_result, coding: str) -> Response:
        kind = FileResponse(path).media_type  # of the plain file
        headers = {"cache-control": FOREVER, "vary": "accept-encoding", "content-encoding": coding}
        return FileResponse(found, headers=headers, stat_result=stat, media_type=kind)
