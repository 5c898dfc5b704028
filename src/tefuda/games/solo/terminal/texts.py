"""SOLO in the terminal: its texts in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tefuda.cli.texts import game_text
from tefuda.games.solo.texts import TEXTS as WORDS


def _names(words: Mapping[str, str]) -> dict[str, str]:
    """Of colours and faces, as in the sentences."""
    return {name: words[name] for name in ("r", "g", "y", "b", "S", "R", "D", "X", "G", "A", "W4", "K")}


EN = {
    **_names(WORDS["en"]),
    "any": "any",
    "black": "black",
    "W": "Colour",
    "short_number": "{colour}{face}",
    "short_action": "{colour} {face}",
    "short_block": "{face} {colour}",
    "short_r": "r",
    "short_g": "g",
    "short_y": "y",
    "short_b": "b",
    "your_drawn": "you have drawn: lay or keep",
    "your_answer_skip": "you are to sit out",
    "your_answer_draw": "you are to take {n}",
    "your_answer_swap": "{name} wants to swap hands with you",
    "your_answer_gift": "{name} has a Gift for you",
    "your_answer_swap_all": "{name} makes all hands move on",
    "your_give": "your Gift for {name}",
    "your_triple": "put your Triple+ together",
    "your_owe": 'call "Solo!" now',
    "your_jump": "you can jump in; {name} is to act",
    "col_cards": "cards",
    "col_points": "points",
    "note_owes": "Solo?",
    "note_called": "Solo!",
    "top": "Top",
    "known": "has {cards}",
    "laid_by": "of {name}",
    "colour": "colour: ",
    "sum": "to take: {n}",
    "piles": "pile {pile}, discards {discards}",
    "down": "play goes ↓",
    "up": "play goes ↑",
    "drawn": "drawn: ",
    "so_far": "Triple+: ",
    "menu_play": "Lay",
    "menu_jump": "Jump in",
    "menu_triple": "Triple+",
    "menu_jump_triple": "Jump in, Triple+",
    "menu_with": "Add",
    "menu_done": "Triple+",
    "menu_block": "Block",
    "menu_give": "Give",
    "menu_else": "Else",
    "and_call": '{group} + "Solo!"',
    "no_call": "{group}, silent",
    "done": "lay it",
    "draw": "draw",
    "pass": "pass",
    "keep": "keep it",
    "take": "take {n}",
    "accept_skip": "sit out",
    "accept_swap": "swap hands",
    "accept_gift": "take the Gift",
    "accept_swap_all": "let the hands move",
    "wait": "let it go by",
    "solo": 'call "Solo!"',
    "prompt_give": "Which do you give, {n} more? (h: help): ",
    "prompt_colour": "Which colour?",
    "prompt_seat": "Whom?",
    "prompt_top": "Which on top?",
    "back": "(Enter: back)",
    "bad_number": "There is no number {n}; choose from 1 to {most}.",
    "bad_name": "{n} is not one of the choices: 1 to {most}.",
    "names_nothing": "Number {n} needs nothing more.",
    "no_card": "You do not have {card}.",
    "unfit": "{card} cannot be laid now.",
    "unreadable": "{line!r} is not understood here; type a number of the list, or h.",
    "earlier": "before",
    "help": """3             makes move number 3; then you are asked for a colour or a player
r7  rs  kb    the card itself: red 7, red Skip, blue Block (s Skip, r Reverse,
              d Draw 2, x Swap one, g Gift; w Colour, w4 Draw 4, a Swap all);
              w b names blue at once, and r7 solo also calls "Solo!"
3 5           as a Gift: gives cards number 3 and 5
d k p t a     draw, keep, pass, take the cards, accept what is done to you
s w           call "Solo!"; let your chance to jump in or to call go by
play r7       a move as a text; others are jump r7, triple y7, block r
Solo? Solo!   beside a seat with one card: has not called yet, has called""",
}

JA = {
    **_names(WORDS["ja"]),
    "any": "自由",
    "black": "黒",
    "W": "色変更",
    "short_number": "{colour}{face}",
    "short_action": "{colour}{face}",
    "short_block": "{face}{colour}",
    "short_r": "赤",
    "short_g": "緑",
    "short_y": "黄",
    "short_b": "青",
    "your_drawn": "引いた札を出すか、加えるか",
    "your_answer_skip": "スキップされます",
    "your_answer_draw": "{n}枚引かされます",
    "your_answer_swap": "{name}が手札の交換を求めています",
    "your_answer_gift": "{name}からギフトが来ます",
    "your_answer_swap_all": "{name}の全員交換",
    "your_give": "{name}へのギフトを選ぶ",
    "your_triple": "トリプル+を選ぶ",
    "your_owe": "「ソロ！」と言いましょう",
    "your_jump": "割り込めます（手番は{name}）",
    "col_cards": "枚",
    "col_points": "失点",
    "note_owes": "ソロ？",
    "note_called": "ソロ！",
    "top": "場札",
    "known": "持ち札：{cards}",
    "laid_by": "（{name}）",
    "colour": "色：",
    "sum": "引く枚数：{n}",
    "piles": "山札 {pile}、捨て札 {discards}",
    "down": "順番 ↓",
    "up": "順番 ↑",
    "drawn": "引いた札：",
    "so_far": "トリプル+：",
    "menu_play": "出す",
    "menu_jump": "割り込む",
    "menu_triple": "トリプル+",
    "menu_jump_triple": "割り込みトリプル+",
    "menu_with": "加える",
    "menu_done": "トリプル+",
    "menu_block": "ブロック",
    "menu_give": "渡す",
    "menu_else": "ほか",
    "and_call": "{group}＋「ソロ！」",
    "no_call": "{group}（無言）",
    "done": "これで出す",
    "draw": "引く",
    "pass": "パス",
    "keep": "手札に加える",
    "take": "{n}枚引く",
    "accept_skip": "一回休む",
    "accept_swap": "交換する",
    "accept_gift": "ギフトをもらう",
    "accept_swap_all": "交換に応じる",
    "wait": "見送る",
    "solo": "「ソロ！」と言う",
    "prompt_give": "どれを渡す？ あと{n}枚（h：ヘルプ）: ",
    "prompt_colour": "何色？",
    "prompt_seat": "誰に？",
    "prompt_top": "一番上は？",
    "back": "（Enterで戻る）",
    "bad_number": "{n}番はありません。1～{most}から選んでください。",
    "bad_name": "{n}は選べません。1～{most}から選んでください。",
    "names_nothing": "{n}番にほかの指定は要りません。",
    "no_card": "{card} は手札にありません。",
    "unfit": "{card} はいま出せません。",
    "unreadable": "「{line}」は読み取れません。一覧の番号を入力してください（h：ヘルプ）。",
    "earlier": "それ以前",
    "help": """3             3番の手を選ぶ。続けて色や相手を聞かれることもある
r7  rs  kb    札そのもの：赤7、赤のスキップ、青のブロック
              （r赤 g緑 y黄 b青、sスキップ rリバース dドロウ2 x一人交換
              gギフト、w色変更 w4ドロウ4 a全員交換）。w b で青を指定、
              r7 solo で「ソロ！」と言いながら出す
3 5           ギフトで3番と5番の札を渡す
d k p t a     引く、手札に加える、パス、指定の枚数を引く、受け入れる
s w           「ソロ！」と言う、割り込みや宣言を見送る
play r7       手を文字で書く。ほかに jump r7、triple y7、block r、give b2
ソロ？ ソロ！ 残り1枚の席の印。まだ言っていない、もう言った""",
}

TEXTS = {"en": EN, "ja": JA}
text = partial(game_text, TEXTS)
