// Shapes, those of one form in one call; flat scenes as drawings with outlines, in two calls.

import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, Color, CylinderGeometry, EdgesGeometry, Group, LineBasicMaterial, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, MeshStandardMaterial, Quaternion,
  SphereGeometry, Vector3, type Material, type Raycaster, type Texture,
} from "three";
import type { Bounds } from "./camera";
import type { Moment, Scene, Shape } from "./data";
import { copies, Merged, type Pieces } from "./merged";
import type { Stage } from "./stage";
import { Visuals } from "./visuals";

const PALETTE = [0xe69e52, 0x5c9cd6, 0x80b878, 0xd17373, 0x9e87cc, 0xdbc26b, 0x5cb3b3, 0xd68cb3].map((c) => new Color(c));
const LEVELS = [0x9dc3e6, 0xf4c27a, 0xa9d18e, 0xe6a5a5, 0xc5b0e0, 0xf2e394, 0x9fd8d3, 0xe8b6d0].map((c) => new Color(c));
const STILL = new Color(0x9ea6b3);
const NOTHING = new Matrix4().makeScale(0, 0, 0);

interface Part { shape: Shape; slot: number; batch: Batch; form: BufferGeometry; outline: number; local: Matrix4; colour: Color; alpha: number; radius: number; world: Matrix4; moves: boolean; still: boolean; hidden: boolean }
/// Parts that are drawn by one call. `geometry`: of each, or of the first in a drawing, where they differ.
interface Batch { key: string; geometry: BufferGeometry; parts: Part[]; pieces: Pieces | null; fine: Material | null; plain: Material | null }
const TALL = 3.1; // from so many half heights the head of what stands is not cut off
const MOST = 0.8; // of all bodies at all moments: the view shows how far they go
const NEAR = 0.01; // of the size of a shape: a point so near to it touches it

export class Bodies {
  readonly parts: Part[] = [];
  readonly group = new Group();
  private readonly batches = new Map<string, Batch>();
  private readonly grounds: { mesh: Mesh; shape: Shape }[] = [];
  private outlines: Merged | null = null;
  private readonly looks: Visuals;
  readonly hidden = new Set<number>(); // bodies that the user does not want to see
  collisions = false; // shapes that collide in the place of visuals
  chosen = -1;

  constructor(readonly scene: Scene, private readonly stage: Stage, readonly drawing: boolean) {
    this.looks = new Visuals(scene, this.group);
    const { about } = scene, fine = about.shapes.length > 2000 ? 8 : about.shapes.length > 300 ? 12 : 24;
    about.shapes.forEach((shape) => {
      const body = about.bodies[shape.body], moves = body.motion === "free";
      if (shape.kind === "plane") {
        if (!drawing) this.grounds.push({ mesh: stage.addGround(shape.color ? colourOf(shape.color) : null, this.groundMap(shape)), shape });
        else this.addPart(shape, halfPlane(), moves);
        return;
      }
      this.addPart(shape, this.geometryOf(shape, fine), moves);
    });
    if (drawing) this.makeDrawing();
    else for (const batch of this.batches.values()) this.makeCopies(batch);
    stage.scene.add(this.group);
  }

  /// The texture of a ground, repeated so often a metre.
  private groundMap(shape: Shape): Texture | null {
    const map = this.looks.map(shape.material), uniform = shape.material !== undefined && this.scene.about.materials?.[shape.material]?.uniform;
    if (map && !uniform) map.repeat.divideScalar(shape.size[0] > 0 ? 2 * shape.size[0] : 10);
    return map;
  }

