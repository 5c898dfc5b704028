"""scripts/lessons.py: writes board/lesson.json of every game anew, the playable lessons, from the .toml beside them.

A scene is an arranged match. Its events are shown from `start` on, as seat 0 sees them; each move of seat 0 is for the
learner to make, and the scene says what for.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from tefuda import Match
from tefuda.kernel import CHANCE
from tefuda.record import Part, Reading

PLACE = Path(__file__).parents[1] / "src" / "tefuda" / "games"
NAMES = ("", "Botan", "Chidori")
CALL = " solo"


def lesson(game: str) -> dict[str, Any]:
    told = tomllib.loads((PLACE / game / "board" / "lesson.toml").read_text("utf-8"))
    return {"scenes": [scene(game, one) for one in told["scene"]]}


def scene(game: str, told: dict[str, Any]) -> dict[str, Any]:
    """All moments of a scene: how things stand after each event, what it was, and what the learner is to do then."""
    header = str(Match(game, seats=told["seats"], seed=0, names=NAMES[: told["seats"]]).record).partition("---")[0]
    lines = [line.strip() for line in told["events"].replace("\n", " ").split(";")]
    match = Match.replay(header + "---\n" + "\n".join(lines) + "\n")
    steps = list(match.record.steps())[: len(lines)]
    reading = Reading(match.record.face, 0)
    known = [reading.of(Part.of(reading.face, *step)) for step in steps]
    texts = iter(told["step"])
    frames = []
    view: dict[str, Any] = {}
    seen: Any = None
    for number in range(told["start"], len(lines) + 1):
        before, event, after = steps[number - 1]
        coming = steps[number][1] if number < len(lines) else None
        if after.actor() != CHANCE:
            seen = match.record.face.view(after, 0)
            if view and seen.to_dict()["round"] != view["round"]:
                break  # the next round is no part of it
            view = seen.to_dict()
        frame: dict[str, Any] = {
            "view": view,
            "facts": match.record.face.facts(seen, []),
            "events": [{"n": number, "seat": line.seat, "move": line.text} for line in known[number - 1]],
            "told": {},
        }
        for lang in ("en", "ja"):
            frame["told"][lang] = list(match.told(before, event, after, 0, lang))
        if coming and coming.seat == 0:
            text = next(texts)
            parts = choices(game, coming.text)
            legal = {match.record.face.move_text(action) for action in after.legal(0)}
            assert parts <= legal
            frame["want"] = coming.text
            frame["moves"] = sorted(parts)
            frame["facts"] = match.record.face.facts(seen, frame["moves"])
            frame["say"] = {"en": text["en"], "ja": text["ja"]}
            frame["at"] = text["at"]
        frames.append(frame)
    assert next(texts, None) is None, "every step has its move"
    return {"seats": told["seats"], "frames": frames, "end": told["end"]}


def choices(game: str, move: str) -> set[str]:
    """The move, and those that a board needs to come to it: without the call, or with fewer cards of the number."""
    if game == "solo":
        return {move, move.removesuffix(CALL)}
    found = re.fullmatch(r"play (\d+)x(\d)(.*)", move) if game == "twentythree" else None
    return {f"play {found[1]}x{n}{found[3]}" for n in range(1, int(found[2]) + 1)} if found else {move}


def text(game: str) -> str:
    return json.dumps(lesson(game), ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    for path in sorted(PLACE.glob("*/board/lesson.toml")):
        path.with_suffix(".json").write_text(text(path.parents[1].name), "utf-8")
