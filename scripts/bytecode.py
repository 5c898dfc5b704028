"""Imports everything once and keeps its bytecode, whatever the environment says: the tests start commands and servers
hundreds of times, and each of them would compile all that it imports."""

from __future__ import annotations

import contextlib
import importlib
import pkgutil
import sys
import warnings

import tefuda

OTHERS = ("hypothesis", "numpy", "playwright.sync_api", "psycopg", "pytest", "schemathesis", "websockets", "xdist")


def main() -> None:
    sys.dont_write_bytecode = False
    warnings.simplefilter("ignore")
    own = (found.name for found in pkgutil.walk_packages(tefuda.__path__, "tefuda.", onerror=lambda name: None))
    for name in (*own, *OTHERS):
        if not name.endswith("__main__"):
            with contextlib.suppress(Exception):  # of an extra that is not installed, a browser, a migration
                importlib.import_module(name)


if __name__ == "__main__":
    main()
