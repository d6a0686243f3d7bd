// The language of MJCF beside MuJoCo 3: every file of language.mjs loads in both, and has the same numbers.
//   node check_language.mjs DUMP      DUMP: dump.c
//
// compare.mjs has mass matrix, bias, lengths, moments, forces, sensors and pairs. What springs, dampers, friction and media do is in the acceleration without constraints (contacts, limits,
// loops and dry friction are soft in MuJoCo, and switched off): MuJoCo's qacc beside the change of velocity in a step of 1 µs, which shows it to first order.

import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { language } from './language.mjs';
import * as peer from './mujoco3.mjs';

const [dump] = process.argv.slice(2);
const NEAR = 1e-3; // of the largest acceleration: a wrong law is off by much more, a stiff damper of the step by this
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holdfast-language-')), files = path.join(folder, 'files'), free = path.join(folder, 'free');
fs.mkdirSync(files);
fs.mkdirSync(free);

const slug = (name, k) => `${String(k).padStart(2, '0')}_${name.replace(/[^a-z0-9]+/gi, '_')}.xml`;
language.forEach(([name, xml, why], k) => {
    if (!why) fs.writeFileSync(path.join(files, slug(name, k)), xml);
    fs.writeFileSync(path.join(free, slug(name, k)), xml.replace(/<mujoco([^>]*)>/, '<mujoco$1><option><flag constraint="disable"/></option>'));
});
const compared = spawnSync('node', [path.join(path.dirname(process.argv[1]), 'compare.mjs'), dump, files], { encoding: 'utf8', maxBuffer: 1 << 28 });
process.stdout.write(compared.stdout);
process.stderr.write(compared.stderr);

function accelerations(file) {
    const { model, why } = peer.open(`/free/${file}`);
    if (why) return `MuJoCo: ${why}`;
    const states = peer.states(model, 3, peer.lot(5)), list = path.join(folder, 'states');
    fs.writeFileSync(list, [states.length, ...states.flatMap((s) => [...s.q, ...s.v, ...s.u, ...s.a])].join('\n') + '\n');
    let lines;
    try {
        lines = execFileSync(dump, [path.join(free, file), list, 'moving'], { stdio: ['ignore', 'pipe', 'pipe'] }).toString().trim().split('\n').map((line) => JSON.parse(line));
    } catch (error) {
        return `ours: ${String(error.stderr).trim().split('\n').pop()}`;
    }
    let worst = 0;
    states.forEach((state, k) => {
        const theirs = peer.acceleration(model, state), mine = lines[k + 1].qacc, most = Math.max(1e-3, ...theirs.map(Math.abs));
        theirs.forEach((a, i) => { worst = Math.max(worst, Math.abs(a - mine[i]) / most); });
    });
    model.delete();
    return worst;
}

peer.mount(free, '/free');
let wrong = 0;
for (const file of fs.readdirSync(free).sort()) {
    const off = accelerations(file);
    if (typeof off === 'number' && off <= NEAR) continue;
    wrong++;
    console.log(`WRONG: accelerations of ${file}: ${off}`);
}
fs.rmSync(folder, { recursive: true });
console.log(`${language.length - wrong} of ${language.length} files accelerate as in MuJoCo`);
process.exit(wrong || compared.status ? 1 : 0);
