// The city from above: roofs lean away from the stage, and the walls that face it catch its colour.

import { COLOURS, type Colour } from "./view";

export interface Block {
  /** The walls that are seen, their feet in the light, and rows of windows. */
  walls: string;
  feet: string;
  panes: string;
  roof: { x: number; y: number; w: number; h: number };
  /** The sign on the roof, if there is one. */
  sign: Colour | undefined;
}

type Point = readonly [number, number];

/** A number from 0 to 1 that is always the same for the same place. */
function chance(a: number, b: number): number {
  const value = Math.sin(a * 127.1 + b * 311.7) * 43758.5;
  return value - Math.floor(value);
}

/** The blocks around the stage, the farthest first, and how far it is from street to street. */
export function city(width: number, height: number): { blocks: Block[]; street: number } {
  const [cx, cy] = [width / 2, height * 0.4];
  const street = Math.max(92, Math.min(width, height) / 5.5);
  const gap = street * 0.24;
  const found: (Block & { far: number })[] = [];
  const across = Math.ceil(cx / street) + 1;
  const down = Math.ceil((height - cy) / street) + 1;
  for (let i = -across; i < across; i++) {
    for (let j = -down; j < down; j++) {
      const [x0, y0] = [cx + i * street + gap / 2, cy + j * street + gap / 2];
      const [x1, y1] = [x0 + street - gap, y0 + street - gap];
      const lean = 0.1 + chance(i, j) * 0.2;
      const up = ([x, y]: Point, share: number): Point => [cx + (x - cx) * (1 + lean * share), cy + (y - cy) * (1 + lean * share)];
      const [x, y] = [i < 0 ? x1 : x0, j < 0 ? y1 : y0]; // the corner next to the stage
      const sides: [Point, Point][] = [[[x, y0], [x, y1]], [[x0, y], [x1, y]]]; // prettier-ignore
      const plane = (share: number): string => sides.map(([a, b]) => path(a, b, up(b, share), up(a, share)) + "Z").join("");
      const [left, top] = up([x0, y0], 1);
      const [right, bottom] = up([x1, y1], 1);
      found.push({
        walls: plane(1),
        feet: plane(0.4),
        panes: [0.3, 0.55, 0.8].flatMap((share) => sides.map(([a, b]) => path(up(a, share), up(b, share)))).join(""),
        roof: { x: left, y: top, w: right - left, h: bottom - top },
        sign: COLOURS[Math.floor(chance(i + 5, j) * 8)],
        far: Math.hypot(i + 0.5, j + 0.5),
      });
    }
  }
  return { blocks: found.sort((a, b) => b.far - a.far), street };
}

function path(...points: Point[]): string {
  return "M" + points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
}
