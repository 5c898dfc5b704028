// What the page takes from this folder, as one file of its own: the board, how one card is drawn, and the tips of the
// first round.

import { can, type Tip } from "$page/house/tips";
import { speaker } from "./texts";

export { default as Board } from "./Board.svelte";
export { default as Card, named } from "./Drawn.svelte";

export const tips: Tip[] = [
  { key: "guide.twentythree.discard", text: (lang) => speaker(lang)("tip_discard"), at: ".acts .act", when: can("discard") },
  { key: "guide.twentythree.play", text: (lang) => speaker(lang)("tip_play"), at: ".hand .card:not(.dull)", when: can("play") },
  { key: "guide.twentythree.pass", text: (lang) => speaker(lang)("tip_pass"), at: ".acts .act:nth-child(2)", when: can("pass") },
  { key: "guide.twentythree.leave", text: (lang) => speaker(lang)("tip_leave"), at: ".acts .act:last-child", when: can("leave") },
];
