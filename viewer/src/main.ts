// Puts the parts together: a recording or a live scene, the clock, the controls, the keys.

import { Matrix4, Quaternion, Vector3, type Raycaster } from "three";
import { Bodies } from "./bodies";
import { Orbit, type Bounds } from "./camera";
import { readContacts, type Contact } from "./contact_table";
import { Contacts, type Shown } from "./contacts";
import { readEmbedded, type Moment, type Scene } from "./data";
import { Fibres } from "./fibres";
import { Live, type LiveInfo } from "./live";
import { Marks } from "./marks";
import { Panels } from "./panels";
import { drawMarks, Log, Plot } from "./plots";
import { SocketSource, WasmSource, type Source } from "./sources";
import { LEVELS, PLAIN, Stage, THEMES } from "./stage";

const SPEEDS = [1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8];
const SWITCHES: Record<keyof Shown, string> = { points: "KeyC", normal: "KeyN", friction: "KeyF", moments: "KeyM", cones: "KeyK", shadows: "KeyS", glass: "KeyX", frames: "KeyA", inertia: "KeyI", joints: "KeyJ", collisions: "KeyV" };
const STAGES = ["free", "detect", "impact", "assemble", "solve", "move", "correct"];
const STAGE_COLOURS = ["#8a94a2", "#4c9bf5", "#d17373", "#9e87cc", "#58c48d", "#dbc26b", "#f2994a"];
const SLOW = 22; // ms from picture to picture, from which on pictures get coarser
const PHONE = 760; // pixels: narrower screens are a phone's
const WORDS = 100; // ms from one change of the numbers to the next while something plays
const RESTS = 300; // ms after which a view that nobody moves is drawn in full
const find = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
const clamp = (v: number, lo: number, hi: number) => Math.min(hi, Math.max(lo, v));

interface Grip { body: number; id: number; local: Vector3; target: Vector3; normal: Vector3; stiffness: number; damping: number }

export class App {
  readonly stage: Stage;
  scene!: Scene;
  bodies!: Bodies;
  fibres: Fibres | null = null;
  contacts!: Contacts;
  marks!: Marks;
  camera!: Orbit;
  bounds!: Bounds;
  live: Live | null = null;
  info: LiveInfo | null = null;
  readonly log = new Log();
  panels: Panels;
  plots: Plot[] = [];
  grip: Grip | null = null;
  strength = 1;
  pushes = false;
  readonly state = {
    ready: false, frame: 0, frames: 0, time: 0, playing: false, speed: 1, loop: true, following: 0, theme: "dark" as "dark" | "light", drawn: 0, forceScale: 0, about: null as any,
    show: { points: true, normal: true, friction: true, moments: true, cones: false, shadows: true, glass: false, frames: false, inertia: false, joints: false, collisions: false } as Shown,
  };
  private stale = true;
  private last = 0;
  private digits = 3;
  private readonly canvas = find<HTMLCanvasElement>("view");

  constructor() {
    this.stage = new Stage(this.canvas);
    this.state.theme = window.matchMedia?.("(prefers-color-scheme: light)").matches ? "light" : "dark";
    this.panels = new Panels(this);
    this.controls();
  }

  redraw = () => { this.stale = true; };
  get drawing(): boolean { return this.bounds?.plane !== null && this.bounds?.plane !== undefined && !this.fibres; }
  moment(): Moment {
    if (this.live) return this.live.moment(this.scene);
    const t = this.scene.time, f = this.state.frame, next = Math.min(f + 1, this.scene.frames - 1), gap = t[next] - t[f];
    return this.scene.moment(f, gap > 0 ? clamp((this.state.time - t[f]) / gap, 0, 1) : 0);
  }

  // ---- scenes ----

