// Ours beside MuJoCo 3, for every model that both load: mass matrix, bias, lengths, rates and moment arms of tendons and actuators, pairs that may touch.
//   node compare.mjs DUMP MODELS [PART…]      DUMP: dump.c; PART: of a path below MODELS; all without any
//
// MuJoCo keeps inertias as principal moments, which it finds to about 1e-7: models with tensors that are not diagonal and with meshes agree to 1e-6, all others,
// and all that does not depend on inertia, to 1e-10. A model that only one of the two loads is named, with the reason; there must be none that MuJoCo loads alone.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as peer from './mujoco3.mjs';

const [dump, root, ...parts] = process.argv.slice(2);
const EXACT = 1e-10, DIAGONALIZED = 1e-6, THREADED = 1e-8, RANDOM_STATES = 3, LARGE = 500; // velocities from which on no mass matrix is compared
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holdfast-peer-'));

function* models(folder) {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const file = path.join(folder, entry.name);
        if (entry.isDirectory()) yield* models(file);
        else if (entry.name.endsWith('.xml')) yield file;
    }
}

function ours(file, states) {
    const list = path.join(folder, 'states');
    fs.writeFileSync(list, [states.length, ...states.flatMap((s) => [...s.q, ...s.v, ...s.u, ...s.a])].join('\n') + '\n');
    try {
        const out = execFileSync(dump, [file, list], { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'pipe'] });
        return { lines: out.toString().trim().split('\n').map((line) => JSON.parse(line)) };
    } catch (error) {
        return { why: String(error.stderr).trim().split('\n').pop() };
    }
}

// The worst difference, by the largest entry.
function apart(a, b) {
    if (a.length !== b.length) return Infinity;
    let scale = 0, most = 0;
    for (let k = 0; k < b.length; k++) scale = Math.max(scale, Math.abs(b[k]));
    for (let k = 0; k < b.length; k++) most = Math.max(most, Math.abs(a[k] - b[k]));
    return most === 0 ? 0 : Number.isNaN(most) ? Infinity : most / Math.max(scale, 1e-3);
}

// Of a mass matrix by its diagonal, so that fingers count as much as a torso.
function massApart(a, b, n) {
    let most = 0;
    for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++)
            most = Math.max(most, Math.abs(a[i * n + j] - b[i * n + j]) / Math.sqrt(b[i * (n + 1)] * b[j * (n + 1)]));
    return Number.isNaN(most) ? Infinity : most;
}

// Meshes are kept in single precision, and turned.
function isDiagonal(model) {
    if (model.nmesh > 0) return false;
    const q = model.body_iquat;
    for (let k = 0; k < model.nbody; k++)
        if (Math.abs(Math.abs(q[4 * k]) - 1) > 1e-12) return false;
    return true;
}

// Tendons that pass through a sphere or cylinder: MuJoCo looks for the point where they touch until a residual of 1e-6.
function hasRings(model) {
    const [SPHERE, CYLINDER] = [4, 5];
    return [...model.wrap_type].some((type, k) => (type === SPHERE || type === CYLINDER) && model.wrap_prm[k] >= 0);
}

// Pairs of geoms as pairs of our shapes, which are the same in the same order but for geoms to be looked at. A string if they cannot be matched.
function pairsApart(model, own) {
    const SDF = 8, kinds = { plane: 0, field: 1, sphere: 2, capsule: 3, ellipsoid: 4, cylinder: 5, box: 6, hull: 7, mesh: 7 };
    const wanted = peer.pairs(model), shape = [];
    let next = 0;
    for (let g = 0; g < model.ngeom; g++) {
        const [body, kind, contype, conaffinity] = own.shapes[next] ?? [];
        const silent = !model.geom_contype[g] && !model.geom_conaffinity[g];
        const type = model.geom_type[g] === SDF ? kinds.mesh : model.geom_type[g];
        const same = body === model.geom_bodyid[g] && kinds[kind] === type &&
            contype >>> 0 === model.geom_contype[g] >>> 0 && conaffinity >>> 0 === model.geom_conaffinity[g] >>> 0;
        if (!same && !silent) return `geom ${g} has no shape`;
        shape.push(same ? next++ : -1);
    }
    if (next !== own.shapes.length) return 'shapes without a geom';
    const moves = (body) => model.body_treeid[body] >= 0; // by forces
    const here = new Set(own.pairs.filter((pair) => pair.some((k) => moves(own.shapes[k][0]))).map(([a, b]) => `${a} ${b}`));
    let different = 0;
    for (const pair of wanted) {
        const geoms = pair.split(' '), [a, b] = geoms.map((g) => shape[g]);
        if (!geoms.some((g) => moves(model.geom_bodyid[g]))) continue;
        if (!here.delete(`${Math.min(a, b)} ${Math.max(a, b)}`)) different++;
    }
    return different + here.size;
}

