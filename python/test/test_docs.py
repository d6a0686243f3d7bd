"""The examples in docstrings and in the package's README run as they stand."""

import contextlib
import doctest
import io
import os
import re
import tempfile
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

    def test_front_page(self):
        """The lines of the repository's README print what it says that they print."""
        page = Path(__file__).parent.parent.parent / "README.md"
        if not page.exists():
            self.skipTest("the package is alone")
        text, here, said = page.read_text(encoding="utf-8"), os.getcwd(), io.StringIO()
        lines = re.search(r"```python\n(.*?)```", text, re.S).group(1)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                with contextlib.redirect_stdout(said):
                    exec(lines, {})
            finally:
                os.chdir(here)
            self.assertGreater((Path(folder) / "falls.html").stat().st_size, 100000)
        self.assertIn(f"It prints `{said.getvalue().strip()}`", text)


if __name__ == "__main__":
    unittest.main()
