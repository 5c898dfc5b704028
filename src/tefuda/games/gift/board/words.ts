// GIFT in words: names of cards, what is asked for now, and why something cannot be done.

import { speaker as speakerOf, type Say as SayOf } from "$page/texts";
import en from "./en.json";
import ja from "./ja.json";
import { rankOf, suitOf, type Facts, type GiftView, type Right, type Suit } from "./view";

export type Key = keyof typeof en;
export type Say = SayOf<Key>;
export const speaker = speakerOf<Key>({ en, ja });

export function cardName(say: Say, card: string): string {
  const suit = suitOf(card);
  if (card === "gift") return say("gift");
  return suit ? say("card", { suit: say(suit), rank: rankOf(card) }) : say("unseen");
}

/** The rights of a seat. */
export function rightsOf(facts: Facts, seat: number): { right: Right; unused: boolean }[] {
  return Object.entries(facts.rights[seat] ?? {}).map(([right, unused]) => ({ right: right as Right, unused }));
}

/** A move in words: for a hint. */
export function inWords(say: Say, move: string): string {
  const [what, ...rest] = move.split(" ");
  if (what === "place") return say("place", { cards: rest.map((card) => cardName(say, card)).join(", ") });
  if (what === "discard") return say("discard_here", { card: cardName(say, rest[0]!) });
  if (what === "offer") return say("next_offer", { card: cardName(say, rest.join("")) });
  if (what === "commit") return say("commit", { suit: say(rest[0] as Suit) });
  if (what === "hold" || what === "break") return `${say(what)}: ${say(`${what}_means`)}`;
  return say(what as "success" | "pass");
}

/** One line: who is to do what. */
export function prompt(say: Say, view: GiftView, names: readonly string[], moves: readonly string[]): string {
  const turn = view.to_act[0];
  if (view.phase === "over") return say(view.reason ? `over_${view.reason}` : "over", { name: names[view.finished[0] ?? -1] ?? "" });
  if (turn === undefined) return "";
  const own = turn === view.seat;
  const chain = view.mode === "create" && view.finished.length > 0;
  const values = { name: names[turn] ?? "" };
  if (view.phase === "late" && own) return say("your_late");
  if (view.phase === "commit") return say(own ? "your_commit" : "commit_turn", values);
  if (!own) return say(chain ? "chain_turn" : "turn", values);
  if (moves.includes("success")) return say("your_success");
  if (chain) return say("your_chain");
  if (moves.includes("pass")) return say("your_stuck");
  return say(view.commitments[turn] === null ? "your_first" : "your_turn");
}
