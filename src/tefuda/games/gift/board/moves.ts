// The legal moves, by what they do with the cards.

import { rankOf, suitOf, type Facts, type Suit } from "./view";

export interface Place {
  text: string;
  cards: string[];
  /** Where they come to lie in the row: the Gift for the card of its place. */
  at: string[];
  suit: Suit;
}

export function placesOf(moves: readonly string[], facts: Facts): Place[] {
  return moves.flatMap((text) => {
    const about = text.startsWith("place ") ? facts.moves[text] : undefined;
    const suit = suitOf(about?.at[0] ?? "");
    return about && suit ? [{ text, ...about, suit }] : [];
  });
}

/** The cards that can be asked for, as h4. */
export function offersOf(moves: readonly string[]): string[] {
  return moves.filter((move) => move.startsWith("offer ")).map((move) => move.slice(6).replace(" ", ""));
}

export function offerText(card: string): string {
  return `offer ${suitOf(card)} ${rankOf(card)}`;
}

export function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((card) => b.includes(card));
}
