"""Scenes made by code: what they say to the reader, what comes out, and what is wrong with them."""

import copy
import glob
import math
import os
import tempfile
import time
import unittest

import numpy as np

import holdfast

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def pendulum(name="pendulum", length=0.5):
    builder = holdfast.Builder(name)
    rod = builder.world.body("rod", pos=[0, 0, 1])
    hinge = rod.joint("hinge", type="hinge", axis=[0, 1, 0])
    rod.inertial(pos=[0, 0, -length], mass=2, diaginertia=[1e-9, 1e-9, 1e-9])
    rod.site("tip", pos=[0, 0, -length])
    builder.actuator.motor("motor", joint=hinge, gear=3)
    builder.sensor.jointpos("angle", joint=hinge)
    builder.keyframe.key("up", qpos=[math.pi / 2])
    return builder


class Made(unittest.TestCase):
    def test_a_pendulum_swings_with_its_period(self):
        length = 0.5
        builder = pendulum(length=length)
        builder.keyframe.key("swing", qpos=[0.01])
        world = holdfast.World(builder.build(start="swing", timestep=1e-3))
        angles = [world.step() and float(world.q[0]) for _ in range(2000)]
        down = [k for k in range(1, len(angles)) if angles[k - 1] > 0 >= angles[k]]
        period = 2 * math.pi * math.sqrt(length / 9.81)
        self.assertAlmostEqual((down[1] - down[0]) * 1e-3, period, delta=2e-3)

    def test_edited_and_built_again(self):
        builder = pendulum()
        first = builder.build()
        builder.find("inertial").set(mass=5)
        builder.find("motor", "motor").remove()
        second = builder.build()
        self.assertEqual((first.masses[1], second.masses[1]), (2.0, 5.0))
        self.assertEqual((first.actuators, second.actuators), (["motor"], []))

    def test_a_mesh_of_arrays_weighs_what_its_hull_does(self):
        corners = np.array([[x, y, z] for x in (0, 0.1) for y in (0, 0.2) for z in (0, 0.3)])
        builder = holdfast.Builder()
        body = builder.world.body("brick")
        body.freejoint()
        body.geom(type="mesh", mesh=builder.mesh("brick", corners), density=500)
        self.assertAlmostEqual(builder.build().masses[1], 500 * 0.006, places=12)

    def test_a_height_field_lies_as_its_array_says(self):
        heights = np.zeros((3, 4))
        heights[2, 3] = 1.0  # at +x, +y
        builder = holdfast.Builder()
        builder.world.geom(type="hfield", hfield=builder.height_field("land", heights, 3.0, 2.0, 0.5, 0.1))
        world = holdfast.World(builder.build())
        self.assertAlmostEqual(world.ray([2.999, 1.999, 5], [0, 0, -1]).point[2], 0.5, delta=2e-3)
        self.assertAlmostEqual(world.ray([-2.999, -1.999, 5], [0, 0, -1]).point[2], 0.0, delta=1e-9)

    def test_two_arms_attached(self):
        arm, both = pendulum("arm"), holdfast.Builder("both")
        for side, y in (("left", 0.5), ("right", -0.5)):
            both.world.attach(arm, side + "/", pos=[0, y, 0])
        arm.find("inertial").set(mass=7)  # later, and it counts
        model = both.build(start="left/up")
        self.assertEqual(model.joints, ["left/hinge", "right/hinge"])
        self.assertEqual(model.sensors, ["left/angle", "right/angle"])
        self.assertEqual(model.masses[1:].tolist(), [7.0, 7.0])
        world = holdfast.World(model)
        np.testing.assert_allclose(world.site("left/tip")[0], [-0.5, 0.5, 1], atol=1e-12)
        np.testing.assert_allclose(world.site("right/tip")[0], [0, -0.5, 0.5], atol=1e-12)

    def test_planar_bodies_fibres_and_loops(self):
        builder = holdfast.Builder()
        plane = builder.holdfast.planar(origin=[0, 3, 0])
        plane.body("wheel", pos=[0, 1]).disc(radius=0.2)
        block = builder.world.body("block", pos=[0, 0, 1])
        block.freejoint()
        block.geom(type="box", size=[0.1, 0.1, 0.1])
        builder.holdfast.fibre("rope", points=np.array([[0, 0, 1.1], [0, 0, 1.3], [0, 0, 1.5]]), section=0.01, root="clamped", root_body=block)
        builder.equality.connect("pin", body1=block, anchor=[0, 0, 0.1])
        model = builder.build()
        self.assertIn("pin", model.loops)
        self.assertEqual(holdfast.World(model).run(0.02).quality, "exact")

    def test_every_file_reads_as_it_does_without_a_builder(self):
        for path in sorted(glob.glob(os.path.join(ROOT, "scenes", "*.xml"))):
            with self.subTest(path):
                worlds = [holdfast.World(m) for m in (holdfast.Model(path), holdfast.Builder.from_mjcf(path).build())]
                for world in worlds:
                    world.step()
                self.assertEqual(worlds[0].hash, worlds[1].hash)

    def test_mjcf_of_it_is_the_scene(self):
        builder = holdfast.Builder("two")
        builder.world.attach(pendulum(), "a/")
        text = builder.to_mjcf()
        again = holdfast.Model.from_string(text, start="")
        self.assertEqual(again.joints, ["a/hinge"])
        self.assertEqual(holdfast.World(again).hash, holdfast.World(builder.build(start="")).hash)
        self.assertEqual(holdfast.Builder.from_model(again).build().masses.tolist(), again.masses.tolist())

    def test_files_in_memory_and_included_ones(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "part.xml"), "w") as file:
                file.write("<mujocoinclude><body name='part'><geom size='0.1'/></body></mujocoinclude>")
            with open(os.path.join(folder, "main.xml"), "w") as file:
                file.write("<mujoco><worldbody><include file='part.xml'/></worldbody></mujoco>")
            builder = holdfast.Builder.from_mjcf(os.path.join(folder, "main.xml"))
            builder.find("body", "part")["pos"] = [0, 0, 4]  # of the included file
            builder.asset.mesh("m", file=builder.file("m.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"))
            builder.find("body", "part").geom(type="mesh", mesh="m")
            world = holdfast.World(builder.build())
            self.assertEqual(world.poses()[0][1].tolist(), [0, 0, 4])
        copied = copy.deepcopy(pendulum())
        self.assertEqual(copied.build().joints, ["hinge"])

    def test_ten_thousand_bodies(self):
        start = time.perf_counter()
        builder = holdfast.Builder()
        for k in range(10000):
            body = builder.world.body(f"b{k}", pos=[k % 100, k // 100, 0.5])
            body.freejoint()
            body.geom(type="box", size=[0.1, 0.1, 0.1])
        model = builder.build()
        self.assertEqual(model.body_count, 10001)
        self.assertLess(time.perf_counter() - start, 5)  # half a second on a quiet machine


class Wrong(unittest.TestCase):
    def fails(self, kind, words, function):
        with self.assertRaisesRegex(kind, words):
            function()

    def test_what_is_wrong_is_named(self):
        builder = pendulum()
        rod = builder.find("body", "rod")
        bad = holdfast.InvalidError
        self.fails(bad, "<geom>: there is no attribute 'sise'; did you mean 'size'", lambda: rod.geom(sise=1))
        self.fails(bad, "<geom>: pos: nan 0 0 is not finite", lambda: rod.geom(pos=[math.nan, 0, 0]))
        self.fails(bad, "2 of 6 numbers are not finite", lambda: builder.mesh("m", np.array([[0, 0, np.inf]] * 2)))
        self.fails(bad, r"vertices are n x 3 numbers, these are \(3, 2\)", lambda: builder.mesh("m", np.zeros((3, 2))))
        self.fails(bad, "triangles name vertices 0 to 9 of 8", lambda: builder.mesh("m", np.zeros((8, 3)), [[0, 1, 9]]))
        self.fails(bad, "not object", lambda: rod.geom(pos=object()))
        self.fails(bad, "<actuator> takes no <moter>; did you mean <motor>", lambda: builder.actuator.add("moter"))
        self.fails(bad, "there is no <body> 'rot'; did you mean 'rod'", lambda: builder.find("body", "rot"))
        self.fails(AttributeError, "a Builder has no 'actuators'", lambda: builder.actuators)

    def test_errors_of_the_reader_name_the_element(self):
        builder = pendulum()
        builder.actuator.motor("second", joint="knee")
        self.fails(holdfast.FormatError, "^<motor> 'second' in <actuator>: joint: there is no joint 'knee'", builder.build)
        outer = holdfast.Builder("outer")
        hand = holdfast.Builder("hand")
        hand.world.body("palm").joint(type="hinge", axis=[0, 0, 0])
        outer.world.attach(hand, "h/")
        self.fails(holdfast.HoldfastError, "^<joint> in <body> 'palm' in <worldbody>: ", outer.build)

    def test_circles_and_damaged_texts(self):
        a, b = holdfast.Builder("a"), holdfast.Builder("b")
        a.world.attach(b, "b/")
        b.world.attach(a, "a/")
        self.fails(holdfast.InvalidError, "attached to itself", a.build)
        self.fails(holdfast.FormatError, "scene: ", lambda: holdfast.Builder.from_string("<mujoco><worldbody>"))
        self.fails(holdfast.FormatError, "takes no <bodi>", lambda: holdfast.Builder.from_string("<mujoco><worldbody><bodi/></worldbody></mujoco>"))
        self.fails(holdfast.FileError, "nowhere.xml: cannot be read", lambda: holdfast.Builder.from_mjcf("nowhere.xml"))
        self.fails(holdfast.InvalidError, "the root cannot be removed", a.root.remove)


if __name__ == "__main__":
    unittest.main()
