"""GIFT: its options. Each is declared here and nowhere else."""

from __future__ import annotations

from typing import Annotated

from tefuda.games.option import choice, number, switch
from tefuda.kernel import I16, Setup


class Options(Setup):
    mode: Annotated[
        I16,
        choice(
            ("attack", "create"),
            ("Aim", "目的"),
            (
                "The aim: attack (the first Success wins alone) or create (all win together if each player's "
                "next turn after the first Success is a Success too, otherwise nobody).",
                "ゲームの目的：attack＝最初に上がった人の一人勝ち、create＝誰かが上がったあと全員が続けて上がれば全員の勝ち、途切れたら全員の負け。",
            ),
            "R20, R21",
            called=(
                ("Attack: the first Success wins alone", "アタック：最初に上がった人の勝ち"),
                ("Create: all win together, or nobody", "クリエイト：全員で上がれば全員の勝ち"),
            ),
        ),
    ]
    final_discard: Annotated[
        I16,
        choice(
            ("out", "next_draws", "draw_back"),
            ("Discards once the deck is finished", "山が尽きたあとの捨て札"),
            (
                "What happens to a discard once the deck is finished: out (it leaves the game), next_draws (it "
                "is the deck for the players after), draw_back (its player draws it straight back).",
                "山が尽きたあとの捨て札：out＝ゲームから除く、next_draws＝次の人からの山になる、draw_back＝捨てた人がすぐ引き戻す。",
            ),
            "R18, R30, R32, A2",
            called=(
                ("leave the game", "ゲームから除く"),
                ("are the deck for the players after", "次の人からの山になる"),
                ("are drawn straight back", "すぐ引き戻す"),
            ),
        ),
    ]
    multi_place: Annotated[
        I16,
        switch(
            False,
            ("Several cards in one turn", "一度に何枚でも並べる"),
            (
                "Whether several cards that follow each other can be placed on a row in one turn, even without "
                "the Gift.",
                "ギフトを使わなくても、続いた札を一度に何枚でも並べられることにするか。",
            ),
            "R30, A3",
        ),
    ]
    gift_before_k: Annotated[
        I16,
        switch(
            False,
            ("The Gift before the king", "Kの前のギフト"),
            (
                "Whether the Gift can stand for the last missing card of your row when you close it with the K.",
                "自分の列の最後の1枚をギフトで補い、同時にKを置いて上がれることにするか。",
            ),
            "R30, A5",
        ),
    ]
    break_ends_turn: Annotated[
        I16,
        switch(
            False,
            ("A Break ends the turn", "ブレイクで手番終了"),
            (
                "Whether a Break is the dealer's whole turn; otherwise the dealer then takes the turn as usual.",
                "ブレイクだけで親の手番が終わることにするか（そうでなければ、続けて普通に手番を行う）。",
            ),
            "R30, R32, A6",
        ),
    ]
    shuffle_recycle: Annotated[
        I16,
        switch(
            True,
            ("Shuffle the discards", "捨て札を混ぜる"),
            (
                "Whether the discards are shuffled when they become the new deck; otherwise the oldest is drawn first.",
                "捨て札を新しい山にするときシャッフルするか（しなければ、先に捨てられた札から引く）。",
            ),
            "R17, R30, R32, A12",
        ),
    ]
    discard_face_up: Annotated[
        I16,
        switch(
            True,
            ("Discards are open", "捨て札を公開"),
            (
                "Whether everybody sees what is discarded; otherwise only the player who discards it.",
                "捨て札を全員に見せるか（見せなければ、捨てた本人だけが知っている）。",
            ),
            "R30, A13",
        ),
    ]
    stall_turns: Annotated[
        I16,
        number(
            30,
            1,
            200,
            ("Turns without a card until the end", "並ばない手番の上限"),
            (
                "After how many turns in a row without a card placed the match ends without a winner.",
                "札が1枚も並ばない手番が何回続いたら、勝者なしで終わるか。",
            ),
            "R22, R29",
        ),
    ]
    play_on: Annotated[
        I16,
        switch(
            False,
            ("Play on for the places", "順位まで争う"),
            (
                "Attack only: whether the others play on after the first Success, for the places.",
                "アタックのみ：最初の人が上がったあとも、残りの人で順位を争うか。",
            ),
            "R30, R32, A14",
        ),
    ]
    table_talk: Annotated[
        I16,
        switch(
            False,
            ("Talk about hands", "手札の相談"),
            (
                "Whether the players may talk about their hands. It changes no rule.",
                "手札について話し合ってよいか。ルールは何も変わらない。",
            ),
            "section 3",
        ),
    ]
    break_late: Annotated[
        I16,
        switch(
            False,
            ("A Break after the action too", "手番の終わりのブレイク"),
            (
                "Whether the dealer may also break at the end of a turn, after the action.",
                "親は、出して引いたあと、手番の終わりにもブレイクできることにするか。",
            ),
            "R30, A25",
        ),
    ]
    offer_own: Annotated[
        I16,
        switch(
            False,
            ("Offers for cards of one’s own", "自分の札のオファー"),
            (
                "Whether one may offer for a card of one's own hand, which is then placed.",
                "自分の手札にある札もオファーできることにするか（その札は自分で並べる）。",
            ),
            "R12, R27, R30, A26",
        ),
    ]
