/** Answers questions about games, one after another, in a thread of its own. */

import { Game } from "./game";
import type { Answer, Question } from "./remote";
import { Refused, Rules } from "./rules";

const loaded = new Map<string, Promise<Rules>>();

async function load(url: string): Promise<Rules> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return Rules.load(await response.arrayBuffer());
}

async function answer({ url, seats, state, options, method, values }: Question): Promise<Omit<Answer, "id">> {
  if (!loaded.has(url)) loaded.set(url, load(url));
  const rules = await loaded.get(url)!.catch((error) => {
    loaded.delete(url); // so that the next question tries again
    throw error;
  });
  if (options) return { state: Game.begin(rules, seats, options).pack() };
  const game = Game.unpack(rules, seats, state!);
  const given = (game[method!] as (...values: unknown[]) => unknown).apply(game, [...values!]);
  return given instanceof Game ? { state: given.pack() } : { state: game.pack(), given };
}

addEventListener("message", async ({ data }: MessageEvent<Question>) => {
  try {
    postMessage({ id: data.id, ...(await answer(data)) });
  } catch (error) {
    const { message } = error as Error;
    postMessage({ id: data.id, ...(error instanceof Refused ? { refused: message } : { failed: message }) });
  }
});
