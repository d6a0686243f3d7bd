// Simulators that npm has, as WebAssembly, for engine_npm.c.
//
//   node engine.mjs jolt|rapier|mujoco     (in a folder where their packages are installed)
//
// The first line of standard input is a scene: its bodies and shapes as engine_npm.c writes them. Each byte after it asks for a step, and is answered by
// numbers of 8 bytes: processor time of all steps so far [s], contacts, the worst excess of friction over its cone (NaN: it does not say), then seven for each
// body: position and quaternion (w, x, y, z) of its frame.
import {readSync, writeSync} from "node:fs";

const vector = a => ({x: a[0], y: a[1], z: a[2]});
const quaternion = q => ({w: q[0], x: q[1], y: q[2], z: q[3]});

/** Jolt: its solver as it comes (10 velocity and 2 position iterations), nothing sleeps. Numbers are single precision. Impulses are not to be had. */
async function jolt(scene) {
    const J = await (await import("jolt-physics")).default();
    const settings = new J.JoltSettings(), count = scene.bodies.length;
    settings.mMaxBodies = count + 100;
    settings.mMaxBodyPairs = settings.mMaxContactConstraints = 20 * count + 1000;
    settings.mMaxWorkerThreads = 0;
    const layers = new J.ObjectLayerPairFilterTable(2);
    layers.EnableCollision(0, 1);
    layers.EnableCollision(1, 1);
    const broad = new J.BroadPhaseLayerInterfaceTable(2, 2);
    for (let k = 0; k < 2; k++) broad.MapObjectToBroadPhaseLayer(k, new J.BroadPhaseLayer(k));
    settings.mObjectLayerPairFilter = layers;
    settings.mBroadPhaseLayerInterface = broad;
    settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(broad, 2, layers, 2);
    const engine = new J.JoltInterface(settings), system = engine.GetPhysicsSystem(), bodies = system.GetBodyInterface();
    const vec = a => new J.Vec3(a[0], a[1], a[2]), quat = q => new J.Quat(q[1], q[2], q[3], q[0]);
    system.SetGravity(vec(scene.gravity));
    const shape = s => {
        if (s.kind === "sphere") return new J.SphereShape(s.size[0]);
        if (s.kind === "box") return new J.BoxShape(vec(s.size), 0);
        if (s.kind === "plane") return new J.PlaneShapeSettings(new J.Plane(new J.Vec3(0, 0, 1), 0), undefined, 1000).Create().Get();
        const hull = new J.ConvexHullShapeSettings();
        for (let k = 0; k < s.points.length; k += 3) hull.mPoints.push_back(vec(s.points.slice(k, k + 3)));
        hull.mMaxConvexRadius = 0;
        return hull.Create().Get();
    };
    let contacts = 0;
    const listener = new J.ContactListenerJS(), points = manifold => J.wrapPointer(manifold, J.ContactManifold).mRelativeContactPointsOn1.size();
    listener.OnContactValidate = () => J.ValidateResult_AcceptAllContactsForThisBodyPair;
    listener.OnContactAdded = listener.OnContactPersisted = (a, b, manifold) => void (contacts += points(manifold));
    listener.OnContactRemoved = () => {};
    system.SetContactListener(listener);
    const made = scene.bodies.map(() => null);
    scene.shapes.forEach(s => {
        const body = scene.bodies[s.body], fixed = !body.free, at = fixed ? s : body;
        const position = new J.RVec3(at.position[0], at.position[1], at.position[2]);
        const c = new J.BodyCreationSettings(shape(s), position, quat(at.orientation), fixed ? J.EMotionType_Static : J.EMotionType_Dynamic, fixed ? 0 : 1);
        c.mFriction = s.friction; // the geometric mean of both: the same, where all are alike
        c.mRestitution = s.restitution;
        c.mAllowSleeping = false;
        c.mLinearDamping = c.mAngularDamping = 0;
        if (body.free) {
            c.mOverrideMassProperties = J.EOverrideMassProperties_CalculateInertia;
            c.mMassPropertiesOverride.mMass = body.mass;
            c.mLinearVelocity = vec(body.velocity);
            c.mAngularVelocity = vec(body.spin);
        }
        const b = bodies.CreateBody(c);
        bodies.AddBody(b.GetID(), J.EActivation_Activate);
        if (body.free) made[s.body] = b;
    });
    system.OptimizeBroadPhase();
    return {
        step() { contacts = 0; engine.Step(scene.step, 1); },
        contacts: () => [contacts, NaN],
        pose(k) {
            if (!made[k]) return null;
            const p = made[k].GetPosition(), q = made[k].GetRotation();
            return [p.GetX(), p.GetY(), p.GetZ(), q.GetW(), q.GetX(), q.GetY(), q.GetZ()];
        },
    };
}

