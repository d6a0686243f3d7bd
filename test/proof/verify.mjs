// What the verifier of the page says of proofs: node verify.mjs FILE… prints a line of JSON for each.
import { readFileSync } from "node:fs";
import { verifyProof } from "../../viewer/bundle/npm/index.js";

for (const file of process.argv.slice(2)) {
  const { verdict, steps, what } = await verifyProof(new Uint8Array(readFileSync(file)));
  console.log(JSON.stringify({ verdict, steps, what }));
}
