// What the events show: which card went where, and in a few words what each seat did.

import type { Happened } from "$page/protocol";
import type { Plan, Sent, Start } from "$page/motion/motion";
import { key } from "./cards";
import type { Pair, View } from "./view";

export interface Step {
  seat: number;
  taken?: Pair; // scouted, from the table
  laid?: Pair[];
  beaten: Pair[];
  double: boolean;
}

/** The events of turns, one after the other, each with the cards that it moved. */
export function steps(events: readonly Happened[], before: View, after: View): Step[] {
  let table = before.round === after.round || before.phase !== "choose" ? [...before.table] : [];
  const found: Step[] = [];
  for (const { seat, move } of events) {
    if (seat === null) {
      table = [];
      continue;
    }
    const [word, end] = move.split(" ");
    if (word === "play") {
      const said = move.split(" = ")[1];
      const laid = said ? said.split(" ").map((card) => card.split("/").map(Number) as Pair) : after.table;
      found.push({ seat, laid, beaten: table, double: false });
      table = [...laid];
    } else if (word === "scout" || word === "double") {
      const taken = end === "left" ? table.shift() : table.pop();
      found.push({ seat, taken, beaten: [], double: word === "double" });
    }
  }
  return found;
}

/** Chips and cards go where there are more of them now, as the views say. */
export function plan(found: readonly Step[], before: View, view: View, dealt: boolean): Plan {
  const from = new Map<string, string>();
  const to = new Map<string, string>();
  const send: Sent[] = [];
  const more = (seat: number): number => (dealt ? 0 : (view.chips[seat] ?? 0) - (before.chips[seat] ?? 0));
  for (const { seat, taken, laid, beaten, double } of found) {
    for (const card of laid ?? []) from.set(key(card), `seat:${seat}`);
    for (const card of beaten) to.set(key(card), view.pile > before.pile ? "pile" : `captured:${seat}`);
    if (!taken) continue;
    to.set(key(taken), `seat:${seat}`);
    if (double) send.push({ of: `marker:${seat}`, from: `marker:${seat}`, to: "table" });
    for (let other = 0; other < view.seats; other++) {
      const chips = `chips:${other}`;
      if (more(other) > 0) send.push({ of: chips, from: "table", to: chips });
      if (more(other) < 0) send.push({ of: chips, from: chips, to: "table" });
    }
  }
  return { enter: (name) => from.get(name) ?? (dealt ? "table" : undefined), leave: (name) => to.get(name), send };
}

/** What the person's own move sets in motion; `shown` is the hand as drawn, with the card that is to be scouted. */
export function starts(move: string, shown: readonly Pair[]): Start[] {
  const [word, what = ""] = move.split(" ");
  if (word === "play") {
    const [first = 1, size = 1] = what.split("+").map(Number);
    return shown.slice(first - 1, first - 1 + size).map((card) => ({ of: key(card), to: "table" }));
  }
  const place = Number(move.split(" ").at(-1));
  return (place ? shown.slice(place - 1, place) : shown).map((card) => ({ of: key(card) }));
}

/** For each seat the last thing it did. */
export function lastOf(found: readonly Step[]): Map<number, Step> {
  return new Map(found.map((step) => [step.seat, step]));
}