  /// Shows another scene in the place of the one before.
  show(scene: Scene, info: LiveInfo | null): void {
    const again = this.scene !== undefined;
    if (again) this.clear();
    this.scene = scene;
    this.info = info;
    const { about } = scene, last = scene.frames - 1, planar = scene.plane() !== null && scene.fibreSegments.length === 0;
    const some = this.live ? [this.live.moment(scene)] : [...new Set([0, Math.floor(last / 2), last])].map((f) => scene.moment(f, 0));
    this.bodies = new Bodies(scene, this.stage, planar);
    this.fibres = scene.fibreSegments.length > 0 ? new Fibres(scene, this.stage) : null;
    this.bounds = this.bodies.bounds(some, this.fibres ? this.fibres.bounds(some) : null);
    const usual = this.bodies.usual() || (this.fibres ? 0.05 * this.bounds.radius : 0);
    const strong = this.live ? 0 : Contacts.strength(Array.from({ length: 41 }, (_, k) => scene.moment(Math.floor(last * k / 40), 0)));
    this.contacts = new Contacts(this.bounds.radius, usual, planar, strong);
    this.marks = new Marks(scene, this.bodies, info, Math.min(1.2 * (usual || this.bounds.radius), 0.4 * this.bounds.radius), this.bounds.plane);
    this.stage.scene.add(this.contacts.group, this.marks.group);
    this.stage.detailed = this.fibres !== null;
    this.stage.fit(this.bounds.middle, this.bounds.radius, this.drawing);
    if (!this.camera) this.camera = new Orbit(this.canvas, this.bounds, { take: (r, e) => this.take(r, e), drag: (r) => this.drag(r), release: () => this.letGo(), pick: (r, e) => this.pick(r, e), moved: () => { this.looked = true; this.follow(0); }, left: () => this.lookThrough(-1) }, () => { this.touched = performance.now(); this.redraw(); });
    else this.camera.frame(this.bounds);
    this.home = null;
    this.placed = "";
    this.level = this.stage.software ? PLAIN - 1 : 0;
    this.looked = false;
    this.looking = -1;
    const cameras = about.cameras ?? [], choose = find<HTMLSelectElement>("look-through");
    choose.replaceChildren(new Option("free", "-1"), ...cameras.map((c, k) => new Option(c.name || "camera " + k, String(k))));
    find("cameras-row").hidden = cameras.length === 0;
    const s = this.state;
    Object.assign(s, { about, frames: scene.frames, frame: 0, time: this.live ? 0 : scene.time[0] ?? 0, following: 0 });
    this.digits = about.timestep < 1e-3 ? 4 : 3;
    if (this.fibres?.crowd) s.show.points = s.show.normal = s.show.friction = s.show.moments = false;
    document.title = about.title;
    find("title").textContent = about.title;
    find("notice").textContent = about.notice || "";
    find("notice").hidden = !about.notice;
    find<HTMLInputElement>("scrub").max = String(Math.max(scene.frames - 1, 0));
    document.body.classList.toggle("live", this.live !== null);
    document.body.classList.toggle("drawing", this.drawing);
    this.makePlots();
    this.panels.scene();
    find("followers-row").hidden = !this.fibres;
    if (this.fibres) {
      find<HTMLInputElement>("followers").max = String(Math.max(20, this.fibres.followers()));
      find<HTMLInputElement>("followers").value = String(this.fibres.followers());
    }
    for (const name of Object.keys(SWITCHES) as (keyof Shown)[]) find<HTMLInputElement>("show-" + name).checked = s.show[name];
    this.setTheme(s.theme);
    this.subtitle();
  }

  private clear(): void {
    this.bodies.dispose();
    this.fibres?.dispose();
    this.contacts.dispose();
    this.marks.dispose();
    this.stage.scene.remove(this.contacts.group, this.marks.group);
    this.stage.clear();
    this.log.clear();
  }

  private makePlots(): void {
    const holder = find("plots-here"), seek = (t: number) => this.seek(t), a = this.scene.arrays, about = this.scene.about, live = this.live !== null;
    holder.replaceChildren();
    const times = live ? this.log.times : a.stepTime, column = (name: string) => live ? this.log.column(name) : a[name];
    const total = live ? this.log.column("total") : a.kinetic.map((k: number, i: number) => k + a.potential[i]);
    this.plots = [
      new Plot(holder, "energy", "Energy", times, [{ values: column("potential"), colour: "open", faint: true }, { values: column("kinetic"), colour: "slip", faint: true }, { values: total, colour: "line" }], { unit: "J" }, seek),
      new Plot(holder, "contacts", "Contacts", times, [{ values: live ? this.log.column("contacts") : a.stepContacts, colour: "accent" }], { zero: true, whole: true }, seek),
      new Plot(holder, "residual", "Residual", times, [{ values: column("residual"), colour: "good" }],
        { log: true, small: "log, with the tolerance", level: () => live ? this.info!.settings.tolerance : about.tolerance, limit: () => !live && about.quality.exact.count < about.steps ? about.accept : 0 }, seek),
      new Plot(holder, "seconds", "Time a step", times, live ? [...STAGES.map((name, k) => ({ values: this.log.column(name), colour: STAGE_COLOURS[k], faint: true })), { values: this.log.column("ms"), colour: "accent" }]
        : [{ values: a.seconds.map((s: number) => 1e3 * s), colour: "accent" }], { zero: true, unit: "ms" }, seek),
    ];
  }

