// Marks that face whoever looks: discs as points, and arrows as one list of triangles. Thousands of either are one call, and few triangles: a renderer without a graphics card takes about a microsecond for each.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh, MeshBasicMaterial, Points, ShaderMaterial, Vector2, type Color, type Group, type Vector3 } from "three";

/// Arrays of a geometry that are filled anew for each picture, three numbers a vertex.
class Filling {
  geometry = new BufferGeometry();
  positions = new Float32Array(3 * 768);
  colours = new Float32Array(3 * 768);
  at = 0; // of the next number
  constructor() { this.attach(); }
  private attach(): void {
    for (const [name, array] of [["position", this.positions], ["color", this.colours]] as const) {
      const made = new BufferAttribute(array, 3);
      made.usage = DynamicDrawUsage;
      this.geometry.setAttribute(name, made);
    }
  }
  room(numbers: number): void {
    if (this.at + numbers <= this.positions.length) return;
    const p = new Float32Array(2 * this.positions.length + numbers), q = new Float32Array(p.length);
    p.set(this.positions);
    q.set(this.colours);
    this.positions = p;
    this.colours = q;
    this.geometry.dispose();
    this.geometry = new BufferGeometry();
    this.attach();
  }
  put(x: number, y: number, z: number, c: Color): void {
    const { positions: p, colours: q, at } = this;
    p[at] = x; p[at + 1] = y; p[at + 2] = z;
    q[at] = c.r; q[at + 1] = c.g; q[at + 2] = c.b;
    this.at += 3;
  }
  end(object: Mesh | Points): void {
    object.geometry = this.geometry;
    object.visible = this.at > 0;
    this.geometry.setDrawRange(0, this.at / 3);
    for (const name of ["position", "color"]) {
      const a = this.geometry.getAttribute(name) as BufferAttribute;
      a.clearUpdateRanges();
      a.addUpdateRange(0, this.at);
      a.needsUpdate = this.at > 0;
    }
  }
}

function prepare(object: Mesh | Points, group: Group, order: number): void {
  object.frustumCulled = false;
  object.renderOrder = order;
  object.raycast = () => {};
  group.add(object);
}

/// Discs, as balls of one radius would look.
export class Spots {
  private readonly filling = new Filling();
  private readonly points: Points;
  private readonly uniforms = { radius: { value: 1 }, height: { value: 1 }, rim: { value: 0 } }; // rim: pixels of white about each, so that it is seen upon its own colour
  private readonly size = new Vector2();

  constructor(private readonly group: Group, inFront: boolean, order: number) {
    this.uniforms.rim.value = inFront ? 1.2 : 0;
    const material = new ShaderMaterial({
      uniforms: this.uniforms, vertexColors: true, transparent: true, depthTest: !inFront, depthWrite: false, toneMapped: false,
      vertexShader: `uniform float radius, height; varying vec3 tint; varying float wide;
        void main() {
          vec4 p = modelViewMatrix * vec4(position, 1.0);
          p.xyz *= 1.0 - radius / max(length(p.xyz), radius); // the side of the ball that is nearest
          gl_Position = projectionMatrix * p;
          gl_PointSize = wide = max(height * radius * projectionMatrix[1][1] / gl_Position.w, 1.5);
          tint = color;
        }`,
      fragmentShader: `varying vec3 tint; varying float wide; uniform float rim;
        void main() {
          float inside = 0.5 * wide * (1.0 - length(2.0 * gl_PointCoord - 1.0)) + 0.5; // pixels
          if (inside <= 0.0) discard;
          gl_FragColor = vec4(mix(vec3(1), tint, clamp(inside - rim, 0.0, 1.0)), min(inside, 1.0));
          #include <colorspace_fragment>
        }`,
    });
    this.points = new Points(this.filling.geometry, material);
    this.points.onBeforeRender = (renderer) => { this.uniforms.height.value = renderer.getDrawingBufferSize(this.size).y; };
    prepare(this.points, group, order);
  }
  begin(count: number, radius: number): void { this.filling.at = 0; this.filling.room(3 * count); this.uniforms.radius.value = radius; }
  put(x: number, y: number, z: number, colour: Color): void { this.filling.put(x, y, z, colour); }
  end(): void { this.filling.end(this.points); }
  dispose(): void { this.group.remove(this.points); this.filling.geometry.dispose(); (this.points.material as ShaderMaterial).dispose(); }
}

/// Flat arrows.
export class Arrows {
  private readonly filling = new Filling();
  private readonly mesh: Mesh;
  private eye: Vector3 | null = null;

  constructor(private readonly group: Group, order: number) {
    this.mesh = new Mesh(this.filling.geometry, new MeshBasicMaterial({ toneMapped: false, depthTest: false, depthWrite: false, transparent: true, opacity: 0.95, vertexColors: true, side: 2 }));
    prepare(this.mesh, group, order);
  }

  /// `eye`: where the camera is.
  begin(eye: Vector3): void { this.filling.at = 0; this.eye = eye; }

  /// From x, y, z along a, b, c, with that many heads; none: a needle, which is one triangle.
  arrow(x: number, y: number, z: number, a: number, b: number, c: number, width: number, head: number, heads: number, colour: Color): void {
    const f = this.filling, e = this.eye!, length = Math.sqrt(a * a + b * b + c * c), ex = e.x - x, ey = e.y - y, ez = e.z - z;
    let sx = b * ez - c * ey, sy = c * ex - a * ez, sz = a * ey - b * ex;
    const l = Math.sqrt(sx * sx + sy * sy + sz * sz), w = 0.5 * width;
    if (l > 0) { sx *= w / l; sy *= w / l; sz *= w / l; } else { sx = w; sy = sz = 0; }
    f.room(9 * (2 + heads));
    if (heads === 0) {
      f.put(x + 1.6 * sx, y + 1.6 * sy, z + 1.6 * sz, colour); f.put(x - 1.6 * sx, y - 1.6 * sy, z - 1.6 * sz, colour); f.put(x + a, y + b, z + c, colour);
      return;
    }
    const shaft = Math.max(length - head, 0) / length, tx = x + shaft * a, ty = y + shaft * b, tz = z + shaft * c;
    f.put(x + sx, y + sy, z + sz, colour); f.put(x - sx, y - sy, z - sz, colour); f.put(tx + sx, ty + sy, tz + sz, colour);
    f.put(x - sx, y - sy, z - sz, colour); f.put(tx - sx, ty - sy, tz - sz, colour); f.put(tx + sx, ty + sy, tz + sz, colour);
    for (let k = 0; k < heads; k++) {
      const from = Math.max(shaft - k * head / length, 0), to = Math.min(from + head / length, 1), fx = x + from * a, fy = y + from * b, fz = z + from * c;
      f.put(fx + 2.6 * sx, fy + 2.6 * sy, fz + 2.6 * sz, colour); f.put(fx - 2.6 * sx, fy - 2.6 * sy, fz - 2.6 * sz, colour); f.put(x + to * a, y + to * b, z + to * c, colour);
    }
  }
  end(): void { this.filling.end(this.mesh); }
  dispose(): void { this.group.remove(this.mesh); this.filling.geometry.dispose(); (this.mesh.material as MeshBasicMaterial).dispose(); }
}
