"""The sixty lines of second_day.py: what they build is grasped, lifted, felt and seen."""

import os
import re
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


class SecondDay(unittest.TestCase):
    def test_it_lifts_feels_and_sees(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "day.png")
            done = subprocess.run([sys.executable, os.path.join(HERE, "second_day.py"), picture], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(picture, "rb") as file:
                self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")
        taxels = [float(x) for x in re.search(r"taxels \[(.*?)\]", done.stdout).group(1).split()]
        for force in taxels:  # what the motors press with
            self.assertAlmostEqual(force, 4, delta=0.05)
        self.assertGreater(float(re.search(r"lifted to (\S+)", done.stdout).group(1)), 0.2)
        weakest = float(re.search(r"holds from (\S+)", done.stdout).group(1))
        self.assertGreater(weakest, 0.05 * 9.81 / (2 * 4))  # less could not bear the weight alone
        self.assertLess(weakest, 0.5)
        self.assertIn("'cube'", done.stdout)


if __name__ == "__main__":
    unittest.main()
