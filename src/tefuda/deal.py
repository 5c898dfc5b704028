"""The deal of a live match: chance that nobody can steer, and that everybody can verify afterwards.

Before the seats are taken the table commits itself to a secret seed. Each seat adds a salt. From both follows all that
chance does in the match, and when the match is over the seed is revealed. docs/deals.md has the method in full, with
an example for those who write a verifier of their own.
"""

from __future__ import annotations

import hmac
import itertools
import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from tefuda.errors import BadProof
from tefuda.games import Face
from tefuda.kernel import CHANCE
from tefuda.kernel.plain import Game
from tefuda.record import SALT_MAX, SECRET, Proof, Record, act

COMMITMENT = b"tefuda commitment 1\n"  # so that this hash cannot be taken for one made for another purpose
DEAL = b"tefuda deal 1\n"
DUPLICATE = b"tefuda duplicate 1\n"
BLANK = "_"  # stands for each thing that was drawn in the text of a draw
WORDS = 1 << 16  # the stream comes in words of 16 bits ...
BLOCK = struct.Struct(">16H")  # ... and in blocks of so many


def commitment(seed: bytes) -> str:
    """What is published about a seed beforehand."""
    return sha256(COMMITMENT + check_seed(seed)).hexdigest()


class Deal:
    """All that chance does in one match, from the table's seed and the salts of the seats, in their order.

    `Match(..., draw=deal.draw)` plays by it, and `match.record.proof = deal.proof` lets everybody verify that.
    """

    def __init__(self, seed: bytes, salts: Sequence[bytes]) -> None:
        for salt in salts:
            if not isinstance(salt, bytes) or len(salt) > SALT_MAX:
                raise ValueError(f"a salt has at most {SALT_MAX} bytes")
        self.seed = check_seed(seed)
        self.salts = tuple(salts)
        self._key = _hmac(seed, DEAL + bytes([len(salts)]) + b"".join(bytes([len(salt)]) + salt for salt in salts))

    @property
    def proof(self) -> Proof:
        """The proof with the seed; `record.seen_by` leaves the seed out while the match goes on."""
        return Proof(commitment(self.seed), tuple(salt.hex() for salt in self.salts), self.seed.hex())

    def draw(self, face: Face, game: Game, index: int) -> list[int]:
        """What chance draws in this game now, which will be event number `index` of the record."""
        if len(self.salts) != game.seats:
            raise ValueError(f"{game.seats} seats need {game.seats} salts, not {len(self.salts)}")
        pool, sides, count = game.chance()
        texts = face.pool_texts(game, pool)
        value_of = dict(zip(texts, pool, strict=True))
        return [value_of[text] for text in self.texts(things(texts, sides), count, index)]

    def texts(self, pool: Sequence[str], count: int, index: int) -> list[str]:
        """The same in texts: the first `count` of a shuffle of these things, each with one side up."""
        return shuffled(pool, count, stream(self._key, str(index)))


def stream(key: bytes, label: str) -> Iterator[int]:
    """The random stream of one event, in numbers of 16 bits."""
    for counter in itertools.count():
        yield from BLOCK.unpack(_hmac(key, f"{label}/{counter}".encode()))


def shuffled(pool: Sequence[str], count: int, words: Iterator[int]) -> list[str]:
    """The first `count` of a shuffle of these things, each with one side up."""
    left, drawn = list(pool), []
    for i in range(count):
        j = i + below(len(left) - i, words)
        left[i], left[j] = left[j], left[i]
        sides = left[i].split(" ")
        drawn.append(sides[below(len(sides), words)] if len(sides) > 1 else left[i])
    return drawn


class Duplicate(Deal):
    """The deal of a match that other tables play too: the same cards, in other seats and other colours.

    The cards follow from the seed of the duplicate alone. Which seat of the duplicate each seat of the table plays, and
    which colour stands for which, follow from the table's own seed and the salts of those who sit there. Draws have an
    order: whoever plays draws the next card of the same pile, whatever happened before.
    """

    def __init__(self, seed: bytes, salts: Sequence[bytes], shared: bytes, number: int) -> None:
        super().__init__(seed, salts)
        self.shared, self.number = check_seed(shared), number
        self._cards = _hmac(shared, DUPLICATE + str(number).encode())
        words = stream(self._key, "duplicate")
        self.turned = below(len(salts), words)  # seat s of this table plays seat s + turned of the duplicate
        self._colours = words
        self._alike = ""
        self.record: Record | None = None  # of the match, if it may contain draws that were not made here
        self._known = 0  # events of it that are taken into account
        # By round and kind: how many piles there were, and what is left of the last one, things and the sides up.
        self._piles: dict[tuple[int, str], tuple[int, list[tuple[str, str]]]] = {}

    @property
    def proof(self) -> Proof:
        return super().proof._replace(duplicate=commitment(self.shared), number=self.number, shared=self.shared.hex())

    def colours(self, alike: str) -> dict[int, int]:
        """Which sign of a colour of the duplicate is which of this table's."""
        if alike and not self._alike:
            self._alike = "".join(shuffled(sorted(alike), len(alike), self._colours))
        return str.maketrans("".join(sorted(alike)), self._alike)

    def draw(self, face: Face, game: Game, index: int) -> list[int]:
        if self.record and any(event.seat is None for event in self.record.events[self._known : index]):
            self._piles.clear()
            for _, before, _ in draws(self.record):
                self._drawn(face, before)
        self._known = index + 1
        return self._drawn(face, game)

    def _drawn(self, face: Face, game: Game) -> list[int]:
        pool, sides, count = game.chance()
        if len(pool) == 1:
            return list(pool)
        texts, seats = face.pool_texts(game, pool), game.seats
        if texts == [str(seat) for seat in range(seats)] and count == 1:
            seat = int(self._take((game.rounds(), _kind(face, game)), sorted(texts), 1)[0])
            return [pool[(seat - self.turned) % seats]]
        forth = self.colours(face.alike)
        back = {there: here for here, there in forth.items()}
        plain = things([text.translate(back) for text in texts], sides)
        taken = iter(self._take((game.rounds(), _kind(face, game)), plain, count))
        hands = _sizes(face, game, texts)
        if len(hands) == seats:  # hand by hand, of which each is dealt to the seat that plays it
            order = [(place - self.turned) % seats for place in range(seats)]
            dealt = {seat: [next(taken) for _ in range(hands[seat])] for seat in order}
            found = [text for seat in range(seats) for text in dealt[seat]]
        else:
            found = list(taken)
        value_of = dict(zip(texts, pool, strict=True))
        return [value_of[text.translate(forth)] for text in found]

    def _take(self, kind: tuple[int, str], pool: Sequence[str], count: int) -> list[str]:
        """The next things of a pile; when the pool holds something that the pile does not, it is a new pile."""
        left, (number, pile) = Counter(pool), self._piles.get(kind, (0, []))
        if left - Counter(thing for thing, _ in pile):
            words = stream(self._cards, f"{kind[0]}/{kind[1]}/{number}")
            of = {side: thing for thing in pool for side in thing.split(" ")}
            number, pile = number + 1, [(of[side], side) for side in shuffled(pool, len(pool), words)]
        taken, rest = list[str](), list[tuple[str, str]]()
        for thing, side in pile:
            if len(taken) < count and left[thing]:
                left[thing] -= 1
                taken.append(side)
            else:
                rest.append((thing, side))
        self._piles[kind] = number, rest
        return taken


