// How a hand fits into a width: how wide its cards are, how far apart they begin, and how many stand in a row. Cards
// shrink a little, then they overlap, then they stand in several rows; but a strip of each always stays free to be read
// and touched.

export interface Fit {
  card: number;
  step: number;
  row: number; // cards in a row
  rows: number;
}

const GAP = 6;
const EASY = 34; // px of a strip that is touched with ease
const LEAST = 28;
const SMALL = 44; // the narrowest card
const INDEX = 0.4; // of a card's width: its index

/** With `apart` cards shrink much before they overlap. */
export function fit(count: number, width: number, widest = 104, apart = false): Fit {
  const alone = (width + GAP) / Math.max(1, count) - GAP;
  const handsome = apart ? Math.max(alone, 60) : Math.max(alone * 1.2, 84);
  const most = Math.min(widest, width / 4.5, handsome);
  for (let rows = 1; rows <= 12; rows++) {
    const row = Math.max(1, Math.ceil(count / rows));
    const largest = rows === 1 ? most : rows === 2 ? Math.min(widest * 0.85, width / 5) : Math.min(widest * 0.65, width / 6);
    const smallest = Math.min(largest, rows < 3 ? 56 : SMALL);
    for (let card = largest; card >= smallest; card -= 2) {
      const step = row === 1 ? card + GAP : Math.min(card + GAP, (width - card) / (row - 1));
      if (step >= (rows < 3 ? EASY : LEAST) && step >= card * INDEX) return { card, step, row, rows };
    }
  }
  const row = Math.max(1, Math.floor((width - SMALL) / LEAST) + 1);
  return { card: SMALL, step: LEAST, row, rows: Math.ceil(count / row) };
}
