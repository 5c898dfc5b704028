/** The rules of a game in a worker: the page goes on while they think. */

import type { Game } from "./game";
import { Refused } from "./rules";

/** A state as it crosses between threads; a new one comes back, and the old one stays as it is. */
export interface Position {
  seats: number;
  state: Uint8Array<ArrayBuffer>;
}

export type Method = { [K in keyof Game]: Game[K] extends (...values: never[]) => unknown ? K : never }[keyof Game];
export type Given<M extends Method> = ReturnType<Game[M]> extends Game ? undefined : ReturnType<Game[M]>;

/** To the worker: a new match if there are options, else a method of `Game` about a state. */
export interface Question {
  id: number;
  url: string;
  seats: number;
  options?: readonly number[];
  state?: Uint8Array<ArrayBuffer>;
  method?: Method;
  values?: readonly unknown[];
}

export interface Answer {
  id: number;
  state?: Uint8Array<ArrayBuffer>;
  given?: unknown;
  refused?: string;
  failed?: string;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

export class RemoteRules {
  readonly #url: string;
  readonly #worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #ended = ""; // why it answers no more

  /** `url` is that of the game's .wasm file. */
  constructor(url: string) {
    this.#url = url;
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.refused !== undefined) waiting?.reject(new Refused(data.refused));
      else if (data.failed !== undefined) waiting?.reject(new Error(data.failed));
      else waiting?.resolve(data);
    });
    this.#worker.addEventListener("error", ({ message }) => this.#fail(message || "the worker does not start"));
  }

  /** A new match, before chance has acted. The options are numbers, in the game's order. */
  async begin(seats: number, options: readonly number[] = []): Promise<Position> {
    const { state } = await this.#ask({ seats, options });
    return { seats, state: state! };
  }

  /** What a method of `Game` gives for a position, and the position afterwards. */
  async ask<M extends Method>(position: Position, method: M, ...values: Parameters<Game[M]>): Promise<{ given: Given<M>; position: Position }> {
    const { state, given } = await this.#ask({ ...position, method, values });
    return { given: given as Given<M>, position: { seats: position.seats, state: state! } };
  }

  /** Ends the worker, whatever it is doing. */
  close(): void {
    this.#worker.terminate();
    this.#fail("the worker was closed");
  }

  #ask(question: Omit<Question, "id" | "url">): Promise<Answer> {
    if (this.#ended) return Promise.reject(new Error(this.#ended));
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, url: this.#url, ...question });
    });
  }

  #fail(reason: string): void {
    this.#ended = reason;
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    this.#waiting.clear();
  }
}
