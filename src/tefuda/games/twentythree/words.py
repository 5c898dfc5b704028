"""23: the sentences. Each tells a reader no more than the reader may know (rules, section 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tefuda.games.events import UNSEEN
from tefuda.games.sentences import Say
from tefuda.games.twentythree import rules
from tefuda.games.twentythree.moves import Discard, Force, Leave, Move, Pass, Play, action_of, parse
from tefuda.games.twentythree.state import CHIPS, DISCARDS, LEARN_HAND, PLAY0, ROUNDS, SHIFT, TOP, WAYS, State
from tefuda.games.twentythree.texts import TEXTS, TITLE
from tefuda.games.twentythree.view import View, chip_signs, put_away
from tefuda.games.view import world_of

__all__ = ["TEXTS", "TITLE", "blocked_after", "lowest", "price", "rule", "story"]


def price(pile: int, move: Play) -> int:
    """R9: the penalty chips that this play takes from a pile of this value."""
    return rules.skipped(pile, (action_of(move) - PLAY0) % WAYS, move.number)


def lowest(pile: int, move: Play) -> int:
    """R10: the lowest number that can be laid with these chips; with exact5 what the pile counts as."""
    return pile + SHIFT * move.chips * (1 if move.way == "+" else -1)


def blocked_after(s: State) -> int:
    """R22: how often in a row everybody has passed, if nobody may pass now; 0 as long as one may."""
    return s.passes // rules.still_in(s) if rules.passes_left(s) <= 0 else 0


def story(before: View, seat: int | None, event: str, after: View, names: Sequence[str], lang: str) -> Iterator[str]:
    """One event as the reader saw it, in sentences for the log. Which cards others put away is hidden, and when."""
    say = Say(TEXTS, lang, before.seat, names)
    if event == UNSEEN:
        yield from _ready(say, after)
    elif seat is None:
        yield from _chance(say, event, after)
    else:
        yield from _moved(say, before, seat, parse(event), after)
    if seat is not None and (after.round != before.round or after.phase == "over"):
        yield from _round_end(say, before.round, after)


def _moved(say: Say, before: View, seat: int, move: Move, after: View) -> Iterator[str]:
    match move:
        case Discard():
            yield from _discard(say, before, move)
            yield from _ready(say, after)
        case Play():
            yield say("space").join(_play(say, before, seat, move))
        case Pass() | Force() | Leave():
            yield say("space").join(_lay_nothing(say, before, seat, move, after))


def _chance(say: Say, event: str, after: View) -> Iterator[str]:
    """R3 to R5. Everybody sees who is dealt the 1, for its back differs."""
    if event.startswith("holder"):
        key = "round_chips" if after.round == 1 else "round"
        cards = LEARN_HAND + put_away(after.options)
        yield say(key, round=after.round, rounds=ROUNDS, cards=cards, chips=CHIPS)
        yield say("holder", who=say.who(after.holder))
        return
    if after.hand is not None:
        one = [1] if after.phase == "play" and after.seat == after.holder else []  # R21: it lies there already
        yield say("dealt", cards=_cards(one + after.hand))
    if after.phase == "play":
        yield say("one", who=say.who(after.holder))


def _discard(say: Say, before: View, move: Discard) -> Iterator[str]:
    """R6: a seat's own three cards are told together."""
    away = sorted([*(before.discards or []), move.number])
    if len(away) == DISCARDS:
        yield say("put_away", cards=_cards(away))


def _ready(say: Say, after: View) -> Iterator[str]:
    """R6: of the others nothing is told until all are ready."""
    if after.phase == "play":
        yield say("space").join([say("ready"), say("one", who=say.who(after.holder))])


def _play(say: Say, before: View, seat: int, move: Play) -> Iterator[str]:
    """R8 to R12."""
    pile = before.pile["value"]
    who, paid = say.who(seat), price(pile, move)
    key, chips = "laid_skipping" if paid else "laid", ""
    if move.chips:
        key = f"then_{key}"
        used = "chips_used_up_to" if move.way == "*" else "chips_used"
        chips = say(used, who=who, n=move.chips, pile=max(0, lowest(pile, move)))
    yield say(key, who=who, chips=chips, cards=_cards([move.number] * move.cards), n=paid)
    if move.cards == before.hand_sizes[seat]:
        back = min(3, before.penalty[seat] + paid)
        yield say("finished_back" if back else "finished", who=who, n=back)


