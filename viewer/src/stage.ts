// Renderer, lights and the ground: what is there whatever the scene.

import {
  AmbientLight, BasicShadowMap, Color, DirectionalLight, HemisphereLight, Mesh, MeshLambertMaterial, PCFShadowMap, PlaneGeometry, Scene, ShaderChunk, ShaderMaterial, Vector2, Vector3, WebGLRenderer, type Camera, type Texture,
} from "three";

import { Smooth } from "./smooth";

export interface Theme { background: number; ink: number; ground: number; line: number; sky: number; bounce: number; sun: number; dim: number; own: number; pale: number; textured: number; rim: number }
export const THEMES: Record<"dark" | "light", Theme> = {
  dark: { background: 0x1a1e25, ink: 0xc9d0da, ground: 0x2b3038, line: 0x565f6c, sky: 0xaeb8c8, bounce: 0x5c5650, sun: 0xfff1dc, dim: 0.8, own: 0.09, pale: 0.4, textured: 0.3, rim: 1.6 },
  light: { background: 0xeef0f3, ink: 0x14171b, ground: 0xd5d9de, line: 0x8b94a1, sky: 0xdde5f0, bounce: 0xaea9a3, sun: 0xfff6e8, dim: 1, own: 0.9, pale: 0.7, textured: 0.95, rim: 0.5 },
};

// Where light grazes a surface its own shadow is rounding, not shadow: it fades in with the angle, so that round things have no hard terminator.
ShaderChunk.lights_fragment_begin = ShaderChunk.lights_fragment_begin.replace(
  /(directLight\.color \*= \( directLight\.visible && receiveShadow \) \? )(getShadow\( directionalShadowMap.*?\)) : 1\.0;/,
  "$1mix( 1.0, $2, smoothstep( 0.0, 0.22, dot( geometryNormal, directLight.direction ) ) ) : 1.0;");

/// How well things are drawn, from 0 (in full) on: part of the pixels of a side, and shadows.
const QUALITY = [
  { pixels: 1, shadows: 2048, soft: true, overhead: true, smooth: false }, { pixels: 1, shadows: 768, soft: true, overhead: false, smooth: false }, { pixels: 0.8, shadows: 512, soft: false, overhead: false, smooth: true },
  { pixels: 0.65, shadows: 0, soft: false, overhead: false, smooth: true }, { pixels: 0.5, shadows: 0, soft: false, overhead: false, smooth: true }, { pixels: 0.5, shadows: 0, soft: false, overhead: false, smooth: false },
];
const OVER = 0.45; // of the sky's light comes from overhead
const OVERHEAD = 256; // texels a side of its shadow
export const LEVELS = QUALITY.length;
export const PLAIN = 2; // from this level on there are no highlights, and fibres have fewer corners

/// Whether pictures are made by the processor, in the place of a graphics card.
function inSoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2"), info = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = gl && info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

interface GroundUniforms { cell: { value: number }; reach: { value: number }; ruled: { value: number }; line: { value: Color }; middle: { value: Vector3 }; back: { value: Color }; ground: { value: Color }; light: { value: Color } }
/// `plain`: where there are no shadows, the light on a plane is one colour; null: it has a texture.
interface Ground { mesh: Mesh; material: MeshLambertMaterial; plain: ShaderMaterial | null; own: Color | null; perMetre: Vector2 | null; uniforms: GroundUniforms }

const GROUND_PLACE = "spot = (modelMatrix * vec4(position, 1.0)).xyz; grid = position.xy * length(modelMatrix[0].xyz);";
const GROUND_GRID = `varying vec3 spot; varying vec2 grid; uniform float cell, reach, ruled; uniform vec3 line, middle, back;
  float lines(float size) { vec2 g = grid / size, w = fwidth(g), d = abs(fract(g - 0.5) - 0.5) / max(w, 1e-6); return (1.0 - min(min(d.x, d.y), 1.0)) * (1.0 - smoothstep(0.15, 0.5, max(w.x, w.y))); }
  float rule() { return ruled * (0.28 * lines(0.2 * cell) + 0.5 * lines(cell)); }
  float fade() { return smoothstep(0.25, 1.0, distance(spot, middle) / reach); }`;

export class Stage {
  readonly scene = new Scene();
  readonly renderer: WebGLRenderer;
  readonly sun = new DirectionalLight(0xffffff, 2.4);
  private readonly sky = new HemisphereLight(0xffffff, 0x444444, 1.5);
  private readonly ambient = new AmbientLight(0xffffff, 0.15);
  /// The part of the sky that is overhead: its shadow, wide and soft, is what things keep from each other and from the ground.
  private readonly above = new DirectionalLight(0xffffff, 1);
  private readonly rim = new DirectionalLight(0xcfe0ff, 1); // from behind: the edges of dark things
  private readonly grounds: Ground[] = [];
  private drawing = false;
  readonly software = inSoftware();
  readonly sunward = new Vector3(-0.28, -0.72, 1).normalize();

