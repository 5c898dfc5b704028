"""Whether a world that a seat cannot rule out could have come about, with what the seat saw on the way.

The match is played again, with other cards for the draws that the seat did not see and with other hidden moves that
look the same to it, until it ends in that world. Each time, what went wrong first is mended.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

from tefuda.games import Face
from tefuda.games.events import UNSEEN
from tefuda.games.option import Value
from tefuda.kernel import CHANCE
from tefuda.kernel.plain import Game
from tefuda.record import Event, act

TRIES = 4000  # in vain, since the last that went further than all before, until a world is called impossible
STEPS = 50  # so many of them follow on each other
SPARING = 0.5  # how often hidden moves take cards away that are gone at the end, where some do
DARING = 0.25  # how often a try that goes less well is followed up all the same

Place = tuple[int, int]  # the number of an event, and which of the things that chance drew then
Cards = dict[Place, str]
Hands = dict[str, list[str]]  # and other places where cards lie unseen, by their names


class Happened(NamedTuple):
    """An event, and what the reader knows of it."""

    event: Event
    drawn: list[int]  # by chance
    to: dict[Place, str]  # the unseen ones of these, with the hands they go to
    looks: str | None  # as the reader saw it; None: the reader did not notice
    sizes: dict[str, int]  # of the hands after it
    own: list[str]  # the reader's hand after it
    lost: Hands  # what has left each hand
    hidden: dict[str, Place]  # cards that the reader did not see go, with the draws that they came from


class Past:
    """What happened, and the cards that the reader did not see as they were drawn."""

    def __init__(self, face: Face, seats: int, options: dict[str, Value], reader: int) -> None:
        self.face, self.reader = face, reader
        self.game = face.begin(seats, options)
        self._begin()

    def _begin(self) -> None:
        """Nothing from before counts any more: there is no card in any hand."""
        self.start = self.game.clone()
        self.hands = self.face.holdings(self.game)
        self.happened: list[Happened] = []
        self.cards: Cards = {}
        self.things: dict[str, int] = {}  # what stood for a card as it was drawn: it has a way up
        self.lies = Lies()
        self.is_clear = True  # if not, no world is called impossible

    def goes_on(self, event: Event) -> None:
        face, game, number = self.face, self.game, len(self.happened)
        rounds, drawn, new = game.rounds(), list[int](), dict[Place, str]()
        if event.seat is None:
            drawn = face.parse_chance(game, event.text) if game.actor() == CHANCE else []
            looks: str | None = face.seen_chance(game, drawn, self.reader)
            new = self._unseen(number, drawn)
        else:
            looks = face.seen_move(game, event.seat, face.parse_move(event.text), self.reader)
        earlier = game.clone()
        act(face, game, event)
        before, self.hands = self.hands, face.holdings(game)
        was = dict(self.lies.at)
        self.lies.follow(before, self.hands, self.cards, new)
        hidden = {self.cards[place]: place for place, name in was.items() if self.lies.at.get(place) != name}
        for place in self.lies.of(str(self.reader)):
            del self.cards[place]  # what the reader has held is no secret
            del self.lies.at[place]
        lost = {name: list((Counter(cards) - Counter(self.hands[name])).elements()) for name, cards in before.items()}
        lost = {name: cards for name, cards in lost.items() if cards}
        # Games declare what a seat forgets; and a card that went unseen to no named place cannot be told from others.
        gone = looks is not None and UNSEEN in looks and " = " not in looks and total(self.hands) < total(before)
        if (gone and event.seat is not None) or face.forgets(earlier, game, self.reader):
            self.is_clear = False
        sizes = {name: len(cards) for name, cards in self.hands.items()}
        own = sorted(self.hands.get(str(self.reader), ()))
        self.happened.append(
            Happened(event, drawn, new, looks, sizes, own, lost, {} if looks == event.text else hidden)
        )
        if game.rounds() > rounds and not any(self.hands.values()):
            self._begin()

    def _unseen(self, number: int, drawn: list[int]) -> dict[Place, str]:
        """Those of the things that chance draws which the reader does not see, with who gets them."""
        face, game, found = self.face, self.game, dict[Place, str]()
        to = face.drawn(game).seen_by
        seen = face.seen_chance(game, drawn, self.reader).partition(" = ")[0].split(" ")
        whole, place = face.chance_text(game, drawn).split(" "), 0
        for at, text in enumerate(face.pool_texts(game, drawn)):
            place = whole.index(text.split(" ")[-1], place) + 1  # they stand in the order in which they are drawn
            if seen[place - 1] == UNSEEN:
                found[number, at] = str(to[at])
                self.cards[number, at] = face.card_of(text)
                self.things[face.card_of(text)] = drawn[at]
        return found

    def can_lead_to(self, world: Game, rng: random.Random) -> bool:
        """Whether some draws and hidden moves that look the same to the reader lead to this world."""
        wanted = self.face.holdings(world)
        if not self.is_clear or any(len(self.hands[name]) != len(wanted[name]) for name in wanted):
            return True  # in this world somebody has not yet made a hidden move
        number, vain, furthest = 0, 0, 0.0
        best = Replay(self, world, wanted, self.cards, {}, rng)
        while not best.is_it and vain < TRIES:
            if number % STEPS == 0:
                cards = self.cards if number // STEPS % 2 else brought(self.cards, self.lies, self.hands, wanted, rng)
                tried = best = Replay(self, world, wanted, cards, {}, rng)
            else:
                choices = dict(best.choices)
                if choices and rng.random() < 0.3:
                    del choices[rng.choice(list(choices))]
                tried = Replay(self, world, wanted, mended(best, rng), choices, rng)
            if tried.good >= best.good or rng.random() < DARING:
                best = tried
            vain = 0 if tried.good > furthest else vain + 1
            number, furthest = number + 1, max(furthest, tried.good)
        return best.is_it


class Lies:
    """Where the cards of draws lie now."""

    def __init__(self) -> None:
        self.at: dict[Place, str] = {}

    def of(self, name: str) -> list[Place]:
        return [place for place, lies in self.at.items() if lies == name]

    def follow(self, before: Hands, after: Hands, cards: Cards, new: dict[Place, str]) -> None:
        """What has left each hand, and what has come to it: from another one, or as one of the new draws."""
        changed = [name for name in after if before.get(name, []) != after[name]]
        passed = whole_hands(before, after, changed)
        if passed:
            self.at = {place: passed.get(name, name) for place, name in self.at.items()}
            changed = [name for name in changed if name not in passed]
        moving = list(new)
        for name in changed:
            for card in (Counter(before.get(name, [])) - Counter(after[name])).elements():
                place = next((one for one in self.of(name) if cards[one] == card), None)
                if place is not None:
                    moving.append(place)
                    del self.at[place]
        for name in changed:
            for card in (Counter(after[name]) - Counter(before.get(name, []))).elements():
                fit = [one for one in moving if cards[one] == card and goes_to(new.get(one, name), name)]
                place = fit[0] if fit else None
                if place is not None:
                    moving.remove(place)
                    self.at[place] = name


def goes_to(seat: str, name: str) -> bool:
    """Whether a card that this seat draws may come to this place: its own hand, or a place that is nobody's."""
    return seat in (name, "None") or not name.isdigit()


