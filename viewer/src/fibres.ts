// Fibres as ribbons that face the eye and are shaded as round threads: 20,000 strands of 48 points each are one call.
//
// Each frame the vertices of the fibres are refined along the fibre (Catmull–Rom) and put into a texture, one row of texels for each fibre. The vertex shader takes a strand's points from there, and what else
// it is from a second texture. Followers are made there, too: src/record/export/followers.h has the formula, and the hash is the same. An instance is a bundle of strands, since a renderer without a graphics
// card makes a call of its own for each instance.
//
// Light on hair: a diffuse part that depends on the angle to the fibre (Kajiya and Kay 1989); a white highlight that scales of the surface shift towards the root and a coloured one that is shifted the other
// way and broken into glints (the R and TRT lobes of Marschner et al. 2003, each as a power of the sine to the half vector); light that comes through from behind (TT). How much sun reaches a
// point falls off with the thickness of what is in front of it, exp(-d / λ), with d from the shadow map: hair is no wall.

import { Color, DataTexture, FloatType, GLSL3, BufferAttribute, InstancedBufferGeometry, Matrix4, Mesh, NearestFilter, RGBAFormat, RawShaderMaterial, Vector3, type DirectionalLight, type Ray } from "three";
import { splineWeights, type Moment, type Scene } from "./data";
import type { Stage, Theme } from "./stage";

const NEAR = 6; // neighbours that followers lean to
const BUNDLE = 64; // strands of an instance
const PER_ROW = 512; // strands of a row of the second texture, three texels each

/// The shapes of strands, for the picture and for the shadow map. `thin` is half of the least width, as a part of the distance.
const STRAND = `
  precision highp float; precision highp int; precision highp sampler2D;
  uniform highp sampler2D strands, kinds; uniform float samples, perRow, strandCount; uniform vec3 crown;
  vec3 who; vec4 mixing, look; float lot;
  /// Which strand this vertex is of; false: of none.
  bool strand() {
    int s = gl_InstanceID * ${BUNDLE} + gl_VertexID / (2 * int(samples));
    if (s >= int(strandCount)) { gl_Position = vec4(0.0, 0.0, 2.0, 1.0); return false; }
    ivec2 t = ivec2(3 * (s % ${PER_ROW}), s / ${PER_ROW});
    vec4 a = texelFetch(kinds, t, 0);
    mixing = texelFetch(kinds, t + ivec2(1, 0), 0);
    look = texelFetch(kinds, t + ivec2(2, 0), 0);
    who = a.xyz; lot = a.w;
    return true;
  }
  vec3 at(float strand, int j) {
    int s = int(strand), n = int(perRow);
    return texelFetch(strands, ivec2((s % n) * int(samples) + j, s / n), 0).xyz;
  }
  vec3 lean(vec3 g, float other, int j, float limit) {
    vec3 e = at(other, j) - g;
    float l = length(e);
    return l > limit ? e * (limit / l) : e;
  }
  vec3 strandPoint(int j) {
    vec3 g = at(who.x, j);
    if (mixing.x + mixing.y == 0.0) return g;
    vec3 e1 = lean(g, who.y, j, mixing.z), e2 = lean(g, who.z, j, mixing.w), d = e1 - e2;
    vec3 out_ = g + mixing.x * e1 + mixing.y * e2 - crown;
    float w0 = 1.0 - mixing.x - mixing.y, s = w0 * mixing.x * dot(e1, e1) + w0 * mixing.y * dot(e2, e2) + mixing.x * mixing.y * dot(d, d);
    return crown + out_ * sqrt(1.0 + s / max(dot(out_, out_), 1e-20));
  }
`;