  private addPart(shape: Shape, [form, make, scale]: [string, () => BufferGeometry, Vector3], moves: boolean): void {
    const still = this.scene.about.bodies[shape.body].motion === "static";
    const textured = !this.drawing && shape.material !== undefined && this.scene.about.materials?.[shape.material]?.texture !== undefined;
    const key = textured ? `${form}|${shape.material}|${scale.toArray().join(" ")}` : form;
    let batch = this.batches.get(key);
    if (!batch) this.batches.set(key, batch = { key, geometry: make(), parts: [], pieces: null, fine: null, plain: null });
    const p = shape.position, q = shape.orientation, local = new Matrix4().compose(new Vector3(p[0], p[1], p[2]), new Quaternion(q[1], q[2], q[3], q[0]), scale);
    const level = shape.level ?? -1;
    const colour = this.drawing && still ? this.inked : shape.color ? colourOf(shape.color) : this.drawing ? LEVELS[(level >= 0 ? level : shape.body) % LEVELS.length] : moves ? PALETTE[shape.body % PALETTE.length] : STILL;
    batch.geometry.computeBoundingSphere();
    const sphere = batch.geometry.boundingSphere!, radius = shape.kind === "plane" ? 0 : sphere.radius * Math.max(scale.x, scale.y, scale.z);
    const part: Part = { shape, slot: batch.parts.length, batch, form: batch.geometry, outline: this.parts.length, local, colour, alpha: shape.color ? shape.color[3] : 1, radius, world: new Matrix4(), moves, still, hidden: shape.replaced === true || (shape.group ?? 0) > 2 };
    batch.parts.push(part);
    this.parts.push(part);
  }

  private geometryOf(shape: Shape, fine: number): [string, () => BufferGeometry, Vector3] {
    const s = shape.size, { about, arrays } = this.scene, one = new Vector3(1, 1, 1);
    const still = about.bodies[shape.body].motion === "static", mark = still || this.drawing ? 0 : 1; // quarters, so that one sees what turns
    switch (shape.kind) {
      case "sphere": return ["sphere" + mark, () => quarters(zUp(new SphereGeometry(1, 2 * fine, fine)), mark), new Vector3(s[0], s[0], s[0])];
      case "ellipsoid": return ["sphere" + mark, () => quarters(zUp(new SphereGeometry(1, 2 * fine, fine)), mark), new Vector3(s[0], s[1], s[2])];
      case "box": return ["box", () => new BoxGeometry(2, 2, 2), new Vector3(s[0], s[1], s[2])];
      case "cylinder": return ["cylinder" + mark, () => quarters(zUp(new CylinderGeometry(1, 1, 2, 2 * fine)), mark), new Vector3(s[0], s[0], s[1])];
      case "capsule": {
        const ratio = (2 * s[1] / s[0]).toPrecision(4);
        return ["capsule" + ratio + mark, () => quarters(zUp(new CapsuleGeometry(1, Number(ratio), Math.ceil(fine / 6), 2 * fine)), mark), new Vector3(s[0], s[0], s[0])];
      }
      case "field": return ["field" + shape.mesh, () => fieldGeometry(about.fields[shape.mesh], slice(about.fields[shape.mesh].heights, arrays.heights)), one];
      default: {
        const m = about.meshes[shape.mesh];
        return ["mesh" + shape.mesh, () => meshGeometry(slice(m.vertices, arrays.vertices), slice(m.triangles, arrays.triangles)), one];
      }
    }
  }

  private makeCopies(batch: Batch): void {
    const clear = batch.parts.some((p) => p.alpha < 1), alpha = clear ? Math.min(...batch.parts.map((p) => p.alpha)) : 1;
    const { shape } = batch.parts[0], map = batch.key.includes("|") ? this.looks.map(shape.material, [2 * shape.size[0], 2 * (shape.size[1] || shape.size[0])]) : null;
    const look = { map, flatShading: batch.key.startsWith("mesh"), transparent: alpha < 1, opacity: alpha, depthWrite: alpha === 1 };
    batch.fine = new MeshStandardMaterial({ roughness: 0.62, metalness: 0.02, ...look });
    batch.plain = new MeshLambertMaterial(look);
    this.fill(batch, copies(batch.geometry, batch.fine, batch.parts.length));
    (batch.plain as MeshLambertMaterial).vertexColors = (batch.fine as MeshStandardMaterial).vertexColors;
    batch.pieces!.object.castShadow = alpha > 0.5;
    batch.pieces!.object.receiveShadow = true;
  }

  private fill(batch: Batch, pieces: Pieces): void {
    batch.pieces = pieces;
    batch.parts.forEach((p, k) => pieces.paint(k, p.colour));
    pieces.object.userData.batch = batch;
    this.group.add(pieces.object);
  }

