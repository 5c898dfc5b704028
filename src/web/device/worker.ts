/** The table in a worker: the server's own Python, spoken to by messages instead of a socket. */

import { Log } from "./log";
import type { Begin, FromWorker, ToWorker } from "./messages";
import { JUDGING, Pool } from "./pool";
import { isKept, loadPython, versionIn } from "./python";
import { loadRules } from "./rules";
import { Thinker } from "./thinker";

type Hear = (text?: string) => void;
type Asked = Extract<ToWorker, { type: "ask" }>;

/** What `tefuda.device.worker` has. */
interface Table {
  connect(post: Hear): Hear;
  ask(url: string, token: string, body?: string): Promise<{ toJs(): [number, string] }>;
  changed(code: string): void;
}

const say = (message: FromWorker): void => self.postMessage(message);
let table: Promise<Table> | null = null;

async function begin({ files, storage, pace }: Begin): Promise<Table> {
  const log = new Log(storage, (why) => say({ type: "unkept", why }));
  const folder = await versionIn(files);
  const [python, rules] = await Promise.all([loadPython(folder), loadRules()]);
  const host = python.pyimport("tefuda.device.host");
  host.attach(rules);
  const thinker = new Thinker(folder);
  const table = host.worker(log, (work: Uint8Array) => thinker.think(work), new Pool(JUDGING), pace) as Table;
  log.changed = (code) => table.changed(code);
  return table;
}

/** What is answered; a question that breaks something is one that has no answer, and the tables go on. */
async function answer(known: Table, { url, token, body }: Asked): Promise<[number, string]> {
  try {
    return (await known.ask(url, token, body)).toJs();
  } catch (error) {
    console.error(error);
    return [500, JSON.stringify({ error: "this device cannot answer that" })];
  }
}

async function take(message: ToWorker): Promise<void> {
  if (message.type === "begin") {
    table = begin(message);
    await table;
    say({ type: "ready" });
    return say({ type: "kept", all: await isKept() });
  }
  const known = await table!;
  if (message.type === "connect") {
    const { port } = message;
    const hear = known.connect((text) => port.postMessage(text ?? null));
    port.onmessage = ({ data }: MessageEvent<string | null>) => hear(data ?? undefined);
  } else {
    const [status, text] = await answer(known, message);
    say({ type: "answer", id: message.id, status, text });
  }
}

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  take(data).catch((error: Error) => say({ type: "failed", why: String(error.message ?? error) }));
});