const VERTEX = `  ${STRAND}
  uniform mat4 projectionMatrix, viewMatrix, sun; uniform vec3 cameraPosition; uniform float thin;
  out vec3 world, along, across; out vec3 tint; out vec4 shade; out vec2 spot; flat out vec2 chance;
#ifdef SIMPLE // while pictures come slowly: light is computed here, and a thread's round side is a parabola
  uniform vec3 sunward, skyLight, groundLight, sunLight; uniform float crowd;
  out vec3 glow; flat out float rounding;
  vec3 light(float hair, vec3 toEye, float u) {
    vec3 facing = normalize(cross(across, along));
    if (dot(facing, toEye) < 0.0) facing = -facing;
    vec3 big = normalize(mix(facing, normalize(world - crown + 1e-6), 0.75 * hair * crowd)), h = normalize(sunward + normalize(toEye));
    float sinLight = sqrt(max(1.0 - pow(dot(along, sunward), 2.0), 0.0)), c = dot(along, h), gleam = hair * 0.25 * pow(max(1.0 - c * c, 0.0), 4.0);
    float wrap = mix(max(dot(facing, sunward), 0.0), sinLight * clamp(0.45 + 0.55 * dot(big, sunward), 0.0, 1.0), hair);
    return tint * mix(1.0, (0.72 + 0.56 * lot) * mix(0.62, 1.18, smoothstep(0.0, 0.9, u)), hair) * (mix(groundLight, skyLight, 0.5 + 0.5 * big.z) + (1.35 * wrap + 0.2 * hair + gleam) * sunLight);
  }
#endif
  void main() {
    if (!strand()) return;
    int j = (gl_VertexID % (2 * int(samples))) >> 1, last = int(samples) - 1;
    float side = float(gl_VertexID & 1) * 2.0 - 1.0, u = float(j) / float(last);
    vec3 p = strandPoint(j), t = strandPoint(min(j + 1, last)) - strandPoint(max(j - 1, 0));
    along = length(t) > 0.0 ? normalize(t) : vec3(0, 0, 1);
    vec3 toEye = cameraPosition - p, s = cross(along, toEye);
    across = length(s) > 1e-9 ? normalize(s) : vec3(1, 0, 0);
    float least = thin * length(toEye), radius = look.x;
    // A thread of a few pixels is hair; one that is much wider is a rope with a round side.
    float hair = 1.0 - smoothstep(2.0, 8.0, radius / least);
    // Followers end at lengths of their own, and all get thinner before.
    float end = mixing.x + mixing.y > 0.0 ? 1.0 - 0.16 * lot : 1.0;
    radius = max(radius, least) * mix(1.0, u > end ? 0.0 : mix(1.0, 0.4, smoothstep(0.6 * end, end, u)), hair);
    world = p + across * side * radius;
    tint = pow(look.yzw, vec3(2.2)); spot = vec2(side, u); chance = vec2(lot, hair);
    shade = sun * vec4(p, 1);
#ifdef SIMPLE
    glow = light(hair, toEye, u);
    rounding = 0.6 * (1.0 - hair);
#endif
    // A ribbon is wider than the hair, and would cut into what the hair lies on: it is drawn that much nearer.
    gl_Position = projectionMatrix * viewMatrix * vec4(world + 2.0 * hair * max(least, look.x) * normalize(toEye), 1);
  }`;

