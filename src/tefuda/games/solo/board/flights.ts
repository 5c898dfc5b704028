// What travels when SOLO goes on: cards to the heap, from the pile, and from hand to hand.

import type { Plan, Sent, Start } from "$page/motion/motion";
import type { Happened } from "$page/protocol";
import type { Facts, SoloView } from "./view";

const MANY = 5; // backs that stand for a whole hand

/** `passing` is what the rules said about it before. */
export function flights(before: SoloView | undefined, passing: Facts["passing"], view: SoloView, own: number | null, events: readonly Happened[]): Plan {
  const entered = new Map<string, string>(); // a card of one's own, and where it comes from
  const left = new Map<string, string>();
  const laid: string[] = []; // where the cards on the heap come from, in order
  const send: Sent[] = [];
  let allTo: string | undefined; // where one's own hand goes to and comes from
  let allFrom: string | undefined;

  function fly(from: string, to: number): void {
    send.push({ of: `cards:${to}`, from, to: `cards:${to}` });
  }

  function pass(from: number, to: number): void {
    if (from === own) allTo = `cards:${to}`;
    else if (to === own) allFrom = `cards:${from}`;
    else for (let i = 0; i < MANY; i++) fly(`cards:${from}`, to);
  }

  for (const { seat, move } of events) {
    const words = move.split(" = ")[0]!.split(" ").filter((word) => word !== "solo");
    const [what, ...rest] = words;
    if (seat === null) {
      if (what === "turn") laid.push("pile");
      if (what === "draw") {
        const [to, ...cards] = rest;
        if (Number(to) === own) for (const card of cards) entered.set(card, "pile");
        else for (const _ of cards.slice(0, MANY)) fly("pile", Number(to));
      }
    } else if (what === "play" || what === "jump" || what === "triple" || what === "done" || what === "block") {
      laid.push(...view.heap.slice((before?.heap.length ?? 0) + laid.length).map((card) => home(seat, card)));
    } else if (what === "give" && before) {
      const to = before.target;
      if (seat === own) left.set(rest[0]!, `cards:${to}`);
      else if (to === own) entered.set(rest[0]!, `cards:${seat}`);
      else if (to !== null) fly(`cards:${seat}`, to);
    }
    if (what === "accept" || what === "block") for (const [from, to] of passing[what] ?? []) pass(from, to);
  }

  /** A card that was just laid; from the person's own hand, the copy that is gone from it. */
  function home(seat: number, card: string): string {
    const still = view.hand?.filter((other) => other === card).length ?? 0;
    return seat === own ? `own:${card}#${still}` : `cards:${seat}`;
  }

  const first = view.heap.length - laid.length;
  return {
    enter: (key) => {
      const [kind, name = ""] = key.split(":");
      if (kind === "heap") return laid[Number(name.split("/")[1]) - first];
      return entered.get(name.split("#")[0]!) ?? allFrom ?? "pile";
    },
    leave: (key) => {
      const [kind, name = ""] = key.split(":");
      return kind === "own" ? (left.get(name.split("#")[0]!) ?? allTo) : undefined;
    },
    send,
  };
}

/** What the person's own move sets in motion; `keys` are those of the hand, and `chosen` is the one that was tapped. */
export function starts(move: string, view: SoloView, facts: Facts, keys: readonly string[], chosen: string): Start[] {
  const words = move.split(" ").filter((word) => word !== "solo");
  const triple = words.includes("triple");
  const card = (words[0] === "block" ? "K" : "") + (words[words[0] === "jump" && triple ? 2 : 1] ?? "");
  const equal = keys.filter((key) => key.startsWith(`${card}#`));
  const of = `own:${equal.includes(chosen) ? chosen : equal.at(-1)}`;
  switch (words[0]) {
    case "draw":
    case "take":
      return [{ of: "pile" }];
    case "with":
      return [{ of }];
    case "give":
      return [{ of, as: `own:${equal.at(-1)}`, to: `cards:${view.target}` }];
    case "play":
    case "block":
    case "jump":
    case "triple":
      if (triple) return along(facts.moves[move]?.cards ?? [], keys, of);
      return [{ of, as: `own:${equal.at(-1)}`, to: "heap" }];
    default:
      return [{ of: `seat:${view.seat}` }];
  }
}

/** The cards that a Triple+ takes to the heap; one that is put together card by card lays none yet. */
function along(cards: readonly string[], keys: readonly string[], first: string): Start[] {
  if (cards.length < 2) return [{ of: first }];
  return keys.filter((key) => cards.includes(key.split("#")[0]!)).map((key) => ({ of: `own:${key}`, to: "heap" }));
}
