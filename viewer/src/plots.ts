// Plots over time, drawn by uPlot: axes with units, values under the pointer, zoom. Of a recording they show all of it, of a live scene what has passed; several runs lie upon each other.

import uPlot from "uplot";

export interface Curve { label: string; colour: string; dash?: number[]; faint?: boolean; values: ArrayLike<number> }
/// Curves with the same times.
export interface Strand { times: ArrayLike<number>; curves: Curve[] }
export interface PlotOptions { log?: boolean; zero?: boolean; whole?: boolean; level?: () => number; limit?: () => number; unit?: string }
/// What all plots of a page do together.
export interface Timeline { seek(t: number): void; zoom: [number, number] | null; setZoom(zoom: [number, number] | null): void }

export function shortNumber(v: number): string {
  if (!Number.isFinite(v)) return "–";
  if (v === 0) return "0";
  const a = Math.abs(v);
  return a >= 1e5 || a < 1e-2 ? v.toExponential(1) : v.toPrecision(a >= 100 ? 4 : 3).replace(/\.0+$/, "");
}

const DRAGS = 4; // px from which on a press is no click
const FONT = "10px system-ui, 'DejaVu Sans', sans-serif";
const TWICE = 350; // ms between the clicks of a double click
let colours = new Map<string, string>();

/// Another theme: variables of the style sheet have other colours.
export function forgetColours(): void { colours = new Map(); }
function colourOf(name: string): string {
  if (name.startsWith("#")) return name;
  let found = colours.get(name);
  if (!found) colours.set(name, found = getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim());
  return found;
}

export class Plot {
  readonly card: HTMLElement;
  private readonly holder: HTMLElement;
  private readonly chips: HTMLElement;
  private readonly now = document.createElement("i");
  private chart: uPlot | null = null;
  private shape = ""; // labels of the curves that the chart was made for
  private strands: Strand[] = [];
  private readonly off = new Set<string>();
  private stale = true;
  private time = 0;
  private pressed: { x: number; moved: boolean } | null = null;
  private clicked = 0; // ms

  /// `strands`: what there is to show now. A plot that can be closed says so by `close`; `add` asks for more curves.
  constructor(parent: HTMLElement, id: string, title: string, private readonly source: () => Strand[], private readonly options: PlotOptions, private readonly timeline: Timeline, close?: () => void, add?: () => void) {
    this.card = document.createElement("section");
    this.card.className = "card plot";
    this.card.innerHTML = `<h2><b></b><small></small><span class="tools"></span></h2><div class="chips"></div><div class="chart" id="plot-${id}"></div>`;
    this.card.querySelector("b")!.textContent = title;
    this.card.querySelector("small")!.textContent = options.unit ?? "";
    this.holder = this.card.querySelector(".chart")!;
    this.chips = this.card.querySelector(".chips")!;
    this.now.className = "now";
    const tools = this.card.querySelector(".tools")!, button = (text: string, words: string, does: () => void) => {
      const made = document.createElement("button");
      made.textContent = text;
      made.className = "small";
      made.title = words;
      made.setAttribute("aria-label", words);
      made.addEventListener("click", does);
      tools.append(made);
      return made;
    };
    this.whole = button("⤢", "All of the time (double click)", () => timeline.setZoom(null));
    if (add) button("+", "More curves in this plot", add);
    if (close) button("×", "Close", () => { this.dispose(); close(); });
    parent.append(this.card);
  }
  private readonly whole: HTMLButtonElement;

  dispose(): void { this.chart?.destroy(); this.card.remove(); }
  /// There is something new to show.
  render(): void { this.stale = true; }
  /// Other colours.
  anew(): void { this.chart?.destroy(); this.chart = null; this.stale = true; }
  get target(): boolean { return this.card.classList.contains("target"); }
  set target(on: boolean) { this.card.classList.toggle("target", on); }

  // ---- the chart ----

