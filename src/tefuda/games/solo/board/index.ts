// What the page takes from this folder, as one file of its own: the board, how one card is drawn, and the tips of the
// first round.

import { can, type Tip } from "$page/house/tips";
import { speaker } from "./words";

export { default as Board } from "./Board.svelte";
export { default as Card, named } from "./Drawn.svelte";

export const tips: Tip[] = [
  { key: "guide.solo.play", text: (lang) => speaker(lang)("tip_play"), at: "[data-at=heap]", when: can("play", "draw") },
  { key: "guide.solo.jump", text: (lang) => speaker(lang)("tip_jump"), at: ".act.jump", when: can("jump") },
  { key: "guide.solo.take", text: (lang) => speaker(lang)("tip_take"), at: ".act.draw", when: can("take") },
  { key: "guide.solo.block", text: (lang) => speaker(lang)("tip_block"), at: ".act.rest", when: can("block", "accept") },
  { key: "guide.solo.call", text: (lang) => speaker(lang)("tip_call"), at: ".act.solo", when: (moves) => moves.some((move) => move.endsWith("solo")) },
];
