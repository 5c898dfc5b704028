// Ties motion to a board: when `step()` changes, what lay on the board before travels to where it lies after.

import { tick, untrack } from "svelte";
import { look, move, type Plan, type Seen } from "./motion";

/**
 * Call it in a board's script. `root` is the board's element; `step` reads all that makes things move (the view, a
 * preview); `plan` says where things come from and go to in this step.
 */
export function stage(root: () => HTMLElement | undefined, step: () => unknown, plan: () => Plan): void {
  $effect.pre(() => {
    step();
    untrack(() => {
      const element = root();
      if (!element) return;
      const before: Seen = look(element);
      const way = plan();
      void tick().then(() => {
        const now = root();
        if (now) move(now, before, way);
      });
    });
  });
}
