// The games that have a board. A board is loaded when it is needed.

import type { Component } from "svelte";
import { games } from "./api";
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

const PLAIN = "plain";
const has = (name: string): boolean => `./boards/${name}/Board.svelte` in BOARDS;

/** The folder of the board of a game: its own, that of the game of which it is a variant, or the plain one. */
export async function room(game: string): Promise<string> {
  if (has(game)) return game;
  const base = (await games().catch(() => [])).find((one) => one.name === game)?.base;
  return base && has(base) ? base : PLAIN;
}

export async function board(game: string): Promise<Component<BoardProps>> {
  const load = BOARDS[`./boards/${await room(game)}/Board.svelte`]!;
  return (await load()).default;
}
