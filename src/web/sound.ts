// Sound and vibration, only after the first touch: a browser allows neither before, and a silent visit loads no tones.

import { settings } from "./settings.svelte";
import type { Tone } from "./tones";

let touched = false;
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (touched = true), { once: true, capture: true });

/** `game` chooses the instrument, `n` the pitch: a run climbs. */
export function sound(tone: Tone, game = "", n = 0): void {
  if (settings.quiet || !touched) return;
  void import("./tones").then(({ ring }) => ring(tone, game, n));
}

/** What a move sounds like, by its first word. */
export function toneOf(move: string): Tone {
  const word = move.split(" ")[0]!;
  if (move.endsWith("solo")) return "call";
  if (["scout", "double", "draw", "take", "offer"].includes(word)) return "take";
  return ["pass", "force", "leave", "hold", "wait", "keep"].includes(word) ? "chip" : "card";
}

export function buzz(...pattern: number[]): void {
  if (settings.buzz && touched) navigator.vibrate?.(pattern);
}
