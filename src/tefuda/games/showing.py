"""Who may see what: each field of a state says whose it is and how it is shown; what says nothing is hidden.

    class State(Options):
        turn: Annotated[I8, table("seat")]
        hand_size: Annotated[Ints, "i1", SEATS_MAX, each("number", "Cards", "手札")]
        hand: Annotated[Grid, "i1", SEATS_MAX, CARDS, own("counts", "Hand", "手札", CARD_TEXTS)]

The view, its JSON, the observation, the terminal's and the page's table are made from these remarks; games/view.py
makes the view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tefuda.kernel.record import Field, Record, fields, remarks

KINDS = ("number", "flag", "seat", "seats", "text", "counts", "cards")


class Cards(NamedTuple):
    """How a thing of the state is shown where no list of texts says it, and how it is read back."""

    show: Callable[[int], Any]
    read: Callable[[Any], int]


Texts = Sequence[str] | Cards


class Shown(NamedTuple):
    """How a field is shown, and to whom."""

    owner: str  # table: all see it; each: all see it, one for each seat; own: one for each seat, which alone sees it
    kind: str  # one of KINDS: counts is how many there are of each thing, cards a row of things, seats a bit for each
    en: str = ""  # what it is called; without a name it is in the view, but not drawn
    ja: str = ""
    texts: Texts = ()  # of the things, or of the values of a text
    size: str = ""  # of cards and of a row of numbers: the field that says how many there are
    name: str = ""  # in the view, if it is not called like the field
    when: str = ""  # the field that must not be zero, or nothing is shown

    def label(self, lang: str) -> str:
        return self.ja if lang == "ja" else self.en


def table(
    kind: str = "number", en: str = "", ja: str = "", texts: Texts = (), size: str = "", name: str = "", when: str = ""
) -> Shown:
    """All see it."""
    return _checked(Shown("table", kind, en, ja or en, texts, size, name, when))


def each(kind: str = "number", en: str = "", ja: str = "", texts: Texts = (), size: str = "", name: str = "") -> Shown:
    """One for each seat, and all see all of them."""
    return _checked(Shown("each", kind, en, ja or en, texts, size, name))


def own(kind: str = "number", en: str = "", ja: str = "", texts: Texts = (), size: str = "", name: str = "") -> Shown:
    """One for each seat, and nobody else sees it. A flag may also be a bit of one number."""
    return _checked(Shown("own", kind, en, ja or en, texts, size, name))


def _checked(shown: Shown) -> Shown:
    if shown.kind not in KINDS:
        raise ValueError(f"something is shown as one of {', '.join(KINDS)}, not as {shown.kind!r}")
    if shown.kind in ("text", "counts", "cards") and not shown.texts:
        raise ValueError(f"{shown.kind} needs the texts of what is shown")
    return shown if isinstance(shown.texts, Cards) else shown._replace(texts=tuple(shown.texts))


Fields = dict[str, tuple[Field, Shown]]


def shown_fields(state: type[Record]) -> Fields:
    """The fields of a state that somebody may see, with what they say about it; by their names in the view."""
    said = remarks(state)
    found = {}
    for field in fields(state):
        for remark in said[field.name]:
            if isinstance(remark, Shown):
                found[remark.name or field.name] = field, remark
    return found


# ---- from a state to a view: each field is an expression, and all of them become one function


def expression(field: Field, shown: Shown) -> str:
    """What a seat sees of a field, in Python; `s` is the state, `n` how many seats there are."""
    value, size = f"s.{field.name}", f"s.{shown.size}" if shown.size else ""
    if shown.owner == "each":
        if size:
            found = f"[{_item(field, shown, 'x', 'k')} for x, k in zip({value}[:n], {size})]"
        elif shown.kind == "number" and len(field.shape) == 1:
            found = f"{value}[:n]"
        else:
            found = f"[{_item(field, shown, 'x', '')} for x in {value}[:n]]"
    elif shown.owner == "own":
        bit = f"{value} >> seat & 1" if not field.shape else f"{value}[seat]"
        if shown.kind == "flag":
            found = f"seat is not None and bool({bit})"
        else:
            found = f"None if seat is None else {_item(field, shown, bit, f'{size}[seat]' if size else '')}"
    else:
        found = _item(field, shown, value, size)
    return f"{found} if s.{shown.when} else {NOTHING.get(shown.kind, 'None')}" if shown.when else found


NOTHING = {"number": "0", "flag": "False", "seats": "[]", "counts": "[]", "cards": "[]"}  # None for the others


def _item(field: Field, shown: Shown, value: str, size: str) -> str:
    texts = f"{field.name}_texts"
    row = f"{value}[:{size}]"
    match shown.kind:
        case "flag":
            return f"bool({value})"
        case "seat":
            return f"(None if {value} < 0 else {value})"
        case "seats":
            return f"([p for p in range(n) if {value} >> p & 1] if {value} else [])"
        case "text":
            return f"(None if {value} < 0 else {texts}[{value}])"
        case "counts":
            return f"[t for t, c in zip({texts}, {value}) if c for _ in range(c)]"
        case "cards":
            return f"list(map({texts}_show, {row}))"
    return row if len(field.shape) > (shown.owner != "table") else value


# ---- from a view to a state


def statements(name: str, field: Field, shown: Shown) -> list[str]:
    """Python that writes what was seen of a field into a zeroed state; `v` are the fields of the view."""
    target, value = f"s.{field.name}", f"v[{name!r}]"
    if shown.owner == "each":
        if len(field.shape) == 1:
            back = _back(field, shown, "x")
            return [f"{target}[:n] = " + (value if back == "x" else f"[{back} for x in {value}]")]
        return [f"for p, x in enumerate({value}):", *_put(f"{target}[p]", _back(field, shown, "x"))]
    if shown.owner == "own":
        if not field.shape:
            return [f"{target} = 0 if seat is None else int({value}) << seat"]
        back = _back(field, shown, value)
        return ["if seat is not None:", *_put(f"{target}[seat]", back, is_row=len(field.shape) > 1)]
    size = [f"s.{shown.size} = len({value})"] if shown.size else []
    return [*_put(target, _back(field, shown, value), "", bool(field.shape)), *size]


def _put(target: str, value: str, indent: str = "    ", is_row: bool = True) -> list[str]:
    if not is_row:
        return [f"{indent}{target} = {value}"]
    return [f"{indent}row = {value}", f"{indent}{target}[:len(row)] = row"]


def _back(field: Field, shown: Shown, value: str) -> str:
    """The value of a view as it stands in the state."""
    match shown.kind:
        case "flag":
            return f"int({value})"
        case "seat":
            return f"(-1 if {value} is None else {value})"
        case "seats":
            return f"sum(1 << p for p in {value})"
        case "text":
            return f"{field.name}_texts_read({value})"
        case "counts":
            return f"[{value}.count(t) for t in {field.name}_texts]"
        case "cards":
            return f"list(map({field.name}_texts_read, {value}))"
    return value


def names_in(field: Field, shown: Shown) -> dict[str, Any]:
    """What the names in these expressions and statements stand for."""
    if isinstance(shown.texts, Cards):
        show, read = shown.texts
    else:
        places: dict[Any, int] = {None: -1}
        for place, text in enumerate(shown.texts):
            places.setdefault(text, place)
        show, read = shown.texts.__getitem__, places.__getitem__
    return {f"{field.name}_texts": shown.texts, f"{field.name}_texts_show": show, f"{field.name}_texts_read": read}


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
    """The same for a game that declares nothing: lists with one entry for each seat are shown at the seats."""
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
    """A value of a view as a short text."""
    if value is None or value == "":
        return "-"
    if isinstance(value, bool):
        return "●" if value else "-"
    if isinstance(value, dict):
        return " ".join(f"{name} {said(one)}" for name, one in value.items())
    if isinstance(value, list):
        return " ".join("/".join(map(said, one)) if isinstance(one, list) else said(one) for one in value) or "-"
    return str(value)
