// Where the cards of a row lie: side by side while there is room, then over each other, always in one row; hand.css
// does that. Where they lie so close that a finger cannot tell them apart, the row opens around the finger like a lens,
// and the others give way.

export interface Place {
  left: number;
  /** The strip of it that is seen. */
  width: number;
}

const CLOSE = 22; // px of a strip that a finger still meets
const CORNER = 0.45; // of a card, for what stands in its corner
const STRIP = 0.5; // of a card under the lens
const REACH = 2.2; // cards on either side of the lens that are opened
const LEAN = 0.7; // degrees from card to card
const MOST_LEAN = 3.5;
const SAG = 5.5;

/** How far a card leans and sinks, from the middle of the fan. */
export function lean(i: number, count: number): { turn: number; sag: number } {
  const half = (count - 1) / 2;
  const from = half ? (i - half) / half : 0;
  return { turn: from * Math.min(MOST_LEAN, LEAN * half), sag: from * from * Math.min(SAG, 0.22 * half * half) };
}

/** From card to card, where they lie over each other. */
function stepOf(count: number, width: number, card: number): number {
  return Math.max(0, width - card) / Math.max(1, count - 1);
}

/** The row needs the lens. */
export function isDense(count: number, width: number, card: number): boolean {
  return count > 1 && stepOf(count, width, card) < Math.min(CLOSE, card);
}

/** So little is seen of each card that what stands in its corner must be narrow. */
export function isTight(count: number, width: number, card: number): boolean {
  return count > 1 && stepOf(count, width, card) < CORNER * card;
}

/** A dense row that is opened around a card. It is as long as before. */
export function openedAt(count: number, width: number, card: number, lens: number): Place[] {
  const step = stepOf(count, width, card);
  const near = Array.from({ length: count - 1 }, (_, i) => Math.exp(-(((i + 0.5 - lens) / REACH) ** 2)));
  const open = Math.max(0, card * STRIP - step);
  const total = width - card;
  const rest = Math.max(0, total - open * near.reduce((all, one) => all + one, 0)) / (count - 1);
  const raw = near.map((one) => rest + open * one);
  const scale = total / raw.reduce((all, one) => all + one, 0);
  let left = 0;
  return Array.from({ length: count }, (_, i) => {
    const strip = i < count - 1 ? raw[i]! * scale : card;
    const place = { left, width: strip };
    left += strip;
    return place;
  });
}

/** The card of a dense row that a pointer means, by where the cards lie without a lens. */
export function under(x: number, count: number, width: number, card: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(x / (stepOf(count, width, card) || 1))));
}

/** How far down the arc seat number `i` of `count` sits, from 0 in the middle to 1 at its ends. */
export function bend(i: number, count: number): number {
  const half = (count - 1) / 2;
  return half < 1 ? 0 : Math.abs(i - half) > half - 0.1 ? 1 : count > 4 ? (Math.abs(i - half) / half) ** 2 : 0;
}
