// An arm under its six muscles, 1 s from one state, in holdfast and in MuJoCo 3: both go to the same motion as their steps become short.
//   node swing.mjs DUMP ARM.xml      DUMP: dump.c
//
// The motion itself is MuJoCo's with Runge–Kutta 4 and a step of a fiftieth, whose error is below 1e-6. Ours at a tenth of the model's step must lie within 1e-3 rad of it all the
// time, and ours at the model's own step nearer to it than MuJoCo's Euler step of that length. Both are of first order there, by dampers and activations. Ranges of lengths are
// given to both: MuJoCo finds them to 1e-3 only. Nothing touches, and no joint comes to its limit, which is soft in MuJoCo.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as peer from './mujoco3.mjs';

const [dump, file] = process.argv.slice(2);
const NEAR = 1e-3, SECONDS = 1, FINE = 50;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holdfast-swing-'));

function ours(h) {
    const copy = path.join(folder, 'arm.xml');
    fs.writeFileSync(copy, fs.readFileSync(file, 'utf8').replace(/timestep="[^"]*"/, `timestep="${h}"`));
    return execFileSync(dump, [copy, 'run', 'swing', String(Math.round(SECONDS / h))]).toString().trim().split('\n').map((line) => JSON.parse(line));
}

// Worst difference of a coordinate at the ends of the model's own steps.
function apart(a, b, own) {
    const everyA = (a.length - 1) / own, everyB = (b.length - 1) / own;
    let most = 0;
    for (let k = 0; k <= own; k++)
        for (let i = 0; i < a[0].length; i++) most = Math.max(most, Math.abs(a[k * everyA][i] - b[k * everyB][i]));
    return most;
}

peer.mount(path.dirname(file), '/arm');
const { model, why } = peer.open(`/arm/${path.basename(file)}`);
if (why) throw new Error(why);
const own = model.opt.timestep, steps = Math.round(SECONDS / own), [first, ...mine] = ours(own);
model.actuator_lengthrange.set(first);
const truth = peer.run(model, 0, own / FINE, steps * FINE, true), euler = peer.run(model, 0, own, steps, false);
const travel = Math.max(...truth.map((q) => q[0])) - Math.min(...truth.map((q) => q[0]));
const fine = apart(ours(own / 10).slice(1), truth, steps), coarse = apart(mine, truth, steps), theirs = apart(euler, truth, steps);
const shown = (x) => x.toExponential(1);
console.log(`the shoulder swings by ${travel.toFixed(2)} rad in ${SECONDS} s; off the motion by: ours ${shown(fine)} at ${own / 10} s, ${shown(coarse)} at ${own} s; MuJoCo's Euler step ${shown(theirs)} at ${own} s [rad]`);
fs.rmSync(folder, { recursive: true });
model.delete();
if (!(fine <= NEAR) || !(coarse < theirs) || !(travel > 0.5)) {
    console.log('WRONG: the arm does not swing as it must');
    process.exit(1);
}
