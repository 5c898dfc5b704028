/** Makes the next match of each door while nothing else happens, for a later visit: with the tables' own protocol. */

import { games } from "../api";
import { forgetAhead, isMade, keepAhead, ownName, type Begun, type Create } from "../ahead";
import { GAMES } from "../boards";
import { rememberDeal, rememberSalt } from "../history";
import { ownToken, salt } from "../link.svelte";
import { VERSION, type FromServer, type Table, type Update } from "../protocol";
import { settings } from "../settings.svelte";
import { against, chosenAt, countOf } from "../start";
import { Port } from "./device";

let busy = false;

export async function makeAhead(): Promise<void> {
  if (busy) return;
  busy = true;
  try {
    const known = await games();
    for (const game of GAMES) {
      const seats = known.find(({ name }) => name === game)?.seats ?? [];
      const chosen = chosenAt(game);
      const ask = against(game, countOf(chosen, seats), chosen.level);
      if (!seats.length || isMade(ask)) continue;
      await quiet();
      const begun = await made(ask);
      if (begun) keepAhead(ask, begun);
    }
  } catch {
    forgetAhead(); // it is only faster with them
  } finally {
    busy = false;
  }
}

/** Until the page has nothing to do. */
const quiet = (): Promise<unknown> => new Promise((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(resolve) : setTimeout(resolve, 200)));

/** A table at which the match has begun and the bots wait; null if there is none. */
function made(ask: Create): Promise<Begun | null> {
  return new Promise((resolve) => {
    const port = new Port();
    const own = salt();
    let table: Table | null = null;
    let update: Update | null = null;
    let count = 0;
    const say = (message: object): void => port.send(JSON.stringify({ id: `ahead-${++count}`, ...message }));
    const end = (begun: Begun | null): void => {
      port.close();
      resolve(begun);
    };
    port.onclose = () => resolve(null);
    port.onopen = () => {
      say({ type: "hello", version: VERSION, lang: settings.lang, token: ownToken() });
      say(ask);
    };
    port.onmessage = ({ data }) => {
      const message = JSON.parse(data) as FromServer;
      if (message.type === "refused") return end(null);
      if (message.type === "update") update = message;
      if (message.type !== "table") return;
      if (!table) {
        const { code, deal } = message;
        rememberDeal(code, 1, deal.commitment);
        rememberSalt(code, 1, 0, own);
        say({ type: "sit", seat: 0, name: ownName(), salt: own });
        say({ type: "pace", speed: "paused" });
        say({ type: "start" });
      }
      table = message;
      if (table.status === "playing" && update) end({ table, update });
    };
  });
}
