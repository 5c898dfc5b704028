/** Python in a worker: its parts are loaded compressed, wherever they are served. */

import type { PyodideAPI } from "pyodide";

/** Names of the parts; those that change have a hash of their content in them. */
interface Parts {
  python: string;
  engine: string;
  pack: string;
  version: string;
}

const LIBRARY = "python_stdlib.zip";

export async function loadPython(files: string): Promise<PyodideAPI> {
  const parts = (await (await found(`${files}parts.json`)).json()) as Parts;
  const base = `${files}${parts.version}/`;
  const pack = unpacked(`${base}${parts.pack}`).then((answer) => answer.arrayBuffer());
  const engine = unpacked(`${base}${parts.engine}`, "application/wasm");
  const { loadPyodide } = (await import(/* @vite-ignore */ `${base}${parts.python}`)) as typeof import("pyodide");
  const [listed, contents] = read(await pack);
  const plain = self.fetch;
  self.fetch = (asked, more) => {
    const url = String(asked instanceof Request ? asked.url : asked);
    if (url.endsWith(".wasm")) return engine;
    if (url.endsWith(LIBRARY)) return Promise.resolve(new Response(contents.get(listed[0]!)));
    return plain(asked, more);
  };
  const info = { abi_version: "2026_0", arch: "wasm32" as const, platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.7" };
  const python = await loadPyodide({ indexURL: base, stdLibURL: base + LIBRARY, lockFileContents: { info, packages: {} } as never, env: { TEFUDA_KERNEL: "hosted" } });
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

/** A file that was compressed. */
async function unpacked(url: string, type = ""): Promise<Response> {
  const { body } = await found(url);
  const headers = type ? { "content-type": type } : undefined;
  return new Response(body!.pipeThrough(new DecompressionStream("gzip")), { headers });
}

/** The files of a pack, as pack.py made it; the first is the standard library. */
function read(pack: ArrayBuffer): [string[], Map<string, Uint8Array<ArrayBuffer>>] {
  const size = new DataView(pack).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(new Uint8Array(pack, 4, size))) as [string, number][];
  let at = 4 + size;
  const contents = list.map(([path, length]): [string, Uint8Array<ArrayBuffer>] => [path, new Uint8Array(pack, (at += length) - length, length)]);
  return [list.map(([path]) => path), new Map(contents)];
}
