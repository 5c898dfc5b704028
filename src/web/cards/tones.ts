// One tone for each number of a scale, from cold to warm, so that neighbours look alike and distant numbers do not. All
// are light enough for dark figures, in light and in dark; the number itself is always written.

const HUES = [258, 228, 200, 172, 146, 122, 100, 78, 52, 26, 2, -18];

/** The hue of place `n` from 1 to `of`. */
export function hue(n: number, of: number): number {
  const at = ((n - 1) / Math.max(1, of - 1)) * (HUES.length - 1);
  const low = Math.min(Math.floor(at), HUES.length - 2);
  return Math.round(HUES[low]! + (HUES[low + 1]! - HUES[low]!) * (at - low));
}

/** The area's colour. */
export function tone(n: number, of: number): string {
  const h = hue(n, of);
  return `light-dark(oklch(0.85 0.115 ${h}), oklch(0.77 0.105 ${h}))`;
}

/** A strong one of the same hue, for ornaments. */
export function deep(n: number, of: number): string {
  const h = hue(n, of);
  return `light-dark(oklch(0.62 0.15 ${h}), oklch(0.56 0.13 ${h}))`;
}

/** The ink on it. */
export function ink(n: number, of: number): string {
  return `oklch(0.25 0.05 ${hue(n, of)})`;
}