// How short and long muscles can be MuJoCo finds by a simulation with soft limits, to about 1e-3; forces are compared with ours. False if they are too far apart.
function takeLengths(model, ours) {
    const MUSCLE = 2, NEAR = 0.01; // of the range
    let near = true;
    for (let k = 0; k < model.nu; k++) {
        if (model.actuator_gaintype[k] !== MUSCLE) continue;
        const range = ours[2 * k + 1] - ours[2 * k];
        for (let i = 2 * k; i < 2 * k + 2; i++) {
            near &&= Math.abs(ours[i] - model.actuator_lengthrange[i]) <= NEAR * range;
            model.actuator_lengthrange[i] = ours[i];
        }
    }
    return near;
}

// Controls that others read have no force here; MuJoCo counts controls and forces apart.
function keepForces(silent, mine) {
    if (!silent.includes(1)) return;
    const count = silent.length;
    for (const name of ['actuator_length', 'actuator_velocity', 'actuator_force', 'actuator_moment']) {
        const width = mine[name].length / count;
        mine[name] = mine[name].filter((_, k) => !silent[Math.floor(k / width)]);
    }
}

// What MuJoCo has otherwise for a reason of its own takes our value.
function leaveOut(model, mine, theirs) {
    // Its mass matrix has no places for velocities of different branches, which armature of a tendon couples.
    if ([...model.tendon_armature].some((a) => a > 0))
        theirs.M.forEach((x, k) => { if (x === 0) theirs.M[k] = mine.M[k]; });
    // The turn between two sites: it multiplies the quaternions of sites and bodies in the wrong order, so that the length has another slope than its moment arm.
    const SITE = 4;
    for (let k = 0; k < model.nu; k++) {
        const turns = model.actuator_gear.slice(6 * k + 3, 6 * k + 6).some((x) => x !== 0);
        if (model.actuator_trntype[k] !== SITE || model.actuator_trnid[2 * k + 1] < 0 || !turns) continue;
        theirs.actuator_length[k] = mine.actuator_length[k];
        theirs.actuator_force[k] = mine.actuator_force[k];
    }
}

// Accelerations and forces are those of a step, which has hard contacts here; a state alone has none.
const NEAREST = 1e-7; // [m]
const OF_STEPS = ['touch', 'accelerometer', 'force', 'torque', 'framelinacc', 'frameangacc', 'jointlimitfrc', 'tendonlimitfrc', 'user', 'contact'];
const PRINCIPAL = ['framequat', 'framexaxis', 'frameyaxis', 'framezaxis']; // of a body's inertia: its order of axes is another

// The worst difference of sensors that both read, by the size of each; ours leave out some kinds.
function sensorsApart(model, own, mine, theirs) {
    const kinds = peer.sensorKinds(model), BODY = 1;
    let next = 0, place = 0, worst = 0, read = 0;
    for (let k = 0; k < model.nsensor && next < own.length; k++) {
        const [kind, size] = own[next];
        if (kinds[k] !== kind) continue;
        const a = mine.slice(place, place + size), b = theirs.slice(model.sensor_adr[k], model.sensor_adr[k] + size);
        next++;
        place += size;
        if (OF_STEPS.includes(kind)) continue;
        // Rays meet what collides: hulls of meshes here, their triangles there; and planes have no ends here, where those there end as they are drawn.
        if (kind === 'rangefinder' && (model.nmesh > 0 || b[0] < 0)) continue;
        if (model.sensor_objtype[k] === BODY && PRINCIPAL.includes(kind)) continue;
        if (kind.endsWith('quat') && a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0) a.forEach((x, i) => { a[i] = -x; });
        // Of two faces that are parallel any points are nearest, and MuJoCo finds points to 1e-8: lengths count. One found at the very cutoff is a matter of rounding.
        const length = (x) => Math.hypot(x[3] - x[0], x[4] - x[1], x[5] - x[2]), cutoff = model.sensor_cutoff[k];
        const far = (x) => (x.every((y) => y === 0) ? cutoff : length(x));
        const d = kind === 'fromto' ? Math.max(0, Math.abs(far(a) - far(b)) - NEAREST) : apart(a, b);
        if (d > 1e-9 && process.env.HOLDFAST_SENSORS) console.log(`    ${kind} ${k}: ${a} is not ${b}`);
        worst = Math.max(worst, d);
        read++;
    }
    return next === own.length ? { worst, read } : { worst: Infinity, read };
}

