// MuJoCo 3 in node: models out of a folder of this machine, in states that are no special ones, as plain numbers.

import load from '@mujoco/mujoco';
import fs from 'node:fs';
import path from 'node:path';

const mujoco = await load({ print: () => {}, printErr: () => {} });
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

// A folder of this machine in the file system of the WebAssembly. Textures that a collection lacks are one pixel.
export function mount(from, to) {
    mujoco.FS.mkdirTree ? mujoco.FS.mkdirTree(to) : mujoco.FS.mkdir(to);
    for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
        const source = path.join(from, entry.name), target = `${to}/${entry.name}`;
        if (entry.isDirectory()) mount(source, target);
        else mujoco.FS.writeFile(target, fs.readFileSync(source));
    }
}

// The model, or why MuJoCo does not take it.
export function open(file) {
    for (let attempt = 0; ; attempt++) {
        try {
            return { model: mujoco.MjModel.mj_loadXML(file) };
        } catch (error) {
            const why = String(error.message ?? error).replace(/\s+/g, ' ');
            const missing = /opening file '([^']*\.png)'/i.exec(why);
            if (!missing || attempt > 40) return { why };
            const place = missing[1].startsWith('/') ? missing[1] : path.posix.join(path.posix.dirname(file), missing[1]);
            mujoco.FS.mkdirTree(path.posix.dirname(place));
            mujoco.FS.writeFile(place, PIXEL);
        }
    }
}

// Numbers from -1 to 1, the same ones on every machine.
export function lot(seed) {
    let state = BigInt(seed) * 0x9e3779b97f4a7c15n & 0xffffffffffffffffn;
    return () => {
        state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
        return Number(state >> 11n) / 2 ** 52 - 1;
    };
}

// The reference, every keyframe, and `count` states with every coordinate and velocity by lot.
export function states(model, count, random) {
    const data = new mujoco.MjData(model), list = [];
    const keep = () => list.push({ q: [...data.qpos], v: [...data.qvel], u: [...data.ctrl], a: [...data.act] });
    mujoco.mj_resetData(model, data);
    keep();
    for (let k = 0; k < model.nkey; k++) {
        mujoco.mj_resetDataKeyframe(model, data, k);
        mujoco.mj_normalizeQuat?.(model, data.qpos);
        keep();
    }
    for (let k = 0; k < count; k++) {
        mujoco.mj_resetData(model, data);
        const step = Array.from({ length: model.nv }, random);
        mujoco.mj_integratePos(model, data.qpos, step, 0.7);
        for (let i = 0; i < model.nv; i++) data.qvel[i] = random();
        for (let i = 0; i < model.nu; i++) data.ctrl[i] = random();
        for (let i = 0; i < model.na; i++) data.act[i] = (1 + random()) / 2;
        keep();
    }
    data.delete();
    return list;
}

// MJCF's name of each sensor.
const SENSORS = {
    TOUCH: 'touch', ACCELEROMETER: 'accelerometer', VELOCIMETER: 'velocimeter', GYRO: 'gyro', FORCE: 'force', TORQUE: 'torque', RANGEFINDER: 'rangefinder', MAGNETOMETER: 'magnetometer',
    JOINTPOS: 'jointpos', JOINTVEL: 'jointvel', TENDONPOS: 'tendonpos', TENDONVEL: 'tendonvel', ACTUATORPOS: 'actuatorpos', ACTUATORVEL: 'actuatorvel',
    ACTUATORFRC: 'actuatorfrc', JOINTACTFRC: 'jointactuatorfrc', TENDONACTFRC: 'tendonactuatorfrc', BALLQUAT: 'ballquat', BALLANGVEL: 'ballangvel',
    JOINTLIMITPOS: 'jointlimitpos', JOINTLIMITVEL: 'jointlimitvel', JOINTLIMITFRC: 'jointlimitfrc', TENDONLIMITPOS: 'tendonlimitpos',
    TENDONLIMITVEL: 'tendonlimitvel', TENDONLIMITFRC: 'tendonlimitfrc', FRAMEPOS: 'framepos', FRAMEQUAT: 'framequat', FRAMEXAXIS: 'framexaxis',
    FRAMEYAXIS: 'frameyaxis', FRAMEZAXIS: 'framezaxis', FRAMELINVEL: 'framelinvel', FRAMEANGVEL: 'frameangvel', FRAMELINACC: 'framelinacc',
    FRAMEANGACC: 'frameangacc', SUBTREECOM: 'subtreecom', SUBTREELINVEL: 'subtreelinvel', SUBTREEANGMOM: 'subtreeangmom', INSIDESITE: 'insidesite', GEOMDIST: 'distance', GEOMNORMAL: 'normal',
    GEOMFROMTO: 'fromto', CONTACT: 'contact',
    E_POTENTIAL: 'e_potential', E_KINETIC: 'e_kinetic', CLOCK: 'clock', USER: 'user',
};