  /// A plot of a quantity of its own; of a recording over all frames.
  watch(id: string, title: string, unit: string, value: () => number, over?: (f: number) => number): void {
    if (document.getElementById("plot-" + id)) return;
    const live = this.live !== null, times = live ? this.log.times : Array.from(this.scene.time);
    const values = live ? this.log.column(id) : over ? times.map((_, f) => over(f)) : [];
    const plot: Plot = new Plot(find("plots-here"), id, title, times, [{ values, colour: "accent" }], { unit }, (t) => this.seek(t), () => { this.watched.delete(id); this.plots = this.plots.filter((p) => p !== plot); });
    this.watched.set(id, value);
    this.plots.push(plot);
    this.redraw();
  }
  private readonly watched = new Map<string, () => number>();

  // ---- live ----

  async start(source: Source, scene: string | null): Promise<void> {
    const live = new Live(source);
    this.live = live;
    live.onError = (text) => { this.play(false); this.say(text, true); };
    live.onFrame = () => this.arrived();
    source.onLost = () => { this.play(false); this.say("The connection to holdfast view has gone. The page looks for it; start it again with the same --port and --token.", true, true); };
    source.onFound = () => { void this.open(null).then(() => this.say("Connected again: the scene begins anew.", false)); };
    await this.open(scene);
  }

  /// Opens a scene of the source; what there was stays where that fails.
  async open(scene: string | null): Promise<boolean> {
    const playing = this.state.playing, wait = window.setTimeout(() => this.say(`${scene || "The scene"} is being opened.`, false, true), 700);
    this.play(false);
    try {
      const before = this.live!.frame, made = await this.live!.open(scene).catch((error) => { this.live!.frame = before; throw error; });
      this.log.clear();
      this.show(made.scene, made.info);
      this.quiet();
      this.arrived();
    } catch (error) {
      this.say((error as Error).message, true);
      return false;
    } finally {
      window.clearTimeout(wait);
      this.live!.between = false;
    }
    if (playing) this.play(true);
    this.redraw();
    return true;
  }

  private arrived(): void {
    const f = this.live?.frame;
    if (!f || !this.scene || f.positions.length !== 3 * this.scene.rows) return;
    this.state.time = f.time;
    const per = f.made > 0 ? 1e3 * f.seconds / f.made : NaN, row: Record<string, number> = { kinetic: f.kinetic, potential: f.potential, total: f.kinetic + f.potential, contacts: f.contactCount, residual: f.residual, ms: per };
    STAGES.forEach((name, k) => { row[name] = 1e3 * f.stages[k]; });
    for (const [id, value] of this.watched) row[id] = value();
    if (f.made > 0) this.log.add(f.time, row);
    if (f.quality > 0 || !this.state.playing || performance.now() - this.plotted > 100) {
      for (const p of this.plots) p.render();
      this.plotted = performance.now();
    }
    if (f.quality > 0) {
      this.play(false);
      const how = f.quality === 1 ? `is approximate: its residual is ${f.residual.toExponential(1)}, the tolerance ${f.tolerance.toExponential(1)}` : `failed (residual ${f.residual.toExponential(1)}); the state is as before it`;
      this.say(`Step ${f.step} ${how}. Paused.`, true);
    }
    this.news = true;
    this.redraw();
  }
  private news = false; // numbers of a frame that are not shown yet

  private plotted = 0; // ms: plots are painted ten times a second at most

  // ---- time ----

