// The legal moves, and where on a row the cards of a place would lie. What is legal comes from the moves alone.

import { rankAt, RANKS, rankOf, suitOf, type Row, type Suit } from "./view";

export interface Place {
  text: string;
  cards: string[];
  suit: Suit;
}

export function placesOf(moves: readonly string[]): Place[] {
  return moves.flatMap((text) => {
    const [what, ...cards] = text.split(" ");
    const suit = what === "place" ? cards.map(suitOf).find((found) => found !== null) : undefined;
    return suit ? [{ text, cards, suit }] : [];
  });
}

/** The cards that can be asked for, as h4. */
export function offersOf(moves: readonly string[]): string[] {
  return moves.filter((move) => move.startsWith("offer ")).map((move) => move.slice(6).replace(" ", ""));
}

export function offerText(card: string): string {
  return `offer ${suitOf(card)} ${rankOf(card)}`;
}

/** The card for which the Gift would stand in this place, or "". */
export function standsFor(place: Place, row: Row): string {
  const at = place.cards.indexOf("gift");
  const after = place.cards[at + 1];
  if (at < 0 || after === undefined) return "";
  const rank = RANKS.findIndex((other) => other === rankOf(after));
  const way = row.direction || (rank - (at + 1) === 0 ? 1 : -1); // on a bare Ace place 1 is the 2 or the Q
  return place.suit + (RANKS[rank - way] ?? "");
}

/** The places of the row that would be filled, as h4. */
export function spotsOf(place: Place, row: Row): string[] {
  return place.cards.map((card) => (card === "gift" ? standsFor(place, row) : card));
}

/** The cards of a row in the order in which they were laid, the Gift for the card that it stands for. */
export function laidOn(suit: Suit, row: Row): { card: string; gift: boolean }[] {
  return Array.from({ length: row.size }, (_, i) => ({ card: suit + rankAt(row.direction, i + 1), gift: row.gift === i + 1 }));
}

export function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((card) => b.includes(card));
}
