// An orbit about a target. Dragging turns, the right button or shift moves, wheel and two fingers zoom. What is taken by a hand (a body that is pulled) does not turn the view.

import { PerspectiveCamera, Quaternion, Raycaster, Vector2, Vector3 } from "three";

/// `half`: extents of a flat scene along its drawing, to either side.
export interface Bounds { middle: Vector3; radius: number; distance: number; plane: number[] | null; half?: [number, number] }
export interface Hands {
  /// True: the pointer holds something, and all that follows is its business.
  take(ray: Raycaster, event: PointerEvent): boolean;
  drag(ray: Raycaster): void;
  release(): void;
  /// A click that did not drag.
  pick(ray: Raycaster, event: PointerEvent): void;
  /// The view was moved.
  moved(): void;
  /// The view is the user's own again, and no camera's of the model.
  left(): void;
}

const ROOM = 1.2; // a drawing has so much of its size
const clamp = (v: number, lo: number, hi: number) => Math.min(hi, Math.max(lo, v));

/// A camera of the model as the view: its place, its turn, its vertical angle [rad].
export interface Through { position: Vector3; turn: Quaternion; angle: number }

export class Orbit {
  target = new Vector3();
  distance = 1;
  yaw = 0;
  pitch = 0;
  fov = 0.72;
  readonly view = new PerspectiveCamera();
  /// A camera of the model that is looked through; turning, moving or zooming leaves it.
  through: Through | null = null;
  private first: { target: Vector3; distance: number; yaw: number; pitch: number; fov: number };
  private readonly held = new Map<number, [number, number]>();
  private travelled = 0;
  private apart = 0;
  private holding = false;
  private room = 1; // px: the lesser side of what nothing covers

  constructor(private readonly canvas: HTMLCanvasElement, private bounds: Bounds, private readonly hands: Hands, private readonly changed: () => void) {
    this.first = this.firstView(bounds);
    this.reset();
    this.view.up.set(0, 0, 1);
    canvas.addEventListener("pointerdown", (e) => this.down(e));
    canvas.addEventListener("pointermove", (e) => this.move(e));
    canvas.addEventListener("pointerup", (e) => this.up(e));
    canvas.addEventListener("pointercancel", (e) => this.up(e));
    canvas.addEventListener("contextmenu", (e) => e.preventDefault());
    canvas.addEventListener("wheel", (e) => { e.preventDefault(); this.zoom(Math.exp(clamp(e.deltaY, -200, 200) * 0.0015)); }, { passive: false });
  }

  /// Another scene.
  frame(bounds: Bounds): void { this.bounds = bounds; this.first = this.firstView(bounds); this.reset(); }

  private firstView(b: Bounds): Orbit["first"] {
    const first = { target: b.middle.clone(), distance: b.distance, yaw: -0.96, pitch: 0.36, fov: 0.72 };
    if (!b.plane) return first;
    const n = b.plane, fov = 0.06; // along the normal, from so far that depth hardly shows
    return { ...first, yaw: Math.atan2(n[1], n[0]), pitch: clamp(Math.asin(n[2]), -1.5, 1.5), fov, distance: 0.74 * first.distance * Math.tan(first.fov / 2) / Math.tan(fov / 2) };
  }
  reset(): void { this.hands.left(); Object.assign(this, this.first, { target: this.first.target.clone() }); this.changed(); }
  look(yaw: number, pitch: number): void { this.hands.left(); this.yaw = yaw; this.pitch = pitch; this.changed(); }
  direction(): Vector3 { return new Vector3(Math.cos(this.pitch) * Math.cos(this.yaw), Math.cos(this.pitch) * Math.sin(this.yaw), Math.sin(this.pitch)); }
  eye(): Vector3 { return this.target.clone().addScaledVector(this.direction(), this.distance); }

