"""23: its texts, in both languages."""

from __future__ import annotations

TITLE = {"en": "23", "ja": "23"}

# {who:lays|lay} is the verb for another player and for the reader; {n:chip|chips} counts.
EN = {
    "round": "Round {round} of {rounds} begins: {cards:card|cards} each.",
    "round_chips": "Round {round} of {rounds} begins: {cards:card|cards} and {chips:bonus chip|bonus chips} each.",
    "holder": "{who} {who:was|were} dealt the 1.",
    "dealt": "Your hand: {cards}",
    "put_away": "You put {cards} away.",
    "ready": "Everybody has put three cards away.",
    "one": "{who} {who:lays|lay} the 1.",
    "laid": "{who} {who:lays|lay} {cards}.",
    "laid_skipping": "{who} {who:lays|lay} {cards}, {who:skips|skip} {n:number|numbers} and {who:takes|take}"
    " {n:penalty chip|penalty chips}.",
    "chips_used": "{who} {who:pays|pay} {n:bonus chip|bonus chips} (the pile counts as {pile})",
    "chips_used_up_to": "{who} {who:pays|pay} {n:bonus chip|bonus chips}",
    "then_laid": "{chips} and {who:lays|lay} {cards}.",
    "then_laid_skipping": "{chips}, {who:lays|lay} {cards}, {who:skips|skip} {n:number|numbers} and {who:takes|take}"
    " {n:penalty chip|penalty chips}.",
    "finished": "{who} {who:has|have} no card left and {who:is|are} out of the round.",
    "finished_back": "{who} {who:has|have} no card left, {who:gives|give} {n:penalty chip|penalty chips} back and"
    " {who:is|are} out of the round.",
    "passed": "{who} {who:passes|pass} for a penalty chip.",
    "forced": "{who} {who:passes|pass} for 2 penalty chips and {who:forces|force} {other} to lay cards.",
    "other_you": "you",
    "lapsed": "{who} {who:has|have} nothing to lay, so the force comes to nothing.",
    "left": "{who} {who:leaves|leave} the round with {n:card|cards} in hand: {n:penalty chip|penalty chips}.",
    "round_end": "Round {round} is over.",
    "chips": "{who}: {penalty:penalty chip|penalty chips}, {bonus:bonus chip|bonus chips}",
    "final": "{who}: {penalty:penalty chip|penalty chips}",
    "final_bonus": "{who}: {penalty:penalty chip|penalty chips} - {n} for {bonus:bonus chip|bonus chips} = {left}",
    "win": "{who} {who:wins|win} the match with {n:penalty chip|penalty chips}.",
    "share": "{everybody} share the win with {n:penalty chip|penalty chips}.",
    "rule_discard": "Put {n:more card|more cards} away, face down and out of this round. The 1 stays, for its holder"
    " opens the round with it (R6, R7).",
    "rule_discarded": "Your three cards are put away; play begins when all have done so (R6).",
    "rule_watch_discard": "All put three cards away in secret; then the holder of the 1 lays it (R6, R7).",
    "rule_wait": "It is the turn of another player ({who}).",
    "rule_finished": "You have laid all your cards and are out until the round ends (R12, R17).",
    "rule_left": "You have left; your turns are skipped until the round ends (R16, R17).",
    "rule_over": "The match is over: every unused bonus chip took 2 penalty chips away, but never below 0. The fewest"
    " win, and a tie is a shared win (R19, R20).",
    "rule_over_negative": "The match is over: every unused bonus chip took 2 penalty chips away, even below 0. The"
    " fewest win, and a tie is a shared win (R19, R20).",
    "rule_lay": "Lay: up to three cards of one number, {pile} or higher. {free}; beyond that every number skipped costs"
    " a penalty chip, no matter how many cards you lay (R8, R9).",
    "rule_free": "{pile} and {next} are free",
    "rule_free_top": "{pile} is free",
    "rule_none": "You have no such card.",
    "rule_last": "Laying your last card gives up to 3 penalty chips back (R12).",
    "rule_bonus": "Bonus chips ({n} left): each moves the pile by exactly 5 for this one play, all the same way; with"
    " one it counts as {low} or {high} (R10).",
    "rule_bonus_up_to": "Bonus chips ({n} left): each moves the pile by up to 5 for this one play, whichever way is"
    " best; with one you can lay {low} or higher, and up to {high} nothing is skipped (R10, R24).",
    "rule_bonus_kept": "One that you keep takes 2 penalty chips away at the end (R19).",
    "rule_no_bonus": "You have no bonus chip left (R5, R10).",
    "rule_pass": "Pass: 1 penalty chip. For 2 the next player must lay cards if they can (R13, R14).",
    "rule_pass_alone": "Pass: 1 penalty chip. Nobody else is in the round, so there is nobody to force (R13, R14).",
    "rule_blocked": "No passing: all players still in the round have passed {n:time|times} in a row, so somebody must"
    " lay cards or leave first (R22).",
    "rule_leave": "Leave the round: a penalty chip for each card in hand, {n} now (R16).",
    "rule_forced": "You are forced: you must lay cards, and may neither pass nor leave (R15).",
    "rule_forced_or_leave": "You are forced: you must lay cards or leave, and may not pass (R15).",
    "rule_unforced": "You are forced, but you have no {pile} or higher, so you may do as you like (R15).",
    "rule_unforced_bonus": "You are forced, but not even bonus chips let you lay a card, so you may do as you like"
    " (R15).",
    "why_discard": "First put {n:more card|more cards} away.",
    "why_discarded": "Your three cards are put away; play begins when all have done so.",
    "why_one": "The 1 stays in hand: its holder opens the round with it.",
    "why_too_late": "Cards are put away only before a round begins.",
    "why_held": "You have {n} of the number {number}.",
    "why_finished": "You have laid all your cards and are out until the round ends.",
    "why_left": "You have left; your turns are skipped until the round ends.",
    "why_exact": "Each chip moves the pile by exactly 5: say + or -.",
    "why_up_to": "Here each chip moves the pile by up to 5, whichever way is best: say *.",
    "why_chips": "You have only {n:bonus chip|bonus chips}.",
    "why_low": "The pile is at {pile}: lay {pile} or higher.",
    "why_low_chips": "With these chips you can lay {pile} or higher.",
    "why_forced": "You are forced and have a card to lay, so you must lay.",
    "why_blocked": "All players in the round have passed {n:time|times} in a row; somebody must lay cards or leave.",
    "why_alone": "Nobody else is in the round, so there is nobody to force.",
    "why_high": "With these chips the pile counts as {pile}, and no card is that high.",
}

