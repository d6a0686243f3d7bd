"""What Python costs: a step beside the same step in C, and the poses of a thousand bodies. Processor time, the least of several rounds.

build-python/bin/python python/bench/overhead.py     (make python makes the environment)
"""

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


def main():
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
