// Unit shapes as triangles. A vertex is position (3), normal (3) and `axis`: the shader puts it at position × scale + z × axis × extra, so that
// one capsule serves all capsules and one arrow all arrows.

const VERTEX_FLOATS = 7;

function meshBuilder() {
  const vertices = [], indices = [];
  return {
    vertex(p, n, axis = 0) { vertices.push(p[0], p[1], p[2], n[0], n[1], n[2], axis); return vertices.length / VERTEX_FLOATS - 1; },
    triangle(a, b, c) { indices.push(a, b, c); },
    quad(a, b, c, d) { indices.push(a, b, c, a, c, d); },
    done: () => ({ vertices: new Float32Array(vertices), indices: new Uint32Array(indices) }),
  };
}

/// A surface of revolution about z: each ring is [radius, z, normal along the radius, normal along z, axis].
function revolve(rings, around, build = meshBuilder()) {
  const rows = rings.map(([r, z, nr, nz, axis]) => {
    const row = [];
    for (let k = 0; k <= around; k++) {
      const a = 2 * Math.PI * k / around, x = Math.cos(a), y = Math.sin(a);
      row.push(build.vertex([r * x, r * y, z], [nr * x, nr * y, nz], axis || 0));
    }
    return row;
  });
  for (let i = 0; i + 1 < rows.length; i += 1) {
    if (rings[i].skip) continue;
    for (let k = 0; k < around; k++) build.quad(rows[i][k], rows[i][k + 1], rows[i + 1][k + 1], rows[i + 1][k]);
  }
  return build;
}

function arcRings(from, to, steps, axis) {
  const rings = [];
  for (let k = 0; k <= steps; k++) {
    const a = from + (to - from) * k / steps;
    rings.push([Math.cos(a), Math.sin(a), Math.cos(a), Math.sin(a), axis]);
  }
  return rings;
}

const sphereMesh = (fine) => revolve(arcRings(-Math.PI / 2, Math.PI / 2, fine, 0), 2 * fine).done();
const capsuleMesh = (fine) =>
  revolve([...arcRings(-Math.PI / 2, 0, fine, -1), ...arcRings(0, Math.PI / 2, fine, 1)], 3 * fine).done();

function cylinderMesh(around) {
  const build = meshBuilder();
  revolve([[0, -1, 0, -1], [1, -1, 0, -1]], around, build);
  revolve([[1, -1, 1, 0], [1, 1, 1, 0]], around, build);
  revolve([[1, 1, 0, 1], [0, 1, 0, 1]], around, build);
  return build.done();
}

function boxMesh() {
  const build = meshBuilder();
  for (let axis = 0; axis < 3; axis++)
    for (const side of [-1, 1]) {
      const n = [0, 0, 0], corner = (a, b) => {
        const p = [0, 0, 0];
        p[axis] = side; p[(axis + 1) % 3] = a * side; p[(axis + 2) % 3] = b;
        return build.vertex(p, n);
      };
      n[axis] = side;
      build.quad(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1));
    }
  return build.done();
}

/// Along z from 0 to `extra`, its shaft of radius 1; the head is ARROW_HEAD long.
const ARROW_HEAD = 6;
function arrowMesh(around) {
  const build = meshBuilder(), tilt = Math.atan2(2.6, ARROW_HEAD), c = Math.cos(tilt), s = Math.sin(tilt);
  revolve([[0, 0, 0, -1, 0], [1, 0, 0, -1, 0]], around, build);
  revolve([[1, 0, 1, 0, 0], [1, -ARROW_HEAD, 1, 0, 1]], around, build);
  revolve([[1, -ARROW_HEAD, 0, -1, 1], [2.6, -ARROW_HEAD, 0, -1, 1]], around, build);
  revolve([[2.6, -ARROW_HEAD, c, s, 1], [0, 0, c, s, 1]], around, build);
  return build.done();
}

/// Apex at 0, opening along z, radius 1 at height 1, without a lid.
const coneMesh = (around) => revolve([[0, 0, 0.7, -0.7], [1, 1, 0.7, -0.7]], around).done();

/// Triangles with corners of their own. Normals are smooth where faces meet at less than 40°.
function trianglesMesh(vertices, triangles) {
  const build = meshBuilder(), count = triangles.length / 3, normals = [], around = new Map();
  const corner = (k) => [vertices[3 * k], vertices[3 * k + 1], vertices[3 * k + 2]];
  for (let t = 0; t < count; t++) {
    const [a, b, c] = [0, 1, 2].map((i) => corner(triangles[3 * t + i]));
    normals.push(cross(sub(b, a), sub(c, a)));
    for (let i = 0; i < 3; i++) {
      const k = triangles[3 * t + i];
      if (!around.has(k)) around.set(k, []);
      around.get(k).push(t);
    }
  }
  const limit = Math.cos(40 * Math.PI / 180);
  for (let t = 0; t < count; t++) {
    const flat = unit(normals[t]);
    const made = [0, 1, 2].map((i) => {
      let n = [0, 0, 0];
      for (const other of around.get(triangles[3 * t + i])) if (dot(unit(normals[other]), flat) > limit) n = add(n, normals[other]);
      return build.vertex(corner(triangles[3 * t + i]), unit(n));
    });
    build.triangle(...made);
  }
  return build.done();
}

/// Heights over a grid, with skirts down to -base.
function fieldMesh(field, heights) {
  const { rows, columns, half, base } = field, vertices = [], triangles = [];
  const x = (c) => -half[0] + 2 * half[0] * c / (columns - 1), y = (r) => -half[1] + 2 * half[1] * r / (rows - 1);
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) vertices.push(x(c), y(r), heights[r * columns + c]);
  for (let r = 0; r + 1 < rows; r++)
    for (let c = 0; c + 1 < columns; c++) {
      const k = r * columns + c;
      triangles.push(k, k + 1, k + columns + 1, k, k + columns + 1, k + columns);
    }
  const skirt = (list) => {
    for (let k = 0; k + 1 < list.length; k++) {
      const at = vertices.length / 3;
      for (const [i, low] of [[list[k], true], [list[k + 1], true], [list[k + 1], false], [list[k], false]])
        vertices.push(vertices[3 * i], vertices[3 * i + 1], low ? -base : vertices[3 * i + 2]);
      triangles.push(at, at + 1, at + 2, at, at + 2, at + 3);
    }
  };
  const row = (r) => Array.from({ length: columns }, (_, c) => r * columns + c);
  const column = (c) => Array.from({ length: rows }, (_, r) => r * columns + c);
  skirt(row(0)); skirt(column(columns - 1)); skirt(row(rows - 1).reverse()); skirt(column(0).reverse());
  return trianglesMesh(vertices, triangles);
}
