"""What is wrong with a command line, in plain words."""

from __future__ import annotations

from cyclopts import CoercionError, CycloptsError, MissingArgumentError
from cyclopts.exceptions import UnusedCliTokensError

KINDS = {int: "a whole number", float: "a number", bool: "yes or no"}


def in_words(error: CycloptsError) -> str:
    """One sentence about the first thing that cannot be read, and where to read on."""
    command = " ".join(["tefuda", *(error.command_chain or ())])
    shows = f"{command} --help shows what it takes"
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        return f"{command} has no use for {error.unused_tokens[0]!r}; {shows}"
    if isinstance(error, CoercionError) and error.token and error.target_type in KINDS:
        name = error.token.keyword or (error.argument.name if error.argument else "this")
        return f"{name} must be {KINDS[error.target_type]}, not {error.token.value!r}"
    if isinstance(error, MissingArgumentError) and error.argument:
        if error.keyword:
            return f"{error.keyword} needs a value; {shows}"
        name = error.argument.name
        if error.argument.field_info.is_positional:
            name = name.lstrip("-").upper()
        return f"{command} needs {name}; {shows}"
    return str(error)
