// Many things that move as one list of triangles or lines. A renderer without a graphics card makes a call of its own for each instance of an InstancedMesh: 1,000 boxes cost it 45 ms a picture, and 7 ms as one
// list. The vertices of a piece are computed by its matrix here, and only where that has changed: what rests costs a comparison.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, InstancedMesh, LineSegments, Matrix4, Mesh, Sphere, Vector3, type Color, type Material } from "three";

/// So many pieces, each with a place and a colour.
export interface Pieces {
  readonly object: Mesh | LineSegments;
  place(piece: number, matrix: Matrix4): void;
  paint(piece: number, colour: Color): void;
  /// All that was placed and painted is there in the next picture.
  end(): void;
  /// The piece that a ray has met.
  hit(found: { instanceId?: number; faceIndex?: number | null }): number;
  dispose(): void;
}

const MOST = 120000; // vertices of one list; more are left to instances, which a graphics card is good at

/// Copies of one geometry.
export function copies(geometry: BufferGeometry, material: Material, count: number): Pieces {
  return geometry.getAttribute("position").count * count > MOST ? new Instances(geometry, material, count) : new Merged(new Array(count).fill(geometry), material);
}

export class Merged implements Pieces {
  readonly object: Mesh | LineSegments;
  private readonly begin: number[] = []; // first vertex of each piece, and their end
  private readonly faces: number[] = []; // first triangle of each piece
  private readonly placed: Float32Array; // the matrices as they are drawn
  private readonly position: BufferAttribute;
  private readonly normal: BufferAttribute | null;
  private readonly colour: BufferAttribute;
  private readonly turned = new Matrix4();

  constructor(private readonly shapes: BufferGeometry[], material: Material, lines = false) {
    const merged = new BufferGeometry(), dynamic = (floats: number) => { const a = new BufferAttribute(new Float32Array(floats), 3); a.usage = DynamicDrawUsage; return a; };
    let vertices = 0, corners = 0;
    for (const s of shapes) { this.begin.push(vertices); vertices += s.getAttribute("position").count; }
    this.begin.push(vertices);
    const index = new Uint32Array(shapes.reduce((n, s) => n + (s.index ? s.index.count : s.getAttribute("position").count), 0)), mapped = shapes.every((s) => s.hasAttribute("uv"));
    shapes.forEach((s, k) => {
      this.faces.push(corners / 3);
      const own = s.index, n = own ? own.count : s.getAttribute("position").count;
      for (let j = 0; j < n; j++) index[corners++] = this.begin[k] + (own ? own.getX(j) : j);
    });
    merged.setIndex(new BufferAttribute(index, 1));
    merged.setAttribute("position", this.position = dynamic(3 * vertices));
    merged.setAttribute("color", this.colour = dynamic(3 * vertices));
    this.normal = lines ? null : dynamic(3 * vertices);
    if (this.normal) merged.setAttribute("normal", this.normal);
    if (mapped && !lines) merged.setAttribute("uv", new BufferAttribute(joined(shapes, "uv", 2 * vertices), 2));
    merged.boundingSphere = new Sphere(new Vector3(), Infinity); // it changes all the time
    this.placed = new Float32Array(16 * shapes.length).fill(NaN);
    material.vertexColors = true;
    this.object = lines ? new LineSegments(merged, material) : new Mesh(merged, material);
    this.object.frustumCulled = false;
    this.object.matrixAutoUpdate = false;
  }

  place(piece: number, matrix: Matrix4): void {
    const e = matrix.elements, { placed } = this, at = 16 * piece;
    let same = true;
    for (let k = 0; k < 16; k++) if (placed[at + k] !== Math.fround(e[k])) { same = false; placed[at + k] = e[k]; }
    if (same) return;
    const shape = this.shapes[piece], from = shape.getAttribute("position").array, p = this.position.array, begin = 3 * this.begin[piece], count = 3 * (this.begin[piece + 1] - this.begin[piece]);
    for (let k = 0; k < count; k += 3) {
      const x = from[k], y = from[k + 1], z = from[k + 2];
      p[begin + k] = e[0] * x + e[4] * y + e[8] * z + e[12];
      p[begin + k + 1] = e[1] * x + e[5] * y + e[9] * z + e[13];
      p[begin + k + 2] = e[2] * x + e[6] * y + e[10] * z + e[14];
    }
    this.position.needsUpdate = true;
    if (this.normal) this.turn(shape.getAttribute("normal").array, matrix, begin, count);
  }

  /// Normals go by the inverse transpose; the shader makes them unit vectors.
  private turn(from: ArrayLike<number>, matrix: Matrix4, begin: number, count: number): void {
    const m = this.turned.copy(matrix), n = this.normal!.array;
    if (Math.abs(m.determinant()) < 1e-30) return; // it is hidden
    const e = m.invert().elements, unit = Math.cbrt(Math.abs(m.determinant())); // of usual length, whatever the unit of the scene
    for (let k = 0; k < count; k += 3) {
      const x = from[k] / unit, y = from[k + 1] / unit, z = from[k + 2] / unit;
      n[begin + k] = e[0] * x + e[1] * y + e[2] * z;
      n[begin + k + 1] = e[4] * x + e[5] * y + e[6] * z;
      n[begin + k + 2] = e[8] * x + e[9] * y + e[10] * z;
    }
    this.normal!.needsUpdate = true;
  }

  paint(piece: number, colour: Color): void {
    const own = this.shapes[piece].getAttribute("color"), c = this.colour.array, first = this.begin[piece];
    for (let k = first; k < this.begin[piece + 1]; k++) {
      c[3 * k] = colour.r * (own ? own.getX(k - first) : 1);
      c[3 * k + 1] = colour.g * (own ? own.getY(k - first) : 1);
      c[3 * k + 2] = colour.b * (own ? own.getZ(k - first) : 1);
    }
    this.colour.needsUpdate = true;
  }
  end(): void {}
  hit(found: { faceIndex?: number | null }): number {
    const face = found.faceIndex ?? 0;
    let a = 0, b = this.faces.length - 1;
    while (a < b) { const m = (a + b + 1) >> 1; if (this.faces[m] <= face) a = m; else b = m - 1; }
    return a;
  }
  dispose(): void { this.object.geometry.dispose(); }
}

class Instances implements Pieces {
  readonly object: InstancedMesh;
  constructor(geometry: BufferGeometry, material: Material, count: number) {
    (material as Material & { vertexColors: boolean }).vertexColors = geometry.hasAttribute("color");
    this.object = new InstancedMesh(geometry, material, count);
    this.object.frustumCulled = false;
  }
  place(piece: number, matrix: Matrix4): void { this.object.setMatrixAt(piece, matrix); }
  paint(piece: number, colour: Color): void { this.object.setColorAt(piece, colour); this.object.instanceColor!.needsUpdate = true; }
  end(): void { this.object.instanceMatrix.needsUpdate = true; this.object.boundingSphere = null; }
  hit(found: { instanceId?: number }): number { return found.instanceId ?? 0; }
  dispose(): void { this.object.dispose(); }
}

function joined(shapes: BufferGeometry[], name: string, size: number): Float32Array {
  const all = new Float32Array(size);
  let at = 0;
  for (const s of shapes) { const own = s.getAttribute(name).array; all.set(own as Float32Array, at); at += own.length; }
  return all;
}
