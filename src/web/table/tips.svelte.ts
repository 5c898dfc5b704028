// The tips of the first rounds: one at a time, each until it is put away or no longer applies.

import { isGame } from "../boards";
import { keep, kept } from "../kept";
import { settings } from "../settings.svelte";
import { TIPS, type Tip } from "./guide";

export class Tips {
  #seen = $state<string[]>(kept("guide", []));

  /** The first one that applies and was not seen yet. */
  now(game: string, moves: string[], view: Record<string, unknown>): Tip | null {
    if (!settings.guide || !isGame(game)) return null;
    return TIPS[game].find((one) => !this.#seen.includes(one.key) && one.when(moves, view)) ?? null;
  }

  done(key: string): void {
    if (this.#seen.includes(key)) return;
    this.#seen = [...this.#seen, key];
    keep("guide", $state.snapshot(this.#seen));
  }
}
