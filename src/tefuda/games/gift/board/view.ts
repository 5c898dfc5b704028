// The view of GIFT, with the option that its board reads, cards as it writes them, and what the rules say about it.

import type { Seen } from "./seen";

export type { Row } from "./seen";

export interface GiftView extends Seen {
  mode: "attack" | "create";
}

export type Suit = keyof GiftView["rows"];

export const SUITS: readonly Suit[] = ["s", "h", "d", "c"];
/** The process cards from the Ace on; a row in reverse lays them from the Q down. */
export const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"] as const;

export function suitOf(card: string): Suit | null {
  return SUITS.find((suit) => card !== "gift" && suit === card[0]) ?? null;
}

export function rankOf(card: string): string {
  return card.slice(1);
}

/** What the rules say about it. */
export interface Facts {
  /** What the players play for: the first Success, places by the order of Success, or Success for all. */
  aim: "attack" | "attack_on" | "create";
  /** How many turns in a row without a card end the match; 0 until half of them have passed. */
  idle: number;
  /** The cards of each row in the order in which they were laid; where the Gift lies, the card for which it stands. */
  laid: Record<Suit, string[]>;
  /** The cards that each row can take next. */
  next: Record<Suit, string[]>;
  /** The rights of each seat, and whether they are still unused. */
  rights: Partial<Record<Right, boolean>>[];
  /** Of moves that lay cards: which, and on which places of a row. */
  moves: Record<string, { cards: string[]; at: string[] }>;
}

export type Right = "hold" | "offer" | "break";
