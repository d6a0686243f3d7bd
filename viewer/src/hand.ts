// The user's hand in a live scene: a spring from the pointer to the point that it has taken hold of, or a push.
//
// A pull over a twentieth of the picture carries the weight of what is pulled, and the force grows with the way. A body of its own counts for its weight, or for the friction that its contacts can have where that
// is more. A part of a machine may have to move what it does not touch yet (the lever of a jack): it counts for all that moves in the scene.

import { Matrix3, Matrix4, Vector3, type Raycaster } from "three";
import type { App } from "./app";

/// `fibre`: what is held is the middle of the segment that begins at this vertex, not a body.
interface Grip { body: number; fibre: { vertex: number } | null; id: number; local: Vector3; target: Vector3; normal: Vector3; weight: number; stiffness: number; damping: number }

const WAY = 0.05; // the part of the picture over which a pull carries what is pulled
const CALM = 0.7; // of the critical damping
const REACH = 24; // px from the pointer to a fibre
const EARTH = 9.81; // m/s², where a scene has no gravity

/// What a hand meets of a mass: the least mass that a point of it can have, and the weight of all that comes along [N].
interface Load { point: number; weight: number }

export class Hand {
  grip: Grip | null = null;
  pushes = false;

  constructor(private readonly app: App) {}

  private local(body: number, point: Vector3): Vector3 { return point.clone().applyMatrix4(this.app.bodies.bodyMatrix(this.app.moment(), body, new Matrix4()).invert()); }
  /// Whether a click pushes what it meets.
  wantsPush(event: PointerEvent): boolean { return this.app.live !== null && (this.pushes || event.ctrlKey || event.altKey); }
  /// An impulse that gives the body half a metre a second.
  push(body: number, point: Vector3, direction: Vector3): void {
    const own = this.app.info!.bodies[body], l = this.local(body, point), d = direction.clone(), n = this.app.bounds.plane;
    if (n) d.set(0, 0, 1).cross(new Vector3(n[0], n[1], n[2])); // along the drawing
    const j = d.normalize().multiplyScalar(0.5 * own.mass);
    void this.app.live!.command(`push ${own.id} ${l.x} ${l.y} ${l.z} ${j.x} ${j.y} ${j.z}`);
  }
  /// Whether a press of the pointer takes hold of something.
  take(ray: Raycaster, event: PointerEvent): boolean {
    if (!this.app.live || event.shiftKey || event.ctrlKey || event.altKey || this.pushes) return false;
    const hit = this.app.bodies.pick(ray);
    if (hit && this.app.fibres === null) { this.hold(hit.body, hit.point); return true; }
    const strand = this.app.fibres?.near(this.app.moment(), ray.ray, this.app.camera.pixel(REACH), this.app.bodies.pick(ray, true)?.point ?? null) ?? null;
    if (strand) this.holdFibre(strand.vertex, strand.point);
    else if (hit) this.hold(hit.body, hit.point);
    return strand !== null || hit !== null;
  }
  /// Takes hold of a body at a point.
  hold(body: number, point: Vector3): void {
    this.grasp(body, null, this.app.info!.bodies[body].id, this.local(body, point), point);
    this.pullWith(this.load(body, point));
    this.app.follow(body);
    this.send();
  }
  /// Takes hold of a fibre at the segment that begins at a vertex: its mass is asked for first.
  private holdFibre(vertex: number, point: Vector3): void {
    const { app } = this, { id, segments } = this.segment(vertex), grip = this.grasp(-1, { vertex }, id, new Vector3(), point);
    void app.live!.text("body " + id).then((text) => {
      if (!text || this.grip !== grip) return;
      const mass = (JSON.parse(text) as { mass: number }).mass;
      this.pullWith({ point: mass, weight: segments * mass * this.gravity + this.all() });
      this.send();
    });
  }
  private grasp(body: number, fibre: Grip["fibre"], id: number, local: Vector3, point: Vector3): Grip {
    const n = this.app.bounds.plane, normal = n ? new Vector3(n[0], n[1], n[2]) : this.app.camera.view.getWorldDirection(new Vector3());
    return this.grip = { body, fibre, id, local, target: point.clone(), normal, weight: 0, stiffness: 0, damping: 0 };
  }
  /// The spring's constants. A step h takes its force at the beginning and moves by the mean of both velocities: with a mass m that is stable for k h / 2 < c < 2 m / h, and what is tied to the mass only
  /// makes it heavier.
  private pullWith(load: Load): void {
    const g = this.grip!, h = this.app.info!.settings.timestep, most = load.point / h;
    g.weight = load.weight;
    g.stiffness = Math.min(load.weight / (WAY * this.app.camera.picture(g.target)), most / h);
    g.damping = Math.min(Math.max(2 * CALM * Math.sqrt(g.stiffness * load.weight / this.gravity), g.stiffness * h), most);
  }

