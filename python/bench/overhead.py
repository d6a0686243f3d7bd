"""What Python costs: a step beside the same step in C, poses, contacts, copies, scenes from code, batches. Processor time, the least of several rounds.

build-python/bin/python python/bench/overhead.py     (make python makes the environment)
"""

import copy
import os
import time

import numpy as np

import holdfast

ROUNDS, STEPS = 7, 2000


def least(call):
    """Processor seconds of the quickest of several rounds."""
    seconds = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        call()
        seconds.append(time.process_time() - begin)
    return min(seconds)


def contacts():
    """The contact array of a pile with a hundred points or more."""
    count = 0
    for n in range(1, 30):
        if count < 100:
            world = holdfast.World(holdfast.Model(f"rocks:n={n}"))
            world.run(1)
            count = world.contact_count

    def many():
        for _ in range(1000):
            world.contact_array

    print(f"contact array of {world.contact_count} points: {1e3 * least(many):.2f} us (asked: 5 of 100)")


def copies():
    world = holdfast.World(holdfast.Model("humanoid.xml"))
    world.run(0.1)

    def many():
        for _ in range(200):
            copy.deepcopy(world)

    print(f"deepcopy of a humanoid's world: {1e6 * least(many) / 200:.1f} us (asked: 50)")


def scenes(count=10000):
    def make():
        b = holdfast.Builder("many")
        for k in range(count):
            body = b.world.body(f"b{k}", pos=[0.3 * (k % 100), 0.3 * (k // 100), 1])
            body.freejoint()
            body.geom(f"g{k}", type="box", size=[0.1, 0.1, 0.1], mass=1)
        return b

    made = make()
    begin = time.process_time()
    made.build()
    built = time.process_time() - begin
    begin = time.process_time()
    make()
    print(f"Builder of {count} bodies: {time.process_time() - begin:.2f} s to describe, {built:.2f} s to build (asked: 0.5)")


def batches(worlds=256, steps=20):
    """Seconds of the clock: two threads are worth what the machine has left."""
    model, seconds = holdfast.Model("humanoid.xml"), []
    for threads in (1, 2):
        batch = holdfast.Batch(model, worlds, threads=threads)
        batch.step(5)
        state, rounds = [w.state for w in batch], []
        for _ in range(3):
            for world, own in zip(batch, state):
                world.state = own
            begin = time.perf_counter()
            batch.step(steps)
            rounds.append(time.perf_counter() - begin)
        seconds.append(min(rounds))
    one, two = (worlds * steps / s for s in seconds)
    print(f"batch of {worlds} humanoids: {one:.0f} steps/s on a thread, {two:.0f} on two: {two / one:.2f} (asked: 1.9); load {os.getloadavg()[0]:.1f}")


def main():
    contacts()
    copies()
    scenes()
    batches()
    model = holdfast.Model("pendulum")
    world = holdfast.World(model)
    start = world.state

    def in_python():
        world.state = start
        for _ in range(STEPS):
            world.step()

    in_c = least(lambda: holdfast.rollout(model, runs=1, steps=STEPS, every=STEPS, threads=1))
    own = least(in_python)
    overhead = 1e6 * (own - in_c) / STEPS
    print(f"a step of {model.v_count} velocities: {1e6 * own / STEPS:.2f} us in Python, {1e6 * in_c / STEPS:.2f} us in C; overhead {overhead:.2f} us (asked: 0.5)")

    piles = [name for name in ("sphere_pile:n=1000", "balls:n=1000", "towers:n=30") if name.split(":")[0] in holdfast.scenes()]
    for name in piles:
        try:
            large = holdfast.Model(name)
        except holdfast.HoldfastError:
            continue
        if large.body_count < 900:
            continue
        many = holdfast.World(large)
        position, orientation = np.empty((large.body_count, 3)), np.empty((large.body_count, 4))

        def poses():
            for _ in range(100):
                many.poses(position, orientation)

        print(f"{large.body_count} poses into NumPy: {1e6 * least(poses) / 100:.1f} us (asked: 20)")
        return


if __name__ == "__main__":
    main()
