"""SOLO: its options. Each is declared here and nowhere else."""

from __future__ import annotations

from typing import Annotated

from tefuda.games.option import number, switch
from tefuda.kernel import I16, Ints, Setup

KINDS = 9  # of action cards


class Shown(Setup):
    """The options that an observation has, too."""

    mix_draw: Annotated[
        I16,
        switch(
            False,
            ("Draw 2 on Draw 4", "ドロウ2と4を重ねる"),
            (
                "Whether a Draw 2 and a Draw 4 may be laid on each other, each adding its own number to the sum.",
                "ドロウ2とドロウ4を互いに重ねて出せることにするか。引く枚数にはそれぞれの数が加わる。",
            ),
            "R13, R17, R34, A2",
        ),
    ]
    reverse2p_skips: Annotated[
        I16,
        switch(
            False,
            ("Reverse with two players", "2人のリバース"),
            (
                "Whether with two players a Reverse lets the one who laid it go on.",
                "2人で遊ぶとき、リバースを出した人が続けて手番を行うことにするか。",
            ),
            "R12, R34, A5",
        ),
    ]
    triple_must_be_all: Annotated[
        I16,
        switch(
            True,
            ("Triple+ takes all", "トリプル+は全部出す"),
            (
                "Whether a Triple+ takes all your cards of the number; otherwise any three or more.",
                "トリプル+では持っている同じ数字をすべて出すか。falseなら3枚以上を好きに選べる。",
            ),
            "R8, R34, A6",
        ),
    ]
    triple_jump_in: Annotated[
        I16,
        switch(
            False,
            ("Jump in with a Triple+", "トリプル+で割り込み"),
            (
                "Whether you may jump in with a whole Triple+ that holds the identical card.",
                "全く同じ札を含むトリプル+で割り込めることにするか。",
            ),
            "R7, R34, A7",
        ),
    ]
    self_jump_in: Annotated[
        I16,
        switch(
            True,
            ("Jump in on yourself", "自分の札に割り込み"),
            ("Whether you may jump in on a card that you laid yourself.", "自分が出した札にも割り込めることにするか。"),
            "R7, R34, A8",
        ),
    ]
    jump_in_actions: Annotated[
        I16,
        switch(
            False,
            ("Jump in on action cards", "アクション札に割り込み"),
            (
                "Whether you may also jump in on Skip, Reverse and Draw 2.",
                "スキップ、リバース、ドロウ2にも割り込めることにするか。",
            ),
            "R7, R34, A10",
        ),
    ]
    block_after_swap_all_free: Annotated[
        I16,
        switch(
            False,
            ("Free colour after a blocked Swap all", "全員交換のブロック後は自由"),
            (
                "Whether any card may follow a Block that was laid against a Swap all, instead of the Block's colour.",
                "全員交換に出したブロックのあと、稲妻の色に限らず何でも出せることにするか。",
            ),
            "R19, R34, A11",
        ),
    ]
    solo_on_swap: Annotated[
        I16,
        switch(
            False,
            ("“Solo!” after a swap", "交換後も「ソロ！」"),
            (
                'Whether you must call "Solo!" when a swap leaves you with one card.',
                "交換で手札が1枚になったときも「ソロ！」の宣言を必要とするか。",
            ),
            "R31, R34, A12",
        ),
    ]
    solo_on_multi_out: Annotated[
        I16,
        switch(
            False,
            ("“Solo!” when going out with several", "まとめて上がるときも「ソロ！」"),
            (
                'Whether a Triple+ or a Gift that takes all your last cards needs "Solo!" too.',
                "トリプル+やギフトで残りの手札をすべてなくすときも「ソロ！」の宣言を必要とするか。",
            ),
            "R31, R34, A13",
        ),
    ]
    solo_before: Annotated[
        I16,
        switch(
            False,
            ("“Solo!” only with the card", "「ソロ！」は出すと同時"),
            (
                'Whether "Solo!" counts only if it is called together with the card; without it you draw two at once.',
                "「ソロ！」は札を出すと同時の宣言だけを認めるか。忘れるとすぐに2枚引く。",
            ),
            "R23, R34, A14",
        ),
    ]
    play_any_after_draw: Annotated[
        I16,
        switch(
            False,
            ("Any card after drawing", "引いたあと何でも出せる"),
            (
                "Whether after drawing you may lay any card that fits, not only the one you drew.",
                "引いたあと、引いた札に限らず出せる札なら何でも出せることにするか。",
            ),
            "R10, R34, A20",
        ),
    ]
    target_score: Annotated[
        I16,
        number(
            500,
            1,
            5000,
            ("Minus points that end the match", "終了する失点"),
            (
                "The match ends after the round in which somebody reaches this many minus points.",
                "誰かの失点がこの点に達したラウンドでゲームが終わる。",
            ),
            "R26",
        ),
    ]
    points: Annotated[
        Ints,
        "i2",
        KINDS,
        number(
            20,
            0,
            200,
            ("Points: Skip", "点数：スキップ"),
            ("Minus points for a Skip left in hand.", "手札に残ったスキップの失点。"),
            "R25",
            name="skip",
        ),
        number(
            10,
            0,
            200,
            ("Points: Reverse", "点数：リバース"),
            ("Minus points for a Reverse left in hand.", "手札に残ったリバースの失点。"),
            "R25",
            name="reverse",
        ),
        number(
            30,
            0,
            200,
            ("Points: Draw 2", "点数：ドロウ2"),
            ("Minus points for a Draw 2 left in hand.", "手札に残ったドロウ2の失点。"),
            "R25",
            name="draw2",
        ),
        number(
            30,
            0,
            200,
            ("Points: Swap one", "点数：一人交換"),
            ("Minus points for a Swap one left in hand.", "手札に残った一人交換の失点。"),
            "R25",
            name="swap",
        ),
        number(
            30,
            0,
            200,
            ("Points: Gift", "点数：ギフト"),
            ("Minus points for a Gift left in hand.", "手札に残ったギフトの失点。"),
            "R25, A1",
            name="gift",
        ),
        number(
            40,
            0,
            200,
            ("Points: Colour change", "点数：色変更"),
            ("Minus points for a Colour change left in hand.", "手札に残った色変更の失点。"),
            "R25",
            name="colour",
        ),
        number(
            40,
            0,
            200,
            ("Points: Swap all", "点数：全員交換"),
            ("Minus points for a Swap all left in hand.", "手札に残った全員交換の失点。"),
            "R25",
            name="swap_all",
        ),
        number(
            50,
            0,
            200,
            ("Points: Draw 4", "点数：ドロウ4"),
            ("Minus points for a Draw 4 left in hand.", "手札に残ったドロウ4の失点。"),
            "R25",
            name="draw4",
        ),
        number(
            40,
            0,
            200,
            ("Points: Block", "点数：ブロック"),
            ("Minus points for a Block left in hand.", "手札に残ったブロックの失点。"),
            "R25, A1",
            name="block",
        ),
    ]


class Options(Shown):
    jump_in_window_ms: Annotated[
        I16,
        number(
            0,
            0,
            10000,
            ("Time to jump in", "割り込みの時間"),
            (
                "How long a server waits for a jump-in before it takes the next move, in milliseconds; no "
                "rule depends on it.",
                "サーバーが次の手を受け付ける前に割り込みを待つ時間（ミリ秒）。ルールには影響しない。",
            ),
            "R34, A9",
            before="target_score",
        ),
    ]
