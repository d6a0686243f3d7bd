// The recording inside this page: a description in JSON and one block of numbers. Numbers are little-endian; each array starts at
// a multiple of 8 bytes and says its type, place and length.

function readRecording() {
  const about = JSON.parse(document.getElementById("about").textContent);
  const holder = document.getElementById("data");
  const text = atob(holder.textContent.trim());
  holder.remove();
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);

  const kinds = { f32: Float32Array, f64: Float64Array, i16: Int16Array, u16: Uint16Array, u8: Uint8Array, i8: Int8Array, u32: Uint32Array };
  const arrays = {};
  for (const [name, [kind, at, count]] of Object.entries(about.arrays)) arrays[name] = new kinds[kind](bytes.buffer, at, count);

  const frames = about.frames, moving = about.moving.length;
  const slot = new Int32Array(about.bodies.length).fill(-1); // of a body in the poses of a frame
  about.moving.forEach((body, k) => { slot[body] = k; });

  /// Where body `body` is at frame `f` + `part` of the way to the next one.
  function pose(body, f, part, position, turn) {
    const k = slot[body];
    if (k < 0) {
      const rest = about.bodies[body];
      for (let c = 0; c < 3; c++) position[c] = rest.position[c];
      for (let c = 0; c < 4; c++) turn[c] = rest.orientation[c];
      return;
    }
    const next = part > 0 && f + 1 < frames ? f + 1 : f;
    const a = 3 * (f * moving + k), b = 3 * (next * moving + k), qa = 4 * (f * moving + k), qb = 4 * (next * moving + k);
    const P = arrays.positions, Q = arrays.turns;
    for (let c = 0; c < 3; c++) position[c] = P[a + c] + part * (P[b + c] - P[a + c]);
    let side = 0, norm = 0;
    for (let c = 0; c < 4; c++) side += Q[qa + c] * Q[qb + c];
    for (let c = 0; c < 4; c++) {
      turn[c] = Q[qa + c] * (1 - part) + (side < 0 ? -Q[qb + c] : Q[qb + c]) * part;
      norm += turn[c] * turn[c];
    }
    norm = Math.sqrt(norm) || 1;
    for (let c = 0; c < 4; c++) turn[c] /= norm;
  }

  // Contacts are kept for every contactStride-th frame; a frame in between shows the ones before it.
  const CONTACT_STATUS = ["open", "stick", "slip"];
  const octahedral = (x, y) => {
    const z = 1 - Math.abs(x) - Math.abs(y);
    return unit(z >= 0 ? [x, y, z] : [(1 - Math.abs(y)) * (x >= 0 ? 1 : -1), (1 - Math.abs(x)) * (y >= 0 ? 1 : -1), z]);
  };
  function contacts(f) {
    const list = [];
    if (!arrays.contactEnd || arrays.contactEnd.length === 0) return list;
    const c = Math.min(Math.floor(f / about.contactStride), arrays.contactEnd.length - 1);
    const box = 7 * c; // corner, extents, force unit
    const B = arrays.contactBox;
    for (let k = c > 0 ? arrays.contactEnd[c - 1] : 0; k < arrays.contactEnd[c]; k++) {
      const at = (i) => B[box + i] + arrays.contactPoint[3 * k + i] / 65535 * B[box + 3 + i];
      const normal = octahedral(arrays.contactNormal[2 * k] / 32767, arrays.contactNormal[2 * k + 1] / 32767);
      const force = scale([arrays.contactForce[3 * k], arrays.contactForce[3 * k + 1], arrays.contactForce[3 * k + 2]], B[box + 6] / 32767);
      const push = dot(force, normal);
      list.push({
        point: [at(0), at(1), at(2)], normal, push, drag: sub(force, scale(normal, push)),
        angle: arrays.contactAngle[k] / 65535 * Math.PI / 2, status: CONTACT_STATUS[arrays.contactStatus[k]],
      });
    }
    return list;
  }

  return { about, arrays, frames, pose, contacts, time: arrays.time };
}
