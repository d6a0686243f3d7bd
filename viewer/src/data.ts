// What all sources have in common: a description in JSON and one block of numbers, little-endian; each array starts at a multiple of 8 bytes and says its type, place and length.

import { Quaternion, Vector3 } from "three";
import type { ContactArrays } from "./answers";

export interface Body { name: string; parent?: number; motion: "free" | "static" | "prescribed"; plane?: number[]; position: number[]; orientation: number[] }
export interface Shape { name: string; body: number; kind: string; mesh: number; size: number[]; position: number[]; orientation: number[]; color?: number[]; level?: number; group?: number; material?: number; replaced?: boolean; id?: number }
export interface Visual { name: string; body: number; surface: number; material: number; group: number; position: number[]; orientation: number[]; color: number[] }
export interface Surface { points: [number, number]; triangles: [number, number]; box: number[]; maps?: [number, number]; mapBox?: number[] }
export interface Material { name: string; color: number[]; specular: number; shininess: number; reflectance: number; emission: number; metallic?: number; roughness?: number; texture?: number; repeat?: number[]; uniform?: boolean }
export interface Texture { kind: string; width: number; height: number; pixels: [number, number]; color: number[]; second: number[]; edge?: number[] }
export interface ModelCamera { name: string; mode: "fixed" | "track" | "target"; body: number; target: number; angle: number; position: number[]; orientation: number[] }
export interface Field { rows: number; columns: number; half: [number, number]; base: number; heights: [number, number] }
interface Count { count: number; worst: [number, number] }
export interface About {
  title: string; notice: string; solver: string; version: string; tolerance: number; accept: number; timestep: number; free: number; steps: number;
  quality: { exact: Count; approximate: Count; failed: Count; cut: Count };
  frames: number; contactStride: number; gravity: number[]; followers: number;
  bodies: Body[]; moving: number[]; forms?: number[]; shapes: Shape[];
  meshes: { vertices: [number, number]; triangles: [number, number] }[]; fields: Field[];
  visuals?: Visual[]; surfaces?: Surface[]; materials?: Material[]; textures?: Texture[]; cameras?: ModelCamera[];
  signals?: [string, number][]; // names and kinds (hf_signal_kind)
  arrays: Record<string, [string, number, number]>;
}
export type Numbers = Float32Array | Float64Array | Int16Array | Uint16Array | Uint8Array | Int8Array | Uint32Array;

/// What changes: where bodies are, the vertices of fibres, contacts.
export interface Moment {
  pose(body: number, position: number[], turn: number[]): void; // turn: w, x, y, z
  /// What a body that changes its shape is stretched by before it is turned: xx, yy, zz, xy, xz, yz; null of others.
  stretch(body: number): number[] | null;
  contacts(): ContactArrays | null;
  /// Changes whenever the vertices of fibres do.
  key: string;
  /// Coordinates of the vertices of all fibres, fibre by fibre.
  vertices(): Float32Array;
}

export class Scene {
  readonly arrays: Record<string, any> = {};
  readonly slot: Int32Array; // of a body among those that move; -1: it does not
  readonly frames: number;
  private readonly formSlot = new Map<number, number>();
  readonly time: Float64Array;
  readonly fibreSegments: Uint32Array;
  readonly fibreBegin: number[] = []; // first vertex of each fibre
  readonly vertexCount: number;

  constructor(readonly about: About, numbers: ArrayBuffer) {
    const kinds: Record<string, any> = { f32: Float32Array, f64: Float64Array, i16: Int16Array, u16: Uint16Array, u8: Uint8Array, i8: Int8Array, u32: Uint32Array };
    for (const [name, [kind, at, count]] of Object.entries(about.arrays)) this.arrays[name] = new kinds[kind](numbers, at, count);
    this.slot = new Int32Array(about.bodies.length).fill(-1);
    about.moving.forEach((body, k) => { this.slot[body] = k; });
    about.forms?.forEach((body, k) => { this.formSlot.set(body, about.moving.length + k); });
    this.frames = about.frames;
    this.time = this.arrays.time;
    this.fibreSegments = this.arrays.fibreSegments ?? new Uint32Array(0);
    let vertices = 0;
    for (const segments of this.fibreSegments) { this.fibreBegin.push(vertices); vertices += segments + 1; }
    this.vertexCount = vertices;
  }

