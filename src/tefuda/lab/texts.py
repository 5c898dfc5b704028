"""The texts of the lab, in both languages."""

from __future__ import annotations

import math
from collections.abc import Mapping

from tefuda.intervals import Mean
from tefuda.lab.measures import scale_of

EN = {
    "title": "{game}: {seats} seats, {bots}",
    "subtitle": "{matches} matches, {rounds} rounds. Intervals are at 95 %, over matches.",
    "partial": "The run is not finished: {matches} of {games} matches.",
    "interval": "{value} ({low} to {high})",
    "at_most": "{value}, at most {high}",
    "at_least": "{value}, at least {low}",
    "comma": ", ",
    "points": "pp",
    "space": " ",
    "tile_minutes": "minutes a match, estimated",
    "tile_moves": "moves a round",
    "tile_choices": "legal moves a decision",
    "tile_lead": "lead changes a match",
    "tile_start": "wins of the seat that starts",
    "length": "How long it takes",
    "length_says": "A round has {moves} moves, a match {rounds} rounds and about {minutes} minutes, if a deal takes "
    "{deal} seconds, a decision {decision} and a move without a choice {forced}. Half of the rounds have {q25} to "
    "{q75} moves, one in twenty more than {q95}.",
    "seats": "The seat",
    "seats_sure": "The seat that starts the match wins {share} of the time, where {fair} would be fair: {word}. "
    "In a round the "
    "start is worth {gain} points against the others.",
    "seats_gap": "Over all seats the wins differ by {gap} (standard deviation, chance taken off).",
    "seats_more": "an advantage",
    "seats_less": "a disadvantage",
    "seats_none": "no difference that these matches can show",
    "scores": "The scores",
    "scores_says": "The winner is ahead of the next by {margin}. {shared} of the matches end in a shared win, "
    "{nobody} without a winner.",
    "lead": "When it is decided",
    "lead_changes": "The lead changes {changes} times a match at the ends of rounds.",
    "lead_says": "For a spectator, who does not see the hands, the favourite changes {favourites} times; half-way the "
    "later winner has {half} of the chances, and by then {decided} of the matches are decided, that is, the winner "
    "has four fifths or more from there on.",
    "lead_tension": "Over the whole match the favourite has a chance of {tension} not to win.",
    "lead_catch_up": "The seat that is last after half of the rounds still wins {share} of the matches (fair: {fair}).",
    "lead_leader": "The leader after round {rounds} wins: {shares}.",
    "actions": "What can be done, is done, and is worth doing",
    "actions_says": "Grey: at how many of all decisions a kind of move is possible; coloured: how many it is taken "
    "in. Right: what the best move of the kind gains over the best other one, in points to the end of the round, by a "
    "search that knows what the seat knows. Most worth it: {best}; least: {worst}.",
    "dead": "What hardly matters",
    "dead_none": "Every kind of move, every ending and every safety rule plays a part.",
    "dead_says": "With these options and bots these parts of the rules hardly ever matter; a designer may ask whether "
    "they are needed.",
    "dead_kind_never": "{name}: never possible",
    "dead_kind_rare": "{name}: possible at {share} of the decisions",
    "dead_kind_unused": "{name}: possible at {share} of the decisions, taken at {did} of them, and not worth it",
    "dead_ending_never": "ending “{name}”: never",
    "dead_ending_rare": "ending “{name}”: {share} of the rounds",
    "dead_safety_never": "safety rule {name}: never needed",
    "dead_safety_rare": "safety rule {name}: {share} times a match",
    "endings": "How rounds end",
    "endings_says": "Most often: {name}, {share}. The seat that ends the round gains {gain} points more in it "
    "than the others.",
    "last_move": "last move: {kind}",
    "branching": "The choice",
    "branching_says": "A decision has {choices} legal moves on average; in {forced} of all decisions there is no "
    "choice, because only one move is left.",
    "skill": "Skill and luck",
    "skill_says": "{parts} The sooner the curve reaches 95 %, the less luck there is.",
    "skill_part": "One {upper} among {lower} wins {share} (fair: {fair}) and is ahead of a given {lower} "
    "with a probability of 95 % after {matches}.",
    "skill_luck": "Between one {upper} and a given {lower}, {luck} of the result of one match is chance.",
    "skill_ratings": "On Elo's scale: {ratings}.",
    "skill_among": "{alone} among {among}",
    "stakes": "Decisions that matter",
    "stakes_says": "In {matter} of the decisions with a choice more than {stake} points are at stake (a tenth of the "
    "standard deviation of what a seat gains in a round): that much lies between the best and the worst of the "
    "five moves "
    "that look best, to the end of the round. On average it is {at_stake}.",
    "without": "Doing without",
    "without_says": "How much less a round one seat gains if it avoids a kind of move wherever it can, on the "
    "same deals, "
    "all others playing as usual. It would miss this most: {best}.",
    "without_none": "nothing, as far as these matches can show",
    "loss": "points a round lost without it",
    "at_stake": "points at stake",
    "skill_never": "more matches than anybody plays",
    "skill_matches": "{n} matches",
    "skill_match": "1 match",
    "cards": "The cards",
    "cards_says": "What a dealt hand gains in its round, against the others, if this card is in it. Best: {best}; "
    "worst: {worst}.",
    "how": "How this was made",
    "how_says": "Matches {first} to {last} of seed {seed}, options: {options}. The same command gives the same rows "
    "with any number of workers. Bots that do not know a rule do not adapt to it: the figures show how these "
    "bots play.",
    "round_moves": "moves a round",
    "start_seat": "start",
    "wins_percent": "wins a match, %",
    "gain_round": "points a round, against others",
    "final_score": "final score",
    "odds": "chances of the later winner",
    "decided": "decided by then",
    "match_played": "part of the match played, %",
    "can_did": "% of decisions: possible, taken",
    "worth": "worth, points",
    "of_rounds": "% of rounds",
    "legal_moves": "legal moves a decision",
    "matches_played": "matches played",
    "ahead": "better one ahead, %",
    "gain_with": "points, against others",
    "h_what": "what",
    "h_value": "value, 95 % interval",
    "h_seat": "seat",
    "h_wins": "wins a match",
    "h_gain": "points a round",
    "h_kind": "kind of move",
    "h_can": "possible at",
    "h_did": "then taken",
    "h_per_round": "a round",
    "h_worth": "worth",
    "h_chosen": "a search prefers it",
    "h_timely": "worth then",
    "h_positions": "positions",
    "h_ending": "ending",
    "h_share": "rounds",
    "h_card": "card",
    "h_hands": "hands",
    "h_point": "played",
    "h_odds": "chances of the winner",
    "h_decided": "decided",
    "h_level": "level",
    "h_loss": "points a round lost",
    "h_rating": "rating",
    "h_luck": "chance",
    "h_matches": "matches to 95 %",
    "after_start": "start +{n}",
    "table": "Table",
    "same": "The same in every match ({n}): {names}.",
    "retuned": "{side}: its bots have learnt these rules and gain {gain} points a round over the old ones.",
    "not_retuned": "{side}: tuning found nothing that is certainly better ({gain} points a round); the old bots play.",
    "against_first": "against the first",
    "swept": "{games} matches each, on the same seeds. The {n} intervals of changes hold simultaneously at 95 %; bold: "
    "0 lies outside.",
    "usual": "the usual rules",
    "limit_met": "{bound}: met",
    "limit_open": "{bound}: may be met or not",
    "limit_broken": "{bound}: not met",
    "optimised": "{trials} setups were tried; those shown were then played {final} times each on fresh seeds. None of "
    "them is better than another in everything. The trials are in {folder}.",
    "m_skill": "skill: wins of one club among casual, less the fair part",
    "m_seat_gap": "seat gap: standard deviation of the seats' wins",
    "verdict": "In short",
    "made": "Made on {date} by Tefuda {version}; rules of {game} {rules}; plans {keys}.",
    "beside_title": "{game}: {n} setups side by side",
    "v_length": "A match takes about {minutes} minutes ({rounds} rounds), by a rough estimate.",
    "v_fair": "Starting shows no advantage: {share} of the wins, where {fair} would be fair.",
    "v_unfair": "The seats are not equal: the one that starts wins {share}, where {fair} would be fair.",
    "v_skill": "Skill decides: the better one ({upper}) is ahead of a weaker one ({lower}) after {matches}.",
    "v_mixed": "Skill and luck decide: the better one ({upper}) is ahead of a weaker one ({lower}) after {matches}.",
    "v_luck": "Luck decides much: the better one ({upper}) is ahead of a weaker one ({lower}) after {matches}.",
    "v_decided": "Half-way {share} of the matches are decided; the favourite has a chance of {tension} not to win.",
    "v_nobody": "{share} of the matches have no winner.",
    "v_dead": "{n} parts of the rules hardly ever matter; see below.",
    "v_dead_one": "One part of the rules hardly ever matters; see below.",
    "v_changes": "{n} of {every} figures have certainly changed against the first setup.",
    "v_differ": "{n} of {every} figures differ. Each has an interval of its own: if nothing differed at all, about one "
    "in twenty would by chance.",
    "v_differs": "{measure}: {b} instead of {a}, {change}",
    "greatest": "The greatest differences, in % of a, with their 95 % intervals",
    "all_figures": "All figures",
    "v_change": "{setup}: {measure} {b} instead of {a}: {change}",
    "never": "Never on either side ({n}): {names}.",
    "pairs": "{games} matches each, on the same seeds; 95 % intervals; bold: 0 lies outside.",
    "m_rounds": "rounds a match",
    "m_round_moves": "moves a round",
    "m_minutes": "minutes a match (estimate)",
    "m_branching": "legal moves a decision",
    "m_best_score": "score of the best",
    "m_mean_score": "mean score",
    "m_margin": "lead of the first over the second",
    "m_spread": "first less last",
    "m_lead_changes": "lead changes",
    "m_led_from": "part of the match after which the lead stays",
    "m_start_win": "wins of the seat that starts the match",
    "m_start_gain": "points a round for starting",
    "m_no_winner": "matches without a winner",
    "m_shared_win": "shared wins",
    "m_can": "possible: {kind}",
    "m_did": "a round: {kind}",
    "m_end": "rounds that end: {ending}",
}

