"""The terminal's own texts in both languages, and how text is set there."""

from __future__ import annotations

import os
from typing import Literal

from rich.cells import cell_len

Lang = Literal["en", "ja"]

EN = {
    "names": "Aki Ben Chie Dan Emi",
    "player": "Player",
    "you": "{name} (you)",
    "bots": "Bots: {bots}",
    "round": "round {round}",
    "to_choose": "keep or turn your hand",
    "your_turn": "your turn",
    "your_second": "your turn: now the play",
    "col_hand": "cards",
    "col_captured": "score cards",
    "col_chips": "chips",
    "col_marker": "marker",
    "col_scores": "total",
    "col_known": "seen in hand",
    "table": "Table",
    "table_empty": "empty",
    "owner": "of {owner}",
    "owner_you": "of you",
    "scouts": "scouted {n} of {all}",
    "pile": "common pile: {n}",
    "hand": "Hand",
    "place": "place",
    "menu_choose": "Hand",
    "menu_keep": "keep it as it is",
    "menu_flip": "turn it: {cards}",
    "menu_play": "Play",
    "menu_show": "Show",
    "menu_scout": "Scout",
    "menu_double": "Double Action",
    "menu_double_draft": "Scout & Play",
    "left": "left",
    "right": "right",
    "at": "to {places}",
    "prompt": "Your move (h: help): ",
    "prompt_place": "To which place, {places}? (Enter: back): ",
    "prompt_end": "save FILE, log, u or Enter to leave: ",
    "help": """5             makes move number 5; a scout then asks for the place
12 4          scout number 12, and the card becomes the 4th of your hand
play 3+2      a move as a text: two cards from the 3rd on; others are
              scout left flip 4, double right 1, keep, flip
?             the rule that applies now
u             takes back your last move; again and again
log           the whole story so far
save FILE     writes the record
Enter         shows the table again
q             leaves""",
    "bad_command": "{word!r} is nothing that can be done now.",
    "bad_number": "There is no number {n}; choose from 1 to {most}.",
    "bad_place": "Place {place} is not possible there; possible: {places}.",
    "no_place": "Number {n} needs no place.",
    "bad_move": "That cannot be: {reason}",
    "undone": "Taken back.",
    "no_undo": "There is no move of yours to take back.",
    "saved": "The record is in {file}.",
    "save_what": "Say where: save FILE",
    "save_exists": "{file} exists already; choose another name.",
    "save_failed": "Could not write {file}: {reason}",
    "bye": "Bye!",
    "go_on": "Go on later with:",
    "over_title": "The match is over.",
    "not_over": "The match is not over yet.",
    "total": "total",
    "winner": "wins",
    "seats": "seats",
    "editions": "edition",
    "options": "Options (--option NAME=VALUE)",
    "default": "default",
    "effect": "what it changes",
    "all_bots": "Bots (--bots): {bots}",
}

JA = {
    "names": "アキ ベン チエ ダン エミ",
    "player": "プレイヤー",
    "you": "{name}（自分）",
    "bots": "ボット：{bots}",
    "round": "第{round}ラウンド",
    "to_choose": "手札の向きを決める",
    "your_turn": "あなたの手番",
    "your_second": "あなたの手番（続けてプレイ）",
    "col_hand": "手札",
    "col_captured": "得点札",
    "col_chips": "チップ",
    "col_marker": "マーカー",
    "col_scores": "合計",
    "col_known": "公開済みの手札",
    "table": "場札",
    "table_empty": "なし",
    "owner": "オーナー：{owner}",
    "owner_you": "オーナー：あなた",
    "scouts": "連続スカウト {n}／{all}",
    "pile": "共通の山：{n}枚",
    "hand": "手札",
    "place": "位置",
    "menu_choose": "手札",
    "menu_keep": "そのまま使う",
    "menu_flip": "上下を返す：{cards}",
    "menu_play": "プレイ",
    "menu_show": "ショー",
    "menu_scout": "スカウト",
    "menu_double": "ダブルアクション",
    "menu_double_draft": "スカウト＆プレイ",
    "left": "左",
    "right": "右",
    "at": "位置 {places}",
    "prompt": "どうする？（h：ヘルプ）: ",
    "prompt_place": "何枚目に入れる？ {places}（Enterで戻る）: ",
    "prompt_end": "save ファイル名／log／u／Enterで終了: ",
    "help": """5             5番の手を選ぶ（スカウトなら続けて位置を聞かれる）
12 4          12番のスカウトで、その札が手札の4枚目になる
play 3+2      手を文字で書く：3枚目から2枚をプレイ。ほかに
              scout left flip 4、double right 1、keep、flip
?             いま関係するルール
u             自分の直前の手を取り消す（何度でも）
log           これまでの経過をすべて表示
save ファイル 棋譜を保存
Enter         卓をもう一度表示
q             やめる""",
    "bad_command": "「{word}」はいま使えません。",
    "bad_number": "{n}番はありません。1～{most}から選んでください。",
    "bad_place": "{place}枚目には入れられません。選べる位置：{places}",
    "no_place": "{n}番に位置は要りません。",
    "bad_move": "その入力は使えません：{reason}",
    "undone": "取り消しました。",
    "no_undo": "取り消せる手がありません。",
    "saved": "棋譜を {file} に保存しました。",
    "save_what": "ファイル名を付けてください：save ファイル名",
    "save_exists": "{file} はすでにあります。別の名前にしてください。",
    "save_failed": "{file} に書き込めません：{reason}",
    "bye": "おつかれさまでした。",
    "go_on": "続きはこちら：",
    "over_title": "ゲーム終了",
    "not_over": "このゲームはまだ終わっていません。",
    "total": "合計",
    "winner": "勝利",
    "seats": "人数",
    "editions": "版",
    "options": "オプション（--option 名前=値）",
    "default": "初期値",
    "effect": "変わること",
    "all_bots": "ボット（--bots）：{bots}",
}

TEXTS = {"en": EN, "ja": JA}


def locale_lang() -> Lang:
    """The language of the locale."""
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "ja" if locale.startswith("ja") else "en"


def text(lang: str, key: str, **values: object) -> str:
    return TEXTS[lang][key].format(**values)


def ranges(numbers: list[int]) -> str:
    """
    >>> ranges([1, 2, 3, 7])
    '1-3, 7'
    """
    starts = [n for n in numbers if n - 1 not in numbers]
    ends = [n for n in numbers if n + 1 not in numbers]
    return ", ".join(f"{a}-{b}" if a < b else f"{a}" for a, b in zip(starts, ends, strict=True))


NOT_LAST = "（「(["  # signs that never end a line
NOT_FIRST = "、。）：」！？ー～／,.)"  # signs that never begin a line


def fold(line: str, width: int) -> list[str]:
    """The line in pieces of at most this width, broken at spaces and between Japanese characters."""
    pieces, at = [], 0  # `at` is the last place at which the line may be broken
    piece = ""
    for sign in line:
        if piece and may_break(piece[-1], sign):
            at = len(piece)
        piece += sign
        if cell_len(piece.rstrip()) > width:
            at = at or len(piece) - 1
            pieces.append(piece[:at].rstrip())
            piece, at = piece[at:].lstrip(), 0
    return [*pieces, piece]


def may_break(before: str, after: str) -> bool:
    """Whether a new line may begin between these signs."""
    if before == " ":
        return True
    return before not in NOT_LAST and after not in NOT_FIRST and 2 in (cell_len(before), cell_len(after))