  constructor(canvas: HTMLCanvasElement) {
    // Several samples a pixel double the time of a processor; it gets twice the pixels a side where nothing moves.
    this.renderer = new WebGLRenderer({ canvas, antialias: !this.software, powerPreference: "high-performance" });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false; // moved() says when
    this.sky.position.set(0, 0, 1); // z is up
    this.sun.castShadow = true;
    this.sun.shadow.bias = -2e-4;
    this.sun.shadow.radius = 1.6;
    this.above.shadow.mapSize.set(OVERHEAD, OVERHEAD);
    this.above.shadow.bias = -2e-3;
    this.above.shadow.radius = 3;
    this.rim.position.copy(this.rimward);
    this.scene.add(this.sky, this.sun, this.sun.target, this.ambient, this.rim, this.above, this.above.target);
  }

  /// Light and shadow for a ball about what there is to see. `drawing`: a flat scene, on paper, without light.
  fit(middle: Vector3, radius: number, drawing: boolean): void {
    this.drawing = drawing;
    for (const light of [this.sun, this.above]) {
      const c = light.shadow.camera, reach = 1.6 * radius;
      c.left = c.bottom = -reach;
      c.right = c.top = reach;
      c.near = 0.1 * radius;
      c.far = 8 * radius;
      c.updateProjectionMatrix();
    }
    this.sun.shadow.normalBias = 0.004 * radius;
    this.above.shadow.normalBias = 0.02 * radius;
    this.shine(middle, radius);
    for (const g of this.grounds) {
      g.uniforms.cell.value = Math.pow(10, Math.floor(Math.log10(radius)));
      g.uniforms.reach.value = 14 * radius;
      g.uniforms.middle.value.copy(middle);
      g.mesh.scale.setScalar(60 * radius);
      if (g.perMetre) { // a corner of the texture is at the origin
        const map = g.material.map!, times = map.repeat.copy(g.perMetre).multiplyScalar(60 * radius);
        map.offset.set(-(times.x / 2) % 1, -(times.y / 2) % 1);
      }
      g.mesh.visible = !drawing;
    }
  }

  /// The sun over another place.
  shine(middle: Vector3, radius: number): void {
    this.sun.target.position.copy(middle);
    this.sun.position.copy(middle).addScaledVector(this.sunward, 4 * radius);
    this.above.target.position.copy(middle);
    this.above.position.copy(middle).addScaledVector(this.upward, 4 * radius);
    for (const o of [this.sun.target, this.sun, this.above.target, this.above]) o.updateMatrixWorld();
    this.moved();
  }
  /// Shadows are not where they were.
  moved(): void { this.renderer.shadowMap.needsUpdate = true; }

  clear(): void {
    for (const g of this.grounds) { this.scene.remove(g.mesh); g.mesh.geometry.dispose(); g.material.map?.dispose(); g.material.dispose(); g.plain?.dispose(); }
    this.grounds.length = 0;
  }

