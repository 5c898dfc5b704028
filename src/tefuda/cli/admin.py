"""`tefuda admin`: what the host of a server can do while it runs. All of it is in the audit log."""

from __future__ import annotations

import ipaddress
import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from tefuda.cli import Complaint

if TYPE_CHECKING:
    from tefuda.server.office import Office

Database = Annotated[
    str, Parameter(name="--database", env_var="TEFUDA_DATABASE", help="what the server was started with")
]
SQLITE = "sqlite:///tefuda.db"
Person = Annotated[str, Parameter(help="64 signs as `show` tells them, or a token")]
Who = Annotated[str, Parameter(help="a person as `show` tells it, a token, or an address")]


@contextmanager
def office(database: str) -> Iterator[Office]:
    try:
        from tefuda.server.office import Office
        from tefuda.server.rows import StorageError
    except ImportError as error:
        raise Complaint(f"this needs tefuda[server]: {error}") from None
    try:
        opened = Office(database)
        try:
            yield opened
        finally:
            opened.close()
    except StorageError as error:
        raise Complaint(str(error)) from None


def person(given: str) -> str:
    from tefuda.server.table import person_of

    if re.fullmatch("[0-9a-f]{64}", given):
        return given
    if re.fullmatch("[A-Za-z0-9_-]{43}", given):
        return person_of(given)
    raise Complaint("a person is given by 64 signs, as `tefuda admin show` tells them, or by a token of 43 signs")


def anybody(given: str) -> str:
    """A person, or an address: for IPv6 its network, because one household has many addresses."""
    from tefuda.server.budgets import household

    try:
        ipaddress.ip_address(given)
    except ValueError:
        return person(given)
    return household(given)


def shown(value: Any) -> int:
    print(json.dumps(value, ensure_ascii=False, indent=1))
    return 0


def tables(*, status: str = "", limit: int = 50, database: Database = SQLITE) -> int:
    """List tables, latest first."""
    with office(database) as at:
        for one in at.tables(status, limit):
            day = time.strftime("%Y-%m-%d %H:%M", time.gmtime(one["updated"]))
            print(f"{one['code']}  {one['status']:7}  {day}  {one['game']:12}  {', '.join(one['seats'])}")
    return 0


def show(code: str, /, *, database: Database = SQLITE) -> int:
    """Show a table and the people at it."""
    with office(database) as at:
        return shown(at.table(code.upper()))


def end(code: str, /, *, database: Database = SQLITE) -> int:
    """End a table: its match stops, and the table is kept."""
    with office(database) as at:
        at.end(code.upper())
    return done(f"{code} is ended")


def delete(code: str, /, *, database: Database = SQLITE) -> int:
    """Delete a table with its matches and results."""
    with office(database) as at:
        at.delete(code.upper())
    return done(f"{code} is deleted")


def remove(code: str, who: Person, /, *, database: Database = SQLITE) -> int:
    """Take a person from their seat at a table."""
    with office(database) as at:
        at.remove(code.upper(), person(who))
    return done("the seat is free, or a bot's")


def ban(who: Who, /, *, minutes: float = 60.0, database: Database = SQLITE) -> int:
    """Keep a person or an address out, for a time."""
    with office(database) as at:
        at.ban(anybody(who), positive(minutes))
    return done(f"banned for {minutes:g} minutes")


def mute(who: Who, /, *, minutes: float = 60.0, database: Database = SQLITE) -> int:
    """Keep a person or an address from speaking, for a time."""
    with office(database) as at:
        at.mute(anybody(who), positive(minutes))
    return done(f"muted for {minutes:g} minutes")


def pardon(who: Who, /, *, database: Database = SQLITE) -> int:
    """Take back the ban and the mute of a person or an address."""
    with office(database) as at:
        at.pardon(anybody(who))
    return done("pardoned")


def revoke(who: Person, /, *, database: Database = SQLITE) -> int:
    """Make all tokens of a person worthless."""
    with office(database) as at:
        at.revoke(person(who))
    return done("revoked")


def rotate(who: Person, /, *, database: Database = SQLITE) -> int:
    """Give a person a new token, and make the old ones worthless."""
    with office(database) as at:
        print(at.rotate(person(who)))
    return 0


def export(who: Person, /, *, database: Database = SQLITE) -> int:
    """Print everything that is kept of a person, as JSON."""
    with office(database) as at:
        return shown(at.export(person(who)))


def forget(who: Person, /, *, database: Database = SQLITE) -> int:
    """Remove all that leads to a person. The others keep their matches, with another name in that seat."""
    with office(database) as at:
        count = at.forget(person(who))
    return done(f"forgotten at {count} tables")


def prune(*, days: float, database: Database = SQLITE) -> int:
    """Delete tables that were done so many days ago."""
    with office(database) as at:
        count = at.prune(positive(days))
    return done(f"{count} tables are deleted")


def audit(*, database: Database = SQLITE) -> int:
    """Print all orders that were given, oldest first."""
    with office(database) as at:
        for one in at.orders():
            day = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(one.at))
            until = time.strftime("until %Y-%m-%d %H:%M", time.gmtime(one.until)) if one.until else ""
            print(f"{one.number:5}  {day}  {one.what:7} {one.who}  {until}{one.more}".rstrip())
    return 0


def positive(number: float) -> float:
    if number <= 0:
        raise Complaint("minutes and days are positive numbers")
    return number


def done(text: str) -> int:
    print(f"{text}; a running server knows it within a second")
    return 0
