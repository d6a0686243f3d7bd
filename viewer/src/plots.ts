// Small graphs over time, each with a line where the picture is. Of a recording they show all of it; of a live scene what has passed, and they grow.

export interface Curve { values: ArrayLike<number>; colour: string; faint?: boolean }
export interface PlotOptions { log?: boolean; zero?: boolean; whole?: boolean; level?: () => number; limit?: () => number; unit?: string; small?: string }

export function shortNumber(v: number): string {
  if (!Number.isFinite(v)) return "–";
  if (v === 0) return "0";
  const a = Math.abs(v);
  return a >= 1e5 || a < 1e-2 ? v.toExponential(1) : v.toPrecision(a >= 100 ? 4 : 3).replace(/\.0+$/, "");
}

export class Plot {
  readonly card: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly value: HTMLElement;
  private readonly picture = document.createElement("canvas");
  private stale = true;
  private begin = 0;
  private span = 1;
  private width = 0;
  private height = 0;

  constructor(parent: HTMLElement, id: string, title: string, private times: ArrayLike<number>, readonly curves: Curve[], private readonly options: PlotOptions, seek: (t: number) => void, close?: () => void) {
    this.card = document.createElement("section");
    this.card.className = "card plot";
    this.card.innerHTML = `<h2><b></b><small></small><span></span></h2><canvas id="plot-${id}"></canvas>`;
    this.card.querySelector("b")!.textContent = title;
    this.card.querySelector("small")!.textContent = options.small ?? options.unit ?? "";
    this.canvas = this.card.querySelector("canvas")!;
    this.value = this.card.querySelector("span")!;
    if (close) {
      const button = document.createElement("button");
      button.textContent = "×";
      button.className = "small";
      button.title = "Close";
      button.addEventListener("click", () => { this.card.remove(); close(); });
      this.card.querySelector("h2")!.append(button);
    }
    parent.append(this.card);
    const go = (e: PointerEvent) => { const box = this.canvas.getBoundingClientRect(); seek(this.begin + Math.min(1, Math.max(0, (e.clientX - box.left) / box.width)) * this.span); };
    this.canvas.addEventListener("pointerdown", (e) => { try { this.canvas.setPointerCapture(e.pointerId); } catch { /* of a script */ } go(e); });
    this.canvas.addEventListener("pointermove", (e) => { if (e.buttons & 1) go(e); });
  }

  render(): void { this.stale = true; }

