// Verifies a proof of a run in the browser, step by step: docs/proof.md, from which this is written, as
// verify/holdfast_verify.py is; it shares nothing with what wrote the proof.

export interface Verdict { verdict: "true" | "false" | "unreadable"; what: string; step: number; steps: number; time: number; worst: Record<string, number>; }

const ROUND = 1e-11, TOUCH = 5e-8, NEAR = 5e-7, MOST = 2 ** 28;
const RESTS = 1, JUMPS = 2, MIDDLE = 4, CORRECTED = 8, SLOWED = 16, ANEW = 1, LEVEL = 2, SURFACE = 4, ORIGIN = 8, REBOUND = 16;

type V = number[];
class Untrue extends Error {}
class Unreadable extends Error {}
const demand = (holds: boolean, what: string | (() => string)): void => { if (!holds) throw new Untrue(typeof what === "string" ? what : what()); };
const g3 = (x: number): string => x.toPrecision(3);

// ---- vectors, quaternions (w, x, y, z) ----

const ZERO: V = [0, 0, 0], STILL: V = [1, 0, 0, 0];
const dot = (a: V, b: V): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const add = (a: V, b: V): V => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a: V, b: V): V => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const mul = (s: number, a: V): V => [s * a[0], s * a[1], s * a[2]];
const axpy = (a: V, s: number, b: V): V => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const norm = (a: V): number => Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
const size = (a: V): number => Math.sqrt(a.reduce((s, x) => s + x * x, 0));
const cross = (a: V, b: V): V => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const qmul = (a: V, b: V): V => [a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
  a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]];
const conj = (q: V): V => [q[0], -q[1], -q[2], -q[3]];
const unit = (q: V): V => { const n = size(q); return q.map((x) => x / n); };
const unitVector = (k: number): V => [Number(k === 0), Number(k === 1), Number(k === 2)];
function rotate(q: V, v: V): V { const s = q.slice(1, 4), t = mul(2, cross(s, v)); return add(axpy(v, q[0], t), cross(s, t)); }
function qexp(turn: V): V {
  const angle = norm(turn), s = angle < 1e-4 ? 0.5 - angle * angle / 48 : Math.sin(0.5 * angle) / angle;
  return [Math.cos(0.5 * angle), s * turn[0], s * turn[1], s * turn[2]];
}
function angleBetween(a: V, b: V): number { const d = qmul(a, conj(b)); return 2 * Math.atan2(norm(d.slice(1)), Math.abs(d[0])); }

// ---- SHA-256 ----

const primes = (count: number): number[] => { const out: number[] = []; for (let n = 2; out.length < count; n++) if (out.every((p) => n % p)) out.push(n); return out; };
const fraction = (x: number): number => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
const K = primes(64).map((p) => fraction(Math.cbrt(p))), FIRST = primes(8).map((p) => fraction(Math.sqrt(p)));

