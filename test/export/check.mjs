// Files of `replay` in other people's readers: npm's gltf-validator, tinyusdz (a USD reader that knows the schemas) and three's loaders of glTF, USD and VTK. No package reads .hair: a reader that knows nothing of
// the library's, after the header of Yuksel's cyHairFile.h, does, and finds the curves of the USD file in them.
//   node check.mjs FOLDER       FOLDER has *.glb, *.usda, vtk*/frame*.vtp and hair/*.hair; packages are looked for beside this file's copy

import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const folder = process.argv[2];
const files = (ending, under = folder) => fs.readdirSync(under).filter((f) => f.endsWith(ending)).sort().map((f) => path.join(under, f));
let failures = 0;
function check(truth, words) {
  if (truth) return;
  failures++;
  console.error("FAILED:", words);
}

// ---- glTF ----

const { validateBytes } = require("gltf-validator");
for (const file of files(".glb")) {
  const report = await validateBytes(new Uint8Array(fs.readFileSync(file)));
  check(report.issues.numErrors === 0, `${file}: ${JSON.stringify(report.issues.messages.slice(0, 3))}`);
  check(report.issues.numWarnings === 0, `${file}: warnings ${JSON.stringify(report.issues.messages.slice(0, 3))}`);
  check(report.info.animationCount === 1 && report.info.totalVertexCount > 0, `${file}: nothing moves in it`);
  console.log(`${path.basename(file)}: ${report.info.totalVertexCount} vertices, ${report.issues.numErrors} errors, ${report.issues.numWarnings} warnings`);
}

// ---- USD ----

// tinyusdz is built for browsers: it wants a window, and its bytes from us.
globalThis.window = globalThis;
process.type = "renderer";
const wasm = fs.readFileSync(path.join(path.dirname(require.resolve("tinyusdz/package.json")), "tinyusdz.wasm"));
const { default: start } = await import(require.resolve("tinyusdz/tinyusdz.js"));
const usd = await start({
  instantiateWasm(imports, done) {
    WebAssembly.instantiate(wasm, imports).then((made) => done(made.instance, made.module));
    return {};
  },
});
const { USDAParser } = await import("three/examples/jsm/loaders/usd/USDAParser.js");
const numbers = (text) => (text.match(/-?\d[\d.e+-]*/g) || []).map(Number);
let strands = null; // of the last USD file with curves: points of each, and the samples
for (const file of files(".usda")) {
  const reader = new usd.TinyUSDZLoaderNative();
  check(reader.loadFromBinary(new Uint8Array(fs.readFileSync(file)), path.basename(file)), `${file}: tinyusdz says ${reader.error()}`);
  const stage = new USDAParser().parseText(fs.readFileSync(file, "utf8"));
  const head = stage["#usda 1.0"], root = stage['def Xform "holdfast"'];
  check(head.upAxis === '"Z"' && head.metersPerUnit === "1", `${file}: its axis and unit`);
  const moving = Object.values(root).filter((prim) => prim["double3 xformOp:translate.timeSamples"]);
  check(moving.length > 0, `${file}: nothing moves in it`);
  const curves = root['def BasisCurves "fibres"'];
  if (curves) {
    const counts = numbers(curves["int[] curveVertexCounts"]), total = counts.reduce((a, b) => a + b, 0);
    const samples = Object.values(curves["point3f[] points.timeSamples"]);
    for (const sample of samples) check(numbers(sample).length === 3 * total, `${file}: a sample has not ${total} points`);
    strands = { counts, samples: samples.map(numbers) };
    console.log(`${path.basename(file)}: ${counts.length} curves, ${total} points, ${samples.length} samples`);
  } else console.log(`${path.basename(file)}: ${moving.length} moving bodies`);
}

// ---- .hair ----

