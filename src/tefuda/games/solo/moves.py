"""SOLO: the moves as values, each with one short text and one action number.

>>> str(Play("rX", "3", call=True))
'play rX 3 solo'
>>> parse("jump triple y7")
Triple(card='y7', jump=True, call=False)
"""

from __future__ import annotations

from typing import NamedTuple

from tefuda.errors import BadNotation
from tefuda.games.solo.rules import face_of_lay
from tefuda.games.solo.state import (
    ACCEPT,
    BLOCK,
    BLOCK0,
    CALL,
    CARD_TEXTS,
    COLOUR,
    DONE0,
    DRAW,
    DRAW4,
    FACES,
    GIVE0,
    JUMP0,
    JUMP_TRIPLE0,
    KEEP,
    LAY_BLOCK,
    LAY_COLOUR,
    LAY_DRAW4,
    LAY_SWAP_ALL,
    LAY_TARGETED,
    N_ACTIONS,
    PASS,
    PLAY0,
    SEATS_MAX,
    SKIP,
    SWAP,
    SWAP_ALL,
    TAKE,
    TARGETS,
    TRIPLE0,
    WAIT,
    WITH0,
)

COLOURS = "rgyb"
CARDS = CARD_TEXTS
FACE_OF = {card: face for face, card in enumerate(CARDS)}
WORDS = {DRAW: "draw", PASS: "pass", KEEP: "keep", TAKE: "take", ACCEPT: "accept", WAIT: "wait", CALL: "solo"}


class Play(NamedTuple):
    """Lay a card. A Swap one or Gift names a seat, W and W4 a colour; the last card of a hand names nothing."""

    card: str
    named: str = ""
    call: bool = False

    def __str__(self) -> str:
        return _text("play", self.card, self.named, call=self.call)


class Jump(NamedTuple):
    """Jump in with the card that is identical to the top one."""

    card: str
    call: bool = False

    def __str__(self) -> str:
        return _text("jump", self.card, call=self.call)


class Triple(NamedTuple):
    """Lay all cards of a number, this one last; or begin to choose them."""

    card: str
    jump: bool = False
    call: bool = False

    def __str__(self) -> str:
        return _text("jump" if self.jump else "", "triple", self.card, call=self.call)


class With(NamedTuple):
    """Add a card to the Triple+ that is being put together."""

    card: str

    def __str__(self) -> str:
        return f"with {self.card}"


class Done(NamedTuple):
    """Lay the Triple+ that was put together."""

    call: bool = False

    def __str__(self) -> str:
        return _text("done", call=self.call)


class Block(NamedTuple):
    """Stop what one is about to suffer."""

    colour: str
    call: bool = False

    def __str__(self) -> str:
        return _text("block", self.colour, call=self.call)


class Give(NamedTuple):
    """Hand over a card as a Gift."""

    card: str
    call: bool = False

    def __str__(self) -> str:
        return _text("give", self.card, call=self.call)


class Word(NamedTuple):
    """draw, pass, keep, take, accept, wait or solo."""

    word: str

    def __str__(self) -> str:
        return self.word


Move = Play | Jump | Triple | With | Done | Block | Give | Word


def _text(*words: str, call: bool) -> str:
    return " ".join([*filter(None, words), *(["solo"] if call else [])])


def parse(text: str) -> Move:
    """The move with this text."""
    if text in WORDS.values():
        return Word(text)
    words = text.split(" ")
    call = words[-1] == "solo"
    match words[:-1] if call else words:
        case ["play", card] if card in FACE_OF:
            return Play(card, "", call)
        case ["play", card, named] if card in FACE_OF and _may_name(FACE_OF[card], named):
            return Play(card, named, call)
        case ["jump", card] if FACE_OF.get(card, FACES) < SWAP:
            return Jump(card, call)
        case ["triple", card] if FACE_OF.get(card, FACES) < SKIP:
            return Triple(card, False, call)
        case ["jump", "triple", card] if FACE_OF.get(card, FACES) < SKIP:
            return Triple(card, True, call)
        case ["with", card] if FACE_OF.get(card, FACES) < SKIP and not call:
            return With(card)
        case ["done"]:
            return Done(call)
        case ["block", colour] if len(colour) == 1 and colour in COLOURS:
            return Block(colour, call)
        case ["give", card] if card in FACE_OF:
            return Give(card, call)
    raise BadNotation(
        f"{text!r} is not a move; moves are like play r7, play rX 3, play W b, jump r7, triple y7, draw, keep, take, "
        "accept, block r, give b2, solo, wait"
    )


def _may_name(face: int, named: str) -> bool:
    """Whether a card can be laid with this named."""
    if SWAP <= face < COLOUR:
        return named in map(str, range(SEATS_MAX))
    return face in (COLOUR, DRAW4) and len(named) == 1 and named in COLOURS


def action_of(move: Move) -> int:
    """The move's place in the order of all moves."""
    match move:
        case Play(card, named, call):
            return PLAY0 + 2 * _lay(FACE_OF[card], named) + call
        case Jump(card, call):
            return JUMP0 + 2 * FACE_OF[card] + call
        case Triple(card, jump, call):
            return (JUMP_TRIPLE0 if jump else TRIPLE0) + 2 * FACE_OF[card] + call
        case With(card):
            return WITH0 + FACE_OF[card]
        case Done(call):
            return DONE0 + call
        case Block(colour, call):
            return BLOCK0 + 2 * COLOURS.index(colour) + call
        case Give(card, call):
            return GIVE0 + 2 * FACE_OF[card] + call
        case Word(word):
            return DRAW + list(WORDS.values()).index(word)


def _lay(face: int, named: str) -> int:
    if face < SWAP:
        return face
    if face < COLOUR:
        return LAY_TARGETED + (face - SWAP) * TARGETS + (int(named) + 1 if named else 0)
    if face == SWAP_ALL:
        return LAY_SWAP_ALL
    if face >= BLOCK:
        return LAY_BLOCK + face - BLOCK
    return (LAY_COLOUR if face == COLOUR else LAY_DRAW4) + (COLOURS.index(named) + 1 if named else 0)


def move_of(action: int) -> Move:
    """The move at this place in the order of all moves."""
    if not 0 <= action < N_ACTIONS:
        raise ValueError(f"there is no action {action}")
    call = action % 2 == 1
    if action < JUMP0:
        return _play(action // 2, call)
    if action < TRIPLE0:
        return Jump(CARDS[(action - JUMP0) // 2], call)
    if action < WITH0:
        return Triple(CARDS[(action - TRIPLE0) // 2 % SKIP], action >= JUMP_TRIPLE0, call)
    if action < DONE0:
        return With(CARDS[action - WITH0])
    if action < BLOCK0:
        return Done(call)
    if action < GIVE0:
        return Block(COLOURS[(action - BLOCK0) // 2], call)
    return Give(CARDS[(action - GIVE0) // 2], call) if action < DRAW else Word(WORDS[action])


def _play(lay: int, call: bool) -> Play:
    face = face_of_lay(lay)
    if SWAP <= face < COLOUR:
        target = (lay - LAY_TARGETED) % TARGETS
        return Play(CARDS[face], str(target - 1) if target else "", call)
    if face in (COLOUR, DRAW4):
        colour = lay - (LAY_COLOUR if face == COLOUR else LAY_DRAW4)
        return Play(CARDS[face], COLOURS[colour - 1] if colour else "", call)
    return Play(CARDS[face], "", call)
