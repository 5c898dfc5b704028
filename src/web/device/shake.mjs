/** Drops from a script what it never uses: node shake.mjs IN OUT */

import { rolldown } from "rolldown";

const [input, file] = process.argv.slice(2);
const built = await rolldown({ input, platform: "browser", external: [/^node:/], logLevel: "silent" });
await built.write({ file, format: "esm", minify: true });
