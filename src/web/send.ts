// Matches of one's own that were finished on this device, for the statistics at a server: this page's, or another one's by a file.

import { request, signed } from "./api";
import { played, type Played } from "./history";
import { keep, kept } from "./kept";
import { ownToken } from "./link.svelte";
import { device, hasDevice, hasServer, isHere } from "./where";

/** A match as brought.py takes it. */
interface Brought {
  record: string;
  code: string;
  match: number;
  at: number;
  seat: number;
  bots: unknown[];
  hinted: boolean;
}

type Told = Omit<Brought, "record"> & { reason: string };

const PAUSE = 2000; // ms after which a server that has heard too much is asked again

const nameOf = ({ code, match }: Pick<Played, "code" | "match">): string => `${code}/${match}`;
const sent = (): string[] => kept<string[]>("sent", []);

/** The matches of this device that this page's server has not been told of. */
export const unsent = (): Played[] => played().filter((one) => isHere(one.code) && !sent().includes(nameOf(one)));

export interface Outcome {
  taken: number;
  /** Why others were not: each reason once. */
  refused: string[];
}

/** Tells the server of them, one after another. What it refuses is not sent again; what it cannot take now is, later. */
export async function send(): Promise<Outcome> {
  const waiting = new Set(unsent().map(nameOf));
  if (!hasServer || !hasDevice || !waiting.size) return { taken: 0, refused: [] };
  return await give(await brought(waiting), (one) => keep("sent", [...sent().filter((name) => name !== nameOf(one)), nameOf(one)].slice(-2000)));
}

/** All matches of this device as a file. */
export async function saved(): Promise<Blob> {
  const all = await brought(new Set(played().filter(({ code }) => isHere(code)).map(nameOf)));
  return new Blob(all.map((one) => `${JSON.stringify(one)}\n`), { type: "application/jsonl" });
}

/** Brings such a file to the server. Whatever it says, nothing of this device counts as sent by it. */
export async function bring(file: Blob): Promise<Outcome> {
  const lines = (await file.text()).split("\n").filter(Boolean);
  return await give(lines.map((line) => JSON.parse(line) as Brought));
}

/** Tells the server of matches. With `done`, which is told what needs no second try, the rest is left for later. */
async function give(matches: Brought[], done?: (one: Brought) => void): Promise<Outcome> {
  const outcome: Outcome = { taken: 0, refused: [] };
  for (const one of matches) {
    let answer = await tell(one);
    for (; answer === "busy" && !done; answer = await tell(one)) await new Promise((go) => setTimeout(go, PAUSE));
    if (answer === null || answer === "busy") break;
    done?.(one);
    if (answer.error === undefined) outcome.taken++;
    else if (!outcome.refused.includes(answer.error)) outcome.refused.push(answer.error);
  }
  return outcome;
}

/** What the server says of a match; null if it cannot be asked now, or does not want to know who we are. */
async function tell(one: Brought): Promise<{ error?: string } | "busy" | null> {
  try {
    const answer = await request("/api/me/matches", { ...signed(ownToken()), method: "POST", body: JSON.stringify(one) });
    if (answer.status === 429) return "busy";
    if ([401, 403].includes(answer.status) || answer.status >= 500) return null;
    return (await answer.json()) as { error?: string };
  } catch {
    return null;
  }
}

/** These matches with their records, as the device has them. One that was given up has no end that could be verified. */
async function brought(wanted: ReadonlySet<string>): Promise<Brought[]> {
  const { ask } = await device();
  const { results } = JSON.parse((await ask("/api/me", ownToken())).text) as { results: Told[] };
  const found: Brought[] = [];
  for (const { code, match, at, seat, bots, hinted, reason } of results) {
    if (!wanted.has(nameOf({ code, match })) || reason === "conceded") continue;
    const { status, text } = await ask(`/api/replays/${code}/${match}.txt`, ownToken());
    if (status === 200) found.push({ record: text, code, match, at, seat, bots, hinted });
  }
  return found;
}
