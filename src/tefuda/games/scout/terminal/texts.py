"""SCOUT in the terminal: its texts in both languages."""

from __future__ import annotations

from functools import partial

from tefuda.cli.texts import game_text

EN = {
    "edition_first": "first edition",
    "edition_draft": "designer's draft",
    "edition_short": "short game",
    "edition_oink": "for two",
    "to_choose": "keep or turn your hand",
    "your_second": "your turn: now the play",
    "col_captured": "score cards",
    "col_chips": "chips",
    "col_marker": "marker",
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
    "prompt_place": "To which place, {places}? (Enter: back): ",
    "bad_number": "There is no number {n}; choose from 1 to {most}.",
    "bad_place": "Place {place} is not possible there; possible: {places}.",
    "no_place": "Number {n} needs no place.",
    "help": """5             makes move number 5; a scout then asks for the place
12 4          scout number 12, and the card becomes the 4th of your hand
play 3+2      a move as a text: two cards from the 3rd on; others are
              scout left flip 4, double right 1, keep, flip""",
}

JA = {
    "edition_first": "初版",
    "edition_draft": "草案",
    "edition_short": "短いゲーム",
    "edition_oink": "2人用",
    "to_choose": "手札の向きを決める",
    "your_second": "あなたの手番（続けてプレイ）",
    "col_captured": "得点札",
    "col_chips": "チップ",
    "col_marker": "マーカー",
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
    "prompt_place": "何枚目に入れる？ {places}（Enterで戻る）: ",
    "bad_number": "{n}番はありません。1～{most}から選んでください。",
    "bad_place": "{place}枚目には入れられません。選べる位置：{places}",
    "no_place": "{n}番に位置は要りません。",
    "help": """5             5番の手を選ぶ（スカウトなら続けて位置を聞かれる）
12 4          12番のスカウトで、その札が手札の4枚目になる
play 3+2      手を文字で書く：3枚目から2枚をプレイ。ほかに
              scout left flip 4、double right 1、keep、flip""",
}

TEXTS = {"en": EN, "ja": JA}

text = partial(game_text, TEXTS)
