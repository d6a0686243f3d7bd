// Puts the parts together: a recording or a live scene, its clock, and its picture.

import { Vector3, type Raycaster } from "three";
import { Bodies } from "./bodies";
import { Orbit, type Bounds } from "./camera";
import { Charts } from "./charts";
import { Contacts, type Shown } from "./contacts";
import { connectControls, SWITCHES } from "./controls";
import type { Moment, Scene } from "./data";
import { Fibres } from "./fibres";
import { Fluency } from "./fluency";
import { Hand } from "./hand";
import { Hint } from "./hint";
import { Live, type LiveInfo } from "./live";
import { Margins } from "./margins";
import { Marks } from "./marks";
import { placeModelCamera } from "./model_camera";
import { clamp, find, small } from "./page";
import { Panels } from "./panels";
import { drawMarks, shortNumber } from "./plots";
import type { Source } from "./sources";
import { PLAIN, Stage, THEMES } from "./stage";
import { Tree } from "./tree";

const tolerance = (t: number) => t.toExponential(); // 1e-6, which would be 0.000001
const LOOKS = 13; // frames of a recording that set its view
const KEPT = "holdfast"; // the name of what a browser keeps
const WORDS = 100; // ms from one change of the numbers to the next while something plays

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
  readonly panels: Panels;
  readonly margins: Margins;
  readonly charts = new Charts(this);
  readonly tree: Tree;
  readonly hint = new Hint();
  readonly hand = new Hand(this);
  readonly state = {
    ready: false, frame: 0, frames: 0, time: 0, playing: false, speed: 1, loop: true, following: 0, theme: "dark" as "dark" | "light", drawn: 0, forceScale: 0, about: null as any,
    show: { points: true, normal: true, friction: true, moments: true, cones: false, shadows: true, glass: false, frames: false, inertia: false, joints: false, collisions: false } as Shown,
  };
  private hushed: (keyof Shown)[] = []; // what a crowd of fibres is shown without; the next scene has it again
  private stale = true;
  private last = 0;
  private digits = 3;
  private readonly canvas = find<HTMLCanvasElement>("view");

  constructor() {
    this.stage = new Stage(this.canvas);
    this.state.theme = window.matchMedia?.("(prefers-color-scheme: light)").matches ? "light" : "dark";
    this.recall();
    this.panels = new Panels(this);
    this.margins = new Margins(this);
    this.tree = new Tree(this);
    connectControls(this);
    this.fold();
  }

  // ---- what the user chose before ----

  /// Keeps theme and what is shown for the next page; a browser may keep nothing.
  remember(): void {
    const show = { ...this.state.show };
    for (const name of this.hushed) show[name] = true;
    try { window.localStorage.setItem(KEPT, JSON.stringify({ theme: this.state.theme, show })); } catch { /* nothing is kept */ }
  }
  private recall(): void {
    if (window.location.hash.includes("bare")) return;
    try {
      const kept = JSON.parse(window.localStorage.getItem(KEPT) ?? "{}"), { show } = this.state;
      if (kept.theme === "dark" || kept.theme === "light") this.state.theme = kept.theme;
      for (const name of Object.keys(show) as (keyof Shown)[]) if (typeof kept.show?.[name] === "boolean") show[name] = kept.show[name];
    } catch { /* nothing was kept, or something else */ }
  }

  redraw = () => { this.stale = true; };
  /// What is where has changed, though nothing moved.
  replace(): void { this.placed = ""; this.redraw(); }
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
    const some = this.live ? [this.live.moment(scene)] : [...new Set(Array.from({ length: LOOKS }, (_, k) => Math.floor(last * k / (LOOKS - 1))))].map((f) => scene.moment(f, 0));
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
    if (!this.camera) this.camera = new Orbit(this.canvas, this.bounds, { take: (r, e) => { const taken = this.hand.take(r, e); if (taken) this.hint.did(); return taken; }, drag: (r) => this.hand.drag(r), release: () => this.hand.letGo(), pick: (r, e) => this.pick(r, e), moved: () => { this.looked = true; this.follow(0); }, left: () => this.lookThrough(-1) }, () => { this.fluency.touch(performance.now()); this.redraw(); });
    else this.camera.frame(this.bounds);
    this.placed = "";
    this.fluency.level = this.stage.software ? PLAIN - 1 : 0;
    this.looked = false;
    this.looking = -1;
    const cameras = about.cameras ?? [], choose = find<HTMLSelectElement>("look-through");
    choose.replaceChildren(new Option("free", "-1"), ...cameras.map((c, k) => new Option(c.name || "camera " + k, String(k))));
    find("cameras-row").hidden = cameras.length === 0;
    const s = this.state;
    Object.assign(s, { about, frames: scene.frames, frame: 0, time: this.live ? 0 : scene.time[0] ?? 0, following: 0 });
    this.digits = about.timestep < 1e-3 ? 4 : 3;
    for (const name of this.hushed) s.show[name] = true;
    this.hushed = this.fibres?.crowd ? (["points", "normal", "friction", "moments"] as const).filter((name) => s.show[name]) : [];
    for (const name of this.hushed) s.show[name] = false;
    document.title = find("title").textContent = about.title.replace(/^.*[\\/]/, ""); // of a file its name
    find("notice").textContent = about.notice || "";
    find("notice").hidden = !about.notice;
    find<HTMLInputElement>("scrub").max = String(Math.max(scene.frames - 1, 0));
    document.body.classList.toggle("live", this.live !== null);
    document.body.classList.toggle("drawing", this.drawing);
    this.charts.scene();
    this.panels.scene();
    this.margins.clear();
    this.tree.scene();
    this.hint.show(this.live !== null);
    this.applying();
    find("followers-row").hidden = !this.fibres;
    if (this.fibres) {
      find<HTMLInputElement>("followers").max = String(Math.max(20, this.fibres.followers()));
      find<HTMLInputElement>("followers").value = String(this.fibres.followers());
    }
    for (const name of Object.keys(SWITCHES) as (keyof Shown)[]) find<HTMLInputElement>("show-" + name).checked = s.show[name];
    this.subtitle();
    this.setTheme(s.theme); // and measures what is free beside all these words
  }

  /// Switches of what this scene has none of are not there.
  private applying(): void {
    const { about } = this.scene, row = (name: keyof Shown, there: boolean) => { find("show-" + name).parentElement!.hidden = !there; };
    row("moments", this.contacts.twisted);
    row("shadows", !this.drawing);
    row("collisions", (about.visuals?.length ?? 0) > 0 || about.shapes.some((s) => s.replaced === true || (s.group ?? 0) > 2));
    row("inertia", this.info?.bodies.some((b, k) => b.mass > 0 && about.bodies[k].motion === "free") ?? false);
    row("joints", (this.info?.joints.length ?? 0) > 0);
    row("frames", about.moving.length > 0);
    find("card-hand").hidden = about.free === 0 && !this.fibres;
  }

  private clear(): void {
    this.bodies.dispose();
    this.fibres?.dispose();
    this.contacts.dispose();
    this.marks.dispose();
    this.stage.scene.remove(this.contacts.group, this.marks.group);
    this.stage.clear();
    this.charts.log.clear();
  }

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
      this.charts.log.clear();
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
    this.charts.frame(f, f.quality > 0 || !this.state.playing);
    if (f.quality > 0) {
      const goesOn = f.quality === 1 && this.hand.grip !== null; // a hand that pulls a house down is not stopped by a digit of a residual
      const pauses = !goesOn && this.state.playing;
      if (pauses) this.play(false);
      const how = f.quality === 1 ? `is approximate: its residual is ${f.residual.toExponential(1)}, the tolerance ${f.tolerance.toExponential(1)}` : `failed (residual ${f.residual.toExponential(1)}); the state is as before it`;
      this.say(`Step ${f.step} ${how}.${pauses ? " Paused." : ""}`, true);
    }
    this.news = true;
    if (!this.live!.resting || this.hand.grip) this.redraw();
  }
  private news = false; // numbers of a frame that are not shown yet

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
    this.live?.halt();
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
    this.charts.again();
    this.quiet();
    void this.live.command("reset");
  }
  setSpeed(speed: number): void { this.state.speed = speed; find<HTMLSelectElement>("speed").value = String(speed); }

  // ---- looking ----

  follow(body: number): void {
    if (this.state.following === body) return;
    this.state.following = body;
    this.bodies.choose(body);
    this.panels.chosen();
    this.tree.show();
    this.subtitle();
    this.redraw();
  }
  private pick(ray: Raycaster, event: PointerEvent): void {
    const hit = this.bodies.pick(ray);
    if (hit && this.hand.wantsPush(event)) { this.hand.push(hit.body, hit.point, ray.ray.direction); return; }
    if (this.state.show.points && this.margins.pick(event.clientX, event.clientY)) { this.hint.did(); return; }
    this.follow(hit ? hit.body : 0);
  }
  /// The view as it was at first.
  lookAnew(): void {
    this.follow(0);
    this.looked = false;
    this.camera.reset();
  }
  /// Looks through a camera of the model; -1: none.
  lookThrough(index: number): void {
    if (index === this.looking) return;
    this.looking = index;
    find<HTMLSelectElement>("look-through").value = String(index);
    this.redraw();
  }
  private looking = -1;
  nextCamera(by: number): void {
    const count = (this.scene.about.cameras ?? []).length;
    if (count > 0) this.lookThrough((this.looking + 1 + by + count + 1) % (count + 1) - 1);
  }
  // ---- words ----

  private certified(): string {
    const { about } = this.scene, q = about.quality, parts: string[] = [];
    if (this.live) return `certified at ${tolerance(this.info!.settings.tolerance)}`;
    if (q.exact.count === about.steps) parts.push(`every step certified at ${tolerance(about.tolerance)}`);
    else {
      parts.push(`${q.exact.count} of ${about.steps} steps certified at ${tolerance(about.tolerance)}`);
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

  /// The part of the page that nothing covers: below the head, above the bar, beside the panel or, on a phone, above it.
  private measure(): void {
    const box = (id: string) => find(id).getBoundingClientRect(), { clientWidth: width, clientHeight: height } = this.canvas, head = box("head"), bar = box("bar"), panel = box("panel"), hint = box("hint");
    let right = width, bottom = bar.height > 0 ? bar.top : height;
    if (panel.height > 0) { if (panel.width > 0.7 * width) bottom = Math.min(bottom, panel.top); else right = panel.left; }
    if (hint.height > 0) bottom = Math.min(bottom, hint.top);
    const top = Math.min(head.bottom, 0.3 * bottom);
    this.free = { left: 0, top, right, bottom };
  }
  free = { left: 0, top: 0, right: 1, bottom: 1 };

  resize(): void {
    this.measure();
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.stage.resize(Math.max(1, this.canvas.clientWidth), Math.max(1, this.canvas.clientHeight), ratio);
    this.charts.render();
    const a = this.scene.arrays;
    if (!this.live) drawMarks(a.mark, a.stepTime, this.begin, this.end, find<HTMLCanvasElement>("marks"));
    else find("marks").hidden = true;
    this.redraw();
  }
  setTheme(theme: "dark" | "light"): void {
    this.state.theme = theme;
    document.documentElement.classList.toggle("light", theme === "light");
    this.bodies.ink(THEMES[theme].ink);
    this.charts.colours();
    this.stage.theme(THEMES[theme], this.state.show.shadows && !this.state.show.glass);
    this.setLevel(this.fluency.now);
  }

  /// Where most of what moves runs away, the view goes after it, until somebody moves the view: what leaves the others is let go.
  private drift(moment: Moment): void {
    const { moving } = this.scene.about, stride = Math.max(1, Math.floor(moving.length / 200)), places: number[][] = [[], [], []];
    for (let k = 0; k < moving.length; k += stride) { moment.pose(moving[k], this.place, this.turn); this.place.forEach((v, c) => places[c].push(v)); }
    const off = new Vector3(...places.map((list) => list.sort((a, b) => a - b)[list.length >> 1]) as [number, number, number]).sub(this.bounds.middle), far = off.length() - 0.75 * this.bounds.radius;
    this.camera.target.copy(this.bounds.middle);
    if (far > 0 && Number.isFinite(far)) this.camera.target.addScaledVector(off, far / off.length());
    this.stage.shine(this.camera.target, this.bounds.radius);
  }
  private looked = false;

  private placed = ""; // the moment that bodies are drawn at
  private readonly place = [0, 0, 0];
  private readonly turn = [1, 0, 0, 0];
  draw(): void {
    const s = this.state, moment = this.moment(), width = this.canvas.clientWidth, height = this.canvas.clientHeight, t = THEMES[s.theme];
    if (moment.key !== this.placed) { this.placed = moment.key; this.bodies.place(moment); this.stage.moved(); }
    if (s.following > 0) { moment.pose(s.following, this.place, this.turn); if (!this.hand.grip && !this.live) this.camera.target.fromArray(this.place); }
    else if (!this.looked && this.scene.about.moving.length > 0) this.drift(moment);
    if (this.live && s.following > 0 && !this.hand.grip && !this.looked) this.drift(moment);
    this.camera.through = placeModelCamera(this.scene, this.bodies, this.looking, moment);
    this.camera.update(width, height, this.free);
    this.contacts.read(moment);
    this.margins.hover();
    this.contacts.place(moment, s.show, s.forceScale, this.camera.view.position);
    this.marks.place(moment, s.show);
    const grip = this.hand.grip, force = find("pull");
    this.marks.pull(grip ? this.hand.where() : null, grip ? grip.target : new Vector3(), this.camera.view.position);
    force.hidden = grip === null || grip.stiffness === 0;
    if (grip) {
      const at = grip.target.clone().project(this.camera.view);
      force.textContent = `${shortNumber(this.hand.force())} N`;
      force.style.transform = `translate(${(at.x + 1) / 2 * width + 14}px, ${(1 - at.y) / 2 * height - 30}px)`;
    }
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
    this.charts.draw(s.time);
    if (!this.live && s.following > 0) this.panels.rows();
    if (this.contacts.twisted) find("show-moments").parentElement!.hidden = false;
    this.margins.show();
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
    const due = this.stale && !this.live?.between, rests = (this.live?.resting ?? false) && !this.hand.grip, playing = (s.playing && !rests) || (this.live?.walking ?? 0) > 0;
    this.fluency.adapt(now, due ? now - this.pictured : 0, this.stage.took, playing);
    if (!due) { if (rests && s.playing) this.words(now); return; }
    this.stale = false;
    this.pictured = now;
    this.draw();
  };
  private pictured = 0; // ms: when the last picture was begun

  private setLevel(level: number): void {
    this.stage.quality(level);
    this.bodies.plain(level >= PLAIN);
    this.fibres?.coarse(level >= PLAIN);
    this.resize();
  }
  readonly fluency = new Fluency((level) => this.setLevel(level));

  // ---- what is shown ----

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
  fold(): void { if (!this.unfolded) document.body.classList.toggle("narrow", small() || window.location.hash.includes("bare")); }
  private unfolded = false;
  togglePanel(): void { this.unfolded = true; document.body.classList.toggle("narrow"); this.resize(); }


}
