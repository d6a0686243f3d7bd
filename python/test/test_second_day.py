"""The sixty lines of second_day.py: what they build is grasped, lifted, felt and seen."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "test", "viewer"))


class SecondDay(unittest.TestCase):
    def test_it_lifts_feels_and_sees(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "day.png")
            browser = shutil.which("chromium") and shutil.which("chromedriver")
            command = [sys.executable, os.path.join(HERE, "second_day.py"), picture, "60" if browser else "0"]
            with open(os.path.join(folder, "errors"), "w+") as errors, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as day:
                said = ""
                for line in day.stdout:
                    said += line
                    if line.startswith("live ") and browser:
                        self.look(line.split()[1], os.path.join(folder, "profile"))
                errors.seek(0)
                self.assertEqual(day.wait(60), 0, errors.read())
            with open(picture, "rb") as file:
                self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")
        taxels = [float(x) for x in re.search(r"taxels \[(.*?)\]", said).group(1).split()]
        for force in taxels:  # what the motors press with
            self.assertAlmostEqual(force, 4, delta=0.05)
        self.assertGreater(float(re.search(r"lifted to (\S+)", said).group(1)), 0.2)
        weakest = float(re.search(r"holds from (\S+)", said).group(1))
        self.assertGreater(weakest, 0.05 * 9.81 / (2 * 4))  # less could not bear the weight alone
        self.assertLess(weakest, 0.5)
        self.assertIn("'cube'", said)
        if browser:
            self.assertGreater(float(re.search(r"seen until (\S+)", said).group(1)), self.seen + 0.2)

    def look(self, url, profile):
        """The page plays; the cube, which the gripper holds, is pulled down, and comes along with the arm."""
        from page import Browser, wait_for

        browser = Browser(shutil.which("chromium"), shutil.which("chromedriver"), profile)
        try:
            browser.open(url)
            self.assertTrue(wait_for(browser, "window.holdfast && (holdfast.error || holdfast.state.ready)", 60))
            begun = browser.run("return holdfast.state.time")
            self.assertTrue(wait_for(browser, f"holdfast.state.time > {begun + 1}", 60), "it plays")
            self.seen, (x, y, z) = browser.run("return [holdfast.state.time, holdfast.pose('cube').position]")
            self.assertGreater(z, 0.2)
            browser.run(f"holdfast.hold('cube', [0, 0, 0]); holdfast.pullTo([{x}, {y}, {z - 1}]);")
            self.assertTrue(wait_for(browser, f"holdfast.state.time > {self.seen + 0.5}", 60), "it plays")
            lower = browser.run("return holdfast.pose('cube').position")[2]
            self.assertLess(lower, z - 1e-3)
        finally:
            browser.close()
            browser.process.stdout.close()


if __name__ == "__main__":
    unittest.main()
