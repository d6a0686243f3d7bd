// Pictures for the list of scenes where no folder has them: a second page of this kind, unseen, opens those that are looked at, one after the other, and is copied.

import known from "../scenes.json";

const WIDTH = 340, HEIGHT = 212;
const LONGEST = 300; // ms that the steps before a picture may take
const GIVEN_UP = 15000; // ms
const moments = known.moments as Record<string, number>, smaller = known.smaller as Record<string, string>;

interface Page { error?: string; state: { ready: boolean }; open(scene: string): Promise<boolean>; command(text: string): Promise<boolean>; setTheme(t: string): void; redraw(): void }

export class Thumbs {
  private readonly names = new Map<Element, string>(); // of images that have no picture yet
  private readonly waiting: HTMLImageElement[] = [];
  private frame: HTMLIFrameElement | null = null;
  private readonly seen = new IntersectionObserver((list) => {
    for (const { target, isIntersecting } of list) {
      const image = target as HTMLImageElement, at = this.waiting.indexOf(image);
      if (at >= 0) this.waiting.splice(at, 1);
      if (isIntersecting && this.names.has(image)) this.waiting.push(image); // what was scrolled away waits no more
    }
    void this.draw();
  });

  of(name: string, image: HTMLImageElement): void { this.names.set(image, name); image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="; }

  /// The list is shown.
  begin(): void { for (const image of this.names.keys()) this.seen.observe(image); }
  /// And hidden: the second page goes, and its scene with it.
  end(): void {
    this.seen.disconnect();
    this.waiting.length = 0;
    this.frame?.remove();
    this.frame = this.page = null;
  }

  /// The second page, when it is ready.
  private async make(): Promise<Page | null> {
    const frame = this.frame = document.createElement("iframe"), page = () => (frame.contentWindow as unknown as { holdfast?: Page } | null)?.holdfast;
    Object.assign(frame, { title: "Pictures of scenes", tabIndex: -1, src: window.location.href.replace(/[?#].*$/, "") + "#still,bare" });
    Object.assign(frame.style, { position: "fixed", left: "0", top: "0", width: WIDTH + "px", height: HEIGHT + "px", border: "0", opacity: "0", pointerEvents: "none", zIndex: "-1" });
    frame.setAttribute("aria-hidden", "true");
    document.body.append(frame);
    for (const began = performance.now(); !page()?.state?.ready && !page()?.error && frame.isConnected && performance.now() - began < GIVEN_UP;) await new Promise((r) => setTimeout(r, 30));
    return page()?.state?.ready ? page()! : null;
  }

  private async draw(): Promise<void> {
    if (this.waiting.length === 0 || this.drawing) return;
    this.drawing = true;
    const page = this.page ?? await this.make(), frame = this.frame; // none: the list was closed meanwhile
    this.page = frame ? page : null;
    for (let image = this.waiting.shift(); page && image && frame?.isConnected; image = this.waiting.shift()) {
      const picture = await this.copy(frame, page, this.names.get(image)!).catch(() => null);
      if (!frame.isConnected) break;
      if (picture) image.src = picture; // what cannot be opened has none
      this.names.delete(image);
      this.seen.unobserve(image);
    }
    this.drawing = false;
    if (this.names.size === 0 || (frame && !page)) this.end(); // all are there, or none will be
    else if (!frame?.isConnected) void this.draw(); // it was opened again
  }
  private drawing = false;
  private page: Page | null = null;

  private async copy(frame: HTMLIFrameElement, page: Page, name: string): Promise<string | null> {
    if (!await page.open(smaller[name] ?? name)) return null;
    page.setTheme(document.documentElement.classList.contains("light") ? "light" : "dark");
    await page.command(moments[name] ? `advance ${moments[name]} ${LONGEST} 0` : "step 1");
    page.redraw();
    const view = frame.contentDocument!.getElementById("view") as HTMLCanvasElement, small = document.createElement("canvas");
    small.width = WIDTH;
    small.height = HEIGHT;
    const pen = small.getContext("2d")!;
    pen.imageSmoothingQuality = "high";
    pen.drawImage(view, 0, 0, WIDTH, HEIGHT);
    return small.toDataURL("image/webp", 0.8);
  }
}