  /// Flat shapes: each of one colour, with its outline. What stands still is apart, since it never is of glass; so is what is transparent.
  private makeDrawing(): void {
    const kinds = new Map<string, Batch>(), forms: BufferGeometry[] = [], outlines: BufferGeometry[] = [];
    for (const part of this.parts) {
      const round = part.shape.kind === "capsule" || part.shape.kind === "sphere" || part.shape.kind === "ellipsoid", { form } = part, key = `${part.still} ${part.alpha}`;
      outlines.push(round ? this.silhouette(part) : new EdgesGeometry(form, 25));
      forms.push(round ? disc(outlines[outlines.length - 1]) : form);
      let batch = kinds.get(key);
      if (!batch) kinds.set(key, batch = { key, geometry: form, parts: [], pieces: null, fine: null, plain: null });
      batch.parts.push(part);
    }
    this.unite(outlines);
    for (const batch of kinds.values()) {
      const { alpha } = batch.parts[0];
      batch.fine = batch.plain = new MeshBasicMaterial({ transparent: alpha < 1, opacity: alpha, side: 2, polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 2 });
      this.fill(batch, new Merged(batch.parts.map((p) => forms[p.outline]), batch.fine));
      batch.parts.forEach((p, k) => { p.slot = k; p.batch = batch; });
    }
    for (const old of this.batches.values()) if (!forms.includes(old.geometry)) old.geometry.dispose();
    this.batches.clear();
    for (const [key, batch] of kinds) this.batches.set(key, batch);
    this.outlines = new Merged(outlines, new LineBasicMaterial(), true);
    this.parts.forEach((_, k) => this.outlines!.paint(k, this.inked));
    this.outlines.object.raycast = () => {};
    this.group.add(this.outlines.object);
  }

  /// A body of several pieces has one outline: what lies between two of them is left out.
  private unite(outlines: BufferGeometry[]): void {
    const bodies = new Map<number, Part[]>();
    for (const p of this.parts) if (p.shape.kind !== "plane") bodies.set(p.shape.body, [...bodies.get(p.shape.body) ?? [], p]);
    for (const pieces of bodies.values()) {
      if (pieces.length < 2 || pieces.length > 200) continue;
      const own = pieces.map((p) => outlines[p.outline].clone().applyMatrix4(p.local)), lines = own.map((g) => g.getAttribute("position").array as Float32Array);
      pieces.forEach((p, k) => {
        const left = new BufferGeometry(), at = uncovered(lines[k], lines.filter((_, j) => j !== k));
        left.setAttribute("position", new BufferAttribute(at, 3));
        outlines[p.outline] = left.applyMatrix4(p.local.clone().invert());
      });
    }
  }

  /// The outline of a capsule or ball as seen along the normal of the drawing, in front of it.
  private silhouette(part: Part): BufferGeometry {
    const p = new Vector3(), turn = new Quaternion(), scale = new Vector3();
    part.local.decompose(p, turn, scale);
    const normal = this.scene.planeOf(part.shape.body).applyQuaternion(turn.invert());
    const half = part.shape.kind === "capsule" ? part.shape.size[1] / part.shape.size[0] : 0, axis = new Vector3(0, 0, 1);
    const side = Math.abs(normal.z) > 0.9 ? new Vector3(1, 0, 0) : axis.clone().cross(normal).normalize(), up = side.clone().cross(normal).normalize().multiplyScalar(-1);
    const points: number[] = [], at = (k: number) => {
      const a = k / 24 * Math.PI, end = Math.sin(a) >= 0 ? half : -half;
      return side.clone().multiplyScalar(Math.cos(a)).addScaledVector(up, Math.sin(a)).addScaledVector(axis, Math.sign(up.z || 1) * (half > 0 ? end : 0)).addScaledVector(normal, 1.02);
    };
    for (let k = 0; k < 48; k++) points.push(...at(k).toArray(), ...at((k + 1) % 48).toArray());
    const g = new BufferGeometry();
    g.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
    return g;
  }

  private readonly position = [0, 0, 0];
  private readonly turn = [1, 0, 0, 0];
  private readonly frame = new Matrix4();
  private readonly one = new Vector3(1, 1, 1);
  private readonly stretched = new Matrix4();
  private readonly at = new Vector3();
  private readonly turned = new Quaternion();

  bodyMatrix(moment: Moment, body: number, to: Matrix4): Matrix4 {
    const { position: p, turn: q } = this;
    moment.pose(body, p, q);
    to.compose(this.at.set(p[0], p[1], p[2]), this.turned.set(q[1], q[2], q[3], q[0]), this.one);
    const u = moment.stretch(body);
    return u ? to.multiply(this.stretched.set(u[0], u[3], u[4], 0, u[3], u[1], u[5], 0, u[4], u[5], u[2], 0, 0, 0, 0, 1)) : to;
  }