const FRAGMENT = `  precision highp float; precision highp sampler2D;
  in vec3 world, along, across; in vec3 tint; in vec4 shade; in vec2 spot; flat in vec2 chance;
  uniform vec3 cameraPosition, sunward, skyLight, groundLight, sunLight, crown; uniform float depthReach, soften, shadowSoft, crowd;
  uniform highp sampler2D depthMap;
  out vec4 pixel;
  /// The part of the sun that comes through what is in front.
  float through(vec4 p) {
    vec3 s = p.xyz / p.w;
    if (shadowSoft <= 0.0 || any(lessThan(s, vec3(0.0))) || any(greaterThan(s, vec3(1.0)))) return 1.0;
    float sum = 0.0, turn = 6.2832 * fract(chance.x * 7.13 + spot.y * 3.7);
    for (int k = 0; k < 8; k++) {
      float a = turn + 2.39996 * float(k), r = sqrt((float(k) + 0.5) / 8.0) * 5.0 * shadowSoft;
      float d = (s.z - texture(depthMap, s.xy + r * vec2(cos(a), sin(a))).r) * depthReach;
      sum += exp(-max(d - 0.12 * soften, 0.0) / soften);
    }
    return sum / 8.0;
  }
  float lobe(vec3 t, vec3 h, float power) {
    float c = dot(t, h);
    return smoothstep(-1.0, 0.0, c) * pow(max(1.0 - c * c, 0.0), 0.5 * power);
  }
  float noise(float x) { return fract(sin(x * 127.1) * 43758.5453); }
  void main() {
    float v = clamp(spot.x, -1.0, 1.0), hair = chance.y;
    vec3 t = normalize(along), toEye = normalize(cameraPosition - world), s = normalize(across);
    vec3 facing = normalize(cross(s, t));
    if (dot(facing, toEye) < 0.0) facing = -facing;
    vec3 round_ = normalize(v * s + sqrt(max(1.0 - v * v, 0.0)) * facing), n = mix(round_, facing, hair);
    vec3 out_ = normalize(world - crown + 1e-6);
    vec3 big = normalize(mix(n, out_, 0.75 * hair * crowd)); // where the whole head of hair faces
    vec3 base = tint;
    base *= mix(1.0, (0.72 + 0.56 * chance.x) * mix(0.62, 1.18, smoothstep(0.0, 0.9, spot.y)), hair);
    float open = through(shade), sinLight = sqrt(max(1.0 - pow(dot(t, sunward), 2.0), 0.0));
    float wrap = mix(max(dot(n, sunward), 0.0), sinLight * clamp(0.45 + 0.55 * dot(big, sunward), 0.0, 1.0), hair);
    float shift = 0.10 * (noise(chance.x + 0.37) - 0.5);
    vec3 h = normalize(sunward + toEye);
    float r = lobe(normalize(t - (0.09 + shift) * n), h, 160.0), trt = lobe(normalize(t + (0.13 + shift) * n), h, 40.0);
    float glint = 0.35 + 1.3 * noise(floor(spot.y * 40.0) * 0.173 + chance.x);
    float tt = pow(max(dot(-sunward, toEye), 0.0), 5.0) * sinLight;
    vec3 ambient = mix(groundLight, skyLight, 0.5 + 0.5 * big.z) * mix(1.0, 0.45 + 0.55 * open, crowd * hair);
    float lit = clamp(dot(big, sunward) * 1.2 + 0.55, 0.0, 1.0);
    vec3 shine = mix(vec3(0.22) * pow(max(dot(n, h), 0.0), 24.0) + 0.05 * pow(1.0 - max(dot(n, toEye), 0.0), 3.0),
                     (0.11 * r * vec3(1.0, 0.95, 0.88) + 1.3 * pow(base, vec3(0.8)) * trt * glint) * lit + base * tt * 0.8, hair);
    vec3 sum = base * (ambient + 1.35 * sunLight * wrap * open) + sunLight * shine * open;
    // A light at the eye's side keeps the shaded half readable.
    vec3 fill = normalize(toEye + vec3(0, 0, 0.35)), hf = normalize(fill + toEye);
    sum += hair * (0.20 * base * sqrt(max(1.0 - pow(dot(t, fill), 2.0), 0.0)) + 0.16 * pow(base, vec3(0.7)) * lobe(normalize(t + shift * n), hf, 60.0) * glint);
    pixel = vec4(pow(sum, vec3(1.0 / 2.2)), 1);
  }`;

const SIMPLE = `  precision highp float;
  in vec3 glow; in vec2 spot; flat in float rounding;
  out vec4 pixel;
  void main() { pixel = vec4(sqrt(glow * (1.0 - rounding * spot.x * spot.x)), 1); }`;

const SHADOW = `  ${STRAND}
  uniform mat4 projectionMatrix, viewMatrix; uniform vec3 sunward; uniform float least;
  void main() {
    if (!strand()) return;
    int last = int(samples) - 1, j = min((gl_VertexID % (2 * int(samples))) & ~1, last); // every other sample: shadows are soft
    float side = float(gl_VertexID & 1) * 2.0 - 1.0;
    vec3 p = strandPoint(j), t = strandPoint(min(j + 1, last)) - strandPoint(max(j - 1, 0)), s = cross(t, sunward);
    gl_Position = projectionMatrix * viewMatrix * vec4(p + (length(s) > 1e-12 ? normalize(s) : vec3(1, 0, 0)) * side * max(look.x, least), 1);
  }`;

