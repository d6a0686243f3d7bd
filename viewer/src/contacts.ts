// Contacts: points, arrows of normal and friction forces, and cones with the force inside. A cone's rim is at the height of the normal force, so that the tip of the force is inside of the rim where the
// contact sticks, and on it where it slips. Moments (torsional and rolling friction) are arrows with two heads along their axes.

import { BufferGeometry, Color, ConeGeometry, CylinderGeometry, DoubleSide, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector3, type Camera } from "three";
import { ContactTable, STATUS } from "./contact_table";
import type { Moment } from "./data";
import { Arrows, Spots } from "./ribbons";

export const STATUS_COLOUR = { stick: new Color(0x4294f5), slip: new Color(0xf28f33), open: new Color(0x9ea8b8) };
const NORMAL = new Color(0x46bd78), FRICTION = new Color(0xed4d6b), MOMENT = new Color(0xb06be8), CHOSEN = new Color(0xffe04a);

export interface Shown { points: boolean; normal: boolean; friction: boolean; moments: boolean; cones: boolean; shadows: boolean; glass: boolean; frames: boolean; inertia: boolean; joints: boolean; collisions: boolean }

const MANY = 1200; // from this room on a coarse geometry does

/// Instances of one geometry, as many as are asked for.
class Batch {
  count = 0;
  private mesh: InstancedMesh;
  private readonly fine: BufferGeometry;
  private readonly coarse: BufferGeometry;
  /// `shape`: with so many segments.
  constructor(private readonly group: Group, shape: (segments: number) => BufferGeometry, segments: [fine: number, coarse: number], private readonly material: MeshBasicMaterial, private readonly order: number) {
    [this.fine, this.coarse] = segments.map(shape);
    this.mesh = this.make(64);
  }
  private make(room: number): InstancedMesh {
    const mesh = new InstancedMesh(room > MANY ? this.coarse : this.fine, this.material, room);
    mesh.frustumCulled = false;
    mesh.renderOrder = this.order;
    mesh.setColorAt(0, NORMAL);
    mesh.raycast = () => {};
    this.group.add(mesh);
    return mesh;
  }
  begin(most: number): void {
    this.count = 0;
    const room = this.mesh.instanceMatrix.count;
    if (most <= room) return;
    this.group.remove(this.mesh);
    this.mesh.dispose();
    this.mesh = this.make(2 * most);
  }
  put(m: Matrix4, colour: Color): void { this.mesh.setMatrixAt(this.count, m); this.mesh.setColorAt(this.count++, colour); }
  end(): void {
    this.mesh.count = this.count;
    this.mesh.visible = this.count > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.instanceColor!.needsUpdate = true;
  }
  dispose(): void { this.group.remove(this.mesh); this.mesh.dispose(); this.fine.dispose(); this.coarse.dispose(); this.material.dispose(); }
}

/// A contact that is followed from picture to picture. `index`: where it is now; -1: nothing touches there any more.
export interface Tracked { serial: number; index: number; at: number[]; pair: [number, number]; from: number[]; frame: number }
const FAR = 0.1; // of the size of the scene: what moved farther between two pictures is another contact

const UP = new Vector3(0, 0, 1), HEAD = 3.4; // an arrow's head is so many of its widths long

export class Contacts {
  readonly group = new Group();
  readonly counts = { stick: 0, slip: 0, open: 0 };
  readonly drawn = { points: 0, pushes: 0, drags: 0, moments: 0, cones: 0 };
  readonly table = new ContactTable();
  twisted = false; // there has been a moment
  private strong = 0; // a strong force: its arrow is as long as a usual body
  private twist = 0; // and a strong moment
  private readonly points: Spots;
  private readonly arrows: Arrows;
  private readonly cones: Batch;
  private readonly rims: Batch;

  constructor(private readonly radius: number, private readonly usual: number, private readonly drawing: boolean, strong: number) {
    const flat = (o: object) => new MeshBasicMaterial({ toneMapped: false, ...o });
    this.strong = strong;
    this.points = new Spots(this.group, drawing, 3);
    this.arrows = new Arrows(this.group, 4);
    this.cones = new Batch(this.group, (n) => new ConeGeometry(1, 1, n, 1, true).rotateX(-Math.PI / 2).translate(0, 0, 0.5), [36, 12], flat({ transparent: true, opacity: 0.3, side: DoubleSide, depthWrite: false }), 2);
    this.rims = new Batch(this.group, ring, [40, 12], flat({ transparent: true, opacity: 0.9, side: DoubleSide }), 3);
  }