  private shapes: Map<number, Shape> | null = null;
  /// What a shape is called, by the number that contacts have for it: its body, and its own name where it was given one.
  shapeName(id: number): string {
    this.shapes ??= new Map(this.about.shapes.map((s, k) => [s.id ?? k, s]));
    const shape = this.shapes.get(id);
    if (!shape) return "fibre";
    const body = this.about.bodies[shape.body].name || (shape.body === 0 ? "world" : "body " + shape.body);
    return shape.name && !/^shape\d+$/.test(shape.name) && shape.name !== body ? `${body} (${shape.name})` : body;
  }

  rest(body: number, position: number[], turn: number[]): void {
    const b = this.about.bodies[body];
    for (let c = 0; c < 3; c++) position[c] = b.position[c];
    for (let c = 0; c < 4; c++) turn[c] = b.orientation[c];
  }

  /// Rows of positions and turns in a frame: bodies that move, then stretches of those that change their shape.
  get rows(): number { return this.about.moving.length + this.formSlot.size; }
  stretch(body: number, positions: Float32Array, turns: Int16Array, row: number): number[] | null {
    const k = this.formSlot.get(body);
    if (k === undefined) return null;
    const p = 3 * (row + k), t = 4 * (row + k);
    return [positions[p], positions[p + 1], positions[p + 2], turns[t] / 32767, turns[t + 1] / 32767, turns[t + 2] / 32767];
  }

  /// The normal of the plane that all that moves stays in; null: there is none.
  plane(): number[] | null {
    const moving = this.about.bodies.filter((b) => b.motion !== "static"), n = moving.length > 0 ? moving[0].plane : undefined;
    if (!n) return null;
    const l = Math.hypot(...n);
    const along = (p: number[]) => Math.abs(Math.abs(p[0] * n[0] + p[1] * n[1] + p[2] * n[2]) / (l * Math.hypot(...p)) - 1) < 1e-9;
    return moving.every((b) => b.plane && along(b.plane)) ? n.map((v) => v / l) : null;
  }

  /// The same in the frame of a body, in which it stays the same.
  planeOf(body: number): Vector3 {
    const n = this.plane() ?? [0, 0, 1], q = [1, 0, 0, 0];
    this.moment(0, 0).pose(body, [0, 0, 0], q);
    return new Vector3(n[0], n[1], n[2]).applyQuaternion(new Quaternion(q[1], q[2], q[3], q[0]).invert());
  }

  /// The moment at frame `f` and `part` of the way to the next one.
  moment(f: number, part: number): Moment {
    const { arrays, slot, frames } = this, moving = this.rows;
    return {
      pose: (body, position, turn) => {
        const k = slot[body];
        if (k < 0) { this.rest(body, position, turn); return; }
        const next = part > 0 && f + 1 < frames ? f + 1 : f;
        blend(arrays.positions, arrays.turns, f * moving + k, next * moving + k, part, position, turn);
      },
      stretch: (body) => {
        const next = part > 0 && f + 1 < frames ? f + 1 : f, to = this.stretch(body, arrays.positions, arrays.turns, next * moving);
        return this.stretch(body, arrays.positions, arrays.turns, f * moving)?.map((u, i) => u + part * (to![i] - u)) ?? null;
      },
      contacts: () => this.contactsAt(f),
      key: f + ":" + part,
      vertices: () => this.verticesBetween(f, part),
    };
  }