  private make(width: number, height: number, data: uPlot.AlignedData): uPlot {
    const { options } = this, axis = { stroke: () => colourOf("dim"), grid: { stroke: () => colourOf("edge"), width: 1 }, ticks: { show: false }, font: FONT };
    const chart = new uPlot({
      width, height, padding: [6, 12, 0, 0], legend: { show: false }, pxAlign: 1,
      cursor: { drag: { x: false, y: false, setScale: false }, sync: { key: "time" }, points: { size: 5 }, y: false },
      scales: {
        x: { time: false, range: (_, lo, hi) => this.timeline.zoom ?? (hi > lo ? [lo, hi] : [lo, lo + 1]) },
        y: { distr: options.log ? 3 : 1, range: (_, lo, hi) => this.range(lo, hi) },
      },
      axes: [{ ...axis, size: 18, gap: 2, space: 44, values: (_, all) => all.map((v, k) => (k === all.length - 1 ? shortTime(v) + " s" : shortTime(v))) },
        { ...axis, size: 38, gap: 3, space: 22, ...(options.log ? { filter: (_u: uPlot, all: number[]) => all, splits: (_u: uPlot, _k: number, lo: number, hi: number) => decades(lo, hi) } : {}), values: (_, all) => all.map((v) => options.log ? power(v) : shortNumber(v)) }],
      series: [{}, ...this.curves().map((c) => ({ label: c.label, stroke: () => colourOf(c.colour), width: c.faint ? 1 : 1.5, dash: c.dash, alpha: c.faint ? 0.6 : 1, points: { show: false }, spanGaps: this.strands.length > 1, show: !this.off.has(c.label) }))],
      hooks: { draw: [(u) => this.levels(u)], setCursor: [(u) => this.values(u.cursor.idx ?? null)] },
    }, data, this.holder);
    chart.over.append(this.now);
    this.listen(chart);
    return chart;
  }
  private curves(): Curve[] { return this.strands.flatMap((s) => s.curves); }

  private range(lo: number | null, hi: number | null): [number, number] {
    const { options } = this;
    let a = lo ?? 0, b = hi ?? 1;
    for (const v of [options.level?.() ?? 0, options.limit?.() ?? 0]) if (v > 0 && lo !== null) { a = Math.min(a, v); b = Math.max(b, v); }
    if (options.log) { a = Math.max(lo === null ? 1e-12 : a, b * 1e-14, 1e-300); return [10 ** Math.floor(Math.log10(a) + 1e-9), 10 ** Math.ceil(Math.log10(Math.max(b, a)) + 0.05)]; }
    if (options.zero) a = Math.min(a, 0);
    if (b - a < 1e-9 * Math.max(1e-9, Math.abs(b))) { const pad = Math.abs(b) > 0 ? 0.1 * Math.abs(b) : 1; a -= options.zero ? 0 : pad; b += pad; }
    const room = 0.06 * (b - a);
    return [options.zero && a >= 0 ? 0 : a - room, b + room];
  }

  /// Lines that are reached or not: a tolerance, a limit.
  private levels(u: uPlot): void {
    for (const [v, name] of [[this.options.level?.() ?? 0, "good"], [this.options.limit?.() ?? 0, "bad"]] as [number, string][]) {
      if (!(v > 0)) continue;
      const y = Math.round(u.valToPos(v, "y", true)) + 0.5, { ctx, bbox } = u;
      ctx.save();
      ctx.strokeStyle = colourOf(name);
      ctx.setLineDash([5, 4]);
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
      ctx.restore();
    }
  }

