"""Margins, proofs and counts of answers from Python."""

import math
import os
import tempfile
import unittest

import numpy as np

import holdfast


class Margins(unittest.TestCase):
    def test_a_box_slides_at_its_friction_angle(self):
        world = holdfast.World(holdfast.Model("incline:mu=0.5,angle=20"))
        before = world.hash
        margin = world.margin("tilt", axis=(0, 1, 0))
        self.assertEqual(margin.verdict, "holds")
        self.assertFalse(margin.self_stress)
        for found in (margin.holds, margin.may, margin.cannot):
            self.assertAlmostEqual(found, math.atan(0.5) - math.radians(20), delta=1e-6)
        self.assertEqual(world.hash, before)

    def test_a_push_and_bounds(self):
        world = holdfast.World(holdfast.Model("incline:mu=0.5,angle=0"))
        margin = world.margin("force", body="box", force=(1, 0, 0), bounds=True)
        weight = sum(c.greatest[0] for c in margin.contacts) / 2  # each corner has up to half of it
        self.assertAlmostEqual(margin.may, 0.5 * weight, delta=1e-6 * weight)
        self.assertEqual(len(margin.pairs), 1)
        self.assertAlmostEqual(margin.pairs[0].least_load, weight, delta=1e-6 * weight)
        self.assertEqual((margin.pairs[0].body_b, margin.pairs[0].carries), ("box", "surely"))
        self.assertTrue(math.isnan(world.margin().may))

    def test_a_proof_passes_and_is_refused_when_changed(self):
        margin = holdfast.World(holdfast.Model("ladder")).margin("friction")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "ladder.proof")
            margin.write_proof(path)
            proof = holdfast.check_proof(path)
            self.assertTrue(proof.passed and proof.claims == 3)
            with open(path) as file:
                text = file.read()
            with open(path, "w") as file:
                file.write(text.replace("friction 0.7", "friction 0.6", 1))
            proof = holdfast.check_proof(path)
            self.assertFalse(proof.passed)
            self.assertNotEqual(proof.message, "")
            with self.assertRaises(holdfast.FileError):
                holdfast.check_proof(os.path.join(folder, "missing.proof"))

    def test_what_makes_no_sense_is_refused(self):
        world = holdfast.World(holdfast.Model("incline"))
        for arguments in (
            dict(kind="weight"), dict(kind="force", body="box"), dict(kind="force", body="box", force=(0, 0, np.nan)),
            dict(kind="force", body=0, force=(0, 0, 1)), dict(kind="tilt", axis=(0, 0, 1)), dict(kind="tilt", axis=(1, 0)),
        ):  # fmt: skip
            with self.assertRaises(holdfast.InvalidError):
                world.margin(**arguments)
        with self.assertRaises(holdfast.InvalidError):  # in flight
            holdfast.World(holdfast.Model("bounce")).margin()

    def test_margins_outlive_their_world(self):
        margin = holdfast.World(holdfast.Model("ladder")).margin(bounds=True)
        self.assertEqual(margin.verdict, "holds")
        self.assertTrue(all(np.all(c.least <= c.greatest + 1e-9) for c in margin.contacts))


class Answers(unittest.TestCase):
    def test_a_ball_has_one_answer_and_a_box_many(self):
        world = holdfast.World(holdfast.Model("incline:mu=0.6"))
        self.assertEqual(world.answers, ("unique", [], 0, 0))
        world.step()
        self.assertEqual(world.answers, ("not unique", ["not unique"] * 4, 0, 0))
        world = holdfast.World(holdfast.Model("billiards"))
        world.run(0.05)
        self.assertEqual(world.answers.forces, "unique")


if __name__ == "__main__":
    unittest.main()
