/** Does pieces of work as the table's worker sends them. */

import { Pool, SEARCHING } from "./pool";
import { loadPython } from "./python";
import { loadRules } from "./rules";

/** Without an id: it is ready. */
export interface Thought {
  id?: number;
  found?: Uint8Array;
}

let think: ((work: Uint8Array) => Promise<Uint8Array>) | null = null;

async function begin(folder: string): Promise<void> {
  const [python, rules] = await Promise.all([loadPython(folder), loadRules()]);
  const host = python.pyimport("tefuda.device.host");
  host.attach(rules);
  const pool = new Pool(SEARCHING);
  think = (work) => host.think(work, pool) as Promise<Uint8Array>;
  postMessage({} satisfies Thought);
}

addEventListener("message", ({ data }: MessageEvent<{ folder: string } | { id: number; work: Uint8Array }>) => {
  if ("folder" in data) void begin(data.folder);
  else void think!(data.work).then((found) => postMessage({ id: data.id, found } satisfies Thought));
});