function readHair(file) {
  const bytes = fs.readFileSync(file), view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), word = (at) => view.getUint32(at, true);
  const [hairs, points, arrays] = [word(4), word(8), word(12)], counts = [];
  check(bytes.toString("latin1", 0, 4) === "HAIR" && (arrays & 2) !== 0, `${file}: its head`);
  let at = 128; // signature, three counts, five defaults of four bytes and a colour, 88 bytes of words
  for (let k = 0; k < hairs; k++, at += arrays & 1 ? 2 : 0) counts.push(1 + (arrays & 1 ? view.getUint16(at, true) : word(16)));
  const x = Array.from({ length: 3 * points }, (_, k) => view.getFloat32(at + 4 * k, true));
  at += 4 * points * (3 + ((arrays & 4) !== 0) + ((arrays & 8) !== 0) + ((arrays & 16) !== 0 ? 3 : 0));
  check(at === bytes.length, `${file}: ${bytes.length} bytes, of which ${at} have a meaning`);
  check(counts.reduce((a, b) => a + b, 0) === points, `${file}: its strands have not ${points} points`);
  return { counts, x };
}
const frames = fs.existsSync(path.join(folder, "hair")) ? files(".hair", path.join(folder, "hair")) : [];
if (strands) check(frames.length === strands.samples.length, `hair: ${frames.length} files of ${strands.samples.length} samples`);
frames.forEach((file, k) => {
  const { counts, x } = readHair(file), same = strands?.samples[k] ?? [];
  check(String(counts) === String(strands?.counts), `${file}: other strands than those of the USD file`);
  check(x.every((v, i) => Math.abs(v - same[i]) < 1e-6), `${file}: other points than those of the USD file`);
});
if (frames.length) console.log(`hair: ${frames.length} files, the points of the USD file`);

// ---- VTK ----

