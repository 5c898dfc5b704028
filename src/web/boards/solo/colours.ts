// The four colours: the shape that tells each apart besides its letter, its area, and the ink on that.

import type { Shape } from "../../cards/shapes";
import type { Colour } from "./view";

export const SHAPE_OF: Record<Colour, Shape> = { r: "circle", g: "triangle", y: "star", b: "square" };
export const AREA: Record<Colour, string> = {
  r: "var(--c-red)",
  g: "var(--c-green)",
  y: "var(--c-yellow)",
  b: "var(--c-blue)",
};
export const INK: Record<Colour, string> = {
  r: "var(--c-red-ink)",
  g: "var(--c-green-ink)",
  y: "var(--c-yellow-ink)",
  b: "var(--c-blue-ink)",
};
export const BLACK = "#262b2e";
