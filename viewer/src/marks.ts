// What can be drawn upon bodies: frames, boxes of inertia, joint axes, pins, and the hand's spring.

import {
  ArrowHelper, AxesHelper, BoxGeometry, CircleGeometry, Color, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshBasicMaterial,
  Quaternion, RingGeometry, SphereGeometry, Vector3, type Material,
} from "three";
import type { Bodies } from "./bodies";
import type { Shown } from "./contacts";
import type { Moment, Scene } from "./data";
import type { LiveInfo } from "./live";
import { Merged } from "./merged";
import { Arrows } from "./ribbons";

interface Placed { body: number; object: Group; kind: keyof Shown }
const HAND = new Color(0xff3f6c);
interface Pin { body: number; at: Matrix4 }

export class Marks {
  readonly group = new Group();
  private readonly placed: Placed[] = [];
  private readonly pins: Pin[] = [];
  private pinned: Merged | null = null; // of each a disc and a ring
  private readonly spring: Arrows;
  private readonly width: number; // of the spring
  private readonly grip: Mesh;
  private readonly frame = new Matrix4();

  constructor(scene: Scene, private readonly bodies: Bodies, info: LiveInfo | null, size: number, plane: number[] | null) {
    const about = scene.about;
    about.bodies.forEach((b, k) => {
      if (k === 0 || b.motion === "static") return;
      const axes = new AxesHelper(size);
      top(axes.material as Material);
      this.add(k, "frames", axes);
      const own = info?.bodies[k];
      if (own && own.mass > 0 && b.motion === "free") {
        const box = inertiaBox(own.mass, own.inertia);
        const lines = new LineSegments(new EdgesGeometry(new BoxGeometry(box.size.x, box.size.y, box.size.z)), top(new LineBasicMaterial({ color: 0xd66bd6 })));
        lines.position.set(own.center[0], own.center[1], own.center[2]);
        lines.quaternion.copy(box.turn);
        this.add(k, "inertia", lines);
      }
    });
    if (info) {
      const of = new Map(info.bodies.map((b, k) => [b.id, k]));
      for (const j of info.joints) {
        const body = of.get(j.body);
        if (body === undefined) continue;
        const at = new Vector3(j.position[0], j.position[1], j.position[2]), axis = new Vector3(j.axis[0], j.axis[1], j.axis[2]).normalize();
        const arrow = new ArrowHelper(axis, at.clone().addScaledVector(axis, -0.5 * size), size, j.kind === "slide" ? 0x3fb6a8 : 0xe5b93c, 0.25 * size, 0.12 * size);
        top(arrow.line.material as Material);
        top(arrow.cone.material as Material);
        this.add(body, "joints", arrow);
        if (plane && j.kind === "hinge") this.pins.push({ body, at: pin(at, 0.1 * size, scene.planeOf(body)) });
      }
      for (const p of info.pins) {
        const body = of.get(p.body);
        if (body !== undefined && plane) this.pins.push({ body, at: pin(new Vector3(p.point[0], p.point[1], p.point[2]), 0.1 * size, scene.planeOf(body)) });
      }
    }
    if (this.pins.length > 0) this.makePins();
    this.spring = new Arrows(this.group, 6);
    this.width = 0.035 * size;
    this.grip = new Mesh(new SphereGeometry(0.05 * size, 12, 8), top(new MeshBasicMaterial({ color: HAND, toneMapped: false })));
    this.grip.renderOrder = 6;
    this.grip.visible = false;
    this.group.add(this.grip);
  }

  private add(body: number, kind: Placed["kind"], what: any): void {
    const object = new Group();
    object.matrixAutoUpdate = false;
    what.traverse((o: any) => { o.renderOrder = 5; o.raycast = () => {}; });
    object.add(what);
    this.group.add(object);
    this.placed.push({ body, object, kind });
  }

