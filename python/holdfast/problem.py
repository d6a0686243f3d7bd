"""Contact problems, solvers and certificates."""

import os
from typing import Dict, NamedTuple, Optional

import numpy as np

from ._arrays import given, pointer, view
from ._native import ffi, lib
from .errors import check

__all__ = ["Problem", "Solution", "Residual", "solve", "solvers"]


class Residual(NamedTuple):
    """How well an r solves a problem, from the problem and r alone."""

    natural: float
    approach: float
    cone: float
    complementarity: float
    misalignment: float


class Solution(NamedTuple):
    """What a solver found, with the certificate."""

    r: np.ndarray
    outcome: str
    residual: Residual
    iterations: int

    @property
    def converged(self) -> bool:
        return self.outcome == "converged"


def _residual(c):
    return Residual(c.natural, c.approach, c.cone, c.complementarity, c.misalignment)


def solvers() -> Dict[str, str]:
    """Names of the solvers, each with a line of text.

    >>> import holdfast
    >>> "auto" in holdfast.solvers()
    True
    """
    found = (lib.hf_solver_at(k) for k in range(lib.hf_solver_count()))
    return {ffi.string(s.name).decode(): ffi.string(s.summary).decode() for s in found}


class Problem:
    """Contacts with Coulomb friction: u = W r + b, three rows a contact, the normal first.

    A block of 2 kg on the ground, pushed sideways:

    >>> import holdfast
    >>> import numpy as np
    >>> problem = holdfast.Problem(W=0.5 * np.eye(3), b=[-0.0981, 0.03, 0], mu=[0.5])
    >>> solution = holdfast.solve(problem)
    >>> np.round(solution.r, 4).tolist(), solution.converged
    ([0.1962, -0.06, 0.0], True)
    """

    def __init__(self, W, b, mu):
        mu = given("mu", mu, (-1,))
        b = given("b", b, (3 * len(mu),))
        W = given("W", W, (len(b), len(b)))
        size = np.full(len(mu), 3, np.int32)
        laws = ffi.new("hf_laws *")
        laws.block_count = len(mu)
        laws.size, laws.mu, laws.b = pointer(size, "int"), pointer(mu), pointer(b)
        error = ffi.new("hf_error *")
        problem = ffi.new("hf_problem **")
        check(lib.hf_problem_create_dense(laws, pointer(W), problem, error), error)
        self._handle = ffi.gc(problem[0], lib.hf_problem_destroy)

    @classmethod
    def _of(cls, pointer_):
        problem = cls.__new__(cls)
        problem._handle = ffi.gc(pointer_, lib.hf_problem_destroy)
        return problem

    @classmethod
    def read(cls, path) -> "Problem":
        """Reads an FCLIB file."""
        error = ffi.new("hf_error *")
        problem = ffi.new("hf_problem **")
        check(lib.hf_fclib_read(os.fspath(path).encode(), lib.HF_FCLIB_AUTO, problem, error), error)
        return cls._of(problem[0])

    def write(self, path) -> None:
        """Writes an FCLIB file."""
        error = ffi.new("hf_error *")
        check(lib.hf_fclib_write(os.fspath(path).encode(), self._handle, ffi.NULL, error), error)

    @property
    def size(self) -> int:
        """Rows."""
        return lib.hf_problem_describe(self._handle).dimension

    @property
    def contact_count(self) -> int:
        return lib.hf_problem_describe(self._handle).contact_count

    @property
    def b(self) -> np.ndarray:
        """Velocity without impulses [m/s], a view."""
        return view(lib.hf_problem_laws(self._handle).b, (self.size,), self._handle)

    def velocity(self, r) -> np.ndarray:
        """u = W r + b."""
        r = given("r", r, (self.size,))
        u = np.empty(self.size)
        error = ffi.new("hf_error *")
        check(lib.hf_problem_velocity(self._handle, pointer(r), pointer(u), ffi.NULL, error), error)
        return u

    def residual(self, r) -> Residual:
        """The certificate of any r, from anywhere."""
        r = given("r", r, (self.size,))
        error = ffi.new("hf_error *")
        residual = ffi.new("hf_residual *")
        check(lib.hf_residual_compute(self._handle, pointer(r), ffi.NULL, residual, error), error)
        return _residual(residual)

    def __repr__(self):
        return f"<holdfast.Problem: {self.contact_count} contacts, {self.size} rows>"


@ffi.def_extern(error=False)
def holdfast_observed(context, progress):
    """Once an iteration: lets Ctrl-C through, and tells an observer."""
    observer = ffi.from_handle(context)
    return True if observer is None else observer(progress.iteration, progress.natural) is not False


def solve(
    problem: Problem,
    solver: str = "auto",
    *,
    tolerance: float = 1e-8,
    max_iterations: int = 0,
    start=None,
    observer=None,
) -> Solution:
    """Solves a contact problem. `observer(iteration, residual)` may end it by returning False."""
    options = ffi.new("hf_solve_options *", lib.hf_solve_options_default())
    options.tolerance = tolerance
    options.max_iterations = max_iterations
    r = np.zeros(problem.size) if start is None else given("start", start, (problem.size,)).copy()
    options.warm_start = start is not None
    handle = ffi.new_handle(observer)
    options.observer, options.observer_context = lib.holdfast_observed, handle
    report = ffi.new("hf_report *")
    error = ffi.new("hf_error *")
    check(lib.hf_solve(solver.encode(), problem._handle, options, pointer(r), ffi.NULL, report, error), error)
    outcome = ffi.string(lib.hf_outcome_name(report.outcome)).decode()
    return Solution(r, outcome, _residual(report.residual), report.iterations)
