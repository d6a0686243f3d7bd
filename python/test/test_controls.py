"""What a controller asks and changes: forces, rays, distances, run-time changes, callbacks."""

import gc
import math
import unittest

import numpy as np

import holdfast


class Controls(unittest.TestCase):
    def test_rays_and_distances(self):
        world = holdfast.World(holdfast.Model("incline:mu=0.6"))
        hits = world.rays([[0, 0, 5], [50, 50, 5]], [[0, 0, -1], [0, 0, 1]])
        self.assertEqual(hits.body.tolist(), [1, -1])
        self.assertEqual(hits.distance[1], math.inf)
        np.testing.assert_allclose(hits.point[0][:2], 0, atol=1e-12)
        through = world.ray([0, 0, 5], [0, 0, -1], skip="box")
        self.assertEqual(through.body, 0)
        self.assertGreater(through.distance, hits.distance[0])
        self.assertIsNone(world.ray([0, 0, 5], [0, 0, -1], reach=0.1))
        self.assertAlmostEqual(world.body_distance("box", 0).distance, 0, places=6)
        for wrong in ([[0, 0]], np.zeros((2, 2, 3))):
            with self.assertRaises(holdfast.InvalidError):
                world.rays(wrong, [[0, 0, 1]])
        with self.assertRaises(holdfast.InvalidError):
            world.ray([0, 0, 0], [0, 0, 0])

    def test_generalized_forces(self):
        world = holdfast.World(holdfast.Model("pendulum"))
        n = world.model.v_count
        a = np.linspace(-1, 1, n)
        world.forces = world.inverse_dynamics(a)
        before = world.v.copy()
        world.step(1e-7)
        np.testing.assert_allclose((world.v - before) / 1e-7, a, atol=1e-5)
        state = world.state
        world.forces = None
        self.assertFalse(world.forces.any())
        world.state = state
        self.assertTrue(world.forces.any())
        with self.assertRaises(holdfast.InvalidError):
            world.forces = np.zeros(n + 1)
        world.set_joint_force(0, 0.25)
        self.assertEqual(world.forces[world.model.joint_v(0)], 0.25)

    def test_a_joint_carries_what_hangs_on_it(self):
        world = holdfast.World(holdfast.Model("pendulum"))
        world.set(gravity=(0, 0, 0))
        world.step()
        first = next(k for k in range(1, world.model.body_count))
        self.assertLess(np.linalg.norm(world.link_wrench(first).force), 1e-6)
        self.assertEqual(world.limit_force(0), 0)
        with self.assertRaises(holdfast.InvalidError):
            world.link_wrench(0)

    def test_a_changed_world_has_the_bits_of_a_model_built_so(self):
        world = holdfast.World(holdfast.Model("incline:mu=0.6"))
        for shape in range(len(world.model.shapes)):
            world.set_shape(shape, friction=0.3)
        other = holdfast.World(holdfast.Model("incline:mu=0.3"))
        world.run(0.1)
        other.run(0.1)
        self.assertEqual(world.hash, other.hash)
        for wrong in ({"nothing": 1}, {"friction": -1}, {"friction": "much"}, {"size": [9, 9, 9]}):
            with self.subTest(wrong):
                with self.assertRaises(holdfast.InvalidError):
                    world.set_shape(0, **wrong)

    def test_masses_and_contacts(self):
        world = holdfast.World(holdfast.Model("incline:mu=0.6"))
        world.set_mass("box", 7.0)
        world.step()
        load = sum(c.r[0] for c in world.contacts) / world.timestep
        world.set_mass("box", 14.0)
        world.step()
        self.assertAlmostEqual(sum(c.r[0] for c in world.contacts) / world.timestep / load, 2.0, places=9)
        world.exclude("box", "world")
        world.step()
        self.assertEqual(world.contact_count, 0)

    def test_a_controller(self):
        world = holdfast.World(holdfast.Model("incline"))
        seen = []
        world.set_controller(lambda w: seen.append(w.time))
        world.run(0.01)
        self.assertEqual(len(seen), round(0.01 / world.timestep))
        self.assertEqual(seen[0], 0.0)

        def raises(w):
            raise RuntimeError("on purpose")

        world.set_controller(raises)
        before = world.hash
        with self.assertRaisesRegex(RuntimeError, "on purpose"):
            world.step()
        self.assertEqual(world.hash, before)
        world.set_controller(None)
        world.step()
        gc.collect()

    def test_a_controller_that_removes_or_replaces_itself(self):
        world = holdfast.World(holdfast.Model("incline"))
        seen = []

        def once(w):
            w.set_controller(None)
            gc.collect()
            seen.append("once")

        world.set_controller(once)
        for _ in range(3):
            world.step()
        self.assertEqual(seen, ["once"])

        def first(w):
            w.set_controller(lambda w: seen.append("second"))
            gc.collect()
            raise RuntimeError("the first one")

        world.set_controller(first)
        with self.assertRaisesRegex(RuntimeError, "the first one"):
            world.step()
        world.step()
        self.assertEqual(seen, ["once", "second"])

    def test_lists_of_the_wrong_length(self):
        world = holdfast.World(holdfast.Model("incline"))
        before = world.hash
        for wrong in ((1, 2), (1, 2, 3, 4), (), ((1, 2, 3),), np.zeros(2), ("a", 0, 0), (None, 0, 0), 5.0):
            with self.subTest(wrong):
                with self.assertRaisesRegex(holdfast.InvalidError, "gravity"):
                    world.set(gravity=wrong)
        for name, wrong in (("timestep", (1, 2)), ("timestep", [0.001]), ("solver", "x" * 500), ("tolerance", "small")):
            with self.subTest(name):
                with self.assertRaisesRegex(holdfast.InvalidError, name):
                    world.set(**{name: wrong})
        with self.assertRaisesRegex(holdfast.InvalidError, "friction"):
            world.set_shape(0, friction=(0.1, 0.2))
        world.set(gravity=(0, 0, -1.62))
        self.assertEqual(world.hash, before)


if __name__ == "__main__":
    unittest.main()
