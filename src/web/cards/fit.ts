// How a hand fits into a width: how wide its cards are, how far apart they begin, and how many stand in a row. Cards
// overlap before they shrink, but at least a strip of each stays free to be read and touched.

export interface Fit {
  card: number;
  step: number;
  row: number; // cards in a row
  rows: number;
}

const GAP = 6;
const EASY = 34; // px of a strip that is touched with ease
const LEAST = 28;
const INDEX = 0.4; // of a card's width: its index

/** Down to a width of `apart` cards rather shrink than overlap. */
export function fit(count: number, width: number, widest = 104, apart = 76): Fit {
  widest = Math.min(widest, Math.max(apart, width / 4.5));
  const alone = (width + GAP) / Math.max(1, count) - GAP;
  if (alone < widest && alone >= apart) return { card: alone, step: alone + GAP, row: count, rows: 1 };
  for (let rows = 1; rows <= 12; rows++) {
    const row = Math.max(1, Math.ceil(count / rows));
    const largest = Math.min(rows === 1 ? widest : rows === 2 ? Math.min(widest * 0.85, width / 5) : widest * 0.65, width);
    const smallest = rows < 3 ? Math.min(56, largest) : 44;
    for (let card = largest; card >= smallest; card -= 4) {
      const step = row === 1 ? card + GAP : Math.min(card + GAP, (width - card) / (row - 1));
      if (step >= (rows < 3 ? EASY : LEAST) && step >= card * INDEX) return { card, step, row, rows };
    }
  }
  const row = Math.max(1, Math.floor((width - 44) / LEAST) + 1);
  return { card: 44, step: LEAST, row, rows: Math.ceil(count / row) };
}
