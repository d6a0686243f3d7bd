// Shapes as instances of a few meshes; flat scenes as drawings with outlines.

import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, Color, CylinderGeometry, EdgesGeometry, Group, InstancedMesh, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshBasicMaterial,
  MeshStandardMaterial, Quaternion, SphereGeometry, Vector3, type Material, type Raycaster, type Texture,
} from "three";
import type { Bounds } from "./camera";
import type { Moment, Scene, Shape } from "./data";
import type { Stage } from "./stage";
import { Visuals } from "./visuals";

const PALETTE = [0xe69e52, 0x5c9cd6, 0x80b878, 0xd17373, 0x9e87cc, 0xdbc26b, 0x5cb3b3, 0xd68cb3].map((c) => new Color(c));
const LEVELS = [0x9dc3e6, 0xf4c27a, 0xa9d18e, 0xe6a5a5, 0xc5b0e0, 0xf2e394, 0x9fd8d3, 0xe8b6d0].map((c) => new Color(c));
const STILL = new Color(0x9ea6b3);
const NOTHING = new Matrix4().makeScale(0, 0, 0);

interface Part { shape: Shape; index: number; slot: number; batch: Batch | null; mesh: Mesh | null; local: Matrix4; colour: Color; alpha: number; radius: number; world: Matrix4; moves: boolean; still: boolean; hidden: boolean }
interface Batch { key: string; geometry: BufferGeometry; parts: Part[]; mesh: InstancedMesh | null }

export class Bodies {
  readonly parts: Part[] = [];
  readonly group = new Group();
  private readonly batches = new Map<string, Batch>();
  private readonly grounds: { mesh: Mesh; shape: Shape }[] = [];
  private readonly edges: LineSegments[] = [];
  private readonly materials: Material[] = [];
  private readonly glassy: MeshStandardMaterial[] = [];
  private readonly looks: Visuals;
  collisions = false; // shapes that collide in the place of visuals
  chosen = -1;

  constructor(readonly scene: Scene, private readonly stage: Stage, readonly drawing: boolean) {
    this.looks = new Visuals(scene, this.group);
    const { about } = scene, fine = about.shapes.length > 2000 ? 8 : about.shapes.length > 300 ? 12 : 24;
    about.shapes.forEach((shape, index) => {
      const body = about.bodies[shape.body], moves = body.motion === "free";
      if (shape.kind === "plane") {
        if (!drawing) this.grounds.push({ mesh: stage.addGround(shape.color ? colourOf(shape.color) : null, this.groundMap(shape)), shape });
        else this.addPart(shape, index, halfPlane(), moves);
        return;
      }
      this.addPart(shape, index, this.geometryOf(shape, fine), moves);
    });
    if (!drawing) for (const batch of this.batches.values()) this.makeInstances(batch);
    stage.scene.add(this.group);
  }

  /// The texture of a ground, repeated so often a metre.
  private groundMap(shape: Shape): Texture | null {
    const map = this.looks.map(shape.material), uniform = shape.material !== undefined && this.scene.about.materials?.[shape.material]?.uniform;
    if (map && !uniform) map.repeat.divideScalar(shape.size[0] > 0 ? 2 * shape.size[0] : 10);
    return map;
  }

