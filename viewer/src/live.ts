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

const BUDGET = 8; // ms that one answer may take, so that a drag is felt soon
const PIECE = 16; // steps
const RESTED = 20; // frames that look the same, after which nothing moves
const RATE = 1.8e6; // bytes a second that a socket may bring

export class Live {
  frame: Frame | null = null;
  serial = 0;
  /// Simulated seconds for each second of the clock, of late.
  pace = 0;
  rate = 0; // bytes a second
  between = false; // frames are those of another scene than the page shows
  private busy = false;
  private last = 0;
  private credit = 0; // bytes that may still be asked for
  onFrame: (frame: Frame) => void = () => {};
  onError: (text: string) => void = () => {};

  constructor(readonly source: Source) {}

  async open(scene: string | null): Promise<{ scene: Scene; info: LiveInfo }> {
    const answer = await this.source.ask(scene === null ? "about" : scene === "" ? "open" : `open ${scene} 1`);
    if (answer.kind !== "ABOU") throw new Error(answer.kind === "ERRO" ? answerText(answer) : "an answer that is not understood");
    const { json, numbers } = answerAbout(answer), about = json.about as About;
    this.frame = null;
    this.between = true;
    const made = { scene: new Scene(about, numbers), info: json.live as LiveInfo };
    this.step = made.info.settings.timestep;
    await this.command("step 0");
    return made;
  }

  /// Sends a command; a frame in its answer is shown, an error said. True if all went well.
  async command(text: string): Promise<boolean> {
    const walk = ++this.walks, steps = Number(/^step (\d+)$/.exec(text)?.[1] ?? 0);
    if (steps <= PIECE) return this.ordered(text);
    // Many steps are asked for in pieces of about a tenth of a second: pictures come on the way, and whatever is asked for next ends them.
    let piece = PIECE;
    this.walking++;
    try {
      for (let left = steps; left > 0 && walk === this.walks;) {
        const count = Math.min(left, piece), began = performance.now();
        if (!await this.ordered("step " + count)) return false;
        left -= count;
        if (this.frame?.quality === 2) return true;
        piece = Math.max(1, Math.round(count * Math.min(4, 100 / Math.max(performance.now() - began, 1))));
      }
      return true;
    } finally { this.walking--; }
  }
  walking = 0; // of such commands under way: what moves is drawn as coarsely as what plays
  private walks = 0;
  /// Ends what is under way of many steps.
  halt(): void { this.walks++; }
  /// Whether what plays stands still: friction holds it, and there is nothing new to draw.
  get resting(): boolean { return this.same >= RESTED; }
  private readonly looks: (Uint8Array | null)[] = [null, null]; // of the last frames, without contacts and with them
  same = 0; // frames
  private async ordered(text: string): Promise<boolean> {
    this.same = 0;
    this.flush();
    return this.take(await this.source.ask(text));
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
      const frame = readFrame(answer), kind = frame.contacts ? 1 : 0, before = this.looks[kind];
      this.same = before?.length === frame.seen.length && before.every((byte, k) => byte === frame.seen[k]) ? this.same + 1 : 0;
      this.looks[kind] = frame.seen;
      if (!frame.contacts && this.frame) frame.contacts = this.frame.contacts; // those of the last frame that had them
      this.frame = frame;
      this.serial++;
      this.onFrame(frame);
    }
    return true;
  }

  /// The hand's command, sent at once. While something plays the next steps follow it at once, too; a paused scene waits.
  pull(command: string): void {
    this.same = 0;
    if (this.pulling) { this.hand = command; return; } // the newest, when the one under way is answered
    this.pulling = true;
    void this.source.ask(command).then((answer) => {
      this.pulling = false;
      this.take(answer);
      if (this.hand) { const next = this.hand; this.hand = null; this.pull(next); }
    });
    if (!this.plays) return;
    this.owed = Math.max(this.owed, this.step); // one step at least, so that it is felt
    if (this.busy) this.felt = true;
    else this.ask();
  }
  /// A pull that waits goes out before any other command.
  private flush(): void {
    const waits = this.hand;
    this.hand = null;
    if (waits) void this.source.ask(waits).then((answer) => this.take(answer));
  }
  private hand: string | null = null;
  private pulling = false;
  private felt = false; // a pull came while steps were made: the next are asked for at once
  private step = 0; // of the scene [s]

  /// One tick of the page: so much more time is owed, and asked for if the last stretch of it is there.
  tick(now: number, speed: number, contacts: boolean): void {
    const passed = this.last > 0 ? Math.min((now - this.last) / 1000, 0.1) : 1 / 60, time = this.frame?.time ?? 0;
    if (this.last > 0 && now > this.last) {
      this.rate += 0.05 * (1000 * this.brought / (now - this.last) - this.rate);
      this.pace += 0.05 * (1000 * (time - this.shown) / (now - this.last) - this.pace);
    }
    this.brought = 0;
    this.shown = time;
    this.last = now;
    this.plays = true;
    this.wanted = contacts;
    this.owed = Math.min(this.owed + passed * speed, Math.max(2 * passed, 0.05) * speed); // a scene that is too slow is slow, and catches up with nothing
    this.credit = Math.min(this.credit + passed * RATE, 0.1 * RATE);
    if (!this.busy) this.ask();
  }

  /// Asks for a part of what is owed, so short that a hand is soon felt. What is left is asked for when the answer comes, not at the next tick.
  private ask(): void {
    const socket = this.source.kind === "socket";
    if (!this.plays || (socket && this.credit < 0)) return; // the stream is bounded
    const before = this.frame?.time ?? 0, count = this.frame?.contactCount ?? 0, crowded = socket && 25 * count > 26000;
    const some = this.wanted && (!crowded || this.pictures++ % Math.ceil(25 * count / 20000) === 0);
    this.wanted = false;
    this.busy = true;
    void this.source.ask(`advance ${Math.max(this.owed, 0).toFixed(9)} ${BUDGET} ${some ? 1 : 0}`).then((answer) => {
      this.busy = false;
      if (!this.take(answer) || !this.frame) return;
      this.brought += this.frame.bytes;
      this.credit -= this.frame.bytes;
      this.owed -= this.frame.time - before;
      if (this.felt || (this.frame.late && this.owed > 0)) { this.felt = false; this.ask(); }
    });
  }
  private plays = false;
  private owed = 0; // simulated seconds
  private wanted = false; // contacts, once for each picture
  private pictures = 0;
  private brought = 0; // bytes since the last tick
  private shown = 0; // simulated time at the last tick

  /// Nothing plays any more.
  rest(): void { this.last = 0; this.owed = 0; this.plays = this.felt = false; }
  get waiting(): boolean { return this.busy; }

  moment(scene: Scene): Moment {
    const f = this.frame;
    return {
      pose: (body, position, turn) => {
        const k = scene.slot[body];
        if (k < 0 || !f) scene.rest(body, position, turn);
        else blend(f.positions, f.turns, k, k, 0, position, turn);
      },
      stretch: (body) => f ? scene.stretch(body, f.positions, f.turns, 0) : null,
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
