// A board that a game brings along: board/index.js of its folder, plain JavaScript without any build. It draws what lies on
// the table; seats, hand and moves stay those of the plain board, unless it says that it has its own.

import { to } from "../../base";
import type { BoardProps } from "../board";

/** What such a board is given each time something has changed. */
export type Given = Pick<BoardProps, "view" | "moves" | "facts" | "people" | "seat" | "events" | "lang" | "open" | "hands">;

/** What such a board may ask the page for. */
export type Page = Pick<BoardProps, "play" | "tell" | "why">;

export interface Drawing {
  update: (given: Given) => void;
  remove?: () => void;
}

export interface OwnBoard {
  /** Begins to draw in this element. */
  board: (place: HTMLElement, page: Page) => Drawing;
  /** It shows the hand and offers the moves itself. */
  whole?: boolean;
}

export function ownBoard(game: string): Promise<OwnBoard> {
  return import(/* @vite-ignore */ new URL(to(`/api/games/${game}/board/index.js`), location.href).href) as Promise<OwnBoard>;
}