export function sha256(parts: Uint8Array[]): Uint8Array {
  const count = parts.reduce((s, p) => s + p.length, 0), all = new Uint8Array((Math.floor((count + 8) / 64) + 1) * 64), h = Int32Array.from(FIRST), w = new Int32Array(64);
  let at = 0;
  for (const p of parts) { all.set(p, at); at += p.length; }
  all[count] = 0x80;
  const view = new DataView(all.buffer);
  view.setUint32(all.length - 8, Math.floor(count / 2 ** 29));
  view.setUint32(all.length - 4, (count << 3) >>> 0);
  const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));
  for (let block = 0; block < all.length; block += 64) {
    for (let k = 0; k < 16; k++) w[k] = view.getInt32(block + 4 * k);
    for (let k = 16; k < 64; k++) {
      const a = w[k - 15], b = w[k - 2];
      w[k] = (w[k - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[k - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, i] = h;
    for (let k = 0; k < 64; k++) {
      const one = (i + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[k] + w[k]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      i = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, i].forEach((x, k) => { h[k] += x; });
  }
  const out = new DataView(new ArrayBuffer(32));
  h.forEach((x, k) => out.setInt32(4 * k, x));
  return new Uint8Array(out.buffer);
}

// ---- the file ----

async function unpack(bytes: Uint8Array): Promise<Uint8Array> {
  try { return new Uint8Array(await new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer()); }
  catch { throw new Untrue("a chunk is packed badly"); }
}

class Reader {
  view: DataView; at = 0;
  constructor(public raw: Uint8Array) { this.view = new DataView(raw.buffer, raw.byteOffset, raw.length); }
  need(count: number): number { demand(count <= this.raw.length - this.at, "a record is cut off"); this.at += count; return this.at - count; }
  byte(): number { return this.raw[this.need(1)]; }
  word(): number { return this.view.getUint32(this.need(4), true); }
  number(): number { const x = this.view.getFloat64(this.need(8), true); demand(Number.isFinite(x), "a number is not finite"); return x; }
  numbers(count: number): V { demand(8 * count <= this.raw.length - this.at, "a record is cut off"); return Array.from({ length: count }, () => this.number()); }
}

// ---- a free body that turns ----

function principal(d: V, q: V, v: V): V { const l = rotate(conj(q), v); return rotate(q, [d[0] * l[0], d[1] * l[1], d[2] * l[2]]); }
function turnAbout(axis: number, rate: number, h: number, q: V, l: V): [V, V] { const e = qexp(mul(l[axis] * rate * h, unitVector(axis))); return [qmul(q, e), rotate(conj(e), l)]; }
function restore(d: V, wanted: number, q: V, l: V): V {
  const s = l.map((x) => x * x), low = d.indexOf(Math.min(...d)), high = d.indexOf(Math.max(...d)), third = 3 - low - high;
  for (const [a, b] of [[low, high], [third, high], [low, third]]) {
    if (d[a] === d[b]) continue;
    const part = Math.min(s[a], Math.max(-s[b], (wanted - dot(d, s)) / (d[b] - d[a])));
    s[a] -= part; s[b] += part;
  }
  const to = s.map((x, k) => Math.sqrt(Math.max(0, x)) * (l[k] < 0 || Object.is(l[k], -0) ? -1 : 1)), axis = cross(l, to), sine = norm(axis);
  return sine > 0 ? qmul(q, qexp(mul(-Math.atan2(sine, dot(l, to)) / sine, axis))) : q;
}
function turned(body: any, q: V, L: V, h: number): V {
  if (norm(L) === 0) return q;
  if (body.motion !== "free") return unit(qmul(qexp(mul(h, L)), q));
  const d: V = body.inverse;
  let l = rotate(conj(q), L);
  const w = l.map((x, k) => x * d[k]), wanted = dot(l, w), way = h * norm(w);
  [q, l] = turnAbout(1, d[1] - d[0], 0.5 * h, q, l);
  q = qmul(q, qexp(mul(d[0] * h, l)));
  [q, l] = turnAbout(2, d[2] - d[0], h, q, l);
  [q, l] = turnAbout(1, d[1] - d[0], 0.5 * h, q, l);
  if (way > 1.5 && Math.abs(d[1] - d[0]) > 1e-12 * d[0]) q = restore(d, wanted, q, l);
  return unit(q);
}

// ---- trees ----

interface Frame { x: V; R: V; u: V; w: V; a: V; e: V; }
interface Link extends Frame { dofs: [number, V, V][]; at: Frame; }
const carry = (f: Frame, way: V, turn: V): Frame => ({ x: add(f.x, way), R: qmul(f.R, turn), u: add(f.u, cross(f.w, way)), w: f.w,
  a: add(f.a, add(cross(f.e, way), cross(f.w, cross(f.w, way)))), e: f.e });

/// Links' centres at q with velocities v; a and e where v stays; dofs that move each: number, velocity of the world's origin, angular.
function walk(t: any, q: V, v: V): Link[] {
  const out: Link[] = [];
  let qi = 0, vi = 0;
  t.links.forEach((l: any, k: number) => {
    const up = l.parent >= 0 ? out[l.parent] : null, dofs = up ? up.dofs.slice() : [];
    let f: Frame = up ? up.at : { x: t.x, R: t.q, u: ZERO, w: ZERO, a: ZERO, e: ZERO };
    if (t.floating && k === 0) {
      const x = q.slice(0, 3), R = unit(q.slice(3, 7));
      f = { x, R, u: v.slice(0, 3), w: rotate(R, v.slice(3, 6)), a: ZERO, e: ZERO };
      for (let i = 0; i < 3; i++) dofs.push([i, unitVector(i), ZERO]);
      for (let i = 0; i < 3; i++) { const s = rotate(R, unitVector(i)); dofs.push([3 + i, cross(x, s), s]); }
      qi = 7; vi = 6;
    } else f = carry(f, rotate(f.R, l.position), l.orientation);
    for (const j of l.joints) {
      const ball = j.kind === "ball", axis = rotate(f.R, j.axis);
      if (j.kind === "slide") {
        f = carry(f, mul(q[qi] - j.reference, axis), STILL);
        f = { ...f, u: axpy(f.u, v[vi], axis), a: axpy(f.a, 2 * v[vi], cross(f.w, axis)) };
        dofs.push([vi, axis, ZERO]);
      } else {
        f = carry(f, rotate(f.R, j.position), STILL);
        const R = unit(qmul(f.R, ball ? qmul(conj(j.turn), unit(q.slice(qi, qi + 4))) : qexp(mul(q[qi] - j.reference, j.axis))));
        let rate = ZERO;
        (ball ? [0, 1, 2].map((i) => rotate(R, unitVector(i))) : [axis]).forEach((s, i) => { rate = axpy(rate, v[vi + i], s); dofs.push([vi + i, cross(f.x, s), s]); });
        f = carry({ ...f, R, w: add(f.w, rate), e: add(f.e, cross(f.w, rate)) }, mul(-1, rotate(R, j.position)), STILL);
      }
      qi += ball ? 4 : 1; vi += ball ? 3 : 1;
    }
    out.push({ ...carry(f, rotate(f.R, l.center), STILL), dofs, at: f });
  });
  return out;
}
function movedOn(t: any, from: V, v: V, h: number): V {
  const q = from.slice();
  let qi = 0, vi = 0;
  const turn = (at: number, w: V): void => { unit(qmul(unit(q.slice(at, at + 4)), qexp(mul(h, w)))).forEach((x, k) => { q[at + k] = x; }); };
  if (t.floating) { for (let k = 0; k < 3; k++) q[k] += h * v[k]; turn(3, v.slice(3, 6)); qi = 7; vi = 6; }
  for (const l of t.links) for (const j of l.joints) {
    if (j.kind === "ball") turn(qi, v.slice(vi, vi + 3)); else q[qi] += h * v[vi];
    qi += j.kind === "ball" ? 4 : 1; vi += j.kind === "ball" ? 3 : 1;
  }
  return q;
}
function inertia(l: any, R: V, w: V): V {
  const i: V = l.inertia, b = rotate(conj(R), w);
  return rotate(R, [i[0] * b[0] + i[3] * b[1] + i[4] * b[2], i[3] * b[0] + i[1] * b[1] + i[5] * b[2], i[4] * b[0] + i[5] * b[1] + i[2] * b[2]]);
}

// ---- the model ----

function readModel(raw: Uint8Array): any {
  try {
    const m = JSON.parse(new TextDecoder().decode(raw));
    if (m.format !== "holdfast proof" || m.version !== 1) throw new Error("another version");
    m.moving = []; m.pairOf = new Map(m.pairs.map((p: any) => [p.shapes.join(), p])); m.treeOf = new Map();
    m.bodies.forEach((b: any, k: number) => {
      if (b.motion !== "static") m.moving.push(k);
      if (!["static", "prescribed", "free", "planar", "particle", "link"].includes(b.motion)) throw new Error("a body of no kind");
      if (!["free", "planar", "particle"].includes(b.motion)) return;
      if (!(b.mass > 0 && b.inertia.every((i: number) => i > 0))) throw new Error("a body without mass");
      b.inverse = b.inertia.map((i: number) => 1 / i);
      if (b.motion === "planar") { b.along = [b.axes.slice(0, 3), b.axes.slice(3, 6)]; b.about = [mul(1 / norm(b.normal), b.normal)]; }
      if (b.motion === "particle") { b.along = []; for (let i = 0; i < b.directions.length; i += 3) b.along.push(b.directions.slice(i, i + 3)); b.about = []; }
    });
    for (const s of m.shapes) if (!m.bodies[s.body]) throw new Error("a shape of no body");
    m.trees.forEach((t: any) => {
      t.nv = t.armature.length; t.nq = t.floating ? 7 : 0;
      let count = t.floating ? 6 : 0;
      t.links.forEach((l: any, k: number) => {
        if (!(l.parent < k) || m.bodies[l.body].motion !== "link") throw new Error("links are not parents first");
        for (const j of l.joints) { t.nq += j.kind === "ball" ? 4 : 1; count += j.kind === "ball" ? 3 : 1; }
        m.treeOf.set(l.body, [t, k]);
      });
      if (count !== t.nv) throw new Error("a tree without its joints");
    });
    return m;
  } catch (error) { throw new Unreadable("the model cannot be read: " + (error as Error).message); }
}

function lawOf(m: any, a: number, b: number): { condim: number; mu: V; e: number } {
  let s = m.shapes[a], t = m.shapes[b];
  if (s.priority !== t.priority) s = t = s.priority > t.priority ? s : t;
  const pair = m.pairOf.get([Math.min(a, b), Math.max(a, b)].join()), sliding = Math.max(s.friction, t.friction), rolling = Math.max(s.rolling, t.rolling);
  const condim = pair ? pair.condim : Math.max(s.condim, t.condim);
  let mu: V = pair ? [...pair.tangent, pair.torsion, ...pair.rolling] : [sliding, sliding, Math.max(s.torsion, t.torsion), rolling, rolling];
  if (condim === 1) mu = [0, 0, 0, 0, 0];
  if (m.coefficient >= 0) mu = [m.coefficient, m.coefficient, ...mu.slice(2)];
  return { condim, mu, e: Math.max(s.restitution, t.restitution) };
}

/// How far r, u are from the law: approach, outside of friction, power that friction does not take; and Σ μ.
function measure(m: any, rows: number, law: { mu: V }, r: V, u: V): [number, number, number, number] {
  const parts: [number[], V][] = rows === 2 ? [[[1], [law.mu[0]]]] : rows >= 3 ? [[[1, 2], law.mu.slice(0, 2)]] : [];
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

// ---- a run ----

type Twist = [V, V];
interface State { x: V; q: V; v: V; L: V; }

class Run {
  model: any = null; state: (State | null)[] = []; trees: ([V, V] | null)[] = []; steps = 0; time: number | null = null; still = false; worst: Record<string, number> = {};
  note(name: string, value: number): void { if (value > (this.worst[name] ?? 0)) this.worst[name] = value; }
  seeModel(raw: Uint8Array): void {
    const m = readModel(raw);
    demand(!this.model || m.moving.join() === this.model.moving.join(), "another model takes the place of this one");
    if (!this.model) { this.state = m.bodies.map(() => null); this.trees = m.trees.map(() => null); }
    this.model = m;
    m.bodies.forEach((b: any, k: number) => { if (b.motion === "static") this.state[k] = { x: b.x, q: b.q, v: ZERO, L: ZERO }; });
  }
  takeState(r: Reader): State {
    const s = r.numbers(13);
    demand(Math.abs(size(s.slice(3, 7)) - 1) < 1e-9, "an orientation is no rotation");
    return { x: s.slice(0, 3), q: s.slice(3, 7), v: s.slice(7, 10), L: s.slice(10, 13) };
  }
  seeStep(r: Reader): void {
    const number = r.word(), fate = r.byte(), quality = r.byte(), given = r.byte();
    r.byte();
    const [begin, end, tolerance] = r.numbers(3), count = r.word();
    demand(number === this.steps + 1, () => `step ${number} stands where step ${this.steps + 1} should be`);
    this.steps = number;
    demand(fate <= 2 && quality <= 2 && given <= 1, "a step of no kind");
    demand(this.time === null || this.time === begin, "it begins at another time than the last one ended");
    this.time = end;
    if (given) {
      demand(fate === 0, "a state that is given to no step");
      for (const k of this.model.moving) this.state[k] = this.takeState(r);
      this.trees = this.model.trees.map((t: any) => [r.numbers(t.nq), r.numbers(t.nv)]);
    }
    if (fate === 1) { demand(count === 0 && this.still, "it repeats a step that changed something"); return; }
    if (fate === 2) { demand(count === 0 && begin === end, "it was not made, and came to something"); return; }
    demand(count > 0, "a step without a piece");
    let total = 0;
    this.still = count === 1 && quality === 0;
    for (let k = 0; k < count; k++) {
      const length = r.word(), stop = r.at + length, piece = new Piece(this, r, quality, tolerance);
      demand(r.at === stop, "a piece is not as long as it says");
      piece.verify();
      total += piece.h;
      this.still = this.still && this.model.moving.every((b: number) => piece.flags.get(b)! & RESTS) && piece.moves.every((t) => t.flags & RESTS);
    }
    demand(Math.abs(total - (end - begin)) <= 1e-9 * Math.abs(end - begin) + 1e-15 * Math.abs(end), "its pieces do not fill the step");
  }
}

class Piece {
  h: number; natural: number; unit: number; m: any;
  start: State[]; end: State[]; struck = new Map<number, Twist>(); flags = new Map<number, number>(); ends = new Map<number, [Twist, Twist]>(); given = new Map<number, V>();
  force = new Map<number, Twist>(); contacts: any[] = []; rounds: any[] = []; moves: any[] = []; blocks: any[] = [];
  before = new Map<number, Twist>(); free = new Map<number, Twist>(); places = new Map<number, [V, V]>(); links = new Map<number, [any, number]>();
  generalized = new Map<number, number>(); changes = new Map<number, number>();

  constructor(public run: Run, r: Reader, quality: number, tolerance: number) {
    const m = this.m = run.model;
    [this.h, this.natural, this.unit] = r.numbers(4);
    demand(this.h > 0 && this.unit > 0 && this.natural >= 0, "a piece makes no sense");
    demand(quality > 0 || this.natural <= tolerance, "an answer is called exact that is none");
    demand(quality > 1 || this.natural <= Math.max(m.accept, tolerance), "an answer is called approximate that is none");
    const forces = r.word(), contacts = r.word(), rounds = r.word();
    this.start = run.state.slice() as State[];
    this.end = run.state.slice() as State[];
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
    m.trees.forEach((t: any, k: number) => this.moves.push(this.takeTree(r, t, run.trees[k])));
    for (let count = r.word(); count > 0; count--) this.blocks.push(this.takeBlock(r));
  }
  takeBody(r: Reader, k: number): void {
    const f = r.byte();
    demand(f < 32, "a body with unknown flags");
    this.flags.set(k, f);
    if (!(f & RESTS)) this.end[k] = this.run.takeState(r);
    demand(!!this.end[k] && !!this.start[k], "a body begins nowhere");
    this.struck.set(k, f & SLOWED ? [r.numbers(3), r.numbers(3)] : [this.end[k].v, this.end[k].L]);
    if (this.m.bodies[k].motion !== "prescribed") return;
    this.ends.set(k, [[r.numbers(3), r.numbers(3)], [r.numbers(3), r.numbers(3)]]);
    if (f & MIDDLE) this.given.set(k, r.numbers(7));
  }
  takeContact(r: Reader): any {
    const m = this.m, a = r.word(), b = r.word(), rows = r.byte(), flags = r.byte();
    r.byte(); r.byte();
    demand(!!m.shapes[a] && !!m.shapes[b] && [1, 2, 3, 4, 6].includes(rows), "a contact of no kind");
    const point = r.numbers(3), n = r.numbers(3), t = r.numbers(3), gap = r.number(), shift = r.number(), x = r.numbers(rows);
    demand(Math.abs(norm(n) - 1) < 1e-9 && Math.abs(norm(t) - 1) < 1e-9 && Math.abs(dot(n, t)) < 1e-9, "a contact without frame");
    const surface = flags & SURFACE ? r.numbers(3) : ZERO, origin = flags & ORIGIN ? r.numbers(3) : point, normal = flags & ANEW ? r.numbers(3) : n;
    const law = lawOf(m, a, b), bodies = [m.shapes[a].body, m.shapes[b].body];
    demand(rows <= Math.max(law.condim, 1) && bodies[0] !== bodies[1], "a contact with rows too many");
    demand(rows > 1 || law.condim === 1 || Math.max(law.mu[0], law.mu[1]) === 0, "a contact whose friction was left out");
    return { bodies, rows, flags, point, axes: [n, t, cross(n, t)], gap, shift, r: x, surface, origin, normal, law };
  }
  takeTree(r: Reader, tree: any, start: [V, V] | null): any {
    const flags = r.byte(), spring = r.number();
    demand(flags < 4 && !!start, "a tree begins nowhere");
    const end = flags & RESTS ? start! : [r.numbers(tree.nq), r.numbers(tree.nv)], out: any = { tree, start, end, flags, spring };
    for (const name of ["struck", "free", "mean", "force", "damping", "stiffness"]) out[name] = r.numbers(tree.nv);
    return out;
  }
  takeBlock(r: Reader): any {
    const kind = r.byte(), rows = r.byte(), count = r.word();
    demand(kind < 3 && rows >= 1 && rows <= 3, "a row of no kind");
    const scale = r.number(), compliance = r.number(), [low, high] = kind === 0 ? [0, Infinity] : kind === 1 ? [-Infinity, Infinity] : r.numbers(2);
    demand(scale > 0 && compliance >= 0 && low <= high, "a row without scale");
    const b = r.numbers(rows), x = r.numbers(rows);
    demand(4 * count <= r.raw.length - r.at, "a record is cut off");
    const dofs = Array.from({ length: count }, () => r.word()), H = Array.from({ length: rows }, () => r.numbers(count));
    return { scale, compliance, low, high, b, r: x, dofs, H };
  }

  // -- bodies --

  spin(k: number, q: V, L: V): V { const b = this.m.bodies[k]; return b.motion === "free" ? principal(b.inverse, q, L) : L; }
  strike(k: number, t: Twist, arm: V, impulse: V, moment: V, sign: number): Twist {
    const b = this.m.bodies[k], angular = mul(sign, add(cross(arm, impulse), moment));
    if (!b.inverse) return t;
    const linear = mul(sign / b.mass, impulse);
    if (b.motion === "free") return [add(t[0], linear), add(t[1], angular)];
    let [v, w] = t;
    for (const e of b.along) v = axpy(v, dot(e, linear), e);
    for (const n of b.about) w = axpy(w, dot(n, angular) / dot(n, principal(b.inertia, this.start[k].q, n)), n);
    return [v, w];
  }
  static inWorld(c: any, r: V): Twist {
    let f = ZERO, moment = ZERO;
    r.forEach((x, j) => { if (j < 3) f = axpy(f, x, c.axes[j]); else moment = axpy(moment, x, c.axes[j - 3]); });
    return [f, moment];
  }
  at(k: number): [V, V] { return this.places.get(k) ?? [this.start[k].x, this.start[k].q]; }
  arms(c: any, start: boolean): [V, V] {
    if (start) return c.bodies.map((k: number) => sub(c.origin, this.start[k].x));
    const arm = c.bodies.map((k: number) => sub(c.point, this.at(k)[0])), a = this.links.get(c.bodies[0]), b = this.links.get(c.bodies[1]);
    if (!a || !b || a[0] !== b[0]) return arm;
    const apart = sub(add(a[0].walks.before[a[1]].x, arm[0]), add(b[0].walks.before[b[1]].x, arm[1]));
    return [axpy(arm[0], -0.5, apart), axpy(arm[1], 0.5, apart)];
  }
  /// u in the contact frame, with angular velocities: six numbers.
  velocity(c: any, which: string): [V, V, V] {
    let u: V = c.surface, w = ZERO;
    const arms = this.arms(c, which === "start");
    c.bodies.forEach((k: number, s: number) => { const t = this.twist(k, which); u = axpy(u, 1 - 2 * s, add(t[0], cross(t[1], arms[s]))); w = axpy(w, 1 - 2 * s, t[1]); });
    return [[...c.axes.map((a: V) => dot(a, u)), ...c.axes.map((a: V) => dot(a, w))], u, w];
  }
  twist(k: number, which: string): Twist {
    const ends = this.ends.get(k);
    if (ends) return ends[which === "start" || which === "before" ? 0 : 1];
    if (!this.flags.has(k)) return [ZERO, ZERO];
    const link = this.links.get(k);
    if (which === "start") { const [v, L] = this.before.get(k)!; return [v, this.spin(k, this.start[k].q, L)]; }
    if (link) { const l = link[0].walks[which][link[1]]; return [l.u, l.w]; }
    const [v, L] = (which === "before" ? this.before : which === "free" ? this.free : this.struck).get(k)!;
    return [v, this.spin(k, this.at(k)[1], L)];
  }
  speed(c: any, which: string): number {
    return c.bodies.reduce((s: number, k: number) => { const t = this.twist(k, which); return s + norm(t[0]) + norm(t[1]) * norm(sub(c.point, this.start[k].x)); }, norm(c.surface) + 1e-300);
  }
  law(what: string, c: any, r: V, u: V, allowed: number, scale: number, speed: number): void {
    const [approach, outside, wrong, mu] = measure(this.m, c.rows, c.law, r, u), arm = Math.max(1, mu), force = size(r);
    const where = `${what} of '${this.m.bodies[c.bodies[0]].name}' and '${this.m.bodies[c.bodies[1]].name}'`;
    demand(approach <= 4 * arm * allowed + ROUND * speed, () => `${where}: approach ${g3(approach)} m/s`);
    demand(outside <= 4 * arm * allowed * scale + ROUND * force, () => `${where}: ${g3(outside)} N s outside of friction`);
    demand(wrong <= 4 * arm * allowed * (force + scale * (speed + allowed)) + ROUND * arm * force * speed, () => `${where}: friction and slip disagree by ${g3(wrong)} J`);
    this.run.note("approach [m/s]", approach); this.run.note("outside of friction [N s]", outside); this.run.note("friction against slip [J]", wrong);
  }

  // -- the stages --

  verify(): void {
    const { m, run } = this;
    for (const k of m.moving) this.before.set(k, [this.start[k].v, this.start[k].L]);
    this.prepareTrees();
    for (const round of this.rounds) this.verifyRound(round);
    for (const k of m.moving) this.places.set(k, this.placeOf(k));
    this.verifyBalance();
    for (const t of this.moves) this.verifyTree(t);
    this.verifyContacts();
    for (const k of m.moving) if (m.bodies[k].inverse) this.verifyMove(k);
    run.state = this.end;
    if (m.mechanisms) run.trees = this.moves.map((t) => t.end);
  }
  afterForces(k: number, t: Twist, h: number): Twist {
    const b = this.m.bodies[k], [F, T] = this.force.get(k) ?? [ZERO, ZERO];
    return this.strike(k, t, ZERO, mul(h, axpy(F, b.mass * b.gravity_scale, this.m.gravity)), mul(h, T), 1);
  }
  rate(c: any): number {
    let rate = 0;
    c.bodies.forEach((k: number, s: number) => {
      const ends = this.ends.get(k), arm = sub(c.origin, this.start[k].x);
      let t: Twist = [ZERO, ZERO];
      if (ends) t = [mul(1 / this.h, sub(ends[1][0], ends[0][0])), mul(1 / this.h, sub(ends[1][1], ends[0][1]))];
      else if (this.m.bodies[k].inverse) { t = this.afterForces(k, t, 1); t = [t[0], this.spin(k, this.start[k].q, t[1])]; }
      rate += (1 - 2 * s) * dot(c.normal, add(t[0], cross(t[1], arm)));
    });
    return rate;
  }
  verifyRound({ mixed, scale, hits }: any): void {
    const old: V[] = hits.map(([c]: any) => this.velocity(c, "start")[0]);
    for (const [c, r] of hits) {
      const [f, moment] = Piece.inWorld(c, r), arms = this.arms(c, true);
      c.bodies.forEach((k: number, s: number) => { if (this.before.has(k) && !this.ends.has(k)) this.before.set(k, this.strike(k, this.before.get(k)!, arms[s], f, moment, 1 - 2 * s)); });
    }
    const speed = Math.sqrt(hits.reduce((s: number, [c]: any, i: number) => s + size(old[i].slice(0, c.rows)) ** 2, 0)), allowed = this.natural * (1 + 3 * speed);
    let work = 0, sum = 0, impulses = 0;
    hits.forEach(([c, r]: any, i: number) => {
      const w = this.velocity(c, "start")[0], u = old[i], gap = Math.max(c.gap, 0), e = c.law.e, lift = 2 * this.rate(c) * gap, all = this.speed(c, "start") + size(u);
      demand(u[0] < 0, "an impact where nothing approaches");
      r.forEach((x: number, j: number) => { work += 0.5 * x * (u[j] + w[j]); });
      sum += size(r) * (size(u) + size(w)); impulses += size(r);
      const t = e === 0 ? -gap / this.h : Math.sqrt(Math.max(0, e * e * (u[0] * u[0] - lift) + lift));
      demand(!mixed || w[0] >= -gap / this.h - 4 * allowed - ROUND * all, "an impact that goes on");
      this.law("impact", c, r, mixed ? [0, 0, 0, 0, 0, 0] : [w[0] - t, ...w.slice(1)], allowed, scale, all);
    });
    demand(!mixed || work <= 1e-9 * sum + 10 * allowed * impulses, "impacts gain energy");
  }
  placeOf(k: number): [V, V] {
    const { x, q } = this.start[k], given = this.given.get(k), link = this.links.get(k);
    if (!(this.flags.get(k)! & MIDDLE)) return [x, q];
    if (given) return [given.slice(0, 3), given.slice(3)];
    if (link) return [link[0].walks.before[link[1]].x, q];
    const [v, L] = this.before.get(k)!;
    return [axpy(x, 0.5 * this.h, v), turned(this.m.bodies[k], q, L, 0.5 * this.h)];
  }
  verifyBalance(): void {
    const { m, h } = this, sums = new Map<number, Twist>(), sizes = new Map<number, V>();
    for (const k of m.moving) if (m.bodies[k].inverse) {
      this.free.set(k, this.afterForces(k, this.before.get(k)!, h));
      sums.set(k, this.free.get(k)!); sizes.set(k, [0, 0]);
    }
    for (const c of this.contacts) {
      const [f, moment] = Piece.inWorld(c, c.r), arms = this.arms(c, false);
      c.bodies.forEach((k: number, s: number) => {
        const link = this.links.get(k), sum = sums.get(k), z = sizes.get(k);
        if (link) { const w = link[0].push[link[1]]; link[0].push[link[1]] = [axpy(w[0], 1 - 2 * s, f), axpy(w[1], 1 - 2 * s, add(cross(arms[s], f), moment))]; }
        if (!sum || !z) return;
        sums.set(k, this.strike(k, sum, arms[s], f, moment, 1 - 2 * s));
        z[0] += norm(f); z[1] += norm(f) * norm(arms[s]) + norm(moment);
      });
    }
    for (const [k, sum] of sums) this.verifyMomentum(k, this.blocks.length ? this.takeRows(k, sum, sizes.get(k)!) : sum, sizes.get(k)!);
  }
  takeRows(k: number, sum: Twist, z: V): Twist {
    const b = this.m.bodies[k], p = (i: number): number => this.generalized.get(b.dof + i) ?? 0;
    let f: V = [p(0), p(1), p(2)], moment: V = [p(3), p(4), p(5)];
    if (b.along) {
      f = moment = ZERO;
      b.along.forEach((e: V, i: number) => { f = axpy(f, p(i), e); });
      b.about.forEach((n: V, i: number) => { moment = axpy(moment, p(b.along.length + i), n); });
    }
    z[0] += norm(f); z[1] += norm(moment);
    return this.strike(k, sum, ZERO, f, moment, 1);
  }
  verifyMomentum(k: number, [v, L]: Twist, z: V): void {
    const { m, h } = this, b = m.bodies[k], [F, T] = this.force.get(k) ?? [ZERO, ZERO], [vs, Ls] = this.struck.get(k)!, most = Math.max(...b.inertia), scale = b.motion === "free" ? 1 : most;
    const off = b.mass * norm(sub(v, vs)), turn = scale * norm(sub(L, Ls));
    const all = z[0] + b.mass * (norm(this.start[k].v) + norm(vs)) + h * (norm(F) + b.mass * norm(m.gravity));
    const turning = z[1] + scale * (norm(this.start[k].L) + norm(Ls)) + h * norm(T) + 0.1 * z[0] * Math.sqrt(most / b.mass);
    demand(off <= ROUND * all, () => `momentum of '${b.name}' is off by ${g3(off)} (${g3(off / all)} of what acts)`);
    demand(turn <= ROUND * turning, () => `angular momentum of '${b.name}' is off by ${g3(turn)} (${g3(turn / turning)} of what acts)`);
    if (all > 0) this.run.note("momentum, of what acts", off / all);
  }
  verifyContacts(): void {
    let square = 0;
    const laws = this.contacts.map((c) => {
      const u = this.velocity(c, "struck")[0], free = this.velocity(c, "free")[0], drift = [0, 0, 0, 0, 0, 0];
      if (c.flags & ANEW) {
        const middle = this.velocity(c, "before")[1], start = this.velocity(c, "start")[1];
        for (let j = 0; j < 3; j++) drift[j] = dot(c.axes[j], sub(middle, start));
        drift[0] = dot(c.axes[0], middle) - dot(c.normal, start);
      }
      drift[0] += this.shift(c);
      for (let j = 0; j < c.rows; j++) square += (free[j] + drift[j]) ** 2;
      return u.map((x, j) => x + drift[j]);
    });
    for (const x of this.blocks) for (const b of x.b) square += (x.scale * b) ** 2;
    const allowed = this.natural * (1 + Math.sqrt(square));
    this.run.note("distance from the laws that is claimed", allowed);
    if (this.blocks.length) this.verifyRows(allowed);
    this.contacts.forEach((c, i) => this.law("contact", c, c.r, laws[i], allowed, this.unit, Math.abs(c.shift) + this.speed(c, "struck") + this.speed(c, "free")));
  }
  shift(c: any): number {
    const due = c.gap >= NEAR ? c.gap / this.h : Math.max(c.gap - TOUCH, 0) * (NEAR / (NEAR - TOUCH)) / this.h;
    const rebounds = (c.flags & REBOUND) !== 0 && this.m.mechanisms && c.shift <= 0 && c.law.e > 0, level = (c.flags & LEVEL) !== 0 && c.shift === 0;
    demand(rebounds || level || Math.abs(c.shift - due) <= ROUND * Math.abs(due) + 1e-300, "a gap may not close at the speed that is said");
    return c.shift;
  }
  verifyMove(k: number): void {
    const b = this.m.bodies[k], f = this.flags.get(k)!, s = this.start[k], [v, L] = this.before.get(k)!, [v1, L1] = this.struck.get(k)!, theta = f & JUMPS ? 1 : this.m.theta, h = this.h;
    const to = axpy(s.x, h, add(mul(1 - theta, v), mul(theta, v1))), q = turned(b, s.q, add(mul(1 - theta, L), mul(theta, L1)), h);
    const off = norm(sub(this.end[k].x, to)), angle = angleBetween(this.end[k].q, q);
    if (f & CORRECTED) this.run.note("positions corrected by [m]", off);
    else {
      demand(off <= 1e-14 + ROUND * (norm(s.x) + h * (norm(v) + norm(v1))), () => `'${b.name}' is ${g3(off)} m from where its velocities take it`);
      demand(angle <= 1e-9, () => `'${b.name}' is turned ${g3(angle)} rad from where its velocities turn it`);
    }
    if (f & SLOWED) demand(norm(this.end[k].v) <= (1 + 1e-9) * norm(v1) && norm(this.end[k].L) <= (1 + 1e-9) * norm(L1), () => `'${b.name}' is faster than its impulses made it`);
  }

  // -- trees and rows --

  prepareTrees(): void {
    for (const t of this.moves) {
      const { tree, start: [q, v] } = t, middle = movedOn(tree, q, v, (1 - this.m.theta) * this.h);
      t.walks = { before: walk(tree, middle, v), struck: walk(tree, middle, t.struck), free: walk(tree, middle, t.free), mean: walk(tree, middle, t.mean) };
      t.push = tree.links.map(() => [ZERO, ZERO]);
      tree.links.forEach((l: any, k: number) => this.links.set(l.body, [t, k]));
      for (let d = 0; d < tree.nv; d++) this.changes.set(tree.dof + d, t.struck[d] - t.free[d]);
    }
    for (const x of this.blocks) x.r.forEach((r: number, i: number) => x.dofs.forEach((d: number, j: number) => this.generalized.set(d, (this.generalized.get(d) ?? 0) + r * x.H[i][j])));
  }
  verifyTree(t: any): void {
    const { h, m } = this, { tree, walks } = t, v: V = t.start[1];
    for (const name of ["free", "struck"]) {
      const left = new Array(tree.nv).fill(0), all = new Array(tree.nv).fill(0);
      tree.links.forEach((l: any, k: number) => {
        const now: Link = walks[name][k], was: Link = walks.before[k], mean: Link = walks.mean[k], [F, T] = this.force.get(l.body) ?? [ZERO, ZERO], weight = axpy(F, l.mass * l.gravity_scale, m.gravity);
        const push = name === "struck" ? t.push[k] : [ZERO, ZERO], turn = sub(add(inertia(l, mean.R, mean.e), cross(mean.w, inertia(l, mean.R, mean.w))), T);
        const f = sub(axpy(mul(l.mass, sub(now.u, was.u)), h, sub(mul(l.mass, mean.a), weight)), push[0]), a = sub(axpy(inertia(l, mean.R, sub(now.w, was.w)), h, turn), push[1]);
        const F1 = l.mass * (norm(now.u) + norm(was.u)) + h * (norm(weight) + l.mass * norm(mean.a)) + norm(push[0]), T1 = norm(inertia(l, mean.R, now.w)) + h * norm(turn) + norm(push[1]);
        for (const [d, lin, ang] of now.dofs) { const move = add(lin, cross(ang, now.x)); left[d] += dot(move, f) + dot(ang, a); all[d] += norm(move) * F1 + norm(ang) * T1; }
      });
      const largest = Math.max(1e-300, ...all);
      for (let d = 0; d < tree.nv; d++) {
        const added = tree.armature[d] + h * t.damping[d] + (t.spring * h) ** 2 * t.stiffness[d], rows = name === "struck" ? this.generalized.get(tree.dof + d) ?? 0 : 0;
        const off = Math.abs(left[d] + added * (t[name][d] - v[d]) - h * t.force[d] - rows), of = all[d] + 1e-3 * largest + added * (Math.abs(t[name][d]) + Math.abs(v[d])) + h * Math.abs(t.force[d]) + Math.abs(rows);
        demand(off <= 10 * ROUND * of, () => `momentum of joint velocity ${d} of '${m.bodies[tree.links[0].body].name}' is off by ${g3(off)} (${g3(off / of)} of what acts)`);
        this.run.note("momentum of joints, of what acts", off / of);
      }
    }
    const ends = walk(tree, t.end[0], t.end[1]);
    tree.links.forEach((l: any, k: number) => {
      const s = this.end[l.body];
      demand(norm(sub(s.x, ends[k].x)) <= 1e-9 * (1 + norm(s.x)) && norm(sub(s.v, ends[k].u)) <= 1e-8 * (1 + norm(s.v)), "a link is not where its joints say");
    });
  }
  verifyRows(allowed: number): void {
    for (const k of this.m.moving) {
      const b = this.m.bodies[k];
      if (!b.inverse) continue;
      const now = this.twist(k, "struck"), free = this.twist(k, "free"), v = sub(now[0], free[0]), w = sub(now[1], free[1]);
      (b.along ? [...b.along.map((e: V) => dot(e, v)), ...b.about.map((n: V) => dot(n, w))] : [...v, ...w]).forEach((x: number, i: number) => this.changes.set(b.dof + i, x));
    }
    for (const x of this.blocks) x.b.forEach((b: number, i: number) => {
      const parts = x.dofs.map((d: number, j: number) => x.H[i][j] * (this.changes.get(d) ?? NaN)), u = parts.reduce((s: number, y: number) => s + y, b + x.compliance * x.r[i]);
      const scale = this.unit * x.scale, r = x.r[i] / scale, off = Math.abs(r - Math.min(Math.max(r - x.scale * u, x.low / scale), x.high / scale));
      demand(off <= 4 * allowed + ROUND * (Math.abs(r) + x.scale * (Math.abs(b) + parts.reduce((s: number, y: number) => s + Math.abs(y), 0))), () => `a row of a mechanism is off its law by ${g3(off)} m/s`);
      this.run.note("rows of mechanisms, off their law", off);
    });
  }
}

/// The verdict of a whole file; `told` is asked after each step, and its promise waited for now and then.
export async function verifyProof(file: Uint8Array, told?: (step: number, time: number) => void): Promise<Verdict> {
  const run = new Run();
  const say = (verdict: Verdict["verdict"], what: string): Verdict => ({ verdict, what, step: run.steps, steps: run.steps, time: run.time ?? 0, worst: run.worst });
  try {
    if (file.length < 16 || new TextDecoder().decode(file.slice(0, 8)) !== "HFPROOF\n") throw new Unreadable("this is no proof of holdfast");
    const view = new DataView(file.buffer, file.byteOffset, file.length);
    if (view.getUint32(8, true) !== 1) throw new Unreadable(`version ${view.getUint32(8, true)} of the format; this page knows version 1`);
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
        while (r.at < raw.length) { run.seeStep(r); told?.(run.steps, run.time ?? 0); }
        await new Promise((go) => setTimeout(go, 0)); // the page stays awake
      } else if (tag === "ENDS") {
        ended = true;
        demand(raw.length === 12 && r.word() === run.steps, "steps are missing");
        demand(at === file.length, "there is something behind the end");
      } else throw new Unreadable(`a chunk of a kind that this page does not know: ${tag}`);
    }
    return say("true", "");
  } catch (error) {
    return say(error instanceof Unreadable ? "unreadable" : "false", (error as Error).message);
  }
}
