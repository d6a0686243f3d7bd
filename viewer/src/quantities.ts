// Whatever can be plotted: numbers of the scene, its joints, actuators and sensors, its bodies, its contacts.

import type { App } from "./app";
import { ContactTable } from "./contact_table";
import type { Tracked } from "./contacts";
import type { Scene } from "./data";
import type { BodyNumbers } from "./live";

/// `now`: of a live scene; `of`: of a recording, over its times.
export interface Quantity { id: string; group: string; title: string; unit: string; now: () => number; of: (scene: Scene) => { times: ArrayLike<number>; values: ArrayLike<number> } | null }

const KINDS = ["Coordinates", "Velocities", "Controls", "Actuator forces", "Sensors"]; // hf_signal_kind
const NEAR = 0.1; // of the size of a scene: a contact that moves farther from frame to frame is another one

/// A signal by the name that tables and recordings have for it; joints of a live scene know their units.
export function signals(app: App): Quantity[] {
  const joints = new Map((app.info?.joints ?? []).map((j) => [j.name, j.kind])), { about } = app.scene;
  return (about.signals ?? []).map(([name, kind], k) => {
    const joint = joints.get(name.replace(/\.[^.]*$/, "")), way = joint === "slide" ? "m" : joint === "hinge" ? "rad" : "";
    const unit = kind === 0 ? way : kind === 1 && way ? way + "/s" : "";
    return { id: "signal" + k, group: KINDS[kind] ?? "Signals", title: name, unit, now: () => app.live?.frame?.signals[k] ?? NaN, of: (scene) => signalOf(scene, name) };
  });
}
function signalOf(scene: Scene, name: string): ReturnType<Quantity["of"]> {
  const count = scene.about.signals?.length ?? 0, k = scene.about.signals?.findIndex(([own]) => own === name) ?? -1, all = scene.arrays.signals as Float32Array | undefined;
  return k < 0 || !all || all.length < count * scene.frames ? null : { times: scene.time, values: Array.from({ length: scene.frames }, (_, f) => all[f * count + k]) };
}

/// Numbers of a body. `last`: what a live scene has said of it.
export function bodyQuantities(app: App, body: number, last: () => BodyNumbers | null): Quantity[] {
  const name = app.scene.about.bodies[body].name || "body " + body, place = [0, 0, 0], turn = [1, 0, 0, 0];
  const make = (label: string, unit: string, now: (n: BodyNumbers) => number, of: Quantity["of"] = () => null): Quantity =>
    ({ id: `body${body}-${label.replace(/\W/g, "-")}`, group: name, title: `${name}: ${label}`, unit, now: () => { const n = last(); return n ? now(n) : NaN; }, of });
  const three = (label: string, unit: string, get: (n: BodyNumbers) => number[]) => ["x", "y", "z"].map((axis, c) => make(`${label} ${axis}`, unit, (n) => get(n)[c]));
  const places = ["x", "y", "z"].map((axis, c): Quantity => ({ ...make(`position ${axis}`, "m", () => NaN), now: () => { app.moment().pose(body, place, turn); return place[c]; }, of: (scene) => placeOf(scene, name, body, c) }));
  const speed = make("speed", "m/s", (n) => Math.hypot(...n.velocity), (scene) => speedOf(scene, name, body));
  if (!app.live) return [...places, speed];
  return [make("mass", "kg", (n) => n.mass), ...places, speed, ...three("velocity", "m/s", (n) => n.velocity), make("turning", "rad/s", (n) => Math.hypot(...n.angular)), make("contacts", "", (n) => n.contacts), ...three("contact force", "N", (n) => n.force)];
}
function bodyIn(scene: Scene, name: string, body: number): number {
  return scene.about.bodies[body]?.name === name ? body : scene.about.bodies.findIndex((b) => b.name === name);
}
function placeOf(scene: Scene, name: string, body: number, c: number): ReturnType<Quantity["of"]> {
  const own = bodyIn(scene, name, body), p = [0, 0, 0], q = [1, 0, 0, 0];
  return own < 0 ? null : { times: scene.time, values: Array.from({ length: scene.frames }, (_, f) => { scene.moment(f, 0).pose(own, p, q); return p[c]; }) };
}
/// Of a recording: the way from frame to frame over its time.
function speedOf(scene: Scene, name: string, body: number): ReturnType<Quantity["of"]> {
  const all = [0, 1, 2].map((c) => placeOf(scene, name, body, c)?.values);
  if (!all[0]) return null;
  const t = scene.time, way = (f: number, g: number) => Math.hypot(...all.map((v) => v![f] - v![g])) / (t[f] - t[g]);
  return { times: t, values: Array.from({ length: scene.frames }, (_, f) => scene.frames < 2 ? NaN : f > 0 ? way(f, f - 1) : way(1, 0)) };
}

/// What a contact that is followed carries, and may carry.
export function contactQuantities(app: App, tracked: Tracked, name: string): Quantity[] {
  const { serial } = tracked, now = (get: (table: ContactTable, k: number) => number) => () => tracked.index >= 0 ? get(app.contacts.table, tracked.index) : 0;
  let past: { of: Scene; history: Record<string, number[]> } | null = null;
  const make = (label: string, unit: string, get: (table: ContactTable, k: number) => number): Quantity => ({
    id: `contact${serial}-${label.replace(/\W/g, "-")}`, group: name, title: `${name}: ${label}`, unit, now: now(get), of: (scene) => {
      if (scene !== app.scene) return null; // another run has other contacts
      if (past?.of !== scene) past = { of: scene, history: history(scene, tracked, app.bounds.radius) };
      return { times: past.history.times, values: past.history[label] };
    },
  });
  return Object.entries(MEASURES).map(([label, [unit, get]]) => make(label, unit, get));
}
const drag = (t: ContactTable, k: number) => Math.hypot(t.drag[3 * k], t.drag[3 * k + 1], t.drag[3 * k + 2]), limit = (t: ContactTable, k: number) => Math.tan(t.angle[k]) * t.push[k];
const MEASURES: Record<string, [string, (t: ContactTable, k: number) => number]> = {
  "normal force": ["N", (t, k) => t.push[k]], friction: ["N", drag], "most friction": ["N", limit], "margin to slip": ["N", (t, k) => Math.max(0, limit(t, k) - drag(t, k))], "slip speed": ["m/s", (t, k) => t.slip[k]],
};

/// A contact over all frames of a recording that have contacts, from the frame where it was chosen to both sides.
function history(scene: Scene, tracked: Tracked, radius: number): Record<string, number[]> {
  const stride = scene.about.contactStride, count = (scene.arrays.contactEnd as Uint32Array).length, table = new ContactTable(), begin = Math.min(Math.floor(tracked.frame / stride), count - 1);
  const made: Record<string, number[]> = { times: Array.from({ length: count }, (_, c) => scene.time[Math.min(c * stride, scene.frames - 1)]) };
  for (const label of Object.keys(MEASURES)) made[label] = new Array(count).fill(0);
  for (const [from, to, by] of [[begin, count, 1], [begin - 1, -1, -1]]) {
    let at = tracked.from.slice();
    for (let c = from; c !== to; c += by) {
      table.read(scene.moment(c * stride, 0).contacts()!);
      const k = table.nearest(at, NEAR * radius, tracked.pair);
      if (k < 0) continue;
      at = Array.from(table.point.subarray(3 * k, 3 * k + 3));
      for (const [label, [, get]] of Object.entries(MEASURES)) made[label][c] = get(table, k);
    }
  }
  return made;
}
