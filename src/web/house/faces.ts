// The faces that people choose from: sets of pictures that are made from a number, such as `animal12`.

/** How many pictures each set has. */
export const SETS = { doll: 160, animal: 60, mask: 160 } as const;
export type Kind = keyof typeof SETS;

/** The hue of each seat. */
export const HUES = [130, 24, 190, 265, 345, 95, 50, 300, 215, 160];

const STEP = 37; // has no factor in common with any of the counts above, so every picture comes up once

/** Some faces of a set that look different from each other; the next `page` has others. */
export function some(kind: Kind, count: number, page: number): string[] {
  return Array.from({ length: count }, (_, i) => `${kind}${((page * count + i) * STEP) % SETS[kind]}`);
}

export interface Drawn {
  kind: Kind;
  /** What it is made of: two parts and a hue. */
  first: number;
  second: number;
  hue: number;
}

/** How a chosen face is drawn, or that of a name where none is chosen. */
export function drawn(face: string, name: string, seat: number): Drawn {
  const [, kind, digits] = /^(doll|animal|mask)(\d{1,3})$/.exec(face) ?? [];
  if (kind) {
    const number = Number(digits) % SETS[kind as Kind];
    const parts = kind === "animal" ? 6 : 16;
    return { kind: kind as Kind, first: number % parts, second: (number % parts) >> 2, hue: HUES[Math.floor(number / parts)]! };
  }
  const seed = [...name].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) >>> 0, seat + 7);
  return { kind: "doll", first: seed % 4, second: (seed >>> 5) % 4, hue: HUES[seat % HUES.length]! };
}
