// Discs and arrows that face whoever looks, as one list of triangles: thousands of them are one call, where instances would be thousands to a renderer without a graphics card.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh, MeshBasicMaterial, Vector3, type Color, type Group } from "three";

export class Ribbons {
  private readonly mesh: Mesh;
  private positions = new Float32Array(9 * 256);
  private colours = new Float32Array(9 * 256);
  private at = 0; // of the next number
  private readonly eye = new Vector3();
  private readonly side = new Vector3();
  private readonly up = new Vector3();

  constructor(private readonly group: Group, material: MeshBasicMaterial, order: number) {
    material.vertexColors = true;
    material.side = 2;
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = order;
    this.mesh.raycast = () => {};
    this.attach();
    group.add(this.mesh);
  }
  private attach(): void {
    const g = this.mesh.geometry;
    for (const [name, array] of [["position", this.positions], ["color", this.colours]] as const) {
      const made = new BufferAttribute(array, 3);
      made.usage = DynamicDrawUsage;
      g.setAttribute(name, made);
    }
  }

  /// `eye`: where the camera is.
  begin(eye: Vector3): void { this.at = 0; this.eye.copy(eye); }
  private triangle(a: Vector3, b: Vector3, c: Vector3, colour: Color): void {
    if (this.at + 9 > this.positions.length) {
      const p = new Float32Array(2 * this.positions.length), q = new Float32Array(p.length);
      p.set(this.positions);
      q.set(this.colours);
      this.positions = p;
      this.colours = q;
      this.mesh.geometry.dispose();
      this.mesh.geometry = new BufferGeometry();
      this.attach();
    }
    for (const v of [a, b, c]) {
      this.positions[this.at] = v.x; this.positions[this.at + 1] = v.y; this.positions[this.at + 2] = v.z;
      this.colours[this.at] = colour.r; this.colours[this.at + 1] = colour.g; this.colours[this.at + 2] = colour.b;
      this.at += 3;
    }
  }

  private readonly p = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
  /// A disc as a ball of that radius would look.
  disc(at: Vector3, radius: number, corners: number, colour: Color): void {
    const [middle, a, b] = this.p, { side, up, eye } = this;
    up.copy(eye).sub(at).normalize();
    middle.copy(at).addScaledVector(up, radius);
    side.set(-up.y, up.x, 0);
    if (side.lengthSq() < 1e-6) side.set(1, 0, 0);
    side.normalize();
    up.cross(side);
    for (let k = 0; k <= corners; k++) {
      const angle = 2 * Math.PI * k / corners;
      b.copy(middle).addScaledVector(side, radius * Math.cos(angle)).addScaledVector(up, radius * Math.sin(angle));
      if (k > 0) this.triangle(middle, a, b, colour);
      a.copy(b);
    }
  }
  /// An arrow of that width from `at`, with its head, or two of them.
  arrow(at: Vector3, along: Vector3, width: number, head: number, heads: number, colour: Color): void {
    const [a, b, c, d] = this.p, { side, up, eye } = this, length = along.length(), shaft = Math.max(length - head, 0) / length;
    side.copy(along).cross(up.copy(eye).sub(at));
    if (side.lengthSq() < 1e-12 * along.lengthSq() * up.lengthSq()) side.set(1, 0, 0);
    side.normalize();
    a.copy(at).addScaledVector(side, 0.5 * width);
    b.copy(at).addScaledVector(side, -0.5 * width);
    c.copy(a).addScaledVector(along, shaft);
    d.copy(b).addScaledVector(along, shaft);
    this.triangle(a, b, c, colour);
    this.triangle(b, d, c, colour);
    for (let k = 0; k < heads; k++) {
      const from = Math.max(shaft - k * head / length, 0);
      a.copy(at).addScaledVector(along, from).addScaledVector(side, 1.3 * width);
      b.copy(at).addScaledVector(along, from).addScaledVector(side, -1.3 * width);
      c.copy(at).addScaledVector(along, Math.min(from + head / length, 1));
      this.triangle(a, b, c, colour);
    }
  }
  end(): void {
    const g = this.mesh.geometry;
    g.setDrawRange(0, this.at / 3);
    this.mesh.visible = this.at > 0;
    for (const name of ["position", "color"]) {
      const a = g.getAttribute(name) as BufferAttribute;
      a.clearUpdateRanges();
      a.addUpdateRange(0, this.at);
      a.needsUpdate = this.at > 0;
    }
  }
  dispose(): void { this.group.remove(this.mesh); this.mesh.geometry.dispose(); (this.mesh.material as MeshBasicMaterial).dispose(); }
}
