/** The rules as WebAssembly, for the Python beside them: search, and nothing else. */

import { Game, Rules, urls } from "../kernel";

export type Search = (
  game: string,
  seats: number,
  state: Uint8Array,
  seat: number,
  actions: number[],
  worlds: number,
  seed: string,
  weights: number[] | null,
  relative: boolean,
) => [number[], number[], number];

export async function loadRules(): Promise<Search> {
  const loaded = await Promise.all(
    Object.entries(urls).map(async ([game, url]) => [game, await Rules.load(await (await fetch(url)).arrayBuffer())] as const),
  );
  const rules = new Map(loaded);
  return (game, seats, state, seat, actions, worlds, seed, weights, relative) => {
    const known = rules.get(game);
    if (!known) throw new Error(`there are no rules of ${game} here`);
    const { sums, squares, moves } = Game.unpack(known, seats, state).search(seat, actions, { worlds }, BigInt(seed), weights, relative);
    return [sums, squares, moves];
  };
}
