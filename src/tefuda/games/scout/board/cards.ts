// Cards of SCOUT, as they are named and shown.

import type { Pair } from "./view";

/** A name for a card that stays the same when it is turned: no two cards have the same two numbers. */
export function key([a, b]: Pair): string {
  return `card:${Math.min(a, b)}/${Math.max(a, b)}`;
}

export function turned([up, down]: Pair): Pair {
  return [down, up];
}
