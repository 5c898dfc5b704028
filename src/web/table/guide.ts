// The guided first round: tips that come up when they first matter. They look at what can be done, and know no rules.

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
    { key: "guide.scout.choose", at: ".hand", when: can("keep", "flip") },
    { key: "guide.scout.lead", at: ".hand", when: (moves, view) => can("play")(moves) && empty(view.table) },
    { key: "guide.scout.beat", at: ".set", when: (moves, view) => can("play")(moves) && !empty(view.table) },
    { key: "guide.scout.scout", at: ".set", when: can("scout") },
    { key: "guide.scout.double", at: ".acts", when: can("double") },
  ],
  twentythree: [
    { key: "guide.twentythree.discard", at: ".hand", when: can("discard") },
    { key: "guide.twentythree.play", at: ".stage", when: can("play") },
    { key: "guide.twentythree.pass", at: ".acts", when: can("pass") },
    { key: "guide.twentythree.leave", at: ".acts", when: can("leave") },
  ],
  solo: [
    { key: "guide.solo.play", at: ".stage", when: can("play", "draw") },
    { key: "guide.solo.jump", at: ".acts", when: can("jump") },
    { key: "guide.solo.take", at: ".acts", when: can("take") },
    { key: "guide.solo.block", at: ".acts", when: can("block", "accept") },
    { key: "guide.solo.call", at: ".acts", when: (moves) => moves.some((move) => move.endsWith("solo")) },
  ],
  gift: [
    { key: "guide.gift.turn", at: ".stage", when: can("discard", "place") },
    { key: "guide.gift.offer", at: ".acts", when: can("offer") },
    { key: "guide.gift.commit", at: ".acts", when: can("commit") },
    { key: "guide.gift.gift", at: ".hand", when: can("place gift") },
    { key: "guide.gift.success", at: ".acts", when: can("success") },
  ],
};
