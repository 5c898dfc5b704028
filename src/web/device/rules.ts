/** The rules as WebAssembly, for the Python beside them: what takes long, and nothing else. */

import { Game, Rules, urls, type Found } from "../kernel";

export type Position = [game: string, seats: number, state: Uint8Array];
type Sums = [sums: number[], squares: number[], moves: number];

/** What `tefuda.device.host` calls. Seeds are texts, because they are larger than JavaScript's numbers. */
export interface Work {
  search(position: Position, seat: number, actions: number[], worlds: number, seed: string, weights: number[] | null, relative: boolean): Sums;
  quick(position: Position, seat: number, weights: number[]): number;
  worths(position: Position, seat: number, weights: number[]): number[];
  think(position: Position, seat: number, network: Int16Array, seed: string): number;
  values(position: Position, seat: number, network: Int16Array, seed: string): [number, number][];
  look_ahead(position: Position, seat: number, actions: number[], worlds: number, seed: string, network: Int16Array): Sums;
  play_later(position: Position, matches: number, seed: string, weights: number[]): number[];
  weigh(
    position: Position, seat: number, actions: number[], worlds: number, seed: string, weights: number[],
    relative: boolean, later: Int32Array, blank: boolean,
  ): number[][];
}

export async function loadRules(): Promise<Work> {
  const loaded = await Promise.all(
    Object.entries(urls).map(async ([game, url]) => [game, await Rules.load(await (await fetch(url)).arrayBuffer())] as const),
  );
  const rules = new Map(loaded);
  const at = ([game, seats, state]: Position): Game => {
    const known = rules.get(game);
    if (!known) throw new Error(`there are no rules of ${game} here`);
    return Game.unpack(known, seats, state);
  };
  const sums = ({ sums, squares, moves }: Found): Sums => [sums, squares, moves];
  return {
    search: (position, seat, actions, worlds, seed, weights, relative) =>
      sums(at(position).search(seat, actions, { worlds }, BigInt(seed), weights, relative)),
    quick: (position, seat, weights) => at(position).quick(seat, weights),
    worths: (position, seat, weights) => at(position).worths(seat, weights),
    think: (position, seat, network, seed) => at(position).think(seat, network, BigInt(seed)),
    values: (position, seat, network, seed) => at(position).values(seat, network, BigInt(seed)),
    look_ahead: (position, seat, actions, worlds, seed, network) =>
      sums(at(position).lookAhead(seat, actions, { worlds }, BigInt(seed), network)),
    play_later: (position, matches, seed, weights) => at(position).playLater(matches, BigInt(seed), weights),
    weigh: (position, seat, actions, worlds, seed, weights, relative, later, blank) =>
      at(position).weigh(seat, actions, worlds, BigInt(seed), weights, relative, later, blank),
  };
}
