// WebGL2: every kind of shape is one mesh, drawn once with as many instances as there are. A soft sun with a shadow map, sky light from above,
// and a ground grid made in the shader.

const INSTANCE_FLOATS = 16; // position 3, turn 4, scale 3, extra 1, colour 4, pattern 1

const PLACE = `
  layout(location=0) in vec3 position; layout(location=1) in vec3 normal; layout(location=2) in float axis;
  layout(location=3) in vec3 at; layout(location=4) in vec4 turn; layout(location=5) in vec3 size;
  layout(location=6) in float extra; layout(location=7) in vec4 tint; layout(location=8) in float pattern;
  vec3 rotate(vec4 q, vec3 v) { vec3 t = 2.0 * cross(q.yzw, v); return v + q.x * t + cross(q.yzw, t); }
  vec3 place() { return at + rotate(turn, position * size + vec3(0, 0, axis * extra)); }
`;

const SHADOW = `
  uniform highp sampler2DShadow shadowMap; uniform float shadowSoft;
  float lit(vec4 p) {
    vec3 s = p.xyz / p.w * 0.5 + 0.5;
    if (shadowSoft <= 0.0 || any(lessThan(s, vec3(0.0))) || any(greaterThan(s, vec3(1.0)))) return 1.0;
    float sum = 0.0;
    for (int x = 0; x < 4; x++) for (int y = 0; y < 4; y++)
      sum += texture(shadowMap, vec3(s.xy + (vec2(x, y) - 1.5) * shadowSoft, s.z));
    return sum / 16.0;
  }
`;

const SOLID_VERTEX = `#version 300 es
  precision highp float;
  ${PLACE}
  uniform mat4 view, sun; uniform float lift;
  out vec3 world, face, local; out vec4 colour, shade; flat out float look;
  void main() {
    world = place();
    vec3 s = max(abs(size), vec3(1e-9));
    face = rotate(turn, normal / s * min(s.x, min(s.y, s.z)));
    local = position; colour = tint; look = pattern;
    shade = sun * vec4(world + lift * normalize(face), 1); // off the surface, or it would shade itself
    gl_Position = view * vec4(world, 1);
  }`;

const SOLID_FRAGMENT = `#version 300 es
  precision highp float;
  in vec3 world, face, local; in vec4 colour, shade; flat in float look;
  uniform vec3 eye, sunward, skyLight, groundLight, sunLight; uniform float fade;
  ${SHADOW}
  out vec4 pixel;
  void main() {
    vec3 n = normalize(face), toEye = normalize(eye - world);
    if (dot(n, toEye) < 0.0) n = -n;
    vec3 base = pow(colour.rgb, vec3(2.2));
    if (look == 1.0) base *= local.x * local.y * local.z > 0.0 ? 1.0 : 0.74;          // round: quarters show how it turns
    if (look == 2.0) base *= local.x * local.y > 0.0 ? 1.0 : 0.74;
    if (look == 3.0) {                                                               // box: its edges drawn
      vec3 a = abs(local);
      float second = max(min(a.x, a.y), max(min(a.x, a.z), min(a.y, a.z)));
      float width = max(fwidth(second), 1e-6);
      base *= 1.0 - 0.34 * smoothstep(1.0 - 2.2 * width, 1.0 - 0.6 * width, second);
    }
    float facing = max(dot(n, sunward), 0.0);
    vec3 light = mix(groundLight, skyLight, 0.5 + 0.5 * n.z);
    vec3 half_ = normalize(sunward + toEye);
    float shine = pow(max(dot(n, half_), 0.0), 40.0) * 0.10;
    float open = facing > 0.0 ? lit(shade) : 0.0;
    vec3 sum = look < 0.0 ? base * (0.72 + 0.28 * facing) : base * (light + sunLight * facing * open) + shine * open;
    pixel = vec4(pow(sum, vec3(1.0 / 2.2)), colour.a * fade);
  }`;

const DEPTH_VERTEX = `#version 300 es
  precision highp float;
  ${PLACE}
  uniform mat4 view;
  void main() { gl_Position = view * vec4(place(), 1); }`;
const DEPTH_FRAGMENT = `#version 300 es
  precision highp float;
  void main() {}`;

const GROUND_VERTEX = `#version 300 es
  precision highp float;
  layout(location=0) in vec3 position;
  uniform mat4 view, sun; uniform vec3 at, middle; uniform vec4 turn; uniform float reach;
  vec3 rotate(vec4 q, vec3 v) { vec3 t = 2.0 * cross(q.yzw, v); return v + q.x * t + cross(q.yzw, t); }
  out vec3 world; out vec2 flat_; out vec4 shade;
  void main() {
    vec4 back = vec4(turn.x, -turn.yzw);
    vec3 m = rotate(back, middle - at);
    flat_ = position.xy * reach + m.xy;
    world = at + rotate(turn, vec3(flat_, 0));
    shade = sun * vec4(world, 1);
    gl_Position = view * vec4(world, 1);
  }`;