export function sensorKinds(model) {
    const names = new Map(Object.entries(SENSORS).map(([key, name]) => [mujoco.mjtSensor[`mjSENS_${key}`].value, name]));
    return [...model.sensor_type].map((type) => names.get(type) ?? 'other');
}

function dense(rows, columns, nnz, start, index, value) {
    const out = new Array(rows * columns).fill(0);
    for (let r = 0; r < rows; r++)
        for (let k = 0; k < nnz[r]; k++) out[r * columns + index[start[r] + k]] = value[start[r] + k];
    return out;
}

// What mj_forward makes of a state; arrays in MuJoCo's names.
export function forward(model, state) {
    const data = new mujoco.MjData(model);
    data.qpos.set(state.q);
    data.qvel.set(state.v);
    data.ctrl.set(state.u);
    data.act.set(state.a);
    mujoco.mj_forward(model, data);
    const n = model.nv, M = new mujoco.DoubleBuffer(n * n);
    mujoco.mj_fullM(model, data, M);
    const out = {
        M: [...M.GetView()],
        bias: data.qfrc_bias.map((x, k) => x - data.qfrc_gravcomp[k]), // which is a passive force there
        ten_length: [...data.ten_length],
        ten_velocity: [...data.ten_velocity],
        ten_moment: dense(model.ntendon, n, model.ten_J_rownnz, model.ten_J_rowadr, model.ten_J_colind, data.ten_J),
        sensors: [...data.sensordata],
        actuator_force: [...data.actuator_force],
        actuator_length: [...data.actuator_length],
        actuator_velocity: [...data.actuator_velocity],
        actuator_moment: dense(model.nout ?? model.nu, n, data.moment_rownnz, data.moment_rowadr, data.moment_colind, data.actuator_moment),
    };
    M.delete?.();
    data.delete();
    return out;
}

// What meanings.mjs asks for.
export function meanings(model, state) {
    const data = new mujoco.MjData(model), start = data.qpos[0];
    data.qpos.set(state.q);
    data.ctrl.set(state.u);
    mujoco.mj_forward(model, data);
    const out = {
        mass: model.body_mass[1], start, bias: data.qfrc_bias[0], gravcomp: data.qfrc_gravcomp[0], actuator: data.actuator_force[0], joint: data.qfrc_actuator[0],
        sensors: [...data.sensordata],
    };
    data.delete();
    return out;
}

// Coordinates at the start, a keyframe, and after each step; exactly: by Runge–Kutta 4, otherwise by the model's own integrator.
export function run(model, key, timestep, steps, exactly) {
    const kept = { timestep: model.opt.timestep, integrator: model.opt.integrator };
    model.opt.timestep = timestep;
    if (exactly) model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4.value;
    const data = new mujoco.MjData(model), list = [];
    mujoco.mj_resetDataKeyframe(model, data, key);
    list.push([...data.qpos]);
    for (let k = 0; k < steps; k++) {
        mujoco.mj_step(model, data);
        list.push([...data.qpos]);
    }
    data.delete();
    Object.assign(model.opt, kept);
    return list;
}

// Pairs of geoms that pass all filters: put in one place, with a margin beyond all distances, each of them makes contacts.
export function pairs(model) {
    const FAR = 100, MEMORY = 2 ** 28; // [m], [bytes]
    const kept = { geom: [...model.geom_margin], body: [...model.body_margin], pair: [...model.pair_margin], memory: model.narena };
    model.narena = Math.max(kept.memory, MEMORY);
    model.geom_margin.fill(FAR);
    model.body_margin.fill(FAR);
    model.pair_margin.fill(2 * FAR);
    const data = new mujoco.MjData(model), set = new Set(), random = lot(7);
    mujoco.mj_kinematics(model, data);
    mujoco.mj_comPos(model, data);
    for (let k = 0; k < 3 * model.ngeom; k++) data.geom_xpos[k] = 1e-3 * random();
    mujoco.mj_collision(model, data);
    const contacts = data.contact;
    for (let k = 0; k < data.ncon; k++) {
        const contact = contacts.get(k), [a, b] = contact.geom;
        set.add(`${Math.min(a, b)} ${Math.max(a, b)}`);
        contact.delete();
    }
    data.delete();
    model.geom_margin.set(kept.geom);
    model.body_margin.set(kept.body);
    model.pair_margin.set(kept.pair);
    model.narena = kept.memory;
    return set;
}

// Accelerations in a state.
export function acceleration(model, state) {
    const data = new mujoco.MjData(model);
    data.qpos.set(state.q);
    data.qvel.set(state.v);
    data.ctrl.set(state.u);
    data.act.set(state.a);
    mujoco.mj_forward(model, data);
    const a = [...data.qacc];
    data.delete();
    return a;
}

// A file in the file system of the WebAssembly.
export function write(file, bytes) {
    mujoco.FS.writeFile(file, bytes);
}
