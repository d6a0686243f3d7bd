"""A second day with holdfast, in sixty lines: build, plan, grasp, feel, randomize, look, touch."""

import sys

import numpy as np

import holdfast

# An arm of two links with a gripper, over a table with a cube.
b = holdfast.Builder("cell")
b.option.set(timestep=0.002)
b.compiler.set(angle="radian")
b.world.geom("table", type="plane", size=[0, 0, 1])
b.world.camera("front", pos=[0.3, -1.4, 0.6], xyaxes=[1, 0, 0, 0, 0.35, 1])
arm = b.world.body("arm", pos=[0, 0, 0.5])
arm.joint("shoulder", axis=[0, 1, 0], damping=1)
arm.geom(type="capsule", fromto=[0, 0, 0, 0.3, 0, 0], size=0.02, mass=0.5)
fore = arm.body("fore", pos=[0.3, 0, 0])
fore.joint("elbow", axis=[0, 1, 0], damping=1)
fore.geom(type="capsule", fromto=[0, 0, 0, 0.25, 0, 0], size=0.02, mass=0.4)
hand = fore.body("hand", pos=[0.28, 0, 0])
hand.joint("wrist", axis=[0, 1, 0], damping=1)
hand.geom(type="box", size=[0.01, 0.06, 0.02], mass=0.1)
hand.site("grip", pos=[0.06, 0, 0])
for side, y in (("left", 0.045), ("right", -0.045)):
    finger = hand.body(side, pos=[0.05, y, 0])
    finger.joint(side, type="slide", axis=[0, -np.sign(y), 0], range=[-0.01, 0.035], damping=5)
    finger.geom(side, type="box", size=[0.03, 0.006, 0.015], mass=0.03, friction=1)
    b.actuator.motor(side, joint=side)
    finger.site(side, pos=[0.02, 0, 0], size=0.03)
    b.sensor.touch(side, site=side)
for joint in ("shoulder", "elbow", "wrist"):
    b.actuator.position(joint, joint=joint, kp=300, kv=20)
cube = b.world.body("cube", pos=[0.4, 0, 0.02])
cube.freejoint()
cube.geom("cube", type="box", size=[0.02, 0.02, 0.02], mass=0.05, friction=0.8)
model = b.build()
world = holdfast.World(model)

# Inverse kinematics by damped least squares: the grip at a place, pointing down.
def plan(place):
    probe, q = holdfast.World(model), np.array(world.q)
    q[: model.v_count - 6][[0, 1, 2]] = [0.2, 0.9, 0.5]
    for _ in range(100):
        probe.q = q
        linear, angular = probe.site_jacobian("grip")
        miss = np.append((np.asarray(place) - probe.site("grip")[0])[[0, 2]], np.pi / 2 - q[:3].sum())
        J = np.vstack([linear[[0, 2], :3], np.ones(3)])
        q[:3] += J.T @ np.linalg.solve(J @ J.T + 1e-4 * np.eye(3), miss)
    return q[:3]

def drive(target, force, seconds):
    controls = np.zeros(model.actuator_count)
    for name, value in zip(("shoulder", "elbow", "wrist", "left", "right"), [*target, force, force]):
        controls[model.actuator(name)] = value
    world.controls = controls
    return world.run(seconds)

drive(plan([0.4, 0, 0.12]), -1, 1.0)  # above, open
drive(plan([0.4, 0, 0.03]), -1, 1.0)  # down
drive(plan([0.4, 0, 0.03]), 4, 0.5)  # close
print("taxels", world.sensors.round(2), "contacts", len(world.contact_array))
held = world.state
lift = plan([0.4, 0, 0.25])
report = drive(lift, 4, 1.0)
print("lifted to", world.poses()[0][model.body("cube")][2].round(3), report.quality)

# A hundred frictions in one rollout: with how much does it hold?
frictions = np.linspace(0.01, 0.5, 100)
controls = np.tile(world.controls, (100, 500, 1))
vary = {("friction", name): frictions for name in ("cube", "left", "right")}
runs = holdfast.rollout(model, states=[held] * 100, controls=controls, vary=vary, every=500)
stays = runs.q[:, -1, model.q_count - 5] > 0.1
print("holds from", frictions[stays].min().round(3))

picture = world.picture("front", width=320, height=240)
print("seen", sorted(str(model.bodies[k]) for k in set(picture.bodies.ravel().tolist()) if k > 0))
picture.save(sys.argv[1])

# The world in a browser: it plays, and is pulled at, for as long as a page shows it.
with world.view() as view:
    print("live", view.url, flush=True)
    view.wait(float(sys.argv[2]))
    while view.looked_at:
        world.step()
print("seen until", round(world.time, 3))
