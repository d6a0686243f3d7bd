"""Contact problems, solvers and certificates."""

import os
from typing import Dict, NamedTuple, Optional

import numpy as np

from ._arrays import given, pointer, view
from ._native import ffi, lib
from .errors import check, keep_raised

__all__ = ["Problem", "Residual", "Solution", "solve", "solver", "solvers"]


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
    def mu(self) -> np.ndarray:
        """Friction coefficients of the contacts, in order; the larger one of an ellipse."""
        laws = lib.hf_problem_laws(self._handle)
        kinds = self._blocks(laws.kind, laws.block_count, lib.HF_LAW_CONTACT)
        if laws.coefficients != ffi.NULL:
            return np.array([max(laws.coefficients[k].tangent) for k in np.flatnonzero(kinds == lib.HF_LAW_CONTACT)])
        if laws.mu == ffi.NULL:
            return np.empty(0)
        return view(laws.mu, (laws.block_count,), self._handle)[kinds == lib.HF_LAW_CONTACT]

    @staticmethod
    def _blocks(numbers, count, otherwise):
        """An array of ints of C, or one with `otherwise` everywhere where there is none."""
        return np.array([numbers[k] for k in range(count)] if numbers else [otherwise] * count, int)

    @property
    def offsets(self) -> np.ndarray:
        """First row of each block, and the number of rows at the end: contacts have 2, 3, 4 or 6 rows."""
        count = lib.hf_problem_laws(self._handle).block_count
        return view(lib.hf_problem_offsets(self._handle), (count + 1,), self._handle, "int").copy()

    @property
    def W(self) -> np.ndarray:
        """The matrix, dense: for problems of up to a few thousand rows.

        >>> import holdfast
        >>> import numpy as np
        >>> problem = holdfast.Problem(W=0.5 * np.eye(3), b=[-0.0981, 0.03, 0], mu=[0.5])
        >>> problem.W.diagonal().tolist(), problem.mu.tolist(), problem.offsets.tolist()
        ([0.5, 0.5, 0.5], [0.5], [0, 3])
        """
        error, made = ffi.new("hf_error *"), ffi.new("hf_problem **")
        check(lib.hf_problem_assemble(self._handle, made, error), error)
        whole = Problem._of(made[0])
        rows, offset = lib.hf_problem_block_rows(whole._handle), self.offsets
        W, at = np.zeros((self.size, self.size)), 0
        for i, (low, high) in enumerate(zip(offset[:-1], offset[1:])):
            for k in range(rows.begin[i], rows.begin[i + 1]):
                left, right = offset[rows.col[k]], offset[rows.col[k] + 1]
                count = int((high - low) * (right - left))
                block = view(rows.values + at, (high - low, right - left), whole._handle)
                W[low:high, left:right] = block
                at += count
        return W

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


_own: Dict[str, object] = {}  # what the library calls by its handle, kept alive here


class _Own:
    """A solver that is a function of Python."""

    def __init__(self, name, function):
        self.name, self.function = name, function

    def answer(self, problem, options, r):
        """Fills r."""
        borrowed = Problem.__new__(Problem)
        borrowed._handle = problem
        values = np.frombuffer(ffi.buffer(r, 8 * borrowed.size), dtype=np.float64)
        try:
            found = self.function(borrowed, values, options.tolerance)
            if found is not None and found is not values:
                values[:] = given(f"the answer of solver '{self.name}'", np.ravel(found), (len(values),))
        finally:
            borrowed._handle = None  # the library's own: it is gone after the call


@ffi.def_extern(error=lib.HF_STATUS_INVALID)
def holdfast_own_solver(context, problem, options, r, report, error):
    own = ffi.from_handle(context)
    try:
        own.answer(problem, options, r)
    except BaseException as raised:  # handed on to the caller of solve() or step()
        text = f"{type(raised).__name__}: {raised}".encode("ascii", "replace")[:150]
        keep_raised(raised, text.decode())
        ffi.memmove(error.message, text + b"\0", len(text) + 1)
        return lib.HF_STATUS_INTERRUPTED if isinstance(raised, KeyboardInterrupt) else lib.HF_STATUS_INVALID
    return lib.HF_STATUS_OK


def solver(name: str, *, paper: str = "", exact: bool = True):
    """Makes a solver of a function, known by its name to worlds, `solve` and `rollout` from then on.

    The function takes the problem, r (a guess, or zeros, which it may fill), and the tolerance, and returns r. The
    certificate is computed from what it returns: what it believes of itself does not count.

    >>> import holdfast
    >>> import numpy as np
    >>> @holdfast.solver("projected")
    ... def projected(problem, r, tolerance):
    ...     W, b, mu = problem.W, problem.b, problem.mu
    ...     for _ in range(1000):
    ...         u = (W @ r + b).reshape(-1, 3)
    ...         u[:, 0] += mu * np.hypot(u[:, 1], u[:, 2])
    ...         x = r.reshape(-1, 3) - u / np.abs(W).sum(axis=1).max()
    ...         t = np.hypot(x[:, 1], x[:, 2])
    ...         n = np.where(t <= mu * x[:, 0], x[:, 0], np.maximum((x[:, 0] + mu * t) / (1 + mu**2), 0))
    ...         x[:, 1:] *= (np.minimum(mu * n, t) / np.maximum(t, 1e-300))[:, None]
    ...         r = np.column_stack([n, x[:, 1:]]).ravel()
    ...     return r
    >>> problem = holdfast.Problem(W=0.5 * np.eye(3), b=[-0.0981, 0.03, 0], mu=[0.5])
    >>> holdfast.solve(problem, "projected").outcome
    'converged'
    """

    def register(function):
        own = ffi.new_handle(_Own(name, function))
        error = ffi.new("hf_error *")
        given_name, given_paper = name.encode(), paper.encode()
        check(
            lib.hf_solver_register(given_name, given_paper, exact, lib.holdfast_own_solver, own, error),
            error,
        )
        _own[name] = own
        return function

    return register


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
