// Where the cards of a hand lie: in as few rows as leave a strip of each to be read and touched. Lower rows cover the
// lower half of those above.

export interface Fan {
  card: number; // width
  step: number; // from card to card
  row: number; // cards in a row
  rise: number; // from row to row
  height: number;
}

const STRIP = 28;
const INDEX = 0.42; // of a card's width: what tells it apart
const GAP = 6;
const SHOWN = 0.56; // of a card under the row below it
export const LIFT = 20; // room above the cards, for those that are lifted

/** `tall` is the height of the window: on a low one cards are smaller. */
export function fan(count: number, width: number, tall: number): Fan {
  const wide = width < 360 ? 58 : width < 560 ? 66 : Math.max(84, Math.min(width * 0.1, 160));
  const card = Math.max(50, Math.min(wide, tall * 0.125));
  const most = Math.max(1, Math.floor((width - card) / Math.max(STRIP, card * INDEX)) + 1);
  const rows = Math.max(1, Math.ceil(count / most));
  const row = Math.max(1, Math.ceil(count / rows));
  const step = row === 1 ? card : Math.min(card + GAP, (width - card) / (row - 1));
  const rise = card * 1.4 * SHOWN;
  return { card, step, row, rise, height: LIFT + card * 1.4 + (rows - 1) * rise };
}
