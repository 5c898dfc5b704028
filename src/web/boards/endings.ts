// When the page is told of the last play of a round, the next round has already been dealt. Each game says how the
// table looked then: what was laid lies on the view before it.

import type { Happened } from "../protocol";
import { byGame } from "./found";

export interface Shown {
  view: Record<string, unknown>;
  facts: Record<string, unknown>;
}
type Ending = (view: Record<string, unknown>, events: readonly Happened[]) => Record<string, unknown>;

const ENDINGS = byGame(import.meta.glob<Ending>("../../tefuda/games/*/board/ending.ts", { eager: true, import: "ending" }));

/** Where in the events that end a round the next one is dealt; undefined if it is not. */
export function nextDeal(events: readonly Happened[]): Happened | undefined {
  return events.find((event, i) => event.seat === null && i > 0 && event.move.startsWith("deal"));
}

/** How the table looked. What the rules called the table set before its last change is no longer true, and left out. */
export function ending(game: string, { view, facts }: Shown, events: readonly Happened[]): Shown {
  const next = nextDeal(events);
  const last = ENDINGS[game]?.(view, next ? events.slice(0, events.indexOf(next)) : events);
  return last ? { view: last, facts: { ...facts, set: "" } } : { view, facts };
}
