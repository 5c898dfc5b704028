/**
 * Packs Python for the browser: node pack.mjs OUT FOLDER FILES... [FOLDER FILES...]
 *
 * The sources of tefuda and msgspec are put into the Python of the browser, and pack.py runs there: it imports them, and packs them
 * with what was imported of the library. One file: the length of a list as four bytes, the list of paths and sizes as
 * JSON, and the files themselves.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [out, ...given] = process.argv.slice(2);
const py = await loadPyodide({ stdout: () => {}, env: { TEFUDA_KERNEL: "hosted" } });
const packages = py.runPython("import site; site.getsitepackages()[0]");
let folder = "";
for (const path of given) {
  if (path.startsWith("/")) folder = path;
  else {
    py.FS.mkdirTree(`${packages}/${path}`.replace(/\/[^/]*$/, ""));
    py.FS.writeFile(`${packages}/${path}`, readFileSync(`${folder}/${path}`));
  }
}
py.runPython(readFileSync(new URL("pack.py", import.meta.url), "utf8"));
writeFileSync(out, py.FS.readFile("/pack"));