  place(moment: Moment): void {
    let body = -1;
    for (const p of this.parts) {
      if (p.shape.body !== body) this.bodyMatrix(moment, body = p.shape.body, this.frame);
      p.world.multiplyMatrices(this.frame, p.local);
      const gone = this.hidden.has(p.shape.body) || (p.hidden && !this.collisions), at = gone ? NOTHING : p.world;
      p.batch.pieces!.place(p.slot, at);
      this.outlines?.place(p.outline, at);
    }
    this.looks.place((k) => this.hidden.has(k) ? NOTHING : this.bodyMatrix(moment, k, this.frame), !this.collisions);
    for (const b of this.batches.values()) b.pieces!.end();
    for (const g of this.grounds) {
      this.bodyMatrix(moment, g.shape.body, this.frame);
      const q = g.shape.orientation, p = g.shape.position;
      g.mesh.quaternion.setFromRotationMatrix(this.frame).multiply(new Quaternion(q[1], q[2], q[3], q[0]));
      g.mesh.position.set(p[0], p[1], p[2]).applyMatrix4(this.frame);
    }
  }

  private readonly inked = new Color(); // of what stands still in a drawing, and of its lines
  /// Another ink for a drawing.
  ink(colour: number): void {
    if (!this.drawing) return;
    this.inked.set(colour);
    this.parts.forEach((p) => this.outlines!.paint(p.outline, this.inked));
    this.choose(this.chosen);
  }

  /// The chosen body is lighter.
  choose(body: number): void {
    this.chosen = body;
    for (const p of this.parts) p.batch.pieces!.paint(p.slot, p.shape.body === body && body > 0 ? p.colour.clone().lerp(new Color(0xffffff), 0.45) : p.colour);
  }

  glass(on: boolean): void {
    this.looks.glass(on);
    for (const b of this.batches.values()) {
      if (this.drawing && b.parts[0].still) continue;
      const own = Math.min(...b.parts.map((p) => p.alpha));
      for (const m of [b.fine!, b.plain!]) { m.transparent = on || own < 1; m.opacity = on ? (this.drawing ? 0.35 : 0.28) : own; m.depthWrite = !on && own === 1; m.needsUpdate = true; }
      b.pieces!.object.castShadow = !on && own > 0.5;
    }
  }

  /// Without highlights: it takes half the time where there is no graphics card.
  plain(on: boolean): void {
    this.looks.plain(on);
    for (const b of this.batches.values()) b.pieces!.object.material = on ? b.plain! : b.fine!;
  }

  /// The body that a ray meets first, and where; static ones only if `all`.
  pick(ray: Raycaster, all = false): { body: number; point: Vector3 } | null {
    for (const hit of ray.intersectObjects(this.group.children, false)) {
      const batch = hit.object.userData.batch as Batch | undefined, part: { shape: { body: number }; moves: boolean } | undefined = batch ? batch.parts[batch.pieces!.hit(hit)] : hit.object.userData.part;
      if (!part) continue;
      if (part.moves || all) return { body: part.shape.body, point: hit.point };
      if (!this.drawing) return null; // it is behind something that does not move
    }
    return null;
  }

  /// Whether a point lies on one of the bodies, by the boxes about their shapes.
  touches(bodies: Set<number>, point: Vector3): boolean {
    const at = new Vector3();
    return this.parts.some((p) => {
      if (!bodies.has(p.shape.body) || p.shape.kind === "plane") return false;
      const box = p.form.boundingBox ?? (p.form.computeBoundingBox(), p.form.boundingBox!);
      at.copy(point).applyMatrix4(this.inverse.copy(p.world).invert());
      return box.distanceToPoint(at) < NEAR * box.min.distanceTo(box.max);
    });
  }
  private readonly inverse = new Matrix4();