def whole_hands(before: Hands, after: Hands, changed: list[str]) -> dict[str, str]:
    """The hands that have gone to another place as they were, with that place."""
    found = {one: name for name in changed for one in changed if name != one and same(after[name], before.get(one, []))}
    while set(found) != set(found.values()):  # others have got something from elsewhere, or lost it
        found = {one: name for one, name in found.items() if name in found and one in found.values()}
    return found


def total(hands: Hands) -> int:
    return sum(map(len, hands.values()))


def same(one: list[str], other: list[str]) -> bool:
    return Counter(one) == Counter(other)


class Replay:
    """The match with other cards, up to the first event that cannot have been so."""

    def __init__(
        self, past: Past, world: Game, wanted: Hands, cards: Cards, choices: dict[int, int], rng: random.Random
    ) -> None:
        self.past, self.cards, self.wanted, self.rng = past, cards, wanted, rng
        self.choices = choices  # hidden moves that were chosen, by the number of the event
        self.game = past.start.clone()
        self.hands = past.face.holdings(self.game)
        self.lies = Lies()
        self.is_sparing = rng.random() < SPARING
        self.lacking: str | None = None  # a card that could not be drawn
        self.number = 0
        self.good = 0.0  # how far it went well
        for number, happened in enumerate(past.happened):
            self.number = number
            try:
                well = self._draws(happened) if happened.event.seat is None else self._moves(happened)
            except ValueError:
                well = False
            if not well:
                return
            after = past.face.holdings(self.game)
            wrong = sum(abs(len(after[name]) - size) for name, size in happened.sizes.items())
            own = Counter(after.get(str(past.reader), ()))
            wrong += sum((own - Counter(happened.own)).values()) + sum((Counter(happened.own) - own).values())
            if wrong:
                self.after = after
                self.good += 1 / (1 + wrong)
                return
            new = {place: to for place, to in happened.to.items() if place in cards}
            self.lies.follow(self.hands, after, cards, new)
            self.hands = after
            self.good += 1
        self.number += 1
        wrong = sum(sum((Counter(wanted[name]) - Counter(self.hands[name])).values()) for name in wanted)
        ends = wrong == 0 and past.face.view(self.game, past.reader) == past.face.view(world, past.reader)
        self.is_well = True
        self.good += 1 if ends else 1 / (2 + wrong)

    is_well = False  # whether all that happened was possible
    after: Hands | None = None  # the hands after an event, if these are not as they should be

    @property
    def is_it(self) -> bool:
        return self.good == len(self.past.happened) + 1

    def _draws(self, happened: Happened) -> bool:
        """Lets chance draw; whether it looks the same to the reader."""
        face, game, drawn = self.past.face, self.game, list(happened.drawn)
        if drawn:
            pool, sides, _ = game.chance()
            texts = [face.card_of(text) for text in face.pool_texts(game, pool)]
            things, left = dict(zip(texts, pool, strict=True)), Counter(texts[::sides])
            for at, thing in enumerate(drawn):
                card = self.cards.get((self.number, at))
                if card is None:
                    card = face.card_of(face.pool_texts(game, [thing])[0])
                else:
                    usual = self.past.things.get(card, -1)
                    drawn[at] = usual if usual in pool else things.get(card, -1)
                left[card] -= 1
                if left[card] < 0:
                    self.lacking = card
                    return False
            if face.seen_chance(game, drawn, self.past.reader) != happened.looks:
                return False
        game.deal(drawn)
        return True

    def _moves(self, happened: Happened) -> bool:
        """Lets a seat move; whether it looks the same to the reader."""
        face, game, reader, seat = self.past.face, self.game, self.past.reader, happened.event.seat
        assert seat is not None
        text = " ".join(self._instead(happened, word) for word in happened.event.text.split(" "))
        action, legal = face.parse_move(text), game.legal(seat)
        if happened.looks is None:
            if action in legal:  # nobody saw it, and it changed nothing that the reader knows
                game.apply(seat, action)
            return True
        if happened.looks == happened.event.text:
            if action not in legal or face.seen_move(game, seat, action, reader) != happened.looks:
                return False
        else:
            alike = [one for one in legal if face.seen_move(game, seat, one, reader) == happened.looks]
            if not alike:
                return False
            if self.choices.get(self.number) in alike:
                action = self.choices[self.number]
            else:
                leaving = [one for one in alike if self._may_leave(seat, face.move_text(one))]
                likely = leaving if leaving and self.is_sparing else alike
                if action not in likely:
                    action = self.choices[self.number] = self.rng.choice(likely)
        game.apply(seat, action)
        return True

    def _may_leave(self, seat: int, text: str) -> bool:
        """Whether the move takes a card out of the hand that is not in it at the end."""
        spare = Counter(self.hands[str(seat)]) - Counter(self.wanted[str(seat)])
        return any(spare[word] for word in text.split(" "))

    def _instead(self, happened: Happened, word: str) -> str:
        """The card that goes unseen in this match, where another one went in the true one."""
        return self.cards.get(happened.hidden[word], word) if word in happened.hidden else word


