"""The examples in docstrings and in the package's README run as they stand."""

import doctest
import unittest
from pathlib import Path

import holdfast
import holdfast._changes
import holdfast._appearance
import holdfast.model
import holdfast.problem
import holdfast.rollouts
import holdfast.world

MODULES = (
    holdfast, holdfast._changes, holdfast._appearance, holdfast.model, holdfast.problem, holdfast.rollouts, holdfast.world,
)  # fmt: skip


class Examples(unittest.TestCase):
    def test_docstrings(self):
        for module in MODULES:
            with self.subTest(module.__name__):
                result = doctest.testmod(module)
                self.assertGreater(result.attempted, 0)
                self.assertEqual(result.failed, 0)

    def test_readme(self):
        result = doctest.testfile(str(Path(__file__).parent.parent / "README.md"), module_relative=False)
        self.assertGreater(result.attempted, 5)
        self.assertEqual(result.failed, 0)


if __name__ == "__main__":
    unittest.main()