const GROUND_FRAGMENT = `#version 300 es
  precision highp float;
  in vec3 world; in vec2 flat_; in vec4 shade;
  uniform vec3 eye, up, tint, background, line, middle, skyLight, sunLight, sunward; uniform float cell, reach;
  ${SHADOW}
  out vec4 pixel;
  float grid(float step_, float thick) {
    vec2 g = flat_ / step_, w = max(fwidth(g), 1e-6);
    vec2 d = abs(fract(g - 0.5) - 0.5) / w;
    float on = 1.0 - min(min(d.x, d.y) / thick, 1.0);
    return on * clamp(0.6 / max(w.x, w.y), 0.0, 1.0) ;
  }
  void main() {
    float far = length(world - middle) / reach;
    float seen = 1.0 - smoothstep(0.15, 0.95, far);
    vec3 base = pow(tint, vec3(2.2)) * (skyLight + sunLight * max(dot(up, sunward), 0.0) * lit(shade));
    base = pow(base, vec3(1.0 / 2.2));
    base = mix(base, line, 0.16 * grid(cell, 1.1) + 0.22 * grid(cell * 10.0, 1.5));
    float below = dot(eye - world, up) < 0.0 ? 0.25 : 1.0;
    pixel = vec4(mix(background, base, seen), below);
  }`;