JA = {
    "title": "{game}：{seats}人、{bots}",
    "subtitle": "{matches}ゲーム、{rounds}ラウンド。区間はゲーム単位の95 %信頼区間。",
    "partial": "実行の途中です：{games}ゲーム中{matches}ゲーム。",
    "interval": "{value}（{low}～{high}）",
    "at_most": "{value}、多くとも{high}",
    "at_least": "{value}、少なくとも{low}",
    "comma": "、",
    "points": "ポイント",
    "space": "",
    "tile_minutes": "1ゲームの推定時間（分）",
    "tile_moves": "1ラウンドの手数",
    "tile_choices": "1手あたりの選択肢",
    "tile_lead": "首位交代の回数",
    "tile_start": "スタートプレイヤーの勝率",
    "length": "長さ",
    "length_says": "1ラウンドは{moves}手、1ゲームは{rounds}ラウンドで、およそ{minutes}分。配る時間を{deal}秒、"
    "判断を{decision}秒、選択の余地のない手を{forced}秒とした推定です。半数のラウンドは{q25}～{q75}手、"
    "20回に1回は{q95}手を超えます。",
    "seats": "席順",
    "seats_sure": "最初のスタートプレイヤーの勝率は{share}（公平なら{fair}）：{word}。ラウンドを始めることの価値は、"
    "他の人と比べて{gain}点です。",
    "seats_gap": "席ごとの勝率のばらつきは{gap}（標準偏差、偶然の分を除く）。",
    "seats_more": "有利",
    "seats_less": "不利",
    "seats_none": "このゲーム数では差は認められません",
    "scores": "得点",
    "scores_says": "勝者と次点の差は{margin}点。勝利を分け合うゲームは{shared}、勝者のいないゲームは{nobody}。",
    "lead": "いつ決まるか",
    "lead_changes": "ラウンド終了時の首位は1ゲームに{changes}回入れ替わります。",
    "lead_says": "手札の見えない観戦者から見ると、本命は{favourites}回変わります。半分まで進んだ時点で、"
    "のちの勝者の勝ち目は{half}。その時点で勝負がついている（以後ずっと勝ち目が8割以上の）ゲームは{decided}です。",
    "lead_tension": "ゲームを通して、本命が勝てない確率は{tension}です。",
    "lead_catch_up": "半分のラウンドが終わった時点で最下位の人が勝つ割合は{share}（公平なら{fair}）。",
    "lead_leader": "第{rounds}ラウンド終了時に首位の人が勝つ割合：{shares}。",
    "actions": "できること、すること、する価値",
    "actions_says": "灰色はその種類の手が可能な判断の割合、色つきは実際に選ばれた割合。右は、"
    "その種類の最善手が他の種類の最善手よりラウンド終了までに何点多く得るか（その席の知る情報だけを使う探索による）。"
    "最も価値が高いのは{best}、最も低いのは{worst}。",
    "dead": "ほとんど意味のない部分",
    "dead_none": "どの種類の手、どの終わり方、どの安全規則にも役割があります。",
    "dead_says": "このオプションとボットでは、次の部分はほとんど働きません。本当に必要かどうか、"
    "作者が問う価値があります。",
    "dead_kind_never": "{name}：一度も可能にならない",
    "dead_kind_rare": "{name}：可能なのは判断の{share}",
    "dead_kind_unused": "{name}：可能なのは判断の{share}、選ばれるのはその{did}で、価値もない",
    "dead_ending_never": "終わり方「{name}」：一度もない",
    "dead_ending_rare": "終わり方「{name}」：ラウンドの{share}",
    "dead_safety_never": "安全規則 {name}：一度も使われない",
    "dead_safety_rare": "安全規則 {name}：1ゲームに{share}回",
    "endings": "ラウンドの終わり方",
    "endings_says": "最も多いのは「{name}」で{share}。ラウンドを終わらせた人は、"
    "他の人よりそのラウンドで{gain}点多く得ます。",
    "last_move": "最後の手：{kind}",
    "branching": "選択の幅",
    "branching_says": "1回の判断で選べる手は平均{choices}。判断の{forced}は、手が一つしかなく選択になりません。",
    "skill": "実力と運",
    "skill_says": "{parts}曲線が早く95 %に届くほど、運の要素は小さくなります。",
    "skill_part": "{lower}の中の{upper}1人の勝率は{share}（公平なら{fair}）。"
    "特定の{lower}1人を95 %の確率で上回るまでに{matches}。",
    "skill_luck": "{upper}1人と特定の{lower}1人の1ゲームの結果のうち、{luck}は偶然です。",
    "skill_ratings": "イロ方式のレーティング：{ratings}。",
    "skill_among": "{among}の中の{alone}",
    "stakes": "判断の重み",
    "stakes_says": "選択の余地のある判断の{matter}では、{stake}点を超える差がかかっています"
    "（1ラウンドの得点の標準偏差の1割）。"
    "よさそうに見える5手のうち、最善と最悪の手がラウンド終了までに生む差です。平均は{at_stake}点。",
    "without": "使わないとどうなるか",
    "without_says": "同じ配りで、1人だけがその種類の手をできる限り避け、他の人は普通に遊んだとき、"
    "1ラウンドに何点損をするか。最も痛いのは{best}。",
    "without_none": "なし（このゲーム数でわかる限り）",
    "loss": "使わないと失う点（ラウンド）",
    "at_stake": "かかっている点",
    "skill_never": "誰も遊ばないほどのゲーム数が必要です",
    "skill_matches": "{n}ゲームかかります",
    "skill_match": "1ゲームで足ります",
    "cards": "札",
    "cards_says": "配られた手札にその札があるとき、そのラウンドで他の人より何点多く得るか。最もよいのは{best}、"
    "最も悪いのは{worst}。",
    "how": "作り方",
    "how_says": "シード{seed}の第{first}～{last}ゲーム。オプション：{options}。同じコマンドなら、"
    "並列数にかかわらず同じ行になります。ボットは知らない規則を活かせません。"
    "あくまでこのボットたちの遊び方として読んでください。",
    "round_moves": "1ラウンドの手数",
    "start_seat": "先手",
    "wins_percent": "勝率（%）",
    "gain_round": "ラウンドの得点差",
    "final_score": "最終得点",
    "odds": "のちの勝者の勝ち目",
    "decided": "勝負がついた割合",
    "match_played": "ゲームの進み具合（%）",
    "can_did": "判断のうち（%）：可能・実行",
    "worth": "価値（点）",
    "of_rounds": "ラウンドの割合（%）",
    "legal_moves": "1手あたりの選択肢",
    "matches_played": "ゲーム数",
    "ahead": "強い方が上回る確率（%）",
    "gain_with": "他の人との得点差",
    "h_what": "項目",
    "h_value": "値（95 %区間）",
    "h_seat": "席",
    "h_wins": "勝率",
    "h_gain": "ラウンドの得点差",
    "h_kind": "手の種類",
    "h_can": "可能",
    "h_did": "そのうち実行",
    "h_per_round": "1ラウンドに",
    "h_worth": "価値",
    "h_chosen": "探索が選ぶ割合",
    "h_timely": "そのときの価値",
    "h_positions": "局面数",
    "h_ending": "終わり方",
    "h_share": "ラウンドの割合",
    "h_card": "札",
    "h_hands": "手札数",
    "h_point": "進み具合",
    "h_odds": "勝者の勝ち目",
    "h_decided": "決着",
    "h_level": "レベル",
    "h_loss": "失う点（ラウンド）",
    "h_rating": "レーティング",
    "h_luck": "偶然",
    "h_matches": "95 %までのゲーム数",
    "after_start": "先手+{n}",
    "table": "表",
    "same": "すべてのゲームで同じもの（{n}）：{names}。",
    "retuned": "{side}：ボットはこの規則を学習済み。学習前のボットより1ラウンドに{gain}点多く得ます。",
    "not_retuned": "{side}：確実に強い重みは見つかりませんでした（1ラウンドに{gain}点）。元のボットで遊びます。",
    "against_first": "最初の設定との差",
    "swept": "同じシードで各{games}ゲーム。差の区間{n}個は、すべて同時に95 %で成り立ちます。太字は区間に0を含まない。",
    "usual": "標準ルール",
    "limit_met": "{bound}の条件を満たす",
    "limit_open": "{bound}の条件を満たすかどうか未確定",
    "limit_broken": "{bound}の条件を満たさない",
    "optimised": "{trials}通りの設定を試し、残ったものを新しいシードで各{final}ゲーム遊び直しました。"
    "すべての点で他に勝る設定はありません。試行は{folder}に保存されています。",
    "m_skill": "実力：casualの中のclub1人の勝率と公平な勝率の差",
    "m_seat_gap": "席の差：席ごとの勝率の標準偏差",
    "verdict": "要点",
    "made": "{date}、Tefuda {version}で作成。{game}の規則 {rules}、計画 {keys}。",
    "beside_title": "{game}：{n}通りの設定の比較",
    "v_length": "1ゲームはおよそ{minutes}分（{rounds}ラウンド）と推定されます。",
    "v_fair": "スタートプレイヤーの有利は見られません：勝率{share}（公平なら{fair}）。",
    "v_unfair": "席は公平ではありません：スタートプレイヤーの勝率は{share}（公平なら{fair}）。",
    "v_skill": "実力で決まります：強い方（{upper}）が弱い方（{lower}）を上回るまでに{matches}。",
    "v_mixed": "実力と運の両方で決まります：強い方（{upper}）が弱い方（{lower}）を上回るまでに{matches}。",
    "v_luck": "運が大きく働きます：強い方（{upper}）が弱い方（{lower}）を上回るまでに{matches}。",
    "v_decided": "半分まで進んだ時点で{share}のゲームは勝負がついています。本命が勝てない確率は{tension}です。",
    "v_nobody": "{share}のゲームには勝者がいません。",
    "v_dead": "規則のうち{n}か所はほとんど働きません（下を参照）。",
    "v_dead_one": "規則のうち1か所はほとんど働きません（下を参照）。",
    "v_changes": "最初の設定と比べて、{every}個の値のうち{n}個が確かに変わりました。",
    "v_differ": "{every}個の値のうち{n}個に差があります。区間は値ごとのもので、"
    "まったく差がなくても、20個に1個ほどは偶然に差が出ます。",
    "v_differs": "{measure}：{a}でなく{b}、差{change}",
    "greatest": "大きな差：aに対する割合（%）と95 %信頼区間",
    "all_figures": "すべての値",
    "v_change": "{setup}：{measure}は{a}でなく{b}（差{change}）",
    "never": "どちらの側でも一度もなかったもの（{n}）：{names}。",
    "pairs": "同じシードで各{games}ゲーム、95 %信頼区間。太字は区間に0を含まない。",
    "m_rounds": "1ゲームのラウンド数",
    "m_round_moves": "1ラウンドの手数",
    "m_minutes": "1ゲームの推定時間（分）",
    "m_branching": "1手あたりの選択肢",
    "m_best_score": "1位の得点",
    "m_mean_score": "平均得点",
    "m_margin": "1位と2位の差",
    "m_spread": "1位と最下位の差",
    "m_lead_changes": "首位交代",
    "m_led_from": "首位が決まるまでの割合",
    "m_start_win": "スタートプレイヤーの勝率",
    "m_start_gain": "先手の得点差（ラウンド）",
    "m_no_winner": "勝者なし",
    "m_shared_win": "勝利の分け合い",
    "m_can": "可能：{kind}",
    "m_did": "1ラウンドに：{kind}",
    "m_end": "ラウンドの終わり：{ending}",
}