// three's loader reads XML with a browser's parser. All that it asks of one is elements, attributes and text.
class List extends Array {
  item(k) { return this[k]; }
}
class Node {
  constructor(name, kind) { this.nodeName = name; this.nodeType = kind; this.childNodes = new List(); this.attributes = new List(); this.nodeValue = null; }
  hasChildNodes() { return this.childNodes.length > 0; }
  get textContent() { return this.nodeValue ?? Array.from(this.childNodes, (c) => c.textContent).join(""); }
}
globalThis.DOMParser = class {
  parseFromString(text) {
    const top = new Node("#document", 9), open = [top];
    for (const [, , close, name, attributes, empty, words] of text.matchAll(/(<\?[^>]*\?>)|<(\/?)([\w:]+)((?:\s+[\w:]+="[^"]*")*)\s*(\/?)>|([^<]+)/g)) {
      if (words !== undefined) { const t = new Node("#text", 3); t.nodeValue = words; if (open.length > 1) open.at(-1).childNodes.push(t); }
      else if (name && close) open.pop();
      else if (name) {
        const made = new Node(name, 1);
        for (const [, key, value] of attributes.matchAll(/([\w:]+)="([^"]*)"/g)) made.attributes.push({ nodeName: key, nodeValue: value, name: key, value });
        open.at(-1).childNodes.push(made);
        if (!empty) open.push(made);
      }
    }
    top.documentElement = top.childNodes.find((c) => c.nodeType === 1);
    return top;
  }
};
console.warn = () => {}; // that the loader will go one day
const { VTKLoader } = await import("three/examples/jsm/loaders/VTKLoader.js");
for (const name of fs.readdirSync(folder).filter((f) => f.startsWith("vtk"))) {
  const series = files(".vtp", path.join(folder, name));
  check(series.length > 1, `${name}: no series`);
  for (const file of series) {
    const text = fs.readFileSync(file), geometry = new VTKLoader().parse(text.buffer.slice(text.byteOffset, text.byteOffset + text.length));
    const points = Number(/NumberOfPoints="(\d+)"/.exec(text.toString())[1]), polygons = Number(/NumberOfPolys="(\d+)"/.exec(text.toString())[1]);
    check(geometry.attributes.position.count === points, `${file}: ${geometry.attributes.position.count} points of ${points}`);
    check(polygons === 0 || geometry.index.count === 3 * polygons, `${file}: ${geometry.index?.count} corners of ${polygons} triangles`);
    check(geometry.attributes.position.array.every(Number.isFinite), `${file}: numbers`);
  }
  console.log(`${name}: ${series.length} files`);
}

// ---- bodies that change their shape ----

// By morph targets in glTF, by a matrix in USD, by points in VTK: all of the last frame, and each vertex of the first two is a point of the third.
{
  const bytes = fs.readFileSync(path.join(folder, "jelly.glb")), length = bytes.readUInt32LE(12), json = JSON.parse(bytes.toString("utf8", 20, 20 + length)), bin = 28 + length;
  const floats = (k) => {
    const a = json.accessors[k], at = bin + json.bufferViews[a.bufferView].byteOffset, width = { SCALAR: 1, VEC3: 3, VEC4: 4 }[a.type];
    return Array.from({ length: a.count * width }, (_, i) => bytes.readFloatLE(at + 4 * i));
  };
  const turn = ([x, y, z, w], v) => {
    const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2], v[2] + w * t[2] + x * t[1] - y * t[0]];
  };
  const { samplers, channels } = json.animations[0];
  const last = (node, key, width) => floats(samplers[channels.find((c) => c.target.node === node && c.target.path === key).sampler].output).slice(-width);
  const series = files(".vtp", path.join(folder, "vtk_jelly")), end = fs.readFileSync(series.at(-1));
  const drawn = new VTKLoader().parse(end.buffer.slice(end.byteOffset, end.byteOffset + end.length)).attributes.position.array;
  const off = (p) => {
    let best = Infinity;
    for (let k = 0; k < drawn.length; k += 3) best = Math.min(best, Math.hypot(p[0] - drawn[k], p[1] - drawn[k + 1], p[2] - drawn[k + 2]));
    return best;
  };
  const stage = new USDAParser().parseText(fs.readFileSync(path.join(folder, "jelly.usda"), "utf8"))['def Xform "holdfast"'];
  const prims = Object.values(stage).filter((prim) => prim["string holdfast:name"] !== undefined || prim["custom string holdfast:name"] !== undefined);
  const stretched = prims.filter((prim) => prim["matrix4d xformOp:transform:stretch.timeSamples"]);
  const U = stretched.map((prim) => numbers(Object.values(prim["matrix4d xformOp:transform:stretch.timeSamples"]).at(-1)));
  let worst = 0, count = 0, unlike = 0;
  json.nodes.forEach((body, b) => (body.children ?? []).forEach((s) => {
    const mesh = json.nodes[s].mesh === undefined ? undefined : json.meshes[json.nodes[s].mesh];
    if (b === 0 || !mesh?.weights) return;
    const weights = last(s, "weights", 6), q = last(b, "rotation", 4), x = last(b, "translation", 3), base = floats(mesh.primitives[0].attributes.POSITION);
    const targets = mesh.primitives[0].targets.map((t) => floats(t.POSITION));
    unlike = Math.max(unlike, Math.min(...U.map((m) => Math.max(Math.abs(m[0] - 1 - weights[0]), Math.abs(m[5] - 1 - weights[1]), Math.abs(m[10] - 1 - weights[2]), Math.abs(m[1] - weights[3]), Math.abs(m[2] - weights[4]), Math.abs(m[6] - weights[5])))));
    for (let k = 0; k < base.length; k += 3, count++) {
      const p = turn(q, [0, 1, 2].map((c) => base[k + c] + targets.reduce((sum, t, i) => sum + weights[i] * t[k + c], 0)));
      worst = Math.max(worst, off(p.map((v, c) => v + x[c])));
    }
  }));
  check(count > 0 && worst < 1e-5, `jelly: ${count} vertices of glTF, up to ${worst} m from those of VTK`);
  check(stretched.length > 0 && unlike < 1e-6, `jelly: ${stretched.length} stretches of USD, unlike those of glTF by ${unlike}`);
  console.log(`jelly: ${count} vertices of glTF within ${worst.toExponential(1)} m of those of VTK, ${stretched.length} stretches of USD`);
}

// ---- MCAP ----

