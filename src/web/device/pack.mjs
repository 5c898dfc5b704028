/**
 * Packs Python for the browser: node pack.mjs OUT WHEEL LIBRARY ROOT SOURCES...
 *
 * Its standard library without what a table never needs, compiled by that very Python; the sources of tefuda with their
 * compiled form beside them, because the kernel reads them; and msgspec. One file: the length of a list as four bytes, the
 * list of paths and sizes as JSON, and the files themselves.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [out, wheel, library, root, ...sources] = process.argv.slice(2);
const py = await loadPyodide({ stdout: () => {} });
py.FS.writeFile("/wheel.zip", readFileSync(wheel));
for (const path of sources) {
  const folder = `/sources/${path}`.replace(/\/[^/]*$/, "");
  py.FS.mkdirTree(folder);
  py.FS.writeFile(`/sources/${path}`, readFileSync(`${root}/${path}`));
}
py.globals.set("IMPORTED", library);
py.runPython(readFileSync(new URL("pack.py", import.meta.url), "utf8"));
writeFileSync(out, py.FS.readFile("/pack"));
