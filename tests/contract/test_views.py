"""Views are made from what the fields of a state say about who may see them."""

from __future__ import annotations

import json
import pickle
import random
import re
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, ClassVar, Literal

import pytest

from tefuda import GAMES, Match
from tefuda.games import view as views
from tefuda.games.showing import Cards, each, own, table
from tefuda.games.view import ViewMaker
from tefuda.kernel import I8, I16, Grid, Ints, Setup

ROOT = Path(__file__).parents[2]
PLACE = ROOT / "src" / "tefuda" / "games"
SEATS = 3
WORDS = ("none", "one", "two")


class Toy(Setup):
    """A field of each kind, and one that says nothing."""

    count: Annotated[I16, table()]
    open: Annotated[I8, table("flag")]
    who: Annotated[I8, table("seat")]
    some: Annotated[I8, table("seats")]
    word: Annotated[I8, table("text", texts=WORDS)]
    left: Annotated[I8, table(when="open")]
    size: I8
    row: Annotated[Ints, "i1", 4, table("cards", texts=WORDS, size="size")]
    sums: Annotated[Ints, "i2", SEATS, each(name="totals")]
    marks: Annotated[Ints, "i1", SEATS, each("flag")]
    suits: Annotated[Ints, "i1", SEATS, each("text", texts=WORDS)]
    bit: Annotated[I8, own("flag")]
    ready: Annotated[Ints, "i1", SEATS, own("flag")]
    sizes: Annotated[Ints, "i1", SEATS, each()]
    hand: Annotated[
        Grid,
        "i1",
        SEATS,
        4,
        own("cards", texts=Cards(lambda thing: [thing], lambda shown: int(shown[0])), size="sizes"),
    ]
    heap: Annotated[Grid, "i1", SEATS, 3, own("counts", texts=WORDS)]
    secret: I8


def state() -> Toy:
    s = Toy()
    s.seats, s.count, s.open, s.who, s.some, s.word, s.left, s.size = SEATS, 7, 1, -1, 0b101, 2, 5, 2
    s.row[:] = [1, 2, 1, 1]  # of which two are there
    s.sums[:], s.marks[:], s.suits[:] = [3, 2, 1], [1, 0, 1], [1, -1, 0]
    s.bit, s.ready[:], s.sizes[:] = 0b010, [0, 1, 0], [1, 2, 0]
    s.hand[:] = [[9, 0, 0, 0], [8, 7, 6, 5], [0] * 4]
    s.heap[:] = [[1, 0, 0], [0, 2, 1], [0, 0, 0]]
    s.secret = 99
    return s


def game(s: Toy) -> Any:
    return SimpleNamespace(seats=SEATS, count=lambda seat: int(seat == 1), scores=lambda: [0, 0, 0])


MAKER = ViewMaker(Toy, (), SimpleNamespace())


def look(seat: int | None) -> views.View:
    s = state()
    return MAKER.view("toy", game(s), s, s.pack(), seat)


SEEN_BY_ALL = {
    "count": 7, "open": True, "who": None, "some": [0, 2], "word": "two", "left": 5, "row": ["one", "two"],
    "totals": [3, 2, 1], "marks": [True, False, True], "suits": ["one", None, "none"], "sizes": [1, 2, 0],
}  # fmt: skip


def test_all_see_what_is_the_table_s_and_each_seat_its_own() -> None:
    told = look(1).to_dict()
    assert told == {
        "game": "toy", "seats": 3, "seat": 1, "to_act": [1], "scores": [0, 0, 0], **SEEN_BY_ALL,
        "bit": True, "ready": True, "hand": [[8], [7]], "heap": ["one", "one", "two"],
    }  # fmt: skip
    assert look(0).to_dict() == told | {"seat": 0, "bit": False, "ready": False, "hand": [[9]], "heap": ["none"]}


def test_a_spectator_sees_what_all_see() -> None:
    nothing = {"bit": False, "ready": False, "hand": None, "heap": None}
    assert look(None).to_dict() == look(1).to_dict() | {"seat": None, **nothing}


def test_a_field_that_declares_nothing_is_in_no_view() -> None:
    for seat in (None, 0, 1, 2):
        assert "99" not in repr(look(seat)) and "secret" not in repr(look(seat))
        assert not hasattr(look(seat), "secret")