  private frameAt(t: number): number {
    const time = this.scene.time;
    let a = 0, b = this.scene.frames - 1;
    while (a < b) { const m = (a + b + 1) >> 1; if (time[m] <= t + 1e-12) a = m; else b = m - 1; }
    return a;
  }
  private get begin(): number { return this.scene.time[0] ?? 0; }
  private get end(): number { return this.scene.frames > 0 ? this.scene.time[this.scene.frames - 1] : 0; }
  seek(t: number): void {
    if (this.live) { // back to that time, as far as the history goes
      const h = this.info!.settings.timestep, steps = Math.round((this.state.time - t) / h);
      if (steps > 0) void this.back(steps);
      return;
    }
    this.state.time = clamp(t, this.begin, this.end);
    this.state.frame = this.frameAt(this.state.time);
    this.redraw();
  }
  seekFrame(f: number): void {
    if (this.live) return;
    this.state.frame = clamp(Math.round(f), 0, this.scene.frames - 1);
    this.state.time = this.scene.time[this.state.frame];
    this.redraw();
  }
  play(on: boolean): void {
    const s = this.state;
    s.playing = on && (this.live !== null || s.frames > 1);
    if (s.playing && !this.live && s.time >= this.end) this.seek(this.begin);
    if (s.playing) this.quiet();
    if (!s.playing) this.live?.rest();
    find("play").classList.toggle("playing", s.playing);
    find("play").setAttribute("aria-label", s.playing ? "Pause" : "Play");
    this.redraw();
  }
  forth(count: number): Promise<boolean> {
    this.play(false);
    if (this.live) return this.live.command("step " + count);
    this.seekFrame(this.state.frame + count);
    return Promise.resolve(true);
  }
  back(count: number): Promise<boolean> {
    this.play(false);
    if (this.live) return this.live.command("back " + count);
    this.seekFrame(this.state.frame - count);
    return Promise.resolve(true);
  }
  restart(): void {
    if (!this.live) { this.seekFrame(0); return; }
    this.log.clear();
    this.quiet();
    void this.live.command("reset");
  }
  setSpeed(speed: number): void { this.state.speed = speed; find<HTMLSelectElement>("speed").value = String(speed); }
  private faster(by: number): void { this.setSpeed(SPEEDS[clamp(SPEEDS.indexOf(this.state.speed) + by, 0, SPEEDS.length - 1)]); }

  // ---- looking and holding ----

  follow(body: number): void {
    if (this.state.following === body) return;
    this.state.following = body;
    this.bodies.choose(body);
    this.panels.chosen();
    this.subtitle();
    this.redraw();
  }
  private pick(ray: Raycaster, event: PointerEvent): void {
    const hit = this.bodies.pick(ray);
    if (hit && this.live && (this.pushes || event.ctrlKey || event.altKey)) { this.push(hit.body, hit.point, ray.ray.direction); return; }
    this.follow(hit ? hit.body : 0);
  }
  private localPoint(body: number, point: Vector3): Vector3 { return point.clone().applyMatrix4(this.bodies.bodyMatrix(this.moment(), body, new Matrix4()).invert()); }
  /// An impulse that gives the body half a metre a second.
  push(body: number, point: Vector3, direction: Vector3): void {
    const own = this.info!.bodies[body], l = this.localPoint(body, point), d = direction.clone(), n = this.bounds.plane;
    if (n) d.set(0, 0, 1).cross(new Vector3(n[0], n[1], n[2])); // along the drawing
    const j = d.normalize().multiplyScalar(0.5 * this.strength * own.mass);
    void this.live!.command(`push ${own.id} ${l.x} ${l.y} ${l.z} ${j.x} ${j.y} ${j.z}`);
  }
  private take(ray: Raycaster, event: PointerEvent): boolean {
    if (!this.live || event.shiftKey || event.ctrlKey || event.altKey || this.pushes) return false;
    const hit = this.bodies.pick(ray);
    if (!hit) return false;
    this.hold(hit.body, hit.point);
    return true;
  }
  /// Takes hold of a body at a point.
  hold(body: number, point: Vector3): void {
    const own = this.info!.bodies[body], n = this.bounds.plane, h = this.info!.settings.timestep;
    const rate = Math.min(9 * Math.sqrt(this.strength), 0.35 / h), stiffness = own.mass * rate * rate, normal = n ? new Vector3(n[0], n[1], n[2]) : this.camera.direction();
    this.grip = { body, id: own.id, local: this.localPoint(body, point), target: point.clone(), normal, stiffness, damping: 0.7 * 2 * own.mass * rate * 0.5 };
    this.follow(body);
    this.sendGrip();
  }
  private drag(ray: Raycaster): void {
    const g = this.grip;
    if (!g) return;
    const t = g.target.clone().sub(ray.ray.origin).dot(g.normal) / ray.ray.direction.dot(g.normal);
    if (!Number.isFinite(t) || t <= 0) return;
    this.pullTo(ray.ray.at(t, new Vector3()));
  }
  /// Moves the other end of the spring.
  pullTo(target: Vector3): void {
    if (!this.grip) return;
    this.grip.target.copy(target);
    this.sendGrip();
  }
  private sendGrip(): void {
    const g = this.grip!;
    this.live!.pull(`spring ${g.id} ${[g.local.x, g.local.y, g.local.z, g.target.x, g.target.y, g.target.z, g.stiffness, g.damping].join(" ")}`);
    this.redraw();
  }
  letGo(): void {
    if (!this.grip) return;
    this.grip = null;
    this.live!.pull("spring");
    this.redraw();
  }

