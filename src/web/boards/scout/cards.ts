// Cards and sets of SCOUT, as they are named and shown. What is legal is not decided here.

import type { Pair } from "./view";

/** A name for a card that stays the same when it is turned: no two cards have the same two numbers. */
export function key([a, b]: Pair): string {
  return `card:${Math.min(a, b)}/${Math.max(a, b)}`;
}

export function turned([up, down]: Pair): Pair {
  return [down, up];
}

export type Kind = "single" | "group" | "run";

/** What a stretch of cards is (R12), or nothing. */
export function kind(cards: readonly Pair[]): Kind | undefined {
  const up = cards.map((card) => card[0]);
  if (up.length === 1) return "single";
  const step = up[1]! - up[0]!;
  const even = up.every((n, i) => i === 0 || n - up[i - 1]! === step);
  if (!even || up.length === 0) return undefined;
  return step === 0 ? "group" : Math.abs(step) === 1 ? "run" : undefined;
}