def _lay_nothing(say: Say, before: View, seat: int, move: Pass | Force | Leave, after: View) -> Iterator[str]:
    """R13, R14, R16; and R15: whom a force binds would have played."""
    who = say.who(seat)
    if before.forced == seat and not (before.options.forced_may_leave and isinstance(move, Leave)):
        yield say("lapsed", who=who)
    match move:
        case Pass():
            yield say("passed", who=who)
        case Leave():
            yield say("left", who=who, n=before.hand_sizes[seat])
        case Force():
            assert after.forced is not None
            other = say.who(after.forced)
            yield say("forced", who=who, other=say("other_you") if other.reads else other)


def _round_end(say: Say, number: int, after: View) -> Iterator[str]:
    """R17, and after the last round what the bonus chips take away (R19)."""
    yield say("round_end", round=number)
    for seat in range(after.seats):
        values = {"who": say.who(seat), "penalty": after.penalty[seat], "bonus": after.bonus[seat]}
        if after.phase == "over":
            left = -after.scores[seat]
            away = after.penalty[seat] - left
            yield say("final_bonus" if away else "final", **values, n=away, left=left)
        else:
            yield say("chips", **values)
    if after.phase == "over":
        yield say.winners(after.scores, -max(after.scores))  # R19, R20


def _cards(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


# ---- the rules that apply now


def rule(view: View, lang: str, names: Sequence[str] = ()) -> str:
    """The rules for what this seat can do now, one action a line."""
    say = Say(TEXTS, lang, view.seat, names)
    if view.phase == "over":
        return say("rule_over_negative" if view.options.allow_negative else "rule_over")
    if view.seat is None or view.discards is None:
        return say("rule_watch_discard") if view.phase == "discard" else say("rule_wait", who=say.who(view.to_act[0]))
    if view.phase == "discard":
        more = DISCARDS - len(view.discards)
        return say("rule_discard", n=more) if more else say("rule_discarded")
    if view.seat not in view.to_act:
        waits = [say(f"rule_{view.out[view.seat]}")] if view.out[view.seat] else []
        return "\n".join([*waits, say("rule_wait", who=say.who(view.to_act[0]))])
    return "\n".join(_turn(say, view, world_of(view), view.seat))


def _turn(say: Say, view: View, s: State, seat: int) -> Iterator[str]:
    must_play = rules.must_play(s, seat)
    if must_play:
        yield say("rule_forced_or_leave" if view.options.forced_may_leave else "rule_forced")
    elif view.forced == seat:
        yield say("rule_unforced_bonus" if view.options.forced_must_use_bonus else "rule_unforced", pile=s.pile)
    yield say("space").join(_lay(say, s, seat))
    yield say("space").join(_bonus(say, s, seat))
    if not must_play:
        if n := blocked_after(s):
            yield say("rule_blocked", n=n)
        else:
            yield say("rule_pass_alone" if rules.next_seat(s, seat) == seat else "rule_pass")
    if not must_play or view.options.forced_may_leave:
        yield say("rule_leave", n=s.hand_size[seat])


def _lay(say: Say, s: State, seat: int) -> Iterator[str]:
    free = say("rule_free_top" if s.pile == TOP else "rule_free", pile=s.pile, next=s.pile + 1)
    yield say("rule_lay", pile=s.pile, free=free)
    if not rules.can_lay(s, seat, s.pile):
        yield say("rule_none")
    if s.hand_size[seat] == max(s.hand[seat]):
        yield say("rule_last")


def _bonus(say: Say, s: State, seat: int) -> Iterator[str]:
    if not s.bonus[seat]:
        yield say("rule_no_bonus")
    elif chip_signs(s) == "*":
        low, high = max(1, s.pile - SHIFT), min(TOP, s.pile + SHIFT + 1)
        yield say("rule_bonus_up_to", n=s.bonus[seat], low=low, high=high)
        yield say("rule_bonus_kept")
    else:
        yield say("rule_bonus", n=s.bonus[seat], low=s.pile - SHIFT, high=s.pile + SHIFT)
        yield say("rule_bonus_kept")
