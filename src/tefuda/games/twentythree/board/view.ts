// The view of 23, and what the rules say about it.

export type { Seen as View } from "./seen";

/** A way to use bonus chips. */
export interface Way {
  /** Below 0 they lower the pile, above 0 they raise it, or they are used at their best. */
  chips: number;
  /** How a move says it. */
  text: string;
  /** Between which numbers the pile then counts. */
  low: number;
  high: number;
}

/** What the rules say about it. */
export interface Facts {
  /** How many cards there are of each number, from 1. */
  copies: number[];
  /** How many cards each seat puts away. */
  put_away: number;
  /** How many bonus chips each seat has at first. */
  bonus: number;
  /** Whom a force by this seat would bind. */
  next: number | null;
  /** The cost in penalty chips of the moves that lay no cards. */
  prices: Partial<Record<"pass" | "force" | "leave", number>>;
  ways: Way[];
  /** The numbers that a play skips, each for a penalty chip; a play that is not here costs nothing. */
  skips: Record<string, number[]>;
}

export function playText(number: number, cards: number, way?: Way): string {
  return `play ${number}x${cards}${way?.text ?? ""}`;
}
