// The plots beside the picture: of a recording as a whole, of a live scene as it goes, and of whatever the user asks for; runs that were kept lie behind the one that goes on.

import type { Frame } from "./answers";
import type { App } from "./app";
import type { Scene } from "./data";
import type { BodyNumbers } from "./live";
import { find } from "./page";
import { forgetColours, Log, Plot, type Curve, type PlotOptions, type Strand, type Timeline } from "./plots";
import { signals, type Quantity } from "./quantities";

const STAGES = ["free", "detect", "impact", "assemble", "solve", "move", "correct"];
const STAGE_COLOURS = ["#8a94a2", "#4c9bf5", "#d17373", "#9e87cc", "#58c48d", "#dbc26b", "#f2994a"];
const COLOURS = ["accent", "#e0903f", "#4fae7c", "#c8588a", "#9a7bd0", "#3fa7b5", "#b59a34", "#8a94a2"];
const DASHES = [[6, 3], [2, 2], [8, 3, 2, 3], [1, 3]]; // of the runs that were kept
const MOST = 4; // runs that are kept
const PAINTS = 100; // ms from one painting of a live scene's plots to the next
const SHOWN = 60; // quantities in the list, until words are given

/// A run that is over: of a live scene what was logged, of a page its recording.
interface Run { name: string; log: Log | null; scene: Scene | null }
/// A curve of a step's numbers: of a recording an array of the page.
interface Built { label: string; colour: string; faint?: boolean; id: string; of: (scene: Scene) => ArrayLike<number> }
interface Shown { plot: Plot; picked: Quantity[]; unit: string }

export class Charts implements Timeline {
  readonly log = new Log();
  zoom: [number, number] | null = null;
  private plots: Plot[] = [];
  private shown: Shown[] = [];
  private runs: Run[] = [];
  private made = 0; // runs that were kept since the scene was opened
  private readonly watched = new Map<string, Quantity>();
  private painted = 0; // ms

  constructor(private readonly app: App) {
    find<HTMLInputElement>("plot-search").addEventListener("input", () => this.list());
    find("card-plots").addEventListener("toggle", () => this.list());
    find("keep-run").addEventListener("click", () => { if (this.keep()) this.render(); });
    find("forget-runs").addEventListener("click", () => { this.runs = []; this.said(); });
  }

  // ---- time ----

  seek(t: number): void { this.app.seek(t); }
  setZoom(zoom: [number, number] | null): void { this.zoom = zoom; this.render(); this.app.redraw(); }

  // ---- the plots that are always there ----

  /// Another scene is shown.
  scene(): void {
    const { app } = this, a = (scene: Scene) => scene.arrays, about = app.scene.about, live = app.live !== null;
    for (const p of this.plots) p.dispose();
    this.plots = [];
    this.shown = [];
    this.runs = [];
    this.made = 0;
    this.watched.clear();
    this.zoom = null;
    const sum = (scene: Scene) => a(scene).kinetic.map((k: number, i: number) => k + a(scene).potential[i]);
    this.built("energy", "Energy", [{ label: "potential", colour: "open", faint: true, id: "potential", of: (s) => a(s).potential }, { label: "kinetic", colour: "slip", faint: true, id: "kinetic", of: (s) => a(s).kinetic }, { label: "total", colour: "line", id: "total", of: sum }], { unit: "J" });
    this.built("contacts", "Contacts", [{ label: "", colour: "accent", id: "contacts", of: (s) => a(s).stepContacts }], { zero: true, whole: true });
    this.built("residual", "Residual", [{ label: "", colour: "good", id: "residual", of: (s) => a(s).residual }],
      { log: true, level: () => live ? app.info!.settings.tolerance : about.tolerance, limit: () => !live && about.quality.exact.count < about.steps ? about.accept : 0 });
    const whole: Built = { label: "step", colour: "accent", id: "ms", of: (s) => a(s).seconds.map((v: number) => 1e3 * v) };
    this.built("seconds", "Time a step", live ? [...STAGES.map((name, k): Built => ({ label: name, colour: STAGE_COLOURS[k], faint: true, id: name, of: () => [] })), whole] : [{ ...whole, label: "" }], { zero: true, unit: "ms" });
    this.all = null;
    this.said();
  }
  private built(id: string, title: string, list: Built[], options: PlotOptions): void {
    this.plots.push(new Plot(find("plots-here"), id, title, () => this.strands((run) => {
      if (run.log) return [{ times: run.log.times, curves: list.map((b) => ({ label: b.label, colour: b.colour, faint: b.faint, values: run.log!.column(b.id) })) }];
      return [{ times: run.scene!.arrays.stepTime, curves: list.map((b) => ({ label: b.label, colour: b.colour, faint: b.faint, values: b.of(run.scene!) })) }];
    }), options, this));
  }

