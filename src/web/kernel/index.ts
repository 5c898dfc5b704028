/** The rules in the browser: all games as WebAssembly, here and in a worker. docs/kernel.md explains them. */

export { CHANCE, Game, OVER, type Budget, type Found, type Seed } from "./game";
export { RemoteRules, type Given, type Method, type Position } from "./remote";
export { Refused, Rules, type Description } from "./rules";

const files = import.meta.glob<string>("./built/*.wasm", { query: "?url", import: "default", eager: true });

/** Where the rules of each game are. */
export const urls: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, url]) => [path.replace(/.*\/|\.wasm$/g, ""), url]),
);
