// Begins: finds the recording, module or socket that the page was made for, shows it, and gives scripts a handle (window.holdfast).

import { Vector3 } from "three";
import { App } from "./app";
import { readContacts, type Contact } from "./contact_table";
import type { Shown } from "./contacts";
import { readEmbedded } from "./data";
import { find } from "./page";
import { showProof } from "./proof_badge";
import { SocketSource, WasmSource } from "./sources";
import { followOthers } from "./together";

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

/// A scene that the address itself has (deflated, in base 64 for addresses): the name to open it by.
async function unpack(source: WasmSource, name: string, packed: string): Promise<string> {
  const path = "/files/" + name.replace(/[^\w.-]/g, "_"), bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  source.write(path, new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer()));
  return path;
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
    hold: (name: string, point: number[]) => app.hand.hold(app.scene.about.bodies.findIndex((b) => b.name === name), new Vector3().fromArray(point)),
    pullTo: (point: number[]) => app.hand.pullTo(new Vector3().fromArray(point)), letGo: () => app.hand.letGo(),
    open: (scene: string) => app.open(scene), command: (text: string) => app.live!.command(text), text: (text: string) => app.live!.text(text), file: async (kind: string) => { const f = await app.live!.file(kind); return f ? Array.from(f.bytes) : null; },
    /// The body that is seen at a place of the screen.
    at(x: number, y: number) { const hit = app.bodies.pick(app.camera.ray(x, y)); return hit ? app.scene.about.bodies[hit.body].name : null; },
    /// Where a point is on the screen.
    screen(point: number[]) { const v = new Vector3().fromArray(point).project(app.camera.view); return [(v.x + 1) / 2 * window.innerWidth, (1 - v.y) / 2 * window.innerHeight]; },
    redraw() { app.draw(); },
  };
  (window as any).holdfast = api;
  if (about.source === "wasm") {
    const source = await WasmSource.make(await findModule(about)), packed = asked.get("mjcf");
    await app.start(source, packed ? await unpack(source, asked.get("name") ?? "scene.xml", packed) : asked.get("scene") ?? about.scene ?? "jack");
  }
  else if (about.source === "socket") await app.start(await SocketSource.make(window.location.href.replace(/^http/, "ws").replace(/[?#].*$/, "").replace(/\/$/, "") + "/live"), null);
  else app.show(await readEmbedded(about), null);
  if (!app.scene) throw new Error(find("message").textContent || "there is no scene");
  app.draw();
  app.state.ready = true;
  void followOthers(app);
  void showProof((t) => app.seek(t)).then((verdict) => { (window as any).holdfast.proof = verdict; });
  if (asked.get("theme") === "light" || asked.get("theme") === "dark") app.setTheme(asked.get("theme") as "light" | "dark");
  if (!still) app.play(true);
  window.requestAnimationFrame(app.tick);
}

start().catch((error: Error) => {
  (window as any).holdfast = { ...((window as any).holdfast ?? {}), error: error.message };
  find("trouble").textContent = "This page cannot be shown: " + error.message;
  find("trouble").hidden = false;
});
