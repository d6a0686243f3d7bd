// Contacts: points, arrows of normal and friction forces, and cones with the force inside. A cone's rim is at the height of the normal force, so that the tip of the force is inside of the rim where the
// contact sticks, and on it where it slips. Moments (torsional and rolling friction) are arrows with two heads along their axes.

import { BufferGeometry, Color, ConeGeometry, CylinderGeometry, DoubleSide, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector3 } from "three";
import { readContacts, type Contact, type Moment } from "./data";
import { Ribbons } from "./ribbons";

export const STATUS_COLOUR = { stick: new Color(0x4294f5), slip: new Color(0xf28f33), open: new Color(0x9ea8b8) };
const NORMAL = new Color(0x46bd78), FRICTION = new Color(0xed4d6b), MOMENT = new Color(0xb06be8), DRAWN = new Color(0x1f9d4d);

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

const UP = new Vector3(0, 0, 1), HEAD = 3.4; // an arrow's head is so many of its widths long

export class Contacts {
  readonly group = new Group();
  readonly counts = { stick: 0, slip: 0, open: 0 };
  readonly drawn = { points: 0, pushes: 0, drags: 0, moments: 0, cones: 0 };
  private list: Contact[] = [];
  private strong = 0; // a strong force: its arrow is as long as a usual body
  private twist = 0; // and a strong moment
  private readonly points: Ribbons;
  private readonly arrows: Ribbons;
  private readonly cones: Batch;
  private readonly rims: Batch;

  constructor(private readonly radius: number, private readonly usual: number, private readonly drawing: boolean, strong: number) {
    const flat = (o: object) => new MeshBasicMaterial({ toneMapped: false, ...o });
    this.strong = strong;
    this.points = new Ribbons(this.group, flat({ depthTest: !drawing }), 3);
    this.arrows = new Ribbons(this.group, flat({ depthTest: false, transparent: true, opacity: 0.95 }), 4);
    this.cones = new Batch(this.group, (n) => new ConeGeometry(1, 1, n, 1, true).rotateX(-Math.PI / 2).translate(0, 0, 0.5), [36, 12], flat({ transparent: true, opacity: 0.3, side: DoubleSide, depthWrite: false }), 2);
    this.rims = new Batch(this.group, ring, [40, 12], flat({ transparent: true, opacity: 0.9, side: DoubleSide }), 3);
  }

  /// Of a recording: the 90th percentile of its normal forces.
  static strength(moments: Moment[]): number {
    const all: number[] = [];
    for (const m of moments) for (const c of readContacts(m.contacts())) if (c.push > 0) all.push(c.push);
    all.sort((a, b) => a - b);
    return all.length > 0 ? all[Math.floor(0.9 * (all.length - 1))] : 0;
  }

  /// `eye`: where the camera is.
  place(moment: Moment, show: Shown, forceScale: number, eye: Vector3): void {
    const arrays = moment.contacts();
    if (arrays) this.list = readContacts(arrays);
    const { list } = this, body = this.usual > 0 ? Math.min(this.usual, this.radius) : 0.3 * this.radius;
    const size = Math.min(Math.max(0.055 * body, (this.drawing ? 0.008 : 0.0015) * this.radius), (this.drawing ? 0.01 : 0.015) * this.radius);
    const strongest = list.reduce((a, c) => Math.max(a, c.push), 0);
    if (strongest > 0) this.strong = this.strong > 0 ? Math.max(0.995 * this.strong, Math.min(this.strong * 1.02, strongest), 0.02 * strongest) : 0.8 * strongest; // live: it follows slowly
    const perNewton = Math.min(1.6 * body, 0.5 * this.radius) / (this.strong || 1) * Math.pow(10, forceScale);
    this.twist = list.reduce((a, c) => Math.max(a, Math.hypot(...c.moment)), 0.98 * this.twist);
    const perMoment = Math.min(1.2 * body, 0.4 * this.radius) / (this.twist || 1) * Math.pow(10, forceScale);
    this.counts.stick = this.counts.slip = this.counts.open = 0;
    this.drawn.points = this.drawn.pushes = this.drawn.drags = this.drawn.moments = this.drawn.cones = 0;
    for (const b of [this.points, this.arrows]) b.begin(eye);
    for (const b of [this.cones, this.rims]) b.begin(list.length);
    const corners = list.length > MANY ? 6 : 16;
    for (const c of list) {
      this.counts[c.status]++;
      const colour = STATUS_COLOUR[c.status], at = new Vector3(c.point[0], c.point[1], c.point[2]);
      if (show.points) { this.points.disc(at, size, corners, this.drawing && c.status !== "slip" ? DRAWN : colour); this.drawn.points++; }
      const normal = new Vector3(c.normal[0], c.normal[1], c.normal[2]), drag = new Vector3(c.drag[0], c.drag[1], c.drag[2]);
      if (show.normal && c.push > 0 && this.arrow(at, normal.clone().multiplyScalar(c.push * perNewton), size, NORMAL)) this.drawn.pushes++;
      if (show.friction && this.arrow(at, drag.clone().multiplyScalar(perNewton), size, FRICTION)) this.drawn.drags++;
      if (show.moments && this.twist > 0 && this.arrow(at, new Vector3(c.moment[0], c.moment[1], c.moment[2]).multiplyScalar(perMoment), size, MOMENT, true)) this.drawn.moments++;
      if (!show.cones || c.angle <= 0) continue;
      const height = Math.max(c.push * perNewton, 2.2 * size), wide = Math.min(c.angle, 1.4);
      const place = new Matrix4().compose(at, new Quaternion().setFromUnitVectors(UP, normal), new Vector3(height * Math.tan(wide), height * Math.tan(wide), height));
      this.cones.put(place, colour);
      this.rims.put(place, colour);
      if (c.push > 0) this.arrow(at, normal.clone().multiplyScalar(c.push).add(drag).multiplyScalar(height / c.push), 1.15 * size, colour);
      this.drawn.cones++;
    }
    for (const b of [this.points, this.arrows, this.cones, this.rims]) b.end();
  }

  private arrow(at: Vector3, along: Vector3, size: number, colour: Color, twice = false): boolean {
    const l = along.length();
    if (l < 0.2 * size) return false;
    const w = Math.min(0.5 * size, 0.3 * l);
    this.arrows.arrow(at, along, w, Math.min(HEAD * w, l), twice ? 2 : 1, colour);
    return true;
  }

  dispose(): void { for (const b of [this.points, this.arrows, this.cones, this.rims]) b.dispose(); }
}

/// The rim of the unit cone: a thin band.
function ring(segments: number): BufferGeometry { return new CylinderGeometry(1, 0.965, 0.035, segments, 1, true).rotateX(Math.PI / 2).translate(0, 0, 0.9825); }
