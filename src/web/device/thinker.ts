/** A second worker for what takes long: `master`, hints, puzzles. They do not hold up the table. */

import type { Thought } from "./thoughts";

export class Thinker {
  readonly #folder: string;
  #worker: Worker | null = null;
  #ready = false;
  #next = 0;
  readonly #waiting = new Map<number, (found?: Uint8Array) => void>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The result of the work; nothing if there is no second worker yet, and it must be done where it was asked for. */
  think(work: Uint8Array): Promise<Uint8Array | undefined> {
    this.#begin();
    if (!this.#ready) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const id = this.#next++;
      this.#waiting.set(id, resolve);
      this.#worker!.postMessage({ id, work });
    });
  }

  #begin(): void {
    if (this.#worker) return;
    this.#worker = new Worker(new URL("./thoughts.ts", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<Thought>) => {
      if (data.id === undefined) this.#ready = true;
      else {
        this.#waiting.get(data.id)?.(data.found);
        this.#waiting.delete(data.id);
      }
    };
    this.#worker.onerror = () => {
      this.#ready = false; // for good: what waits is done here
      for (const resolve of this.#waiting.values()) resolve();
      this.#waiting.clear();
    };
    this.#worker.postMessage({ folder: this.#folder });
  }
}
