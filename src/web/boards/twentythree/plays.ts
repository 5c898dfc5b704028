// Plays of 23 as they are written and shown. What is legal is not decided here; the price is, so that it can be seen.

import type { View } from "./view";

export const TOP = 23;
export const PUT_AWAY = 3;
const SHIFT = 5;

/** Bonus chips of a play: below 0 they lower the pile, above 0 they raise it; with `upto5` they are only counted. */
export type Chips = number;

export function playText(view: View, number: number, cards: number, chips: Chips): string {
  const way = view.bonus_shift === "upto5" ? "*" : chips < 0 ? "-" : "+";
  return `play ${number}x${cards}${chips ? ` ${way}${Math.abs(chips)}` : ""}`;
}

/** What the pile counts as (R10); with `upto5` the highest that it can count as. */
export function counts(view: View, chips: Chips): number {
  return view.pile.value + SHIFT * chips;
}

/** The lowest number that these chips let one lay (R8, R24). */
export function lowest(view: View, chips: Chips): number {
  return view.bonus_shift === "upto5" ? view.pile.value - SHIFT * chips : counts(view, chips);
}

/** The numbers between the pile, as the chips shift it, and this one: each costs a penalty chip (R9, R11). */
export function skipped(view: View, number: number, chips: Chips): number[] {
  const from = Math.max(counts(view, chips), 0) + 1;
  return Array.from({ length: Math.max(0, number - from) }, (_, i) => from + i);
}

/** How many cards of a number there are. */
export function copies(number: number): number {
  return Math.min(number, 3);
}
