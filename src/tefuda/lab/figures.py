"""The figures of a run, computed from its tables: means with their 95 % intervals, and distributions.

A match is what an interval counts, because the rounds and moves of one match are not independent.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tefuda.intervals import Mean, Scale, Sums, mean_of, ratio_of
from tefuda.lab.depth import catch_up, luck_of, matrix_of, seat_gap_of, stakes_of, tension_of
from tefuda.lab.measures import DEAL, DECISION, FORCED
from tefuda.lab.plan import INSTANT, Plan
from tefuda.lab.steps import steps_of
from tefuda.lab.store import BadFolder, read_plan

RARE = 0.001  # less often than this a kind of move, of all decisions, or an ending, of all rounds, is called dead
SURE = 1.645  # of the normal distribution: 95 % lie below
TABLES = ("matches", "rounds", "moves", "hands", "safety", "odds", "stakes", "worth", "ladder", "without")


class Kind(NamedTuple):
    """What is known of a kind of move."""

    name: str
    can: Mean  # at how many decisions it is possible
    did: Mean  # how often it is then taken
    per_round: Mean
    worth: Mean | None  # what its best move gains over the best other one
    chosen: Mean | None  # how often a search prefers it
    timely: Mean | None  # what it gains then, measured in other worlds than those that preferred it
    positions: int  # on which these rest
    loss: Mean | None  # how much less a round a seat gains that avoids it


class Level(NamedTuple):
    """A level against the one below."""

    upper: str
    lower: str
    share: Mean  # of wins, one seat against all others
    fair: float  # what every seat would have if all were alike
    step: float  # how much more often than a neighbour it wins, over the standard deviation of that
    matches: float  # after which it is ahead of this neighbour with 95 %
    luck: Mean  # the part of the result between the two in one match that is chance


class Figures(NamedTuple):
    plan: Plan
    matches: int
    rounds: Mean
    length: dict[int, int]  # moves of a round: how many rounds
    round_moves: Mean
    minutes: Mean
    seat_wins: list[Mean]  # by seat after the one that starts the match
    seat_gains: list[Mean]  # by seat after the one that starts the round, against the others
    scores: dict[int, int]
    margin: Mean
    no_winner: Mean
    shared_win: Mean
    lead_changes: Mean
    leader_wins: list[Mean]  # after each round but the last, of those matches that have one leader
    odds: list[tuple[float, Mean, float, float]]  # point, the winner's share, and its 10 % and 90 % quantiles
    favourites: Mean  # how often the favourite changes
    decided: list[tuple[float, Mean]]  # by this point the later winner had four fifths of the wins for good
    kinds: list[Kind]
    endings: dict[str, Mean]
    closings: dict[str, Mean]  # the kind of the last move
    closer: Mean  # what the one who ends a round gains in it, against the others
    branching: dict[int, int]  # number of legal moves: how many decisions, in the sample
    choices: Mean
    forced: Mean
    levels: list[Level]
    matrix: dict[tuple[str, str], Mean]  # the wins of one seat of a level among another level
    ratings: dict[str, Mean]  # from these, as Elo numbers; the weakest has 0
    seat_gap: Mean  # the standard deviation of the seats' parts of the wins, chance taken off
    tension: Mean  # the chance that the favourite does not win, over the whole match
    catch_up: Mean | None  # how often the seat that is last after half of the rounds wins
    at_stake: Mean  # what the best of the moves that look best gains over the worst of them
    matter: Mean  # of all decisions with a choice: those with more at stake than `stake`
    stake: float
    stakes: list[float]
    cards: dict[str, tuple[Mean, int]]  # gain with the card in the dealt hand, against all hands; on how many it rests
    safety: dict[str, Mean]


def figures(folder: Path) -> Figures:
    """Everything that a report says."""
    plan = read_plan(folder)
    base = open_tables(folder)
    ask = Asking(base)
    n = ask.one("select count(*) from matches")
    if not n:
        raise BadFolder(f"no match in {folder} has been played yet")
    kinds = list(plan.face.study.KINDS)
    again = ", ".join(map(str, np.flatnonzero(steps_of(plan.face).again))) or -1
    beside = " + ".join(f"did_{kind}" for kind in plan.face.study.ASIDE) or "0"
    base.execute(
        "create temp table per_match as select match, count(distinct round) as rounds, sum(decisions) as decisions,"
        f" sum(forced) as forced, sum(asked) as asked, sum(choices) as choices, sum({beside}) as beside,"
        + ", ".join(f"sum(can_{kind}) as can_{kind}, sum(did_{kind}) as did_{kind}" for kind in kinds)
        + " from rounds group by match"
    )
    shared = plan.face.shared_by(plan.options)
    parts = "1" if shared else "greatest(1, bit_count(winners))"  # of a win
    others = f"(gain * {plan.seats} - sum(gain) over (partition by match, round)) / {plan.seats - 1}"
    base.execute(
        "create view ahead as select match, round, seat, after_start, closed,"
        f" {'gain - (select avg(gain) from rounds)' if shared else others} as gain from rounds"
    )
    timed = "(decisions - beside)"
    slow = f"least(forced, {timed})"
    seconds = f"{DEAL} * rounds + {DECISION} * ({timed} - {slow}) + {FORCED} * {slow}"
    return Figures(
        plan=plan,
        matches=n,
        rounds=ask.mean("select rounds from matches"),
        length=ask.counts("select round_moves, count(*) from rounds where seat = 0 group by 1"),
        round_moves=ask.ratio("moves", "rounds", "matches"),
        minutes=ask.mean(f"select ({seconds}) / 60.0 from per_match"),
        seat_wins=[
            ask.share(f"select (winners >> ((start + {place}) % {plan.seats}) & 1) / {parts} from matches")
            for place in range(plan.seats)
        ],
        seat_gains=seat_gains(ask, plan),
        scores=ask.counts(f"select score, count(*) from ({final_scores()}) group by 1"),
        margin=ask.mean("select margin from matches"),
        no_winner=ask.share("select (winners = 0)::int from matches"),
        shared_win=ask.share("select (bit_count(winners) > 1)::int from matches"),
        lead_changes=ask.mean("select lead_changes from matches", "rate"),
        leader_wins=leader_wins(ask, plan),
        **odds_of(ask),
        kinds=[kind_of(ask, kind, place) for place, kind in enumerate(kinds)],
        endings={
            ending: ask.ratio(f"(ending = '{ending}')::int", "1", "rounds where seat = 0", "match", "share")
            for (ending,) in ask.rows("select ending from rounds group by 1 order by count(*) desc, 1")
        },
        closings={
            kinds[place]: ask.ratio(f"(last_kind = {place})::int", "1", "rounds where seat = 0", "match", "share")
            for (place,) in ask.rows("select last_kind from rounds group by 1 order by count(*) desc, 1")
        },
        closer=ask.mean("select avg(gain) from ahead where closed group by match"),
        branching=ask.counts(f"select legal, count(*) from moves where not (step and kind in ({again})) group by 1"),
        choices=ask.ratio("choices", "asked", "per_match"),
        forced=ask.ratio("forced", "decisions", "per_match", scale="share"),
        levels=[level for upper in INSTANT[1:] if (level := level_of(ask, plan, upper))],
        **matrix_of(ask, plan),
        seat_gap=seat_gap_of(ask, plan),
        tension=tension_of(ask),
        catch_up=catch_up(ask),
        **stakes_of(ask),
        cards=cards(ask),
        safety={
            rule: ask.mean(f"select times from safety where rule = '{rule}'", "rate")
            for (rule,) in ask.rows("select rule from safety group by 1 order by 1")
        },
    )


def open_tables(folder: Path) -> Any:
    """DuckDB with a view for each table of the run; one that was not written is empty."""
    import duckdb

    base = duckdb.connect()
    for table in TABLES:
        if any((folder / table).glob("*.parquet")):
            path = str(folder / table / "*.parquet").replace("'", "''")
            # The folder's name may hold name=value, which DuckDB would take for a column.
            base.execute(f"create view {table} as from read_parquet('{path}', hive_partitioning=false)")
        elif table in ("matches", "rounds"):
            raise BadFolder(f"no match in {folder} has been played yet")
        else:
            base.execute(f"create table {table} ({EMPTY[table]})")
    return base


EMPTY = {
    "moves": "match bigint, kind int, step boolean, legal int",
    "hands": "match bigint, round int, seat int, card varchar",
    "safety": "match bigint, rule varchar, times int",
    "odds": "match bigint, point double, seat int, share double, won boolean",
    "stakes": "match bigint, stake double",
    "worth": "match bigint, kind int, gain double, chosen double",
    "ladder": "match bigint, alone varchar, among varchar, share double, other double, won boolean",
    "without": "match bigint, kind int, loss double",
}


class Asking:
    """Questions to the tables."""

    def __init__(self, base: Any) -> None:
        self.base = base

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = self.base.execute(query).fetchall()
        return found

    def one(self, query: str) -> Any:
        return self.rows(query)[0][0]

    def counts(self, query: str) -> dict[int, int]:
        return dict(sorted((int(value), int(count)) for value, count in self.rows(query)))

    def mean(self, query: str, scale: Scale = "mean") -> Mean:
        """The mean of a query with one column."""
        n, total, squares = self.rows(f"select count(x), sum(x::double), sum(x::double * x) from ({query}) as t(x)")[0]
        return mean_of(Sums(n, total or 0.0, squares or 0.0), scale)

    def share(self, query: str) -> Mean:
        """The same for zeros and ones, or parts of one."""
        return self.mean(query, "share")

    def ratio(self, x: str, d: str, table: str, by: str = "", scale: Scale = "mean") -> Mean:
        """The sum of x over the sum of d; `by` says what a row belongs to, if rows are not matches."""
        inner = f"select ({x})::double as x, ({d})::double as d from {table}"
        if by:
            inner = f"select sum({x})::double as x, sum({d})::double as d from {table} group by {by}"
        sums = self.rows(f"select count(*), sum(x), sum(d), sum(x*x), sum(x*d), sum(d*d) from ({inner})")[0]
        return ratio_of(*(value or 0 for value in sums), scale=scale)


def final_scores() -> str:
    return "select arg_max(score, round) as score from rounds group by match, seat"


def seat_gains(ask: Asking, plan: Plan) -> list[Mean]:
    ask.base.execute(
        "create temp table gains as select match, after_start, avg(gain) as gain from ahead group by match, after_start"
    )
    return [ask.mean(f"select gain from gains where after_start = {place}") for place in range(plan.seats)]


def leader_wins(ask: Asking, plan: Plan) -> list[Mean]:
    """Only where all matches have the same few rounds."""
    least, most = ask.rows("select min(rounds), max(rounds) from matches")[0]
    if least != most or most > 10:
        return []
    ask.base.execute(
        "create temp table leaders as select match, round, arg_max(seat, score) as seat from (select *, max(score) over"
        " (partition by match, round) as best from rounds) where score = best group by match, round having count(*) = 1"
    )
    return [
        ask.share(
            "select (winners >> seat & 1) / greatest(1, bit_count(winners)) from leaders join matches using (match)"
            f" where round = {number}"
        )
        for number in range(most - 1)
    ]


def odds_of(ask: Asking) -> dict[str, Any]:
    """Computed from what a spectator knows."""
    ask.base.execute(
        "create temp table winner as select match, point, avg(share) as share from odds where won group by match, point"
    )
    points = [point for (point,) in ask.rows("select distinct point from odds order by 1")]
    curve, decided = [], []
    for point in points:
        low, high = ask.rows(
            f"select quantile_cont(share, 0.1), quantile_cont(share, 0.9) from winner where point = {point}"
        )[0]
        if low is None:
            continue
        curve.append((point, ask.mean(f"select share from winner where point = {point}"), low, high))
        kept = f"select (min(share) >= 0.8)::int from winner where point >= {point} group by match"
        decided.append((point, ask.share(kept)))
    changes = ask.mean(
        "select sum((seat <> before)::int) from (select match, seat, lag(seat) over (partition by match order by point)"
        " as before from (select match, point, arg_max(seat, share) as seat from odds group by match, point))"
        " group by match",
        "rate",
    )
    return {"odds": curve, "decided": decided, "favourites": changes}


def kind_of(ask: Asking, kind: str, place: int) -> Kind:
    positions = ask.one(f"select count(*) from worth where kind = {place}")
    losses = f"select loss from without where kind = {place}"
    return Kind(
        name=kind,
        can=ask.ratio(f"can_{kind}", "asked", "per_match", scale="share"),
        did=ask.ratio(f"did_{kind}", f"can_{kind}", "per_match", scale="share"),
        per_round=ask.ratio(f"did_{kind}", "rounds", "per_match", scale="rate"),
        worth=ask.mean(f"select gain from worth where kind = {place}") if positions > 1 else None,
        chosen=ask.share(f"select chosen from worth where kind = {place}") if positions > 1 else None,
        timely=ask.mean(f"select gain from worth where kind = {place} and chosen = 1") if positions > 1 else None,
        positions=positions,
        loss=ask.mean(losses) if ask.one(f"select count(*) from ({losses})") > 1 else None,
    )


def level_of(ask: Asking, plan: Plan, upper: str) -> Level | None:
    lower = INSTANT[INSTANT.index(upper) - 1]
    pair = f"from ladder where alone = '{upper}' and among = '{lower}'"
    n, mean, deviation, won = ask.rows(
        f"select count(*), avg(share - other), stddev_samp(share - other), avg(won::int) {pair}"
    )[0]
    if n < 2:
        return None
    ahead = ask.mean(f"select share - other {pair}")
    step = mean / deviation if deviation else math.copysign(math.inf, mean)
    return Level(
        upper=upper,
        lower=lower,
        share=ask.share(f"select share {pair}"),
        fair=won / plan.seats,
        step=step,
        matches=max(1.0, (SURE / step) ** 2) if step > 0 else math.inf,
        luck=luck_of(ahead, deviation),
    )


def cards(ask: Asking) -> dict[str, tuple[Mean, int]]:
    """What a hand with this card gains in its round against the others, over all hands of the sample."""
    rows = ask.rows(
        "select card, count(*), sum(x), sum(d), sum(x * x), sum(x * d), sum(d * d) from (select card, match,"
        " sum(gain)::double as x, count(*)::double as d from (select distinct * from hands) join ahead using"
        " (match, round, seat) group by card, match) group by card"
    )
    found = {card: (ratio_of(n, x, d, xx, xd, dd), int(d)) for card, n, x, d, xx, xd, dd in rows if n > 1}
    return dict(sorted(found.items(), key=lambda item: -item[1][0].value))


def dead(found: Figures) -> list[tuple[str, str, str]]:
    """What hardly ever matters: (kind, ending or safety; its name; rare, never or unused)."""
    rules: list[tuple[str, str, str]] = []
    for kind in found.kinds:
        if not kind.can.value > 0:
            rules.append(("kind", kind.name, "never"))
        elif kind.can.value < RARE:
            rules.append(("kind", kind.name, "rare"))
        elif kind.did.value < 0.01 and kind.worth and kind.worth.high < 0 and not (kind.timely and kind.timely.low > 0):
            rules.append(("kind", kind.name, "unused"))
    for ending in found.plan.face.study.ENDS:
        share = found.endings.get(ending)
        if share is None or share.value < RARE:
            rules.append(("ending", ending, "never" if share is None else "rare"))
    for rule, times in found.safety.items():
        if times.value < RARE:
            rules.append(("safety", rule, "never" if times.value == 0 else "rare"))
    return rules
