// Meshes that are only looked at, with their materials and textures.

import { BufferAttribute, BufferGeometry, Color, DataTexture, LinearFilter, LinearMipmapLinearFilter, Matrix4, Mesh, MeshLambertMaterial, MeshStandardMaterial, Quaternion, RepeatWrapping, RGBAFormat, SRGBColorSpace, Vector3, type Group, type Texture as Image } from "three";
import type { Scene, Surface, Texture } from "./data";

interface Look { body: number; group: number; mesh: Mesh; local: Matrix4; fine: MeshStandardMaterial; plain: MeshLambertMaterial }

export class Visuals {
  private readonly looks: Look[] = [];
  private readonly geometries: BufferGeometry[] = [];
  private readonly images: (Image | null)[];

  constructor(private readonly scene: Scene, group: Group) {
    const { about } = scene, list = about.visuals ?? [];
    this.images = (about.textures ?? []).map((t) => this.image(t));
    const surfaces = new Map<number, BufferGeometry>();
    for (const v of list) {
      let geometry = surfaces.get(v.surface);
      if (!geometry) { surfaces.set(v.surface, geometry = this.geometry(about.surfaces![v.surface])); this.geometries.push(geometry); }
      const fine = this.material(v.material, v.color), plain = new MeshLambertMaterial({ color: fine.color, map: fine.map, emissive: fine.emissive, emissiveIntensity: fine.emissiveIntensity, side: 2, transparent: fine.transparent, opacity: fine.opacity });
      const mesh = new Mesh(geometry, fine), p = v.position, q = v.orientation, moves = about.bodies[v.body].motion === "free";
      mesh.matrixAutoUpdate = false;
      mesh.frustumCulled = false;
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.userData.part = { shape: { body: v.body }, moves };
      group.add(mesh);
      this.looks.push({ body: v.body, group: v.group, mesh, fine, plain, local: new Matrix4().compose(new Vector3(p[0], p[1], p[2]), new Quaternion(q[1], q[2], q[3], q[0]), new Vector3(1, 1, 1)) });
    }
  }

  private geometry(s: Surface): BufferGeometry {
    const a = this.scene.arrays, n = s.points[1], points = new Float32Array(n), g = new BufferGeometry();
    for (let k = 0; k < n; k++) points[k] = s.box[k % 3] + a.surfacePoints[s.points[0] + k] / 65535 * s.box[3 + k % 3];
    g.setAttribute("position", new BufferAttribute(points, 3));
    g.setIndex(new BufferAttribute(new Uint32Array(a.surfaceTriangles.subarray(s.triangles[0], s.triangles[0] + s.triangles[1])), 1));
    if (s.maps && s.mapBox) {
      const uv = new Float32Array(s.maps[1]);
      for (let k = 0; k < uv.length; k++) uv[k] = s.mapBox[k % 2] + a.surfaceMaps[s.maps[0] + k] / 65535 * s.mapBox[2 + k % 2];
      g.setAttribute("uv", new BufferAttribute(uv, 2));
    }
    g.computeVertexNormals();
    return g;
  }

  /// Images as they are; checkers and gradients made of their two colours.
  private image(t: Texture): Image | null {
    const w = t.kind === "image" ? t.width : t.kind === "checker" ? 2 : t.kind === "gradient" ? 1 : 0, h = t.kind === "image" ? t.height : t.kind === "checker" ? 2 : 64;
    if (w === 0 || h === 0) return null;
    const bytes = new Uint8Array(4 * w * h), a = this.scene.arrays.pixels;
    for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) {
      const at = 4 * ((h - 1 - y) * w + x), part = t.kind === "checker" ? (x + y) % 2 : y / (h - 1);
      for (let c = 0; c < 3; c++) bytes[at + c] = t.kind === "image" ? a[t.pixels[0] + 3 * (y * w + x) + c] : 255 * (t.color[c] * (1 - part) + t.second[c] * part);
      bytes[at + 3] = 255;
    }
    const made = new DataTexture(bytes, w, h, RGBAFormat);
    made.colorSpace = SRGBColorSpace;
    made.wrapS = made.wrapT = RepeatWrapping;
    if (t.kind === "image") { made.magFilter = LinearFilter; made.minFilter = LinearMipmapLinearFilter; made.generateMipmaps = true; }
    made.needsUpdate = true;
    return made;
  }

  private material(index: number, own: number[]): MeshStandardMaterial {
    const m = index >= 0 ? this.scene.about.materials![index] : null, c = m ? m.color : own;
    const made = new MeshStandardMaterial({ color: new Color().setRGB(c[0], c[1], c[2], "srgb"), roughness: m?.roughness ?? (m ? 1 - 0.7 * m.shininess : 0.6), metalness: m?.metallic ?? 0, side: 2, transparent: c[3] < 1, opacity: c[3] });
    if (m && m.emission > 0) { made.emissive.copy(made.color); made.emissiveIntensity = m.emission; }
    made.map = this.map(index);
    made.userData.alpha = c[3];
    return made;
  }

  /// The texture of a material, on an object of that size; null: it has none.
  map(index: number | undefined, size: [number, number] = [1, 1]): Image | null {
    const m = index !== undefined && index >= 0 ? this.scene.about.materials?.[index] : undefined, image = m?.texture !== undefined ? this.images[m.texture] : null;
    if (!m || !image) return null;
    const map = image.clone();
    map.repeat.set((m.repeat?.[0] ?? 1) * (m.uniform ? size[0] : 1), (m.repeat?.[1] ?? 1) * (m.uniform ? size[1] : 1));
    map.needsUpdate = true;
    return map;
  }

  place(frame: (body: number) => Matrix4, visible: boolean): void {
    let body = -1, at: Matrix4 | null = null;
    for (const l of this.looks) {
      l.mesh.visible = visible && l.group <= 2;
      if (!l.mesh.visible) continue;
      if (l.body !== body) at = frame(body = l.body);
      l.mesh.matrix.multiplyMatrices(at!, l.local);
      l.mesh.matrixWorldNeedsUpdate = true;
    }
  }
  glass(on: boolean): void {
    for (const l of this.looks) {
      const own = l.fine.userData.alpha as number;
      for (const m of [l.fine, l.plain]) { m.transparent = on || own < 1; m.opacity = on ? 0.28 : own; m.depthWrite = !on; m.needsUpdate = true; }
      l.mesh.castShadow = !on;
    }
  }
  plain(on: boolean): void { for (const l of this.looks) l.mesh.material = on ? l.plain : l.fine; }
  dispose(): void {
    for (const g of this.geometries) g.dispose();
    for (const l of this.looks) { l.fine.map?.dispose(); l.fine.dispose(); l.plain.dispose(); }
    for (const i of this.images) i?.dispose();
  }
}
