// The suits: each its own shape and ink, on paper.

import type { Shape } from "../../cards/shapes";
import type { Suit } from "./view";

export const SHAPE_OF: Record<Suit, Shape> = { s: "spade", h: "heart", d: "diamond", c: "club" };
export const INK: Record<Suit, string> = { s: "#1b2224", h: "#b3221d", d: "#1d56a8", c: "#17663a" };
export const GIFT_TONE = "#8a2f7d";
