// The boards: each lies in the folder of its game, as board/. What every page may need of them is in door.json, and is
// here at once; a board is loaded when it is needed.

import type { Component } from "svelte";
import { games } from "./api";
import type { BoardProps } from "./boards/board";
import { byGame } from "./boards/found";
import type { Tip } from "./house/tips";
import type { Lesson } from "./lesson";
import type { Lang } from "./settings.svelte";

type Words = Record<Lang, string>;

/** What is known of a game before its board is loaded. */
export interface Door {
  /** Where it stands among the others. */
  place: number;
  title: Words;
  /** What the game is about, in a few words. */
  say: Words;
  /** What the form says of options, where the page has choices to show beside it. */
  help?: Record<string, Words>;
  /** The options that matter most: the form shows them first, and the others when they are asked for. */
  first: string[];
  cloth: string;
  light: string;
  letters: string;
  wave: OscillatorType;
  /** The centre of the noise of a card, in hertz. */
  paper: number;
}

/** How the rules page draws a card that is written as in records, and says it in words. */
export interface Drawn {
  Card: Component<{ card: string; lang: Lang }>;
  named: (card: string, lang: Lang) => string;
}

interface Room extends Drawn {
  Board: Component<BoardProps>;
  /** Of the first rounds. */
  tips?: Tip[];
}

const BOARDS = byGame(import.meta.glob<Room>(["../tefuda/games/*/board/index.ts", "./boards/plain/index.ts"]));
const LESSONS = byGame(import.meta.glob<Lesson>("../tefuda/games/*/board/lesson.json", { import: "default" }));
import.meta.glob("../tefuda/games/*/board/font.css", { eager: true });

export const doors = byGame(import.meta.glob<Door>("../tefuda/games/*/board/door.json", { eager: true, import: "default" }));
export const GAMES: readonly string[] = Object.keys(doors).sort((a, b) => doors[a]!.place - doors[b]!.place);

export async function drawn(game: string): Promise<Drawn> {
  return await BOARDS[game]!();
}

export function isGame(name: string): boolean {
  return name in doors;
}

const PLAIN = "plain";

/** Whose board a game has: its own, that of the game of which it is a variant, or the plain one, which also draws the
 * boards that games from elsewhere bring along. */
export async function room(game: string): Promise<string> {
  if (game in BOARDS) return game;
  const about = (await games().catch(() => [])).find((one) => one.name === game);
  return about && !about.board && about.base in BOARDS ? about.base : PLAIN;
}

export async function board(game: string): Promise<Component<BoardProps>> {
  return (await BOARDS[await room(game)]!()).Board;
}

export function hasLesson(game: string): boolean {
  return game in LESSONS;
}

export async function lesson(game: string): Promise<Lesson> {
  return await LESSONS[game]!();
}

export async function tipsOf(game: string): Promise<Tip[]> {
  return (await BOARDS[game]?.())?.tips ?? [];
}
