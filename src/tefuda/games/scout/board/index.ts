// What the page takes from this folder, as one file of its own: the board, how one card is drawn, and the tips of the
// first round.

import { can, type Tip } from "$page/house/tips";
import { speaker } from "./texts";

export { default as Board } from "./Board.svelte";
export { default as Card, named } from "./Drawn.svelte";

const empty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

export const tips: Tip[] = [
  { key: "guide.scout.choose", text: (lang) => speaker(lang)("tip_choose"), at: ".acts .act:nth-child(2)", when: can("keep", "flip") },
  { key: "guide.scout.lead", text: (lang) => speaker(lang)("tip_lead"), at: ".hand .card:not(.dull)", when: (moves, view) => can("play")(moves) && empty(view.table) },
  { key: "guide.scout.beat", text: (lang) => speaker(lang)("tip_beat"), at: "[data-at=table]", when: (moves, view) => can("play")(moves) && !empty(view.table) },
  { key: "guide.scout.scout", text: (lang) => speaker(lang)("tip_scout"), at: ".set .end", when: can("scout") },
  { key: "guide.scout.double", text: (lang) => speaker(lang)("tip_double"), at: ".acts .act:last-child", when: can("double") },
];
