// The view of SOLO, what the rules say about it, and cards as it writes them.

import type { Seen } from "./seen";

export type SoloView = Seen;

export type Colour = "r" | "g" | "y" | "b";

/** What the rules say about it. */
export interface Facts {
  /** Judging by what everybody sees, somebody could jump in. */
  jump: boolean;
  /** Whose hand goes to whom if the seat that answers now accepts, or blocks. */
  passing: Partial<Record<"accept" | "block", [from: number, to: number][]>>;
  /** The cards of one's hand that a Triple+ takes. */
  moves: Record<string, { cards: string[] }>;
}

export const COLOURS: readonly Colour[] = ["r", "g", "y", "b"];

/** A card's colour (a Block's is that of its bolt), or "" for the other black ones. */
export function colourOf(card: string): Colour | "" {
  const letter = card[0] === "K" ? card[1] : card[0];
  return COLOURS.find((colour) => colour === letter) ?? "";
}

/** What is on the card besides its colour: a number from 1 to 9, S R D X G, W A W4 or K. */
export function faceOf(card: string): string {
  if (card[0] === "K") return "K";
  return colourOf(card) ? card.slice(1) : card;
}

export function isBlack(card: string): boolean {
  return card[0] === "K" || colourOf(card) === "";
}

export function isNumber(card: string): boolean {
  return !isBlack(card) && /^[1-9]$/.test(faceOf(card));
}

const FACES = "123456789SRDXG";

/** Hands are shown by colour or by number; black cards stand last. */
export function sorted(hand: readonly string[], by: "colour" | "face"): string[] {
  const place = (card: string): number => {
    if (isBlack(card)) return 1000 + ["W", "W4", "A"].indexOf(card) + (card[0] === "K" ? 4 + COLOURS.indexOf(colourOf(card) as Colour) : 0);
    const colour = COLOURS.indexOf(colourOf(card) as Colour);
    const face = FACES.indexOf(faceOf(card));
    return by === "colour" ? colour * 20 + face : face * 4 + colour;
  };
  return [...hand].sort((a, b) => place(a) - place(b));
}