def test_something_is_shown_only_while_its_condition_holds() -> None:
    s = state()
    s.open = 0
    assert MAKER.view("toy", game(s), s, s.pack(), 0).to_dict()["left"] == 0


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_a_world_holds_what_the_view_shows_and_nothing_else(seat: int | None) -> None:
    seen = look(seat)
    world = MAKER.world(seen)
    assert MAKER.view("toy", game(world), world, world.pack(), seat) == seen
    assert world.secret == 0 and world.size == 2
    assert [any(row) for row in world.hand] == [other == seat and other < 2 for other in range(SEATS)]
    assert [any(row) for row in world.heap] == [other == seat and other < 2 for other in range(SEATS)]


def test_a_view_cannot_be_changed() -> None:
    seen = look(0)
    with pytest.raises(AttributeError, match="a view cannot be changed, so seat cannot be set"):
        seen.seat = 1
    told = seen.to_dict()
    told["totals"].append(1)
    assert seen.to_dict() != told
    assert seen._replace(seat=2).seat == 2 and seen.seat == 0


def test_what_is_only_for_sentences_is_not_in_the_json() -> None:
    class Own(views.View):
        count: int
        guess: int
        passing: ClassVar[tuple[str, ...]] = ("count", "guess")

    class State(Setup):
        count: Annotated[I16, table()]

    maker = ViewMaker(State, (), SimpleNamespace(View=Own, seen_guess=lambda s, seat: s.count + 1))
    s = State()
    s.seats, s.count = SEATS, 4
    seen: Any = maker.view("own", game(state()), s, s.pack(), 0)
    assert (seen.count, seen.guess) == (4, 5)
    assert list(seen.to_dict()) == ["game", "seats", "seat", "to_act", "scores", "hand"]
    assert maker.world(seen).count == 0


@pytest.mark.parametrize("name", ["scout", "twentythree", "solo", "gift"])
def test_views_to_be_read_only_are_equal_to_those_that_share_nothing(name: str) -> None:
    face, match, rng = GAMES[name], Match(name, seed=4), random.Random(4)
    for _ in range(40):
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))
        for reader in (None, 0, 1):
            assert match.shared_view(reader) == match.view(reader)
    assert match.shared_view(0).scores is match.shared_view(1).scores
    assert match.view(0).scores is not match.view(0).scores
    assert "_looked_at" not in vars(face.views)  # a view knows how it was made, but no state


@pytest.mark.parametrize("name", ["scout", "twentythree", "solo", "gift"])
def test_the_json_of_a_view_is_made_in_two_halves_and_says_the_same(name: str) -> None:
    def encode(fields: dict[str, Any]) -> bytes:
        encoded.append(fields)
        return json.dumps(fields).encode()

    face, match, rng = GAMES[name], Match(name, seed=5), random.Random(5)
    for turn in range(60):
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))
        if turn % 2:
            assert match.shared_view(0) == match.view(0)  # it need not be made before, but it may
        encoded = list[dict[str, Any]]()
        for reader in (None, *range(match.seats)):
            assert json.loads(match.view_json(reader, encode)) == match.view(reader).to_dict()
        assert len(encoded) == match.seats + 2  # what is the same for all is encoded once
        assert not {"hand", "seat"} & set(face.views.sent_to_all)
        if match.actor is None:
            match = Match(name, seed=turn)


def test_a_view_shows_neither_more_nor_less_than_its_class_names() -> None:
    class Wrong(views.View):
        turn: int  # nothing makes it

    with pytest.raises(ValueError, match=r"shows.*\['extra', 'turn'\]"):
        ViewMaker(Setup, (), SimpleNamespace(View=Wrong, seen_extra=lambda s, seat: 0))


@pytest.mark.parametrize("name", ["scout", "twentythree", "solo", "gift"])
def test_the_options_of_a_view_are_those_of_the_match(name: str) -> None:
    match = Match(name, seed=1)
    view = match.view(0)
    for option in GAMES[name].options:
        assert view.option(option.name) == match.record.options[option.name]
        if not option.row:
            assert getattr(view.options, option.name) == option.number(match.record.options[option.name])
        with pytest.raises(AttributeError, match=f"it is an option: view.options.{option.name}"):
            getattr(view, option.name)
    assert match.view(1).options is view.options
    assert pickle.loads(pickle.dumps(view)) == view  # bots may think in another process


