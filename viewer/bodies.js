// The recording's shapes and contacts as instances of a few meshes.

const PALETTE = [[0.90, 0.62, 0.32], [0.36, 0.61, 0.84], [0.50, 0.72, 0.47], [0.82, 0.45, 0.45], [0.62, 0.53, 0.80], [0.86, 0.76, 0.42],
  [0.36, 0.70, 0.70], [0.84, 0.55, 0.70]];
const STILL = [0.62, 0.65, 0.70];
const STATUS_COLOUR = { stick: [0.26, 0.58, 0.96, 1], slip: [0.95, 0.56, 0.20, 1], open: [0.62, 0.66, 0.72, 1] };

function makeBodies(recording, renderer) {
  const { about, arrays } = recording;
  const count = about.shapes.length, fine = count > 2000 ? 8 : count > 300 ? 12 : 20;
  const batches = new Map();
  const parts = []; // one per drawn shape: { body, batch, slot, … }
  const planes = [];
  const meshes = {
    sphere: () => sphereMesh(fine), ellipsoid: () => sphereMesh(fine), capsule: () => capsuleMesh(Math.ceil(fine / 2)),
    cylinder: () => cylinderMesh(2 * fine), box: boxMesh,
  };
  const looks = { sphere: 1, ellipsoid: 1, capsule: 2, cylinder: 2, box: 3 };
  const slice = ([at, length], array) => array.subarray(at, at + length);

  function batchOf(shape) {
    const key = shape.kind === "hull" || shape.kind === "mesh" || shape.kind === "field" ? shape.kind + shape.mesh : shape.kind;
    if (!batches.has(key)) {
      let mesh;
      if (shape.kind === "field") mesh = fieldMesh(about.fields[shape.mesh], slice(about.fields[shape.mesh].heights, arrays.heights));
      else if (shape.kind === "hull" || shape.kind === "mesh") {
        const m = about.meshes[shape.mesh];
        mesh = trianglesMesh(slice(m.vertices, arrays.vertices), slice(m.triangles, arrays.triangles));
      } else mesh = meshes[shape.kind]();
      batches.set(key, renderer.batch(mesh));
    }
    return batches.get(key);
  }

  function extent(shape) { // how far it reaches from its frame
    const s = shape.size;
    switch (shape.kind) {
      case "sphere": return s[0];
      case "capsule": return s[0] + s[1];
      case "cylinder": return Math.hypot(s[0], s[1]);
      case "box": return length(s);
      case "ellipsoid": return Math.max(...s);
      case "field": return Math.hypot(...about.fields[shape.mesh].half);
      case "hull": case "mesh": {
        let most = 0;
        const v = slice(about.meshes[shape.mesh].vertices, arrays.vertices);
        for (let k = 0; k < v.length; k += 3) most = Math.max(most, Math.hypot(v[k], v[k + 1], v[k + 2]));
        return most;
      }
      default: return 0;
    }
  }

  about.shapes.forEach((shape, index) => {
    const moves = about.bodies[shape.body].motion === "free";
    const still = about.bodies[shape.body].motion === "static"; // what never turns needs no quarters to show it
    const colour = shape.color || [...(moves ? PALETTE[shape.body % PALETTE.length] : STILL), 1];
    if (shape.kind === "plane") {
      planes.push({ body: shape.body, position: shape.position, turn: shape.orientation, colour: shape.color ? shape.color.slice(0, 3) : null });
      return;
    }
    const batch = batchOf(shape);
    const own = shape.kind === "hull" || shape.kind === "mesh" || shape.kind === "field";
    const s = shape.size;
    const size = own ? [1, 1, 1] : shape.kind === "sphere" || shape.kind === "capsule" ? [s[0], s[0], s[0]]
      : shape.kind === "cylinder" ? [s[0], s[0], s[1]] : s;
    parts.push({ index, body: shape.body, batch, slot: batch.count++, shape, size, extra: shape.kind === "capsule" ? s[1] : 0, colour,
      look: still && shape.kind !== "box" ? 0 : looks[shape.kind] || 0, radius: extent(shape), at: [0, 0, 0], turn: [1, 0, 0, 0] });
  });
  for (const b of batches.values()) b.room(b.count);

  const position = [0, 0, 0], turn = [1, 0, 0, 0];
  function place(frame, part, chosen) {
    let body = -1;
    for (const p of parts) {
      if (p.body !== body) { recording.pose(p.body, frame, part, position, turn); body = p.body; }
      p.at = add(position, quatRotate(turn, p.shape.position));
      p.turn = quatMultiply(turn, p.shape.orientation);
      const c = p.body === chosen && chosen > 0 ? [0.5 + 0.5 * p.colour[0], 0.5 + 0.5 * p.colour[1], 0.5 + 0.5 * p.colour[2], 1] : p.colour;
      p.batch.put(p.slot, p.at, p.turn, p.size, p.extra, c, p.look);
    }
  }

  /// The body whose bounding ball a ray meets first, refined by nothing: good enough to point at things. 0: none.
  function pick(origin, direction) {
    let best = 0, nearest = Infinity;
    for (const p of parts) {
      if (about.bodies[p.body].motion !== "free") continue;
      const to = sub(p.at, origin), along = dot(to, direction);
      const radius = p.shape.kind === "box" ? Math.min(p.radius, 1.3 * Math.max(...p.shape.size)) : p.radius;
      const off = Math.sqrt(Math.max(dot(to, to) - along * along, 0));
      if (along > 0 && off < radius && along < nearest) { nearest = along; best = p.body; }
    }
    return best;
  }

  /// Middle and radius of what moves, over some frames of the recording; of everything if nothing does. `box` is about the fibres; null: there are none.
  function bounds(box) {
    const lo = box ? box.lo : [Infinity, Infinity, Infinity], hi = box ? box.hi : [-Infinity, -Infinity, -Infinity];
    const some = box || parts.some((p) => about.bodies[p.body].motion === "free");
    const frames = [0, Math.floor(recording.frames / 2), recording.frames - 1];
    const reach = parts.map((p) => p.radius).sort((a, b) => a - b);
    const usual = 6 * (reach[Math.floor(reach.length / 2)] || 1);
    for (const f of frames) {
      place(f, 0, -1);
      for (const p of parts) {
        const still = about.bodies[p.body].motion !== "free";
        if (some && still && (p.radius > usual || (box && about.bodies[p.body].motion === "static"))) continue; // grounds and walls do not set the view
        const far = f !== 0 && Math.hypot(...p.at) > 1e4;
        if (far) continue;
        for (let c = 0; c < 3; c++) { lo[c] = Math.min(lo[c], p.at[c] - p.radius); hi[c] = Math.max(hi[c], p.at[c] + p.radius); }
      }
    }
    if (!(lo[0] <= hi[0])) return { middle: [0, 0, 0.5], radius: 2 };
    const radius = Math.max(0.5 * length(sub(hi, lo)), 1e-3);
    return { middle: scale(add(lo, hi), 0.5), radius, distance: (box && box.crowd ? 1.9 : 2.5) * radius, plane: box ? null : plane() };
  }

  /// The normal of the plane that all that moves stays in; null: there is none.
  function plane() {
    const moving = about.bodies.filter((b) => b.motion !== "static");
    const n = moving.length && moving[0].plane;
    return n && moving.every((b) => b.plane && length(cross(b.plane, n)) < 1e-9 * length(n) * length(b.plane)) ? unit(n) : null;
  }

  /// The radius of a usual body: marks and arrows are measured by it.
  function usual() {
    const radii = parts.filter((p) => about.bodies[p.body].motion === "free").map((p) => p.radius).sort((a, b) => a - b);
    return radii.length ? radii[Math.floor(radii.length / 2)] : 0;
  }

  return { parts, planes, place, pick, bounds, usual, solids: [...batches.values()] };
}