const PACK = `
  precision highp float;
  out vec4 pixel;
  void main() { pixel = vec4(1); }`; // depth is written by itself; a colour must be, too

/// Mixes the bits of two numbers, as src/record/export/followers.c does.
function hash(a: number, b: number): number {
  let h = Math.imul(a, 0x9E3779B1) ^ Math.imul(b + 0x7F4A7C15, 0x85EBCA77);
  h ^= h >>> 16;
  h = Math.imul(h, 0x7FEB352D);
  h ^= h >>> 15;
  h = Math.imul(h, 0x846CA68B);
  return (h ^ h >>> 16) >>> 0;
}
const part = (bits: number) => (bits >>> 8) / 16777216;

export class Fibres {
  readonly count: number;
  readonly crowd: boolean; // contacts of so many would hide them
  private readonly samples: number;
  private readonly perRow: number;
  private readonly texels: Float32Array<ArrayBuffer>;
  private readonly texture: DataTexture;
  private readonly mesh: Mesh;
  private readonly uniforms: Record<string, { value: any }>;
  private readonly plans = new Map<number, { from: Int32Array; weight: Float32Array }>();
  private shown = "";
  private strandCount = 0;
  private kinds: DataTexture | null = null;
  private readonly fine: RawShaderMaterial;
  private readonly simple: RawShaderMaterial;
  private readonly finely: BufferAttribute;
  private readonly coarsely: BufferAttribute; // half the corners
  private each = -1;
  private first: Float32Array | null = null;