  // ---- the chosen one ----

  chosen: Tracked | null = null;
  hovered = -1; // what the pointer is upon
  private serial = 0;
  private readonly tracked = new Set<Tracked>();
  get chosenIndex(): number { return this.chosen?.index ?? -1; }
  /// From now on contact k is the chosen one; -1: none. `frame`: of a recording, the one that is shown.
  choose(k: number, frame = 0): void {
    this.chosen = null;
    if (k < 0) return;
    const { point, pair } = this.table.contact(k);
    this.chosen = { serial: ++this.serial, index: k, at: point, pair, from: point.slice(), frame };
    this.tracked.add(this.chosen);
    if (this.tracked.size > 32) this.tracked.delete(this.tracked.values().next().value!);
  }
  /// The contact that is drawn nearest to a place of the canvas, within so many pixels; of those that coincide there, the nearest to the eye. -1: none.
  near(x: number, y: number, width: number, height: number, camera: Camera, reach: number): number {
    const p = new Vector3();
    let found = -1, least = Infinity;
    for (let k = 0; k < this.table.count; k++) {
      p.fromArray(this.table.point, 3 * k).project(camera);
      const far = Math.hypot((p.x + 1) / 2 * width - x, (1 - p.y) / 2 * height - y);
      if (p.z > 1 || far > reach || far + 10 * p.z >= least) continue;
      least = far + 10 * p.z;
      found = k;
    }
    return found;
  }
  /// The sum of what friction may be at points that are `of` something [N].
  holding(of: (point: Vector3) => boolean): number {
    const p = new Vector3();
    let sum = 0;
    for (let k = 0; k < this.table.count; k++) if (this.table.push[k] > 0 && of(p.fromArray(this.table.point, 3 * k))) sum += this.table.push[k] * Math.tan(this.table.angle[k]);
    return sum;
  }
  /// What those that are followed have become: of the contacts of the same shapes the nearest.
  follow(): void {
    for (const t of this.tracked) {
      t.index = this.table.nearest(t.at, FAR * this.radius, t.pair);
      if (t.index >= 0) t.at = Array.from(this.table.point.subarray(3 * t.index, 3 * t.index + 3));
    }
  }
  /// Takes the contacts of a moment.
  read(moment: Moment): void {
    const arrays = moment.contacts();
    if (!arrays) return;
    this.table.read(arrays);
    this.follow();
  }

  /// Of a recording: the 90th percentile of its normal forces.
  static strength(moments: Moment[]): number {
    const all: number[] = [], table = new ContactTable();
    for (const m of moments) {
      const arrays = m.contacts();
      if (arrays) table.read(arrays);
      if (arrays) for (let k = 0; k < table.count; k++) if (table.push[k] > 0) all.push(table.push[k]);
    }
    all.sort((a, b) => a - b);
    return all.length > 0 ? all[Math.floor(0.9 * (all.length - 1))] : 0;
  }

  /// Lengths of arrows for a newton and a newton metre, and the size of a point. Of a live scene the strongest force is followed slowly.
  private scale(forceScale: number): { perNewton: number; perMoment: number; size: number } {
    const { table } = this, { strongest } = table, body = this.usual > 0 ? Math.min(this.usual, this.radius) : 0.3 * this.radius, times = Math.pow(10, forceScale);
    if (strongest > 0) this.strong = this.strong > 0 ? Math.max(0.995 * this.strong, Math.min(this.strong * 1.02, strongest), 0.02 * strongest) : 0.8 * strongest;
    this.twist *= 0.98;
    for (let k = 0; k < table.count; k++) this.twist = Math.max(this.twist, Math.hypot(table.moment[3 * k], table.moment[3 * k + 1], table.moment[3 * k + 2]));
    if (this.twist > 0) this.twisted = true;
    return {
      perNewton: Math.min(1.6 * body, 0.5 * this.radius) / (this.strong || 1) * times,
      perMoment: Math.min(1.2 * body, 0.4 * this.radius) / (this.twist || 1) * times,
      size: Math.min(Math.max(0.055 * body, (this.drawing ? 0.008 : 0.0015) * this.radius), (this.drawing ? 0.01 : 0.015) * this.radius),
    };
  }

