// The games that have a board. A board is loaded when it is needed.

import type { Component } from "svelte";
import type { BoardProps } from "./boards/board";

export const GAMES = ["scout", "twentythree", "solo", "gift"] as const;
export type GameName = (typeof GAMES)[number];

const BOARDS = import.meta.glob<{ default: Component<BoardProps> }>("./boards/*/Board.svelte");

export function isGame(name: string): name is GameName {
  return (GAMES as readonly string[]).includes(name);
}

export async function board(game: string): Promise<Component<BoardProps>> {
  const load = BOARDS[`./boards/${game}/Board.svelte`];
  if (!load) throw new Error(`there is no board of ${game}`);
  return (await load()).default;
}
