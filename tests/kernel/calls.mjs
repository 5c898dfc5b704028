// node calls.mjs WASM: reads calls, one in a line, and writes what the functions give and what becomes of the records.
// A call is [name, value, ...]: a whole number as a text, a real as a number, a record as its bytes.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const module = await WebAssembly.compile(readFileSync(process.argv[2]));
const { memory, ...functions } = new WebAssembly.Instance(module).exports;
const { free } = JSON.parse(new TextDecoder().decode(WebAssembly.Module.customSections(module, "tefuda")[0]));

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...values] = JSON.parse(line);
  let at = Math.ceil(free / 16) * 16;
  const records = [];
  const given = values.map((value) => {
    if (!Array.isArray(value)) return typeof value === "string" ? BigInt(value) : value;
    const bytes = new Uint8Array(memory.buffer, at, value.length);
    bytes.set(value);
    records.push(bytes);
    at += Math.ceil(value.length / 16) * 16;
    return bytes.byteOffset;
  });
  const found = functions[name](...given);
  console.log(JSON.stringify([typeof found === "bigint" ? String(found) : (found ?? null), ...records.map((bytes) => [...bytes])]));
}
