// Answers of a live scene as objects.

export interface Answer { kind: "FRAM" | "ABOU" | "TEXT" | "FILE" | "ERRO"; bytes: Uint8Array }

export function readAnswer(bytes: Uint8Array): Answer {
  const kind = new TextDecoder().decode(bytes.subarray(0, 4));
  if (!["FRAM", "ABOU", "TEXT", "FILE", "ERRO"].includes(kind)) return { kind: "ERRO", bytes: new TextEncoder().encode("ERROan answer that is not understood") };
  return { kind: kind as Answer["kind"], bytes };
}

export function answerText(answer: Answer): string { return new TextDecoder().decode(answer.bytes.subarray(4)); }

export interface Saved { name: string; bytes: Uint8Array }

export function answerFile(answer: Answer): Saved {
  const length = new DataView(answer.bytes.buffer, answer.bytes.byteOffset).getUint32(4, true);
  return { name: new TextDecoder().decode(answer.bytes.subarray(8, 8 + length)), bytes: answer.bytes.subarray(8 + length) };
}

/// JSON and the numbers that it names.
export function answerAbout(answer: Answer): { json: any; numbers: ArrayBuffer } {
  const b = answer.bytes, length = new DataView(b.buffer, b.byteOffset).getUint32(4, true), end = Math.ceil((8 + length) / 8) * 8;
  return { json: JSON.parse(new TextDecoder().decode(b.subarray(8, 8 + length))), numbers: b.slice(end).buffer };
}

/// One contact's numbers, of a live frame or of a recording's.
export interface ContactArrays {
  count: number; begin: number;
  box: Float32Array; boxAt: number; // corner, extents, units of force and moment
  point: Uint16Array; normal: Int16Array; force: Int16Array; angle: Uint16Array; status: Uint8Array;
  moment: Int16Array | null; // null: there are none
  pair: Uint16Array; // shapes, by their ids
  slip: Uint16Array; // speed of sliding [m/s]: upper halves of floats
}

export interface Frame {
  step: number; made: number; quality: number; substeps: number; contactCount: number; islands: number; iterations: number; history: number; late: boolean;
  time: number; kinetic: number; potential: number; residual: number; tolerance: number; penetration: number; seconds: number; work: number;
  stages: Float32Array; positions: Float32Array; turns: Int16Array;
  vertexBox: Float32Array; vertices: Uint16Array; q: Float32Array; controls: Float32Array; forces: Float32Array; signals: Float32Array;
  contacts: ContactArrays | null;
  bytes: number;
  seen: Uint8Array; // all that is seen of it, as bytes
}

/// src/live/live_frame.c writes it.
export function readFrame(answer: Answer): Frame {
  const whole = answer.bytes.byteOffset % 8 === 0 ? answer.bytes : answer.bytes.slice(), buffer = whole.buffer as ArrayBuffer, base = whole.byteOffset;
  const u = new Uint32Array(buffer, base + 4, 15), f = new Float32Array(buffer, base + 72, 14);
  let at = base + 128;
  const floats = (n: number) => { const a = new Float32Array(buffer, at, n); at += 4 * n; return a; };
  const shorts = <T>(make: new (b: ArrayBuffer, at: number, n: number) => T, n: number, align: boolean) => {
    const a = new make(buffer, at, n);
    at += 2 * n;
    if (align) at += (4 - (at - base) % 4) % 4;
    return a;
  };
  const moving = u[8], vertexCount = u[9], positions = floats(3 * moving), turns = shorts(Int16Array, 4 * moving, false);
  const vertexBox = floats(6), vertices = shorts(Uint16Array, 3 * vertexCount, true), q = floats(u[10]), controls = floats(u[11]), forces = floats(u[11]), signals = floats(u[14]);
  let contacts: ContactArrays | null = null;
  if (u[12] !== 0xffffffff) {
    const n = u[12], units = floats(2), box = new Float32Array(8);
    box.set(floats(6));
    box.set(units, 6);
    const point = shorts(Uint16Array, 3 * n, true), normal = shorts(Int16Array, 2 * n, false), force = shorts(Int16Array, 3 * n, false), angle = shorts(Uint16Array, n, false);
    const moment = units[1] > 0 ? shorts(Int16Array, 3 * n, false) : null;
    const pair = shorts(Uint16Array, 2 * n, false), slip = shorts(Uint16Array, n, false);
    contacts = { count: n, begin: 0, box, boxAt: 0, point, normal, force, angle, moment, pair, slip, status: new Uint8Array(buffer, at, n) };
  }
  return {
    step: u[0], made: u[1], quality: u[2], substeps: u[3], contactCount: u[4], islands: u[5], iterations: u[6], history: u[7], late: u[13] !== 0,
    time: new DataView(buffer, base).getFloat64(64, true), kinetic: f[0], potential: f[1], residual: f[2], tolerance: f[3], penetration: f[4], seconds: f[5], work: f[6],
    stages: f.subarray(7, 14), positions, turns, vertexBox, vertices, q, controls, forces, signals, contacts, bytes: whole.length, seen: whole.subarray(128),
  };
}
