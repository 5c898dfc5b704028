// The next round has been dealt when one hears of the last play of a round. Each game says how the table looked then: what
// was laid lies on the view before it.

import type { Happened } from "../protocol";

type Ending = (view: Record<string, unknown>, events: readonly Happened[]) => Record<string, unknown>;

const ENDINGS = import.meta.glob<Ending>("./*/ending.ts", { eager: true, import: "ending" });

export function ending(game: string, view: Record<string, unknown>, events: readonly Happened[]): Record<string, unknown> {
  const until = events.findIndex((event, i) => event.seat === null && i > 0 && event.move.startsWith("deal"));
  return ENDINGS[`./${game}/ending.ts`]?.(view, until < 0 ? events : events.slice(0, until)) ?? view;
}
