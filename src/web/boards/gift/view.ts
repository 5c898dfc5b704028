// The view of GIFT as JSON, and what a board reads from it; docs/games/gift.md explains every field.

export type Suit = "s" | "h" | "d" | "c";

export interface Row {
  direction: 1 | -1 | 0;
  size: number;
  king: boolean;
  gift: number;
}

export interface GiftView {
  game: "gift";
  mode: "attack" | "create";
  stall_turns: number;
  play_on: boolean;
  seats: number;
  seat: number | null;
  round: number;
  phase: "action" | "commit" | "late" | "over" | "chance";
  dealer: number;
  to_act: number[];
  hand: string[] | null;
  hand_sizes: number[];
  rows: Record<Suit, Row>;
  commitments: (Suit | null)[];
  holds: boolean[];
  offers: boolean[];
  breaks: boolean;
  deck: number;
  discards: string[];
  discarders: number[];
  risk: string | null;
  final: boolean;
  out: boolean[];
  finished: number[];
  given: number[];
  stall: number;
  turns: number;
  reason: "" | "success" | "places" | "together" | "failed" | "stall" | "nobody";
  scores: number[];
  open: Record<string, number>;
  known: Record<string, number>;
}

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