JA = {
    "round": "第{round}ラウンド（全{rounds}ラウンド）開始。手札は{cards}枚ずつ。",
    "round_chips": "第{round}ラウンド（全{rounds}ラウンド）開始。手札は{cards}枚、ボーナスチップは{chips}枚ずつ。",
    "holder": "「1」は{who}に配られた。",
    "dealt": "あなたの手札：{cards}",
    "put_away": "あなたは {cards} を除外した。",
    "ready": "全員が3枚を除外した。",
    "one": "{who}が「1」を場に置いた。",
    "laid": "{who}が {cards} を出した。",
    "laid_skipping": "{who}が {cards} を出した。数を{n}個飛ばし、ペナルティ{n}枚。",
    "chips_used": "{who}はボーナスチップ{n}枚で場の数を{pile}とみなし",
    "chips_used_up_to": "{who}はボーナスチップ{n}枚で場の数をずらし",
    "then_laid": "{chips}、{cards} を出した。",
    "then_laid_skipping": "{chips}、{cards} を出した。数を{n}個飛ばし、ペナルティ{n}枚。",
    "finished": "{who}は手札を出し切って上がり。",
    "finished_back": "{who}は手札を出し切って上がり、ペナルティを{n}枚返した。",
    "passed": "{who}はパス。ペナルティ1枚。",
    "forced": "{who}はペナルティ2枚でパスし、{other}にプレイを強制。",
    "other_you": "あなた",
    "lapsed": "{who}は出せる札がなく、強制は不発。",
    "left": "{who}は手札{n}枚を残してラウンドから抜けた。ペナルティ{n}枚。",
    "round_end": "第{round}ラウンド終了。",
    "chips": "{who}：ペナルティ{penalty}枚、ボーナス{bonus}枚",
    "final": "{who}：ペナルティ{penalty}枚",
    "final_bonus": "{who}：ペナルティ{penalty}枚 － {n}枚（ボーナス{bonus}枚） ＝ {left}枚",
    "win": "{who}がペナルティ{n}枚で勝利！",
    "share": "{everybody}がペナルティ{n}枚で並び、勝利を分け合った。",
    "rule_discard": "手札からあと{n}枚を選び、裏向きのまま箱に除外します。「1」は残します。"
    "持っている人がそれを場に置いてラウンドが始まるからです（R6、R7）。",
    "rule_discarded": "3枚の除外は済みました。全員が終えるとプレイが始まります（R6）。",
    "rule_watch_discard": "各自3枚を秘密に除外しています。終わると「1」を持つ人がそれを場に置きます（R6、R7）。",
    "rule_wait": "いまは{who}の手番です。",
    "rule_finished": "手札を出し切ったので、このラウンドはもう手番がありません（R12、R17）。",
    "rule_left": "ラウンドから抜けたので、終わるまで手番は飛ばされます（R16、R17）。",
    "rule_over": "ゲーム終了です。余ったボーナスチップ1枚につきペナルティが2枚減りました（0未満にはなりません）。"
    "ペナルティが最も少ない人の勝ちで、同数なら勝利を分け合います（R19、R20）。",
    "rule_over_negative": "ゲーム終了です。余ったボーナスチップ1枚につきペナルティが2枚減りました（0未満もあります）。"
    "ペナルティが最も少ない人の勝ちで、同数なら勝利を分け合います（R19、R20）。",
    "rule_lay": "出す：{pile}以上の同じ数の札を1～3枚。{free}。それより上は、飛ばした数1つにつき"
    "ペナルティ1枚です。何枚出しても変わりません（R8、R9）。",
    "rule_free": "{pile}と{next}ならペナルティなし",
    "rule_free_top": "{pile}ならペナルティなし",
    "rule_none": "そのような札は手札にありません。",
    "rule_last": "最後の札を出すと、ペナルティを3枚まで返せます（R12）。",
    "rule_bonus": "ボーナスチップ（残り{n}枚）：1枚につき、このプレイの間だけ場の数をちょうど5上げるか下げます。"
    "複数枚なら同じ向きに。1枚使うと、場の数は{low}か{high}とみなされます（R10）。",
    "rule_bonus_up_to": "ボーナスチップ（残り{n}枚）：1枚につき、このプレイの間だけ場の数を5まで、最も得になるように"
    "動かします。1枚使うと{low}以上が出せ、{high}までペナルティなしです（R10、R24）。",
    "rule_bonus_kept": "使わずに残すと、ゲーム終了時に1枚につきペナルティが2枚減ります（R19）。",
    "rule_no_bonus": "ボーナスチップは残っていません（R5、R10）。",
    "rule_pass": "パス：ペナルティ1枚。2枚取れば、次の人に（出せる札があれば）プレイを強制できます（R13、R14）。",
    "rule_pass_alone": "パス：ペナルティ1枚。残っているのはあなただけなので、強制する相手はいません（R13、R14）。",
    "rule_blocked": "いまはパスできません。残っている全員のパスが{n}巡続いたので、"
    "まず誰かが札を出すか抜ける必要があります（R22）。",
    "rule_leave": "抜ける：手札1枚につきペナルティ1枚、いまなら{n}枚です（R16）。",
    "rule_forced": "プレイを強制されています。必ず札を出します。パスも抜けることもできません（R15）。",
    "rule_forced_or_leave": "プレイを強制されています。札を出すか、ラウンドから抜けます。パスはできません（R15）。",
    "rule_unforced": "プレイを強制されていますが、{pile}以上の札がないので何をしてもかまいません（R15）。",
    "rule_unforced_bonus": "プレイを強制されていますが、ボーナスチップを使っても出せる札がないので、"
    "何をしてもかまいません（R15）。",
    "why_discard": "まず、あと{n}枚を除外してください。",
    "why_discarded": "3枚の除外は済みました。全員が終えるとプレイが始まります。",
    "why_one": "「1」は除外できません。持っている人が最初に場に置きます。",
    "why_too_late": "札を除外するのはラウンドの始まる前だけです。",
    "why_held": "{number}は手札に{n}枚あります。",
    "why_finished": "手札を出し切ったので、ラウンドが終わるまで待ちます。",
    "why_left": "ラウンドから抜けたので、終わるまで手番は飛ばされます。",
    "why_exact": "チップ1枚で山はちょうど5動きます。+ か - を付けてください。",
    "why_up_to": "このルールではチップ1枚で山が5まで動きます。* を付けてください。",
    "why_chips": "ボーナスチップは{n}枚しかありません。",
    "why_low": "山は{pile}です。{pile}以上を出してください。",
    "why_low_chips": "このチップで出せるのは{pile}以上です。",
    "why_forced": "強制されていて出せる札があるので、必ず出します。",
    "why_blocked": "残っている全員が{n}回ずつ続けてパスしました。まず誰かが札を出すか抜ける必要があります。",
    "why_alone": "ほかに残っている人がいないので、強制できません。",
    "why_high": "このチップでは山が{pile}になり、出せる札がありません。",
}

TEXTS = {"en": EN, "ja": JA}
