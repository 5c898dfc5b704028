import type { Happened } from "$page/protocol";
import { steps } from "./happened";
import type { View } from "./view";

/** What was laid last lies on the pile. */
export function ending(view: View, events: readonly Happened[]): View {
  return steps(events).reduce((now, { seat, word, number, cards }) => {
    if (word !== "play") return now;
    const hand_sizes = now.hand_sizes.map((size, one) => (one === seat ? Math.max(0, size - cards) : size));
    const hand = seat === now.seat && !hand_sizes[seat] ? [] : now.hand;
    return { ...now, pile: { value: number, cards: [...now.pile.cards, ...Array<number>(cards).fill(number)] }, hand_sizes, hand };
  }, view);
}
