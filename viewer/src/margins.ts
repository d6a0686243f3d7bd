// How far a contact is from slipping, which forces it may have, and how much heavier the chosen body may be. Ranges and
// bodies are asked of a live scene (src/live/live_margin.c) a few times a second; a recording knows its own forces only.

import { answerText } from "./answers";
import type { App } from "./app";
import type { Contact } from "./contact_table";
import { Plot, shortNumber } from "./plots";
import { find } from "./page";
import { contactQuantities, type Quantity } from "./quantities";

const REACH = 10; // px from a click to a contact
const PAUSE = 400; // ms from one question to the next while something plays

interface ContactAnswer {
  a: number; b: number; status: string; normal: number; friction: number; mu: number; left: number; count: string; verdict: string; carries: string;
  least: (number | null)[]; greatest: (number | null)[];
}
interface HoldAnswer { verdict: string; mass: number; holds: number | null; may: number | null; stress: boolean }

const newtons = (v: number | null) => v === null ? "not known" : v === Infinity ? "∞" : v === -Infinity ? "−∞" : shortNumber(Math.abs(v) < 1e-9 ? 0 : v);

/// A question that is asked again at most so often, and never twice at a time.
class Question<T> {
  value: T | null = null;
  trouble = "";
  private asking = false;
  private last = 0;
  private of = "";
  constructor(private readonly app: App) {}
  forget(): void { this.value = null; this.trouble = this.of = ""; this.last = 0; }
  async ask(command: string, now: number, done: () => void): Promise<void> {
    const live = this.app.live!, which = command + " " + live.serial;
    if (this.asking || which === this.of || live.between || (this.app.state.playing && now - this.last < PAUSE)) return;
    this.asking = true;
    this.last = now;
    this.of = which;
    const scene = this.app.scene, answer = await live.source.ask(command), text = answerText(answer);
    this.asking = false;
    if (scene !== this.app.scene || this.of !== which) return;
    this.value = answer.kind === "TEXT" ? JSON.parse(text) as T : null;
    this.trouble = answer.kind === "TEXT" ? "" : text.replace(/^margin: /, "");
    done();
  }
}

export class Margins {
  private readonly contact: Question<ContactAnswer>;
  private readonly hold: Question<HoldAnswer>;
  private held = 0; // the body that `hold` is of
  private asked: Quantity[] = []; // of the chosen contact
  plots: Plot[] = []; // its history

  constructor(private readonly app: App) {
    this.contact = new Question(app);
    this.hold = new Question(app);
    find("contact-close").addEventListener("click", () => this.choose(-1));
    const view = find("view");
    view.addEventListener("pointermove", (e) => { if (e.pointerType === "mouse" && e.buttons === 0) this.pointer = [e.clientX, e.clientY]; });
    for (const kind of ["pointerdown", "pointerleave"]) view.addEventListener(kind, () => { this.pointer = null; this.hover(); });
    view.addEventListener("pointermove", () => this.app.redraw(), { passive: true });
  }

  // ---- what the pointer is upon ----

  private pointer: [number, number] | null = null;
  /// Says in a line what the contact under the pointer carries; called with each picture.
  hover(): void {
    const { contacts, state } = this.app, words = find("hover"), at = this.pointer && contacts && state.show.points ? this.near(...this.pointer) : -1;
    if (contacts) contacts.hovered = at;
    words.hidden = at < 0;
    if (at < 0) return;
    const c = contacts.table.contact(at), drag = Math.hypot(...c.drag), most = Math.tan(c.angle) * c.push;
    const state_ = c.status === "open" ? "open" : c.status === "stick" ? `sticks, ${Math.round(100 * Math.max(0, most - drag) / Math.max(most, 1e-300))} % left` : `slips at ${newtons(c.slip)} m/s`;
    words.textContent = `${this.nameOf(c.pair)} · ${state_} · normal ${newtons(c.push)} N, friction ${newtons(drag)} of ${newtons(most)} N`;
    const box = find("view").getBoundingClientRect(), [x, y] = this.pointer!, width = words.offsetWidth;
    words.style.transform = `translate(${Math.max(4, Math.min(x + 14, box.right - width - 4))}px, ${Math.max(4, y - 38)}px)`;
  }
  private nameOf(pair: readonly number[]): string { return `${this.app.scene.shapeName(pair[1])} on ${this.app.scene.shapeName(pair[0])}`; }
  private near(x: number, y: number): number {
    const canvas = find("view").getBoundingClientRect();
    return this.app.contacts.near(x - canvas.left, y - canvas.top, canvas.width, canvas.height, this.app.camera.view, REACH);
  }

  // ---- the chosen contact ----

