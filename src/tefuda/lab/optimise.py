"""Looking for setups that meet limits and are best by given goals, with Optuna.

A trial plays one setup. There may be several goals at once: the result is then a front, setups of which none
is better than another in everything. They are played again on fresh seeds, so that luck in the search does not flatter
them, and shown with intervals.
"""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tefuda.games.option import Value
from tefuda.intervals import Mean, mean_of
from tefuda.lab.measures import GROUPS, known_sums, measures, scale_of, seat_gap, unit_of, win_parts
from tefuda.lab.plan import Plan, check_plan
from tefuda.lab.play import kinds_of, play_match, play_matches
from tefuda.lab.run import done_by, workers

TOGETHER = 8  # trials that are chosen at a time, so that the number of workers changes nothing
FRESH = 10**8  # seeds from here on are for the front
FRONT = 10  # setups that are played again at most
JOURNAL = "study.jsonl"
SEATS = "seats"  # may be varied like an option


class NoOptuna(ValueError):
    """Optuna is not installed."""


class Limit(NamedTuple):
    """A bound on a measure, such as minutes<=20."""

    measure: str
    most: bool  # whether the bound is the most that is allowed
    bound: float

    def __str__(self) -> str:
        return f"{'≤' if self.most else '≥'} {self.bound:g}"

    def over(self, value: float) -> float:
        """By how much it is broken; 0 or less if it is met."""
        return value - self.bound if self.most else self.bound - value

    def word(self, mean: Mean) -> str:
        """Whether the true value meets it: `met`, `broken`, or `open` if the interval holds the bound."""
        if mean.low <= self.bound <= mean.high:
            return "open"
        return "met" if self.over(mean.value) <= 0 else "broken"


class Wish(NamedTuple):
    measure: str
    most: bool  # as much as possible, or as little


class Search(NamedTuple):
    """What is looked for, and where."""

    base: Plan  # the setup whose options are varied
    over: Mapping[str, tuple[Value, ...]]
    limits: tuple[Limit, ...]
    wishes: tuple[Wish, ...]
    trials: int
    final: int  # matches of each setup of the front

    @property
    def names(self) -> list[str]:
        """The measures that are needed."""
        return list(dict.fromkeys([wish.measure for wish in self.wishes] + [limit.measure for limit in self.limits]))

    def key(self) -> str:
        told = [self.base.key(), self.base.games, sorted(self.over.items()), self.limits, self.wishes]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


class Choice(NamedTuple):
    """A setup of the front."""

    options: dict[str, Value]
    measures: dict[str, Mean]


def check_search(search: Search) -> None:
    """ValueError if the search is not possible as asked."""
    if not search.wishes:
        raise ValueError("say what is wanted with --most or --least")
    if search.trials < 1 or search.final < 2 or search.base.games < GROUPS:
        raise ValueError(f"at least 1 trial of {GROUPS} matches is needed, and 2 matches of each setup at the end")
    if not search.over or prod(len(values) for values in search.over.values()) < 2:
        raise ValueError("say what is varied with --over, at least two values")
    if SEATS in search.over and len(set(search.base.bots)) > 1:
        raise ValueError("where the seats are varied, one bot plays all of them")
    known = [*measures(search.base, play_matches(search.base._replace(sample=0), 0, 1)), *OWN]
    if unknown := [name for name in search.names if name not in known]:
        raise ValueError(f"there is no measure {unknown[0]!r}; there are {', '.join(known)}")


# ---- what a setup is like


def assess(job: tuple[Plan, Sequence[str]]) -> dict[str, Mean]:
    """These measures of one setup; runs in a worker."""
    plan, names = job
    found = measures(plan, play_matches(plan._replace(sample=0), 0, plan.games))
    rounds, moves = float(found["rounds"].mean()), float(found["round_moves"].mean())
    means = {}
    for name in names:
        if name in OWN:
            means[name] = OWN[name](plan)
        else:
            means[name] = mean_of(known_sums(found[name]), scale_of(name), unit_of(name, rounds, moves))
    return means


def skill(plan: Plan) -> Mean:
    """The part of the wins that one `club` has among `casual` seats, less the fair part."""
    kinds = kinds_of(plan.face)
    pair = plan._replace(bots=("club", *["casual"] * (plan.seats - 1)), files=())
    parts = []
    for match in range(plan.games):
        winners = play_match(pair, match, kinds, closely=False, room=None).winners
        parts.append((winners >> match % plan.seats & 1) / max(1, winners.bit_count()))
    found = mean_of(known_sums(np.array(parts)), "share")
    return Mean(*(end - 1 / plan.seats for end in found))


def gap_between_seats(plan: Plan) -> Mean:
    matches = play_matches(plan._replace(sample=0), 0, plan.games)["matches"]
    return seat_gap(win_parts(matches["winners"], matches["start"], plan.seats))


OWN: dict[str, Callable[[Plan], Mean]] = {"skill": skill, "seat_gap": gap_between_seats}


# ---- the search


