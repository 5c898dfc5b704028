import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { defineConfig } from "vite";

const server = `http://127.0.0.1:${process.env.TEFUDA_PORT ?? "8000"}`;

// The files of a place are fetched beside the first script: those of its page, which App.svelte loads when it is visited.
const PAGES = { home: "Home", replay: "Replay", rules: "Rules", learn: "Lesson", puzzle: "Puzzle", daily: "Daily", stats: "Stats", settings: "Settings" };

/** A small picture as an address, which needs no request. */
const asAddress = (svg) => `data:image/svg+xml,${encodeURIComponent(svg.replace(/\s*\n\s*/g, " ").trim())}`;

/** Puts the first styles, first.js and the icon into index.html: it is drawn when it has come, and asks for no more before. */
function inlined() {
  return {
    name: "inlined",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter(({ type }) => type === "chunk");
        const core = chunks.find(({ isEntry, name }) => isEntry && name === "index");
        const whole = (chunk, seen = new Set()) => {
          if (!chunk || chunk === core || chunk.name === "core" || seen.has(chunk)) return [];
          seen.add(chunk);
          return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? []), ...chunk.imports.flatMap((name) => whole(bundle[name], seen))];
        };
        const of = (end) => whole(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end)));
        const parts = Object.fromEntries([
          ...["en", "ja"].map((lang) => [lang, of(`/texts/shell.${lang}.json`)]),
          ...Object.entries(PAGES).map(([place, page]) => [place, of(`/pages/${page}.svelte`)]),
        ]);
        for (const [place, files] of Object.entries(parts)) if (!files.length) this.error(`no files of ${place}`);
        const script = readFileSync("first.js", "utf8").replace(/^\s*\/\/.*\n/gm, "").replace(/\n\s*/g, "\n").replace("__PARTS__", JSON.stringify(parts));
        const index = bundle["index.html"];
        index.source = index.source
          .replace(/href="[^"]*icon\.svg"/, () => `href="${asAddress(readFileSync("public/icon.svg", "utf8"))}"`)
          .replace('<script type="module"', '<script type="module" fetchpriority="low"')
          .replace("<!-- first.js -->", () => `<script>\n${script}</script>`)
          .replace(/<link rel="stylesheet" crossorigin href="\.\/(.*?)">/, (_, name) => {
            const styles = String(bundle[name].source).replaceAll("url(./", "url(./assets/");
            delete bundle[name];
            // a disabled link is never fetched: it tells the scripts that come later that these styles are here
            return `<style>${styles.trim()}</style><link rel="stylesheet" disabled crossorigin href="./${name}">`;
          });
      },
    },
  };
}

/** Writes the service worker with the names of all files of the page. */
function serviceWorker() {
  return {
    name: "service-worker",
    enforce: "post",
    generateBundle: {
      order: "post", // after Vite has dropped the scripts that hold nothing but styles
      handler(_, bundle) {
        const built = Object.keys(bundle).filter((name) => name !== "index.html");
        const files = ["", ...built, ...readdirSync("public")].map((name) => `./${name}`).sort();
        const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
        const source = readFileSync("sw.js", "utf8").replace("__FILES__", JSON.stringify(files)).replace("__VERSION__", JSON.stringify(version));
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}

/** Writes everything that shrinks a second and a third time, compressed, for the server to send as it is. */
function squeezed() {
  return {
    name: "squeezed",
    enforce: "post",
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!/^assets.*\.(js|css|svg|wasm|json)$/.test(name)) continue;
        const whole = readFileSync(`${dir}/${name}`);
        for (const [end, smaller] of [[".br", brotliCompressSync(whole)], [".gz", gzipSync(whole, { level: 9 })]])
          if (smaller.length < whole.length) writeFileSync(`${dir}/${name}${end}`, smaller);
      }
    },
  };
}

// What no table needs before its first card: other pages, dialogs, boards, and what a browser may never ask for.
const LATER = new RegExp(
  [
    "pages.(?!Table)",
    "parts.(Banner|ByCode|Dialog|Face|[cC]loths?|Dock|Door|Elsewhere|Example|Faces|Friends|Going|Habits|Install|Judge|judging|Keep|Missing|Offer|Pair|Replays|Retry|RulesText|Scene|Scores|Sending|Share|standings|Story|Verify)",
    "table.(Curve|Invite|Lobby|Log|More|Opened|OptionList|Panel|RulesNow|Tally|Talk|told|phrases)",
    "(boards|games).\\w+.(board.)?(?!happened|ending|cards|plays|door|font)\\w+\\.",
    "web.(device|kernel|texts).",
    "web.(daily|harness|push|puzzles|send|start|tones|verify)",
    "house.Aim",
  ].join("|"),
);

const HALL = /web.(parts.(Banner|[cC]loths?|Dialog|Elsewhere)|puzzles|start)\./;

// `vite build --mode harness` builds harness.html for the tests of the layout.
export default defineConfig(({ mode }) => ({
  base: "./", // the page may stand under a path: its files find each other, and the server completes index.html
  resolve: { alias: { $page: import.meta.dirname } }, // boards lie with their games, and find the page by this name
  plugins: mode === "harness" ? [svelte()] : [svelte(), inlined(), serviceWorker(), squeezed()],
  build: {
    outDir: "../tefuda/server/page",
    emptyOutDir: true,
    target: ["chrome123", "firefox121", "safari17.5"], // they know light-dark()
    assetsInlineLimit: 0, // the page's policy allows no data: addresses
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // the page, and the rules for whoever asks for them
      input: mode === "harness" ? "harness.html" : { index: "index.html", kernel: "kernel/index.ts" },
      preserveEntrySignatures: "exports-only",
      checks: { bundlerTimings: false },
      // all that a table needs before its first card is in one script and one sheet of styles, and two more for its game
      // what most other pages share is one more: each file is a request
      output: {
        codeSplitting: {
          groups: [
            { name: "core", priority: 2, test: (id) => !LATER.test(id) },
            { name: "hall", priority: 1, test: (id) => HALL.test(id) },
          ],
        },
      },
    },
  },
  worker: { format: "es", rolldownOptions: { checks: { bundlerTimings: false } } },
  server: { fs: { allow: [".", "../tefuda/games"] }, proxy: { "^/(api|lab)/": server, "/ws": { target: server, ws: true } } },
}));
