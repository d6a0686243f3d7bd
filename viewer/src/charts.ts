// The plots beside the picture: of a recording as a whole, of a live scene as it goes, and of whatever the user asks to be watched.

import type { Frame } from "./answers";
import type { App } from "./app";
import { find } from "./page";
import { Log, Plot } from "./plots";

const STAGES = ["free", "detect", "impact", "assemble", "solve", "move", "correct"];
const STAGE_COLOURS = ["#8a94a2", "#4c9bf5", "#d17373", "#9e87cc", "#58c48d", "#dbc26b", "#f2994a"];
const PAINTS = 100; // ms from one painting of a live scene's plots to the next

export class Charts {
  readonly log = new Log();
  private plots: Plot[] = [];
  private readonly watched = new Map<string, () => number>();
  private painted = 0; // ms

  constructor(private readonly app: App) {}

  /// Another scene is shown.
  scene(): void {
    const { app, log } = this, holder = find("plots-here"), seek = (t: number) => app.seek(t), a = app.scene.arrays, about = app.scene.about, live = app.live !== null;
    holder.replaceChildren();
    const times = live ? log.times : a.stepTime, column = (name: string) => live ? log.column(name) : a[name];
    const total = live ? log.column("total") : a.kinetic.map((k: number, i: number) => k + a.potential[i]);
    this.plots = [
      new Plot(holder, "energy", "Energy", times, [{ values: column("potential"), colour: "open", faint: true }, { values: column("kinetic"), colour: "slip", faint: true }, { values: total, colour: "line" }], { unit: "J" }, seek),
      new Plot(holder, "contacts", "Contacts", times, [{ values: live ? log.column("contacts") : a.stepContacts, colour: "accent" }], { zero: true, whole: true }, seek),
      new Plot(holder, "residual", "Residual", times, [{ values: column("residual"), colour: "good" }],
        { log: true, small: "log, with the tolerance", level: () => live ? app.info!.settings.tolerance : about.tolerance, limit: () => !live && about.quality.exact.count < about.steps ? about.accept : 0 }, seek),
      new Plot(holder, "seconds", "Time a step", times, live ? [...STAGES.map((name, k) => ({ values: log.column(name), colour: STAGE_COLOURS[k], faint: true })), { values: log.column("ms"), colour: "accent" }]
        : [{ values: a.seconds.map((s: number) => 1e3 * s), colour: "accent" }], { zero: true, unit: "ms" }, seek),
    ];
  }

  /// A plot of a quantity of its own; of a recording over all frames.
  watch(id: string, title: string, unit: string, value: () => number, over?: (f: number) => number): void {
    if (document.getElementById("plot-" + id)) return;
    const { app, log } = this, live = app.live !== null, times = live ? log.times : Array.from(app.scene.time);
    const values = live ? log.column(id) : over ? times.map((_, f) => over(f)) : [];
    const plot: Plot = new Plot(find("plots-here"), id, title, times, [{ values, colour: "accent" }], { unit }, (t) => app.seek(t), () => { this.watched.delete(id); this.plots = this.plots.filter((p) => p !== plot); });
    this.watched.set(id, value);
    this.plots.push(plot);
    app.redraw();
  }

  /// Numbers of a live scene's frame; at once: plots show them whenever the last painting was.
  frame(f: Frame, atOnce: boolean): void {
    const ms = f.made > 0 ? 1e3 * f.seconds / f.made : NaN;
    const row: Record<string, number> = { kinetic: f.kinetic, potential: f.potential, total: f.kinetic + f.potential, contacts: f.contactCount, residual: f.residual, ms };
    STAGES.forEach((name, k) => { row[name] = 1e3 * f.stages[k]; });
    for (const [id, value] of this.watched) row[id] = value();
    if (f.made > 0) this.log.add(f.time, row);
    if (!atOnce && performance.now() - this.painted <= PAINTS) return;
    this.render();
    this.painted = performance.now();
  }
  render(): void { for (const p of this.plots) p.render(); }
  draw(time: number): void { for (const p of this.plots) p.draw(time); }
}