function makeContacts(recording, renderer, radius, usual) {
  const ends = recording.arrays.contactEnd;
  const most = ends.reduce((m, end, k) => Math.max(m, end - (k > 0 ? ends[k - 1] : 0)), 0), crowd = most > 1500; // coarser then
  const points = renderer.batch(sphereMesh(crowd ? 3 : 6)), pushes = renderer.batch(arrowMesh(crowd ? 4 : 10)),
    drags = renderer.batch(arrowMesh(crowd ? 4 : 10)), cones = renderer.batch(coneMesh(crowd ? 10 : 28));
  // The arrow of a strong force (the 90th percentile over the recording) is as long as a usual body.
  const strengths = [];
  for (let k = 0; k <= 40; k++) for (const c of recording.contacts(Math.floor((recording.frames - 1) * k / 40))) if (c.push > 0) strengths.push(c.push);
  strengths.sort((a, b) => a - b);
  const strong = strengths.length ? strengths[Math.floor(0.9 * (strengths.length - 1))] : 1;
  let list = [], listed = -1;
  const counts = { stick: 0, slip: 0, open: 0 };

  function place(frame, show, forceScale) {
    if (frame !== listed) {
      list = recording.contacts(frame);
      listed = frame;
      counts.stick = counts.slip = counts.open = 0;
      for (const c of list) counts[c.status]++;
    }
    const body = usual > 0 ? Math.min(usual, radius) : 0.3 * radius, size = clamp(0.055 * body, 0.0015 * radius, 0.015 * radius);
    const perNewton = Math.min(1.6 * body, 0.5 * radius) / strong * Math.pow(10, forceScale);
    for (const b of [points, pushes, drags, cones]) { b.room(list.length); b.count = 0; }
    for (const c of list) {
      const colour = STATUS_COLOUR[c.status];
      if (show.points) points.put(points.count++, c.point, [1, 0, 0, 0], [size, size, size], 0, colour, -1);
      const arrow = (batch, vector, tint) => {
        const l = length(vector) * perNewton;
        if (l < 0.2 * size) return;
        const w = Math.min(0.38 * size, 0.8 * l / ARROW_HEAD);
        batch.put(batch.count++, c.point, quatToward(unit(vector)), [w, w, w], l, tint, -1);
      };
      if (show.normal && c.push > 0) arrow(pushes, scale(c.normal, c.push), [0.33, 0.78, 0.52, 1]);
      if (show.friction) arrow(drags, c.drag, [0.93, 0.30, 0.42, 1]);
      if (show.cones && c.angle > 0) {
        const slant = 7 * size, h = slant * Math.cos(c.angle), r = slant * Math.sin(c.angle);
        cones.put(cones.count++, c.point, quatToward(c.normal), [r, r, h], 0, [colour[0], colour[1], colour[2], 0.36], -1);
      }
    }
    return list;
  }
  return { place, counts, crowd, marks: [points, pushes, drags], veils: [cones], drawn: { points, pushes, drags, cones } };
}