  /// A click near a contact chooses it. False: there is none.
  pick(x: number, y: number): boolean {
    const at = this.near(x, y);
    if (at < 0) return false;
    this.choose(at);
    return true;
  }
  choose(contact: number): void {
    const { app } = this;
    app.contacts.choose(contact, app.state.frame);
    this.contact.forget();
    for (const p of this.plots) p.dispose();
    for (const q of this.asked) if (!app.charts.watches(q.id)) app.charts.log.forget(q.id);
    this.plots = [];
    this.asked = [];
    find("card-contact").hidden = contact < 0;
    if (contact >= 0) {
      const name = this.nameOf(app.contacts.chosen!.pair);
      find("contact-name").textContent = name;
      this.asked = contactQuantities(app, app.contacts.chosen!, name);
      const [push, drag, most] = this.asked, curves: [Quantity, string, string, number[]?][] = [[push, "normal", "#46bd78"], [drag, "friction", "#ed4d6b"], [most, "most friction", "#ed4d6b", [4, 3]]];
      this.plots = [new Plot(find("contact-plot"), "contact-history", "", () => curves.map(([q, label, colour, dash]) => ({ ...this.over(q), curve: { label, colour, dash } })).map(({ times, values, curve }) => ({ times, curves: [{ ...curve, values }] })), { unit: "N", zero: true }, app.charts)];
      find("panel").scrollTop = 0;
      if (app.live?.frame) app.charts.frame(app.live.frame, true); // its history begins now
    }
    app.charts.chosen();
    app.redraw();
    this.show();
  }
  private over(q: Quantity): { times: ArrayLike<number>; values: ArrayLike<number> } {
    const { log } = this.app.charts;
    if (!this.app.live) return q.of(this.app.scene) ?? { times: [], values: [] };
    const values = log.column(q.id), begin = Math.max(values.findIndex(Number.isFinite), 0); // when it was chosen
    return { times: log.times.slice(begin), values: values.slice(begin) };
  }
  /// What can be plotted of it.
  quantities(): Quantity[] { return this.asked; }
  /// Another scene.
  clear(): void { this.hold.forget(); this.pointer = null; this.choose(-1); }

  /// Numbers of what is chosen; called when they may have changed.
  show(): void {
    const { contacts, live, state } = this.app, now = performance.now();
    if (!contacts) return;
    if (contacts.chosen) this.sayContact();
    const held = this.app.hand.grip !== null; // its force is no part of what is asked, a pose at rest
    if (live && !held && contacts.chosenIndex >= 0) void this.contact.ask("contact " + contacts.chosenIndex, now, () => this.sayContact());
    find("body-hold").hidden = !live || held || state.following <= 0;
    if (!live || held || state.following <= 0) return;
    if (this.held !== state.following) this.hold.forget();
    this.held = state.following;
    void this.hold.ask("hold " + this.app.info!.bodies[this.held].id, now, () => this.sayHold());
    this.sayHold();
  }

  /// Lines of a name, a value and a unit; one with a quantity plots it when it is clicked.
  private rows(list: Line[]): void {
    const here = find("contact-numbers"), same = here.childElementCount === list.length && list.every(([name], k) => here.children[k].firstChild!.textContent === name);
    if (!same) here.replaceChildren(...list.map(([name, , , quantity]) => {
      const row = document.createElement(quantity ? "button" : "p");
      row.className = "number";
      row.append(name, document.createElement("b"), document.createElement("small"));
      if (quantity) { row.title = "Plot it over time"; row.addEventListener("click", () => { const q = this.asked.find((own) => own.title.endsWith(": " + quantity)); if (q) this.app.charts.watch(q); }); }
      return row;
    }));
    list.forEach(([, value, unit], k) => { here.children[k].querySelector("b")!.textContent = value; here.children[k].querySelector("small")!.textContent = unit; });
  }

  private sayContact(): void {
    const { contacts, live } = this.app, a = live ? this.contact.value : null;
    if (!contacts.chosen) return;
    if (contacts.chosenIndex < 0) { this.rows([["nothing touches here any more", "", ""]]); return; }
    const c: Contact = contacts.table.contact(contacts.chosenIndex), mu = Math.tan(c.angle), drag = Math.hypot(...c.drag), most = mu * c.push, left = Math.max(0, most - drag);
    const rows: Line[] = [["state", c.status === "stick" ? "sticks" : c.status === "slip" ? "slips" : "open", ""], ["friction μ", shortNumber(+mu.toPrecision(3)), ""], ["normal", c.normal.map((v) => +v.toFixed(3) + 0).join(", "), ""],
      ["normal force", newtons(c.push), "N", "normal force"], ["friction", `${newtons(drag)} of ${newtons(most)}`, "N", "friction"], ["slip speed", c.slip < 1e-9 ? "0" : shortNumber(c.slip), "m/s", "slip speed"],
      ["margin to slip", c.push > 0 ? `${newtons(left)} (${Math.round(100 * left / Math.max(most, 1e-300))} %)` : "–", "N", "margin to slip"]];
    if (live && this.app.hand.grip) rows.push(["range of its force", "when you let go", ""]);
    else if (a) {
      rows.push(["its force is", a.count, ""]);
      const at = a.least[0] === null ? (a.verdict === "cannot hold" ? "does not rest" : a.verdict) : null;
      if (at) rows.push(["at rest", at, ""]);
      else ["normal", "tangent 1", "tangent 2"].forEach((axis, k) => rows.push([axis + " may be", `${newtons(a.least[k])} … ${newtons(a.greatest[k])}`, "N"]));
    }
    if (live && this.contact.trouble) rows.push(["range", this.contact.trouble, ""]);
    this.rows(rows);
  }

  private sayHold(): void {
    const h = this.hold.value, here = find("body-hold");
    const times = (t: number) => `${newtons(t * h!.mass)} kg (${newtons(t)} × its mass)`;
    if (!h) { here.textContent = this.hold.trouble; return; }
    if (h.verdict === "cannot hold") here.textContent = "Does not hold at rest as it is.";
    else if (h.holds === null && h.may === null) here.textContent = "How much heavier it may be is not known.";
    else if ((h.holds ?? h.may) === Infinity) here.textContent = "Holds, however heavy it is.";
    else {
      const sure = h.holds !== null ? `Slips when it is ${times(h.holds)} heavier.` : "";
      const more = h.may !== null && (h.holds === null || h.may > h.holds * (1 + 1e-5) + 1e-9) ? ` With forces pressed in beforehand it may hold ${h.may === Infinity ? "anything" : times(h.may) + " more"}.` : "";
      here.textContent = (sure + more).trim();
    }
  }
}
/// Name, value, unit, and the quantity that it is.
type Line = [string, string, string, string?];
