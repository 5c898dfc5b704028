"""Crazy Eights: what happened, what the rules say, and why not; all from what the reader has seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crazy_eights.game import CARD_TEXTS, DEAL, DRAW, END, NAME, State
from tefuda.games.derived import View
from tefuda.games.events import Drawn
from tefuda.games.reason import Reason
from tefuda.games.sentences import Say

TEXTS = {
    "en": {
        "deal": "Round {round} begins: {n:card|cards} each.", "turn": "{card} is turned up.",
        "play": "{who} {who:lays|lay} {card}.", "name": "{who} {who:names|name} {card}.",
        "draw": "{who} {who:draws|draw} a card.", "drew": "You draw {card}.", "pass": "{who} {who:passes|pass}.",
        "end": "The round ends. Points: {points}.",
        "rule": "Lay a card of the suit {suit} or like {top}, or any eight; or draw a card; after that you may pass.",
        "rule_name": "Name the suit that counts now.", "wait": "It is not your turn.",
        "why_hand": "You do not hold that card.", "why_fit": "It is neither of the suit {suit} nor like {top}.",
        "why_draw": "You have drawn already, or there is no card left.", "why_pass": "Before you pass, draw a card.",
        "why_name": "A suit is named only after an eight.",
    },
    "ja": {
        "deal": "第{round}ラウンド開始：手札は{n}枚。", "turn": "最初の場札は{card}。",
        "play": "{who}が{card}を出した。", "name": "{who}がスート{card}を指定した。",
        "draw": "{who}が1枚引いた。", "drew": "あなたは{card}を引いた。", "pass": "{who}がパスした。",
        "end": "ラウンド終了。得点：{points}。",
        "rule": "スート{suit}か、{top}と同じ数字の札、または8を出す。出さないなら1枚引く。引いたあとはパスできる。",
        "rule_name": "有効にするスートを選ぶ。", "wait": "ほかの人の番です。",
        "why_hand": "その札は手札にありません。", "why_fit": "スート{suit}でも、{top}と同じ数字でもありません。",
        "why_draw": "もう引いたか、山札がありません。", "why_pass": "パスの前に1枚引いてください。",
        "why_name": "スートを指定できるのは8を出したあとだけです。",
    },
}  # fmt: skip


def drawn(s: State) -> Drawn:
    """R1, R2: hands and drawn cards are their owner's, the card that is turned up is seen by all."""
    if s.phase == DEAL:
        return Drawn("deal", CARD_TEXTS, [seat for seat in range(s.seats) for _ in range(s.dealt)])
    return Drawn("draw", CARD_TEXTS, [s.turn]) if s.phase == DRAW else Drawn("turn", CARD_TEXTS, [None])


def story(before: View, seat: int | None, event: str, after: View, names: Sequence[str], lang: str) -> Iterator[str]:
    say = Say(TEXTS, lang, before.seat, names)
    word, *rest = event.split(" ")
    if word == "deal":
        yield say("deal", round=after.round, n=after.options.dealt)
    elif seat is None and word == "draw":
        if "?" not in rest:
            yield say("drew", card=rest[0])
    elif seat is None:
        yield say(word, card=rest[0])
    elif word != "draw" or seat != before.seat:  # of one's own the card is told
        yield say(word, who=say.who(seat), card=" ".join(rest))
    if after.round != before.round or after.phase == END:
        yield say("end", points=", ".join(map(str, after.points)))


def rule(view: View, lang: str, names: Sequence[str] = ()) -> str:
    say = Say(TEXTS, lang, view.seat, names)
    if view.seat not in view.to_act:
        return say("wait")
    return say("rule_name") if view.phase == NAME else say("rule", suit=view.suit, top=view.top)


def why_not(view: View, move: str, lang: str, names: Sequence[str] = ()) -> Reason | None:
    say = Say(TEXTS, lang, view.seat, names)
    word, *rest = move.split(" ")
    if word == "play" and rest[0] not in view.hand:
        return Reason(say("why_hand"), "R2")
    if word == "play":
        return Reason(say("why_fit", suit=view.suit, top=view.top), "R2")
    return Reason(say(f"why_{word}"), {"draw": "R5", "pass": "R5", "name": "R3"}[word])
