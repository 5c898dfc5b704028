// The guided first round: tips that come up when they first matter. They look at what can be done, and know no rules.

import type { GameName } from "../boards";
import type { Key } from "../texts";

export interface Tip {
  key: Key;
  when: (moves: string[], view: Record<string, unknown>) => boolean;
}

const can =
  (...words: string[]) =>
  (moves: string[]): boolean =>
    moves.some((move) => words.some((word) => move === word || move.startsWith(`${word} `)));
const empty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

export const TIPS: Record<GameName, Tip[]> = {
  scout: [
    { key: "guide.scout.choose", when: can("keep", "flip") },
    { key: "guide.scout.lead", when: (moves, view) => can("play")(moves) && empty(view.table) },
    { key: "guide.scout.beat", when: (moves, view) => can("play")(moves) && !empty(view.table) },
    { key: "guide.scout.scout", when: can("scout") },
    { key: "guide.scout.double", when: can("double") },
  ],
  twentythree: [
    { key: "guide.twentythree.discard", when: can("discard") },
    { key: "guide.twentythree.play", when: can("play") },
    { key: "guide.twentythree.pass", when: can("pass") },
    { key: "guide.twentythree.leave", when: can("leave") },
  ],
  solo: [
    { key: "guide.solo.play", when: can("play", "draw") },
    { key: "guide.solo.jump", when: can("jump") },
    { key: "guide.solo.take", when: can("take") },
    { key: "guide.solo.block", when: can("block", "accept") },
    { key: "guide.solo.call", when: (moves) => moves.some((move) => move.endsWith("solo")) },
  ],
  gift: [
    { key: "guide.gift.turn", when: can("discard", "place") },
    { key: "guide.gift.offer", when: can("offer") },
    { key: "guide.gift.commit", when: can("commit") },
    { key: "guide.gift.gift", when: can("place gift") },
    { key: "guide.gift.success", when: can("success") },
  ],
};
