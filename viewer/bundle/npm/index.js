// src/answers.ts
function readAnswer(bytes) {
  const kind = new TextDecoder().decode(bytes.subarray(0, 4));
  if (!["FRAM", "ABOU", "TEXT", "FILE", "ERRO"].includes(kind)) return { kind: "ERRO", bytes: new TextEncoder().encode("ERROan answer that is not understood") };
  return { kind, bytes };
}
function answerText(answer) {
  return new TextDecoder().decode(answer.bytes.subarray(4));
}
function answerFile(answer) {
  const length = new DataView(answer.bytes.buffer, answer.bytes.byteOffset).getUint32(4, true);
  return { name: new TextDecoder().decode(answer.bytes.subarray(8, 8 + length)), bytes: answer.bytes.subarray(8 + length) };
}
function answerAbout(answer) {
  const b = answer.bytes, length = new DataView(b.buffer, b.byteOffset).getUint32(4, true), end = Math.ceil((8 + length) / 8) * 8;
  return { json: JSON.parse(new TextDecoder().decode(b.subarray(8, 8 + length))), numbers: b.slice(end).buffer };
}
function readFrame(answer) {
  const whole = answer.bytes.byteOffset % 8 === 0 ? answer.bytes : answer.bytes.slice(), buffer = whole.buffer, base = whole.byteOffset;
  const u = new Uint32Array(buffer, base + 4, 15), f = new Float32Array(buffer, base + 72, 14);
  let at = base + 128;
  const floats = (n) => {
    const a = new Float32Array(buffer, at, n);
    at += 4 * n;
    return a;
  };
  const shorts = (make, n, align) => {
    const a = new make(buffer, at, n);
    at += 2 * n;
    if (align) at += (4 - (at - base) % 4) % 4;
    return a;
  };
  const moving = u[8], vertexCount = u[9], positions = floats(3 * moving), turns = shorts(Int16Array, 4 * moving, false);
  const vertexBox = floats(6), vertices = shorts(Uint16Array, 3 * vertexCount, true), q = floats(u[10]), controls = floats(u[11]), forces = floats(u[11]), signals = floats(u[14]);
  let contacts = null;
  if (u[12] !== 4294967295) {
    const n = u[12], units = floats(2), box = new Float32Array(8);
    box.set(floats(6));
    box.set(units, 6);
    const point = shorts(Uint16Array, 3 * n, true), normal = shorts(Int16Array, 2 * n, false), force = shorts(Int16Array, 3 * n, false), angle = shorts(Uint16Array, n, false);
    const moment = units[1] > 0 ? shorts(Int16Array, 3 * n, false) : null;
    const pair = shorts(Uint16Array, 2 * n, false), slip = shorts(Uint16Array, n, false);
    contacts = { count: n, begin: 0, box, boxAt: 0, point, normal, force, angle, moment, pair, slip, status: new Uint8Array(buffer, at, n) };
  }
  return {
    step: u[0],
    made: u[1],
    quality: u[2],
    substeps: u[3],
    contactCount: u[4],
    islands: u[5],
    iterations: u[6],
    history: u[7],
    late: u[13] !== 0,
    time: new DataView(buffer, base).getFloat64(64, true),
    kinetic: f[0],
    potential: f[1],
    residual: f[2],
    tolerance: f[3],
    penetration: f[4],
    seconds: f[5],
    work: f[6],
    stages: f.subarray(7, 14),
    positions,
    turns,
    vertexBox,
    vertices,
    q,
    controls,
    forces,
    signals,
    contacts,
    bytes: whole.length,
    seen: whole.subarray(128)
  };
}

