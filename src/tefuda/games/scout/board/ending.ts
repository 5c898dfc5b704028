import type { Happened } from "$page/protocol";
import { steps } from "./happened";
import type { View } from "./view";

/** The last set that was laid. */
export function ending(view: View, events: readonly Happened[]): View {
  const last = steps(events, view, view).findLast((step) => step.laid);
  if (!last?.laid) return view;
  const hand_sizes = view.hand_sizes.map((size, seat) => (seat === last.seat ? Math.max(0, size - last.laid!.length) : size));
  const hand = last.seat === view.seat ? [] : view.hand;
  return { ...view, table: last.laid, owner: last.seat, hand_sizes, hand };
}