  /// `free`: the part of the canvas that nothing covers, which is where the target is in the middle.
  update(width: number, height: number, free: { left: number; top: number; right: number; bottom: number }): void {
    const v = this.view, across = Math.max(free.right - free.left, 1), down = Math.max(free.bottom - free.top, 1), aspect = width / height;
    this.room = Math.min(across, down);
    v.fov = 360 / Math.PI * Math.atan(Math.tan(this.angle(across / down) / 2) * height / down);
    v.aspect = aspect;
    v.near = this.distance * 0.02;
    v.far = this.distance * 4 + 60 * this.bounds.radius;
    v.position.copy(this.eye());
    v.lookAt(this.target);
    if (this.through) {
      v.fov = this.through.angle * 180 / Math.PI;
      v.near = 1e-3 * this.bounds.radius;
      v.far = 200 * this.bounds.radius;
      v.position.copy(this.through.position);
      v.quaternion.copy(this.through.turn);
    }
    v.setViewOffset(width, height, (width - free.left - free.right) / 2, (height - free.top - free.bottom) / 2, width, height);
    v.updateProjectionMatrix();
    v.updateMatrixWorld();
  }

  /// The angle of view from top to bottom: on a phone the width decides; a drawing fills what there is.
  private angle(aspect: number): number {
    const { half } = this.bounds;
    if (!half) return this.fov * Math.max(1, 0.75 / aspect);
    return 2 * Math.atan(ROOM * Math.max(half[1], half[0] / aspect) / this.first.distance);
  }

  /// The lesser side of the picture beside the panel, at the depth of a point.
  picture(point: Vector3): number { return this.pixel(this.room) * this.depth(point); }
  /// So many pixels for each unit of depth.
  pixel(count: number): number { return count * 2 * Math.tan(this.view.fov * Math.PI / 360) / this.canvas.clientHeight; }
  private depth(point: Vector3): number { return Math.abs(point.clone().sub(this.view.position).dot(this.view.getWorldDirection(new Vector3()))); }

  ray(x: number, y: number): Raycaster {
    const box = this.canvas.getBoundingClientRect(), caster = new Raycaster();
    caster.setFromCamera(new Vector2(2 * (x - box.left) / box.width - 1, 1 - 2 * (y - box.top) / box.height), this.view);
    return caster;
  }

  zoom(by: number): void { this.hands.left(); this.distance = clamp(this.distance * by, 1e-3 * this.bounds.radius, 2000 * this.bounds.radius); this.changed(); }
  private pan(dx: number, dy: number): void {
    this.hands.moved();
    this.hands.left();
    const step = 2 * this.distance * Math.tan(this.view.fov * Math.PI / 360) / this.canvas.clientHeight, z = this.direction();
    const x = new Vector3(0, 0, 1).cross(z).normalize(), y = z.clone().cross(x);
    this.target.addScaledVector(x, -dx * step).addScaledVector(y, dy * step);
    this.changed();
  }

  private down(e: PointerEvent): void {
    this.canvas.focus();
    try { this.canvas.setPointerCapture(e.pointerId); } catch { /* a pointer of a script */ }
    this.held.set(e.pointerId, [e.clientX, e.clientY]);
    this.travelled = this.apart = 0;
    if (this.held.size === 1 && e.button === 0) this.holding = this.hands.take(this.ray(e.clientX, e.clientY), e);
    else if (this.holding) { this.holding = false; this.hands.release(); }
    this.canvas.classList.add("held");
  }
  private move(e: PointerEvent): void {
    const before = this.held.get(e.pointerId);
    if (!before) return;
    const dx = e.clientX - before[0], dy = e.clientY - before[1];
    this.held.set(e.pointerId, [e.clientX, e.clientY]);
    this.travelled += Math.abs(dx) + Math.abs(dy);
    if (this.holding) { this.hands.drag(this.ray(e.clientX, e.clientY)); return; }
    if (this.held.size === 2) {
      const [a, b] = [...this.held.values()], now = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (this.apart > 0 && now > 0) this.zoom(this.apart / now);
      this.apart = now;
      this.pan(dx / 2, dy / 2);
    } else if (e.shiftKey || (e.buttons & 6) !== 0 || this.bounds.plane) this.pan(dx, dy); // a drawing is moved, not turned
    else {
      this.hands.left();
      this.yaw -= 0.006 * dx;
      this.pitch = clamp(this.pitch + 0.006 * dy, -1.5, 1.5);
      this.changed();
    }
  }
  private up(e: PointerEvent): void {
    if (!this.held.delete(e.pointerId)) return;
    this.canvas.classList.remove("held");
    if (this.holding) { this.holding = false; this.hands.release(); }
    if (e.type === "pointerup" && this.travelled < 4 && e.button === 0) this.hands.pick(this.ray(e.clientX, e.clientY), e);
  }
}
