"""The listings of the tutorial: Python runs as it stands, C is compiled and run. What is printed is what the page says."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = sorted((ROOT / "docs" / "tutorial").glob("[0-9]-*.md"))


def blocks(page, language):
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.S)


class Tutorial(unittest.TestCase):
    def expect(self, page, done, language):
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotEqual(done.stdout.strip(), "", page.name)
        self.assertNotRegex(done.stdout, r": (no|False)\b")
        words = blocks(page, "text")  # one for both languages, or one below each listing
        self.assertIn(len(words), (1, 2), page.name)
        self.assertEqual(done.stdout, words[0] if language == "c" else words[-1])

    def test_there_are_seven_pages(self):
        self.assertEqual(len(PAGES), 7)

    def test_python(self):
        for page in PAGES:
            with self.subTest(page.name):
                code = "\n".join(blocks(page, "python"))
                done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
                self.expect(page, done, "python")

    def test_c(self):
        library = ROOT / "build"
        if not shutil.which("cc") or not list(library.glob("libholdfast.so")):
            self.skipTest("no compiler, or the library is not in build/")
        with tempfile.TemporaryDirectory() as folder:
            for page in PAGES:
                with self.subTest(page.name):
                    source, program = Path(folder) / "page.c", Path(folder) / "page"
                    (code,) = blocks(page, "c")
                    source.write_text(code, encoding="utf-8")
                    command = ["cc", "-std=c17", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}", str(source)]
                    command += ["-o", str(program), f"-L{library}", "-lholdfast", "-lm"]
                    made = subprocess.run(command, capture_output=True, text=True)
                    self.assertEqual(made.returncode, 0, made.stderr)
                    run = dict(os.environ, LD_LIBRARY_PATH=str(library))
                    done = subprocess.run([str(program)], cwd=ROOT, env=run, capture_output=True, text=True)
                    self.expect(page, done, "c")


if __name__ == "__main__":
    unittest.main()
