/** Small workers that have the rules and no Python: a search of the second worker shares out its worlds to them. */

import { RemoteRules, urls } from "../kernel";
import type { Position } from "./rules";

const MOST = 4; // more workers would hardly be stronger, and take memory

type Piece = [worlds: number, seed: string];

export class Pool {
  /** How many workers there are, and so how many pieces to ask for at once; 1, and no workers, where cores are few. */
  readonly width: number;
  #game = "";
  #workers: RemoteRules[] = [];
  #broken = false;

  constructor(cores = navigator.hardwareConcurrency) {
    this.width = Math.max(1, Math.min(MOST, cores - 1)); // one core is for the page
  }

  /** For each piece the sums of a search, or nothing if the workers do not work: then it is done where it was asked for. */
  async search(position: Position, seat: number, actions: number[], weights: number[], net: Int16Array | null | undefined, relative: boolean, pieces: Piece[]): Promise<number[][] | undefined> {
    if (this.#broken) return undefined;
    const [game, seats, state] = position;
    const here = { seats, state: new Uint8Array(state) };
    let workers: RemoteRules[] = [];
    try {
      workers = this.#of(game);
      return await Promise.all(
        pieces.map(async ([worlds, seed], k) => {
          const worker = workers[k]!;
          const { given } = net
            ? await worker.ask(here, "lookAhead", seat, actions, { worlds }, BigInt(seed), net)
            : await worker.ask(here, "search", seat, actions, { worlds }, BigInt(seed), weights, relative);
          return given.sums;
        }),
      );
    } catch (error) {
      this.#broken = !workers.length || workers === this.#workers; // or else they have turned to another game
      console.warn(error);
      return undefined;
    }
  }

  /** The workers, with the rules of this game; they have one at a time. */
  #of(game: string): RemoteRules[] {
    if (game !== this.#game) {
      for (const worker of this.#workers) worker.close();
      this.#workers = Array.from({ length: this.width }, () => new RemoteRules(urls[game]!));
      this.#game = game;
    }
    return this.#workers;
  }
}
