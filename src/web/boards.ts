// The games that have a board. A board is loaded when it is needed.

import type { Component } from "svelte";
import { games } from "./api";
import type { BoardProps } from "./boards/board";
import type { Lang } from "./settings.svelte";

export const GAMES = ["scout", "twentythree", "solo", "gift"] as const;
export type GameName = (typeof GAMES)[number];

/** How the rules page draws a card that is written as in records, and says it in words. */
export interface Drawn {
  Card: Component<{ card: string; lang: Lang }>;
  named: (card: string, lang: Lang) => string;
}

const BOARDS = import.meta.glob<{ Board: Component<BoardProps> } & Drawn>("./boards/*/index.ts");

export async function drawn(game: string): Promise<Drawn> {
  return await BOARDS[`./boards/${game}/index.ts`]!();
}

export function isGame(name: string): name is GameName {
  return (GAMES as readonly string[]).includes(name);
}

const PLAIN = "plain";
const has = (name: string): boolean => `./boards/${name}/index.ts` in BOARDS;

/** The folder of the board of a game: its own, that of the game of which it is a variant, or the plain one. */
export async function room(game: string): Promise<string> {
  if (has(game)) return game;
  const base = (await games().catch(() => [])).find((one) => one.name === game)?.base;
  return base && has(base) ? base : PLAIN;
}

export async function board(game: string): Promise<Component<BoardProps>> {
  const load = BOARDS[`./boards/${await room(game)}/index.ts`]!;
  return (await load()).Board;
}
