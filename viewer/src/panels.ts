// The panel of a live scene: settings, joints and controls, the chosen body, files; and the list of scenes.

import type { App } from "./app";
import { readScene } from "./data";
import { shortNumber } from "./plots";
import { find } from "./page";
import known from "../scenes.json";
import { Thumbs } from "./thumbs";
import { bodyQuantities, type Quantity } from "./quantities";

const TINY = 1e-12; // what is left of rounding
const LARGEST = 256 << 20; // bytes of a file that is dropped on the page

const { groups } = known;

interface SceneInfo { name: string; summary: string; parameters: { name: string; help: string; fallback: number; least: number; most: number; whole: boolean }[] }

const count = (n: number, what: string) => `${n} ${what}${n === 1 ? "" : "s"}`;

function element<K extends keyof HTMLElementTagNameMap>(name: K, text = "", kind = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

export class Panels {
  private sliders: { input: HTMLInputElement; shows: HTMLElement; value: () => number }[] = [];
  private recorder: MediaRecorder | null = null;
  private list: SceneInfo[] | null = null;
  private readonly thumbs = new Thumbs();

  constructor(private readonly app: App) {
    const change = (id: string, does: (value: string) => void) => find(id).addEventListener("change", (e) => does((e.target as HTMLInputElement).value));
    const set = (text: string) => void app.live?.command("set " + text).then((well) => { if (well) void this.settingsChanged(text); });
    change("set-solver", (v) => set("solver " + v));
    change("set-tolerance", (v) => set("tolerance " + Number(v)));
    change("set-timestep", (v) => set("timestep " + Number(v) / 1000));
    find("set-friction").addEventListener("input", (e) => { const v = Number((e.target as HTMLInputElement).value); find("friction-value").textContent = v.toFixed(3); set("friction " + v); });
    find("own-friction").addEventListener("click", () => { find("friction-value").textContent = "as modelled"; set("friction -1"); });
    find("set-gravity").addEventListener("input", (e) => {
      const v = Number((e.target as HTMLInputElement).value), g = app.info!.settings.gravity, l = Math.hypot(...g) || 1, d = l > 1e-9 && Math.hypot(...g) > 0 ? g.map((x) => x / l) : [0, 0, -1];
      find("gravity-value").textContent = v.toFixed(2);
      set("gravity " + d.map((x) => x * v).join(" "));
    });
    find("hand-pull").addEventListener("change", () => { app.hand.pushes = false; });
    find("hand-push").addEventListener("change", () => { app.hand.pushes = true; });
    find("iterations").addEventListener("click", () => void this.iterations());
    find("screenshot").addEventListener("click", () => void this.screenshot());
    find("video").addEventListener("click", () => this.video());
    for (const kind of ["page", "glb", "problem", "scene"]) find("save-" + kind).addEventListener("click", () => void this.save(kind));
    find("scenes").addEventListener("click", () => void this.scenes());
    find("scene-list").addEventListener("close", () => this.thumbs.end());
    find("reload").addEventListener("click", () => void app.open(""));
    window.addEventListener("dragover", (e) => e.preventDefault());
    window.addEventListener("drop", (e) => { e.preventDefault(); void this.drop([...(e.dataTransfer?.files ?? [])]); });
    find<HTMLInputElement>("scene-file").addEventListener("change", (e) => { find<HTMLDialogElement>("scene-list").close(); void this.drop([...((e.target as HTMLInputElement).files ?? [])]); });
  }

  private settingsChanged(text: string): void {
    const [name, ...values] = text.split(" "), s = this.app.info!.settings;
    if (name === "solver") s.solver = values[0];
    else if (name === "gravity") { if (values.some((v) => Number(v) !== 0)) s.gravity = values.map(Number); }
    else (s as any)[name] = Number(values[0]);
    this.app.subtitle();
  }

  /// Another scene is shown.
  scene(): void {
    const { info } = this.app;
    this.sliders = [];
    find("controls-here").replaceChildren();
    this.chosen();
    if (!info) return;
    const solver = find<HTMLSelectElement>("set-solver");
    if (solver.options.length === 0) for (const name of info.solvers) solver.append(new Option(name, name));
    solver.value = info.settings.solver;
    find<HTMLInputElement>("set-tolerance").value = info.settings.tolerance.toExponential(); // 1e-6, which would be 0.000001
    find<HTMLInputElement>("set-timestep").value = String(+(1e3 * info.settings.timestep).toPrecision(6));
    find("friction-value").textContent = info.settings.friction < 0 ? "as modelled" : info.settings.friction.toFixed(3);
    const g = Math.hypot(...info.settings.gravity);
    find("gravity-value").textContent = g.toFixed(2);
    find<HTMLInputElement>("set-gravity").value = String(g);
    this.controls();
  }

  private slider(label: string, lo: number, hi: number, value: () => number, command: (v: number) => string): void {
    const row = element("label", "", "slide"), name = element("span", label), input = element("input"), shows = element("output");
    Object.assign(input, { type: "range", min: String(lo), max: String(hi), step: String((hi - lo) / 400) });
    input.addEventListener("input", () => void this.app.live!.command(command(Number(input.value))));
    row.append(name, input, shows);
    find("controls-here").append(row);
    this.sliders.push({ input, shows, value });
  }

  private controls(): void {
    const info = this.app.info!, here = find("controls-here"), most = 60;
    const of = <T extends { name: string }>(list: T[], what: string, put: (item: T, k: number) => void) => {
      if (list.length === 0) return;
      here.append(element("h3", what));
      list.slice(0, most).forEach(put);
      if (list.length > most) here.append(element("p", `and ${list.length - most} more`, "dim"));
    };
    of(info.actuators, "Controls", (a, k) => {
      const [lo, hi] = a.limited && a.range[0] < a.range[1] ? a.range : [-1, 1];
      this.slider(a.name || "actuator " + k, lo, hi, () => this.app.live!.frame?.controls[k] ?? 0, (v) => `control ${k} ${v}`);
    });
    of(info.joints.filter((j) => j.kind !== "ball"), "Joints", (j) => {
      const k = info.joints.indexOf(j), [lo, hi] = j.limited && j.range[0] < j.range[1] ? j.range : j.kind === "hinge" ? [-Math.PI, Math.PI] : [-0.5, 0.5];
      this.slider(j.name || "joint " + k, lo, hi, () => this.app.live!.frame?.q[k] ?? 0, (v) => `joint ${k} ${v}`);
    });
    if (info.keys.length > 0) {
      here.append(element("h3", "Keyframes"));
      info.keys.forEach((name, k) => {
        const button = element("button", name || "key " + k, "wide");
        button.addEventListener("click", () => void this.app.live!.command("key " + k));
        here.append(button);
      });
    }
    find("card-controls").hidden = here.childElementCount === 0;
  }

  /// A frame has come.
  frame(): void {
    const f = this.app.live!.frame!;
    for (const s of this.sliders) {
      const v = s.value();
      if (document.activeElement !== s.input) s.input.value = String(v);
      s.shows.textContent = shortNumber(v);
    }
    const ms = f.made > 0 ? 1e3 * f.seconds / f.made : 0;
    const words = [`step ${f.step}`, count(f.islands, "island"), count(f.iterations, "iteration")];
    if (ms > 0) words.push(`${ms < 1 ? ms.toFixed(2) : ms.toFixed(1)} ms`);
    if (this.app.state.playing) words.push(`${this.app.live!.pace.toFixed(2)}× real time`);
    find("numbers").textContent = [...words, count(f.history, "step") + " to go back"].join(" · ");
  }

  // ---- the chosen body ----

  chosen(): void {
    const body = this.app.state.following;
    find("card-body").hidden = body <= 0;
    if (body <= 0) { this.asked = []; this.app.charts.chosen(); return; }
    find("body-name").textContent = this.app.scene.about.bodies[body].name || "body " + body;
    find("body-numbers").replaceChildren();
    this.asked = bodyQuantities(this.app, body, () => this.app.charts.bodyNumbers(body));
    this.rows();
    this.app.charts.chosen();
    if (this.app.live) this.app.charts.askBodies();
  }
  private asked: Quantity[] = [];
  /// What can be plotted of the chosen body.
  quantities(): Quantity[] { return this.app.state.following > 0 ? this.asked : []; }
  /// The scene has said what it knows of the chosen body.
  bodyArrived(): void { this.rows(); }

  /// Numbers of the chosen body; a click plots one over time.
  rows(): void {
    const here = find("body-numbers"), list = this.app.state.following > 0 ? this.asked : [];
    if (here.childElementCount !== list.length) {
      here.replaceChildren(...list.map((q) => {
        const row = element("button", "", "number");
        row.title = "Plot it over time";
        row.append(element("span", q.title.slice(q.group.length + 2)), element("b"), element("small", q.unit));
        row.addEventListener("click", () => this.app.charts.watch(q));
        return row;
      }));
    }
    list.forEach((q, k) => { here.children[k].querySelector("b")!.textContent = shortNumber(Math.abs(q.now()) < TINY ? 0 : q.now()); });
  }

  // ---- one solve, iteration by iteration ----

  private async iterations(): Promise<void> {
    const text = await this.app.live!.text("iterations " + find<HTMLSelectElement>("set-solver").value);
    if (!text) return;
    const { residuals, natural, outcome, solver } = JSON.parse(text) as { residuals: number[]; natural: number; outcome: string; solver: string };
    const canvas = find<HTMLCanvasElement>("iteration-plot");
    canvas.hidden = false; // before it is measured
    canvas.scrollIntoView({ block: "nearest" });
    const g = canvas.getContext("2d")!, w = canvas.width = 2 * canvas.clientWidth, h = canvas.height = 2 * canvas.clientHeight;
    const all = [...residuals, natural].filter((v) => v > 0), hi = Math.log10(Math.max(...all, 1e-12)), lo = Math.log10(Math.max(Math.min(...all, 1), 1e-17)), style = getComputedStyle(document.documentElement);
    const y = (v: number) => h - 8 - (Math.log10(Math.max(v, 1e-17)) - lo) / Math.max(hi - lo, 1) * (h - 16);
    g.clearRect(0, 0, w, h);
    g.strokeStyle = style.getPropertyValue("--good");
    g.setLineDash([8, 6]);
    g.beginPath(); g.moveTo(0, y(this.app.info!.settings.tolerance)); g.lineTo(w, y(this.app.info!.settings.tolerance)); g.stroke();
    g.setLineDash([]);
    g.strokeStyle = style.getPropertyValue("--accent");
    g.lineWidth = 3;
    g.beginPath();
    residuals.forEach((v, k) => g.lineTo(residuals.length > 1 ? k / (residuals.length - 1) * w : 0, y(v)));
    g.stroke();
    g.fillStyle = style.getPropertyValue("--dim");
    g.font = "20px system-ui, 'DejaVu Sans', sans-serif";
    g.fillText(shortNumber(10 ** hi), 4, 22);
    g.fillText(shortNumber(10 ** lo), 4, h - 6);
    find("iteration-words").textContent = `${solver}: ${outcome} in ${residuals.length} iterations from zero, residual ${natural.toExponential(1)}`;
  }

  // ---- files ----

  private download(name: string, blob: Blob): void {
    const link = element("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }
  private get name(): string { return this.app.scene.about.title.replace(/[^\w.-]+/g, "_"); }
  async screenshot(): Promise<void> {
    this.app.draw();
    const blob = await new Promise<Blob | null>((done) => find<HTMLCanvasElement>("view").toBlob(done, "image/png"));
    if (blob) this.download(this.name + ".png", blob);
  }
  video(): void {
    if (this.recorder) { this.recorder.stop(); return; }
    const stream = find<HTMLCanvasElement>("view").captureStream(60), parts: Blob[] = [];
    const kind = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"].find((k) => MediaRecorder.isTypeSupported(k));
    if (!kind) { this.app.say("This browser records no WebM.", true); return; }
    const recorder = this.recorder = new MediaRecorder(stream, { mimeType: kind, videoBitsPerSecond: 8e6 });
    recorder.ondataavailable = (e) => { parts.push(e.data); };
    recorder.onstop = () => { this.recorder = null; find("video").classList.remove("on"); this.download(this.name + ".webm", new Blob(parts, { type: "video/webm" })); };
    recorder.start(1000);
    find("video").classList.add("on");
  }
  private async save(kind: string): Promise<void> {
    const made = await this.app.live!.file(kind);
    if (made) this.download(this.name + "-" + made.name, new Blob([made.bytes as BlobPart]));
  }

  /// Files that were dropped: one of them is the scene, the others are what it names.
  async drop(files: File[]): Promise<void> {
    const { app } = this, scene = files.find((f) => /\.(xml|mjcf|urdf|svg)$/i.test(f.name)), total = files.reduce((n, f) => n + f.size, 0);
    if (files.length === 0) return;
    if (!app.live) {
      for (const f of files.filter((f) => /\.html$/i.test(f.name))) await this.another(f);
      if (!files.some((f) => /\.html$/i.test(f.name))) app.say("This page replays a recording: another page of that kind (.html) can be dropped on it, and is plotted beside it. Scenes open in a live page.", true);
      return;
    }
    if (app.live.source.kind !== "wasm") { app.say("Files of this machine are opened by the tool: holdfast view FILE.", true); return; }
    if (!scene) { app.say(`${files[0].name} is no scene: MJCF (.xml), URDF (.urdf) and drawings (.svg) are.`, true); return; }
    if (total > LARGEST) { app.say(`${(total / 2 ** 20).toFixed(0)} MB are too much for a page (${LARGEST >> 20} MB); run holdfast view ${scene.name}.`, true); return; }
    const path = (f: File) => "/files/" + (f === scene ? f.name.replace(/\s/g, "_") : f.name); // words of a command have no blanks
    try {
      for (const f of files) app.live.source.write(path(f), new Uint8Array(await f.arrayBuffer()));
    } catch (error) { // it is a folder, or was taken away
      app.say(`What was dropped cannot be read: ${(error as Error).message}`, true);
      return;
    }
    if (await app.open(path(scene))) app.say(scene.name + " is open.", false);
  }

  /// The recording of another page, for the plots.
  private async another(file: File): Promise<void> {
    try {
      const text = await file.text(), page = new DOMParser().parseFromString(text, "text/html");
      this.app.charts.add(file.name.replace(/\.html$/i, ""), readScene(JSON.parse(page.getElementById("about")!.textContent!), page.getElementById("data")!.textContent!));
      this.app.say(`${file.name} is plotted beside this run.`, false);
    } catch {
      this.app.say(`${file.name} is no page of a recording.`, true);
    }
  }

  // ---- the list of scenes ----

  async scenes(): Promise<void> {
    const { app } = this, here = find("scene-cards"), dialog = find<HTMLDialogElement>("scene-list"), search = find<HTMLInputElement>("scene-search");
    if (!app.live) return;
    if (!this.list) {
      const text = await app.live.text("scenes");
      if (!text) return;
      this.list = JSON.parse(text) as SceneInfo[];
      const thumbs = (JSON.parse(find("about").textContent!) as any).thumbs as string | undefined;
      const of = (name: string) => groups.findIndex((g) => g.scenes.split(" ").includes(name)), place = (s: SceneInfo) => (of(s.name) + groups.length + 1) % (groups.length + 1);
      let group = -1;
      for (const s of [...this.list].sort((a, b) => place(a) - place(b))) {
        if (place(s) !== group) { group = place(s); here.append(element("h3", groups[group]?.title ?? "More")); }
        const card = element("button", "", "scene");
        const image = element("img");
        image.alt = "";
        image.loading = "lazy";
        if (thumbs) image.src = `${thumbs}/${s.name}.webp`;
        else if (app.live.source.kind === "socket") this.thumbs.of(s.name, image);
        else image.hidden = true;
        card.append(image);
        card.append(element("b", s.name), element("span", s.summary));
        card.addEventListener("click", () => { dialog.close(); void app.open(s.name).then((well) => { if (well) app.play(true); }); });
        here.append(card);
      }
      search.addEventListener("input", () => this.sift(search.value));
      search.addEventListener("keydown", (e) => { if (e.key === "Enter") { e.preventDefault(); [...here.querySelectorAll<HTMLElement>("button.scene")].find((c) => !c.hidden)?.dispatchEvent(new MouseEvent("click")); } });
    }
    search.value = "";
    this.sift("");
    this.thumbs.begin();
    find("file-row").hidden = app.live.source.kind !== "wasm";
    dialog.showModal();
    search.focus();
  }
  /// Shows the scenes whose names or summaries have all of these words.
  private sift(text: string): void {
    const words = text.toLowerCase().split(/\s+/);
    let head: HTMLElement | null = null;
    for (const card of find("scene-cards").children as Iterable<HTMLElement> & HTMLCollection) {
      if (card.tagName === "H3") { head = card; card.hidden = true; continue; }
      card.hidden = !words.every((w) => card.textContent!.toLowerCase().includes(w));
      if (!card.hidden && head) head.hidden = false;
    }
  }
}
