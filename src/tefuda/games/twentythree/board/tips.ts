// 23's tips for the first round.

import { can, type Tip } from "$page/house/tips";
import { speaker } from "./texts";

export const tips: Tip[] = [
  { key: "guide.twentythree.discard", text: (lang) => speaker(lang)("tip_discard"), at: ".acts .act", when: can("discard") },
  { key: "guide.twentythree.play", text: (lang) => speaker(lang)("tip_play"), at: ".hand .card:not(.dull)", when: can("play") },
  { key: "guide.twentythree.pass", text: (lang) => speaker(lang)("tip_pass"), at: ".acts .act:nth-child(2)", when: can("pass") },
  { key: "guide.twentythree.leave", text: (lang) => speaker(lang)("tip_leave"), at: ".acts .act:last-child", when: can("leave") },
];
