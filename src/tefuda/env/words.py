"""A match in words: what a seat may know, what happened, why a move is not possible, and the move in an answer."""

from __future__ import annotations

import re
from typing import Any

from tefuda.errors import BadNotation
from tefuda.games import GAMES
from tefuda.games.pages import player_page
from tefuda.games.showing import said
from tefuda.match import Match

BRACKETED = re.compile(r"\[([^\[\]]+)\]")
TEXTS = {
    "en": {
        "you": "{game}, {seats} seats, numbered from 0. You sit at seat {seat}.",
        "happened": "What happened:",
        "see": "What you see:",
        "may": "What you may do now:",
        "moves": "Your moves:",
        "answer": "Answer with one move, as it is written in the list, alone on the last line.",
        "free": "Answer with one move in the game's notation, alone on the last line.",
        "brackets": "Give each move in square brackets at the end of your answer.",
        "no_move": "This is not a move: {move}",
        "not_now": "This is not possible now: {move}",
        "again": "Try again; {left} more wrong answers end the match.",
        "last": "Try again; another wrong answer ends the match.",
        "forfeit": "Too many wrong answers: the match is lost.",
        "over": "The match is over. Points by seat: {scores}. Won by seat {winners}.",
        "nobody": "The match is over. Points by seat: {scores}. Nobody won.",
    },
    "ja": {
        "you": "{game}、{seats}人。席の番号は0からで、あなたは席{seat}です。",
        "happened": "これまでの出来事:",
        "see": "見えているもの:",
        "may": "いまできること:",
        "moves": "選べる手:",
        "answer": "一覧にある手を一つ、最後の行にそのまま書いてください。",
        "free": "手を一つ、このゲームの表記で最後の行に書いてください。",
        "brackets": "手は答えの最後に角括弧に入れて書いてください。",
        "no_move": "手として読めません: {move}",
        "not_now": "いまはできません: {move}",
        "again": "もう一度答えてください。あと{left}回間違えると負けになります。",
        "last": "もう一度答えてください。次に間違えると負けになります。",
        "forfeit": "間違いが多すぎたので、負けになりました。",
        "over": "ゲーム終了です。席ごとの得点: {scores}。勝者: 席{winners}。",
        "nobody": "ゲーム終了です。席ごとの得点: {scores}。勝者はいません。",
    },
}


def check_lang(lang: str) -> str:
    if lang not in TEXTS:
        raise ValueError(f"lang must be {' or '.join(TEXTS)}, not {lang!r}")
    return lang


def say(lang: str, text: str, **values: Any) -> str:
    return TEXTS[lang][text].format(**values)


def seen_text(match: Match, seat: int, lang: str, moves: list[str] | None, since: int | None = None) -> str:
    """What the seat may know now, and with `since` what happened from that event on.

    With `moves` also what it may do, and these as a list, if there are any; with None it has nothing to do any more.
    """
    face = GAMES[match.game]
    view = match.view(seat).to_dict()
    lines = [say(lang, "you", game=face.title(lang), seats=match.seats, seat=seat), ""]
    new = [] if since is None else list(match.story(seat, lang, since))
    if new:
        lines += [say(lang, "happened"), *(f"- {sentence}" for sentence in new), ""]
    lines.append(say(lang, "see"))
    for part in face.parts(view):
        if view.get(part.name) is not None:
            lines.append(f"- {part.label[lang]}: {said(view[part.name])}")
    if moves is not None:
        lines += ["", say(lang, "may"), match.rule(seat, lang), ""]
        if moves:
            lines += [say(lang, "moves"), *(f"- {move}" for move in moves), "", say(lang, "answer")]
        else:
            lines.append(say(lang, "free"))
    return "\n".join(lines)


def end_text(match: Match, lang: str) -> str:
    """How the match ended."""
    assert match.result is not None
    winners, scores = match.result.winners, ", ".join(map(str, match.result.scores))
    return say(lang, "over" if winners else "nobody", scores=scores, winners=", ".join(map(str, winners)))


def reason(match: Match, seat: int, move: str, lang: str) -> str | None:
    """Why the seat cannot make this move now; None if it can."""
    try:
        if match.is_legal(seat, move):
            return None
        found = match.why_not(seat, move, lang)
    except BadNotation:
        return say(lang, "no_move", move=move[:80])
    if found is None:  # a move, but not written as it should be
        return say(lang, "no_move", move=move[:80])
    return f"{say(lang, 'not_now', move=move)}. {found.text}" + (f" ({found.rule})" if found.rule else "")


def rules_text(game: str) -> str:
    """The page of a game's rules; "" if it has none."""
    return player_page(game, "en")


def move_in(answer: str) -> str:
    """The move in an answer: what stands in the last brackets, or else alone on the last line."""
    bracketed = BRACKETED.findall(answer)
    if bracketed:
        return " ".join(bracketed[-1].split())
    lines = [line for line in answer.splitlines() if line.strip(" \t`*.-")]
    return " ".join(lines[-1].strip(" \t`*").removeprefix("- ").split()) if lines else ""
