"""Pictures that are asked for in the wrong way, from inside of a body, and on little memory."""

import subprocess
import sys
import unittest

import numpy as np

import holdfast

SMALL = """
import resource
import numpy, holdfast
world = holdfast.World(holdfast.Model("incline:mu=0.6"))
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
picture = world.picture(width=1000, height=1000)
assert picture.color.shape == (1000, 1000, 3) and 1 in picture.bodies
try:
    for _ in range(3): world.picture(width=4096, height=4096, shadows=False)
except (MemoryError, holdfast.HoldfastError) as error:
    print("refused:", error)
print("well", world.step().certified)
"""


class Pictures(unittest.TestCase):
    def setUp(self):
        self.world = holdfast.World(holdfast.Model("incline:mu=0.6"))

    def test_sizes_and_places_that_are_none(self):
        for width, height in ((1000000, 1000000), (1000000, 1), (0, 4), (4, -1)):
            with self.assertRaisesRegex(holdfast.InvalidError, "1 to 4096"):
                self.world.picture(width=width, height=height)
        with self.assertRaisesRegex(holdfast.InvalidError, "position or orientation"):
            self.world.picture(width=8, height=8, position=[np.nan] * 3)
        with self.assertRaisesRegex(holdfast.InvalidError, "no camera 'eye'"):
            self.world.picture("eye")

    def test_a_camera_inside_of_a_body_sees_what_is_behind_it(self):
        place = self.world.poses()[0][1]
        picture = self.world.picture(width=64, height=48, position=place, target=place + [0, 1, 0])
        self.assertTrue((picture.depth > 0).all())
        self.assertTrue(set(picture.bodies.ravel().tolist()) <= {-1, 0, 1})
        again = self.world.picture(width=8, height=8, position=place, target=place)  # looks nowhere
        self.assertFalse(np.isnan(again.depth).any())

    def test_a_million_pixels_on_a_gigabyte(self):
        done = subprocess.run([sys.executable, "-c", SMALL], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("well True", done.stdout)


if __name__ == "__main__":
    unittest.main()
