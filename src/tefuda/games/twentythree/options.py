"""23: its options. Each is declared here and nowhere else."""

from __future__ import annotations

from typing import Annotated

from tefuda.games.option import choice, number, switch
from tefuda.kernel import I16, Setup


class Options(Setup):
    bonus_shift: Annotated[
        I16,
        choice(
            ("exact5", "upto5"),
            ("What a bonus chip does", "ボーナスチップの効果"),
            (
                "What a bonus chip does to the pile: exact5 moves it by 5, upto5 by any amount up to 5, as "
                "suits you best.",
                "ボーナスチップの効果：exact5＝場の数をちょうど5動かす、upto5＝5まで好きなだけ動かす（最も得な数になる）。",
            ),
            "R10, R24, A2",
            called=(
                ("moves the pile by 5", "場の数をちょうど5動かす"),
                ("moves the pile by up to 5", "場の数を5まで動かす"),
            ),
        ),
    ]
    forced_must_use_bonus: Annotated[
        I16,
        switch(
            False,
            ("Forced: bonus chips must be used", "強制ならボーナスも使う"),
            (
                "Whether a forced player who can lay cards only with bonus chips must do so.",
                "強制されたとき、ボーナスチップを使えば出せるなら必ず出すことにするか。",
            ),
            "R15, A4, A18",
        ),
    ]
    forced_may_leave: Annotated[
        I16,
        switch(
            False,
            ("Forced: leaving is allowed", "強制されても抜けられる"),
            (
                "Whether a forced player may leave the round instead of laying cards.",
                "強制されても、出さずにラウンドから抜けられることにするか。",
            ),
            "R15, R26, A5, A18",
        ),
    ]
    allow_negative: Annotated[
        I16,
        switch(
            False,
            ("Below zero", "0を下回る"),
            (
                "Whether unused bonus chips can bring the final count below 0.",
                "余ったボーナスチップで最終的なペナルティが0を下回ってもよいことにするか。",
            ),
            "R19, A8",
        ),
    ]
    learn12: Annotated[
        I16,
        switch(
            False,
            ("For learning: 12 cards", "練習用12枚"),
            (
                "For learning: 12 cards are dealt and nobody puts any away.",
                "練習用：手札を12枚ずつ配り、3枚の除外をしない。",
            ),
            "R21",
        ),
    ]
    circles: Annotated[
        I16,
        number(
            10,
            1,
            50,
            ("Circles of passes before passing is blocked", "パスできなくなるまでの巡数"),
            (
                "After how many circles of passes alone nobody may pass until somebody lays cards or leaves.",
                "全員のパスだけが何巡続いたら、誰かが出すか抜けるまでパスできないことにするか。",
            ),
            "R22, R25, A20",
            older=2,
        ),
    ]
