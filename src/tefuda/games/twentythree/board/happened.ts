// What the events show: which card came from where, and which chips moved.

import type { Plan, Sent, Start } from "$page/motion/motion";
import type { Happened } from "$page/protocol";
import type { View } from "./view";

const MOST = 6; // chips that are seen to move at once

export interface Step {
  seat: number;
  word: string;
  number: number;
  cards: number;
  chips: number;
}

export function steps(events: readonly Happened[]): Step[] {
  return events.flatMap(({ seat, move }) => {
    const [word = "", what = "", chips = ""] = move.split(" ");
    if (seat === null || !["play", "pass", "force", "leave"].includes(word)) return [];
    const [number = 0, cards = 0] = what.split("x").map(Number);
    return [{ seat, word, number, cards, chips: Number(chips.replace("*", "")) || 0 }];
  });
}

/** `before` is the view before the first of these steps. */
export function plan(found: readonly Step[], before: View, after: View, dealt: boolean): Plan {
  const from = new Map<string, string>();
  const send: Sent[] = [];
  let laid = before.round === after.round ? before.pile.cards.length : 0;
  let pile = before.pile.value;
  const paid = after.penalty.map((chips, seat) => Math.min(chips - (before.penalty[seat] ?? 0), MOST)); // as the views say
  for (const { seat, word, number, cards, chips } of found) {
    const penalty = `penalty:${seat}`;
    if (word === "play") {
      for (let i = 0; i < cards; i++) {
        const own = seat === after.seat ? `hand:${number}/${i}` : `seat:${seat}`;
        from.set(`laid:${after.round}/${laid++}`, own);
      }
      for (let i = 0; i < (paid[seat] ?? 0); i++) send.push({ of: penalty, from: `step:${Math.max(1, number - 1 - i)}`, to: penalty });
      for (let i = 0; i < Math.abs(chips); i++) send.push({ of: `bonus:${seat}`, from: `bonus:${seat}`, to: `step:${pile}` });
      pile = number;
    } else {
      for (let i = 0; i < (paid[seat] ?? 0); i++) send.push({ of: penalty, from: `step:${pile}`, to: penalty });
    }
    paid[seat] = 0;
  }
  return { enter: (key) => from.get(key) ?? (dealt && key.startsWith("hand:") ? "ladder" : undefined), send };
}

/** What the person's own move sets in motion; `picked` are the keys of the chosen cards. */
export function starts(move: string, picked: readonly string[], seat: number): Start[] {
  const [word, what = ""] = move.split(" ");
  const number = parseInt(what);
  if (word === "play") return picked.map((of, i) => ({ of, as: `hand:${number}/${i}`, to: `step:${number}` }));
  if (word === "discard") return picked.filter((of) => of.startsWith(`hand:${number}/`)).slice(0, 1).map((of) => ({ of, to: `seat:${seat}` }));
  return [{ of: `penalty:${seat}` }];
}

/** For each seat the last thing it did. */
export function lastOf(found: readonly Step[]): Map<number, Step> {
  return new Map(found.map((step) => [step.seat, step]));
}