  /// Looks through a camera of the model; -1: none.
  lookThrough(index: number): void {
    if (index === this.looking) return;
    this.looking = index;
    find<HTMLSelectElement>("look-through").value = String(index);
    this.redraw();
  }
  private looking = -1;
  private nextCamera(by: number): void {
    const count = (this.scene.about.cameras ?? []).length;
    if (count > 0) this.lookThrough((this.looking + 1 + by + count + 1) % (count + 1) - 1);
  }
  private placeCamera(moment: Moment): void {
    const c = this.scene.about.cameras?.[this.looking], p = [0, 0, 0], q = [1, 0, 0, 0];
    this.camera.through = null;
    if (!c) return;
    const place = new Matrix4().compose(new Vector3().fromArray(c.position), new Quaternion(c.orientation[1], c.orientation[2], c.orientation[3], c.orientation[0]), new Vector3(1, 1, 1));
    if (c.mode === "track") { // as at rest, moved along with the body
      this.scene.rest(c.body, p, q);
      const at = new Vector3().fromArray(p);
      place.premultiply(new Matrix4().compose(at, new Quaternion(q[1], q[2], q[3], q[0]), new Vector3(1, 1, 1)));
      moment.pose(c.body, p, q);
      place.premultiply(new Matrix4().makeTranslation(p[0] - at.x, p[1] - at.y, p[2] - at.z));
    } else place.premultiply(this.bodies.bodyMatrix(moment, c.body, new Matrix4()));
    const position = new Vector3().setFromMatrixPosition(place), turn = new Quaternion().setFromRotationMatrix(place);
    if (c.mode === "target") {
      moment.pose(c.target, p, q);
      turn.setFromRotationMatrix(new Matrix4().lookAt(position, new Vector3().fromArray(p), new Vector3(0, 0, 1)));
    }
    this.camera.through = { position, turn, angle: c.angle };
  }

  // ---- words ----

  private certified(): string {
    const { about } = this.scene, q = about.quality, parts: string[] = [];
    if (this.live) return `certified at ${this.info!.settings.tolerance}`;
    if (q.exact.count === about.steps) parts.push(`every step certified at ${about.tolerance}`);
    else {
      parts.push(`${q.exact.count} of ${about.steps} steps certified at ${about.tolerance}`);
      if (q.approximate.count > 0) parts.push(`${q.approximate.count} approximate, at worst ${q.approximate.worst[0].toExponential(1)}`);
      if (q.failed.count > 0) parts.push(`${q.failed.count} failed, at worst ${q.failed.worst[0].toExponential(1)}`);
    }
    if (q.cut.count > 0) parts.push(`${q.cut.count} cut`);
    return parts.join(", ");
  }
  subtitle(): void {
    const { about } = this.scene, f = this.fibres, words = f ? [`${f.count} ${f.count === 1 ? "fibre" : "fibres"}` + (f.strands() > f.count ? ` drawn as ${f.strands()} strands` : "")] : [];
    if (!f || about.free > 0) words.push(`${about.free} moving ${about.free === 1 ? "body" : "bodies"}`);
    const set = this.info?.settings ?? about;
    words.push(`step ${+(1e3 * set.timestep).toPrecision(4)} ms`, `solver ${set.solver}`, this.certified());
    if (this.state.following > 0) words.push(`following ${about.bodies[this.state.following].name || "body " + this.state.following}`);
    find("subtitle").textContent = words.join(" · ").replace(/e-/g, "e-\u2060"); // a number is not broken in two
  }
  /// A line for the user; what is bad stays until something is played or it is closed.
  say(text: string, bad: boolean, stays = false): void {
    const box = find("message");
    box.textContent = text;
    box.classList.toggle("bad", bad);
    box.hidden = false;
    window.clearTimeout(this.saying);
    if (!bad && !stays) this.saying = window.setTimeout(() => this.quiet(), 4000);
  }
  private saying = 0;
  quiet(): void { find("message").hidden = true; }

  // ---- drawing ----

  resize(): void {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.stage.resize(Math.max(1, this.canvas.clientWidth), Math.max(1, this.canvas.clientHeight), ratio);
    for (const p of this.plots) p.render();
    const a = this.scene.arrays;
    if (!this.live) drawMarks(a.mark, a.stepTime, this.begin, this.end, find<HTMLCanvasElement>("marks"));
    else find("marks").hidden = true;
    this.redraw();
  }
  setTheme(theme: "dark" | "light"): void {
    this.state.theme = theme;
    document.documentElement.classList.toggle("light", theme === "light");
    this.stage.theme(THEMES[theme], this.state.show.shadows && !this.state.show.glass);
    this.setLevel(this.fluent ? this.level : 0);
  }

