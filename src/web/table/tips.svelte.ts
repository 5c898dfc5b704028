// The tips of the first rounds: one at a time, each until it is put away or no longer applies.

import { tipsOf } from "../boards";
import type { Tip } from "../house/tips";
import { keep, kept } from "../kept";
import { settings } from "../settings.svelte";

export class Tips {
  #all = $state.raw<Tip[]>([]);
  #seen = $state<string[]>(kept("guide", []));

  constructor(game: string) {
    void tipsOf(game).then(
      (found) => (this.#all = found),
      () => {}, // without a connection there are none
    );
  }

  /** The first one that applies and was not seen yet. */
  now(moves: string[], view: Record<string, unknown>): Tip | null {
    if (!settings.guide) return null;
    return this.#all.find((one) => !this.#seen.includes(one.key) && one.when(moves, view)) ?? null;
  }

  done(key: string): void {
    if (this.#seen.includes(key)) return;
    this.#seen = [...this.#seen, key];
    keep("guide", $state.snapshot(this.#seen));
  }
}
