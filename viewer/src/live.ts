// A live scene as the page sees it: the last frame, the pace, the hand. Commands go one after the other; at most one `advance` is under way, so that a slow scene is slow and nothing else.

import { answerAbout, answerFile, answerText, readFrame, type Answer, type Frame, type Saved } from "./answers";
import { blend, Scene, type About, type Moment } from "./data";
import type { Source } from "./sources";

export interface Joint { name: string; kind: string; body: number; limited: boolean; range: [number, number]; position: number[]; axis: number[] }
export interface Actuator { name: string; limited: boolean; range: [number, number] }
export interface LiveInfo {
  scene: string; seed: number;
  settings: { gravity: number[]; timestep: number; tolerance: number; friction: number; duration: number; solver: string };
  solvers: string[];
  bodies: { id: number; parent: number; mass: number; center: number[]; inertia: number[] }[];
  joints: Joint[]; pins: { body: number; point: number[] }[]; actuators: Actuator[]; keys: string[];
}
export interface BodyNumbers { name: string; mass: number; contacts: number; position: number[]; orientation: number[]; velocity: number[]; angular: number[]; force: number[] }

const BUDGET = 25; // ms that one answer may take, so that a drag is felt soon
const RATE = 1.8e6; // bytes a second that a socket may bring

export class Live {
  frame: Frame | null = null;
  serial = 0;
  /// Simulated seconds for each second of the clock, of late.
  pace = 0;
  rate = 0; // bytes a second
  private busy = false;
  private last = 0;
  private credit = 0; // bytes that may still be asked for
  private hand: string | null = null;
  onFrame: (frame: Frame) => void = () => {};
  onError: (text: string) => void = () => {};

  constructor(readonly source: Source) {}

  async open(scene: string | null): Promise<{ scene: Scene; info: LiveInfo }> {
    const answer = await this.source.ask(scene === null ? "about" : scene === "" ? "open" : `open ${scene} 1`);
    if (answer.kind !== "ABOU") throw new Error(answer.kind === "ERRO" ? answerText(answer) : "an answer that is not understood");
    const { json, numbers } = answerAbout(answer), about = json.about as About;
    this.frame = null;
    const made = { scene: new Scene(about, numbers), info: json.live as LiveInfo };
    await this.command("step 0");
    return made;
  }

  /// Sends a command; a frame in its answer is shown, an error said. True if all went well.
  async command(text: string): Promise<boolean> {
    const answer = await this.source.ask(text);
    return this.take(answer);
  }
  async text(text: string): Promise<string | null> {
    const answer = await this.source.ask(text);
    if (answer.kind === "TEXT") return answerText(answer);
    this.take(answer);
    return null;
  }
  async file(kind: string): Promise<Saved | null> {
    const answer = await this.source.ask("save " + kind);
    if (answer.kind === "FILE") return answerFile(answer);
    this.take(answer);
    return null;
  }
  private take(answer: Answer): boolean {
    if (answer.kind === "ERRO") { this.onError(answerText(answer)); return false; }
    if (answer.kind === "FRAM") {
      const frame = readFrame(answer);
      if (!frame.contacts && this.frame) frame.contacts = this.frame.contacts; // those of the last frame that had them
      this.frame = frame;
      this.serial++;
      this.onFrame(frame);
    }
    return true;
  }

  /// The hand's command, sent before the next step; null: nothing new.
  pull(command: string): void { this.hand = command; }

  /// One tick of the page: asks for the next stretch of time if the last one is there.
  tick(now: number, speed: number, contacts: boolean): void {
    const passed = this.last > 0 ? Math.min((now - this.last) / 1000, 0.1) : 1 / 60;
    if (this.busy) return;
    if (this.source.kind === "socket") { // the stream is bounded
      this.credit = Math.min(this.credit + passed * RATE, 0.1 * RATE);
      if (this.credit < 0) { this.last = now; return; }
    }
    this.last = now;
    this.busy = true;
    const crowded = this.frame !== null && this.source.kind === "socket" && 19 * this.frame.contactCount > 20000;
    const with_ = contacts && (!crowded || this.serial % Math.ceil(19 * this.frame!.contactCount / 15000) === 0);
    const before = this.frame?.time ?? 0;
    if (this.hand) { void this.source.ask(this.hand).then((a) => this.take(a)); this.hand = null; }
    void this.source.ask(`advance ${(passed * speed).toFixed(9)} ${BUDGET} ${with_ ? 1 : 0}`).then((answer) => {
      this.busy = false;
      if (!this.take(answer) || !this.frame) return;
      this.credit -= this.frame.bytes;
      this.rate += 0.05 * (this.frame.bytes / Math.max(passed, 1e-3) - this.rate);
      this.pace += 0.08 * ((this.frame.time - before) / Math.max(passed, 1e-3) - this.pace);
    });
  }
  rest(): void { this.last = 0; if (this.hand) { void this.command(this.hand); this.hand = null; } }
  get waiting(): boolean { return this.busy; }

  moment(scene: Scene): Moment {
    const f = this.frame;
    return {
      pose: (body, position, turn) => {
        const k = scene.slot[body];
        if (k < 0 || !f) scene.rest(body, position, turn);
        else blend(f.positions, f.turns, k, k, 0, position, turn);
      },
      contacts: () => f?.contacts ?? null,
      key: "live" + this.serial,
      vertices: () => {
        const out = new Float32Array(3 * scene.vertexCount);
        if (!f) return scene.vertexFrame(0);
        for (let k = 0; k < out.length; k++) out[k] = f.vertexBox[k % 3] + f.vertices[k] / 65535 * f.vertexBox[3 + k % 3];
        return out;
      },
    };
  }
}
