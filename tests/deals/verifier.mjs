// Reads proofs, one in a line, and writes what the page's verifier says to each.
import { createInterface } from "node:readline";
import { verify } from "../../src/web/verify.js";

for await (const line of createInterface({ input: process.stdin })) {
  const [proof, seen] = JSON.parse(line);
  console.log(JSON.stringify(verify(proof, seen)));
}
