"""SCOUT: the sentences. Each tells a reader no more than the reader may know (rules, section 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tefuda.games.events import UNSEEN
from tefuda.games.scout.state import DRAFT, OINK, SHORT
from tefuda.games.scout.texts import TEXTS, TITLE
from tefuda.games.scout.view import Pair, View
from tefuda.games.sentences import Say

__all__ = ["TEXTS", "TITLE", "ScoutSay", "kind_of", "rule", "story", "ways"]


class ScoutSay(Say):
    """SCOUT's own: sets of cards, and the name that an edition gives to the Double Action."""

    def __init__(self, lang: str, reader: int | None = None, names: Sequence[str] = (), edition: int = 0) -> None:
        double = TEXTS[lang][f"double_{'draft' if edition in (DRAFT, SHORT) else 'first'}"]
        super().__init__(TEXTS, lang, reader, names, double=double)
        self.numbers = TEXTS[lang]["numbers"].split()

    def number(self, n: int) -> str:
        return self.numbers[n] if n < len(self.numbers) else str(n)

    def set(self, cards: Sequence[int]) -> str:
        return self(kind_of(cards), cards=" ".join(map(str, cards)), n=self.number(len(cards)))


@lru_cache(maxsize=1024)  # the same few readers ask for it at every event
def _saying(lang: str, reader: int | None, names: tuple[str, ...], edition: int) -> ScoutSay:
    return ScoutSay(lang, reader, names, edition)


def kind_of(cards: Sequence[int]) -> str:
    """R12: what a set of these numbers is."""
    return "single" if len(cards) == 1 else "group" if cards[0] == cards[1] else "run"


def story(before: View, seat: int | None, event: str, after: View, names: Sequence[str], lang: str) -> Iterator[str]:
    """One event as the reader saw it, in sentences for the log. Who keeps a hand and who flips it is hidden."""
    say = _saying(lang, before.seat, tuple(names), before.options.edition)
    move, _, shown = event.partition(" = ")
    word, *rest = move.split(" ")
    if word in ("deal", "start"):
        yield from _chance(say, word, after)
    if word in ("keep", "flip"):
        yield say(word, cards=_cards(after.hand or []))
    if word in ("keep", "flip", UNSEEN) and after.phase == "turn":
        yield say("ready")
    if seat is None or word in ("keep", "flip"):
        return
    played = [int(card.partition("/")[0]) for card in shown.split(" ")] if shown else []
    if word == "play":
        yield _play(say, before, seat, played)
    else:
        yield say("space").join(_scout(say, before, seat, word, rest))
    if after.round != before.round or after.phase == "over":
        yield from _round_end(say, _last(before, seat, len(played)), before, after)


def _chance(say: ScoutSay, word: str, after: View) -> Iterator[str]:
    if word == "deal":
        key = {OINK: "round_oink", SHORT: "round_short"}.get(after.options.edition, "round")
        yield say(key, round=after.round, rounds=after.seats, cards=after.hand_sizes[0], chips=after.chips[0])
        if after.hand is not None:
            yield say("dealt", cards=_cards(after.hand))
    if after.phase != "start":
        yield say("holder" if word == "deal" and after.round == 1 else "start", who=say.who(after.start))


def _cards(cards: Sequence[Pair]) -> str:
    return " ".join(f"{up}/{down}" for up, down in cards)


def _play(say: ScoutSay, before: View, seat: int, cards: Sequence[int]) -> str:
    who, old, edition = say.who(seat), len(before.table), before.options.edition
    key = "played" if not old else "piled" if edition == SHORT else "captured"
    return say(key, who=who, act=say("show" if edition == OINK else "play", who=who), set=say.set(cards), n=old)


def _scout(say: ScoutSay, before: View, seat: int, word: str, rest: Sequence[str]) -> Iterator[str]:
    who, end, place = say.who(seat), rest[0], rest[-1]
    up, down = before.table[0 if end == "left" else -1]
    what = say("last" if len(before.table) == 1 else end, card=f"{up}/{down}")
    yield say("scouted" if word == "scout" else "doubled", who=who, what=what)
    if place != UNSEEN:
        yield say("inserted", who=who, place=int(place), up=down if "flip" in rest else up)
    if before.options.edition == OINK:
        yield say("paid", who=who, n=before.chips[seat] - 1)
    elif before.options.edition != SHORT:
        assert before.owner is not None
        yield say("chip", who=say.who(before.owner))


class Last(NamedTuple):
    """What lay where when a round ended."""

    owner: int
    table: int
    captured: list[int]
    chips: list[int]
    hands: list[int]


