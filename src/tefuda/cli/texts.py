"""The terminal's own texts in both languages, and how text is set there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal

from rich.cells import cell_len

Lang = Literal["en", "ja"]

EN = {
    "names": "Aki Ben Chie Dan Emi Finn Gen Hana Ivo",
    "player": "Player",
    "you": "{name} (you)",
    "bots": "Bots: {bots}",
    "round": "round {round}",
    "your_turn": "your turn",
    "cards": "cards",
    "prompt": "Your move (h: help): ",
    "prompt_end": "save FILE, log, u or Enter to leave: ",
    "help": """?             the rule that applies now
u             takes back your last move; can be repeated
log           the whole story so far
save FILE     writes the record
Enter         shows the table again
q             leaves""",
    "bad_command": "{word!r} is not possible here.",
    "bad_move": "Not possible: {reason}",
    "by_rule": "{text} ({rule})",
    "no_move": "{line!r} is not a move; h shows what you can type.",
    "prompt_more": "-- Enter: more, q: back -- ",
    "undone": "Taken back.",
    "no_undo": "There is no move of yours to take back.",
    "saved": "The record is in {file}.",
    "save_what": "Name a file: save FILE",
    "save_exists": "{file} exists already; choose another name.",
    "save_failed": "Could not write {file}: {reason}",
    "bye": "Bye!",
    "go_on": "Go on later with:",
    "over_title": "The match is over.",
    "not_over": "The match is not over yet.",
    "verified": "Verified: all {draws} draws of chance are what the deal gives.",
    "not_verified": "Not verified: {reason}",
    "compare_commitment": "This must be the commitment that the table showed before the match: {commitment}",
    "daily": "The deal of {day}: one round of {game}, the same for everybody. You have one try.",
    "daily_practice": "The deal of {day}, to practise: one round of {game}.",
    "daily_result": "Your result, compared with the others at the table: {result} points.",
    "daily_level": "Better than {share} of {level}, whose average here is {mean}.",
    "puzzle": "Puzzle {number} of {count}. Which move is best? Bots that find it: {solved}.",
    "puzzle_nobody": "no bot",
    "puzzle_right": "Right! It is worth at least {lead} points more than any other move.",
    "puzzle_wrong": "There is a better one{less}. Try again, or type best to see it.",
    "puzzle_less": ": this costs {less} points on average",
    "puzzle_best": "The best move is {best}: worth at least {lead} points more than any other.",
    "judging": "judging",
    "judged": "{decisions} decisions, {good} of them as good as any.",
    "judged_loss": "A decision lost {loss} ± {half} points on average.",
    "judged_like": "You played like {level}.",
    "judged_between": "You played like {level}; judging by this match alone, it could be {low} to {high}.",
    "judged_form": "These levels were measured in the game's usual form; in this one they are rough.",
    "judged_result": "Result compared with the others: {result} points, of which luck: {luck}.",
    "judged_without_cards": "How much was luck cannot be told: the record does not have the others' cards.",
    "judged_round": "round",
    "judged_made": "you did",
    "judged_best": "better",
    "judged_cost": "cost",
    "judged_chance": "chance to win",
    "judged_inaccuracy": "inaccuracy",
    "judged_mistake": "mistake",
    "judged_blunder": "blunder",
    "part_start": "start",
    "part_deal": "deal",
    "part_draws": "draws",
    "part_hidden": "hidden cards",
    "part_others": "the others",
    "part_own": "you",
    "part_result": "result",
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
    "names": "アキ ベン チエ ダン エミ フィン ゲン ハナ イヴォ",
    "player": "プレイヤー",
    "you": "{name}（自分）",
    "bots": "ボット：{bots}",
    "round": "第{round}ラウンド",
    "your_turn": "あなたの手番",
    "cards": "手札",
    "prompt": "どうする？（h：ヘルプ）: ",
    "prompt_end": "save ファイル名／log／u／Enterで終了: ",
    "help": """?             いま関係するルール
u             自分の直前の手を取り消す（何度でも）
log           これまでの経過をすべて表示
save ファイル 棋譜を保存
Enter         卓をもう一度表示
q             やめる""",
    "bad_command": "「{word}」はいま使えません。",
    "bad_move": "できません：{reason}",
    "by_rule": "{text}（{rule}）",
    "no_move": "「{line}」は手の書き方ではありません。h で入力のしかたを表示します。",
    "prompt_more": "-- Enter：続き、q：戻る -- ",
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
    "verified": "検証できました：{draws}回の抽選はすべて、公開されたシードどおりです。",
    "not_verified": "検証できません：{reason}",
    "compare_commitment": "対戦前に卓に表示されたコミットメントと同じか確かめてください：{commitment}",
    "daily": "{day}の配り：{game}の1ラウンド。全員に同じ札が配られます。挑戦は1回だけです。",
    "daily_practice": "{day}の配りで練習：{game}の1ラウンド。",
    "daily_result": "同じ卓のほかの人との差：{result}点。",
    "daily_level": "同じ席の{level}の{share}に勝る結果です（{level}の平均は{mean}点）。",
    "puzzle": "何出す？ {number}問目（全{count}問）。いちばんよい手は？ 解けたボット：{solved}",
    "puzzle_nobody": "なし",
    "puzzle_right": "正解！ ほかのどの手よりも{lead}点以上よい手です。",
    "puzzle_wrong": "もっとよい手があります{less}。もう一度どうぞ。bestで答えを見られます。",
    "puzzle_less": "（この手は平均{less}点の損）",
    "puzzle_best": "いちばんよい手は{best}。ほかのどの手よりも{lead}点以上よくなります。",
    "judging": "判定中",
    "judged": "判断{decisions}回、うち{good}回は最善と変わりません。",
    "judged_loss": "1回の判断で平均{loss}±{half}点を失いました。",
    "judged_like": "{level}くらいの腕前でした。",
    "judged_between": "{level}くらいの腕前でした（この対戦だけでは{low}から{high}まで考えられます）。",
    "judged_form": "ふつうと違う人数やルールなので、腕前はおよそのものです。",
    "judged_result": "ほかの人との差：{result}点。うち運：{luck}点。",
    "judged_without_cards": "運がどれだけだったかは分かりません。記録にほかの人の札がないからです。",
    "judged_round": "ラウンド",
    "judged_made": "選んだ手",
    "judged_best": "もっとよい手",
    "judged_cost": "損",
    "judged_chance": "勝つ見込み",
    "judged_inaccuracy": "緩手",
    "judged_mistake": "疑問手",
    "judged_blunder": "悪手",
    "part_start": "席順",
    "part_deal": "配り",
    "part_draws": "引き",
    "part_hidden": "伏せた札",
    "part_others": "ほかの人",
    "part_own": "あなた",
    "part_result": "結果",
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


def game_text(own: Mapping[str, Mapping[str, str]], lang: str, key: str, **values: object) -> str:
    """A game's own text, or the one that all games share."""
    return (own if key in own[lang] else TEXTS)[lang][key].format(**values)


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
