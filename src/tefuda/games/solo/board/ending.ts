import type { Happened } from "$page/protocol";
import type { Colour, SoloView } from "./view";

const LAID = /^(?:(?:play|jump triple|jump|triple) (\S+)(?: ([rgyb]))?|block ([rgyb]))/;

/** The last card that was laid, and whoever laid it without cards. */
export function ending(view: SoloView, events: readonly Happened[]): SoloView {
  const last = events.findLast(({ seat, move }) => seat !== null && LAID.test(move));
  const [, card = "", named, block] = LAID.exec(last?.move ?? "") ?? [];
  if (!last) return { ...view, phase: "over" };
  const top = block ? `K${block}` : card;
  const colour = (named ?? block ?? /^[rgyb]/.exec(card)?.[0] ?? view.colour) as Colour;
  const hand_sizes = view.hand_sizes.map((size, seat) => (seat === last.seat ? 0 : size));
  const known = Object.fromEntries(Object.entries(view.known).filter(([seat]) => Number(seat) !== last.seat));
  const hand = last.seat === view.seat ? [] : view.hand;
  return { ...view, phase: "over", heap: [...view.heap, top], top, laid_by: last.seat, colour, sum: 0, hand_sizes, known, hand };
}