def _kind(face: Face, game: Game) -> str:
    """The word with which the text of this draw begins."""
    return _any_text(face, game).split(" ")[0]


def _sizes(face: Face, game: Game, texts: Sequence[str]) -> list[int]:
    """How many things of this draw go to each hand."""
    return [sum(word in texts for word in hand.split(" ")) for hand in _any_text(face, game).split("|")]


def _any_text(face: Face, game: Game) -> str:
    pool, sides, count = game.chance()
    return face.chance_text(game, pool[::sides][:count])


def below(n: int, words: Iterator[int]) -> int:
    """A number from 0 to n - 1, all equally likely: the words that would favour some are passed over."""
    most = WORDS - WORDS % n
    for word in words:
        if word < most:
            return word % n
    raise AssertionError("the words never end")


def things(texts: Sequence[str], sides: int) -> list[str]:
    """A pool in the one order that follows from its texts alone; each thing with all its sides, as '3/7 7/3'."""
    return sorted(" ".join(sorted(texts[i : i + sides])) for i in range(0, len(texts), sides))


def verify(record: Record) -> int:
    """Verifies that chance did in all of this record what its deal gives; the number of its draws, or BadProof."""
    deal = deal_of(record)
    count = 0
    for index, game, text in draws(record):
        given = record.face.chance_text(game, deal.draw(record.face, game, index))
        if text != given:
            raise BadProof(f"line {record.line_of(index)}: {text!r} is not what the deal gives, which is {given!r}")
        count += 1
    return count


def proof(record: Record) -> dict[str, Any]:
    """What a verifier needs that does not know the rules: the record, and of each draw its pool and its other words.

    Of a duplicate also the round of each draw, and the signs of colours that are alike to the rules.
    """
    deal = deal_of(record)
    found, again = list[dict[str, Any]](), isinstance(deal, Duplicate)
    for index, game, text in draws(record):
        pool, sides, _ = game.chance()
        texts = record.face.pool_texts(game, pool)
        blank = " ".join(BLANK if word in texts else word for word in text.split(" "))
        found.append({"index": index, "text": blank, "pool": things(texts, sides)})
        found[-1] |= {"round": game.rounds()} if again else {}
    return {"record": str(record), "draws": found, **({"alike": record.face.alike} if again else {})}


def deal_of(record: Record) -> Deal:
    """The deal that a record claims; BadProof if it names none, or not the one that was committed to."""
    if record.proof is None:
        raise BadProof("this record has no proof; only a match at a live table has one")
    if not record.proof.seed:
        raise BadProof("the seed is not revealed; it is when the match is over")
    seed = bytes.fromhex(record.proof.seed)
    if commitment(seed) != record.proof.commitment:
        raise BadProof("the seed is not the one that was committed to")
    salts = [bytes.fromhex(salt) for salt in record.proof.salts]
    if not record.proof.duplicate:
        return Deal(seed, salts)
    if not record.proof.shared:
        raise BadProof("the seed of the duplicate is not revealed; it is when the duplicate ends")
    shared = bytes.fromhex(record.proof.shared)
    if commitment(shared) != record.proof.duplicate:
        raise BadProof("the seed of the duplicate is not the one that was committed to")
    return Duplicate(seed, salts, shared, record.proof.number)


def draws(record: Record) -> Iterator[tuple[int, Game, str]]:
    """Each event of chance: its number, the game right before it, and its text. BadProof if one is not possible."""
    game = record.face.begin(record.seats, record.options)
    for index, event in enumerate(record.events):
        if event.seat is None and game.actor() == CHANCE:
            yield index, game, event.text
        try:
            act(record.face, game, event)
        except ValueError as error:
            raise BadProof(f"line {record.line_of(index)}: {error}") from None


def check_seed(seed: bytes) -> bytes:
    if not isinstance(seed, bytes) or len(seed) != SECRET:
        raise ValueError(f"a seed has {SECRET} bytes")
    return seed


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")