  /// A half-space: a large square with a grid that fades into the background.
  addGround(colour: Color | null, map: Texture | null): Mesh {
    const material = new MeshLambertMaterial({ color: colour ?? 0xffffff, map });
    const uniforms: GroundUniforms = { cell: { value: 1 }, reach: { value: 10 }, ruled: { value: map ? 0 : 1 }, line: { value: new Color() }, middle: { value: new Vector3() }, back: { value: new Color() }, ground: { value: material.color }, light: { value: new Color() } };
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, uniforms);
      shader.vertexShader = shader.vertexShader.replace("#include <common>", "#include <common>\nvarying vec3 spot; varying vec2 grid;").replace("#include <project_vertex>", "#include <project_vertex>\n" + GROUND_PLACE);
      shader.fragmentShader = shader.fragmentShader.replace("#include <common>", "#include <common>\n" + GROUND_GRID)
        .replace("#include <color_fragment>", "#include <color_fragment>\ndiffuseColor.rgb = mix(diffuseColor.rgb, line, rule());")
        .replace("#include <opaque_fragment>", "#include <opaque_fragment>\ngl_FragColor.rgb = mix(gl_FragColor.rgb, back, fade());");
    };
    const plain = map ? null : new ShaderMaterial({
      uniforms: uniforms as unknown as Record<string, { value: unknown }>, toneMapped: false,
      vertexShader: `varying vec3 spot; varying vec2 grid; void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); ${GROUND_PLACE} }`,
      fragmentShader: `${GROUND_GRID} uniform vec3 ground, light; void main() { gl_FragColor = vec4(mix(light * mix(ground, line, rule()), back, fade()), 1.0); \n#include <colorspace_fragment>\n }`,
    });
    const mesh = new Mesh(new PlaneGeometry(1, 1), material);
    mesh.receiveShadow = true;
    this.scene.add(mesh);
    this.grounds.push({ mesh, material, plain, own: colour ?? (map ? new Color(0xffffff) : null), perMetre: map?.repeat.clone() ?? null, uniforms });
    return mesh;
  }

  quality(level: number): void {
    const q = this.level = QUALITY[level], { shadow } = this.sun;
    this.sun.castShadow = this.shadows && q.shadows > 0;
    this.above.castShadow = this.shadows && q.overhead && !this.detailed;
    this.renderer.shadowMap.type = q.soft && !this.detailed ? PCFShadowMap : BasicShadowMap; // threads look into the map themselves
    this.moved();
    const size = Math.min(q.shadows * (this.detailed ? 2 : 1), this.software && !this.detailed ? 1024 : 2048);
    if (size === 0 || shadow.mapSize.x === size) return;
    shadow.mapSize.set(size, size);
    shadow.map?.dispose();
    shadow.map = null;
  }
  detailed = false; // shadows of threads; those of solid things are softer with half of the texels a side
  private level = QUALITY[0];
  private shadows = true;

  theme(t: Theme, shadows: boolean): void {
    this.scene.background = new Color(t.background);
    this.sky.color.set(t.sky);
    this.sky.groundColor.set(t.bounce);
    this.sky.intensity = (1 - OVER) * 2.2 * t.dim;
    this.above.color.set(t.sky);
    this.above.intensity = OVER * 2.2 * t.dim;
    this.sun.color.set(t.sun);
    this.rim.intensity = t.rim;
    this.sun.intensity = 3.0 * t.dim;
    this.shadows = shadows && !this.drawing;
    this.sun.castShadow = this.shadows && this.level.shadows > 0;
    this.above.castShadow = this.shadows && this.level.overhead && !this.detailed;
    this.moved();
    for (const g of this.grounds) {
      if (g.own) g.material.color.copy(g.own).multiplyScalar(g.plain ? t.own : t.textured).lerp(new Color(t.ground), g.plain ? t.pale : 0);
      else g.material.color.set(t.ground);
      g.uniforms.line.value.set(t.line);
      g.uniforms.back.value.set(t.background);
    }
  }

  /// Twice the pixels a side: of what stands still, and of a drawing while that is quick enough, since its lines are one pixel wide and cannot be smoothed.
  private get whole(): boolean { return this.level === QUALITY[0] || (this.drawing && this.level === QUALITY[1]); }
  resize(width: number, height: number, ratio: number): void {
    const more = this.software && this.whole ? 2 / ratio : 1;
    this.renderer.setPixelRatio(ratio * more * (this.drawing ? 1 : this.level.pixels)); // a drawing costs little, and its lines want all of them
    this.renderer.setSize(width, height, false);
  }
  draw(camera: Camera): void {
    const { sky, sun, ambient, rim, above } = this, even = !sun.castShadow;
    for (const g of this.grounds) {
      g.mesh.material = even && g.plain ? g.plain : g.material;
      const n = this.normal.set(0, 0, 1).applyQuaternion(g.mesh.quaternion), light = g.uniforms.light.value;
      light.copy(sky.groundColor).lerp(sky.color, 0.5 + 0.5 * n.z).multiplyScalar(sky.intensity); // the sum of Lambert's law over the lights
      for (const [c, much] of [[sun.color, sun.intensity * Math.max(n.dot(this.sunward), 0)], [ambient.color, ambient.intensity], [above.color, above.intensity * Math.max(n.z, 0)], [rim.color, rim.intensity * Math.max(n.dot(this.rimward), 0)]] as const) { light.r += much * c.r; light.g += much * c.g; light.b += much * c.b; }
      light.multiplyScalar(1 / Math.PI);
    }
    this.renderer.render(this.scene, camera);
    if (this.software && (this.drawing ? !this.whole : this.level.smooth)) this.smooth.apply(this.renderer);
    this.time();
  }
  /// Sees when the picture is there: drawing goes on long after it was asked for.
  private time(): void {
    if (this.timing) return;
    const gl = this.renderer.getContext() as WebGL2RenderingContext, done = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0), began = performance.now();
    if (!done) return;
    gl.flush();
    this.timing = true;
    const look = () => {
      const passed = performance.now() - began;
      if (gl.getSyncParameter(done, gl.SYNC_STATUS) !== gl.SIGNALED && passed < 1000) { setTimeout(look, 2); return; }
      gl.deleteSync(done);
      this.timing = false;
      this.took = passed;
    };
    setTimeout(look, 2);
  }
  private timing = false;
  took = 0; // ms, by one of the last pictures
  private readonly smooth = new Smooth();
  private readonly normal = new Vector3();
  private readonly upward = new Vector3(0.02, 0.03, 1).normalize(); // not along an axis, as a camera has none of its own there
  private readonly rimward = new Vector3(0.75, 0.6, 0.3).normalize();
}