  /// What each run has, the one that goes on first; those that were kept are dashed.
  private strands(of: (run: Run) => Strand[]): Strand[] {
    const now: Run = { name: "", log: this.app.live ? this.log : null, scene: this.app.live ? null : this.app.scene };
    return [...of(now), ...this.runs.flatMap((run, k) => of(run).map((s) => ({ times: s.times, curves: s.curves.map((c): Curve => ({ ...c, label: c.label ? `${c.label}, ${run.name}` : run.name, dash: DASHES[k % DASHES.length], faint: true })) })))];
  }

  // ---- plots of a choice ----

  /// A plot of a quantity, or another curve of the plot that waits for one of its unit.
  watch(q: Quantity): void {
    const already = this.shown.find((s) => s.picked.some((p) => p.id === q.id));
    if (already) { already.plot.card.scrollIntoView({ block: "nearest" }); return; }
    this.watched.set(q.id, q);
    const waits = this.shown.find((s) => s.plot.target && s.unit === q.unit);
    if (waits) {
      waits.picked.push(q);
      waits.plot.render();
    } else {
      const shown: Shown = { picked: [q], unit: q.unit, plot: null as unknown as Plot };
      for (const s of this.shown) s.plot.target = false;
      shown.plot = new Plot(find("plots-here"), q.id, q.title, () => this.strands((run) => this.curvesOf(run, shown.picked)), { unit: q.unit }, this, () => this.drop(shown), () => this.choose(shown));
      this.shown.push(shown);
      this.plots.push(shown.plot);
      shown.plot.card.scrollIntoView({ block: "nearest" });
    }
    this.list();
    this.app.redraw();
  }
  private curvesOf(run: Run, picked: Quantity[]): Strand[] {
    const style = (q: Quantity, k: number) => ({ label: picked.length > 1 || this.runs.length > 0 ? q.title.replace(/^.*: (?=.*:)/, "") : "", colour: COLOURS[k % COLOURS.length] });
    if (run.log) return [{ times: run.log.times, curves: picked.map((q, k) => ({ ...style(q, k), values: run.log!.column(q.id) })) }];
    return picked.flatMap((q, k) => { const found = q.of(run.scene!); return found ? [{ times: found.times, curves: [{ ...style(q, k), values: found.values }] }] : []; });
  }
  watches(id: string): boolean { return this.watched.has(id); }
  private drop(shown: Shown): void {
    for (const q of shown.picked) { this.watched.delete(q.id); if (!q.id.startsWith("signal")) this.log.forget(q.id); }
    this.shown = this.shown.filter((s) => s !== shown);
    this.plots = this.plots.filter((p) => p !== shown.plot);
    this.list();
  }
  /// The next quantities of its unit come into this plot.
  private choose(shown: Shown): void {
    const on = !shown.plot.target;
    for (const s of this.shown) s.plot.target = s === shown && on;
    if (!on) return;
    const card = find<HTMLDetailsElement>("card-plots");
    card.open = true;
    this.list();
    card.scrollIntoView({ block: "nearest" });
  }

  /// The list of what can be plotted, sifted by words.
  private all: Quantity[] | null = null;
  private list(): void {
    const card = find<HTMLDetailsElement>("card-plots"), here = find("plot-list");
    if (!card.open) return;
    this.all ??= signals(this.app);
    const extra = [...this.app.panels.quantities(), ...this.app.margins.quantities()], target = this.shown.find((s) => s.plot.target);
    const words = find<HTMLInputElement>("plot-search").value.toLowerCase().split(/\s+/), fits = [...extra, ...this.all].filter((q) => words.every((w) => `${q.group} ${q.title}`.toLowerCase().includes(w)) && (!target || target.unit === q.unit));
    const parts: HTMLElement[] = [];
    let group = "";
    for (const q of fits.slice(0, SHOWN)) {
      if (q.group !== group) { const head = document.createElement("h3"); head.textContent = group = q.group; parts.push(head); }
      const row = document.createElement("button");
      row.className = "number";
      row.textContent = q.title.startsWith(q.group + ": ") ? q.title.slice(q.group.length + 2) : q.title;
      row.title = "Plot it over time";
      row.setAttribute("aria-pressed", String(this.watched.has(q.id)));
      const unit = document.createElement("small");
      unit.textContent = q.unit;
      row.append(unit);
      row.addEventListener("click", () => this.watch(q));
      parts.push(row);
    }
    const note = document.createElement("p");
    note.className = "dim";
    note.textContent = fits.length > SHOWN ? `and ${fits.length - SHOWN} more: type a part of a name` : fits.length === 0 ? "Click a body or a contact: its numbers are listed here." : "";
    here.replaceChildren(...parts, note);
  }
  /// Another body or contact is chosen.
  chosen(): void { this.list(); }

