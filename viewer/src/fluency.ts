// How coarse pictures are: those that come too slowly while something moves get coarser, step by step; what stands still is drawn in full.

import { LEVELS } from "./stage";

const SLOW = 28; // ms from picture to picture, from which on pictures get coarser
const USUAL = 16; // ms
const LONGEST = 100; // ms of one interval that count
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

  /// A picture, `ms` after the one before (0: none is due); of that one of the last `took` so long to be drawn. Pictures that wait for their scene, or for a hand, get no coarser for that.
  adapt(now: number, ms: number, took: number, playing: boolean): void {
    const moving = playing || now - this.touched < RESTS;
    if (moving !== this.moving) { this.moving = moving; this.interval = USUAL; this.set(this.now); return; }
    if (!moving || ms <= 0) return;
    this.interval += LATELY * (Math.min(ms, LONGEST) - this.interval);
    if (this.interval < SLOW || 2 * took < this.interval || this.level === LEVELS - 1) return;
    this.level = Math.min(this.level + (this.interval > 3 * SLOW ? 2 : 1), LEVELS - 1);
    this.set(this.level);
    this.interval = USUAL;
  }
}
