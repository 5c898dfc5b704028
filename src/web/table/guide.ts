// The guided first round: tips that come up when they first matter. They look at moves and view, and know no rules.

import type { GameName } from "../boards";
import type { Key } from "../texts";

export interface Tip {
  key: Key;
  /** What it is about: a selector within the board. */
  at: string;
  when: (moves: string[], view: Record<string, unknown>) => boolean;
}

const can =
  (...words: string[]) =>
  (moves: string[]): boolean =>
    moves.some((move) => words.some((word) => move === word || move.startsWith(`${word} `)));
const empty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

export const TIPS: Record<GameName, Tip[]> = {
  scout: [
    { key: "guide.scout.choose", at: ".acts .act:nth-child(2)", when: can("keep", "flip") },
    { key: "guide.scout.lead", at: ".hand .card:not(.dull)", when: (moves, view) => can("play")(moves) && empty(view.table) },
    { key: "guide.scout.beat", at: "[data-at=table]", when: (moves, view) => can("play")(moves) && !empty(view.table) },
    { key: "guide.scout.scout", at: ".set .end", when: can("scout") },
    { key: "guide.scout.double", at: ".acts .act:last-child", when: can("double") },
  ],
  twentythree: [
    { key: "guide.twentythree.discard", at: ".acts .act", when: can("discard") },
    { key: "guide.twentythree.play", at: ".hand .card:not(.dull)", when: can("play") },
    { key: "guide.twentythree.pass", at: ".acts .act:nth-child(2)", when: can("pass") },
    { key: "guide.twentythree.leave", at: ".acts .act:last-child", when: can("leave") },
  ],
  solo: [
    { key: "guide.solo.play", at: "[data-at=heap]", when: can("play", "draw") },
    { key: "guide.solo.jump", at: ".act.jump", when: can("jump") },
    { key: "guide.solo.take", at: ".act.draw", when: can("take") },
    { key: "guide.solo.block", at: ".act.rest", when: can("block", "accept") },
    { key: "guide.solo.call", at: ".act.solo", when: (moves) => moves.some((move) => move.endsWith("solo")) },
  ],
  gift: [
    { key: "guide.gift.turn", at: ".hand .card:not(.dull)", when: can("discard", "place") },
    { key: "guide.gift.offer", at: ".act.right-offer", when: can("offer") },
    { key: "guide.gift.commit", at: ".act.commit", when: can("commit") },
    { key: "guide.gift.gift", at: ".hand [data-card=gift]", when: can("place gift") },
    { key: "guide.gift.success", at: ".act.main", when: can("success") },
  ],
};
