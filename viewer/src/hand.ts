// The user's hand in a live scene: a spring from the pointer to the point that it has taken hold of, or a push.

import { Matrix4, Vector3, type Raycaster } from "three";
import type { App } from "./app";

interface Grip { body: number; id: number; local: Vector3; target: Vector3; normal: Vector3; stiffness: number; damping: number }

export class Hand {
  grip: Grip | null = null;
  strength = 1;
  pushes = false;

  constructor(private readonly app: App) {}

  private local(body: number, point: Vector3): Vector3 { return point.clone().applyMatrix4(this.app.bodies.bodyMatrix(this.app.moment(), body, new Matrix4()).invert()); }
  /// Whether a click pushes what it meets.
  wantsPush(event: PointerEvent): boolean { return this.app.live !== null && (this.pushes || event.ctrlKey || event.altKey); }
  /// An impulse that gives the body half a metre a second.
  push(body: number, point: Vector3, direction: Vector3): void {
    const own = this.app.info!.bodies[body], l = this.local(body, point), d = direction.clone(), n = this.app.bounds.plane;
    if (n) d.set(0, 0, 1).cross(new Vector3(n[0], n[1], n[2])); // along the drawing
    const j = d.normalize().multiplyScalar(0.5 * this.strength * own.mass);
    void this.app.live!.command(`push ${own.id} ${l.x} ${l.y} ${l.z} ${j.x} ${j.y} ${j.z}`);
  }
  /// Whether a press of the pointer takes hold of something.
  take(ray: Raycaster, event: PointerEvent): boolean {
    if (!this.app.live || event.shiftKey || event.ctrlKey || event.altKey || this.pushes) return false;
    const hit = this.app.bodies.pick(ray);
    if (!hit) return false;
    this.hold(hit.body, hit.point);
    return true;
  }
  /// Takes hold of a body at a point.
  hold(body: number, point: Vector3): void {
    const own = this.app.info!.bodies[body], n = this.app.bounds.plane, h = this.app.info!.settings.timestep;
    const rate = Math.min(9 * Math.sqrt(this.strength), 0.35 / h), stiffness = own.mass * rate * rate, normal = n ? new Vector3(n[0], n[1], n[2]) : this.app.camera.direction();
    this.grip = { body, id: own.id, local: this.local(body, point), target: point.clone(), normal, stiffness, damping: 0.7 * 2 * own.mass * rate * 0.5 };
    this.app.follow(body);
    this.send();
  }
  drag(ray: Raycaster): void {
    const g = this.grip;
    if (!g) return;
    const t = g.target.clone().sub(ray.ray.origin).dot(g.normal) / ray.ray.direction.dot(g.normal);
    if (!Number.isFinite(t) || t <= 0) return;
    this.pullTo(ray.ray.at(t, new Vector3()));
  }
  /// Moves the other end of the spring.
  pullTo(target: Vector3): void {
    if (!this.grip) return;
    this.grip.target.copy(target);
    this.send();
  }
  private send(): void {
    const g = this.grip!;
    this.app.live!.pull(`spring ${g.id} ${[g.local.x, g.local.y, g.local.z, g.target.x, g.target.y, g.target.z, g.stiffness, g.damping].join(" ")}`);
    this.app.redraw();
  }
  letGo(): void {
    if (!this.grip) return;
    this.grip = null;
    this.app.live!.pull("spring");
    this.app.redraw();
  }
}
