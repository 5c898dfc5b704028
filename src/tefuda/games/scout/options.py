"""SCOUT: its options. Each is declared here and nowhere else."""

from __future__ import annotations

from typing import Annotated

from tefuda.games.option import choice, number, switch
from tefuda.kernel import I16, Setup


class Options(Setup):
    edition: Annotated[
        I16,
        choice(
            ("first", "draft", "short", "oink"),
            ("Edition", "版"),
            (
                "The rulebook: first edition, designer's draft (table cards score), short game (one deal), oink "
                "(two players).",
                "どのルールで遊ぶか：first＝初版、draft＝草案（場札も得点）、short＝1回勝負、oink＝2人用。",
            ),
            "A5, A12",
            called=(
                ("First edition", "初版"),
                ("Designer’s draft: cards on the table score, too", "草案：場札も得点になる"),
                ("Short game: one deal", "短いゲーム：1回勝負"),
                ("For two players", "2人用"),
            ),
        ),
    ]
    insert_visible: Annotated[
        I16,
        switch(
            False,
            ("Show where scouted cards go", "入れた位置を公開"),
            (
                "Whether all see where a scouted card goes and which way up.",
                "スカウトした札を入れた位置と向きを全員に公開するか。",
            ),
            "A8",
        ),
    ]
    start_player: Annotated[
        I16,
        choice(
            ("random", "holder12"),
            ("Who starts", "最初の人"),
            (
                "Who starts round 1: anybody at random, or whoever was dealt the 1/2.",
                "第1ラウンドのスタートプレイヤー：random＝無作為、holder12＝1/2の札を配られた人。",
            ),
            "A9, A15",
            called=(
                ("anybody, at random", "無作為"),
                ("whoever was dealt the 1/2", "1/2の札を配られた人"),
            ),
        ),
    ]
    turn_cap: Annotated[
        I16,
        number(
            600,
            1,
            10000,
            ("Longest round, in turns", "ラウンドの最大手番数"),
            ("After how many turns a round ends by itself.", "ラウンドを打ち切る手番数。"),
            "R36, R40",
        ),
    ]