  private paint(): void {
    const { options, curves, times } = this, ratio = window.devicePixelRatio || 1, n = times.length;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    for (const c of [this.canvas, this.picture]) { c.width = Math.max(1, Math.round(this.width * ratio)); c.height = Math.max(1, Math.round(this.height * ratio)); }
    this.begin = n > 0 ? times[0] : 0;
    this.span = n > 1 && times[n - 1] > this.begin ? times[n - 1] - this.begin : 1;
    const levels = ([[options.level?.() ?? 0, "good"], [options.limit?.() ?? 0, "bad"]] as [number, string][]).filter(([v]) => v > 0);
    let lo = Infinity, hi = -Infinity;
    const take = (v: number) => { if (Number.isFinite(v) && (!options.log || v > 0)) { lo = Math.min(lo, v); hi = Math.max(hi, v); } };
    for (const c of curves) for (let k = 0; k < n; k++) take(c.values[k]);
    for (const [v] of levels) take(v);
    if (!(lo <= hi)) { lo = 0; hi = 1; }
    if (options.zero) lo = Math.min(lo, 0);
    const shape = options.log ? Math.log10 : (v: number) => v;
    if (options.log) lo = Math.max(lo, hi * 1e-14);
    let bottom = shape(lo), top = shape(hi);
    if (top - bottom < 1e-9 * Math.max(1e-9, Math.abs(top))) { const pad = Math.abs(top) > 0 ? 0.1 * Math.abs(top) : 1; bottom -= pad; top += pad; }
    const room = 0.06 * (top - bottom);
    bottom -= options.zero && lo >= 0 ? 0 : room;
    top += room;
    const { width, height } = this, x = (t: number) => (t - this.begin) / this.span * width;
    const y = (v: number) => height - (shape(Math.max(v, options.log ? lo : -Infinity)) - bottom) / (top - bottom) * height;
    const style = getComputedStyle(document.documentElement), colour = (name: string) => name.startsWith("#") ? name : style.getPropertyValue("--" + name), g = this.picture.getContext("2d")!;
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.strokeStyle = colour("edge");
    g.beginPath();
    for (const v of [hi, lo]) { const at = Math.round(y(v)) + 0.5; g.moveTo(0, at); g.lineTo(width, at); }
    g.stroke();
    g.setLineDash([4, 3]);
    for (const [v, name] of levels) { g.strokeStyle = colour(name); g.beginPath(); g.moveTo(0, y(v)); g.lineTo(width, y(v)); g.stroke(); }
    g.setLineDash([]);
    for (const curve of curves) {
      g.strokeStyle = colour(curve.colour);
      g.globalAlpha = curve.faint ? 0.55 : 1;
      g.lineWidth = curve.faint ? 1 : 1.5;
      g.lineJoin = "round";
      g.beginPath();
      let pen = false;
      const stride = Math.max(1, Math.floor(n / 3000));
      for (let k = 0; k < n; k += stride) {
        const v = curve.values[k];
        if (!Number.isFinite(v)) { pen = false; continue; }
        if (pen) g.lineTo(x(times[k]), y(v)); else g.moveTo(x(times[k]), y(v));
        pen = true;
      }
      g.stroke();
    }
    g.globalAlpha = 1;
    g.fillStyle = colour("dim");
    g.font = "10px system-ui, 'DejaVu Sans', sans-serif";
    g.strokeStyle = colour("card"); // around the figures, which curves run through
    g.lineWidth = 3;
    for (const [v, at] of [[hi, Math.max(10, y(hi) + 10)], [lo, Math.min(height - 3, y(lo) - 3)]]) {
      g.strokeText(shortNumber(v), 2, at);
      g.fillText(shortNumber(v), 2, at);
    }
  }

  draw(t: number): void {
    if (this.canvas.clientWidth === 0) return;
    if (this.stale || this.canvas.clientWidth !== this.width || this.canvas.clientHeight !== this.height) { this.stale = false; this.paint(); }
    const g = this.canvas.getContext("2d")!, ratio = window.devicePixelRatio || 1, { times, curves, options } = this;
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.clearRect(0, 0, this.canvas.width, this.canvas.height);
    g.drawImage(this.picture, 0, 0);
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--accent");
    const at = Math.min(this.width - 0.5, Math.max(0.5, (t - this.begin) / this.span * this.width));
    g.beginPath(); g.moveTo(at, 0); g.lineTo(at, this.height); g.stroke();
    if (times.length === 0) return;
    let a = 0, b = times.length - 1;
    while (a < b) { const m = (a + b) >> 1; if (times[m] < t - 1e-12) a = m + 1; else b = m; }
    const main = curves[curves.length - 1].values[a];
    this.value.textContent = (options.whole ? String(Math.round(main)) : shortNumber(main));
  }
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
  const g = canvas.getContext("2d")!, style = getComputedStyle(document.documentElement), thumb = 8, span = end > begin ? end - begin : 1; // the slider's ends are half a thumb inside
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  for (let kind = 1; kind < MARKS.length; kind++) {
    g.fillStyle = style.getPropertyValue("--" + MARKS[kind]);
    for (let k = 0; k < mark.length; k++)
      if (mark[k] === kind) g.fillRect(thumb + Math.min(1, Math.max(0, (stepTime[k] - begin) / span)) * (width - 2 * thumb) - 0.75, 0, 1.5, height);
  }
}
