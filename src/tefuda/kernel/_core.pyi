from typing import Any

class Library:
    """A game's rules as a shared library; it stays loaded."""

    names: list[str]
    fingerprint: str
    modules: str
    Position: Any
    def __init__(self, path: str) -> None: ...
    def function(self, name: str, free: bool = False) -> Any: ...
