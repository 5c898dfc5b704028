"""GIFT in the terminal: its texts in both languages."""

from __future__ import annotations

from functools import partial

from tefuda.cli.texts import game_text

EN = {
    "attack": "Attack",
    "create": "Create",
    "deck": "deck {n}",
    "final": "FINAL PHASE",
    "discards": "discards {n}",
    "last_discard": "discards {n}, last {card}",
    "idle": "stalled {n}/{most}",
    "to_commit": "commit to a suit",
    "your_chain": "you must follow now",
    "to_break": "Break now?",
    "col_hold": "Hold",
    "col_offer": "Offer",
    "col_break": "Break",
    "dealer": "dealer {right}",
    "out": "out",
    "success": "Success {n}",
    "col_known": "seen in hand",
    "own": "you",
    "bare": "next 2 or Q",
    "next": "{arrow} next {rank}",
    "complete": "{arrow} complete",
    "closed": "{arrow} Success",
    "hand": "Hand",
    "risk": "Risk (only you know): {card}",
    "menu_success": "Success",
    "menu_place": "Place",
    "menu_gift": "With Gift",
    "menu_discard": "Discard",
    "menu_offer": "Offer",
    "menu_rights": "Rights",
    "menu_commit": "Commit",
    "menu_pass": "Stuck",
    "close": "close your row with {card}",
    "stands_for": " (Gift = {card})",
    "hold": "Hold: do nothing",
    "break": "Break: deal the Ks again",
    "pass": "pass",
    "keep": "pass: keep the Break",
    "bad_number": "There is no number {n}; choose from 1 to {most}.",
    "unreadable": "{line!r} is not understood here; type a number of the list, or h.",
    "col_hand": "cards left",
    "col_row": "own row",
    "points": "points",
    "help": """5             makes move number 5 of the list
h4            places that card; h4 gift h6 places the Gift for the h5
discard c9    a move as a text; others are place h4, offer h 4, commit h,
              hold, break, success, pass; suits are s h d c
On the rows: 7 laid, G the Gift, (7) in your hand, x discarded, R the Risk,
- anywhere else; what comes next stands in brackets: [7], [x], [ ]""",
}

JA = {
    "attack": "アタック",
    "create": "クリエイト",
    "deck": "山 {n}枚",
    "final": "終盤（山なし）",
    "discards": "捨て札 {n}枚",
    "last_discard": "捨て札 {n}枚（最後は{card}）",
    "idle": "停滞 {n}/{most}",
    "to_commit": "コミットするスートを選ぶ",
    "your_chain": "続けて上がる番",
    "to_break": "ブレイクする？",
    "col_hold": "ホールド",
    "col_offer": "オファー",
    "col_break": "ブレイク",
    "dealer": "親 {right}",
    "out": "脱落",
    "success": "{n}番目に上がり",
    "col_known": "判明した手札",
    "own": "自分",
    "bare": "次は2かQ",
    "next": "{arrow} 次は{rank}",
    "complete": "{arrow} 完成",
    "closed": "{arrow} 上がり",
    "hand": "手札",
    "risk": "リスク（自分だけが知る）：{card}",
    "menu_success": "サクセス",
    "menu_place": "並べる",
    "menu_gift": "ギフトで",
    "menu_discard": "捨てる",
    "menu_offer": "オファー",
    "menu_rights": "権利",
    "menu_commit": "コミット",
    "menu_pass": "手詰まり",
    "close": "{card}を置いて上がる",
    "stands_for": "（ギフト＝{card}）",
    "hold": "ホールド：何もしない",
    "break": "ブレイク：手札のKを配り直す",
    "pass": "パス",
    "keep": "パス：ブレイクを残す",
    "bad_number": "{n}番はありません。1～{most}から選んでください。",
    "unreadable": "「{line}」は読み取れません。一覧の番号を入力してください（h：ヘルプ）。",
    "col_hand": "残り手札",
    "col_row": "自分の列",
    "points": "得点",
    "help": """5             一覧の5番の手を選ぶ
h4            ♥4を並べる。h4 gift h6 ならギフトを♥5の代わりにする
discard c9    手を文字で書く。ほかに place h4、offer h 4、commit h、hold、
              break、success、pass。スートは s h d c（♠♥♦♣）
列の見方：7 並んだ札、G ギフト、(7) 手札、x 捨て札、R リスク、- それ以外。
角括弧は次の札：[7] 手札にある、[x] 捨て札にある、[ ] 見えていない""",
}

TEXTS = {"en": EN, "ja": JA}

text = partial(game_text, TEXTS)