  /// `eye`: where the camera is.
  place(moment: Moment, show: Shown, forceScale: number, eye: Vector3): void {
    const { table: t, counts, drawn } = this;
    this.read(moment);
    const { perNewton, perMoment, size } = this.scale(forceScale);
    counts.stick = counts.slip = counts.open = 0;
    drawn.points = drawn.pushes = drawn.drags = drawn.moments = drawn.cones = 0;
    this.points.begin(t.count, size);
    this.arrows.begin(eye);
    for (const b of [this.cones, this.rims]) b.begin(show.cones ? t.count : 2);
    for (let k = 0; k < t.count; k++) {
      const j = 3 * k, status = STATUS[t.status[k]], push = t.push[k] * perNewton;
      counts[status]++;
      if (show.points) { this.points.put(t.point[j], t.point[j + 1], t.point[j + 2], k === this.chosenIndex || k === this.hovered ? CHOSEN : STATUS_COLOUR[status]); drawn.points++; }
      if (show.normal && push > 0 && this.arrow(k, t.normal, push, size, NORMAL)) drawn.pushes++;
      if (show.friction && this.arrow(k, t.drag, perNewton, size, FRICTION)) drawn.drags++;
      if (show.moments && this.twist > 0 && this.arrow(k, t.moment, perMoment, size, MOMENT, true)) drawn.moments++;
      if ((show.cones || k === this.chosenIndex || k === this.hovered) && t.angle[k] > 0) this.cone(k, push, size, STATUS_COLOUR[status]);
    }
    for (const b of [this.points, this.arrows, this.cones, this.rims]) b.end();
  }

  /// A vector of contact k, so many times as long; those of a crowd are needles.
  private arrow(k: number, of: Float32Array, times: number, size: number, colour: Color, twice = false): boolean {
    const { point: p, count } = this.table, j = 3 * k, x = times * of[j], y = times * of[j + 1], z = times * of[j + 2], l = Math.sqrt(x * x + y * y + z * z);
    if (l < (count > MANY ? 1 : 0.2) * size) return false;
    const w = Math.min(0.5 * size, 0.3 * l);
    this.arrows.arrow(p[j], p[j + 1], p[j + 2], x, y, z, w, Math.min(HEAD * w, l), count > MANY ? 0 : twice ? 2 : 1, colour);
    return true;
  }

  /// The cone of contact k with the force inside.
  private cone(k: number, push: number, size: number, colour: Color): void {
    const { table: t } = this, j = 3 * k, height = Math.max(push, 2.2 * size), wide = height * Math.tan(Math.min(t.angle[k], 1.4)), normal = new Vector3().fromArray(t.normal, j);
    const place = new Matrix4().compose(new Vector3().fromArray(t.point, j), new Quaternion().setFromUnitVectors(UP, normal), new Vector3(wide, wide, height));
    this.cones.put(place, colour);
    this.rims.put(place, colour);
    if (t.push[k] > 0) {
      const f = normal.multiplyScalar(t.push[k]).add(new Vector3().fromArray(t.drag, j)).multiplyScalar(height / t.push[k]), w = Math.min(0.575 * size, 0.3 * f.length());
      if (w > 0) this.arrows.arrow(t.point[j], t.point[j + 1], t.point[j + 2], f.x, f.y, f.z, w, Math.min(HEAD * w, f.length()), 1, colour);
    }
    this.drawn.cones++;
  }

  dispose(): void { for (const b of [this.points, this.arrows, this.cones, this.rims]) b.dispose(); }
}

/// The rim of the unit cone: a thin band.
function ring(segments: number): BufferGeometry { return new CylinderGeometry(1, 0.965, 0.035, segments, 1, true).rotateX(Math.PI / 2).translate(0, 0, 0.9825); }
