// Fibres as ribbons that face the eye and are shaded as round threads: 20,000 strands of 48 points each are one call.
//
// Each frame the vertices of the fibres are decoded, interpolated in time (Catmull–Rom over four frames), refined along the fibre (Catmull–Rom again) and put into a texture, one row of texels for each fibre.
// The vertex shader takes a strand's points from there. Followers are made there, too: src/record/export/followers.h has the formula, and the hash is the same.
//
// Light on hair: a diffuse part that depends on the angle to the fibre (Kajiya and Kay 1989); a white highlight that scales of the surface shift towards the root and a coloured one that is shifted the other
// way and broken into glints (the R and TRT lobes of Marschner et al. 2003, each as a power of the sine to the half vector); light that comes through from behind (TT). How much sun reaches a
// point falls off with the thickness of what is in front of it, exp(-d / λ), with d from the shadow map: hair is no wall.

const FIBRE_FLOATS = 12; // guide, two neighbours, weights 2, limits 2, radius, colour 3, lot
const FIBRE_NEAR = 6;

/// The shapes of strands, for the picture and for the shadow map. `thin` is half of the least width, as a part of the distance.
const STRAND = `
  precision highp float; precision highp int; precision highp sampler2D;
  layout(location=0) in vec3 who; layout(location=1) in vec4 mixing; layout(location=2) in vec4 look; layout(location=3) in float lot;
  uniform highp sampler2D strands; uniform float samples, perRow; uniform vec3 crown;
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

const FIBRE_VERTEX = `#version 300 es
  ${STRAND}
  uniform mat4 view, sun; uniform vec3 eye; uniform float thin;
  out vec3 world, along, across; out vec3 tint; out vec4 shade; out vec2 spot; flat out vec2 chance;
  void main() {
    int j = gl_VertexID >> 1, last = int(samples) - 1;
    float side = float(gl_VertexID & 1) * 2.0 - 1.0, u = float(j) / float(last);
    vec3 p = strandPoint(j), t = strandPoint(min(j + 1, last)) - strandPoint(max(j - 1, 0));
    along = length(t) > 0.0 ? normalize(t) : vec3(0, 0, 1);
    vec3 toEye = eye - p, s = cross(along, toEye);
    across = length(s) > 1e-9 ? normalize(s) : vec3(1, 0, 0);
    float least = thin * length(toEye), radius = look.x;
    // A thread of a few pixels is hair; one that is much wider is a rope with a round side.
    float hair = 1.0 - smoothstep(2.0, 8.0, radius / least);
    // Followers end at lengths of their own, and all get thinner before.
    float end = mixing.x + mixing.y > 0.0 ? 1.0 - 0.16 * lot : 1.0;
    radius = max(radius, least) * mix(1.0, u > end ? 0.0 : mix(1.0, 0.4, smoothstep(0.6 * end, end, u)), hair);
    world = p + across * side * radius;
    tint = look.yzw; spot = vec2(side, u); chance = vec2(lot, hair);
    shade = sun * vec4(p, 1);
    // A ribbon is wider than the hair, and would cut into what the hair lies on: it is drawn that much nearer.
    gl_Position = view * vec4(world + 2.0 * hair * max(least, look.x) * normalize(toEye), 1);
  }`;

const FIBRE_FRAGMENT = `#version 300 es
  precision highp float; precision highp sampler2D;
  in vec3 world, along, across; in vec3 tint; in vec4 shade; in vec2 spot; flat in vec2 chance;
  uniform vec3 eye, sunward, skyLight, groundLight, sunLight, crown; uniform float depthReach, soften, shadowSoft, crowd;
  uniform highp sampler2D depthMap;
  out vec4 pixel;
  /// The part of the sun that comes through what is in front.
  float through(vec4 p) {
    vec3 s = p.xyz / p.w * 0.5 + 0.5;
    if (shadowSoft <= 0.0 || any(lessThan(s, vec3(0.0))) || any(greaterThan(s, vec3(1.0)))) return 1.0;
    float sum = 0.0, turn = 6.2832 * fract(chance.x * 7.13 + spot.y * 3.7);
    for (int k = 0; k < 8; k++) {
      float a = turn + 2.39996 * float(k), r = sqrt((float(k) + 0.5) / 8.0) * 5.0 * shadowSoft;
      float d = (s.z - texture(depthMap, s.xy + r * vec2(cos(a), sin(a))).x) * depthReach;
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
    vec3 t = normalize(along), toEye = normalize(eye - world), s = normalize(across);
    vec3 facing = normalize(cross(s, t));
    if (dot(facing, toEye) < 0.0) facing = -facing;
    vec3 round_ = normalize(v * s + sqrt(max(1.0 - v * v, 0.0)) * facing), n = mix(round_, facing, hair);
    vec3 out_ = normalize(world - crown + 1e-6);
    vec3 big = normalize(mix(n, out_, 0.75 * hair * crowd)); // where the whole head of hair faces
    vec3 base = pow(tint, vec3(2.2));
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

const FIBRE_SHADOW = `#version 300 es
  ${STRAND}
  uniform mat4 view; uniform vec3 sunward; uniform float least;
  void main() {
    int last = int(samples) - 1, j = min(gl_VertexID & ~1, last); // every other sample: shadows are soft
    float side = float(gl_VertexID & 1) * 2.0 - 1.0;
    vec3 p = strandPoint(j), t = strandPoint(min(j + 1, last)) - strandPoint(max(j - 1, 0)), s = cross(t, sunward);
    gl_Position = view * vec4(p + (length(s) > 1e-12 ? normalize(s) : vec3(1, 0, 0)) * side * max(look.x, least), 1);
  }`;

/// Mixes the bits of two numbers, as src/record/export/followers.c does.
function fibreHash(a, b) {
  let h = Math.imul(a, 0x9E3779B1) ^ Math.imul(b + 0x7F4A7C15, 0x85EBCA77);
  h ^= h >>> 16;
  h = Math.imul(h, 0x7FEB352D);
  h ^= h >>> 15;
  h = Math.imul(h, 0x846CA68B);
  return (h ^ h >>> 16) >>> 0;
}
const fibrePart = (bits) => (bits >>> 8) / 16777216;

function makeFibres(recording, renderer) {
  const { about, arrays, frames } = recording, gl = renderer.gl;
  const segments = arrays.fibreSegments, count = segments.length;
  if (count === 0) return null;
  const begin = new Int32Array(count + 1); // vertices before each fibre
  for (let f = 0; f < count; f++) begin[f + 1] = begin[f] + segments[f] + 1;
  const vertices = begin[count], most = segments.reduce((a, b) => Math.max(a, b), 1);
  const samples = clamp(Math.ceil(1.6 * most) + 1, 9, 64), perRow = Math.max(1, Math.floor(2048 / samples)), rows = Math.ceil(count / perRow);

  // ---- where the vertices are ----

  const kept = new Map(); // frames that are decoded
  function vertexFrame(f) {
    if (kept.has(f)) return kept.get(f);
    const p = new Float32Array(3 * vertices), box = 6 * f, B = arrays.fibreBox, R = arrays.fibreRoot, E = arrays.fibreEdge, S = arrays.fibreScale;
    let edge = 3 * f * (vertices - count);
    for (let k = 0; k < count; k++) {
      const root = 3 * (f * count + k), step = S[k] / 127;
      let at = 3 * begin[k], x = B[box] + R[root] / 65535 * B[box + 3], y = B[box + 1] + R[root + 1] / 65535 * B[box + 4], z = B[box + 2] + R[root + 2] / 65535 * B[box + 5];
      p[at] = x; p[at + 1] = y; p[at + 2] = z;
      for (let s = 0; s < segments[k]; s++) {
        x += E[edge] * step; y += E[edge + 1] * step; z += E[edge + 2] * step;
        edge += 3; at += 3;
        p[at] = x; p[at + 1] = y; p[at + 2] = z;
      }
    }
    if (kept.size > 7) kept.delete(kept.keys().next().value);
    kept.set(f, p);
    return p;
  }

  const now = new Float32Array(3 * vertices);
  function between(f, part) {
    const b = vertexFrame(f);
    if (!(part > 0) || f + 1 >= frames) { now.set(b); return; }
    const a = vertexFrame(Math.max(f - 1, 0)), c = vertexFrame(f + 1), d = vertexFrame(Math.min(f + 2, frames - 1));
    const [wa, wb, wc, wd] = splineWeights(part);
    for (let k = 0; k < now.length; k++) now[k] = wa * a[k] + wb * b[k] + wc * c[k] + wd * d[k];
  }

  function splineWeights(t) {
    const t2 = t * t, t3 = t2 * t;
    return [0.5 * (-t3 + 2 * t2 - t), 0.5 * (3 * t3 - 5 * t2 + 2), 0.5 * (-3 * t3 + 4 * t2 + t), 0.5 * (t3 - t2)];
  }

  // ---- the texture ----

  const plans = new Map(); // of each number of segments: four vertices and weights for each sample
  function planOf(n) {
    if (plans.has(n)) return plans.get(n);
    const from = new Int32Array(4 * samples), weight = new Float32Array(4 * samples);
    for (let j = 0; j < samples; j++) {
      const place = j / (samples - 1) * n, i = Math.min(Math.floor(place), n - 1), w = splineWeights(place - i);
      for (let c = 0; c < 4; c++) { from[4 * j + c] = 3 * clamp(i + c - 1, 0, n); weight[4 * j + c] = w[c]; }
    }
    plans.set(n, { from, weight });
    return plans.get(n);
  }
  const texels = new Float32Array(4 * samples * perRow * rows);
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, samples * perRow, rows);
  for (const [key, value] of [[gl.TEXTURE_MIN_FILTER, gl.NEAREST], [gl.TEXTURE_MAG_FILTER, gl.NEAREST], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]])
    gl.texParameteri(gl.TEXTURE_2D, key, value);
  const crown = [0, 0, 0]; // middle of the roots
  let shown = "";
  function place(f, part) {
    const key = f + ":" + part;
    if (key === shown) return;
    shown = key;
    between(f, part);
    crown.fill(0);
    for (let k = 0; k < count; k++) {
      const { from, weight } = planOf(segments[k]), base = 3 * begin[k];
      let at = 4 * (Math.floor(k / perRow) * perRow + k % perRow) * samples;
      for (let j = 0; j < 4 * samples; j += 4, at += 4)
        for (let d = 0; d < 3; d++)
          texels[at + d] = weight[j] * now[base + from[j] + d] + weight[j + 1] * now[base + from[j + 1] + d] + weight[j + 2] * now[base + from[j + 2] + d] + weight[j + 3] * now[base + from[j + 3] + d];
      for (let d = 0; d < 3; d++) crown[d] += now[base + d] / count;
    }
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, samples * perRow, rows, gl.RGBA, gl.FLOAT, texels);
  }

  // ---- the strands ----

  const array = gl.createVertexArray(), instances = gl.createBuffer();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, instances);
  let offset = 0;
  for (const [location, size] of [[0, 3], [1, 4], [2, 4], [3, 1]]) {
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, size, gl.FLOAT, false, 4 * FIBRE_FLOATS, offset);
    gl.vertexAttribDivisor(location, 1);
    offset += 4 * size;
  }
  gl.bindVertexArray(null);
  let strands = 0, followers = -1;

  function follow(each) {
    if (each === followers) return;
    followers = each;
    const data = new Float32Array(FIBRE_FLOATS * count * (1 + each)), near = arrays.fibreNear, look = arrays.fibreLook, first = vertexFrame(0);
    const apart = (a, b) => Math.hypot(...[0, 1, 2].map((d) => first[3 * begin[a] + d] - first[3 * begin[b] + d]));
    strands = 0;
    const put = (guide, others, weights, limits, lot) => data.set([guide, ...others, ...weights, ...limits, ...look.subarray(4 * guide, 4 * guide + 4), lot], FIBRE_FLOATS * strands++);
    for (let g = 0; g < count; g++) put(g, [g, g], [0, 0], [0, 0], fibrePart(fibreHash(g, 0x40000000)));
    for (let k = 0; k < each; k++)
      for (let g = 0; g < count; g++) {
        let known = 0;
        while (known < FIBRE_NEAR && near[FIBRE_NEAR * g + known] !== g) known++;
        if (known === 0) continue;
        const one = fibreHash(g, 4 * k) % known;
        let two = known > 1 ? fibreHash(g, 4 * k + 1) % (known - 1) : 0;
        if (known > 1 && two >= one) two++;
        let u = fibrePart(fibreHash(g, 4 * k + 2)), v = fibrePart(fibreHash(g, 4 * k + 3));
        if (u + v > 1) { u = 1 - u; v = 1 - v; }
        const others = [near[FIBRE_NEAR * g + one], near[FIBRE_NEAR * g + two]];
        put(g, others, [0.5 * u, 0.5 * v], others.map((o) => 2 * apart(g, o)), fibrePart(fibreHash(g, 0x40000001 + k)));
      }
    gl.bindBuffer(gl.ARRAY_BUFFER, instances);
    gl.bufferData(gl.ARRAY_BUFFER, data.subarray(0, FIBRE_FLOATS * strands), gl.STATIC_DRAW);
  }

  const picture = renderer.program(FIBRE_VERTEX, FIBRE_FRAGMENT), shadow = renderer.program(FIBRE_SHADOW, DEPTH_FRAGMENT);
  const crowd = count > 50 ? 1 : 0;
  function drawWith(program, points, values) {
    gl.useProgram(program.made);
    renderer.uniforms(program, { samples, perRow, crown, crowd, ...values });
    gl.uniform1i(program.place.strands, 1);
    if (program.place.depthMap !== undefined) gl.uniform1i(program.place.depthMap, 2);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindVertexArray(array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 2 * points, strands);
  }

  /// Corners of a box about all vertices of some frames.
  function bounds() {
    const lo = [Infinity, Infinity, Infinity], hi = [-Infinity, -Infinity, -Infinity];
    for (const f of new Set([0, Math.floor(frames / 2), frames - 1])) {
      const p = vertexFrame(f);
      for (let k = 0; k < p.length; k++) { lo[k % 3] = Math.min(lo[k % 3], p[k]); hi[k % 3] = Math.max(hi[k % 3], p[k]); }
    }
    return { lo, hi, crowd };
  }
  follow(about.followers || 0);
  return {
    count, place, follow, bounds, crowd, strands: () => strands, followers: () => followers,
    draw: (values) => drawWith(picture, samples, values), drawShadow: (values) => drawWith(shadow, Math.ceil((samples + 1) / 2), values),
    vertex: (fibre, k, f) => Array.from(vertexFrame(f).subarray(3 * (begin[fibre] + k), 3 * (begin[fibre] + k) + 3)),
  };
}
