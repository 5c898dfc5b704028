// The games that have a board. A board is loaded when it is needed.

import type { Component } from "svelte";
import type { BoardProps } from "./boards/board";
import type { Lang } from "./settings.svelte";

export const GAMES = ["scout", "twentythree", "solo", "gift"] as const;
export type GameName = (typeof GAMES)[number];

const BOARDS = import.meta.glob<{ default: Component<BoardProps> }>("./boards/*/Board.svelte");

/** How the rules page draws a card that is written as in records, and says it in words. */
export interface Drawn {
  default: Component<{ card: string; lang: Lang }>;
  named: (card: string, lang: Lang) => string;
}

const DRAWN = import.meta.glob<Drawn>("./boards/*/Drawn.svelte");

export async function drawn(game: string): Promise<Drawn> {
  return await DRAWN[`./boards/${game}/Drawn.svelte`]!();
}

export function isGame(name: string): name is GameName {
  return (GAMES as readonly string[]).includes(name);
}

export async function board(game: string): Promise<Component<BoardProps>> {
  const load = BOARDS[`./boards/${game}/Board.svelte`];
  if (!load) throw new Error(`there is no board of ${game}`);
  return (await load()).default;
}
