// The faces that people choose from: sets of pictures that are made from a number, such as `animal12`.

/** How many pictures each set has. */
export const SETS = { doll: 160, animal: 60, mask: 160 } as const;
export type Kind = keyof typeof SETS;

/** The hues of faces. */
const HUES = [130, 24, 190, 265, 345, 95, 50, 300, 215, 160];

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
  /** By how much the hue of the clothes differs: so two of one hue can be told apart. */
  clothes: number;
}

// By these numbers the ten bots that can sit at a table have ten hues.
const FACTOR = 86857;
const LOW = 9;

/** How a chosen face is drawn, or that of a name where none is chosen: so somebody looks the same at every table. */
export function drawn(face: string, name: string): Drawn {
  const [, kind, digits] = /^(doll|animal|mask)(\d{1,3})$/.exec(face) ?? [];
  if (kind) {
    const number = Number(digits) % SETS[kind as Kind];
    const parts = kind === "animal" ? 6 : 16;
    return { kind: kind as Kind, first: number % parts, second: (number % parts) >> 2, hue: HUES[Math.floor(number / parts)]!, clothes: 30 };
  }
  const seed = [...name].reduce((sum, sign) => (Math.imul(sum, FACTOR) + sign.codePointAt(0)!) >>> 0, 7);
  return { kind: "doll", first: seed % 4, second: (seed >>> 5) % 4, hue: HUES[(seed >>> LOW) % HUES.length]!, clothes: 30 + 72 * ((seed >>> 14) % 5) };
}
