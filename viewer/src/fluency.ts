// How coarse pictures are: those that come too slowly while something moves get coarser, step by step; what stands still is drawn in full.

import { LEVELS } from "./stage";

const SLOW = 28; // ms from picture to picture, from which on pictures get coarser
const USUAL = 16; // ms
const RESTS = 300; // ms after which a view that nobody moves is drawn in full
const LATELY = 0.15; // weight of the last picture in the mean

export class Fluency {
  level = 0; // that of pictures of what moves
  private moving = false;
  private interval = USUAL; // ms from picture to picture, of late
  private touched = -1e9; // ms: when the view was last moved by hand

  constructor(private readonly set: (level: number) => void) {}

  get now(): number { return this.moving ? this.level : 0; }
  touch(now: number): void { this.touched = now; }

  /// After `ms` since the last picture; stale: there is something new to draw.
  adapt(now: number, ms: number, playing: boolean, stale: boolean): void {
    const moving = playing || now - this.touched < RESTS;
    if (moving !== this.moving) { this.moving = moving; this.interval = USUAL; this.set(this.now); }
    if (!moving || ms <= 0 || !stale) return;
    this.interval += LATELY * (ms - this.interval);
    if (this.interval < SLOW || this.level === LEVELS - 1) return;
    this.level = Math.min(this.level + (this.interval > 2 * SLOW ? 2 : 1), LEVELS - 1);
    this.set(this.level);
    this.interval = USUAL;
  }
}
