// The bodies of a scene as a tree: links below their parents, many of one name as a group; a search; eyes that hide.

import type { App } from "./app";
import { find } from "./page";

/// A body, or a group of bodies that are called alike (body -1).
interface Node { body: number; name: string; children: Node[] }

const ALIKE = 6; // so many siblings of one name are a group
const ROWS = 200; // below one node, until somebody searches

export class Tree {
  private roots: Node[] = [];
  private readonly open = new Set<Node>();

  constructor(private readonly app: App) {
    find("body-search").addEventListener("input", () => this.show());
    find("card-bodies").addEventListener("toggle", () => this.show());
    find("all-bodies").addEventListener("click", () => { app.bodies.hidden.clear(); this.changed(); });
  }

  /// Another scene.
  scene(): void {
    const { bodies } = this.app.scene.about, nodes = bodies.map((b, k): Node => ({ body: k, name: b.name || "body " + k, children: [] })), roots: Node[] = [];
    this.open.clear();
    for (let k = 1; k < nodes.length; k++) (bodies[k].parent ? nodes[bodies[k].parent!].children : roots).push(nodes[k]);
    for (const n of nodes) n.children = gathered(n.children);
    this.roots = gathered(roots);
    if (this.roots.length === 1 && this.roots[0].body >= 0) this.open.add(this.roots[0]);
    find("card-bodies").hidden = bodies.length < 2;
    find<HTMLInputElement>("body-search").value = "";
    this.show();
  }

  /// What is chosen or hidden has changed.
  show(): void {
    if (!find<HTMLDetailsElement>("card-bodies").open || this.app.scene === undefined) return;
    const words = find<HTMLInputElement>("body-search").value.toLowerCase().trim(), here = find("body-tree");
    find("all-bodies").hidden = this.app.bodies.hidden.size === 0;
    if (words === "") { here.replaceChildren(...this.rows(this.roots, 0)); return; }
    const found: Node[] = [], walk = (n: Node) => { if (n.body >= 0 && n.name.toLowerCase().includes(words)) found.push(n); n.children.forEach(walk); };
    this.roots.forEach(walk);
    here.replaceChildren(...this.rows(found.map((n) => ({ ...n, children: [] })), 0));
  }

  private rows(nodes: Node[], depth: number): HTMLElement[] {
    const rows = nodes.slice(0, ROWS).flatMap((n) => [this.row(n, depth), ...(this.open.has(n) ? this.rows(n.children, depth + 1) : [])]);
    if (nodes.length > ROWS) { const more = document.createElement("p"); more.className = "dim"; more.textContent = `and ${nodes.length - ROWS} more: search for them`; rows.push(more); }
    return rows;
  }
  private row(n: Node, depth: number): HTMLElement {
    const row = document.createElement("div"), { app } = this, all = bodiesOf(n), seen = all.some((b) => !app.bodies.hidden.has(b));
    const button = (text: string, kind: string, words: string, does: () => void) => {
      const made = document.createElement("button");
      made.textContent = text;
      made.className = kind;
      made.title = words;
      made.addEventListener("click", does);
      row.append(made);
      return made;
    };
    row.className = "branch";
    row.style.paddingLeft = 12 * depth + "px";
    if (n.children.length > 0) {
      const open = button(this.open.has(n) ? "▾" : "▸", "fold", "Shows what is below it", () => { if (!this.open.delete(n)) this.open.add(n); this.show(); });
      open.setAttribute("aria-expanded", String(this.open.has(n)));
      open.setAttribute("aria-label", "what is below " + n.name);
    } else row.append(Object.assign(document.createElement("span"), { className: "fold" }));
    const name = button(n.body >= 0 ? n.name : `${n.name} (${all.length})`, "name", n.body >= 0 ? "Chooses it" : "Shows what is in it", () => {
      if (n.body >= 0) app.follow(app.state.following === n.body ? 0 : n.body);
      else if (!this.open.delete(n)) this.open.add(n);
      this.show();
    });
    name.classList.toggle("on", n.body >= 0 && n.body === app.state.following);
    const eye = button(seen ? "●" : "○", "eye", seen ? "Hides it" : "Shows it", () => {
      for (const b of all) if (seen) app.bodies.hidden.add(b); else app.bodies.hidden.delete(b);
      this.changed();
    });
    eye.setAttribute("aria-label", (seen ? "hide " : "show ") + n.name);
    eye.setAttribute("aria-pressed", String(seen));
    return row;
  }
  private changed(): void { this.app.replace(); this.show(); }
}

function bodiesOf(n: Node): number[] { return [...(n.body >= 0 ? [n.body] : []), ...n.children.flatMap(bodiesOf)]; }

/// Siblings whose names differ by a number become a group, where there are many of them.
function gathered(nodes: Node[]): Node[] {
  const stem = (n: Node) => n.name.replace(/[\s_.\-[(]*\d+[\])]*$/, ""), groups = new Map<string, Node[]>();
  for (const n of nodes) groups.set(stem(n), [...groups.get(stem(n)) ?? [], n]);
  return [...groups].flatMap(([name, all]) => all.length < ALIKE ? all : [{ body: -1, name: name || "bodies", children: all }]);
}
