"""Rollouts: the bits of single worlds, wrong arguments, callbacks."""

import os
import unittest

import numpy as np

import holdfast

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


class Rollouts(unittest.TestCase):
    def setUp(self):
        self.model = holdfast.Model("pendulum")
        rng = np.random.default_rng(1)
        self.v = rng.normal(size=(5, self.model.v_count))

    def test_the_bits_of_single_worlds_for_any_number_of_threads(self):
        hashes = []
        for run in range(5):
            world = holdfast.World(self.model)
            world.v = self.v[run]
            for _ in range(20):
                world.step()
            hashes.append(world.hash)
        for threads in (1, 2, 5):
            runs = holdfast.rollout(self.model, v=self.v, steps=20, threads=threads)
            self.assertEqual(runs.hash.tolist(), hashes)
            self.assertEqual(runs.exact.tolist(), [20] * 5)

    def test_wrong_arguments(self):
        n, m = self.model.v_count, self.model.actuator_count
        for wrong in (
            {"v": np.zeros(n), "steps": 1},
            {"v": np.zeros((2, n + 1)), "steps": 1},
            {"v": self.v, "steps": 1, "runs": 3},
            {"v": self.v, "q": np.zeros((2, self.model.q_count)), "steps": 1},
            {"v": self.v},
            {"runs": 2, "steps": -1},
            {"runs": 2, "steps": 5, "every": 0},
            {"controls": np.zeros((2, 3, m)), "steps": 4},
            {"v": self.v.astype(str), "steps": 1},
        ):
            with self.subTest(list(wrong)):
                with self.assertRaises((holdfast.InvalidError, OverflowError)):
                    holdfast.rollout(self.model, **wrong)

    def test_arrays_that_are_not_contiguous(self):
        wide = np.zeros((5, 2 * self.model.v_count))
        wide[:, ::2] = self.v
        one = holdfast.rollout(self.model, v=wide[:, ::2], steps=3)
        two = holdfast.rollout(self.model, v=self.v.astype(np.float32).astype(np.float64), steps=3)
        three = holdfast.rollout(self.model, v=self.v, steps=3)
        self.assertEqual(one.hash.tolist(), three.hash.tolist())
        self.assertNotEqual(two.hash.tolist(), three.hash.tolist())

    def test_a_callback_of_the_wrong_length(self):
        model = holdfast.Model(os.path.join(ROOT, "scenes", "gripper.xml"))
        m = model.actuator_count
        for wrong in (np.zeros(m - 1), np.zeros(m + 1), [], 0.5, np.zeros((m, 1)), ["a"] * m, None):
            with self.subTest(repr(wrong)):
                with self.assertRaisesRegex(holdfast.InvalidError, "control"):
                    holdfast.rollout(model, runs=2, steps=3, control=lambda run, step: wrong)
        runs = holdfast.rollout(model, runs=2, steps=3, control=lambda run, step: np.zeros(m))
        self.assertEqual(runs.steps.tolist(), [3, 3])

    def test_a_callback_that_raises(self):
        def control(run, step):
            if step == 3:
                raise RuntimeError("the fourth step")
            return []

        with self.assertRaisesRegex(RuntimeError, "the fourth step"):
            holdfast.rollout(self.model, runs=3, steps=10, control=control)


if __name__ == "__main__":
    unittest.main()
