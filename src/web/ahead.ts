// Matches that are begun ahead: their first cards lie on the table before the device has loaded Python.
//
// Later visits find one for each door, which the device made during the visit before. The first visit has one that the host
// has dealt. Either way it is the match that is then played: what is shown is the beginning of a log that the device has.

import { to } from "./base";
import { visits } from "./history";
import { keep, kept } from "./kept";
import type { Ask } from "./link.svelte";
import type { Table, Update } from "./protocol";
import { settings } from "./settings.svelte";
import { t } from "./texts";
import { isHere, isRunning, isWanted } from "./where";

export type Create = Extract<Ask, { type: "create" }>;

/** The beginning of a match, as somebody is told of it who comes to its table. */
export interface Begun {
  table: Table;
  update: Update;
}

/** One that the host has dealt: the rows are the table's log, which the device takes up. */
export interface Opening extends Begun {
  code: string;
  rows: string[];
}

const OPENINGS = 8; // of each game in each language, as openings.py has them

type Kept = Record<string, Begun & { wish: string }>;

export const ownName = (): string => settings.name || t("name.placeholder");

/** What a match must be like to be the one that is asked for, shown by this very page. */
const wish = (ask: Create): string => JSON.stringify([ask.seats, ownName(), settings.lang, import.meta.url]);

export const isMade = (ask: Create): boolean => kept<Kept>("ahead", {})[ask.game]?.wish === wish(ask);

export function keepAhead(ask: Create, begun: Begun): void {
  keep("ahead", { ...kept<Kept>("ahead", {}), [ask.game]: { ...begun, wish: wish(ask) } });
}

/** Nothing is made ahead where it could not be kept. */
export const forgetAhead = (): void => keep("ahead", {});

/** The match that was made ahead for this wish, which is then no longer there for others; or one of the host's. */
export async function beginning(ask: Create): Promise<Begun | Opening | null> {
  if (!isWanted()) return null;
  const { [ask.game]: found, ...others } = kept<Kept>("ahead", {});
  if (found?.wish === wish(ask)) {
    keep("ahead", others);
    return found;
  }
  if (isRunning() || visits().some(({ code }) => isHere(code))) return null;
  const dealt = await fetched(ask).catch(() => null);
  return dealt && !isRunning() ? dealt : null;
}

async function fetched({ game, seats }: Create): Promise<Opening | null> {
  const number = crypto.getRandomValues(new Uint8Array(1))[0]! % OPENINGS;
  const answer = await fetch(to(`/api/openings/${game}/${settings.lang}/${number}`));
  if (!answer.ok) return null;
  const found = (await answer.json()) as Opening;
  const levels = found.table.seats.map(({ kind, level }) => (kind === "bot" ? level : null));
  const fits = String(levels) === String(seats) && found.table.seats[0]!.name === ownName();
  return fits ? found : null;
}

/** An opening that is shown and that the device has not taken up yet; it is kept, because the page may be reloaded. */
export const opened = (): Opening | null => kept<Opening | null>("opened", null);
export const keepOpened = (opening: Opening | null): void => keep("opened", opening);
