// The view of SCOUT, as docs/games/scout.md describes it.

/** The number that is up, and the one at the other end. */
export type Pair = [up: number, down: number];

export interface View {
  game: "scout";
  edition: "first" | "draft" | "short" | "oink";
  seats: number;
  seat: number | null;
  round: number;
  phase: "choose" | "turn" | "double" | "over";
  start: number;
  to_act: number[];
  hand: Pair[] | null;
  hand_sizes: number[];
  table: Pair[];
  owner: number | null;
  scores: number[];
  chips: number[];
  captured: number[];
  pile: number;
  markers: boolean[];
  scouts: number;
  turns: number;
  chosen: boolean;
  known: Pair[][];
  placed: [place: number, up: number, down: number][][];
  gone: Pair[];
  aside: number;
  out: Pair[];
  out_own: Pair[];
  out_size: number;
  ending: "" | "hand" | "scouts" | "cap";
}

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
