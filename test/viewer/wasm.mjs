// The WebAssembly module in Node.js: the same state hash as the native build on the scenes below, files from memory, errors that say what is wrong.
//   node wasm.mjs NPM_FOLDER TOOL SCENES_FOLDER

import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const [folder, tool, scenes] = process.argv.slice(2), wasm = folder + "/holdfast.wasm";
if (!existsSync(wasm)) {
  console.log(`skipped: there is no ${wasm} (make wasm)`);
  process.exit(77);
}
const { Holdfast } = await import(folder + "/index.js");

// The package is whole: what package.json names is there, types included.
const described = JSON.parse(readFileSync(folder + "/package.json", "utf8"));
assert.equal(described.name, "holdfast");
for (const named of [described.main, described.types, ...described.files]) assert.ok(existsSync(`${folder}/${named}`), named);
assert.match(readFileSync(`${folder}/${described.types}`, "utf8"), /declare class Holdfast/);

const module = await WebAssembly.compile(readFileSync(wasm));
const holdfast = await Holdfast.create(module);

// scene, simulated seconds: one of each kind of body, of contact and of drive
const NAMED = [["incline", 0.4], ["dominoes", 0.5], ["card_house", 0.1], ["top_heavy", 0.2], ["grasp", 0.1], ["four_bar", 0.5], ["jansen", 0.2], ["bricard", 0.2], ["hoist", 0.1],
  ["jack", 0.5], ["feeder", 0.5], ["ratchet", 0.4], ["escapement", 0.3], ["net", 0.1], ["fibre_slope", 0.05], ["rocks:n=20", 0.2], ["box_wall:rows=6,columns=6", 0.05]];

const native = (scene, seconds) => JSON.parse(execFileSync(tool, ["run", scene, "--duration", String(seconds), "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
let same = 0;
for (const [scene, seconds] of NAMED) {
  let run;
  try { run = native(scene, seconds); } catch (error) { console.log(`${scene}: ${error.message.split("\n")[0]}`); throw error; }
  holdfast.open(scene, 1);
  const began = performance.now();
  const frame = holdfast.step(run.steps);
  const took = (performance.now() - began) / run.steps;
  console.log(`${scene.padEnd(16)} ${String(run.steps).padStart(5)} steps ${holdfast.hash()} ${took.toFixed(2)} ms a step`);
  assert.equal(holdfast.hash(), run.state, scene);
  assert.ok(frame.residual <= 1e-9 && Math.abs(frame.time - seconds) < 1e-9);
  same++;
}
assert.equal(same, NAMED.length);

// A scene from a file.
holdfast.write("/files/incline.xml", readFileSync(scenes + "/incline.xml"));
const about = holdfast.open("/files/incline.xml");
assert.ok(about.about.bodies.length > 1 && about.live.solvers.includes("auto"));
const run = native(scenes + "/incline.xml", 0.2);
holdfast.step(run.steps);
assert.equal(holdfast.hash(), run.state);

// What is wrong is said, and what was open stays open.
const before = holdfast.hash();
holdfast.write("/files/broken.xml", new TextEncoder().encode("<mujoco><worldbody>"));
assert.throws(() => holdfast.open("/files/broken.xml"), /broken\.xml:1: malformed XML/);
holdfast.write("/files/picture.xml", new Uint8Array([137, 80, 78, 71, 0, 1, 2, 3]));
assert.throws(() => holdfast.open("/files/picture.xml"), /picture\.xml/);
assert.throws(() => holdfast.open("no_such_scene"), /no_such_scene/);
assert.throws(() => holdfast.set("solver", "nobody"), /nobody/);
assert.equal(holdfast.hash(), before);

// Files that it writes.
const page = holdfast.save("page"), glb = holdfast.save("glb");
assert.ok(new TextDecoder().decode(page.bytes.subarray(0, 15)).toLowerCase() === "<!doctype html>");
assert.equal(new TextDecoder().decode(glb.bytes.subarray(0, 4)), "glTF");
console.log(`${same} scenes with the same bits; wasm ${(readFileSync(wasm).length / 1e6).toFixed(2)} MB`);
