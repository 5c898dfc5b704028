"""`tefuda site`: the page as files that play without a server."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tefuda.cli import Complaint


def site(
    folder: Annotated[Path, Parameter(help="where to write it; an older site there is replaced")],
    *,
    pace: Annotated[float, Parameter(help="how slowly bots play; 0 is at once")] = 1.0,
) -> int:
    """Writes the page as a static site: all games against bots, on the visitor's own device; see docs/hosting.md."""
    try:
        from tefuda.server.site import NotBuilt, write_site
    except ImportError as error:
        raise Complaint(f"this needs tefuda[server]: {error}") from None
    if pace < 0:
        raise Complaint("pace must not be negative")
    try:
        size = write_site(folder, pace)
    except (NotBuilt, FileExistsError) as error:
        raise Complaint(str(error)) from None
    except shutil.Error as error:  # what could not be copied, with reasons
        raise Complaint(f"cannot write {folder}: {error.args[0][0][2]}") from None
    except OSError as error:
        raise Complaint(f"cannot write {folder}: {error.strerror}") from None
    print(f"{folder}: {size:,} bytes. Any web host can serve it; to look at it: python3 -m http.server -d {folder}")
    return 0
