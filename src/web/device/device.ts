/** The page's end of its own device: one worker with the tables, started when it is first needed. */

import { forgetAhead, keepOpened, opened, type Opening } from "../ahead";
import { ownToken } from "../link.svelte";
import { hasServer } from "../where";
import type { Unkept } from "./log";
import type { Begin, FromWorker, ToWorker } from "./messages";
import { makeAhead } from "./next";

/** What the page tells its device, and how it is told that something is wrong. */
export interface About extends Omit<Begin, "type"> {
  warn(what: Unkept | "failed"): void;
  /** Tables can be opened. */
  ready(): void;
}

export interface Answer {
  status: number;
  text: string;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

const waiting = new Map<number, Waiting>();
let next = 0;
let worker: Worker | null = null;
let about: About;
let failed: Error | null = null;
let settle: { resolve(): void; reject(error: Error): void };
/** Done when tables can be opened. */
export const ready = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
ready.catch(() => {}); // whoever waits for it handles the error
let taking: Promise<unknown> = Promise.resolve();
let told: (all: boolean) => void;
/** Whether all that the tables are made of is kept for times without a connection. */
export const kept = new Promise<boolean>((resolve) => (told = resolve));

export { makeAhead };

export function begin(given: About): void {
  if (worker) return;
  about = given;
  worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
  worker.onerror = (event) => fail(event.message || "the worker does not start");
  const { files, storage, pace } = given;
  tell({ type: "begin", files, storage, pace });
  const left = opened();
  if (left) takeUp(left);
  void ready.then(makeAhead, () => {});
  if (hasServer) void ready.then(async () => (await import("../send")).send()).catch(() => {}); // then it is sent later
}

/** The table of an opening becomes one of this device, before anybody can ask for it. */
export function takeUp(opening: Opening): void {
  taking = ask("/api/openings", ownToken(), JSON.stringify(opening)).then(
    () => keepOpened(null),
    () => {}, // it is taken up when the page is loaded again
  );
}

function tell(message: ToWorker, ports: MessagePort[] = []): void {
  worker!.postMessage(message, ports);
}

function hear(message: FromWorker): void {
  if (message.type === "ready") {
    document.documentElement.dataset.device = "ready";
    about.ready();
    settle.resolve();
  } else if (message.type === "kept") told(message.all);
  else if (message.type === "failed") fail(message.why);
  else if (message.type === "unkept") {
    forgetAhead();
    about.warn(message.why);
  }
  else {
    waiting.get(message.id)?.resolve(message);
    waiting.delete(message.id);
  }
}

function fail(why: string): void {
  if (failed) return;
  failed = new Error(why);
  console.warn(why);
  about.warn("failed");
  settle.reject(failed);
  for (const { reject } of waiting.values()) reject(failed);
  waiting.clear();
}

/** What a server would answer to a request. */
export function ask(url: string, token: string | null, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (failed) return reject(failed);
    const id = next++;
    waiting.set(id, { resolve, reject });
    tell({ type: "ask", id, url, token: token ?? "", body });
  });
}

/** A connection to the tables here, used like a WebSocket. */
export class Port {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly #port: MessagePort;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<string | null>) => {
      if (data === null) this.onclose?.();
      else this.onmessage?.({ data });
    };
    ready.then(() => taking).then(
      () => {
        tell({ type: "connect", port: port2 }, [port2]);
        this.onopen?.();
      },
      () => this.onclose?.(),
    );
  }

  send(text: string): void {
    this.#port.postMessage(text);
  }

  close(): void {
    this.onopen = this.onmessage = null;
    this.#port.postMessage(null);
  }
}
