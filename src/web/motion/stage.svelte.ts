// Ties motion to a board: when `step()` changes, what lay on the board before travels to where it lies after. One's own
// move sets things off at once; the answer finds them on their way, and a refusal brings them back.

import { tick, untrack } from "svelte";
import { arrive, comeBack, depart, look, move, type Away, type Plan, type Seen, type Start } from "./motion";

interface Stage {
  root: () => HTMLElement | undefined;
  /** Reads all that makes things move: the view, a preview. */
  step: () => unknown;
  /** Where things come from and go to in this step. */
  plan: () => Plan;
  /** One's legal moves: there are none while a move is on its way. */
  moves: () => readonly string[];
}

/** Call it in a board's script. It gives the function that sets things off. */
export function stage({ root, step, plan, moves }: Stage): (starts: readonly Start[]) => void {
  let away: Away[] = [];

  $effect.pre(() => {
    step();
    untrack(() => {
      const element = root();
      if (!element) return;
      const before: Seen = look(element);
      const boxes = away.map(({ node }) => node.getBoundingClientRect());
      for (const { of, home } of away) before.boxes.set(of, home); // one that stays is where it was
      away.forEach(({ as }, i) => before.boxes.set(as, boxes[i]!));
      arrive(away);
      away = [];
      const way = plan();
      void tick().then(() => {
        const now = root();
        if (now) move(now, before, way);
      });
    });
  });

  $effect(() => {
    if (!moves().length) return;
    comeBack(away);
    away = [];
  });

  return (starts) => {
    const element = root();
    if (element) away = depart(element, starts);
  };
}
