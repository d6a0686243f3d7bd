// holdfast for Node.js and browsers: a scene with exact Coulomb friction, stepped and asked by simple calls.

import { answerAbout, answerFile, answerText, readAnswer, readFrame, type Answer, type Frame, type Saved } from "../src/answers";
import { Module } from "../src/module";

export type { Frame, Saved };

/// Verifies a proof of a run (docs/proof.md), by nothing but the numbers in it.
export { verifyProof, type Verdict } from "../src/proof_verify";

export interface BodyState {
  name: string; mass: number; contacts: number;
  position: [number, number, number]; orientation: [number, number, number, number];
  velocity: [number, number, number]; angular: [number, number, number];
  /// Sum of the contact forces [N].
  force: [number, number, number];
}

export interface SceneInfo { name: string; summary: string; parameters: { name: string; help: string; fallback: number; least: number; most: number; whole: boolean }[] }

export class Holdfast {
  private constructor(private readonly module: Module) {}

  /// `wasm`: the bytes of holdfast.wasm, or a compiled module.
  static async create(wasm: BufferSource | WebAssembly.Module): Promise<Holdfast> { return new Holdfast(await Module.make(wasm)); }

  /// Sends a command and throws what went wrong; docs/live.md lists the commands.
  private ask(text: string): Answer {
    const answer = readAnswer(this.module.command(text));
    if (answer.kind === "ERRO") throw new Error(answerText(answer));
    return answer;
  }

  scenes(): SceneInfo[] { return JSON.parse(answerText(this.ask("scenes"))); }

  /// A file that `open` can name afterwards.
  write(path: string, bytes: Uint8Array): void { this.module.write(path, bytes); }

  /// A built-in scene ("jack", "incline:mu=0.4") or a file that was written. Returns its description.
  open(scene: string, seed = 0): any { return answerAbout(this.ask(`open ${scene} ${seed}`)).json; }
  step(count = 1): Frame { return readFrame(this.ask(`step ${count}`)); }
  back(count = 1): Frame { return readFrame(this.ask(`back ${count}`)); }
  reset(): Frame { return readFrame(this.ask("reset")); }
  body(index: number): BodyState { return JSON.parse(answerText(this.ask(`body ${index}`))); }

  /// gravity [x y z], friction, tolerance, timestep or solver.
  set(name: "gravity" | "friction" | "tolerance" | "timestep" | "solver", ...values: (number | string)[]): void { this.ask(`set ${name} ${values.join(" ")}`); }
  control(actuator: number, value: number): void { this.ask(`control ${actuator} ${value}`); }
  joint(joint: number, value: number): void { this.ask(`joint ${joint} ${value}`); }

  /// A spring from a point of a body (in its frame) to a place; let go by release.
  pull(body: number, point: number[], target: number[], stiffness: number, damping: number): void { this.ask(`spring ${[body, ...point, ...target, stiffness, damping].join(" ")}`); }
  release(): void { this.ask("spring"); }
  push(body: number, point: number[], impulse: number[]): void { this.ask(`push ${[body, ...point, ...impulse].join(" ")}`); }

  /// Hash of the state's bytes: the same as `hf_world_hash` of a native build.
  hash(): string { return answerText(this.ask("hash")); }
  save(kind: "page" | "glb" | "problem" | "scene"): Saved { return answerFile(this.ask(`save ${kind}`)); }
}
