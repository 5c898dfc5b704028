import type { Happened } from "../../protocol";
import { laysOf } from "./moves";
import type { SoloView } from "./view";

/** What was laid last lies on the heap. */
export function ending(view: SoloView, events: readonly Happened[]): SoloView {
  const last = events.findLast((event) => event.seat !== null && laysOf([event.move.replace(/ solo$/, "")]).length > 0);
  const [lay] = last ? laysOf([last.move.replace(/ solo$/, "")]) : [];
  if (!last || last.seat === null || !lay) return view;
  const hand_sizes = view.hand_sizes.map((size, seat) => (seat === last.seat ? 0 : size));
  return { ...view, heap: [...view.heap, lay.card], top: lay.card, laid_by: last.seat, hand_sizes, hand: last.seat === view.seat ? [] : view.hand };
}
