// The deals of the day that were tried: the moves of each try, kept in the browser until the server has been told.

import { Failed, get, signed, type Among } from "./api";
import { keep, kept } from "./kept";
import { hasServer } from "./where";

interface Try {
  moves: string[];
  over?: boolean;
  told?: boolean;
}

const MOST = 120; // that are kept
const LATE = 7 * 24 * 3600 * 1000; // ms for which a server takes them
const nameOf = (game: string, day: string): string => `${game}/${day}`;

function all(): Record<string, Try> {
  const older = kept<Record<string, { day: string; moves: string[] }>>("daily", {}); // as it was kept at first: one a game
  const found = kept<Record<string, Try>>("tries", {});
  if (!Object.keys(older).length) return found;
  for (const [game, { day, moves }] of Object.entries(older)) found[nameOf(game, day)] ??= { moves };
  keep("tries", found);
  keep("daily", {});
  return found;
}

export const triedMoves = (game: string, day: string): string[] => all()[nameOf(game, day)]?.moves ?? [];

export function keepTry(game: string, day: string, change: Partial<Try>): void {
  const found = all();
  found[nameOf(game, day)] = { ...(found[nameOf(game, day)] ?? { moves: [] }), ...change };
  const latest = Object.entries(found).sort(([a], [b]) => (a.slice(-10) < b.slice(-10) ? -1 : 1));
  keep("tries", Object.fromEntries(latest.slice(-MOST)));
}

/** Tells the server of a try that is over, and gives what others made of the deal; null if that is not possible now. */
export async function tell(game: string, day: string, token: string | null): Promise<Among | null> {
  const moves = triedMoves(game, day);
  if (!hasServer || !token || !moves.length) return null;
  try {
    const told = await get<Among>(`/api/daily/${game}`, { ...signed(token), method: "POST", body: JSON.stringify({ day, moves }) });
    keepTry(game, day, { told: true });
    return told;
  } catch (error) {
    if (error instanceof Failed && [400, 404].includes(error.status)) keepTry(game, day, { told: true }); // it will never be taken
    return null;
  }
}

/** Tells what was played without a connection. */
export async function tellLater(token: string | null): Promise<void> {
  for (const [name, one] of Object.entries(all())) {
    const [game, day] = name.split("/") as [string, string];
    if (one.over && !one.told && Date.now() - Date.parse(day) < LATE) await tell(game, day, token);
  }
}