  /// Pins of a drawing: white, with a black rim, upon everything.
  private makePins(): void {
    const disc = new CircleGeometry(1, 24), ring = new RingGeometry(0.82, 1, 28);
    this.pinned = new Merged(this.pins.flatMap(() => [disc, ring]), top(new MeshBasicMaterial({ side: DoubleSide })));
    this.pins.forEach((_, k) => { this.pinned!.paint(2 * k, new Color(0xffffff)); this.pinned!.paint(2 * k + 1, new Color(0x14171b)); });
    this.pinned.object.renderOrder = 5;
    this.pinned.object.raycast = () => {};
    this.group.add(this.pinned.object);
  }

  place(moment: Moment, show: Shown): void {
    this.pins.forEach((p, k) => {
      this.bodies.bodyMatrix(moment, p.body, this.frame).multiply(p.at);
      this.pinned!.place(2 * k, this.frame);
      this.pinned!.place(2 * k + 1, this.frame);
    });
    let body = -1;
    for (const p of this.placed) {
      p.object.visible = show[p.kind];
      if (!p.object.visible) continue;
      if (p.body !== body) this.bodies.bodyMatrix(moment, body = p.body, this.frame);
      p.object.matrix.copy(this.frame);
      p.object.matrixWorldNeedsUpdate = true;
    }
  }

  /// The hand's spring, for an eye at that place; null: it has let go.
  pull(from: Vector3 | null, to: Vector3, eye: Vector3): void {
    this.grip.visible = from !== null;
    this.spring.begin(eye);
    if (from) {
      const x = to.x - from.x, y = to.y - from.y, z = to.z - from.z, length = Math.hypot(x, y, z);
      if (length > this.width) this.spring.arrow(from.x, from.y, from.z, x, y, z, this.width, Math.min(4 * this.width, length), 1, HAND);
      this.grip.position.copy(from);
    }
    this.spring.end();
  }
  dispose(): void { this.spring.dispose(); this.group.traverse((o: any) => { o.geometry?.dispose?.(); o.material?.dispose?.(); }); }
}

/// Drawn upon everything.
function top<T extends { depthTest: boolean; transparent: boolean }>(material: T): T {
  material.depthTest = false;
  material.transparent = true;
  return material;
}

/// The place of a pin of that radius in the frame of its body.
function pin(at: Vector3, radius: number, normal: Vector3): Matrix4 {
  return new Matrix4().compose(at, new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), normal), new Vector3(radius, radius, radius));
}

/// The box of even density with this mass and inertia (xx, yy, zz, xy, xz, yz), by Jacobi's rotations.
function inertiaBox(mass: number, i: number[]): { size: Vector3; turn: Quaternion } {
  const a = [[i[0], i[3], i[4]], [i[3], i[1], i[5]], [i[4], i[5], i[2]]], v = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  for (let sweep = 0; sweep < 12; sweep++)
    for (const [p, q] of [[0, 1], [0, 2], [1, 2]]) {
      if (Math.abs(a[p][q]) < 1e-300) continue;
      const t = 0.5 * Math.atan2(2 * a[p][q], a[p][p] - a[q][q]), c = Math.cos(t), s = Math.sin(t);
      for (let k = 0; k < 3; k++) { const x = a[k][p], y = a[k][q]; a[k][p] = c * x + s * y; a[k][q] = -s * x + c * y; }
      for (let k = 0; k < 3; k++) { const x = a[p][k], y = a[q][k]; a[p][k] = c * x + s * y; a[q][k] = -s * x + c * y; }
      for (let k = 0; k < 3; k++) { const x = v[k][p], y = v[k][q]; v[k][p] = c * x + s * y; v[k][q] = -s * x + c * y; }
    }
  const [x, y, z] = [a[0][0], a[1][1], a[2][2]], side = (d: number) => Math.sqrt(Math.max(6 * d / mass, 1e-12));
  const m = new Matrix4().makeBasis(new Vector3(v[0][0], v[1][0], v[2][0]), new Vector3(v[0][1], v[1][1], v[2][1]), new Vector3(v[0][2], v[1][2], v[2][2]));
  if (m.determinant() < 0) m.scale(new Vector3(1, 1, -1));
  return { size: new Vector3(side(y + z - x), side(x + z - y), side(x + y - z)), turn: new Quaternion().setFromRotationMatrix(m) };
}
