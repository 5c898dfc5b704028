"""Whether a world that a seat cannot rule out could have come about, with what the seat saw on the way.

The true match is followed card by card: from which draw each card came that somebody holds now. Then the draws that the
seat did not see are changed so that they lead to the world, and the match is played again with the same moves.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

from tefuda.games import Face
from tefuda.games.events import UNSEEN
from tefuda.games.option import Value
from tefuda.kernel.plain import Game
from tefuda.record import Event, act

TRIES = 200  # ways to fill in what was hidden, before a world is called impossible
STEPS = 20  # so many of them begin with the same one, and exchange what it was that came earlier and later

Origin = tuple[int, int]  # the number of an event, and the place of the card in what chance drew then
Places = dict[str, list[str]]


class Held(NamedTuple):
    """A card where it lies now, and where it came from: a draw, or None if it was always there."""

    card: str
    origin: Origin | None


class Past:
    """What happened as one reader saw it, and where each card that is held now came from."""

    def __init__(self, face: Face, seats: int, options: dict[str, Value], reader: int) -> None:
        self.face, self.options, self.reader = face, options, reader
        self.game = face.begin(seats, options)
        self.events: list[Event] = []
        self.before: list[Game] = []  # the game before each event
        self.held: dict[str, list[Held]] = {}
        self.gone: dict[str, list[Held]] = {}  # what has left each place before the reader's eyes
        self.sizes: list[dict[str, int]] = []  # of the places, after each event
        self.hands: list[dict[str, str]] = []  # where each hand lies then, by the place where it lay first
        self.moved: dict[str, str] = {}  # hands that the last event has moved
        self.named: dict[int, Held] = {}  # the card that a move named, by the number of the event
        self.secret: set[Origin] = set()  # draws whose cards the reader did not see
        self.places = face.holdings(self.game)
        self.left: Counter[str] | None = None  # what can still be drawn in this round
        self.discarded: Counter[str] = Counter()  # cards that moves have named before the reader's eyes
        self.is_clear = True  # whether the origin of every card is known; if not, no world is called impossible

    def goes_on(self, event: Event) -> None:
        game, number = self.game, len(self.events)
        self.events.append(event)
        self.before.append(game.clone())
        rounds, drawn = game.rounds(), list[str]()
        seen, as_seen = True, ""
        if event.seat is None:
            drawn = self._draws(number, event)
        else:
            action = self.face.parse_move(event.text)
            as_seen = self.face.seen_move(game, event.seat, action, self.reader) or ""
            seen = as_seen == event.text or " = " in as_seen  # then the cards stand there
        act(self.face, game, event)
        after = self.face.holdings(game)
        if drawn and sum(map(len, after.values())) > sum(map(len, self.places.values())):
            pool = pool_of(self.face, self.before[-1])
            if self.left is None or (back := pool - self.left):
                if self.left is not None and (back - self.discarded or self.face.forgets_discards):
                    self.is_clear = False  # cards have come back of which the reader has not seen that they were there
                self.left = pool
            self.left -= Counter(drawn)
        self._follow(number, after, drawn, as_seen, seen)
        self.places = after
        self.hands.append({**{name: name for name in after}, **(self.hands[-1] if self.hands else {}), **self.moved})
        self.sizes.append({name: len(cards) for name, cards in after.items()})
        for one in self.held.get(str(self.reader), ()):
            self.secret.discard(one.origin or (-1, -1))  # what the reader has held is no secret
        if game.rounds() > rounds:
            self.left = None
            self.is_clear = not any(after.values())  # otherwise cards of this round would count for the next

    def _draws(self, number: int, event: Event) -> list[str]:
        """The cards that chance draws; and which of them the reader does not see."""
        face, game = self.face, self.game
        drawn = face.parse_chance(game, event.text)
        seen = face.seen_chance(game, drawn, self.reader).partition(" = ")[0].split(" ")
        whole, place = face.chance_text(game, drawn).split(" "), 0
        texts = face.pool_texts(game, drawn)
        for at, text in enumerate(texts):
            place = whole.index(text, place) + 1  # the cards stand in the order in which they are drawn
            if seen[place - 1] == UNSEEN:
                self.secret.add((number, at))
        return [face.card_of(text) for text in texts]

    def _follow(self, number: int, after: Places, drawn: list[str], as_seen: str, seen: bool) -> None:
        """What has left each place, and what has come to it; `as_seen` is a move as the reader saw it."""
        held, places = self.held, self.places
        changed = [name for name in after if not same(places.get(name, []), after[name])]
        passed = whole_hands(places, after, changed) if not drawn else {}
        self.moved = {name: self.hands[-1][one] for name, one in passed.items()}
        held.update({name: held[one] for name, one in passed.items()})
        self.gone |= {name: self.gone.get(one, []) for name, one in passed.items()}
        changed = [name for name in changed if name not in passed]
        moving: list[Held] = []
        for name in changed:
            for card in (Counter(places.get(name, [])) - Counter(after[name])).elements():
                if not seen and any(one.origin not in self.secret for one in held[name]):
                    self.is_clear = False  # some of these were known, and one of them may have gone
                equal = [one for one in held[name] if one.card == card]
                newest = max(equal, key=lambda one: (one.origin not in self.secret, one.origin or (-1, -1)))
                held[name].remove(newest)
                self.discarded[card] += card in as_seen.split(" ")
                if seen and newest.origin is not None:
                    self.gone.setdefault(name, []).append(newest)
                moving.append(newest if not seen else Held(card, None))
        if len(moving) == 1:
            self.named[number] = moving[0]
        taken: set[int] = set()
        for name in changed:
            for card in (Counter(after[name]) - Counter(places.get(name, []))).elements():
                known = next((one for one in moving if one.card == card), None) if not drawn else None
                at = next((i for i, one in enumerate(drawn) if one == card and i not in taken), None)
                if known is not None:
                    moving.remove(known)
                elif at is not None:
                    taken.add(at)
                    known = Held(card, (number, at))
                held.setdefault(name, []).append(known or Held(card, None))
        if moving and not seen:
            self.is_clear = False  # it has gone where nobody can tell it from others

    def can_lead_to(self, world: Game, rng: random.Random) -> bool:
        """Whether some draws that look the same to the reader lead to this world."""
        wanted = self.face.holdings(world)
        if not self.is_clear or any(len(self.places[name]) != len(wanted[name]) for name in wanted):
            return True  # in this world somebody has not yet made a hidden move
        changes, good = dict[Origin, str](), -1.0
        for number in range(TRIES):
            tried = (
                way_to(self, world, number, rng) if number % STEPS == 0 else exchanged(self, changes, int(good), rng)
            )
            reached = goes_well(self, world, tried)
            if reached > len(self.events):
                return True
            if reached >= good or number % STEPS == 0:
                changes, good = tried, reached
        return False


def whole_hands(places: Places, after: Places, changed: list[str]) -> dict[str, str]:
    """The places to which all cards of another one have gone, with that other one."""
    found = {name: one for name in changed for one in changed if name != one and same(after[name], places[one])}
    while set(found) != set(found.values()):  # others have got something from elsewhere, or lost it
        found = {name: one for name, one in found.items() if one in found and name in found.values()}
    return found


def pool_of(face: Face, game: Game) -> Counter[str]:
    """The cards that chance can draw now."""
    pool, sides, _ = game.chance()
    return Counter(map(face.card_of, face.pool_texts(game, pool[::sides])))


def same(one: list[str], other: list[str]) -> bool:
    return Counter(one) == Counter(other)


def way_to(past: Past, world: Game, number: int, rng: random.Random) -> dict[Origin, str]:
    """Other cards for the draws of what lies elsewhere in the world."""
    wanted = past.face.holdings(world)
    found: dict[Origin, str] = {}
    for name, cards in past.held.items():
        free = [one for one in cards if one.origin in past.secret]
        new = list((Counter(wanted[name]) - Counter(one.card for one in cards if one not in free)).elements())
        if (
            number // STEPS % 2 == 0
        ):  # first those that both have stay, and then they, too, may have come at other times
            stay = Counter(one.card for one in free) & Counter(new)
            new = list((Counter(new) - stay).elements())
            free = [one for one in free if not taken_from(stay, one.card)]
        rng.shuffle(new)
        found |= {one.origin: card for one, card in zip(free, new, strict=False) if one.origin is not None}
    return found


def exchanged(past: Past, changes: dict[Origin, str], good: int, rng: random.Random) -> dict[Origin, str]:
    """The same with two cards exchanged that came to one place, before and after the event that did not go well.

    At least one of them is there now. If that event was a draw, one of them is of this draw.
    """
    pairs: list[tuple[Held, Held]] = []
    event = past.events[min(good, len(past.events) - 1)]
    mover = past.hands[min(good, len(past.events) - 1)].get(str(event.seat))
    now = {hand: name for name, hand in past.hands[-1].items()}
    only = now.get(mover or "") if rng.random() < 0.8 else None  # mostly it is about the hand of who moved
    for name, cards in past.held.items():
        if only is not None and name != only:
            continue
        here = [one for one in cards if one.origin in past.secret]
        gone = [one for one in past.gone.get(name, ()) if one.origin in past.secret]
        others = gone if gone and rng.random() < 0.5 else here
        drawn = [one for one in (*here, *gone) if one.origin in changes and event_of(one) == good]
        if drawn:
            pairs += [(one, other) for one in drawn for other in others]
        elif event.seat is not None:
            late = [one for one in others if event_of(one) > good] or others
            pairs += [(one, other) for one in here if event_of(one) <= good for other in late]
    if not pairs:
        return changes
    one, other = rng.choice(pairs)
    assert one.origin is not None and other.origin is not None
    return {
        **changes,
        one.origin: changes.get(other.origin, other.card),
        other.origin: changes.get(one.origin, one.card),
    }


def event_of(one: Held) -> int:
    """The event with which it was drawn."""
    return one.origin[0] if one.origin is not None else -1


def taken_from(cards: Counter[str], card: str) -> bool:
    """Takes one of these cards away, if it is there."""
    cards[card] -= 1
    return cards[card] >= 0


def goes_well(past: Past, world: Game, changes: dict[Origin, str]) -> float:
    """How many events of the match with these draws look to the reader like the true ones; one more if it ends so.

    An event after which some hands are too large or too small counts in part, the less the more cards are wrong.
    """
    face, reader = past.face, past.reader
    game = face.begin(world.seats, past.options)
    for number, (event, true) in enumerate(zip(past.events, past.before, strict=True)):
        try:
            if not happens(past, game, number, event, true, changes):
                return number
        except ValueError:
            return number
        wrong = sum(abs(len(cards) - past.sizes[number][name]) for name, cards in face.holdings(game).items())
        if wrong:
            return number + 1 / (1 + wrong)
    places, wanted = face.holdings(game), face.holdings(world)
    ends = all(same(places[name], wanted[name]) for name in wanted)
    return len(past.events) + (ends and face.view(game, reader) == face.view(world, reader))


def happens(past: Past, game: Game, number: int, event: Event, true: Game, changes: dict[Origin, str]) -> bool:
    """Lets one event happen; whether it looks the same to the reader."""
    face, reader = past.face, past.reader
    if event.seat is None:
        drawn = face.parse_chance(true, event.text)
        instead = changed(face, game, number, drawn, changes)
        if face.seen_chance(true, drawn, reader) != face.seen_chance(game, instead, reader):
            return False
        game.deal(instead)
        return True
    action = meant = face.parse_move(event.text)
    slot = past.named.get(number)
    if slot is not None and slot.origin in changes:
        text = " ".join(changes[slot.origin] if word == slot.card else word for word in event.text.split(" "))
        meant = face.parse_move(text)
    seen = face.seen_move(true, event.seat, action, reader)
    if seen is None and meant not in game.legal(event.seat):
        return True  # nobody saw it, and it changed nothing that the reader knows
    if seen != face.seen_move(game, event.seat, meant, reader):
        return False
    game.apply(event.seat, meant)
    return True


def changed(face: Face, game: Game, number: int, drawn: list[int], changes: dict[Origin, str]) -> list[int]:
    """What chance draws, with some cards changed."""
    pool = list(game.chance()[0])
    things = {face.card_of(text): thing for text, thing in zip(face.pool_texts(game, pool), pool, strict=True)}
    found = list(drawn)
    for at in range(len(drawn)):
        if (number, at) in changes:
            if changes[number, at] not in things:
                raise ValueError("that card cannot be drawn now")
            found[at] = things[changes[number, at]]
    return found
