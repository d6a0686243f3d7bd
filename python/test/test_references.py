"""References and memory: calls that are made again and again leave nothing behind.

Two counts must not grow: blocks of memory, which objects that nobody gives back take, and the reference counts of what stays, such as
None, types, the model. Both are exact in every Python. A debug build (scripts/python --debug) also ends the process where a reference is
given back twice or memory is written beside its end. Its count of all references is of no use here: Debian's NumPy and
cffi were compiled without counting, so that it sees half of what they do.
"""

import gc
import os
import sys
import unittest

import numpy as np

import holdfast

ROUNDS = 200


def growth(call, watched=()):
    """What a round of `call` leaves: references to what stays, and blocks."""
    lasting = [None, True, False, 0, 1, (), "", np.dtype(np.float64), np.ndarray, holdfast.ffi, holdfast.lib, *watched]

    def counts():
        gc.collect()
        return [sys.getallocatedblocks(), *map(sys.getrefcount, lasting)]

    for _ in range(20):
        call()
    counts()
    before = counts()
    for _ in range(ROUNDS):
        call()
    after = counts()
    blocks, *references = [(b - a) / ROUNDS for a, b in zip(before, after)]
    return max(references, key=abs), blocks


class References(unittest.TestCase):
    def setUp(self):
        self.model = holdfast.Model("pendulum")
        self.world = holdfast.World(self.model)
        self.resting = holdfast.World(holdfast.Model("incline:mu=0.6"))
        self.resting.step()

    def expect_none(self, call):
        for _ in range(3):  # caches fill up now and then; what leaks does so every time
            references, blocks = growth(call, (self.model, self.world, self.model._handle, self.world._handle))
            if max(abs(references), abs(blocks)) < 0.5:
                return
        self.fail(f"a round leaves {references} references and {blocks} blocks")

    def test_the_check_sees_leaks(self):
        kept = []
        self.assertGreater(growth(lambda: kept.append(object()))[1], 0.9)
        self.assertGreater(growth(lambda: kept.append(self.model), [self.model])[0], 0.9)

    def test_calls_leave_nothing(self):
        world, resting = self.world, self.resting
        n = self.model.v_count
        for name, call in {
            "step": world.step,
            "hash": lambda: world.hash,
            "find": lambda: holdfast.lib.hf_model_find(self.model._handle, holdfast.lib.HF_ITEM_BODY, b"nobody"),
            "poses": world.poses,
            "velocities": world.velocities,
            "state": lambda: setattr(world, "state", world.state),
            "q": lambda: setattr(world, "q", world.q),
            "contacts": lambda: resting.contacts,
            "problem": lambda: resting.problem,
            "mass matrix": world.mass_matrix,
            "inverse dynamics": lambda: world.inverse_dynamics(np.zeros(n)),
            "jacobian": lambda: world.jacobian(1, [0.0, 0.0, 0.0]),
            "settings": lambda: world.set(tolerance=1e-9),
            "forces": lambda: setattr(world, "forces", world.forces),
            "rays": lambda: resting.rays([[0, 0, 5.0]], [[0, 0, -1.0]]),
            "link": lambda: world.link_wrench(1),
            "shape": lambda: resting.set_shape(0, friction=0.5),
            "controller": lambda: (world.set_controller(lambda w: None), world.step(), world.set_controller(None)),
            "wrench": lambda: world.set_wrench(1, (0, 0, 0)),
        }.items():
            with self.subTest(name):
                self.expect_none(call)

    def test_objects_that_go_leave_nothing(self):
        def world():
            q = holdfast.World(self.model).q
            return float(q.sum())

        self.expect_none(world)
        self.expect_none(lambda: holdfast.Model("pendulum"))
        self.expect_none(lambda: holdfast.solve(holdfast.Problem(W=np.eye(3), b=[-1.0, 0, 0], mu=[0.5]), "mfb+enum"))

    def test_rollouts_leave_nothing(self):
        zero = np.zeros(self.model.actuator_count)
        self.expect_none(lambda: holdfast.rollout(self.model, runs=2, steps=2, threads=2))
        self.expect_none(lambda: holdfast.rollout(self.model, runs=2, steps=2, control=lambda run, step: zero))

    def test_errors_leave_nothing(self):
        def wrong():
            try:
                self.world.v = [1.0] * 99
            except holdfast.InvalidError:
                pass

        def raises(run, step):
            raise RuntimeError("on purpose")

        def callback():
            try:
                holdfast.rollout(self.model, runs=2, steps=2, threads=2, control=raises)
            except RuntimeError:
                pass

        self.expect_none(wrong)
        self.expect_none(callback)

    @unittest.skipUnless(os.environ.get("HOLDFAST_DEBUG_PYTHON"), "scripts/python --debug asks for it")
    def test_this_is_the_debug_build(self):
        self.assertTrue(hasattr(sys, "gettotalrefcount"))


if __name__ == "__main__":
    unittest.main()
