import type { Happened } from "../../protocol";
import { laysOf, plainText } from "./moves";
import { COLOURS, colourOf, type SoloView } from "./view";

/** The last card that was laid, and whoever laid it without cards. */
export function ending(view: SoloView, events: readonly Happened[]): SoloView {
  const last = events.findLast(({ seat, move }) => seat !== null && laysOf([plainText(move)]).some((lay) => lay.kind !== "give" && lay.kind !== "with"));
  const [lay] = last ? laysOf([plainText(last.move)]) : [];
  if (!last || !lay) return { ...view, phase: "over" };
  const colour = COLOURS.find((one) => one === lay.named) ?? (colourOf(lay.card) || view.colour);
  const hand_sizes = view.hand_sizes.map((size, seat) => (seat === last.seat ? 0 : size));
  const known = Object.fromEntries(Object.entries(view.known).filter(([seat]) => Number(seat) !== last.seat));
  return { ...view, phase: "over", known, heap: [...view.heap, lay.card], top: lay.card, laid_by: last.seat, colour, sum: 0, hand_sizes, hand: last.seat === view.seat ? [] : view.hand };
}
