// Buttons, sliders and keys of the page.

import type { App } from "./app";
import type { Shown } from "./contacts";
import { clamp, find } from "./page";

const SPEEDS = [1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8];
export const SWITCHES: Record<keyof Shown, string> = { points: "KeyC", normal: "KeyN", friction: "KeyF", moments: "KeyM", cones: "KeyK", shadows: "KeyS", glass: "KeyX", frames: "KeyA", inertia: "KeyI", joints: "KeyJ", collisions: "KeyV" };

const faster = (app: App, by: number) => app.setSpeed(SPEEDS[clamp(SPEEDS.indexOf(app.state.speed) + by, 0, SPEEDS.length - 1)]);

export function connectControls(app: App): void {
  const click = (id: string, does: () => void) => find(id).addEventListener("click", does);
  for (const name of Object.keys(SWITCHES) as (keyof Shown)[]) find("show-" + name).addEventListener("change", (e) => { app.toggle(name, (e.target as HTMLInputElement).checked); app.remember(); });
  for (const speed of SPEEDS) find<HTMLSelectElement>("speed").append(new Option((speed < 1 ? "1/" + 1 / speed : speed) + "×", String(speed)));
  app.setSpeed(1);
  find("speed").addEventListener("change", (e) => app.setSpeed(Number((e.target as HTMLSelectElement).value)));
  find("scrub").addEventListener("input", (e) => { app.play(false); app.seekFrame(Number((e.target as HTMLInputElement).value)); });
  find("followers").addEventListener("input", (e) => { app.fibres?.follow(Number((e.target as HTMLInputElement).value)); app.subtitle(); app.redraw(); });
  find("look-through").addEventListener("change", (e) => app.lookThrough(Number((e.target as HTMLSelectElement).value)));
  find("force-scale").addEventListener("input", (e) => { app.state.forceScale = Number((e.target as HTMLInputElement).value); app.redraw(); });
  click("play", () => app.play(!app.state.playing));
  click("back", () => void app.back(1));
  click("forth", () => void app.forth(1));
  click("restart", () => app.restart());
  click("loop", () => app.setLoop(!app.state.loop));
  click("plots", () => app.togglePanel());
  const turn = () => { app.setTheme(app.state.theme === "dark" ? "light" : "dark"); app.remember(); };
  click("theme", turn);
  click("ask", () => find<HTMLDialogElement>("help").showModal());
  click("message", () => app.quiet());
  const keys: Record<string, (e: KeyboardEvent) => void> = {
    Space: () => app.play(!app.state.playing),
    ArrowLeft: (e) => void app.back(e.shiftKey ? 10 : 1), ArrowRight: (e) => void app.forth(e.shiftKey ? 10 : 1),
    Home: () => app.restart(), End: () => app.seekFrame(app.scene.frames - 1),
    KeyL: () => app.setLoop(!app.state.loop), KeyP: () => app.togglePanel(), KeyT: turn,
    KeyR: () => app.lookAnew(), KeyO: () => app.panels.scenes(), KeyG: () => void app.panels.screenshot(), Backspace: () => app.restart(),
    BracketRight: () => app.nextCamera(1), BracketLeft: () => app.nextCamera(-1),
    Digit1: () => app.camera.look(-Math.PI / 2, 0.04), Digit2: () => app.camera.look(0, 0.04), Digit3: () => app.camera.look(-Math.PI / 2, 1.5),
  };
  for (const [name, code] of Object.entries(SWITCHES) as [keyof Shown, string][]) keys[code] = () => { app.toggle(name, !app.state.show[name]); app.remember(); };
  window.addEventListener("keydown", (e) => {
    const at = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]") || (at.tagName === "INPUT" && !["checkbox", "range"].includes((at as HTMLInputElement).type))) return;
    if (e.key === "?") { find<HTMLDialogElement>("help").showModal(); e.preventDefault(); return; }
    if (e.key === "+" || e.key === "=") { faster(app, 1); return; }
    if (e.key === "-") { faster(app, -1); return; }
    if (at.tagName === "SELECT" || (at.tagName === "BUTTON" && e.code === "Space")) return;
    if (keys[e.code]) { keys[e.code](e); e.preventDefault(); }
  });
  window.addEventListener("resize", () => { app.fold(); app.resize(); });
  if (window.location.hash.includes("bare")) document.body.classList.add("bare");
}
