// The city from above: roofs lean away from the stage, and the walls that face it catch its colour.

import { COLOURS, type Colour } from "./view";

export interface Block {
  key: string;
  /** The walls that are seen, their feet in the light, and rows of windows. */
  walls: string;
  feet: string;
  panes: string;
  roof: { x: number; y: number; w: number; h: number };
  colour: Colour;
  /** What is on the roof. */
  kind: number;
}

type Point = readonly [number, number];

/** A number from 0 to 1 that is always the same for the same place. */
function chance(a: number, b: number): number {
  const value = Math.sin(a * 127.1 + b * 311.7) * 43758.5;
  return value - Math.floor(value);
}

/** The blocks around (cx, cy), the farthest first, and how far it is from street to street. */
export function city(width: number, height: number, cx: number, cy: number): { blocks: Block[]; street: number } {
  const street = Math.max(92, Math.min(width, height) / 5.5);
  const gap = street * 0.24;
  const found: (Block & { far: number })[] = [];
  const across = Math.ceil(cx / street) + 1;
  const down = Math.ceil(Math.max(cy, height - cy) / street) + 1;
  for (let i = -across; i < across; i++) {
    for (let j = -down; j < down; j++) {
      const [x0, y0] = [cx + i * street + gap / 2, cy + j * street + gap / 2];
      const [x1, y1] = [x0 + street - gap, y0 + street - gap];
      if (x1 < -street || x0 > width + street || y1 < -street || y0 > height + street) continue;
      const lean = 0.1 + chance(i, j) * 0.2;
      const up = ([x, y]: Point, share = 1): Point => [cx + (x - cx) * (1 + lean * share), cy + (y - cy) * (1 + lean * share)];
      const sides: [Point, Point][] = [];
      if (x0 > cx) sides.push([[x0, y0], [x0, y1]]); // prettier-ignore
      if (x1 < cx) sides.push([[x1, y0], [x1, y1]]); // prettier-ignore
      if (y0 > cy) sides.push([[x0, y0], [x1, y0]]); // prettier-ignore
      if (y1 < cy) sides.push([[x0, y1], [x1, y1]]); // prettier-ignore
      const plane = (share: number): string => sides.map(([a, b]) => path(a, b, up(b, share), up(a, share)) + "Z").join("");
      const [left, top] = up([x0, y0]);
      const [right, bottom] = up([x1, y1]);
      found.push({
        key: `${i}/${j}`,
        walls: plane(1),
        feet: plane(0.4),
        panes: [0.3, 0.55, 0.8].map((share) => sides.map(([a, b]) => path(up(a, share), up(b, share))).join("")).join(""),
        roof: { x: left, y: top, w: right - left, h: bottom - top },
        colour: COLOURS[Math.floor(chance(i + 5, j) * 4)]!,
        kind: Math.floor(chance(j, i) * 7),
        far: Math.hypot((x0 + x1) / 2 - cx, (y0 + y1) / 2 - cy),
      });
    }
  }
  return { blocks: found.sort((a, b) => b.far - a.far), street };
}

function path(...points: Point[]): string {
  return "M" + points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
}