// src/wasi.ts
var OK = 0;
var BADF = 8;
var INVAL = 28;
var NOENT = 44;
var NOTSUP = 58;
var FOLDER = 3;
var FILE = 4;
var ROOT = 3;
var CREATE = 1;
var EXCLUSIVE = 4;
var TRUNCATE = 8;
var APPEND = 1;
var Exit = class extends Error {
};
var Wasi = class {
  files = /* @__PURE__ */ new Map();
  open = /* @__PURE__ */ new Map();
  next = 4;
  memory = null;
  attach(memory) {
    this.memory = memory;
  }
  write(path, bytes) {
    this.files.set(clean(path), { bytes: bytes.slice(), size: bytes.length });
  }
  get view() {
    return new DataView(this.memory.buffer);
  }
  text(at, length) {
    return new TextDecoder().decode(new Uint8Array(this.memory.buffer, at, length).slice());
  }
  isFolder(path) {
    if (path === "") return true;
    for (const name of this.files.keys()) if (name.startsWith(path + "/")) return true;
    return false;
  }
  stat(at, type, size2) {
    new Uint8Array(this.memory.buffer, at, 64).fill(0);
    this.view.setUint8(at + 16, type);
    this.view.setBigUint64(at + 24, 1n, true);
    this.view.setBigUint64(at + 32, BigInt(size2), true);
    return OK;
  }
  /// Each part of a list of buffers.
  parts(list, count) {
    const v = this.view;
    return Array.from({ length: count }, (_, k) => new Uint8Array(this.memory.buffer, v.getUint32(list + 8 * k, true), v.getUint32(list + 8 * k + 4, true)));
  }
  imports = {
    environ_get: () => OK,
    environ_sizes_get: (count, size2) => {
      this.view.setUint32(count, 0, true);
      this.view.setUint32(size2, 0, true);
      return OK;
    },
    clock_time_get: (_id, _precision, at) => {
      this.view.setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return OK;
    },
    sched_yield: () => OK,
    proc_exit: (code) => {
      throw new Exit(`the module ended with ${code}`);
    },
    fd_prestat_get: (fd, at) => {
      if (fd !== ROOT) return BADF;
      this.view.setUint8(at, 0);
      this.view.setUint32(at + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name: (fd, at) => {
      if (fd !== ROOT) return BADF;
      this.view.setUint8(at, 47);
      return OK;
    },
    fd_fdstat_get: (fd, at) => {
      const known = this.open.has(fd);
      if (!known && fd > ROOT) return BADF;
      new Uint8Array(this.memory.buffer, at, 24).fill(0);
      this.view.setUint8(at, fd === ROOT ? FOLDER : FILE);
      this.view.setBigUint64(at + 8, ~0n & 0xffffffffffffffffn, true);
      this.view.setBigUint64(at + 16, ~0n & 0xffffffffffffffffn, true);
      return OK;
    },
    fd_fdstat_set_flags: (fd) => this.open.has(fd) ? OK : BADF,
    fd_allocate: (fd) => this.open.has(fd) ? OK : BADF,
    fd_filestat_get: (fd, at) => {
      const o = this.open.get(fd);
      return o ? this.stat(at, FILE, o.content.size) : fd === ROOT ? this.stat(at, FOLDER, 0) : BADF;
    },
    fd_filestat_set_size: (fd, size2) => {
      const o = this.open.get(fd);
      if (!o) return BADF;
      grow(o.content, Number(size2));
      o.content.size = Number(size2);
      return OK;
    },
    fd_close: (fd) => this.open.delete(fd) ? OK : BADF,
    fd_read: (fd, list, count, at) => {
      const o = this.open.get(fd);
      if (!o) return BADF;
      let total = 0;
      for (const part of this.parts(list, count)) {
        const n = Math.max(0, Math.min(part.length, o.content.size - o.at));
        part.set(o.content.bytes.subarray(o.at, o.at + n));
        o.at += n;
        total += n;
      }
      this.view.setUint32(at, total, true);
      return OK;
    },
    fd_write: (fd, list, count, at) => {
      const o = this.open.get(fd), parts = this.parts(list, count), total = parts.reduce((n, p) => n + p.length, 0);
      if (!o && fd > 2) return BADF;
      if (o) {
        if (o.append) o.at = o.content.size;
        grow(o.content, o.at + total);
        for (const part of parts) {
          o.content.bytes.set(part, o.at);
          o.at += part.length;
        }
        o.content.size = Math.max(o.content.size, o.at);
      }
      this.view.setUint32(at, total, true);
      return OK;
    },
    fd_seek: (fd, offset, whence, at) => {
      const o = this.open.get(fd);
      if (!o) return BADF;
      const to = Number(offset) + (whence === 0 ? 0 : whence === 1 ? o.at : o.content.size);
      if (to < 0) return INVAL;
      o.at = to;
      this.view.setBigUint64(at, BigInt(to), true);
      return OK;
    },
    path_filestat_get: (_fd, _flags, path, length, at) => {
      const name = clean(this.text(path, length)), file = this.files.get(name);
      return file ? this.stat(at, FILE, file.size) : this.isFolder(name) ? this.stat(at, FOLDER, 0) : NOENT;
    },
    path_open: (_fd, _look, path, length, how, _rights, _inherited, flags, at) => {
      const name = clean(this.text(path, length));
      let content = this.files.get(name);
      if (!content && !(how & CREATE)) return NOENT;
      if (content && how & EXCLUSIVE) return 20;
      if (!content || how & TRUNCATE) this.files.set(name, content = { bytes: new Uint8Array(1024), size: 0 });
      this.open.set(this.next, { content, at: 0, append: (flags & APPEND) !== 0 });
      this.view.setUint32(at, this.next++, true);
      return OK;
    },
    path_rename: (_from, old, oldLength, _to, name, nameLength) => {
      const from = clean(this.text(old, oldLength)), content = this.files.get(from);
      if (!content) return NOENT;
      this.files.delete(from);
      this.files.set(clean(this.text(name, nameLength)), content);
      return OK;
    },
    path_unlink_file: (_fd, path, length) => this.files.delete(clean(this.text(path, length))) ? OK : NOENT,
    path_remove_directory: () => NOTSUP
  };
};
function clean(path) {
  const parts = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}
function grow(content, size2) {
  if (size2 <= content.bytes.length) return;
  const more = new Uint8Array(Math.max(size2, 2 * content.bytes.length));
  more.set(content.bytes.subarray(0, content.size));
  content.bytes = more;
}

// src/module.ts
var Module = class _Module {
  constructor(exports, wasi) {
    this.exports = exports;
    this.wasi = wasi;
  }
  exports;
  wasi;
  dead = null;
  static async make(bytes) {
    const wasi = new Wasi();
    wasi.write("/saved/.keep", new Uint8Array(0));
    const compiled = bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes);
    const made = await WebAssembly.instantiate(compiled, { wasi_snapshot_preview1: wasi.imports });
    const exports = made.exports;
    wasi.attach(exports.memory);
    exports._initialize();
    if (exports.holdfast_start() !== 0) throw new Error("holdfast does not start: out of memory");
    return new _Module(exports, wasi);
  }
  /// Puts a file where `open` finds it.
  write(path, bytes) {
    this.wasi.write(path, bytes);
  }
  /// The bytes of the answer, a copy. A module that broke down answers with that, whatever it is asked.
  command(text) {
    if (this.dead) return fault(this.dead);
    const bytes = new TextEncoder().encode(text), e = this.exports;
    try {
      const at = e.malloc(bytes.length + 1);
      if (at === 0) return fault("out of memory");
      new Uint8Array(e.memory.buffer, at, bytes.length).set(bytes);
      const answer = e.holdfast_command(at, bytes.length);
      const copy = new Uint8Array(e.memory.buffer, answer, e.holdfast_answer_size()).slice();
      e.free(at);
      return copy;
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error instanceof Exit)) throw error;
      this.dead = `the library broke down (${error.message}): reload the page`;
      return fault(this.dead);
    }
  }
};
function fault(text) {
  return new TextEncoder().encode("ERRO" + text);
}