  // ---- several runs ----

  /// Keeps what has been logged as a run of its own. False: it is too short.
  keep(): boolean {
    if (!this.app.live || this.log.times.length < 3) return false;
    this.made++;
    this.runs = [...this.runs, { name: "run " + this.made, log: this.log.copy(), scene: null }].slice(-MOST);
    this.said();
    return true;
  }
  /// The recording of another page beside this one.
  add(name: string, scene: Scene): void {
    this.runs = [...this.runs, { name, log: null, scene }].slice(-MOST);
    this.said();
  }
  /// From the beginning again: what was is a run.
  again(): void { this.keep(); this.log.clear(); this.render(); }
  private said(): void {
    find("runs-row").hidden = !this.app.live && this.runs.length === 0;
    find("keep-run").hidden = !this.app.live;
    find("forget-runs").hidden = this.runs.length === 0;
    find("runs-words").textContent = this.runs.length > 0 ? `behind it, dashed: ${this.runs.map((r) => r.name).join(", ")}` : "";
    this.render();
    this.app.redraw();
  }

  // ---- what comes ----

  private readonly bodies = new Map<number, { last: BodyNumbers | null; asking: boolean }>();
  /// What a live scene has said of a body of late; asked again with each frame while it is watched.
  bodyNumbers(body: number): BodyNumbers | null { return this.bodies.get(body)?.last ?? null; }
  askBodies(): void {
    const live = this.app.live!, wanted = new Set([...this.watched.keys()].flatMap((id) => { const found = /^body(\d+)-/.exec(id); return found ? [Number(found[1])] : []; }));
    if (this.app.state.following > 0) wanted.add(this.app.state.following);
    for (const body of wanted) {
      const own = this.bodies.get(body) ?? { last: null, asking: false }, scene = this.app.scene;
      this.bodies.set(body, own);
      if (own.asking || !this.app.info?.bodies[body]) continue;
      own.asking = true;
      void live.text("body " + this.app.info.bodies[body].id).then((text) => {
        own.asking = false;
        if (!text || scene !== this.app.scene) return;
        own.last = JSON.parse(text) as BodyNumbers;
        if (body === this.app.state.following) this.app.panels.bodyArrived();
      });
    }
    for (const body of this.bodies.keys()) if (!wanted.has(body)) this.bodies.delete(body);
  }

  /// Numbers of a live scene's frame; at once: plots show them whenever the last painting was.
  frame(f: Frame, atOnce: boolean): void {
    const ms = f.made > 0 ? 1e3 * f.seconds / f.made : NaN;
    const row: Record<string, number> = { kinetic: f.kinetic, potential: f.potential, total: f.kinetic + f.potential, contacts: f.contactCount, residual: f.residual, ms };
    STAGES.forEach((name, k) => { row[name] = 1e3 * f.stages[k]; });
    for (let k = 0; k < f.signals.length; k++) row["signal" + k] = f.signals[k];
    if (this.app.margins.quantities().length > 0 || [...this.watched.keys()].some((id) => id.startsWith("contact"))) this.app.contacts.read(this.app.moment()); // there may be no picture between two frames
    for (const q of this.app.margins.quantities()) row[q.id] = q.now();
    for (const [id, q] of this.watched) row[id] = q.now();
    if (f.made > 0) this.log.add(f.time, row);
    this.askBodies();
    if (!atOnce && performance.now() - this.painted <= PAINTS) return;
    this.render();
    this.painted = performance.now();
  }
  render(): void { for (const p of [...this.plots, ...this.app.margins?.plots ?? []]) p.render(); }
  /// Another theme.
  colours(): void { forgetColours(); for (const p of [...this.plots, ...this.app.margins?.plots ?? []]) p.anew(); }
  draw(time: number): void { for (const p of [...this.plots, ...this.app.margins.plots]) p.draw(time); }
}