  /// What runs away stays in view, until somebody moves the view.
  private drift(): void {
    const p = this.live!.frame?.positions, n = p ? this.scene?.about.moving.length ?? 0 : 0, middle = new Vector3();
    if (!p || n === 0) return;
    for (let k = 0; k < n; k++) middle.add(new Vector3(p[3 * k], p[3 * k + 1], p[3 * k + 2]));
    const off = middle.divideScalar(n).sub(this.home ??= middle.clone()), far = off.length() - 0.5 * this.bounds.radius;
    if (far > 0 && Number.isFinite(far)) this.camera.target.copy(this.bounds.middle).addScaledVector(off, far / off.length());
    else this.camera.target.copy(this.bounds.middle);
    this.stage.shine(this.camera.target, this.bounds.radius);
  }
  private home: Vector3 | null = null; // middle of what moves at first
  private looked = false;

  private placed = ""; // the moment that bodies are drawn at
  private readonly place = [0, 0, 0];
  private readonly turn = [1, 0, 0, 0];
  draw(): void {
    const s = this.state, moment = this.moment(), width = this.canvas.clientWidth, height = this.canvas.clientHeight, t = THEMES[s.theme];
    if (moment.key !== this.placed) { this.placed = moment.key; this.bodies.place(moment); this.stage.moved(); }
    if (s.following > 0) { moment.pose(s.following, this.place, this.turn); if (!this.grip && !this.live) this.camera.target.fromArray(this.place); }
    if (this.live && !this.grip && !this.looked) this.drift();
    this.placeCamera(moment);
    const open = !document.body.classList.contains("narrow"), phone = width < PHONE;
    this.camera.update(width, height, open && !phone ? 312 / width : 0, open && phone ? 0.5 : 0);
    this.contacts.place(moment, s.show, s.forceScale, this.camera.view.position);
    this.marks.place(moment, s.show);
    if (this.grip) this.marks.pull(this.grip.local.clone().applyMatrix4(this.bodies.bodyMatrix(moment, this.grip.body, new Matrix4())), this.grip.target, this.camera.view.position);
    else this.marks.pull(null, new Vector3(), this.camera.view.position);
    if (this.fibres) {
      this.fibres.place(moment);
      this.fibres.light(t, this.stage.sun, this.bounds.radius, 2 * Math.tan(this.camera.view.fov * Math.PI / 360) / (height * this.stage.renderer.getPixelRatio()), this.stage.sun.castShadow);
    }
    this.stage.draw(this.camera.view);
    this.words(performance.now());
    s.drawn++;
  }

  /// Numbers and plots beside the picture: of a live scene that plays ten times a second, since each time the browser lays out and paints its page anew.
  private words(now: number): void {
    const s = this.state;
    if (s.playing && this.live && now - this.worded < WORDS) return;
    this.worded = now;
    if (this.news && this.live?.frame) { this.news = false; this.panels.frame(); }
    for (const p of this.plots) p.draw(s.time);
    find<HTMLInputElement>("scrub").value = String(s.frame);
    find("clock").textContent = this.live ? `${s.time.toFixed(this.digits)} s` : `${s.time.toFixed(this.digits)} / ${this.end.toFixed(this.digits)} s`;
    for (const key of ["stick", "slip", "open"] as const) find("count-" + key).textContent = String(this.contacts.counts[key]);
  }
  private worded = 0; // ms

  tick = (now: number) => {
    window.requestAnimationFrame(this.tick); // first: whatever happens below, there is a next picture
    const s = this.state, passed = this.last > 0 ? Math.min((now - this.last) / 1000, 0.1) : 0; // a hidden tab does not jump
    this.last = now;
    if (s.playing && this.live) this.live.tick(now, s.speed, s.show.points || s.show.normal || s.show.friction || s.show.moments || s.show.cones);
    else if (s.playing) {
      let t = s.time + passed * s.speed;
      if (t >= this.end) { if (s.loop) t = this.begin; else { t = this.end; this.play(false); } }
      this.seek(t);
    }
    this.adapt(now, 1e3 * passed);
    if (this.stale && !this.live?.between) { this.stale = false; this.draw(); }
  };