const { McapIndexedReader, McapStreamReader } = require("@mcap/core");
for (const file of files(".mcap")) {
  const bytes = new Uint8Array(fs.readFileSync(file));
  const readable = { size: async () => BigInt(bytes.length), read: async (at, length) => bytes.slice(Number(at), Number(at + length)) };
  const reader = await McapIndexedReader.Initialize({ readable });
  const topics = new Map();
  let last = -1n, frames = new Set(["world"]), placed = true;
  for await (const message of reader.readMessages()) {
    const topic = reader.channelsById.get(message.channelId).topic, value = JSON.parse(new TextDecoder().decode(message.data));
    topics.set(topic, (topics.get(topic) ?? 0) + 1);
    check(message.logTime >= last, `${file}: times descend`);
    last = message.logTime;
    for (const t of value.transforms ?? []) {
      frames.add(t.child_frame_id);
      const q = t.rotation;
      placed &&= Math.abs(Math.hypot(q.x, q.y, q.z, q.w) - 1) < 1e-6;
    }
    if (topic === "/scene") check(value.entities.length > 0 && value.entities.every((e) => typeof e.frame_id === "string"), `${file}: shapes`);
  }
  check(placed && topics.get("/scene") === 1 && topics.get("/tf") > 2 && frames.size > 1, `${file}: ${JSON.stringify([...topics])}`);
  check(reader.statistics.messageCount === BigInt([...topics.values()].reduce((a, b) => a + b, 0)), `${file}: its statistics`);
  const stream = new McapStreamReader();
  stream.append(bytes);
  let streamed = 0;
  for (let record; (record = stream.nextRecord()); ) streamed += record.type === "Message";
  check(BigInt(streamed) === reader.statistics.messageCount, `${file}: ${streamed} messages from the start`);
  console.log(`${path.basename(file)}: ${JSON.stringify([...topics])}, ${frames.size} frames`);
}

// ---- MCAP for ROS 2: by Foxglove's own readers of ros2msg and CDR ----

const { parse } = require("@foxglove/rosmsg"), { MessageReader } = require("@foxglove/rosmsg2-serialization");
for (const name of fs.readdirSync(path.join(folder, "ros2")).filter((f) => f.endsWith(".mcap"))) {
  const bytes = new Uint8Array(fs.readFileSync(path.join(folder, "ros2", name)));
  const readable = { size: async () => BigInt(bytes.length), read: async (at, length) => bytes.slice(Number(at), Number(at + length)) };
  const reader = await McapIndexedReader.Initialize({ readable }), decoders = new Map(), counts = {}, last = {};
  check(reader.header.profile === "ros2", `${name}: its profile`);
  for (const [id, channel] of reader.channelsById) {
    const schema = reader.schemasById.get(channel.schemaId);
    check(schema.encoding === "ros2msg" && channel.messageEncoding === "cdr" && channel.metadata.has("offered_qos_profiles"), `${name}: ${channel.topic}`);
    decoders.set(id, new MessageReader(parse(new TextDecoder().decode(schema.data), { ros2: true })));
  }
  for await (const message of reader.readMessages()) {
    const topic = reader.channelsById.get(message.channelId).topic;
    counts[topic] = (counts[topic] ?? 0) + 1;
    last[topic] = decoders.get(message.channelId).readMessage(message.data);
  }
  const { header, name: joints, position, velocity } = last["/joint_states"], time = last["/clock"].clock;
  check(counts["/clock"] === counts["/joint_states"] && counts["/clock"] === counts["/tf"] && time.sec === header.stamp.sec && time.nanosec === header.stamp.nanosec, `${name}: ${JSON.stringify(counts)}`);
  check(joints.length > 0 && joints.length === position.length && joints.length === velocity.length, `${name}: joints`);
  check(last["/tf"].transforms.every((t) => t.header.frame_id === "world" && t.child_frame_id && Math.abs(Math.hypot(...["x", "y", "z", "w"].map((k) => t.transform.rotation[k])) - 1) < 1e-6), `${name}: turns`);
  if (last["/grip"]) check(Math.abs(last["/grip"].wrench.force.z) > 0 && last["/grip"].wrench.torque.z === 0, `${name}: the wrench`);
  console.log(`ros2/${name}: ${JSON.stringify(counts)}, ${joints.length} joints`);
}

if (failures > 0) { console.error(`${failures} checks failed`); process.exit(1); }
console.log("all well");
