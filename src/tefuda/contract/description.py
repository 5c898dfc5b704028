"""What a game says about itself."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tefuda.contract.sample import Sample
from tefuda.errors import BadNotation
from tefuda.kernel.build import source
from tefuda.kernel.refusal import NotKernelPython
from tefuda.record import check_name

LANGS = ("en", "ja")


def rules_are_kernel_python(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """The rules are kernel Python: they can be compiled, and run in a browser."""
    try:
        source(sample.face.name)
    except NotKernelPython as error:
        yield error.msg


def titles_and_options(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """Title, seats and options are there, in both languages."""
    face = sample.face
    for lang in LANGS:
        check_name(face.title(lang))
    defaults = {option.name: option.default for option in face.options}
    if not face.seats(defaults):
        yield "with the usual options there is no number of seats"
    for option in face.options:
        if (
            option.check(option.default) != option.default
            or option.parse(option.text(option.default)) != option.default
        ):
            yield f"the usual value of {option.name} cannot be read back"
        if not option.help_en or not option.help_ja:
            yield f"option {option.name} has no text in both languages"
        if not option.choices and not isinstance(option.default, bool) and option.least >= option.most:
            yield f"option {option.name} has no range of numbers"
        for choice in option.choices:
            if not face.seats({**defaults, option.name: choice}):
                yield f"with {option.name}={choice} there is no number of seats"


def texts_of_moves(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """Every action has a text of its own that reads back."""
    face, seen = sample.face, set[str]()
    for action in range(face.engine.n_actions):
        text = face.move_text(action)
        if text in seen:
            yield f"{text!r} is the text of two moves"
        seen.add(text)
        if face.parse_move(text) != action:
            yield f"{text!r} is action {action}, and is read as {face.parse_move(text)}"
        if text != text.strip() or "?" in text or "\n" in text or not text:
            yield f"{text!r} cannot stand in a record"
    for text in ("", "?", "no such move", "\n"):
        try:
            face.parse_move(text)
            yield f"{text!r} is read as a move"
        except BadNotation:
            pass


def options_are_carried(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """The options are in the view of everybody, as they were chosen."""
    face = sample.face
    for _ in range(10):
        seats, options = sample.setup(rng)
        game = face.begin(seats, options)
        game.settle(rng.getrandbits(62))
        shown = face.view(game, None).to_dict()
        shown = {**shown, **shown.get("options", {})}
        for option in face.options:
            if shown.get(option.name, options[option.name]) != options[option.name]:
                yield f"{option.name}={options[option.name]} is {shown[option.name]} in the view"


def words_are_there(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """The lab, the bots and the page have what they need: kinds of moves, weights, a start."""
    face = sample.face
    kinds = {face.study.kind_of(face.moves.move_of(action)) for action in range(face.engine.n_actions)}
    for kind in kinds - set(face.study.KINDS):
        yield f"there are moves of the kind {kind!r}, which KINDS does not name"
    if not hasattr(face.engine.State(), face.study.START):
        yield f"the state has no field {face.study.START!r}, which is to say who starts (START in game.py)"
    wanted = face.engine.Game(face.seats({o.name: o.default for o in face.options})[0], []).rules.N_WEIGHTS
    for name in ("CASUAL", "CLUB"):
        if len(getattr(face.weights, name)) != wanted:
            yield f"{name} has {len(getattr(face.weights, name))} weights, and N_WEIGHTS is {wanted}"


DESCRIPTION = (rules_are_kernel_python, titles_and_options, texts_of_moves, options_are_carried, words_are_there)
