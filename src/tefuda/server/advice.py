"""What a good player would do, and why in a sentence."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tefuda.bots import BOTS, quick_level
from tefuda.bots.levels import club_weights, worths
from tefuda.games import GAMES
from tefuda.games.view import View
from tefuda.judge.scales import Scales

IMAGINED = 60  # worlds, the same for both moves

WHY = {
    "en": {
        "only": "It is the only move.",
        "better": "On average it ends {gain} points better than “{other}”.",
        "close": "It does about as well as “{other}”, and leaves the better hand.",
        "space": " ",
    },
    "ja": {
        "only": "ほかに手がありません。",
        "better": "平均すると「{other}」より{gain}点よくなります。",
        "close": "「{other}」とほぼ同じですが、よい手札が残ります。",
        "space": "",
    },
}


def advise(view: View, moves: Sequence[str], lang: str, names: Sequence[str] = ()) -> tuple[str, str]:
    """The move of a good player, and what speaks for it beside the next best one; `names` are those of the seats."""
    texts = WHY[lang]
    move = BOTS[quick_level(view.game)](view, moves, random.Random(0))
    if len(moves) == 1:
        return move, texts["only"]
    found = worths(view, club_weights(view))
    other = max((worth, -index) for index, worth in enumerate(found) if moves[index] != move)[1]
    second = moves[-other]
    face = GAMES[view.game]
    assert view.seat is not None
    actions = [face.parse_move(move), face.parse_move(second)]
    scales = Scales(face, view.seat, not face.is_shared(view))
    one, two = scales.weigh(face.world(view), actions, IMAGINED, random.Random(1))
    gain = (one.sum - two.sum) / IMAGINED
    key = "better" if gain >= 0.05 else "close"
    said = [
        texts[key].format(gain=f"{gain:.1f}", other=second),
        *face.why_better(view, move, second, lang, names).better,
    ]
    return move, texts["space"].join(said)