  // ---- what is pulled ----

  private get gravity(): number { return Math.hypot(...this.app.info!.settings.gravity) || EARTH; }
  /// The segment of a fibre that begins at a vertex, as the scene calls it: bodies that the page leaves out are segments, fibre by fibre.
  private segment(vertex: number): { id: number; segments: number } {
    const { fibreBegin: begin, fibreSegments: count } = this.app.scene, shown = new Set(this.app.info!.bodies.map((b) => b.id));
    let fibre = begin.length - 1;
    while (begin[fibre] > vertex) fibre--;
    let left = vertex - fibre, id = 0; // one vertex more than segments
    for (;; id++) if (!shown.has(id) && left-- === 0) return { id, segments: count[fibre] };
  }
  /// The weight of all that moves.
  private all(): number { return this.gravity * this.app.info!.bodies.reduce((sum, b, k) => sum + (this.app.scene.about.bodies[k].motion === "free" ? b.mass : 0), 0); }
  private load(body: number, point: Vector3): Load {
    const { info, scene, bodies, contacts } = this.app, own = info!.bodies[body], of = new Map(info!.bodies.map((b, k) => [b.id, k]));
    const root = (k: number): number => { const p = info!.bodies[k].parent; return p > 0 && of.has(p) ? root(of.get(p)!) : k; }, ground = root(body);
    const tied = new Set(info!.bodies.flatMap((_, k) => root(k) === ground ? [k] : [])), machine = tied.size > 1 || info!.bodies[ground].parent === 0;
    const weight = machine ? this.all() : this.gravity * own.mass;
    return { point: pointMass(own.mass, own.inertia, this.local(body, point).sub(new Vector3().fromArray(own.center)), this.app.bounds.plane ? scene.planeOf(body) : null), weight: Math.max(weight, contacts.holding((p) => bodies.touches(tied, p))) };
  }

  // ---- the pull ----

  /// Where the point is that the hand has.
  where(): Vector3 {
    const g = this.grip!, moment = this.app.moment();
    return g.fibre ? this.app.fibres!.middle(moment, g.fibre.vertex) : g.local.clone().applyMatrix4(this.app.bodies.bodyMatrix(moment, g.body, new Matrix4()));
  }
  /// The force of the spring as it is drawn out now [N].
  force(): number { return this.grip ? this.grip.stiffness * this.where().distanceTo(this.grip.target) : 0; }
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
    if (g.stiffness > 0) this.app.live!.pull(`spring ${g.id} ${[g.local.x, g.local.y, g.local.z, g.target.x, g.target.y, g.target.z, g.stiffness, g.damping].join(" ")}`);
    this.app.redraw();
  }
  letGo(): void {
    if (!this.grip) return;
    this.grip = null;
    this.app.live!.pull("spring");
    this.app.redraw();
  }
}

/// A mass that no direction at a point of a free body falls below: 1/m is at most 1/M and the trace of what turning adds, [r]ᵀ I⁻¹ [r]; in a drawing all turns are about its normal.
function pointMass(mass: number, [xx, yy, zz, xy, xz, yz]: number[], arm: Vector3, normal: Vector3 | null): number {
  const inertia = new Matrix3().set(xx, xy, xz, xy, yy, yz, xz, yz, zz);
  if (normal) return 1 / (1 / mass + arm.lengthSq() / normal.dot(normal.clone().applyMatrix3(inertia)));
  const e = inertia.invert().elements;
  return 1 / (1 / mass + arm.lengthSq() * (e[0] + e[4] + e[8]) - arm.dot(arm.clone().applyMatrix3(inertia)));
}
