// Edges of a coarse picture, smoothed after it is drawn (after Lottes' FXAA, 2009): what a browser then stretches to the screen has no steps. For renderers without a graphics card, to which four samples
// a pixel cost as much as four times the pixels.

import { Camera, FramebufferTexture, LinearFilter, Mesh, PlaneGeometry, ShaderMaterial, Vector2, type WebGLRenderer } from "three";

export class Smooth {
  private texture: FramebufferTexture | null = null;
  private readonly size = new Vector2();
  private readonly camera = new Camera();
  private readonly material = new ShaderMaterial({
    uniforms: { picture: { value: null }, pixel: { value: new Vector2() } }, depthTest: false, depthWrite: false, toneMapped: false,
    vertexShader: "varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }",
    fragmentShader: `varying vec2 at; uniform sampler2D picture; uniform vec2 pixel;
      float light(vec3 c) { return dot(c, vec3(0.299, 0.587, 0.114)); }
      float beside(int x, int y) { return light(texelFetch(picture, ivec2(gl_FragCoord.xy) + ivec2(x, y), 0).rgb); } // a processor reads one pixel in a third of the time of four
      void main() {
        vec3 here = texelFetch(picture, ivec2(gl_FragCoord.xy), 0).rgb;
        float a = beside(-1, 0), b = beside(1, 0), c = beside(0, -1), d = beside(0, 1), m = light(here);
        float least = min(m, min(min(a, b), min(c, d))), most = max(m, max(max(a, b), max(c, d)));
        gl_FragColor = vec4(here, 1.0);
        if (most - least < max(0.03, 0.1 * most)) return; // no edge
        vec2 along = vec2(c - d, b - a);
        along *= 2.0 / (min(abs(along.x), abs(along.y)) + max(0.03 * (a + b + c + d), 1e-3));
        along = clamp(along, -6.0, 6.0) * pixel;
        vec3 near = 0.5 * (texture2D(picture, at - along / 6.0).rgb + texture2D(picture, at + along / 6.0).rgb);
        vec3 far = 0.5 * near + 0.25 * (texture2D(picture, at - 0.5 * along).rgb + texture2D(picture, at + 0.5 * along).rgb);
        float l = light(far);
        gl_FragColor = vec4(l < least || l > most ? near : far, 1.0);
      }`,
  });
  private readonly mesh = new Mesh(new PlaneGeometry(2, 2), this.material);

  constructor() { this.mesh.frustumCulled = false; }

  /// Smooths what the renderer has drawn.
  apply(renderer: WebGLRenderer): void {
    renderer.getDrawingBufferSize(this.size);
    if (!this.texture || this.texture.image.width !== this.size.x || this.texture.image.height !== this.size.y) {
      this.texture?.dispose();
      this.texture = new FramebufferTexture(this.size.x, this.size.y);
      this.texture.minFilter = this.texture.magFilter = LinearFilter;
      this.material.uniforms.picture.value = this.texture;
      this.material.uniforms.pixel.value.set(1 / this.size.x, 1 / this.size.y);
    }
    renderer.copyFramebufferToTexture(this.texture);
    renderer.autoClear = false;
    renderer.render(this.mesh, this.camera);
    renderer.autoClear = true;
  }
}