// src/proof_verify.ts
var ROUND = 1e-11;
var TOUCH = 5e-8;
var NEAR = 5e-7;
var MOST = 2 ** 28;
var RESTS = 1;
var JUMPS = 2;
var MIDDLE = 4;
var CORRECTED = 8;
var SLOWED = 16;
var ANEW = 1;
var LEVEL = 2;
var SURFACE = 4;
var ORIGIN = 8;
var REBOUND = 16;
var TOLD = 32;
var BESIDE = 1e-6;
var HULLS = 1e-3;
var Untrue = class extends Error {
};
var Unreadable = class extends Error {
};
var demand = (holds, what) => {
  if (!holds) throw new Untrue(typeof what === "string" ? what : what());
};
var g3 = (x) => x.toPrecision(3);
var ZERO = [0, 0, 0];
var dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
var add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
var sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
var mul = (s, a) => [s * a[0], s * a[1], s * a[2]];
var axpy = (a, s, b) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
var norm = (a) => Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
var size = (a) => Math.sqrt(a.reduce((s, x) => s + x * x, 0));
var cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
var qmul = (a, b) => [
  a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
  a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
  a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
  a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]
];
var conj = (q) => [q[0], -q[1], -q[2], -q[3]];
var unit = (q) => {
  const n = size(q);
  return q.map((x) => x / n);
};
var unitVector = (k) => [Number(k === 0), Number(k === 1), Number(k === 2)];
function rotate(q, v) {
  const s = q.slice(1, 4), t = mul(2, cross(s, v));
  return add(axpy(v, q[0], t), cross(s, t));
}
function qexp(turn) {
  const angle = norm(turn), s = angle < 1e-4 ? 0.5 - angle * angle / 48 : Math.sin(0.5 * angle) / angle;
  return [Math.cos(0.5 * angle), s * turn[0], s * turn[1], s * turn[2]];
}
function angleBetween(a, b) {
  const d = qmul(a, conj(b));
  return 2 * Math.atan2(norm(d.slice(1)), Math.abs(d[0]));
}
var primes = (count) => {
  const out = [];
  for (let n = 2; out.length < count; n++) if (out.every((p) => n % p)) out.push(n);
  return out;
};
var fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
var K = primes(64).map((p) => fraction(Math.cbrt(p)));
var FIRST = primes(8).map((p) => fraction(Math.sqrt(p)));
function sha256(parts) {
  const count = parts.reduce((s, p) => s + p.length, 0), all = new Uint8Array((Math.floor((count + 8) / 64) + 1) * 64), h = Int32Array.from(FIRST), w = new Int32Array(64);
  let at = 0;
  for (const p of parts) {
    all.set(p, at);
    at += p.length;
  }
  all[count] = 128;
  const view = new DataView(all.buffer);
  view.setUint32(all.length - 8, Math.floor(count / 2 ** 29));
  view.setUint32(all.length - 4, count << 3 >>> 0);
  const turn = (x, by) => x >>> by | x << 32 - by;
  for (let block = 0; block < all.length; block += 64) {
    for (let k = 0; k < 16; k++) w[k] = view.getInt32(block + 4 * k);
    for (let k = 16; k < 64; k++) {
      const a2 = w[k - 15], b2 = w[k - 2];
      w[k] = w[k - 16] + (turn(a2, 7) ^ turn(a2, 18) ^ a2 >>> 3) + w[k - 7] + (turn(b2, 17) ^ turn(b2, 19) ^ b2 >>> 10) | 0;
    }
    let [a, b, c, d, e, f, g, i] = h;
    for (let k = 0; k < 64; k++) {
      const one = i + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + K[k] + w[k] | 0;
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
      i = g;
      g = f;
      f = e;
      e = d + one | 0;
      d = c;
      c = b;
      b = a;
      a = one + two | 0;
    }
    [a, b, c, d, e, f, g, i].forEach((x, k) => {
      h[k] += x;
    });
  }
  const out = new DataView(new ArrayBuffer(32));
  h.forEach((x, k) => out.setInt32(4 * k, x));
  return new Uint8Array(out.buffer);
}
async function unpack(bytes) {
  try {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
  } catch {
    throw new Untrue("a chunk is packed badly");
  }
}
var Reader = class {
  constructor(raw) {
    this.raw = raw;
    this.view = new DataView(raw.buffer, raw.byteOffset, raw.length);
  }
  raw;
  view;
  at = 0;
  need(count) {
    demand(count <= this.raw.length - this.at, "a record is cut off");
    this.at += count;
    return this.at - count;
  }
  byte() {
    return this.raw[this.need(1)];
  }
  word() {
    return this.view.getUint32(this.need(4), true);
  }
  number() {
    const x = this.view.getFloat64(this.need(8), true);
    demand(Number.isFinite(x), "a number is not finite");
    return x;
  }
  numbers(count) {
    demand(8 * count <= this.raw.length - this.at, "a record is cut off");
    return Array.from({ length: count }, () => this.number());
  }
};
function principal(d, q, v) {
  const l = rotate(conj(q), v);
  return rotate(q, [d[0] * l[0], d[1] * l[1], d[2] * l[2]]);
}
function turnAbout(axis, rate, h, q, l) {
  const e = qexp(mul(l[axis] * rate * h, unitVector(axis)));
  return [qmul(q, e), rotate(conj(e), l)];
}
function restore(d, wanted, q, l) {
  const s = l.map((x) => x * x), low = d.indexOf(Math.min(...d)), high = d.indexOf(Math.max(...d)), third = 3 - low - high;
  for (const [a, b] of [[low, high], [third, high], [low, third]]) {
    if (d[a] === d[b]) continue;
    const part = Math.min(s[a], Math.max(-s[b], (wanted - dot(d, s)) / (d[b] - d[a])));
    s[a] -= part;
    s[b] += part;
  }
  const to = s.map((x, k) => Math.sqrt(Math.max(0, x)) * (l[k] < 0 || Object.is(l[k], -0) ? -1 : 1)), axis = cross(l, to), sine = norm(axis);
  return sine > 0 ? qmul(q, qexp(mul(-Math.atan2(sine, dot(l, to)) / sine, axis))) : q;
}
function turned(body, q, L, h) {
  if (norm(L) === 0) return q;
  if (body.motion !== "free") return unit(qmul(qexp(mul(h, L)), q));
  const d = body.inverse;
  let l = rotate(conj(q), L);
  const w = l.map((x, k) => x * d[k]), wanted = dot(l, w), way = h * norm(w);
  [q, l] = turnAbout(1, d[1] - d[0], 0.5 * h, q, l);
  q = qmul(q, qexp(mul(d[0] * h, l)));
  [q, l] = turnAbout(2, d[2] - d[0], h, q, l);
  [q, l] = turnAbout(1, d[1] - d[0], 0.5 * h, q, l);
  if (way > 1.5 && Math.abs(d[1] - d[0]) > 1e-12 * d[0]) q = restore(d, wanted, q, l);
  return unit(q);
}
function readModel(raw) {
  try {
    const m = JSON.parse(new TextDecoder().decode(raw));
    if (m.format !== "holdfast proof" || m.version !== 2) throw new Error("another version");
    m.moving = [];
    m.pairOf = new Map(m.pairs.map((p) => [p.shapes.join(), p]));
    m.partOf = /* @__PURE__ */ new Map();
    m.dofs = 0;
    m.hullOf = new Map(m.hulls.map((h) => [h.mesh, h.planes]));
    m.bodies.forEach((b, k) => {
      if (b.motion !== "static") m.moving.push(k);
      if (!["static", "prescribed", "free", "planar", "particle", "part"].includes(b.motion)) throw new Error("a body of no kind");
      if (!["free", "planar", "particle"].includes(b.motion)) return;
      if (!(b.mass > 0 && b.inertia.every((i) => i > 0))) throw new Error("a body without mass");
      b.inverse = b.inertia.map((i) => 1 / i);
      if (b.motion === "planar") {
        b.along = [b.axes.slice(0, 3), b.axes.slice(3, 6)];
        b.about = [mul(1 / norm(b.normal), b.normal)];
      }
      if (b.motion === "particle") {
        b.along = [];
        for (let i = 0; i < b.directions.length; i += 3) b.along.push(b.directions.slice(i, i + 3));
        b.about = [];
      }
    });
    for (const s of m.shapes) if (!m.bodies[s.body]) throw new Error("a shape of no body");
    m.systems.forEach((s, i) => {
      if (s.mass.length !== s.count || s.weight.length !== 3 * s.count || !s.parts.length) throw new Error("a system without masses");
      for (const p of s.parts) {
        if (!p.dofs.every((d) => d >= 0 && d < s.count)) throw new Error("a part that no velocity moves");
        m.partOf.set(p.body, [i, p.dofs]);
      }
      m.dofs = Math.max(m.dofs, s.dof + s.count);
    });
    m.bodies.forEach((b, k) => {
      if (b.dof !== void 0) m.dofs = Math.max(m.dofs, b.dof + 6);
      if (b.motion === "part" !== m.partOf.has(k)) throw new Error("a part of no system");
    });
    return m;
  } catch (error) {
    throw new Untrue("the model cannot be read: " + error.message);
  }
}
function lawOf(m, a, b) {
  let s = m.shapes[a], t = m.shapes[b];
  if (s.priority !== t.priority) s = t = s.priority > t.priority ? s : t;
  const pair = m.pairOf.get([Math.min(a, b), Math.max(a, b)].join()), sliding = Math.max(s.friction, t.friction), rolling = Math.max(s.rolling, t.rolling);
  const condim = pair ? pair.condim : Math.max(s.condim, t.condim);
  let mu = pair ? [...pair.tangent, pair.torsion, ...pair.rolling] : [sliding, sliding, Math.max(s.torsion, t.torsion), rolling, rolling];
  if (condim === 1) mu = [0, 0, 0, 0, 0];
  if (m.coefficient >= 0) mu = [m.coefficient, m.coefficient, ...mu.slice(2)];
  return { condim, mu, e: Math.max(s.restitution, t.restitution) };
}
function measure(m, rows, law, r, u) {
  const parts = rows === 2 ? [[[1], [law.mu[0]]]] : rows >= 3 ? [[[1, 2], law.mu.slice(0, 2)]] : [];
  if (rows >= 4) parts.push([[3], [law.mu[2]]]);
  if (rows >= 6) parts.push([[4, 5], law.mu.slice(3, 5)]);
  let outside = Math.max(0, -r[0]), wrong = Math.abs(r[0] * u[0]), most = 0;
  parts.forEach(([index, mu], k) => {
    const part = index.map((i) => r[i]), slip = index.map((i) => u[i]), top = Math.max(...mu);
    let support = size(slip.map((x, i) => x * mu[i])), over = size(part.map((x, i) => mu[i] === 0 ? x : x * top / mu[i])) - top * r[0];
    if (m.friction !== "cone" && k === 0 && index.length === 2) {
      const n = m.sides, outer = m.friction === "outer-pyramid", side = Math.PI / n, at = Array.from({ length: n }, (_, i) => m.direction + 2 * side * i);
      support = mu[0] * (outer ? 1 / Math.cos(side) : 1) * Math.max(...at.map((a) => -slip[0] * Math.cos(a) - slip[1] * Math.sin(a)));
      over = Math.max(...at.map((a) => part[0] * Math.cos(a + side) + part[1] * Math.sin(a + side))) / (outer ? 1 : Math.cos(side)) - mu[0] * r[0];
    }
    outside = Math.max(outside, over);
    wrong += r[0] * support + part.reduce((s, x, i) => s + x * slip[i], 0);
    most += mu.reduce((s, x) => s + x, 0);
  });
  return [Math.max(0, -u[0]), outside, Math.abs(wrong), most];
}
function outsideOf(m, shape, p, out) {
  const s = shape.size;
  if (shape.kind === "sphere") return norm(p) - s[0];
  if (shape.kind === "capsule") return norm([p[0], p[1], p[2] - Math.max(-s[1], Math.min(s[1], p[2]))]) - s[0];
  if (shape.kind === "box") return Math.max(...[0, 1, 2].map((k) => Math.abs(p[k]) - s[k]));
  if (shape.kind === "plane") return p[2];
  if (shape.kind === "cylinder") return Math.max(Math.sqrt(p[0] * p[0] + p[1] * p[1]) - s[0], Math.abs(p[2]) - s[1]);
  const planes = shape.kind === "hull" ? m.hullOf.get(shape.mesh) : void 0;
  if (!planes || !planes.length) return null;
  let facing = -1, all = -Infinity;
  for (let k = 0; k < planes.length; k += 4) {
    const n = planes.slice(k, k + 3), x = dot(n, p) - planes[k + 3];
    if (dot(n, out) > 0.7) facing = Math.max(facing, x);
    all = Math.max(all, x);
  }
  return facing > 0 ? facing : Math.min(0, all);
}
var Run = class {
  model = null;
  state = [];
  v = null;
  steps = 0;
  time = null;
  still = false;
  worst = {};
  note(name, value) {
    if (value > (this.worst[name] ?? 0)) this.worst[name] = value;
  }
  seeModel(raw) {
    const m = readModel(raw);
    demand(!this.model || m.moving.join() === this.model.moving.join() && m.dofs === this.model.dofs, "another model takes the place of this one");
    if (!this.model) {
      this.state = m.bodies.map(() => null);
    }
    this.model = m;
    m.bodies.forEach((b, k) => {
      if (b.motion === "static") this.state[k] = { x: b.x, q: b.q, v: ZERO, L: ZERO };
    });
  }
  takeState(r) {
    const s = r.numbers(13);
    demand(Math.abs(size(s.slice(3, 7)) - 1) < 1e-9, "an orientation is no rotation");
    return { x: s.slice(0, 3), q: s.slice(3, 7), v: s.slice(7, 10), L: s.slice(10, 13) };
  }
  seeStep(r) {
    const number = r.word(), fate = r.byte(), quality = r.byte(), given = r.byte(), none = r.byte();
    const [begin, end, tolerance] = r.numbers(3), count = r.word();
    demand(number === this.steps + 1, () => `step ${number} stands where step ${this.steps + 1} should be`);
    this.steps = number;
    demand(fate <= 2 && quality <= 2 && given <= 1 && none === 0, "a step of no kind");
    demand(this.time === null || this.time === begin, "it begins at another time than the last one ended");
    this.time = end;
    if (given) {
      demand(fate === 0, "a state that is given to no step");
      for (const k of this.model.moving) this.state[k] = this.takeState(r);
      this.v = this.model.systems.map((s) => r.numbers(s.count));
    }
    if (fate === 1) {
      demand(count === 0 && this.still, "it repeats a step that changed something");
      return;
    }
    if (fate === 2) {
      demand(count === 0 && begin === end, "it was not made, and came to something");
      return;
    }
    demand(count > 0, "a step without a piece");
    let total = 0;
    this.still = count === 1 && quality === 0;
    for (let k = 0; k < count; k++) {
      const length = r.word(), stop = r.at + length, piece = new Piece(this, r, quality, tolerance);
      demand(r.at === stop, "a piece is not as long as it says");
      piece.verify();
      total += piece.h;
      this.still = this.still && this.model.moving.every((b) => piece.flags.get(b) & RESTS) && piece.moves.every((t) => t.rests);
    }
    demand(Math.abs(total - (end - begin)) <= 1e-9 * Math.abs(end - begin) + 1e-15 * Math.abs(end), "its pieces do not fill the step");
  }
};
var Piece = class _Piece {
  constructor(run, r, quality, tolerance) {
    this.run = run;
    const m = this.m = run.model;
    [this.h, this.natural, this.unit] = r.numbers(4);
    demand(this.h > 0 && this.unit > 0 && this.natural >= 0, "a piece makes no sense");
    demand(quality > 0 || this.natural <= tolerance, "an answer is called exact that is none");
    demand(quality > 1 || this.natural <= Math.max(m.accept, tolerance), "an answer is called approximate that is none");
    const forces = r.word(), contacts = r.word(), rounds = r.word();
    this.start = run.state.slice();
    this.end = run.state.slice();
    for (const k of m.moving) this.takeBody(r, k);
    for (let i = 0; i < forces; i++) {
      const k = r.word();
      demand(this.flags.has(k), "a force on no body");
      this.force.set(k, [r.numbers(3), r.numbers(3)]);
    }
    for (let i = 0; i < contacts; i++) this.contacts.push(this.takeContact(r));
    for (let i = 0; i < rounds; i++) {
      const count = r.word(), mixed = r.word(), scale = r.number(), hits = [];
      demand(mixed <= 1 && scale > 0, "a round of no kind");
      for (let j = 0; j < count; j++) {
        const c = this.contacts[r.word()];
        demand(!!c, "an impact at no contact");
        hits.push([c, r.numbers(c.rows)]);
      }
      this.rounds.push({ mixed, scale, hits });
    }
    if (!m.mechanisms) return;
    m.systems.forEach((t, k) => this.moves.push(this.takeSystem(r, t, k)));
    for (let count = r.word(); count > 0; count--) this.blocks.push(this.takeBlock(r));
  }
  run;
  h;
  natural;
  unit;
  m;
  start;
  end;
  struck = /* @__PURE__ */ new Map();
  flags = /* @__PURE__ */ new Map();
  ends = /* @__PURE__ */ new Map();
  middle = /* @__PURE__ */ new Map();
  force = /* @__PURE__ */ new Map();
  contacts = [];
  rounds = [];
  moves = [];
  blocks = [];
  before = /* @__PURE__ */ new Map();
  free = /* @__PURE__ */ new Map();
  places = /* @__PURE__ */ new Map();
  sums = [];
  sizes = [];
  table = { free: [], struck: [] };
  takeBody(r, k) {
    const f = r.byte();
    demand(f < 32, "a body with unknown flags");
    this.flags.set(k, f);
    if (!(f & RESTS)) this.end[k] = this.run.takeState(r);
    demand(!!this.end[k] && !!this.start[k], "a body begins nowhere");
    this.struck.set(k, f & SLOWED ? [r.numbers(3), r.numbers(3)] : [this.end[k].v, this.end[k].L]);
    const led = this.m.bodies[k].motion === "prescribed", part = this.m.partOf.get(k);
    if (led) this.ends.set(k, [[r.numbers(3), r.numbers(3)], [r.numbers(3), r.numbers(3)]]);
    if (!(led && f & MIDDLE) && !(part && this.m.systems[part[0]].fields)) return;
    this.middle.set(k, r.numbers(7));
    demand(Math.abs(size(this.middle.get(k).slice(3)) - 1) < 1e-9, "an orientation is no rotation");
  }
  takeContact(r) {
    const m = this.m, a = r.word(), b = r.word(), rows = r.byte(), flags = r.byte(), none = r.byte() + r.byte();
    demand(!!m.shapes[a] && !!m.shapes[b] && [1, 2, 3, 4, 6].includes(rows) && flags < 64 && none === 0, "a contact of no kind");
    const point = r.numbers(3), n = r.numbers(3), t = r.numbers(3), gap = r.number(), shift = r.number(), x = r.numbers(rows);
    demand(Math.abs(norm(n) - 1) < 1e-9 && Math.abs(norm(t) - 1) < 1e-9 && Math.abs(dot(n, t)) < 1e-9, "a contact without frame");
    const surface = flags & SURFACE ? r.numbers(3) : ZERO, origin = flags & ORIGIN ? r.numbers(3) : point, normal = flags & ANEW ? r.numbers(3) : n;
    const drift = flags & TOLD ? r.numbers(rows) : ZERO, H = flags & TOLD ? this.readRows(r, rows) : null;
    const law = lawOf(m, a, b), bodies = [m.shapes[a].body, m.shapes[b].body];
    demand(rows <= Math.max(law.condim, 1) && bodies[0] !== bodies[1], "a contact with rows too many");
    demand(rows > 1 || law.condim === 1 || Math.max(law.mu[0], law.mu[1]) === 0, "a contact whose friction was left out");
    return { shapes: [a, b], bodies, rows, flags, point, axes: [n, t, cross(n, t)], gap, shift, r: x, surface, origin, normal, law, drift, H };
  }
  /// Rows over velocities: their numbers, and coefficients of each row.
  readRows(r, rows) {
    const dofs = this.takeIndices(r, r.word(), this.m.dofs);
    return { dofs, H: Array.from({ length: rows }, () => r.numbers(dofs.length)) };
  }
  takeIndices(r, count, limit) {
    demand(4 * count <= r.raw.length - r.at, "a record is cut off");
    const out = Array.from({ length: count }, () => r.word());
    demand(out.every((d) => d < limit), "a row over a velocity that there is not");
    return out;
  }
  takeSystem(r, s, k) {
    const rests = r.byte(), n = s.count, v = this.run.v?.[k];
    demand(rests <= 1 && !!v, "a system begins nowhere");
    const end = rests ? v : r.numbers(n), free = r.numbers(n), struck = r.numbers(n), force = r.numbers(n), fields = s.fields ? r.numbers(6 * n) : null;
    const count = r.word(), row = this.takeIndices(r, count, n), column = this.takeIndices(r, count, n), value = r.numbers(count);
    demand(row.every((i, j) => column[j] <= i), "a matrix of other velocities");
    return { system: s, rests, v, end, free, struck, force, fields, row, column, value };
  }
  takeBlock(r) {
    const kind = r.byte(), rows = r.byte();
    demand(kind < 3 && rows >= 1 && rows <= 6, "a row of no kind");
    const scale = r.number(), compliance = r.number(), [low, high] = kind === 0 ? [0, Infinity] : kind === 1 ? [-Infinity, Infinity] : r.numbers(2);
    demand(scale > 0 && compliance >= 0 && low <= high, "a row without scale");
    return { scale, compliance, low, high, b: r.numbers(rows), r: r.numbers(rows), ...this.readRows(r, rows) };
  }
  // -- bodies --
  spin(k, q, L) {
    const b = this.m.bodies[k];
    return b.motion === "free" ? principal(b.inverse, q, L) : L;
  }
  strike(k, t, arm, impulse, moment, sign) {
    const b = this.m.bodies[k], angular = mul(sign, add(cross(arm, impulse), moment));
    if (!b.inverse) return t;
    const linear = mul(sign / b.mass, impulse);
    if (b.motion === "free") return [add(t[0], linear), add(t[1], angular)];
    let [v, w] = t;
    for (const e of b.along) v = axpy(v, dot(e, linear), e);
    for (const n of b.about) w = axpy(w, dot(n, angular) / dot(n, principal(b.inertia, this.start[k].q, n)), n);
    return [v, w];
  }
  static inWorld(c, r) {
    let f = ZERO, moment = ZERO;
    r.forEach((x, j) => {
      if (j < 3) f = axpy(f, x, c.axes[j]);
      else moment = axpy(moment, x, c.axes[j - 3]);
    });
    return [f, moment];
  }
  at(k) {
    return this.places.get(k) ?? [this.start[k].x, this.start[k].q];
  }
  arm(c, k, start) {
    return start ? sub(c.origin, this.start[k].x) : sub(c.point, this.at(k)[0]);
  }
  told(c, k) {
    return !!c.H && this.m.partOf.has(k);
  }
  /// u in the contact frame, with angular velocities: six numbers; in world axes; and the sizes that are added.
  velocity(c, which) {
    let u = c.surface, w = ZERO, all = norm(c.surface) + 1e-300;
    c.bodies.forEach((k, s) => {
      if (this.told(c, k)) return;
      const t = this.twist(k, which), arm = this.arm(c, k, which === "start");
      u = axpy(u, 1 - 2 * s, add(t[0], cross(t[1], arm)));
      w = axpy(w, 1 - 2 * s, t[1]);
      all += norm(t[0]) + norm(t[1]) * norm(arm);
    });
    const out = [...c.axes.map((a) => dot(a, u)), ...c.axes.map((a) => dot(a, w))], v = this.table[which];
    if (c.H && v) c.H.H.forEach((row, j) => {
      out[j] += c.drift[j];
      all += Math.abs(c.drift[j]);
      row.forEach((x, i) => {
        const part = x * (v[c.H.dofs[i]] ?? NaN);
        out[j] += part;
        all += Math.abs(part);
      });
    });
    return [out, u, all];
  }
  twist(k, which) {
    const ends = this.ends.get(k), part = this.m.partOf.get(k);
    if (ends) return ends[which === "start" || which === "before" ? 0 : 1];
    if (!this.flags.has(k)) return [ZERO, ZERO];
    if (part) return which === "start" ? [this.start[k].v, this.start[k].L] : this.partTwist(k, which === "before" ? "v" : which);
    if (which === "start") {
      const [v2, L2] = this.before.get(k);
      return [v2, this.spin(k, this.start[k].q, L2)];
    }
    const [v, L] = (which === "before" ? this.before : which === "free" ? this.free : this.struck).get(k);
    return [v, this.spin(k, this.at(k)[1], L)];
  }
  field(t, d) {
    return [t.fields.slice(6 * d, 6 * d + 3), t.fields.slice(6 * d + 3, 6 * d + 6)];
  }
  partTwist(k, which) {
    const [i, dofs] = this.m.partOf.get(k), t = this.moves[i], x = this.middle.get(k)?.slice(0, 3) ?? ZERO;
    let v = ZERO, w = ZERO;
    for (const d of dofs) {
      const [lin, ang] = this.field(t, d);
      v = axpy(v, t[which][d], add(lin, cross(ang, x)));
      w = axpy(w, t[which][d], ang);
    }
    return [v, w];
  }
  /// sums, sizes += what an impulse on a part at x, and a moment, are to the velocities of its system.
  push(k, x, f, moment, sign, sums, sizes) {
    const [i, dofs] = this.m.partOf.get(k), t = this.moves[i], b = this.m.bodies[k], reach = b.mass > 0 ? Math.sqrt(Math.max(...b.inertia) / b.mass) : 0;
    for (const d of dofs) {
      const [lin, ang] = this.field(t, d), at = t.system.dof + d;
      sums[at] += sign * (dot(add(lin, cross(ang, x)), f) + dot(ang, moment));
      sizes[at] += (norm(lin) + norm(ang) * (norm(x) + reach)) * norm(f) + norm(ang) * norm(moment);
    }
  }
  law(what, c, r, u, allowed, scale, speed) {
    const [approach, outside, wrong, mu] = measure(this.m, c.rows, c.law, r, u), arm = Math.max(1, mu), force = size(r);
    const where = `${what} of '${this.m.bodies[c.bodies[0]].name}' and '${this.m.bodies[c.bodies[1]].name}'`;
    demand(approach <= 4 * arm * allowed + ROUND * speed, () => `${where}: approach ${g3(approach)} m/s`);
    demand(outside <= 4 * arm * allowed * scale + ROUND * force, () => `${where}: ${g3(outside)} N s outside of friction`);
    demand(wrong <= 4 * arm * allowed * (force + scale * (speed + allowed)) + ROUND * arm * force * speed, () => `${where}: friction and slip disagree by ${g3(wrong)} J`);
    this.run.note("approach [m/s]", approach);
    this.run.note("outside of friction [N s]", outside);
    this.run.note("friction against slip [J]", wrong);
  }
  // -- the stages --
  verify() {
    const { m, run } = this;
    for (const k of m.moving) this.before.set(k, [this.start[k].v, this.start[k].L]);
    this.prepareSystems();
    for (const c of this.contacts) this.verifyGap(c);
    for (const round of this.rounds) this.verifyRound(round);
    for (const k of m.moving) this.places.set(k, this.placeOf(k));
    this.verifyBalance();
    for (const t of this.moves) for (const name of ["free", "struck"]) this.verifySystem(t, name);
    this.verifyContacts();
    for (const k of m.moving) if (m.bodies[k].inverse) this.verifyMove(k);
    run.state = this.end;
    if (m.mechanisms) run.v = this.moves.map((t) => t.end);
  }
  /// Both points of a contact belong to its shapes, where the piece begins.
  verifyGap(c) {
    c.bodies.forEach((k, s) => {
      const b = this.m.bodies[k], form = this.m.shapes[c.shapes[s]], at = this.start[k], part = this.m.partOf.get(k);
      if (part && !this.m.systems[part[0]].fields) return;
      const q = qmul(at.q, conj(b.principal)), local = (v) => rotate(conj(form.orientation), v);
      const p = add(rotate(conj(q), sub(axpy(c.origin, (0.5 - s) * c.gap, c.normal), at.x)), b.center);
      const off = outsideOf(this.m, form, local(sub(p, form.position)), local(rotate(conj(q), mul(2 * s - 1, c.normal))));
      if (off !== null) demand(Math.abs(off) <= (form.kind === "hull" ? HULLS : BESIDE), () => `contact of '${b.name}': a point of it is beside its shape by ${g3(off)} m`);
    });
  }
  afterForces(k, t, h) {
    const b = this.m.bodies[k], [F, T] = this.force.get(k) ?? [ZERO, ZERO];
    return this.strike(k, t, ZERO, mul(h, axpy(F, b.mass * b.gravity_scale, this.m.gravity)), mul(h, T), 1);
  }
  rate(c) {
    let rate = 0;
    c.bodies.forEach((k, s) => {
      const ends = this.ends.get(k), arm = this.arm(c, k, true);
      let t = [ZERO, ZERO];
      if (ends) t = [mul(1 / this.h, sub(ends[1][0], ends[0][0])), mul(1 / this.h, sub(ends[1][1], ends[0][1]))];
      else if (this.m.bodies[k].inverse) {
        t = this.afterForces(k, t, 1);
        t = [t[0], this.spin(k, this.start[k].q, t[1])];
      }
      rate += (1 - 2 * s) * dot(c.normal, add(t[0], cross(t[1], arm)));
    });
    return rate;
  }
  verifyRound({ mixed, scale, hits }) {
    const old = hits.map(([c]) => this.velocity(c, "start")[0]);
    for (const [c, r] of hits) {
      const [f, moment] = _Piece.inWorld(c, r);
      c.bodies.forEach((k, s) => {
        if (this.before.has(k) && !this.ends.has(k)) this.before.set(k, this.strike(k, this.before.get(k), this.arm(c, k, true), f, moment, 1 - 2 * s));
      });
    }
    const speed = Math.sqrt(hits.reduce((s, [c], i) => s + size(old[i].slice(0, c.rows)) ** 2, 0)), allowed = this.natural * (1 + 3 * speed);
    let work = 0, sum = 0, impulses = 0;
    hits.forEach(([c, r], i) => {
      const [w, , sizes] = this.velocity(c, "start"), u = old[i], gap = Math.max(c.gap, 0), e = c.law.e, lift = 2 * this.rate(c) * gap, all = sizes + size(u);
      demand(u[0] < 0, "an impact where nothing approaches");
      r.forEach((x, j) => {
        work += 0.5 * x * (u[j] + w[j]);
      });
      sum += size(r) * (size(u) + size(w));
      impulses += size(r);
      const t = e === 0 ? -gap / this.h : Math.sqrt(Math.max(0, e * e * (u[0] * u[0] - lift) + lift));
      demand(!mixed || w[0] >= -gap / this.h - 4 * allowed - ROUND * all, "an impact that goes on");
      this.law("impact", c, r, mixed ? [0, 0, 0, 0, 0, 0] : [w[0] - t, ...w.slice(1)], allowed, scale, all);
    });
    demand(!mixed || work <= 1e-9 * sum + 10 * allowed * impulses, "impacts gain energy");
  }
  placeOf(k) {
    const { x, q } = this.start[k], middle = this.middle.get(k);
    if (!(this.flags.get(k) & MIDDLE)) return [x, q];
    if (middle) return [middle.slice(0, 3), middle.slice(3)];
    if (!this.m.bodies[k].inverse) return [x, q];
    const [v, L] = this.before.get(k);
    return [axpy(x, 0.5 * this.h, v), turned(this.m.bodies[k], q, L, 0.5 * this.h)];
  }
  verifyBalance() {
    const { m, h } = this, sums = /* @__PURE__ */ new Map(), sizes = /* @__PURE__ */ new Map();
    for (const k of m.moving) if (m.bodies[k].inverse) {
      this.free.set(k, this.afterForces(k, this.before.get(k), h));
      sums.set(k, this.free.get(k));
      sizes.set(k, [0, 0]);
    }
    for (const c of this.contacts) {
      const [f, moment] = _Piece.inWorld(c, c.r);
      c.bodies.forEach((k, s) => {
        const sum = sums.get(k), z = sizes.get(k), arm = this.arm(c, k, false);
        if (this.m.partOf.has(k) && !c.H) this.push(k, add(this.middle.get(k)?.slice(0, 3) ?? ZERO, arm), f, moment, 1 - 2 * s, this.sums, this.sizes);
        if (!sum || !z) return;
        sums.set(k, this.strike(k, sum, arm, f, moment, 1 - 2 * s));
        z[0] += norm(f);
        z[1] += norm(f) * norm(arm) + norm(moment);
      });
    }
    for (const [k, sum] of sums) this.verifyMomentum(k, this.blocks.length ? this.takeRows(k, sum, sizes.get(k)) : sum, sizes.get(k));
  }
  takeRows(k, sum, z) {
    const b = this.m.bodies[k], p = (i) => this.sums[b.dof + i] ?? 0;
    let f = [p(0), p(1), p(2)], moment = [p(3), p(4), p(5)];
    if (b.along) {
      f = moment = ZERO;
      b.along.forEach((e, i) => {
        f = axpy(f, p(i), e);
      });
      b.about.forEach((n, i) => {
        moment = axpy(moment, p(b.along.length + i), n);
      });
    }
    z[0] += norm(f);
    z[1] += norm(moment);
    return this.strike(k, sum, ZERO, f, moment, 1);
  }
  verifyMomentum(k, [v, L], z) {
    const { m, h } = this, b = m.bodies[k], [F, T] = this.force.get(k) ?? [ZERO, ZERO], [vs, Ls] = this.struck.get(k), most = Math.max(...b.inertia), scale = b.motion === "free" ? 1 : most;
    const off = b.mass * norm(sub(v, vs)), turn = scale * norm(sub(L, Ls));
    const all = z[0] + b.mass * (norm(this.start[k].v) + norm(vs)) + h * (norm(F) + b.mass * norm(m.gravity));
    const turning = z[1] + scale * (norm(this.start[k].L) + norm(Ls)) + h * norm(T) + 0.1 * z[0] * Math.sqrt(most / b.mass);
    demand(off <= ROUND * all, () => `momentum of '${b.name}' is off by ${g3(off)} (${g3(off / all)} of what acts)`);
    demand(turn <= ROUND * turning, () => `angular momentum of '${b.name}' is off by ${g3(turn)} (${g3(turn / turning)} of what acts)`);
    if (all > 0) this.run.note("momentum, of what acts", off / all);
  }
  verifyContacts() {
    let square = 0;
    this.findVelocities();
    const laws = this.contacts.map((c) => {
      const [u, , all] = this.velocity(c, "struck"), [free, , more] = this.velocity(c, "free"), drift = [0, 0, 0, 0, 0, 0];
      if (c.flags & ANEW && !c.H) {
        const middle = this.velocity(c, "before")[1], start = this.velocity(c, "start")[1];
        for (let j = 0; j < 3; j++) drift[j] = dot(c.axes[j], sub(middle, start));
        drift[0] = dot(c.axes[0], middle) - dot(c.normal, start);
      }
      drift[0] += this.shift(c);
      for (let j = 0; j < c.rows; j++) square += (free[j] + drift[j]) ** 2;
      return [u.map((x, j) => x + drift[j]), all + more + Math.abs(c.shift)];
    });
    for (const x of this.blocks) for (const b of x.b) square += (x.scale * b) ** 2;
    const allowed = this.natural * (1 + Math.sqrt(square));
    this.run.note("distance from the laws that is claimed", allowed);
    this.verifyRows(allowed);
    this.contacts.forEach((c, i) => this.law("contact", c, c.r, laws[i][0], allowed, this.unit, laws[i][1]));
  }
  shift(c) {
    const due = c.gap >= NEAR ? c.gap / this.h : Math.max(c.gap - TOUCH, 0) * (NEAR / (NEAR - TOUCH)) / this.h;
    const rebounds = (c.flags & REBOUND) !== 0 && this.m.mechanisms && c.shift <= 0 && c.law.e > 0, level = (c.flags & LEVEL) !== 0 && c.shift === 0;
    demand(rebounds || level || Math.abs(c.shift - due) <= ROUND * Math.abs(due) + 1e-300, "a gap may not close at the speed that is said");
    return c.shift;
  }
  verifyMove(k) {
    const b = this.m.bodies[k], f = this.flags.get(k), s = this.start[k], [v, L] = this.before.get(k), [v1, L1] = this.struck.get(k), theta = f & JUMPS ? 1 : this.m.theta, h = this.h;
    const to = axpy(s.x, h, add(mul(1 - theta, v), mul(theta, v1))), q = turned(b, s.q, add(mul(1 - theta, L), mul(theta, L1)), h);
    const off = norm(sub(this.end[k].x, to)), angle = angleBetween(this.end[k].q, q);
    if (f & CORRECTED) this.run.note("positions corrected by [m]", off);
    else {
      demand(off <= 1e-14 + ROUND * (norm(s.x) + h * (norm(v) + norm(v1))), () => `'${b.name}' is ${g3(off)} m from where its velocities take it`);
      demand(angle <= 1e-9, () => `'${b.name}' is turned ${g3(angle)} rad from where its velocities turn it`);
    }
    if (f & SLOWED) demand(norm(this.end[k].v) <= (1 + 1e-9) * norm(v1) && norm(this.end[k].L) <= (1 + 1e-9) * norm(L1), () => `'${b.name}' is faster than its impulses made it`);
  }
  // -- systems and rows --
  addRows(rows, r) {
    r.forEach((x, i) => rows.dofs.forEach((d, j) => {
      const part = x * rows.H[i][j];
      this.sums[d] += part;
      this.sizes[d] += Math.abs(part);
    }));
  }
  prepareSystems() {
    this.sums = new Array(this.m.dofs).fill(0);
    this.sizes = new Array(this.m.dofs).fill(0);
    for (const t of this.moves) for (let d = 0; d < t.system.count; d++) for (const name of ["free", "struck"]) this.table[name][t.system.dof + d] = t[name][d];
    for (const x of this.blocks) this.addRows(x, x.r);
    for (const c of this.contacts) if (c.H) this.addRows(c.H, c.r);
  }
  /// Of bodies that are no parts, where contacts are.
  findVelocities() {
    for (const k of this.m.moving) {
      const b = this.m.bodies[k];
      if (!b.inverse) continue;
      for (const name of ["free", "struck"]) {
        const [v, w] = this.twist(k, name), own = b.along ? [...b.along.map((e) => dot(e, v)), ...b.about.map((n) => dot(n, w))] : [...v, ...w];
        own.forEach((x, i) => {
          this.table[name][b.dof + i] = x;
        });
      }
    }
  }
  /// (Jᵀ M J + mass + S) (v⁺ - v) = h (force, weights, forces on bodies) + contacts and rows.
  verifySystem(t, name) {
    const { h, m } = this, s = t.system, left = new Array(m.dofs).fill(0), all = new Array(m.dofs).fill(0), now = t[name], was = t.v;
    t.row.forEach((i, k) => {
      const j = t.column[k], x = t.value[k];
      for (const [a, b] of i === j ? [[i, j]] : [[i, j], [j, i]]) {
        left[s.dof + a] += x * (now[b] - was[b]);
        all[s.dof + a] += Math.abs(x) * (Math.abs(now[b]) + Math.abs(was[b]));
      }
    });
    if (t.fields) for (const { body: k } of s.parts) {
      const b = m.bodies[k], at = this.middle.get(k), x = at.slice(0, 3), [v, w] = this.partTwist(k, name), [v0, w0] = this.partTwist(k, "v"), [F, T] = this.force.get(k) ?? [ZERO, ZERO];
      const f = axpy(mul(b.mass, sub(v, v0)), -h, axpy(F, b.mass * b.gravity_scale, m.gravity));
      this.push(k, x, f, axpy(principal(b.inertia, at.slice(3), sub(w, w0)), -h, T), 1, left, all);
      this.push(k, x, [b.mass * (norm(v) + norm(v0) + h * norm(m.gravity)), 0, 0], ZERO, 0, left, all);
    }
    const largest = Math.max(0, ...all.slice(s.dof, s.dof + s.count));
    for (let d = 0; d < s.count; d++) {
      const at = s.dof + d, own = h * t.force[d], weight = h * dot(s.weight.slice(3 * d, 3 * d + 3), m.gravity), mass = s.mass[d], struck = name === "struck";
      const off = Math.abs(left[at] + mass * (now[d] - was[d]) - own - weight - (struck ? this.sums[at] : 0));
      const of = all[at] + 1e-3 * largest + mass * (Math.abs(now[d]) + Math.abs(was[d])) + Math.abs(own) + Math.abs(weight) + (struck ? this.sizes[at] : 0) + 1e-300;
      demand(off <= 10 * ROUND * of, () => `momentum of velocity ${d} of a system (${s.kind}, '${m.bodies[s.parts[0].body].name}') is off by ${g3(off)} (${g3(off / of)} of what acts)`);
      this.run.note("momentum of systems, of what acts", off / of);
    }
  }
  verifyRows(allowed) {
    const { free, struck } = this.table;
    for (const x of this.blocks) x.b.forEach((b, i) => {
      let u = b + x.compliance * x.r[i], all = Math.abs(b);
      x.dofs.forEach((d, j) => {
        const y = x.H[i][j], v = struck[d] ?? NaN, f = free[d] ?? NaN;
        u += y * (v - f);
        all += Math.abs(y) * (Math.abs(v) + Math.abs(f));
      });
      const scale = this.unit * x.scale, r = x.r[i] / scale, off = Math.abs(r - Math.min(Math.max(r - x.scale * u, x.low / scale), x.high / scale));
      demand(off <= 4 * allowed + 1e-14 + ROUND * (Math.abs(r) + x.scale * all), () => `a row of a mechanism is off its law by ${g3(off)} m/s`);
      this.run.note("rows of mechanisms, off their law", off);
    });
  }
};
async function verifyProof(file, told) {
  const run = new Run();
  const say = (verdict, what) => ({ verdict, what, step: run.steps, steps: run.steps, time: run.time ?? 0, worst: run.worst });
  try {
    if (file.length < 16 || new TextDecoder().decode(file.slice(0, 8)) !== "HFPROOF\n") throw new Unreadable("this is no proof of holdfast");
    const view = new DataView(file.buffer, file.byteOffset, file.length);
    if (view.getUint32(8, true) !== 2) throw new Unreadable(`version ${view.getUint32(8, true)} of the format; this page knows version 2`);
    let chain = sha256([file.slice(0, 16)]), at = 16, ended = false;
    while (!ended) {
      demand(at + 12 <= file.length, "the file ends without its end");
      const long = view.getUint32(at + 4, true), packed = view.getUint32(at + 8, true), body = file.slice(at, at + 12 + packed);
      demand(long <= MOST && at + 12 + packed + 32 <= file.length, "the file is cut off");
      chain = sha256([chain, body]);
      const hash = file.slice(at + 12 + packed, at + 44 + packed);
      demand(chain.every((x, k) => x === hash[k]), "the chain of hashes breaks");
      const raw = await unpack(body.slice(12)), tag = new TextDecoder().decode(body.slice(0, 4)), r = new Reader(raw);
      demand(raw.length === long, "a chunk is packed badly");
      at += 44 + packed;
      if (tag === "MODL") run.seeModel(raw);
      else if (tag === "STEP") {
        demand(!!run.model, "steps come before the model");
        while (r.at < raw.length) {
          run.seeStep(r);
          told?.(run.steps, run.time ?? 0);
        }
        await new Promise((go) => setTimeout(go, 0));
      } else if (tag === "ENDS") {
        ended = true;
        demand(raw.length === 12 && r.word() === run.steps, "steps are missing");
        demand(at === file.length, "there is something behind the end");
      } else throw new Unreadable(`a chunk of a kind that this page does not know: ${tag}`);
    }
    return say("true", "");
  } catch (error) {
    return say(error instanceof Unreadable ? "unreadable" : "false", error.message);
  }
}