  constructor(private readonly scene: Scene, private readonly stage: Stage) {
    const segments = scene.fibreSegments, most = segments.reduce((a, b) => Math.max(a, b), 1);
    this.count = segments.length;
    this.crowd = this.count > 50;
    this.samples = Math.min(64, Math.max(9, Math.ceil(1.6 * most) + 1));
    this.perRow = Math.max(1, Math.floor(2048 / this.samples));
    const rows = Math.ceil(this.count / this.perRow);
    this.texels = new Float32Array(4 * this.samples * this.perRow * rows);
    this.texture = new DataTexture(this.texels, this.samples * this.perRow, rows, RGBAFormat, FloatType);
    this.texture.minFilter = this.texture.magFilter = NearestFilter;
    this.uniforms = {
      strands: { value: this.texture }, kinds: { value: null }, strandCount: { value: 0 }, samples: { value: this.samples }, perRow: { value: this.perRow }, crown: { value: new Vector3() }, crowd: { value: this.crowd ? 1 : 0 },
      sun: { value: new Matrix4() }, thin: { value: 1e-3 }, least: { value: 1e-4 }, sunward: { value: stage.sunward }, skyLight: { value: new Color() }, groundLight: { value: new Color() }, sunLight: { value: new Color() },
      depthReach: { value: 1 }, soften: { value: 1 }, shadowSoft: { value: 0 }, depthMap: { value: null },
    };
    const geometry = new InstancedBufferGeometry();
    this.finely = this.ribbons(1);
    this.coarsely = this.ribbons(2);
    geometry.setIndex(this.finely);
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(6 * this.samples * BUNDLE), 3)); // three.js wants one; gl_VertexID says all
    const material = new RawShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, glslVersion: GLSL3, uniforms: this.uniforms, side: 2 });
    this.fine = material;
    this.simple = new RawShaderMaterial({ vertexShader: VERTEX, fragmentShader: SIMPLE, glslVersion: GLSL3, uniforms: this.uniforms, side: 2, defines: { SIMPLE: 1 } });
    this.mesh = new Mesh(geometry, material);
    this.mesh.customDepthMaterial = new RawShaderMaterial({ vertexShader: SHADOW, fragmentShader: PACK, glslVersion: GLSL3, uniforms: this.uniforms, side: 2 });
    this.mesh.castShadow = true;
    this.mesh.frustumCulled = false;
    this.mesh.raycast = () => {};
    stage.scene.add(this.mesh);
    this.follow(scene.about.followers || 0);
  }

  /// Triangles of a bundle, with every stride-th sample.
  private ribbons(stride: number): BufferAttribute {
    const index: number[] = [], last = this.samples - 1;
    for (let s = 0; s < BUNDLE; s++)
      for (let j = 0; j < last; j += stride) {
        const a = 2 * (s * this.samples + j), b = 2 * (s * this.samples + Math.min(j + stride, last));
        index.push(a, a + 1, b, a + 1, b + 1, b);
      }
    return new BufferAttribute(new Uint32Array(index), 1);
  }
  /// Fewer corners and less light, while pictures come slowly.
  coarse(on: boolean): void { this.mesh.geometry.setIndex(on ? this.coarsely : this.finely); this.mesh.material = on ? this.simple : this.fine; }

  strands(): number { return this.strandCount; }
  followers(): number { return this.each; }

  /// Four vertices and weights for each sample of a fibre with n segments.
  private plan(n: number): { from: Int32Array; weight: Float32Array } {
    let p = this.plans.get(n);
    if (p) return p;
    p = { from: new Int32Array(4 * this.samples), weight: new Float32Array(4 * this.samples) };
    for (let j = 0; j < this.samples; j++) {
      const place = j / (this.samples - 1) * n, i = Math.min(Math.floor(place), n - 1), w = splineWeights(place - i);
      for (let c = 0; c < 4; c++) { p.from[4 * j + c] = 3 * Math.min(n, Math.max(0, i + c - 1)); p.weight[4 * j + c] = w[c]; }
    }
    this.plans.set(n, p);
    return p;
  }

  place(moment: Moment): void {
    if (moment.key === this.shown) return;
    this.shown = moment.key;
    const now = moment.vertices(), { fibreSegments: segments, fibreBegin: begin } = this.scene, { samples, perRow, texels, count } = this, crown = [0, 0, 0];
    for (let k = 0; k < count; k++) {
      const { from, weight } = this.plan(segments[k]), base = 3 * begin[k];
      let at = 4 * (Math.floor(k / perRow) * perRow + k % perRow) * samples;
      for (let j = 0; j < 4 * samples; j += 4, at += 4)
        for (let d = 0; d < 3; d++)
          texels[at + d] = weight[j] * now[base + from[j] + d] + weight[j + 1] * now[base + from[j + 1] + d] + weight[j + 2] * now[base + from[j + 2] + d] + weight[j + 3] * now[base + from[j + 3] + d];
      for (let d = 0; d < 3; d++) crown[d] += now[base + d] / count;
    }
    this.uniforms.crown.value.fromArray(crown);
    this.texture.needsUpdate = true;
  }

  light(theme: Theme, sun: DirectionalLight, radius: number, pixel: number, shadows: boolean): void {
    const u = this.uniforms, linear = (c: number, k: number) => new Color(c).multiplyScalar(k);
    u.skyLight.value = linear(theme.sky, 0.62 * theme.dim);
    u.groundLight.value = linear(theme.bounce, 0.62 * theme.dim);
    u.sunLight.value = linear(theme.sun, 0.8 * theme.dim);
    u.thin.value = 0.6 * pixel;
    u.least.value = 1.1 * radius / 2048;
    u.depthReach.value = sun.shadow.camera.far - sun.shadow.camera.near;
    u.soften.value = 0.045 * radius;
    u.sun.value = sun.shadow.matrix;
    u.depthMap.value = sun.shadow.map ? sun.shadow.map.depthTexture : null;
    u.shadowSoft.value = shadows && sun.shadow.map ? 1.3 / 2048 : 0;
  }

  /// So many strands beside each fibre.
  follow(each: number): void {
    if (each === this.each) return;
    this.each = each;
    const { count, scene } = this, near = scene.arrays.fibreNear as Uint32Array, look = scene.arrays.fibreLook as Float32Array, begin = scene.fibreBegin;
    const first = this.first ??= scene.vertexFrame(0);
    const apart = (a: number, b: number) => Math.hypot(...[0, 1, 2].map((d) => first[3 * begin[a] + d] - first[3 * begin[b] + d]));
    const rows = Math.ceil(count * (each + 1) / PER_ROW), kinds = new Float32Array(12 * PER_ROW * rows);
    this.strandCount = 0;
    const put = (guide: number, others: number[], weights: number[], limits: number[], lot: number) =>
      kinds.set([guide, ...others, lot, ...weights, ...limits, ...look.subarray(4 * guide, 4 * guide + 4)], 12 * this.strandCount++);
    for (let g = 0; g < count; g++) put(g, [g, g], [0, 0], [0, 0], part(hash(g, 0x40000000)));
    for (let k = 0; k < each; k++)
      for (let g = 0; g < count; g++) {
        let known = 0;
        while (known < NEAR && near[NEAR * g + known] !== g) known++;
        if (known === 0) continue;
        const one = hash(g, 4 * k) % known;
        let two = known > 1 ? hash(g, 4 * k + 1) % (known - 1) : 0;
        if (known > 1 && two >= one) two++;
        let u = part(hash(g, 4 * k + 2)), v = part(hash(g, 4 * k + 3));
        if (u + v > 1) { u = 1 - u; v = 1 - v; }
        const others = [near[NEAR * g + one], near[NEAR * g + two]];
        put(g, others, [0.5 * u, 0.5 * v], others.map((o) => 2 * apart(g, o)), part(hash(g, 0x40000001 + k)));
      }
    this.kinds?.dispose();
    this.kinds = new DataTexture(kinds, 3 * PER_ROW, rows, RGBAFormat, FloatType);
    this.kinds.needsUpdate = true;
    this.uniforms.kinds.value = this.kinds;
    this.uniforms.strandCount.value = this.strandCount;
    (this.mesh.geometry as InstancedBufferGeometry).instanceCount = Math.ceil(this.strandCount / BUNDLE);
    this.stage.moved();
  }

  /// Corners of a box about all vertices at some moments.
  bounds(moments: Moment[]): { lo: number[]; hi: number[]; crowd: boolean } {
    const lo = [Infinity, Infinity, Infinity], hi = [-Infinity, -Infinity, -Infinity];
    for (const m of moments) {
      const p = m.vertices();
      for (let k = 0; k < p.length; k++) { lo[k % 3] = Math.min(lo[k % 3], p[k]); hi[k % 3] = Math.max(hi[k % 3], p[k]); }
    }
    return { lo, hi, crowd: this.crowd };
  }

  /// The middle of the segment that begins at a vertex.
  middle(moment: Moment, vertex: number): Vector3 { const p = moment.vertices(); return new Vector3().fromArray(p, 3 * vertex).lerp(new Vector3().fromArray(p, 3 * vertex + 3), 0.5); }

  /// The segment, by its first vertex, that is seen within `reach` (for each unit of depth) of a ray: of those that nothing solid hides the one in front, or nearest to the ray. `wall`: where the ray meets what is solid.
  near(moment: Moment, ray: Ray, reach: number, wall: Vector3 | null): { vertex: number; point: Vector3 } | null {
    const p = moment.vertices(), at = new Vector3(), end = new Vector3(), limit = wall ? wall.distanceTo(ray.origin) : Infinity, { fibreBegin: begin, fibreSegments: segments } = this.scene;
    let found: { vertex: number; point: Vector3 } | null = null, least = Infinity;
    for (let f = 0; f < this.count; f++)
      for (let k = 0; k < segments[f]; k++) {
        const depth = at.fromArray(p, 3 * (begin[f] + k)).lerp(end.fromArray(p, 3 * (begin[f] + k + 1)), 0.5).sub(ray.origin).dot(ray.direction), off = at.addScaledVector(ray.direction, -depth).length();
        if (depth <= 0 || depth > limit + reach * depth || off > reach * depth || depth + 2 * off >= least) continue;
        least = depth + 2 * off;
        found = { vertex: begin[f] + k, point: this.middle(moment, begin[f] + k) };
      }
    return found;
  }

  vertex(fibre: number, k: number, f: number): number[] {
    const at = 3 * (this.scene.fibreBegin[fibre] + k);
    return Array.from(this.scene.vertexFrame(f).subarray(at, at + 3));
  }

  dispose(): void { this.stage.scene.remove(this.mesh); this.mesh.geometry.dispose(); this.fine.dispose(); this.simple.dispose(); this.texture.dispose(); this.kinds?.dispose(); }
}
