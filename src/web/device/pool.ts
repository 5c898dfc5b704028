/** Small workers that have the rules and no Python: a search shares out its worlds to them, and the judge its weighings. */

import { RemoteRules, urls, type Game, type Given, type Method } from "../kernel";
import type { Position } from "./rules";

const MOST = 4; // more workers would hardly be stronger, and take memory
const IDLE = 20_000; // ms after which they are closed, because nobody needs them any more
const CORES = navigator.hardwareConcurrency || 1; // not every browser tells

/** How many pieces a search asks for at once; with 1 it needs no workers. One core is for the page. */
export const SEARCHING = Math.max(1, Math.min(MOST, CORES - 1));
/** How many workers the judge has. The page only draws how far it has come, and Python mostly waits. */
export const JUDGING = Math.max(2, SEARCHING);

type Piece = [worlds: number, seed: string];

interface Small {
  rules: RemoteRules;
  waiting: number; // questions that it has not answered yet
}

export class Pool {
  #game = "";
  #workers: Small[] = [];
  #broken = false;
  #rest = 0;

  constructor(readonly width: number) {}

  /** For each piece the sums of a search, or nothing if the workers do not work: then it is done where it was asked for. */
  async search(position: Position, seat: number, actions: number[], weights: number[], net: Int16Array | null | undefined, relative: boolean, pieces: Piece[]): Promise<number[][] | undefined> {
    const found = await Promise.all(
      pieces.map(([worlds, seed]) =>
        net
          ? this.#ask(position, "lookAhead", seat, actions, { worlds }, BigInt(seed), net)
          : this.#ask(position, "search", seat, actions, { worlds }, BigInt(seed), weights, relative),
      ),
    );
    return found.every((one) => one !== undefined) ? found.map(({ sums }) => sums) : undefined;
  }

  /** The rows of a weighing; or nothing, as above. */
  weigh(
    position: Position, seat: number, actions: number[], worlds: number, seed: string, weights: number[],
    relative: boolean, later: Int32Array, blank: boolean,
  ): Promise<number[][] | undefined> {
    return this.#ask(position, "weigh", seat, actions, worlds, BigInt(seed), weights, relative, later, blank);
  }

  /** Asks the worker that has least to do. */
  async #ask<M extends Method>([game, seats, state]: Position, method: M, ...values: Parameters<Game[M]>): Promise<Given<M> | undefined> {
    if (this.#broken) return undefined;
    const here = { seats, state: new Uint8Array(state) };
    let worker: Small | undefined;
    try {
      this.#turnTo(game);
      worker = this.#workers.reduce((least, one) => (one.waiting < least.waiting ? one : least));
      worker.waiting += 1;
      return (await worker.rules.ask(here, method, ...values)).given;
    } catch (error) {
      this.#broken ||= !worker || this.#workers.includes(worker); // or else they have turned to another game
      console.warn(error);
      return undefined;
    } finally {
      if (worker) worker.waiting -= 1;
    }
  }

  /** The workers have the rules of one game at a time. */
  #turnTo(game: string): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#closeIdle(), IDLE);
    if (game === this.#game) return;
    this.#close();
    this.#workers = Array.from({ length: this.width }, () => ({ rules: new RemoteRules(urls[game]!), waiting: 0 }));
    this.#game = game;
  }

  #closeIdle(): void {
    if (this.#workers.some(({ waiting }) => waiting)) this.#rest = setTimeout(() => this.#closeIdle(), IDLE);
    else this.#close();
  }

  #close(): void {
    const closed = this.#workers;
    this.#workers = [];
    this.#game = "";
    for (const { rules } of closed) rules.close();
  }
}
