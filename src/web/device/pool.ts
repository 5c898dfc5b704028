/** Small workers that have the rules and no Python: a search of the second worker shares out its worlds to them. */

import { RemoteRules, urls } from "../kernel";
import type { Position } from "./rules";

const MOST = 4; // more workers would hardly be stronger, and take memory
const AT_ONCE = 4; // pieces of a worker, so that it does not wait for the next

type Piece = [worlds: number, seed: string];

export class Pool {
  /** How many pieces to ask for at once; 1 where there are too few cores for a pool. */
  readonly width: number;
  readonly #size: number;
  #game = "";
  #workers: RemoteRules[] = [];
  #broken = false;

  constructor(cores = navigator.hardwareConcurrency) {
    this.#size = Math.min(MOST, cores - 1); // one core is for the page
    this.width = this.#size > 1 ? this.#size * AT_ONCE : 1;
  }

  /** For each piece the sums of a search, or nothing if the workers do not work: then it is done where it was asked for. */
  async search(position: Position, seat: number, actions: number[], weights: number[], net: Int16Array | null | undefined, relative: boolean, pieces: Piece[]): Promise<number[][] | undefined> {
    if (this.#broken) return undefined;
    const [game, seats, state] = position;
    const here = { seats, state: new Uint8Array(state) };
    try {
      this.#turnTo(game);
      return await Promise.all(
        pieces.map(async ([worlds, seed], k) => {
          const worker = this.#workers[k % this.#size]!;
          const { given } = net
            ? await worker.ask(here, "lookAhead", seat, actions, { worlds }, BigInt(seed), net)
            : await worker.ask(here, "search", seat, actions, { worlds }, BigInt(seed), weights, relative);
          return given.sums;
        }),
      );
    } catch (error) {
      this.#broken = true;
      console.warn(error);
      return undefined;
    }
  }

  /** The workers have the rules of one game at a time. */
  #turnTo(game: string): void {
    if (game === this.#game) return;
    for (const worker of this.#workers) worker.close();
    this.#game = game;
    this.#workers = Array.from({ length: this.#size }, () => new RemoteRules(urls[game]!));
  }
}
