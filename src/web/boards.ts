// The games that have a folder of their own in boards/. What every page may need of them is in door.json, and is here at
// once; a board is loaded when it is needed.

import type { Component } from "svelte";
import { games } from "./api";
import type { BoardProps } from "./boards/board";
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

const BOARDS = import.meta.glob<Room>("./boards/*/index.ts");
const LESSONS = import.meta.glob<Lesson>("./boards/*/lesson.json", { import: "default" });
const DOORS = import.meta.glob<Door>("./boards/*/door.json", { eager: true, import: "default" });
import.meta.glob("./boards/*/font.css", { eager: true });

/** By game; without a prototype, because names come from addresses and from servers. */
export const doors: Record<string, Door | undefined> = Object.assign(
  Object.create(null),
  Object.fromEntries(Object.entries(DOORS).map(([path, door]) => [path.split("/")[2]!, door])),
);
export const GAMES: readonly string[] = Object.keys(doors).sort((a, b) => doors[a]!.place - doors[b]!.place);

export async function drawn(game: string): Promise<Drawn> {
  return await BOARDS[`./boards/${game}/index.ts`]!();
}

export function isGame(name: string): boolean {
  return name in doors;
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

export function hasLesson(game: string): boolean {
  return `./boards/${game}/lesson.json` in LESSONS;
}

export async function lesson(game: string): Promise<Lesson> {
  return await LESSONS[`./boards/${game}/lesson.json`]!();
}

export async function tipsOf(game: string): Promise<Tip[]> {
  return (await BOARDS[`./boards/${game}/index.ts`]?.())?.tips ?? [];
}
