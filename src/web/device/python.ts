/** Python in a worker: its parts are loaded compressed, wherever they are served, and kept unpacked. */

import type { PyodideAPI } from "pyodide";
import { XzReadableStream } from "xz-decompress";

const LIBRARY = "python_stdlib.zip";
const SPEAKS = { abi_version: "2026_0", arch: "wasm32" as const, platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.7" };

/** The folder of the present version, in which nothing ever changes. */
export async function versionIn(files: string): Promise<string> {
  const { version } = (await (await found(`${files}parts.json`)).json()) as { version: string };
  return `${files}${version}/`;
}

export async function loadPython(folder: string): Promise<PyodideAPI> {
  const kept = await cacheOf(folder);
  const engine = part(kept, folder, "engine.wasm", "application/wasm");
  const pack = part(kept, folder, "pack").then((answer) => answer.arrayBuffer());
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as typeof import("pyodide");
  const [listed, contents] = read(await pack);
  const plain = self.fetch;
  self.fetch = (asked, more) => {
    const url = String(asked instanceof Request ? asked.url : asked);
    if (url.endsWith(".wasm")) return engine;
    if (url.endsWith(LIBRARY)) return Promise.resolve(new Response(contents.get(listed[0]!)));
    return plain(asked, more);
  };
  const python = await loadPyodide({ indexURL: folder, stdLibURL: folder + LIBRARY, lockFileContents: { info: SPEAKS, packages: {} } as never, env: { TEFUDA_KERNEL: "hosted" } });
  self.fetch = plain;
  for (const path of listed.slice(1)) {
    python.FS.mkdirTree(path.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(path, contents.get(path)!);
  }
  return python;
}

async function found(url: string): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
}

/** What the browser keeps for the page, of the name that sw.js gives it; nothing where it keeps nothing. */
async function cacheOf(folder: string): Promise<Cache | null> {
  try {
    return await caches.open(`device ${new URL("../..", folder).pathname}`);
  } catch {
    return null;
  }
}

const keeping: Promise<boolean>[] = [];

/** Whether all that was loaded is kept: then it can be loaded again without a connection. */
export const isKept = async (): Promise<boolean> => (await Promise.all(keeping)).every(Boolean);

/** A part as it was kept, or else from the host, where it is compressed. */
async function part(kept: Cache | null, folder: string, name: string, type = "application/octet-stream"): Promise<Response> {
  const url = folder + name;
  const there = await kept?.match(url);
  if (there) return there;
  const { body } = await found(`${url}.xz`);
  const whole = await new Response(new XzReadableStream(body!)).blob(); // at once: only one stream is unpacked at a time
  const response = () => new Response(whole, { headers: { "content-type": type } });
  keeping.push(keep(kept, folder, url, response()));
  return response();
}

/** Keeps a part, if that is possible. Those of other versions are dropped. */
async function keep(cache: Cache | null, folder: string, url: string, part: Response): Promise<boolean> {
  if (!cache) return false;
  try {
    const others = (await cache.keys()).filter(({ url }) => !url.startsWith(folder) && !url.endsWith(".json"));
    await Promise.all(others.map((old) => cache.delete(old)));
    await cache.put(url, part);
    return true;
  } catch {
    return false;
  }
}

/** The files of a pack, as pack.py made it; the first is the standard library. */
function read(pack: ArrayBuffer): [string[], Map<string, Uint8Array<ArrayBuffer>>] {
  const size = new DataView(pack).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(new Uint8Array(pack, 4, size))) as [string, number][];
  let at = 4 + size;
  const contents = list.map(([path, length]): [string, Uint8Array<ArrayBuffer>] => [path, new Uint8Array(pack, (at += length) - length, length)]);
  return [list.map(([path]) => path), new Map(contents)];
}