def optimise(
    search: Search,
    folder: Path,
    processes: int = 0,
    cluster: str = "",
    tell: Callable[[int, int], None] | None = None,
) -> list[Choice]:
    """The front. Trials are kept in the folder, and the same search goes on from there."""
    check_search(search)
    study = open_study(search, folder)
    if tell:
        tell(len(finished(study)), search.trials)
    with workers(processes, cluster) as (pool, width):
        while (done := len(finished(study))) < search.trials:
            study.sampler = sampler_of(search, done)
            asked = interrupted(study) or [
                study.ask(distributions(search)) for _ in range(min(TOGETHER, search.trials - done))
            ]
            plans = [plan_with(search, trial.params) for trial in asked]
            todo = [(plan, search.names) for plan in plans if plan is not None]
            found = iter(in_order(pool, width, todo))
            for trial, plan in zip(asked, plans, strict=True):
                settle(study, search, trial, None if plan is None else next(found))
            if tell:
                tell(done + len(asked), search.trials)
        best = front(study)[:FRONT]
        fresh = [plan._replace(seed=FRESH, games=search.final) for one in best if (plan := plan_with(search, one))]
        again = in_order(pool, width, [(plan, search.names) for plan in fresh])
    return [Choice(options, means) for options, means in zip(best, again, strict=True)]


def in_order(pool: Any, width: Callable[[], int], todo: Sequence[tuple[Plan, Sequence[str]]]) -> list[dict[str, Mean]]:
    """What each job gives, by their order, whatever the workers do."""
    numbered = dict(done_by(pool, width, numbered_assess, list(enumerate(todo))))
    return [numbered[place] for place in range(len(todo))]


def numbered_assess(job: tuple[int, tuple[Plan, Sequence[str]]]) -> tuple[int, dict[str, Mean]]:
    return job[0], assess(job[1])


def finished(study: Any) -> list[Any]:
    return [trial for trial in study.get_trials(deepcopy=False) if trial.state.is_finished()]


def interrupted(study: Any) -> list[Any]:
    """Trials that were chosen but not finished, because the run was stopped."""
    trial = imported().trial.Trial
    return [trial(study, one._trial_id) for one in study.get_trials(deepcopy=False) if not one.state.is_finished()]


def open_study(search: Search, folder: Path) -> Any:
    optuna = imported()
    folder.mkdir(parents=True, exist_ok=True)
    storage = optuna.storages.JournalStorage(optuna.storages.journal.JournalFileBackend(str(folder / JOURNAL)))
    names = [one.study_name for one in storage.get_all_studies()]
    if names and search.key() not in names:
        raise ValueError(f"{folder} holds another search; choose another folder")
    return optuna.create_study(
        study_name=search.key(),
        storage=storage,
        directions=["maximize" if wish.most else "minimize" for wish in search.wishes],
        load_if_exists=True,
    )


def imported() -> Any:
    try:
        import optuna
    except ImportError:
        raise NoOptuna("tefuda lab optimise needs tefuda[optimise]") from None
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna


def sampler_of(search: Search, done: int) -> Any:
    """A new sampler for every few trials, so that a continued search does what an uninterrupted one would do."""
    optuna = imported()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that parts of Optuna are experimental
        return optuna.samplers.TPESampler(
            seed=search.base.seed + done,
            n_startup_trials=2 * TOGETHER,
            multivariate=True,
            constant_liar=True,
            constraints_func=lambda trial: trial.user_attrs["broken"],
        )


def distributions(search: Search) -> dict[str, Any]:
    optuna = imported()
    return {name: optuna.distributions.CategoricalDistribution(values) for name, values in search.over.items()}


def plan_with(search: Search, options: Mapping[str, Value]) -> Plan | None:
    """The plan of these options; None if they do not go together."""
    base = search.base
    own = {name: value for name, value in options.items() if name != SEATS}
    seats = int(options.get(SEATS, base.seats))
    bots = base.bots if seats == base.seats else base.bots[:1]
    try:
        return check_plan(
            base.game, {**base.options, **own}, seats, bots, base.games,
            seed=base.seed, sample=0, probes=0, ladder=0, without=0, playouts=base.playouts,
        )  # fmt: skip
    except ValueError:
        return None


def settle(study: Any, search: Search, trial: Any, means: Mapping[str, Mean] | None) -> None:
    """Tells the study the result; a setup that does not exist is pruned."""
    if means is None:
        trial.set_user_attr("broken", [1.0])
        study.tell(trial, state=imported().trial.TrialState.PRUNED)
        return
    trial.set_user_attr("broken", [limit.over(means[limit.measure].value) for limit in search.limits])
    study.tell(trial, [means[wish.measure].value for wish in search.wishes])


def front(study: Any) -> list[dict[str, Value]]:
    """The best setups, each once: those that meet the limits if there are any, else those that come nearest."""
    optuna = imported()
    done = study.get_trials(deepcopy=False, states=(optuna.trial.TrialState.COMPLETE,))
    if not done:
        raise ValueError("none of the setups that were tried exists; vary other options")
    least = min(excess(trial) for trial in done)
    able = [trial for trial in done if excess(trial) <= max(0.0, least)]
    signs = [1 if direction.name == "MAXIMIZE" else -1 for direction in study.directions]
    points = [tuple(sign * value for sign, value in zip(signs, trial.values, strict=True)) for trial in able]
    best = [trial for trial, point in zip(able, points, strict=True) if not any(beats(o, point) for o in points)]
    best.sort(key=lambda trial: -signs[0] * trial.values[0])
    unique: dict[str, dict[str, Value]] = {}
    for trial in best:
        unique.setdefault(repr(sorted(trial.params.items())), dict(trial.params))
    return list(unique.values())


def excess(trial: Any) -> float:
    return sum((max(0.0, one) for one in trial.user_attrs["broken"]), start=0.0)


def beats(one: Iterable[float], other: Iterable[float]) -> bool:
    """At least as good in everything and better in something."""
    pairs = list(zip(one, other, strict=True))
    return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)