def brought(cards: Cards, lies: Lies, hands: Hands, wanted: Hands, rng: random.Random) -> Cards:
    """Other cards for the draws of what lies elsewhere in the world."""
    found = dict(cards)
    for name, there in hands.items():
        missing = list((Counter(wanted[name]) - Counter(there)).elements())
        spare = Counter(there) - Counter(wanted[name])
        rng.shuffle(missing)
        for place in lies.of(name):
            if spare[cards[place]] and missing:
                spare[cards[place]] -= 1
                found[place] = missing.pop()
    return found


def mended(replay: Replay, rng: random.Random) -> Cards:
    """The cards with two of them exchanged, so that what went wrong first may go well."""
    cards, lies, face = dict(replay.cards), replay.lies, replay.past.face
    open_places = [place for place in cards if place in lies.at or place[0] >= replay.number]
    here: list[Place] = []
    card = ""
    if replay.lacking is not None:
        there = [face.card_of(text) for text in face.pool_texts(replay.game, replay.game.chance()[0])]
        here = [one for one in open_places if cards[one] == replay.lacking and one[0] <= replay.number]
        card = rng.choice(there)
        back = [one for one in cards if one[0] < replay.number and one not in lies.at and cards[one] in there]
        if back and rng.random() < 0.5:  # cards have come back, and it could have been among them
            here, card = [rng.choice(back)], replay.lacking
            open_places = [one for one in open_places if one[0] < replay.number]
    elif (pair := over_and_under(replay)) and rng.random() < 0.7:
        over, kept = pair
        here = [one for one in open_places if cards[one] in over and one in lies.at]
        card = rng.choice(kept or [cards[one] for one in open_places])
    elif missing := lacked(replay):
        if replay.is_well or rng.random() < 0.8:
            name, card = rng.choice(missing)
            spare = Counter(replay.hands[name]) - Counter(replay.wanted[name] if replay.is_well else ())
            here = [one for one in lies.of(name) if spare[cards[one]]]
            open_places = [one for one in open_places if lies.at.get(one) != name]
    if not here and open_places:
        event = replay.past.happened[min(replay.number, len(replay.past.happened) - 1)].event
        own = lies.of(str(event.seat)) if rng.random() < 0.7 else []
        here, card = [rng.choice(own or open_places)], cards[rng.choice(open_places)]
    if here:
        place = rng.choice(here)
        if others := [one for one in open_places if one != place and cards[one] == card]:
            cards[rng.choice(others)] = cards[place]
        cards[place] = card
    return cards


def over_and_under(replay: Replay) -> tuple[list[str], list[str]] | None:
    """Cards that have left hands which have lost too many now, and some of hands which have lost too few."""
    if replay.after is None:
        return None
    over: list[str] = []
    under: list[str] = []
    for name, size in replay.past.happened[replay.number].sizes.items():
        if len(replay.after[name]) < size:
            over += (Counter(replay.hands[name]) - Counter(replay.after[name])).elements()
        elif len(replay.after[name]) > size:
            under += (Counter(replay.hands[name]) & Counter(replay.after[name])).elements()
    return (over, under) if over else None


def lacked(replay: Replay) -> list[tuple[str, str]]:
    """Cards that a hand should hold: those of the world at the end, or those that left it in the true match."""
    wanted = replay.wanted if replay.is_well else replay.past.happened[replay.number].lost
    return [
        (name, card)
        for name, cards in wanted.items()
        for card in (Counter(cards) - Counter(replay.hands[name])).elements()
    ]
