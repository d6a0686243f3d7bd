// Contacts as numbers that can be drawn: points, normals and forces in the world's units, in arrays that are kept.

import type { ContactArrays } from "./answers";

export interface Contact { point: number[]; normal: number[]; push: number; drag: number[]; moment: number[]; angle: number; slip: number; pair: [number, number]; status: "open" | "stick" | "slip" }
export const STATUS = ["open", "stick", "slip"] as const;

const bits = new Uint32Array(1), float = new Float32Array(bits.buffer);

export class ContactTable {
  count = 0;
  point = new Float32Array(0);
  normal = new Float32Array(0);
  drag = new Float32Array(0); // friction force
  moment = new Float32Array(0);
  push = new Float32Array(0); // normal force
  angle = new Float32Array(0); // of the cone
  status = new Uint8Array(0);
  slip = new Float32Array(0); // [m/s]
  pair = new Uint16Array(0);
  strongest = 0; // of the normal forces
  private read_: ContactArrays | null = null;
  private begun = -1;

  private grow(count: number): void {
    if (count <= this.push.length) return;
    for (const name of ["point", "normal", "drag", "moment"] as const) this[name] = new Float32Array(6 * count);
    this.push = new Float32Array(2 * count);
    this.angle = new Float32Array(2 * count);
    this.status = new Uint8Array(2 * count);
    this.slip = new Float32Array(2 * count);
    this.pair = new Uint16Array(4 * count);
  }

  /// Takes what a frame has; the same one again costs nothing.
  read(c: ContactArrays): void {
    if (c === this.read_ && c.begin === this.begun) return;
    this.read_ = c;
    this.begun = c.begin;
    this.grow(c.count);
    this.count = c.count;
    this.strongest = 0;
    for (let k = 0; k < c.count; k++) this.take(c, k);
  }
  private take(c: ContactArrays, k: number): void {
    const j = c.begin + k, B = c.box, o = c.boxAt, { point, normal, drag, moment } = this, unit = B[o + 6] / 32767, twist = c.moment && c.moment.length > 0 ? B[o + 7] / 32767 : 0;
    octahedral(c.normal[2 * j] / 32767, c.normal[2 * j + 1] / 32767, normal, 3 * k);
    let push = 0;
    for (let i = 0; i < 3; i++) {
      point[3 * k + i] = B[o + i] + c.point[3 * j + i] / 65535 * B[o + 3 + i];
      push += c.force[3 * j + i] * unit * normal[3 * k + i];
      moment[3 * k + i] = twist > 0 ? c.moment![3 * j + i] * twist : 0;
    }
    for (let i = 0; i < 3; i++) drag[3 * k + i] = c.force[3 * j + i] * unit - push * normal[3 * k + i];
    this.push[k] = push;
    this.angle[k] = c.angle[j] / 65535 * Math.PI / 2;
    this.status[k] = c.status[j];
    bits[0] = c.slip[j] << 16;
    this.slip[k] = float[0];
    this.pair[2 * k] = c.pair[2 * j];
    this.pair[2 * k + 1] = c.pair[2 * j + 1];
    if (push > this.strongest) this.strongest = push;
  }

  /// The contact of these shapes that is nearest to a place, not farther than that; -1: none.
  nearest(at: ArrayLike<number>, reach: number, pair: readonly number[]): number {
    const { point: p } = this;
    let found = -1, least = reach;
    for (let k = 0; k < this.count; k++) {
      if (this.pair[2 * k] !== pair[0] || this.pair[2 * k + 1] !== pair[1]) continue;
      const far = Math.hypot(p[3 * k] - at[0], p[3 * k + 1] - at[1], p[3 * k + 2] - at[2]);
      if (far < least) { least = far; found = k; }
    }
    return found;
  }

  contact(k: number): Contact {
    const three = (a: Float32Array) => Array.from(a.subarray(3 * k, 3 * k + 3));
    return { point: three(this.point), normal: three(this.normal), push: this.push[k], drag: three(this.drag), moment: three(this.moment), angle: this.angle[k], slip: this.slip[k], pair: [this.pair[2 * k], this.pair[2 * k + 1]], status: STATUS[this.status[k]] };
  }
}

export function readContacts(c: ContactArrays | null): Contact[] {
  const table = new ContactTable();
  if (c) table.read(c);
  return Array.from({ length: table.count }, (_, k) => table.contact(k));
}

function octahedral(x: number, y: number, to: Float32Array, at: number): void {
  const z = 1 - Math.abs(x) - Math.abs(y), a = z >= 0 ? x : (1 - Math.abs(y)) * (x >= 0 ? 1 : -1), b = z >= 0 ? y : (1 - Math.abs(x)) * (y >= 0 ? 1 : -1), l = Math.sqrt(a * a + b * b + z * z) || 1;
  to[at] = a / l;
  to[at + 1] = b / l;
  to[at + 2] = z / l;
}