@pytest.mark.parametrize("name", ["scout", "twentythree", "solo", "gift"])
def test_the_page_s_types_of_a_view_are_current(name: str) -> None:
    """They are made from the game's View; a board adds the options that it reads."""
    script = runpy.run_path(str(ROOT / "scripts" / "view_types.py"))
    made = script["types"](name)
    assert (PLACE / name / "board" / "seen.ts").read_text("utf-8") == made, "scripts/view_types.py writes it anew"
    options = {option.name: script["type_of_option"](option) for option in GAMES[name].options}
    told = set(Match(name, seed=1).view(0).to_dict())
    fields = dict(re.findall(r"^  (\w+): (.+);$", made.partition("interface Seen {")[2], re.MULTILINE))
    assert set(fields) == told - set(options) - {"options", "points"}
    own = (PLACE / name / "board" / "view.ts").read_text("utf-8")
    for part in re.findall(r"extends Seen \{\n(.*?)^\}", own, re.MULTILINE | re.DOTALL):
        named = dict(re.findall(r"^ +(\w+): ([^{\n]+);$", part, re.MULTILINE))
        assert named and named.items() <= options.items()


@pytest.mark.parametrize(
    ("kind", "made"),
    [
        (list[int | None], "(number | null)[]"),
        (dict[str, list[bool]], "Record<string, boolean[]>"),
        (Annotated[list[int], "up", "down"], "[up: number, down: number]"),
        (list[Annotated[list[int], "up", "down"]] | None, "[up: number, down: number][] | null"),
        (list[Literal["", "left"]], '("" | "left")[]'),
        (Annotated[dict[str, int], Literal["a", "b"]], 'Record<"a" | "b", number>'),
        (Literal[1, -1], "1 | -1"),
    ],
)
def test_types_for_the_page(kind: Any, made: str) -> None:
    assert runpy.run_path(str(ROOT / "scripts" / "view_types.py"))["type_of"](kind) == made


def test_a_type_that_the_page_cannot_have_is_refused() -> None:
    with pytest.raises(ValueError, match="no type is known for <class 'set'>"):
        runpy.run_path(str(ROOT / "scripts" / "view_types.py"))["type_of"](set)


# ---- stories


@pytest.mark.parametrize("name", ["scout", "twentythree", "solo", "gift"])
def test_words_get_views_and_what_was_seen_and_never_a_state(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So a story cannot tell what its reader may not know: it does not have it."""
    face, match, rng, given = GAMES[name], Match(name, seed=5), random.Random(5), list[tuple[Any, ...]]()
    for _ in range(60):
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))
    told = face.words.story

    def spy(*args: Any) -> Any:
        given.append(args)
        return told(*args)

    monkeypatch.setattr(face.words, "story", spy)
    for reader in (None, 0, 1):
        given.clear()
        assert list(match.story(reader))
        assert len(given) > 30
        for before, seat, event, after, names, lang in given:
            assert type(before) is type(after) is face.views.kind
            assert before.seat == after.seat == reader
            assert (seat is None or type(seat) is int) and type(event) is str
            assert names == match.record.labels and lang == "en"
            assert all(plain(value) for view in (before, after) for value in vars(view).values())


def plain(value: Any) -> bool:
    """What a view may hold: JSON, the options, and how it was made, which holds no match."""
    if isinstance(value, dict):
        return all(map(plain, value.values()))
    if isinstance(value, list):
        return all(map(plain, value))
    return value is None or (isinstance(value, (str, int, Setup, ViewMaker)) and not hasattr(value, "phase"))


@pytest.mark.parametrize(("name", "move"), [("scout", "keep"), ("twentythree", "discard")])
def test_of_a_secret_move_the_words_of_others_do_not_even_get_who_made_it(name: str, move: str) -> None:
    face, match = GAMES[name], Match(name, seed=1)
    before = match._game.clone()
    text = next(text for text in match.moves(2) if text.startswith(move))
    assert face.seen_event(before, 2, text, 2) == (2, text)
    assert {face.seen_event(before, 2, text, reader) for reader in (None, 0, 1, 3)} == {(None, "?")}
