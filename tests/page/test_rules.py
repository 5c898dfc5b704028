"""The rules that the page carries, in Chromium: the same as the compiled ones, here and in a worker."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tefuda import GAMES
from tests.browser.chromium import kernel, play_in_chromium
from tests.browser.scripts import difference, moves_of, wander
from tests.page.conftest import Visitors
from tests.setups import SETUPS, Setup

MOVES = 30  # at most, per setup


def usual(game: str) -> Setup:
    return next(setup for setup in SETUPS if setup.game == game)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_they_agree_move_by_move_and_on_all_that_can_be_asked(visitors: Visitors, package: Path, game: str) -> None:
    page = visitors()
    page.goto("/")
    scripts = [wander(setup, random.Random(str(setup)), MOVES) for setup in SETUPS if setup.game == game][::4]
    played = play_in_chromium(page, kernel(package), game, scripts)
    assert [found for script, answers in played if (found := difference(script, answers))] == []
    assert sum(map(moves_of, scripts)) > 50


SEARCH = """async ({ kernel, game, seats, options, seed, worlds, weights }) => {
  const { RemoteRules, urls } = await import(kernel);
  const rules = new RemoteRules(urls[game]);
  let position = await rules.begin(seats, options);
  ({ position } = await rules.ask(position, "settle", seed));
  const seat = (await rules.ask(position, "actor")).given;
  const actions = (await rules.ask(position, "legal", seat)).given.slice(0, 8);
  let frames = 0;
  const count = () => { frames += 1; timer = setTimeout(count); };
  let timer = setTimeout(count);
  const { given } = await rules.ask(position, "search", seat, actions, { worlds }, seed, weights);
  const brief = await rules.ask(position, "search", seat, actions, { milliseconds: 50 }, seed, weights);
  clearTimeout(timer);
  const observed = (await rules.ask(position, "observe", seat)).given;
  const world = (await rules.ask(position, "redeal", seat, seed)).position.state;
  rules.close();
  const { worlds: inTime } = brief.given;
  return { state: [...position.state], found: given, frames, inTime, observed: [...observed], world: [...world] };
}"""


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_worker_searches_while_the_page_goes_on(visitors: Visitors, package: Path, game: str) -> None:
    page = visitors()
    page.goto("/")
    setup = usual(game)
    native, weights = setup.begin("compiled"), list(setup.face.weights.CLUB)
    given = {"seats": setup.seats, "options": setup.face.numbers(setup.options), "weights": weights, "worlds": 20}
    found: dict[str, Any] = page.evaluate(SEARCH, {"kernel": kernel(package), "game": game, "seed": 7, **given})
    native.settle(7)
    seat = native.actor()
    sums, squares, moves = native.search(seat, native.legal(seat)[:8], 20, 7, weights)
    assert found["found"] == {"sums": sums, "squares": squares, "moves": moves, "worlds": 20}
    assert bytes(found["state"]) == native.pack()
    assert bytes(found["world"]) == native.redeal(seat, 7).pack()
    assert b"".join(n.to_bytes(2, "little", signed=True) for n in found["observed"]) == native.observe(seat)
    assert found["inTime"] >= 1
    assert found["frames"] > 1, "the page stood still"


REFUSED = """async ({ kernel, game, seats }) => {
  const { Game, Refused, RemoteRules, Rules, urls } = await import(kernel);
  const remote = new RemoteRules(urls[game]);
  const position = await remote.begin(seats);
  const settled = (await remote.ask(position, "settle", 2n ** 63n - 1n)).position;
  const { given: seat } = await remote.ask(settled, "actor");
  const { given: actions } = await remote.ask(settled, "legal", seat);
  const rules = await Rules.load(await (await fetch(urls[game])).arrayBuffer());
  const here = Game.unpack(rules, seats, settled.state);
  const attempts = {
    seats: () => remote.begin(99),
    half: () => remote.begin(2.5),
    options: () => remote.begin(seats, Array(33).fill(0)),
    option: () => remote.begin(seats, [0, 40000]),
    fraction: () => remote.begin(seats, [0.5]),
    size: () => remote.ask({ seats, state: settled.state.slice(1) }, "actor"),
    action: () => remote.ask(settled, "apply", seat, -1),
    wrapped: () => remote.ask(settled, "apply", seat, 2 ** 64 + actions[0]),
    seat: () => remote.ask(settled, "apply", seats, actions[0]),
    dealt: () => remote.ask(settled, "deal", []),
    drawn: () => remote.ask(position, "deal", [1, 2, 3, 4]),
    early: () => remote.ask(position, "observe", 0),
    nobody: () => remote.ask(settled, "reveal", -1),
    seed: () => remote.ask(settled, "playout", -1),
    large: () => remote.ask(settled, "playout", 2n ** 63n),
    vague: () => remote.ask(settled, "playout", 2 ** 60),
    weights: () => remote.ask(settled, "quick", seat, [1]),
    rows: () => remote.ask(settled, "playRound", 1, []),
    idle: () => remote.ask(position, "quick", 0, []),
    budget: () => remote.ask(settled, "search", seat, actions, {}, 1),
    never: () => remote.ask(settled, "search", seat, actions, { worlds: NaN }, 1),
    many: () => remote.ask(settled, "search", seat, Array(65).fill(actions[0]), { worlds: 1 }, 1),
    illegal: () => remote.ask(settled, "search", seat, [actions[0], 9999], { worlds: 1 }, 1),
    here: async () => here.apply(seat, 9999),
    nothing: async () => Rules.load(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
  };
  const said = {};
  for (const [name, attempt] of Object.entries(attempts))
    said[name] = await attempt().then(() => "done", (error) => (error instanceof Refused ? error.message : `${error}`));
  const lost = new RemoteRules("/assets/nowhere.wasm");
  said.lost = await lost.begin(2).catch((error) => `${error}`);
  const days = { milliseconds: 1e9 };
  const endless = remote.ask(settled, "search", seat, actions, days, 1).catch((error) => `${error}`);
  remote.close();
  said.closed = await endless;
  said.gone = await remote.begin(2).catch((error) => `${error}`);
  const Real = Worker;
  let failed;
  window.Worker = class extends Real {
    constructor() {
      super("/assets/nowhere.js", { type: "module" });
      failed = new Promise((known) => this.addEventListener("error", known));
    }
  };
  const dead = new RemoteRules(urls[game]);
  await failed;
  said.dead = await dead.begin(2).catch((error) => `${error}`);
  said.after = [...here.pack()].join() === [...settled.state].join();
  return said;
}"""
REFUSALS = {
    "seats": "the rules know 1 to 5 seats, not 99",
    "half": "the rules know 1 to 5 seats, not 2.5",
    "options": "at most 32 options, not 33",
    "option": "option 1 cannot be 40000",
    "fraction": "option 0 cannot be 0.5",
    "action": "action -1 is not legal for seat 1",
    "wrapped": "action 18446744073709552000 is not legal for seat 1",
    "seat": "there is no seat 4",
    "dealt": "it is not for chance to act",
    "drawn": "44 must be drawn, not 4",
    "early": "there is nothing to observe while chance must act",
    "nobody": "there is no seat -1",
    "seed": "a seed is a whole number from 0 to 9223372036854775807, not -1",
    "large": "a seed is a whole number from 0 to 9223372036854775807, not 9223372036854775808",
    "vague": "a seed is a whole number from 0 to 9223372036854775807, not 1152921504606847000",
    "rows": "4 seats need 4 rows of weights, not 0",
    "idle": "seat 0 has nothing to decide",
    "budget": "a search needs a budget of worlds or of milliseconds",
    "never": "a search needs a budget of worlds or of milliseconds",
    "many": "a search compares at most 64 actions",
    "illegal": "action 9999 is not legal for seat 1",
    "here": "action 9999 is not legal for seat 1",
    "nothing": "this module does not contain the rules of a game",
    "closed": "Error: the worker was closed",
    "gone": "Error: the worker was closed",
    "dead": "Error: the worker does not start",
    "after": True,
}


def test_what_cannot_be_is_refused_with_the_reason(visitors: Visitors, package: Path) -> None:
    visitors.expected = ("404",)
    page = visitors()
    page.goto("/")
    said: dict[str, Any] = page.evaluate(REFUSED, {"kernel": kernel(package), "game": "scout", "seats": 4})
    size = len(usual("scout").begin("compiled").pack())
    assert said.pop("size") == f"a state has {size} bytes, not {size - 1}"
    weights = len(usual("scout").face.weights.CLUB)
    assert said.pop("weights") == f"this game has {weights} weights, not 1"
    assert said.pop("lost").startswith("Error: /assets/nowhere.wasm: 404")
    assert said == REFUSALS
