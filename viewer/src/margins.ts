// How far a contact is from slipping, which forces it may have, and how much heavier the chosen body may be. Ranges and
// bodies are asked of a live scene (src/live/live_margin.c) a few times a second; a recording knows its own forces only.

import { answerText } from "./answers";
import type { App } from "./app";
import type { Contact } from "./contact_table";
import { shortNumber } from "./plots";
import { find } from "./page";

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

  constructor(private readonly app: App) {
    this.contact = new Question(app);
    this.hold = new Question(app);
    find("contact-close").addEventListener("click", () => this.choose(-1));
  }

  /// A click near a contact chooses it. False: there is none.
  pick(x: number, y: number): boolean {
    const canvas = find("view").getBoundingClientRect(), at = this.app.contacts.near(x - canvas.left, y - canvas.top, canvas.width, canvas.height, this.app.camera.view, REACH);
    if (at < 0) return false;
    this.choose(at);
    return true;
  }
  choose(contact: number): void {
    this.app.contacts.choose(contact);
    this.contact.forget();
    find("card-contact").hidden = contact < 0;
    if (contact >= 0) find("panel").scrollTop = 0;
    this.app.redraw();
    this.show();
  }
  /// Another scene.
  clear(): void { this.hold.forget(); this.choose(-1); }

  /// Numbers of what is chosen; called when they may have changed.
  show(): void {
    const { contacts, live, state } = this.app, now = performance.now();
    if (!contacts) return;
    if (contacts.chosen) this.sayContact();
    if (live && contacts.chosenIndex >= 0) void this.contact.ask("contact " + contacts.chosenIndex, now, () => this.sayContact());
    find("body-hold").hidden = !live || state.following <= 0;
    if (!live || state.following <= 0) return;
    if (this.held !== state.following) this.hold.forget();
    this.held = state.following;
    void this.hold.ask("hold " + this.app.info!.bodies[this.held].id, now, () => this.sayHold());
    this.sayHold();
  }

  private rows(list: [string, string, string][]): void {
    find("contact-numbers").replaceChildren(...list.map(([name, value, unit]) => {
      const row = document.createElement("p"), bold = document.createElement("b"), small = document.createElement("small");
      row.className = "number";
      row.append(name);
      bold.textContent = value;
      small.textContent = unit;
      row.append(bold, small);
      return row;
    }));
  }

  private sayContact(): void {
    const c: Contact | null = this.app.contacts.chosen, { live } = this.app, a = live ? this.contact.value : null;
    if (!c) return;
    if (this.app.contacts.chosenIndex < 0) { this.rows([["nothing touches here any more", "", ""]]); return; }
    const drag = Math.hypot(...c.drag), most = Math.tan(c.angle) * c.push, left = Math.max(0, most - drag), name = (id: number) => this.app.info!.bodies.findIndex((b) => b.id === id);
    const body = (id: number) => this.app.scene.about.bodies[name(id)]?.name || (id === 0 ? "world" : "body " + id);
    find("contact-name").textContent = a ? `${body(a.b)} on ${body(a.a)}` : "contact";
    const rows: [string, string, string][] = [["state", c.status === "stick" ? "sticks" : c.status === "slip" ? "slips" : "open", ""], ["normal force", newtons(c.push), "N"], ["friction", `${newtons(drag)} of ${newtons(most)}`, "N"],
      ["margin to slip", c.push > 0 ? `${newtons(left)} (${Math.round(100 * left / Math.max(most, 1e-300))} %)` : "–", "N"]];
    if (a) {
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
