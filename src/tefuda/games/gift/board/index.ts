// What the page takes from this folder, as one file of its own: the board, how one card is drawn, and the tips of the
// first round.

import { can, type Tip } from "$page/house/tips";
import { speaker } from "./words";

export { default as Board } from "./Board.svelte";
export { default as Card, named } from "./Drawn.svelte";

export const tips: Tip[] = [
  { key: "guide.gift.turn", text: (lang) => speaker(lang)("tip_turn"), at: ".hand .card:not(.dull)", when: can("discard", "place") },
  { key: "guide.gift.offer", text: (lang) => speaker(lang)("tip_offer"), at: ".act.right-offer", when: can("offer") },
  { key: "guide.gift.commit", text: (lang) => speaker(lang)("tip_commit"), at: ".act.commit", when: can("commit") },
  { key: "guide.gift.gift", text: (lang) => speaker(lang)("tip_gift"), at: ".hand [data-card=gift]", when: can("place gift") },
  { key: "guide.gift.success", text: (lang) => speaker(lang)("tip_success"), at: ".act.main", when: can("success") },
];
