"""Who may see what: each field of a state says whose it is and how it is shown; what says nothing is hidden.

    class State(Options):
        turn: Annotated[I8, table("seat")]
        hand_size: Annotated[Ints, "i1", SEATS_MAX, each("number", "Cards", "手札")]
        hand: Annotated[Grid, "i1", SEATS_MAX, CARDS, own("counts", "Hand", "手札", CARD_TEXTS)]

The view, its JSON, the observation, the terminal's and the page's table are made from these remarks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tefuda.kernel.record import Field, Record, fields, remarks

KINDS = ("number", "flag", "seat", "text", "counts", "cards")


class Shown(NamedTuple):
    """How a field is shown, and to whom."""

    owner: str  # table: all see it; each: all see it, one for each seat; own: one for each seat, which alone sees it
    kind: str  # one of KINDS: counts is how many there are of each thing, cards a row of things
    en: str = ""  # what it is called; without a name it is in the view, but not drawn
    ja: str = ""
    texts: tuple[str, ...] = ()  # of the things, or of the values of a text
    size: str = ""  # of cards: the field that says how many there are

    def label(self, lang: str) -> str:
        return self.ja if lang == "ja" else self.en


def table(kind: str = "number", en: str = "", ja: str = "", texts: Sequence[str] = (), size: str = "") -> Shown:
    """All see it."""
    return _shown("table", kind, en, ja, texts, size)


def each(kind: str = "number", en: str = "", ja: str = "", texts: Sequence[str] = (), size: str = "") -> Shown:
    """One for each seat, and all see all of them."""
    return _shown("each", kind, en, ja, texts, size)


def own(kind: str = "number", en: str = "", ja: str = "", texts: Sequence[str] = (), size: str = "") -> Shown:
    """One for each seat, and nobody else sees it."""
    return _shown("own", kind, en, ja, texts, size)


def _shown(owner: str, kind: str, en: str, ja: str, texts: Sequence[str], size: str) -> Shown:
    if kind not in KINDS:
        raise ValueError(f"something is shown as one of {', '.join(KINDS)}, not as {kind!r}")
    if kind in ("text", "counts", "cards") and not texts:
        raise ValueError(f"{kind} needs the texts of what is shown")
    return Shown(owner, kind, en, ja or en, tuple(texts), size)


def shown_fields(state: type[Record]) -> dict[str, tuple[Field, Shown]]:
    """The fields of a state that somebody may see, with what they say about it."""
    said = remarks(state)
    found = {}
    for field in fields(state):
        for remark in said[field.name]:
            if isinstance(remark, Shown):
                found[field.name] = field, remark
    return found


def plain(value: Any, shown: Shown, size: int) -> Any:
    """A value of the state as it stands in a view."""
    match shown.kind:
        case "flag":
            return bool(value)
        case "seat":
            return None if value < 0 else value
        case "text":
            return shown.texts[value]
        case "counts":
            return [text for text, count in zip(shown.texts, value, strict=False) for _ in range(count)]
        case "cards":
            return [shown.texts[thing] for thing in value[:size]]
    return list(value) if isinstance(value, list) else value


def stored(value: Any, shown: Shown, empty: Any) -> Any:
    """The same the other way round; `empty` is the value of a zeroed state."""
    match shown.kind:
        case "flag":
            return int(value)
        case "seat":
            return -1 if value is None else value
        case "text":
            return shown.texts.index(value)
        case "counts":
            return [value.count(text) for text in shown.texts] + empty[len(shown.texts) :]
        case "cards":
            return [shown.texts.index(text) for text in value] + empty[len(value) :]
    return list(value) if isinstance(value, list) else value


def values(state: Record, count: int, seat: int | None) -> dict[str, Any]:
    """What a seat may see of a state, by the names of its fields."""
    found: dict[str, Any] = {}
    for name, (_, shown) in shown_fields(type(state)).items():
        value = getattr(state, name)
        sizes: Any = getattr(state, shown.size) if shown.size else -1
        if shown.owner == "table":
            found[name] = plain(value, shown, sizes)
        elif shown.owner == "each":
            found[name] = [plain(value[p], shown, sizes[p] if shown.size else -1) for p in range(count)]
        else:
            found[name] = None if seat is None else plain(value[seat], shown, sizes[seat] if shown.size else -1)
    return found


def fill(state: Record, seen: dict[str, Any], count: int, seat: int | None) -> None:
    """Writes what was seen into a zeroed state."""
    for name, (_, shown) in shown_fields(type(state)).items():
        value, empty = seen[name], getattr(state, name)
        if shown.owner == "table":
            setattr(state, name, stored(value, shown, empty))
        elif shown.owner == "each":
            for p in range(count):
                empty[p] = stored(value[p], shown, empty[p])
        elif seat is not None:
            empty[seat] = stored(value, shown, empty[seat])


class Part(NamedTuple):
    """One thing that a plain table or board draws of a view."""

    name: str  # in the view
    owner: str
    kind: str
    label: dict[str, str]


def parts(state: type[Record]) -> list[Part]:
    """What is drawn of a state of this kind: the fields that have a name for people."""
    return [
        Part(name, shown.owner, shown.kind, {"en": shown.en, "ja": shown.ja})
        for name, (_, shown) in shown_fields(state).items()
        if shown.en
    ]


def guessed(view: dict[str, Any], skipped: Sequence[str]) -> list[Part]:
    """The same of a game that says nothing about it: lists of one thing for each seat stand at the seats."""
    found = []
    for name, value in view.items():
        if name in ("game", "seats", "seat", "to_act", *skipped):
            continue
        label = name.replace("_", " ")
        listed = isinstance(value, list)
        owner = "own" if name == "hand" else "each" if listed and len(value) == view["seats"] else "table"
        kind = "cards" if (listed and owner != "each") or name == "hand" else "text"
        found.append(Part(name, owner, kind, {"en": label, "ja": label}))
    return found


def said(value: Any) -> str:
    """A value of a view in a few signs."""
    if value is None or value == "":
        return "-"
    if isinstance(value, bool):
        return "●" if value else "-"
    if isinstance(value, dict):
        return " ".join(f"{name} {said(one)}" for name, one in value.items())
    if isinstance(value, list):
        return " ".join("/".join(map(said, one)) if isinstance(one, list) else said(one) for one in value) or "-"
    return str(value)