  /// Middle and radius of what moves at the first of some moments, and of what stays near it at the others; of everything if nothing moves. `box`: about the fibres.
  bounds(moments: Moment[], box: { lo: number[]; hi: number[]; crowd: boolean } | null): Bounds {
    const lo = box ? box.lo.slice() : [Infinity, Infinity, Infinity], hi = box ? box.hi.slice() : [-Infinity, -Infinity, -Infinity], about = this.scene.about;
    const some = box !== null || this.parts.some((p) => p.moves), reach = this.parts.map((p) => p.radius).sort((a, b) => a - b);
    const usual = 6 * (reach[Math.floor(reach.length / 2)] || 1), later: { at: Vector3; radius: number; off: number }[] = [];
    const take = (at: Vector3, radius: number) => [at.x, at.y, at.z].forEach((v, c) => { lo[c] = Math.min(lo[c], v - radius); hi[c] = Math.max(hi[c], v + radius); });
    moments.forEach((moment, k) => {
      this.place(moment);
      for (const p of this.parts) {
        if (p.shape.kind === "plane") continue;
        const motion = about.bodies[p.shape.body].motion;
        if (some && motion !== "free" && (p.radius > usual || (box && motion === "static"))) continue; // grounds and walls do not set the view
        const at = p.form.boundingSphere!.center.clone().applyMatrix4(p.world);
        if (k === 0) take(at, p.radius);
        else later.push({ at, radius: p.radius, off: 0 });
      }
    });
    // What leaves the place of the start is shown as far as most of it goes, and no farther down than the start is wide: it may fall for ever.
    const size = Math.hypot(...lo.map((v, c) => hi[c] - v)), floor = lo[2] - 0.5 * size;
    for (const l of later) l.off = Math.hypot(...[l.at.x, l.at.y, l.at.z].map((v, c) => Math.max(0, lo[c] - v, v - hi[c])));
    const offs = later.map((l) => l.off).sort((a, b) => a - b), most = offs[Math.floor(MOST * offs.length)] ?? 0;
    for (const l of later) if (l.off <= most && l.at.z >= floor && Number.isFinite(l.off)) take(l.at, l.radius);
    const plane = box ? null : this.scene.plane();
    if (!(lo[0] <= hi[0])) return { middle: new Vector3(0, 0, 0.5), radius: 2, distance: 5, plane };
    for (const g of this.grounds) { // the ground below, where it is not far
      const half = lo.map((v, c) => 0.5 * (hi[c] - v)), middle = new Vector3(lo[0] + half[0], lo[1] + half[1], lo[2] + half[2]), n = new Vector3(0, 0, 1).applyQuaternion(g.mesh.quaternion);
      const above = middle.clone().sub(g.mesh.position).dot(n);
      if (n.z < 0.7 || above < 0 || above > 14 * Math.hypot(...half)) continue;
      middle.addScaledVector(n, -above).toArray().forEach((v, c) => { lo[c] = Math.min(lo[c], v); hi[c] = Math.max(hi[c], v); });
    }
    const low = new Vector3(...lo as [number, number, number]), high = new Vector3(...hi as [number, number, number]), radius = Math.max(0.5 * low.distanceTo(high), 1e-3);
    const extent = high.clone().sub(low).multiplyScalar(0.5), half: [number, number] | undefined = plane && Math.abs(plane[2]) < 0.1 ? [Math.abs(plane[1]) * extent.x + Math.abs(plane[0]) * extent.y, extent.z] : undefined;
    return { middle: low.add(high).multiplyScalar(0.5), radius, distance: box && box.crowd ? 1.9 * radius : Math.max(2.5 * radius, plane ? 0 : TALL * extent.z), plane, half };
  }

  /// The radius of a usual body: marks and arrows are measured by it.
  usual(): number {
    const radii = this.parts.filter((p) => p.moves).map((p) => p.radius).sort((a, b) => a - b);
    return radii.length > 0 ? radii[Math.floor(radii.length / 2)] : 0;
  }

  dispose(): void {
    this.stage.scene.remove(this.group);
    for (const b of this.batches.values()) {
      b.geometry.dispose();
      b.pieces?.dispose();
      (b.fine as MeshStandardMaterial).map?.dispose();
      b.fine!.dispose();
      b.plain!.dispose();
    }
    this.outlines?.dispose();
    this.looks.dispose();
  }
}

// ---- geometry ----

function colourOf(c: number[]): Color { return new Color().setRGB(c[0], c[1], c[2], "srgb"); }
function slice([at, length]: [number, number], array: any): any { return array.subarray(at, at + length); }
/// Geometry of three.js has its axis along y; ours along z.
function zUp(g: BufferGeometry): BufferGeometry { return g.rotateX(Math.PI / 2); }

