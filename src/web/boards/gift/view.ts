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
  final_discard: "out" | "next_draws" | "draw_back";
  multi_place: boolean;
  gift_before_k: boolean;
  break_ends_turn: boolean;
  shuffle_recycle: boolean;
  discard_face_up: boolean;
  stall_turns: number;
  play_on: boolean;
  table_talk: boolean;
  break_late: boolean;
  offer_own: boolean;
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

/** The rank at a place of a row, from 1. */
export function rankAt(direction: number, place: number): string {
  return RANKS[direction < 0 ? RANKS.length - place : place - 1] ?? "";
}

/** The ranks that a row can take next: two on a bare Ace, none when it is complete. */
export function nextRanks(row: Row): string[] {
  if (row.direction === 0) return ["2", "Q"];
  return row.size < RANKS.length ? [rankAt(row.direction, row.size + 1)] : [];
}