  /// A click goes to that time, a drag looks at a part of it, two clicks at all of it again: by mouse, pen and finger.
  private listen(u: uPlot): void {
    const { over } = u, x = (e: PointerEvent) => { const box = over.getBoundingClientRect(); return Math.min(box.width, Math.max(0, e.clientX - box.left)); };
    const clear = () => u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    over.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      try { over.setPointerCapture(e.pointerId); } catch { /* of a script */ }
      this.pressed = { x: x(e), moved: false };
    });
    over.addEventListener("pointermove", (e) => {
      if (e.pointerType !== "mouse") u.setCursor({ left: x(e), top: 0 });
      const p = this.pressed;
      if (!p) return;
      p.moved ||= Math.abs(x(e) - p.x) > DRAGS;
      if (p.moved) u.setSelect({ left: Math.min(p.x, x(e)), top: 0, width: Math.abs(x(e) - p.x), height: over.clientHeight }, false);
    });
    over.addEventListener("pointerup", (e) => {
      const p = this.pressed;
      this.pressed = null;
      if (!p) return;
      clear();
      if (e.pointerType !== "mouse") u.setCursor({ left: -10, top: -10 });
      const [from, to] = [Math.min(p.x, x(e)), Math.max(p.x, x(e))].map((at) => u.posToVal(at, "x"));
      if (p.moved && to > from) { this.timeline.setZoom([from, to]); return; }
      if (e.timeStamp - this.clicked < TWICE) { this.timeline.setZoom(null); return; }
      this.clicked = e.timeStamp;
      this.timeline.seek(to);
    });
    over.addEventListener("pointercancel", () => { this.pressed = null; clear(); });
  }

  private paint(width: number, height: number): void {
    this.strands = this.source();
    const labels = this.curves().map((c) => c.label + c.colour).join("\n"), data = this.data();
    this.whole.hidden = this.timeline.zoom === null;
    if (this.chart && this.shape === labels) {
      if (this.chart.width !== width || this.chart.height !== height) this.chart.setSize({ width, height });
      this.chart.setData(data);
      return;
    }
    this.chart?.destroy();
    this.shape = labels;
    this.legend();
    this.chart = this.make(width, height, data);
  }
  private data(): uPlot.AlignedData {
    const fit = (v: ArrayLike<number>) => this.options.log ? Array.from(v, (x) => x > 0 ? x : null) : Array.from(v, (x) => Number.isFinite(x) ? x : null);
    const tables = this.strands.map((s) => [Array.from(s.times), ...s.curves.map((c) => fit(c.values))] as uPlot.AlignedData);
    if (tables.length === 0) return [[]];
    return tables.length === 1 ? tables[0] : uPlot.join(tables);
  }

  // ---- the legend: what is which, with its value under the pointer, or else now ----

  private legend(): void {
    const all = this.curves();
    this.chips.replaceChildren(...all.map((c, k) => {
      const chip = document.createElement("button"), swatch = document.createElement("i"), value = document.createElement("b");
      chip.className = "chip";
      chip.title = "Shows or hides " + (c.label || "it");
      chip.setAttribute("aria-pressed", String(!this.off.has(c.label)));
      swatch.style.background = c.colour.startsWith("#") ? c.colour : `var(--${c.colour})`;
      swatch.classList.toggle("dashed", c.dash !== undefined);
      chip.append(swatch, c.label, value);
      chip.addEventListener("click", () => {
        if (!this.off.delete(c.label)) this.off.add(c.label);
        chip.setAttribute("aria-pressed", String(!this.off.has(c.label)));
        this.chart?.setSeries(k + 1, { show: !this.off.has(c.label) });
      });
      return chip;
    }));
  }
  private hovered: number | null = null;
  private values(index: number | null): void {
    this.hovered = index;
    if (!this.chart) return;
    const { data } = this.chart, at = index ?? nearest(data[0], this.time);
    this.curves().forEach((_, k) => {
      let v: number | null | undefined = data[k + 1]?.[at];
      for (let j = at - 1; v === undefined && j >= 0; j--) v = data[k + 1][j]; // of another run, a little before
      const words = v === null || v === undefined ? "–" : this.options.whole ? String(Math.round(v)) : shortNumber(v);
      const place = this.chips.children[k]?.querySelector("b");
      if (place && place.textContent !== words) place.textContent = words;
    });
  }

  /// Shows what is new, and where the picture is; what is not on the screen waits.
  draw(t: number): void {
    const { holder } = this, box = holder.getBoundingClientRect();
    if (box.width === 0 || box.bottom < 0 || box.top > window.innerHeight) return;
    this.time = t;
    if (this.stale || !this.chart || this.chart.width !== holder.clientWidth || this.chart.height !== holder.clientHeight) { this.stale = false; this.paint(holder.clientWidth, holder.clientHeight); }
    const u = this.chart!, at = u.valToPos(t, "x");
    this.now.hidden = !(at >= 0 && at <= u.over.clientWidth);
    this.now.style.transform = `translateX(${at}px)`;
    if (this.hovered === null) this.values(null);
  }
}

