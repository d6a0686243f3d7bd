"""Every element and attribute of MuJoCo's published schema is read, noted, passed over or refused, and the page says which."""

import os
import runpy
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


class Schema(unittest.TestCase):
    def test_the_page_is_what_the_reader_does_and_nothing_is_unknown(self):
        table = runpy.run_path(os.path.join(ROOT, "scripts", "mjcf_table"))
        text, unknown = table["page"]()
        self.assertEqual(unknown, [])
        self.assertGreater(sum(len(attributes) for _, attributes in table["names"]()), 1900)
        with open(table["PAGE"], encoding="utf-8") as file:
            self.assertEqual(file.read(), text)

    def test_what_nobody_publishes_is_found(self):
        table = runpy.run_path(os.path.join(ROOT, "scripts", "mjcf_table"))
        names = table["names"]()
        page = table["page"]
        page.__globals__["names"] = lambda: names + [("mujoco/option/nothing", []), ("mujoco/body/geom", ["nothing"])]
        self.assertEqual(page()[1], ["mujoco/option/nothing", "mujoco/body/geom.nothing"])


if __name__ == "__main__":
    unittest.main()
