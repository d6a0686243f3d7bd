"""Solvers that are functions of Python: worlds use them, and their word counts for nothing."""

import sys
import subprocess
import re
import tempfile
import unittest
from pathlib import Path

import numpy as np

import holdfast

ROOT = Path(__file__).resolve().parent.parent.parent


def problem_of(contacts=4):
    rng = np.random.default_rng(3)
    A = rng.normal(size=(3 * contacts, 3 * contacts))
    return holdfast.Problem(A @ A.T + np.eye(3 * contacts), rng.normal(size=3 * contacts), np.full(contacts, 0.5))


class OwnSolver(unittest.TestCase):
    def test_parts_of_a_problem_are_what_went_in(self):
        rng = np.random.default_rng(5)
        A = rng.normal(size=(6, 6))
        W, b, mu = A @ A.T + np.eye(6), rng.normal(size=6), np.array([0.3, 0.7])
        problem = holdfast.Problem(W, b, mu)
        np.testing.assert_array_equal(problem.W, W)
        np.testing.assert_array_equal(problem.b, b)
        np.testing.assert_array_equal(problem.mu, mu)
        self.assertEqual(problem.offsets.tolist(), [0, 3, 6])
        r = rng.normal(size=6)
        np.testing.assert_allclose(problem.velocity(r), W @ r + b, atol=1e-12)

    def test_worlds_of_factored_problems_have_the_matrix(self):
        world = holdfast.World(holdfast.Model("incline:mu=0.6"))
        world.step()
        problem, r = world.problem
        np.testing.assert_allclose(problem.W @ r + problem.b, problem.velocity(r), atol=1e-12)
        np.testing.assert_allclose(problem.mu, [c.mu for c in world.contacts])

    def test_it_delegates_and_is_certified(self):
        calls = []

        @holdfast.solver("delegate")
        def delegate(problem, r, tolerance):
            calls.append(problem.size)
            return holdfast.solve(problem, "auto/any", tolerance=tolerance).r

        self.assertIn("delegate", holdfast.solvers())
        self.assertTrue(holdfast.solve(problem_of(), "delegate").converged)
        world = holdfast.World(holdfast.Model("incline:mu=0.6"))
        world.set(solver="delegate")
        self.assertEqual(world.run(0.02).quality, "exact")
        self.assertGreater(len(calls), 0)

    def test_liars_and_wrong_shapes_are_caught(self):
        holdfast.solver("zero")(lambda problem, r, tolerance: 0 * r)
        holdfast.solver("nan")(lambda problem, r, tolerance: np.nan * r)
        holdfast.solver("short")(lambda problem, r, tolerance: r[:2])
        holdfast.solver("words")(lambda problem, r, tolerance: ["a"] * len(r))
        for name in ("zero", "nan"):
            solution = holdfast.solve(problem_of(), name)
            self.assertEqual(solution.outcome, "stalled")
            self.assertGreater(solution.residual.natural, 1e-3)
            self.assertTrue(np.isfinite(solution.r).all())
        for name in ("short", "words"):
            with self.assertRaisesRegex(holdfast.InvalidError, f"the answer of solver '{name}'"):
                holdfast.solve(problem_of(), name)

    def test_exceptions_come_out_as_they_are(self):
        @holdfast.solver("fails")
        def fails(problem, r, tolerance):
            raise ZeroDivisionError("not today")

        with self.assertRaisesRegex(ZeroDivisionError, "not today"):
            holdfast.solve(problem_of(), "fails")
        world = holdfast.World(holdfast.Model("incline:mu=0.6"))
        world.set(solver="fails")
        before = world.state
        with self.assertRaises(ZeroDivisionError):
            world.step()
        self.assertEqual(world.state, before)
        world.set(solver="auto")
        self.assertEqual(world.step().quality, "exact")
        with self.assertRaises(holdfast.InvalidError):  # and not the exception of before
            world.set(solver="nobody")

    def test_the_problem_is_gone_afterwards(self):
        kept = []

        @holdfast.solver("keeper")
        def keeper(problem, r, tolerance):
            kept.append(problem)

        holdfast.solve(problem_of(), "keeper")
        with self.assertRaises(TypeError):
            kept[0].velocity(np.zeros(12))

    def test_names_of_the_library_stay(self):
        with self.assertRaisesRegex(holdfast.InvalidError, "auto"):
            holdfast.solver("auto")(lambda problem, r, tolerance: r)

    def test_the_program_of_the_tutorial_solves_files(self):
        page = (ROOT / "docs" / "tutorial" / "4-solver.md").read_text(encoding="utf-8")
        (code,) = re.findall(r"```py\n(.*?)```", page, re.S)
        with tempfile.TemporaryDirectory() as folder:
            question, answer, program = (Path(folder) / name for name in ("problem.hdf5", "answer", "mine.py"))
            try:
                problem_of().write(question)
            except holdfast.UnsupportedError:
                self.skipTest("this build writes no FCLIB files")
            program.write_text(code, encoding="utf-8")
            done = subprocess.run([sys.executable, program, question, answer], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertLess(problem_of().residual(np.loadtxt(answer)).natural, 1e-8)


if __name__ == "__main__":
    unittest.main()