/// Powers of ten between two, five at most.
function decades(lo: number, hi: number): number[] {
  const from = Math.ceil(Math.log10(lo) - 1e-9), to = Math.floor(Math.log10(hi) + 1e-9), by = Math.max(1, Math.ceil((to - from) / 4));
  return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, k) => 10 ** (from + k * by));
}
const shortTime = (v: number) => String(+v.toPrecision(4));
const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";
function power(v: number): string { const e = Math.round(Math.log10(v)); return "10" + (e < 0 ? "⁻" : "") + [...String(Math.abs(e))].map((d) => SUPERSCRIPT[Number(d)]).join(""); }

/// The last index whose time is not after t.
function nearest(times: ArrayLike<number>, t: number): number {
  let a = 0, b = times.length - 1;
  while (a < b) { const m = (a + b + 1) >> 1; if (times[m] <= t + 1e-12) a = m; else b = m - 1; }
  return a;
}

/// Numbers of a live scene over time; the oldest half goes when there are too many.
export class Log {
  readonly times: number[] = [];
  readonly columns: Record<string, number[]> = {};
  private readonly most = 6000;
  add(time: number, row: Record<string, number>): void {
    while (this.times.length > 0 && this.times[this.times.length - 1] >= time) this.drop(this.times.length - 1, 1); // it was stepped back
    if (this.times.length >= this.most) this.drop(0, this.most / 2);
    this.times.push(time);
    for (const [name, value] of Object.entries(row)) (this.columns[name] ??= new Array(this.times.length - 1).fill(NaN)).push(value);
    for (const list of Object.values(this.columns)) if (list.length < this.times.length) list.push(NaN);
  }
  column(name: string): number[] { return this.columns[name] ??= new Array(this.times.length).fill(NaN); }
  forget(name: string): void { delete this.columns[name]; }
  clear(): void { this.times.length = 0; for (const list of Object.values(this.columns)) list.length = 0; }
  copy(): Log {
    const made = new Log();
    made.times.push(...this.times);
    for (const [name, list] of Object.entries(this.columns)) made.columns[name] = list.slice();
    return made;
  }
  private drop(at: number, count: number): void { this.times.splice(at, count); for (const list of Object.values(this.columns)) list.splice(at, count); }
}

// Steps that were cut, approximate or failed, as ticks below the slider of time; the worse lie above the better.
const MARKS = ["", "accent", "slip", "bad"];
export function drawMarks(mark: Uint8Array, stepTime: Float32Array, begin: number, end: number, canvas: HTMLCanvasElement): void {
  canvas.hidden = !mark.some((m) => m > 0);
  if (canvas.hidden) return;
  const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
  const g = canvas.getContext("2d")!, thumb = 8, span = end > begin ? end - begin : 1; // the slider's ends are half a thumb inside
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  for (let kind = 1; kind < MARKS.length; kind++) {
    g.fillStyle = colourOf(MARKS[kind]);
    for (let k = 0; k < mark.length; k++)
      if (mark[k] === kind) g.fillRect(thumb + Math.min(1, Math.max(0, (stepTime[k] - begin) / span)) * (width - 2 * thumb) - 0.75, 0, 1.5, height);
  }
}