// npm/index.ts
var Holdfast = class _Holdfast {
  constructor(module) {
    this.module = module;
  }
  module;
  /// `wasm`: the bytes of holdfast.wasm, or a compiled module.
  static async create(wasm) {
    return new _Holdfast(await Module.make(wasm));
  }
  /// Sends a command and throws what went wrong; docs/live.md lists the commands.
  ask(text) {
    const answer = readAnswer(this.module.command(text));
    if (answer.kind === "ERRO") throw new Error(answerText(answer));
    return answer;
  }
  scenes() {
    return JSON.parse(answerText(this.ask("scenes")));
  }
  /// A file that `open` can name afterwards.
  write(path, bytes) {
    this.module.write(path, bytes);
  }
  /// A built-in scene ("jack", "incline:mu=0.4") or a file that was written. Returns its description.
  open(scene, seed = 0) {
    return answerAbout(this.ask(`open ${scene} ${seed}`)).json;
  }
  step(count = 1) {
    return readFrame(this.ask(`step ${count}`));
  }
  back(count = 1) {
    return readFrame(this.ask(`back ${count}`));
  }
  reset() {
    return readFrame(this.ask("reset"));
  }
  body(index) {
    return JSON.parse(answerText(this.ask(`body ${index}`)));
  }
  /// gravity [x y z], friction, tolerance, timestep or solver.
  set(name, ...values) {
    this.ask(`set ${name} ${values.join(" ")}`);
  }
  control(actuator, value) {
    this.ask(`control ${actuator} ${value}`);
  }
  joint(joint, value) {
    this.ask(`joint ${joint} ${value}`);
  }
  /// A spring from a point of a body (in its frame) to a place; let go by release.
  pull(body, point, target, stiffness, damping) {
    this.ask(`spring ${[body, ...point, ...target, stiffness, damping].join(" ")}`);
  }
  release() {
    this.ask("spring");
  }
  push(body, point, impulse) {
    this.ask(`push ${[body, ...point, ...impulse].join(" ")}`);
  }
  /// Hash of the state's bytes: the same as `hf_world_hash` of a native build.
  hash() {
    return answerText(this.ask("hash"));
  }
  save(kind) {
    return answerFile(this.ask(`save ${kind}`));
  }
};
export {
  Holdfast,
  verifyProof
};
