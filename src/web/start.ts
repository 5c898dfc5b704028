// Making a table and sitting down at it.

import { Refusal, type Ask } from "./link.svelte";
import { notices } from "./notices.svelte";
import { router } from "./router.svelte";
import { sitting, type Level } from "./sitting.svelte";
import { maybe, t } from "./texts";
import { hasServer } from "./where";

/** A table that its maker sits down at; with `at once`, the match begins. */
export async function make(ask: Extract<Ask, { type: "create" }>, atOnce: boolean): Promise<void> {
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

/** A match against bots, now. */
export async function playNow(game: string, seats: number, level: Level): Promise<void> {
  await make({ type: "create", game, seats: [null, ...Array<Level>(seats - 1).fill(level)] }, true);
}