  /// Pictures that come too slowly while something moves get coarser, step by step; what stands still is drawn in full.
  private adapt(now: number, ms: number): void {
    const moves = this.state.playing || now - this.touched < RESTS;
    if (moves !== this.fluent) { this.fluent = moves; this.interval = 16; this.setLevel(moves ? this.level : 0); }
    if (!moves || ms <= 0 || !this.stale) return;
    this.interval += 0.15 * (ms - this.interval);
    if (this.interval < SLOW || this.level === LEVELS - 1) return;
    this.setLevel(this.level = Math.min(this.level + (this.interval > 2 * SLOW ? 2 : 1), LEVELS - 1));
    this.interval = 16;
  }
  private setLevel(level: number): void {
    this.stage.quality(level);
    this.bodies.plain(level >= PLAIN);
    this.fibres?.coarse(level >= PLAIN);
    this.resize();
  }
  private level = 0;
  private fluent = false;
  private interval = 16; // ms from picture to picture, of late
  private touched = -1e9; // ms: when the view was last moved by hand

  // ---- controls ----

  toggle(name: keyof Shown, on: boolean): void {
    this.state.show[name] = on;
    find<HTMLInputElement>("show-" + name).checked = on;
    if (name === "glass") this.bodies.glass(on);
    if (name === "collisions") this.bodies.collisions = on;
    this.placed = "";
    if (name === "glass" || name === "shadows") this.stage.theme(THEMES[this.state.theme], this.state.show.shadows && !this.state.show.glass);
    this.redraw();
  }
  setLoop(on: boolean): void { this.state.loop = on; find("loop").classList.toggle("on", on); }
  /// A small screen has no room for the panel, until somebody asks for it.
  private fold(): void { if (!this.unfolded) document.body.classList.toggle("narrow", window.innerWidth < PHONE || window.location.hash.includes("bare")); }
  private unfolded = false;
  togglePanel(): void { this.unfolded = true; document.body.classList.toggle("narrow"); this.resize(); }

  private controls(): void {
    const click = (id: string, does: () => void) => find(id).addEventListener("click", does);
    for (const name of Object.keys(SWITCHES) as (keyof Shown)[]) find("show-" + name).addEventListener("change", (e) => this.toggle(name, (e.target as HTMLInputElement).checked));
    for (const speed of SPEEDS) find<HTMLSelectElement>("speed").append(new Option((speed < 1 ? "1/" + 1 / speed : speed) + "×", String(speed)));
    this.setSpeed(1);
    find("speed").addEventListener("change", (e) => this.setSpeed(Number((e.target as HTMLSelectElement).value)));
    find("scrub").addEventListener("input", (e) => { this.play(false); this.seekFrame(Number((e.target as HTMLInputElement).value)); });
    find("followers").addEventListener("input", (e) => { this.fibres?.follow(Number((e.target as HTMLInputElement).value)); this.subtitle(); this.redraw(); });
    find("look-through").addEventListener("change", (e) => this.lookThrough(Number((e.target as HTMLSelectElement).value)));
    find("force-scale").addEventListener("input", (e) => { this.state.forceScale = Number((e.target as HTMLInputElement).value); this.redraw(); });
    click("play", () => this.play(!this.state.playing));
    click("back", () => void this.back(1));
    click("forth", () => void this.forth(1));
    click("restart", () => this.restart());
    click("loop", () => this.setLoop(!this.state.loop));
    click("plots", () => this.togglePanel());
    click("theme", () => this.setTheme(this.state.theme === "dark" ? "light" : "dark"));
    click("ask", () => find<HTMLDialogElement>("help").showModal());
    click("message", () => this.quiet());
    const keys: Record<string, (e: KeyboardEvent) => void> = {
      Space: () => this.play(!this.state.playing),
      ArrowLeft: (e) => void this.back(e.shiftKey ? 10 : 1), ArrowRight: (e) => void this.forth(e.shiftKey ? 10 : 1),
      Home: () => this.restart(), End: () => this.seekFrame(this.scene.frames - 1),
      KeyL: () => this.setLoop(!this.state.loop), KeyP: () => this.togglePanel(), KeyT: () => this.setTheme(this.state.theme === "dark" ? "light" : "dark"),
      KeyR: () => { this.follow(0); this.looked = false; this.camera.reset(); }, KeyO: () => this.panels.scenes(), KeyG: () => void this.panels.screenshot(), Backspace: () => this.restart(),
      BracketRight: () => this.nextCamera(1), BracketLeft: () => this.nextCamera(-1),
      Digit1: () => this.camera.look(-Math.PI / 2, 0.04), Digit2: () => this.camera.look(0, 0.04), Digit3: () => this.camera.look(-Math.PI / 2, 1.5),
    };
    for (const [name, code] of Object.entries(SWITCHES) as [keyof Shown, string][]) keys[code] = () => this.toggle(name, !this.state.show[name]);
    window.addEventListener("keydown", (e) => {
      const at = e.target as HTMLElement;
      if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]") || (at.tagName === "INPUT" && !["checkbox", "range"].includes((at as HTMLInputElement).type))) return;
      if (e.key === "?") { find<HTMLDialogElement>("help").showModal(); e.preventDefault(); return; }
      if (e.key === "+" || e.key === "=") { this.faster(1); return; }
      if (e.key === "-") { this.faster(-1); return; }
      if (at.tagName === "SELECT" || (at.tagName === "BUTTON" && e.code === "Space")) return;
      if (keys[e.code]) { keys[e.code](e); e.preventDefault(); }
    });
    window.addEventListener("resize", () => { this.fold(); this.resize(); });
    this.fold();
    if (window.location.hash.includes("bare")) document.body.classList.add("bare");
  }
}

