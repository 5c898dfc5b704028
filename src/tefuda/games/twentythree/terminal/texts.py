"""23 in the terminal: its texts in both languages."""

from __future__ import annotations

from functools import partial

from tefuda.cli.texts import game_text

EN = {
    "to_discard": "put three cards away",
    "your_forced": "your turn: you are forced",
    "col_bonus": "bonus chips",
    "col_penalty": "penalty chips",
    "has_one": "has the 1",
    "finished": "finished",
    "left": "has left",
    "forced": "forced",
    "below": "only below {n}",
    "row_numbers": "Number",
    "row_pile": "Pile {n}",
    "row_laid": "laid",
    "row_hand": "Hand",
    "row_price": "price",
    "row_away": "away",
    "menu_discard": "Put away",
    "menu_free": "Lay free",
    "menu_price": "Lay (price)",
    "menu_chips": "With chips",
    "menu_nothing": "Lay nothing",
    "pick": "{n} of these: {cards}",
    "pass": "pass",
    "force": "force {name}",
    "leave": "leave",
    "last": "the last!",
    "prompt_discard": "Which {n:card|cards} do you put away? (h: help): ",
    "prompt_play": "Your cards, or {letters} (h: help): ",
    "no_card": "You do not have {cards}.",
    "keep_one": "The 1 cannot be put away.",
    "too_many": "{n} cards are too many; you still put {most} away.",
    "one_number": "Cards of different numbers cannot be laid together.",
    "too_low": "{n} is too low: the pile stands at {least}.",
    "too_low_for": "{n} is too low: with those chips {least} is the lowest number.",
    "unreadable": "{line!r} is not understood here; type cards such as 12 12, or h for help.",
    "no_chips": "You have no bonus chips.",
    "few_chips": "You do not have {n} bonus chips; you have {most}.",
    "how_chips": "Bonus chips are written like {ways} here.",
    "bonus_effect": "bonus",
    "total_chips": "penalty chips",
    "help": """7 7 20        before the round: puts these three cards away
12 12         lays two 12s; (2) means: for 2 penalty chips
12 12 -1      with a bonus chip that lowers the pile by 5 for this play,
              +2 two chips that raise it, *1 one chip as you need it (upto5);
              also where the list does not show it
p   f   l     pass; pass and force the next player; leave the round
play 12x2 -1  a move as a text; others are discard 7, pass, force, leave""",
}

JA = {
    "to_discard": "3枚を除外する",
    "your_forced": "あなたの手番（強制）",
    "col_bonus": "ボーナス",
    "col_penalty": "ペナルティ",
    "has_one": "「1」を持つ",
    "finished": "上がり",
    "left": "抜けた",
    "forced": "強制",
    "below": "{n}未満のみ",
    "row_numbers": "数",
    "row_pile": "場 {n}",
    "row_laid": "出た札",
    "row_hand": "手札",
    "row_price": "コスト",
    "row_away": "除外",
    "menu_discard": "除外する",
    "menu_free": "ペナルティなし",
    "menu_price": "ペナルティあり",
    "menu_chips": "ボーナス使用",
    "menu_nothing": "出さない",
    "pick": "次から{n}枚：{cards}",
    "pass": "パス",
    "force": "{name}に強制",
    "leave": "抜ける",
    "last": "上がり！",
    "prompt_discard": "どの札を除外する？ あと{n}枚（h：ヘルプ）: ",
    "prompt_play": "出す札、または {letters}（h：ヘルプ）: ",
    "no_card": "{cards} は手札にありません。",
    "keep_one": "「1」は除外できません。",
    "too_many": "{n}枚は多すぎます。除外するのはあと{most}枚です。",
    "one_number": "違う数の札は一緒に出せません。",
    "too_low": "{n}は小さすぎます。場の数は{least}です。",
    "too_low_for": "{n}は小さすぎます。その使い方で出せるのは{least}からです。",
    "unreadable": "「{line}」は読み取れません。12 12 のように札を入力してください（h：ヘルプ）。",
    "no_chips": "ボーナスチップは残っていません。",
    "few_chips": "ボーナスチップ{n}枚はありません。残りは{most}枚です。",
    "how_chips": "ボーナスチップは {ways} のように書いてください。",
    "bonus_effect": "ボーナス",
    "total_chips": "ペナルティ",
    "help": """7 7 20        ラウンドの前に、この3枚を除外する
12 12         12を2枚出す。(2) はペナルティチップ2枚の意味
12 12 -1      ボーナスチップ1枚で場の数を5下げて出す。+2 なら2枚で10上げる。
              upto5 では *1 のように枚数だけ書く。一覧にない使い方もできる
p   f   l     パス、パスして次の人に強制、ラウンドから抜ける
play 12x2 -1  手を文字で書く。ほかに discard 7、pass、force、leave""",
}

TEXTS = {"en": EN, "ja": JA}
text = partial(game_text, TEXTS)