const columns = ['M', 'bias', 'ten_length', 'ten_velocity', 'ten_moment', 'actuator_length', 'actuator_velocity', 'actuator_moment', 'actuator_force', 'sensors'];

function compare(file) {
    const { model, why } = peer.open('/models' + file.slice(root.length));
    if (why) return { end: `MuJoCo: ${why.slice(0, 110)}`, theirs: false };
    const tolerance = isDiagonal(model) ? EXACT : DIAGONALIZED;
    const path = hasRings(model) ? THREADED : EXACT;
    const states = peer.states(model, model.nv > LARGE ? 1 : RANDOM_STATES, peer.lot(5));
    const own = ours(file, states);
    if (own.why) return { end: `ours: ${own.why.slice(0, 150)}`, theirs: true };
    const counts = own.lines[0], worst = {}, wrong = [];
    for (const n of ['nq', 'nv', 'nu', 'ntendon', 'nbody'])
        if (counts[n] !== model[n]) wrong.push(`${n} ${counts[n]}, not ${model[n]}`);
    if (!wrong.length && !takeLengths(model, counts.lengthrange)) wrong.push('lengthrange');
    for (let k = 0; k < states.length && !wrong.length; k++) {
        const theirs = peer.forward(model, states[k]), mine = own.lines[k + 1];
        if (mine) keepForces(counts.silent, mine);
        if (mine) leaveOut(model, mine, theirs);
        if (!mine) wrong.push(`state ${k} is missing`);
        for (const name of mine ? columns : []) {
            if (mine[name] === undefined) continue;
            const d = name === 'M' ? massApart(mine.M, theirs.M, model.nv)
                : name === 'sensors' ? sensorsApart(model, counts.sensor, mine.sensors, theirs.sensors).worst : apart(mine[name], theirs[name]);
            worst[name] = Math.max(worst[name] ?? 0, d);
            if (!(d <= (name === 'M' || name === 'bias' || name === 'sensors' ? tolerance : path))) wrong.push(`${name} in state ${k}`);
        }
    }
    const [CONSTRAINT, CONTACT] = [1, 16]; // of mjtDisableBit: then shapes have no bits here
    const pairs = model.opt.disableflags & (CONSTRAINT | CONTACT) ? 0 : pairsApart(model, counts);
    if (pairs !== 0) wrong.push(typeof pairs === 'string' ? pairs : `${pairs} pairs`);
    model.delete();
    return { worst, states: states.length, pairs: counts.pairs.length, end: [...new Set(wrong)].join(', '), wrong: wrong.length > 0 };
}

peer.mount(root, '/models');
let same = 0, wrong = 0, refused = 0, neither = 0;
const shown = (x) => (x === undefined ? '-' : x === 0 ? '0' : x.toExponential(0)).padStart(7);
console.log('model'.padEnd(58) + 'states' + columns.map((c) => c.replace('actuator', 'act').replace('velocity', 'vel').replace('moment', 'mom').replace('length', 'len').padStart(8)).join('') + '  pairs');
for (const file of models(root)) {
    const name = file.slice(root.length + 1);
    if (parts.length && !parts.some((part) => name.includes(part))) continue;
    let row;
    try {
        row = compare(file);
    } catch (error) {
        if (!String(error.message).includes('MuJoCo')) throw error;
        row = { end: String(error.message).split('\n')[0], theirs: false };
    }
    if (!row.worst) {
        row.theirs ? refused++ : neither++;
        console.log(`${name.padEnd(58)}${row.end}`);
        continue;
    }
    row.wrong ? wrong++ : same++;
    console.log(name.padEnd(58) + String(row.states).padStart(6) + columns.map((c) => ' ' + shown(row.worst[c])).join('') + String(row.pairs).padStart(7) + (row.end ? `  WRONG: ${row.end}` : ''));
}
fs.rmSync(folder, { recursive: true });
console.log(`${same} agree, ${wrong} do not, ${refused} load in MuJoCo alone, ${neither} do not load in MuJoCo`);
process.exit(wrong || refused ? 1 : 0);