/// The module from the script beside this page, which holds it compressed.
async function findModule(about: any): Promise<ArrayBuffer> {
  if (about.wasm) {
    const answer = await fetch(about.wasm);
    if (!answer.ok) throw new Error(`${about.wasm}: ${answer.status}`);
    return answer.arrayBuffer();
  }
  const text = (window as any).holdfastModule as string | undefined;
  if (!text) throw new Error("the library (holdfast-module.js) is not beside this page");
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function start(): Promise<void> {
  const holder = find("about"), about = JSON.parse(holder.textContent!), app = new App();
  const asked = new URLSearchParams(window.location.search), still = window.location.hash.includes("still");
  const api = {
    app, state: app.state, get fibres() { return app.fibres; }, seek: (t: number) => app.seek(t), seekFrame: (f: number) => app.seekFrame(f), play: (on: boolean) => app.play(on), show: (n: keyof Shown, on: boolean) => app.toggle(n, on),
    setSpeed: (s: number) => app.setSpeed(s), setTheme: (t: "dark" | "light") => app.setTheme(t), get camera() { return app.camera; },
    contacts: (): Contact[] => readContacts(app.moment().contacts()), get counts() { return app.contacts.counts; }, drawn: () => ({ ...app.contacts.drawn }),
    pose(name: string) {
      const body = app.scene.about.bodies.findIndex((b) => b.name === name), p = [0, 0, 0], q = [1, 0, 0, 0];
      if (body < 0) return null;
      app.moment().pose(body, p, q);
      return { position: p, orientation: q };
    },
    hold: (name: string, point: number[]) => app.hold(app.scene.about.bodies.findIndex((b) => b.name === name), new Vector3().fromArray(point)),
    pullTo: (point: number[]) => app.pullTo(new Vector3().fromArray(point)), letGo: () => app.letGo(),
    open: (scene: string) => app.open(scene), command: (text: string) => app.live!.command(text), text: (text: string) => app.live!.text(text), file: async (kind: string) => { const f = await app.live!.file(kind); return f ? Array.from(f.bytes) : null; },
    /// The body that is seen at a place of the screen.
    at(x: number, y: number) { const hit = app.bodies.pick(app.camera.ray(x, y)); return hit ? app.scene.about.bodies[hit.body].name : null; },
    /// Where a point is on the screen.
    screen(point: number[]) { const v = new Vector3().fromArray(point).project(app.camera.view); return [(v.x + 1) / 2 * window.innerWidth, (1 - v.y) / 2 * window.innerHeight]; },
    redraw() { app.draw(); },
  };
  (window as any).holdfast = api;
  if (about.source === "wasm") await app.start(await WasmSource.make(await findModule(about)), asked.get("scene") ?? about.scene ?? "jack");
  else if (about.source === "socket") await app.start(await SocketSource.make(window.location.href.replace(/^http/, "ws").replace(/[?#].*$/, "").replace(/\/$/, "") + "/live"), null);
  else app.show(await readEmbedded(about), null);
  if (!app.scene) throw new Error(find("message").textContent || "there is no scene");
  app.draw();
  app.state.ready = true;
  if (asked.get("theme") === "light" || asked.get("theme") === "dark") app.setTheme(asked.get("theme") as "light" | "dark");
  if (!still) app.play(true);
  window.requestAnimationFrame(app.tick);
}

start().catch((error: Error) => {
  (window as any).holdfast = { ...((window as any).holdfast ?? {}), error: error.message };
  find("trouble").textContent = "This page cannot be shown: " + error.message;
  find("trouble").hidden = false;
});
