"""What a model and a world say by name and as arrays; copies and pickles."""

import copy
import math
import pickle
import threading
import unittest

import numpy as np

import holdfast


def changed(world):
    """A humanoid that is lighter, smoother, and on the moon."""
    world.set(gravity=(0, 0, -1.62), solver="hybrid", tolerance=1e-10)
    world.set_mass("torso", 5)
    world.set_shape(0, friction=0.2)
    world.set_joint(0, damping=1.0)
    world.exclude("pelvis", "torso")
    world.exclude("pelvis", "torso", False)
    return world


class Tables(unittest.TestCase):
    def test_definitions_by_name_and_as_arrays(self):
        model = holdfast.Model("humanoid.xml")
        joints = model.table("joint")
        self.assertEqual(joints["name"].tolist(), model.joints)
        self.assertEqual(set(joints["kind"].tolist()), {"hinge"})
        turn = model.table("joint", "abdomen_turn")
        np.testing.assert_allclose(turn["range"], [-math.pi / 4, math.pi / 4], rtol=1e-6)
        self.assertTrue(turn["limited"])
        self.assertEqual(model.table("actuator")["control_range"].shape, (model.actuator_count, 2))
        np.testing.assert_array_equal(model.table("body")["mass"], model.masses)
        shapes = model.table("shape")
        self.assertEqual(shapes["size"].shape, (len(model.shapes), 3))
        self.assertIn("capsule", shapes["kind"].tolist())
        with self.assertRaisesRegex(holdfast.InvalidError, "there is no table of 'geom': there are body, shape"):
            model.table("geom")
        with self.assertRaisesRegex(holdfast.InvalidError, "there is no joint 'tail'"):
            model.table("joint", "tail")

    def test_contacts_as_an_array(self):
        world = holdfast.World(holdfast.Model("arch"))
        world.run(0.02)
        array, listed = world.contact_array, world.contacts
        self.assertEqual(len(array), len(listed))
        for row, contact in zip(array, listed):
            np.testing.assert_array_equal(row["r"], contact.r)
            np.testing.assert_array_equal(row["point"], contact.point)
            self.assertEqual((row["body_a"], row["body_b"], row["gap"]), (contact.body_a, contact.body_b, contact.gap))
        friction = array["mu"] * array["r"][:, 0] - np.hypot(array["r"][:, 1], array["r"][:, 2])
        np.testing.assert_allclose(array["margin"], friction, atol=1e-15)
        self.assertEqual(len(set(array["id"].tolist())), len(set(zip(array["shape_a"], array["shape_b"], array["id"]))))
        weight = world.model.masses[world.model.table("body")["motion"] == "free"].sum() * 9.81
        ground = world.wrench_array
        self.assertAlmostEqual(abs(ground["force"][ground["body_a"] == 0][:, 2].sum()), weight, delta=1e-6 * weight)


class Copies(unittest.TestCase):
    def test_a_copy_goes_on_with_the_same_bits(self):
        world = changed(holdfast.World(holdfast.Model("humanoid.xml")))
        world.run(0.1)
        twins = [copy.copy(world), copy.deepcopy(world), pickle.loads(pickle.dumps(world))]
        for twin in twins:
            self.assertEqual(twin.hash, world.hash)
        world.run(0.1)
        for twin in twins:
            twin.run(0.1)
            self.assertEqual(twin.hash, world.hash)
            self.assertEqual(twin.timestep, world.timestep)
        plain = holdfast.World(holdfast.Model("humanoid.xml"))
        plain.run(0.2)
        self.assertNotEqual(plain.hash, world.hash)

    def test_a_copy_is_of_its_own(self):
        world = holdfast.World(holdfast.Model("incline:mu=0.6"))
        twin = copy.copy(world)
        twin.set_shape(0, friction=0.01)
        twin.set_shape(1, friction=0.01)
        twin.run(0.1)
        self.assertEqual(world.time, 0)
        world.run(0.1)
        self.assertGreater(abs(twin.v[0]), 100 * abs(world.v[0]))

    def test_models_and_pickles(self):
        model = holdfast.Model("incline:mu=0.6", timestep=1e-3)
        self.assertIs(copy.deepcopy(model), model)
        again = pickle.loads(pickle.dumps(model))
        self.assertEqual((again.timestep, again.bodies), (1e-3, model.bodies))
        made = holdfast.Builder("made")
        made.world.body("ball").geom(size=0.1)
        built = made.build()
        self.assertEqual(pickle.loads(pickle.dumps(built)).bodies, built.bodies)
        recipe = pickle.dumps(built).replace(b"0.1", b"0.2")
        with self.assertRaisesRegex(holdfast.FormatError, "say something else than when"):
            pickle.loads(recipe)
        bare = holdfast.ffi.new("hf_builder **")
        holdfast.lib.hf_builder_create(bare, holdfast.ffi.NULL)
        with self.assertRaisesRegex(holdfast.UnsupportedError, "cannot be pickled"):
            pickle.dumps(holdfast.Model.from_builder(holdfast.ffi.gc(bare[0], holdfast.lib.hf_builder_destroy)))

    def test_a_world_that_is_stepped_elsewhere_is_not_copied(self):
        world = holdfast.World(holdfast.Model("incline"))
        inside, done = threading.Event(), threading.Event()

        def hold(_):
            inside.set()
            done.wait(10)

        world.set_controller(hold)
        thread = threading.Thread(target=world.step)
        thread.start()
        inside.wait(10)
        try:
            with self.assertRaises(holdfast.BusyError):
                copy.copy(world)
            with self.assertRaises(holdfast.BusyError):
                world.step()
        finally:
            done.set()
            thread.join()


if __name__ == "__main__":
    unittest.main()