/** Rapier: its solver as it comes (4 iterations, soft contacts), nothing sleeps. Numbers are single precision. */
async function rapier(scene) {
    const R = await import("@dimforge/rapier3d-compat");
    await R.init();
    const world = new R.World(vector(scene.gravity));
    world.timestep = scene.step;
    const made = scene.bodies.map(b => b.free ? world.createRigidBody(R.RigidBodyDesc.dynamic().setCanSleep(false)
        .setTranslation(...b.position).setRotation(quaternion(b.orientation)).setLinvel(...b.velocity).setAngvel(vector(b.spin))) : null);
    const shape = s => s.kind === "sphere" ? R.ColliderDesc.ball(s.size[0])
        : s.kind === "box" ? R.ColliderDesc.cuboid(...s.size)
        : s.kind === "plane" ? new R.ColliderDesc(new R.HalfSpace({x: 0, y: 0, z: 1})) : R.ColliderDesc.convexHull(new Float32Array(s.points));
    const colliders = scene.shapes.map(s => {
        const c = shape(s).setFriction(s.friction).setRestitution(s.restitution);
        if (!made[s.body]) return world.createCollider(c.setTranslation(...s.position).setRotation(quaternion(s.orientation)));
        return world.createCollider(c.setMass(scene.bodies[s.body].mass), made[s.body]);
    });
    return {
        step() { world.step(); },
        contacts() {
            let count = 0, largest = 0, worst = 0;
            colliders.forEach(a => world.contactPairsWith(a, b => {
                if (b.handle < a.handle) return;
                world.contactPair(a, b, m => {
                    const mu = Math.max(a.friction(), b.friction());
                    for (let k = 0; k < m.numContacts(); k++) {
                        const normal = m.contactImpulse(k), t = Math.hypot(m.contactTangentImpulseX(k), m.contactTangentImpulseY(k));
                        if (normal > 0) count++;
                        worst = Math.max(worst, t - mu * normal);
                        largest = Math.max(largest, normal);
                    }
                });
            }));
            return [count, largest > 0 ? worst / largest : 0];
        },
        pose(k) {
            if (!made[k]) return null;
            const p = made[k].translation(), q = made[k].rotation();
            return [p.x, p.y, p.z, q.w, q.x, q.y, q.z];
        },
    };
}

/** MuJoCo 3: elliptic cones, Newton's method, its default soft contacts; double precision. */
async function mujoco(scene) {
    const M = await (await import("@mujoco/mujoco")).default();
    const meshes = scene.shapes.map((s, k) => s.points ? `<mesh name="m${k}" vertex="${s.points.join(" ")}"/>` : "").join("");
    const geom = (s, k) => {
        const form = s.points ? `type="mesh" mesh="m${k}"` : s.kind === "plane" ? `type="plane" size="0 0 1"` : `type="${s.kind}" size="${s.size.join(" ")}"`;
        return `<geom ${form} friction="${s.friction} 0.005 0.0001" pos="${s.position.join(" ")}" quat="${s.orientation.join(" ")}"/>`;
    };
    const geoms = scene.bodies.map(() => "");
    scene.shapes.forEach((s, k) => { geoms[scene.bodies[s.body].free ? s.body : 0] += geom(s, k); });
    const bodies = scene.bodies.map((b, k) => !b.free ? "" : `<body pos="${b.position.join(" ")}" quat="${b.orientation.join(" ")}"><freejoint/>
        <inertial mass="${b.mass}" pos="${b.center.join(" ")}" fullinertia="${b.inertia.join(" ")}"/>${geoms[k]}</body>`).join("");
    const model = M.MjModel.from_xml_string(`<mujoco><size memory="1500M"/><option timestep="${scene.step}" gravity="${scene.gravity.join(" ")}" cone="elliptic" jacobian="sparse"/>
        <asset>${meshes}</asset><worldbody>${geoms[0]}${bodies}</worldbody></mujoco>`);
    const data = new M.MjData(model), free = scene.bodies.map((b, k) => b.free ? k : 0).filter(k => k > 0);
    free.forEach((k, f) => scene.bodies[k].velocity.forEach((v, i) => { data.qvel[6 * f + i] = v; }));
    return {
        step() { M.mj_step(model, data); },
        contacts() {
            let largest = 0, worst = 0;
            const force = new M.DoubleBuffer(6), count = data.ncon, all = data.contact;
            for (let k = 0; k < count; k++) {
                M.mj_contactForce(model, data, k, force);
                const f = force.GetView(), mu = all.get(k).friction[0];
                worst = Math.max(worst, Math.hypot(f[1], f[2]) - mu * f[0]);
                largest = Math.max(largest, f[0]);
            }
            force.delete();
            return [count, largest > 0 ? worst / largest : 0];
        },
        pose(k) {
            const f = free.indexOf(k);
            return f < 0 ? null : Array.from(data.qpos.subarray(7 * f, 7 * f + 7));
        },
    };
}

const read = (() => {
    const chunk = Buffer.alloc(1 << 16);
    let begin = 0, end = 0;
    return () => {
        if (begin === end) { begin = 0; end = readSync(0, chunk, 0, chunk.length, null); }
        return end > 0 ? chunk[begin++] : -1;
    };
})();

function write(numbers) {
    const bytes = Buffer.from(Float64Array.from(numbers).buffer);
    for (let done = 0; done < bytes.length;) done += writeSync(1, bytes, done);
}

const line = [];
for (let c = read(); c >= 0 && c !== 10; c = read()) line.push(c);
const scene = JSON.parse(Buffer.from(line).toString());
const engine = await {jolt, rapier, mujoco}[process.argv[2]](scene);
const still = [0, 0, 0, 1, 0, 0, 0];
let seconds = 0;
write([0, 0, 0, ...scene.bodies.flatMap((b, k) => engine.pose(k) ?? still)]); // it holds the scene
while (read() >= 0) {
    const before = process.cpuUsage();
    engine.step();
    const took = process.cpuUsage(before);
    seconds += (took.user + took.system) * 1e-6;
    write([seconds, ...engine.contacts(), ...scene.bodies.flatMap((b, k) => engine.pose(k) ?? still)]);
}
