// Where the flags of the bonus chips stand on the stair: at the number that the pile would count as, beside the pile and
// beside each other; where there is no room left, above each other.

import { counts, lowest, TOP, type Chips } from "./plays";
import type { View } from "./view";

export interface Flag {
  way: Chips;
  /** The middle of it. */
  x: number;
  /** The highest step below it. */
  step: number;
  /** How many flags it stands above. */
  level: number;
}

const NEAR = 0.75; // by how much the steps from the pile on are wider
const REACH = 6; // how many they are
const BETWEEN = 3;

/** From the left to the middle of a step. */
export function middle(n: number, pile: number, width: number): number {
  const before = (step: number): number => step + NEAR * Math.max(0, Math.min(step - Math.max(0, pile - 1), REACH - (pile < 1 ? 1 : 0)));
  const unit = width / before(TOP);
  return ((before(n - 1) + before(n)) / 2) * unit;
}

/** The left edge of the pile, which leaves room for a flag beside it. */
export function pileLeft(view: View, ways: readonly Chips[], width: number, card: number, flag: number): number {
  const pile = view.pile.value;
  const beside = ways.some((way) => way !== 0 && at(view, way) < pile) ? flag + BETWEEN : 0;
  return Math.max(beside, middle(pile, pile, width) - card * 0.8);
}

function at(view: View, way: Chips): number {
  return view.bonus_shift === "upto5" ? lowest(view, way) : counts(view, way);
}

export function flagsOf(view: View, ways: readonly Chips[], width: number, card: number, flag: number): Flag[] {
  const pile = view.pile.value;
  const left = pileLeft(view, ways, width, card, flag);
  const below = ways.filter((way) => way !== 0 && at(view, way) < pile).sort((a, b) => at(view, b) - at(view, a));
  const above = ways.filter((way) => way !== 0 && at(view, way) > pile).sort((a, b) => at(view, a) - at(view, b));
  const foot = below.findIndex((way) => at(view, way) < 1); // more chips than the first of these do no more
  const found: Flag[] = [];
  let limit = left - flag / 2 - BETWEEN;
  let level = 0;
  for (const way of foot < 0 ? below : below.slice(0, foot + 1)) {
    const x = Math.min(middle(Math.max(1, at(view, way)), pile, width), limit);
    const last = found.at(-1);
    if (x >= flag / 2 || !last) {
      found.push({ way, x: Math.max(x, flag / 2), step: stepAt(x + flag / 2, pile, width), level: 0 });
      limit = x - flag - BETWEEN;
    } else found.push({ ...last, way, level: ++level });
  }
  limit = left + card + flag / 2 + BETWEEN;
  const right = above.map((way) => {
    const x = Math.max(middle(at(view, way), pile, width), limit);
    limit = x + flag + BETWEEN;
    return { way, x };
  });
  let most = width - flag / 2;
  for (const one of right.reverse()) {
    one.x = Math.min(one.x, most);
    most = one.x - flag - BETWEEN;
    found.push({ ...one, step: stepAt(one.x + flag / 2, pile, width), level: 0 });
  }
  return found.sort((a, b) => a.way - b.way);
}

/** The step at a distance from the left. */
function stepAt(x: number, pile: number, width: number): number {
  for (let n = 1; n < TOP; n++) if (middle(n, pile, width) + middle(n + 1, pile, width) > 2 * x) return n;
  return TOP;
}
