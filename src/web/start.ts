// Making a table and sitting down at it.

import { beginning, keepOpened, type Create } from "./ahead";
import { board } from "./boards";
import { kept } from "./kept";
import { Refusal } from "./link.svelte";
import { notices } from "./notices.svelte";
import { router } from "./router.svelte";
import { sitting, type Level } from "./sitting.svelte";
import { maybe, t } from "./texts";
import { device, hasServer, unable } from "./where";

/** A table that its maker sits down at; with `at once`, the match begins. */
export async function make(ask: Create, atOnce: boolean): Promise<void> {
  try {
    const code = await sitting.create(ask);
    const place = ask.seats.indexOf(null);
    if (place >= 0) await sitting.sit(place);
    if (atOnce) await sitting.try({ type: "start" });
    router.go(`/t/${code}`);
  } catch (error) {
    const why = error instanceof Refusal ? maybe(`refused.${error.reason}`, error.reason) : t(hasServer ? "offline" : "device.failed");
    notices.show(why, true);
  }
}

/** What a door was left at. */
export interface Chosen {
  seats?: number;
  level: Level;
}

export const chosenAt = (game: string): Chosen => kept<Chosen>(`door.${game}`, { level: "casual" });
/** How many play behind a door, of the numbers that can. */
export const countOf = (chosen: Chosen, seats: number[]): number => (chosen.seats && seats.includes(chosen.seats) ? chosen.seats : (seats[0] ?? 0));
export const against = (game: string, seats: number, level: Level): Create => ({ type: "create", game, seats: [null, ...Array<Level>(seats - 1).fill(level)] });

/** A match against bots, now: one that was begun ahead, if there is one. */
export async function playNow(game: string, seats: number, level: Level): Promise<void> {
  const ask = against(game, seats, level);
  void board(game).catch(() => {}); // it is fetched beside the cards
  const begun = await beginning(ask);
  if (!begun) return make(ask, true);
  const { code } = begun.table;
  if ("rows" in begun) keepOpened(begun);
  const loading = device().then((found) => {
    if ("rows" in begun) found.takeUp(begun);
    return found;
  });
  sitting.begin(begun);
  router.go(`/t/${code}`);
  if (!(await unable())) {
    if (hasServer) notices.show(t("device.here"));
    void loading.then(({ makeAhead }) => makeAhead());
  } else if (hasServer && sitting.code === code) await make(ask, true);
}
