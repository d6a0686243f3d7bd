// What we write and bring along loads in MuJoCo 3: all of scenes/, and what `holdfast convert` makes of these and of the built-in scenes.
//   node check_files.mjs HOLDFAST SCENES      HOLDFAST: the tool; SCENES: the folder
//
// A scene that convert says it cannot write as MJCF is named, and is no failure; nor are those of more than LARGE bodies tried, which take long to write.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as peer from './mujoco3.mjs';

const [tool, scenes] = process.argv.slice(2);
const LARGE = 300;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holdfast-files-'));
const call = (...words) => spawnSync(tool, words, { encoding: 'utf8', maxBuffer: 1 << 28 });

let wrong = 0, loaded = 0;
const left = [];
function load(what, file) {
    const { model, why } = peer.open(file);
    if (model) model.delete(), loaded++;
    else wrong++, console.log(`WRONG: ${what}: ${why}`);
}

peer.mount(scenes, '/scenes');
const files = fs.readdirSync(scenes, { recursive: true }).map(String).filter((name) => name.endsWith('.xml')).sort();
for (const name of files) if (/<mujoco[\s>]/.test(fs.readFileSync(path.join(scenes, name), 'utf8'))) load(name, `/scenes/${name}`);

const builtin = call('scenes', '--json').stdout.trim().split('\n').map((line) => JSON.parse(line).name);
for (const scene of [...builtin, ...files.map((name) => path.join(scenes, name))]) {
    const info = call('info', scene, '--json'), bodies = info.status === 0 ? JSON.parse(info.stdout).nbody : Infinity;
    if (!(bodies <= LARGE)) { left.push(`${path.basename(scene)} (large, or no scene)`); continue; }
    const out = path.join(folder, 'flat.xml'), made = call('convert', scene, out);
    if (made.status !== 0) { left.push(`${path.basename(scene)} (${made.stderr.trim().split('\n').pop().slice(0, 90)})`); continue; }
    peer.write('/flat.xml', fs.readFileSync(out));
    load(`${path.basename(scene)}, written as MJCF`, '/flat.xml');
}
fs.rmSync(folder, { recursive: true });
if (left.length) console.log(`left out: ${left.join(', ')}`);
console.log(`${loaded} files load in MuJoCo, ${wrong} do not`);
process.exit(wrong || !loaded || !builtin.length ? 1 : 0);