/// Two of four quarters about z, and the lower half the other way round, are darker.
function quarters(g: BufferGeometry, mark: number): BufferGeometry {
  if (!mark) return g;
  const flat = g.toNonIndexed(), p = flat.getAttribute("position"), colours = new Float32Array(3 * p.count);
  for (let k = 0; k < p.count; k += 3) {
    const x = p.getX(k) + p.getX(k + 1) + p.getX(k + 2), y = p.getY(k) + p.getY(k + 1) + p.getY(k + 2);
    colours.fill(x * y > 0 ? 0.72 : 1, 3 * k, 3 * k + 9);
  }
  flat.setAttribute("color", new BufferAttribute(colours, 3));
  return flat;
}

/// The parts of segments (pairs of points) that lie on none of the others.
function uncovered(segments: Float32Array, others: Float32Array[]): Float32Array {
  const left: number[] = [], a = new Vector3(), d = new Vector3(), p = new Vector3(), q = new Vector3();
  for (let k = 0; k < segments.length; k += 6) {
    a.fromArray(segments, k);
    d.fromArray(segments, k + 3).sub(a);
    const length = d.length(), near = 1e-4 * length, free: [number, number][] = [[0, 1]];
    if (length === 0) continue;
    d.divideScalar(length);
    for (const list of others) for (let j = 0; j < list.length; j += 6) {
      const s = p.fromArray(list, j).sub(a).dot(d), t = q.fromArray(list, j + 3).sub(a).dot(d);
      if (p.addScaledVector(d, -s).length() > near || q.addScaledVector(d, -t).length() > near) continue;
      const lo = Math.min(s, t) / length, hi = Math.max(s, t) / length;
      for (let f = free.length - 1; f >= 0; f--) {
        const [b, e] = free[f];
        if (lo < e && hi > b) free.splice(f, 1, ...([[b, Math.min(lo, e)], [Math.max(hi, b), e]] as [number, number][]).filter(([x, y]) => y - x > 1e-3));
      }
    }
    for (const [b, e] of free) left.push(a.x + b * length * d.x, a.y + b * length * d.y, a.z + b * length * d.z, a.x + e * length * d.x, a.y + e * length * d.y, a.z + e * length * d.z);
  }
  return new Float32Array(left);
}

/// What is inside of an outline of pairs of points.
function disc(outline: BufferGeometry): BufferGeometry {
  const p = outline.getAttribute("position"), n = p.count / 2, points = new Float32Array(3 * n), index: number[] = [];
  for (let k = 0; k < n; k++) points.set([p.getX(2 * k), p.getY(2 * k), p.getZ(2 * k)], 3 * k);
  for (let k = 1; k + 1 < n; k++) index.push(0, k, k + 1);
  const g = new BufferGeometry();
  g.setAttribute("position", new BufferAttribute(points, 3));
  g.setAttribute("normal", new BufferAttribute(new Float32Array(3 * n), 3));
  g.setIndex(index);
  return g;
}

function meshGeometry(vertices: Float32Array, triangles: Uint32Array): BufferGeometry {
  const g = new BufferGeometry();
  g.setAttribute("position", new BufferAttribute(vertices.slice(), 3));
  g.setIndex(new BufferAttribute(new Uint32Array(triangles), 1));
  g.computeVertexNormals();
  return g;
}

function fieldGeometry(f: { rows: number; columns: number; half: [number, number] }, heights: Float32Array): BufferGeometry {
  const p = new Float32Array(3 * f.rows * f.columns), index: number[] = [];
  for (let r = 0; r < f.rows; r++) for (let c = 0; c < f.columns; c++)
    p.set([(2 * c / (f.columns - 1) - 1) * f.half[0], (2 * r / (f.rows - 1) - 1) * f.half[1], heights[r * f.columns + c]], 3 * (r * f.columns + c));
  for (let r = 0; r + 1 < f.rows; r++) for (let c = 0; c + 1 < f.columns; c++) {
    const a = r * f.columns + c, b = a + 1, d = a + f.columns;
    index.push(a, b, d + 1, a, d + 1, d);
  }
  const g = new BufferGeometry();
  g.setAttribute("position", new BufferAttribute(p, 3));
  g.setIndex(index);
  g.computeVertexNormals();
  return g;
}

/// A half-space in a drawing: a slab below z = 0, far larger than any scene.
function halfPlane(): [string, () => BufferGeometry, Vector3] {
  return ["plane", () => new BoxGeometry(2000, 2000, 100).translate(0, 0, -50), new Vector3(1, 1, 1)];
}
