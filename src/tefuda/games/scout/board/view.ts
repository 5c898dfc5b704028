// The view of SCOUT, with the options that its board reads, and what the rules say about it.

import type { Seen } from "./seen";

export interface View extends Seen {
  edition: "first" | "draft" | "short" | "oink";
}

/** The number that is up, and the one at the other end. */
export type Pair = View["table"][number];

export type End = "left" | "right";

/** What the rules say about it. */
export interface Facts {
  /** What the table set is. */
  set: "" | "single" | "group" | "run";
  /** The cards of the table that can be scouted now, by their places in it. */
  ends: Partial<Record<End, number>>;
  /** What lies before the seats. */
  uses: ("scores" | "chips" | "captured" | "doubles")[];
  /** So many scouts in a row end the round; 0 if none do. */
  scouts_end: number;
}
