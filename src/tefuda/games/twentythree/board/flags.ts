// Where the flags of the bonus chips stand on the stair: at the number that the pile would count as, beside the pile and
// beside each other; where there is no room left, above each other.

import type { Way } from "./view";

export interface Flag {
  way: Way;
  /** The middle of it. */
  x: number;
  /** The highest step below it. */
  step: number;
  /** How many flags it stands above, and how many stand above it. */
  level: number;
  above: number;
}

const NEAR = 0.75; // by how much the steps from the pile on are wider
const REACH = 6; // how many they are
const BETWEEN = 3;
const OVER = 8; // the margin of a step beside its number, which may be covered

/** From the left to the middle of a step. */
export function middle(n: number, pile: number, width: number, top: number): number {
  const before = (step: number): number => step + NEAR * Math.max(0, Math.min(step - Math.max(0, pile - 1), REACH - (pile < 1 ? 1 : 0)));
  const unit = width / before(top);
  return ((before(n - 1) + before(n)) / 2) * unit;
}

/** The left edge of the pile, which leaves room for a flag beside it. */
export function pileLeft(pile: number, ways: readonly Way[], width: number, card: number, flag: number, top: number): number {
  const beside = ways.some((way) => way.chips !== 0 && way.low < pile) ? flag + BETWEEN : 0;
  return Math.max(beside, middle(pile, pile, width, top) - card * 0.8);
}

/** The step on which the pile stands: its own, or the highest number ahead that it would otherwise cover. */
export function pileStep(pile: number, left: number, width: number, card: number, top: number): number {
  return Math.max(1, pile, stepAt(left + card - OVER, pile, width, top));
}

export function flagsOf(pile: number, ways: readonly Way[], width: number, card: number, flag: number, top: number): Flag[] {
  const left = pileLeft(pile, ways, width, card, flag, top);
  const below = ways.filter((way) => way.chips !== 0 && way.low < pile).sort((a, b) => b.low - a.low);
  const above = ways.filter((way) => way.chips !== 0 && way.low > pile).sort((a, b) => a.low - b.low);
  const foot = below.findIndex((way) => way.low < 1); // more chips than the first of these have no further effect
  const found: Flag[] = [];
  let limit = left - flag / 2 - BETWEEN;
  let level = 0;
  for (const way of foot < 0 ? below : below.slice(0, foot + 1)) {
    const x = Math.min(middle(Math.max(1, way.low), pile, width, top), limit);
    const last = found.at(-1);
    if (x >= flag / 2 || !last) {
      found.push({ way, x: Math.max(x, flag / 2), step: stepAt(x + flag / 2, pile, width, top), level: 0, above: 0 });
      limit = x - flag - BETWEEN;
    } else found.push({ ...last, way, level: ++level });
  }
  limit = left + card + flag / 2 + BETWEEN;
  const right = above.map((way) => {
    const x = Math.max(middle(way.low, pile, width, top), limit);
    limit = x + flag + BETWEEN;
    return { way, x };
  });
  let most = width - flag / 2;
  for (const one of right.reverse()) {
    one.x = Math.min(one.x, most);
    most = one.x - flag - BETWEEN;
    found.push({ ...one, step: stepAt(one.x + flag / 2, pile, width, top), level: 0, above: 0 });
  }
  for (const one of found) one.above = found.filter(({ x, level }) => x === one.x && level > one.level).length;
  return found.sort((a, b) => a.way.chips - b.way.chips);
}

/** The step at a distance from the left. */
function stepAt(x: number, pile: number, width: number, top: number): number {
  for (let n = 1; n < top; n++) if (middle(n, pile, width, top) + middle(n + 1, pile, width, top) > 2 * x) return n;
  return top;
}
