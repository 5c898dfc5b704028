// The contract between the page and the board of a game. A board draws what it is given and contains no rules: what is
// legal comes from `moves` only, and what follows from the rules beside that comes in `facts`. It never blocks: motion
// shows what happened and never delays the next action.
//
// The folder board/ of a game has Board.svelte, a component with these props, Drawn.svelte, which draws one card,
// index.ts, which gives both to the page with the tips of the first round, seen.ts, the type of the view, which is made
// from the game, view.ts, what the board adds to it, and room.css, the look of its room. A board fills the places of
// house/Room.svelte. door.json, Scene.svelte and font.css are for the page around it.

import type { Happened } from "../protocol";

/** Who sits at a seat, as everybody sees it. */
export interface Person {
  name: string;
  /** The face that this person has chosen, or "". */
  face?: string;
  bot: boolean;
  /** Not at the table now. */
  away: boolean;
  /** That a bot plays in this person's place, or "". */
  helped: string;
  /** Who may see this hand, or "". */
  lent: string;
  /** What this person has just said, or "". */
  said: string;
}

/** What is left of a seat's time. */
export interface Clock {
  /** From 0 to 1. */
  share: number;
  text: string;
  low: boolean;
}

/** What the coach has to say before the board's own prompt: one thing at a time. */
export interface Word {
  kind: "lost" | "helped" | "vote" | "why" | "hint" | "tip";
  text: string;
  /** The move that a hint means. The board names it in words and lifts its cards. */
  move?: string;
  /** Moves that its text mentions in notation: they are said in words, too. */
  mentions?: string[];
  /** What it is about: a selector within the board. */
  at?: string;
  acts: { label: string; main?: boolean; pressed?: boolean; do: () => void }[];
  close?: () => void;
}

/** Where on the table a move happens: a selector within the board. */
export interface Aim {
  at: string;
  /** It comes from there to the hand. */
  back?: boolean;
}

export interface BoardProps<View = Record<string, unknown>, Facts = Record<string, unknown>> {
  /** What the seat may know; a spectator's view has no hand of its own. */
  view: View;
  /** The person's legal moves in the notation of records; none for a spectator, in a replay, or out of turn. */
  moves: string[];
  /** What the rules say about the view and the moves: prices, what fits where, whose turn a force binds. */
  facts: Facts;
  people: Person[];
  /** The person's own seat, drawn at the bottom; null for a spectator. */
  seat: number | null;
  /** What happened since the last props, for motion; empty on a fresh view. */
  events: Happened[];
  /** The ms for which actions are still held, where somebody may react. */
  window: number;
  lang: "en" | "ja";
  /** A replay with open hands: then `hands` has every seat's hand as in that seat's view. */
  open: boolean;
  hands?: unknown[];
  play: (move: string) => void;
  /** Something to explain: what a sign means, or what is to be chosen first. */
  tell: (what: string) => void;
  /** The person tried this move, which is not among `moves`: the rules say why not. */
  why: (move: string) => void;
  /** Seats that are thought to be deciding now. */
  thinking: number[];
  clock?: (seat: number) => Clock | null;
  word?: Word | null;
}
