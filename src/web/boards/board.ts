// The contract between the page and the board of a game. A board draws what it is given and contains no rules: what is
// legal comes from `moves` only. It never blocks: motion shows what happened and never delays the next action.
//
// Each folder boards/<game>/ has Board.svelte, a component with these props, and view.ts, the type of the game's view.

import type { Happened } from "../protocol";

export interface BoardProps<View = Record<string, unknown>> {
  /** What the seat may know; a spectator's view has no hand of its own. */
  view: View;
  /** One's legal moves in the notation of records; none for a spectator, in a replay, or out of turn. */
  moves: string[];
  names: string[];
  bots: boolean[];
  /** One's own seat, drawn at the bottom; null is a spectator. */
  seat: number | null;
  /** What happened since the last props, for motion; empty on a fresh view. */
  events: Happened[];
  /** The ms for which actions are still held, where one can react. */
  window: number;
  lang: "en" | "ja";
  /** A replay with open hands: then `hands` has every seat's hand as in that seat's view. */
  open: boolean;
  hands?: unknown[];
  play: (move: string) => void;
  /** The person tried what is not among `moves`: a sentence, with the rule. */
  illegal: (why: string) => void;
  /** Seats that are thought to be deciding now. */
  thinking: number[];
}
