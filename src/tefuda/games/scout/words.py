"""SCOUT: the sentences. Each tells a reader no more than the reader may know (rules, section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tefuda.games.scout import rules
from tefuda.games.scout.moves import Double, Flip, Keep, Play, Scout, action_of, parse
from tefuda.games.scout.state import (
    CAP,
    DRAFT,
    END,
    HAND,
    HOLDER12,
    OINK,
    SCOUTS,
    SHORT,
    START,
    TURN,
    State,
    Work,
    pair,
)
from tefuda.games.scout.texts import TEXTS, TITLE
from tefuda.games.scout.view import View
from tefuda.games.sentences import Say

__all__ = ["TEXTS", "TITLE", "ScoutSay", "kind_of", "rule", "story", "ways"]


class ScoutSay(Say):
    """SCOUT's own: sets of cards, and the name that an edition gives to the Double Action."""

    def __init__(self, lang: str, reader: int | None = None, names: Sequence[str] = (), edition: int = 0) -> None:
        texts = TEXTS[lang]
        super().__init__(
            texts, reader, names, double=texts[f"double_{'draft' if edition in (DRAFT, SHORT) else 'first'}"]
        )

    def number(self, n: int) -> str:
        words = self("numbers").split()
        return words[n] if n < len(words) else str(n)

    def set(self, cards: Sequence[int]) -> str:
        return self(kind_of(cards), cards=" ".join(map(str, cards)), n=self.number(len(cards)))


def kind_of(cards: Sequence[int]) -> str:
    """R12: what a set of these numbers is."""
    return "single" if len(cards) == 1 else "group" if cards[0] == cards[1] else "run"


def story(
    before: State, seat: int | None, event: str, after: State, reader: int | None, names: Sequence[str], lang: str
) -> Iterable[str]:
    """One event, in sentences for the log."""
    say = ScoutSay(lang, reader, names, before.edition)
    if seat is None:
        yield from _chance(say, before, after)
        return
    move = parse(event)
    match move:
        case Keep() | Flip():
            if seat == reader:
                yield say(str(move), cards=_hand(after, seat))
            if after.phase == TURN:
                yield say("ready")
        case Play():
            yield _play(say, before, seat, move)
        case Scout() | Double():
            yield say("space").join(_scout(say, before, seat, move))
    if after.round != before.round or after.phase == END:
        last = before.clone()
        last.round = last.seats  # as if it were the last round: then nothing is cleared for another
        rules.apply(last, Work(), seat, action_of(move))
        yield from _round_end(say, last, after)


def _chance(say: ScoutSay, before: State, after: State) -> Iterator[str]:
    if before.phase != START:
        key = {OINK: "round_oink", SHORT: "round_short"}.get(after.edition, "round")
        yield say(key, round=after.round, rounds=after.seats, cards=after.hand_size[0], chips=after.chips[0])
        if say.reader is not None:
            yield say("dealt", cards=_hand(after, say.reader))
    if after.phase != START:
        by_card = after.edition == SHORT or after.start_player == HOLDER12
        yield say(
            "holder" if by_card and before.phase != START and after.round == 1 else "start", who=say.who(after.start)
        )


def _hand(s: State, seat: int) -> str:
    return " ".join(map(_card, s.hands[seat][: s.hand_size[seat]]))


def _card(card: int) -> str:
    return "{}/{}".format(*pair(card))


def _play(say: ScoutSay, s: State, seat: int, move: Play) -> str:
    who, old = say.who(seat), s.table_size
    cards = [rules.up(card) for card in s.hands[seat][move.first - 1 : move.first - 1 + move.size]]
    key = "played" if not old else "piled" if s.edition == SHORT else "captured"
    return say(key, who=who, act=say("show" if s.edition == OINK else "play", who=who), set=say.set(cards), n=old)


def _scout(say: ScoutSay, s: State, seat: int, move: Scout | Double) -> Iterator[str]:
    who = say.who(seat)
    card = s.table[0 if move.end == "left" else s.table_size - 1]
    what = say("last" if s.table_size == 1 else move.end, card=_card(card))
    yield say("scouted" if isinstance(move, Scout) else "doubled", who=who, what=what)
    if s.insert_visible or seat == say.reader:
        yield say("inserted", who=who, place=move.place, up=rules.up(rules.turned(card) if move.flip else card))
    if s.edition == OINK:
        yield say("paid", who=who, n=s.chips[seat] - 1)
    elif s.edition != SHORT:
        yield say("chip", who=say.who(s.owner))


def _round_end(say: ScoutSay, last: State, after: State) -> Iterator[str]:
    """How the round ended, each seat's points and where they come from, and who won if it was the last round."""
    ender = -1 if last.ending == CAP else last.owner
    if last.ending == CAP:
        yield say("end_cap_short" if last.edition == SHORT else "end_cap", n=last.turns)
    else:
        key = "end_hand" if last.ending == HAND else "end_oink" if last.edition == OINK else "end_scouts"
        yield say(key, who=say.who(ender))
    if last.edition != SHORT:
        for seat in range(last.seats):
            yield _points(say, last, seat, seat == ender, after.total[seat])
    if after.phase == END:
        yield _winners(say, after)


def _points(say: ScoutSay, last: State, seat: int, ended: bool, total: int) -> str:
    """R24, R31, R32."""
    hand, table = last.hand_size[seat], last.table_size if ended and last.edition == DRAFT else 0
    parts = [say("from_score", n=last.captured[seat]), say("from_chips", n=last.chips[seat])]
    parts += [say("from_table", n=table)] if table else []
    if not ended:
        parts.append(say("from_hand", n=hand))
    elif last.ending == SCOUTS:
        parts.append(say("from_spared", n=hand))
    points = last.captured[seat] + last.chips[seat] + table - (0 if ended else hand)
    return say("points", who=say.who(seat), parts=" ".join(parts), points=points, total=total)


def _winners(say: ScoutSay, s: State) -> str:
    """R26, R34, R36."""
    if s.edition == SHORT and s.ending == CAP:
        return say("win_nobody")
    totals = s.total[: s.seats]
    winners = [seat for seat in range(s.seats) if totals[seat] == max(totals)]
    if len(winners) == 1:
        return say("win_short" if s.edition == SHORT else "win", who=say.who(winners[0]), n=max(totals))
    return say("share", everybody=say.everybody(winners), n=max(totals))


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