function makeRenderer(canvas) {
  const gl = canvas.getContext("webgl2", { alpha: false, antialias: true, powerPreference: "high-performance", preserveDrawingBuffer: true });
  if (!gl) throw new Error("This browser has no WebGL2, which the picture needs.");

  function program(vertex, fragment) {
    const made = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error("Shader: " + gl.getShaderInfoLog(shader));
      gl.attachShader(made, shader);
    }
    gl.linkProgram(made);
    if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error("Program: " + gl.getProgramInfoLog(made));
    const place = {};
    const count = gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS);
    for (let k = 0; k < count; k++) { const u = gl.getActiveUniform(made, k); place[u.name] = gl.getUniformLocation(made, u.name); }
    return { made, place };
  }
  const solid = program(SOLID_VERTEX, SOLID_FRAGMENT);
  const depth = program(DEPTH_VERTEX, DEPTH_FRAGMENT);
  const ground = program(GROUND_VERTEX, GROUND_FRAGMENT);

  const SHADOW_SIZE = 2048;
  const shadowMap = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, shadowMap);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, SHADOW_SIZE, SHADOW_SIZE);
  for (const [key, value] of [[gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
    [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE], [gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE]]) gl.texParameteri(gl.TEXTURE_2D, key, value);
  const shadowTarget = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, shadowTarget);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, shadowMap, 0);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  const plainDepth = gl.createSampler(); // the map as numbers, not as a comparison
  for (const [key, value] of [[gl.TEXTURE_MIN_FILTER, gl.NEAREST], [gl.TEXTURE_MAG_FILTER, gl.NEAREST], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
    [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE], [gl.TEXTURE_COMPARE_MODE, gl.NONE]]) gl.samplerParameteri(plainDepth, key, value);

  /// A mesh and its instances.
  function batch(mesh) {
    const array = gl.createVertexArray(), vertices = gl.createBuffer(), indices = gl.createBuffer(), instances = gl.createBuffer();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, vertices);
    gl.bufferData(gl.ARRAY_BUFFER, mesh.vertices, gl.STATIC_DRAW);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, mesh.indices, gl.STATIC_DRAW);
    let offset = 0;
    for (const [location, size] of [[0, 3], [1, 3], [2, 1]]) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, 4 * VERTEX_FLOATS, offset);
      offset += 4 * size;
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, instances);
    offset = 0;
    for (const [location, size] of [[3, 3], [4, 4], [5, 3], [6, 1], [7, 4], [8, 1]]) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, 4 * INSTANCE_FLOATS, offset);
      gl.vertexAttribDivisor(location, 1);
      offset += 4 * size;
    }
    gl.bindVertexArray(null);
    let capacity = 0;
    return {
      count: 0,
      data: new Float32Array(0),
      room(count) { if (this.data.length < count * INSTANCE_FLOATS) this.data = new Float32Array(2 * count * INSTANCE_FLOATS); },
      put(k, p, q, s, extra, colour, pattern) {
        const d = this.data, at = k * INSTANCE_FLOATS;
        d[at] = p[0]; d[at + 1] = p[1]; d[at + 2] = p[2];
        d[at + 3] = q[0]; d[at + 4] = q[1]; d[at + 5] = q[2]; d[at + 6] = q[3];
        d[at + 7] = s[0]; d[at + 8] = s[1]; d[at + 9] = s[2]; d[at + 10] = extra;
        d[at + 11] = colour[0]; d[at + 12] = colour[1]; d[at + 13] = colour[2]; d[at + 14] = colour[3]; d[at + 15] = pattern;
      },
      upload() {
        if (this.count === 0) return;
        gl.bindBuffer(gl.ARRAY_BUFFER, instances);
        if (capacity < this.data.length) { gl.bufferData(gl.ARRAY_BUFFER, this.data, gl.DYNAMIC_DRAW); capacity = this.data.length; }
        else gl.bufferSubData(gl.ARRAY_BUFFER, 0, this.data, 0, this.count * INSTANCE_FLOATS);
      },
      draw() {
        if (this.count === 0) return;
        gl.bindVertexArray(array);
        gl.drawElementsInstanced(gl.TRIANGLES, mesh.indices.length, gl.UNSIGNED_INT, 0, this.count);
      },
    };
  }

  const groundArray = gl.createVertexArray();
  gl.bindVertexArray(groundArray);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
  gl.bindVertexArray(null);

  function uniforms(p, values) {
    for (const [name, value] of Object.entries(values)) {
      const at = p.place[name];
      if (at === undefined) continue;
      if (typeof value === "number") gl.uniform1f(at, value);
      else if (value.length === 16) gl.uniformMatrix4fv(at, false, value);
      else if (value.length === 4) gl.uniform4fv(at, value);
      else gl.uniform3fv(at, value);
    }
    if (p.place.shadowMap !== undefined) gl.uniform1i(p.place.shadowMap, 0);
  }

  /// picture: { width, height, view, eye, pixel, middle, reach, radius, sunward, colours, shadows, glass, planes, solids, fibres, marks, veils, hidden, cell }
  function draw(picture) {
    const { colours } = picture;
    const sunEye = add(picture.middle, scale(picture.sunward, 4 * picture.radius));
    const sun = matrixMultiply(orthographic(1.5 * picture.radius, 0.5 * picture.radius, 8 * picture.radius), lookAt(sunEye, picture.middle, [0, 1, 0]));
    for (const b of [...picture.solids, ...picture.marks, ...picture.veils]) b.upload();

    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
    if (picture.shadows) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, shadowTarget);
      gl.viewport(0, 0, SHADOW_SIZE, SHADOW_SIZE);
      gl.clear(gl.DEPTH_BUFFER_BIT);
      gl.enable(gl.POLYGON_OFFSET_FILL);
      gl.polygonOffset(2.5, 6);
      gl.useProgram(depth.made);
      uniforms(depth, { view: sun });
      for (const b of picture.solids) b.draw();
      gl.disable(gl.POLYGON_OFFSET_FILL);
      if (picture.fibres) picture.fibres.drawShadow({ view: sun, sunward: picture.sunward, least: 1.1 * picture.radius / SHADOW_SIZE });
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    }

    gl.viewport(0, 0, picture.width, picture.height);
    gl.clearColor(...colours.background, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, shadowMap);
    const shared = {
      view: picture.view, sun, eye: picture.eye, middle: picture.middle, reach: picture.reach, sunward: picture.sunward,
      skyLight: colours.sky, groundLight: colours.bounce, sunLight: colours.sun, background: colours.background, line: colours.line,
      shadowSoft: picture.shadows ? 1.3 / SHADOW_SIZE : 0, cell: picture.cell, fade: 1, lift: 0.005 * picture.radius,
    };
    gl.useProgram(solid.made);
    uniforms(solid, shared);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    if (!picture.glass) {
      for (const b of picture.solids) b.draw();
    }
    if (picture.fibres) {
      gl.activeTexture(gl.TEXTURE2);
      gl.bindTexture(gl.TEXTURE_2D, shadowMap);
      gl.bindSampler(2, plainDepth);
      picture.fibres.draw({ ...shared, thin: 0.6 * picture.pixel, depthReach: 7.5 * picture.radius, soften: 0.045 * picture.radius });
      gl.useProgram(solid.made);
    }
    if (!picture.glass && picture.hidden) {
      gl.enable(gl.BLEND); // what bodies hide of the contacts shows faintly
      gl.depthFunc(gl.GREATER);
      gl.depthMask(false);
      uniforms(solid, { fade: 0.3 });
      for (const b of picture.marks) b.draw();
      uniforms(solid, { fade: 1 });
      gl.depthMask(true);
      gl.depthFunc(gl.LESS);
      gl.disable(gl.BLEND);
    }
    for (const b of picture.marks) b.draw();

    gl.enable(gl.BLEND);
    gl.useProgram(ground.made);
    gl.bindVertexArray(groundArray);
    for (const plane of picture.planes) {
      uniforms(ground, { ...shared, at: plane.position, turn: plane.turn, up: quatRotate(plane.turn, [0, 0, 1]), tint: plane.colour ? scale(plane.colour, colours.dim) : colours.ground });
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    }
    gl.useProgram(solid.made);
    gl.depthMask(false);
    if (picture.glass) {
      uniforms(solid, { fade: 0.28 });
      for (const b of picture.solids) b.draw();
    }
    uniforms(solid, { fade: 1 });
    for (const b of picture.veils) b.draw();
    gl.depthMask(true);
    gl.bindVertexArray(null);
  }

  return { gl, batch, draw, program, uniforms };
}