  private addPart(shape: Shape, index: number, [form, make, scale]: [string, () => BufferGeometry, Vector3], moves: boolean): void {
    const still = this.scene.about.bodies[shape.body].motion === "static";
    const textured = !this.drawing && shape.material !== undefined && this.scene.about.materials?.[shape.material]?.texture !== undefined;
    const key = textured ? `${form}|${shape.material}|${scale.toArray().join(" ")}` : form;
    let batch = this.batches.get(key);
    if (!batch) this.batches.set(key, batch = { key, geometry: make(), parts: [], mesh: null });
    const p = shape.position, q = shape.orientation, local = new Matrix4().compose(new Vector3(p[0], p[1], p[2]), new Quaternion(q[1], q[2], q[3], q[0]), scale);
    const level = shape.level ?? -1;
    const colour = shape.color ? colourOf(shape.color) : this.drawing && still ? new Color(0x14171b) : this.drawing ? LEVELS[(level >= 0 ? level : shape.body) % LEVELS.length] : moves ? PALETTE[shape.body % PALETTE.length] : STILL;
    batch.geometry.computeBoundingSphere();
    const sphere = batch.geometry.boundingSphere!, radius = shape.kind === "plane" ? 0 : sphere.radius * Math.max(scale.x, scale.y, scale.z);
    const part: Part = { shape, index, slot: batch.parts.length, batch, mesh: null, local, colour: this.drawing && still ? new Color(0x14171b) : colour, alpha: shape.color ? shape.color[3] : 1, radius, world: new Matrix4(), moves, still, hidden: shape.replaced === true || (shape.group ?? 0) > 2 };
    batch.parts.push(part);
    this.parts.push(part);
    if (this.drawing) this.makeDrawing(part, batch.geometry);
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
        return ["capsule" + ratio + mark, () => quarters(zUp(new CapsuleGeometry(1, Number(ratio), Math.ceil(fine / 2), 2 * fine)), mark), new Vector3(s[0], s[0], s[0])];
      }
      case "field": return ["field" + shape.mesh, () => fieldGeometry(about.fields[shape.mesh], slice(about.fields[shape.mesh].heights, arrays.heights)), one];
      default: {
        const m = about.meshes[shape.mesh];
        return ["mesh" + shape.mesh, () => meshGeometry(slice(m.vertices, arrays.vertices), slice(m.triangles, arrays.triangles)), one];
      }
    }
  }

  private makeInstances(batch: Batch): void {
    const marked = batch.geometry.hasAttribute("color");
    const clear = batch.parts.some((p) => p.alpha < 1), alpha = clear ? Math.min(...batch.parts.map((p) => p.alpha)) : 1;
    const { shape } = batch.parts[0], map = batch.key.includes("|") ? this.looks.map(shape.material, [2 * shape.size[0], 2 * (shape.size[1] || shape.size[0])]) : null;
    const material = new MeshStandardMaterial({ roughness: 0.62, metalness: 0.02, map, vertexColors: marked, flatShading: batch.key.startsWith("mesh"), transparent: alpha < 1, opacity: alpha, depthWrite: alpha === 1 });
    const mesh = new InstancedMesh(batch.geometry, material, batch.parts.length);
    batch.parts.forEach((p, k) => mesh.setColorAt(k, p.colour));
    mesh.castShadow = alpha > 0.5;
    mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    mesh.userData.batch = batch;
    batch.mesh = mesh;
    this.materials.push(material);
    this.glassy.push(material);
    this.group.add(mesh);
  }

  /// A flat shape: one colour, and its outline.
  private makeDrawing(part: Part, geometry: BufferGeometry): void {
    const mesh = new Mesh(geometry, new MeshBasicMaterial({ color: part.colour, transparent: part.alpha < 1, opacity: part.alpha, polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 2 }));
    mesh.matrixAutoUpdate = false;
    mesh.userData.part = part;
    const round = part.shape.kind === "capsule" || part.shape.kind === "sphere" || part.shape.kind === "ellipsoid";
    const lines = new LineSegments(round ? this.silhouette(part) : new EdgesGeometry(geometry, 25), new LineBasicMaterial({ color: 0x14171b }));
    lines.matrixAutoUpdate = false;
    mesh.add(lines);
    mesh.frustumCulled = lines.frustumCulled = false;
    this.edges.push(lines);
    part.mesh = mesh;
    this.group.add(mesh);
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

  bodyMatrix(moment: Moment, body: number, to: Matrix4): Matrix4 {
    const { position: p, turn: q } = this;
    moment.pose(body, p, q);
    return to.compose(new Vector3(p[0], p[1], p[2]), new Quaternion(q[1], q[2], q[3], q[0]), this.one);
  }

  place(moment: Moment): void {
    let body = -1;
    for (const p of this.parts) {
      if (p.shape.body !== body) this.bodyMatrix(moment, body = p.shape.body, this.frame);
      p.world.multiplyMatrices(this.frame, p.local);
      const gone = p.hidden && !this.collisions;
      if (p.mesh) { p.mesh.visible = !gone; p.mesh.matrix.copy(p.world); p.mesh.matrixWorldNeedsUpdate = true; }
      else p.batch!.mesh!.setMatrixAt(p.slot, gone ? NOTHING : p.world);
    }
    this.looks.place((k) => this.bodyMatrix(moment, k, this.frame), !this.collisions);
    for (const b of this.batches.values()) if (b.mesh) { b.mesh.instanceMatrix.needsUpdate = true; b.mesh.boundingSphere = null; }
    for (const g of this.grounds) {
      this.bodyMatrix(moment, g.shape.body, this.frame);
      const q = g.shape.orientation, p = g.shape.position;
      g.mesh.quaternion.setFromRotationMatrix(this.frame).multiply(new Quaternion(q[1], q[2], q[3], q[0]));
      g.mesh.position.set(p[0], p[1], p[2]).applyMatrix4(this.frame);
    }
  }

  /// The chosen body is lighter.
  choose(body: number): void {
    this.chosen = body;
    for (const p of this.parts) {
      const c = p.shape.body === body && body > 0 ? p.colour.clone().lerp(new Color(0xffffff), 0.45) : p.colour;
      if (p.mesh) (p.mesh.material as MeshBasicMaterial).color.copy(c);
      else { p.batch!.mesh!.setColorAt(p.slot, c); p.batch!.mesh!.instanceColor!.needsUpdate = true; }
    }
  }

  glass(on: boolean): void {
    this.looks.glass(on);
    for (const m of this.glassy) { m.transparent = on || m.opacity < 1; m.opacity = on ? 0.28 : 1; m.depthWrite = !on; m.needsUpdate = true; }
    for (const b of this.batches.values()) if (b.mesh) b.mesh.castShadow = !on;
    for (const p of this.parts) if (p.mesh && !p.still) { const m = p.mesh.material as MeshBasicMaterial; m.transparent = on; m.opacity = on ? 0.35 : 1; m.depthWrite = !on; }
  }

  /// The body that a ray meets first, and where; static ones only if `all`.
  pick(ray: Raycaster, all = false): { body: number; point: Vector3 } | null {
    for (const hit of ray.intersectObjects(this.group.children, false)) {
      const part: Part | undefined = hit.object.userData.part ?? hit.object.userData.batch?.parts[hit.instanceId ?? 0];
      if (!part || (hit.object as LineSegments).isLineSegments) continue;
      if (part.moves || all) return { body: part.shape.body, point: hit.point };
      if (!this.drawing) return null; // it is behind something that does not move
    }
    return null;
  }

  /// Middle and radius of what moves at some moments; of everything if nothing does. `box`: about the fibres.
  bounds(moments: Moment[], box: { lo: number[]; hi: number[]; crowd: boolean } | null): Bounds {
    const lo = box ? box.lo.slice() : [Infinity, Infinity, Infinity], hi = box ? box.hi.slice() : [-Infinity, -Infinity, -Infinity], about = this.scene.about;
    const some = box !== null || this.parts.some((p) => p.moves), reach = this.parts.map((p) => p.radius).sort((a, b) => a - b);
    const usual = 6 * (reach[Math.floor(reach.length / 2)] || 1), at = new Vector3();
    moments.forEach((moment, first) => {
      this.place(moment);
      for (const p of this.parts) {
        if (p.shape.kind === "plane") continue;
        const motion = about.bodies[p.shape.body].motion;
        if (some && motion !== "free" && (p.radius > usual || (box && motion === "static"))) continue; // grounds and walls do not set the view
        at.copy(p.batch!.geometry.boundingSphere!.center).applyMatrix4(p.world);
        if (first > 0 && at.length() > 1e4) continue;
        [at.x, at.y, at.z].forEach((v, c) => { lo[c] = Math.min(lo[c], v - p.radius); hi[c] = Math.max(hi[c], v + p.radius); });
      }
    });
    const plane = box ? null : this.scene.plane();
    if (!(lo[0] <= hi[0])) return { middle: new Vector3(0, 0, 0.5), radius: 2, distance: 5, plane };
    for (const g of this.grounds) { // the ground below, where it is not far
      const half = lo.map((v, c) => 0.5 * (hi[c] - v)), middle = new Vector3(lo[0] + half[0], lo[1] + half[1], lo[2] + half[2]), n = new Vector3(0, 0, 1).applyQuaternion(g.mesh.quaternion);
      const above = middle.clone().sub(g.mesh.position).dot(n);
      if (n.z < 0.7 || above < 0 || above > 14 * Math.hypot(...half)) continue;
      middle.addScaledVector(n, -above).toArray().forEach((v, c) => { lo[c] = Math.min(lo[c], v); hi[c] = Math.max(hi[c], v); });
    }
    const low = new Vector3(...lo as [number, number, number]), high = new Vector3(...hi as [number, number, number]), radius = Math.max(0.5 * low.distanceTo(high), 1e-3);
    return { middle: low.add(high).multiplyScalar(0.5), radius, distance: (box && box.crowd ? 1.9 : 2.9) * radius, plane };
  }

  /// The radius of a usual body: marks and arrows are measured by it.
  usual(): number {
    const radii = this.parts.filter((p) => p.moves).map((p) => p.radius).sort((a, b) => a - b);
    return radii.length > 0 ? radii[Math.floor(radii.length / 2)] : 0;
  }

  dispose(): void {
    this.stage.scene.remove(this.group);
    for (const b of this.batches.values()) { b.geometry.dispose(); b.mesh?.dispose(); }
    for (const e of this.edges) e.geometry.dispose();
    for (const m of this.materials) { (m as MeshStandardMaterial).map?.dispose(); m.dispose(); }
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
