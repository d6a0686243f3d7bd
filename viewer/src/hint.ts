// A first hint of what the hand can do. It goes when somebody does it or closes it, and does not come again in this browser.

import { find } from "./page";

const KEPT = "holdfast-hinted";
const ENOUGH = 2; // deeds after which nobody needs it any more

export class Hint {
  private deeds = 0;
  private gone = false;

  constructor() {
    try { this.gone = window.localStorage.getItem(KEPT) !== null; } catch { /* nothing is kept */ }
    if (window.location.hash.includes("bare")) this.gone = true;
    find("hint-close").addEventListener("click", () => this.close());
  }
  /// Another scene is shown.
  show(live: boolean): void {
    const touch = window.matchMedia?.("(pointer: coarse)").matches;
    find("hint").hidden = this.gone;
    find("hint-words").textContent = live ? `Drag a body to pull it. Drag beside it to turn the view. ${touch ? "Tap" : "Click"} a contact to see why it holds.` : `Drag to turn the view. ${touch ? "Tap" : "Click"} a contact or a body for its numbers.`;
  }
  /// Somebody pulled, or asked a contact.
  did(): void { if (!this.gone && ++this.deeds >= ENOUGH) this.close(); }
  private close(): void {
    this.gone = true;
    find("hint").hidden = true;
    window.dispatchEvent(new Event("resize")); // there is more room
    try { window.localStorage.setItem(KEPT, "1"); } catch { /* it comes again */ }
  }
}
