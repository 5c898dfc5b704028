// node node.mjs WASM: reads scripts, one in a line, plays them by the page's own modules, and writes the answers.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { run } from "./steps.js";

const WEB = fileURLToPath(new URL("../../src/web/", import.meta.url));

/** The face of the rules, which is TypeScript. */
async function face() {
  const { rolldown } = await import(pathToFileURL(createRequire(WEB).resolve("rolldown")));
  const folder = mkdtempSync(join(tmpdir(), "tefuda-"));
  try {
    const bundle = await rolldown({ input: ["game", "rules"].map((name) => `${WEB}kernel/${name}.ts`) });
    await bundle.write({ dir: folder, entryFileNames: "[name].mjs" });
    const modules = ["game", "rules"].map((name) => import(pathToFileURL(join(folder, `${name}.mjs`))));
    return Object.assign({}, ...(await Promise.all(modules)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const modules = await face();
const rules = await modules.Rules.load(readFileSync(process.argv[2]));
for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(run(modules, rules, JSON.parse(line))));