SPACE = "\N{NO-BREAK SPACE}"
TEXTS: dict[str, Mapping[str, str]] = {"en": EN, "ja": JA}


def text(lang: str, key: str, **values: object) -> str:
    return TEXTS[lang][key].format(**values)


def number(value: float, decimals: int | None = None) -> str:
    """With two or three digits, or with so many after the point; 0 is never longer than that."""
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    size = abs(value)
    usual = 0 if size >= 100 else 1 if size >= 10 else 2 if size >= 0.1 or value == 0 else 3
    if 0 < size < 0.01:
        usual = 1 - math.floor(math.log10(size))
    shown = f"{value:,.{usual if decimals is None else decimals}f}"
    short = shown.rstrip("0").rstrip(".") if "." in shown else shown
    if short in ("-0", "0", ""):
        return "0"
    return (short if decimals is None else shown).replace("-", "−")


def percent(value: float) -> str:
    return f"{number(100 * value)}{SPACE}%"


def spoken(lang: str, mean: Mean, share: bool = False, signed: bool = False) -> str:
    """A mean with its interval, all with the same number of digits after the point."""
    low, high = (max(0.0, mean.low), min(1.0, mean.high)) if share and not signed else (mean.low, mean.high)
    three = [100 * one if share else one for one in (mean.value, low, high)]
    decimals = max(len(number(one).partition(".")[2]) for one in three)
    shown = [number(one, decimals) for one in three]
    if signed:
        shown = [f"+{one}" if value > 0 and one != "0" else one for one, value in zip(shown, three, strict=True)]
    unit = SPACE + (text(lang, "points") if signed else "%") if share else ""
    if shown[0] == shown[1] == shown[2]:
        return shown[0] + unit
    if mean.value == low == 0 and not signed:
        return text(lang, "at_most", value=shown[0] + unit, high=shown[2] + unit)
    if share and mean.value == high == 1 and not signed:
        return text(lang, "at_least", value=shown[0] + unit, low=shown[1] + unit)
    return text(lang, "interval", value=shown[0] + unit, low=shown[1], high=shown[2] + unit)


def value_of(lang: str, measure: str, mean: Mean) -> str:
    """A measure with its interval; shares in percent."""
    return spoken(lang, mean, share=scale_of(measure) == "share")


def plain_value(measure: str, value: float) -> str:
    return percent(value) if scale_of(measure) == "share" else number(value)


def change_in(lang: str, measure: str, change: Mean) -> str:
    """How much a measure changes, with its interval; shares in percentage points."""
    return spoken(lang, change, share=scale_of(measure) == "share", signed=True)


def measure_name(
    lang: str, measure: str, kinds: Mapping[str, tuple[str, str]], ends: Mapping[str, tuple[str, str]]
) -> str:
    """What a measure of a comparison is called."""
    if f"m_{measure}" in EN:
        return text(lang, f"m_{measure}")
    what, _, name = measure.partition("_")
    if what == "end":
        return text(lang, "m_end", ending=(ends or kinds)[name][lang == "ja"])
    return text(lang, f"m_{what}", kind=kinds[name][lang == "ja"])
