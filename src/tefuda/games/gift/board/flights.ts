// What travels when GIFT goes on: cards to rows and discards, draws, the Gift, and the Ks of a Break.

import type { Plan, Sent, Start } from "$page/motion/motion";
import type { Happened } from "$page/protocol";
import type { Facts, GiftView } from "./view";

export function flights(view: GiftView, own: number | null, events: readonly Happened[]): Plan {
  const from = new Map<string, string>(); // a card, and whose hand it comes from
  const send: Sent[] = [];
  let gift = "deck"; // where the Gift comes from when it comes into one's own hand
  let taker = ""; // and where it goes to otherwise

  function home(seat: number, card: string): string {
    return seat === own ? `own:${card}` : `cards:${seat}`;
  }

  for (const { seat, move } of events) {
    const [what, ...rest] = move.split(" ");
    if (seat !== null) {
      for (const card of what === "place" || what === "discard" ? rest : []) from.set(card, home(seat, card));
      if (what === "success") {
        from.set(`${view.commitments[seat]}K`, home(seat, `${view.commitments[seat]}K`));
        from.set("gift", home(seat, "gift"));
      }
      if (what === "break") view.given.forEach((n, giver) => n && send.push({ of: `cards:${giver}`, from: `cards:${giver}`, to: "deck" }));
      continue;
    }
    const to = Number(rest[0]);
    if (what === "answer" || what === "swap") from.set(rest[1]!, home(to, rest[1]!));
    if (what === "swap") {
      gift = "gift";
      taker = to === own ? "" : `cards:${to}`;
    }
    if (what === "draw" && to !== own) send.push({ of: `cards:${to}`, from: "deck", to: `cards:${to}` });
  }

  return {
    enter: (key) => {
      const [kind, card = ""] = key.split(":");
      if (kind === "own") return card === "gift" ? gift : "deck";
      return from.get(kind === "gift" ? "gift" : card);
    },
    leave: (key) => (key === "gift" ? taker || undefined : undefined),
    send,
  };
}

/** What the person's own move sets in motion. */
export function starts(move: string, view: GiftView, facts: Facts): Start[] {
  const [what, ...rest] = move.split(" ");
  const laid = facts.moves[move];
  if (laid) return laid.cards.map((card, i) => ({ of: `own:${card}`, to: `cell:${laid.at[i]}` }));
  if (what === "discard") return [{ of: `own:${rest[0]}`, to: "discards" }];
  if (what === "commit") return [{ of: `ace:${rest[0]}` }];
  return [{ of: `cards:${view.seat}` }];
}
