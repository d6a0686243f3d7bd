"""Batches of worlds, and runs with parameters of their own."""

import math
import os
import unittest

import numpy as np

import holdfast


class Batches(unittest.TestCase):
    def test_the_bits_of_single_worlds(self):
        model = holdfast.Model("humanoid.xml")
        controls = np.random.default_rng(3).uniform(-1, 1, (5, model.actuator_count))
        hashes = []
        for k in range(5):
            world = holdfast.World(model)
            world.set_shape(0, friction=0.1 * k)
            world.controls = controls[k]
            for _ in range(15):
                world.step()
            hashes.append(world.hash)
        for threads in (1, 2):
            batch = holdfast.Batch(model, 5, threads=threads)
            batch.vary({("friction", 0): 0.1 * np.arange(5)})
            batch.step(15, controls)
            self.assertEqual(batch.hash.tolist(), hashes)
            self.assertEqual(batch.quality.tolist(), [0] * 5)
            np.testing.assert_array_equal(batch.q[3], batch[3].q)
            np.testing.assert_allclose(batch.times, 15 * model.timestep)

    def test_worlds_of_a_batch_are_worlds(self):
        batch = holdfast.Batch(holdfast.Model("pendulum"), 3)
        start = batch.states
        batch[1].v = [1.0] * batch.model.v_count
        batch.step(4, chosen=[True, True, False])
        self.assertEqual(batch.times.tolist(), [4 * batch.model.timestep] * 2 + [0])
        self.assertNotEqual(batch.hash[0], batch.hash[1])
        batch.states = start
        self.assertEqual(len(set(batch.hash.tolist())), 1)
        world = batch[2]
        del batch
        self.assertEqual(world.step().quality, "exact")  # it keeps the others

    def test_wrong_arguments(self):
        model = holdfast.Model("pendulum")
        with self.assertRaisesRegex(holdfast.InvalidError, "count = 0"):
            holdfast.Batch(model, 0)
        batch = holdfast.Batch(model, 2)
        for wrong in (lambda: batch.step(-1), lambda: batch.step(1, np.zeros((2, 9))), lambda: batch.step(chosen=[True])):
            self.assertRaises(holdfast.InvalidError, wrong)
        for words, vary in (
            ("there is no parameter 'frictoin'", {"frictoin": [1, 1]}),
            ("there is no shape 'foot'", {("friction", "foot"): [1, 1]}),
            ("numbers for each of 2 runs", {"friction": [1, 1, 1]}),
            ("1 numbers are not finite", {"friction": [1, math.nan]}),
            ("gravity: three numbers", {"gravity": [1, 1]}),
            ("of which body", {"mass": [1, 1]}),
            ("", {("friction", 0): np.ones((2, 2))}),
        ):
            with self.assertRaisesRegex(holdfast.InvalidError, words):
                batch.vary(vary)


class Varied(unittest.TestCase):
    def test_a_hundred_frictions_in_one_rollout(self):
        """It slides where mu < tan, at g (sin - mu cos)."""
        frictions = np.linspace(0.0, 1.0, 100)
        model = holdfast.Model("incline:angle=30", timestep=1e-3)
        runs = holdfast.rollout(model, steps=200, every=200, vary={"friction": frictions}, energies=True, contacts=4)
        speed = np.linalg.norm(runs.v[:, -1, :3], axis=1)
        a = 9.81 * np.maximum(math.sin(math.pi / 6) - frictions * math.cos(math.pi / 6), 0)
        np.testing.assert_allclose(speed, 0.2 * a, atol=1e-7)
        slides = frictions < math.tan(math.pi / 6)
        self.assertEqual((runs.contacts["status"][:, -1, 0] == 2).tolist(), slides.tolist())
        self.assertEqual(runs.contact_counts[:, -1].tolist(), [4] * 100)
        np.testing.assert_allclose(runs.energies[:, -1, 0], 0.5 * 1.0 * speed**2, atol=1e-7)

    def test_a_model_for_each_run(self):
        def ball(radius):
            builder = holdfast.Builder()
            builder.world.geom(type="plane", size=[0, 0, 1])
            body = builder.world.body("ball", pos=[0, 0, 1])
            body.freejoint()
            body.geom(size=radius)
            builder.sensor.framepos(objtype="body", objname=body)
            return builder.build()

        radii = [0.1, 0.2, 0.3]
        runs = holdfast.rollout([ball(r) for r in radii], steps=400, every=400, sensors=True)
        np.testing.assert_allclose(runs.q[:, -1, 2], radii, atol=1e-6)
        np.testing.assert_array_equal(runs.sensors[:, -1], runs.q[:, -1, :3])
        with self.assertRaisesRegex(holdfast.InvalidError, "the model of run 1 has 1 coordinates, the first has 7"):
            holdfast.rollout([ball(0.1), holdfast.Model("<".join(["pendulum"]) + ":n=1")], steps=1)

    def test_starts_with_warm_starts(self):
        model = holdfast.Model("arch")
        world = holdfast.World(model)
        world.run(0.05)
        state = world.state
        world.run(0.05)
        steps = round(0.05 / model.timestep)
        runs = holdfast.rollout(model, states=[state, None], steps=steps)
        self.assertEqual(int(runs.hash[0]), world.hash)
        self.assertNotEqual(runs.hash[0], runs.hash[1])


if __name__ == "__main__":
    unittest.main()
