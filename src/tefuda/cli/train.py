"""tefuda train: a network for `expert`."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tefuda import __version__
from tefuda.bots.expert import read_again
from tefuda.bots.network import SUFFIX, folder_of, n_inputs, read, rules_of, written
from tefuda.cli import Complaint
from tefuda.cli.parameters import Repeated, Seats
from tefuda.cli.play import GAME, read_options, set_up_as_asked
from tefuda.cli.saving import asked, write
from tefuda.games import Face
from tefuda.games.option import Value
from tefuda.kernel.learn import TRIES_MAX

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tefuda.train import Step


def train_command(
    game: str = GAME,
    /,
    *,
    seats: Seats = None,
    edition: str | None = None,
    option: Repeated = (),
    also: Repeated = (),
    also_seats: Annotated[tuple[int, ...], Parameter(negative=())] = (),
    seconds: float = 3600.0,
    seed: int = 1,
    odd: float = 0.05,
    guests: float = 0.25,
    trust: float = 0.8,
    learnt: float = 1.5,
    rate: float = 0.001,
    deals: int = 500,
    tries: int = 0,
    start: Path | None = None,
    save: Path | None = None,
    state: Path | None = None,
    curve: Path | None = None,
) -> int:
    """Train a network for `expert`: on matches of `club`, then by playing against itself.

    Parameters
    ----------
    game
        The game.
    edition
        The edition, in games that have some. A network for it is used for no other edition.
    option
        An option of the game as name=value; may be repeated. The network is used for this value alone.
    also
        Another value of such an option for which the network shall be used too; may be repeated.
    also_seats
        Another number of seats for which the network shall be used where there is no other; may be repeated.
    seconds
        How long it trains, in seconds of one processor, without the measuring on the way.
    seed
        Decides everything but when the time is up.
    odd
        The share of moves that are made at random to try them.
    guests
        The share of seats that `club` has in self-play.
    trust
        How much the end of the round counts beside the network's estimates on the way: at 1 only the end counts.
    learnt
        About how many times each position is learnt from.
    rate
        How far a step of learning goes at first; at the end it is a twentieth of that.
    deals
        On how many deals it is measured against `club` now and then. The network that did best is written.
    tries
        Learn by comparing so many moves at a decision, each played on from the same hands. It needs a --start.
    start
        Begin with this network of the game (.net), such as one for another number of seats, and not with `club`.
    save
        Write the network to this file (.net); beside the game if not given.
    state
        Keep in this file (.npz) what is needed to go on, and go on from it if it is there.
    curve
        Write a picture (.svg) of the margin over `club` by the time trained.
    """
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")  # more threads would only wait for one another here
    from tefuda.train import Learner, Plan, load_state, save_state, train

    face, seats, options = set_up_as_asked(game, seats, edition, option)
    given = read_options(face.name, edition, option)
    if n_inputs(face) == 0:
        raise Complaint(f"{face.name} has no inputs.py, so it can have no network")
    if not 1 <= seconds <= 10**6 or not all(0 <= share <= 1 for share in (odd, guests, trust)):
        raise Complaint("a training takes 1 to 1,000,000 seconds, and shares are between 0 and 1")
    if not 2 <= deals <= 10**6:
        raise Complaint("it is measured on 2 to 1,000,000 deals")
    if not 0.1 <= learnt <= 100 or not 0 < rate <= 0.1:
        raise Complaint("a position is learnt from 0.1 to 100 times, and the rate is above 0 and at most 0.1")
    if tries and (not 2 <= tries <= TRIES_MAX or start is None):
        raise Complaint(f"2 to {TRIES_MAX} moves are compared, by a network to start with (--start)")
    used_for = values_of(face, given, options, also)
    path = save or folder_of(face) / (name_of(seats, used_for) + SUFFIX)
    check_files(path, state, curve)
    begun_with = start.name if start else ""
    plan = Plan(
        face.name, seats, options, seconds, seed, odd, guests, trust, begun_with, learnt, rate, deals, tries
    )  # fmt: skip
    learner = Learner(n_inputs(face), seed)
    steps: list[Step] = []
    try:
        if start:
            learner.begin_with(read(start, face).row)
        if state and state.exists():
            steps = load_state(state, plan, learner)
    except ValueError as error:
        raise Complaint(str(error)) from None
    before = steps[-1] if steps else None
    for step in train(plan, learner, tuple(steps)):
        step = step._replace(decisions=step.decisions + (before.decisions if before else 0))
        steps.append(step)
        print(line_of(step), flush=True)
        if state:
            save_state(state, plan, learner, steps)
    if not steps:
        raise Complaint(f"{state} has been trained for so long already; give more --seconds")
    about = {
        "game": face.name,
        "seats": seats,
        "also seats": list(also_seats),
        "for": used_for,
        "rules": rules_of(face, seats, options),
        "seed": seed,
        "seconds": round(steps[-1].seconds),
        "decisions": steps[-1].decisions,
        "made by": asked(),
        "commit": commit(),
    }
    write(path, written(about, learner.best))
    if curve:
        write(curve, picture(steps, f"{face.title('en')}, {seats} seats").encode())
    read_again()
    print(f"{path}: {path.stat().st_size:,} bytes")
    return 0


def values_of(
    face: Face, given: Mapping[str, object], options: Mapping[str, Value], also: Sequence[str]
) -> dict[str, list[Value]]:
    """The options that decide whether the network is used, each with its values."""
    decisive = getattr(face.engine.Game.rules, "DECISIVE", ())
    found = {one.name: [options[one.name]] for one in face.options if one.name in given or one.name in decisive}
    for text in also:
        name, _, value = text.partition("=")
        known = next((one for one in face.options if one.name == name), None)
        if known is None or name not in found:
            raise Complaint(f"--also {text}: the network is not for one value of {name!r}")
        found[name].append(known.parse(value))
    return found


def name_of(seats: int, used_for: Mapping[str, Sequence[Value]]) -> str:
    return "-".join(["expert", *(str(values[0]) for values in used_for.values()), str(seats)])


def check_files(path: Path, *others: Path | None) -> None:
    if path.suffix != SUFFIX:
        raise Complaint(f"the name of a network ends in {SUFFIX}, not as {path}")
    for one in (path, *others):
        if one and not one.parent.is_dir():
            raise Complaint(f"there is no folder {one.parent}")


def line_of(step: Step) -> str:
    low, high = f"{step.margin.low:+.2f}", f"{step.margin.high:+.2f}"
    return (
        f"{step.seconds:6.0f} s  {step.decisions:11,} moves  error {step.loss:.4f}  "
        f"over club {step.margin.value:+.2f} ({low} to {high})"
    )


def commit() -> str:
    """The commit of the checkout, or the version."""
    told = subprocess.run(
        ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=12", "HEAD"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return told.stdout.strip() or __version__


def picture(curve: Sequence[Step], title: str) -> str:
    """The margin over `club` by the time trained, with its intervals."""
    wide, high, edge = 640, 320, 40
    top = max(0.0, *(step.margin.high for step in curve))
    bottom = min(0.0, *(step.margin.low for step in curve))

    def at(seconds: float, margin: float) -> str:
        x = edge + (wide - 2 * edge) * seconds / max(1.0, curve[-1].seconds)
        return f"{x:.1f},{edge + (high - 2 * edge) * (top - margin) / ((top - bottom) or 1):.1f}"

    band = [at(s.seconds, s.margin.high) for s in curve] + [at(s.seconds, s.margin.low) for s in reversed(curve)]
    line = " ".join(at(s.seconds, s.margin.value) for s in curve)
    left, right = at(0, 0).split(","), at(curve[-1].seconds, 0).split(",")
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif">
<title>{title}: margin over club by seconds of training</title>
<polygon points="{" ".join(band)}" fill="#9db8d9" opacity="0.5"/>
<line x1="{left[0]}" y1="{left[1]}" x2="{right[0]}" y2="{right[1]}" stroke="#888"/>
<polyline points="{line}" fill="none" stroke="#1f4e8c" stroke-width="2"/>
<text x="{edge}" y="20">{title}: points a round over club</text>
<text x="4" y="{edge}">{top:+.1f}</text><text x="4" y="{high - edge}">{bottom:+.1f}</text>
<text x="{wide - edge}" y="{high - 10}" text-anchor="end">{curve[-1].seconds:.0f} s</text>
</svg>
"""
