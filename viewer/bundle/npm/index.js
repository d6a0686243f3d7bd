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
    bytes: whole.length
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
  stat(at, type, size) {
    new Uint8Array(this.memory.buffer, at, 64).fill(0);
    this.view.setUint8(at + 16, type);
    this.view.setBigUint64(at + 24, 1n, true);
    this.view.setBigUint64(at + 32, BigInt(size), true);
    return OK;
  }
  /// Each part of a list of buffers.
  parts(list, count) {
    const v = this.view;
    return Array.from({ length: count }, (_, k) => new Uint8Array(this.memory.buffer, v.getUint32(list + 8 * k, true), v.getUint32(list + 8 * k + 4, true)));
  }
  imports = {
    environ_get: () => OK,
    environ_sizes_get: (count, size) => {
      this.view.setUint32(count, 0, true);
      this.view.setUint32(size, 0, true);
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
    fd_filestat_set_size: (fd, size) => {
      const o = this.open.get(fd);
      if (!o) return BADF;
      grow(o.content, Number(size));
      o.content.size = Number(size);
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
function grow(content, size) {
  if (size <= content.bytes.length) return;
  const more = new Uint8Array(Math.max(size, 2 * content.bytes.length));
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
  Holdfast
};