  // Contacts are kept for every contactStride-th frame; a frame in between shows the ones before it.
  private contactsAt(f: number): ContactArrays | null {
    const a = this.arrays, ends = a.contactEnd;
    if (!ends || ends.length === 0) return null;
    const c = Math.min(Math.floor(f / this.about.contactStride), ends.length - 1), begin = c > 0 ? ends[c - 1] : 0;
    return { count: ends[c] - begin, begin, box: a.contactBox, boxAt: 8 * c, point: a.contactPoint, normal: a.contactNormal, force: a.contactForce, angle: a.contactAngle, moment: a.contactMoment, pair: a.contactPair, slip: a.contactSlip, status: a.contactStatus };
  }

  // ---- fibres: a root in a box, and steps from vertex to vertex ----

  private readonly decoded = new Map<number, Float32Array>();
  vertexFrame(f: number): Float32Array {
    const kept = this.decoded.get(f);
    if (kept) return kept;
    const a = this.arrays, count = this.fibreSegments.length, out = new Float32Array(3 * this.vertexCount), box = 6 * f;
    let edge = 3 * f * (this.vertexCount - count);
    for (let k = 0; k < count; k++) {
      const unit = a.fibreScale[k] / 127, at = [0, 1, 2].map((d) => a.fibreBox[box + d] + a.fibreRoot[3 * (f * count + k) + d] / 65535 * a.fibreBox[box + 3 + d]);
      let v = 3 * this.fibreBegin[k];
      out.set(at, v);
      for (let s = 0; s < this.fibreSegments[k]; s++) {
        v += 3;
        for (let d = 0; d < 3; d++) { at[d] += a.fibreEdge[edge++] * unit; out[v + d] = at[d]; }
      }
    }
    if (this.decoded.size > 6) this.decoded.delete(this.decoded.keys().next().value!);
    this.decoded.set(f, out);
    return out;
  }

  /// Interpolated in time by Catmull and Rom, over four frames.
  private verticesBetween(f: number, part: number): Float32Array {
    if (part <= 0 || f + 1 >= this.frames) return this.vertexFrame(f);
    const clampFrame = (k: number) => Math.max(0, Math.min(this.frames - 1, k));
    const p = [f - 1, f, f + 1, f + 2].map((k) => this.vertexFrame(clampFrame(k))), w = splineWeights(part), out = new Float32Array(p[0].length);
    for (let k = 0; k < out.length; k++) out[k] = w[0] * p[0][k] + w[1] * p[1][k] + w[2] * p[2][k] + w[3] * p[3][k];
    return out;
  }
}

export function splineWeights(t: number): [number, number, number, number] {
  return [-0.5 * t + t * t - 0.5 * t * t * t, 1 - 2.5 * t * t + 1.5 * t * t * t, 0.5 * t + 2 * t * t - 1.5 * t * t * t, -0.5 * t * t + 0.5 * t * t * t];
}

/// Pose k of one array, `part` of the way to pose `next`.
export function blend(P: Float32Array, Q: Int16Array, k: number, next: number, part: number, position: number[], turn: number[]): void {
  const a = 3 * k, b = 3 * next, qa = 4 * k, qb = 4 * next;
  for (let c = 0; c < 3; c++) position[c] = P[a + c] + part * (P[b + c] - P[a + c]);
  let side = 0, norm = 0;
  for (let c = 0; c < 4; c++) side += Q[qa + c] * Q[qb + c];
  for (let c = 0; c < 4; c++) {
    turn[c] = Q[qa + c] * (1 - part) + (side < 0 ? -Q[qb + c] : Q[qb + c]) * part;
    norm += turn[c] * turn[c];
  }
  norm = Math.sqrt(norm) || 1;
  for (let c = 0; c < 4; c++) turn[c] /= norm;
}

/// The description and the numbers inside of this page.
export async function readEmbedded(about: any): Promise<Scene> {
  const holder = document.getElementById("data")!, text = holder.textContent!;
  holder.remove();
  return readScene(about, text);
}
/// `packed`: the numbers in base 64.
export function readScene(about: any, packed: string): Scene {
  const text = atob(packed.trim()), bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  return new Scene(about, bytes.buffer);
}
