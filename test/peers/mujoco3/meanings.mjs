// The meanings of docs/mjcf.md ("Meanings that differ"), MuJoCo's side: the same scenes as in test/scene/test_mjcf_meanings.c, where ours is.
//   node meanings.mjs

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as peer from './mujoco3.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holdfast-meanings-'));
const LIFT = `<mujoco><worldbody><body gravcomp=".25"><joint name="j" type="slide" axis="0 0 1" actuatorfrcrange="-5 5"/><geom size=".1"/></body></worldbody>
  <actuator><motor name="a" joint="j" gear="2"/></actuator><sensor><jointactuatorfrc joint="j"/><actuatorfrc actuator="a"/></sensor><keyframe><key qpos=".3"/></keyframe></mujoco>`;
fs.writeFileSync(path.join(folder, 'lift.xml'), LIFT);
peer.mount(folder, '/meanings');
fs.rmSync(folder, { recursive: true });

let wrong = 0;
function check(what, is, wanted) {
    if (Math.abs(is - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted))) return;
    wrong++;
    console.log(`WRONG: ${what}: MuJoCo has ${is}, docs/mjcf.md says ${wanted}`);
}
const { model } = peer.open('/meanings/lift.xml');
const mass = 1000 * 4 / 3 * Math.PI * 0.1 ** 3, weight = 9.81 * mass;
const [state] = [{ q: [0], v: [0], u: [10], a: [] }], there = peer.meanings(model, state);
check('a mass by the density of geoms', there.mass, mass);
check('the start', there.start, 0);
check('qfrc_bias', there.bias, weight);
check('qfrc_gravcomp', there.gravcomp, 0.25 * weight);
check('actuator_force', there.actuator, 10);
check('qfrc_actuator', there.joint, 5);
check('sensor jointactuatorfrc', there.sensors[0], 5);
check('sensor actuatorfrc', there.sensors[1], 10);
console.log(`meanings: ${wrong ? wrong + ' wrong' : 'as docs/mjcf.md says'}`);
process.exit(wrong ? 1 : 0);
