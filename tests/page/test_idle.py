"""While it is a person's turn, nothing wakes the device: no timer waits, on the page or in the worker of its tables."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.page.alone import Host, arrive, begin, visitor
from tests.page.players import CLICKS, my_turn, play_on

# Counts what waits to be called, and says it to whoever asks over a channel.
COUNTED = """
{
  const waiting = new Map();
  let woken = 0;
  const KINDS = [["setTimeout", "clearTimeout"], ["setInterval", "clearInterval"]];
  KINDS.push(["requestAnimationFrame", "cancelAnimationFrame"]);
  for (const [set, clear] of KINDS) {
    const often = set === "setInterval";
    const [plainSet, plainClear] = [self[set]?.bind(self), self[clear]?.bind(self)];
    if (!plainSet) continue;
    self[set] = (call, ...more) => {
      const id = plainSet((...given) => {
        if (!often) waiting.delete(`${set} ${id}`);
        woken++;
        return call(...given);
      }, ...more);
      waiting.set(`${set} ${id}`, `${set} ${more[0] ?? ""} ${String(call).slice(0, 200)}`);
      return id;
    };
    self[clear] = (id) => (waiting.delete(`${set} ${id}`), plainClear(id));
  }
  self.counted = () => ({ waiting: [...waiting.values()], woken });
  const channel = new BroadcastChannel("counted");
  channel.onmessage = ({ data }) => data === "say" && channel.postMessage(self.counted());
}
"""
ASK = """() => new Promise((resolve) => {
  const own = self.counted();
  const channel = new BroadcastChannel("counted");
  channel.onmessage = ({ data }) => {
    channel.close();
    resolve({ page: own, worker: data });
  };
  channel.postMessage("say");
})"""
TRIES = 60  # looks at it, 200 ms apart


def waits(page: Page) -> list[str]:
    told = page.evaluate(ASK)
    return [f"{where}: {one}" for where in ("page", "worker") for one in told[where]["waiting"]]


@pytest.mark.parametrize("game", ["twentythree", "scout"])
def test_nothing_wakes_the_device_while_one_thinks(browser: Browser, host: Host, game: str) -> None:
    def count(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=COUNTED + answer.text())

    with visitor(browser, worker=False) as context:
        context.route("**/worker-*.js", count)
        context.add_init_script(COUNTED.replace("channel.onmessage", "channel.ignored"))
        page = arrive(context, host, kept=False)
        begin(page, game)
        my_turn(page)
        play_on(page, CLICKS[game], 2)
        my_turn(page)
        for _ in range(TRIES):
            if not waits(page):
                break
            page.wait_for_timeout(200)
        assert waits(page) == []