def _last(before: View, seat: int, played: int) -> Last:
    """After this seat has laid so many cards, or has scouted: R16 to R18, R29, R34."""
    captured, chips, hands = before.captured[:], before.chips[:], before.hand_sizes[:]
    edition, table = before.options.edition, len(before.table)
    hands[seat] += -played if played else 1
    if played:
        captured[seat] += table if edition != SHORT else 0
        return Last(seat, played, captured, chips, hands)
    assert before.owner is not None
    if edition == OINK:
        chips[seat] -= 1
    elif edition != SHORT:
        chips[before.owner] += 1
    return Last(before.owner, table - 1, captured, chips, hands)


def _round_end(say: ScoutSay, last: Last, before: View, after: View) -> Iterator[str]:
    """How the round ended, each seat's points and where they come from, and who won if it was the last round."""
    edition, capped = after.options.edition, after.ending == "cap"
    if capped:
        yield say("end_cap_short" if edition == SHORT else "end_cap", n=before.turns + 1)
    else:
        key = "end_hand" if after.ending == "hand" else "end_oink" if edition == OINK else "end_scouts"
        yield say(key, who=say.who(last.owner))
    if edition != SHORT:
        for seat in range(after.seats):
            yield _points(say, last, before, after, seat, not capped and seat == last.owner)
    if after.phase == "over":
        yield _winners(say, after)


def _points(say: ScoutSay, last: Last, before: View, after: View, seat: int, ended: bool) -> str:
    """R24, R31, R32."""
    parts = [say("from_score", n=last.captured[seat]), say("from_chips", n=last.chips[seat])]
    if ended and after.options.edition == DRAFT and last.table:
        parts.append(say("from_table", n=last.table))
    if not ended:
        parts.append(say("from_hand", n=last.hands[seat]))
    elif after.ending == "scouts":
        parts.append(say("from_spared", n=last.hands[seat]))
    points, total = after.scores[seat] - before.scores[seat], after.scores[seat]
    return say("points", who=say.who(seat), parts=" ".join(parts), points=points, total=total)


def _winners(say: ScoutSay, view: View) -> str:
    """R26, R34, R36."""
    if view.options.edition == SHORT and view.ending == "cap":
        return say("win_nobody")
    return say.winners(view.scores, max(view.scores), "win_short" if view.options.edition == SHORT else "win")


def rule(view: View, lang: str, names: Sequence[str] = ()) -> str:
    """The rules for what this seat can do now, one action a line."""
    say = ScoutSay(lang, view.seat, names, view.options.edition)
    if view.phase == "over":
        return say("rule_over_short" if view.options.edition == SHORT else "rule_over")
    if view.phase == "choose":
        return say("rule_watch_choose" if view.seat is None else "rule_chosen" if view.chosen else "rule_choose")
    if view.seat not in view.to_act:
        return say("rule_wait", who=say.who(view.to_act[0]))
    return "\n".join(_turn(say, view, view.seat or 0))


def _turn(say: ScoutSay, view: View, seat: int) -> Iterator[str]:
    play = say("name_show" if view.options.edition == OINK else "name_play")
    if view.phase == "double":
        yield say("rule_after")
    if not view.table:
        yield say("rule_open", play=play)
        if view.phase == "turn":
            yield say("rule_no_scout")
        return
    table = [up for up, _ in view.table]
    beat = say("rule_beat", play=play, set=say.set(table), ways=say("or").join(ways(say, table, view.seats)))
    yield beat + say("space") + say("rule_pile" if view.options.edition == SHORT else "rule_take")
    if view.phase == "double":
        return
    if view.options.edition == OINK:
        yield say("rule_scout_oink" if view.chips[seat] else "rule_no_chip", n=view.chips[seat])
        return
    last = [say("rule_last_scout")] if view.scouts == view.seats - 2 else []
    yield say("space").join([say("rule_scout_short" if view.options.edition == SHORT else "rule_scout"), *last])
    yield say("rule_double" if view.markers[seat] else "rule_no_double")


def ways(say: ScoutSay, table: list[int], seats: int) -> Iterator[str]:
    """R14: what beats this table set, the weakest first."""
    size, low, top = len(table), min(table), 9 if seats == 3 else 10
    n = say.number(size)
    if size > 1 and table[0] != table[1]:
        if low + size <= top:
            yield say("way_run", n=n, low=low)
        yield say("way_any_group", n=n)
    elif low < top:
        yield say("way_single" if size == 1 else "way_group", n=n, low=low)
    yield say("way_more", n=say.number(size + 1))
