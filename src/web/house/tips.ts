// The guided first round: tips that come up when they first matter. Each game has its own in board/index.ts. They
// look at moves and view, and know no rules.

import type { Lang } from "../settings.svelte";

export interface Tip {
  /** Under which it is remembered that it was seen. */
  key: string;
  text: (lang: Lang) => string;
  /** What it is about: a selector within the board. */
  at: string;
  when: (moves: string[], view: Record<string, unknown>) => boolean;
}

/** Whether there is a move that begins with one of these words. */
export const can =
  (...words: string[]) =>
  (moves: string[]): boolean =>
    moves.some((move) => words.some((word) => move === word || move.startsWith(`${word} `)));
